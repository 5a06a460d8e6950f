package magic

import (
	"math/bits"

	"parlour/games"
)

// maxWidth is how many bits say which tiles of a side are dark, at most.
const maxWidth = inHand - 1

// A link leads from the positions of one block to those in a block of another
// layer that the same change of the board makes of them. The bits there are the
// exclusive or of what the bits of each side here give: a tile that turns dark
// changes the same bits there, however the others lie.
type link struct {
	block  int                      // the first number of the other block
	parts  [2][1 << maxWidth]uint16 // by seat and by the bits of its tiles here
	placed [2]uint16                // by seat: what a tile placed dark side up adds
}

// lead sets k from a block to one of layer l, where the tiles lie on board. The
// turn says which tile was flipped, and what was placed, if any. Tiles here that
// are not on the board were taken away.
func (k *link) lead(from pattern, t Turn, board pattern, l *layer) {
	least, s := board.canonical()
	k.block = l.block(least)
	k.placed = [2]uint16{}
	for i := range k.parts {
		seat := games.Seat(i)
		shift := i * l.width[0]
		part := func(q Square) uint16 {
			if board.of(seat)&q.bit() == 0 {
				return 0
			}
			return uint16(share(least.of(seat), s.square(q)) << shift)
		}
		if t.Place != NoSquare {
			k.placed[i] = part(t.Place)
		}
		tiles := from.of(seat)
		parts := &k.parts[i]
		parts[0] = 0
		if t.Flips() && tiles&t.From.bit() != 0 {
			parts[0] = part(t.To)
		}
		n := 1
		for set := tiles & (tiles - 1); set != 0; set &= set - 1 {
			q := lowest(set)
			if q == t.From {
				q = t.To
			}
			p := part(q)
			for code, there := range parts[:n] {
				parts[n+code] = there ^ p
			}
			n *= 2
		}
	}
}

// turns calls do with each way to flip and each space to place a tile on, dark
// or light, from a pattern, and with where the tiles lie then.
func (p pattern) turns(mover games.Seat, do func(t Turn, board pattern)) {
	start := p.position(mover, [2]uint16{})
	empty := start.empty()
	for i := range max(1, start.flips()) {
		t := start.flip(i)
		for set := t.free(empty); set != 0; set &= set - 1 {
			t.Place, t.Light = lowest(set), true
			next := start
			next.Play(t)
			do(t, next.pattern())
		}
	}
}

// A verdict says of the bits of each side in a block whether they decide the
// game: the mover's by a three-in-a-row, the other's by a locked one.
type verdict [2][1 << maxWidth]bool

// judge decides the positions of a block.
func (l *layer) judge(p pattern) verdict {
	var v verdict
	taken := p.of(0) | p.of(1)
	for i := range v {
		seat := games.Seat(i)
		tiles := p.of(seat)
		for code := range 1 << l.width[i] {
			darkOnes := darkTiles(tiles, code)
			if seat == l.mover {
				v[i][code] = inRow(darkOnes) || inRow(tiles&^darkOnes)
			} else {
				v[i][code] = lockedRow(darkOnes, taken) || lockedRow(tiles&^darkOnes, taken)
			}
		}
	}
	return v
}

// full reports whether the layer is that of the full board.
func (l *layer) full() bool { return l.tiles == bits.OnesCount16(board) }
