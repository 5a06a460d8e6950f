package publish

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

// retire makes a message one of the past, which is to be tidied up.
func retire(head *storage.Head, b storage.Board) { head.Old = append(slices.Clone(head.Old), b) }

// succeed makes a message that was posted the live board. The one before it is old, and so is the
// table when its game begins and when its match ends. A message that calls the opener to a table is no
// board: it goes once the table is open no more.
func (m *publication) succeed(id string, pinged []string) {
	if m.Live.Message != "" && m.Live.Message != id {
		retire(&m.Head, m.Live)
	}
	begins := m.Live.Message == "" && !m.tabled && m.Two != 2
	if m.Table != "" && (begins || m.Phase == storage.Open || m.Ends()) {
		retire(&m.Head, storage.Board{Channel: m.Home, Message: m.Table})
	}
	if m.Phase == storage.Open {
		retire(&m.Head, storage.Board{Channel: m.Home, Message: id, Call: true})
	}
	if m.Setup.Rules > 0 {
		from := m.AnnouncedBefore
		if storage.BroughtDown(m.Publication) { // the board before becomes the line of what both tell
			from = max(from, m.Announced)
		}
		m.Live = m.Shows(id, from, pinged)
		m.Message, m.Announced, m.posted = id, m.Plies, id
	}
}

// tidy makes lines of the boards of the past, or deletes them. What fails for now stays in the
// head and is done later; a message that is gone, or that the bot may not change, is done. It reports
// whether something waits for room.
func (p *Publisher) tidy(ctx context.Context, m *publication) (waits bool) {
	unsettle(m.Match)
	var left []storage.Board
	for _, b := range m.Old {
		if match.Stands(m.Head, b) {
			left = append(left, b)
			continue
		}
		err := p.tidyOne(ctx, m, b)
		switch later := errors.Is(err, ErrLater); {
		case err == nil, Refused(err), !later && p.tired(m.Match), p.failsFor(m.Match) > waitsFor:
		default:
			if left, waits = append(left, b), waits || later; !later {
				p.Log.Info("a board of the past stays for now", "match", m.ID, "message", b.Message, "err", err)
			}
			continue
		}
		m.settled = append(m.settled, b.Message)
		if err == nil {
			rememberLine(m.Match, b)
		}
	}
	m.Old = left
	if m.Phase != storage.Playing { // nothing is taken back any more
		m.Lines = nil
	}
	return waits
}

// tidyOne makes a line of a board of the past, or deletes it. The table says what became of it.
func (p *Publisher) tidyOne(ctx context.Context, m *publication, b storage.Board) error {
	ctx, done := p.beside(ctx, m)
	defer done()
	via := p.idleOf(m.Match)
	if b.Message == "" {
		return p.sweep(ctx, m, b, via)
	}
	if b.Message == storage.ResultDue {
		return p.postResult(ctx, m, via)
	}
	if b.Message == m.Table {
		if !m.Last && m.Other != nil && m.Other.Last { // which tells of both
			return nil
		}
		return p.editBy(ctx, via, m.Match, b.Channel, b.Message, p.coded.Table(m.Match))
	}
	line, ok := p.Writer.Line(m.Match, b)
	if !ok {
		return via.Delete(ctx, b.Channel, b.Message)
	}
	return p.editBy(ctx, via, m.Match, b.Channel, b.Message, line)
}

// resultDue notes at the end of a game of several people in a server that its result is yet to be posted, if the server
// has a channel for that.
func (p *Publisher) resultDue(ctx context.Context, m *publication) {
	if m.Phase != storage.Over || m.Guild == "" || len(m.People()) < 2 {
		return
	}
	if s, err := storage.Servers.Get(ctx, p.Env.Store, m.Guild); err == nil && s.Results != "" {
		retire(&m.Head, storage.Board{Message: storage.ResultDue})
	}
}

// postResult posts the result of a match, if it may be shown in the channel that gets those of its server by now.
func (p *Publisher) postResult(ctx context.Context, m *publication, via Channel) error {
	s, err := storage.Servers.Get(ctx, p.Env.Store, m.Guild)
	if err != nil || s.Results == "" || !p.Layout(ctx, m.Guild).ShownIn(m.Home, s.Results) {
		return err
	}
	if listed, err := p.Env.Listed(ctx)(m.Head); err != nil || !listed {
		return err
	}
	isIt := func(b message.Button) bool { return message.IsResult(m.Match, b) }
	return postOnce(ctx, via, s.Results, m.ID+"-result", m.searchSince, isIt, p.Writer.Result(m.Match))
}

