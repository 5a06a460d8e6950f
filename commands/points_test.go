package commands_test

import (
	"context"
	"regexp"
	"slices"
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

// The turning points are the five moves that gave most away, in the order of the game. Moves
// that gave little away are left out, and the picture shows the worst.
func TestWorstMovesAreTurningPoints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		costs []float64
		want  []string
		shown string
	}{
		{[]float64{0.11, 0.2, 0.9, 0.09, 0.3, 0.4, 0.15, 0}, []string{"2", "3", "5", "6", "7"}, "as move 3."},
		{[]float64{0.09, 0.2, 0.05}, []string{"2"}, "as move 2."},
	} {
		easy, err := permute.Game{}.Player("easy", 0)
		if err != nil {
			t.Fatal(err)
		}
		w, _, _ := thinking(t, critic{thinker{permute.Game{}, easy}, func(v games.View, _ games.Move) float64 { return c.costs[v.(permute.View).Ply] }})
		w.steps(t, "ann /play permute opponent:ben first:me swap:off", "ben clicks Accept on 1")
		for ply := range c.costs {
			seat := games.Seat(ply % 2)
			w.steps(t, []string{"ann", "ben"}[seat]+" /move move:"+string(w.first(seat)))
		}
		w.steps(t, "ann /resign", "ann clicks Yes, resign", "ann /analyse")
		said := w.lastSaid("ann")
		var numbers []string
		for _, m := range regexp.MustCompile(`(?m)^\*\*(\d)\*\*`).FindAllStringSubmatch(said, -1) {
			numbers = append(numbers, m[1])
		}
		if !slices.Equal(numbers, c.want) || !strings.Contains(said, c.shown) {
			t.Errorf("the turning points are %v, want %v:\n%s", numbers, c.want, said)
		}
	}
}

// Analyses of two games run one after the other, so that the first person is answered while the
// second waits. A game that was analysed for somebody else is answered at once.
func TestAnalysesAreAnsweredInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		easy, err := permute.Game{}.Player("easy", 0)
		if err != nil {
			t.Fatal(err)
		}
		goes := make(chan bool)
		w, _, _ := thinking(t, critic{thinker{permute.Game{}, easy},
			func(games.View, games.Move) float64 { <-goes; return 0.5 }})
		w.steps(t, "ann /play permute opponent:ben first:me swap:off", "ben clicks Accept on 1",
			"ann /move move:Cd3-d4", "ben /move move:Af3-g4", "ann /resign", "ann clicks Yes, resign",
			"cay /play permute opponent:dan first:me swap:off", "dan clicks Accept on 6",
			"cay /move move:Cd3-d4", "dan /move move:Af3-g4", "cay /resign", "cay clicks Yes, resign")
		said := map[string]chan string{} // by person: answers that are ready at once come in any order
		ask := func(who string) {
			said[who] = make(chan string, 1)
			go func() { said[who] <- w.askIn(t.Context(), who, "analyse", "") }()
			synctest.Wait()
		}
		answered := func(who, when string) {
			t.Helper()
			if len(said[who]) == 0 {
				t.Fatalf("%s is not answered %s", who, when)
			}
			if got := receive(t, said[who], "the answer to "+who); !strings.Contains(got, "**2** ") {
				t.Errorf("%s is answered with %q", who, got)
			}
		}
		think := func() {
			for range 2 { // moves of a game
				goes <- true
				synctest.Wait()
			}
		}
		ask("ann")
		ask("cay")
		ask("dan")
		think()
		answered("ann", "after the thoughts of one game")
		ask("ben")
		answered("ben", "though his game was analysed for somebody else")
		think()
		answered("cay", "after the thoughts of two games")
		answered("dan", "though his game was analysed while he waited")
	})
}

// Of a bid that was changed only the last version is judged.
func TestChangedBidIsJudgedOnce(t *testing.T) {
	var judged []games.Move
	w, _, _ := thinking(t, critic{thinker{permutations.Game{}, func(games.View, games.Seat, games.Seed) games.Move { return "" }},
		func(_ games.View, made games.Move) float64 { judged = append(judged, made); return 0 }})
	w.steps(t, "ann /play permutations opponent:ben first:me", "ben clicks Accept on 1")
	own, other := w.state().Legal(0), w.state().Legal(1)
	for _, bid := range own[:3] {
		w.steps(t, "ann /bid bid:"+strings.TrimPrefix(string(bid), "bid "))
	}
	w.steps(t, "ben /bid bid:"+strings.TrimPrefix(string(other[0]), "bid "), "ann /draw", "ben /draw", "ann /analyse")
	if want := []games.Move{own[2], other[0]}; !slices.Equal(judged, want) {
		t.Errorf("%v are judged, want %v", judged, want)
	}
}

// A running game is not analysed, for nobody and by no button.
func TestRunningGameIsNotAnalysed(t *testing.T) {
	w, _, _ := thinking(t, critic{thinker{permutations.Game{}, func(games.View, games.Seat, games.Seed) games.Move { return "" }},
		func(games.View, games.Move) float64 { t.Error("a running game is analysed"); return 1 }})
	w.steps(t, "ann /play permutations opponent:ben first:me", "ben clicks Accept on 1")
	bid := string(w.state().Legal(0)[0])
	w.steps(t, "ann /bid bid:"+strings.TrimPrefix(bid, "bid "))
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
	w.steps(t, "ann /play permute opponent:parlour first:me swap:off", "fails", "ann /move move:Cd3-d4")
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
		w.steps(t, "ann /play permute opponent:ben first:me swap:off", "ben clicks Accept on 1")
		for ply := range 8 {
			seat := games.Seat(ply % 2)
			w.steps(t, []string{"ann", "ben"}[seat]+" /move move:"+string(w.first(seat)))
		}
		w.steps(t, "ann /resign", "ann clicks Yes, resign")
		for _, want := range []string{"Ask again in a while", "5 moves gave much away"} {
			ctx, cancel := context.WithTimeout(t.Context(), 14*time.Minute)
			if said := w.askIn(ctx, "ann", "analyse", ""); !strings.Contains(said, want) {
				t.Errorf("the answer is %q, want %q", said, want)
			}
			cancel()
		}
	})
}
