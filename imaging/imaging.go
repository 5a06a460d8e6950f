// Package imaging makes a View a picture: a PNG that is told at a glance on a
// phone, on Discord's dark and light grounds alike.
//
// Its policy: a picture knows nothing but what it is handed, a View and the
// words and names of the reader, so it can show no more than its reader may
// know. Pieces differ in shape and in lightness, never in colour alone. No
// input breaks a picture: what a name holds and the font lacks is replaced, what
// is too long is cut. All sizes come from one unit, and all colours from a palette of
// which there are two. Each game has files of its own; the card around the board, its header and
// its footer are shared. Equal Pictures give equal pixels.
//
// A picture is put together from sprites: each element is drawn once, with gg, and kept
// as runs of indices into a table of colours that all pictures of a game and a palette
// have in common; from then on it is copied. The sprites of all pictures take at most
// spriteRoom bytes, and each picture that is being drawn about 1.3 MB.
package imaging

import (
	"bytes"
	"errors"
	"sync"

	"parlour/games"
	"parlour/games/magic"
	"parlour/games/permutations"
	"parlour/games/permute"
	"parlour/games/permutu"
)

// A Picture says what to draw besides the view itself. Words and names are
// handed in, in the reader's language. Every string may be empty, and every
// slice nil or short.
type Picture struct {
	View    games.View
	Names   []string // by seat, as people are called: of any length, in any script
	Sides   []string // by seat, what each plays as: "Orange", "Yellow"
	Title   string   // the game; said below if there is room
	Score   string   // one line below the board
	Result  string   // who won, once over; empty while the game goes on
	Preview string   // not empty for a move not yet made: the word that says so
	Palette string   // one of Palettes; what is none of them is drawn as Classic
}

// The palettes.
const (
	Classic  = "classic"
	Contrast = "contrast" // for eyes that need light and dark further apart
)

// Palettes lists the names of the palettes, the usual one first.
func Palettes() []string { return []string{Classic, Contrast} }

// Width and Height are the pixels of every picture.
const (
	Width  = int(100 * unit)
	Height = int(heightUnits * unit)
)

// ErrNoPicture is returned for a view that this package does not know, or whose
// board does not hold together.
var ErrNoPicture = errors.New("no picture for this view")

// Draw returns the picture as a PNG of Width by Height, transparent around the
// card. It is safe for concurrent use.
func Draw(p Picture) ([]byte, error) {
	c := canvases.Get().(*canvas)
	if err := c.picture(p); err != nil {
		return nil, err // and the canvas is not used again, nor after a panic
	}
	defer canvases.Put(c)
	c.encoded.Reset()
	if err := c.out.png(&c.encoded); err != nil {
		return nil, err
	}
	return bytes.Clone(c.encoded.Bytes()), nil
}

// canvases are used again, as each is as large as a picture, but for one in which a
// picture was left half drawn.
var canvases = sync.Pool{New: func() any { return newCanvas() }}

// picture draws the picture of whichever game the view is of.
func (c *canvas) picture(p Picture) error {
	clear(c.out.pix[:])
	p.Title, p.Score, p.Result, p.Preview = looked(p.Title), looked(p.Score), looked(p.Result), looked(p.Preview)
	switch v := p.View.(type) {
	case magic.View:
		c.use(p, forMagic)
		return drawMagic(c, p, v)
	case permutations.View:
		c.use(p, forPermutations)
		return drawPermutations(c, p, v)
	case permute.View:
		c.use(p, forPermute)
		return drawPermute(c, p, v)
	case permutu.View:
		c.use(p, forPermutu)
		return drawPermutu(c, p, v)
	}
	return ErrNoPicture
}

// at returns the string of a seat, or nothing where the slice is short.
func at(s []string, seat int) string {
	if seat < 0 || seat >= len(s) {
		return ""
	}
	return looked(s[seat])
}
