package gametest

import "parlour/games"

// sceneFaults are faults in the positions for the tests of pictures.
var sceneFaults = map[string]fault{
	"there are no scenes": {
		want:   "of 0 scenes: a preview false, one in high contrast false, the end of a game false, a step of a move false; want each",
		scenes: func(s *[]games.Scene) { *s = nil },
	},
	"no scene is a preview": {
		want:   "of 3 scenes: a preview false, one in high contrast true, the end of a game true, a step of a move true; want each",
		scenes: func(s *[]games.Scene) { (*s)[0].Preview = false },
	},
	"no scene is in high contrast": {
		want:   "of 3 scenes: a preview true, one in high contrast false, the end of a game true, a step of a move true; want each",
		scenes: func(s *[]games.Scene) { (*s)[1].Contrast = false },
	},
	"no scene is the end": {
		want:   "of 2 scenes: a preview true, one in high contrast true, the end of a game false, a step of a move true; want each",
		scenes: func(s *[]games.Scene) { *s = (*s)[:2] },
	},
	"no scene is a step": {
		want:   "of 3 scenes: a preview true, one in high contrast true, the end of a game true, a step of a move false; want each",
		scenes: func(s *[]games.Scene) { (*s)[1].Picked = nil },
	},
	"a scene has a step that leads nowhere": {
		want:   `scene "contrast": seat 1 has no step after ["9"]`,
		scenes: func(s *[]games.Scene) { (*s)[1].Picked = []string{"9"} },
	},
	"a scene has no name": {
		want:   `scene "": no name for a file`,
		scenes: func(s *[]games.Scene) { (*s)[1].Name = "" },
	},
	"a scene is in another folder": {
		want:   `scene "../end": no name for a file`,
		scenes: func(s *[]games.Scene) { (*s)[2].Name = "../end" },
	},
	"two scenes have one name": {
		want:   `two scenes are called "preview"`,
		scenes: func(s *[]games.Scene) { (*s)[1].Name = "preview" },
	},
	"a scene is of another game": {
		want:   `scene "preview": it is of the game "chess"`,
		scenes: func(s *[]games.Scene) { (*s)[0].Setup.Game = "chess" },
	},
	"nobody has the scene's seat": {
		want:   `scene "end": it is seen by seat 2`,
		scenes: func(s *[]games.Scene) { (*s)[2].Seat = 2 },
	},
	"a scene cannot be played": {
		want:   `scene "contrast": ply 2, "4" by seat 1`,
		scenes: func(s *[]games.Scene) { (*s)[1].Log = games.Line(2, "3 4") },
	},
	"a scene begins from a position, and the game does not": {
		want:   `scene "contrast": toy does not begin from a position`,
		scenes: func(s *[]games.Scene) { (*s)[1].Position = "3 2" },
	},
	"a scene's better move is the one that was made": {
		want:   `scene "contrast": "2" is not a better move of seat 1`,
		scenes: func(s *[]games.Scene) { (*s)[1].Better = "2" },
	},
	"a scene's better move is not legal": {
		want:   `scene "contrast": "4" is not a better move of seat 1`,
		scenes: func(s *[]games.Scene) { (*s)[1].Better = "4" },
	},
	"the scenes are others each time": {
		want:   "the scenes are others each time",
		scenes: func(s *[]games.Scene) { exampled++; (*s)[0].Setup.Seed[0] = exampled },
	},
}
