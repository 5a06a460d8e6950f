package match

import (
	"context"
	"errors"
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

// After this time without a move, a game that one person plays without a clock counts toward no cap, or falls asleep.
const (
	uncounted   = 7 * 24 * time.Hour
	sleepsAfter = 30 * 24 * time.Hour
)

// mostAsleep bounds how many games of one person sleep.
const mostAsleep = 20

// LeastTime is the shortest time for a turn that a table can have.
const LeastTime = time.Minute

// Times is what the clocks of a match depend on besides the match.
type Times struct {
	People  []storage.Person // by seat; zero for Parlour's opponents
	Outages []storage.Span   // in which people of its server could not reach the bot: they count for nobody
	Away    bool             // whether its server cannot reach the bot now: no clock may expire
	Sure    bool             // whether it is confirmed what time it is
}

// Times reads the times of a match.
func (e *Env) Times(ctx context.Context, head storage.Head) (Times, error) {
	var t Times
	for _, p := range head.Players {
		var person storage.Person
		var err error
		if p.Level == "" {
			person, err = e.Person(ctx, p.ID)
		}
		if err != nil {
			return t, err
		}
		t.People = append(t.People, person)
	}
	away, err := e.Away(ctx, head.Guild)
	t.Outages, t.Away, t.Sure = away.Spans, away.Now, e.sure()
	return t, err
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
		Since: c.Since, Limit: limit, Extension: c.Extension, Pauses: slices.Concat(outages, head.Pauses, stands(head, p)),
		Quiet: clock.QuietOf(p),
	}, true
}

// Turn is [TurnOf] for a seat of the match that the times belong to.
func (t Times) Turn(head storage.Head, seat games.Seat) (turn clock.Turn, ok bool) {
	return TurnOf(head, seat, t.People[seat], t.Outages)
}

// Limits returns the time of the game that a table becomes if it begins as it is, or of the game. A game that one
// person plays with Parlour has none unless somebody asked for it.
func (m *Match) Limits() storage.Allowance {
	alone := len(m.People()) == 1 && len(m.Waiting()) == 0
	if m.Phase == storage.Open && m.Invited == nil && !m.TimeSet && alone && m.Opponents() > 0 {
		return storage.Allowance{}
	}
	return m.Allowance
}

// waitsSince returns the time since which a game waits for the move of its only person, who has no clock. ok is false
// for any other game.
func waitsSince(head storage.Head) (since time.Time, ok bool) {
	if head.Phase != storage.Playing || head.Limited() || len(levelsAt(head)) != len(head.Players)-1 {
		return time.Time{}, false
	}
	person := slices.IndexFunc(head.Players, func(p storage.Player) bool { return p.Level == "" })
	if !runs(head, games.Seat(person)) {
		return time.Time{}, false
	}
	return head.Clocks[person].Since, true
}

// waitsFor reports whether such a game has waited for at least some time.
func waitsFor(head storage.Head, now time.Time, long time.Duration) bool {
	since, ok := waitsSince(head)
	return ok && now.Sub(since) >= long
}

// Wake wakes a game that sleeps, and begins the time anew after which it falls asleep. It returns [ErrStale] if the game
// is awake.
func (m *Match) Wake() error {
	if !m.Asleep {
		return ErrStale
	}
	m.Asleep, m.Clocks = false, slices.Clone(m.Clocks)
	for seat := range m.Clocks {
		if runs(m.Head, games.Seat(seat)) {
			m.Clocks[seat].Since = m.Now
		}
	}
	return nil
}

