package commands

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/games"
	"parlour/storage"
)

// lease is how long whoever claimed a look has for it before it is due again.
const lease = 30 * time.Second

// notOffered is how long a match waits to be looked at again whose game is left out, or
// which cannot be played.
const notOffered = time.Hour

// dueAtOnce bounds how many matches one round of Wake looks at.
const dueAtOnce = 100

// Wake looks at every match that is due. Errors of single matches are logged, and
// those matches are due again later.
func (h *Host) Wake(ctx context.Context) error { return h.look(ctx, 0) }

// Resume is the first Wake of a host that has the store for itself: a look that
// was claimed before was claimed by a process that is no more, so no lease is
// waited for.
func (h *Host) Resume(ctx context.Context) error {
	return errors.Join(h.look(ctx, lease-1), h.lookAtPeople(ctx, h.Now().Add(lease-1)))
}

// look looks at every match that is due, or will be within a time; after a long outage
// at all of them.
func (h *Host) look(ctx context.Context, within time.Duration) error {
	if err := h.tellOutages(ctx); err != nil {
		return err
	}
	by := h.Now().Add(within)
	return h.eachDue(ctx, func() ([]string, error) {
		due, err := h.Store.Due(ctx, by, dueAtOnce)
		var ids []string
		for _, head := range due {
			ids = append(ids, head.ID)
		}
		return ids, err
	}, func(id string) error {
		dueBy := func() time.Time { return by }
		err := h.lookAt(ctx, id, dueBy)
		if err != nil && ctx.Err() == nil {
			h.Log.Warn("a look failed", "match", id, "err", err)
		}
		return err
	})
}

// eachDue does something with all that is due, a part of it after the other and in each
// part so many at once as the host may. What is due again at once is left to the next
// look and, when the store gets out of reach, all the rest.
func (h *Host) eachDue(ctx context.Context, due func() ([]string, error), do func(id string) error) error {
	var lost atomic.Bool
	done := map[string]bool{}
	for {
		ids, err := due()
		if err != nil {
			return fmt.Errorf("look for what is due: %w", err)
		}
		var looks errgroup.Group
		looks.SetLimit(max(h.AtOnce, 1))
		before := len(done)
		for _, id := range ids {
			if done[id] {
				continue
			}
			done[id] = true
			looks.Go(func() error {
				if !lost.Load() && errors.Is(do(id), storage.ErrUnavailable) {
					lost.Store(true)
				}
				return nil
			})
		}
		_ = looks.Wait()
		if lost.Load() {
			return storage.ErrUnavailable
		}
		if len(ids) < dueAtOnce || len(done) == before || ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// Show shows what the public has not seen of a match yet. It claims the look
// first, and leaves the match alone when somebody else has it.
func (h *Host) Show(ctx context.Context, id string) error { return h.lookAt(ctx, id, h.Now) }

// lookAt looks at one match, alone in this process, if it is due. By when it must
// be due is asked only under the lock, because whoever had it before may have made
// the match due again. A panic is an error of this match and of no other.
func (h *Host) lookAt(ctx context.Context, id string, by func() time.Time) (err error) {
	owes := false
	defer func() {
		if owes {
			h.consider(id)
		}
	}()
	defer h.lock(id)()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, Trace())
		}
	}()
	owes, err = h.showDue(ctx, id, by())
	return err
}

