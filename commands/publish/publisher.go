// Package publish shows what was committed, by boards, direct messages, reminders and digests, and
// enforces what time brings: clocks that expire, outages, servers that are lost.
//
// Its policy: a commit comes first and its messages after it, so each step can be done
// again from what is stored. A publication is claimed before it begins and noted when it
// ends; what a crash cut off is due again when the claim runs out, and a nonce or a search
// of the channel keeps it from being shown twice. One match has one publication at a time in
// this process: see [Publisher.lock].
//
// # Questions
//
// A process that takes the answer to a question also shows it, so of two answers at about the same
// time the earlier may be shown last, over the line that the question has become. So a question whose line may
// have been undone is to become its line again, and the newest lines are remembered for that (asks.go).
//
// # Boards of the past
//
// Each becomes a line. Lines are half of what counts towards Discord's limit, and a press on an old board is
// refused anyway. So a line is written when nothing else is to be sent. What waits is noted in the
// match's head, which stays due, so a process that dies loses nothing (tidy.go).
//
// # What people are told
//
// What a person owes, and what of it they are to be told now, depends on nothing but what is stored and the
// time (agenda.go). Discord takes a bot that opens many channels of direct messages in a short while for one
// that sends spam, and shuts it out (directs.go). So each new channel is written down before it is opened, and a
// restart forgets none. Reminders go before bids. After one refusal none is opened for hours, and after many
// people who take no direct messages none until an hour has fewer of them. A caller that may open none asks
// in the channel of the match, and does not try the same again.
//
// The entry points are [Publisher.Publish] and [Publisher.Due] for matches, and
// [Reminders.Due] for people. It knows no command.
package publish

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"parlour/commands/match"
	"parlour/commands/match/privacy"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

// notOffered is how long a match waits whose game is left out, or which cannot be played.
const notOffered = time.Hour

// errAdopted ends a publication that has found boards, so that they are noted first.
var errAdopted = errors.New("boards of an interrupted publication were found")

// errUnplayable is the failure of a match whose log cannot be played.
var errUnplayable = errors.New("the match cannot be played")

// Config is what a [Publisher] works with.
type Config struct {
	Env     *match.Env
	Writer  *message.Writer
	Channel Channel
	Patient Channel // for what can wait, such as reminders
	Idle    Channel // for what nobody waits for, such as lines: [ErrLater] while anything else is sent; may be nil
	Guest   Channel // where Parlour can only answer: it sends by the answers to those who press there
	Log     *slog.Logger

	// Room waits until Idle has a place, and returns a context with that place; nil without Idle.
	Room func(context.Context) (context.Context, error)

	Aside func(do func(context.Context))             // does something beside all else that nobody waits for
	Wait  func(context.Context, time.Duration) error // waits, unless the context is done; nil for not at all
	// how long one message, or one old board, may hold up the next board
	Brief time.Duration

	AtOnce  int                // how many publications there may be at once
	Budget  BudgetLimits       // of new channels of direct messages; none where they are zero
	Owed    func(id string)    // called, without the lock, when an opponent owes a move in a match
	Shown   func(*match.Match) // called, with the lock, when a match is shown as it is; may be nil
	Refused func()             // called once it is stored that Discord has refused to show a match; may be nil
}

// A Publisher brings what the public sees of matches up to date. It is safe for concurrent
// use. Make one with [New].
type Publisher struct {
	Config
	Directs *Directs
	Outages *match.Outages
	past    *queue
	coded   *message.Writer // writes what a message becomes by an edit: with the code of what is fixed
	locks   [256]sync.Mutex // by a hash of the match's id
}

// New returns a Publisher.
func New(c Config) *Publisher {
	budget := NewBudget(c.Env.Store, c.Env.Now, c.Budget)
	p := &Publisher{
		Config: c, Directs: &Directs{c, budget}, Outages: &match.Outages{Env: c.Env}, coded: c.Writer.Coded(),
	}
	p.past = &queue{Room: c.Room, Aside: c.Aside, Wait: c.Wait, Visit: p.visit}
	return p
}

