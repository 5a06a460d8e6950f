// Package hex is the painter of Hex.
package hex

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/hex"
	"parlour/imaging/canvas"
	"parlour/imaging/stones"
)

// Painter draws boards of Hex: a rhombus of hexagons on limestone, around which a band has the colour of the side that joins
// those edges. Red stones are discs with a light eye, blue ones diamonds. Who joins what stands in the free corners. A golden
// rim is around the last stone, and at the end light is under the chain that has won.
//
// While a move is in the making the picture shows its step: areas with their numbers beside the board, or cells with
// their names.
var Painter = canvas.Painter[hex.View]{
	Table: canvas.Table{
		Ground: 0xd8d4cb, Board: 0xaeaba3, Floor: 0xefece4, Paper: 0x23262b, Muted: 0x53565a, Plate: 0xf6f4ee,
		Sides:  [2][2]uint32{{0xd8403c, 0x8f2a2a}, {0x1c3f94, 0x14285a}},
		Bright: [2][2]uint32{{0xff6a60, 0x9c3a36}, {0x86adff, 0x4c689c}},
	},
	Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces,
	Deep: func(games.Drawing, hex.View) bool { return true }, // or the many short lines of the rim would be rough
	Board: func(c *canvas.Canvas, v hex.View, room canvas.Box) {
		b := newPainting(c, v)
		b.lay(room.Grow(-c.Px(14)), 0.4)
		b.draw(false)
	},
	Emblem: func(c *canvas.Canvas, at canvas.Box) { c.Two(&painting{Canvas: c}, at) },
}

// check returns an error for a view that cannot be drawn.
func check(v hex.View) error {
	if !v.Valid() || slices.ContainsFunc(v.Cells, func(s hex.Stone) bool { return s > hex.Blue }) {
		return fmt.Errorf("%d cells on a board of size %d", len(v.Cells), v.Size)
	}
	return nil
}

// The places of what lies around a board, in pixels of the design.
const (
	rimWide  = 22 // the rim around the cells
	bandWide = 13 // the band of a side on it
	beside   = 24 // from the rim to the middle of a coordinate
	cornered = 76 // the room for what stands in a free corner
)

// draw draws a picture.
func draw(c *canvas.Canvas, p games.Drawing, v hex.View) {
	b := newPainting(c, v)
	b.tried = p.Preview != ""
	top := float64(canvas.HeaderHigh)
	if p.Ribboned() {
		top = canvas.EndingHigh
	}
	room := c.Box(rimWide+2*beside+8, top+cornered+2*beside+rimWide, canvas.Size-2*rimWide-2*beside-16,
		canvas.Size-top-2*(cornered+rimWide)-2*beside-6)
	area, only := games.Area{}, false
	if v.Making != nil {
		if area, only = v.Making.Step.Area(p.Area); only {
			b.part(area)
			room = c.Box(40, top+40, 720, canvas.Size-top-80)
		}
		if p.Margins && v.Making.Step.Areas() != nil { // which have room for their numbers then
			room = c.Box(120, room.Y/c.Scale(), 600, room.H/c.Scale())
		}
	}
	b.lay(room, 1)
	b.draw(true)
	b.coordinates()
	if b.cols == v.Size && b.rows == v.Size {
		b.corners(p, top)
	}
	b.Header(p, v.DuelView, b)
	b.step(p, area, only)
}

// half draws a board after a move.
func half(c *canvas.Canvas, p games.Drawing, v hex.View, right bool) (end float64) {
	b, at := newPainting(c, v), canvas.Half(right)
	b.tried = right
	const high = 270
	b.lay(c.Box(at.X+46, at.Y+52, at.W-62, high), 0.6)
	c.HalfHead(p, right, c.PieceOf(v.Mover, b))
	b.draw(true)
	b.coordinates()
	return at.Y + high + 76
}

// A painting is a board of Hex being drawn, or the part of it from a column and a row on. Both count from the top left.
type painting struct {
	*canvas.Canvas
	view                 hex.View
	tried                bool // whether the last move is not played
	col, row, cols, rows int
	wide                 float64 // of a cell, from side to side; even
	edge                 float64 // from the middle of a cell to its corners
	pitch                float64 // from row to row, whole
	left, top            float64 // the middle of the first cell
	rim                  float64 // how wide the rim is to that of a large board
}

