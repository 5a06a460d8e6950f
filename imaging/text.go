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
	longest  = 200 // runes of a text that are looked at; no room holds more
	missing  = '▫' // stands for a run of letters that the font lacks
	ellipsis = "…"
	smallest = 0.8 // how far a text shrinks before it is cut
)

// The fonts, parsed once. A parsed font may be shared, a face may not.
var (
	regular = sync.OnceValue(func() *sfnt.Font { return parse(goregular.TTF) })
	bold    = sync.OnceValue(func() *sfnt.Font { return parse(gobold.TTF) })
)

func parse(ttf []byte) *sfnt.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err) // the font is compiled in
	}
	return f
}

// A style is a font at a size in pixels.
type style struct {
	bold bool
	size float64
}

func (s style) font() *sfnt.Font {
	if s.bold {
		return bold()
	}
	return regular()
}

// face returns the face of a style, made once a canvas.
func (c *canvas) face(s style) font.Face {
	if f, ok := c.faces[s]; ok {
		return f
	}
	f, err := opentype.NewFace(s.font(), &opentype.FaceOptions{Size: s.size, DPI: 72})
	if err != nil {
		panic(err) // it fails for no options that are given here
	}
	c.faces[s] = f
	return f
}

// A label is one line of text about a point.
type label struct {
	text  string
	style style
	ink   ink
	x, y  float64 // y is the middle of capitals
	align float64 // 0 when x is the left end, 1/2 the middle, 1 the right end
	room  float64 // the most it may be wide; 0 for any
}

// write draws a label about the nearest pixel, smaller or cut where its room is
// short, and returns how wide it came out.
func (c *canvas) write(l label) float64 {
	l.x, l.y = math.Round(l.x), math.Round(l.y)
	if c.dc != nil {
		p := c.print(l)
		p.draw(c)
		return p.wide
	}
	s := c.kept("label", l, func() *sprite {
		p := c.print(l)
		s := c.sprite(p.part, func() { p.draw(c) })
		s.off, s.wide = p.part.Min.Sub(image.Pt(int(l.x), int(l.y))), p.wide
		return s
	})
	c.out.put(s, int(l.x)+s.off.X, int(l.y)+s.off.Y)
	return s.wide
}

// wide returns how wide a label would be if it had all the room.
func (c *canvas) wide(l label) float64 {
	return c.kept("measure", l, func() *sprite {
		text := readable(l.text, l.style.font())
		return &sprite{wide: float64(font.MeasureString(c.face(l.style), text)) / 64}
	}).wide
}

// kept finds what was made of such a label, wherever that stands, or makes it.
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

// A printed is a label whose letters have their places.
type printed struct {
	text string
	face font.Face
	ink  color.RGBA
	dot  fixed.Point26_6
	wide float64
	part image.Rectangle // of the picture, which it takes
}

// print sets a label.
func (c *canvas) print(l label) printed {
	text, s := c.fit(readable(l.text, l.style.font()), l.style, l.room)
	p := printed{text: text, face: c.face(s), ink: l.ink.text}
	p.wide = float64(font.MeasureString(p.face, text)) / 64
	p.dot = fixed.Point26_6{X: fix(l.x - l.align*p.wide), Y: fix(l.y + 0.36*s.size)}
	bounds, _ := font.BoundString(p.face, text)
	bounds = bounds.Add(p.dot)
	p.part = image.Rect(bounds.Min.X.Floor(), bounds.Min.Y.Floor(), bounds.Max.X.Ceil(), bounds.Max.Y.Ceil()).Inset(-1)
	return p
}

// draw draws it.
func (p printed) draw(c *canvas) {
	dot := p.dot.Sub(fixed.P(c.origin.X, c.origin.Y))
	d := font.Drawer{Dst: c.pixels(), Src: image.NewUniform(p.ink), Face: p.face, Dot: dot}
	d.DrawString(p.text)
}

func fix(v float64) fixed.Int26_6 { return fixed.Int26_6(v*64 + 0.5) }

// fit makes a text fit its room: at its size, else smaller, else cut.
func (c *canvas) fit(text string, s style, room float64) (string, style) {
	wide := func(t string) float64 { return float64(font.MeasureString(c.face(s), t)) / 64 }
	full := wide(text)
	if room <= 0 || full <= room {
		return text, s
	}
	s.size *= max(smallest, float64(int(100*room/full))/100)
	if wide(text) <= room {
		return text, s
	}
	letters := []rune(text)
	for len(letters) > 0 && wide(string(letters)+ellipsis) > room {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimRight(string(letters), " ") + ellipsis, s
}

// readable makes one line that the font can write. Letters that it lacks are
// taken apart (ế becomes e, 𝓐 becomes A); what then is lacking is left out if it
// is a symbol, and is a neutral glyph, one for a run, if it is a letter.
func readable(text string, f *sfnt.Font) string {
	var (
		b   strings.Builder
		n   int
		gap bool // a space is owed
		out bool // the last thing written is the neutral glyph
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

// looked returns what of a text is looked at.
func looked(text string) string {
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

// blank reports whether nothing of a text can be written.
func blank(text string) bool {
	for _, r := range text {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return false
		}
	}
	s := readable(text, regular())
	return s == "" || s == string(missing)
}

// apart writes the parts of a letter that the font lacks, or says that it lacks
// those too.
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
