// Package imaging draws a [games.View] as a picture: a square PNG that can be read at a
// glance on a phone, on Discord's dark and light grounds alike. It also says where on the
// picture each choice of a move in the making lies.
//
// Its policy: a picture is drawn from a [games.Drawing] alone, a View with the reader's words
// and names, so it cannot show more than its reader may know. It shows the board and repeats
// nothing that the message beside it says. Pieces differ in shape and in lightness, never in
// colour alone. No input breaks a picture: letters that the font lacks are replaced, text that
// is too long is cut, and a View that does not hold together gives [ErrNoPicture]. Equal
// Drawings give equal pixels.
//
// [Draw] makes a picture, [Places] finds the choices on it, and [Animate] makes a GIF of
// several. Each game has a painter, a package of its own that bears its name. It draws on a
// [canvas.Canvas], whose package has what the games share: palettes, text, the header of a
// game of two, the grid of a board, and marks; package stones draws boards full of stones.
package imaging

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"parlour/games"
	"parlour/imaging/canvas"
	"parlour/imaging/catchup"
	"parlour/imaging/fourinarow"
	"parlour/imaging/hex"
	"parlour/imaging/magic"
	"parlour/imaging/pentago"
	"parlour/imaging/permutations"
	"parlour/imaging/permute"
	"parlour/imaging/permutu"
	"parlour/imaging/reversi"
	"parlour/imaging/slyde"
	"parlour/imaging/twistonly"
)

// painters has the painter of every game.
var painters = []painter{
	of("catchup", catchup.Painter),
	of("fourinarow", fourinarow.Painter),
	of("hex", hex.Painter),
	of("magic", magic.Painter),
	of("pentago", pentago.Painter),
	of("permutations", permutations.Painter),
	of("permute", permute.Painter),
	of("permutu", permutu.Painter),
	of("reversi", reversi.Painter),
	of("slyde", slyde.Painter),
	of("twistonly", twistonly.Painter),
}

// A Place is where on a picture a choice lies: a rectangle in pixels, which can be touched. Its
// Value is that of the choice, or the number of an area.
type Place = canvas.Place

// The palettes.
const (
	Classic  = "classic"
	Contrast = "contrast" // light and dark lie further apart
)

// Legible reports whether pictures can write a name: at least one letter or digit, and none that their fonts lack.
func Legible(name string) bool { return canvas.Legible(name) }

// Room returns the most that pictures of one kind which are kept take, in bytes: the less, the less memory there is.
func Room() int { return canvas.Room() }

// Palettes lists the names of the palettes, the usual one first.
func Palettes() []string { return []string{Classic, Contrast} }

// The width and height of a picture in pixels.
const (
	Size     = canvas.Size // unless the Drawing says another
	Smallest = 350
	Largest  = 1600
)

// PanelSize is the width in pixels of the picture of a panel. One person looks at it for one step, and each step draws
// one: it costs half as much as one of the usual size, and has 1.6 pixels for each of the 350 points of a phone.
const PanelSize = 560

// ErrNoPicture is returned for a View of a game that this package does not know, and for a
// View that does not hold together.
var ErrNoPicture = errors.New("no picture for this view")

// Draw returns a picture as an opaque PNG of p.Size by p.Size pixels, which is lower where two
// positions are side by side. It is safe for concurrent use.
func Draw(p games.Drawing) (data []byte, err error) {
	err = drawn(p, false, func(c *canvas.Canvas) (err error) {
		data, err = c.PNG()
		return err
	})
	return data, err
}

// Vectors returns the pictures that [Draw] makes as SVGs of one document, in which letters are paths: what they share,
// which stands there once, and each of them.
func Vectors(pictures []games.Drawing) (shared string, each []string, err error) {
	sheet, c := canvas.NewSheet()
	for _, p := range pictures {
		if err := picture(c, p); err != nil {
			return "", nil, err
		}
		sheet.Add(c)
	}
	shared, each = sheet.Document()
	return shared, each, nil
}

// Places returns the places of the choices of the step that p.View shows, on the picture
// that [Draw] makes of p: of those choices that have one, are drawn, and for which
// [games.Choice.Placed] holds. No two overlap. It is safe for concurrent use.
func Places(p games.Drawing) (places []Place, err error) {
	err = drawn(p, false, func(c *canvas.Canvas) error {
		places = c.Places()
		return nil
	})
	return places, err
}

