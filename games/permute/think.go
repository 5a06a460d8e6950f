package permute

import (
	"math/rand/v2"

	"parlour/games/search"
)

// hardest is the best tuning known. In the opening there are many twists with small
// differences, so playouts that had a twist at any time tell more than trying each of
// them again; towards the end the search must overlook no reply.
var hardest = search.Tuning{Explore: 3, Most: 0.3, Rave: 5, Habit: 30}

// newThinker returns what searches positions as the levels do, for players who are the colours: it knows no swap. The
// two directions of a twist that give the same stones are one move.
func newThinker(rng *rand.Rand) *search.Thinker[Position, *Position] {
	return search.NewThinker[Position](maxKeys, hardest, rng)
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

// Keys appends the keys of the legal twists.
func (p *Position) Keys(buf []key) []key {
	for n := range p.Count() {
		twist := p.Nth(n)
		if k := p.keyOf(twist); twistOf(k) == twist { // else the other direction stands for it
			buf = append(buf, k)
		}
	}
	return buf
}

// PlayKey plays the twist of a key.
func (p *Position) PlayKey(k key) { p.Play(twistOf(k)) }

// Roll plays at random to the end.
func (p *Position) Roll(rng *rand.Rand, line []search.Made) []search.Made {
	return search.Roll(p, p.Count, func(n int) key { return p.keyOf(p.Nth(n)) }, rng, line)
}
