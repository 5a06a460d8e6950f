package pentago

import "parlour/games"

// Tell says where a stone was placed and which quadrant was turned.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	v := view.(View)
	t, err := state{pos: v.position()}.readTurn(m)
	if err != nil {
		return games.Telling{}
	}
	return games.Telling{Did: t.say("pentago.did.", "Player", seat)}
}
