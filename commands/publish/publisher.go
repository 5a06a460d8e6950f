// Package publish shows what was committed, by boards, direct messages, reminders and digests, and
// enforces what time brings: clocks that expire, outages, servers that are lost.
//
// Its policy: a commit comes first and its messages after it, so each step can be done
// again from what is stored. A publication is claimed before it begins and noted when it
// ends; what a crash cut off is due again when the claim runs out, and a nonce or a search
// of the channel keeps it from being shown twice. One match has one publication at a time in
// this process.
//
// # Questions
//
// A process that takes the answer to a question also shows it, so of two answers at about the same
// time the earlier may be shown last, over the line that the question has become. So a question whose line may
// have been undone is to become its line again, and the newest lines are remembered for that (note.go).
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
	"fmt"
	"log/slog"
	"strings"
	"time"

	"parlour/commands/match"
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

// tablePost is the number of the first message of a match, its table.
const tablePost = 1

// Config is what a [Publisher] works with.
type Config struct {
	Env     *match.Env
	Writer  *message.Writer
	Channel Channel
	Patient Channel // for what can wait, such as reminders
	Idle    Channel // for what nobody waits for, such as lines: [ErrLater] while anything else is sent; may be nil
	Spare   Channel // for lobbies: it leaves nearly all to the others; Channel if it is nil
	Guest   Channel // where Parlour can only answer: it sends by the answers to those who press there
	Log     *slog.Logger

	// Room waits until Idle has a place, and returns a context with that place; nil without Idle.
	Room func(context.Context) (context.Context, error)

	Leave func(ctx context.Context, guild string) error // has the bot leave a server, nil if it is in none; may be nil

	Aside func(do func(context.Context))             // does something beside all else that nobody waits for
	Wait  func(context.Context, time.Duration) error // waits, unless the context is done; nil for not at all
	// how long one message, or one old board, may hold up the next board
	Brief time.Duration

	AtOnce  int                // how many publications there may be at once; direct messages of one too, if more than one
	Budget  BudgetLimits       // of new channels of direct messages; none where they are zero
	Owed    func(id string)    // called, without the lock, when an opponent owes a move in a match
	Shown   func(*match.Match) // called, with the lock, when a match is shown as it is, before what tidies up; may be nil
	Refused func()             // called once it is stored that Discord has refused to show a match; may be nil
}

// A Publisher brings what the public sees of matches up to date. It is safe for concurrent
// use. Make one with [New].
type Publisher struct {
	*Directs
	past    queue
	layouts layouts         // of servers
	members members         // of servers
	coded   *message.Writer // writes what a message becomes by an edit: with the code of what is fixed
	locks   match.Locks     // by the match's id, of publications: one happens at a time in this process
}

// New returns a Publisher.
func New(c Config) *Publisher {
	return &Publisher{
		Directs: &Directs{c, NewBudget(c.Env.Store, c.Env.Now, c.Budget)}, coded: c.Writer.Coded(),
	}
}

// Publish shows what the public has not seen of a match yet, while nothing else here publishes it and as long as the
// lease of this process holds: the commit that has claimed its check or, if there is a newer version or none was
// claimed, the newest if that is due. Then it tells [Config.Owed] if an opponent owes a move.
func (p *Publisher) Publish(ctx context.Context, u match.Unshown) (err error) {
	if p.Wait != nil && gathers(u) {
		if err := p.Wait(ctx, gatherFor); err != nil {
			return err
		}
	}
	owes := false
	defer p.startVisits()
	defer func() {
		if owes && p.Owed != nil {
			p.Owed(u.ID)
		}
	}()
	defer p.locks.Lock(u.ID)()
	defer match.Catch(&err)
	during, done := p.Env.Fleet.While(ctx)
	defer done()
	if during.Err() != nil {
		return context.Cause(during)
	}
	// A newer version may have been written while this publication waited for the lock, or the commit has left the
	// match to another process.
	m := u.Committed
	isNewest := m != nil && p.Env.Newest(m.Head) && m.Owner == p.Env.Fleet.ID()
	switch {
	case isNewest && u.Delivered:
		delivered(&m.Head, u)
	case u.Delivered:
		if err := p.noteDelivered(during, u); err != nil {
			return err
		}
	}
	if isNewest {
		owes, err = p.publishClaimed(during, m, m.Head, u.Seen)
	} else {
		owes, err = p.publishDue(during, u.ID, cmp.Or(u.By, p.Env.Now()))
	}
	return err
}