func newPainting(c *canvas.Canvas, v hex.View) *painting {
	return &painting{Canvas: c, view: v, cols: v.Size, rows: v.Size}
}

// part leaves out what lies more than a cell beyond an area.
func (b *painting) part(a games.Area) {
	b.col, b.row = max(0, a.X-1), max(0, a.Y-1)
	b.cols = min(a.X+a.Wide+1, b.view.Size) - b.col
	b.rows = min(a.Y+a.High+1, b.view.Size) - b.row
}

// lay lays the cells into the middle of a room, beyond which lies the rim.
func (b *painting) lay(room canvas.Box, rim float64) {
	root := math.Sqrt(3)
	across, down := float64(b.cols)+float64(b.rows-1)/2, float64(b.rows-1)*root/2+2/root
	b.wide = math.Floor(min(room.W/across, room.H/down)/2) * 2
	b.edge, b.pitch = b.wide/root, math.Ceil(b.wide*root/2)
	b.rim = rim * min(1, b.edge/b.Px(26)/rim)
	b.left = math.Round(room.X + (room.W-across*b.wide)/2 + b.wide/2)
	b.top = math.Round(room.Y + (room.H-float64(b.rows-1)*b.pitch)/2)
}

// mid returns the middle of a cell, or of a place between cells.
func (b *painting) mid(col, row float64) (x, y float64) {
	down := row - float64(b.row)
	return b.left + b.wide*(col-float64(b.col)+down/2), b.top + b.pitch*down
}

// shows reports whether a cell is drawn.
func (b *painting) shows(col, row int) bool {
	return col >= b.col && col < b.col+b.cols && row >= b.row && row < b.row+b.rows
}

// cells calls a function for each cell that is drawn.
func (b *painting) cells(draw func(col, row int, x, y float64)) {
	for row := b.row; row < b.row+b.rows; row++ {
		for col := b.col; col < b.col+b.cols; col++ {
			x, y := b.mid(float64(col), float64(row))
			draw(col, row, x, y)
		}
	}
}

// Piece draws the stone of a seat on floor, as a blue one is hardly seen on what is dark.
func (b *painting) Piece(seat games.Seat, x, y, cell float64) {
	b.Disc(x, y, 0.5*cell, b.Floor)
	b.stone(int(b.view.Side(seat&1))&1, x, y, 0.56*cell)
}

// Hue is the colour of the stones of a seat, light enough for text to lie on it.
func (b *painting) Hue(seat games.Seat) color.RGBA {
	return lighter(b.Palette, int(b.view.Side(seat&1))&1)
}

func lighter(p *canvas.Palette, side int) color.RGBA {
	return canvas.Mixed(p.Side(side).Lit, color.RGBA{0xff, 0xff, 0xff, 0xff}, 0.6)
}

// Tally draws nothing: a board of Hex has nothing to count.
func (*painting) Tally(games.Seat, float64, float64, canvas.Ink) float64 { return 0 }

// around are the steps to the neighbours of a cell, clockwise from the right. The side of a cell towards one lies between
// the corners with the next two numbers, where corner 0 is above.
var around = [6][2]int{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}

