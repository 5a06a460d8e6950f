// Package imaging draws a [games.View] as a picture: a square PNG that can be read at a
// glance on a phone, on Discord's dark and light grounds alike. It also says where on the
// picture each choice of a move in the making lies.
//
// Its policy: a picture is drawn from a [Drawing] alone, a View with the reader's words and
// names, so it cannot show more than its reader may know. It shows the board and repeats
// nothing that the message beside it says. Pieces differ in shape and in lightness, never in
// colour alone. No input breaks a picture: letters that the font lacks are replaced, text
// that is too long is cut, and a View that does not hold together gives [ErrNoPicture]. Equal
// Drawings give equal pixels.
//
// [Draw] makes a picture, [Places] finds the choices on it, and [Animate] makes a GIF of
// several. Each game has a file of its own, which registers its painter. It draws on a
// [canvas.Canvas], whose package has what the games share: palettes, text, the header of a
// game of two, the grid of a board, and marks; package stones draws boards full of stones.
package imaging

import (
	"cmp"
	"errors"
	"slices"
	"sync"

	"parlour/games"
	"parlour/imaging/canvas"
)

// A Drawing says what to draw: a View, and the words and names that go with it, in the
// reader's language. Every string may be empty, and every slice nil or short.
type Drawing struct {
	View     games.View
	Names    []string // by seat: the players' names, of any length and in any script
	Captions []string // what the symbols mean, for a newcomer: the View's Words.Captions
	Preview  string   // the words that mark a move as not played; empty for a position that is played
	Palette  string   // one of [Palettes]; anything else is drawn as Classic

	Better games.View // of the same game and moment after a better move, drawn right of View; nil for none
	Heads  [2]string  // the words above View and above Better

	Size  int  // width and height in pixels, 350 to 1600; 0 for Size
	Areas bool // whether the areas of the step that the View shows are marked and named
	Area  int  // the only area of the step that is drawn, which makes it larger; 0 draws them all
}

// The palettes.
const (
	Classic  = "classic"
	Contrast = "contrast" // light and dark lie further apart
)

// Palettes lists the names of the palettes, the usual one first.
func Palettes() []string { return []string{Classic, Contrast} }

// The width and height of a picture in pixels.
const (
	Size     = canvas.Size // unless the Drawing says another
	Smallest = 350
	Largest  = 1600
)

// ErrNoPicture is returned for a View of a game that this package does not know, and for a
// View that does not hold together.
var ErrNoPicture = errors.New("no picture for this view")

// A Place is where on a picture a choice lies: a rectangle in pixels, which can be touched. Its
// Value is that of the choice, or with Drawing.Areas the number of the area.
type Place = canvas.Place

// Draw returns a picture as an opaque PNG of p.Size by p.Size pixels, which is lower where two
// positions are side by side. It is safe for concurrent use.
func Draw(p Drawing) ([]byte, error) {
	c := canvases.Get().(*canvas.Canvas)
	if err := picture(c, p); err != nil {
		return nil, err // the half drawn canvas is dropped, as after a panic
	}
	defer canvases.Put(c)
	return c.PNG()
}

// Places returns the places of the choices of the step that p.View shows, on the picture
// that [Draw] makes of p: of those choices that have one, are drawn, and for which
// [games.Choice.Placed] holds. No two overlap. It is safe for concurrent use.
func Places(p Drawing) ([]Place, error) {
	c := canvases.Get().(*canvas.Canvas)
	if err := picture(c, p); err != nil {
		return nil, err
	}
	defer canvases.Put(c)
	return c.Places(), nil
}

// canvases keeps canvases for the next picture, because each is as large as a picture.
var canvases = sync.Pool{New: func() any { return canvas.New() }}

// painters draw the pictures of the games, one each. The file of a game adds its own.
var painters []painter

// A painter draws the pictures of one game.
type painter struct {
	draws             func(games.View) bool
	draw              func(*canvas.Canvas, Drawing) error // for a View that it draws
	half              halfPainter[games.View]
	pieces            func(*canvas.Palette, canvas.DrawPiece)
	gamut             func(*canvas.Palette) canvas.Gamut
	classic, contrast func() *canvas.Palette // the palettes of its pictures, each made once
}

// A paints says how the pictures of a game are drawn, whose Views are of type V.
type paints[V games.View] struct {
	draw   func(*canvas.Canvas, Drawing, V) error
	half   halfPainter[V]                          // draws a position in half of a picture
	gamut  func(*canvas.Palette) canvas.Gamut      // tells which colours of a palette its pictures have
	pieces func(*canvas.Palette, canvas.DrawPiece) // draws every kind of its pieces
}

// register adds the painter of a game.
func register[V games.View](by paints[V]) {
	made := func(p canvas.Palette) func() *canvas.Palette {
		return sync.OnceValue(func() *canvas.Palette { return p.With(by.gamut(&p)) })
	}
	painters = append(painters, painter{
		draws: func(v games.View) bool { _, ok := v.(V); return ok },
		draw:  func(c *canvas.Canvas, p Drawing) error { return by.draw(c, p, p.View.(V)) },
		half: func(c *canvas.Canvas, p Drawing, v games.View, right bool) (float64, error) {
			return by.half(c, p, v.(V), right)
		},
		pieces:   by.pieces,
		gamut:    by.gamut,
		classic:  made(canvas.Classic()),
		contrast: made(canvas.HighContrast()),
	})
}

// picture draws a picture with the painter of its View.
func picture(c *canvas.Canvas, p Drawing) error {
	i := slices.IndexFunc(painters, func(painter painter) bool { return painter.draws(p.View) })
	if i < 0 {
		return ErrNoPicture
	}
	palette := painters[i].classic
	if p.Palette == Contrast {
		palette = painters[i].contrast
	}
	c.Begin(min(max(Smallest, cmp.Or(p.Size, Size)), Largest), palette())
	if p.Better != nil {
		return painters[i].pair(c, p)
	}
	return painters[i].draw(c, p)
}

// at returns the string of a seat, or "" if the slice is too short.
func at(s []string, seat int) string {
	if seat < 0 || seat >= len(s) {
		return ""
	}
	return s[seat]
}

// duelNames returns the names of the two players of a game.
func duelNames(p Drawing) [2]string { return [2]string{at(p.Names, 0), at(p.Names, 1)} }
