package message

import (
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
	"parlour/games/magic"
	"parlour/games/permute"
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

// In games at random an example is a move that can be made, in every game; where steps are never a move already, it is
// the one of the first choices, but for a swap. Every move is said in the words of its steps, in one short line, and none falls back on
// its notation.
func TestMovesOfEveryGame(t *testing.T) {
	w := writer(t)
	for _, g := range all.Games() {
		name, s := g.Info().Name, beginning(t, g, 2)
		voice := w.Voice("en", []string{"Ann", "Ben"})
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
			if other := legal[rng.IntN(len(legal))]; other != move && sayMove(voice, s, seat, other) == said {
				t.Errorf("%s: %s and %s are both said as %q", name, move, other, said)
			}
			// what a button carries is said like the move, however the match has gone on, and a part of it too
			m, steps := matchOf(g, s), games.StepsTo(s, seat, move)
			p := w.To(Reader{ID: m.Players[seat].ID, Lang: "en"}, m)
			for n := 1; n <= len(steps); n++ {
				got, ok := p.SaySteps(m.Turn, steps[:n])
				if !ok || n == len(steps) && !games.Bids(s) && got != said || strings.Contains(got, strings.Join(steps, " ")) && len(steps) > 1 {
					t.Errorf("%s: the steps %v of %q are said as %q, %v", name, steps[:n], said, got, ok)
				}
			}
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

// A text that is no move is refused with a move that can be made, on the smallest board of every game too.
func TestARefusedTextShowsAMoveThatCanBeMade(t *testing.T) {
	w := writer(t)
	for _, g := range all.Games() {
		info, rng := g.Info(), rand.New(rand.NewPCG(9, 10))
		least := map[string]string{}
		for _, o := range info.Options {
			least[o.Name] = o.Values[0]
		}
		full, instead, err := match.CheckOptions(g, least)
		if err != nil {
			t.Fatalf("%s: %v %v", info.Name, instead, err)
		}
		s, err := g.Start(games.Setup{Game: info.Name, Rules: info.Rules, Seats: 2, Options: full, Seed: games.Seed{1}})
		if err != nil {
			t.Fatal(err)
		}
		for turn := 0; turn < 8 && len(s.ToMove()) > 0; turn++ {
			seat := s.ToMove()[0]
			p := w.To(Reader{ID: []string{"ann", "ben"}[seat], Lang: "en"}, matchOf(g, s))
			_, _, err := p.ReadMove("no such move")
			var refusal *games.Refusal
			if !errors.As(err, &refusal) {
				t.Fatalf("%s: a text that is no move: %v", info.Name, err)
			}
			move, _ := refusal.Text.Arg(example).(string)
			if games.Bids(s) {
				move = "bid " + refusal.Text.Arg("Cards").(games.Either)[0] // the hand itself is shown
			}
			if _, err := s.Play(seat, games.Move(move)); err != nil {
				t.Errorf("%s: the example %q of %v can't be made: %v", info.Name, move, refusal, err)
			}
			s = played(t, s, seat, gametest.Stroll(rng, s, seat))
		}
	}
}

// A move that breaks off leads to the step that it lacks, in every game: it isn't refused as if it were no move.
func TestAMoveThatBreaksOffLeadsOn(t *testing.T) {
	w, looked := writer(t), map[string]int{}
	for _, g := range all.Games() {
		name, rng := g.Info().Name, rand.New(rand.NewPCG(9, 10))
		for _, setup := range setupsOf(g) {
			s, err := g.Start(setup)
			for turn := 0; err == nil && turn < 5 && len(s.ToMove()) > 0; turn++ {
				seat := s.ToMove()[0]
				p, move := w.To(Reader{ID: "p", Lang: "en"}, matchOf(g, s)), gametest.Stroll(rng, s, seat)
				p.seat = seat
				for n := 1; n < len(move) && !games.Bids(s); n++ {
					part := string(move[:n])
					_, _, err := p.ReadMove(part)
					var refusal *games.Refusal
					switch {
					case errors.As(err, &refusal) && refusal.Text.Arg(example) != nil:
						t.Errorf("%s %v: %q, a part of %s, is refused: %v", name, setup.Options, part, move, err)
					case err == nil:
						looked[name]++
					}
				}
				s = played(t, s, seat, move)
			}
		}
	}
	for _, name := range []string{"permute", "magic", "slyde", "catchup", "pentago", "twistonly"} {
		if looked[name] == 0 {
			t.Errorf("%s: no part of a move leads on", name)
		}
	}
}

// firstMove returns the move of the first choices of each step that lead on, if any do; a bid is one as soon as it can be.
func firstMove(s games.State, seat games.Seat) games.Move {
	var picked []string
	for {
		step := s.Step(seat, picked)
		if step.Done != "" {
			return step.Done
		}
		first := step.Choices[0]
		if first.Move == games.SwapMove && len(step.Choices) > 1 {
			first = step.Choices[1]
		}
		if on := slices.IndexFunc(step.Choices, func(c games.Choice) bool { return c.Move == "" }); on >= 0 {
			first = step.Choices[on]
		}
		if picked = append(picked, first.Value); first.Move != "" {
			return first.Move
		}
	}
}

// A move is read as the keyboard of a phone writes it, in every game whose notation it changes, and completed so.
func TestMovesOfPhones(t *testing.T) {
	w := writer(t)
	for typed, plain := range map[string]string{
		"permute Cd3—d4": "Cd3-d4", "permute “Cd3–d4”. ": "Cd3-d4", "permute Ｃｄ３－ｄ４": "Cd3-d4",
		"slyde b1–a1": "b1-a1", "slyde b1\u00a0−\u200ba1": "b1-a1", "catchup ‘e５’": "e5", "pentago d3 — Ca4": "d3-Ca4",
		"permutations bid ١٧": "bid 17", "permutations bid\u202f17、 43。": "bid 17, 43", "permutu ۷ｒ": "7r",
	} {
		name, text, _ := strings.Cut(typed, " ")
		at := slices.IndexFunc(all.Games(), func(g games.Game) bool { return g.Info().Name == name })
		g := all.Games()[at]
		p := w.To(Reader{ID: "ann", Lang: "en"}, matchOf(g, beginning(t, g, 2)))
		want, _, err := p.ReadMove(plain)
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := p.ReadMove(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q leads to %q, %v, want %q as %q does", name, text, got, err, want, plain)
		}
		if got, want := p.SuggestMoves(text), p.SuggestMoves(plain); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q goes on as %v, want %v as %q does", name, text, got, want, plain)
		}
	}
}

// A part of a move that was on offer once and is no more is refused with a reason, in every game, and completed with it.
func TestPartsThatCannotBeMadeSayWhy(t *testing.T) {
	w := writer(t)
	for _, g := range all.Games() {
		name, rng, met, looked := g.Info().Name, rand.New(rand.NewPCG(5, 6)), map[string]bool{}, 0
		whole := map[string]bool{} // a move by itself, which letters alone are not in most games
		for s := beginning(t, g, 2); len(s.ToMove()) > 0 && looked < 20; {
			seat := s.ToMove()[0]
			p := w.To(Reader{ID: []string{"ann", "ben"}[seat], Lang: "en"}, matchOf(g, s))
			steps, offered := []string(nil), map[string]bool{}
			for _, first := range s.Step(seat, nil).Choices {
				steps = append(steps, first.Value)
				if whole[first.Value] = first.Move != ""; first.Move == "" {
					for _, next := range s.Step(seat, []string{first.Value}).Choices {
						steps = append(steps, first.Value+" "+next.Value)
					}
				}
			}
			for _, part := range steps {
				offered[part] = true
			}
			for _, part := range slices.Sorted(maps.Keys(met)) {
				_, _, err := p.ReadMove(part)
				if err == nil || offered[part] || !whole[part] && !strings.ContainsAny(part, "123456789") {
					continue
				}
				delete(met, part) // once is enough
				why := err.(*games.Refusal).Text
				if strings.HasSuffix(why.Key, ".notation") || strings.HasSuffix(why.Key, ".bare") {
					t.Fatalf("%s: %q is refused as %v in\n%v", name, part, err, s.View(seat))
				}
				said := Clip(p.plain().Say(p.Named(err).(*games.Refusal).Text), maxLine)
				got := p.SuggestMoves(part)
				if len(got) > 0 && got[0].Value != part {
					continue // a number of two cards, the second of which can be taken
				}
				if looked++; len(got) != 1 || got[0].Label != said {
					t.Fatalf("%s: %q is completed as %v, want %q", name, part, got, said)
				}
			}
			for part := range offered {
				met[part] = true
			}
			s = played(t, s, seat, gametest.Stroll(rng, s, seat))
		}
		if looked == 0 {
			t.Errorf("%s has no part that cannot be made any more", name)
		}
	}
}

// A letter alone that can be completed leads to the first step, or further, in every game.
func TestLettersLeadToTheFirstStep(t *testing.T) {
	w := writer(t)
	for _, g := range all.Games() {
		name, rng, looked := g.Info().Name, rand.New(rand.NewPCG(7, 8)), 0
		s := beginning(t, g, 2)
		for range 6 {
			if len(s.ToMove()) == 0 {
				break
			}
			seat := s.ToMove()[0]
			p := w.To(Reader{ID: []string{"ann", "ben"}[seat], Lang: "en"}, matchOf(g, s))
			for letter := 'a'; letter <= 'z'; letter++ {
				if found := p.SuggestMoves(string(letter)); len(found) == 0 || found[0].Value == string(letter) {
					continue // nothing goes on so, or there is only the reason why
				}
				looked++
				if _, _, err := p.ReadMove(string(letter)); err != nil {
					t.Errorf("%s: %q can be completed, and is refused: %v", name, letter, err)
				}
			}
			s = played(t, s, seat, gametest.Stroll(rng, s, seat))
		}
		if looked == 0 {
			t.Errorf("%s: no letter can be completed", name)
		}
	}
}

// Of twists of Permute that lead to the same board one is shown, and each may be typed, completed and said.
func TestEqualOutcomesAreShownOnce(t *testing.T) {
	g := permute.Game{}
	s := beginning(t, g, 2)
	p := writer(t).To(Reader{ID: "ann", Lang: "en"}, matchOf(g, s))
	if n := len(s.Step(0, []string{"d3"}).Choices); n != 2 {
		t.Errorf("d3 of a chequerboard has %d outcomes, want 2", n)
	}
	for _, typed := range []string{"Cd3-d4", "Ad3-d4", "d3 A-d4"} {
		steps, _, err := p.ReadMove(typed)
		_, move := p.Finish(0, steps)
		if err != nil || !strings.HasSuffix(string(move), "d3-d4") || move[0] != "CA"[min(1, strings.Count(typed, "A"))] {
			t.Errorf("%q leads to %q, %v", typed, move, err)
		}
		if said := sayMove(p.voice, s, 0, move); strings.Contains(said, "`") || len(p.SuggestMoves(typed)) != 1 && typed[0] != 'd' {
			t.Errorf("%s is said as %q and completed as %v", move, said, p.SuggestMoves(typed))
		}
	}
}

// played is a position after a move.
func played(t *testing.T, s games.State, seat games.Seat, m games.Move) games.State {
	t.Helper()
	next, err := s.Play(seat, m)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// Named puts names in the place of seats, and leaves the refusal that it was given as it was.
func TestNamed(t *testing.T) {
	w := writer(t)
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
		if got := w.To(Reader{}, m).Named(err); !reflect.DeepEqual(got, want) {
			t.Errorf("Named of %v = %v, want %v", c.given, got, want)
		}
		if again := games.Refuse("refuse.seat-kept", "Player", c.given, "Count", 3); !reflect.DeepEqual(err, again) {
			t.Errorf("Named has changed the refusal to %v", err)
		}
	}
	for _, err := range []error{nil, match.ErrStale, storage.ErrConflict} {
		if got := w.To(Reader{}, m).Named(err); got != err {
			t.Errorf("Named(%v) = %v", err, got)
		}
	}
	refusal := games.Refuse("refuse.seat-kept", "Player", games.Seat(0))
	if got := w.To(Reader{}, nil).Named(refusal); got != refusal {
		t.Errorf("Named without a match = %v, want %v", got, refusal)
	}
	if got := w.To(Reader{}, m).Named(games.Refuse("refuse.seat-kept", "Player", games.Seat(2))).(*games.Refusal).Text.Arg("Player").(string); len(got) >= 100 {
		t.Errorf("a long name is given as %q, want it cut", got)
	}
}

// A person whose move ends the game is told at once that they win, or how it ended.
func TestAMoveThatEndsTheGameSaysHow(t *testing.T) {
	w, told := writer(t), map[bool]int{}
	for seed := range uint64(12) {
		g, rng := magic.Game{}, rand.New(rand.NewPCG(seed, 1))
		s, mover := beginning(t, g, 2), games.Seat(0)
		for len(s.ToMove()) > 0 {
			mover = s.ToMove()[0]
			s = played(t, s, mover, gametest.Stroll(rng, s, mover))
		}
		m := matchOf(g, s)
		m.Phase = storage.Over
		result, _ := s.Result()
		wins := slices.Equal(result.First(), []games.Seat{mover})
		told[wins]++
		p := w.To(Reader{ID: m.Players[mover].ID, Lang: "en"}, m)
		if got := p.Played("r"); wins != (got == "Played. You win!") || !wins && got != "Played. "+string(p.outcome())+"." {
			t.Errorf("seed %d: %v wins: %v, and is told %q", seed, mover, wins, got)
		}
	}
	if len(told) == 0 {
		t.Error("no game has ended")
	}
}

// phoneHint is how many characters of a form's placeholder a phone of 390 px shows, and maxField Discord's limit on
// what a form asks.
const phoneHint, maxField = 40, 45

// What a form asks and its placeholder are shown whole on a phone, in the made-up language too.
func TestFormsFit(t *testing.T) {
	file, err := os.ReadFile("../locale/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var keys map[string]any
	if err := json.Unmarshal(file, &keys); err != nil {
		t.Fatal(err)
	}
	words, err := locale.New(all.Games())
	if err == nil {
		err = words.MakeUp("de")
	}
	if err != nil {
		t.Fatal(err)
	}
	w, seen := NewWriter(words, []string{"classic"}), 0
	fits := func(f *Form) {
		seen++
		if hint, field := utf8.RuneCountInString(f.Fields[0].Hint), utf8.RuneCountInString(f.Fields[0].Label); hint > phoneHint || field > maxField {
			t.Errorf("a form asks %q with %q, %d and %d characters, want at most %d and %d", f.Fields[0].Label, f.Fields[0].Hint, field, hint, maxField, phoneHint)
		}
	}
	for _, lang := range []string{"en", "de"} {
		for key := range keys {
			if about, is := strings.CutSuffix(key, ".field"); is && about != "type" {
				fits(w.In(lang).Form(Button{}, about, maxMove))
			}
		}
		for _, g := range all.Games() {
			m := matchOf(g, beginning(t, g, 2))
			fits(w.To(Reader{ID: m.Players[0].ID, Lang: lang}, m).MoveForm(Button{}))
		}
	}
	if seen < 20 {
		t.Errorf("there are %d forms, want those of all", seen)
	}
}

// Confirm says that a move ends the game, and how, in each game that hides nothing. Of any other
// move it says neither. A step with one choice takes itself on the public board too, unless it makes the move.
func TestConfirmSaysThatTheGameEnds(t *testing.T) {
	w := writer(t)
	for _, g := range all.Games() {
		if g.Info().Hidden {
			continue
		}
		s, rng, ends := beginning(t, g, 2), rand.New(rand.NewPCG(5, 6)), false
		for len(s.ToMove()) > 0 {
			seat := s.ToMove()[0]
			m, move := matchOf(g, s), gametest.Stroll(rng, s, seat)
			next := played(t, s, seat, move)
			result, over := next.Result()
			if steps := games.StepsTo(s, seat, move); steps != nil && (over || rng.IntN(8) == 0) {
				p := w.To(Reader{ID: m.Players[seat].ID, Lang: "en"}, m)
				msg, err := p.Panel(steps, 0)
				want := string(p.voice.Say(games.Say("panel.ends", "Outcome", locale.Verbatim(locale.Upper(p.voice.Say(result.Outcome()))))))
				picked := pick(s, seat, steps)
				if sure := picked[len(picked)-1].Sure; sure.Key != "" { // it asks more than that
					want = p.voice.Say(sure)
				}
				if err != nil || !over && strings.Contains(msg.Content, "This ends the game.") || over && !strings.Contains(msg.Content, want) {
					t.Errorf("%s: before %s, which ends the game: %v, Confirm says %q, %v", g.Info().Name, move, over, msg.Content, err)
				}
				ends = ends || over
			}
			if only := s.Step(seat, nil).Options(); len(only) == 1 && only[0].Move == "" {
				board, open := w.Public(m).StepBoard(seat, nil, 0, false)
				if ask := s.Step(seat, []string{only[0].Value}).Ask; open && !strings.Contains(board.Content, w.Voice("en", []string{"Ann", "Ben"}).Say(ask)) {
					t.Errorf("%s: with one choice the board says %q, want %q", g.Info().Name, board.Content, w.Voice("en", []string{"Ann", "Ben"}).Say(ask))
				}
			}
			s = next
		}
		if !ends {
			t.Errorf("%s: no end was looked at", g.Info().Name)
		}
	}
}
