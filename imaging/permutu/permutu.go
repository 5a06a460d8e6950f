// Package permutu is the painter of Permutu.
package permutu

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutu"
	"parlour/imaging/canvas"
)

// Painter draws the columns of Permutu on trays and, on a panel for each seat, the letters that it
// holds. Red blocks are round, black ones square, and green ones have six corners. A block
// that was taken leaves a hole, and the last ones are framed. A letter with all three blocks is white in a frame of
// ink, one with two is cream, and one with a single block is flat. A player who plays alone has two
// rows: what came with whole columns, and single blocks.
//
// While a move is in the making the picture shows its step.
var Painter = canvas.Painter[permutu.View]{
	Table: canvas.Table{Ground: 0xe6d3ac, Board: 0xd4bb8a, Floor: 0xbfa26e, Paper: 0x2a2016, Muted: 0x5c4728},
	Check: check, Draw: draw, Half: half, Gamut: gamut, Pieces: pieces, Board: small,
	Emblem: func(c *canvas.Canvas, at canvas.Box) {
		b, side := painting{Canvas: c}, math.Round(0.52*at.W)
		b.body(canvas.NewBox(at.X+math.Round(0.08*at.W), at.Y+math.Round(0.08*at.H), side, side), permutu.Red, plain)
		b.body(canvas.NewBox(at.X+math.Round(0.42*at.W), at.Y+math.Round(0.42*at.H), side, side), permutu.Black, plain)
	},
	Deep: func(p games.Drawing, _ permutu.View) bool { return p.Ribboned() },
}

// check returns an error for a view that cannot be drawn.
func check(v permutu.View) error {
	n := len(v.Columns)
	if n < 1 || n > 26 || len(v.Own) < 1 || len(v.Own) > maxSeats {
		return fmt.Errorf("%d columns and %d seats", n, len(v.Own))
	}
	for i, column := range v.Columns {
		if slices.ContainsFunc(column[:], func(block permutu.Block) bool { return block.Symbol >= 26 }) {
			return fmt.Errorf("a symbol in column %d", i+1)
		}
	}
	for seat, own := range v.Own {
		for _, h := range own {
			k := len(h.Colours)
			if int(h.Symbol) >= n || k < 1 || k > 3 || slices.Max(h.Colours) > permutu.Green {
				return fmt.Errorf("seat %d holds %v of symbol %d", seat, k, h.Symbol)
			}
		}
	}
	return nil
}

// draw draws a position.
func draw(c *canvas.Canvas, p games.Drawing, v permutu.View) {
	b := newPainting(c, p, v)
	if p.Preview != "" {
		b.ribbon()
	} else if p.Ribbon != nil {
		c.End(p.Ribbon, c.Gold, b.emblem)
	} else if p.Task != nil {
		c.Ask(p.Task, c.Paper, b.emblem)
	}
	b.columns()
	b.lastTake()
	for i := range b.piles {
		b.row(i)
	}
	b.step()
}

// small draws the columns in a room, without letters.
func small(c *canvas.Canvas, v permutu.View, room canvas.Box) {
	b, n := painting{Canvas: c, View: v}, len(v.Columns)
	bands := max(1, int(math.Round(math.Sqrt(float64(n)/3))))
	across := (n + bands - 1) / bands
	gap := c.Px(8)
	cell := math.Floor(min(room.W/float64(across), (room.H-gap*float64(bands-1))/float64(3*bands)))
	x, y := room.Mid()
	x, y = x-cell*float64(across)/2, y-(3*cell*float64(bands)+gap*float64(bands-1))/2
	for i, column := range v.Columns {
		for row, block := range column {
			at := canvas.NewBox(x+cell*float64(i%across), y+cell*float64(3*(i/across)+row)+gap*float64(i/across), cell, cell)
			if mx, my := at.Mid(); block.Taken() {
				c.Disc(mx, my, max(c.Px(2), 0.08*cell), c.Floor)
			} else {
				b.body(at.Grow(-math.Round(max(1, 0.06*cell))), permutu.Colour(row), plain)
			}
		}
	}
}

// A painting is a position of Permutu being drawn.
type painting struct {
	*canvas.Canvas
	p games.Drawing
	permutu.View
	piles  []pile // in seats
	seats  [maxSeats]pile
	table  table
	ledger ledger
	open   map[permutu.Take]bool // the moves of the step that is shown; nil if none is
	zoomed bool                  // whether only one of them is drawn
}

