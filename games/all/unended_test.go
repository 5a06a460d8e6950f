package all_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/all"
)

// until plays random moves of a game, so many or to the end, and returns the record of it.
func until(t *testing.T, g games.Game, plies int) (r games.Record, first games.State, over bool) {
	t.Helper()
	info := g.Info()
	setup := info.Setup()
	setup.Seats, setup.Seed = max(info.MinSeats, 2), games.Seed{1, 2, 3, 31: 4}
	first, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	state, at := first, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var made []games.RecordedPly
	for n := range plies {
		owes := state.ToMove()
		if len(owes) == 0 {
			break
		}
		legal := state.Legal(owes[0])
		p := games.Ply{Seat: owes[0], Move: legal[(n*7+3)%len(legal)]}
		if state, err = state.Play(p.Seat, p.Move); err != nil {
			t.Fatal(err)
		}
		made = append(made, games.RecordedPly{Ply: p, At: at.Add(time.Duration(n) * time.Minute)})
	}
	_, over = state.Result()
	r = games.NewRecord(setup, made, state)
	if err := r.Open(info, first); err != nil {
		t.Fatal(err)
	}
	return r, first, over
}

// Before its end a record of any game has no seed. It is read all the same where everybody has
// seen what was dealt: nothing was, or the deal is in it. After the end it has the seed alone.
func TestRecordHasNoSeedBeforeTheEnd(t *testing.T) {
	for _, g := range all.Games() {
		info := g.Info()
		for plies := range 4 {
			r, first, over := until(t, g, plies)
			text := write(t, r)
			if strings.Contains(text, `"seed"`) != over || strings.Contains(text, `"deal"`) != (!over && info.DealsOpenly()) {
				t.Fatalf("%s after %d plies, over %v: the record is %s", info.Name, plies, over, text)
			}
			if !over && info.Hidden {
				if _, _, err := games.ReadRecord(all.Games(), []byte(text)); err == nil {
					t.Errorf("%s: a record that does not say what was dealt is read", info.Name)
				}
				break // it has no record before its end
			}
			back, state, err := games.ReadRecord(all.Games(), []byte(text))
			if err != nil {
				t.Fatalf("%s after %d plies: %v", info.Name, plies, err)
			}
			again := games.NewRecord(back.Setup, back.Moves, state)
			if err := again.Open(info, first); err != nil || write(t, again) != text {
				t.Fatalf("%s after %d plies: read and written again, %s is %s (%v)", info.Name, plies, text, write(t, again), err)
			}
		}
		if r, _, over := until(t, g, 2000); !over || r.Told == nil {
			t.Errorf("%s: over %v, and the seed is %v, want one at the end", info.Name, over, r.Told)
		}
	}
}

// A game that deals openly starts from its deal as from its seed, and plays on from there to the
// same end. A deal that is not from such a game is refused.
func TestStartFromTheDeal(t *testing.T) {
	for _, g := range all.Games() {
		if !g.Info().DealsOpenly() {
			continue
		}
		played, first, _ := until(t, g, 2000)
		deal, err := first.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		setup := played.Setup
		setup.Seed, setup.Deal = games.Seed{}, deal
		state, _, err := games.Replay(g, setup, played.Log())
		if err != nil {
			t.Fatalf("%s from its deal: %v", g.Info().Name, err)
		}
		r := games.NewRecord(setup, played.Moves, state)
		if text := write(t, r); !slices.Equal(r.Result.Scores, played.Result.Scores) || strings.Contains(text, `"seed"`) {
			t.Errorf("%s from its deal ends as %s", g.Info().Name, text)
		}
		for _, bad := range []string{`null`, `{}`, `[]`, `"x"`, strings.Replace(string(deal), `"A"`, `"B"`, 1), strings.Replace(string(deal), `{`, `{"more":1,`, 1),
			strings.Replace(string(deal), `"A"`, `"a"`, 1), strings.Replace(string(deal), `"A"`, `""`, 1)} {
			setup.Deal = json.RawMessage(bad)
			if _, err := g.Start(setup); err == nil {
				t.Errorf("%s starts from %.60s", g.Info().Name, bad)
			}
		}
	}
}

// A record has a seed or a deal, and a deal only where everybody sees it.
func TestRecordRefusesADealThatDoesNotBelong(t *testing.T) {
	for _, g := range all.Games() {
		r, first, _ := until(t, g, 2000)
		deal, err := first.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		r.Deal = deal
		for _, told := range []*games.Seed{r.Told, nil} {
			if r.Told = told; told == nil && g.Info().DealsOpenly() {
				continue
			}
			if _, _, err := games.ReadRecord(all.Games(), []byte(write(t, r))); err == nil {
				t.Errorf("%s: a record with a deal and the seed %v is read", g.Info().Name, told)
			}
		}
	}
}

// A record from which its last moves and the result were cut holds as far as it goes, but the game
// has not ended in it.
func TestVerifyCutRecord(t *testing.T) {
	r := proven(t)
	r.Result = nil
	for n := range 3 {
		r.Moves = r.Moves[:len(r.Moves)-1-n]
		sealed := slices.IndexFunc(r.Proof.Seals, func(o games.Opened) bool { return o.Ply >= len(r.Moves) })
		if sealed >= 0 {
			r.Proof.Seals = r.Proof.Seals[:sealed]
		}
		r.Proof.Links = r.Proof.Chain(r.Setup)
		if got := fails(r); !slices.Equal(got, []string{games.Unended}) {
			t.Errorf("cut after %d moves: %v fails, want %s", len(r.Moves), got, games.Unended)
		}
	}
	for _, f := range games.Verify(all.Games(), r) {
		if f.Text.Key == "verify.result" {
			t.Error("a record without an end is said to have a result that holds")
		}
	}
}
