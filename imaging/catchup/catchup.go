// Package catchup is the painter of Catchup.
package catchup

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/catchup"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// Painter draws boards of hexagons, whose stones are discs and squares as in package stones.
// The largest group of each side is lit and its cells have the side's colour; if several are equal,
// all are lit. Dots mark the last stones, and pieces in the corner tell how many may be placed. While
// a turn is in the making its stones have the dots, and what may be picked is marked.
var Painter = canvas.Painter[catchup.View]{
	Table: canvas.Table{
		Ground: 0x1a1329, Board: 0x261c3b, Floor: 0x31264c, Paper: 0xf6f0f8, Muted: 0xb7a9cd,
		Sides:       [2][2]uint32{{0x2fb782, 0x2a6b78}, {0xffc3cb, 0x9b7f9c}},
		Bright:      [2][2]uint32{{0x36c38c, 0x35808f}, {0xffd2d8, 0xad90ae}},
		BrightFloor: 0x242424,
	},
	Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces, Board: small,
	Emblem: func(c *canvas.Canvas, at canvas.Box) {
		c.Two(&stones.Board{Grid: canvas.Grid{Canvas: c}, Shapes: shapes}, at)
	},
}

var shapes = [2]stones.Shape{stones.Hexagon, stones.Hexagon}

// check returns an error for a view that cannot be drawn.
func check(v catchup.View) error {
	if !v.Valid() || slices.ContainsFunc(v.Cells, func(stone catchup.Stone) bool { return stone > catchup.Black }) {
		return fmt.Errorf("%d cells on a board of size %d", len(v.Cells), v.Size)
	}
	return nil
}

// draw draws a board.
func draw(c *canvas.Canvas, p canvas.Drawing, v catchup.View) {
	b := newPainting(c, v, p.Preview != "")
	room, least := c.Box(40, 50, 730, 736), c.Px(leastRow)
	if b.Tried { // between the dashes
		room = c.Box(44, 46, 720, 736)
	} else if p.Task != nil {
		room, least = c.Box(40, 140, 730, 640), 0
	}
	b.hexagons = newHexagons(room, v.Size, least)
	b.draw()
	b.coordinates(true, 1)
	b.Header(p, v.DuelView, b.Board)
	b.sizes()
	b.step()
	b.allowed()
}

// half draws a board after a turn.
func half(c *canvas.Canvas, p canvas.Drawing, v catchup.View, right bool) (end float64) {
	v.Ended = nil // the last stones are marked at the end too
	b, part := newPainting(c, v, true), canvas.Half(right)
	room := canvas.NewBox(part.X+40, part.Y+12, part.W-52, 340)
	b.hexagons = newHexagons(c.Box(room.X, room.Y, room.W, room.H), v.Size, 0)
	c.HalfHead(p, right, c.PieceOf(v.Mover, b))
	b.draw()
	every := 1
	if 1.5*b.edge < c.Px(canvas.SmallText) {
		every = 2
	}
	b.coordinates(false, every)
	return room.Y + room.H + 12
}

// small draws a board in a room.
func small(c *canvas.Canvas, v catchup.View, room canvas.Box) {
	b := newPainting(c, v, false)
	b.hexagons = newHexagons(room.Grow(-c.Px(4)), v.Size, 0)
	b.draw()
}

// leastRow is the least distance of two rows in pixels of the design, so that a phone shows each large
// enough to be touched.
const leastRow = 55

// A hexagons is a board of hexagonal cells in rows that is a hexagon itself, with so many cells a
// side. Rows count from 0 at the bottom, the cells of a row from 0 at the left.
type hexagons struct {
	size      int
	wide      float64 // of a cell, from side to side; even
	edge      float64 // half of the height of a cell; a row lies one and a half above the one before
	left, top float64 // of the longest row, and of the highest
}

// newHexagons fits a board of a size into a room. Its cells are regular, or higher if rows would be
// nearer than a least distance.
func newHexagons(room canvas.Box, size int, least float64) hexagons {
	most := float64(2*size - 1)
	wide := math.Floor(min(room.W/most, room.H*math.Sqrt(3)/(1.5*most+0.5))/2) * 2
	h := hexagons{size: size, wide: wide, edge: max(wide/math.Sqrt(3), least/1.5)}
	h.left = math.Round(room.X + (room.W-wide*most)/2)
	h.top = math.Round(room.Y + (room.H-h.edge*(1.5*most+0.5))/2)
	return h
}

// rows returns the number of rows.
func (h hexagons) rows() int { return 2*h.size - 1 }

// mid returns the middle of a cell, which may lie beside the board.
func (h hexagons) mid(row, number int) (x, y float64) {
	short := float64(h.rows() - catchup.Wide(h.size, row))
	x = h.left + h.wide*(float64(number)+(short+1)/2)
	return x, math.Round(h.top + h.edge*(1+1.5*float64(h.rows()-1-row)))
}

