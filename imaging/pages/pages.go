// Package pages draws the pictures that belong to no game: the table of a server, a player, the tables of the lobby, and
// the games on a shelf. They lie on charcoal, and what is of a game has the colours of that game's table.
//
// Its policy: a page is drawn from data alone, whose strings are in the reader's language; it has no words of its own
// and leaves out what is empty.
package pages

import (
	"image/color"
	"math"

	"parlour/games"
	"parlour/imaging/canvas"
)

// Table has the colours of pages. Its sides are won and lost.
var Table = canvas.Table{
	Ground: 0x16181f, Board: 0x21252f, Floor: 0x30353f, Paper: 0xf7f2e6, Muted: 0xa8afbb,
	Sides:  [2][2]uint32{{0x7fd6a4, 0x3f6f57}, {0xe0708a, 0x99506a}},
	Bright: [2][2]uint32{{0x8ff0b8, 0x4a8a69}, {0xff8fa6, 0xb8607c}},
}

// A Page is a page with all that it says and shows.
type Page interface {
	Draw(*canvas.Canvas, Games)
	Looks() Look
}

// A Look is how a page is to look, whatever it shows.
type Look struct {
	Palette string // "" for the usual one
	Size    int    // in pixels of width; 0 for the usual one
}

// Looks returns the look.
func (l Look) Looks() Look { return l }

// Games draw what a page shows of games, each in its own colours. What is of no known game is left out.
type Games interface {
	Emblem(c *canvas.Canvas, game string, at canvas.Box) (drawn bool)
	Board(c *canvas.Canvas, v games.View, at canvas.Box)
}

// row is the ground of a row that is less than others.
func row(p *canvas.Palette) color.RGBA { return canvas.Mixed(p.Ground, p.Board, 0.5) }

// line is the colour of a line over time, and band that of what lies around it.
func line(p *canvas.Palette) color.RGBA { return canvas.Mixed(p.Cards[3].Ground, p.Paper, 0.55) }
func band(p *canvas.Palette) color.RGBA { return canvas.Mixed(p.Ground, line(p), 0.25) }

// Inks are those of text that a palette does not have.
func Inks(p *canvas.Palette) map[string]canvas.Ink {
	return map[string]canvas.Ink{
		"paper on board": {Text: p.Paper, Ground: p.Board}, "quiet on a row": {Text: p.Muted, Ground: row(p)},
		"quiet on floor": {Text: p.Muted, Ground: p.Floor}, "won": {Text: p.First.Lit, Ground: p.Board},
		"lost": {Text: p.Second.Lit, Ground: p.Board},
	}
}

// Gamut tells the colours of pages.
func Gamut(p *canvas.Palette) canvas.Gamut {
	won, lost := p.First.Lit, p.Second.Lit
	meet := [][2]color.RGBA{{band(p), line(p)}, {p.Ground, line(p)}, {p.Ground, band(p)}, {p.Board, p.Gold}}
	for _, ground := range []color.RGBA{p.Board, row(p), p.Floor, p.Ground} {
		meet = append(meet, [][2]color.RGBA{{ground, p.Paper}, {ground, p.Muted}, {ground, won}, {ground, lost}}...)
	}
	return p.Gamut(meet, p.Floor, row(p), won, lost, p.Second.Dim, line(p), band(p))
}

// A page is a page being drawn, with what draws its games. Lengths are those of the design.
type page struct {
	*canvas.Canvas
	games Games
}

// emblem draws the emblem of a game, and reports whether it has one.
func (p page) emblem(game string, x, y, size float64) bool {
	return p.games.Emblem(p.Canvas, game, p.Box(x, y, size, size))
}

// head draws the ground of what stands at the top.
func (p page) head(high float64) {
	p.Rect(p.Box(0, 0, canvas.Size, high), p.Board)
	p.Rect(p.Box(0, high, canvas.Size, 3), p.Casing)
}

// none says in the middle of a height that there is nothing.
func (p page) none(words string, y float64) {
	l := canvas.Label{Text: words, Size: canvas.NameText, Ink: p.Quiet(), X: canvas.Size / 2, Align: 0.5, Room: 720}
	lines := p.Lines(l, 2)
	for i, text := range lines {
		l.Text, l.Y = text, y+40*(float64(i)-float64(len(lines)-1)/2)
		p.Say(l)
	}
}

// An Outcome is how a game ended for a player.
type Outcome int

const (
	Won Outcome = iota
	Drawn
	Lost
)

// outcome draws the mark of an outcome around a point: a full dot, a dash or a ring.
func (p page) outcome(o Outcome, x, y float64) {
	switch o {
	case Won:
		p.Disc(p.Px(x), p.Px(y), p.Px(10.5), p.First.Lit)
	case Drawn:
		p.RoundRect(p.Box(x-10, y-4, 20, 8), p.Px(4), p.Muted)
	case Lost:
		p.ring(x, y, 8.5, 4, p.Second.Lit)
	}
}

// ring draws a ring around a point.
func (p page) ring(x, y, r, wide float64, col color.RGBA) {
	k := canvas.Key{Kind: "ring", Args: [4]int{int(64 * p.Px(r)), int(64 * p.Px(wide))}, Ink: col}
	around := canvas.Around(p.Px(x), p.Px(y), math.Ceil(p.Px(r+wide)))
	p.Stamp(k, around, func(pen *canvas.Pen, at canvas.Box) {
		x, y := at.Mid()
		pen.Circle(x, y, p.Px(r))
		pen.Stroke(col, p.Px(wide))
	})
}

// A Score is how many games were won, drawn and lost.
type Score struct{ Won, Drawn, Lost int }

// share draws the parts of a score as a bar.
func (p page) share(s Score, x, y, wide float64) {
	const high, gap = 14, 3
	parts := [3]struct {
		n   float64
		col color.RGBA
	}{{float64(s.Won), p.First.Lit}, {float64(s.Drawn), p.Muted}, {float64(s.Lost), p.Second.Dim}}
	all, at := 0.0, x
	for i := range parts {
		parts[i].n = max(0, parts[i].n)
		all += parts[i].n
	}
	if all == 0 {
		p.RoundRect(p.Box(x, y, wide, high), p.Px(high/2), p.Floor)
		return
	}
	for _, part := range parts {
		if w := (wide + gap) * part.n / all; part.n > 0 {
			p.RoundRect(p.Box(at, y, max(high, w-gap), high), p.Px(high/2), part.col)
			at += w
		}
	}
}