// postOnce posts a message under its nonce, unless the channel has one with such a button since a time, zero for none: a
// process posted it that could not note that.
func postOnce(ctx context.Context, via Channel, channel, nonce string, since time.Time, isIt func(message.Button) bool, msg message.Message) error {
	if !since.IsZero() {
		own, err := via.Own(ctx, channel, since)
		if err != nil || slices.ContainsFunc(own, func(found Posted) bool { return found.has(isIt) }) {
			return err
		}
	}
	_, err := via.Post(ctx, channel, nonce, msg)
	return err
}

// sweep deletes what a channel may have of a match though nobody has noted it: a message that added people to a
// thread, and the board of a turn that was posted twice, before the one that was noted, or a direct message of it.
func (p *Publisher) sweep(ctx context.Context, m *publication, of storage.Board, via Channel) error {
	own, err := p.ownOf(ctx, m, of.Channel, m.Created)
	if of.Channel == m.Live.Channel { // a newer one may be that of another process
		isLive := func(found Posted) bool { return found.ID == m.Live.Message }
		own = own[min(len(own), slices.IndexFunc(append(own, Posted{ID: m.Live.Message}), isLive)+1):]
	}
	isInvitation := isInvitation(m.Match)
	isBoard := func(b message.Button) bool {
		return b.Match == m.ID && b.Turn == of.Turn && (b.Verb == message.VerbMore || slices.Contains(ofDirects, b.Verb))
	}
	for _, found := range own {
		if !knows(m.Head, found.ID) && (isInvitation(found) || found.has(isBoard)) {
			err = errors.Join(err, via.Delete(ctx, of.Channel, found.ID))
		}
	}
	return err
}

// idleOf returns the channel that takes what nobody waits for in a match. A publication that is made
// again leaves nothing to [Publisher.visit], which leaves it to the publication.
func (p *Publisher) idleOf(m *match.Match) Channel {
	if p.Idle == nil || m.Guest || !m.Interrupted.IsZero() {
		return p.channelOf(m.Head)
	}
	return p.Idle
}

// errDue ends a visit of a match in which something else is due, which stays so.
var errDue = errors.New("something else is due")

// visit makes lines of the boards of the past of a match, as far as there is room. It leaves a match
// alone whose publication is under way or has failed, because a note of the visit would make the
// commit that is to be published an older one.
func (p *Publisher) visit(ctx context.Context, id string) (done, left bool) {
	err := func() (err error) {
		defer p.locks.Lock(id)()
		defer match.Catch(&err)
		ctx, over := p.Env.Fleet.While(ctx)
		defer over()
		m, err := p.Env.Load(ctx, id)
		if err != nil || !m.FailingSince.IsZero() || m.State == nil && m.Setup.Rules > 0 {
			return err
		}
		if err := p.Env.ReadTally(ctx, m); err != nil { // which a table tells
			return err
		}
		seen := &publication{Match: m, by: time.Now().Add(p.Brief)}
		left = p.tidy(ctx, seen)
		if done = len(seen.settled) > 0; !done {
			return nil
		}
		var other error
		if !m.NextCheck.After(p.Env.Now()) {
			other = errDue
		}
		_, err = p.note(ctx, outcome{Head: m.Head, edit: m.Published.Edit, settled: seen.settled, failed: other})
		return err
	}()
	if err != nil && ctx.Err() == nil {
		p.Log.Info("boards of the past wait for a check", "match", id, "err", err)
	}
	return done, left && err == nil
}

