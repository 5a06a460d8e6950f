// Package catchup is the painter of Catchup.
package catchup

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/catchup"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// Painter draws boards of hexagons on a slab that is a hexagon itself. Stones are hexagons as in package stones, those
// of the second side with a hole. The largest group of each side is raised; if several are equal, all are. A rim of the
// accent is around the last stones, and pieces in the corner tell how many may be placed. While a turn is in the
// making its stones have the rim, and what may be picked is marked.
var Painter = canvas.Painter[catchup.View]{
	Table: canvas.Table{
		Ground: 0x1a1329, Board: 0x261c3b, Floor: 0x31264c, Paper: 0xf6f0f8, Muted: 0xb7a9cd,
		Sides:       [2][2]uint32{{0x2fb782, 0x2a6b78}, {0xffc3cb, 0x9b7f9c}},
		Bright:      [2][2]uint32{{0x36c38c, 0x35808f}, {0xffd2d8, 0xad90ae}},
		BrightFloor: 0x242424,
	},
	Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces, Board: small,
	Deep: func(p games.Drawing, _ catchup.View) bool { return p.Ribbon != nil },
	Emblem: func(c *canvas.Canvas, at canvas.Box) {
		c.Two(&painting{Board: &stones.Board{Grid: canvas.Grid{Canvas: c}}}, at)
	},
}

// check returns an error for a view that cannot be drawn.
func check(v catchup.View) error {
	if !v.Valid() || slices.ContainsFunc(v.Cells, func(stone catchup.Stone) bool { return stone > catchup.Black }) {
		return fmt.Errorf("%d cells on a board of size %d", len(v.Cells), v.Size)
	}
	return nil
}

// draw draws a board.
func draw(c *canvas.Canvas, p games.Drawing, v catchup.View) {
	b := newPainting(c, v, p.Preview != "")
	top := 66.0
	if p.Ribboned() {
		top = canvas.EndingHigh + 8
	}
	room := c.Box(8, top, 784, canvas.Size-4-top)
	b.letters, b.numbers = true, true
	b.lay(room, 8)
	if v.Making != nil && !p.Margins {
		b.spread(room)
	}
	b.draw()
	b.coordinates()
	b.Header(p, v.DuelView, b)
	b.step(!p.Margins)
	if p.Ribbon == nil {
		b.allowed(p.Captions)
	}
}

// half draws a board after a turn.
func half(c *canvas.Canvas, p games.Drawing, v catchup.View, right bool) (end float64) {
	b, part := newPainting(c, v, true), canvas.Half(right)
	const high = 352
	b.letters, b.numbers = true, true
	b.lay(c.Box(part.X+6, part.Y+10, part.W-12, high), 8)
	c.HalfHead(p, right, c.PieceOf(v.Mover, b))
	b.draw()
	b.coordinates()
	return part.Y + high + 20
}

// small draws a board in a room, without the last turn.
func small(c *canvas.Canvas, v catchup.View, room canvas.Box) {
	v.Stones, v.Picked = nil, nil
	b := newPainting(c, v, false)
	b.lay(room, 3)
	b.draw()
}

// leastRow is the least distance of two rows from which one is to be picked, in pixels of the design, so that a phone
// shows each large enough to be touched.
const leastRow = 55

// A hexagons is a board of regular hexagons in rows that is a hexagon itself, with so many cells a
// side. Rows count from 0 at the bottom, the cells of a row from 0 at the left.
type hexagons struct {
	size      int
	wide      float64 // of a cell, from side to side; even
	edge      float64 // from the middle of a cell to its corners
	pitch     float64 // from row to row, whole
	left, top float64 // of the cells of the longest row, and of the highest
	margin    float64 // of the slab around the cells

	letters, numbers bool // whether there is room beside each row for its letter, and for the number of its last cell
}

// spread moves the rows of a board apart if a finger needs more than hexagons do. Then there is no room for the number
// of the longest row.
func (b *painting) spread(room canvas.Box) {
	if least := math.Round(b.Px(leastRow)); b.pitch < least {
		b.numbers = false
		b.lay(room, 3)
		b.pitch = least
		b.top = b.Px(canvas.HeaderHigh+2) + b.margin
	}
}

