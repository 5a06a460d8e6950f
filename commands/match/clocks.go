package match

import (
	"context"
	"fmt"
	"slices"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// patience is how long a table waits for people, and a game for the decision about a
// clock that has expired.
const patience = 7 * 24 * time.Hour

// idle bounds the time between two checks of a live match.
const idle = 7 * 24 * time.Hour

// LeastTime is the shortest time for a turn that a table can have.
const LeastTime = time.Minute

// Times is what the clocks of a match depend on besides the match.
type Times struct {
	People  []storage.Person // by seat; zero for Parlour's opponents
	Outages []storage.Span   // in which people of its server could not reach the bot: they count for nobody
	Away    bool             // whether its server cannot reach the bot now: no clock may expire
}

// Times reads the times of a match.
func (e *Env) Times(ctx context.Context, head storage.Head) (Times, error) {
	var t Times
	for _, p := range head.Players {
		var person storage.Person
		var err error
		if p.Level == "" {
			person, err = storage.People.Get(ctx, e.Store, p.ID)
		}
		if err != nil {
			return t, err
		}
		t.People = append(t.People, person)
	}
	away, err := e.Away(ctx, head.Guild)
	t.Outages, t.Away = away.Spans, away.Now
	return t, err
}

// Away returns when people of a server could not reach the bot.
func (e *Env) Away(ctx context.Context, guild string) (Absence, error) {
	return e.Shards.away(ctx, e.Store, e.Now(), guild)
}

// TurnOf returns the running turn of a seat, whose player is given. ok is false if the
// seat owes nothing or has no limit; Parlour's opponents have none.
func TurnOf(head storage.Head, seat games.Seat, p storage.Person, outages []storage.Span) (turn clock.Turn, ok bool) {
	if head.Phase != storage.Playing || !runs(head, seat) || head.Players[seat].Level != "" {
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
		Since: c.Since, Limit: limit, Extension: c.Extension, Pauses: slices.Concat(outages, p.Away),
		Quiet: clock.QuietOf(p),
	}, true
}

// Turn is [TurnOf] for a seat of the match that the times belong to.
func (t Times) Turn(head storage.Head, seat games.Seat) (turn clock.Turn, ok bool) {
	return TurnOf(head, seat, t.People[seat], t.Outages)
}

// racing reports whether several seats owe a move of which only the first is made.
// Nobody's total time runs then, and a lapse is no missed turn.
func racing(s games.State) bool { return len(s.ToMove()) > 1 && !games.Bids(s) }

// playEntries plays entries that are made now and has the clocks follow. A table that has just
// become a game gets its first position.
func (m *Match) playEntries(entries []storage.Entry) error {
	if m.Phase == storage.Open || m.Setup.Rules == 0 || m.State == nil && len(m.Log) > 0 {
		return nil
	}
	if m.State == nil {
		start, err := m.Game.Start(m.Setup)
		if err != nil {
			return nil // of unknown rules: nothing is owed
		}
		m.State = start
	}
	m.Clocks = slices.Clone(m.Clocks)
	if len(m.Clocks) != len(m.Players) {
		m.Clocks = make([]storage.Clock, len(m.Players))
	}
	for i, entry := range entries {
		before := m.State
		if err := m.advance(entries[i : i+1]); err != nil {
			return fmt.Errorf("play what was legal: %w", err)
		}
		m.stopClocks(before, entry.Ply)
	}
	m.Offered = Without(m.Offered, func(s games.Seat) bool { return !m.canPlay(m.State, s) })
	for seat := range m.Clocks {
		switch c := &m.Clocks[seat]; {
		case m.Phase != storage.Playing, m.waits(m.State, games.Seat(seat)):
			stop(c)
		case c.Since.IsZero() && slices.Contains(m.State.ToMove(), games.Seat(seat)):
			c.Since = m.Now
		}
	}
	return nil
}

// stopClocks stops the mover's clock, and those of seats that owe nothing any more.
func (m *Match) stopClocks(before games.State, p games.Ply) {
	for seat := range m.Clocks {
		c := &m.Clocks[seat]
		mine := p.Seat == games.Seat(seat)
		if mine && (!p.Move.System() || p.Move == games.Return) {
			m.cameBack(p.Seat)
		}
		if c.Since.IsZero() || !mine && slices.Contains(m.State.ToMove(), games.Seat(seat)) {
			continue
		}
		c.Spent = m.spentBy(before, games.Seat(seat))
		stop(c)
	}
}

// spentBy returns how much of its total time a seat has used up by now, in a position.
func (m *Match) spentBy(s games.State, seat games.Seat) time.Duration {
	spent := m.Clocks[seat].Spent
	if turn, ok := m.Times.Turn(m.Head, seat); ok && m.TotalTime > 0 && !racing(s) {
		spent += turn.Spent(m.Now)
	}
	return spent
}

// restart starts the turn of a seat that owes a move again, with time for a whole turn.
func (m *Match) restart(seat games.Seat) {
	whole := m.TurnTime
	if whole == 0 {
		whole = max(m.TotalTime/4, LeastTime)
	}
	m.Clocks = slices.Clone(m.Clocks)
	c := &m.Clocks[seat]
	if m.TotalTime > 0 {
		c.Spent = min(m.spentBy(m.State, seat), m.TotalTime-whole)
	}
	stop(c)
	c.Since = m.Now
}

// stop stops a clock.
func stop(c *storage.Clock) {
	c.Since, c.Due, c.Extension, c.ExpiredAt = time.Time{}, time.Time{}, storage.Span{}, time.Time{}
}

// cameBack forgets the turns that a seat has missed, and the offer of its seat that came
// of them.
func (m *Match) cameBack(seat games.Seat) {
	c := &m.Clocks[seat]
	if c.Missed >= missedTurns {
		m.withdraw(seat)
	}
	c.Missed = 0
}

// NextCheck returns when somebody must look at a match that is wholly shown, or can be shown
// nowhere. A live match always has such a time.
func NextCheck(head storage.Head, now time.Time) time.Time {
	next := nextDue(head, now)
	if storage.Misnamed(head) && head.Published == head.Desired {
		next = now.Add(renameAgain)
	}
	if left := head.Published == head.Desired && tidies(head); left && (next.IsZero() || next.After(now.Add(Lease))) {
		return now.Add(Lease)
	}
	return next
}

// renameAgain is when a thread is renamed that has had too many names lately.
const renameAgain = 10 * time.Minute

// tidies reports whether messages of the past are yet to become lines, or to be deleted.
func tidies(head storage.Head) bool {
	over := func(d storage.Direct) bool { return d.Turn < head.Live.Turn || head.Phase != storage.Playing }
	past := func(b storage.Board) bool { return !Stands(head, b) }
	answered := func(a storage.Ask) bool { return a.Answer != "" }
	return slices.ContainsFunc(head.Asked, over) || slices.ContainsFunc(head.Old, past) ||
		slices.ContainsFunc(head.Asks, answered)
}

// Stands reports whether a message of the past stays for now: one that calls to a table that is open.
func Stands(head storage.Head, b storage.Board) bool { return b.Call && head.Phase == storage.Open }

// nextDue returns when something of a match comes due.
func nextDue(head storage.Head, now time.Time) time.Time {
	switch head.Phase {
	case storage.Open:
		return head.Created.Add(patience)
	case storage.Playing:
		next := now.Add(idle)
		for seat, c := range head.Clocks {
			if !c.Due.IsZero() && c.Due.Before(next) {
				next = c.Due
			}
			if !c.Since.IsZero() && head.Players[seat].Level != "" && head.Published == head.Desired {
				next = now.Add(Lease) // a crash may have ended the opponent's thought
				if long := c.Since.Add(ThinksLong); long.After(now) {
					next = long
				}
			}
		}
		if !head.GuildLostAt.IsZero() { // nothing comes due until Discord is asked once more
			next = head.GuildLostAt.Add(grace)
		}
		if !next.After(now) { // what was due could not be done
			return now.Add(Lease)
		}
		return next
	}
	return time.Time{}
}
