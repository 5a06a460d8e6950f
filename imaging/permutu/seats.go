package permutu

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutu"
	"parlour/imaging/canvas"
)

// A pile is the letters in a row of the picture: those of a seat, or for a player who
// plays alone what came with whole columns, or single blocks.
type pile struct {
	seat   games.Seat
	chips  []permutu.Holding // letters with more blocks first
	single bool              // whether these are the single blocks of a player who plays alone
}

// pilesOf appends the piles of a view to none, in whose memory they fit.
func pilesOf(none []pile, v permutu.View) []pile {
	piles := none
	all := make([]permutu.Holding, 0, 3*len(v.Columns)) // of all seats, in one piece of memory
	for seat, own := range v.Own {
		n := len(all)
		all = append(all, own...)
		piles = append(piles, pile{seat: games.Seat(seat), chips: all[n:]})
	}
	if len(v.Own) == 1 {
		piles = append(none, pile{chips: takenOf(v, false)}, pile{chips: takenOf(v, true), single: true})
	}
	for _, pile := range piles {
		slices.SortStableFunc(pile.chips,
			func(a, b permutu.Holding) int { return cmp.Compare(len(b.Colours), len(a.Colours)) })
	}
	return piles
}

// takenOf returns the letters that were taken as single blocks, or with their columns.
func takenOf(v permutu.View, single bool) []permutu.Holding {
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

// row draws the panel of a pile, with a bar if its seat is to move: its name, and its letters.
func (b *painting) row(i int) {
	pile, row := b.piles[i], b.ledger.row[i]
	bright := b.moves(pile.seat) || b.won(pile.seat)
	b.RoundRect(b.Box(8, row.Y+2, canvas.Size-16, row.H-4), b.Px(12), panel(b.Palette, bright))
	if bright && b.p.Preview == "" && len(b.Own) > 1 {
		b.Rect(b.Box(8, row.Y+2, canvas.BarWidth, row.H-4), b.Paper)
	}
	b.head(i, bright)
	for k, h := range pile.chips {
		b.chip(b.ledger.at(i, k, len(pile.chips)), h)
	}
	b.gains(i)
}

// gains frames the letters that the last move brought into a pile: neighbours share a frame.
func (b *painting) gains(i int) {
	pile, from := b.piles[i], 0
	for k, h := range pile.chips {
		if !b.gained(pile, h.Symbol) {
			from = k + 1
			continue
		}
		next := k + 1
		if next < len(pile.chips) && next%b.ledger.across > 0 && b.gained(pile, pile.chips[next].Symbol) {
			continue
		}
		at, end := b.ledger.at(i, from, len(pile.chips)), b.ledger.at(i, k, len(pile.chips))
		at.W += end.X - at.X
		line := rim(at.H)
		b.frame(b.at(at.Grow(1.5-line/2)), b.Px(0.12*end.W), b.Px(line))
		from = next
	}
}

// gained reports whether the last move brought a letter into a pile.
func (b *painting) gained(pile pile, s permutu.Symbol) bool {
	return b.Mover == pile.seat && slices.ContainsFunc(b.last(), func(l permutu.Block) bool {
		return l.Symbol == s && (len(b.Own) > 1 || l.Single == pile.single)
	})
}

// head writes what a row says, and a crown for a seat that has won. The name of a seat that is
// out is struck through.
func (b *painting) head(i int, bright bool) {
	row, pile, alone := b.ledger.row[i], b.piles[i], len(b.Own) == 1
	y, right, room := row.Y+headHigh/2+3, float64(rightEnd), float64(asideLeft-12)
	if b.ledger.aside {
		y = row.Y + row.H/2
	}
	if b.won(pile.seat) && (!alone || pile.single) {
		end := &right
		if b.ledger.aside {
			end = &room
		}
		b.Crown(b.Px(*end-16), b.Px(y-1), b.Px(17))
		*end -= 44
	}
	text, points := b.said(i)
	tone := canvas.Ink{Text: b.Muted, Ground: panel(b.Palette, false)}
	if bright {
		tone = canvas.Ink{Text: b.Paper, Ground: panel(b.Palette, true)}
	}
	wide := b.Say(canvas.Label{Text: points, Bold: true, Size: canvas.NameText, Ink: tone, X: right, Y: y, Align: 1})
	name := canvas.Label{Text: text, Name: !alone, Bold: bright && !alone, Size: canvas.NameText, Ink: tone, X: leftEnd, Y: y,
		Room: room - leftEnd}
	if !b.ledger.aside || len(pile.chips) == 0 {
		name.Room = right - 12 - wide - leftEnd
	}
	if slices.Contains(b.Out, pile.seat) {
		name.Struck = tone.Text
	}
	b.Say(name)
}

// said returns what a row says: the name of a seat and its points, or for a player who plays
// alone the caption of a pile, with the number of single blocks.
func (b *painting) said(i int) (text, points string) {
	pile := b.piles[i]
	switch {
	case len(b.Own) == 1 && pile.single:
		return b.p.Caption(i) + " " + strconv.Itoa(b.Singles), ""
	case len(b.Own) == 1:
		return b.p.Caption(i), ""
	case int(pile.seat) < len(b.Points):
		points = strconv.Itoa(b.Points[pile.seat])
	}
	return b.p.Name(pile.seat), points
}

// ribbon writes above a move that is not played the words for it and what it brings.
func (b *painting) ribbon() {
	b.Ribbon()
	l := canvas.Label{Text: b.gain(), Bold: true, Size: canvas.NameText, Ink: b.OnTrial(), X: rightEnd,
		Y: canvas.HeaderHigh / 2, Align: 1}
	wide := b.Say(l)
	l.Text, l.X, l.Align, l.Room = b.p.Preview, 14, 0, rightEnd-wide-30
	b.Say(l)
}

// gain returns the points before and after the last move, or for a player who plays alone the
// number of single blocks; empty if they are as they were.
func (b *painting) gain() string {
	v := b.View
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
		return ""
	}
	return strconv.Itoa(before) + " → " + strconv.Itoa(after)
}

