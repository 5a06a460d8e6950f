package canvas

import "parlour/games"

// The places of the parts of a picture of a board, in pixels of the design.
const (
	headerHeight = 52  // above the board
	RibbonHeight = 44  // the same, while a move is not played
	boardSide    = 722 // the most that the cells take, in width and height
	BarWidth     = 8   // a bar, and the dashes around a move that is not played
)

// Sizes of text in pixels of the design. A size of 28 is 12 as Discord's desktop shows it, and
// nothing that must be read is smaller.
const (
	SmallText = 28 // coordinates and captions
	NameText  = 30 // names and scores
)

// Pieces draw what a header has of the board of a game for two.
type Pieces interface {
	// Piece draws the piece of a seat for a cell of a size, around a point.
	Piece(seat games.Seat, x, y, cell float64)

	// Tally draws what a seat has reached, so that it ends at a point, and returns its width.
	Tally(seat games.Seat, right, y float64, i Ink) float64
}

// Header draws the names of the two players side by side. A bar lies over the player to move, and
// over the winner, who also has a crown. A move that is not played has in their place the piece of
// the seat that tries it, the words for it, and what the seat would reach.
func (c *Canvas) Header(p Drawing, d games.DuelView, pieces Pieces) {
	if p.Preview != "" {
		c.duelRibbon(p.Preview, d.Mover, pieces)
		return
	}
	const mid = 33
	for seat := range games.Seat(2) {
		left := float64(404 * seat)
		right, i, bright := left+386, c.Quiet(), d.Winner == seat || d.ToMove == seat && !c.Moving
		if bright {
			i = c.Bright()
			c.RoundRect(c.Box(left+6, 5, 384, BarWidth), c.Px(4), c.Paper)
		}
		pieces.Piece(seat, c.Px(left+28), c.Px(mid), c.Px(42))
		if d.Winner == seat {
			c.Crown(c.Px(right-16), c.Px(mid-1))
			right -= 46
		}
		right = right - pieces.Tally(seat, c.Px(right), c.Px(mid), i)/c.scale - 12
		c.Say(Label{Text: p.Name(seat), Bold: bright, Size: NameText, Ink: i, X: left + 54, Y: mid,
			Room: right - left - 54})
	}
}

// duelRibbon draws what stands above a move that is not played.
func (c *Canvas) duelRibbon(words string, seat games.Seat, p Pieces) {
	left, right, mid := 14.0, 784.0, RibbonHeight/2.0
	c.Ribbon()
	if seat == 0 || seat == 1 {
		c.Disc(c.Px(30), c.Px(mid), c.Px(20), c.Ground)
		p.Piece(seat, c.Px(30), c.Px(mid), c.Px(32))
		left = 60
		right -= p.Tally(seat, c.Px(right), c.Px(mid), c.OnTrial())/c.scale + 16
	}
	c.Say(Label{Text: words, Bold: true, Size: NameText, Ink: c.OnTrial(), X: left, Y: mid, Room: right - left})
}

// Ribbon draws the ground for what stands above a move that is not played. Dashes surround the
// picture.
func (c *Canvas) Ribbon() {
	c.dashes()
	c.Rect(c.Box(0, 0, Size, RibbonHeight), c.Trial)
}

// dashes draws the dashed edge of a move that is not played, at the left, the right and the
// lower edge of the picture.
func (c *Canvas) dashes() {
	const on, pitch = 16, 28
	for at := float64(RibbonHeight); at < Size; at += pitch {
		tall := min(on, Size-at)
		c.Rect(c.Box(0, at, BarWidth, tall), c.Trial)
		c.Rect(c.Box(Size-BarWidth, at, BarWidth, tall), c.Trial)
	}
	for at := 8.0; at < Size; at += pitch {
		c.Rect(c.Box(at, Size-BarWidth+2, on, BarWidth-2), c.Trial)
	}
}

// Crown draws a crown, the mark of a player who won.
func (c *Canvas) Crown(x, y float64) {
	c.Stamp(Key{Kind: "crown"}, Around(x, y, c.Px(17)), func(pen *Pen, b Box) {
		x, y := b.Mid()
		points := []float64{-16, -9, -8, 0, 0, -14, 8, 0, 16, -9, 13, 12, -13, 12}
		for i := range points {
			points[i] = c.Px(points[i]) + [2]float64{x, y}[i%2]
		}
		pen.Polygon(points...)
		pen.Fill(c.Paper)
	})
}

// The two halves of a picture that shows two boards side by side, in pixels of the design.
const (
	halfWide  = 398
	halfHead  = 44 // the line above a half
	halfLeft  = 42 // of a board, with the numbers of its rows
	halfBoard = 352
	halfFoot  = 36 // the letters of the columns
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
func (c *Canvas) HalfHead(p Drawing, right bool, aside func(right, y float64, i Ink) float64) {
	left, words, i := Half(right).X, p.Heads[0], c.OnFloor()
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

// HalfGrid returns a board of cols×rows cells in a half, and the lower end of its letters in the
// design. All boards have the same width.
func (c *Canvas) HalfGrid(part Box, cols, rows int) (g Grid, end float64) {
	high := halfBoard * float64(rows) / float64(cols)
	return c.NewGrid(c.Box(part.X+halfLeft, part.Y+8, halfBoard, high), cols, rows), part.Y + 8 + high + halfFoot
}
