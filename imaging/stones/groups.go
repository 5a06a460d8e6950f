package stones

import (
	"math"
	"strconv"

	"parlour/games/board"
	"parlour/imaging/canvas"
)

// sides are the steps from a cell to its neighbours: right, above, left, below.
var sides = [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// find finds the groups, and lights the largest.
func (b *Board) find() {
	groups := uint16(0)
	for i := range b.Stones {
		if b.group[i] == 0 {
			groups++
			b.flood(i, groups)
		}
	}
	ranks := 1
	if b.Ended {
		ranks = Deciding(b.Groups)
	}
	for side := range 2 {
		b.light(side, ranks)
	}
}

// flood marks a cell and all cells joined to it with the id of a group, and counts them.
func (b *Board) flood(i int, id uint16) {
	b.group[i] = id
	b.size[id]++
	n := b.Size
	for _, d := range sides {
		col, row := i%n+d[0], i/n+d[1]
		if min(col, row) < 0 || max(col, row) >= n {
			continue
		}
		if j := row*n + col; b.group[j] == 0 && b.Stones[j].Side&1 == b.Stones[i].Side&1 {
			b.flood(j, id)
		}
	}
}

// light lights the largest groups of a side, as many as ranks, and all that are as large as the
// last of them.
func (b *Board) light(side, ranks int) {
	sizes := b.Groups[side]
	if len(sizes) == 0 {
		return
	}
	least := sizes[min(ranks, len(sizes))-1]
	for i, s := range b.Stones {
		if g := b.group[i]; s.Side&1 == side && int(b.size[g]) >= least {
			b.lit[g] = true
		}
	}
}

// Light lights those groups alone that have a stone which is wanted.
func (b *Board) Light(wanted func(cell int) bool) {
	b.lit = [Most + 1]bool{}
	for i := range b.Stones {
		if wanted(i) {
			b.lit[b.group[i]] = true
		}
	}
}

// Deciding returns how many of the largest groups of each side have to be compared until
// they differ, at most three.
func Deciding(groups [2][]int) int {
	rank, one, other := board.Compare(groups)
	if one == other || rank > 2 || rank >= min(len(groups[0]), len(groups[1])) {
		return 1
	}
	return rank + 1
}

// Lit reports whether the stone of a cell is lit, and on which sides it has bridges then: a bit each for
// right, above, left and below.
func (b *Board) Lit(cell int) (lit bool, bridges int) {
	if lit = b.lit[b.group[cell]]; lit {
		bridges = b.joins(cell)
	}
	return lit, bridges
}

// joins returns the sides on which a stone has a neighbour of its side, a bit each.
func (b *Board) joins(i int) int {
	joins, n := 0, b.Size
	for bit, d := range sides {
		col, row := i%n+d[0], i/n+d[1]
		if min(col, row) >= 0 && max(col, row) < n && b.group[row*n+col] == b.group[i] {
			joins |= 1 << bit
		}
	}
	return joins
}

// Sizes writes at the end of a game on a stone of every lit group how many stones it has.
func (b *Board) Sizes() {
	if !b.Ended {
		return
	}
	n := b.Size
	for id := range b.lit {
		if !b.lit[id] {
			continue
		}
		i := b.central(uint16(id))
		at, side := b.At(i%n, i/n), b.Stones[i].Side&1
		b.stone(look{side, true, b.joins(i)}, at)
		x, y := at.Mid()
		b.Write(canvas.Label{
			Text: strconv.Itoa(int(b.size[id])), Bold: true, Size: max(b.Px(canvas.SmallText), 0.5*b.Cell),
			Ink: canvas.Ink{Text: b.Ground, Ground: Tint(b.Palette, side, true)}, X: x, Y: y, Align: 0.5,
		})
	}
}

// central returns the cell of a group that is nearest to the middle of its stones; of those
// without a bandage, if there are any.
func (b *Board) central(id uint16) int {
	n, cols, rows := b.Size, 0, 0
	for i := range b.Stones {
		if b.group[i] == id {
			cols, rows = cols+i%n, rows+i/n
		}
	}
	best, least, count := 0, math.MaxInt, int(b.size[id])
	for i, s := range b.Stones {
		dx, dy := i%n*count-cols, i/n*count-rows
		d := dx*dx + dy*dy
		if s.Fixed {
			d += 1 << 40
		}
		if b.group[i] == id && d < least {
			best, least = i, d
		}
	}
	return best
}