// lock lets one publication of a match happen at a time in this process.
func (p *Publisher) lock(id string) (unlock func()) {
	sum := fnv.New32a()
	sum.Write([]byte(id))
	mu := &p.locks[sum.Sum32()%uint32(len(p.locks))]
	mu.Lock()
	return mu.Unlock
}

// ChangeAlone is [match.Env.Change] while no publication of the match is under way: one would
// note what it found before the change, such as the channel of the match.
func (p *Publisher) ChangeAlone(ctx context.Context, id string, decide match.Decision) (*match.Match, error) {
	defer p.lock(id)()
	return p.Env.Change(ctx, id, decide)
}

// LoadNoted is [match.Env.Load] after the publication under way, if there is one, has noted
// what it did.
func (p *Publisher) LoadNoted(ctx context.Context, id string) (*match.Match, error) {
	defer p.lock(id)()
	return p.Env.Load(ctx, id)
}

// Due publishes every match that is due now or within a time; after a long outage, all of
// them. Errors of single matches are logged, and those matches are due again later.
func (p *Publisher) Due(ctx context.Context, within time.Duration) error {
	if err := p.Outages.Tell(ctx); err != nil {
		return err
	}
	by := p.Env.Now().Add(within)
	return match.EachDue(ctx, p.AtOnce, func(limit int) (ids []string, found int, err error) {
		heads, err := p.Env.Store.Due(ctx, by, limit)
		for _, head := range heads {
			if p.Env.IsDue(ctx, head, by) {
				ids = append(ids, head.ID)
			}
		}
		return ids, len(heads), err
	}, func(id string) error {
		err := p.publish(ctx, id, func(ctx context.Context) (bool, error) { return p.due(ctx, id, by) })
		if err != nil && ctx.Err() == nil {
			p.Log.Warn("a publication failed", "match", id, "err", err)
		}
		return err
	})
}

// Publish shows what the public has not seen of a match yet: the commit that has claimed its check or, if there is a
// newer version or none was claimed, the newest if that is due.
func (p *Publisher) Publish(ctx context.Context, c match.Unshown) error {
	if p.Wait != nil && gathers(c) {
		if err := p.Wait(ctx, gatherFor); err != nil {
			return err
		}
	}
	return p.publish(ctx, c.ID, func(ctx context.Context) (owes bool, err error) {
		// A newer version may have been written while this publication waited for the lock, or the commit has left the
		// match to another process.
		if m := c.Committed; m != nil && p.Env.Newest(m.Head) && m.Owner == p.Env.Fleet.ID() {
			return p.show(ctx, m, m.Head)
		}
		return p.due(ctx, c.ID, p.Env.Now())
	})
}

// publish does something about a match while nothing else here publishes it, and as long as the lease of this
// process holds. Then it tells [Config.Owed] if an opponent owes a move.
func (p *Publisher) publish(ctx context.Context, id string,
	do func(context.Context) (owes bool, err error)) (err error) {
	owes := false
	defer p.past.Start()
	defer func() {
		if owes && p.Owed != nil {
			p.Owed(id)
		}
	}()
	defer p.lock(id)()
	defer match.Catch(&err)
	during, done := p.Env.Fleet.While(ctx)
	defer done()
	if during.Err() != nil {
		return context.Cause(during)
	}
	owes, err = do(during)
	return err
}

// due publishes a match if it is due by a time, and reports whether an opponent owes a move in
// it. It claims before it replays, so that a match which cannot be replayed is not due for ever.
func (p *Publisher) due(ctx context.Context, id string, by time.Time) (owes bool, err error) {
	stored, err := p.Env.Store.Get(ctx, id)
	if err != nil {
		return false, err
	}
	if !p.Env.IsDue(ctx, stored.Head, by) {
		return false, nil
	}
	owes, err = p.take(ctx, stored)
	return owes, ignore(err, storage.ErrConflict)
}

