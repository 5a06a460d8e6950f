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
