package gametest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"parlour/games"
)

// crowd is a made-up game with 2,744 moves: three letters of 14, each a step of its own. The seats
// take turns, seven times; the last one to move wins. Its fault breaks a promise.
type crowd struct {
	fault crowdFault
	lists *int // how often its moves were listed
}

// A crowdFault changes answers of the crowd, if its functions are set.
type crowdFault struct {
	want string // in the error that finds it

	step   func(picked []string, s *games.Step)
	play   func(m games.Move) error
	legal  func(all []games.Move) []games.Move
	choose func(m games.Move) games.Move
	why    func() games.Text
	spell  func(m games.Move) games.Move
	result func(r *games.Result)
	shares bool // whether a View keeps the picks that it was given
}

const crowdLetters = "abcdefghijklmn"

const crowdSentences = `{
	"crowd.about": "Say three letters.", "crowd.rules": "Say three letters in turn, seven times.",
	"crowd.level.easy": "says anything", "crowd.level.medium": "says anything", "crowd.level.hard": "says anything",
	"crowd.caption": "Three letters were said.", "crowd.alt": "Letters that were said:",
	"crowd.ask": "Which letter?", "crowd.letter": "{{.Letter}}", "crowd.line": "{{.Move}}", "crowd.score": "{{.Turns}} said",
	"crowd.refuse": "Say three letters.", "crowd.reason": "the last one wins"
}`

func (crowd) Info() games.Info {
	return games.Info{Name: "crowd", Title: "Crowd", Rules: 1, MinSeats: 2, MaxSeats: 2, Forfeit: true,
		Locale: fstest.MapFS{"locale/en.json": {Data: []byte(crowdSentences)}}}
}

func (g crowd) Start(s games.Setup) (games.State, error) {
	return crowdState{crowd: g}, g.Info().Check(s)
}

func crowdMove(text string) bool {
	return len(text) == 3 && strings.Trim(text, crowdLetters) == ""
}

func (g crowd) Parse(text string) (games.Move, error) {
	if !crowdMove(text) {
		return "", games.Refuse("crowd.refuse")
	}
	if g.fault.spell != nil {
		return g.fault.spell(games.Move(text)), nil
	}
	return games.Move(text), nil
}

var crowdSetup = games.Setup{Game: "crowd", Rules: 1, Seats: 2}

func (crowd) Example() games.Example {
	return games.Example{Setup: crowdSetup, Log: games.InTurn(2, "abc"), Seat: games.Spectator, Caption: games.Say("crowd.caption"), Alt: games.Say("crowd.alt")}
}

func (crowd) Scenes() []games.Scene {
	scene := games.Scene{Name: "begin", Setup: crowdSetup, Seat: 0, Picked: []string{"a"}, Preview: true, Contrast: true}
	end := games.Scene{Name: "end", Setup: crowdSetup, Seat: games.Spectator, Log: games.InTurn(2, "aaa", "aab", "aac", "aad", "aae", "aaf", "aag")}
	return []games.Scene{scene, end}
}

func (crowd) Yardsticks() []string { return nil }

func (g crowd) Why(v games.View, seat games.Seat, m games.Move) games.Text {
	if g.fault.why == nil || v.(crowdView).Ply%2 != int(seat) || !crowdMove(string(m)) {
		return games.Text{}
	}
	return g.fault.why()
}

func (g crowd) Levels() []games.Level { return games.Ladder(3, 2) }

func (g crowd) Advise(games.View, games.Seat, games.Move, games.Seed) games.Advice {
	return games.Advice{Best: "abc"}
}

func (g crowd) Player(name string, each time.Duration) (games.Player, error) {
	switch {
	case games.Level(name).Step(g.Levels()) == 0:
		return nil, games.NoPlayer(g, name)
	case each > 0:
		return nil, games.Untimed(g, name)
	}
	return g.chooses, nil
}

func (g crowd) chooses(v games.View, _ games.Seat, seed games.Seed) games.Move {
	m := games.Move(strings.Repeat(crowdLetters[seed[0]:seed[0]+1], 3))
	if g.fault.choose != nil && v.(crowdView).Ply > 0 {
		return g.fault.choose(m)
	}
	return m
}

type crowdState struct {
	games.Duel
	crowd crowd
	said  string
}

func (s crowdState) Legal(seat games.Seat) (all []games.Move) {
	if !s.Owes(seat) {
		return nil
	}
	*s.crowd.lists++
	const n = len(crowdLetters)
	for i := range n * n * n {
		all = append(all, games.Move([]byte{crowdLetters[i/n/n], crowdLetters[i/n%n], crowdLetters[i%n]}))
	}
	if s.crowd.fault.legal != nil {
		all = s.crowd.fault.legal(all)
	}
	return all
}

func (s crowdState) Step(seat games.Seat, picked []string) games.Step {
	so := strings.Join(picked, "")
	if !s.Owes(seat) || len(picked) > 2 || strings.Trim(so, crowdLetters) != "" || len(so) != len(picked) {
		return games.Step{}
	}
	step := games.Step{Ask: games.Say("crowd.ask"), Open: true}
	for _, letter := range strings.Split(crowdLetters, "") {
		say := games.Say("crowd.letter", "Letter", letter)
		c := games.Choice{Value: letter, Label: say, Short: say}
		if len(picked) == 2 {
			c.Move = games.Move(so + letter)
		}
		step.Choices = append(step.Choices, c)
	}
	if s.crowd.fault.step != nil && s.Ply > 1 {
		s.crowd.fault.step(picked, &step)
	}
	return step
}

