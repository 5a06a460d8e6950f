package imaging

import (
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutu"
	"parlour/imaging/canvas"
	"parlour/imaging/columns"
)

// permutuAll is the row of a column that stands for all of it, below its blocks.
const permutuAll = 3

// opens notes the moves of the step that the view shows, and reports whether it shows one.
func (b *permutuBoard) opens() bool {
	m := b.view.Making
	if m == nil || m.Step.Lies != games.Grid || len(b.view.Takes) != len(m.Step.Choices) {
		return false
	}
	b.open = map[permutu.Take]bool{}
	for _, t := range b.view.Takes {
		b.open[t] = true
	}
	return true
}

// bands returns the columns that are drawn: those of the only area that is drawn, which it
// notes, or all bands that have blocks.
func (b *permutuBoard) bands(p Drawing) []permutu.Band {
	bands := permutu.Bands(len(b.view.Columns), len(b.view.Own))
	if b.open != nil && p.Area > 0 {
		if area, ok := b.view.Making.Step.Area(p.Area); ok {
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

// step marks what may be taken: a whole column has a frame with a chip of paper at its foot, and
// the areas have the numbers of their columns.
func (b *permutuBoard) step(p Drawing) {
	if b.open == nil {
		return
	}
	for i, choice := range b.view.Making.Step.Choices {
		t := b.view.Takes[i]
		row := int(t.Colour)
		if t.Whole {
			row = permutuAll
		}
		slot, ok := b.table.Slot(int(t.Column), row)
		if !ok || !choice.Placed() {
			continue
		}
		if t.Whole {
			b.whole(p, slot)
		}
		if !b.parted {
			b.c.Place(choice.Value, b.at(slot))
		}
	}
	if b.parted {
		b.areas(b.view.Making.Step.Areas())
	}
}

// whole frames a column that may be taken whole, with its chip, which says so.
func (b *permutuBoard) whole(p Drawing, chip canvas.Box) {
	foot, r := chip.Grow(-4), b.c.Px(0.16*chip.H)
	all := canvas.NewBox(foot.X, foot.Y-permutuAll*chip.H, foot.W, foot.H+permutuAll*chip.H)
	b.c.Frame(b.at(all), r, b.c.Px(3), b.c.Palette.Paper)
	b.c.RoundRect(b.at(foot.Grow(1)), r, b.c.Palette.Paper)
	x, y := b.at(foot).Mid()
	size := max(canvas.SmallText, math.Round(min(0.5*foot.H, 0.4*foot.W)))
	b.c.Write(canvas.Label{
		Text: at(p.Captions, len(p.Captions)-1), Style: canvas.Bold(b.c.Px(size)), Ink: b.c.Palette.OnPaper(),
		X: x, Y: y, Align: 0.5, Room: b.c.Px(foot.W - 4),
	})
}

// areas draws the borders between the areas of a step and, at the top of those that have choices,
// their numbers.
func (b *permutuBoard) areas(areas []games.Area) {
	bands := permutu.Bands(len(b.view.Columns), len(b.view.Own))
	for i, a := range areas {
		part := permutu.Part(bands, a)
		first, ok := b.table.Slot(part.From, 0)
		last, _ := b.table.Slot(part.To-1, permutuAll)
		if !ok {
			continue
		}
		top := first.Y - columns.Numbers
		all := canvas.NewBox(first.X, top, last.X+last.W-first.X, last.Y+last.H-top)
		if a.X > 0 {
			b.c.Rect(b.c.Box(all.X-2, all.Y, 4, all.H), b.c.Palette.Paper)
		}
		if a.Y > 0 {
			b.c.Rect(b.c.Box(all.X-2, all.Y-2, all.W+4, 4), b.c.Palette.Paper)
		}
		if slices.ContainsFunc(b.view.Making.Step.Choices, func(c games.Choice) bool { return c.Placed() && a.Has(c) }) {
			from, to := strconv.Itoa(part.From+1), strconv.Itoa(part.To)
			if from != to {
				from += "–" + to
			}
			b.c.Pill(from, b.c.Px(canvas.SmallText), b.c.Px(all.X+all.W/2), b.c.Px(top+columns.Numbers/2+1), b.c.Palette.OnPaper())
			b.c.Place(strconv.Itoa(i+1), b.at(all))
		}
	}
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
