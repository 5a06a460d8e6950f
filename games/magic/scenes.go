package magic

import "parlour/games"

// Scenes gives boards with every mark: what was flipped and placed, rows that threaten, are
// locked and win, and each step of a turn.
func (Game) Scenes() []games.Scene {
	threat := games.Line(2, "c1U c1Ec3U c3Wc2U c2Sc4D c4Ea4U a4Ea2D d4Nd2D")
	scenes := []games.Scene{
		{Name: "threat", Log: threat},
		{Name: "contrast", Log: threat, Contrast: true},
		{Name: "preview", Log: games.Line(2, "d2U d2Sb4D b4Nb4D b4Eb2U b3Sd2D c4Na1U b4Eb1D c3Nd4D c4Wc3U"),
			Preview: true},
		{Name: "both", Log: games.Line(2, `
			d4D d4Nd2U d2Nc1D c1Wa2D a2Nc1U c1Sc4U c4Wa3U d3Sc4D d1Wb2U b2Sd3U
			d3Wa4U c2Wd3D c1Sa2U`)},
		{Name: "locked", Position: "1_DuUd-uDdUUdUudD-"},
		{Name: "better", Log: threat, Better: "a2Eb1U"},
		{Name: "flip", Log: threat, Seat: 1, Picked: []string{}},
		{Name: "place", Log: threat, Seat: 1, Picked: []string{"c3N"}},
		{Name: "side", Log: threat, Seat: 1, Picked: []string{"c3N", "c4"}},
	}
	for i := range scenes {
		scenes[i].Setup = games.Setup{Game: "magic", Rules: rules, Seats: 2}
		if scenes[i].Picked == nil && scenes[i].Better == "" {
			scenes[i].Seat = games.Spectator
		}
	}
	return scenes
}
