package imaging

import "parlour/games"

// The places of the parts of a picture of a board, in pixels of the design.
const (
	headerTall = 52  // above the board
	ribbonTall = 44  // the same, while a move is not played
	boardSide  = 722 // the most that the cells take, in width and height
	edge8      = 8   // a bar, and the dashes around a move that is not played
)

// Sizes of text in pixels of the design. A size of 28 is 12 as Discord's desktop shows it, and
// nothing that must be read is smaller.
const (
	textSmall = 28 // coordinates and captions
	textName  = 30 // names and scores
)

// A duel is the part of a View of a game for two that its header shows.
type duel struct {
	names          [2]string
	toMove, winner games.Seat // games.Spectator for none
	pieces         pieces
}

// pieces draw what a header has of the board of a game for two.
type pieces interface {
	// piece draws the piece of a seat for a cell of a size, around a point.
	piece(seat games.Seat, x, y, cell float64)

	// tally draws what a seat has reached, so that it ends at a point, and returns its width.
	tally(seat games.Seat, right, y float64, i ink) float64
}

// duelHeader draws the names of the two players side by side, with a bar over who owes a
// move or has won, and a crown for who has won.
func (c *canvas) duelHeader(d duel) {
	for seat := range games.Seat(2) {
		left := float64(404 * seat)
		bright := d.winner == seat || d.toMove == seat && !c.moving
		if bright {
			c.slab(c.at800(left+6, 5, 384, edge8), c.px(4), c.pal.paper)
		}
		c.playerName(d, seat, bright, left, left+386)
	}
}

// playerName draws one half of the header, without the bar.
func (c *canvas) playerName(d duel, seat games.Seat, bright bool, left, right float64) {
	const mid = 33
	i := c.pal.quiet()
	if bright {
		i = c.pal.bright()
	}
	d.pieces.piece(seat, c.px(left+28), c.px(mid), c.px(42))
	if d.winner == seat {
		c.crown(c.px(right-16), c.px(mid-1))
		right -= 46
	}
	right = right - d.pieces.tally(seat, c.px(right), c.px(mid), i)/c.scale - 12
	c.write(label{
		text: d.names[seat], style: style{bright, c.px(textName)}, ink: i,
		x: c.px(left + 54), y: c.px(mid), room: c.px(right - left - 54),
	})
}

// duelRibbon draws what stands above a move that is not played, in place of the names: the
// piece of the seat that tries it, the words for it, and what the seat would reach.
func (c *canvas) duelRibbon(words string, seat games.Seat, p pieces) {
	left, right, mid := 14.0, 784.0, ribbonTall/2.0
	c.ribbon()
	if seat == 0 || seat == 1 {
		c.disc(c.px(30), c.px(mid), c.px(20), c.pal.ground)
		p.piece(seat, c.px(30), c.px(mid), c.px(32))
		left = 60
		right -= p.tally(seat, c.px(right), c.px(mid), c.pal.onTrial())/c.scale + 16
	}
	c.write(label{
		text: words, style: style{true, c.px(textName)}, ink: c.pal.onTrial(),
		x: c.px(left), y: c.px(mid), room: c.px(right - left),
	})
}

// ribbon draws the ground for what stands above a move that is not played. Dashes surround the
// picture.
func (c *canvas) ribbon() {
	c.dashes()
	c.rect(c.at800(0, 0, designSide, ribbonTall), c.pal.trial)
}

// dashes draws the dashed edge of a move that is not played, at the left, the right and the
// lower edge of the picture.
func (c *canvas) dashes() {
	const on, pitch = 16, 28
	for at := float64(ribbonTall); at < designSide; at += pitch {
		tall := min(on, designSide-at)
		c.rect(c.at800(0, at, edge8, tall), c.pal.trial)
		c.rect(c.at800(designSide-edge8, at, edge8, tall), c.pal.trial)
	}
	for at := 8.0; at < designSide; at += pitch {
		c.rect(c.at800(at, designSide-edge8+2, on, edge8-2), c.pal.trial)
	}
}

// crown draws a crown, the mark of a player who won.
func (c *canvas) crown(x, y float64) {
	c.stamp(key{what: "crown"}, around(x, y, c.px(17)), func(pen *Pen, b box) {
		x, y := b.mid()
		points := []float64{-16, -9, -8, 0, 0, -14, 8, 0, 16, -9, 13, 12, -13, 12}
		for i := range points {
			points[i] = c.px(points[i]) + [2]float64{x, y}[i%2]
		}
		pen.polygon(points...)
		pen.fill(c.pal.paper)
	})
}
