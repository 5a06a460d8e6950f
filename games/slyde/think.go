package slyde

import (
	"math/rand/v2"

	"parlour/games/search"
)

// hardest is the best tuning known, by matches on 8×8 and 12×12.
var hardest = search.Tuning{Explore: 3, Most: 0.15, Rave: 5, Habit: 30}

// maxKeys is above the key of every turn: a cell where a stone lands, and the side from which it
// comes, or that it is changed.
const (
	maxKeys   = maxSize * maxSize * (len(around) + 1)
	changeKey = len(around)
)

// keyOf returns the key of a turn, which is the same on a board of any size.
func keyOf(t Turn) search.Move {
	from := changeKey
	switch {
	case t.Row > t.ToRow:
		from = 0
	case t.Col < t.ToCol:
		from = 1
	case t.Col > t.ToCol:
		from = 2
	case t.Row < t.ToRow:
		from = 3
	}
	return search.Move((t.ToRow*maxSize+t.ToCol)*(changeKey+1) + from)
}

// turnOf returns the turn of a key.
func turnOf(k search.Move) Turn {
	cell, from := int(k)/(changeKey+1), int(k)%(changeKey+1)
	t := Turn{cell % maxSize, cell / maxSize, cell % maxSize, cell / maxSize}
	if from != changeKey {
		t.Col += around[from][0]
		t.Row += around[from][1]
	}
	return t
}

// A searched position is what a search plays; its players are the seats.
type searched struct{ Position }

// Player implements [search.Playable].
func (s *searched) Player() int { return int(s.mover) }

// Keys implements [search.Playable].
func (s *searched) Keys(buf []search.Move) []search.Move {
	for n := range s.Count() {
		buf = append(buf, keyOf(s.Nth(n)))
	}
	return buf
}

// PlayKey implements [search.Playable].
func (s *searched) PlayKey(k search.Move) { s.Play(turnOf(k)) }

// Roll implements [search.Playable].
func (s *searched) Roll(rng *rand.Rand, line []search.Move) []search.Move {
	for !s.Over() {
		t := s.Nth(rng.IntN(s.Count()))
		line = append(line, keyOf(t))
		s.Play(t)
	}
	return line
}

// Worth returns what the board as it stands is worth to Orange: 1 for a win, 0 for a loss, and a
// half for a draw.
func (s *searched) Worth() float64 { return worth(s.Winner()) }

func worth(winner Colour, won bool) float64 {
	switch {
	case !won:
		return 0.5
	case winner == Orange:
		return 1
	}
	return 0
}

// PlayNth implements [search.Position].
func (s *searched) PlayNth(n int) { s.Play(s.Nth(n)) }

// Playout implements [search.Position].
func (s *searched) Playout(rng *rand.Rand) float64 { return worth(s.Position.Playout(rng)) }

// think searches a position that is not over. It returns the best turn found and its worth to the
// mover, from 0 to 1.
func think(p Position, budget search.Budget, stops bool, rng *rand.Rand) (Turn, float64) {
	t := search.NewThinker[searched](maxKeys, hardest, rng)
	t.Stops = stops
	best, worth := t.Think(searched{p}, budget)
	return turnOf(best), worth
}
