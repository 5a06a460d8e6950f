package permutations

import (
	"math/bits"
	"strings"
)

// A Card is the number of a card. Cards 1 to 48 have a colour and an icon; 0 is
// multicoloured, 49 is colourless, and neither has an icon.
type Card int8

// The special cards. [None] means no card, for example an unknown bid or a take that is
// not made yet.
const (
	None          Card = -1
	Multicoloured Card = 0
	Colourless    Card = 49
)

// A Colour groups cards into sets.
type Colour uint8

// The colours. [Multicoloured] has All and [Colourless] has NoColour.
const (
	Red Colour = iota
	Yellow
	Green
	Blue
	All
	NoColour
)

// Colours is the number of colours that form sets, [Red] to [Blue].
const Colours = 4

// An Icon is the symbol on a card: stars score, moons win the moon bonus, suns are
// counted against a seat.
type Icon uint8

// The icons.
const (
	NoIcon Icon = iota
	Star
	Moon
	Sun
)

// palette is the designer's table of the colours of cards 1 to 48: first the 16 stars,
// then the moons, then the suns.
var palette = func() (colours [48]Colour) {
	for i, letter := range "RYGBBGYRBYRGGRYB" + "GYRBBRYGGYRBBRYG" + "BYRGGRYBRYGBBGYR" {
		colours[i] = Colour(strings.IndexRune("RYGB", letter))
	}
	return colours
}()

// Colour returns the colour of c.
func (c Card) Colour() Colour {
	switch {
	case c == Multicoloured:
		return All
	case c < 1 || c > 48:
		return NoColour
	}
	return palette[c-1]
}

// Icon returns the icon of c.
func (c Card) Icon() Icon {
	if c < 1 || c > 48 {
		return NoIcon
	}
	return Star + Icon(c-1)/16
}

// Cards returns the cards of c, one of [Red] to [Blue].
func (c Colour) Cards() Cards { return coloured[c] }

// Cards is a set of cards: bit n stands for card n.
type Cards uint64

// SetOf returns the set of the given cards. It ignores everything outside 0 to 49, such
// as [None].
func SetOf(cards ...Card) Cards {
	var s Cards
	for _, c := range cards {
		if c >= 0 && c <= Colourless {
			s |= 1 << c
		}
	}
	return s
}

// Has reports whether c is in the set.
func (s Cards) Has(c Card) bool { return s&SetOf(c) != 0 }

// Count returns the number of cards in the set.
func (s Cards) Count() int { return bits.OnesCount64(uint64(s)) }

// lowest returns the lowest card, or [None] if the set is empty.
func (s Cards) lowest() Card {
	if s == 0 {
		return None
	}
	return Card(bits.TrailingZeros64(uint64(s)))
}

// At returns the card at a rank in ascending order, from 0, or [None] if the set is too
// small.
func (s Cards) At(rank int) Card {
	for range rank {
		s &= s - 1
	}
	return s.lowest()
}

// best returns the lowest of the cards that are worth most, or [None] if the set is empty.
func (s Cards) best(worth func(Card) float64) Card {
	best, most := None, 0.0
	for ; s != 0; s &= s - 1 {
		c := s.lowest()
		if w := worth(c); best == None || w > most {
			best, most = c, w
		}
	}
	return best
}

// list returns the cards in ascending order; it is never nil.
func (s Cards) list() []Card {
	list := make([]Card, 0, s.Count())
	for ; s != 0; s &= s - 1 {
		list = append(list, s.lowest())
	}
	return list
}

// The cards of each icon.
const (
	Stars Cards = (1<<17 - 1) &^ 1
	Moons Cards = Stars << 16
	Suns  Cards = Moons << 16
)

// coloured holds the cards of each colour, [Red] to [Blue].
var coloured = func() (sets [Colours]Cards) {
	for c := Card(1); c <= 48; c++ {
		sets[c.Colour()] |= SetOf(c)
	}
	return sets
}()

// lists returns each set as a list of cards.
func lists(sets []Cards) [][]Card {
	all := make([][]Card, len(sets))
	for i, set := range sets {
		all[i] = set.list()
	}
	return all
}
