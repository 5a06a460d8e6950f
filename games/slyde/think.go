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
func (s *searched) Roll(rng *rand.Rand, line []search.Made) []search.Made {
	for !s.Over() {
		t := s.Nth(rng.IntN(s.Count()))
		line = append(line, search.Made{Move: keyOf(t), By: uint8(s.mover)})
		s.Play(t)
	}
	return line
}

// Worth implements [search.Playable].
func (s *searched) Worth() float64 { return search.Worth(s.Winner()) }

// PlayNth implements [search.Position].
func (s *searched) PlayNth(n int) { s.Play(s.Nth(n)) }

// Playout implements [search.Position].
func (s *searched) Playout(rng *rand.Rand) float64 { return search.Worth(s.Position.Playout(rng)) }

// newThinker returns what searches positions as the levels do.
func newThinker(rng *rand.Rand) *search.Thinker[searched, *searched] {
	return search.NewThinker[searched](maxKeys, hardest, rng)
}
