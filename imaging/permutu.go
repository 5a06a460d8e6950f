package imaging

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutu"
)

// A permutuBlock is the colours of a block. Blocks of different colours differ in lightness,
// and in the shape that [permutuBoard.shape] gives them.
type permutuBlock struct {
	fill, rim color.RGBA
	letter    ink
}

// The places of the parts of a picture of Permutu, in units.
const (
	permutuTop     = 12.2  // the upper edge of the room for columns
	permutuEnd     = 108.4 // the lower edge of the room for the rows of the seats
	permutuBand    = 13    // the most columns side by side
	permutuNumbers = 3.6   // the height of the numbers above the columns
	permutuGap     = 1.8   // between two bands of columns, and below them
	permutuRow     = 8.0   // the least height of the row of a seat
	permutuRowGap  = 0.8   // between the rows of two seats
	permutuPad     = 0.5   // between the edge of a band or a row and its content
	permutuBadge   = 5.2   // the width of the number of a seat in its row
	permutuTile    = 6.6   // the greatest width of the tile of a symbol
)

// permutuPitch is the greatest distance of two columns, in units: for one band, and for two.
var permutuPitch = [2]float64{11, 7.8}

// drawPermutu draws the columns of Permutu and the symbols that each seat holds. Red blocks are
// round, black ones square, and green ones have six corners. A block that was taken leaves a
// faint space, and the last one a bright space with its letter. In the row of a seat every
// symbol has its place; a tile shows a symbol that it holds and the blocks that it has of it,
// golden for three and silver for two.
func drawPermutu(c *canvas, p Drawing, v permutu.View) error {
	if err := checkPermutu(v); err != nil {
		return err
	}
	b := newPermutuBoard(c, v)
	drawCard(c, p.Preview != "")
	drawHeader(c, b.players(p))
	b.bands()
	b.columns()
	b.lastTake()
	for seat := range v.Own {
		b.seat(p, seat)
	}
	drawFooter(c, p)
	return nil
}

// checkPermutu returns an error for a view that cannot be drawn.
func checkPermutu(v permutu.View) error {
	n := len(v.Columns)
	if n < 1 || n > 26 || len(v.Own) < 1 || len(v.Own) > 6 {
		return fmt.Errorf("%w: %d columns and %d seats", ErrNoPicture, n, len(v.Own))
	}
	for i, column := range v.Columns {
		for _, block := range column {
			if block.Symbol >= 26 {
				return fmt.Errorf("%w: symbol %d in column %d", ErrNoPicture, block.Symbol, i+1)
			}
		}
	}
	for seat, own := range v.Own {
		for _, h := range own {
			k := len(h.Colours)
			if int(h.Symbol) >= n || k < 1 || k > 3 || slices.Max(h.Colours) > permutu.Green {
				return fmt.Errorf("%w: seat %d holds %v of symbol %d", ErrNoPicture, seat, k, h.Symbol)
			}
		}
	}
	return nil
}

// A permutuBoard is a position of Permutu being drawn. Its lengths are pixels.
type permutuBoard struct {
	c     *canvas
	view  permutu.View
	parts int     // bands of columns
	pitch float64 // the distance of two columns
	tall  float64 // the distance of two blocks of a column
	left  float64 // the left edge of the first column
	top   float64 // the upper edge of the first band
	tiles tiling  // of the row of a seat
	rows  float64 // the upper edge of the first row of a seat
}

// newPermutuBoard lays out the columns and, below them, the rows of the seats. It spreads the
// room to spare between them.
func newPermutuBoard(c *canvas, v permutu.View) permutuBoard {
	b := permutuBoard{c: c, view: v, parts: 1}
	if len(v.Columns) > permutuBand {
		b.parts = 2
	}
	seats, wide := float64(len(v.Own)), float64((len(v.Columns)+b.parts-1)/b.parts)
	b.pitch = (100 - 2*margin - 2*permutuPad) / wide * unit
	b.pitch = min(b.pitch, permutuPitch[b.parts-1]*unit)
	b.left = 50*unit - b.pitch*wide/2
	room := (permutuEnd-permutuTop-permutuGap)*unit - b.height() // the blocks have no height yet
	blocks := float64(3 * b.parts)
	b.tall = within(0.8*b.pitch, (room-seats*permutuRow*unit)/blocks, b.pitch)
	room -= blocks * b.tall
	b.tiles = newTiling(len(v.Columns), room/seats-permutuRowGap*unit)
	spare := (room - seats*(b.tiles.height()+permutuRowGap*unit)) / 3
	b.top = permutuTop*unit + spare
	b.rows = b.top + b.height() + permutuGap*unit + spare
	return b
}

// height returns the height of all bands.
func (b permutuBoard) height() float64 {
	n := float64(b.parts)
	return n*(permutuNumbers*unit+3*b.tall) + (n-1)*permutuGap*unit
}

// players returns the players with their points, without points for a player who plays alone.
func (b permutuBoard) players(p Drawing) []player {
	players := make([]player, len(b.view.Own))
	for seat := range players {
		players[seat] = player{
			name: at(p.Names, seat), side: at(p.Sides, seat), turn: b.moves(p, seat), won: b.won(p, seat),
		}
		if len(players) == 1 {
			break
		}
		if seat < len(b.view.Points) {
			players[seat].points = strconv.Itoa(b.view.Points[seat])
		}
		players[seat].icon = func(x, y, size float64) { b.badge(p, seat, x, y, min(0.46*size, 2.6*unit)) }
		players[seat].piece = b.badgeKind(p, seat)
	}
	return players
}

