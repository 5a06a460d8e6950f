package canvas

import (
	"cmp"
	_ "embed"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"parlour/games"
)

const (
	longest  = 200 // runes of a text that are read; no room holds more
	missing  = '▫' // replaces a run of letters that the font lacks
	ellipsis = "…"
)

// The fonts, parsed once, when they are first needed. Goroutines share a parsed font, but not a [font.Face] made of it.
var (
	regular = sync.OnceValue(func() *sfnt.Font { return parse(goregular.TTF) })
	bold    = sync.OnceValue(func() *sfnt.Font { return parse(gobold.TTF) })
	title   = sync.OnceValue(func() *sfnt.Font { return parse(fraunces) })
)

//go:embed fraunces/Fraunces_700Bold.ttf
var fraunces []byte

// parse parses a font that is compiled in.
func parse(ttf []byte) *sfnt.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic(err)
	}
	return f
}

// A typeface is one of three.
type typeface int

const (
	goRegular typeface = iota
	goBold
	frauncesBold // has Latin letters alone
)

// A style is a font at a size in pixels.
type style struct {
	face typeface
	size float64
}

// font returns the font of a style, without its size.
func (s style) font() *sfnt.Font { return [...]func() *sfnt.Font{regular, bold, title}[s.face]() }

// A face is a font at a size.
type face struct {
	font.Face
	buffer sfnt.Buffer
}

// A fonts keeps the fonts of a canvas at the sizes that it uses, each of which is made once.
type fonts map[style]*face

// sized returns the font of a style at its size.
func (m fonts) sized(s style) *face {
	if f, ok := m[s]; ok {
		return f
	}
	f, err := opentype.NewFace(s.font(), &opentype.FaceOptions{Size: s.size, DPI: 72})
	if err != nil {
		panic(err) // it does not fail with these options
	}
	m[s] = &face{Face: f}
	return m[s]
}

// SmallestText returns the size of the smallest text that was ever written on the canvas or
// measured, in pixels; 0 if there was none. Tests check that it can be read.
func (c *Canvas) SmallestText() float64 {
	least := 0.0
	for s := range c.fonts {
		if least == 0 || s.size < least {
			least = s.size
		}
	}
	return least
}

// A Shortened is a label that had to be made to fit its room.
type Shortened struct {
	Label
	Written string
}

// Shortened returns the labels of the picture that had to be made to fit. Tests check which those are.
func (c *Canvas) Shortened() []Shortened { return slices.Clone(c.cut) }

// A Label is one line of text at a point.
type Label struct {
	Text  string
	Bold  bool
	Title bool    // in the typeface of titles if that has every letter, else bold. Its figures are old-style
	Name  bool    // the name of a person, which is cut without an ellipsis at a word that can end it
	Size  float64 // in pixels; 0 for that of SmallText
	Ink   Ink
	X, Y  float64 // y is the middle of capitals
	Align float64 // 0 if x is the left end, 1/2 if it is the middle, 1 if it is the right end
	Room  float64 // the greatest width, into which it is made to fit; 0 for any

	Struck color.RGBA // of the line through what no longer holds; none if it is transparent
}

// Write draws a label, made to fit its room, and returns its width. Letters stand at whole
// pixels.
func (c *Canvas) Write(l Label) float64 {
	s, text, wide := c.measured(l)
	if l.Room > 0 && wide > l.Room {
		text = c.fonts.fit(s, text, l.Room, l.Name)
		wide = c.fonts.measure(s, text)
		c.cut = append(c.cut, Shortened{l, text})
	}
	x, base, before := l.X-l.Align*wide, int(math.Round(l.Y+0.36*s.size)), rune(0)
	left := x
	for _, r := range text {
		x += c.fonts.kern(s, before, r)
		x += c.letter(s, r, l.Ink.Text, int(math.Round(x)), base)
		before = r
	}
	if l.Struck.A > 0 && c.lettered == nil {
		c.Rect(Box{left, l.Y - c.Px(1), wide, max(1, c.Px(3))}, l.Struck)
	}
	return wide
}

// Say draws a label whose lengths are those of the design, and returns its width there.
func (c *Canvas) Say(l Label) float64 {
	l.Size, l.X, l.Y, l.Room = c.Px(l.Size), c.Px(l.X), c.Px(l.Y), c.Px(l.Room)
	return c.Write(l) / c.scale
}

// Wide returns the width of a label of the design there, without a bound.
func (c *Canvas) Wide(l Label) float64 {
	l.Size = c.Px(l.Size)
	_, _, wide := c.measured(l)
	return wide / c.scale
}

// measured returns the style of a label, its text as the font can write it, and the width of that without a bound.
func (c *Canvas) measured(l Label) (s style, text string, wide float64) {
	s = c.style(l)
	text = readable(l.Text, s.font())
	return s, text, c.fonts.measure(s, text)
}

// Lines parts the text of a label of the design at spaces into lines that fit its room, at most so many; the last has
// all that is left.
func (c *Canvas) Lines(l Label, most int) (lines []string) {
	for rest := strings.Join(strings.Fields(l.Text), " "); rest != ""; {
		l.Text = rest
		end := len(rest)
		if len(lines)+1 < most && c.Wide(l) > l.Room {
			end = c.fitting(l)
		}
		lines, rest = append(lines, rest[:end]), strings.TrimPrefix(rest[end:], " ")
	}
	return lines
}