// again publishes once more a match that this process has claimed. With left it does so only if another
// process has changed the match since and has left it to this one to show that.
func (p *Publisher) again(ctx context.Context, id string, left bool) (owes bool, err error) {
	for range match.MaxTries {
		stored, err := p.Env.Store.Get(ctx, id)
		if err != nil || stored.Owner != p.Env.Fleet.ID() || left && !p.Env.Overtaken(stored.Head) {
			return false, err
		}
		if owes, err = p.take(ctx, stored); !errors.Is(err, storage.ErrConflict) {
			return owes, err
		}
	}
	return false, storage.ErrConflict
}

// take claims a match, replays it and publishes it. It returns [storage.ErrConflict] if it has moved on since it
// was read.
func (p *Publisher) take(ctx context.Context, stored storage.Match) (owes bool, err error) {
	interrupted := stored.FailingSince
	if interrupted.IsZero() {
		stored.FailingSince = p.Env.Now()
	}
	if stored.Head, err = p.Env.Claim(ctx, stored.Head); err != nil {
		return false, err
	}
	m, err := p.Env.Open(stored)
	if errors.Is(err, match.ErrNotOffered) {
		return false, p.noteFailed(ctx, stored.Head, match.ErrNotOffered)
	}
	if err != nil {
		return false, errors.Join(err, p.noteFailed(ctx, stored.Head, errUnplayable))
	}
	m.Interrupted = interrupted
	return p.show(ctx, m, stored.Head)
}

// show enforces the clocks of a claimed match, brings its messages up to date and notes how
// far it came. If the clocks cannot be enforced, what they changed in memory is dropped.
func (p *Publisher) show(ctx context.Context, m *match.Match, claimed storage.Head) (owes bool, err error) {
	edit := m.Published.Edit
	err = p.enforceClocks(ctx, m)
	if errors.Is(err, storage.ErrConflict) {
		return p.again(ctx, m.ID, true) // another change has its own publication, unless it has left that to this one
	}
	if err != nil {
		return false, errors.Join(err, p.noteFailed(ctx, claimed, err))
	}
	done := &publication{Match: m, fresh: m.Interrupted.IsZero()}
	if p.Env.Now().Sub(m.Interrupted) > sameNonce { // until then nonces are enough
		done.searchSince = m.Interrupted
	}
	if found, err := p.adopt(ctx, done); found || err != nil {
		if noted := p.noteFailed(ctx, m.Head, cmp.Or(err, errAdopted)); err != nil || noted != nil {
			return false, errors.Join(err, noted)
		}
		return p.again(ctx, m.ID, false)
	}
	err = p.bringUpToDate(ctx, done)
	p.loseGuild(ctx, m, err)
	if err == nil && m.State == nil && m.Phase == storage.Playing { // of unknown rules
		return false, p.noteFailed(ctx, m.Head, errUnplayable)
	}
	if err == nil {
		p.Env.Entrust(ctx, m)
	}
	overtaken, noted := p.note(ctx, outcome{m.Head, edit, done.posted, done.settled, done.asked, err})
	if overtaken {
		return p.again(ctx, m.ID, false)
	}
	if err == nil && noted == nil && p.Shown != nil {
		p.Shown(m)
	}
	return m.Thinker() != games.Spectator, errors.Join(err, noted)
}

// An outcome is what a publication has shown of a match, in its head, and how it ended.
type outcome struct {
	storage.Head
	edit    int      // the Revision.Edit that was published before
	posted  string   // id of the board that it has posted
	settled []string // ids of the messages of the past that it has tidied up
	asked   []int    // numbers of the questions that it has shown as they were
	failed  error
}

// noteFailed is [Publisher.note] of a publication that has shown nothing more.
func (p *Publisher) noteFailed(ctx context.Context, head storage.Head, failed error) error {
	_, err := p.note(ctx, outcome{Head: head, edit: head.Published.Edit, failed: failed})
	return err
}