// draw draws the rim with its bands, the cells, the stones and if asked the last one's rim. Light is under the chain that
// has won.
func (b *painting) draw(last bool) {
	shade, rim := b.rim*b.Px(rimWide), b.rim*b.Px(bandWide)
	down := math.Round(b.rim * b.Px(6))
	b.outline(2*shade, down, func(int) color.RGBA { return b.Shade })
	b.outline(2*shade, 0, func(int) color.RGBA { return b.Palette.Board })
	b.outline(2*rim, 0, func(side int) color.RGBA { return b.Palette.Side(side).Lit })
	b.cells(func(_, _ int, x, y float64) { b.cell(x, y) })
	chain, placed := map[[2]int]bool{}, [2]int{-1, -1}
	for _, name := range b.view.Chain {
		if col, row, ok := board.ReadCell(name); ok && b.shows(col, row) {
			chain[[2]int{col, row}] = true
		}
	}
	if col, row, ok := board.ReadCell(b.view.Placed); ok && last && !(b.tried && b.view.Last == games.SwapMove) {
		placed = [2]int{col, row}
	}
	for step, ink := range b.Glow() {
		b.cells(func(col, row int, x, y float64) {
			if chain[[2]int{col, row}] {
				stones.FillHexagon(b.Canvas, x, y, [...]float64{1.3, 1.2, 1.1}[step]*b.edge, ink)
			}
		})
	}
	b.cells(func(col, row int, x, y float64) {
		if chain[[2]int{col, row}] {
			b.cell(x, y)
		}
	})
	b.cells(func(col, row int, x, y float64) {
		s := b.view.Cells[row*b.view.Size+col]
		switch {
		case s == hex.Empty:
		case placed == [2]int{col, row}:
			b.ring(x, y)
			b.stone(int(s-hex.Red), x, y, 0.88*b.edge)
		default:
			b.stone(int(s-hex.Red), x, y, b.edge)
		}
	})
}

// outline draws a line along the sides of cells beyond which the board ends, in the ink of the side whose edge it is: the
// top and the bottom are those of the first one.
func (b *painting) outline(wide, down float64, ink func(side int) color.RGBA) {
	n := b.view.Size
	b.cells(func(col, row int, x, y float64) {
		for i, step := range around {
			c, r := col+step[0], row+step[1]
			switch {
			case r < 0 || r == n:
				b.side(i, x, y+down, wide, ink(0))
			case c < 0 || c == n:
				b.side(i, x, y+down, wide, ink(1))
			}
		}
	})
}

// side draws a line along a side of a cell.
func (b *painting) side(i int, x, y, wide float64, ink color.RGBA) {
	k := canvas.Key{Kind: "hex side", Args: [4]int{i, int(64 * b.edge), int(64 * wide)}, Ink: ink}
	b.Stamp(k, canvas.Around(x, y, math.Ceil(b.edge+wide/2+1)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		for corner := i + 1; corner <= i+2; corner++ {
			sin, cos := math.Sincos(float64(corner) * math.Pi / 3)
			pen.LineTo(x+b.edge*sin, y-b.edge*cos)
		}
		pen.Stroke(ink, wide)
	})
}

// hexagon makes the path of a hexagon, with corners that are hardly round.
func hexagon(pen *canvas.Pen, x, y, r float64) { stones.RoundHexagon(pen, x, y, r, 0.05*r) }

// cell draws an empty cell, with half of the line between it and its neighbours.
func (b *painting) cell(x, y float64) {
	k := canvas.Key{Kind: "hex cell", Args: [4]int{int(64 * b.edge)}}
	b.Stamp(k, canvas.Around(x, y, math.Ceil(b.edge+1)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		hexagon(pen, x, y, b.edge+0.5)
		pen.Fill(b.Palette.Board)
		hexagon(pen, x, y, b.edge-max(0.8, 0.055*b.edge))
		pen.Fill(b.Floor)
	})
}

// stone draws the stone of a side around a point, for a cell whose corners lie so far from it.
func (b *painting) stone(side int, x, y, edge float64) {
	k := canvas.Key{Kind: "hex stone", Args: [4]int{side, int(64 * edge)}}
	b.Stamp(k, canvas.Around(x, y, math.Ceil(edge)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		stones.Raised(pen, b.Palette, b.Palette.Side(side), 1.4*edge, func(grow, down float64) {
			if side == 0 {
				pen.Circle(x, y+down, 0.7*edge+grow)
				return
			}
			pen.Rotated(math.Pi/4, x, y+down, func() {
				pen.RoundRect(canvas.Around(x, y+down, 0.55*edge+grow), 0.1*edge)
			})
		})
		if side == 0 {
			pen.Circle(x, y, 0.34*edge)
			pen.Fill(eye(b.Palette))
		}
	})
}

// eye is the colour of the eye of a red stone.
func eye(p *canvas.Palette) color.RGBA {
	return canvas.Mixed(p.First.Lit, color.RGBA{0xff, 0xff, 0xff, 0xff}, 0.78)
}

