package commands_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlour/games"
	"parlour/games/permutations"
	"parlour/games/permute"
)

// A critic is a thinker whose advice gives each move the cost that a test chooses.
type critic struct {
	thinker
	cost func(v games.View, made games.Move) float64
}

func (g critic) Advise(v games.View, s games.Seat, made games.Move, seed games.Seed) games.Advice {
	said := games.Say("permute.worth", "Wins", 50)
	return games.Advice{Best: g.player(v, s, seed), Worth: said, Made: said, Cost: g.cost(v, made)}
}

// The moments are the five moves that gave most away, one at a time in the order of the game.
// Moves that gave little away are left out.
func TestWorstMovesAreTurningPoints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		costs []float64
		want  []string
	}{
		{[]float64{0.21, 0.3, 0.9, 0.19, 0.4, 0.5, 0.25, 0}, []string{"2", "3", "5", "6", "7"}},
		{[]float64{0.19, 0.3, 0.05}, []string{"2"}},
		{[]float64{0.19, 0.05}, nil},
	} {
		easy, err := permute.Game{}.Player("easy", 0)
		if err != nil {
			t.Fatal(err)
		}
		w, _, _ := thinking(t, critic{thinker{permute.Game{}, easy}, func(v games.View, _ games.Move) float64 { return c.costs[v.(permute.View).Ply] }})
		w.steps(t, "ann /play game:permute options:swap=off opponent:ben first:me", "ben clicks Accept on 1")
		for ply := range c.costs {
			seat := games.Seat(ply % 2)
			w.steps(t, []string{"ann", "ben"}[seat]+" plays "+string(w.first(seat)))
		}
		w.steps(t, "ann /resign", "ann clicks Yes, resign", "ann /analyse")
		var numbers []string
		for n := 1; ; n++ {
			said := w.lastSaid("ann")
			which := fmt.Sprintf(`\nMoment %d of %d\. `, n, len(c.want))
			if len(c.want) == 1 { // its head has said so
				which = `One moment is worth a look\.\n`
			}
			move := regexp.MustCompile(which + `Move (\d): `).FindStringSubmatch(said)
			if move == nil {
				break
			}
			numbers = append(numbers, move[1])
			if n == len(c.want) {
				break
			}
			w.steps(t, "ann clicks Later")
		}
		if !slices.Equal(numbers, c.want) {
			t.Errorf("the moments are %v, want %v; the last answer is\n%s", numbers, c.want, w.lastSaid("ann"))
		}
		if said := w.lastSaid("ann"); c.want == nil && !strings.HasSuffix(said, "No big mistakes.") {
			t.Errorf("a game without moments is answered with %q", said)
		}
	}
}

// Analyses of two games take turns, move by move, so that a long game holds up no short one. A
// game that is analysed for two people is analysed once.
func TestAnalysesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		easy, err := permute.Game{}.Player("easy", 0)
		if err != nil {
			t.Fatal(err)
		}
		goes := make(chan bool)
		w, _, _ := thinking(t, critic{thinker{permute.Game{}, easy},
			func(games.View, games.Move) float64 { <-goes; return 0.5 }})
		w.steps(t, "ann /play game:permute options:swap=off opponent:ben first:me", "ben clicks Accept on 1")
		for ply := range 4 {
			seat := games.Seat(ply % 2)
			w.steps(t, []string{"ann", "ben"}[seat]+" plays "+string(w.first(seat)))
		}
		w.steps(t, "ann /resign", "ann clicks Yes, resign", "cay /play game:permute options:swap=off opponent:dan first:me")
		w.steps(t, "dan clicks Accept on "+strconv.Itoa(len(w.public)),
			"cay plays Cd3-d4", "dan plays Af3-g4", "cay /resign", "cay clicks Yes, resign")
		said := map[string]chan string{} // by person: answers that are ready at once come in any order
		ask := func(who string) {
			said[who] = make(chan string, 1)
			go func() { said[who] <- w.askIn(t.Context(), who, "analyse", "") }()
			synctest.Wait()
		}
		answered := func(who string, moments int, when string) {
			t.Helper()
			if len(said[who]) == 0 {
				t.Fatalf("%s is not answered %s", who, when)
			}
			if got, want := receive(t, said[who], "the answer to "+who), fmt.Sprintf("Moment 1 of %d.", moments); !strings.Contains(got, want) {
				t.Errorf("%s is answered with %q, want %q", who, got, want)
			}
		}
		think := func(moves int) {
			for range moves {
				goes <- true
				synctest.Wait()
			}
		}
		ask("ann")
		ask("cay")
		think(4)
		answered("cay", 2, "after four thoughts, two about either game")
		ask("dan")
		answered("dan", 2, "though his game was analysed for somebody else")
		ask("ben")
		if len(said["ann"]) > 0 {
			t.Fatal("ann is answered before her game is analysed")
		}
		think(2)
		answered("ann", 4, "after four thoughts about her game")
		answered("ben", 4, "though his game was analysed for both")
	})
}

