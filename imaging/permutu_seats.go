package imaging

import (
	"cmp"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutu"
)

// A permutuPile is the letters in a row of the picture: those of a seat, or for a player who
// plays alone what came with whole columns, or single blocks.
type permutuPile struct {
	seat   games.Seat
	chips  []permutu.Holding // letters with more blocks first
	single bool              // whether these are the single blocks of a player who plays alone
}

// permutuPiles returns the piles of a view.
func permutuPiles(v permutu.View) []permutuPile {
	var piles []permutuPile
	for seat, own := range v.Own {
		piles = append(piles, permutuPile{seat: games.Seat(seat), chips: slices.Clone(own)})
	}
	if len(v.Own) == 1 {
		piles = []permutuPile{{chips: permutuTaken(v, false)}, {chips: permutuTaken(v, true), single: true}}
	}
	for _, pile := range piles {
		slices.SortStableFunc(pile.chips, func(a, b permutu.Holding) int { return cmp.Compare(len(b.Colours), len(a.Colours)) })
	}
	return piles
}

// permutuTaken returns the letters that were taken as single blocks, or with their columns.
func permutuTaken(v permutu.View, single bool) []permutu.Holding {
	var all [26]permutu.Holding
	for c := range permutu.Colour(3) {
		for _, column := range v.Columns {
			if block := column[c]; block.Taken() && block.Single == single {
				h := &all[block.Symbol]
				h.Symbol, h.Colours = block.Symbol, append(h.Colours, c)
			}
		}
	}
	return slices.DeleteFunc(all[:], func(h permutu.Holding) bool { return len(h.Colours) == 0 || len(h.Colours) > 3 })
}

// row draws the row of a pile: a line above it, its name, and its letters.
func (b *permutuBoard) row(p Drawing, i int) {
	pile, row := b.piles[i], b.ledger.row[i]
	if row.y > 0 {
		b.c.rect(b.c.at800(0, row.y-1, Size, 2), b.c.pal.floor)
	}
	bright := b.moves(p, pile.seat) || b.won(p, pile.seat)
	if bright && p.Preview == "" {
		b.c.slab(b.c.at800(5, row.y+6, edge8, row.h-12), b.c.px(4), b.c.pal.paper)
	}
	b.head(p, i, bright)
	for k, h := range pile.chips {
		at := b.ledger.at(i, k, len(pile.chips))
		b.chip(at, h)
		if b.gained(pile, h.Symbol) {
			b.c.frame(b.at(at.grow(2)), b.c.px(0.12*at.w), b.c.px(max(4, 0.05*at.h)), b.c.pal.accent)
		}
	}
}

// gained reports whether the last move brought a letter into a pile.
func (b *permutuBoard) gained(pile permutuPile, s permutu.Symbol) bool {
	return b.view.Mover == pile.seat && slices.ContainsFunc(b.last(), func(l permutu.Block) bool {
		return l.Symbol == s && (len(b.view.Own) > 1 || l.Single == pile.single)
	})
}

// head writes what a row says, and a crown for a seat that has won. The name of a seat that is
// out is struck through.
func (b *permutuBoard) head(p Drawing, i int, bright bool) {
	row, pile, alone := b.ledger.row[i], b.piles[i], len(b.view.Own) == 1
	y, right, room := row.y+permutuHead/2+3, float64(permutuRight), float64(permutuAside-12)
	if b.ledger.aside {
		y = row.y + row.h/2
	}
	if b.won(p, pile.seat) && (!alone || pile.single) {
		end := &right
		if b.ledger.aside {
			end = &room
		}
		b.c.crown(b.c.px(*end-16), b.c.px(y-1))
		*end -= 44
	}
	text, points := b.said(p, i)
	tone := b.c.pal.quiet()
	if bright {
		tone = b.c.pal.bright()
	}
	wide := b.c.write(label{text: points, style: style{true, b.c.px(textName)}, ink: tone, x: b.c.px(right), y: b.c.px(y), align: 1})
	name := label{text: text, style: style{bright && !alone, b.c.px(textName)}, ink: tone, x: b.c.px(permutuLeft), y: b.c.px(y)}
	name.room = b.c.px(room) - name.x
	if !b.ledger.aside || len(pile.chips) == 0 {
		name.room = b.c.px(right-12) - wide - name.x
	}
	wide = b.c.write(name)
	if slices.Contains(b.view.Out, pile.seat) {
		b.c.rect(box{name.x, name.y - b.c.px(1), wide, max(1, b.c.px(3))}, tone.text)
	}
}

