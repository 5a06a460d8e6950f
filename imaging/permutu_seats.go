package imaging

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutu"
)

// A tiling is the places of the symbols in the row of a seat, in pixels.
type tiling struct {
	lines, cols int
	slot        float64 // the distance of two symbols
	wide, tall  float64 // the size of a tile
}

// newTiling finds the largest tiles for a number of symbols in a row of a height. It prefers
// fewer lines, in which equal symbols of all seats lie below each other, unless more lines make
// the tiles much larger.
func newTiling(symbols int, height float64) tiling {
	var best tiling
	for lines := range 3 {
		t := tiling{lines: lines + 1, cols: (symbols + lines) / (lines + 1)}
		t.slot = min(1.1*permutuTile, (100-2*margin-permutuBadge-permutuPad)/float64(t.cols)) * unit
		high := (height-permutuPad*unit)/float64(t.lines) - permutuPad*unit
		t.wide = min(0.93*t.slot, high/1.6)
		t.tall = min(high, 2.1*t.wide)
		if t.wide > 1.35*best.wide {
			best = t
		}
	}
	return best
}

// height returns the height of the row of a seat.
func (t tiling) height() float64 {
	return float64(t.lines)*(t.tall+permutuPad*unit) + permutuPad*unit
}

// width returns the width of the row of a seat.
func (t tiling) width() float64 { return float64(t.cols)*t.slot + (permutuBadge+permutuPad)*unit }

// seat draws the row of a seat: its number and its symbols.
func (b permutuBoard) seat(p Drawing, seat int) {
	row := b.row(seat)
	b.c.slab(row, 1*unit, b.c.pal.board)
	x, y := row.x+permutuBadge/2*unit, row.y+row.h/2
	if len(b.view.Own) == 1 {
		b.singles(x, y)
	} else {
		b.badge(p, seat, x, y, 1.9*unit)
	}
	for symbol := range len(b.view.Columns) {
		b.place(seat, permutu.Symbol(symbol), b.tileBox(row, symbol))
	}
}

// row returns the box of the row of a seat.
func (b permutuBoard) row(seat int) box {
	w, h := b.tiles.width(), b.tiles.height()
	return box{50*unit - w/2, b.rows + float64(seat)*(h+permutuRowGap*unit), w, h}
}

// tileBox returns the place of a symbol in a row.
func (b permutuBoard) tileBox(row box, symbol int) box {
	t := b.tiles
	x := row.x + permutuBadge*unit + float64(symbol%t.cols)*t.slot + (t.slot-t.wide)/2
	return box{x, row.y + permutuPad*unit + float64(symbol/t.cols)*(t.tall+permutuPad*unit), t.wide, t.tall}
}

// place draws the place of a symbol in the row of a seat: a tile if the seat holds it, else a
// faint letter.
func (b permutuBoard) place(seat int, s permutu.Symbol, at box) {
	own := b.view.Own[seat]
	i := slices.IndexFunc(own, func(h permutu.Holding) bool { return h.Symbol == s })
	if i < 0 {
		l := b.tileLetter(at, s)
		l.style.bold, l.ink = false, ink{b.c.pal.faint(), b.c.pal.board}
		b.c.write(l)
		return
	}
	b.c.stamp(key{what: "holding", args: [4]int{int(s), bits(own[i].Colours)}}, at, func(at box) { b.holding(at, own[i]) })
	if b.view.Mover == games.Seat(seat) && b.gained(s) {
		b.c.stamp(key{what: "gained"}, at.grow(0.4*unit), func(out box) {
			b.c.round(out.grow(-0.3*unit), 0.16*at.w)
			b.c.stroke(b.c.pal.accent, 0.45*unit)
		})
	}
}

// faint returns the colour of symbols that a seat does not hold.
func (p *palette) faint() color.RGBA { return mixed(p.board, p.coord.text, 0.3) }

// gained reports whether the last move took a block with a symbol.
func (b permutuBoard) gained(s permutu.Symbol) bool {
	return slices.ContainsFunc(b.view.LastBlocks, func(l permutu.Block) bool { return l.Symbol == s })
}

