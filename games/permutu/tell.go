package permutu

import "parlour/games"

// Tell says which block was taken, or which column with what was left of it.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	v := view.(View)
	t, ok := readNotation(m)
	if !ok || int(t.Column) >= len(v.Columns) {
		return games.Telling{}
	}
	column, number := v.Columns[t.Column], int(t.Column)+1
	if !t.Whole {
		block := blockName(t.Colour, column[t.Colour].Symbol)
		return games.Telling{Did: games.Say("permutu.did.block", "Player", seat, "Block", block, "Column", number)}
	}
	var left uint32
	for _, b := range column {
		if !b.Taken() {
			left |= b.Symbol.bit()
		}
	}
	return games.Telling{
		Did: games.Say("permutu.did.whole", "Player", seat, "Column", number, "Symbols", letters(left)),
		Try: games.Say("permutu.try.whole", "Column", number, "Symbols", letters(left)),
	}
}
