package imaging

import (
	"slices"

	"parlour/games"
	"parlour/imaging/canvas"
	"parlour/imaging/pages"
	"parlour/imaging/replay"
)

// DrawPage returns a page as an opaque PNG, as high as what it shows. It is safe for concurrent use.
func DrawPage(p pages.Page) ([]byte, error) { return page(p.Looks().Palette, p.Looks().Size, p.Draw) }

// Replay returns a game as one HTML file.
func Replay(p replay.Page) ([]byte, error) {
	shared, pictures, err := Vectors(p.Drawings())
	if err != nil {
		return nil, err
	}
	return p.HTML(shared, pictures)
}

// table has the palettes of pages.
var table = palettesOf(pages.Table, pages.Gamut)

// page draws a page in a palette.
func page(palette string, size int, draw func(*canvas.Canvas, pages.Games)) (data []byte, err error) {
	err = with(func(c *canvas.Canvas) (err error) {
		c.Begin(side(size), table.named(palette), true)
		draw(c, insets(palette))
		data, err = c.PNG()
		return err
	})
	return data, err
}

// insets draws what pages show of games, in the palette with a name of each game.
type insets string

func (palette insets) Emblem(c *canvas.Canvas, game string, at canvas.Box) bool {
	i := slices.IndexFunc(painters, func(p painter) bool { return p.game == game })
	if i >= 0 {
		c.Inset(at, 0.17*at.W, painters[i].named(string(palette)), func() { painters[i].emblem(c, at) })
	}
	return i >= 0
}

func (palette insets) Board(c *canvas.Canvas, v games.View, at canvas.Box) {
	if by := painterOf(v); by != nil && by.check(v) == nil {
		c.Inset(at, c.Px(8), by.named(string(palette)), func() { by.board(c, v, at) })
	}
}
