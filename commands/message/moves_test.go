package message

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/storage"
)

// matchOf returns a match of Ann and Ben.
func matchOf(g games.Game, s games.State) *match.Match {
	m := &match.Match{Game: g, Info: g.Info(), State: s}
	m.Phase, m.Players = storage.Playing, []storage.Player{{ID: "ann", Name: "Ann"}, {ID: "ben", Name: "Ben"}}
	return m
}

// catchupAfter returns a match of Catchup on the usual board after moves.
func catchupAfter(t *testing.T, moves string) *match.Match {
	t.Helper()
	for _, g := range all.Games() {
		if info := g.Info(); info.Name == "catchup" {
			options, _ := info.Complete(nil)
			s, _, err := games.Replay(g, games.Setup{Game: info.Name, Rules: info.Rules, Seats: 2, Options: options}, games.Line(2, moves))
			if err != nil {
				t.Fatal(err)
			}
			return matchOf(g, s)
		}
	}
	t.Fatal("there is no Catchup")
	return nil
}

// The form for a move shows how all is written that may be: three cells where three stones may be
// placed.
func TestFormShowsTheLongestMove(t *testing.T) {
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	w := NewWriter(words, []string{"classic"})
	for _, c := range []struct {
		moves string
		seat  games.Seat
		want  string
	}{
		{"", 0, "For example a1"},
		{"e5", 1, "For example a1,a2"},
		{"e5 i1,i2", 0, "For example a1,a2,a3"},
	} {
		m := catchupAfter(t, c.moves)
		if form := w.To(Reader{ID: m.Players[c.seat].ID, Lang: "en"}, m).MoveForm(Button{}); form.Hint != c.want {
			t.Errorf("after %q the form says %q, want %q", c.moves, form.Hint, c.want)
		}
	}
}

// An example is a move that can be made, in every game; where steps are never a move already, it is
// the one of the first choices.
func TestExamplesCanBeMade(t *testing.T) {
	for _, g := range all.Games() {
		info := g.Info()
		options, _ := info.Complete(nil)
		s, err := g.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: info.MinSeats, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		rng, looked := rand.New(rand.NewPCG(3, 4)), 0
		for ; looked < 60 && len(s.ToMove()) > 0; looked++ {
			m, seat := matchOf(g, s), s.ToMove()[0]
			example := m.AnyMove(seat)
			if _, err := s.Play(seat, example); err != nil {
				t.Fatalf("%s: the example %q can't be played: %v", info.Name, example, err)
			}
			if first := firstMove(s, seat); info.Name != "catchup" && example != first {
				t.Errorf("%s: the example is %q, want the first choices, %q", info.Name, example, first)
			}
			if s, err = s.Play(seat, gametest.Stroll(rng, s, seat)); err != nil {
				t.Fatal(err)
			}
		}
		if looked == 0 {
			t.Errorf("%s has no position to look at", info.Name)
		}
	}
}

// firstMove returns the move of the first choices of each step; a bid is one as soon as it can be.
func firstMove(s games.State, seat games.Seat) games.Move {
	var picked []string
	for {
		step := s.Step(seat, picked)
		if step.Done != "" {
			return step.Done
		}
		if picked = append(picked, step.Choices[0].Value); step.Choices[0].Move != "" {
			return step.Choices[0].Move
		}
	}
}

// Completion offers a cell as it is written, not its steps and its label too; a row is called one.
func TestCompletionWritesCells(t *testing.T) {
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	ben := NewWriter(words, []string{"classic"}).To(Reader{ID: "ben", Lang: "en"}, catchupAfter(t, "e5"))
	for text, want := range map[string]MenuOption{
		"g4": {Label: "g4", Value: "g 4"},
		"g":  {Label: "g · row g", Value: "g"},
	} {
		found := ben.SuggestMoves(text)
		if !slices.Contains(found, want) {
			t.Errorf("%q is completed with %v, want %v", text, found, want)
		}
		if steps, _, err := ben.ReadMove(want.Value); err != nil || len(steps) == 0 {
			t.Errorf("%q is not understood: %v", want.Value, err)
		}
		for _, o := range found {
			if value, said, two := strings.Cut(o.Label, " · "); two && games.Fold(value) == games.Fold(said) {
				t.Errorf("%q is completed with %q, which says it twice", text, o.Label)
			}
		}
	}
}

// Out of turn a part of a move, and a text that is none, get the answer that a whole move gets:
// whose turn it is.
func TestPartsOutOfTurn(t *testing.T) {
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	w, told := NewWriter(words, []string{"classic"}), 0
	for _, g := range all.Games() {
		info := g.Info()
		options, _ := info.Complete(nil)
		start, err := g.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: 2, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		m := matchOf(g, start)
		waits := 1 - start.ToMove()[0]
		if m.MayMove(waits) { // all bid at once
			continue
		}
		first := start.Step(start.ToMove()[0], nil).Options()[0]
		move := start.Legal(start.ToMove()[0])[0]
		for _, text := range []string{string(move), first.Value, string(move[:1]), strings.ToLower(string(move[:2])), "b2", "5", "hello"} {
			_, _, err := w.To(Reader{ID: m.Players[waits].ID, Lang: "en"}, m).ReadMove(text)
			var refusal *games.Refusal
			if !errors.As(err, &refusal) || refusal.Text.Key != "refuse.turn" {
				t.Errorf("%s: out of turn %q is answered with %v, want refuse.turn", info.Name, text, err)
			}
		}
		told++
	}
	if told < 3 {
		t.Errorf("%d games have turns, want 3 or more", told)
	}
}
