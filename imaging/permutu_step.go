package imaging

import (
	"slices"
	"strconv"

	"parlour/games"
	"parlour/games/permutu"
	"parlour/imaging/canvas"
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
		if areas := b.view.Making.Step.Areas(); p.Area <= len(areas) {
			b.zoomed = true
			return []permutu.Band{permutuPart(bands, areas[p.Area-1])}
		}
	}
	return slices.DeleteFunc(bands, func(band permutu.Band) bool {
		for band.From < band.To && b.empty(band.From) {
			band.From++
		}
		return band.From == band.To
	})
}

// permutuPart returns the columns of an area of a step.
func permutuPart(bands []permutu.Band, a games.Area) permutu.Band {
	band := bands[min(a.Y/(permutuAll+1), len(bands)-1)]
	from := min(band.From+a.X, band.To-1)
	return permutu.Band{From: from, To: min(from+a.Wide, band.To)}
}

// step marks what may be taken: the areas of the columns, or blocks and whole columns. Blocks
// have an edge of paper, and a whole column a chip of paper below it.
func (b *permutuBoard) step(p Drawing) {
	if b.open == nil {
		return
	}
	if b.parted {
		b.areas(b.view.Making.Step.Areas())
		return
	}
	for i, choice := range b.view.Making.Step.Choices {
		t := b.view.Takes[i]
		row := int(t.Colour)
		if t.Whole {
			row = permutuAll
		}
		slot, ok := b.table.slot(int(t.Column), row)
		if !ok || !choice.Placed() {
			continue
		}
		if t.Whole {
			b.wholeChip(int(t.Column), b.at(slot.Grow(-b.inset(slot))))
		}
		b.c.Place(choice.Value, b.at(slot))
	}
}

// wholeChip draws the chip of a column that may be taken whole, with the shapes of its blocks.
func (b *permutuBoard) wholeChip(column int, at canvas.Box) {
	b.c.RoundRect(at, 0.25*at.H, b.c.Palette.Paper)
	set := 0
	for c, block := range b.view.Columns[column] {
		if !block.Taken() {
			set |= 1 << c
		}
	}
	b.c.Stamp(canvas.Key{Kind: "whole", Args: [4]int{set}}, at, func(pen *canvas.Pen, at canvas.Box) {
		side := min(0.3*at.W, 0.56*at.H)
		x, y := at.Mid()
		for c := range permutu.Colour(3) {
			if set>>c&1 == 1 {
				blockPath(pen, canvas.Around(x+(float64(c)-1)*1.08*side, y, side/2), c)
				pen.Fill(b.c.Palette.Ground)
			}
		}
	})
}

// areas draws the areas of a step that have choices, with their numbers below the columns.
func (b *permutuBoard) areas(areas []games.Area) {
	bands := permutu.Bands(len(b.view.Columns), len(b.view.Own))
	for i, a := range areas {
		has := slices.ContainsFunc(b.view.Making.Step.Choices, func(c games.Choice) bool { return c.Placed() && a.Has(c) })
		part := permutuPart(bands, a)
		first, ok := b.table.slot(part.From, 0)
		last, _ := b.table.slot(part.To-1, permutuAll)
		if !has || !ok {
			continue
		}
		top := first.Y - permutuNumbers
		all := canvas.NewBox(first.X, top, last.X+last.W-first.X, last.Y+last.H-top)
		b.c.DashedFrame(b.at(all.Grow(-3)), b.c.Px(12), b.c.Px(4), b.c.Palette.Paper)
		b.c.Number(strconv.Itoa(i+1), b.c.Px(min(26, 0.46*last.H)), b.c.Px(all.X+all.W/2), b.c.Px(last.Y+last.H/2))
		b.c.Place(strconv.Itoa(i+1), b.at(all))
	}
}