// newPainting lays out the columns that are drawn and, below them, the rows of the seats.
func newPainting(c *canvas.Canvas, p games.Drawing, v permutu.View) *painting {
	b := &painting{Canvas: c, p: p, View: v}
	b.piles = pilesOf(b.seats[:0], v)
	rows, top, bottom := 3, 0.0, float64(canvas.Size-6) // as far from the edge as the sides
	if p.Preview != "" {
		top, bottom = canvas.HeaderHigh, canvas.Size-canvas.BarWidth
	} else if p.Ribboned() {
		top = canvas.EndingHigh
	}
	if !p.Margins && b.opens() {
		rows = rowOfAll + 1
	}
	var buffer [maxSeats]int
	chips := buffer[:len(b.piles)]
	for i, pile := range b.piles {
		chips[i] = max(len(pile.chips), min(len(v.Columns), stable))
	}
	bands, most := b.bands(), float64(blockLetter)
	if b.zoomed || len(v.Own) == 1 {
		most = modest
	}
	b.table, b.ledger = divide(bands, rows, chips, top, bottom, most)
	return b
}

// at returns a place of the design as a box of the picture.
func (b *painting) at(d canvas.Box) canvas.Box { return b.Box(d.X, d.Y, d.W, d.H) }

// emblem draws the chip of a letter with all its blocks, around a point.
func (b *painting) emblem(x, y, size float64) {
	all := []permutu.Colour{permutu.Red, permutu.Black, permutu.Green}
	at := canvas.NewBox(x-0.6*size, y-0.26*size, 1.2*size, 0.52*size)
	b.RoundRect(at, 0.08*size, tone(b.Palette, 3).Ground)
	b.Stamp(canvas.Key{Kind: "pips"}, at.Grow(-0.05*size), func(pen *canvas.Pen, at canvas.Box) {
		b.pips(pen, at, tone(b.Palette, 3), all)
	})
}

// trays draws a tray for each band of columns.
func (b *painting) trays() {
	for i := range b.table.bands {
		top := b.table.band(i) + numbersHigh - 3
		wide := b.table.pitch*float64(b.table.across()) + 4
		at := b.at(canvas.NewBox(b.table.left-2, top, wide, float64(b.table.rows)*b.table.tall+2))
		b.Slab(at, b.Px(10), math.Round(b.Px(4)))
	}
}

// columns draws the trays and every column: its number and its blocks.
func (b *painting) columns() {
	b.trays()
	for i, column := range b.Columns {
		head, ok := b.table.slot(i, 0)
		if !ok {
			continue
		}
		for row, block := range column {
			at, _ := b.table.slot(i, row)
			b.block(at, permutu.Colour(row), block)
		}
		if b.empty(i) {
			continue
		}
		b.Say(canvas.Label{Text: strconv.Itoa(i + 1), Ink: b.Quiet(), X: head.X + head.W/2,
			Y: head.Y - numbersHigh/2 + 2, Align: 0.5})
	}
}

// empty reports whether a column has no blocks, and had none before the last move.
func (b *painting) empty(column int) bool {
	return !slices.ContainsFunc(b.Columns[column][:], func(block permutu.Block) bool { return !block.Taken() }) &&
		!slices.ContainsFunc(b.last(), func(l permutu.Block) bool { return l.Column == column+1 })
}

// last returns the blocks that the last move took, unless something else is marked.
func (b *painting) last() []permutu.Block {
	if b.open != nil {
		return nil
	}
	return b.LastBlocks
}

// A look is how a block looks.
type look int

const (
	plain look = iota
	open       // the move in the making may take it alone
	whole      // that move may take it, but only with its column
	shut       // that move may not take it
)

// block draws a block with its letter, or the dot of a block that was taken.
func (b *painting) block(slot canvas.Box, c permutu.Colour, block permutu.Block) {
	if block.Taken() {
		b.Disc(b.Px(slot.X+slot.W/2), b.Px(slot.Y+slot.H/2), max(b.Px(4), b.Px(0.06*slot.H)), b.Floor)
		return
	}
	at, look := slot.Grow(-b.inset(slot, block.Column)), b.look(block)
	letter := b.Blocks[c]
	if look == shut {
		letter = b.OnFloor()
	}
	b.body(b.at(at), c, look)
	face := at
	if face.H -= bodyEdge * at.H; look == open || b.Rimmed { // within its ring
		face = face.Grow(-5)
	}
	size := max(canvas.SmallText, min(b.table.letter(), 0.78*face.W, 0.85*face.H))
	b.letter(b.at(face), block.Symbol, size, letter)
}