// showDue looks at a match if it is due by a time, and reports whether an opponent owes a
// move in it. The caller has its lock. It claims before it replays, so that a match which
// cannot be replayed is not due for ever.
func (h *Host) showDue(ctx context.Context, id string, by time.Time) (owes bool, err error) {
	stored, err := h.Store.Get(ctx, id)
	if err != nil {
		return false, err
	}
	if stored.NextCheck.IsZero() || stored.NextCheck.After(by) {
		return false, nil
	}
	again := stored.FailingSince
	if again.IsZero() {
		stored.FailingSince = h.Now()
	}
	stored.Head, err = storage.Claim(ctx, h.Store, stored.Head, h.Now().Add(lease))
	if errors.Is(err, storage.ErrConflict) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	m, err := h.replay(stored)
	if errors.Is(err, errNotOffered) {
		return false, h.record(ctx, stored.Head, errNotOffered)
	}
	if err != nil {
		return false, errors.Join(err, h.record(ctx, stored.Head, errUnplayable))
	}
	if m, err = h.keepTime(ctx, m); err == nil {
		m.fresh = again.IsZero()
		if h.Now().Sub(again) > sameNonce {
			m.again = again
		}
	}
	if errors.Is(err, storage.ErrConflict) {
		return false, nil // who changed it has it looked at
	}
	if err != nil { // of what was decided nothing is to stay
		return false, errors.Join(err, h.record(ctx, stored.Head, err))
	}
	err = h.present(ctx, m)
	h.barIfRemoved(ctx, m, err)
	if err == nil && m.state == nil && m.Phase == storage.Playing { // by rules that are not known
		return false, h.record(ctx, m.Head, errUnplayable)
	}
	return m.thinker() != games.Spectator, errors.Join(err, h.record(ctx, m.Head, err))
}

// errUnplayable is the failure of a match whose log cannot be played.
var errUnplayable = errors.New("the match cannot be played")

// lock lets one look at a match happen at a time in this process.
func (h *Host) lock(id string) (unlock func()) {
	sum := fnv.New32a()
	sum.Write([]byte(id))
	mu := &h.looks[sum.Sum32()%uint32(len(h.looks))]
	mu.Lock()
	return mu.Unlock
}

// present brings the messages of a match up to date and writes into its head what
// was done, as far as it came.
func (h *Host) present(ctx context.Context, m *match) error {
	asked := h.askDirectly(ctx, m) // before the board, which notifies who got nothing
	shown := h.presentPublic(ctx, m)
	h.retireDirects(ctx, m)
	h.openDirects(ctx, m)
	return errors.Join(shown, asked, h.excuse(ctx, m))
}

// presentPublic brings the public messages of a match up to date.
func (h *Host) presentPublic(ctx context.Context, m *match) error {
	if m.Desired.Post > m.Published.Post {
		m.AnnouncedBefore = max(m.AnnouncedBefore, m.Announced) // a match from before there was Seen has none
		if err := h.post(ctx, m); err != nil {
			return err
		}
	}
	if m.Desired.Edit > m.Published.Edit {
		err := h.awake(ctx, m, func() error { return h.Channel.Edit(ctx, m.Channel, m.Message, h.face(m)) })
		if err != nil && !errors.Is(err, ErrGone) {
			return fmt.Errorf("edit message %s: %w", m.Message, err)
		}
		if m.Published.Edit = m.Desired.Edit; err == nil {
			m.Announced = m.Plies
		}
	}
	return nil
}

// post makes the newest message of a match and takes the buttons off the one
// before it. A nonce keeps a message from being made twice when what came of the
// first is not known; it then has the face of that time, which an edit mends.
func (h *Host) post(ctx context.Context, m *match) error {
	if m.Table == "" {
		if err := h.postTable(ctx, m); err != nil {
			return err
		}
	}
	if m.Desired.Post == tablePost {
		return nil
	}
	if err := h.openThread(ctx, m); err != nil {
		return err
	}
	id, err := h.postOnce(ctx, m, m.Channel, m.nonce(m.Desired.Post), h.face(m))
	if m.Channel != m.Home && (errors.Is(err, ErrGone) || errors.Is(err, ErrForbidden)) {
		// the thread was deleted or locked: on in its channel
		m.Channel, m.Thread = m.Home, false
		id, err = h.postOnce(ctx, m, m.Channel, m.nonce(m.Desired.Post), h.face(m))
	}
	if err != nil {
		return fmt.Errorf("post to channel %s: %w", m.Channel, err)
	}
	before := m.Message
	m.Message, m.Published.Post, m.Announced = id, m.Desired.Post, m.Plies
	if m.fresh { // and so it has the face of now
		m.Published.Edit = m.Desired.Edit
	}
	if err := h.retire(ctx, m, before); err != nil {
		h.Log.Info("old buttons stay", "match", m.ID, "message", before, "err", err)
	}
	return nil
}

// tablePost is the number of the first message of a match, its table.
const tablePost = 1

