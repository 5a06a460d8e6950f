package imaging

import (
	"parlour/games"
	"parlour/imaging/canvas"
)

// A halfPainter draws the position after a move in one half of a picture, and returns its lower
// end in the design.
type halfPainter[V games.View] func(c *canvas.Canvas, p Drawing, v V, right bool) (end float64, err error)

// pair draws two positions side by side, and cuts off what is empty below them.
func (pt painter) pair(c *canvas.Canvas, p Drawing) error {
	low := 0.0
	for i, view := range [2]games.View{p.View, p.Better} {
		if !pt.draws(view) {
			return ErrNoPicture
		}
		end, err := pt.half(c, p, view, i == 1)
		if err != nil {
			return err
		}
		low = max(low, end)
	}
	c.Rect(c.Box(Size/2-1, canvas.Half(true).Y, 2, low), c.Palette.Floor)
	c.Cut(low)
	return nil
}

// head returns the words above a half.
func (p Drawing) head(right bool) string {
	if right {
		return p.Heads[1]
	}
	return p.Heads[0]
}

// pieceOf returns what draws the piece of a seat beside the words above a half, so that it is seen whose move
// it is.
func pieceOf(c *canvas.Canvas, seat games.Seat, p canvas.Pieces) func(right, y float64, i canvas.Ink) float64 {
	if seat != 0 && seat != 1 {
		return nil
	}
	return func(right, y float64, _ canvas.Ink) float64 {
		wide := c.Px(38)
		p.Piece(seat, right-wide/2, y, wide)
		return wide
	}
}
