package pages

import (
	"parlour/games"
	"parlour/imaging/canvas"
)

// A Shelf is games to choose from.
type Shelf struct {
	Boxes []Box // at most [MostBoxes] are drawn
	Look
}

// A Box is a game on a shelf: a position that shows what it looks like, and its title.
type Box struct {
	View games.View
	Game string
}

// MostBoxes is how many games a shelf has room for.
const MostBoxes = 12

// The places of the parts of a shelf.
const (
	boxesWide = 4 // in a row
	boxPitch  = 200
	boxWide   = 192
	boxHigh   = 228
	boxGap    = 8
	boxBoard  = 176
)

// Draw draws the shelf. A last row that is not full stands in the middle.
func (s Shelf) Draw(c *canvas.Canvas, g Games) {
	p, boxes := page{c, g}, s.Boxes[:min(len(s.Boxes), MostBoxes)]
	rows := max(1, (len(boxes)+boxesWide-1)/boxesWide)
	c.Cut(boxGap + float64(rows*(boxHigh+boxGap)))
	for i, b := range boxes {
		row := i / boxesWide
		n := min(boxesWide, len(boxes)-row*boxesWide)
		left := (canvas.Size-boxPitch*float64(n)+boxGap)/2 + boxPitch*float64(i%boxesWide)
		top := boxGap + float64(row*(boxHigh+boxGap))
		p.RoundRect(p.Box(left, top, boxWide, boxHigh), p.Px(12), p.Board)
		p.games.Board(p.Canvas, b.View, p.Box(left+(boxWide-boxBoard)/2, top+8, boxBoard, boxBoard))
		p.Say(canvas.Label{Text: b.Game, Ink: p.OnBoard(), X: left + boxWide/2, Y: top + 207, Align: 0.5, Room: boxWide - 8})
	}
}
