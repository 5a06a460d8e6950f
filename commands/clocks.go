package commands

import (
	"context"
	"fmt"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// patience is how long a table waits for people, and a game for the answer to what
// becomes of it now that time was up.
const patience = 7 * 24 * time.Hour

// idle is how long at most nobody looks at a live match.
const idle = 7 * 24 * time.Hour

// times are what the clocks of a match depend on besides the match.
type times struct {
	people  []storage.Person // by seat
	outages []storage.Span
}

// times reads them.
func (h *Host) times(ctx context.Context, head storage.Head) (times, error) {
	var t times
	for _, p := range head.Players {
		var person storage.Person
		var err error
		if p.Level == "" {
			person, err = h.Store.Person(ctx, p.ID)
		}
		if err != nil {
			return t, err
		}
		t.people = append(t.people, person)
	}
	var err error
	t.outages, err = h.outages(ctx)
	return t, err
}

// outages are the times in which no host was at work: they count for nobody.
func (h *Host) outages(ctx context.Context) ([]storage.Span, error) {
	up, err := h.Store.Uptime(ctx)
	if err != nil {
		return nil, err
	}
	var spans []storage.Span
	for _, o := range up.Outages {
		spans = append(spans, o.Span)
	}
	return spans, nil
}

// turnOf is the time that the player of a seat has for what the seat owes. There is
// none for who owes nothing, and for who may take as long as they like, as opponents may.
func turnOf(head storage.Head, seat int, p storage.Person, outages []storage.Span) (clock.Turn, bool) {
	if head.Phase != storage.Playing || seat < 0 || seat >= len(head.Clocks) || head.Clocks[seat].Since.IsZero() || head.Players[seat].Level != "" {
		return clock.Turn{}, false
	}
	c := head.Clocks[seat]
	limit := head.TurnTime
	if left := max(head.TotalTime-c.Spent, 1); head.TotalTime > 0 && (limit == 0 || left < limit) {
		limit = left
	}
	if limit == 0 {
		return clock.Turn{}, false
	}
	return clock.Turn{
		Since: c.Since, Limit: limit, Grace: c.Extension, Pauses: slices.Concat(outages, p.Away), Quiet: quietOf(p),
	}, true
}

func (t times) turn(head storage.Head, seat int) (clock.Turn, bool) {
	return turnOf(head, seat, t.people[seat], t.outages)
}

// racing reports whether several owe a move of which only the first is made. Nobody's
// total time runs, and who lets it pass has missed nothing.
func racing(s games.State) bool {
	b, ok := s.(games.Bidder)
	return len(s.ToMove()) > 1 && !(ok && b.Bidding())
}

// commit appends what was made to a match, with its clocks: those of who owes nothing
// any more stop, and those of who owes something new begin.
func (h *Host) commit(ctx context.Context, m *match, made []games.Ply) error {
	now := h.Now()
	at := now
	if n := len(m.Log); n > 0 && at.Before(m.Log[n-1].At) {
		at = m.Log[n-1].At // the clock went back, or another host's goes ahead
	}
	if err := h.runClocks(ctx, m, made, now); err != nil {
		return err
	}
	entries, err := h.entries(m, made, at)
	if err != nil {
		return err
	}
	if m.Head, err = h.Store.Append(ctx, m.Head, entries...); err != nil {
		return err
	}
	m.Log = append(m.Log, entries...)
	return nil
}

// runClocks has the clocks of a match follow plies that are made now.
func (h *Host) runClocks(ctx context.Context, m *match, made []games.Ply, now time.Time) error {
	state := m.state
	if m.Phase == storage.Open || m.Setup.Rules == 0 || state == nil && len(m.Log) > 0 {
		return nil
	}
	if state == nil { // it begins now
		var err error
		if state, err = m.game.Start(m.Setup); err != nil {
			return nil // of rules that are not known: nothing is owed
		}
	}
	m.Clocks = slices.Clone(m.Clocks)
	if len(m.Clocks) != len(m.Players) {
		m.Clocks = make([]storage.Clock, len(m.Players))
	}
	t, err := h.times(ctx, m.Head)
	if err != nil {
		return err
	}
	for _, p := range made {
		next, err := state.Play(p.Seat, p.Move)
		if err != nil {
			return fmt.Errorf("play what was legal: %w", err)
		}
		m.stopClocks(t, state, next, p, now)
		state = next
	}
	m.Offered = slices.DeleteFunc(slices.Clone(m.Offered), func(seat games.Seat) bool { return !m.canPlay(state, seat) })
	for seat := range m.Clocks {
		switch c := &m.Clocks[seat]; {
		case m.Phase != storage.Playing, m.waits(state, games.Seat(seat)):
			stop(c)
		case c.Since.IsZero() && slices.Contains(state.ToMove(), games.Seat(seat)):
			c.Since = now
		}
	}
	return nil
}

// stopClocks stops the clocks of those who owe nothing after a ply, or something new
// because the ply was theirs.
func (m *match) stopClocks(t times, before, after games.State, p games.Ply, now time.Time) {
	for seat := range m.Clocks {
		c := &m.Clocks[seat]
		mine := p.Seat == games.Seat(seat)
		if mine && (!p.Move.System() || p.Move == games.Return) {
			m.cameBack(p.Seat)
		}
		if c.Since.IsZero() || !mine && slices.Contains(after.ToMove(), games.Seat(seat)) {
			continue
		}
		c.Spent = m.spentBy(t, before, games.Seat(seat), now)
		stop(c)
	}
}

// spentBy is how much of its total time a seat has used up by now.
func (m *match) spentBy(t times, s games.State, seat games.Seat, now time.Time) time.Duration {
	spent := m.Clocks[seat].Spent
	if turn, ok := t.turn(m.Head, int(seat)); ok && m.TotalTime > 0 && !racing(s) {
		spent += turn.Spent(now)
	}
	return spent
}

// anew has a seat that owes a move begin its turn anew, with time for a whole one.
func (m *match) anew(t times, seat games.Seat, now time.Time) {
	whole := m.TurnTime
	if whole == 0 {
		whole = max(m.TotalTime/4, leastTime)
	}
	m.Clocks = slices.Clone(m.Clocks)
	c := &m.Clocks[seat]
	if m.TotalTime > 0 {
		c.Spent = min(m.spentBy(t, m.state, seat, now), m.TotalTime-whole)
	}
	stop(c)
	c.Since = now
}

// stop stops a clock.
func stop(c *storage.Clock) {
	c.Since, c.Due, c.Extension, c.ExpiredAt = time.Time{}, time.Time{}, storage.Span{}, time.Time{}
}

// cameBack forgets the turns that a seat has missed, and what was offered for them.
func (m *match) cameBack(seat games.Seat) {
	c := &m.Clocks[seat]
	if c.Missed >= missedTurns {
		m.withdraw(seat)
	}
	c.Missed = 0
}

// nextLook is when somebody must look at a match of which all is shown: a live one has
// always such a time.
func nextLook(head storage.Head, now time.Time) time.Time {
	switch head.Phase {
	case storage.Open:
		return head.Created.Add(patience)
	case storage.Playing:
		next := now.Add(idle)
		for seat, c := range head.Clocks {
			if !c.Due.IsZero() && c.Due.Before(next) {
				next = c.Due
			}
			if !c.Since.IsZero() && head.Players[seat].Level != "" && head.Published == head.Desired { // whose thought a crash may have ended
				next = now.Add(lease)
			}
		}
		if !head.GuildLostAt.IsZero() { // until then nothing comes due
			next = head.GuildLostAt.Add(grace)
		}
		if !next.After(now) { // what was due could not be done
			return now.Add(lease)
		}
		return next
	}
	return time.Time{}
}