// fitting returns where the words of a label end that fit its room, of which there is one at least.
func (c *Canvas) fitting(l Label) int {
	text, end := l.Text, 0
	for i, r := range text {
		if r != ' ' {
			continue
		} else if l.Text = text[:i]; end > 0 && c.Wide(l) > l.Room {
			return end
		}
		end = i
	}
	return cmp.Or(end, len(text))
}

// style returns the style of a label.
func (c *Canvas) style(l Label) style {
	s := style{goRegular, cmp.Or(l.Size, c.Px(SmallText))}
	if l.Bold || l.Title {
		s.face = goBold
	}
	lacks := func(r rune) bool { return !has(title(), r) }
	if l.Title && !strings.ContainsFunc(readable(l.Text, bold()), lacks) {
		s.face = frauncesBold
	}
	return s
}

// letter draws a letter from a point on its base line, and returns the width to the next.
func (c *Canvas) letter(s style, r rune, ink color.RGBA, x, base int) float64 {
	if c.lettered != nil {
		to, mask, from, wide, ok := c.fonts.sized(s).Glyph(fixed.P(x, base), r)
		if ok {
			c.lettered(r, to, mask, from)
		}
		return float64(wide) / 64
	}
	if c.pen == nil {
		g := c.glyph(s, r, ink)
		c.out.put(g, x+g.off.X, base+g.off.Y)
		return g.wide
	}
	if c.pen.vectors != nil {
		return c.pen.letter(s, r, ink, x, base)
	}
	to, mask, from, wide, ok := c.fonts.sized(s).Glyph(fixed.P(x, base), r)
	if ok {
		draw.DrawMask(c.pen.image(), to, image.NewUniform(ink), image.Point{}, mask, from, draw.Over)
	}
	return float64(wide) / 64
}

