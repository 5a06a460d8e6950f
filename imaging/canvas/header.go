package canvas

import (
	"image/color"

	"parlour/games"
)

// The places of the parts of a picture of a board, in pixels of the design.
const (
	HeaderHigh = 58 // the names, or the words above a move that is not played
	EndingHigh = 136
	BarWidth   = 7 // a bar, and the dashes around a move that is not played
	halfPlate  = 396
)

// Sizes of text in pixels of the design. A size of 28 is 12 as Discord's desktop shows it, and
// nothing that must be read is smaller.
const (
	SmallText = 28 // coordinates and captions
	NameText  = 30 // names
	ScoreText = 34 // scores
)

// Pieces draw what a header has of the board of a game for two.
type Pieces interface {
	// Piece draws the piece of a seat for a cell of a size, around a point.
	Piece(seat games.Seat, x, y, cell float64)

	// Hue is the colour of the pieces of a seat.
	Hue(seat games.Seat) color.RGBA

	// Tally draws what a seat has reached, so that it ends at a point, and returns its width.
	Tally(seat games.Seat, right, y float64, i Ink) float64
}

// Header draws the names of the two players side by side. That of the player to move lies on a plate with a bar, and a
// winner has a crown. In place of the names, a move that is not played has the piece of the seat that tries it, the words
// for it, and what the seat would reach; a game that is over has the ribbon of its end, and a puzzle what it asks.
func (c *Canvas) Header(p games.Drawing, d games.DuelView, pieces Pieces) {
	switch {
	case p.Preview != "":
		c.duelRibbon(p.Preview, d.Mover, pieces)
		return
	case p.Ribbon != nil:
		c.duelEnding(p.Ribbon, pieces)
		return
	case p.Task != nil:
		seat := max(0, d.ToMove) & 1
		c.Ask(p.Task, pieces.Hue(seat), func(x, y, size float64) { pieces.Piece(seat, x, y, size) })
		return
	}
	const mid, size = 33, 42
	for seat := range games.Seat(2) {
		left := float64((halfPlate + 8) * seat)
		right, i, bright := left+halfPlate-16, c.OnBoard(), d.Winner == seat || d.ToMove == seat && !c.Moving
		if bright {
			i = c.OnPlate()
		}
		c.Rect(c.Box(left, 0, halfPlate, HeaderHigh), i.Ground)
		if bright {
			c.Rect(c.Box(left, 0, halfPlate, BarWidth), c.Paper)
		}
		pieces.Piece(seat, c.Px(left+32), c.Px(mid), c.Px(size))
		if d.Winner == seat {
			c.Crown(c.Px(right-12), c.Px(mid-1), c.Px(17))
			right -= 46
		}
		right = right - pieces.Tally(seat, c.Px(right), c.Px(mid), i)/c.scale - 12
		c.Say(Label{Text: p.Name(seat), Name: true, Bold: bright, Size: NameText, Ink: i, X: left + 62, Y: mid,
			Room: right - left - 62})
	}
}

// duelRibbon draws what stands above a move that is not played.
func (c *Canvas) duelRibbon(words string, seat games.Seat, p Pieces) {
	left, right, mid := 14.0, 784.0, HeaderHigh/2.0
	c.Ribbon()
	if seat == 0 || seat == 1 {
		c.Disc(c.Px(34), c.Px(mid), c.Px(25), c.Board)
		p.Piece(seat, c.Px(34), c.Px(mid), c.Px(40))
		left = 72
		right -= p.Tally(seat, c.Px(right), c.Px(mid), c.OnTrial())/c.scale + 16
	}
	c.Say(Label{Text: words, Bold: true, Size: NameText, Ink: c.OnTrial(), X: left, Y: mid, Room: right - left})
}

// Ribbon draws the ground for what stands above a move that is not played. Dashes surround the
// picture.
func (c *Canvas) Ribbon() {
	c.edges(HeaderHigh)
	c.Rect(c.Box(0, 0, Size, HeaderHigh), c.Trial)
}

// AroundTrial draws dashes around a picture without a header on which a move lies that is not played.
func (c *Canvas) AroundTrial() {
	c.edges(0)
	c.along(0)
}

// edges draws the dashed edge of a move that is not played, at the left, the right and the lower edge of the picture.
func (c *Canvas) edges(top float64) {
	low := c.low()
	for at := top; at < low; at += dashPitch {
		tall := min(dash, low-at)
		c.Rect(c.Box(0, at, BarWidth, tall), c.Trial)
		c.Rect(c.Box(Size-BarWidth, at, BarWidth, tall), c.Trial)
	}
	c.along(low - BarWidth + 2)
}

// along draws the dashes of such an edge along the picture, from a height on.
func (c *Canvas) along(top float64) {
	for at := 8.0; at < Size; at += dashPitch {
		c.Rect(c.Box(at, top, dash, BarWidth-2), c.Trial)
	}
}

// The length of a dash of such an edge, and from one to the next.
const dash, dashPitch = 16, 28

// duelEnding draws the ribbon of the end of a game for two, in the colour of the winner.
func (c *Canvas) duelEnding(e *games.Ribbon, p Pieces) {
	hue := c.Muted
	if len(e.Winners) == 1 && e.Winners[0] >= 0 && e.Winners[0] <= 1 {
		hue = p.Hue(e.Winners[0])
	}
	c.End(e, hue, func(x, y, size float64) {
		if len(e.Winners) == 1 {
			p.Piece(e.Winners[0]&1, x, y, size)
			return
		}
		p.Piece(0, x-0.36*size, y, 0.75*size)
		p.Piece(1, x+0.36*size, y, 0.75*size)
	})
}

