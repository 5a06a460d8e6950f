package gametest

import (
	"strings"

	"parlour/games"
)

// lineFaults are in the lines of the record.
var lineFaults = map[string]fault{
	"a unit comes before the first ply": {
		want:  "before the first ply the unit is 1",
		words: func(_ toyView, w *games.Words) { w.Unit++ },
	},
	"a line comes before the first ply": {
		want:  "the line {toy.over map[]}, want none",
		words: func(_ toyView, w *games.Words) { w.Line = games.Say("toy.over") },
	},
	"the first ply is in no unit": {
		want:  "the unit was 0 and is 0",
		words: func(_ toyView, w *games.Words) { w.Line, w.Unit = games.Text{}, 0 },
	},
	"a unit is left out": {want: "the unit was 0 and is 2", words: func(_ toyView, w *games.Words) { w.Unit *= 2 }},
	"a unit comes again": {
		want: "the unit was 2 and is 1",
		words: func(v toyView, w *games.Words) {
			if v.Round == 2 {
				w.Unit = 1
			}
		},
	},
	"a line has no words":    {want: `no sentence for the key ""`, words: lining(games.Text{})},
	"a line has no sentence": {want: `the line of unit 1: toy has no sentence for the key "toy.missing"`, words: lining(missing)},
	"a line says nothing":    {want: `the line of unit 1 is " ", want one line of words`, words: lining(games.Say("toy.number", "Number", " "))},
	"a line is two lines":    {want: `is "a\nb", want one line of words`, words: lining(games.Say("toy.number", "Number", "a\nb"))},
	"a line is long": {
		want:  "the line of unit 1 has more than 500 characters",
		words: lining(games.Say("toy.number", "Number", strings.Repeat("x", 501))),
	},
	"a line is long with names": {
		want:  "the line of unit 1 has more than 500 characters",
		words: lining(games.Say("toy.line", "Players", make([]games.Seat, 15), "What", games.Text{})),
	},
	"a line tells one seat more": {
		want: "seat 1 sees unit 1 and the line {toy.over map[]}, all others",
		view: note(1, "x"),
		words: func(v toyView, w *games.Words) {
			if v.Note != nil && w.Unit > 0 {
				w.Line = games.Say("toy.over")
			}
		},
	},
	"a line tells what is sealed": {
		want: "can tell whether",
		view: func(s toyState, _ games.Seat, v *toyView) {
			if s.sealed != [2]int{} {
				v.Mark = s.sealed[0] + s.sealed[1]
			}
		},
		words: func(v toyView, w *games.Words) {
			if sealed, ok := v.Mark.(int); ok && w.Unit > 0 {
				w.Line = games.Say("toy.number", "Number", sealed)
			}
		},
	},
}

// lining puts another line in the place of each.
func lining(line games.Text) func(toyView, *games.Words) {
	return func(_ toyView, w *games.Words) {
		if w.Unit > 0 {
			w.Line = line
		}
	}
}