// strip returns the box of a row over the width of the picture. It ends where the next one begins.
func (h hexagons) strip(row int, wide float64) canvas.Box {
	line := func(below int) float64 { return math.Round(h.top + h.edge*(0.25+1.5*float64(below))) }
	at := h.rows() - 1 - row
	return canvas.NewBox(0, line(at), wide, line(at+1)-line(at))
}

// fill fills a cell around a point, or an inner part of it, but for a gap.
func (b *painting) fill(x, y, part float64, col color.RGBA) {
	gap := max(1, 0.03*b.edge)
	wide, edge := part*(b.wide/2-gap*0.87), part*(b.edge-gap)
	k := canvas.Key{Kind: "hexagon", Args: [4]int{int(64 * wide), int(64 * edge)}, Ink: col}
	b.Stamp(k, canvas.Around(x, y, math.Ceil(b.edge)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		pen.Polygon(x, y-edge, x+wide, y-edge/2, x+wide, y+edge/2, x, y+edge, x-wide, y+edge/2, x-wide, y-edge/2)
		pen.Fill(col)
	})
}

// A painting is a board of Catchup being drawn. The stones.Board draws its stones and its
// header, and has no grid.
type painting struct {
	*stones.Board
	hexagons
	view  catchup.View
	cells [catchup.MaxCells][2]int // by cell: its row, and its number there
	joins [catchup.MaxCells]catchup.Join
}

// newPainting finds the groups of a board; tried says whether its last turn is not played.
func newPainting(c *canvas.Canvas, v catchup.View, tried bool) *painting {
	b := &painting{view: v, joins: v.Joins(),
		Board: &stones.Board{Grid: canvas.Grid{Canvas: c}, Tried: tried, Shapes: shapes,
			Full: board.Full{Groups: v.Groups, DuelView: v.DuelView}}}
	if v.Mover == 0 || v.Mover == 1 {
		b.Before = v.Before[v.Mover]
	}
	i := 0
	for row := range v.Rows() {
		for number := range catchup.Wide(v.Size, row) {
			b.cells[i] = [2]int{row, number}
			i++
		}
	}
	return b
}

// at returns the middle of a cell by its index.
func (b *painting) at(i int) (x, y float64) { return b.mid(b.cells[i][0], b.cells[i][1]) }

// lit reports whether the group of a stone is lit: one of the largest of its side, at the end as many
// as have to be compared.
func (b *painting) lit(i int) bool {
	ranks, groups := 1, b.view.Groups[b.side(i)]
	if b.Ended != nil {
		ranks = stones.Deciding(b.view.Groups)
	}
	return len(groups) > 0 && int(b.joins[i].Size) >= groups[min(ranks, len(groups))-1]
}

// side returns the side of the stone on a cell.
func (b *painting) side(i int) int { return int(b.view.Cells[i]-1) & 1 }

// draw draws the cells, the stones, and the dots of the last ones.
func (b *painting) draw() {
	fresh := b.view.Fresh()
	for i, stone := range b.view.Cells {
		x, y := b.at(i)
		if stone == catchup.Empty {
			b.fill(x, y, 1, b.Floor)
			continue
		}
		b.stone(b.side(i), b.lit(i), x, y)
		if fresh[i] && b.Ended == nil {
			b.dot(x, y)
		}
	}
}

// stone draws a stone and its cell around a point. The cell of a lit stone has the colour of its side.
// Another stone is smaller, and its cell is dark with a rim of floor.
func (b *painting) stone(side int, lit bool, x, y float64) {
	r := 0.45 * b.wide
	if lit {
		b.fill(x, y, 1, b.Palette.Side(side).Dim)
	} else {
		b.fill(x, y, 1, b.Floor)
		b.fill(x, y, 0.9, b.Ground)
		r = 0.41 * b.wide
	}
	b.Put(side, lit, canvas.Around(x, y, r))
}

// dot marks a stone of the last turn, or of the one in the making.
func (b *painting) dot(x, y float64) {
	r := max(b.Px(6), 0.14*b.wide)
	b.Disc(x, y, r+max(1, 0.045*b.wide), b.Ground)
	b.Disc(x, y, r, b.Accent)
}

// coordinates writes the letters of every so many rows at their left, and if wanted the numbers at
// the lower right, each at the end of the line of cells that have it up to the middle row.
func (b *painting) coordinates(numbers bool, every int) {
	put := func(text string, x, y float64) {
		b.Write(canvas.Label{Text: text, Ink: b.Quiet(), X: x, Y: y, Align: 0.5})
	}
	for row := 0; row < b.rows(); row += every {
		x, y := b.mid(row, 0)
		put(board.Column(row), x-b.wide/2-b.Px(21), y)
	}
	if !numbers {
		return
	}
	for number := range b.rows() {
		row := max(0, number-b.size+1)
		x, y := b.mid(row, number)
		put(board.Row(number), x+b.wide/2, y+b.edge/2+b.Px(19))
	}
}

