package canvas

import "parlour/games"

// A Drawing says what to draw: a View, and the words and names that go with it, in the
// reader's language. Every string may be empty, and every slice nil or short.
type Drawing struct {
	View     games.View
	Names    []string // by seat: the players' names, of any length and in any script
	Captions []string // what the symbols mean, for a newcomer: the View's Words.Captions
	Preview  string   // the words that mark a move as not played; empty for a position that is played
	Palette  string   // the name of a palette; anything unknown is drawn in the usual one

	Better games.View // of the same game and moment after a better move, drawn right of View; nil for none
	Heads  [2]string  // the words above View and above Better

	Size  int  // width and height in pixels, 350 to 1600; 0 for Size
	Areas bool // whether the areas of the step that the View shows are marked and named
	Area  int  // the only area of the step that is drawn, which makes it larger; 0 draws them all
}

// Name returns the name of the player in a seat, or "".
func (p Drawing) Name(seat games.Seat) string { return at(p.Names, int(seat)) }

// Caption returns one of the captions, or "".
func (p Drawing) Caption(i int) string { return at(p.Captions, i) }

// at returns a string of a slice, or "" if there is none.
func at(s []string, i int) string {
	if i < 0 || i >= len(s) {
		return ""
	}
	return s[i]
}

// A Painter draws the pictures of one game, whose Views are of type V.
type Painter[V games.View] struct {
	// says why a View cannot be drawn, if so; the others get no such View
	Check func(V) error
	Draw  func(*Canvas, Drawing, V) // draws a picture
	// draws a position after a move in half of a picture, and returns its lower end in the design
	Half func(c *Canvas, p Drawing, v V, right bool) (end float64)
	// tells which colours of a palette the pictures have
	Gamut  func(*Palette) Gamut
	Pieces func(*Palette, DrawPiece) // draws every kind of the pieces
}