// note writes down what was shown, even when the time for the publication is up. If the match has moved on
// meanwhile, what was shown goes into its newest head. A move of this process has a publication of its own,
// which shows the rest. A move of another process has none: overtaken is true, and the caller publishes
// again. If another process has taken the match over, note writes nothing.
func (p *Publisher) note(ctx context.Context, shown outcome) (overtaken bool, err error) {
	ctx = context.WithoutCancel(ctx)
	if p.Refused != nil && Refused(shown.failed) {
		defer p.Refused()
	}
	newest := shown.Head
	for range match.MaxTries {
		written := noted(newest, shown, p.Env.Now())
		privacy.EraseAgain(&written, shown.Head)
		if overtaken || errors.Is(shown.failed, errAdopted) {
			written.Owner = shown.Owner
		}
		if _, err := p.Env.Append(ctx, written); !errors.Is(err, storage.ErrConflict) {
			return overtaken && err == nil, err
		}
		now, err := p.Env.Store.Get(ctx, shown.ID)
		if err != nil || now.Owner != shown.Owner {
			return false, err
		}
		newest, overtaken = now.Head, shown.failed == nil && p.Env.Overtaken(now.Head)
	}
	return false, storage.ErrConflict
}

// noted returns the newest head of a match with what was shown of it, without an owner. After a failure that
// may pass, the match is due when its lease runs out. A place where nothing can be shown is not tried again
// until something changes or falls due. A game that is not offered, or cannot be played, waits.
func noted(head storage.Head, shown outcome, now time.Time) storage.Head {
	failed, live := shown.failed, head.Live
	redone := head.Published.Edit > shown.edit && live.Message != "" && live.Message != shown.Live.Message
	head.Owner = ""
	if head.Published.Post <= shown.Published.Post {
		head.Published, head.AnnouncedBefore, head.Announced = shown.Published, shown.AnnouncedBefore, shown.Announced
		head.Table, head.Message, head.Live, head.Old = shown.Table, shown.Message, shown.Live, shown.Old
		head.Lines = shown.Lines
		head.Asked, head.Renamed = shown.Asked, shown.Renamed
		head.Channel, head.Thread = shown.Channel, shown.Thread
	} else {
		head.Old, head.Lines = overtaken(head, shown), linesOf(head, shown.Lines, shown.settled)
	}
	if redone && !amongBoards(head.Old, live.Message) { // the answer of another process has made a line a board again
		retire(&head, live)
	}
	mergeAsks(&head, shown)
	if failed == nil {
		head.FailingSince = time.Time{}
	}
	if shown.OutageTold.After(head.OutageTold) {
		head.OutageTold = shown.OutageTold
	}
	same := head.Version == shown.Version
	if same {
		head.Clocks, head.Desired, head.GuildLostAt = shown.Clocks, shown.Desired, shown.GuildLostAt
	}
	head.Desired.Post = max(head.Desired.Post, head.Published.Post) // a board that was gone may have been posted anew
	switch {
	case same && (head.Published == head.Desired && failed == nil || Refused(failed)):
		head.NextCheck = match.NextCheck(head, now)
	case errors.Is(failed, match.ErrNotOffered), errors.Is(failed, errUnplayable):
		head.NextCheck = now.Add(notOffered)
	case failed != nil && same: // the lease stays
	default:
		head.NextCheck = now
	}
	return head
}

// enforceClocks computes when clocks expire, does what is due by now, and plans the reminders
// of the seats that owe a move. It returns [storage.ErrConflict] if somebody changed the match
// meanwhile.
func (p *Publisher) enforceClocks(ctx context.Context, m *match.Match) (err error) {
	if len(m.Times.People) == 0 && m.Phase == storage.Playing {
		if m.Times, err = p.Env.Times(ctx, m.Head); err != nil {
			return err
		}
	}
	for range match.MaxTries {
		verdict, err := p.enforceOne(ctx, m)
		if err != nil {
			return err
		}
		if !verdict.Changed {
			break
		}
		if verdict.Removed {
			if err := noteRemoved(ctx, p.Env, m); err != nil {
				return err
			}
		}
		if err := p.Env.Commit(ctx, m, verdict.Plies); err != nil {
			return err
		}
		if m.Times, err = p.Env.Times(ctx, m.Head); err != nil {
			return err
		}
	}
	if err := p.dropReminders(ctx, m); err != nil {
		return err
	}
	return p.planReminders(ctx, m)
}

