package permute

import (
	"math/rand/v2"

	"parlour/games/search"
)

// hardest is the best tuning known. In the opening there are many twists with small
// differences, so playouts that had a twist at any time tell more than trying each of
// them again; towards the end the search must overlook no reply.
var hardest = search.Tuning{Explore: 3, Most: 0.3, Rave: 5, Habit: 30}

// newThinker returns what searches positions as the levels do. The two directions of a twist that give the
// same stones are one move.
func newThinker(rng *rand.Rand) *search.Thinker[thought, *thought] {
	return search.NewThinker[thought](maxKeys, hardest, rng)
}

// A key is the number of a twist, the same on a board of any size.
type key = search.Move

const maxKeys = maxCells * 8

// keyOf returns the key of a legal twist. Both directions have the key of the clockwise
// one if they give the same stones, which is so if equal stones are diagonal.
func (p *Position) keyOf(t Twist) key {
	k := key(t.Row*maxSize+t.Col)<<3 | key(t.Spot)<<1
	if face := p.face(t.Col, t.Row); !t.Clockwise && face != 0b0110 && face != 0b1001 {
		k |= 1
	}
	return k
}

// twistOf returns the twist of a key.
func twistOf(k key) Twist {
	at := int(k >> 3)
	return Twist{Col: at % maxSize, Row: at / maxSize, Clockwise: k&1 == 0, Spot: int(k >> 1 & 3)}
}

// A thought is a position as a [search.Thinker] plays it, which knows no swap: its players are the colours.
type thought struct{ Position }

// Player implements [search.Playable].
func (t *thought) Player() int { return int(t.mover) }

// Keys implements [search.Playable].
func (t *thought) Keys(buf []key) []key {
	for n := range t.Count() {
		twist := t.Nth(n)
		if k := t.keyOf(twist); twistOf(k) == twist { // else the other direction stands for it
			buf = append(buf, k)
		}
	}
	return buf
}

// PlayKey implements [search.Playable].
func (t *thought) PlayKey(k key) { t.Play(twistOf(k)) }

// Roll implements [search.Playable].
func (t *thought) Roll(rng *rand.Rand, line []search.Made) []search.Made {
	for !t.Over() {
		k := t.keyOf(t.Nth(rng.IntN(t.Count())))
		line = append(line, search.Made{Move: k, By: uint8(t.mover)})
		t.PlayKey(k)
	}
	return line
}

// Worth implements [search.Playable].
func (t *thought) Worth() float64 { return search.Worth(t.Winner()) }
