package commands_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/storage"
)

// Whatever anybody but the planner sees tells nothing of a plan, up to the move for which it was
// made.
func TestPlanIsSecret(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "ann /play game:permute options:size=9,swap=off opponent:ben first:me", "ben clicks Accept on 1")
	w.steps(t, "ben presses 1:1:0:plan:Cd3-d4:confirm:f6:A-f7")
	if said := w.last("ben").Content; !strings.HasPrefix(said, "Planned.") {
		t.Fatalf("ben is told %q, want his plan", said)
	}
	w.steps(t, "ann /board", "ann /board text:true", "ann /games", "ann /record", "ann clicks More on 2", "ann /draw", "cleo /board",
		"cleo /record", "cleo clicks More on 2", "cleo clicks Move on 2", "ann presses 1:1:0:forget", "cleo presses 1:1:0:forget",
		"ann presses 1:1:0:plan:Cd3-d4:confirm:f6:A-f7", "ann types /move move:A")
	var seen []message.Message
	for _, p := range w.Posts {
		seen = append(seen, p.Versions...)
	}
	for who := range w.panel {
		if who != "ben" {
			seen = append(seen, w.private(who)...)
		}
	}
	for _, msg := range seen {
		if text := fmt.Sprintf("%+v %s", msg, altOf(msg)); strings.Contains(text, "f6-f7") || strings.Contains(text, "f6:A-f7") || strings.Contains(text, "lan, only") {
			t.Errorf("somebody else sees\n%s", text)
		}
	}
	w.steps(t, "ann plays Cd3-d4")
	if last := w.Posts[len(w.Posts)-1].Versions[0]; !strings.Contains(last.Content, "Ben: ↺ f6, keeps f7.") || !strings.Contains(last.Content, "<@ann>") {
		t.Errorf("after the move that was planned for the board says\n%s", last.Content)
	}
}

func altOf(m message.Message) string {
	if m.Picture == nil {
		return ""
	}
	return m.Picture.Alt
}

// Every step of a plan fits into the buttons of Discord, with the opponent's longest moves.
//
//test:unwatched
func TestPlansFitIntoButtons(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, g := range all.Games() {
		info := g.Info()
		if info.Hidden || info.MinSeats > 2 || info.MaxSeats < 2 {
			continue
		}
		w := newTalk(t)
		w.steps(t, "ann /play game:"+largest(info)+" opponent:ben first:me", "ben clicks Accept on 1")
		for range 8 {
			m := w.load(t, "1")
			seat := m.State.ToMove()[0]
			w.tryPlans(t, rng, m, 1-seat)
			w.steps(t, m.Players[seat].ID+" /move move:"+string(longest(m.State, seat, rng)))
		}
	}
}

// longest returns the longest of a few moves of a seat drawn at random.
func longest(s games.State, seat games.Seat, rng *rand.Rand) games.Move {
	best := games.Move("")
	for range 6 {
		if m := gametest.Stroll(rng, s, seat); len(m) > len(best) {
			best = m
		}
	}
	return best
}

// tryPlans walks through the panels of a plan at random.
func (w *talk) tryPlans(t *testing.T, rng *rand.Rand, m *match.Match, planner games.Seat) {
	t.Helper()
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	writer := message.NewWriter(words, palettes)
	r := message.Reader{ID: m.Players[planner].ID, Lang: "en", Guild: "guild", Own: storage.Person{ID: m.Players[planner].ID}}
	theirs := longest(m.State, 1-planner, rng)
	after, err := m.State.Play(1-planner, theirs)
	if err != nil {
		t.Fatal(err)
	}
	for _, stage := range []struct {
		theirs games.Move
		state  games.State
		seat   games.Seat
	}{{"", m.State, 1 - planner}, {theirs, after, planner}} {
		var steps []string
		for games.Made(stage.state, stage.seat, steps) == "" {
			msg, err := writer.To(r, m).PlanPanel(stage.theirs, steps, 0)
			if err != nil {
				t.Fatalf("%s: the plan after %q and %v: %v", m.Info.Title, stage.theirs, steps, err)
			}
			checkMessage(t, msg)
			choices := stage.state.Step(stage.seat, steps).Options()
			steps = append(steps, choices[rng.IntN(len(choices))].Value)
		}
		if msg, err := writer.To(r, m).PlanPanel(stage.theirs, steps, 0); err != nil {
			t.Errorf("%s: the preview after %q and %v: %v", m.Info.Title, stage.theirs, steps, err)
		} else {
			checkMessage(t, msg)
		}
	}
}

// load reads a match of the world.
func (w *talk) load(t testing.TB, id string) *match.Match {
	t.Helper()
	m, err := match.NewEnv(all.Games(), w.store, w.service.Config.Now, zeros{}).Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
