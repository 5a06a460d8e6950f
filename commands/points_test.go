package commands_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands/world"
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
	said := games.Say("worth.chance", "Wins", 50)
	return games.Advice{Best: g.player(v, s, seed), Worth: said, Made: said, Cost: g.cost(v, made)}
}

// The moments are the five moves that gave most away, one at a time in the order of the game. Moves that gave little
// away are left out, and three or more mistakes that answer each other are one moment. The first that is shown is the one that decided
// the game: the last by which its loser gave half of it away.
func TestWorstMovesAreTurningPoints(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		costs []float64
		want  []string // the moments in the order of the game
		first int      // which is shown first
	}{
		"five of six":     {[]float64{0.3, 0, 0.25, 0, 0.9, 0, 0.5, 0, 0.4, 0, 0.21}, []string{"Move 1", "Move 3", "Move 5", "Move 7", "Move 9"}, 3},
		"none of half":    {[]float64{0.3, 0, 0.4, 0, 0.25}, []string{"Move 1", "Move 3", "Move 5"}, 1},
		"of the winner":   {[]float64{0.3, 0, 0, 0.9}, []string{"Move 1", "Move 4"}, 0},
		"one":             {[]float64{0.19, 0.3, 0.05}, []string{"Move 2"}, 0},
		"none":            {[]float64{0.19, 0.05}, nil, 0},
		"an answer":       {[]float64{0, 0.9, 0.5, 0, 0.2}, []string{"Move 2", "Move 3", "Move 5"}, 1},
		"a long exchange": {[]float64{0, 0.2, 0.9, 0.6, 0.7}, []string{"Moves 2 to 5 were all big mistakes. You made the last.\nYour worst, move 3"}, 0},
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
		if said := w.lastSaid("ann"); c.want == nil {
			if !strings.HasSuffix(said, "No big mistakes.") {
				t.Errorf("%s: a game without moments is answered with %q", name, said)
			}
			continue
		}
		shown := func(n int) {
			t.Helper()
			which := fmt.Sprintf("\nMoment %d of %d. %s: ", n+1, len(c.want), c.want[n])
			if len(c.want) == 1 { // its head has said so
				which = "\nOne moment is worth a look.\n" + c.want[n] + ": "
			}
			if said := w.lastSaid("ann"); !strings.Contains(said, which) {
				t.Errorf("%s: moment %d is\n%s\nwant %q in it", name, n+1, said, which)
			}
		}
		shown(c.first)
		for n := c.first - 1; n >= 0; n-- {
			w.steps(t, "ann clicks Earlier")
			shown(n)
		}
		for n := 1; n < len(c.want); n++ {
			w.steps(t, "ann clicks Later")
			shown(n)
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
		w.steps(t, "dan clicks Accept on "+strconv.Itoa(len(w.Posts)),
			"cay plays Cd3-d4", "dan plays Af3-g4", "cay /resign", "cay clicks Yes, resign")
		said := map[string]chan string{} // by person: answers that are ready at once come in any order
		ask := func(who string) {
			said[who] = make(chan string, 1)
			go func() { said[who] <- w.askIn(t.Context(), who, "analyse", "") }()
			synctest.Wait()
		}
		answered := func(who, want, when string) {
			t.Helper()
			if len(said[who]) == 0 {
				t.Fatalf("%s is not answered %s", who, when)
			}
			if got := world.Receive(t, said[who], "the answer to "+who); !strings.Contains(got, want) {
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
		answered("cay", "Moment 1 of 2.", "after four thoughts, two about either game")
		ask("dan")
		answered("dan", "Moment 1 of 2.", "though his game was analysed for somebody else")
		ask("ben")
		if len(said["ann"]) > 0 {
			t.Fatal("ann is answered before her game is analysed")
		}
		think(2)
		answered("ann", "Moves 1 to 4 ", "after four thoughts about her game")
		answered("ben", "Moves 1 to 4 ", "though his game was analysed for both")
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
	var w *talk
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
		for _, want := range []string{"Ask again in a while", "Moves 1 to 8 were all big mistakes."} {
			ctx, cancel := context.WithTimeout(t.Context(), 14*time.Minute)
			if said := w.askIn(ctx, "ann", "analyse", ""); !strings.Contains(said, want) {
				t.Errorf("the answer is %q, want %q", said, want)
			}
			cancel()
		}
	})
}