// ring draws a rim of the accent within a cell, of dashes if the move is not played.
func (b *painting) ring(x, y float64) {
	line := max(b.Px(4), 0.17*b.edge)
	k := canvas.Key{Kind: "hex ring", Args: [4]int{int(64 * b.edge), int(64 * line), int(64 * b.Scale()), canvas.Bits(b.tried)}}
	b.Stamp(k, canvas.Around(x, y, math.Ceil(1.2*b.edge)), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		hexagon(pen, x, y, 0.98*b.edge)
		pen.Stroke(b.Casing, line+b.Px(4))
		hexagon(pen, x, y, 0.98*b.edge)
		if b.tried {
			pen.Dash(0.6*b.edge, 0.4*b.edge)
		}
		pen.Stroke(b.Accent, line)
	})
}

// coordinates writes the letters of the columns above the board and the numbers of the rows at its left; every second
// where cells are narrow. A part has none, as its cells have names.
func (b *painting) coordinates() {
	if b.cols < b.view.Size || b.rows < b.view.Size {
		return
	}
	every := 1
	if b.pitch < b.Px(26) {
		every = 2
	}
	out := b.rim*b.Px(rimWide) + b.Px(beside)
	put := func(text string, x, y float64) {
		b.Write(canvas.Label{Text: text, Ink: b.Quiet(), X: x, Y: y, Align: 0.5})
	}
	for i := 0; i < b.view.Size; i += every {
		x, y := b.mid(float64(i), 0)
		put(board.Column(i), x, y-b.edge-out)
		x, y = b.mid(0, float64(i)) // a little lower, or the rim of the row above would touch it
		b.Write(canvas.Label{Text: board.Row(i), Ink: b.Quiet(), X: x - b.wide/2 - b.rim*b.Px(rimWide) - b.Px(5),
			Y: y + max(0.75*b.edge, b.Px(14)), Align: 1})
	}
}

// corners writes in the two free corners which edges each side joins.
func (b *painting) corners(p games.Drawing, top float64) {
	_, low := b.mid(0, float64(b.view.Size-1))
	low = (low+b.edge)/b.Scale() + rimWide + 8
	for side, at := range [2][2]float64{{446, top + 12}, {42, min(low, canvas.Size-cornered-6)}} {
		x, y := at[0], at[1]
		b.stone(side, b.Px(x), b.Px(y+33), b.Px(36))
		room := canvas.Size - 12 - x - 44
		b.Say(canvas.Label{Text: p.Caption(2 * side), Bold: true, Ink: b.Bright(), X: x + 44, Y: y + 16, Room: room})
		b.Say(canvas.Label{Text: p.Caption(2*side + 1), Ink: b.Quiet(), X: x + 44, Y: y + 50, Room: room})
	}
}

// step marks what may be picked: the areas of the board, or the cells, with their names where there is room.
func (b *painting) step(p games.Drawing, area games.Area, only bool) {
	m := b.view.Making
	if m == nil || m.Step.Lies != games.Grid {
		return
	}
	if p.Margins && m.Step.Areas() != nil {
		b.areas(m.Step)
		return
	}
	for _, choice := range m.Step.Choices {
		if !choice.Placed() || !b.shows(choice.X, choice.Y) || only && !area.Has(choice) {
			continue
		}
		x, y := b.mid(float64(choice.X), float64(choice.Y))
		b.Place(choice.Value, canvas.NewBox(x-b.wide/2, y-b.pitch/2, b.wide, b.pitch))
		if b.wide >= b.Px(60) && !p.Margins {
			stones.DashHexagon(b.Canvas, x, y, b.edge, max(b.Px(3), 0.05*b.edge))
			b.Write(canvas.Label{Text: choice.Value, Ink: b.OnFloor(), X: x, Y: y, Align: 0.5})
		}
	}
}

