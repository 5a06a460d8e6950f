package imaging

import (
	"image"
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

// write draws a label, smaller or cut where its room is short, and returns how
// wide it came out.
func (c *canvas) write(l label) float64 {
	text, s := c.fit(readable(l.text, l.style.font()), l.style, l.room)
	face := c.face(s)
	width := float64(font.MeasureString(face, text)) / 64
	d := font.Drawer{
		Dst: c.pixels(), Src: image.NewUniform(l.ink.text), Face: face,
		Dot: fixed.Point26_6{X: fix(l.x - l.align*width), Y: fix(l.y + 0.36*s.size)},
	}
	d.DrawString(text)
	return width
}

// wide returns how wide a label would be if it had all the room.
func (c *canvas) wide(l label) float64 {
	text := readable(l.text, l.style.font())
	return float64(font.MeasureString(c.face(l.style), text)) / 64
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

// blank reports whether nothing of a text can be written.
func blank(text string) bool {
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
