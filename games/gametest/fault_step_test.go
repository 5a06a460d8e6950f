package gametest

import (
	"slices"
	"strings"

	"parlour/games"
)

// stepFaults are in what steps ask and how their choices lie.
var stepFaults = map[string]fault{
	"a step asks nothing":            {want: `the question: toy has no sentence for the key ""`, choices: stepping(func(s *games.Step) { s.Ask = games.Text{} })},
	"a question has no sentence":     {want: `the question: toy has no sentence for the key "toy.missing"`, choices: stepping(func(s *games.Step) { s.Ask = missing })},
	"a button says nothing":          {want: `the button of "2": toy has no sentence for the key ""`, choices: second(func(c *games.Choice) { c.Short = games.Text{} })},
	"a button has no sentence":       {want: `the button of "2": toy has no sentence for the key "toy.missing"`, choices: second(func(c *games.Choice) { c.Short = missing })},
	"a button is long":               {want: `says "1234567890é23", 13 characters, want at most 12`, choices: short("1234567890é23")},
	"a button is long by its text":   {want: `says "1000000 rounds", 14 characters`, choices: short(games.Say("toy.round", "Count", 1000000))},
	"a button has a name":            {want: `the value Number of toy.number is a name`, choices: short(games.Seat(0))},
	"a button has a shared sentence": {want: `refuse.over is not a sentence of toy`, choices: second(func(c *games.Choice) { c.Short = games.Say("refuse.over") })},
	"a small button has no sentence": {want: `the button of "2": toy has no sentence for the key "toy.missing"`, choices: second(func(c *games.Choice) { c.Tiny = missing })},
	"a small button is long":         {want: `the button of "2": it says "12345", 5 characters, want at most 4`, choices: second(func(c *games.Choice) { c.Tiny = games.Say("toy.number", "Number", "12345") })},
	"two buttons say the same":       {want: `the buttons of "1" and "2" both say "1"`, choices: short("1")},

	"a choice lies in an unknown way":   {want: "in a way that is not known", choices: stepping(func(s *games.Step) { s.Lies = games.Turn + 1 })},
	"a row is long":                     {want: "there are 21 choices", choices: stepping(func(s *games.Step) { s.Choices = ones(21) })},
	"a turn has four sides":             {want: "there are 4 choices", choices: stepping(func(s *games.Step) { s.Lies, s.Choices = games.Turn, ones(4) })},
	"a turn has one side":               {want: "there are 1 choices", choices: stepping(func(s *games.Step) { s.Lies, s.Choices = games.Turn, ones(1) })},
	"a grid has no places":              {want: "on 0×0 places", choices: stepping(func(s *games.Step) { s.Lies = games.Grid })},
	"a row has places":                  {want: "in way 2 on 3×1 places", choices: stepping(func(s *games.Step) { s.Wide, s.High = 3, 1 })},
	"a list has less than none":         {want: "in way 0 on -1×0 places", choices: stepping(func(s *games.Step) { s.Lies, s.Wide = games.List, -1 })},
	"a choice lies right of the grid":   {want: `"3" lies at 2, 0, outside 2×2 places`, choices: grid(2, 2, 0, 0, 1, 0, 2, 0)},
	"a choice lies below the grid":      {want: `"2" lies at 0, 2, outside 2×2 places`, choices: grid(2, 2, 0, 0, 0, 2, 1, 0)},
	"two choices lie at one place":      {want: `"1" and "3" both lie at 1, 1`, choices: grid(2, 2, 1, 1, 0, 1, 1, 1)},
	"a choice lies left of the grid":    {want: `"2" lies at -2, 0`, choices: grid(2, 2, 0, 0, -2, 0, 1, 1)},
	"a choice lies above the grid":      {want: `"2" lies at -1, -1`, choices: grid(2, 2, 0, 0, -1, -1, 1, 1)},
	"areas are asked about in no words": {want: `the question about the areas: toy has no sentence for the key "toy.missing"`, choices: stepping(func(s *games.Step) { s.AskArea = missing })},
	"an area has no label":              {want: "2 areas have 1 labels", choices: labels(games.Say("toy.ask"))},
	"an area is called what is missing": {want: `the button of area 2: toy has no sentence for the key "toy.missing"`, choices: labels(games.Say("toy.over"), missing)},
	"the label of an area is long":      {want: `the button of area 1: it says "Which number?", 13 characters, want at most 12`, choices: labels(games.Say("toy.ask"), games.Say("toy.over"))},
	"what is done already is no move":   {want: `Play refuses "4"`, choices: stepping(func(s *games.Step) { s.Done = "4" })},
	"a choice has the value of enough":  {want: "a bad or double choice", choices: stepping(func(s *games.Step) { s.Done = "1"; s.Choices[0].Value = games.Enough })},
	"a move is lost among the steps":    {want: `StepsTo finds the steps [] to "3"`, choices: losing},
	"a move leads on": {
		want: `the steps ["2"] make a move, and lead on`,
		choices: func(o *offered) {
			if o.seat == 0 && slices.Equal(o.picked, []string{"2"}) {
				o.step = games.Step{Ask: games.Say("toy.ask"), Choices: ones(2)}
			}
		},
	},
}

