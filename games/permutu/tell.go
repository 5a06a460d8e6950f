package permutu

import "parlour/games"

// Tell says which block was taken, or which column with what was left of it.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	v := view.(View)
	t, ok := readNotation(m)
	if !ok || int(t.Column) >= len(v.Columns) {
		return games.Telling{}
	}
	number, p := int(t.Column)+1, v.position(seat)
	if t.Whole {
		return games.Telling{Did: games.Say("permutu.did.whole", "Player", seat, "Column", number, "Symbols", lying(&p, int(t.Column)))}
	}
	block := blockName(t.Colour, p.dealt[t.Column][t.Colour])
	return games.Telling{Did: games.Say("permutu.did.block", "Player", seat, "Block", block, "Column", number)}
}
