// Package imaging draws a [games.View] as a picture: a PNG that can be read at a glance on
// a phone, on Discord's dark and light grounds alike.
//
// Its policy: a picture is drawn from a [Drawing] alone, a View with the reader's words and
// names, so it cannot show more than its reader may know. Pieces differ in shape and in
// lightness, never in colour alone. No input breaks a picture: letters that the font lacks
// are replaced, text that is too long is cut, and a View that does not hold together gives
// [ErrNoPicture]. Equal Drawings give equal pixels. All lengths are multiples of one unit,
// and all colours come from one of the [Palettes].
//
// [Draw] makes a picture and [Animate] makes a GIF of several. Each game has a file of its
// own and a line in painters; the card around its board, with header and footer, is shared
// ([drawCard], [drawHeader], [drawFooter]).
//
// A picture is composed of sprites, which a [canvas] copies. An element is drawn once, by a
// [pen], and kept as runs of indices into a table of colours, which all pictures of a game
// and a palette share; after that it is copied. The sprites of all pictures take at most spriteRoom bytes, and a
// picture that is being drawn takes about 1.3 MB.
package imaging

import (
	"bytes"
	"errors"
	"sync"

	"parlour/games"
)

// A Drawing says what to draw: a View, and the words and names that go with it, in the
// reader's language. Every string may be empty, and every slice nil or short.
type Drawing struct {
	View    games.View
	Names   []string // by seat: the players' names, of any length and in any script
	Sides   []string // by seat: what the seat plays as, such as "Orange"
	Title   string   // the game's title, drawn in the footer if there is room
	Score   string   // a line below the board
	Result  string   // how the game ended; empty while it goes on
	Preview string   // the word that marks a move as only tried; empty for a position that is played
	Palette string   // one of [Palettes]; anything else is drawn as Classic
}

// The palettes.
const (
	Classic  = "classic"
	Contrast = "contrast" // light and dark lie further apart
)

// Palettes lists the names of the palettes, the usual one first.
func Palettes() []string { return []string{Classic, Contrast} }

// Width and Height are the size of every picture in pixels.
const (
	Width  = int(100 * unit)
	Height = int(heightUnits * unit)
)

// ErrNoPicture is returned for a View of a game that this package does not know, and for a
// View that does not hold together.
var ErrNoPicture = errors.New("no picture for this view")

// Draw returns a picture as a PNG of Width by Height pixels, transparent around the card.
// It is safe for concurrent use.
func Draw(p Drawing) ([]byte, error) {
	c := canvases.Get().(*canvas)
	if err := c.picture(p); err != nil {
		return nil, err // the half drawn canvas is dropped, as after a panic
	}
	defer canvases.Put(c)
	c.encoded.Reset()
	if err := c.out.png(&c.encoded); err != nil {
		return nil, err
	}
	return bytes.Clone(c.encoded.Bytes()), nil
}

// canvases keeps canvases for the next picture, because each is as large as a picture.
var canvases = sync.Pool{New: func() any { return newCanvas() }}

// painters draw the pictures of the games, one each.
var painters = []painter{
	painterOf(drawMagic, (*palette).magicGamut),
	painterOf(drawPermutations, (*palette).permutationsGamut),
	painterOf(drawPermute, (*palette).permuteGamut),
	painterOf(drawPermutu, (*palette).permutuGamut),
}

// A painter draws the pictures of one game.
type painter struct {
	draws func(games.View) bool
	draw  func(*canvas, Drawing) error // for a View that it draws
	gamut func(*palette, *gamut)       // tells which colours meet in the pictures
}

// painterOf returns the painter for the Views of a game.
func painterOf[V games.View](draw func(*canvas, Drawing, V) error, gamut func(*palette, *gamut)) painter {
	return painter{
		draws: func(v games.View) bool { _, ok := v.(V); return ok },
		draw:  func(c *canvas, p Drawing) error { return draw(c, p, p.View.(V)) },
		gamut: gamut,
	}
}

// picture draws a picture with the painter of its View.
func (c *canvas) picture(p Drawing) error {
	clear(c.out.pix[:])
	p.Title, p.Score, p.Result, p.Preview = clipped(p.Title), clipped(p.Score), clipped(p.Result), clipped(p.Preview)
	for i, painter := range painters {
		if painter.draws(p.View) {
			c.use(p, i)
			return painter.draw(c, p)
		}
	}
	return ErrNoPicture
}

// at returns the string of a seat, clipped, or "" if the slice is too short.
func at(s []string, seat int) string {
	if seat < 0 || seat >= len(s) {
		return ""
	}
	return clipped(s[seat])
}