// said returns what a row says: the name of a seat and its points, or for a player who plays
// alone the caption of a pile, and the number of single blocks.
func (b *permutuBoard) said(p Drawing, i int) (text, points string) {
	pile := b.piles[i]
	switch {
	case len(b.view.Own) == 1 && pile.single:
		return at(p.Captions, i), strconv.Itoa(b.view.Singles)
	case len(b.view.Own) == 1:
		return at(p.Captions, i), ""
	case int(pile.seat) < len(b.view.Points):
		points = strconv.Itoa(b.view.Points[pile.seat])
	}
	return at(p.Names, int(pile.seat)), points
}

// ribbon writes above a move that is not played the words for it and what it brings.
func (b *permutuBoard) ribbon(words string) {
	b.c.ribbon()
	l := label{text: b.gain(), style: style{true, b.c.px(textName)}, ink: b.c.pal.onTrial(), x: b.c.px(permutuRight), y: b.c.px(ribbonTall / 2), align: 1}
	wide := b.c.write(l)
	l.text, l.x, l.align, l.room = words, b.c.px(14), 0, l.x-wide-b.c.px(30)
	b.c.write(l)
}

// gain returns the points before and after the last move, or for a player who plays alone the
// number of single blocks.
func (b *permutuBoard) gain() string {
	v := b.view
	if v.Mover < 0 || int(v.Mover) >= min(len(v.Points), len(v.Own)) {
		return ""
	}
	before, after := 0, v.Points[v.Mover]
	for _, h := range v.Own[v.Mover] {
		n := len(h.Colours)
		for _, l := range v.LastBlocks {
			if l.Symbol == h.Symbol {
				n--
			}
		}
		before += [4]int{0, 0, 1, 3}[max(0, n)]
	}
	if len(v.Own) == 1 {
		before, after = v.Singles, v.Singles
		if len(v.LastBlocks) == 1 && v.LastBlocks[0].Single {
			before--
		}
	}
	if before == after {
		return strconv.Itoa(after)
	}
	return strconv.Itoa(before) + " → " + strconv.Itoa(after)
}

// chip draws a letter with the blocks that a pile has of it: golden for three, grey for two,
// and dark for one.
func (b *permutuBoard) chip(design box, h permutu.Holding) {
	at := b.at(design)
	edge := max(b.c.px(2), 0.04*at.w)
	k := key{what: "chip", args: [4]int{0, int(64 * edge)}}
	for _, c := range h.Colours {
		k.args[0] |= 1 << c
	}
	tone := [3]ink{b.c.pal.onFloor(), b.c.pal.onDim(), {b.c.pal.ground, b.c.pal.gold}}[len(h.Colours)-1]
	b.c.stamp(k, at, func(pen *Pen, at box) {
		panel := box{at.x + edge, at.y + 0.66*at.h, at.w - 2*edge, 0.34*at.h - edge}
		pen.rounded(at, 0.12*at.w)
		pen.fill(tone.ground)
		pen.rounded(panel, 0.2*min(panel.w, panel.h))
		pen.fill(b.c.pal.ground)
		b.pips(pen, panel, h.Colours)
	})
	b.letter(box{at.x, at.y, at.w, 0.66 * at.h}, h.Symbol, b.ledger.letter, tone)
}

// pips draws the blocks of a letter, each in its place along a panel: a disc for red, a square
// for black and a diamond for green, and a dot for one that is missing.
func (b *permutuBoard) pips(pen *Pen, panel box, colours []permutu.Colour) {
	for c := range permutu.Colour(3) {
		slot := box{panel.x + float64(c)*panel.w/3, panel.y, panel.w / 3, panel.h}
		x, y := slot.mid()
		pip := func(r float64) {
			switch c {
			case permutu.Red:
				pen.circle(x, y, r)
			case permutu.Black:
				pen.rounded(around(x, y, 0.88*r), 0)
			default:
				pen.polygon(x-1.05*r, y, x, y-1.05*r, x+1.05*r, y, x, y+1.05*r)
			}
		}
		r := 0.47 * min(slot.w, slot.h)
		if !slices.Contains(colours, c) {
			pen.circle(x, y, 0.25*r)
			pen.fill(b.c.pal.floor)
			continue
		}
		if b.c.pal.rimmed || c == permutu.Black {
			pip(r)
			pen.fill(b.c.pal.paper)
			r *= 0.55
		}
		pip(r)
		pen.fill(b.c.pal.blocks[c].ground)
	}
}
