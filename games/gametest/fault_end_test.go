package gametest

import (
	"errors"

	"parlour/games"
)

// endFaults are in results.
var endFaults = map[string]fault{
	"a seat has no place":      {want: "want a place and a score for each of 2 seats", result: func(_ toyState, r *games.Result, _ *bool) { r.Places = r.Places[:1] }},
	"a seat has no score":      {want: "want a place and a score for each of 2 seats", result: func(_ toyState, r *games.Result, _ *bool) { r.Scores = r.Scores[:1] }},
	"a dummy has no place":     {want: "want a place and a score for each of 3 seats", words: func(_ toyView, w *games.Words) { w.Dummies = 1 }},
	"nobody is first":          {want: "want 1 for the best", result: func(_ toyState, r *games.Result, _ *bool) { r.Places = []int{2, 2} }},
	"somebody is zeroth":       {want: "want 1 for the best", result: func(_ toyState, r *games.Result, _ *bool) { r.Places = []int{0, 1} }},
	"somebody is third of two": {want: "none over 2", result: func(_ toyState, r *games.Result, _ *bool) { r.Places = []int{1, 3} }},
}

// jsonFaults leave something out of what MarshalJSON writes.
var jsonFaults = map[string]fault{
	"what is sealed is not in the JSON":   {want: "does not tell positions apart", json: without(0)},
	"a sum is not in the JSON":            {want: "does not tell positions apart", json: without(1)},
	"a seat that left is not in the JSON": {want: "does not tell positions apart", json: without(2)},
	"the round is not in the JSON":        {want: "does not tell positions apart", json: without(3)},
	"the end is not in the JSON":          {want: "does not tell positions apart", json: without(4)},
	"a lapse is not in the JSON":          {want: "does not tell positions apart", json: without(5)},
	"an option is not in the JSON": {
		want:   "does not tell positions apart",
		info:   paced,
		option: func(s *toyState, pace string) { s.fast = pace == "fast" },
	},
	"what a move leads to is not in the JSON": {
		want: `"1" of seat 0 leads to`,
		json: without(6),
		play: func(p *played) {
			s, ok := p.next.(toyState)
			if n := *p.state.count; ok && !p.move.System() {
				if n++; n == 2 {
					s.sums[0] = 9
				}
				s.count = &n
				p.next = s
			}
		},
	},
}

// paced gives the toy an option.
func paced(i *games.Info) {
	i.Options = []games.Option{{Name: "pace", Values: []string{"slow", "fast"}, Default: "slow"}}
}

// beginning starts all the same where a key is refused, "" for newer rules, and so many seats play.
func beginning(key string, seats int) func(games.Setup, *error) {
	return func(s games.Setup, err *error) {
		if *err != nil && refusedBy(*err) == key && s.Seats == seats {
			*err = nil
		}
	}
}

// without leaves a field out of the JSON.
func without(field int) func([]any) { return func(fields []any) { fields[field] = nil } }

// changeFaults change a position, or do not make the same one again. They count
// in a place that all positions of a game share.
var changeFaults = map[string]fault{
	"a move changes what was":         {want: "a position changed while", play: count},
	"a move changes what all see":     {want: "a position changed while", play: count, view: seeCount(-1, 0, 1), sample: fromNote},
	"a move changes what a seat sees": {want: "a position changed while", play: count, view: seeCount(1), sample: fromNote},
	"a move changes a result": {
		want:   "a position changed while",
		play:   count,
		result: func(s toyState, r *games.Result, _ *bool) { r.Scores = []int{*s.count, 0} },
	},
	"it starts with any seats":    {want: "Start with too many seats gave <nil>, want refuse.seats", begin: beginning("refuse.seats", 3)},
	"it starts by newer rules":    {want: "Start with newer rules gave <nil>, want ErrRules", begin: beginning("", 2)},
	"it starts with any option":   {want: "Start with another option gave <nil>, want refuse.option.name", begin: beginning("refuse.option.name", 2)},
	"it starts without an option": {want: "Start with no options gave <nil>", begin: beginning("refuse.option.missing", 2), info: paced},
	"it does not start":           {want: "it does not start: no", start: func(*toyState) error { return errors.New("no") }},
	"it starts otherwise every second time": {
		want: "the log replays to another position",
		start: everySecond(func(s *toyState) error {
			*s.count = 7
			return nil
		}),
	},
	"it starts only every second time": {want: "the log does not replay: start toy: no", start: everySecond(func(*toyState) error { return errors.New("no") })},
}

func count(p *played) { *p.state.count++ }

// seeCount lets seats see the count; nobody sees what the spectator sees.
func seeCount(seats ...games.Seat) func(toyState, games.Seat, *toyView) {
	return func(s toyState, seat games.Seat, v *toyView) {
		for _, who := range seats {
			note(who, *s.count)(s, seat, v)
		}
	}
}

func fromNote(v toyView, s *toyState) {
	if n, noted := v.Note.(int); noted {
		*s.count = n
	}
}

func everySecond(start func(*toyState) error) func(*toyState) error {
	n := 0
	return func(s *toyState) error {
		if n++; n%2 == 0 {
			return start(s)
		}
		return nil
	}
}
