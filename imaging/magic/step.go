package magic

import (
	"fmt"
	"image/color"

	"parlour/games"
	"parlour/games/magic"
	"parlour/imaging/canvas"
)

// step marks what is picked of a turn in the making and what may be picked next: flips as
// arrows, then empty spaces with their names, then the two sides of the new tile in its
// space. The tile that was flipped has a frame, and later the space for the new tile.
func (b *painting) step() {
	v := b.view
	if v.Picked == nil {
		b.rows()
		return
	}
	picked := *v.Picked
	b.before(picked)
	b.rows()
	if onBoard(picked.Place) {
		b.frame(picked.Place, b.Accent)
	} else {
		b.frame(picked.To, b.Accent)
	}
	choices := v.Making.Step.Choices
	for i := range min(len(choices), len(v.Turns)) {
		b.choice(choices[i], v.Turns[i], picked)
	}
	b.flip(picked, onBoard(picked.Place) && picked.Place != picked.From, b.Accent)
}

// before marks the last turn: as on the board until something is picked, and then faintly. It
// leaves out the squares that the picked choice changes.
func (b *painting) before(picked magic.Turn) {
	t := b.view.Turn
	if t == nil || !onBoard(picked.From) && !onBoard(picked.Place) {
		b.last()
		return
	}
	if t.Place != picked.From {
		b.frame(t.Place, b.Dim)
	}
	if t.From != picked.To && t.From != picked.Place {
		b.flip(*t, false, b.Dim)
	}
}

// choice draws one choice, which makes a turn of what is picked.
func (b *painting) choice(choice games.Choice, t, picked magic.Turn) {
	switch {
	case onBoard(picked.Place):
		b.side(choice, t)
	case onBoard(t.Place):
		b.space(choice, t.Place)
	case onBoard(t.From, t.To) && t.From != t.To:
		b.way(choice, t)
	}
}

// way draws a flip that may be picked: an arrow across the edge between the tile and the
// space.
func (b *painting) way(choice games.Choice, t magic.Turn) {
	x1, y1 := b.square(t.From)
	x2, y2 := b.square(t.To)
	x, y, r := (x1+x2)/2, (y1+y2)/2, 0.24*b.Cell
	a := canvas.Arrow{DX: x2 - x1, DY: y2 - y1, Tail: -0.18 * b.Cell, Tip: r, Wide: 0.15 * b.Cell, Head: 0.31 * b.Cell}
	b.Arrow(a, x, y, b.Paper)
	b.Place(choice.Value, canvas.Around(x, y, r))
}

// space draws an empty space where the tile may be placed, with its name.
func (b *painting) space(choice games.Choice, q magic.Square) {
	x, y := b.square(q)
	b.DashedFrame(canvas.Around(x, y, 0.42*b.Cell), 0.1*b.Cell, b.Px(5), b.Paper)
	b.Write(canvas.Label{
		Text: q.String(), Bold: true, Size: b.Px(52), Ink: b.OnFloor(),
		X: x, Y: y, Align: 0.5,
	})
	b.Place(choice.Value, canvas.Around(x, y, 0.48*b.Cell))
}

// side draws one side of the tile that is placed, the light one in the left half of its space.
func (b *painting) side(choice games.Choice, t magic.Turn) {
	seat := b.view.ToMove
	if seat < 0 || seat > 1 {
		return
	}
	x, y := b.square(t.Place)
	aside, left := 0.222*b.Cell, x
	if t.Light {
		aside, left = -aside, x-0.48*b.Cell
	}
	b.tile(seat, t.Light, canvas.Around(x+aside, y, 0.235*b.Cell))
	b.Place(choice.Value, canvas.NewBox(left, y-0.48*b.Cell, 0.48*b.Cell, 0.96*b.Cell))
}

// pieces draws both sides of the tiles of each seat, and an empty space.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for seat, kind := range []string{"circle", "diamond"} {
		for _, light := range []bool{false, true} {
			side := map[bool]string{false: "dark", true: "light"}[light]
			draw("tiles", fmt.Sprintf("%s, %s", kind, side), p.Floor, func(c *canvas.Canvas, at canvas.Box) {
				(&painting{Grid: canvas.Grid{Canvas: c}}).tile(games.Seat(seat), light, at)
			})
		}
	}
	draw("tiles", "none", p.Floor, func(*canvas.Canvas, canvas.Box) {})
	lines(p, draw)
}

// lines draws the line through a row that threatens and that through one that won, on
// the darkest ground and on the lightest one.
func lines(p *canvas.Palette, draw canvas.DrawPiece) {
	for name, ground := range map[string]color.RGBA{"dark": p.Tiles[0][0].Fill, "light": p.Tiles[1][1].Fill} {
		for _, strong := range []bool{false, true} {
			draw("lines on "+name, fmt.Sprint("strong ", strong), ground, func(c *canvas.Canvas, at canvas.Box) {
				b := painting{Grid: canvas.Grid{Canvas: c, Cols: 3, Rows: 3, Cell: at.W / 3, FromTop: true}}
				b.row(magic.SquareAt(0, 1), magic.SquareAt(2, 1), strong)
			})
		}
		draw("lines on "+name, "none", ground, func(*canvas.Canvas, canvas.Box) {})
	}
}
