package twistonly

import (
	"math/rand/v2"

	"parlour/games/search"
)

// hardest is the best tuning known.
var hardest = search.Tuning{Explore: 3, Most: 0.3, Rave: 5, Habit: 30}

// maxKeys is above the key of every twist.
const maxKeys = 2 * maxSize * maxSize

// keyOf returns the key of a legal twist, the same on a board of any size. Both directions have the key
// of the clockwise one if they give the same stones, which is so if equal stones are diagonal.
func (p *Position) keyOf(t Twist) search.Move {
	k := search.Move(t.Row*maxSize+t.Col) << 1
	if f := face(&p.stones[Yellow], t.Col, t.Row); !t.Clockwise && f != 0b0110 && f != 0b1001 {
		k |= 1
	}
	return k
}

// twistOf returns the twist of a key.
func twistOf(k search.Move) Twist {
	at := int(k >> 1)
	return Twist{at % maxSize, at / maxSize, k&1 == 0}
}

// A searched position is what a search plays; its players are the seats. A playout may twist a face again
// and again. The last time counts where a move is judged by all playouts that had it later.
type searched struct{ Position }

// Player implements [search.Playable].
func (s *searched) Player() int { return int(s.mover) }

// Keys implements [search.Playable].
func (s *searched) Keys(buf []search.Move) []search.Move {
	for n := range s.Count() {
		t := s.Nth(n)
		if k := s.keyOf(t); twistOf(k) == t { // else the other direction stands for it
			buf = append(buf, k)
		}
	}
	return buf
}

// PlayKey implements [search.Playable].
func (s *searched) PlayKey(k search.Move) { s.Play(twistOf(k)) }

// Roll implements [search.Playable].
func (s *searched) Roll(rng *rand.Rand, line []search.Made) []search.Made {
	for !s.Over() {
		k := s.keyOf(s.Nth(rng.IntN(s.Count())))
		line = append(line, search.Made{Move: k, By: uint8(s.mover)})
		s.PlayKey(k)
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