// Of a bid that was changed only the last version is judged.
func TestChangedBidIsJudgedOnce(t *testing.T) {
	var judged []games.Move
	w, _, _ := thinking(t, critic{thinker{permutations.Game{}, func(games.View, games.Seat, games.Seed) games.Move { return "" }},
		func(_ games.View, made games.Move) float64 { judged = append(judged, made); return 0 }})
	w.steps(t, "ann /play game:permutations opponent:ben first:me", "ben clicks Accept on 1")
	own, other := w.state().Legal(0), w.state().Legal(1)
	for _, bid := range own[:3] {
		w.steps(t, "ann plays "+strings.TrimPrefix(string(bid), "bid "))
	}
	w.steps(t, "ben plays "+strings.TrimPrefix(string(other[0]), "bid "), "ann /draw", "ben /draw", "ann /analyse")
	if want := []games.Move{own[2], other[0]}; !slices.Equal(judged, want) {
		t.Errorf("%v are judged, want %v", judged, want)
	}
}

// A running game is not analysed, for nobody and by no button.
func TestRunningGameIsNotAnalysed(t *testing.T) {
	w, _, _ := thinking(t, critic{thinker{permutations.Game{}, func(games.View, games.Seat, games.Seed) games.Move { return "" }},
		func(games.View, games.Move) float64 { t.Error("a running game is analysed"); return 1 }})
	w.steps(t, "ann /play game:permutations opponent:ben first:me", "ben clicks Accept on 1")
	bid := string(w.state().Legal(0)[0])
	w.steps(t, "ann plays "+strings.TrimPrefix(bid, "bid "))
	for _, who := range []string{"ann", "ben", "cay"} {
		for _, asks := range []string{"/analyse game:1", "presses 1:1:0:analyse", "presses 1:1:0:point:0:" + strings.Replace(bid, " ", "+", 1)} {
			w.steps(t, who+" "+asks)
			if got := w.lastSaid(who); got != "Permutations isn't over yet. Ask again when it is." {
				t.Errorf("%s %s is answered with %q", who, asks, got)
			}
		}
	}
}

// An opponent begins to think only after the board that it answers was shown.
func TestOpponentWaitsForTheBoard(t *testing.T) {
	var w *world
	w, aside, _ := thinking(t, thinker{permute.Game{}, func(_ games.View, s games.Seat, _ games.Seed) games.Move { return w.first(s) }})
	w.steps(t, "ann /play game:permute options:swap=off opponent:parlour first:me", "fails", "ann plays Cd3-d4")
	if len(aside) > 0 {
		t.Error("it thinks about a board that could not be shown")
	}
	w.steps(t, "works", "pass 1m", "wake")
	if len(aside) != 1 {
		t.Errorf("%d thoughts begin once the board is shown, want 1", len(aside))
	}
}

// An analysis that takes longer than one request is finished by the next request for it.
func TestLongGameIsAnalysedInParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		easy, err := permute.Game{}.Player("easy", 0)
		if err != nil {
			t.Fatal(err)
		}
		w, _, _ := thinking(t, critic{thinker{permute.Game{}, easy}, func(games.View, games.Move) float64 {
			time.Sleep(3 * time.Minute) // of the bubble's own time
			return 0.5
		}})
		w.steps(t, "ann /play game:permute options:swap=off opponent:ben first:me", "ben clicks Accept on 1")
		for ply := range 8 {
			seat := games.Seat(ply % 2)
			w.steps(t, []string{"ann", "ben"}[seat]+" plays "+string(w.first(seat)))
		}
		w.steps(t, "ann /resign", "ann clicks Yes, resign")
		for _, want := range []string{"Ask again in a while", "5 moments are worth a look"} {
			ctx, cancel := context.WithTimeout(t.Context(), 14*time.Minute)
			if said := w.askIn(ctx, "ann", "analyse", ""); !strings.Contains(said, want) {
				t.Errorf("the answer is %q, want %q", said, want)
			}
			cancel()
		}
	})
}