// publishClaimed enforces the clocks of a claimed match, brings its messages up to date and notes how
// far it came. If the clocks cannot be enforced, what they changed in memory is dropped. seen may be nil.
func (p *Publisher) publishClaimed(ctx context.Context, m *match.Match, claimed storage.Head, seen func()) (owes bool, err error) {
	edit := m.Published.Edit
	done := &publication{Match: m, seen: seen, fresh: m.Interrupted.IsZero(), by: time.Now().Add(2 * p.Brief)}
	unasked := p.enforceClocks(ctx, m)
	if errors.Is(unasked, storage.ErrConflict) {
		return p.again(ctx, m.ID, true) // another change has its own publication, unless it has left that to this one
	}
	if unasked != nil && !errors.Is(unasked, errUnasked) {
		return false, errors.Join(unasked, p.noteFailed(ctx, claimed, unasked))
	}
	if p.Env.Now().Sub(m.Interrupted) > sameNonce { // until then nonces are enough
		done.searchSince = m.Interrupted
	}
	if found, err := p.adopt(ctx, done); found || err != nil {
		if noted := p.noteFailed(ctx, m.Head, cmp.Or(err, errAdopted)); err != nil || noted != nil {
			return false, errors.Join(err, noted)
		}
		return p.again(ctx, m.ID, false)
	}
	err = errors.Join(p.bringUpToDate(ctx, done), unasked)
	p.loseGuild(ctx, m, err)
	if err == nil && m.State == nil && m.Phase == storage.Playing { // of unknown rules
		return false, p.noteFailed(ctx, m.Head, errUnplayable)
	}
	if err == nil {
		p.Env.Entrust(ctx, m)
	}
	err = errors.Join(err, p.touchLobby(ctx, m)) // before it is noted, so that a crash has it done again
	overtaken, noted := p.note(ctx, outcome{m.Head, edit, done.posted, done.settled, done.asked, err})
	if done.twin {
		p.publishTwin(ctx, m.Twin())
	}
	if overtaken {
		return p.again(ctx, m.ID, false)
	}
	return m.Thinker() != games.Spectator || m.WantsHint(), errors.Join(err, noted)
}

// publishTwin publishes the second game of a match of two, which has just begun. What fails is due again.
func (p *Publisher) publishTwin(ctx context.Context, id string) {
	defer p.locks.Lock(id)()
	if _, err := p.publishDue(ctx, id, p.Env.Now()); err != nil && ctx.Err() == nil {
		p.Log.Warn("a publication failed", "match", id, "err", err)
	}
}

// A publication is a match whose messages are being brought up to date.
type publication struct {
	*match.Match
	seen        func()       // see [match.Unshown.Seen]
	fresh       bool         // no earlier publication was cut off
	by          time.Time    // when what is done beside the board has to end: see [Publisher.beside]
	searchSince time.Time    // search the channel for messages from here on; zero: the nonce is enough
	threaded    bool         // it has tried to open the thread
	tabled      bool         // it has posted the table, anew, which says what became of it
	twin        bool         // it has begun the second game of a match of two
	bids        func() error // waits until people are asked for bids, before the board, which notifies those who got nothing
	posted      string       // id of the board that it has posted
	settled     []string     // ids of the messages of the past that it has tidied up
	asked       []int        // numbers of the questions that it has shown as they were
}

// beside bounds a step that a publication does beside its board, because no such step stops the board. One has
// [Config.Brief]. Together, those before the board have twice that, and those after it as much as one, for which
// the next board may wait.
func (p *Publisher) beside(ctx context.Context, m *publication) (context.Context, context.CancelFunc) {
	by := time.Now().Add(p.Brief)
	if m.by.Before(by) {
		by = m.by
	}
	return context.WithDeadline(ctx, by)
}