// look returns how a block looks.
func (b *painting) look(block permutu.Block) look {
	column := uint8(block.Column - 1)
	switch {
	case b.open == nil:
		return plain
	case b.open[permutu.Take{Column: column, Colour: block.Colour}]:
		return open
	case b.open[permutu.Take{Column: column, Whole: true}]:
		return whole
	}
	return shut
}

// inset is the room between a block of a column and the edge of its place. The frame of a column, and what rings a block,
// need more.
func (b *painting) inset(slot canvas.Box, column int) float64 {
	switch {
	case b.open[permutu.Take{Column: uint8(column - 1), Whole: true}]:
		return 8
	case b.open != nil:
		return 5
	}
	return max(3, math.Round(0.04*slot.H))
}

// letter writes the letter of a symbol in the middle of a box. J and Q stand higher, because they reach below the line.
func (b *painting) letter(at canvas.Box, s permutu.Symbol, size float64, i canvas.Ink) {
	x, y := at.Mid()
	if text := s.String(); text == "J" || text == "Q" {
		y -= b.Px(0.04 * size)
	}
	b.Write(canvas.Label{Text: s.String(), Bold: true, Size: b.Px(size), Ink: i, X: x, Y: y, Align: 0.5})
}

// bodyEdge is the part of the height of a block that its lower edge and its shadow take.
const bodyEdge = 0.108

// body draws a block without its letter. It stands on the tray, and if it may be taken alone it has a ring; one that
// may not be taken is flat.
func (b *painting) body(at canvas.Box, c permutu.Colour, look look) {
	p, line := b.Palette, b.Px(3)
	b.Stamp(canvas.Key{Kind: "block", Args: [4]int{int(c), int(look), int(64 * line)}}, at,
		func(pen *canvas.Pen, at canvas.Box) {
			fill := func(grow, down float64, col color.RGBA) {
				blockPath(pen, canvas.NewBox(at.X-grow, at.Y-grow+down, at.W+2*grow, at.H+2*grow), c)
				pen.Fill(col)
			}
			if look == shut {
				fill(0, 0, p.Floor)
				return
			}
			if look == open {
				fill(0, 0, p.Paper)
				at = at.Grow(-line)
				fill(0, 0, p.Board)
				at = at.Grow(-0.5 * line)
			}
			edge, high := bodyEdge/1.8*at.H, 0.025*at.H
			at.H -= 1.8 * edge
			if p.Rimmed {
				fill(0, 0, p.Paper)
				at = at.Grow(-line)
				fill(0, 0, p.Blocks[c].Ground)
				return
			}
			fill(0, 1.8*edge, p.Shade)
			fill(0, edge, lower(p, c))
			fill(0, 0, canvas.Mixed(p.Blocks[c].Ground, p.Blocks[c].Text, 0.35))
			at.Y, at.H = at.Y+high, at.H-high
			fill(0, 0, p.Blocks[c].Ground)
		})
}

// lower is the colour of the lower edge of a block.
func lower(p *canvas.Palette, c permutu.Colour) color.RGBA {
	return canvas.Mixed(p.Blocks[c].Ground, color.RGBA{A: 0xff}, 0.4)
}

// panel is the colour behind the letters of a seat; that of a seat which is to move or has won is lighter.
func panel(p *canvas.Palette, bright bool) color.RGBA {
	switch {
	case !bright || p.Rimmed:
		return p.Plate
	default:
		return canvas.Mixed(p.Ground, color.RGBA{0xff, 0xff, 0xff, 0xff}, 0.55)
	}
}

// tone is the ink on the chip of a letter with so many blocks.
func tone(p *canvas.Palette, blocks int) canvas.Ink {
	if p.Rimmed {
		return [3]canvas.Ink{p.OnFloor(), p.OnDim(), p.OnPaper()}[blocks-1]
	}
	return canvas.Ink{Text: p.Paper, Ground: [3]color.RGBA{p.Board, p.Blocks[0].Text, {0xff, 0xff, 0xff, 0xff}}[blocks-1]}
}

