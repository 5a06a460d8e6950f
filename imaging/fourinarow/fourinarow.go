// Package fourinarow is the painter of Four in a Row.
package fourinarow

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/fourinarow"
	"parlour/imaging/canvas"
)

// Painter draws an upright rack on two feet, with a hole for each cell. The discs of the first seat have a star, those of
// the second a ring. A rim of the accent is around the last disc, and a head above its column. At the end a golden rim is
// around each disc of a row of four. While a turn is in the making, dashes show where a disc would lie.
var Painter = canvas.Painter[fourinarow.View]{
	Table: canvas.Table{
		Ground: 0x0c1430, Board: 0x0c2d87, Floor: 0x0f1f52, Paper: 0xf5f3ea, Muted: 0xa8b6dd, Accent: 0x6fe3ff,
		Sides:       [2][2]uint32{{0xee4a3f, 0x8f2019}, {0xffd23f, 0x8a6000}},
		Bright:      [2][2]uint32{{0xff6a5e, 0x9c2018}, {0xffe06a, 0x5a4300}},
		BrightFloor: 0x010101,
	},
	Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces,
	Deep: func(p games.Drawing, _ fourinarow.View) bool { return p.Ribbon != nil },
	Board: func(c *canvas.Canvas, v fourinarow.View, room canvas.Box) {
		v.Disc = nil
		newPainting(c, v, room.Grow(-c.Px(8))).draw()
	},
	Emblem: func(c *canvas.Canvas, at canvas.Box) { c.Two(painting{Grid: canvas.Grid{Canvas: c}}, at) },
}

// check returns an error for a view that cannot be drawn.
func check(v fourinarow.View) error {
	if v.Cols < 1 || v.Rows < 1 || v.Cols > board.Max || v.Rows > board.Max || len(v.Discs) != v.Cols*v.Rows {
		return fmt.Errorf("%d cells on a board of %d×%d", len(v.Discs), v.Cols, v.Rows)
	}
	if slices.Max(v.Discs) > fourinarow.Yellow {
		return fmt.Errorf("no disc of kind %d exists", slices.Max(v.Discs))
	}
	for _, line := range v.Lines {
		if !line.Within(v.Cols, v.Rows) {
			return fmt.Errorf("no row of four goes from %v to %v", line.From, line.To)
		}
	}
	return nil
}

// rack is the colour of the rack: too bright for what lies behind names, which is the board of the palette.
func rack(p *canvas.Palette) color.RGBA {
	if p.Rimmed {
		return color.RGBA{0x1f, 0x47, 0xbd, 0xff}
	}
	return color.RGBA{0x2a, 0x5b, 0xd0, 0xff}
}

// These follow from it: the edge below it and the upper lip of a hole, and what the light falls on.
func edge(p *canvas.Palette) color.RGBA { return canvas.Mixed(rack(p), color.RGBA{A: 0xff}, 0.5) }
func lip(p *canvas.Palette) color.RGBA {
	return canvas.Mixed(rack(p), color.RGBA{0xff, 0xff, 0xff, 0xff}, 0.3)
}

// star is the colour of a star.
func star(p *canvas.Palette) color.RGBA { return canvas.Mixed(p.First.Rim, p.Paper, 0.5) }

// draw draws a board.
func draw(c *canvas.Canvas, p games.Drawing, v fourinarow.View) {
	b := newPainting(c, v, c.BoardRoom(p))
	b.tried = p.Preview != ""
	b.draw()
	b.Coordinates()
	b.Header(p, v.DuelView, b)
	b.step()
}

// half draws a board after a turn.
func half(c *canvas.Canvas, p games.Drawing, v fourinarow.View, right bool) (end float64) {
	room, end := c.HalfRoom(right)
	b := newPainting(c, v, room)
	b.tried = right
	c.HalfHead(p, right, c.PieceOf(v.Mover, b))
	b.draw()
	b.Coordinates()
	return end
}

// A painting is a rack being drawn.
type painting struct {
	canvas.Grid
	view  fourinarow.View
	tried bool
}

