package message

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/puzzles"
	"parlour/storage"
)

// Until somebody has had the hint or the solution, nothing that they see depends on which move is the right one: neither
// texts nor buttons nor pictures nor forms, whatever was tried. That holds for a puzzle of each weekday.
func TestAPuzzleTellsNothing(t *testing.T) {
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	w := NewWriter(words, []string{"classic"})
	for day := puzzles.Day(20779); day < 20779+7; day++ {
		p := puzzles.Of(day)
		list := all.Games()
		game := list[slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == p.Game })]
		see := func(z Puzzle, tries []games.Move) (seen []any) {
			state, _, err := games.Replay(game, p.Setup(game.Info()), p.Log())
			if err != nil {
				t.Fatal(err)
			}
			seat := state.ToMove()[0]
			reader := Reader{ID: "ann", Guild: "guild", Channel: "games", Now: day.Start().Add(12 * time.Hour), Posts: true, Here: true}
			at := func(log []games.Ply) Pen {
				players := []storage.Player{{Name: "First"}, {Name: "Second"}}
				players[seat].ID = reader.ID
				m, err := match.Rehearse(game, p.Setup(game.Info()), log, players)
				if err != nil {
					t.Fatal(err)
				}
				return w.To(reader, m)
			}
			panel := func(z Puzzle, steps ...string) {
				msg, err := at(p.Log()).Puzzle(z, steps, 0, false)
				if err != nil {
					t.Fatalf("%s at %q: %v", p.Game, steps, err)
				}
				seen = append(seen, msg)
			}
			panel(z)
			for _, c := range state.Step(seat, nil).Options() {
				panel(z, c.Value)
			}
			seen = append(seen, *at(p.Log()).MoveForm(z.button(string(VerbType))), w.PuzzlePost("", z, at(p.Log()).Match, nil),
				w.PuzzleShared("", "Ann", "Pentago", z))
			for _, m := range tries {
				z.Own.Wrong++
				seen = append(seen, at(append(p.Log(), games.Ply{Seat: seat, Move: m})).PuzzleWrong(z))
				panel(z)
			}
			return seen
		}
		state, _, err := games.Replay(game, p.Setup(game.Info()), p.Log())
		if err != nil {
			t.Fatal(err)
		}
		legal := match.Without(state.Legal(state.ToMove()[0]), func(m games.Move) bool { return m == p.Move })
		tries := legal[:puzzleSolution]
		other := p
		other.Move = legal[puzzleSolution]
		right, wrong := see(Puzzle{Puzzle: p, Day: day}, tries), see(Puzzle{Puzzle: other, Day: day}, tries)
		for i := range right {
			if !reflect.DeepEqual(right[i], wrong[i]) {
				t.Errorf("%s: what is seen depends on the solution:\n%+v\n%+v", p.Game, right[i], wrong[i])
			}
		}
	}
}

// A hint is offered after three wrong answers and the solution after five, or once the day is over; before, a button that
// asks for the hint gives none.
func TestWhenAPuzzleHelps(t *testing.T) {
	for wrong := range 7 {
		z := Puzzle{Own: storage.Puzzles{Wrong: wrong}}
		if z.Hints() != (wrong >= 3) || z.Shows() != (wrong >= 5) {
			t.Errorf("after %d wrong answers: a hint %v, the solution %v", wrong, z.Hints(), z.Shows())
		}
		if z.Over = true; !z.Hints() || !z.Shows() {
			t.Error("a puzzle of yesterday is not told")
		}
	}
}