// shownFaults are in what is shown of a move in the making.
var shownFaults = map[string]fault{
	"no move is in the making":           {want: "Shown(0, []): it has no Making", shown: showing(0, func(l *looked) { l.view.Making = nil })},
	"the Making has other picks":         {want: "its Making is {Picked:[1]", shown: showing(0, func(l *looked) { l.view.Making.Picked = []string{"1"} })},
	"the Making has another step":        {want: "its Making is {Picked:[]", shown: showing(0, func(l *looked) { l.view.Making.Step.Wide = 7 })},
	"another board is shown":             {want: "nothing is picked, and the JSON is", shown: showing(0, func(l *looked) { l.view.Round++ })},
	"the spectator is shown a Making":    {want: "seat -1, which does not exist, is shown more", shown: showing(0, func(l *looked) { l.view.Making = &games.Making{} }, games.Spectator)},
	"nobody is shown a Making":           {want: "seat 99, which does not exist, is shown more", shown: showing(0, func(l *looked) { l.view.Making = &games.Making{} }, 99)},
	"a forged step is shown":             {want: `Shown(0, ["?"]) is not the plain View`, shown: showing(1, func(l *looked) { l.view.Mark = l.picked[0] })},
	"more than a move is shown":          {want: `"?"]) is not the plain View`, shown: showing(2, func(l *looked) { l.view.Tried = "1" })},
	"a move is not tried":                {want: "and not the View after", shown: showing(1, func(l *looked) { l.view.Tried = "" })},
	"another move is tried":              {want: "and not the View after", shown: showing(1, func(l *looked) { l.view.Tried += l.view.Tried[:min(1, len(l.view.Tried))] })},
	"what is shown tells what is sealed": {want: "seat 1 ", shown: telling(0)},
	"what is tried tells what is sealed": {want: "seat 1 ", try: telling(1)},
	"what is shown is the position's own": {
		want:  "or a View of it was written to",
		start: func(s *toyState) error { *s.count = 7; return nil }, sample: func(_ toyView, s *toyState) { *s.count = 7 },
		shown: showing(0, func(l *looked) { l.view.Mark = l.state.count }),
	},
	"a View is the position's own": {
		want:  "or a View of it was written to",
		start: func(s *toyState) error { *s.count = 7; return nil }, sample: func(_ toyView, s *toyState) { *s.count = 7 },
		view: func(s toyState, _ games.Seat, v *toyView) { v.Mark = s.count },
	},
}

// stepping changes every step that has choices.
func stepping(change func(*games.Step)) func(*offered) {
	return func(o *offered) {
		if len(o.step.Choices) > 0 {
			change(&o.step)
		}
	}
}

// short changes what the second button says: a value of its sentence, or all of it.
func short(what any) func(*offered) {
	return second(func(c *games.Choice) { c.Short = games.Say("toy.number", "Number", what) })
}

// grid places the choices of every step.
func grid(wide, high int, at ...int) func(*offered) {
	return stepping(func(s *games.Step) {
		s.Lies, s.Wide, s.High = games.Grid, wide, high
		for i := range s.Choices {
			s.Choices[i].X, s.Choices[i].Y = at[2*i], at[2*i+1]
		}
	})
}

// labels lays the choices of every step in two areas with these labels.
func labels(names ...games.Text) func(*offered) {
	lay := grid(games.AreaWide+1, 1, 0, 0, 1, 0, games.AreaWide, 0)
	return func(o *offered) {
		if lay(o); len(o.step.Choices) > 0 {
			o.step.AreaNames = names
		}
	}
}

// ones returns choices that all choose 1.
func ones(n int) []games.Choice {
	var all []games.Choice
	for i := range n {
		say := games.Say("toy.number", "Number", i)
		all = append(all, games.Choice{Value: strings.Repeat("1", i%15+1) + strings.Repeat("0", i/15), Label: say, Short: say, Move: "1"})
	}
	return all
}

// losing hides the move 3 at the end of sixty times sixty steps.
func losing(o *offered) {
	astray := slices.ContainsFunc(o.picked, func(v string) bool { return v[0] != 'v' })
	if o.seat != 0 || o.state.over || o.state.out[0] || len(o.picked) > 2 || astray {
		return
	}
	many := ones(60)
	for i := range many {
		many[i].Value, many[i].Move = "v"+strings.Repeat("v", i%10)+strings.Repeat("w", i/10), ""
	}
	last := many[59].Value
	o.step = games.Step{Ask: games.Say("toy.ask"), Choices: many}
	switch len(o.picked) {
	case 0:
		o.step.Choices = append(ones(2), many[2:]...)
		o.step.Choices[1].Move = "2"
	case 2:
		o.step.Choices = ones(1)
		if slices.Equal(o.picked, []string{last, last}) {
			o.step.Choices[0].Move = "3"
		}
	}
}

// showing changes what a player is shown after a number of picks; or what a seat is shown
// that does not exist.
func showing(picked int, change func(*looked), nobody ...games.Seat) func(*looked) {
	return func(l *looked) {
		plays := len(nobody) == 0 && (l.seat == 0 || l.seat == 1) && !l.state.over
		if len(l.picked) == picked && (plays && (picked != 0 || l.view.Making != nil) || slices.Contains(nobody, l.seat)) {
			change(l)
		}
	}
}

// telling marks what seat 0 sealed in what seat 1 is shown after a number of picks.
func telling(picked int) func(*looked) {
	return func(l *looked) {
		if l.seat == 1 && len(l.picked) == picked && l.state.sealed[0] == 3 && !l.state.out[1] {
			l.view.Mark = 3
		}
	}
}
