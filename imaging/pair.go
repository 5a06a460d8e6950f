package imaging

import (
	"math"
	"slices"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/games/permutations/deal"
	"parlour/games/permute"
	"parlour/games/permutu"
	"parlour/imaging/canvas"
	"parlour/imaging/columns"
)

// A halfPainter draws the position after a move in one half of a picture, and returns its lower
// end in the design.
type halfPainter[V games.View] func(c *canvas.Canvas, p Drawing, v V, right bool) (end float64, err error)

// pair draws two positions side by side, and cuts off what is empty below them.
func (pt painter) pair(c *canvas.Canvas, p Drawing) error {
	low := 0.0
	for i, view := range [2]games.View{p.View, p.Better} {
		if !pt.draws(view) {
			return ErrNoPicture
		}
		end, err := pt.half(c, p, view, i == 1)
		if err != nil {
			return err
		}
		low = max(low, end)
	}
	c.Rect(c.Box(Size/2-1, canvas.Half(true).Y, 2, low), c.Palette.Floor)
	c.Cut(low)
	return nil
}

// head returns the words above a half.
func (p Drawing) head(right bool) string {
	if right {
		return p.Heads[1]
	}
	return p.Heads[0]
}

// The most columns and rows of a board of Permute in a half, whose cells are as large as those of
// the largest board.
const (
	permuteAcross = 9
	permuteDown   = 12
)

// halfPermute draws a board after a move, or the part of a large one around the twist.
func halfPermute(c *canvas.Canvas, p Drawing, v permute.View, right bool) (float64, error) {
	if v.Size < 2 || v.Size > 26 || len(v.Cells) != v.Size*v.Size {
		return 0, ErrNoPicture
	}
	v.Ended = nil // what was twisted is marked at the end too
	b := newPermuteBoard(c, v)
	b.tried = true
	cols, rows := min(v.Size, permuteAcross), min(v.Size, permuteDown)
	grid, end := c.HalfGrid(canvas.Half(right), cols, rows)
	b.Grid = grid
	if t, ok := b.last(); ok {
		b.Col, b.Row = min(max(0, t.Col+1-cols/2), v.Size-cols), min(max(0, t.Row+1-rows/2), v.Size-rows)
	}
	c.HalfHead(p.head(right), right, func(right, y float64, i canvas.Ink) float64 {
		if v.Mover != 0 && v.Mover != 1 {
			return 0
		}
		wide := b.Tally(v.Mover, right, y, i) + c.Px(28)
		b.Piece(v.Mover, right-wide, y, c.Px(38))
		return wide + c.Px(20)
	})
	b.draw()
	b.Coordinates(c)
	return end, nil
}

// halfPermutu draws the columns after a move and, below them, the letters of the seat that made
// it.
func halfPermutu(c *canvas.Canvas, p Drawing, v permutu.View, right bool) (float64, error) {
	if err := checkPermutu(v); err != nil {
		return 0, err
	}
	v.Ended = nil // what was taken is framed at the end too
	b, part := &permutuBoard{c: c, view: v}, canvas.Half(right)
	b.piles = slices.DeleteFunc(permutuPiles(b.seats[:0], v), func(pile permutuPile) bool { return pile.seat != max(v.Mover, 0) })
	c.HalfHead(p.head(right), right, func(right, y float64, i canvas.Ink) float64 {
		return c.Write(canvas.Label{Text: b.gain(), Style: canvas.Bold(c.Px(canvas.NameText)), Ink: i, X: right, Y: y, Align: 1})
	})
	table, ledger, end := columns.Half(len(v.Columns), part)
	b.table, b.ledger = table, ledger
	b.columns()
	b.lastTake()
	return b.halfPiles(part, end), nil
}

// halfPiles draws the letters of piles below a height of a half, and returns their lower end.
func (b *permutuBoard) halfPiles(part canvas.Box, y float64) float64 {
	for i, pile := range b.piles {
		b.c.Rect(b.c.Box(part.X, y-1, part.W, 2), b.c.Palette.Floor)
		b.ledger.Row[i] = canvas.NewBox(part.X, y-columns.Head+columns.Gap, part.W, 0)
		for k, h := range pile.chips {
			b.chip(b.ledger.At(i, k, len(pile.chips)), h)
		}
		b.gains(i)
		y += b.ledger.Lines(len(pile.chips)) + 4*columns.Gap
	}
	return y
}

// halfPermutations draws the pool and, below it, the hand with a bid, or what a seat has collected
// with the card that it takes. A caption over each says whose cards these are.
func halfPermutations(c *canvas.Canvas, p Drawing, v permutations.View, right bool) (float64, error) {
	if err := checkPermutations(v); err != nil {
		return 0, err
	}
	b, part := permutationsBoard{c: c, view: v}, canvas.Half(right)
	c.HalfHead(p.head(right), right, nil)
	pool, cards := v.Pool, b.large()
	if cards == nil && v.Seat >= 0 && int(v.Seat) < len(v.Sides) {
		cards = grouped(slices.Clone(v.Sides[v.Seat].Collection))
	}
	if v.Tried != nil {
		pool = append(slices.Clone(pool), *v.Tried)
		slices.Sort(pool)
	}
	caption := func(i int, y float64) float64 {
		b.write(canvas.Label{Text: at(p.Captions, 4+i), Style: canvas.Style{Size: canvas.SmallText}, Ink: c.Palette.Quiet(), X: part.X + 14, Y: y + 20, Room: part.W - 28})
		return y + 44
	}
	end := b.halfCards(pool, len(v.Sides), part, caption(0, part.Y), 104)
	c.Rect(c.Box(part.X, end, part.W, 2), c.Palette.Floor)
	return b.halfCards(cards, 4, part, caption(1, end+2), 112), nil
}

// halfCards draws cards of a height in rows, those that the move is about framed, and returns
// their lower end.
func (b *permutationsBoard) halfCards(cards []deal.Card, across int, part canvas.Box, y, high float64) float64 {
	pitch := math.Floor((part.W-12)/float64(max(across, 4))/2) * 2
	for i, card := range cards {
		place := b.c.Box(part.X+12+pitch*float64(i%across), y+(high+16)*float64(i/across), pitch-12, high)
		permutationsFront(b.c, place, card, cardPlain)
		if b.tried(card) || b.view.Own != nil && b.view.Own.Card == card && b.view.Phase == deal.Bidding {
			b.frame(place)
		}
	}
	return y + (high+16)*float64((len(cards)+across-1)/across)
}