// lay lays regular hexagons into a room on a slab with a margin. Coordinates lie beside it.
func (b *painting) lay(room canvas.Box, margin float64) {
	// A tip of the slab, whose sides rise by 60°, and a letter or a number lie beside the middle of each outermost cell.
	// What they take is a part of the width of a cell, and pixels of the design.
	steps, root := float64(b.rows()-1), math.Sqrt(3)
	tip, left, foot := 2.0/3, 2/root*margin+4, margin+10
	right := left
	if b.letters {
		left += letterOff + 10
	}
	if b.numbers {
		right += numberOff + 14*float64(len(board.Row(b.rows()-1)))
	}
	b.margin = math.Round(b.Px(margin))
	across, down := room.W-b.Px(left+right), room.H-b.Px(margin+foot)
	b.wide = math.Floor(min(across/(steps+2*tip), down/(steps*root/2+2/root))/2) * 2
	b.edge, b.pitch = b.wide/root, math.Ceil(b.wide*root/2)
	across -= (steps + 2*tip) * b.wide
	down -= steps*b.pitch + 2*b.edge
	b.left = math.Round(room.X + b.Px(left) + across/2 + (tip-0.5)*b.wide)
	b.top = math.Round(room.Y + b.Px(margin) + down/2)
}

// How far beyond the slab the middles of the letters lie, and the left edges of the numbers, in pixels of the design.
const (
	letterOff = 19
	numberOff = 12
)

// rows returns the number of rows.
func (h hexagons) rows() int { return 2*h.size - 1 }

// mid returns the middle of a cell, which may lie beside the board.
func (h hexagons) mid(row, number int) (x, y float64) {
	short := float64(h.rows() - catchup.Wide(h.size, row))
	x = h.left + h.wide*(float64(number)+(short+1)/2)
	return x, math.Round(h.top+h.edge) + h.pitch*float64(h.rows()-1-row)
}

// beyond returns the distance from the middle of a cell at the left or the right end of a row to the edge of the slab.
func (h hexagons) beyond() float64 {
	long := math.Hypot(h.pitch, h.wide/2)
	out := max(h.pitch*h.wide/2+h.wide*h.edge/4, h.wide*h.edge/2)/long + h.margin
	return out * long / h.pitch
}

// slab draws the slab: an edge below, a light line above, under it a dark margin. Its left and its right part are
// sprites, all between them is rectangles.
func (b *painting) slab() {
	x, y := b.mid(b.size-1, 0)
	high := b.pitch*float64(b.size-1) + b.edge + b.margin
	dark, line, edge := math.Ceil(b.Px(3)), max(1, math.Round(b.Px(2))), math.Round(b.Px(7))
	if b.wide < b.Px(60) {
		edge = math.Round(b.Px(4))
	}
	high, lean := math.Round(high), math.Round(high)*b.wide/2/b.pitch // from the middle to the upper edge, and aside
	left := math.Floor(x - b.beyond())
	wide := 2*(x-left) + b.wide*float64(b.rows()-1)
	bodies := [...]struct {
		more, down float64
		ink        color.RGBA
	}{
		{dark, edge, canvas.Mixed(b.Ground, b.Casing, 0.6)}, {0, edge, b.Shade}, {0, 0, b.Palette.Plate},
		{0, line, b.Palette.Board},
	}
	side := math.Ceil(lean + b.Px(10))
	for _, body := range bodies {
		b.Rect(canvas.NewBox(left+side, y-high+body.down-body.more, wide-2*side, 2*(high+body.more)), body.ink)
	}
	for _, right := range []bool{false, true} {
		k := canvas.Key{Kind: "slab", Args: [4]int{b.size, int(b.pitch), int(64 * b.wide), canvas.Bits(right)}}
		part := canvas.NewBox(left-dark, y-high-dark, side+dark, 2*(high+dark)+edge)
		if right {
			part.X = left + wide - side
		}
		b.Stamp(k, part, func(pen *canvas.Pen, at canvas.Box) {
			left := left + at.X - part.X
			for _, body := range bodies {
				mid, more, in := at.Y+y-part.Y+body.down, body.more, lean+0.58*body.more
				stones.RoundPolygon(pen, b.Px(8), left-1.15*more, mid, left+in, mid-high-more, left+wide-in, mid-high-more,
					left+wide+1.15*more, mid, left+wide-in, mid+high+more, left+in, mid+high+more)
				pen.Fill(body.ink)
			}
		})
	}
}