// bringUpToDate brings the messages of a match up to date and writes into its head what was
// done, as far as it came. What tidies up comes last, so that a board never waits for it.
func (p *Publisher) bringUpToDate(ctx context.Context, m *publication) error {
	if m.Alone { // each answer shows it
		return p.Env.BeginNext(ctx, m.Match)
	}
	if err := p.Env.ReadTwin(ctx, m.Match); err != nil {
		return err
	}
	if !m.fresh && m.Desired.Post > m.Published.Post {
		m.DoubtSpots()
	}
	p.adoptDirects(ctx, m)
	m.bids = p.askForBids(ctx, m)
	p.renameThread(ctx, m)
	if !m.fresh && m.Phase != storage.Open && m.Live.Message == "" && m.Table != "" && m.Invited == nil {
		p.adoptCalls(ctx, m, m.Home, isCall(m.Match)) // to a table that is closed by now
	}
	shown := p.updateBoard(ctx, m)
	asked := m.bids()
	if shown == nil || m.Guest && Refused(shown) { // a guest may be able to post, but not to change a board
		shown = errors.Join(shown, p.showAsks(ctx, m))
	}
	told := p.announceOutage(ctx, m)
	if errors.Join(shown, asked, told) == nil {
		if m.seen != nil {
			m.seen()
		}
		if p.Shown != nil {
			p.Shown(m.Match)
		}
	}
	if shown == nil || m.Guest && Refused(shown) {
		if p.tidy(ctx, m) {
			p.visitLater(m.ID)
		}
	}
	past, done := p.beside(ctx, m)
	defer done()
	p.Directs.tidy(past, m.Match)
	var begun error
	if shown == nil {
		m.twin, begun = p.Env.BeginTwin(ctx, m.Match)
	}
	return errors.Join(shown, asked, told, begun, p.Env.BeginNext(ctx, m.Match))
}

// updateBoard brings the public messages of a match up to date.
func (p *Publisher) updateBoard(ctx context.Context, m *publication) error {
	if err := p.Env.ReadTally(ctx, m.Match); err != nil {
		return err
	}
	if m.Desired.Post > m.Published.Post {
		if !storage.BroughtDown(m.Publication) {
			m.AnnouncedBefore = m.Announced
		}
		if err := p.post(ctx, m); err != nil {
			return err
		}
	}
	_ = m.bids()
	m.by = time.Now().Add(p.Brief)
	if m.Desired.Edit > m.Published.Edit {
		err := p.redraw(ctx, m)
		if errors.Is(err, ErrGone) && m.Solo() && m.Setup.Rules > 0 { // somebody deleted the only message of the game
			m.Desired.Post++
			err = p.post(ctx, m)
		}
		if err != nil && !errors.Is(err, ErrGone) && !p.tired(m.Match) {
			return fmt.Errorf("edit message %s: %w", m.Message, err)
		}
		m.Published.Edit = m.Desired.Edit
	}
	if m.ShowsThought() {
		if err := p.redraw(ctx, m); err != nil {
			p.Log.Info("a board does not say that an opponent thinks", "match", m.ID, "err", err)
		}
		m.Live.Turn = m.Turn // once is enough
	}
	return nil
}

