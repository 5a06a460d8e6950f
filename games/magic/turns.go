package magic

import (
	"math/bits"
	"math/rand/v2"

	"parlour/games"
)

// A Turn is perhaps a flip, then a tile placed. The position says whose turn it is.
type Turn struct {
	From  Square `json:"from"`  // where the flipped tile lay; NoSquare for a turn without a flip
	To    Square `json:"to"`    // where it lies now; NoSquare for a turn without a flip
	Place Square `json:"place"` // where the new tile lies; may be From
	Light bool   `json:"light"` // whether the new tile shows its light side
}

// flips reports whether the turn begins with a flip.
func (t Turn) flips() bool { return t.From != NoSquare }

// Direction returns where the flipped tile steps, for a turn that flips.
func (t Turn) Direction() Direction {
	switch int(t.To) - int(t.From) {
	case 1:
		return East
	case -4:
		return North
	case 4:
		return South
	}
	return West
}

// shown returns what the placed tile shows.
func (t Turn) shown() int {
	if t.Light {
		return light
	}
	return dark
}

// free returns the squares on which the tile of a turn may be placed, from those
// that were empty before it.
func (t Turn) free(empty uint16) uint16 {
	if t.flips() {
		return empty&^t.To.bit() | t.From.bit()
	}
	return empty
}

// maxTurns is how many legal turns a position can have at most.
const maxTurns = 252

// The outer columns, as sets: from them no tile steps further out.
const (
	columnA uint16 = 0x1111
	columnD uint16 = 0x8888
)

// movable returns the squares of the opponent's tiles that can be flipped in a
// direction: those beside which, that way, a space is empty.
func (p position) movable(d Direction) uint16 {
	empty := p.empty()
	switch d {
	case East:
		empty = empty &^ columnA >> 1
	case North:
		empty <<= 4
	case South:
		empty >>= 4
	case West:
		empty = empty &^ columnD << 1
	}
	return empty & p.of(1-p.mover)
}

// flips counts the flips that can be made.
func (p position) flips() int {
	n := 0
	for d := range directions {
		n += bits.OnesCount16(p.movable(d))
	}
	return n
}

// mustFlip reports whether a turn has to begin with a flip: it has to whenever
// it can.
func (p position) mustFlip() bool { return p.flips() > 0 }

// Count returns how many turns Turns lists.
func (p position) Count() int {
	return 2 * max(1, p.flips()) * bits.OnesCount16(p.empty())
}

// turns appends every turn to buf and returns it. It does not judge: the turns of a
// position that is decided must not be played.
func (p position) turns(buf []Turn) []Turn {
	if !p.mustFlip() {
		return p.placements(buf, Turn{From: NoSquare, To: NoSquare})
	}
	for d := range directions {
		for set := p.movable(d); set != 0; set &= set - 1 {
			from := lowest(set)
			buf = p.placements(buf, Turn{From: from, To: from.step(d)})
		}
	}
	return buf
}

// placements appends the turns that begin with the flip of t.
func (p position) placements(buf []Turn, t Turn) []Turn {
	for set := t.free(p.empty()); set != 0; set &= set - 1 {
		t.Place = lowest(set)
		t.Light = true
		buf = append(buf, t)
		t.Light = false
		buf = append(buf, t)
	}
	return buf
}

// Turn returns the turn at an index of the list of [position.turns], without making the
// list.
func (p position) Turn(i int) Turn {
	empty := p.empty()
	n := bits.OnesCount16(empty)
	t := p.flip(i / 2 / n)
	t.Place = nth(t.free(empty), i/2%n)
	t.Light = i%2 == 0
	return t
}

// flip returns a turn with the flip at an index and nothing placed yet, or without a flip
// when there are none.
func (p position) flip(i int) Turn {
	for d := range directions {
		set := p.movable(d)
		if n := bits.OnesCount16(set); i >= n {
			i -= n
			continue
		}
		from := nth(set, i)
		return Turn{From: from, To: from.step(d)}
	}
	return Turn{From: NoSquare, To: NoSquare}
}

// lowest returns the first square of a set.
func lowest(set uint16) Square { return Square(bits.TrailingZeros16(set)) }

// nth returns the square of a set that n others precede.
func nth(set uint16, n int) Square {
	for range n {
		set &= set - 1
	}
	return lowest(set)
}

// Perft counts the sequences of depth turns. A position that is decided has no turns.
func (p position) Perft(depth int) int {
	if depth <= 0 {
		return 1
	}
	if _, over := p.Judge(); over {
		return 0
	}
	if depth == 1 {
		return p.Count()
	}
	var buf [maxTurns]Turn
	n := 0
	for _, t := range p.turns(buf[:0]) {
		next := p
		next.Play(t)
		n += next.Perft(depth - 1)
	}
	return n
}

// Playout plays turns to the end, each drawn evenly from the legal ones, and returns the
// winner, Spectator for a tie. The position stays as it is.
func (p position) Playout(rng *rand.Rand) games.Seat {
	for {
		winner, over := p.Judge()
		if over {
			return winner
		}
		p.Play(p.Turn(rng.IntN(p.Count())))
	}
}
