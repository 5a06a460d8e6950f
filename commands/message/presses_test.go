package message

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/all"
	"parlour/games/gametest"
)

// mostPresses are the most presses that a move may take, from the board of a match to the move that is played: where
// several people play, and on the board of one person. A bid takes as many as it has cards.
var mostPresses = map[string][2]int{
	"permute": {5, 4}, "magic": {5, 4}, "pentago": {5, 4}, "slyde": {5, 4}, "permutu": {4, 3}, "twistonly": {5, 4},
	"catchup 1": {4, 3}, "catchup 2": {6, 5}, "catchup 3": {8, 7},
}

// TestPressesAMove walks to moves of random games as people do, and counts the presses.
//
//test:unwatched
func TestPressesAMove(t *testing.T) {
	w := writer(t)
	for _, g := range all.Games() {
		t.Run(g.Info().Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(4, 1))
			setup := setupsOf(g)[0]
			if setup.Seats == 1 {
				setup.Seats++
			}
			for range 3 {
				for b := range setup.Seed {
					setup.Seed[b] = byte(rng.Uint32())
				}
				pressGame(t, w, g, setup, rng)
			}
		})
	}
}

// pressGame counts the presses of some moves of a random game.
func pressGame(t *testing.T, w *Writer, g games.Game, setup games.Setup, rng *rand.Rand) {
	s, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	for ply := 0; len(s.ToMove()) > 0 && ply < 400; ply++ {
		seat := s.ToMove()[0]
		move := gametest.Stroll(rng, s, seat)
		if ply < 4 || rng.IntN(8) == 0 {
			for i, board := range []bool{false, true} {
				x := &explorer{t: t, w: w, m: long(g, setup, s, board), seat: seat, board: board}
				kind := g.Info().Name
				if kind == "catchup" { // with the number of stones
					kind += " " + strconv.Itoa(1+strings.Count(string(move), ","))
				}
				most, bounded := mostPresses[kind]
				if got := x.presses(games.StepsTo(s, seat, move)); bounded && got > most[i] {
					t.Errorf("%s after %d plies takes %d presses, on the board of one person: %v, want %d at most", move, ply, got, board, most[i])
				}
			}
		}
		if s, err = s.Play(seat, move); err != nil {
			t.Fatal(err)
		}
	}
}

// presses returns the fewest presses that make a move by its steps.
func (x *explorer) presses(steps []string) int {
	x.t.Helper()
	type look struct {
		steps []string
		page  int
	}
	key := func(l look) string { return strings.Join(l.steps, " ") + "/" + strconv.Itoa(l.page) }
	looks, pressed := []look{{}}, map[string]int{"/0": 0}
	if !x.board {
		pressed["/0"] = 1 // Move
	}
	for len(looks) > 0 {
		now := looks[0]
		looks = looks[1:]
		n := pressed[key(now)] + 1
		for _, b := range presses(x.at(now.steps, now.page)) {
			to := look{steps: b.Steps}
			switch b.Verb {
			case VerbConfirm:
				if slices.Equal(b.Steps, steps) {
					return n
				}
				continue
			case VerbPick, VerbPage:
				page, rest, err := b.Numbered()
				if err != nil {
					x.t.Fatal(err)
				}
				if to.steps = rest; b.Verb == VerbPage {
					to.page = page
				}
			default:
				continue
			}
			if len(to.steps) > len(steps) || !slices.Equal(to.steps, steps[:len(to.steps)]) {
				continue
			}
			if _, made := x.m.Finish(x.seat, to.steps); made != "" && x.m.Bidding() && b.Verb == VerbPick && len(to.steps) == len(match.Without(steps, isEnough)) {
				return n
			}
			if _, seen := pressed[key(to)]; !seen {
				pressed[key(to)] = n
				looks = append(looks, to)
			}
		}
	}
	x.t.Fatalf("no presses lead to %q of %v", steps, x.m.Setup)
	return 0
}