// post posts the newest message of a match, and notes that the one before it is to be tidied up. A
// nonce keeps a message from being posted twice when the outcome of the first try is unknown;
// the message may then be of that time, which an edit mends.
func (p *Publisher) post(ctx context.Context, m *publication) error {
	if m.Table == "" && !withoutTable(m.Match) {
		// A game goes on without a table that is refused, such as for the names in it.
		if err := p.postTable(ctx, m); err != nil && (m.Setup.Rules == 0 || !Refused(err)) {
			return err
		}
	}
	if m.Desired.Post == tablePost { // one that nobody saw before it was over is not shown any more
		m.Published.Post = tablePost
		return nil
	}
	if err := p.openThread(ctx, m); err != nil {
		return err
	}
	err := p.showCode(ctx, m)
	if m.Channel != m.Home && Refused(err) { // as below
		m.Channel, m.Thread = m.Home, false
		err = p.showCode(ctx, m)
	}
	if err != nil {
		return err
	}
	_ = m.bids()
	msg := p.Writer.Board(m.Match)
	coded := msg
	if p.coded.HasCode(m.Match) { // few boards have one
		coded = p.coded.Board(m.Match)
	}
	isNewest := isTurn(m.Match)
	if m.Setup.Rules == 0 { // before the game begins it is a call
		isNewest = nothing // of several that say something else
		if len(msg.Rows) == 1 && len(msg.Rows[0]) == 1 {
			isNewest = isCall(m.Match)
		}
	}
	id, err := p.postOnce(ctx, m, m.Channel, nonce(m.Head, m.Desired.Post), msg, isNewest)
	if m.Channel != m.Home && Refused(err) { // the thread was deleted or locked: on in its channel
		m.Channel, m.Thread = m.Home, false
		id, err = p.postOnce(ctx, m, m.Channel, nonce(m.Head, m.Desired.Post), msg, isTurn(m.Match))
	}
	if err != nil {
		return fmt.Errorf("post to channel %s: %w", m.Channel, err)
	}
	m.by, m.Published.Post = time.Now().Add(p.Brief), m.Desired.Post
	if m.fresh { // nothing older was found, so the post shows the newest edit too
		m.Published.Edit = m.Desired.Edit
	}
	adopted := m.Live.Message == id
	m.succeed(id, msg.Pings)
	p.resultDue(ctx, m)
	if adopted { // its nonce found the board that a crash left, which shows what was then
		return p.redraw(ctx, m)
	}
	p.addCode(ctx, m.Match, m.Channel, id, msg, coded)
	return nil
}

// sameNonce is how long a channel is trusted to recognise a nonce. After that it is searched
// for the message.
const sameNonce = time.Minute

// postOnce posts a message of a match. If an interrupted publication may have posted it
// already and its nonce may be forgotten, the channel is searched first, for a message that
// is known by its buttons or, if it has none of another match, says the same. Where that fails the message is posted,
// because twice is better than never, and a board that was there already goes when the channel can be read.
func (p *Publisher) postOnce(ctx context.Context, m *publication, channel, nonce string, msg message.Message,
	known func(Posted) bool) (string, error) {
	if !m.searchSince.IsZero() {
		own, err := p.ownOf(ctx, m, channel, m.searchSince)
		if err != nil && !Refused(err) {
			retire(&m.Head, storage.Board{Channel: channel, Turn: m.Turn})
		}
		other := func(b message.Button) bool { return b.Match != "" && b.Match != m.ID } // two tables may say the same
		for _, found := range own {
			same := strings.TrimSpace(found.Content) == strings.TrimSpace(msg.Content) && !found.has(other)
			if !knows(m.Head, found.ID) && found.ID != m.Message && (same || known(found)) {
				return found.ID, nil
			}
		}
	}
	if m.Phase != storage.Playing { // nobody plays on whom Parlour does not serve
		var err error
		if msg.Pings, err = p.Env.Served(ctx, msg.Pings); err != nil {
			return "", err
		}
	}
	return p.channelOf(m.Head).Post(ctx, channel, nonce, msg)
}

// ownOf finds the bot's own messages in a channel of a match, beside its board.
func (p *Publisher) ownOf(ctx context.Context, m *publication, channel string, since time.Time) ([]Posted, error) {
	ctx, done := p.beside(ctx, m)
	defer done()
	return p.channelOf(m.Head).Own(ctx, channel, since)
}

// redraw changes the newest message of a match: its board or, before its game begins, its table.
func (p *Publisher) redraw(ctx context.Context, m *publication) error {
	ctx, done := p.beside(ctx, m)
	defer done()
	if m.Setup.Rules == 0 {
		return p.edit(ctx, m.Match, m.Home, m.Table, p.coded.Table(m.Match))
	}
	err := p.edit(ctx, m.Match, m.Channel, m.Message, p.coded.Board(m.Match))
	if err == nil {
		redrawn(&m.Head, m.Match)
	}
	return err
}