// MakeRoomAsleep ends, without a result, the games of a person that have slept longest, so that a match of theirs may
// sleep too.
func (e *Env) MakeRoomAsleep(ctx context.Context, m *Match) error {
	person := m.Players[m.People()[0]].ID
	defer e.People.Lock(person)()
	own, err := e.Store.OfPlayer(ctx, person, true, storage.All)
	if err != nil {
		return err
	}
	asleep := Without(own, func(h storage.Head) bool { return !h.Asleep || h.ID == m.ID })
	slices.SortStableFunc(asleep, func(a, b storage.Head) int {
		first, _ := waitsSince(a)
		second, _ := waitsSince(b)
		return first.Compare(second)
	})
	for i, over := 0, len(asleep)-mostAsleep+1; i < len(asleep) && over > 0; i++ {
		_, err := e.Amend(ctx, asleep[i].ID, func(old *Match) ([]games.Ply, error) {
			if !old.Asleep {
				return nil, ErrStale
			}
			old.End(Slept, "")
			old.Redraw()
			return nil, nil
		})
		switch {
		case err == nil, errors.Is(err, ErrStale):
			over--
		case errors.Is(err, storage.ErrUnavailable), ctx.Err() != nil:
			return err
		} // another takes the place of one that cannot be ended
	}
	return nil
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
			if c.Missed >= missedTurns { // the offer of the seat came of them
				m.withdraw(p.Seat)
			}
			c.Missed = 0
		}
		if !c.Since.IsZero() && (mine || !slices.Contains(m.State.ToMove(), games.Seat(seat))) {
			c.Spent = m.spentBy(before, games.Seat(seat))
			stop(c)
		}
		if mine && !p.Move.System() {
			m.gain(before, p.Seat)
		}
	}
}

