package chess

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"parlour/imaging/canvas"
)

// A form is how a piece looks, in a square of 100: a silhouette and balls on it, and lines on its face as paths of SVG.
// Each piece stands on the same foot.
type form struct {
	body   string
	balls  [][2]float64
	lines  string // in the second tone
	darker string // in that of the outline on a white piece
	eye    bool
}

const (
	foot = "M27 84H73Q77 84 77 88V92Q77 94 74 94H26Q23 94 23 92V88Q23 84 27 84Z"
	base = "M31 84.5H69"
)

// forms are the pieces by their letters in FEN.
var forms = map[byte]form{
	'K': {body: "M33 86H67L70 66Q84 54 78 42Q71 30 58 38L55 42V29H63V20H55V12H45V20H37V29H45V42L42 38Q29 30 22 42Q16 54 30 66Z",
		lines: "M35 71H65M50 46V62"},
	'Q': {body: "M33 86H67L71 62L84 32L66 47L63 22L50 44L37 22L34 47L16 32L29 62Z",
		balls: [][2]float64{{16, 29}, {37, 18}, {63, 18}, {84, 29}}, lines: "M34 68H66"},
	'R': {body: "M30 86H70L65 46L72 38V18H61V27H55.5V18H44.5V27H39V18H28V38L35 46Z", lines: "M38 47H62"},
	'B': {body: "M34 86H66Q65 74 58 64Q68 56 68 45Q68 32 54 20C55.85 18.34 56.49 15.71 55.61 13.39C54.72 11.06 52.49 9.53 50 9.53" +
		"C47.51 9.53 45.28 11.06 44.39 13.39C43.51 15.71 44.15 18.34 46 20Q32 32 32 45Q32 56 42 64Q35 74 34 86Z",
		darker: "M50 30V46M43 38H57"},
	'N': {body: "M32 86H72Q77 58 69 40Q62 25 47 22L43 12L36 24Q27 32 21 48L26 58L36 57Q42 51 50 51Q50 62 41 69Q33 76 32 86Z",
		lines: "M57 34Q65 48 64 66", eye: true},
	'P': {body: "M35 86H65Q63 74 56.5 60V50Q64 45 64 36C64 28.27 57.73 22 50 22C42.27 22 36 28.27 36 36Q36 45 43.5 50V60Q37 74 35 86Z",
		lines: "M41 54H59"},
}

// A sketch puts forms on a pen, in the box of a square.
type sketch struct {
	*canvas.Pen
	x, y, unit float64
}

// trace makes the path of a text of SVG, of the commands M, H, V, L, Q, C and Z.
func (s sketch) trace(path string) {
	var x, y float64
	for path != "" {
		n := strings.IndexFunc(path[1:], func(r rune) bool { return r >= 'A' && r <= 'Z' }) + 1
		if n == 0 {
			n = len(path)
		}
		var at []float64
		for _, word := range strings.Fields(path[1:n]) {
			v, _ := strconv.ParseFloat(word, 64) // a test draws them all
			at = append(at, v)
		}
		op := path[0]
		switch path = path[n:]; op {
		case 'H':
			at = []float64{at[0], y}
		case 'V':
			at = []float64{x, at[0]}
		case 'Z':
			s.Close()
			continue
		}
		x, y = at[len(at)-2], at[len(at)-1]
		for i := range at {
			at[i] = [2]float64{s.x, s.y}[i%2] + s.unit*at[i]
		}
		switch op {
		case 'M':
			s.MoveTo(at[0], at[1])
		case 'Q':
			s.QuadTo(at[0], at[1], at[2], at[3])
		case 'C':
			s.CurveTo(at[0], at[1], at[2], at[3], at[4], at[5])
		default:
			s.LineTo(at[0], at[1])
		}
	}
}

// body fills the silhouette of a form, so much wider than it is, with balls of a radius.
func (s sketch) body(f form, ink color.RGBA, wider, ball float64) {
	for _, path := range []string{f.body, foot} {
		s.trace(path)
		s.Fill(ink)
		s.trace(path)
		s.Stroke(ink, wider*s.unit)
	}
	for _, at := range f.balls {
		s.Circle(s.x+s.unit*at[0], s.y+s.unit*at[1], ball*s.unit)
		s.Fill(ink)
	}
}

// drawPiece draws a piece by its letter in the box of its square: a shadow, an outline, the face, and lines on it. A king in
// check has a rim of danger.
func drawPiece(c *canvas.Canvas, letter byte, at canvas.Box, check bool) {
	grow := math.Ceil(0.04 * at.W) // for the shadow and the rim
	c.Stamp(canvas.Key{Kind: "piece", Args: [4]int{int(letter), canvas.Bits(check)}}, at.Grow(grow), func(pen *canvas.Pen, at canvas.Box) {
		at = at.Grow(-grow)
		s := sketch{pen, at.X + 0.03*at.W, at.Y + 0.03*at.W, 0.0094 * at.W}
		f, white := forms[letter&^0x20], letter < 'a'
		side, outline := c.Palette.Side(canvas.Bits(!white)), c.Casing
		switch {
		case white:
			outline = c.Second.Lit
		case c.Rimmed:
			outline = c.Paper
		}
		low := s
		low.y += 0.055 * at.W
		low.body(f, c.Shade, 9, 9.5)
		if check {
			s.body(f, c.Casing, 24, 17)
			s.body(f, danger, 19, 14.5)
		}
		s.body(f, outline, 9, 9.5)
		s.body(f, side.Lit, 1.5, 5.4)
		s.trace(base)
		s.Stroke(side.Dim, 4*s.unit)
		line := func(path string, ink color.RGBA) {
			if path != "" {
				s.trace(path)
				s.Stroke(ink, 4.5*s.unit)
			}
		}
		dark := side.Dim
		if white {
			dark = outline
		}
		line(f.lines, side.Dim)
		line(f.darker, dark)
		if f.eye {
			s.Circle(s.x+41*s.unit, s.y+38*s.unit, 4.2*s.unit)
			s.Fill(dark)
		}
	})
}

// danger is the colour of the rim around a king in check.
var danger = color.RGBA{0xe5, 0x48, 0x4d, 0xff}
