package permutu

import (
	"slices"
	"strings"

	"parlour/games"
)

// The most columns in a band, so that a line of text and a picture fit a phone. A player who
// plays alone has room for larger columns.
const (
	widest      = 13
	widestAlone = 10
)

// A Band is a run of columns that lie side by side: From, which counts from 0, up to but
// without To.
type Band struct{ From, To int }

// Bands parts the columns of a game into bands of as many columns as each other, as near as can
// be. Up to 13 columns, or up to 10 in a game of one seat, are one band. More are two, of which
// the lower one is the wider.
func Bands(columns, seats int) []Band {
	most := widest
	if seats == 1 {
		most = widestAlone
	}
	bands := make([]Band, min(2, (columns+most-1)/most))
	for i := range bands {
		bands[i] = Band{i * columns / len(bands), (i + 1) * columns / len(bands)}
	}
	return bands
}

// bandHigh is the number of places that a column has in a Grid: its blocks from the top, and
// all of it.
const bandHigh = colours + 1

// Part returns the columns of an area of the step. The bands are all of the game.
func Part(bands []Band, a games.Area) Band {
	b := bands[min(a.Y/bandHigh, len(bands)-1)]
	from := min(b.From+a.X, b.To-1)
	return Band{from, min(from+a.Wide, b.To)}
}

// Step returns the only step: every move is one choice, a swap the last. The bands lie below each other in
// the Grid, each with the red, black and green blocks and, below them, the whole columns.
func (s state) Step(seat games.Seat, picked []string) games.Step {
	if len(picked) > 0 || !s.owes(seat) {
		return games.Step{}
	}
	takes, bands := s.takes(seat), Bands(s.pos.columns, s.pos.seats)
	lower := bands[len(bands)-1]
	step := games.Step{
		Ask: ask(takes), Lies: games.Grid,
		Wide: lower.To - lower.From, High: bandHigh * len(bands), Open: true, Named: true,
	}
	if areas := step.Areas(); areas != nil {
		step.AskArea = games.Say("permutu.ask.area")
		if s.pos.swap.MaySwap {
			step.AskArea = games.Say("permutu.ask.area-swap")
		}
		for _, a := range areas {
			step.AreaNames = append(step.AreaNames, Part(bands, a).name())
		}
	}
	for _, t := range takes {
		step.Choices = append(step.Choices, s.choice(t, bands))
	}
	if s.pos.swap.MaySwap {
		if step.AskArea.Key == "" { // else the button stands beside the areas
			step.Ask = games.Say("permutu.ask.swap")
		}
		step.Choices = append(step.Choices, games.Choice{
			Value: string(games.SwapMove), Label: games.Say("permutu.choice.swap"), Short: games.Say("swap.short"),
			Echo: games.Say("swap.echo"), Move: games.SwapMove, X: -1,
			Sure: games.Say("permutu.sure.swap", "Block", s.View(seat).(View).first(), "Other", 1-seat),
		})
	}
	return step
}

// first names the only block that is taken.
func (v View) first() games.Text {
	for _, holdings := range v.Own {
		for _, h := range holdings {
			return blockName(h.Colours[0], h.Symbol)
		}
	}
	return games.Text{}
}

// ask asks for what there is to take: blocks, whole columns, or both.
func ask(takes []Take) games.Text {
	whole := func(t Take) bool { return t.Whole }
	switch {
	case !slices.ContainsFunc(takes, whole):
		return games.Say("permutu.ask.block")
	case !slices.ContainsFunc(takes, func(t Take) bool { return !whole(t) }):
		return games.Say("permutu.ask.column")
	}
	return games.Say("permutu.ask")
}

// name names the columns of a band: "5–8".
func (b Band) name() games.Text {
	if b.From+1 == b.To {
		return games.Say("permutu.area.one", "Column", b.To)
	}
	return games.Say("permutu.area", "From", b.From+1, "To", b.To)
}

// Shown returns the View with the moves that a seat may make, or the View after the move
// that is picked.
func (s state) Shown(seat games.Seat, picked []string) games.View {
	return games.Shown(s, seat, picked, func(v *View, m *games.Making) { v.Making, v.Takes = m, s.takes(seat) })
}

// takes returns the legal moves of a seat that is to move, by column.
func (s state) takes(seat games.Seat) []Take { return s.pos.Takes(seat, make([]Take, 0, maxTakes)) }

// choice returns the choice that makes a move.
func (s state) choice(t Take, bands []Band) games.Choice {
	number := int(t.Column) + 1
	c := games.Choice{Value: string(t.move()), Move: t.move()}
	for i, b := range bands {
		if column := int(t.Column); b.From <= column && column < b.To {
			c.X, c.Y = column-b.From, bandHigh*i+int(t.Colour)
		}
	}
	if t.Whole {
		c.Y += colours
		symbols := strings.Join(lying(&s.pos, int(t.Column)), ", ")
		c.Label = games.Say("permutu.choice.whole", "Column", number, "Symbols", symbols)
		c.Echo = games.Say("permutu.echo.whole", "Column", number, "Symbols", symbols)
		c.Short = games.Say("permutu.short.whole", "Column", number)
		c.Tiny = games.Say("permutu.tiny.whole", "Column", number)
		return c
	}
	c.Tiny = games.Say("permutu.tiny.block", "Symbol", s.pos.dealt[t.Column][t.Colour].String())
	c.Short = blockName(t.Colour, s.pos.dealt[t.Column][t.Colour])
	c.Label = games.Say("permutu.choice.block", "Block", c.Short, "Column", number)
	return c
}
