package permute

import (
	"encoding/json"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// A state is a position with its seats. Seat 0 moves at even plies, whichever colour
// it has.
type state struct {
	games.Duel
	pos     Position
	swap    bool   // whether the second player may swap, now or after the first twist
	swapped bool   // whether they did
	twist   *Twist // the last twist; never written to once set
	before  int    // the largest group of its side before that
}

// colours returns the colours by seat.
func (s state) colours() [2]board.Colour {
	if s.swapped {
		return [2]board.Colour{board.Yellow, board.Orange}
	}
	return [2]board.Colour{board.Orange, board.Yellow}
}

// maySwap reports whether a swap is on offer: once, right after the first twist.
func (s state) maySwap() bool { return s.swap && s.Ply == 1 && s.Ended == nil }

func (s state) Legal(seat games.Seat) []games.Move {
	count := s.pos.Count()
	if s.maySwap() {
		count++
	}
	return s.Moves(seat, count, s.nth)
}

// nth returns a move by its number: the swap has the last.
func (s state) nth(n int) games.Move {
	if n == s.pos.Count() {
		return swapMove
	}
	return s.pos.Nth(n).Move()
}

// Play makes a twist, the swap, or a system move.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	return games.PlayDuel(s, seat, m, state.readMove, state.play)
}

// readMove reads a twist or the swap, which is no twist.
func (s state) readMove(m games.Move) (Twist, error) {
	switch {
	case m != swapMove:
		return s.readTwist(m)
	case !s.maySwap():
		return Twist{}, games.Refuse("permute.refuse.swap")
	}
	return Twist{}, nil
}

// play plays a twist or the swap.
func (s state) play(t Twist, m games.Move) state {
	if m == swapMove {
		s.swap, s.swapped = false, true
		s.Move(m)
		return s
	}
	s.swap = s.swap && s.Ply == 0
	s.Move(m)
	s.twist, s.before = &t, s.pos.Largest(s.pos.mover)
	s.pos.Play(t)
	if s.pos.Over() {
		s.End(s.judge())
	}
	return s
}

// judge decides a board on which no face can be twisted.
func (s state) judge() (winner games.Seat, reason games.Text) {
	side, reason := board.Decide(s.pos.Groups())
	if side == games.Spectator {
		return side, reason
	}
	return seatOf(board.Colour(side), s.colours()), reason
}

// seatOf returns the seat of a colour, given the colours by seat.
func seatOf(c board.Colour, colours [2]board.Colour) games.Seat {
	if colours[0] == c {
		return 0
	}
	return 1
}

// Result gives each seat the size of its largest group as its score.
func (s state) Result() (games.Result, bool) {
	var scores [2]int
	for seat, c := range s.colours() {
		scores[seat] = s.pos.Largest(c)
	}
	return s.ResultOf(scores)
}

// Perft counts sequences of moves, the swap among them where it is on offer. Once no swap
// can come any more, the position counts.
func (s state) Perft(depth int) int {
	switch {
	case depth <= 0:
		return 1
	case s.Ended != nil:
		return 0
	case s.maySwap():
		return search.Perft(s.pos, depth) + search.Perft(s.pos, depth-1)
	case !s.swap || s.Ply > 0:
		return search.Perft(s.pos, depth)
	}
	sum := 0
	for n := range s.pos.Count() {
		t := s.pos.Nth(n)
		sum += s.play(t, t.Move()).Perft(depth - 1)
	}
	return sum
}

// MarshalJSON writes the whole position: rows from the top, bandaged stones in lower case,
// colours by seat, the rest as in [View]. Only swap differs: it says whether a swap may
// still come, before the first twist too.
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	names := [2]string{"orange", "yellow"}
	return json.Marshal(map[string]any{
		"size": v.Size, "rows": board.Rows(v.Size, v.letter), "ply": v.Ply,
		"colours": []string{names[v.Colours[0]], names[v.Colours[1]]},
		"groups": map[string][]int{names[board.Orange]: v.Groups[board.Orange],
			names[board.Yellow]: v.Groups[board.Yellow]},
		"swap": s.swap, "last": v.Last, "mover": v.Mover, "twist": v.Twist, "ended": v.Ended, "winner": v.Winner,
	})
}