// A painting is a board of Catchup being drawn. The stones.Board has what its header needs, and no grid.
type painting struct {
	*stones.Board
	hexagons
	view  catchup.View
	cells [catchup.MaxCells][2]int // by cell: its row, and its number there
	joins [catchup.MaxCells]catchup.Join
}

// newPainting finds the groups of a board; tried says whether its last turn is not played yet.
func newPainting(c *canvas.Canvas, v catchup.View, tried bool) *painting {
	b := &painting{view: v, joins: v.Joins(), hexagons: hexagons{size: v.Size},
		Board: &stones.Board{Grid: canvas.Grid{Canvas: c}, Tried: tried,
			Full: board.Full{Groups: v.Groups, DuelView: v.DuelView}}}
	if v.Ply > 2 { // else these are the first stones of the mover
		b.Before = v.Before[v.Mover&1]
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

// Piece draws the stone of a seat.
func (b *painting) Piece(seat games.Seat, x, y, cell float64) {
	b.stone(look{side: int(seat) & 1, lit: true}, x, y, 0.56*cell)
}

// at returns the middle of a cell by its index.
func (b *painting) at(i int) (x, y float64) { return b.mid(b.cells[i][0], b.cells[i][1]) }

// look returns how the stone on a cell is drawn. It is lit if its group is one of the largest of its side, or, where groups
// have decided the game, one of as many as have to be compared.
func (b *painting) look(i int, fresh bool) look {
	s := look{side: int(b.view.Cells[i]-1) & 1, fresh: fresh}
	ranks, groups := 1, b.view.Groups[s.side]
	if b.Decided() {
		ranks = board.Deciding(b.view.Groups)
	}
	s.lit = len(groups) > 0 && int(b.joins[i].Size) >= groups[min(ranks, len(groups))-1]
	return s
}

// draw draws the slab, the cells and the stones. At the end, those that have won are one body in a rim of light, below
// all that are lit.
func (b *painting) draw() {
	b.slab()
	fresh, lights := b.view.Fresh(), b.Decided()
	var lit []int
	for i, stone := range b.view.Cells {
		x, y := b.at(i)
		if stone == catchup.Empty {
			b.cell(x, y)
		} else if s := b.look(i, fresh[i]); s.lit && lights {
			b.cell(x, y)
			lit = append(lit, i)
		} else {
			s.laid = true
			b.stone(s, x, y, b.edge)
		}
	}
	glow := b.Glow()
	for step, ink := range append(glow[:], b.Palette.Side(int(b.Winner)).Edge) {
		size := [...]float64{1.24, 1.18, 1.11, 1}[step] * b.edge
		for _, i := range lit {
			if x, y := b.at(i); b.look(i, false).side == int(b.Winner) {
				stones.FillHexagon(b.Canvas, x, y, size, ink)
			}
		}
	}
	for _, i := range lit {
		x, y := b.at(i)
		b.stone(b.look(i, fresh[i]), x, y, b.edge)
	}
}

// The sizes of hexagons in a cell, from the middle to the corners, where those of the cell are 1.
const (
	floorSize = 0.94
	stoneSize = 0.92
	freshSize = 0.76 // of a stone with a rim
	rimSize   = 0.99
)

// hexagon makes the path of a hexagon, with corners that are hardly round.
func hexagon(pen *canvas.Pen, x, y, r float64) { stones.RoundHexagon(pen, x, y, r, 0.05*r) }

// cell draws an empty cell.
func (b *painting) cell(x, y float64) {
	k := canvas.Key{Kind: "hexagon cell", Args: [4]int{int(64 * b.edge)}}
	b.Stamp(k, canvas.Around(x, y, math.Ceil(b.edge)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		b.floor(pen, x, y)
	})
}

// floor draws the floor of a cell, which lies deeper than the slab.
func (b *painting) floor(pen *canvas.Pen, x, y float64) {
	hexagon(pen, x, y-0.02*b.edge, floorSize*b.edge)
	pen.Fill(b.Shade)
	hexagon(pen, x, y+0.02*b.edge, (floorSize-0.02)*b.edge)
	pen.Fill(b.Floor)
}

// A look is everything in which stones differ.
type look struct {
	side             int
	lit, fresh, laid bool // laid upon the floor of its cell
}

// stone draws a stone around a point in a cell, whose corners lie so far from it. One with a rim is smaller.
func (b *painting) stone(s look, x, y, edge float64) {
	k := canvas.Key{Kind: "hexagon stone", Args: [4]int{s.side, canvas.Bits(s.lit, s.fresh, s.laid), int(64 * edge)}}
	b.Stamp(k, canvas.Around(x, y, math.Ceil(1.08*edge)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		if s.laid {
			b.floor(pen, x, y)
		}
		if !s.fresh {
			b.body(pen, s, x, y, stoneSize*edge, 1.2*edge)
			return
		}
		for _, rim := range []struct {
			size float64
			ink  color.RGBA
		}{{rimSize + 0.05, b.Casing}, {rimSize, b.Accent}, {rimSize - 0.15, b.Casing}} {
			hexagon(pen, x, y, rim.size*edge)
			pen.Fill(rim.ink)
		}
		b.body(pen, s, x, y, freshSize*edge, 0.7*edge)
	})
}

// body draws the body of a stone for a cell of a size, with corners at the distance r from its middle. That of the
// second side is a ring.
func (b *painting) body(pen *canvas.Pen, s look, x, y, r, cell float64) {
	side := b.Palette.Side(s.side)
	silhouette := func(grow, down float64) { hexagon(pen, x, y+down, r+grow) }
	walls, deep := []color.RGBA{b.Casing, b.Floor}, 0.125*cell
	if !s.lit {
		stones.Flat(pen, b.Palette, side, cell, silhouette)
	} else {
		y -= 0.02 * cell
		stones.Raised(pen, b.Palette, side, cell, silhouette)
		walls, deep = []color.RGBA{side.Edge, b.Shade, b.Floor}, 0.05*cell
	}
	switch hole := 0.61 * r; {
	case s.side == 1:
		hexagon(pen, x, y, hole)
		pen.Clipped(func() {
			for i, ink := range walls {
				hexagon(pen, x, y+float64(i)*deep, hole)
				pen.Fill(ink)
			}
		})
	case s.lit:
		hexagon(pen, x, y, 0.66*r)
		pen.Fill(side.Dish)
	default: // or it would look like a cell of a colour
		hexagon(pen, x, y, 0.66*r)
		pen.Fill(side.Dish)
		hexagon(pen, x, y, 0.56*r)
		pen.Fill(side.Dim)
	}
}

// coordinates writes the letter of each row at its left, and the number of its last cell at its right. Where rows are
// narrow, it writes those of every second one.
func (b *painting) coordinates() {
	every := 1
	if b.pitch < b.Px(canvas.SmallText) {
		every = 2
	}
	for row := 0; row < b.rows(); row += every {
		last := catchup.Wide(b.size, row) - 1
		x, y := b.mid(row, 0)
		b.Write(canvas.Label{Text: board.Column(row), Ink: b.Quiet(), X: x - b.beyond() - b.Px(letterOff), Y: y, Align: 0.5})
		if b.numbers || last < b.rows()-1 {
			b.Write(canvas.Label{Text: board.Row(last), Ink: b.Quiet(), X: x + float64(last)*b.wide + b.beyond() + b.Px(numberOff), Y: y})
		}
	}
}

// step marks what may be picked: rows, by their letters on paper and, if asked, the numbers of their cells, or
// the cells of a row, by dashes around their numbers.
func (b *painting) step(inside bool) {
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
			b.choices(row, offered)
		case b.view.Row == "" && offered[letter]:
			if inside {
				b.choices(row, nil)
			}
			x, y := b.mid(row, 0)
			b.Pill(letter, max(x-b.beyond()-b.Px(letterOff), b.Px(28)), y)
			b.Place(letter, canvas.NewBox(0, y-b.pitch/2, b.Px(canvas.Size), b.pitch))
		}
	}
}