// blockPath makes the path of a block: round for red, square for black, with six corners for
// green.
func blockPath(pen *canvas.Pen, at canvas.Box, c permutu.Colour) {
	switch c {
	case permutu.Red:
		pen.RoundRect(at, 0.5*min(at.W, at.H))
	case permutu.Black:
		pen.RoundRect(at, 0.06*at.H)
	default:
		d, mid := min(0.24*at.H, 0.24*at.W), at.Y+at.H/2
		pen.Polygon(at.X+d, at.Y, at.X+at.W-d, at.Y, at.X+at.W, mid, at.X+at.W-d, at.Y+at.H, at.X+d, at.Y+at.H, at.X,
			mid)
	}
}

// lastTake frames the places of the blocks that were taken last.
func (b *painting) lastTake() {
	for _, l := range b.last() {
		slot, ok := b.table.slot(l.Column-1, int(l.Colour))
		if !ok || l.Colour > permutu.Green {
			continue
		}
		line := b.Px(max(4, 0.07*slot.H))
		at := b.at(slot.Grow(-b.inset(slot, l.Column) - 2)).Grow(-line / 2) // beside the edge of the tray
		b.frame(at, 0.18*at.H, line)
	}
}

// frame draws the frame of what the last move took, in dashes if it is not played.
func (b *painting) frame(at canvas.Box, r, line float64) {
	draw := b.Frame
	if b.p.Preview != "" {
		draw = b.DashedFrame
	}
	draw(at, r, line, b.Accent)
}

// gamut tells the colours of a picture of Permutu.
func gamut(p *canvas.Palette) canvas.Gamut {
	red, black, green := p.Blocks[0].Ground, p.Blocks[1].Ground, p.Blocks[2].Ground
	return p.Gamut([][2]color.RGBA{
		{p.Board, p.Paper}, {p.Board, green}, {p.Board, red}, {red, p.Blocks[0].Text}, {p.Ground, p.Muted},
		{green, p.Blocks[0].Text}, {p.Ground, p.Accent},
	}, p.Floor, red, black, green, p.Blocks[0].Text, panel(p, true), lower(p, permutu.Red), lower(p, permutu.Green),
		tone(p, 3).Ground)
}

// moves reports whether a seat is to move. In a preview it is the seat that tries the move.
func (b *painting) moves(seat games.Seat) bool {
	switch {
	case b.Moving, b.p.Ribbon != nil: // nobody any more
		return false
	case b.p.Preview != "":
		return b.Mover == seat
	}
	return slices.Contains(b.ToMove, seat)
}

// won reports whether a seat is the first, alone or with others but not with all. A player who
// plays alone wins with the last block.
func (b *painting) won(seat games.Seat) bool {
	v := b.View
	switch {
	case v.Ended == nil || b.p.Preview != "" || int(seat) >= len(v.Places):
		return false
	case len(v.Own) == 1:
		return v.Left == 0
	}
	return v.Places[seat] == 1 && slices.Max(v.Places) > 1
}

// rowOfAll is the row of a column that stands for all of it, below its blocks.
const rowOfAll = 3

// opens notes the moves of the step that the view shows, and reports whether it shows one.
func (b *painting) opens() bool {
	m := b.Making
	if m == nil || m.Step.Lies != games.Grid || len(b.Takes) > len(m.Step.Choices) {
		return false
	}
	b.open = map[permutu.Take]bool{}
	for _, t := range b.Takes {
		b.open[t] = true
	}
	return true
}

// bands returns the columns that are drawn: those of the only area that is drawn, which it
// notes, or all bands that have blocks; none once every block is taken.
func (b *painting) bands() []permutu.Band {
	if b.Left == 0 {
		return nil
	}
	bands := permutu.Bands(len(b.Columns), len(b.Own))
	if b.open != nil && b.p.Area > 0 {
		if area, ok := b.Making.Step.Area(b.p.Area); ok {
			b.zoomed = true
			return []permutu.Band{permutu.Part(bands, area)}
		}
	}
	return slices.DeleteFunc(bands, func(band permutu.Band) bool {
		for band.From < band.To && b.empty(band.From) {
			band.From++
		}
		return band.From == band.To
	})
}

