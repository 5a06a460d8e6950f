package gametest

import (
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/catchup"
	"parlour/games/search"
)

// crowd is Catchup on a board with thousands of moves. Its fault breaks a promise from the third turn on.
type crowd struct {
	catchup.Game
	fault crowdFault
	lists *int // how often many moves were listed
}

// A crowdFault changes answers of the crowd, if its functions are set.
type crowdFault struct {
	want string // in the error that finds it

	step   func(picked []string, s *games.Step)
	play   func(m games.Move) error
	legal  func(all []games.Move) []games.Move
	choose func(m games.Move) games.Move
	why    *games.Text
	spell  func(m games.Move) games.Move
	result func(r *games.Result)
	shares bool // whether a View keeps the picks that it was given
}

func (g crowd) Start(s games.Setup) (games.State, error) {
	first, err := g.Game.Start(s)
	if err != nil {
		return nil, err
	}
	return crowdState{first, g}, nil
}

func (g crowd) Parse(text string) (games.Move, error) {
	m, err := g.Game.Parse(text)
	if err == nil && g.fault.spell != nil {
		m = g.fault.spell(m)
	}
	return m, err
}

func (g crowd) Why(v games.View, seat games.Seat, m games.Move) games.Text {
	why := g.Game.Why(v, seat, m)
	if why.Key != "" && g.fault.why != nil {
		why = *g.fault.why
	}
	return why
}

type crowdState struct {
	games.State
	crowd crowd
}

// late reports whether two turns were made.
func (s crowdState) late() bool { return s.View(0).(catchup.View).Ply > 1 }

func (s crowdState) Legal(seat games.Seat) []games.Move {
	all := s.State.Legal(seat)
	if len(all) > shortList {
		*s.crowd.lists++
		if s.crowd.fault.legal != nil {
			all = s.crowd.fault.legal(all)
		}
	}
	return all
}

func (s crowdState) Step(seat games.Seat, picked []string) games.Step {
	step := s.State.Step(seat, picked)
	if s.crowd.fault.step != nil && len(step.Choices) > 0 && s.late() {
		s.crowd.fault.step(picked, &step)
	}
	return step
}

func (s crowdState) Shown(seat games.Seat, picked []string) games.View {
	v := s.State.Shown(seat, picked)
	if m, err := makingOf(v); err == nil && m != nil && s.crowd.fault.shares {
		m.Picked = picked
	}
	return v
}

func (s crowdState) Play(seat games.Seat, m games.Move) (games.State, error) {
	next, err := s.State.Play(seat, m)
	if err == nil && !m.System() && s.crowd.fault.play != nil && s.late() {
		err = s.crowd.fault.play(m)
	}
	if err != nil {
		return nil, err
	}
	return crowdState{next, s.crowd}, nil
}

func (s crowdState) Result() (games.Result, bool) {
	r, over := s.State.Result()
	if over && s.crowd.fault.result != nil {
		s.crowd.fault.result(&r)
	}
	return r, over
}

// crowdGames is how many games show every fault of a crowd.
const crowdGames = 3

func checkCrowd(f crowdFault) (lists int, err error) {
	g := crowd{fault: f, lists: &lists}
	thinks := Thinkers(g.Table(), search.Budget{Playouts: 10})["a thinker"]
	chooses := func(v games.View, seat games.Seat, seed games.Seed) games.Move {
		m := thinks(v, seat, seed)
		if f.choose != nil {
			m = f.choose(m)
		}
		return m
	}
	return lists, check(g, Config{Setup: SetupOf(g, "size=4"), Games: crowdGames, MaxPlies: catchup.MaxCells, Seed: 1,
		Players: map[string]games.Player{"crowd": chooses}})
}

// Where lists are long they are seldom made, however many positions are checked.
func TestLongListsAreSeldomMade(t *testing.T) {
	lists, err := checkCrowd(crowdFault{})
	if err != nil {
		t.Error(err)
	}
	if positions := 37 * (crowdGames + walks); lists == 0 || lists > positions/4 {
		t.Errorf("in some %d positions many moves were listed %d times, want some, and few", positions, lists)
	}
}

// crowdFaults are found though most moves are not listed.
var crowdFaults = map[string]crowdFault{
	"the list is not sorted": {want: "is not sorted bytewise", legal: func(all []games.Move) []games.Move {
		all[0], all[1] = all[1], all[0]
		return all
	}},
	"the list lacks moves":    {want: "which is not legal", legal: func(all []games.Move) []games.Move { return all[:1] }},
	"a menu lacks words":      {want: "has no sentence", step: func(_ []string, s *games.Step) { s.Choices[0].Label = missing }},
	"a deep menu lacks words": {want: "has no sentence", step: func(picked []string, s *games.Step) { s.Choices[min(len(picked)/2, len(s.Choices)-1)].Short = missing }},
	"a menu leads nowhere": {want: "lead nowhere", step: func(picked []string, s *games.Step) {
		if len(picked) == 3 {
			*s = games.Step{}
		}
	}},
	"a menu makes what is no move": {want: "Play refuses", step: func(_ []string, s *games.Step) {
		for i := range s.Choices {
			if s.Choices[i].Move != "" {
				s.Choices[i].Move += "!"
			}
		}
	}},
	"a move of a menu is refused": {want: "catchup.refuse.notation", play: func(m games.Move) error {
		if m[0] == 'c' {
			return games.Refuse("catchup.refuse.notation", "Typed", "c")
		}
		return nil
	}},
	"a View shares its picks":          {want: "its Making is {Picked:[?]", shares: true},
	"who leaves does not lose":         {want: `Play(0, "leave"): a seat whose time runs out is to lose, as one that leaves`, result: placing("reason.leave", 1, 1)},
	"a draw is won":                    {want: `"draw"): a seat whose time runs out is to lose`, result: placing("reason.draw", 1, 2)},
	"a move has two spellings":         {want: "want it as it is", spell: func(m games.Move) games.Move { return m + m }},
	"a reason has no sentence":         {want: "the reason for", why: &missing},
	"a player chooses what is no move": {want: `the player "crowd" chooses`, choose: func(m games.Move) games.Move { return m + "!" }},
}

// placing gives other places where a game ended for a reason.
func placing(reason string, places ...int) func(*games.Result) {
	return func(r *games.Result) {
		if r.Reason.Key == reason {
			r.Places = places
		}
	}
}

func TestFaultsAreFoundWhereListsAreLong(t *testing.T) {
	for name, f := range crowdFaults {
		if _, err := checkCrowd(f); err == nil || !strings.Contains(err.Error(), f.want) {
			t.Errorf("%s: a game with this fault gave\n%.300v\nwant an error with %q", name, err, f.want)
		}
	}
}