// choices writes the numbers of the empty cells of a row. If the row is picked, only those that are offered have one,
// with dashes around it.
func (b *painting) choices(row int, offered map[string]bool) {
	picked := offered != nil
	for i, stone := range b.view.Cells {
		value := board.Row(b.cells[i][1])
		if b.cells[i][0] != row || stone != catchup.Empty || picked && !offered[value] {
			continue
		}
		x, y := b.at(i)
		if picked {
			stones.DashHexagon(b.Canvas, x, y, b.edge, max(b.Px(4), 0.08*b.edge))
			b.Place(value, canvas.NewBox(x-b.wide/2, y-b.edge, b.wide, 2*b.edge))
		}
		b.Write(canvas.Label{Text: value, Bold: picked, Ink: b.OnFloor(), X: x, Y: y, Align: 0.5})
	}
}

// allowed draws in the corner a piece for each stone that the side to move may place, below a line that names the side
// and one that says how many; those of a turn in the making that lie on the board are dim.
func (b *painting) allowed(words []string) {
	mover := b.view.ToMove
	if mover != 0 && mover != 1 {
		return
	}
	for i, line := range words[:min(len(words), 2)] {
		b.Write(canvas.Label{Text: line, Ink: b.Quiet(), X: b.Px(16), Y: b.Px(682 + 34*float64(i)), Room: b.Px(120)})
	}
	for i := range min(max(b.view.Limit, 0), 3) {
		s := look{side: int(mover), lit: i >= len(b.view.Picked)}
		b.stone(s, b.Px(38+50*float64(i)), b.Px(763), b.Px(25))
	}
}