// step marks what may be taken: a whole column has a frame with a chip of paper at its foot. Above a board that is to
// stay as it is only the areas are told apart.
func (b *painting) step() {
	switch {
	case b.p.Margins && b.Making != nil:
		b.areas(b.Making.Step.Areas())
		return
	case b.open == nil:
		return
	}
	for i, t := range b.Takes { // a swap has no place, and comes after them
		choice := b.Making.Step.Choices[i]
		row := int(t.Colour)
		if t.Whole {
			row = rowOfAll
		}
		slot, ok := b.table.slot(int(t.Column), row)
		if !ok || !choice.Placed() {
			continue
		}
		if t.Whole {
			b.whole(slot)
		}
		b.Place(choice.Value, b.at(slot))
	}
}

// whole frames a column that may be taken whole, with its chip, which says so.
func (b *painting) whole(chip canvas.Box) {
	foot, r := chip.Grow(-4), b.Px(0.16*chip.H)
	all := canvas.NewBox(foot.X, foot.Y-rowOfAll*chip.H, foot.W, foot.H+rowOfAll*chip.H)
	b.Frame(b.at(all), r, b.Px(3), b.Paper)
	b.RoundRect(b.at(foot.Grow(1)), r, b.Paper)
	x, y := b.at(foot).Mid()
	size := max(canvas.SmallText, math.Round(min(0.5*foot.H, 0.4*foot.W)))
	l := canvas.Label{Text: b.p.Caption(len(b.p.Captions) - 1), Bold: true, Size: size, Ink: b.OnPaper(), Align: 0.5}
	if b.Wide(l) > foot.W-4 {
		l.Text = "*" // as it is typed
	}
	l.Size, l.X, l.Y = b.Px(size), x, y
	b.Write(l)
}

// areas notes the places of the areas that have choices, and parts the numbers of their columns, which name them, by
// lines above the board.
func (b *painting) areas(areas []games.Area) {
	bands := permutu.Bands(len(b.Columns), len(b.Own))
	for i, a := range areas {
		part := permutu.Part(bands, a)
		first, ok := b.table.slot(part.From, 0)
		last, _ := b.table.slot(part.To-1, rowOfAll-1)
		if !ok {
			continue
		}
		top := first.Y - numbersHigh
		if a.X > 0 {
			b.Rect(b.Box(first.X-2, top+2, 4, numbersHigh-6), b.Paper)
		}
		if slices.ContainsFunc(b.Making.Step.Choices, func(c games.Choice) bool { return c.Placed() && a.Has(c) }) {
			b.Place(strconv.Itoa(i+1), b.at(canvas.NewBox(first.X, top, last.X+last.W-first.X, last.Y+last.H-top)))
		}
	}
}

// half draws the columns after a move and, below them, the letters of the seat that made it.
func half(c *canvas.Canvas, p games.Drawing, v permutu.View, right bool) float64 {
	b, part, end := &painting{Canvas: c, View: v}, canvas.Half(right), 0.0
	b.piles = slices.DeleteFunc(pilesOf(b.seats[:0], v), func(pile pile) bool { return pile.seat != max(v.Mover, 0) })
	c.HalfHead(p, right, func(right, y float64, i canvas.Ink) float64 {
		return c.Write(canvas.Label{Text: b.gain(), Bold: true, Size: c.Px(canvas.NameText), Ink: i, X: right, Y: y,
			Align: 1})
	})
	b.table, b.ledger, end = halfRoom(len(v.Columns), part)
	b.columns()
	b.lastTake()
	return b.halfPiles(part, end)
}

// halfPiles draws the letters of piles below a height of a half, and returns their lower end.
func (b *painting) halfPiles(part canvas.Box, y float64) float64 {
	for i, pile := range b.piles {
		b.Rect(b.Box(part.X, y-1, part.W, 2), b.Floor)
		b.ledger.row[i] = canvas.NewBox(part.X, y-headHigh+chipGap, part.W, 0)
		for k, h := range pile.chips {
			b.chip(b.ledger.at(i, k, len(pile.chips)), h)
		}
		b.gains(i)
		y += b.ledger.lines(len(pile.chips)) + 5*chipGap
	}
	return y
}
