package canvas

import "parlour/games"

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
