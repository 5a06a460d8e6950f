package match

import (
	"slices"
	"time"

	"parlour/games"
	"parlour/storage"
)

// late is how long after a person's press the answer of an opponent is still told on the board
// that they look at. After that a new board notifies them.
const late = time.Minute

// ThinksLong is how long an opponent thinks before the board says so.
const ThinksLong = 10 * time.Second

// Solo reports whether one person plays a match whose board shows all that they may know. That
// board is changed in place.
func (m *Match) Solo() bool { return len(m.People()) == 1 && (!m.Info.Hidden || m.Direct()) }

// Repost asks for a new public message: a person is to move, or people are asked something.
func (m *Match) Repost() { m.Desired.Post++ }

// Redraw asks for a change of the newest public message.
func (m *Match) Redraw() { m.Desired.Edit++ }

// reshow asks for a new board or, where one person plays, for a change of the one that there is.
func (m *Match) reshow() {
	if m.Solo() {
		m.Redraw()
	} else {
		m.Repost()
	}
}

// showTurn asks for what the public is to see after a ply of a seat that ends its turn. No board is
// shown until a person is to move. That board tells what opponents, rules and clocks did before.
func (m *Match) showTurn(seat games.Seat, next games.State) {
	_, over := next.Result()
	asks := over || slices.ContainsFunc(next.ToMove(), m.IsPerson)
	deserts := m.IsPerson(seat) && !slices.ContainsFunc(next.In(), m.IsPerson)
	switch {
	case m.Solo() && !(asks && m.isLate(seat)):
		if asks || m.IsPerson(seat) {
			m.Redraw()
		}
	case asks, deserts:
		m.Repost()
	}
}

// isLate reports whether so much time has passed since the only person's press that they may look
// elsewhere when a seat has moved.
func (m *Match) isLate(seat games.Seat) bool {
	if m.RequestID != "" {
		return false
	}
	pressed := m.Created
	if int(seat) < len(m.Clocks) && m.Clocks[seat].Since.After(pressed) {
		pressed = m.Clocks[seat].Since
	}
	if i := m.lastPress(); i >= 0 {
		pressed = m.Log[i].At
	}
	return m.Now.Sub(pressed) > late
}

// ToldFrom returns how many plies were told of before the board that stands for the match now.
// One that is changed in place tells of its person's newest ply and what came of it.
func (m *Match) ToldFrom() int {
	from := max(0, min(m.AnnouncedBefore, len(m.Log)))
	if !m.Solo() {
		return from
	}
	return max(from, m.lastPress())
}

// lastPress returns the index of the newest ply that a person made, -1 if there is none.
func (m *Match) lastPress() int {
	for i, e := range slices.Backward(m.Log) {
		if e.RequestID != "" {
			return i
		}
	}
	return -1
}

// EndsUnit reports whether a ply completes a unit of the game's record: a ply, or an auction with
// all that is taken in it.
func (s Step) EndsUnit() bool {
	return !s.After.View(games.Spectator).Words().Open
}

// Acted reports whether every person whom a board notified has made a ply of their own since. The
// opener who was called to a table has started the game, or closed the table.
func (m *Match) Acted(b storage.Board) bool {
	if b.Call {
		return m.Starts || m.Ended == "cancelled"
	}
	return !slices.ContainsFunc(b.Pinged, func(id string) bool {
		seat := m.SeatOf(id)
		return !slices.ContainsFunc(m.steps[min(b.Posted, len(m.steps)):], func(s Step) bool {
			return s.Seat == seat && (s.RequestID != "" || !s.Move.System())
		})
	})
}

// ShowsThought reports whether the board is to say now that an opponent thinks. A board that is
// changed in place says so at once.
func (m *Match) ShowsThought() bool {
	seat := m.Thinker()
	return seat != games.Spectator && !m.Solo() && !m.Bidding() && m.Live.Turn != m.Turn && m.Live.Message != "" &&
		int(seat) < len(m.Clocks) && m.Now.Sub(m.Clocks[seat].Since) >= ThinksLong
}

// bringPause is the shortest time between two boards that players bring down.
const bringPause = time.Minute

// BringDown has the board posted again at the bottom of its channel, where it notifies nobody. A
// board that is yet to be posted comes there anyway, and notifies as ever.
func (m *Match) BringDown(_ games.Seat) ([]games.Ply, error) {
	if m.Now.Sub(m.BroughtAt) < bringPause {
		return nil, games.Refuse("refuse.brought")
	}
	if m.Desired.Post > m.Published.Post {
		return nil, nil
	}
	m.Repost()
	m.BroughtAt, m.Brought = m.Now, m.Desired.Post
	return nil, nil
}

// AdoptDirect notes a direct message that was pressed and that the match does not know, as a crash
// came between its post and the note. It reports whether there was anything to note.
func (m *Match) AdoptDirect(d storage.Direct) bool {
	if d.Message == "" || slices.ContainsFunc(m.Asked, func(a storage.Direct) bool { return a.Message == d.Message }) {
		return false
	}
	m.Asked = append(slices.Clone(m.Asked), d)
	return true
}

// Of returns what the first of some plies did, as a seat sees it, without what a later one says
// again. The last card of an auction tells of all its cards. Bids have a row of their own on the
// board, and of a seat that leaves and comes back only the newest ply counts.
func News(steps []Step, seat games.Seat) []games.Text {
	s, later := steps[0], steps[1:]
	last := s.After.View(seat).Words().Last
	if _, auctions := s.After.(games.Bidder); !auctions || len(last) == 0 {
		return last
	}
	again := func(l Step) bool { return l.Seat == s.Seat && comesOrGoes(l.Move) }
	toldLater := !s.EndsUnit() && slices.ContainsFunc(later, Step.EndsUnit)
	switch {
	case s.Move.System():
		if toldLater {
			last = last[:1]
		}
		if comesOrGoes(s.Move) && slices.ContainsFunc(later, again) {
			last = last[1:]
		}
	case onlyBids(s), toldLater:
		return nil
	}
	return last
}

// comesOrGoes reports whether a move says whether its seat plays on.
func comesOrGoes(m games.Move) bool { return m.Leaves() || m == games.Return }

// onlyBids reports whether a ply was a bid that did not reveal the bids.
func onlyBids(s Step) bool {
	return games.Bids(s.Before) && games.Bids(s.After) && !s.EndsTurn && !s.Move.System()
}