// adopt finds the boards of earlier turns that interrupted publications posted and nobody noted,
// and takes them for boards of the past: each tells of the plies up to its turn. It finds their table
// before them. What it finds is to be noted before anything else is done, as a board that has become
// a line could not be found again after another crash.
func (p *Publisher) adopt(ctx context.Context, m *publication) (found bool, err error) {
	if m.fresh || m.State == nil || m.Desired.Post <= m.Published.Post {
		return false, nil
	}
	if m.Table == "" && !withoutTable(m.Match) {
		return true, p.postTable(ctx, m)
	}
	own, err := p.ownOf(ctx, m, m.Channel, m.Interrupted)
	ofGame := func(b message.Button) bool { return b.Match == m.ID && b.Verb == message.VerbMore }
	if m.Thread && m.Channel == m.Home {
		if slices.ContainsFunc(own, func(f Posted) bool { return f.has(ofGame) }) { // its thread was not there in time
			m.Thread = false
		} else if err := p.openThread(ctx, m); err != nil {
			return false, err
		}
		if m.Channel != m.Home {
			own, err = p.ownOf(ctx, m, m.Channel, m.Interrupted)
		}
	}
	if err != nil {
		p.Log.Info("boards that were cut off may stay", "match", m.ID, "err", err)
		return false, nil
	}
	before := m.Live.Message
	for _, found := range slices.Backward(own) {
		turn, ok := turnBefore(m.Match, found, m.Turn, message.VerbMore)
		at := slices.IndexFunc(m.Steps(), func(s match.Step) bool { return s.Turn == turn })
		if !ok || knows(m.Head, found.ID) || at < m.Announced {
			continue
		}
		var pinged []string
		for _, p := range m.Players {
			if strings.Contains(found.Content, string(message.Mention(p.ID))) {
				pinged = append(pinged, p.ID)
			}
		}
		if m.Live.Message != "" {
			retire(&m.Head, m.Live)
		} else if !m.tabled {
			retire(&m.Head, storage.Board{Channel: m.Home, Message: m.Table})
		}
		m.Live = storage.Board{Channel: m.Channel, Message: found.ID, From: m.Announced, To: at, Turn: turn, Posted: at}
		m.Live.Pinged = pinged
		m.Message, m.Announced, m.AnnouncedBefore = found.ID, at, at
	}
	return m.Live.Message != before, nil
}

// adoptCalls finds messages in a channel that call people to a match, and that interrupted publications posted
// and nobody noted, so that they go as all others.
func (p *Publisher) adoptCalls(ctx context.Context, m *publication, channel string, is func(Posted) bool) {
	own, err := p.ownOf(ctx, m, channel, m.Interrupted)
	if err != nil {
		p.Log.Info("a message of a call that was cut off may stay", "match", m.ID, "err", err)
	}
	for _, found := range own {
		if !knows(m.Head, found.ID) && is(found) {
			retire(&m.Head, storage.Board{Channel: channel, Message: found.ID, Call: true})
		}
	}
}

// ofDirects are verbs of which a direct message that asks for a bid has one.
var ofDirects = []message.Verb{message.VerbPick, message.VerbPage, message.VerbConfirm}

// adoptDirects finds the direct messages that interrupted publications sent and nobody noted, so that they are taken away
// as all others: those of earlier auctions, and of this one to people who have bid meanwhile.
func (p *Publisher) adoptDirects(ctx context.Context, m *publication) {
	if m.fresh || m.State == nil || !m.Info.Hidden || solitary(m.Head) {
		return
	}
	ctx, done := p.beside(ctx, m)
	defer done()
	for _, seat := range m.People() {
		person, err := p.Env.Person(ctx, m.Players[seat].ID)
		if err != nil || person.Direct == "" {
			continue
		}
		own, err := p.Patient.Own(ctx, person.Direct, m.Interrupted)
		if err != nil {
			p.Log.Info("direct messages that were cut off may stay", "match", m.ID, "err", err)
		}
		before := m.Turn // the message to somebody who owes a bid is found when they are asked
		if !slices.Contains(m.State.ToMove(), seat) {
			before++
		}
		for _, found := range own {
			turn, ok := turnBefore(m.Match, found, before, ofDirects...)
			if ok {
				m.AdoptDirect(storage.Direct{Player: person.ID, Turn: turn, Channel: person.Direct, Message: found.ID})
			}
		}
	}
}

// turnBefore returns the turn of a message that was found, if it has a button with one of some verbs
// from before a turn of a match.
func turnBefore(m *match.Match, found Posted, before int, verbs ...message.Verb) (turn int, ok bool) {
	for _, id := range found.Buttons {
		b, err := message.ParseButton(id)
		if err == nil && b.Match == m.ID && b.Turn < before && slices.Contains(verbs, b.Verb) {
			return b.Turn, true
		}
	}
	return 0, false
}

// renameThread gives the thread of a game the name of what is played there, or of how it ended: before the first board
// of a rematch, and before the board of an end. What Discord refuses is not tried again, and what it leaves without an
// answer, or for later, not for ever.
func (p *Publisher) renameThread(ctx context.Context, m *publication) {
	if !storage.Misnamed(m.Head) || m.State == nil {
		return
	}
	ctx, done := p.beside(ctx, m)
	defer done()
	over := !m.Phase.Live()
	err := p.Channel.Rename(ctx, m.Channel, p.Writer.Public(m.Match).ThreadName(true), over)
	if errors.Is(err, ErrName) {
		err = p.Channel.Rename(ctx, m.Channel, p.Writer.Public(m.Match).ThreadName(false), over)
	}
	if err != nil {
		p.Log.Info("a thread keeps its name", "match", m.ID, "err", err)
	}
	later := errors.Is(err, ErrLater) || err != nil && ctx.Err() != nil
	if !later || p.tired(m.Match) {
		m.Named = m.Phase
	}
}

