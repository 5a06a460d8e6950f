package search

import (
	"math"

	"parlour/games"
)

// A Teller is an Opponent whose advice tells chances.
type Teller interface {
	games.Thrifty

	// Judge returns what the search of [games.Opponent.Advise] says of a legal move of a seat before any curve: a
	// chance to win from 0 to 1. It returns false where advice tells something else, such as in how many turns the
	// seat wins.
	Judge(v games.View, s games.Seat, m games.Move, seed games.Seed) (raw float64, ok bool)

	// Curves returns the curves of the game's boards.
	Curves() Curves
}

// A Curve turns the chance that a search says, q, into the share of games that are won from there, p:
// logit p = Steep · logit q + Lift.
type Curve struct {
	Size, Seats int // the board; Size is 0 in a game with one size
	Steep       float64
	Lift        float64
	Games       int // the number of games that it was fitted on
}

// Alike is the difference of two chances, as advice tells them, that may be chance alone and that nobody would notice.
const Alike = 0.03

// PlainCurve is the curve of a board of which no games are known: it says what the search says.
var PlainCurve = Curve{Steep: 1}

// Of returns the share of games that are won where the search says a chance. What is certain stays so.
func (c Curve) Of(raw float64) float64 {
	if raw <= 0 || raw >= 1 {
		return raw
	}
	return 1 / (1 + math.Exp(-c.Steep*Logit(raw)-c.Lift))
}

// Logit returns the logarithm of the odds of a chance.
func Logit(chance float64) float64 { return math.Log(chance / (1 - chance)) }

// Curves are the curves of a game, by size and seats.
type Curves []Curve

// At returns the curve of a board: that of the nearest size, and of two as near the smaller one, with as many seats.
// Without one it is [PlainCurve].
func (cs Curves) At(size, seats int) Curve {
	best := PlainCurve
	for _, c := range cs {
		if c.Seats == seats && (best.Seats == 0 || nearer(c.Size, best.Size, size)) {
			best = c
		}
	}
	return best
}

// nearer reports whether a size is nearer to a third one than another is, or as near and smaller.
func nearer(a, b, size int) bool {
	near := func(x int) int { return max(x-size, size-x) }
	return near(a) < near(b) || near(a) == near(b) && a < b
}
