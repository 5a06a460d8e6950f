package gametest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"parlour/games"
)

// sightFaults are in what may be seen.
var sightFaults = map[string]fault{
	"it says that it hides nothing":  {want: "nothing is hidden in this game, but seat ", info: func(i *games.Info) { i.Hidden = false }},
	"the board as text is long":      {want: "of seat -1 has 7", view: note(games.Spectator, strings.Repeat("x", 700))},
	"a seat's board as text is long": {want: "of seat 1 has 7", view: note(1, strings.Repeat("x", 700))},
	"a seat's view is no JSON":       {want: "the view of seat 1 cannot be written as JSON", view: note(1, math.Inf(1))},
	"nobody sees something":          {want: "View(99) is not what a spectator sees", view: note(99, "more")},
	"the spectator sees what is sealed": {
		want: "seat -1 can tell whether",
		view: func(s toyState, seat games.Seat, v *toyView) {
			if seat != 0 && seat != 1 {
				v.Sealed = s.sealed
			}
		},
	},
	"a seat sees what is sealed": {
		want: "seat 1 can tell whether seat 0 sealed",
		view: func(s toyState, seat games.Seat, v *toyView) {
			if seat == 1 {
				v.Sealed = s.sealed
			}
		},
	},
	"a seat's moves tell what is sealed": {
		want: "seat 1 ", // can tell, or sees in a sample
		legal: func(l *listed) {
			if l.seat == 1 && l.state.sealed[0] == 3 && len(l.moves) > 0 {
				l.moves = l.moves[:2]
			}
		},
	},
	"a seat's choices tell what is sealed": {
		want: "seat 1 ",
		choices: func(o *offered) {
			if o.seat == 1 && o.state.sealed[0] == 3 && len(o.step.Choices) > 0 {
				o.step.Choices[0].Label = games.Say("toy.owes")
			}
		},
	},
	"nothing is ever hidden": { // one seat plays alone, for long
		want:  "no sample was another position",
		start: func(s *toyState) error { s.out[1] = true; return nil },
		play: func(p *played) {
			if s, ok := p.next.(toyState); ok && !p.move.System() && s.sums[0] < 30 {
				s.round, s.over = 0, false
				p.next = s
			}
		},
	},
	"a sample is wrong for the spectator": {
		want: "seat -1 sees in a sample",
		sample: func(v toyView, s *toyState) {
			if v.Sealed == [2]int{0, -1} {
				s.sealed = [2]int{1, 0}
			}
		},
	},
	"a sample is wrong for a seat": {
		want: "seat 1 sees in a sample",
		sample: func(v toyView, s *toyState) {
			if v.Sealed[1] > 0 {
				s.sealed[1] = 1
			}
		},
	},
}

// menuFaults are in the menus.
var menuFaults = map[string]fault{
	"all positions seem to offer the same":   {want: "Offers(0) says true of whether", offers: func(toyState, games.Seat) any { return 0 }},
	"positions seem to offer something else": {want: "Offers(0) says false of whether", offers: func(s toyState, _ games.Seat) any { return fmt.Sprint(s.sealed) }},
	"a move is in no menu": {
		want: `no menu of seat 1 reaches "2"`,
		choices: func(o *offered) {
			if o.seat == 1 {
				o.step.Choices = slices.DeleteFunc(o.step.Choices, func(c games.Choice) bool { return c.Move == "2" })
			}
		},
	},
	"a forged step leads on": {
		want: `Step(0, ["?"]) offers something`,
		choices: func(o *offered) {
			if o.seat == 0 && slices.Equal(o.picked, []string{"?"}) {
				o.step = o.state.Step(0, nil)
			}
		},
	},
	"a forged second step leads on": {
		want: `Step(0, ["more" "?"]) offers something`,
		choices: func(o *offered) {
			switch {
			case len(o.step.Choices) > 0:
				o.step.Choices = append(o.step.Choices, another("more", ""))
			case o.seat == 0 && len(o.picked) > 0 && o.picked[0] == "more" && o.picked[len(o.picked)-1] != "1":
				o.step = games.Step{Ask: games.Say("toy.ask"), Choices: []games.Choice{another("1", "1")}}
			}
		},
	},
	"who left makes another's move": {
		want: `Step(1, ["1"]) offers something`,
		choices: func(o *offered) {
			if o.seat == 1 && o.state.out[1] && !o.state.over && slices.Equal(o.picked, []string{"1"}) {
				o.step = games.Step{Ask: games.Say("toy.ask"), Choices: ones(1)}
			}
		},
	},
	"who left is shown another's move": {
		want: `Shown(1, ["1"]) is not the plain View`,
		shown: func(l *looked) {
			if l.seat == 1 && l.state.out[1] && !l.state.over && slices.Equal(l.picked, []string{"1"}) {
				l.view.Tried = "1"
			}
		},
	},
	"steps are long": {
		want: "have 62 characters, want at most 60",
		choices: func(o *offered) {
			long := another(strings.Repeat("1", 20), "")
			if len(o.step.Choices) > 0 || len(o.picked) > 0 && o.picked[0] == long.Value {
				o.step.Ask, o.step.Choices = games.Say("toy.ask"), append(o.step.Choices, long)
			}
		},
	},
	"a choice leads nowhere":        {want: `the steps ["nowhere"] lead nowhere`, choices: offer("nowhere", "")},
	"a choice is refused":           {want: `Play refuses "4"`, choices: offer("4", "4")},
	"a value has a blank":           {want: "a bad or double choice", choices: offer("1 ", "1")},
	"a value is empty":              {want: "a bad or double choice", choices: offer("", "1")},
	"a value has 21 characters":     {want: "a bad or double choice", choices: offer(strings.Repeat("1", 21), "1")},
	"two choices have equal values": {want: "a bad or double choice", choices: offer("2", "1")},
}

// note lets one seat see something; or all who have none.
func note(seat games.Seat, what any) func(toyState, games.Seat, *toyView) {
	return func(_ toyState, of games.Seat, v *toyView) {
		if of == seat || seat == games.Spectator && of != 0 && of != 1 {
			v.Note = what
		}
	}
}

// offer adds a choice to every menu.
func offer(value string, m games.Move) func(*offered) {
	return stepping(func(s *games.Step) { s.Choices = append(s.Choices, another(value, m)) })
}

// another returns a choice besides those of the toy.
func another(value string, m games.Move) games.Choice {
	return games.Choice{Value: value, Label: games.Say("toy.owes"), Short: games.Say("toy.owes"), Move: m}
}