// postTable makes the table message, or finds it, where it is not known yet.
func (h *Host) postTable(ctx context.Context, m *match) error {
	id, err := h.postOnce(ctx, m, m.Home, m.nonce(tablePost), h.tableFace(m))
	if err != nil {
		return fmt.Errorf("post to channel %s: %w", m.Home, err)
	}
	m.Table, m.Message, m.Published.Post = id, id, tablePost
	return nil
}

// postOnce makes a message of a match, unless an earlier look has made it and could not
// note that: then its nonce may be forgotten, and the message is looked for.
func (h *Host) postOnce(ctx context.Context, m *match, channel, nonce string, msg Message) (string, error) {
	if !m.again.IsZero() {
		own, err := h.Channel.Own(ctx, channel, m.again)
		if err != nil && !errors.Is(err, ErrForbidden) && !errors.Is(err, ErrGone) {
			return "", err
		}
		for _, found := range own {
			if found.ID != m.Message && found.ID != m.Table && m.madeIn(found, msg) {
				return found.ID, nil
			}
		}
	}
	return h.Channel.Post(ctx, channel, nonce, msg)
}

// madeIn reports whether a message that was found is one of this turn of a match, or
// says what is to be said.
func (m *match) madeIn(found Posted, msg Message) bool {
	return strings.TrimSpace(found.Content) == strings.TrimSpace(msg.Content) ||
		slices.ContainsFunc(found.Buttons, func(id string) bool {
			b, err := parseButton(id)
			return err == nil && b.match == m.ID && b.turn == m.turn
		})
}

// nonce is what keeps a message of a match from being made twice.
func (m *match) nonce(post int) string { return m.ID + "-" + strconv.Itoa(post) }

// retire takes the buttons off a message that is not the newest any more. The
// table also tells what became of it.
func (h *Host) retire(ctx context.Context, m *match, message string) error {
	ctx, cancel := context.WithTimeout(ctx, h.Brief)
	defer cancel()
	switch message {
	case "", m.Message:
		return nil
	case m.Table:
		return h.Channel.Edit(ctx, m.Home, m.Table, h.tableFace(m))
	}
	return h.Channel.Strip(ctx, m.Channel, message)
}

// record writes down what was shown, even when the time for the look is up. When
// the match has moved on meanwhile, what was shown goes into its newest head, and
// another look shows the rest. After a failure that may pass, the look is due
// again when its lease runs out; a place where nothing can be shown is not tried
// again until something changes or falls due; and a game that is not offered, or cannot
// be played, waits.
func (h *Host) record(ctx context.Context, shown storage.Head, failed error) error {
	ctx = context.WithoutCancel(ctx)
	for range maxTries {
		now, err := h.Store.Get(ctx, shown.ID)
		if err != nil {
			return err
		}
		head := now.Head
		if head.Published.Post <= shown.Published.Post {
			head.Published, head.AnnouncedBefore, head.Announced = shown.Published, shown.AnnouncedBefore, shown.Announced
			head.Table, head.Message = shown.Table, shown.Message
			head.Asked = shown.Asked
			head.Channel, head.Thread = shown.Channel, shown.Thread
		}
		if failed == nil {
			head.FailingSince = time.Time{}
		}
		if shown.OutageTold.After(head.OutageTold) {
			head.OutageTold = shown.OutageTold
		}
		if head.Version == shown.Version {
			head.Clocks, head.Desired, head.GuildLostAt = shown.Clocks, shown.Desired, shown.GuildLostAt
		}
		forGood := errors.Is(failed, ErrGone) || errors.Is(failed, ErrForbidden)
		switch {
		case head.Published == head.Desired && failed == nil, forGood && head.Version == shown.Version:
			head.NextCheck = nextLook(head, h.Now())
		case errors.Is(failed, errNotOffered), errors.Is(failed, errUnplayable):
			head.NextCheck = h.Now().Add(notOffered)
		case failed != nil && head.Version == shown.Version: // the lease stays
		default:
			head.NextCheck = h.Now()
		}
		if _, err = h.Store.Append(ctx, head); !errors.Is(err, storage.ErrConflict) {
			return err
		}
	}
	return storage.ErrConflict
}