// gain gives a seat with a bank what a move adds to it, up to the cap. A bid that is changed is no other move, and a
// move in place of one that was taken back adds nothing again.
func (m *Match) gain(before games.State, seat games.Seat) {
	if m.Gain == 0 || racing(before) || !slices.Contains(before.ToMove(), seat) {
		return
	}
	moves := 0
	for _, i := range m.Standing() {
		if s := m.steps[i]; s.Seat == seat && !s.Move.System() {
			moves++
		}
	}
	if c := &m.Clocks[seat]; moves > c.Gained {
		c.Spent, c.Gained = max(min(c.Spent, m.TotalTime)-m.Gain, m.TotalTime-m.Cap), moves
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

// NextCheck returns when somebody must look at a match that is wholly shown, or can be shown
// nowhere. A live match always has such a time.
func NextCheck(head storage.Head, now time.Time) time.Time {
	next := nextDue(head, now)
	if !LeavesPast(head) {
		return next
	}
	pause := Lease
	if !tidies(head) {
		pause = renameAgain
	}
	if !head.Overdue.IsZero() { // the longer something fails, the more seldom it is tried
		pause = max(pause, min(now.Sub(head.Overdue)/10, pastAgain))
	}
	if again := now.Add(pause); next.IsZero() || next.After(again) {
		return again
	}
	return next
}

// pastAgain is how seldom at most something is tried again that is to be done about what is over.
const pastAgain = time.Hour

// LeavesPast reports whether a match that is wholly shown has something to be done besides: messages to become lines or
// to be deleted, a thread to be renamed.
func LeavesPast(head storage.Head) bool {
	return head.Published == head.Desired && (storage.Misnamed(head) || tidies(head))
}

// renameAgain is when a thread is renamed that has had too many names lately.
const renameAgain = 10 * time.Minute

// tidies reports whether messages of the past are yet to become lines, or to be deleted.
func tidies(head storage.Head) bool {
	over := func(d storage.Direct) bool {
		return d.Behind || !d.Done && d.Turn < head.Live.Turn || head.Phase != storage.Playing
	}
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
		next := head.Created.Add(patience)
		for _, i := range head.Waiting() {
			if i.Until.Before(next) {
				next = i.Until
			}
		}
		if !head.Begins.IsZero() && head.Begins.Before(next) {
			next = head.Begins
		}
		if i := calling(head); i >= 0 && !head.Asks[i].Until.IsZero() && head.Asks[i].Until.Before(next) {
			next = head.Asks[i].Until
		}
		return next
	case storage.Playing:
		next := now.Add(idle)
		if end := PauseEnd(head); head.Paused && end.Before(next) {
			next = end
		}
		if since, ok := waitsSince(head); ok && !head.Asleep && since.Add(sleepsAfter).Before(next) {
			next = since.Add(sleepsAfter)
		}
		for seat, c := range head.Clocks {
			if !c.Due.IsZero() && c.Due.Before(next) {
				next = c.Due
			}
			if long := c.Since.Add(idle); c.Due.IsZero() && !c.Since.IsZero() && long.After(now) && long.Before(next) {
				next = long
			}
			if early := c.Due.Add(-autoAwayLead); spares(head) && c.ExpiredAt.IsZero() && early.After(now) && early.Before(next) {
				next = early
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

// grace is how much time a person gets at most who was not reminded before their clock
// expired. It is also how long Discord is given before it is asked about a lost server again.
const grace = time.Hour

// graceOf returns the extra time for a turn: no longer than the turn, and long enough for
// a reminder to be sent within it.
func graceOf(t clock.Turn) time.Duration { return max(LeastTime, min(grace, t.Limit)) }

// missedTurns is the number of turns in a row that a person misses before others may offer
// their seat.
const missedTurns = 2

// Presence is what Discord said of the players of a match, by seat.
type Presence map[games.Seat]Whereabouts

// Whereabouts says whether the player of a seat is in the server of the match.
type Whereabouts int

// The whereabouts.
const (
	Here      Whereabouts = iota // in the server, or Discord would not say
	Absent                       // not in the server
	GuildLost                    // the bot is not in the server
)

// A Verdict is one thing that [Times.Enforce] found due.
type Verdict struct {
	Plies   []games.Ply // to append
	Changed bool        // whether the match is to be committed, with the plies
	Removed bool        // whether the match ended because the bot was removed from its server: tell the players first
	Away    string      // the person whose absence by itself must begin first: see [Env.BeginAutoAway]; empty for nobody
	Ask     games.Seat  // the seat whose player's presence must be known first; [games.Spectator] for none
}

// nothing is the verdict when nothing is due.
var nothing = Verdict{Ask: games.Spectator}

// Enforce computes when each clock expires and does one thing that is due by now. The
// caller asks Discord about the seat of [Verdict.Ask], has the person of [Verdict.Away] be away, or commits what
// changed, and calls again, until none of these is left.
//
// Due are, in this order: the end of a table that nobody joined; seats that were held long enough; the end of a pause;
// more time for somebody whose settings moved their deadline; the second question about a lost server; the end of a game
// in which only opponents play; the sleep of a game of one person; and the clocks.
func (t Times) Enforce(m *Match, known Presence) (Verdict, error) {
	switch {
	case m.Phase == storage.Open && !m.Now.Before(m.Created.Add(patience)):
		m.End("expired", "")
		m.Redraw()
		return changed(nil), nil
	case m.Phase == storage.Open && m.lapseInvitations():
		return changed(nil), nil
	case !m.goesOn():
		return nothing, nil
	case len(m.Clocks) != len(m.Players): // a rematch that has just begun
		return changed(nil), nil
	}
	if m.Paused && !m.Now.Before(PauseEnd(m.Head)) {
		m.Paused = false
		m.tell(pauseOver)
		m.Repost()
		return changed(nil), nil
	}
	if m.computeDue() {
		return changed(nil), nil
	}
	if !m.GuildLostAt.IsZero() {
		return m.findGuild(known), nil
	}
	if m.givenUp() {
		return m.enforce(m.State.In()[0], games.Leave)
	}
	if !m.Asleep && waitsFor(m.Head, m.Now, sleepsAfter) {
		m.Asleep = true
		m.Redraw()
		return changed(nil), nil
	}
	if t.Away {
		return nothing, nil
	}
	for i, c := range m.Clocks {
		seat := games.Seat(i)
		switch {
		case c.Since.IsZero(), !m.IsPerson(seat):
		case m.sparing(seat):
			verdict, err := m.spare(seat, known)
			if err != nil || verdict.Changed || verdict.Away != "" || verdict.Ask != games.Spectator {
				return verdict, err
			}
		case !c.ExpiredAt.IsZero():
			if !m.Now.Before(c.Due) { // nobody claimed the win, so it comes by itself
				return m.enforce(seat, games.Lapse)
			}
		case c.Due.IsZero() && !m.Now.Before(c.Since.Add(idle)), !c.Due.IsZero() && !m.Now.Before(c.Due):
			if verdict, err := m.expire(seat, known); err != nil || verdict.Changed || verdict.Ask != games.Spectator {
				return verdict, err
			}
		}
	}
	return nothing, nil
}

// changed is the verdict of a change.
func changed(plies []games.Ply) Verdict {
	return Verdict{Plies: plies, Changed: true, Ask: games.Spectator}
}

// enforce makes a system move for a seat that does not play.
func (m *Match) enforce(seat games.Seat, move games.Move) (Verdict, error) {
	made, err := m.ply(seat, move)
	return changed(made), err
}

// leaving returns a move by which a seat leaves, or a lapse for one that has left before: it may
// still owe a card of the auction in which it did.
func (m *Match) leaving(seat games.Seat, move games.Move) games.Move {
	if !m.In(seat) {
		return games.Lapse
	}
	return move
}

// findGuild decides about a server that Discord said the bot is not in, once that is old
// enough to be asked again: the match ends, or goes on. Until then nothing is due, as
// Discord minds being asked in vain.
func (m *Match) findGuild(known Presence) Verdict {
	if m.Now.Before(m.GuildLostAt.Add(grace)) {
		return nothing
	}
	people := m.People()
	kept := func(s games.Seat) bool { return !storage.IsFormer(m.Players[s].ID) }
	seat := people[max(0, slices.IndexFunc(people, kept))]
	where, asked := known[seat]
	switch {
	case !asked:
		return Verdict{Ask: seat}
	case where == GuildLost:
		m.End("removed", "")
		m.Desired = m.Published // nothing can be shown there
		return Verdict{Changed: true, Removed: true, Ask: games.Spectator}
	}
	m.GuildLostAt = time.Time{}
	return changed(nil)
}

// givenUp reports whether opponents have waited long enough for one of the people, who
// have all left and can come back.
func (m *Match) givenUp() bool {
	if !m.Deserted() {
		return false
	}
	for _, e := range slices.Backward(m.Log) {
		if m.IsPerson(e.Seat) { // the last of them
			return !m.Now.Before(clock.Turn{Since: e.At, Limit: patience, Pauses: m.Times.Outages}.Due())
		}
	}
	return false
}

// computeDue computes when each clock expires, and has the board redrawn if it said anything
// else. It reports whether it gave anybody more time: that is to be committed before they
// are reminded, else they would be found to have none left.
func (m *Match) computeDue() (gave bool) {
	m.Clocks = slices.Clone(m.Clocks)
	if m.Times.Sure {
		gave = m.mendTimes()
	}
	altered := false
	for i := range m.Clocks {
		seat, c := games.Seat(i), &m.Clocks[i]
		was := *c
		c.Due = time.Time{}
		if turn, ok := m.Times.Turn(m.Head, seat); ok && !c.ExpiredAt.IsZero() {
			c.Due = clock.Turn{Since: c.ExpiredAt, Limit: patience, Pauses: m.Times.Outages}.Due()
		} else if ok {
			c.Due = turn.Due()
			left := turn
			left.Since = m.Now
			// nobody's settings end their turn at once
			if least := min(graceOf(turn), left.Spent(was.Due)); left.Spent(c.Due) < least {
				c.Extension = storage.Span{From: m.Now, To: m.Now.Add(least)}
				turn.Extension = c.Extension
				c.Due, gave = turn.Due(), true
			}
		}
		c.Away = AwayIn(m.Head, m.Times.People[seat], m.Now)
		moved := c.Due.Sub(was.Due).Abs() >= time.Minute && !was.Due.IsZero()
		altered = altered || moved || !c.Away.Equal(was.Away)
	}
	m.noteAbsences()
	if altered && m.Desired.Post == m.Published.Post {
		m.Redraw()
	}
	return gave
}

// awake returns now or, in quiet hours of a turn, when they end.
func (m *Match) awake(turn clock.Turn) time.Time {
	if quiet, ok := turn.Quiet.At(m.Now); ok {
		return quiet.To
	}
	return m.Now
}

// mendTimes cuts what a clock made that was wrong: nothing has begun in the future, and no grant begins later than one
// that is given now. It reports whether there was such a thing.
func (m *Match) mendTimes() (was bool) {
	cut := func(t *time.Time, latest time.Time) (did bool) {
		if did = t.After(latest.Add(ahead)); did {
			*t, was = latest, true
		}
		return did
	}
	cut(&m.GuildLostAt, m.Now)
	cut(&m.OutageTold, m.Now)
	for i := range m.Clocks {
		c, begins := &m.Clocks[i], m.Now
		cut(&c.Since, m.Now)
		cut(&c.ExpiredAt, m.Now)
		if turn, ok := m.Times.Turn(m.Head, games.Seat(i)); ok {
			begins = m.awake(turn)
		}
		if granted := c.Extension.To.Sub(c.Extension.From); cut(&c.Extension.From, begins) {
			c.Extension.To = begins.Add(granted)
		}
	}
	return was
}

// expire handles a clock that has expired, or a turn that has run for long without a limit.
// A player who left the server leaves the game; a player who was not reminded gets extra
// time; the opponent of a player who would lose is asked; any other turn passes.
func (m *Match) expire(seat games.Seat, known Presence) (Verdict, error) {
	where, asked := known[seat]
	if !asked {
		return Verdict{Ask: seat}, nil
	}
	c := &m.Clocks[seat]
	turn, _ := m.Times.Turn(m.Head, seat)
	switch {
	case where == GuildLost:
		m.LoseGuild()
		return nothing, nil
	case where == Absent:
		return m.enforce(seat, m.leaving(seat, games.Absent))
	case c.Due.IsZero():
		return nothing, nil
	case !clock.WasReminded(m.Times.People[seat], m.ID, c.Since):
		from := m.awake(turn)
		c.Extension = storage.Span{From: from, To: from.Add(graceOf(turn))}
		m.computeDue()
		return changed(nil), nil
	case m.Info.Forfeit:
		c.Missed, c.ExpiredAt = c.Missed+1, m.Now
		m.Repost()
		return changed(nil), nil
	case racing(m.State):
	case m.TotalTime > 0 && m.spentBy(m.State, seat) >= m.TotalTime:
		return m.enforce(seat, m.leaving(seat, games.Spent))
	default:
		c.Missed++
	}
	return m.enforce(seat, games.Lapse)
}

// LoseGuild notes that Discord says that the bot is not in the server of the match. Discord
// may be wrong for a moment, so it is asked once more before the match ends.
func (m *Match) LoseGuild() {
	if m.GuildLostAt.IsZero() {
		m.GuildLostAt = m.Now
	}
}

// LeaveServer has a seat leave the game whose player has left the server, or lapse if it is out already.
func (m *Match) LeaveServer(seat games.Seat) ([]games.Ply, error) {
	return m.ply(seat, m.leaving(seat, games.Absent))
}

// RanBefore reports whether the clock of a seat has been running since before a moment.
func (m *Match) RanBefore(seat games.Seat, at time.Time) bool {
	return runs(m.Head, seat) && m.Clocks[seat].Since.Before(at)
}
