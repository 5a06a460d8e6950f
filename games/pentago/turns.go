package pentago

import (
	"math/rand/v2"

	"parlour/games"
)

// twistings is the number of twists.
const twistings = 2 * quadrants

// forms returns the number of turns that begin with a placement: one if it wins, else one for
// each twist, and one more if the twist may be left out.
func (p *Position) forms(c Cell, winning Set) int {
	if winning&c.bit() != 0 {
		return 1
	}
	if p.loose {
		if _, ok := (p.stones[0] | p.stones[1] | c.bit()).firstNeutral(); ok {
			return twistings + 1
		}
	}
	return twistings
}

// winning returns the cells on which a stone of the mover wins.
func (p *Position) winning() Set { return p.stones[p.Mover()].completing() & p.open() }

// Over reports whether the game is over.
func (p *Position) Over() bool {
	_, over := p.Judge()
	return over
}

// Count returns the number of legal turns of a position that is not over.
func (p *Position) Count() int {
	open, winning := p.open(), p.winning()
	if !p.loose {
		return twistings*(open&^winning).count() + winning.count()
	}
	n := 0
	for left := open; left != 0; left &= left - 1 {
		n += p.forms(left.lowest(), winning)
	}
	return n
}

// Nth returns a legal turn by its number, from 0 to Count()-1. Every turn has one number, so a
// number drawn evenly is a turn drawn evenly.
func (p *Position) Nth(n int) Turn {
	open, winning := p.open(), p.winning()
	if winning == 0 && !p.loose {
		return Turn{open.nth(n / twistings), Twist(n % twistings)}
	}
	for left := open; left != 0; left &= left - 1 {
		c := left.lowest()
		forms := p.forms(c, winning)
		switch {
		case n >= forms:
			n -= forms
		case forms == 1:
			return Turn{c, NoTwist}
		default:
			return Turn{c, Twist(n)}
		}
	}
	panic("pentago: there is no turn of that number")
}

// Playout plays turns to the end, each drawn evenly from the legal ones, and returns the winner,
// [games.Spectator] for a draw. The position stays as it is.
func (p Position) Playout(rng *rand.Rand) games.Seat {
	for {
		if winner, over := p.Judge(); over {
			return winner
		}
		p.Play(p.draw(rng))
	}
}

// draw returns a turn drawn evenly: it draws a cell and a twist until they are legal together. A placement
// that wins has one turn, which it returns if it draws the first twist.
func (p *Position) draw(rng *rand.Rand) Turn {
	open, own, each := p.open(), p.stones[p.Mover()], twistings
	if p.loose {
		each++
	}
	for many := open.count() * each; ; {
		n := rng.IntN(many)
		t := Turn{open.nth(n / each), Twist(n % each)}
		if (own | t.Cell.bit()).wins() {
			if t.Twist != 0 {
				continue
			}
			t.Twist = NoTwist
		} else if t.Twist == NoTwist {
			if _, ok := (p.stones[0] | p.stones[1] | t.Cell.bit()).firstNeutral(); !ok {
				continue
			}
		}
		return t
	}
}
