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
	"a unit is open before the first ply": {
		want:  "before the first ply the unit is 0, open true",
		words: func(_ toyView, w *games.Words) { w.Open = true },
	},
	"the first ply is in no unit": {
		want:  "0 units were told of, and unit 0 comes",
		words: func(_ toyView, w *games.Words) { w.Line, w.Unit = games.Text{}, 0 },
	},
	"a unit is left out": {want: "0 units were told of, and unit 2 comes", words: func(_ toyView, w *games.Words) { w.Unit *= 2 }},
	"a unit comes again": {
		want: "1 units were told of, and unit 1 comes",
		words: func(v toyView, w *games.Words) {
			if v.Round == 2 {
				w.Unit = 1
			}
		},
	},
	"a unit is told of twice": {
		want:  "1 units were told of, and unit 1 comes",
		words: func(_ toyView, w *games.Words) { w.Open = false },
	},
	"a unit is never told of": {
		want:  "units were told of, and unit 2 comes",
		words: func(_ toyView, w *games.Words) { w.Open = w.Unit > 0 },
	},
	"a unit stays open at the end": {
		want:  "more is to come of unit",
		words: func(v toyView, w *games.Words) { w.Open = w.Open || v.Over },
	},
	"an open unit ends a part": {
		want:  "though it ends a part of the game",
		words: func(_ toyView, w *games.Words) { w.Ends = w.Open },
	},
	"a part ends for one seat": {
		want:  "all others see",
		view:  note(1, "x"),
		words: func(v toyView, w *games.Words) { w.Ends = v.Note != nil && w.Unit > 0 && !w.Open },
	},
	"units are told of before the first": {
		want: "comes with the lines of 1 before it",
		words: func(_ toyView, w *games.Words) {
			if w.Unit > 0 {
				w.Also = []games.Text{w.Line}
			}
		},
	},
	"a line has no words":    {want: `no sentence for the key ""`, words: lining(games.Text{})},
	"a line has no sentence": {want: `the line of unit 1 cannot be said: toy has no sentence for the key "toy.missing"`, words: lining(missing)},
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

// reasonFaults are in the reasons for moves.
var reasonFaults = map[string]fault{
	"a reason has no sentence": {want: `the reason for "2" of seat `, why: reasoning("2", missing)},
	"a reason says nothing":    {want: `it is "", want a line`, why: reasoning("2", games.Say("toy.number", "Number", ""))},
	"a reason is two lines":    {want: `it is "a\nb", want a line`, why: reasoning("2", games.Say("toy.number", "Number", "a\nb"))},
	"a reason is long":         {want: "want a line of at most 100 characters", why: reasoning("2", games.Say("toy.number", "Number", strings.Repeat("x", 101)))},
	"a reason is given for what is no move": {
		want: `the reason for "x" of seat 0, which is not a move, is {toy.owes map[]}`,
		why:  reasoning("x", games.Say("toy.owes")),
	},
	"a reason is given for a lapse": {
		want: `the reason for "lapse" of seat 0, which is not a move`,
		why:  reasoning(games.Lapse, games.Say("toy.owes")),
	},
	"a reason is given to a seat that has left": {
		want: `the reason for "1" of seat 0, which is not a move, is {toy.owes map[]}`,
		why:  reasoning("1", games.Say("toy.owes")),
	},
}

// tellFaults are in what is told of moves.
var tellFaults = map[string]fault{
	"a move is not told":               {want: `there are no words for "2" of seat `, tell: inWords("2", games.Telling{})},
	"a move is told in no words":       {want: `the words for "2" of seat `, tell: inWords("2", games.Telling{Did: missing})},
	"when it was made has no sentence": {want: `the words for "2" of seat `, tell: inWords("2", games.Telling{Did: games.Say("toy.over"), When: missing})},
	"what to try has no sentence":      {want: `the words for "2" of seat `, tell: inWords("2", games.Telling{Did: games.Say("toy.over"), Try: missing})},
	"what is no move is told":          {want: `the words for "x" of seat 0, which is not a move, are `, tell: inWords("x", games.Telling{When: games.Say("toy.over")})},
	"a lapse is told of":               {want: `the words for "lapse" of seat 0, which is not a move, are `, tell: inWords(games.Lapse, games.Telling{Did: games.Say("toy.over")})},
}

// inWords tells of one move in other words.
func inWords(one games.Move, other games.Telling) func(games.Move, *games.Telling) {
	return func(m games.Move, told *games.Telling) {
		if m == one {
			*told = other
		}
	}
}

// reasoning gives another reason for one move.
func reasoning(one games.Move, other games.Text) func(games.Move, *games.Text) {
	return func(m games.Move, why *games.Text) {
		if m == one {
			*why = other
		}
	}
}

// lining puts another line in the place of each.
func lining(line games.Text) func(toyView, *games.Words) {
	return func(_ toyView, w *games.Words) {
		if w.Unit > 0 {
			w.Line = line
		}
	}
}
