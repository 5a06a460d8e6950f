package imaging

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutu"
	"parlour/imaging/canvas"
	"parlour/imaging/columns"
)

func init() {
	register(paints[permutu.View]{drawPermutu, halfPermutu, permutuGamut, permutuPieces})
}

// drawPermutu draws the columns of Permutu and, in a row for each seat, the letters that it
// holds. Red blocks are round, black ones square, and green ones have six corners. A block
// that was taken leaves a dot, and the last ones are framed. A player who plays alone has two
// rows: what came with whole columns, and single blocks.
//
// While a move is in the making the picture shows its step: see permutu_step.go.
func drawPermutu(c *canvas.Canvas, p Drawing, v permutu.View) error {
	if err := checkPermutu(v); err != nil {
		return err
	}
	b := newPermutuBoard(c, p, v)
	if p.Preview != "" {
		b.ribbon(p.Preview)
	}
	b.columns()
	b.lastTake()
	for i := range b.piles {
		b.row(p, i)
	}
	b.step(p)
	return nil
}

// checkPermutu returns an error for a view that cannot be drawn.
func checkPermutu(v permutu.View) error {
	n := len(v.Columns)
	if n < 1 || n > 26 || len(v.Own) < 1 || len(v.Own) > columns.Seats {
		return fmt.Errorf("%w: %d columns and %d seats", ErrNoPicture, n, len(v.Own))
	}
	for i, column := range v.Columns {
		if slices.ContainsFunc(column[:], func(block permutu.Block) bool { return block.Symbol >= 26 }) {
			return fmt.Errorf("%w: a symbol in column %d", ErrNoPicture, i+1)
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

// A permutuBoard is a position of Permutu being drawn.
type permutuBoard struct {
	c      *canvas.Canvas
	view   permutu.View
	piles  []permutuPile // in seats
	seats  [columns.Seats]permutuPile
	table  columns.Table
	ledger columns.Ledger
	open   map[permutu.Take]bool // the moves of the step that is shown; nil if none is
	parted bool                  // whether the areas of that step are marked
	zoomed bool                  // whether only one of them is drawn
}

// newPermutuBoard lays out the columns that are drawn and, below them, the rows of the seats.
func newPermutuBoard(c *canvas.Canvas, p Drawing, v permutu.View) *permutuBoard {
	b := &permutuBoard{c: c, view: v}
	b.piles = permutuPiles(b.seats[:0], v)
	rows, top, bottom := 3, 0.0, float64(Size)
	if p.Preview != "" {
		top, bottom = canvas.RibbonHeight, Size-canvas.BarWidth
	}
	if b.opens() {
		rows = permutuAll + 1
		b.parted = p.Areas && len(v.Making.Step.Areas()) > 0
	}
	var buffer [columns.Seats]int
	chips := buffer[:len(b.piles)]
	for i, pile := range b.piles {
		chips[i] = max(len(pile.chips), min(len(v.Columns), columns.Stable))
	}
	bands, most := b.bands(p), float64(columns.Largest)
	if b.zoomed || len(v.Own) == 1 {
		most = columns.Modest
	}
	b.table, b.ledger = columns.Room(bands, rows, chips, top, bottom, most)
	return b
}

// at returns a place of the design as a box of the picture.
func (b *permutuBoard) at(d canvas.Box) canvas.Box { return b.c.Box(d.X, d.Y, d.W, d.H) }

// columns draws every column: its number and its blocks.
func (b *permutuBoard) columns() {
	for i, column := range b.view.Columns {
		head, ok := b.table.Slot(i, 0)
		if !ok {
			continue
		}
		for row, block := range column {
			at, _ := b.table.Slot(i, row)
			b.block(at, permutu.Colour(row), block)
		}
		if b.empty(i) || b.parted {
			continue
		}
		b.c.Write(canvas.Label{
			Text: strconv.Itoa(i + 1), Style: canvas.Style{Size: b.c.Px(canvas.SmallText)}, Ink: b.c.Palette.Quiet(),
			X: b.c.Px(head.X + head.W/2), Y: b.c.Px(head.Y - columns.Numbers/2 + 2), Align: 0.5,
		})
	}
}

// empty reports whether a column has no blocks, and had none before the last move.
func (b *permutuBoard) empty(column int) bool {
	return !slices.ContainsFunc(b.view.Columns[column][:], func(block permutu.Block) bool { return !block.Taken() }) &&
		!slices.ContainsFunc(b.last(), func(l permutu.Block) bool { return l.Column == column+1 })
}

// last returns the blocks that the last move took, unless something else is marked.
func (b *permutuBoard) last() []permutu.Block {
	if b.open != nil || b.view.Ended != nil {
		return nil
	}
	return b.view.LastBlocks
}

// A permutuLook is how a block looks.
type permutuLook int

const (
	permutuPlain permutuLook = iota
	permutuOpen              // the move in the making may take it alone
	permutuWhole             // that move may take it, but only with its column
	permutuShut              // that move may not take it
)

// block draws a block with its letter, or the dot of a block that was taken.
func (b *permutuBoard) block(slot canvas.Box, c permutu.Colour, block permutu.Block) {
	if block.Taken() {
		b.c.Disc(b.c.Px(slot.X+slot.W/2), b.c.Px(slot.Y+slot.H/2), max(b.c.Px(4), b.c.Px(0.06*slot.H)), b.c.Palette.Floor)
		return
	}
	at, look, p := slot.Grow(-b.inset(slot)), b.look(block), b.c.Palette
	letter := [...]canvas.Ink{p.Blocks[c], p.Blocks[c], p.Bright(), p.Quiet()}[look]
	b.body(b.at(at), c, look)
	b.letter(b.at(at), block.Symbol, min(b.table.Letter(), 0.78*at.W), letter)
}

// look returns how a block looks.
func (b *permutuBoard) look(block permutu.Block) permutuLook {
	column := uint8(block.Column - 1)
	switch {
	case b.open == nil:
		return permutuPlain
	case b.open[permutu.Take{Column: column, Colour: block.Colour}]:
		return permutuOpen
	case b.open[permutu.Take{Column: column, Whole: true}]:
		return permutuWhole
	}
	return permutuShut
}

// inset is the room between a block and the edge of its place. The frames of columns need more.
func (b *permutuBoard) inset(slot canvas.Box) float64 {
	if b.open != nil {
		return 8
	}
	return max(3, math.Round(0.04*slot.H))
}

// letter writes the letter of a symbol in the middle of a box.
func (b *permutuBoard) letter(at canvas.Box, s permutu.Symbol, size float64, i canvas.Ink) {
	x, y := at.Mid()
	b.c.Write(canvas.Label{Text: s.String(), Style: canvas.Bold(b.c.Px(size)), Ink: i, X: x, Y: y, Align: 0.5})
}

// body draws a block without its letter. One that may be taken alone lies on a plate of paper,
// one that may be taken only with its column is a ring, and one that may not be taken has only
// an edge.
func (b *permutuBoard) body(at canvas.Box, c permutu.Colour, look permutuLook) {
	p, line := b.c.Palette, b.c.Px(3)
	rim, ring, fill := p.Blocks[c].Ground, p.Blocks[c].Ground, p.Blocks[c].Ground
	switch {
	case look == permutuShut:
		rim, ring, fill = p.Floor, p.Ground, p.Ground
	case look == permutuWhole:
		rim, fill = p.Dim, p.Ground
	case look == permutuOpen && c != permutu.Black:
		rim = p.Ground
	case look != permutuPlain || p.Rimmed:
		rim = p.Paper
	case c == permutu.Black:
		rim = p.Dim
	}
	b.c.Stamp(canvas.Key{Kind: "block", Args: [4]int{int(c), int(look), int(64 * line)}}, at, func(pen *canvas.Pen, at canvas.Box) {
		if look == permutuOpen {
			pen.RoundRect(at, 0.12*at.H)
			pen.Fill(p.Paper)
			at = at.Grow(-line)
		}
		for i, col := range [...]color.RGBA{rim, ring, fill} {
			blockPath(pen, at.Grow(-float64(i)*line), c)
			pen.Fill(col)
		}
	})
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
		d, mid := min(0.3*at.H, 0.3*at.W), at.Y+at.H/2
		pen.Polygon(at.X+d, at.Y, at.X+at.W-d, at.Y, at.X+at.W, mid, at.X+at.W-d, at.Y+at.H, at.X+d, at.Y+at.H, at.X, mid)
	}
}

// lastTake frames the places of the blocks that were taken last.
func (b *permutuBoard) lastTake() {
	for _, l := range b.last() {
		slot, ok := b.table.Slot(l.Column-1, int(l.Colour))
		if !ok || l.Colour > permutu.Green {
			continue
		}
		line := b.c.Px(max(4, 0.07*slot.H))
		at := b.at(slot.Grow(-b.inset(slot))).Grow(-line / 2)
		b.c.Frame(at, 0.18*at.H, line, b.c.Palette.Accent)
	}
}

// permutuGamut tells the colours of a picture of Permutu.
func permutuGamut(p *canvas.Palette) canvas.Gamut {
	red, black, green := p.Blocks[0].Ground, p.Blocks[1].Ground, p.Blocks[2].Ground
	return canvas.Gamut{
		Flat: []color.RGBA{p.Ground, p.Floor, p.Paper, p.Dim, p.Accent, p.Trial, red, black, green, p.Gold},
		Meet: [][2]color.RGBA{
			{p.Ground, p.Paper}, {p.Ground, p.Dim}, {p.Ground, green}, {p.Ground, red}, {p.Floor, p.Paper},
			{red, p.Paper}, {p.Ground, p.Gold}, {p.Ground, p.Accent}, {p.Ground, p.Floor},
		},
	}
}

// moves reports whether a seat is to move. In a preview it is the seat that tries the move.
func (b *permutuBoard) moves(p Drawing, seat games.Seat) bool {
	switch {
	case b.c.Moving:
		return false
	case p.Preview != "":
		return b.view.Mover == seat
	}
	return slices.Contains(b.view.ToMove, seat)
}

// won reports whether a seat is the first, alone or with others but not with all. A player who
// plays alone wins with the last block.
func (b *permutuBoard) won(p Drawing, seat games.Seat) bool {
	v := b.view
	switch {
	case v.Ended == nil || p.Preview != "" || int(seat) >= len(v.Places):
		return false
	case len(v.Own) == 1:
		return v.Solo().Finished()
	}
	return v.Places[seat] == 1 && slices.Max(v.Places) > 1
}