// End draws the ribbon of the end of a game in a colour: how it ended and, in a disc at the left, an emblem of a size
// around a point, under a crown if somebody won.
func (c *Canvas) End(e *games.Ribbon, hue color.RGBA, emblem func(x, y, size float64)) {
	dark := c.dark()
	ink := Ink{dark, hue}
	c.Rect(c.Box(0, 0, Size, 124), hue)
	c.Rect(c.Box(0, 7, Size, 2), Mixed(hue, dark, 0.45))
	c.Rect(c.Box(0, 121, Size, 2), Mixed(hue, dark, 0.45))
	c.Rect(c.Box(0, 124, Size, 6), Mixed(hue, dark, 0.6))
	c.Rect(c.Box(0, 130, Size, 4), Mixed(c.Ground, rgb(0), 0.4))
	c.Disc(c.Px(68), c.Px(65), c.Px(48), dark)
	if len(e.Winners) > 0 {
		c.Crown(c.Px(68), c.Px(36), c.Px(17))
		emblem(c.Px(68), c.Px(78), c.Px(56))
	} else {
		emblem(c.Px(68), c.Px(65), c.Px(64))
	}
	const left, right = 136, 776
	room := right - left - c.Say(Label{Text: e.Score, Bold: true, Size: 56, Ink: ink, X: right, Y: 54, Align: 1})
	if e.Score != "" {
		room -= 24
	}
	c.title(Label{Text: e.Title, Name: len(e.Winners) > 0, Ink: ink, X: left, Y: 52, Room: room}, e.Short)
	c.Say(Label{Text: e.Line, Size: SmallText, Ink: ink, X: left, Y: 98, Room: right - left})
}

// Ask draws what a puzzle asks, in the place of the ribbon of an end, with an emblem of a size around a point.
func (c *Canvas) Ask(t *games.Task, hue color.RGBA, emblem func(x, y, size float64)) {
	const left, right = 136, 776
	ink := Ink{c.Paper, c.Aside}
	c.Rect(c.Box(0, 0, Size, 126), c.Aside)
	c.Rect(c.Box(0, 126, Size, 4), hue)
	c.Disc(c.Px(68), c.Px(63), c.Px(48), c.Ground)
	emblem(c.Px(68), c.Px(63), c.Px(64))
	wide := c.Say(Label{Text: t.Aside, Bold: true, Size: NameText, Ink: ink, X: right, Y: 48, Align: 1, Room: 240})
	c.title(Label{Text: t.Title, Ink: ink, X: left, Y: 46, Room: right - left - 24 - wide}, "")
	c.Say(Label{Text: t.Line, Ink: c.OnBoard(), X: left, Y: 96, Room: right - left})
}

// title writes a title. Where it has no room, it writes fewer words, if there are any, and then smaller ones.
func (c *Canvas) title(l Label, short string) {
	const largest, least = 58, 46
	l.Title, l.Size = true, largest
	if short != "" && c.Wide(l) > l.Room {
		l.Text = short
	}
	for l.Size > least && c.Wide(l) > l.Room {
		l.Size -= 4
	}
	c.Say(l)
}

// Two draws the pieces of both seats in a square, the emblem of a game for two.
func (c *Canvas) Two(p Pieces, at Box) {
	p.Piece(0, at.X+0.32*at.W, at.Y+0.32*at.H, 0.64*at.W)
	p.Piece(1, at.X+0.68*at.W, at.Y+0.68*at.H, 0.64*at.W)
}

// The two halves of a picture that shows two boards side by side, in pixels of the design.
const (
	halfWide  = 398
	halfHead  = 44 // the line above a half
	halfLeft  = 46 // of a board, with the numbers of its rows
	halfBoard = 340
	halfFoot  = 44 // the letters of the columns
)

// Half returns the part of the design of the left or the right half, below its head.
func Half(right bool) Box {
	if right {
		return Box{Size - halfWide, halfHead, halfWide, Size - halfHead}
	}
	return Box{0, halfHead, halfWide, Size - halfHead}
}

// HalfHead writes the heads of a drawing above a half; that above the right one lies on the ground of a
// move that is not played. aside, if not nil, draws what stands beside them, with its right end at a point,
// and returns its width.
func (c *Canvas) HalfHead(p games.Drawing, right bool, aside func(right, y float64, i Ink) float64) {
	left, words, i := Half(right).X, p.Heads[0], c.OnPlate()
	if right {
		words, i = p.Heads[1], c.OnTrial()
	}
	c.Rect(c.Box(left, 0, halfWide, halfHead), i.Ground)
	mid, end := c.Px(halfHead/2), c.Px(left+halfWide-14)
	if aside != nil {
		end -= aside(end, mid, i) + c.Px(16)
	}
	c.Write(Label{Text: words, Bold: true, Size: c.Px(NameText), Ink: i, X: c.Px(left + 14), Y: mid,
		Room: end - c.Px(left+14)})
}

// PieceOf returns what draws the piece of a seat beside the words above a half, so that it is seen whose
// move it is.
func (c *Canvas) PieceOf(seat games.Seat, p Pieces) func(right, y float64, i Ink) float64 {
	if seat != 0 && seat != 1 {
		return nil
	}
	return func(right, y float64, _ Ink) float64 {
		wide := c.Px(38)
		p.Piece(seat, right-wide/2, y, wide)
		return wide
	}
}

// HalfRoom returns the room for the cells of a board in the left or the right half, and the lower end of the letters of
// its columns in the design.
func (c *Canvas) HalfRoom(right bool) (room Box, end float64) {
	x, y := Half(right).X+halfLeft, Half(right).Y+14
	return c.Box(x, y, halfBoard, halfBoard), y + halfBoard + halfFoot
}