// sizes writes at the end of a game on a stone of every lit group how many stones it has.
func (b *painting) sizes() {
	var told [catchup.MaxCells]bool
	for i, stone := range b.view.Cells {
		group := b.joins[i].Group
		if stone == catchup.Empty || b.Ended == nil || told[group] || !b.lit(i) {
			continue
		}
		told[group] = true
		x, y := b.at(b.central(group))
		b.Write(canvas.Label{
			Text: strconv.Itoa(int(b.joins[i].Size)), Bold: true, Size: max(b.Px(canvas.SmallText), 0.4*b.wide),
			Ink: canvas.Ink{Text: b.Ground, Ground: b.Palette.Side(b.side(i)).Lit}, X: x, Y: y, Align: 0.5,
		})
	}
}

// central returns the cell of a group that is nearest to the middle of its stones.
func (b *painting) central(group uint8) int {
	var sumX, sumY, count float64
	each := func(visit func(i int, x, y float64)) {
		for i, stone := range b.view.Cells {
			if stone != catchup.Empty && b.joins[i].Group == group {
				x, y := b.at(i)
				visit(i, x, y)
			}
		}
	}
	each(func(_ int, x, y float64) { sumX, sumY, count = sumX+x, sumY+y, count+1 })
	best, least := 0, math.Inf(1)
	each(func(i int, x, y float64) {
		if d := math.Hypot(x-sumX/count, y-sumY/count); d < least {
			best, least = i, d
		}
	})
	return best
}

// step marks what may be picked: rows, by their letters on paper and the numbers of their cells, or
// the cells of a row, with their numbers on paper.
func (b *painting) step() {
	m := b.view.Making
	if m == nil || m.Step.Lies != games.Row {
		return
	}
	offered := map[string]bool{}
	for _, choice := range m.Step.Choices {
		offered[choice.Value] = choice.Placed()
	}
	for row := range b.rows() {
		letter := board.Column(row)
		switch {
		case b.view.Row == letter:
			b.numbers(row, true, func(value string) bool { return offered[value] })
		case b.view.Row == "" && offered[letter]:
			b.numbers(row, false, func(string) bool { return true })
			x, y := b.mid(row, 0)
			b.Pill(letter, 0, x-b.wide/2-b.Px(21), y)
			b.Place(letter, b.strip(row, b.Px(canvas.Size)))
		}
	}
}

// numbers writes the numbers of those empty cells of a row that are wanted, on paper where one of
// them is to be picked.
func (b *painting) numbers(row int, picked bool, wanted func(value string) bool) {
	for i, stone := range b.view.Cells {
		value := board.Row(b.cells[i][1])
		if b.cells[i][0] != row || stone != catchup.Empty || !wanted(value) {
			continue
		}
		x, y := b.at(i)
		ink := b.OnFloor()
		if picked {
			ink = b.OnPaper()
			b.fill(x, y, 1, b.Paper)
			b.Place(value, canvas.NewBox(x-b.wide/2, y-b.edge, b.wide, 2*b.edge))
		}
		b.Write(canvas.Label{Text: value, Bold: picked, Ink: ink, X: x, Y: y, Align: 0.5})
	}
}

// allowed draws in the corner a piece for each stone that the side to move may place; those of a turn
// in the making that lie on the board are dim.
func (b *painting) allowed() {
	mover := b.view.ToMove
	if mover != 0 && mover != 1 {
		return
	}
	for i := range min(max(b.view.Limit, 0), 3) {
		lit := i >= len(b.view.Picked)
		b.Put(int(mover), lit, canvas.Around(b.Px(36+44*float64(i)), b.Px(766), b.Px(21)))
	}
}

// gamut tells the colours of a picture of Catchup.
func gamut(p *canvas.Palette) canvas.Gamut {
	return canvas.Gamut{
		Flat: stones.Gamut(p).Flat,
		Meet: [][2]color.RGBA{
			{p.Floor, p.Ground}, {p.First.Dim, p.First.Lit}, {p.Second.Dim, p.Second.Lit}, {p.Ground, p.Paper},
			{p.Floor, p.First.Dim}, {p.Floor, p.Second.Dim}, {p.Ground, p.Muted}, {p.Ground, p.Accent},
		},
	}
}

// pieces draws the stones of each side on their cells: those that are lit must be told apart,
// those that are dim, and for each stone whether it is lit and whether it is one of the last.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for side, name := range []string{"first", "second"} {
		piece := func(lit, fresh bool) func(c *canvas.Canvas, at canvas.Box) {
			return func(c *canvas.Canvas, at canvas.Box) {
				x, y := at.Mid()
				b := &painting{Board: &stones.Board{Grid: canvas.Grid{Canvas: c}, Shapes: shapes},
					hexagons: hexagons{wide: at.W, edge: at.W / 2}}
				b.stone(side, lit, x, y)
				if fresh {
					b.dot(x, y)
				}
			}
		}
		draw("lit stones", name, p.Ground, piece(true, false))
		draw("dim stones", name, p.Ground, piece(false, false))
		draw("stones, "+name, "dim", p.Ground, piece(false, false))
		draw("stones, "+name, "lit", p.Ground, piece(true, false))
		draw("dots, "+name, "old", p.Ground, piece(true, false))
		draw("dots, "+name, "new", p.Ground, piece(true, true))
	}
}