func newPainting(c *canvas.Canvas, v fourinarow.View, room canvas.Box) painting {
	return painting{Grid: c.NewGrid(room, v.Cols, v.Rows), view: v}
}

// Piece draws the disc of a seat.
func (b painting) Piece(seat games.Seat, x, y, cell float64) {
	drawDisc(b.Canvas, fourinarow.Red+fourinarow.Disc(seat&1), canvas.Around(x, y, 0.5*cell))
}

// Hue is the colour of the discs of a seat.
func (b painting) Hue(seat games.Seat) color.RGBA { return b.Palette.Side(int(seat & 1)).Lit }

// Tally draws nothing: there is nothing to count.
func (painting) Tally(games.Seat, float64, float64, canvas.Ink) float64 { return 0 }

// draw draws the rack with its discs, and marks the last one or those that won.
func (b painting) draw() {
	bed, high, low := b.Bed(), max(1, math.Round(b.Px(2))), math.Round(min(0.09*b.Cell, b.Px(4)))
	r := 0.28 * b.Cell
	for _, x := range [2]float64{bed.X - 0.12*b.Cell, bed.X + bed.W - 0.33*b.Cell} {
		b.RoundRect(canvas.NewBox(x, bed.Y+bed.H-0.2*b.Cell, 0.45*b.Cell, 0.5*b.Cell), 0.08*b.Cell, b.Floor)
	}
	b.RoundRect(canvas.NewBox(bed.X, bed.Y, bed.W, bed.H+low), r, edge(b.Palette))
	b.RoundRect(bed, r, lip(b.Palette))
	b.RoundRect(canvas.NewBox(bed.X, bed.Y+high, bed.W, bed.H-high), r, rack(b.Palette))
	for i, disc := range b.view.Discs {
		at := b.At(i%b.view.Cols, i/b.view.Cols)
		drawHole(b.Canvas, at)
		if disc != fourinarow.None {
			drawDisc(b.Canvas, disc, at)
		}
	}
	if last := b.view.Disc; last != nil && b.Shows(last.Col, last.Row) {
		if len(b.view.Lines) == 0 {
			drawRim(b.Canvas, b.At(last.Col, last.Row), b.tried, b.Accent)
		}
		x, _ := b.Middle(float64(last.Col), 0)
		b.head(x, bed.Y-b.Px(3))
	}
	for _, line := range b.view.Lines {
		for _, c := range line.Cells() {
			if b.Shows(c.Col, c.Row) {
				drawRim(b.Canvas, b.At(c.Col, c.Row), false, b.Gold)
			}
		}
	}
}

// head draws a head that points down to a point, above the column of the last disc.
func (b painting) head(x, y float64) {
	w := 0.25 * b.Cell
	b.Stamp(canvas.Key{Kind: "head", Args: [4]int{int(64 * b.Cell)}}, canvas.NewBox(x-w, y-1.3*w, 2*w, 1.3*w), func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.X+at.W/2, at.Y+at.H
		pen.Polygon(x-0.9*w, y-1.2*w, x+0.9*w, y-1.2*w, x, y-0.1*w)
		pen.Fill(b.Accent)
	})
}

// drawHole draws a hole of the rack, with a dark upper and a light lower lip.
func drawHole(c *canvas.Canvas, at canvas.Box) {
	c.Stamp(canvas.Key{Kind: "hole"}, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		pen.Circle(x, y+0.02*at.W, 0.415*at.W)
		pen.Fill(lip(c.Palette))
		pen.Circle(x, y, 0.41*at.W)
		pen.Fill(edge(c.Palette))
		pen.Circle(x, y+0.025*at.W, 0.385*at.W)
		pen.Fill(c.Floor)
	})
}

