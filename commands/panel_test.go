package commands_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"parlour/commands"
	"parlour/games"
	"parlour/games/permute"
)

// wide is a game for two in which a move is one of 240 values and the first move ends the game.
type wide struct{}

func (wide) Info() games.Info {
	return games.Info{Name: "wide", Title: "Wide", Rules: 1, MinSeats: 2, MaxSeats: 2,
		Locale: fstest.MapFS{"locale/en.json": {Data: []byte(`{"wide.value": "value {{.N}}", "wide.ask": "Which value?", "wide.about": "Wide."}`)}}}
}
func (wide) Start(games.Setup) (games.State, error) { return wideState{}, nil }
func (wide) Parse(text string) (games.Move, error)  { return games.Move(text), nil }
func (wide) Example() games.Example                 { return games.Example{} }
func (wide) Scenes() []games.Scene                  { return nil }

type wideState struct{ played games.Move }

func (s wideState) ToMove() []games.Seat {
	if s.played != "" {
		return nil
	}
	return []games.Seat{0}
}
func (wideState) In() []games.Seat                        { return []games.Seat{0, 1} }
func (wideState) MarshalJSON() ([]byte, error)            { return []byte("{}"), nil }
func (wideState) Legal(games.Seat) []games.Move           { return nil }
func (s wideState) Shown(games.Seat, []string) games.View { return wideView(s) }
func (s wideState) Step(seat games.Seat, picked []string) games.Step {
	var all []games.Choice
	for n := range 240 {
		if v := fmt.Sprint(n); seat == 0 && len(picked) == 0 {
			say := games.Say("wide.value", "N", n)
			all = append(all, games.Choice{Value: v, Label: say, Short: say, Move: games.Move(v)})
		}
	}
	return games.Step{Ask: games.Say("wide.ask"), Choices: all}
}
func (s wideState) Play(_ games.Seat, m games.Move) (games.State, error) { return wideState{m}, nil }
func (s wideState) View(games.Seat) games.View                           { return wideView(s) }
func (s wideState) Result() (games.Result, bool) {
	return games.Result{Places: []int{1, 2}, Scores: []int{1, 0}, Reason: games.Say("r")}, s.played != ""
}

type wideView struct{ played games.Move }

func (v wideView) String() string   { return string(v.played) }
func (wideView) Words() games.Words { return games.Words{} }

// The values of a long step are on pages of up to four menus.
func TestLongMenus(t *testing.T) {
	w := newTalk(t)
	w.with(func(c *commands.Config) { c.Games = []games.Game{wide{}} })
	w.steps(t, "ann /play game:wide opponent:ben first:me", "ben clicks Accept on 1", "ann clicks Move on 2")
	var seen []string
	for page, steer := range [][]string{{"More choices", "Type it"}, {"Earlier choices", "More choices"}, {"Earlier choices"}} {
		shown := w.last("ann")
		checkMessage(t, shown)
		var buttons []string
		for _, c := range slices.Concat(shown.Rows...) {
			for _, o := range c.Options {
				seen = append(seen, o.Value)
			}
			if len(c.Options) == 0 {
				buttons = append(buttons, c.Label)
			}
		}
		if !slices.Equal(buttons, steer) {
			t.Errorf("page %d has the buttons %q, want %q", page, buttons, steer)
		}
		if page < 2 {
			w.steps(t, "ann clicks More choices")
		}
	}
	if len(seen) != 240 || seen[239] != "239" {
		t.Errorf("the pages have %d values, want 240", len(seen))
	}
	w.steps(t, "ann clicks Earlier choices", "ann picks 150", "ann clicks Confirm")
	w.heard(t, "ann", same, "Played.")
}

// The picture of a panel is of the move in the making: with the step at first, then with
// what is picked, and what may be picked next.
func TestPanelPicturesTheMoveInTheMaking(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1", "ann clicks Move on 2")
	shown := func() permute.View {
		return w.last("ann").Picture.View.(permute.View)
	}
	if v := shown(); v.Making == nil || len(v.Making.Picked) != 0 || len(v.Making.Step.Choices) != 64 || v.Face != nil {
		t.Errorf("the first picture has the move %+v and the face %v, want 64 choices and no face", v.Making, v.Face)
	}
	w.steps(t, "ann clicks 3")
	if p := w.last("ann").Picture; p.Area != 3 || p.Areas {
		t.Errorf("the picture of an area has the area %d, and numbers them: %v", p.Area, p.Areas)
	}
	w.steps(t, "ann picks d3")
	if v := shown(); v.Making == nil || !slices.Equal(v.Making.Picked, []string{"d3"}) || v.Face == nil || v.Face.Name() != "d3" || len(v.Outcomes) != 4 {
		t.Errorf("the second picture has the move %+v, the face %v and %d outcomes, want d3 and 4", v.Making, v.Face, len(v.Outcomes))
	}
	w.steps(t, "ann picks A-e3")
	if v := shown(); v.Making != nil || v.Last != "Ad3-e3" {
		t.Errorf("the preview has the move %+v and the last move %s, want it made", v.Making, v.Last)
	}
}