// enforceOne does one thing that is due, and asks Discord about the players that it depends on.
func (p *Publisher) enforceOne(ctx context.Context, m *match.Match) (match.Verdict, error) {
	known := match.Presence{}
	for {
		m.Now = p.Env.Now()
		verdict, err := m.Times.Enforce(m, known)
		if err != nil || verdict.Ask == games.Spectator {
			return verdict, err
		}
		if known[verdict.Ask], err = p.whereabouts(ctx, m, verdict.Ask); err != nil {
			return verdict, err
		}
	}
}

// whereabouts asks Discord whether the player of a seat is in the server of the match.
func (p *Publisher) whereabouts(ctx context.Context, m *match.Match, seat games.Seat) (match.Whereabouts, error) {
	if solitary(m.Head) {
		return match.Here, nil
	}
	there, err := p.Channel.Member(ctx, m.Guild, m.Players[seat].ID)
	switch {
	case errors.Is(err, ErrGone):
		return match.GuildLost, nil
	case err != nil && !errors.Is(err, ErrForbidden):
		return match.Here, err
	case err == nil && !there:
		return match.Absent, nil
	}
	return match.Here, nil
}

// noteRemoved notes for the players of a match that it ends because the bot was removed from
// its server. Nothing can be shown there, so they are told directly.
func noteRemoved(ctx context.Context, env *match.Env, m *match.Match) error {
	for _, seat := range m.People() {
		_, err := storage.People.Change(ctx, env.Store, m.Players[seat].ID, func(person *storage.Person) error {
			if !slices.Contains(person.Ended, m.ID) {
				person.Ended = append(person.Ended, m.ID)
			}
			person.NextCheck = env.Now()
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// loseGuild notes that the bot was removed from the server, of a match that could not be shown.
func (p *Publisher) loseGuild(ctx context.Context, m *match.Match, failed error) {
	if !Refused(failed) || m.Phase != storage.Playing || solitary(m.Head) {
		return
	}
	if _, err := p.Channel.Member(ctx, m.Guild, m.Players[m.People()[0]].ID); errors.Is(err, ErrGone) {
		m.Now = p.Env.Now()
		m.LoseGuild()
	}
}

// announceOutage tells the channel of a match of the long outages in which its clocks ran and
// which it was not told of. A nonce keeps it from being told twice.
func (p *Publisher) announceOutage(ctx context.Context, m *publication) error {
	if m.Phase != storage.Playing || m.TurnTime == 0 && m.TotalTime == 0 {
		return nil
	}
	away, err := p.Env.Away(ctx, m.Guild)
	if err != nil {
		return err
	}
	var lost time.Duration
	var last time.Time
	for _, o := range away.Spans {
		ran := slices.ContainsFunc(m.People(), func(s games.Seat) bool { return m.RanBefore(s, o.To) })
		if ran && o.To.Sub(o.From) > match.TellOutageFrom && o.To.After(m.OutageTold) {
			lost, last = lost+o.To.Sub(o.From), o.To
		}
	}
	if lost == 0 {
		return nil
	}
	msg := message.Message{Content: p.Writer.Public(m.Match).Say("excuse.told", "Lost", message.Span(lost))}
	_, err = p.postOnce(ctx, m, m.Channel, m.ID+"-o"+strconv.FormatInt(last.Unix(), 36), msg, nothing)
	if err == nil || Refused(err) {
		m.OutageTold = last
		return nil
	}
	return err
}
