package imaging

import (
	"math"
	"strconv"

	"parlour/games/permute"
	"parlour/imaging/canvas"
)

// newPermuteBoard finds the groups of a board, and which of them are lit.
func newPermuteBoard(c *canvas.Canvas, v permute.View) *permuteBoard {
	b := &permuteBoard{c: c, view: v}
	groups := uint16(0)
	for i := range v.Cells {
		if b.group[i] == 0 {
			groups++
			b.flood(i, groups)
		}
	}
	ranks := 1
	if v.Ended != nil {
		ranks = b.deciding()
	}
	for colour := range permute.Colour(2) {
		b.light(colour, ranks)
	}
	return b
}

// flood marks a cell and all cells joined to it with the id of a group, and counts them.
func (b *permuteBoard) flood(i int, id uint16) {
	b.group[i] = id
	b.size[id]++
	n := b.view.Size
	for _, d := range sides {
		col, row := i%n+d[0], i/n+d[1]
		if min(col, row) < 0 || max(col, row) >= n {
			continue
		}
		if j := row*n + col; b.group[j] == 0 && b.colour(j) == b.colour(i) {
			b.flood(j, id)
		}
	}
}

// light lights the largest groups of a colour, as many as ranks, and all that are as large as the
// last of them.
func (b *permuteBoard) light(colour permute.Colour, ranks int) {
	sizes := b.view.Groups[colour]
	if len(sizes) == 0 {
		return
	}
	least := sizes[min(ranks, len(sizes))-1]
	for i := range b.view.Cells {
		if g := b.group[i]; b.colour(i) == colour && int(b.size[g]) >= least {
			b.lit[g] = true
		}
	}
}

// deciding returns how many of the largest groups of each side have to be compared until
// they differ, at most three.
func (b *permuteBoard) deciding() int {
	orange, yellow := b.view.Groups[0], b.view.Groups[1]
	for rank := range min(3, len(orange), len(yellow)) {
		if orange[rank] != yellow[rank] {
			return rank + 1
		}
	}
	return 1
}

// joins returns the sides on which a stone has a neighbour of its colour, a bit each.
func (b *permuteBoard) joins(i int) int {
	joins, n := 0, b.view.Size
	for bit, d := range sides {
		col, row := i%n+d[0], i/n+d[1]
		if min(col, row) >= 0 && max(col, row) < n && b.group[row*n+col] == b.group[i] {
			joins |= 1 << bit
		}
	}
	return joins
}

// sizes writes at the end of a game on a stone of every lit group how many stones it has.
func (b *permuteBoard) sizes() {
	if b.view.Ended == nil {
		return
	}
	n := b.view.Size
	for id := range b.lit {
		if !b.lit[id] {
			continue
		}
		i := b.central(uint16(id))
		at := b.At(i%n, i/n)
		b.stone(permuteStone{b.colour(i), true, b.joins(i)}, at)
		x, y := at.Mid()
		b.c.Write(canvas.Label{
			Text: strconv.Itoa(int(b.size[id])), Style: canvas.Bold(max(b.c.Px(canvas.SmallText), 0.5*b.Cell)),
			Ink: canvas.Ink{Text: b.c.Palette.Ground, Ground: b.tint(permuteStone{colour: b.colour(i), lit: true})}, X: x, Y: y, Align: 0.5,
		})
	}
}

// central returns the cell of a group that is nearest to the middle of its stones; of those
// without a bandage, if there are any.
func (b *permuteBoard) central(id uint16) int {
	n, cols, rows := b.view.Size, 0, 0
	for i := range b.view.Cells {
		if b.group[i] == id {
			cols, rows = cols+i%n, rows+i/n
		}
	}
	best, least, count := 0, math.MaxInt, int(b.size[id])
	for i := range b.view.Cells {
		dx, dy := i%n*count-cols, i/n*count-rows
		d := dx*dx + dy*dy
		if b.view.Cells[i].Bandaged {
			d += 1 << 40
		}
		if b.group[i] == id && d < least {
			best, least = i, d
		}
	}
	return best
}
