package gametest

import (
	"strings"
	"testing/fstest"

	"parlour/games"
)

// exampleFaults are in the position that teaches the game.
var exampleFaults = map[string]fault{
	"the example is of another game": {want: `the example is of "chess" by rules 1, want "toy" by rules 1`, example: func(e *games.Example) { e.Setup.Game = "chess" }},
	"the example is by other rules":  {want: `the example is of "toy" by rules 0, want "toy" by rules 1`, example: func(e *games.Example) { e.Setup.Rules = 0 }},
	"nobody has the example's seat":  {want: "the example is seen by seat 2", example: func(e *games.Example) { e.Seat = 2 }},
	"the example begins":             {want: "the example is of the plies [], want moves of players", example: func(e *games.Example) { e.Log = nil }},
	"a system move is in the example": {
		want:    "the example is of the plies [{0 lapse}], want moves of players",
		example: func(e *games.Example) { e.Log = games.InTurn(2, games.Lapse) },
	},
	"the example cannot be played": {want: `the example: ply 2, "4" by seat 1`, example: func(e *games.Example) { e.Log = games.InTurn(2, "1", "4") }},
	"the example is over":          {want: "the example is over", example: func(e *games.Example) { e.Log = games.InTurn(2, "1", "2", "3", "1", "2", "3") }},
	"the example has no caption":   {want: `the words of the example: toy has no sentence for the key ""`, example: func(e *games.Example) { e.Caption = games.Text{} }},
	"the example's words have no sentence": {
		want:    `the words of the example: toy has no sentence for the key "toy.missing"`,
		example: func(e *games.Example) { e.Alt = games.Say("toy.missing") },
	},
	"the caption is long": {
		want:    "toy.rules has 201 characters, want at most 200",
		info:    longRules(201),
		example: func(e *games.Example) { e.Caption = games.Say("toy.rules") },
	},
	"the words leave no room for the board": {
		want:    "toy.rules has 992 characters, want at most ",
		info:    longRules(992),
		example: func(e *games.Example) { e.Alt = games.Say("toy.rules") },
	},
	"the example is another each time": {want: "the example is another each time", example: func(e *games.Example) { exampled++; e.Setup.Seed[0] = exampled }},
}

// exampled counts examples, for a fault.
var exampled byte

// longRules has rules of so many characters.
func longRules(n int) func(*games.Info) {
	said := strings.Replace(toySentences, `"Choose 1, 2 or 3`, `"`+strings.Repeat("é", n)+`", "toy.more": "`, 1)
	return func(i *games.Info) { i.Locale = fstest.MapFS{"locale/en.json": {Data: []byte(said)}} }
}