// keptLines is how many lines a head remembers. More are hardly ever taken back, and every commit
// writes the head.
const keptLines = 30

// unsettle makes boards of the past again of lines that do not show what was taken back, so that these
// are written anew.
func unsettle(m *match.Match) {
	if m.State == nil {
		return
	}
	m.Lines = match.Without(m.Lines, func(l storage.Line) bool {
		stale := struck(m, l.Board) != l.Struck
		if stale && !amongBoards(m.Old, l.Message) {
			retire(&m.Head, l.Board)
		}
		return stale
	})
}

// rememberLine keeps a line that was just written, as long as it has something that may be taken back.
func rememberLine(m *match.Match, b storage.Board) {
	m.Lines = match.Without(m.Lines, func(l storage.Line) bool { return l.Message == b.Message })
	n := struck(m, b)
	if len(units(m, b)) == n {
		return
	}
	b.Pinged = nil // nobody has to have read a line
	m.Lines = append(m.Lines, storage.Line{Board: b, Struck: n})
	slices.SortStableFunc(m.Lines, func(a, b storage.Line) int { return a.From - b.From })
	m.Lines = m.Lines[max(0, len(m.Lines)-keptLines):]
}

// units returns the steps of a board that complete a unit of the record.
func units(m *match.Match, b storage.Board) []match.Step {
	steps := m.Steps()
	to := min(b.To, len(steps))
	return match.Without(steps[min(b.From, to):to], func(s match.Step) bool {
		return !s.EndsUnit() || s.Move.BackBy() > 0
	})
}

// struck returns how many units of a board are taken back.
func struck(m *match.Match, b storage.Board) (n int) {
	for _, s := range units(m, b) {
		if s.TakenBack {
			n++
		}
	}
	return n
}

// amongBoards reports whether a message is one of some boards.
func amongBoards(boards []storage.Board, id string) bool {
	return slices.ContainsFunc(boards, func(b storage.Board) bool { return b.Message == id })
}

const (
	// mostWaiting bounds how many matches wait in a [queue]. Others wait for their next check.
	mostWaiting = 10_000
	// visitsAtOnce is how many matches are visited at once: as many as are answered within a fifth
	// of a second at 50 requests a second.
	visitsAtOnce = 10
	// pauseAfterVisit is the pause after a visit for which nothing could be done.
	pauseAfterVisit = time.Second
)

// A queue holds matches with boards of the past for which there was no room, the longest waiting
// first.
type queue struct {
	mu      sync.Mutex
	waiting []string
	known   map[string]bool // what waits, or is about to be visited
	workers int
}

// visitLater has a match visited after the next [Publisher.startVisits], unless too many wait.
func (p *Publisher) visitLater(id string) {
	if p.Room == nil || p.Aside == nil || p.Wait == nil {
		return
	}
	q := &p.past
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.known[id] || len(q.waiting) >= mostWaiting {
		return
	}
	if q.known == nil {
		q.known = map[string]bool{}
	}
	q.known[id] = true
	q.waiting = append(q.waiting, id)
}

// startVisits visits what waits, beside all else. The caller must hold no lock of a match.
func (p *Publisher) startVisits() {
	q := &p.past
	q.mu.Lock()
	starts := len(q.waiting) > 0 && q.workers < visitsAtOnce
	if starts {
		q.workers++
	}
	q.mu.Unlock()
	if starts {
		p.Aside(p.visitAll)
	}
}

// visitAll visits matches until none waits, or until the context is done.
func (p *Publisher) visitAll(ctx context.Context) {
	q := &p.past
	for {
		id, ok := q.next(ctx)
		if !ok {
			return
		}
		placed, err := p.Room(ctx)
		q.forget(id)
		if err != nil {
			continue
		}
		done, left := p.visit(placed, id)
		if left {
			if !done {
				_ = p.Wait(ctx, pauseAfterVisit) // a wait that is cut short ends the work
			}
			p.visitLater(id)
		}
	}
}

// next returns the match that has waited longest. If none waits, or the context is done, ok is false and the
// worker is no longer counted.
func (q *queue) next(ctx context.Context) (id string, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 || ctx.Err() != nil {
		q.workers--
		return "", false
	}
	id, q.waiting = q.waiting[0], q.waiting[1:]
	return id, true
}

// forget lets a match be added again.
func (q *queue) forget(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.known, id)
}