// rim is how thick the frame of a chip is, without its casing. It reaches into the gap beside the chip, and as far into
// the chip as its pips leave free.
func rim(high float64) float64 { return max(4, 0.05*high) }

// faceShare is the share of a chip's height that its letter has; the pips have the rest.
const faceShare = 0.64

// chip draws a letter with the blocks that a pile has of it: one with a single block is flat.
func (b *painting) chip(design canvas.Box, h permutu.Holding) {
	at, n, line := b.at(design), len(h.Colours), max(1, math.Round(b.Px(2)))
	k := canvas.Key{Kind: "chip", Args: [4]int{0, int(line)}}
	for _, c := range h.Colours {
		k.Args[0] |= 1 << c
	}
	ink := tone(b.Palette, n)
	b.Stamp(k, at, func(pen *canvas.Pen, at canvas.Box) {
		face, r := canvas.NewBox(at.X, at.Y, at.W, at.H-1.5*line), 0.12*at.W
		if n > 1 {
			pen.RoundRect(at, r)
			pen.Fill(b.Shade)
		} else {
			pen.RoundRect(face, r)
			pen.Fill(b.Shade)
			face = canvas.NewBox(face.X, face.Y+line, face.W, face.H-line)
		}
		if n == 3 {
			pen.RoundRect(face, r)
			pen.Fill(b.Paper)
			face = face.Grow(-line)
		}
		pen.RoundRect(face, r)
		pen.Fill(ink.Ground)
		free := math.Ceil(b.Px(rim(design.H) + 2))
		b.pips(pen, canvas.NewBox(at.X+free, at.Y+faceShare*at.H, at.W-2*free, (1-faceShare)*at.H-free), ink, h.Colours)
	})
	b.letter(canvas.NewBox(at.X, at.Y+line, at.W, faceShare*at.H), h.Symbol, b.ledger.letter, ink)
}

// pips draws the blocks of a letter, each in its place along a part of a chip: a disc for red, a square
// for black and one with six corners for green, and a dot for one that is missing.
func (b *painting) pips(pen *canvas.Pen, part canvas.Box, ink canvas.Ink, colours []permutu.Colour) {
	for c := range permutu.Colour(3) {
		slot := canvas.NewBox(part.X+float64(c)*part.W/3, part.Y, part.W/3, part.H)
		x, y := slot.Mid()
		pip := func(r float64) {
			switch c {
			case permutu.Red:
				pen.Circle(x, y, r)
			case permutu.Black:
				pen.RoundRect(canvas.Around(x, y, 0.88*r), 0)
			default:
				blockPath(pen, canvas.NewBox(x-r, y-0.9*r, 2*r, 1.8*r), c)
			}
		}
		r := 0.48 * min(slot.W, slot.H)
		if !slices.Contains(colours, c) {
			pen.Circle(x, y, 0.2*r)
			pen.Fill(canvas.Mixed(ink.Ground, ink.Text, 0.4))
			continue
		}
		if b.Rimmed {
			pip(r)
			pen.Fill(ink.Text)
			r *= 0.72
		}
		pip(r)
		pen.Fill(b.Blocks[c].Ground)
	}
}

// pieces draws a block of each colour with the same letter, in every look, and the chip
// of a letter with one, two and three blocks.
func pieces(p *canvas.Palette, draw canvas.DrawPiece) {
	for colour := range permutu.Colour(3) {
		for name, look := range map[string]look{"plain": plain, "open": open, "whole": whole, "shut": shut} {
			block := func(c *canvas.Canvas, _ canvas.Box) {
				b := painting{Canvas: c}
				b.body(canvas.NewBox(8, 14, 64, 52), colour, look)
				i := p.Blocks[colour]
				if look == shut {
					i = p.OnFloor()
				}
				b.letter(canvas.NewBox(8, 14, 64, 52), 4, 40, i)
			}
			if look != shut {
				draw("blocks that are "+name, colour.String(), p.Board, block)
			}
			if look != plain {
				draw("looks of "+colour.String(), name, p.Board, block)
			}
		}
	}
	for name, colours := range map[string][]permutu.Colour{"red": {0}, "black": {1}, "green": {2}, "two": {0, 2},
		"three": {0, 1, 2}} {
		draw("chips", name, p.Ground, func(c *canvas.Canvas, _ canvas.Box) {
			b := painting{Canvas: c, ledger: ledger{letter: 49}}
			b.chip(canvas.NewBox(9, 0, 61, 79), permutu.Holding{Symbol: 4, Colours: colours})
		})
	}
}
