package board

import (
	"math/bits"
	"slices"

	"parlour/games/search"
)

// Outcome returns the outcome for the first side of the board as it stands.
func (s *Stones) Outcome() search.Outcome {
	switch c, won := s.Winner(); {
	case !won:
		return search.Ties
	case c == Orange:
		return search.Wins
	}
	return search.Loses
}

// Bounds returns the least and the most that the board can come to for the first side, if only the stones on some cells
// change, and only change places with stones that are joined to them there. A largest group has at least what it has
// without these cells, and at most its stones of all that these cells join.
func (s *Stones) Bounds(live Cells) (least, most search.Outcome) {
	least, most = search.Loses, search.Wins
	if s.reach(Yellow, live) < s.Of[Orange].Without(live).Largest() {
		least = search.Wins
	}
	if s.reach(Orange, live) < s.Of[Yellow].Without(live).Largest() {
		most = search.Loses
	}
	return least, most
}

// reach returns the most stones of a colour that it and some cells join.
func (s *Stones) reach(c Colour, live Cells) (most int) {
	own := &s.Of[c]
	joined := live.With(*own)
	for row := range joined {
		for joined[row] != 0 {
			before := joined
			joined.Remove(row, joined[row]&-joined[row])
			n := 0
			for r := range before {
				n += bits.OnesCount32((before[r] ^ joined[r]) & own[r])
			}
			most = max(most, n)
		}
	}
	return most
}

// An EndKey has all that tells two late positions of a game apart: a hash of the stones by two functions, of which no
// two in a search are equal by chance.
type EndKey [2]uint64

// EndKey returns the key of a board with a colour to move.
func (s *Stones) EndKey(mover Colour) EndKey {
	k := EndKey{uint64(mover) + 0x9e3779b97f4a7c15, uint64(mover) + 0xd6e8feb86659fd93}
	for row := range s.Size() {
		cells := uint64(s.Of[Yellow][row+1])<<32 | uint64(s.Fixed[row+1])
		k[0] = (k[0] ^ cells) * 0xff51afd7ed558ccd
		k[0] ^= k[0] >> 32
		k[1] = (k[1] ^ cells) * 0xc4ceb9fe1a85ec53
		k[1] ^= k[1] >> 29
	}
	return k
}

// Spread returns some cells of a board with all that are joined to them by cells that are not fixed.
func (c Cells) Spread(size int, fixed Cells) Cells {
	whole := uint32(1)<<size - 1
	for before := (Cells{}); before != c; {
		before = c
		for row := 1; row <= size; row++ {
			near := c[row] | c[row]<<1 | c[row]>>1 | c[row-1] | c[row+1]
			c[row] = near & whole &^ fixed[row]
		}
		c[0], c[size+1] = 0, 0
	}
	return c
}

// Lead returns how much larger the largest group of a colour is than that of the other.
func (s *Stones) Lead(c Colour) int { return s.Largest(c) - s.Largest(c.Other()) }

// BestFirst sorts turns by what each leads to, the most first.
func BestFirst[T any](turns []T, leads func(T) int) {
	type led struct {
		turn T
		lead int
	}
	all := make([]led, len(turns))
	for i, t := range turns {
		all[i] = led{t, leads(t)}
	}
	slices.SortStableFunc(all, func(a, b led) int { return b.lead - a.lead })
	for i, l := range all {
		turns[i] = l.turn
	}
}

// Cover adds the cells of faces of a row, a bit each where their left cells lie.
func (c *Cells) Cover(row int, faces uint32) {
	wide := faces | faces<<1
	c[row+1] |= wide
	c[row+2] |= wide
}
