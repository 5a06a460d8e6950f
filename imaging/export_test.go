package imaging

import (
	"cmp"
	"image"

	"parlour/games"
	"parlour/imaging/canvas"
	"parlour/imaging/pages"
)

// Render draws a picture shape by shape, without sprites. Tests and benchmarks compare sprites
// with it.
func Render(p games.Drawing) (*image.RGBA, error) {
	c := canvas.NewPlain(cmp.Or(p.Size, Size))
	err := picture(c, p)
	im := c.Pixels()
	im.Rect.Max.Y = c.High()
	im.Pix = im.Pix[:im.Rect.Max.Y*im.Stride]
	return im, err
}

// Bare returns the PNG of a picture without its letters, and tells where those would stand.
func Bare(p games.Drawing, letters canvas.Lettered) ([]byte, error) {
	c := canvas.NewBare(letters)
	if err := picture(c, p); err != nil {
		return nil, err
	}
	return c.PNG()
}

// Raw returns what [Draw] encodes.
func Raw(p games.Drawing) (raw []byte, err error) {
	err = drawn(p, false, func(c *canvas.Canvas) error {
		raw = c.Raw()
		return nil
	})
	return raw, err
}

// Hold draws a picture, and does something before its canvas is free for the next one.
func Hold(p games.Drawing, do func()) error {
	return drawn(p, false, func(*canvas.Canvas) error { do(); return nil })
}

// SmallestText returns the size of the smallest text on a picture, in pixels.
func SmallestText(p games.Drawing) (float64, error) {
	c := canvas.New()
	err := picture(c, p)
	return c.SmallestText(), err
}

// Shortened returns the labels of a picture that had to be made to fit their room.
func Shortened(p games.Drawing) (labels []canvas.Shortened, err error) {
	err = drawn(p, false, func(c *canvas.Canvas) error {
		labels = c.Shortened()
		return nil
	})
	return labels, err
}

// Palette returns the colours of a View's game, by the name of the palette.
func Palette(v games.View, name string) canvas.Palette {
	if by := painterOf(v); by != nil {
		return *by.named(name)
	}
	return canvas.Palette{}
}

// PiecesOf returns what draws the pieces of a View's game, and what tells its colours; nil for an
// unknown game.
func PiecesOf(v games.View) (func(*canvas.Palette, canvas.DrawPiece), func(*canvas.Palette) canvas.Gamut) {
	if by := painterOf(v); by != nil {
		return by.pieces, by.gamut
	}
	return nil, nil
}

// Page draws a page as [Standings] and the others do.
func Page(palette string, size int, draw func(*canvas.Canvas, pages.Games)) ([]byte, error) {
	return page(palette, size, draw)
}

// PageText returns the size of the smallest text on a page, in pixels.
func PageText(palette string, size int, draw func(*canvas.Canvas, pages.Games)) float64 {
	c := canvas.New()
	c.Begin(size, table.named(palette), true)
	draw(c, insets(palette))
	return c.SmallestText()
}

// ShortenedOnPage returns the labels of a page that had to be made to fit their room.
func ShortenedOnPage(draw func(*canvas.Canvas, pages.Games)) []canvas.Shortened {
	c := canvas.New()
	c.Begin(Size, table.named(""), true)
	draw(c, insets(""))
	return c.Shortened()
}

// RenderPage draws a page shape by shape.
func RenderPage(palette string, size int, draw func(*canvas.Canvas, pages.Games)) *image.RGBA {
	c := canvas.NewPlain(size)
	c.Begin(size, table.named(palette), true)
	draw(c, insets(palette))
	im := c.Pixels()
	im.Rect.Max.Y = c.High()
	im.Pix = im.Pix[:im.Rect.Max.Y*im.Stride]
	return im
}

// PagePalette returns the colours of pages, by the name of the palette.
func PagePalette(name string) canvas.Palette { return *table.named(name) }