// gamut tells the colours of a picture of Catchup. Of few colours, the dim ones stand for edges, and two steps smooth
// text and rims.
func gamut(p *canvas.Palette) canvas.Gamut {
	glow := p.Glow()
	return p.Gamut([][2]color.RGBA{
		{p.Ground, p.Paper}, {p.Ground, p.Muted}, {p.Floor, p.First.Lit}, {p.Floor, p.Second.Lit}, {p.Floor, p.First.Dim},
		{p.Floor, p.Second.Dim}, {p.Plate, p.Paper}, {p.Floor, p.Paper}, {p.Ground, p.First.Lit}, {p.Ground, p.Second.Lit},
		{p.Ground, p.Gold},
	}, p.Floor, p.First.Lit, p.Second.Lit, p.First.Dim, p.Second.Dim, p.First.Dish, canvas.Mixed(p.Floor, p.Muted, 0.5),
		canvas.Mixed(p.Casing, p.Accent, 0.5), p.Second.Edge, p.First.Edge, p.Second.Rim, p.First.Rim, glow[0], glow[1])
}

// pieces draws the stones of each side on their cells: those that are lit must be told apart,
// those that are dim, and for each stone whether it is lit and whether it is one of the last.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for side, name := range []string{"first", "second"} {
		piece := func(lit, fresh bool) func(c *canvas.Canvas, at canvas.Box) {
			return func(c *canvas.Canvas, at canvas.Box) {
				x, y := at.Mid()
				b := &painting{Board: &stones.Board{Grid: canvas.Grid{Canvas: c}}, hexagons: hexagons{edge: at.W / 2}}
				b.stone(look{side, lit, fresh, true}, x, y, b.edge)
			}
		}
		draw("lit stones", name, p.Board, piece(true, false))
		draw("dim stones", name, p.Board, piece(false, false))
		draw("stones, "+name, "dim", p.Board, piece(false, false))
		draw("stones, "+name, "lit", p.Board, piece(true, false))
		for lit, kind := range map[bool]string{true: "lit", false: "dim"} {
			draw("last, "+kind+" "+name, "old", p.Board, piece(lit, false))
			draw("last, "+kind+" "+name, "new", p.Board, piece(lit, true))
		}
	}
}