// drawDisc draws a disc in the box of its cell: an edge, a groove, and a star or a ring.
func drawDisc(c *canvas.Canvas, disc fourinarow.Disc, at canvas.Box) {
	c.Stamp(canvas.Key{Kind: "disc of a rack", Args: [4]int{int(disc)}}, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		side := c.Palette.Side(int(disc - fourinarow.Red))
		circle := func(r, down float64, ink color.RGBA) {
			pen.Circle(x, y+down*at.W, r*at.W)
			pen.Fill(ink)
		}
		circle(0.395, 0, c.Casing)
		circle(0.375, 0, side.Edge)
		circle(0.36, -0.012, side.Rim)
		circle(0.36, 0, side.Lit)
		circle(0.29, 0, side.Edge)
		circle(0.28, 0.008, side.Lit)
		if disc == fourinarow.Yellow {
			circle(0.2, 0, side.Dim)
			circle(0.11, 0, side.Lit)
			return
		}
		var points []float64
		for i := range 10 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 5)
			r := [2]float64{0.24, 0.11}[i%2] * at.W
			points = append(points, x+r*sin, y-r*cos)
		}
		pen.Polygon(points...)
		pen.Fill(star(c.Palette))
	})
}

// drawRim draws a rim around the disc of a cell, in dashes if it is not played.
func drawRim(c *canvas.Canvas, at canvas.Box, dashed bool, ink color.RGBA) {
	c.Stamp(canvas.Key{Kind: "rim of a disc", Args: [4]int{canvas.Bits(dashed)}, Ink: ink}, at, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		r, line := 0.42*at.W, max(3, 0.075*at.W)
		pen.Ring(x, y, r, 0, c.Casing, 2*line)
		pen.Ring(x, y, r, 8*canvas.Bits(dashed), ink, line)
	})
}

// step puts the letters of the columns that may be picked on paper, and dashes where a disc would lie.
func (b painting) step() {
	if b.view.Making == nil {
		return
	}
	for _, choice := range b.view.Making.Step.Choices {
		row := b.view.Rows - 1 - choice.Y
		if !choice.Placed() || !b.Shows(choice.X, row) {
			continue
		}
		at := b.At(choice.X, row)
		b.Stamp(canvas.Key{Kind: "dashed hole"}, at, func(pen *canvas.Pen, at canvas.Box) {
			x, y := at.Mid()
			pen.Ring(x, y, 0.385*at.W, 9, b.Paper, max(b.Px(4), 0.05*at.W))
		})
		b.OfferColumn(choice.X)
		b.Touch(choice, at)
	}
}

// gamut tells the colours of a picture.
func gamut(p *canvas.Palette) canvas.Gamut {
	r := rack(p)
	return p.Gamut([][2]color.RGBA{
		{p.Ground, p.Paper}, {p.Ground, p.Muted}, {p.Board, p.Muted}, {p.Plate, p.Paper}, {r, p.Floor}, {p.Casing, p.Accent},
		{p.Ground, r}, {r, lip(p)}, {p.Casing, p.First.Lit}, {p.Casing, p.Second.Lit}, {p.First.Lit, star(p)}, {p.Casing, p.Gold},
		{p.Second.Lit, p.Second.Dim}, {p.Ground, p.Gold}, {p.Floor, p.Paper}, {p.Ground, p.First.Lit}, {p.Ground, p.Second.Lit},
	}, r, p.Floor, p.First.Lit, p.Second.Lit, star(p), p.Second.Dim, edge(p), lip(p), p.First.Edge, p.Second.Edge,
		p.First.Rim, p.Second.Rim)
}

// pieces draws the discs, each as the last one and as one that won too, and an empty hole.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for disc, name := range map[fourinarow.Disc]string{fourinarow.None: "none", fourinarow.Red: "first", fourinarow.Yellow: "second"} {
		plain := func(c *canvas.Canvas, at canvas.Box) {
			drawHole(c, at)
			if disc != fourinarow.None {
				drawDisc(c, disc, at)
			}
		}
		draw("cells", name, rack(p), plain)
		if disc == fourinarow.None {
			continue
		}
		marked := func(ink color.RGBA) func(c *canvas.Canvas, at canvas.Box) {
			return func(c *canvas.Canvas, at canvas.Box) {
				plain(c, at)
				drawRim(c, at, false, ink)
			}
		}
		draw("cells", name+", last", rack(p), marked(p.Accent))
		draw("end, "+name, "plain", rack(p), plain)
		draw("end, "+name, "won", rack(p), marked(p.Gold))
	}
}