// tileLetter returns the letter of a tile.
func (b permutuBoard) tileLetter(at box, s permutu.Symbol) label {
	return label{
		text: s.String(), style: style{true, min(0.88*at.w, 0.46*at.h)}, ink: b.c.pal.seat,
		x: at.x + at.w/2, y: at.y + 0.25*at.h, align: 0.5,
	}
}

// holding draws the tile of a symbol that a seat holds, with its blocks below each other as
// they lie in a column.
func (b permutuBoard) holding(at box, h permutu.Holding) {
	// The letter is rounded from the corner of the tile, so that it lies alike in a sprite.
	l := b.tileLetter(box{w: at.w, h: at.h}, h.Symbol)
	l.x, l.y = at.x+math.Round(l.x), at.y+math.Round(l.y)
	if n := len(h.Colours); n > 1 {
		l.ink = b.c.pal.metals[n-2]
	}
	b.c.round(at, 0.16*at.w)
	b.c.fill(l.ink.ground)
	b.c.write(l)
	pips := box{at.x + 0.08*at.w, at.y + 0.48*at.h, 0.84 * at.w, 0.49 * at.h}
	b.c.round(pips, 0.08*at.w)
	b.c.fill(b.c.pal.board)
	for _, c := range h.Colours {
		b.body(box{pips.x + 0.08*pips.w, pips.y + (0.04+0.315*float64(c))*pips.h, 0.84 * pips.w, 0.29 * pips.h}, c)
	}
}

// badge draws the number of a seat, struck out if the seat is out.
func (b permutuBoard) badge(p Drawing, seat int, x, y, r float64) {
	i := b.c.pal.seat
	if b.moves(p, seat) || b.won(p, seat) {
		i = b.c.pal.turn
	}
	b.c.stamp(key{what: "badge", args: [4]int{b.badgeKind(p, seat)}}, around(x, y, 1.4*r), func(at box) {
		x, y := at.mid()
		b.c.dc.DrawCircle(x, y, r)
		b.c.fill(i.ground)
		b.c.dc.DrawCircle(x, y, r)
		b.c.stroke(i.text, 0.14*r)
		b.c.write(label{text: strconv.Itoa(seat + 1), style: style{true, 1.35 * r}, ink: i, x: x, y: y, align: 0.5})
		if slices.Contains(b.view.Out, games.Seat(seat)) {
			b.c.dc.DrawLine(x-1.2*r, y+1.2*r, x+1.2*r, y-1.2*r)
			b.c.stroke(i.text, 0.2*r)
		}
	})
}

// badgeKind returns a number that differs for badges that look different.
func (b permutuBoard) badgeKind(p Drawing, seat int) int {
	kind := 4 * seat
	if b.moves(p, seat) || b.won(p, seat) {
		kind++
	}
	if slices.Contains(b.view.Out, games.Seat(seat)) {
		kind += 2
	}
	return kind
}

// bits returns a set of colours as a number, a bit each.
func bits(colours []permutu.Colour) int {
	set := 0
	for _, c := range colours {
		set |= 1 << c
	}
	return set
}

// singles draws the number of blocks that were taken singly, under a column in which one block
// stands out.
func (b permutuBoard) singles(x, y float64) {
	for row := range 3 {
		at := box{x - 1.5*unit, y + (float64(row)*2.1-6.6)*unit, 3 * unit, 1.8 * unit}
		if row != 1 {
			b.c.slab(at, 0.3*unit, b.c.pal.faint())
			continue
		}
		b.c.slab(at.grow(0.1*unit), 0.3*unit, b.c.pal.seat.text)
	}
	b.c.write(label{text: strconv.Itoa(b.view.Singles), style: style{true, 3.8 * unit}, ink: b.c.pal.seat, x: x, y: y + 2.6*unit, align: 0.5, room: 4.6 * unit})
}

// mixed returns a mixture of two colours, of which part is the second.
func mixed(a, b color.RGBA, part float64) color.RGBA {
	mix := func(v, w uint8) uint8 { return uint8(float64(v) + part*(float64(w)-float64(v))) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}