func (s crowdState) Shown(seat games.Seat, picked []string) games.View {
	if m := games.Made(s, seat, picked); m != "" {
		if next, err := s.Play(seat, m); err == nil {
			return next.View(seat)
		}
	}
	v := s.View(seat).(crowdView)
	if step := s.Step(seat, picked); len(step.Choices) > 0 {
		v.Making = &games.Making{Picked: slices.Clone(picked), Step: step}
		if s.crowd.fault.shares {
			v.Making.Picked = picked
		}
	}
	return v
}

func (s crowdState) Play(seat games.Seat, m games.Move) (games.State, error) {
	if err := s.Check(seat, m); err != nil {
		return nil, err
	}
	if m.System() {
		s.Stop(seat, m)
		return s, nil
	}
	if !crowdMove(string(m)) {
		return nil, games.Refuse("crowd.refuse")
	}
	if s.crowd.fault.play != nil && s.Ply > 1 {
		if err := s.crowd.fault.play(m); err != nil {
			return nil, err
		}
	}
	s.Move(m)
	s.said += string(m)
	if s.Ply == 7 {
		s.End(s.Mover, games.Say("crowd.reason"))
	}
	return s, nil
}

func (s crowdState) View(games.Seat) games.View {
	return crowdView{Ply: s.Ply, Said: s.said, Last: s.Last, Mover: s.Mover, Ended: s.Reason(), Winner: s.Winner()}
}

func (s crowdState) Result() (games.Result, bool) {
	r, over := s.ResultOf([2]int{s.Ply, s.Ply})
	if over && s.crowd.fault.result != nil {
		s.crowd.fault.result(&r)
	}
	return r, over
}

func (s crowdState) MarshalJSON() ([]byte, error) { return json.Marshal(s.View(0)) }

type crowdView struct {
	Ply           int
	Said          string
	Last          games.Move
	Mover, Winner games.Seat
	Ended         *games.Text
	Making        *games.Making `json:"-"`
}

func (v crowdView) String() string { return v.Said }

func (v crowdView) Words() games.Words {
	w := games.Words{Score: games.Say("crowd.score", "Turns", v.Ply), Owes: games.Say("crowd.ask"), Unit: games.DuelUnit(v.Ply, v.Last)}
	switch {
	case v.Last.System():
		w.Line = games.SystemLine(v.Mover, v.Last)
	case v.Last != "":
		w.Line = games.Say("crowd.line", "Move", string(v.Last))
	}
	return w
}

// crowdGames is how many games show every fault of a crowd.
const crowdGames = 12

func checkCrowd(f crowdFault) (lists int, err error) {
	g := crowd{f, &lists}
	return lists, check(g, Config{Setup: crowdSetup, Games: crowdGames, MaxPlies: 20, Seed: 1, Players: map[string]games.Player{"crowd": g.chooses}})
}

// Where lists are long they are seldom made, however many positions are checked.
func TestLongListsAreSeldomMade(t *testing.T) {
	lists, err := checkCrowd(crowdFault{})
	if err != nil {
		t.Error(err)
	}
	const positions = crowdGames*7 + walks*7
	if lists == 0 || lists > positions {
		t.Errorf("in some %d positions the moves were listed %d times, want some, and no more than once in each", positions, lists)
	}
}

// crowdFaults are found though most moves are not listed.
var crowdFaults = map[string]crowdFault{
	"the list is not sorted": {want: "is not sorted bytewise", legal: func(all []games.Move) []games.Move {
		all[0], all[1] = all[1], all[0]
		return all
	}},
	"the list lacks a move": {want: "which is not legal", legal: func(all []games.Move) []games.Move {
		return slices.DeleteFunc(all, func(m games.Move) bool { return m == "bbb" })
	}},
	"a menu lacks words":      {want: "has no sentence", step: func(_ []string, s *games.Step) { s.Choices[3].Label = missing }},
	"a deep menu lacks words": {want: "has no sentence", step: func(picked []string, s *games.Step) { s.Choices[len(picked)].Short = missing }},
	"a menu leads nowhere": {want: "lead nowhere", step: func(picked []string, s *games.Step) {
		if len(picked) == 2 {
			s.Choices = nil
		}
	}},
	"a menu makes what is no move": {want: "Play refuses", step: func(picked []string, s *games.Step) {
		for i := range s.Choices {
			if len(picked) == 2 {
				s.Choices[i].Move += "!"
			}
		}
	}},
	"a move of a menu is refused": {want: "crowd.refuse", play: func(m games.Move) error {
		if m[0] == 'k' {
			return games.Refuse("crowd.refuse")
		}
		return nil
	}},
	"a View shares its picks":          {want: "its Making is {Picked:[?]", shares: true},
	"who leaves does not lose":         {want: `Play(0, "leave"): a seat whose time runs out is to lose, as one that leaves`, result: placing("reason.leave", 1, 1)},
	"a draw is won":                    {want: `"draw"): a seat whose time runs out is to lose`, result: placing("reason.draw", 1, 2)},
	"a move has two spellings":         {want: "want it as it is", spell: func(m games.Move) games.Move { return m[2:] + m[:2] }},
	"a reason has no sentence":         {want: "the reason for", why: func() games.Text { return missing }},
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