// areas notes the places of the areas that have choices, and writes the numbers of those at the edge of the board
// beyond its coordinates, as they count on row by row. Ticks on the rim show where an area ends.
func (b *painting) areas(s games.Step) {
	rim := b.Px(rimWide)
	tick := func(x, y, wide, high float64) {
		b.Rect(canvas.NewBox(x-b.Px(wide/2), y-b.Px(high/2), b.Px(wide), b.Px(high)), b.Paper)
	}
	for i, a := range s.Areas() {
		row := float64(a.Y) + float64(a.High-1)/2
		x, y := b.mid(float64(a.X)-0.5, row)
		at := canvas.NewBox(x, y-b.pitch*float64(a.High)/2, b.wide*float64(a.Wide), b.pitch*float64(a.High))
		if a.X == 0 && a.Y > 0 {
			x, y := b.mid(-0.75, float64(a.Y)-0.5)
			tick(x-rim/2, y, 12, 5)
			x, y = b.mid(float64(s.Wide)-0.25, float64(a.Y)-0.5)
			tick(x+rim/2, y, 12, 5)
		}
		if a.Y == 0 && a.X > 0 {
			x, y := b.mid(float64(a.X)-0.5, 0)
			tick(x, y-b.edge/2-rim/2, 5, 18)
			x, y = b.mid(float64(a.X)-0.5, float64(s.High-1))
			tick(x, y+b.edge/2+rim/2, 5, 18)
		}
		if !slices.ContainsFunc(s.Choices, a.Has) {
			continue
		}
		number := strconv.Itoa(i + 1)
		b.Place(number, at)
		x, y = at.Mid()
		switch {
		case a.X == 0:
			x = at.X - rim - b.Px(2*beside+28)
		case a.X+a.Wide == s.Wide:
			x = at.X + at.W + rim + b.Px(34)
		case a.Y == 0:
			y = b.top - b.edge - rim - b.Px(2*beside+18)
		case a.Y+a.High == s.High:
			y = at.Y + at.H + b.edge/2 + rim + b.Px(22)
		default:
			continue
		}
		b.Number(number, b.Px(18), math.Round(x), math.Round(y))
	}
}

// gamut tells the colours of a picture of Hex.
func gamut(p *canvas.Palette) canvas.Gamut {
	glow := p.Glow()
	return p.Gamut([][2]color.RGBA{
		{p.Floor, p.First.Lit}, {p.Floor, p.Second.Lit}, {p.Ground, p.Paper}, {p.Ground, p.Muted}, {p.Floor, p.Board}, {p.Casing, p.Accent}, {p.Plate, p.Paper}, {p.Aside, p.Muted}, {p.Floor, p.Paper}, {p.First.Lit, eye(p)}, {p.Ground, p.Shade}, {p.Ground, p.Board}, {p.Board, p.Shade}, {p.Board, p.First.Lit}, {p.Board, p.Second.Lit}, {p.Ground, p.Gold},
		{p.Floor, p.Shade}, {p.Floor, p.First.Edge}, {p.Floor, p.Second.Edge}, {p.Casing, p.Floor}, {p.First.Lit, p.First.Edge},
	}, p.Floor, p.First.Lit, p.Second.Lit, p.First.Edge, p.Second.Edge, p.First.Rim, p.Second.Rim, eye(p), p.Aside, glow[0], glow[1], lighter(p, 0), lighter(p, 1))
}

// pieces draws the stones of each side on their cells, each as the last one too, and an empty cell.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	on := func(c *canvas.Canvas, at canvas.Box) (b *painting, x, y float64) {
		x, y = at.Mid()
		b = &painting{Canvas: c, edge: at.W / 2}
		b.cell(x, y)
		return b, x, y
	}
	for side, name := range []string{"first", "second"} {
		draw("cells", name, p.Board, func(c *canvas.Canvas, at canvas.Box) {
			b, x, y := on(c, at)
			b.stone(side, x, y, b.edge)
		})
		draw("cells", name+", last", p.Board, func(c *canvas.Canvas, at canvas.Box) {
			b, x, y := on(c, at)
			b.ring(x, y)
			b.stone(side, x, y, 0.88*b.edge)
		})
	}
	draw("cells", "none", p.Board, func(c *canvas.Canvas, at canvas.Box) { on(c, at) })
}
