package permute

import (
	"encoding/json"
	"slices"

	"parlour/games"
)

// A state is a position with its seats. Seat 0 moves at even plies, whoever has
// which colour.
type state struct {
	pos     Position
	swap    bool // whether the second player may swap, now or after the first twist
	swapped bool // whether they did
	ply     int
	last    games.Move    // the last ply, of the players or the host
	mover   games.Seat    // whose ply it was
	twist   *Twist        // the last twist; never written to once set
	ended   *games.Ending // nil while the game goes on
}

// colours returns the colours by seat.
func (s state) colours() [2]Colour {
	if s.swapped {
		return [2]Colour{Yellow, Orange}
	}
	return [2]Colour{Orange, Yellow}
}

// toMove returns the seat that owes a move, or Spectator when the game is over.
func (s state) toMove() games.Seat {
	if s.ended != nil {
		return games.Spectator
	}
	return games.Seat(s.ply % 2)
}

func (s state) ToMove() []games.Seat {
	if s.ended != nil {
		return nil
	}
	return []games.Seat{s.toMove()}
}

// In returns both seats while the game goes on: who leaves ends it.
func (s state) In() []games.Seat {
	if s.ended != nil {
		return nil
	}
	return []games.Seat{0, 1}
}

// maySwap reports whether a swap is on offer: once, right after the first twist.
func (s state) maySwap() bool { return s.swap && s.ply == 1 && s.ended == nil }

func (s state) Legal(seat games.Seat) []games.Move {
	if s.ended != nil || seat != s.toMove() {
		return nil
	}
	var moves []games.Move
	for _, t := range s.pos.Twists(nil) {
		moves = append(moves, t.Move())
	}
	if s.maySwap() {
		moves = append(moves, swapMove)
	}
	slices.Sort(moves)
	return moves
}

// Play makes a twist, the swap, or a move of the host.
func (s state) Play(seat games.Seat, m games.Move) (games.State, error) {
	if err := games.CheckDuel(s.toMove(), seat, m); err != nil {
		return nil, err
	}
	if m.System() {
		return s.end(seat, m), nil
	}
	if m == swapMove {
		return s.playSwap()
	}
	t, err := s.readTwist(m)
	if err != nil {
		return nil, err
	}
	return s.playTwist(t, m), nil
}

// end ends the game for a seat that does not play, or by agreement.
func (s state) end(seat games.Seat, m games.Move) state {
	e := games.EndDuel(seat, m)
	s.last, s.mover, s.ended = m, seat, &e
	return s
}

func (s state) playSwap() (games.State, error) {
	if !s.maySwap() {
		return nil, games.Refuse("permute.refuse.swap")
	}
	s.swap, s.swapped = false, true
	s.last, s.mover = swapMove, s.toMove()
	s.ply++
	return s, nil
}

func (s state) playTwist(t Twist, m games.Move) state {
	s.last, s.mover, s.twist = m, s.toMove(), &t
	s.pos.Play(t)
	s.swap = s.swap && s.ply == 0
	s.ply++
	if s.pos.Over() {
		s.ended = s.judge()
	}
	return s
}

// judge decides a board on which no face can be twisted.
func (s state) judge() *games.Ending {
	rank, orange, yellow := compare(s.pos.Groups())
	if orange == yellow {
		return &games.Ending{Winner: games.Spectator, Reason: games.Say("permute.reason.equal")}
	}
	winner := Orange
	if yellow > orange {
		winner = Yellow
	}
	high, low := max(orange, yellow), min(orange, yellow)
	reason := games.Say("permute.reason.largest", "High", high, "Low", low)
	if rank > 0 {
		reason = games.Say("permute.reason.rank", "Rank", rank+1, "High", high, "Low", low)
	}
	return &games.Ending{Winner: seatOf(winner, s.colours()), Reason: reason}
}

// seatOf returns who plays a colour, given the colours by seat.
func seatOf(c Colour, colours [2]Colour) games.Seat {
	if colours[0] == c {
		return 0
	}
	return 1
}

// Result gives each seat the size of its largest group as its score.
func (s state) Result() (games.Result, bool) {
	if s.ended == nil {
		return games.Result{}, false
	}
	r := games.Result{Places: []int{1, 1}, Scores: make([]int, 2), Reason: s.ended.Reason}
	groups := s.pos.Groups()
	for seat, c := range s.colours() {
		if len(groups[c]) > 0 {
			r.Scores[seat] = groups[c][0]
		}
		if s.ended.Winner == games.Seat(1-seat) {
			r.Places[seat] = 2
		}
	}
	return r, true
}

// Perft counts the sequences of moves of a given length, the swap among them
// where it is on offer. Once no swap can come any more, the position counts.
func (s state) Perft(depth int) int {
	switch {
	case depth <= 0:
		return 1
	case s.ended != nil:
		return 0
	case s.maySwap():
		return s.pos.Perft(depth) + s.pos.Perft(depth-1)
	case !s.swap || s.ply > 0:
		return s.pos.Perft(depth)
	}
	sum := 0
	for _, t := range s.pos.Twists(nil) {
		sum += s.playTwist(t, t.Move()).Perft(depth - 1)
	}
	return sum
}

// MarshalJSON writes the whole position. Rows run from the top, a bandaged stone
// is lower case, and the colours are by seat. What led to it and ended it is as a
// View has it; but swap says whether there may still be one, before the first
// twist too.
func (s state) MarshalJSON() ([]byte, error) {
	v := s.View(games.Spectator).(View)
	var rows []string
	for row := v.Size - 1; row >= 0; row-- {
		rows = append(rows, v.row(row))
	}
	names := [2]string{"orange", "yellow"}
	return json.Marshal(map[string]any{
		"size": v.Size, "rows": rows, "ply": v.Ply,
		"colours": []string{names[v.Colours[0]], names[v.Colours[1]]},
		"groups":  map[string][]int{names[Orange]: v.Groups[Orange], names[Yellow]: v.Groups[Yellow]},
		"swap":    s.swap, "last": v.Last, "mover": v.Mover, "twist": v.Twist, "ended": v.Ended, "winner": v.Winner,
	})
}
