package message

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/catchup"
	"parlour/storage"
)

// matchOf returns a match of Ann and Ben.
func matchOf(g games.Game, s games.State) *match.Match {
	m := &match.Match{Game: g, Info: g.Info(), State: s}
	m.Phase, m.Players = storage.Playing, []storage.Player{{ID: "ann", Name: "Ann"}, {ID: "ben", Name: "Ben"}}
	return m
}

// beginning is a game at its usual beginning.
func beginning(t *testing.T, g games.Game, seats int) games.State {
	t.Helper()
	info := g.Info()
	options, _ := info.Complete(nil)
	s, err := g.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: max(info.MinSeats, seats), Options: options, Seed: games.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// catchupAfter returns a match of Catchup on the usual board after moves.
func catchupAfter(t *testing.T, moves string) *match.Match {
	t.Helper()
	s := beginning(t, catchup.Game{}, 2)
	for _, p := range games.Line(2, moves) {
		var err error
		if s, err = s.Play(p.Seat, p.Move); err != nil {
			t.Fatal(err)
		}
	}
	return matchOf(catchup.Game{}, s)
}

// The form for a move shows how all is written that may be: three cells where three stones may be
// placed.
func TestFormShowsTheLongestMove(t *testing.T) {
	w := writer(t)
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

// In games at random an example is a move that can be made, in every game; where steps are never a move already, it is
// the one of the first choices. Every move is said in the words of its steps, in one short line, and none falls back on
// its notation.
func TestMovesOfEveryGame(t *testing.T) {
	w := writer(t)
	for _, g := range all.Games() {
		name, s := g.Info().Name, beginning(t, g, 2)
		voice, seen := w.Voice("en", []string{"Ann", "Ben"}), map[string]games.Move{}
		rng, looked := rand.New(rand.NewPCG(3, 4)), 0
		for ; looked < 60 && len(s.ToMove()) > 0; looked++ {
			seat := s.ToMove()[0]
			example := matchOf(g, s).AnyMove(seat)
			if _, err := s.Play(seat, example); err != nil {
				t.Fatalf("%s: the example %q can't be played: %v", name, example, err)
			}
			if first := firstMove(s, seat); name != "catchup" && example != first {
				t.Errorf("%s: the example is %q, want the first choices, %q", name, example, first)
			}
			legal := s.Legal(seat)
			move := legal[rng.IntN(len(legal))]
			said := sayMove(voice, s, seat, move)
			if said == "" || strings.ContainsAny(said, "`\n") || len([]rune(said)) > 300 {
				t.Errorf("%s: %s is said as %q", name, move, said)
			}
			if other, twice := seen[said]; twice && other != move {
				t.Errorf("%s: %s and %s are both said as %q", name, move, other, said)
			}
			seen[said] = move
			var err error
			if s, err = s.Play(seat, move); err != nil {
				t.Fatal(err)
			}
		}
		if looked == 0 {
			t.Errorf("%s has no position to look at", name)
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
	ben := writer(t).To(Reader{ID: "ben", Lang: "en"}, catchupAfter(t, "e5"))
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
	w, told := writer(t), 0
	for _, g := range all.Games() {
		start := beginning(t, g, 2)
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
				t.Errorf("%s: out of turn %q is answered with %v, want refuse.turn", g.Info().Name, text, err)
			}
		}
		told++
	}
	if told < 3 {
		t.Errorf("%d games have turns, want 3 or more", told)
	}
}

// Named puts names in the place of seats, and leaves the refusal that it was given as it was.
func TestNamed(t *testing.T) {
	m := &match.Match{}
	m.Players = []storage.Player{{Name: "Ann"}, {Name: "Ben"}, {Name: strings.Repeat("x", 100)}}
	for _, c := range []struct {
		given any
		want  any
	}{
		{games.Seat(1), "Ben"},
		{[]games.Seat{0, 1}, []string{"Ann", "Ben"}},
		{[]games.Seat{}, []string(nil)},
		{games.Seat(7), ""},
		{games.Spectator, ""},
		{4, 4},
		{"Cleo", "Cleo"},
	} {
		err := games.Refuse("refuse.seat-kept", "Player", c.given, "Count", 3)
		want := games.Refuse("refuse.seat-kept", "Player", c.want, "Count", 3)
		if got := Named(m, err); !reflect.DeepEqual(got, want) {
			t.Errorf("Named of %v = %v, want %v", c.given, got, want)
		}
		if again := games.Refuse("refuse.seat-kept", "Player", c.given, "Count", 3); !reflect.DeepEqual(err, again) {
			t.Errorf("Named has changed the refusal to %v", err)
		}
	}
	for _, err := range []error{nil, match.ErrStale, storage.ErrConflict} {
		if got := Named(m, err); got != err {
			t.Errorf("Named(%v) = %v", err, got)
		}
	}
	refusal := games.Refuse("refuse.seat-kept", "Player", games.Seat(0))
	if got := Named(nil, refusal); got != refusal {
		t.Errorf("Named without a match = %v, want %v", got, refusal)
	}
	if got := Named(m, games.Refuse("refuse.seat-kept", "Player", games.Seat(2))).(*games.Refusal).Text.Args["Player"].(string); len(got) >= 100 {
		t.Errorf("a long name is given as %q, want it cut", got)
	}
}