// letter writes the outline of a letter from a point on its base line, and returns the width to the next.
func (p *Pen) letter(s style, r rune, ink color.RGBA, x, base int) float64 {
	var b sfnt.Buffer
	f, size := s.font(), fixed.Int26_6(math.Round(64*s.size))
	i, err := f.GlyphIndex(&b, r)
	if err != nil {
		return 0
	}
	outline, err := f.LoadGlyph(&b, i, size, nil)
	if err != nil {
		return 0
	}
	at := func(p fixed.Point26_6) (float64, float64) { return float64(p.X) / 64, float64(p.Y) / 64 }
	for n, part := range outline {
		px, py := at(part.Args[0])
		switch part.Op {
		case sfnt.SegmentOpMoveTo:
			if n > 0 {
				p.Close()
			}
			p.MoveTo(px, py)
		case sfnt.SegmentOpLineTo:
			p.LineTo(px, py)
		case sfnt.SegmentOpQuadTo:
			x2, y2 := at(part.Args[1])
			p.QuadTo(px, py, x2, y2)
		case sfnt.SegmentOpCubeTo:
			x2, y2 := at(part.Args[1])
			x3, y3 := at(part.Args[2])
			p.CurveTo(px, py, x2, y2, x3, y3)
		}
	}
	if len(outline) > 0 {
		p.Close()
		p.vectors.shape(p.path, x, base, ` fill="`+hex(ink)+`"`, 0)
		p.path = p.path[:0]
	}
	wide, err := f.GlyphAdvance(&b, i, size, font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(wide) / 64
}

// glyph returns the sprite of a letter, whose place is on its base line.
func (c *Canvas) glyph(s style, r rune, ink color.RGBA) *sprite {
	k := Key{of: c.out.shades, Kind: "glyph", Args: [4]int{int(r), int(s.face)}, at: Box{W: s.size}, Ink: ink}
	g := sprites.get(k)
	if g == nil {
		g = c.fonts.glyph(s, r, c.out.shades.index(ink))
		sprites.put(k, g)
	}
	return g
}

// glyph makes the sprite of a letter in a colour of the table.
func (m fonts) glyph(s style, r rune, ink uint8) *sprite {
	to, mask, from, wide, ok := m.sized(s).Glyph(fixed.Point26_6{}, r)
	if !ok {
		return &sprite{}
	}
	g := &sprite{w: to.Dx(), h: to.Dy(), off: to.Min, wide: float64(wide) / 64}
	for y := range g.h {
		for x := range g.w {
			_, _, _, a := mask.At(from.X+x, from.Y+y).RGBA()
			g.add(x, y, ink, uint8(a>>8))
		}
	}
	return g
}

// measure returns the width of a text that the font can write.
func (m fonts) measure(s style, text string) float64 {
	wide, before := 0.0, rune(0)
	for _, r := range text {
		wide += m.advance(s, before, r)
		before = r
	}
	return wide
}

// advance returns the width of a letter after another, which is 0 for none.
func (m fonts) advance(s style, before, r rune) float64 {
	a, _ := m.sized(s).GlyphAdvance(r)
	return float64(a)/64 + m.kern(s, before, r)
}

// kern returns how much wider than usual the gap between two letters is, mostly a negative number; before is 0 for no
// letter. Only the typeface of titles has such gaps. [font.Face.Kern] would return them in units of the font.
func (m fonts) kern(s style, before, r rune) float64 {
	if s.face != frauncesBold || before == 0 {
		return 0
	}
	f, b := s.font(), &m.sized(s).buffer
	i, _ := f.GlyphIndex(b, before)
	next, _ := f.GlyphIndex(b, r)
	k, err := f.Kern(b, i, next, fixed.Int26_6(64*s.size), font.HintingNone)
	if err != nil { // the pair has none
		return 0
	}
	return float64(k) / 64
}

// between separates the parts of a line: "Permute · 63 moves · 9 days · 28 Nov 2026".
const between = " · "

// fit shortens a text that is too long for a room. A line loses its last part but one first, then the one before that,
// because its first part says what it is about and people look for its last one.
func (m fonts) fit(s style, text string, room float64, name bool) string {
	for last := strings.LastIndex(text, between); !name && last >= 0; last = strings.LastIndex(text, between) {
		before := max(0, strings.LastIndex(text[:last], between))
		if text = strings.TrimPrefix(text[:before]+text[last:], between); m.measure(s, text) <= room {
			return text
		}
	}
	return m.cut(s, text, room, name)
}

// cut returns the words of a text that fit into a room, and an ellipsis. A name has none: Maximilian von Hohenstein
// becomes Maximilian, and Parlour (medium) Parlour. If the first word does not fit, it returns as many letters as do.
func (m fonts) cut(s style, text string, room float64, name bool) string {
	wide, word, end, before := 0.0, 0, 0, rune(0)
	dots := m.measure(s, ellipsis)
	for i, r := range text {
		if r == ' ' && (name && whole(text[:i]) || !name && wide+dots <= room) {
			word = i
		}
		if wide += m.advance(s, before, r); wide > room {
			break
		}
		if wide+dots <= room {
			end = i + utf8.RuneLen(r)
		}
		before = r
	}
	if name && word > 0 {
		if number, _, _ := strings.Cut(text[word+1:], " "); number != "" && strings.Trim(number, "0123456789") == "" {
			number = " " + number // Parlour 2 is another one than Parlour
			return m.cut(s, text[:word], room-m.measure(s, number), true) + number
		}
		return text[:word]
	}
	return strings.TrimRight(text[:cmp.Or(word, end)], " ,;:–·") + ellipsis
}

// whole reports whether the first words of a text can stand alone. Those of Max von Berg, Ann & Bob, Ann (of Kent)
// and Mr. Smith cannot before the last word, because "von", "&", "(of" and "Mr." wait for it.
func whole(words string) bool {
	at := strings.LastIndexByte(words, ' ') + 1
	last, _ := utf8.DecodeRuneInString(words[at:])
	waits := !unicode.IsUpper(last) && !unicode.IsNumber(last) && strings.ContainsFunc(words[:at], unicode.IsUpper)
	return !waits && !strings.HasSuffix(words, ".") && strings.Count(words, "(") == strings.Count(words, ")")
}

// Legible reports whether a name has a letter or a digit, and the fonts lack none of its own.
func Legible(name string) bool {
	said := readable(name, regular())
	written := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
	return strings.ContainsFunc(said, written) && !strings.ContainsRune(said, missing)
}

// readable returns a text as one line that the font can write. Letters that the font lacks are
// decomposed (ế becomes e, 𝓐 becomes A). If it lacks the parts too, symbols are left out, and
// [missing] replaces each run of letters. A symbol of several characters is written whole or not at all.
func readable(text string, f *sfnt.Font) string {
	if plain(text, f) {
		return text
	}
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
	for c := range games.Clusters(text) {
		if n += len(c); n > longest {
			break
		}
		if halves(c, f) {
			continue
		}
		for _, r := range c {
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
	}
	return b.String()
}

// halves reports whether the font has a part only of a symbol of several characters, such as the figure on a key.
func halves(c []rune, f *sfnt.Font) bool {
	lacks := func(r rune) bool { return !games.Unseen(r) && !has(f, r) }
	return !unicode.IsLetter(c[0]) && len(c) > 1 && slices.ContainsFunc(c, lacks)
}

// plain reports whether a text is one line of letters that the font has.
func plain(text string, f *sfnt.Font) bool {
	if len(text) > longest {
		return false
	}
	for i, r := range text {
		gap := unicode.IsSpace(r) && (r != ' ' || i == 0 || i == len(text)-1 || text[i-1] == ' ')
		if gap || !has(f, r) {
			return false
		}
	}
	return true
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

// has reports whether a font can write a rune. Every font has the printable ones of ASCII.
func has(f *sfnt.Font, r rune) bool {
	if ' ' <= r && r <= '~' {
		return true
	}
	if !unicode.IsGraphic(r) || unicode.Is(unicode.Mn, r) {
		return false
	}
	i, err := f.GlyphIndex(nil, r)
	return err == nil && i != 0
}