// postTable posts the table message, or finds it, if its id is not known yet.
func (p *Publisher) postTable(ctx context.Context, m *publication) error {
	plain, coded := p.Writer.Table(m.Match), p.coded.Table(m.Match)
	id, err := p.postOnce(ctx, m, m.Home, nonce(m.Head, tablePost), plain, isTable(m.Match, coded))
	if err != nil {
		return fmt.Errorf("post to channel %s: %w", m.Home, err)
	}
	m.Table, m.Message, m.Published.Post, m.tabled = id, id, tablePost, m.fresh // else it may be one of before
	p.addCode(ctx, m.Match, m.Home, id, plain, coded)
	return nil
}

// gatherFor is how long bids are gathered that one change of a board shows.
const gatherFor = 2 * time.Second

// gathers reports whether a commit asks for nothing but that a board says who has bid. What an answer has shown does
// not wait for that: opponents think once it is noted.
func gathers(u match.Unshown) bool {
	m := u.Committed
	return m != nil && !u.Delivered && m.Bidding() && len(m.Asks) == 0 &&
		m.Desired.Post == m.Published.Post && m.Desired.Edit > m.Published.Edit
}

// Due publishes every match that is due now or within a time; after a long outage, all of
// them. Errors of single matches are logged, and those matches are due again later.
func (p *Publisher) Due(ctx context.Context, within time.Duration) error {
	if err := p.Env.TellOutages(ctx); err != nil {
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
		err := p.Publish(ctx, match.Unshown{ID: id, By: by})
		if err != nil && ctx.Err() == nil {
			p.Log.Warn("a publication failed", "match", id, "err", err)
		}
		return err
	})
}

// publishDue publishes a match if it is due by a time, and reports whether an opponent owes a move in
// it. It claims before it replays, so that a match which cannot be replayed is not due for ever.
func (p *Publisher) publishDue(ctx context.Context, id string, by time.Time) (owes bool, err error) {
	stored, err := p.Env.Store.Get(ctx, id)
	if err != nil {
		return false, err
	}
	if !p.Env.IsDue(ctx, stored.Head, by) {
		return false, nil
	}
	if match.BeginsBy(stored.Head, p.Env.Now()) {
		return p.begin(ctx, stored.Head)
	}
	owes, err = p.take(ctx, stored)
	return owes, ignore(err, storage.ErrConflict)
}

// begin begins the game of a full table by itself, and publishes it.
func (p *Publisher) begin(ctx context.Context, head storage.Head) (owes bool, err error) {
	opener, err := p.Env.Person(ctx, head.Players[0].ID)
	if err != nil {
		return false, err
	}
	public := head.Rated != nil
	if public {
		if public, err = p.public(ctx, head); err != nil {
			_, later := p.Env.Claim(ctx, head) // or Discord would be asked again at once
			return false, errors.Join(err, ignore(later, storage.ErrConflict))
		}
	}
	m, err := p.Env.Change(ctx, head.ID, func(m *match.Match) ([]games.Ply, error) {
		return nil, m.BeginByItself(opener, public)
	})
	if err != nil || m.Owner != p.Env.Fleet.ID() { // another process shows it
		return false, ignore(err, match.ErrStale)
	}
	return p.publishClaimed(ctx, m, m.Head, nil)
}

// public reports whether everybody in the server may view the channel of a table. It returns an error if Discord cannot say
// that now.
func (p *Publisher) public(ctx context.Context, table storage.Head) (bool, error) {
	ctx, done := context.WithTimeout(ctx, p.Brief)
	defer done()
	l, err := p.layoutBy(ctx, p.Channel, table.Guild)
	if Refused(err) {
		return false, nil
	}
	return l.Public(cmp.Or(table.Above, table.Home)) && !table.Private, err
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
	return p.publishClaimed(ctx, m, stored.Head, nil)
}

// ChangeAlone is [match.Env.Change] while no publication of the match is under way: one would
// note what it found before the change, such as the channel of the match.
func (p *Publisher) ChangeAlone(ctx context.Context, id string, decide match.Decision) (*match.Match, error) {
	defer p.locks.Lock(id)()
	return p.Env.Change(ctx, id, decide)
}

// LoadNoted is [match.Env.Load] after the publication under way, if there is one, has noted
// what it did.
func (p *Publisher) LoadNoted(ctx context.Context, id string) (*match.Match, error) {
	defer p.locks.Lock(id)()
	return p.Env.Load(ctx, id)
}