// moves reports whether a seat is to move. In a preview it is the seat that tries the move.
func (b permutuBoard) moves(p Drawing, seat int) bool {
	if b.c.moving {
		return false
	}
	if p.Preview != "" {
		return b.view.Mover == games.Seat(seat)
	}
	return slices.Contains(b.view.ToMove, games.Seat(seat))
}

// won reports whether a seat is the first, alone or with others but not with all. A player who
// plays alone wins with the last block.
func (b permutuBoard) won(p Drawing, seat int) bool {
	v := b.view
	switch {
	case v.Ended == nil || p.Preview != "" || seat >= len(v.Places):
		return false
	case len(v.Own) == 1:
		return v.Solo().Finished()
	}
	return v.Places[seat] == 1 && slices.Max(v.Places) > 1
}

// band returns the columns of a band.
func (b permutuBoard) band(i int) (from, to int) {
	n := len(b.view.Columns)
	return i * n / b.parts, (i + 1) * n / b.parts
}

// slot returns the box of a block.
func (b permutuBoard) slot(column, row int) box {
	part := 0
	if _, to := b.band(0); column >= to {
		part = 1
	}
	from, _ := b.band(part)
	y := b.top + float64(part)*(permutuNumbers*unit+3*b.tall+permutuGap*unit) + permutuNumbers*unit
	gap := 0.035 * b.pitch
	return box{
		b.left + float64(column-from)*b.pitch + gap, y + float64(row)*b.tall + gap,
		b.pitch - 2*gap, b.tall - 2*gap,
	}
}

// bands draws the ground under each band.
func (b permutuBoard) bands() {
	for i := range b.parts {
		from, to := b.band(i)
		first, last := b.slot(from, 0), b.slot(to-1, 2)
		b.c.slab(box{first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y}.grow(permutuPad*unit), 1.4*unit, b.c.pal.board)
	}
}

// columns draws every column: its number and its blocks.
func (b permutuBoard) columns() {
	for i, column := range b.view.Columns {
		l := label{text: strconv.Itoa(i + 1), style: style{size: 2.8 * unit}, ink: b.c.pal.coord, align: 0.5}
		if b.hot(i) {
			l.style.bold, l.ink = true, b.c.pal.hot
		}
		first := b.slot(i, 0)
		l.x, l.y = first.x+first.w/2, first.y-2.1*unit
		b.c.write(l)
		for row, block := range column {
			b.block(b.slot(i, row), permutu.Colour(row), block)
		}
	}
}

// hot reports whether the last move took from a column.
func (b permutuBoard) hot(column int) bool {
	return slices.ContainsFunc(b.view.LastBlocks, func(l permutu.Block) bool { return l.Column == column+1 })
}

// block draws a block with its letter, or the space of a block that was taken.
func (b permutuBoard) block(at box, c permutu.Colour, block permutu.Block) {
	if block.Taken() {
		b.c.stamp(key{what: "space", args: [4]int{int(c)}}, at, func(at box) {
			b.shape(at.grow(-0.08*at.h), c)
			b.c.fill(b.c.pal.tile)
		})
		return
	}
	b.c.stamp(key{what: "block", args: [4]int{int(c), int(block.Symbol)}}, at, func(at box) {
		b.body(at, c)
		b.letter(at, block.Symbol, b.c.pal.blocks[c].letter)
	})
}

// body draws a block without its letter.
func (b permutuBoard) body(at box, c permutu.Colour) {
	b.shape(at, c)
	b.c.fill(b.c.pal.blocks[c].rim)
	b.shape(at.grow(-max(0.055*at.h, 0.17*unit)), c)
	b.c.fill(b.c.pal.blocks[c].fill)
}

// letter writes the letter of a symbol in the middle of a block.
func (b permutuBoard) letter(at box, s permutu.Symbol, i ink) {
	b.c.write(label{text: s.String(), style: style{true, 0.68 * at.h}, ink: i, x: at.x + at.w/2, y: at.y + at.h/2, align: 0.5})
}

// shape makes the path of a block: round for red, square for black, with six corners for green.
func (b permutuBoard) shape(at box, c permutu.Colour) {
	switch c {
	case permutu.Red:
		b.c.round(at, 0.5*at.h)
	case permutu.Black:
		b.c.round(at, 0.06*at.h)
	default:
		d, mid := 0.3*at.h, at.y+at.h/2
		b.c.polygon(at.x+d, at.y, at.x+at.w-d, at.y, at.x+at.w, mid, at.x+at.w-d, at.y+at.h, at.x+d, at.y+at.h, at.x, mid)
	}
}

// lastTake draws the bright spaces of the blocks that were taken last.
func (b permutuBoard) lastTake() {
	for _, l := range b.view.LastBlocks {
		if l.Column < 1 || l.Column > len(b.view.Columns) || l.Colour > permutu.Green || l.Symbol >= 26 {
			continue
		}
		slot := b.slot(l.Column-1, int(l.Colour))
		b.c.stamp(key{what: "taken", args: [4]int{int(l.Colour), int(l.Symbol)}}, slot, func(at box) {
			b.shape(at.grow(-0.08*at.h), l.Colour)
			b.c.stroke(b.c.pal.accent, 0.45*unit)
			b.letter(at, l.Symbol, ink{b.c.pal.accent, b.c.pal.tile})
		})
	}
}

// permutuGamut adds the colours of a picture of Permutu.
func (p *palette) permutuGamut(g *gamut) {
	g.on(p.board, p.tile, p.accent, p.seat.ground, p.faint())
	g.on(p.tile, p.accent)
	for _, b := range p.blocks {
		g.on(p.board, b.rim)
		g.on(b.rim, b.fill)
		g.written(b.letter)
	}
	for _, m := range p.metals {
		g.on(p.board, m.ground)
		g.on(m.ground, p.accent)
		g.written(m)
	}
}