// Animate returns pictures of one game in one palette and one size as a GIF that repeats. Each
// picture is shown for the time each, the last one for the time last. A frame holds only the
// pixels that changed; to keep those few, no seat is marked as being to move. It is safe for
// concurrent use.
func Animate(pictures []games.Drawing, each, last time.Duration) ([]byte, error) {
	if len(pictures) == 0 {
		return nil, ErrNoPicture
	}
	var a canvas.Animation
	for _, p := range pictures {
		err := drawn(p, true, func(c *canvas.Canvas) error {
			if !a.Add(c, each) {
				return ErrNoPicture
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	a.Hold(last - each)
	return a.Encode()
}

// canvases keeps canvases for the next picture, because each is as large as a picture.
var canvases = sync.Pool{New: func() any { return canvas.New() }}

// atOnce bounds the pictures that are drawn at once. More than there are processors would wait for each other, and
// each would take a canvas.
var atOnce = make(chan struct{}, runtime.GOMAXPROCS(0))

// drawn draws a picture, which may be one of a GIF, and hands the canvas to use.
func drawn(p games.Drawing, moving bool, use func(*canvas.Canvas) error) error {
	return with(func(c *canvas.Canvas) error {
		c.Moving = moving
		if err := picture(c, p); err != nil {
			return err
		}
		return use(c)
	})
}

// with hands out a canvas. One on which something failed is dropped, as after a panic.
func with(use func(*canvas.Canvas) error) error {
	atOnce <- struct{}{}
	defer func() { <-atOnce }()
	c := canvases.Get().(*canvas.Canvas)
	if err := use(c); err != nil {
		return err
	}
	canvases.Put(c)
	return nil
}

// picture draws a picture with the painter of its View.
func picture(c *canvas.Canvas, p games.Drawing) error {
	by := painterOf(p.View)
	if by == nil {
		return ErrNoPicture
	} else if err := by.check(p.View); err != nil {
		return fmt.Errorf("%w: %w", ErrNoPicture, err)
	}
	c.Begin(side(p.Size), by.named(p.Palette), by.deep(p))
	if p.Better == nil {
		by.draw(c, p)
		for _, at := range c.Places() {
			if v, ok := p.Values[at.Value]; ok {
				c.Worth(canvas.NewBox(float64(at.X), float64(at.Y), float64(at.W), float64(at.H)), v.Wins, v.Turns())
			}
		}
		return nil
	}
	if !by.draws(p.Better) {
		return ErrNoPicture
	} else if err := by.check(p.Better); err != nil {
		return fmt.Errorf("%w: %w", ErrNoPicture, err)
	}
	low := max(by.half(c, p, p.View, false), by.half(c, p, p.Better, true))
	c.Rect(c.Box(Size/2-1, canvas.Half(true).Y, 2, low), c.Plate)
	c.Cut(low)
	return nil
}

// painterOf returns the painter of a View, or nil.
func painterOf(v games.View) *painter {
	i := slices.IndexFunc(painters, func(painter painter) bool { return painter.draws(v) })
	if i < 0 {
		return nil
	}
	return &painters[i]
}

// side returns the width of a picture for which a size is asked.
func side(size int) int { return min(max(Smallest, cmp.Or(size, Size)), Largest) }

// A painter is a [canvas.Painter] of Views of any type, with the palettes of its pictures, each made
// once.
type painter struct {
	game   string
	draws  func(games.View) bool
	check  func(games.View) error
	deep   func(games.Drawing) bool
	draw   func(*canvas.Canvas, games.Drawing)
	half   func(c *canvas.Canvas, p games.Drawing, v games.View, right bool) float64
	pieces func(*canvas.Palette, canvas.DrawPiece)
	gamut  func(*canvas.Palette) canvas.Gamut
	board  func(c *canvas.Canvas, v games.View, room canvas.Box)
	emblem func(c *canvas.Canvas, at canvas.Box)
	palettes
}

// palettes are the two palettes of a table, each made when it is first needed.
type palettes struct{ classic, contrast func() *canvas.Palette }

func palettesOf(t canvas.Table, gamut func(*canvas.Palette) canvas.Gamut) palettes {
	made := func(p canvas.Palette) func() *canvas.Palette {
		return sync.OnceValue(func() *canvas.Palette { return p.With(gamut(&p)) })
	}
	return palettes{made(t.Classic()), made(t.HighContrast())}
}

// named returns a palette by its name.
func (p palettes) named(name string) *canvas.Palette {
	if name == Contrast {
		return p.contrast()
	}
	return p.classic()
}

// of returns the painter of a game.
func of[V games.View](game string, by canvas.Painter[V]) painter {
	return painter{
		game:  game,
		draws: func(v games.View) bool { _, ok := v.(V); return ok },
		check: func(v games.View) error { return by.Check(v.(V)) },
		deep:  func(p games.Drawing) bool { return by.Deep != nil && by.Deep(p, p.View.(V)) },
		draw:  func(c *canvas.Canvas, p games.Drawing) { by.Draw(c, p, p.View.(V)) },
		half: func(c *canvas.Canvas, p games.Drawing, v games.View, right bool) float64 {
			return by.Half(c, p, v.(V), right)
		},
		board:  func(c *canvas.Canvas, v games.View, room canvas.Box) { by.Board(c, v.(V), room) },
		pieces: by.Pieces, gamut: by.Gamut, emblem: by.Emblem, palettes: palettesOf(by.Table, by.Gamut),
	}
}
