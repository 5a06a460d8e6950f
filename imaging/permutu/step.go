package permutu

import (
	"math"
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutu"
	"parlour/imaging/canvas"
)

// rowOfAll is the row of a column that stands for all of it, below its blocks.
const rowOfAll = 3

// opens notes the moves of the step that the view shows, and reports whether it shows one.
func (b *painting) opens() bool {
	m := b.Making
	if m == nil || m.Step.Lies != games.Grid || len(b.Takes) != len(m.Step.Choices) {
		return false
	}
	b.open = map[permutu.Take]bool{}
	for _, t := range b.Takes {
		b.open[t] = true
	}
	return true
}

// bands returns the columns that are drawn: those of the only area that is drawn, which it
// notes, or all bands that have blocks.
func (b *painting) bands() []permutu.Band {
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

// step marks what may be taken: a whole column has a frame with a chip of paper at its foot, and
// the areas have the numbers of their columns.
func (b *painting) step() {
	if b.open == nil {
		return
	}
	for i, choice := range b.Making.Step.Choices {
		t := b.Takes[i]
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
		if !b.parted {
			b.Place(choice.Value, b.at(slot))
		}
	}
	if b.parted {
		b.areas(b.Making.Step.Areas())
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
	b.Write(canvas.Label{
		Text: b.p.Caption(len(b.p.Captions) - 1), Bold: true, Size: b.Px(size), Ink: b.OnPaper(),
		X: x, Y: y, Align: 0.5, Room: b.Px(foot.W - 4),
	})
}

// areas draws the borders between the areas of a step and, at the top of those that have choices,
// their numbers.
func (b *painting) areas(areas []games.Area) {
	bands := permutu.Bands(len(b.Columns), len(b.Own))
	for i, a := range areas {
		part := permutu.Part(bands, a)
		first, ok := b.table.slot(part.From, 0)
		last, _ := b.table.slot(part.To-1, rowOfAll)
		if !ok {
			continue
		}
		top := first.Y - numbersHigh
		all := canvas.NewBox(first.X, top, last.X+last.W-first.X, last.Y+last.H-top)
		if a.X > 0 {
			b.Rect(b.Box(all.X-2, all.Y, 4, all.H), b.Paper)
		}
		if a.Y > 0 {
			b.Rect(b.Box(all.X-2, all.Y-2, all.W+4, 4), b.Paper)
		}
		if slices.ContainsFunc(b.Making.Step.Choices, func(c games.Choice) bool { return c.Placed() && a.Has(c) }) {
			from, to := strconv.Itoa(part.From+1), strconv.Itoa(part.To)
			if from != to {
				from += "–" + to
			}
			b.Pill(from, 0, b.Px(all.X+all.W/2), b.Px(top+numbersHigh/2+1))
			b.Place(strconv.Itoa(i+1), b.at(all))
		}
	}
}

// half draws the columns after a move and, below them, the letters of the seat that made it.
func half(c *canvas.Canvas, p canvas.Drawing, v permutu.View, right bool) float64 {
	v.Ended = nil // what was taken is framed at the end too
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
		y += b.ledger.lines(len(pile.chips)) + 4*chipGap
	}
	return y
}
