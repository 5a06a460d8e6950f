package puzzles

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour/games"
)

var proveAll = flag.Bool("all", false, "prove all puzzles, not a few of each game")

// state returns the position of a puzzle.
func state(t *testing.T, p Puzzle) games.State {
	t.Helper()
	g := named(t, p.Game)
	s, _, err := games.Replay(g, p.Setup(g.Info()), p.Log())
	if err != nil {
		t.Fatalf("%s %s: %v", p.Game, p.Line, err)
	}
	return s
}

// Each puzzle can be played to its position, where its move is legal and others are, and after which the game goes on.
// No two are the same, and those of a game are enough for a year.
func TestPuzzlesAreLegal(t *testing.T) {
	if len(written) > 200_000 {
		t.Errorf("the puzzles have %d bytes, want at most 200,000", len(written))
	}
	seen := map[string]bool{}
	for game, list := range lists() {
		if !slices.Contains(fortnight[:], game) {
			t.Errorf("%s has puzzles and no day", game)
		}
		for _, p := range list {
			s := state(t, p)
			if len(s.ToMove()) != 1 {
				t.Fatalf("%s %s: %v are to move", p.Game, p.Line, s.ToMove())
			}
			seat := s.ToMove()[0]
			legal := s.Legal(seat)
			if !slices.Contains(legal, p.Move) || len(legal) <= others {
				t.Errorf("%s %s: %s is none of %d moves, or of too few", p.Game, p.Line, p.Move, len(legal))
			}
			if after, err := s.Play(seat, p.Move); err != nil || len(after.ToMove()) == 0 {
				t.Errorf("%s %s: after %s the game is over, %v", p.Game, p.Line, p.Move, err)
			}
			if firstOf(s) == p.Move {
				t.Errorf("%s %s: %s is the first that is offered", p.Game, p.Line, p.Move)
			}
			if games.StepsTo(s, seat, p.Move) == nil {
				t.Errorf("%s %s: no steps lead to %s", p.Game, p.Line, p.Move)
			}
			if id := fmt.Sprint(p.Game, p.Line, p.Seed); seen[id] {
				t.Errorf("%s %s is there twice", p.Game, p.Line)
			} else {
				seen[id] = true
			}
		}
	}
	for day, game := range fortnight {
		if got, want := len(lists()[game]), (53*len(daysOf(game))+1)/2; got < want {
			t.Errorf("%s has %d puzzles for day %d of a fortnight, want %d for a year", game, got, day, want)
		}
	}
}

// A puzzle of each game, drawn anew each time, is proved by a search that knows nothing of the exact ends of games: one move
// does what is asked, and no other one. Those of Rubik's Magic are proved by its table here, and by its plain game in package magic. make puzzles proves them all.
func TestPuzzlesAreProved(t *testing.T) {
	for _, k := range kinds {
		list := slices.Clone(lists()[k.game])
		if !*proveAll {
			rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			list = list[:min(len(list), 1)]
		}
		for _, p := range list {
			s := state(t, p)
			n := plain{left: 50_000_000}
			won := []games.Move{}
			if p.Turns == 0 {
				won, _, _ = n.wins(s)
			} else if m, turns, _ := k.find(nil, s); turns == p.Turns { // plain already, or by a table
				won = append(won, m)
			}
			if k.game != "magic" || *proveAll { // where it takes a second
				checkSolution(t, p, s)
			}
			if n.left < 0 || !slices.Equal(won, []games.Move{p.Move}) {
				t.Errorf("%s %s: %v do what is asked (%d positions are left), want %s alone", p.Game, p.Line, won, n.left, p.Move)
			}
		}
	}
}

// checkSolution plays a solution to its end, which the solver wins, in as many turns as the puzzle says.
func checkSolution(t *testing.T, p Puzzle, s games.State) {
	t.Helper()
	solver, turns := s.ToMove()[0], 0
	line := p.Solution(named(t, p.Game).(games.Exact), s)
	for _, m := range line {
		if s.ToMove()[0] == solver {
			turns++
		}
		s = must(s.Play(s.ToMove()[0], m))
	}
	r, over := s.Result()
	if line[0] != p.Move || !over || worthOf(r, solver) != 1 || p.Turns > 0 && turns != p.Turns {
		t.Errorf("%s %s: the solution is %v, of %d turns, and over: %v", p.Game, p.Line, line, turns, over)
	}
}

// Everybody has the same puzzle on a day, from its first moment to its last. Each weekday has its game, a year has no
// puzzle twice, and none is back within half a round.
func TestTheDays(t *testing.T) {
	monday := DayOf(time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC))
	for i, game := range fortnight {
		day := monday + Day(i)
		if got := Of(day); got.Game != game {
			t.Errorf("day %d of the fortnight has a puzzle of %s, want %s", i, got.Game, game)
		}
		if first, last := DayOf(day.Start()), DayOf((day + 1).Start().Add(-time.Nanosecond)); first != day || last != day {
			t.Errorf("the day that begins at %v is %d at first and %d at last, want %d", day.Start(), first, last, day)
		}
	}
	if got := DayOf(time.Unix(-1, 0)); got != -1 {
		t.Errorf("the last second before 1970 is on day %d, want -1", got)
	}
	last := map[string]Day{}
	orders := map[string]bool{}
	for day := monday; day < monday+4*371; day++ {
		p := Of(day)
		id := p.Game + p.Line
		if before, met := last[id]; met && int(day-before) < 7*len(lists()[p.Game])/2/3 {
			t.Errorf("%s is back after %d days", id, day-before)
		}
		last[id] = day
		if p.Game == "pentago" && int(day-monday)%371 == 1 {
			orders[p.Line] = true
		}
	}
	if len(orders) < 2 {
		t.Error("each year begins with the same puzzle")
	}
}
