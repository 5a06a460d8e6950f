package permutations

import "math/bits"

// A Card is a card by its number: 1 to 48 have a colour and an icon, 0 is
// multicoloured and 49 colourless, both without an icon.
type Card int8

// The cards that stand out. None is no card: a bid that is not known, a take
// that is not made.
const (
	None          Card = -1
	Multicoloured Card = 0
	Colourless    Card = 49
)

// A Colour is what sets are made of.
type Colour uint8

// The colours. All and NoColour are those of the 0 and of the 49.
const (
	Red Colour = iota
	Yellow
	Green
	Blue
	All
	NoColour
)

// Colours is how many colours a set can have, Red to Blue.
const Colours = 4

// An Icon is what a card counts for by itself.
type Icon uint8

// The icons.
const (
	NoIcon Icon = iota
	Star
	Moon
	Sun
)

// palette is the designer's table: the colours of the cards 1 to 48, the stars
// first, then the moons, then the suns.
const palette = "RYGBBGYRBYRGGRYB" + "GYRBBRYGGYRBBRYG" + "BYRGGRYBRYGBBGYR"

// Colour returns the colour of a card.
func (c Card) Colour() Colour {
	switch {
	case c == Multicoloured:
		return All
	case c < 1 || c > 48:
		return NoColour
	}
	switch palette[c-1] {
	case 'R':
		return Red
	case 'Y':
		return Yellow
	case 'G':
		return Green
	}
	return Blue
}

// Icon returns the icon of a card.
func (c Card) Icon() Icon {
	switch {
	case c < 1 || c > 48:
		return NoIcon
	case c <= 16:
		return Star
	case c <= 32:
		return Moon
	}
	return Sun
}

// Cards is a set of cards: bit n is card n.
type Cards uint64

// SetOf makes a set of cards from 0 to 49 and passes over all others.
func SetOf(cards ...Card) Cards {
	var s Cards
	for _, c := range cards {
		if c >= 0 && c <= Colourless {
			s |= 1 << c
		}
	}
	return s
}

// Has reports whether a card is in the set.
func (s Cards) Has(c Card) bool { return s&SetOf(c) != 0 }

// Count returns how many cards the set has.
func (s Cards) Count() int { return bits.OnesCount64(uint64(s)) }

// Lowest returns the lowest card, or None of an empty set.
func (s Cards) Lowest() Card {
	if s == 0 {
		return None
	}
	return Card(bits.TrailingZeros64(uint64(s)))
}

// At returns a card by its rank in the set, from 0, or None beyond the last.
func (s Cards) At(rank int) Card {
	for range rank {
		s &= s - 1
	}
	return s.Lowest()
}

// List returns the cards, ascending; never nil.
func (s Cards) List() []Card {
	list := make([]Card, 0, s.Count())
	for ; s != 0; s &= s - 1 {
		list = append(list, s.Lowest())
	}
	return list
}

// The cards of each icon, and of each colour from Red to Blue.
const (
	stars Cards = (1<<17 - 1) &^ 1
	moons Cards = stars << 16
	suns  Cards = moons << 16
)

var coloured = func() (sets [Colours]Cards) {
	for c := Card(1); c <= 48; c++ {
		sets[c.Colour()] |= SetOf(c)
	}
	return sets
}()

// lists turns sets of cards into lists.
func lists(sets []Cards) [][]Card {
	all := make([][]Card, len(sets))
	for i, set := range sets {
		all[i] = set.List()
	}
	return all
}
