package commands

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"time"

	"parlour/games"
	"parlour/storage"
)

// lease is how long whoever claimed a look has for it before it is due again.
const lease = 30 * time.Second

// notOffered is how long a match waits to be looked at again whose game is left out.
const notOffered = time.Hour

// dueAtOnce bounds how many matches one round of Wake looks at.
const dueAtOnce = 100

// Wake looks at every match that is due. Errors of single matches are logged, and
// those matches are due again later.
func (h *Host) Wake(ctx context.Context) error { return h.look(ctx, h.Now()) }

// Resume is the first Wake of a host that has the store for itself: a look that
// was claimed before was claimed by a process that is no more, so no lease is
// waited for.
func (h *Host) Resume(ctx context.Context) error { return h.look(ctx, h.Now().Add(lease-1)) }

// look looks at every match that is due by a time.
func (h *Host) look(ctx context.Context, by time.Time) error {
	for {
		due, err := h.Store.Due(ctx, by, dueAtOnce)
		if err != nil {
			return fmt.Errorf("look for what is due: %w", err)
		}
		for _, head := range due {
			dueBy := func() time.Time { return by }
			if err := h.lookAt(ctx, head.ID, dueBy); err != nil && ctx.Err() == nil {
				h.Log.Warn("a look failed", "match", head.ID, "err", err)
			}
		}
		if len(due) < dueAtOnce || ctx.Err() != nil {
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
	defer h.lock(id)()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, Trace())
		}
	}()
	return h.showDue(ctx, id, by())
}

// showDue looks at a match if it is due by a time. The caller has its lock. It
// claims before it replays, so that a match which cannot be replayed is not due
// for ever.
func (h *Host) showDue(ctx context.Context, id string, by time.Time) error {
	stored, err := h.Store.Get(ctx, id)
	if err != nil {
		return err
	}
	if stored.Wake.IsZero() || stored.Wake.After(by) {
		return nil
	}
	stored.Head, err = storage.Claim(ctx, h.Store, stored.Head, h.Now().Add(lease))
	if errors.Is(err, storage.ErrConflict) {
		return nil
	}
	if err != nil {
		return err
	}
	m, err := h.replay(stored)
	if errors.Is(err, errNotOffered) {
		return h.record(ctx, stored.Head, errNotOffered)
	}
	if err != nil {
		return errors.Join(err, h.record(ctx, stored.Head, errUnplayable))
	}
	err = h.present(ctx, m)
	return errors.Join(err, h.record(ctx, m.Head, err))
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
	return errors.Join(shown, asked)
}

// presentPublic brings the public messages of a match up to date.
func (h *Host) presentPublic(ctx context.Context, m *match) error {
	if m.Want.Post > m.Shown.Post {
		m.Told = max(m.Told, m.Seen) // a match from before there was Seen has none
		if err := h.post(ctx, m); err != nil {
			return err
		}
	}
	if m.Want.Edit > m.Shown.Edit {
		err := h.Channel.Edit(ctx, m.Channel, m.Message, h.face(m))
		if err != nil && !errors.Is(err, ErrGone) {
			return fmt.Errorf("edit message %s: %w", m.Message, err)
		}
		if m.Shown.Edit = m.Want.Edit; err == nil {
			m.Seen = m.Plies
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
	if m.Want.Post == tablePost {
		return nil
	}
	if err := h.openThread(ctx, m); err != nil {
		return err
	}
	id, err := h.Channel.Post(ctx, m.Channel, m.nonce(m.Want.Post), h.face(m))
	if m.Channel != m.Home && (errors.Is(err, ErrGone) || errors.Is(err, ErrForbidden)) {
		// the thread was deleted or locked: on in its channel
		m.Channel, m.Thread = m.Home, false
		id, err = h.Channel.Post(ctx, m.Channel, m.nonce(m.Want.Post), h.face(m))
	}
	if err != nil {
		return fmt.Errorf("post to channel %s: %w", m.Channel, err)
	}
	before := m.Message
	m.Message, m.Shown.Post, m.Seen = id, m.Want.Post, m.Plies
	if err := h.retire(ctx, m, before); err != nil {
		h.Log.Info("old buttons stay", "match", m.ID, "message", before, "err", err)
	}
	return nil
}

// tablePost is the number of the first message of a match, its table.
const tablePost = 1

// postTable makes the table message, or finds it, where it is not known yet.
func (h *Host) postTable(ctx context.Context, m *match) error {
	id, err := h.Channel.Post(ctx, m.Home, m.nonce(tablePost), h.tableFace(m))
	if err != nil {
		return fmt.Errorf("post to channel %s: %w", m.Home, err)
	}
	m.Table, m.Message, m.Shown.Post = id, id, tablePost
	return nil
}

// nonce is what keeps a message of a match from being made twice.
func (m *match) nonce(post int) string { return m.ID + "-" + strconv.Itoa(post) }

// openThread moves a game that has begun into a thread of its own, where it is
// to have one. Where that is not allowed any more it is played in place.
func (h *Host) openThread(ctx context.Context, m *match) error {
	if !m.Thread || m.Phase == storage.Open || m.Channel != m.Home {
		return nil
	}
	name := h.plain(m.Lang, m.names()).Say(games.Say("board.thread", "Game", m.info.Title, "Players", m.others(games.Spectator)))
	thread, err := h.Channel.Thread(ctx, m.Home, m.Table, clip(name, 100))
	if errors.Is(err, ErrGone) || errors.Is(err, ErrForbidden) {
		m.Thread = false
		return nil
	}
	if err != nil {
		return fmt.Errorf("open a thread at message %s: %w", m.Table, err)
	}
	m.Channel = thread
	return nil
}

// retire takes the buttons off a message that is not the newest any more. The
// table also tells what became of it.
func (h *Host) retire(ctx context.Context, m *match, message string) error {
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
// again until something changes; and a game that is not offered waits.
func (h *Host) record(ctx context.Context, shown storage.Head, failed error) error {
	ctx = context.WithoutCancel(ctx)
	for range maxTries {
		now, err := h.Store.Get(ctx, shown.ID)
		if err != nil {
			return err
		}
		head := now.Head
		if head.Shown.Post <= shown.Shown.Post {
			head.Shown, head.Told, head.Seen = shown.Shown, shown.Told, shown.Seen
			head.Table, head.Message = shown.Table, shown.Message
			head.Asked = shown.Asked
			head.Channel, head.Thread = shown.Channel, shown.Thread
		}
		forGood := errors.Is(failed, ErrGone) || errors.Is(failed, ErrForbidden) || errors.Is(failed, errUnplayable)
		switch {
		case head.Shown == head.Want && !errors.Is(failed, errUnasked), forGood && head.Version == shown.Version:
			head.Wake = time.Time{}
		case errors.Is(failed, errNotOffered):
			head.Wake = h.Now().Add(notOffered)
		case failed != nil && head.Version == shown.Version: // the lease stays
		default:
			head.Wake = h.Now()
		}
		if _, err = h.Store.Append(ctx, head); !errors.Is(err, storage.ErrConflict) {
			return err
		}
	}
	return storage.ErrConflict
}
