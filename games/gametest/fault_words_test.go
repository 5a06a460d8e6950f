package gametest

import "parlour/games"

// wordFaults are in what is said.
var wordFaults = map[string]fault{
	"it has no catalogue":           {want: "toy has no sentences", info: func(i *games.Info) { i.Locale = nil }},
	"a sentence is missing":         {want: `toy has no sentence for the key "toy.missing"`, words: func(_ toyView, w *games.Words) { w.Last[0] = missing }},
	"an empty sentence is said":     {want: `no sentence for the key ""`, words: func(_ toyView, w *games.Words) { w.Last[0] = games.Text{} }},
	"a sentence is of another room": {want: `no sentence for the key "table.left"`, words: func(_ toyView, w *games.Words) { w.Last[0] = games.Say("table.left") }},
	"a sentence only looks shared":  {want: `no sentence for the key "refuse.toy"`, words: func(_ toyView, w *games.Words) { w.Last[0] = games.Say("refuse.toy") }},
	"a shared sentence lacks a value": {
		want:  "the sentence of refuse.turn needs a value Player",
		words: func(_ toyView, w *games.Words) { w.Last[0] = games.Say("refuse.turn") },
	},
	"a score lacks a value": {
		want:  "the sentence of toy.number needs a value Number",
		words: func(_ toyView, w *games.Words) { w.Score = games.Say("toy.number", "Count", 1) },
	},
	"a value that may be empty lacks": {
		want:  "the sentence of toy.last needs a value What",
		words: func(_ toyView, w *games.Words) { w.Score = games.Say("toy.last", "Players", "all") },
	},
	"what is owed is not counted": {
		want:  "the sentence of toy.round has a plural and needs an int Count",
		words: func(_ toyView, w *games.Words) { w.Owes = games.Say("toy.round", "Count", "2") },
	},
	"a side has no sentence": {want: `"toy.missing"`, words: func(_ toyView, w *games.Words) { w.Sides[1] = missing }},
	"a sentence within one is missing": {
		want:  `the value Number of toy.number: toy has no sentence for the key "toy.missing"`,
		words: func(_ toyView, w *games.Words) { w.Score = games.Say("toy.number", "Number", missing) },
	},
	"a value cannot be said": {
		want:  "the value Number of toy.number: 2 is a float64, which cannot be said",
		words: func(_ toyView, w *games.Words) { w.Score = games.Say("toy.number", "Number", 2.0) },
	},
	"a seat's words have no sentence": {
		want: `the words for seat 1: toy has no sentence for the key "toy.missing"`,
		view: note(1, "x"),
		words: func(v toyView, w *games.Words) {
			if v.Note != nil {
				w.Score = missing
			}
		},
	},
	"lower case has no sentence": {want: `"toy.missing"`, words: func(_ toyView, w *games.Words) { w.Small = missing }},
	"a bid has no sentence":      {want: `"toy.missing"`, words: func(_ toyView, w *games.Words) { w.Own = missing }},
	"a choice echoes what has no sentence": {
		want:    `what "2" echoes: toy has no sentence for the key "toy.missing"`,
		choices: second(func(c *games.Choice) { c.Echo = missing }),
	},
	"a choice is asked about in no words": {
		want:    `what "2" asks at last: toy has no sentence for the key "toy.missing"`,
		choices: second(func(c *games.Choice) { c.Sure = missing }),
	},
	"a choice has no label":   {want: `the label of "2": toy has no sentence for the key ""`, choices: second(func(c *games.Choice) { c.Label = games.Text{} })},
	"a label has no sentence": {want: `the label of "2": toy has no sentence for the key "toy.missing"`, choices: second(func(c *games.Choice) { c.Label = missing })},
	"a refusal has no sentence": {
		want: `Play(0, "x"), which is not a move, gave <nil>: toy has no sentence for the key "toy.missing"`,
		play: playing(anySeat, "x", unsaid),
	},
	"a refusal of a system move has none": {want: `Play(0, "return"): toy has no sentence for the key "toy.missing"`, play: playing(0, games.Return, unsaid)},
	"Parse refuses without a sentence":    {want: `Parse("x") = "": toy has no sentence for the key "toy.missing"`, parse: parsing("x", "", games.Refuse("toy.missing"))},
	"a reason has no sentence": {
		want:   `the reason of the result: toy has no sentence for the key "toy.missing"`,
		result: func(s toyState, r *games.Result, _ *bool) { r.Reason = missing },
	},
	"a result has no reason": {
		want:   `the reason of the result: toy has no sentence for the key ""`,
		result: func(s toyState, r *games.Result, _ *bool) { r.Reason = games.Text{} },
	},
	"the reason of a draw has no sentence": {
		want: `Play(0, "draw"): the reason of the result: toy has no sentence`,
		result: func(s toyState, r *games.Result, _ *bool) {
			if s.round == 0 {
				r.Reason = missing
			}
		},
	},
	"a lapse is told without a sentence": {
		want: `Play(0, "lapse"): toy has no sentence for the key "toy.missing"`,
		words: func(v toyView, w *games.Words) {
			if v.Lapsed {
				w.Last[0] = missing
			}
		},
	},
}

// missing has no sentence.
var missing = games.Say("toy.missing")

// second changes the second choice of every menu.
func second(change func(*games.Choice)) func(*offered) {
	return func(o *offered) {
		if len(o.step.Choices) > 0 {
			change(&o.step.Choices[1])
		}
	}
}
