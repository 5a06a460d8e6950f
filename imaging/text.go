package imaging

import (
	"image"
	"image/color"
	"math"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

const (
	longest  = 200 // runes of a text that are read; no room holds more
	missing  = '▫' // replaces a run of letters that the font lacks
	ellipsis = "…"
	smallest = 0.8 // the least scale of a text before it is cut
)

// The fonts, parsed once. Goroutines share a parsed font, but not a [font.Face] made of it.
var (
	regular = sync.OnceValue(func() *sfnt.Font { return parse(goregular.TTF) })
	bold    = sync.OnceValue(func() *sfnt.Font { return parse(gobold.TTF) })
)

// parse parses a font that is compiled in.
func parse(ttf []byte) *sfnt.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err)
	}
	return f
}

// A style is a font at a size in pixels.
type style struct {
	bold bool
	size float64
}

// font returns the font of a style, without its size.
func (s style) font() *sfnt.Font {
	if s.bold {
		return bold()
	}
	return regular()
}

// A fonts keeps the fonts of a canvas at the sizes that it uses, each of which is made once.
type fonts map[style]font.Face

// sized returns the font of a style at its size.
func (m fonts) sized(s style) font.Face {
	if f, ok := m[s]; ok {
		return f
	}
	f, err := opentype.NewFace(s.font(), &opentype.FaceOptions{Size: s.size, DPI: 72})
	if err != nil {
		panic(err) // it does not fail with these options
	}
	m[s] = f
	return f
}

// A label is one line of text at a point.
type label struct {
	text  string
	style style
	ink   ink
	x, y  float64 // y is the middle of capitals
	align float64 // 0 if x is the left end, 1/2 if it is the middle, 1 if it is the right end
	room  float64 // the greatest width; 0 for any
}

// write draws a label at the nearest pixel, made smaller or cut to fit its room, and returns
// its width.
func (c *canvas) write(l label) float64 {
	l.x, l.y = math.Round(l.x), math.Round(l.y)
	if c.pen != nil {
		p := c.fonts.print(l)
		p.draw(c.pen)
		return p.wide
	}
	s := c.kept("label", l, func() *sprite {
		p := c.fonts.print(l)
		s := c.sprite(p.part, func() { p.draw(c.pen) })
		s.off, s.wide = p.part.Min.Sub(image.Pt(int(l.x), int(l.y))), p.wide
		return s
	})
	c.out.put(s, int(l.x)+s.off.X, int(l.y)+s.off.Y)
	return s.wide
}

// wide returns the width of a label without a limit of room.
func (c *canvas) wide(l label) float64 {
	return c.kept("measure", l, func() *sprite {
		text := readable(l.text, l.style.font())
		return &sprite{wide: c.fonts.measure(l.style, text)}
	}).wide
}

// kept returns the sprite of a label, wherever it stands, and makes it when first needed.
func (c *canvas) kept(what string, l label, make func() *sprite) *sprite {
	k := key{pal: c.pal, what: what, text: [4]string{l.text}, at: box{l.style.size, l.room, l.align, 0}, ink: l.ink.text}
	if l.style.bold {
		k.args[0] = 1
	}
	s := sprites.get(k)
	if s == nil {
		s = make()
		sprites.put(k, s)
	}
	return s
}

// A printed is a label that fits its room, with its place.
type printed struct {
	text string
	font font.Face
	ink  color.RGBA
	dot  fixed.Point26_6
	wide float64
	part image.Rectangle // the part of the picture that it takes
}

// print fits a label into its room and finds its place.
func (m fonts) print(l label) printed {
	text, s := m.fit(readable(l.text, l.style.font()), l.style, l.room)
	p := printed{text: text, font: m.sized(s), ink: l.ink.text, wide: m.measure(s, text)}
	p.dot = fixed.Point26_6{X: fix(l.x - l.align*p.wide), Y: fix(l.y + 0.36*s.size)}
	bounds, _ := font.BoundString(p.font, text)
	bounds = bounds.Add(p.dot)
	p.part = image.Rect(bounds.Min.X.Floor(), bounds.Min.Y.Floor(), bounds.Max.X.Ceil(), bounds.Max.Y.Ceil()).Inset(-1)
	return p
}

// draw draws the letters.
func (t printed) draw(p *pen) {
	dot := t.dot.Sub(fixed.P(p.origin.X, p.origin.Y))
	d := font.Drawer{Dst: p.pixels(), Src: image.NewUniform(t.ink), Face: t.font, Dot: dot}
	d.DrawString(t.text)
}

// fix converts pixels to the numbers of package font.
func fix(v float64) fixed.Int26_6 { return fixed.Int26_6(v*64 + 0.5) }

// measure returns the width of a text.
func (m fonts) measure(s style, text string) float64 {
	return float64(font.MeasureString(m.sized(s), text)) / 64
}

// fit fits a text into its room: at its size, else smaller, else cut.
func (m fonts) fit(text string, s style, room float64) (string, style) {
	full := m.measure(s, text)
	if room <= 0 || full <= room {
		return text, s
	}
	s.size *= max(smallest, float64(int(100*room/full))/100)
	if m.measure(s, text) <= room {
		return text, s
	}
	letters := []rune(text)
	for len(letters) > 0 && m.measure(s, string(letters)+ellipsis) > room {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimRight(string(letters), " ") + ellipsis, s
}

// readable returns a text as one line that the font can write. Letters that the font lacks are
// decomposed (ế becomes e, 𝓐 becomes A). If it lacks the parts too, symbols are left out, and
// [missing] replaces each run of letters.
func readable(text string, f *sfnt.Font) string {
	var (
		b   strings.Builder
		n   int
		gap bool // whether a space comes before the next letter
		out bool // whether the last letter written is missing
	)
	put := func(r rune) {
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		gap, out = false, r == missing
	}
	for _, r := range text {
		if n++; n > longest {
			break
		}
		switch {
		case unicode.IsSpace(r):
			gap = true
		case has(f, r):
			put(r)
		default:
			apart(r, f, put, func() {
				if !out {
					put(missing)
				}
			})
		}
	}
	return b.String()
}

// clipped returns the runes of a text that are read.
func clipped(text string) string {
	if len(text) <= longest {
		return text
	}
	n := 0
	for i := range text {
		if n++; n > longest {
			return text[:i]
		}
	}
	return text
}

// blank reports whether the font can write nothing of a text.
func blank(text string) bool {
	for _, r := range text {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return false
		}
	}
	s := readable(text, regular())
	return s == "" || s == string(missing)
}

// apart puts the parts of a letter that the font lacks, and calls lack for each part that is
// a letter and lacking too.
func apart(r rune, f *sfnt.Font, put func(rune), lack func()) {
	for _, part := range norm.NFKD.String(string(r)) {
		switch {
		case has(f, part):
			put(part)
		case unicode.IsLetter(part), unicode.IsNumber(part):
			lack()
		}
	}
}

// has reports whether a font can write a rune.
func has(f *sfnt.Font, r rune) bool {
	if !unicode.IsGraphic(r) || unicode.Is(unicode.Mn, r) {
		return false
	}
	i, err := f.GlyphIndex(nil, r)
	return err == nil && i != 0
}
