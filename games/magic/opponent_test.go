package magic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

var _ games.Opponent = Game{}

func player(t *testing.T, l games.Level) games.Player {
	t.Helper()
	p, err := Game{}.Player(string(l), 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// aSeed returns a seed for a number.
func aSeed(n int) games.Seed { return games.Seed{byte(n), byte(n >> 8)} }

// undecided returns a random position of a number of tiles in which the game goes on.
func undecided(t *testing.T, rng *rand.Rand, tiles int) Position {
	t.Helper()
	for {
		p := sample(t, rng, tiles)
		if _, over := p.Judge(); !over {
			return p
		}
	}
}

// playLevels plays a game of two levels to its end, and returns the winner.
func playLevels(t *testing.T, seed int, levels ...games.Level) games.Seat {
	t.Helper()
	s := play(t)
	for ply := 0; ; ply++ {
		seats := s.ToMove()
		if len(seats) == 0 {
			return viewOf(s).Winner
		}
		choose := player(t, levels[seats[0]])
		v := s.View(seats[0])
		m := choose(v, seats[0], aSeed(seed+ply))
		if again := choose(v, seats[0], aSeed(seed+ply)); again != m {
			t.Fatalf("%s of %s plays %s and then %s with the same seed", levels[seats[0]], s.(state).pos, m, again)
		}
		s = after(t, s, m) // fails if the move is not legal
	}
}

// A perfect player wins as Circle, and each level beats the one below it.
func TestLevels(t *testing.T) {
	const n = 8
	for i, low := range ladder[:len(ladder)-1] {
		high := ladder[i+1]
		points := 0.0
		for game := range n {
			seat := games.Seat(game % 2)
			levels := []games.Level{low, low}
			levels[seat] = high
			switch winner := playLevels(t, 100*game, levels...); winner {
			case seat:
				points++
			case games.Spectator:
				points += 0.5
			default:
				if high == games.Hard && seat == 0 {
					t.Errorf("hard lost as Circle to %s", low)
				}
			}
		}
		if points < 0.6*n {
			t.Errorf("%s has %v points of %d against %s", high, points, n, low)
		}
	}
	if winner := playLevels(t, 5000, games.Hard, games.Hard); winner != 0 {
		t.Errorf("seat %d wins between two perfect players, want Circle", winner)
	}
}

// Hard keeps the value of a position, down to the number of turns.
func TestHardIsPerfect(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 1))
	hard := player(t, games.Hard)
	for i := range 80 {
		p := undecided(t, rng, i%16)
		s := newState(p)
		m := hard(s.View(p.mover), p.mover, aSeed(i))
		next := after(t, s, m).(state).pos
		if got, want := next.Value().before(), p.Value(); got != want {
			t.Errorf("%s is a %s, and hard makes it a %s with %s", p, want, got, m)
		}
	}
}

// Among turns of equal value hard prefers one that makes a row.
func TestHardPrefersRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 1))
	hard := player(t, games.Hard)
	chosen := 0
	for i := range 120 {
		p := undecided(t, rng, 11+i%3)
		s := newState(p)
		rows := map[bool]int{}
		for _, turn := range p.Turns(nil) {
			next := p
			next.Play(turn)
			if next.Value().before() == p.Value() {
				rows[next.hasRow(p.mover)]++
			}
		}
		if rows[true] == 0 || rows[false] == 0 {
			continue
		}
		chosen++
		m := hard(s.View(p.mover), p.mover, aSeed(i))
		if !after(t, s, m).(state).pos.hasRow(p.mover) {
			t.Errorf("hard plays %s in %s, want a turn that makes a row", m, p)
		}
	}
	if chosen < 10 {
		t.Errorf("only %d positions have equal turns with and without a row", chosen)
	}
}

// A level plays as well as minimax of its own depth.
func TestLevelsAgreeWithMinimaxOfTheirDepth(t *testing.T) {
	rng := rand.New(rand.NewPCG(62, 1))
	for _, c := range []struct {
		level games.Level
		sight int
	}{{games.Easy, 1}, {games.Medium, 3}} {
		choose := player(t, c.level)
		for i := range 60 {
			p := undecided(t, rng, 12+i%3)
			winner, plies := glance(p, c.sight)
			next := p
			typed, _ := parseTurn(strings.ToLower(string(choose(newState(p).View(0), p.mover, aSeed(i)))))
			next.Play(typed.turn())
			if w, n := glance(next, c.sight-1); w != winner || w != games.Spectator && n+1 != plies {
				t.Errorf("%s in %s leads to a win of seat %d in %d turns, want seat %d in %d", c.level, p, w, n+1, winner, plies)
			}
		}
	}
}

// glance is minimax that counts a game as a tie if it is not decided after some turns.
func glance(p Position, turns int) (winner games.Seat, plies int) {
	winner, over := p.Judge()
	if over || turns == 0 {
		return winner, 0
	}
	first := true
	for _, turn := range p.Turns(nil) {
		next := p
		next.Play(turn)
		w, n := glance(next, turns-1)
		if first || better(p.mover, w, n+1, winner, plies) {
			winner, plies, first = w, n+1, false
		}
	}
	return winner, plies
}

// The seed chooses among turns of equal value.
func TestSeedChooses(t *testing.T) {
	for _, l := range ladder {
		seen := map[games.Move]bool{}
		for i := range 200 {
			seen[player(t, l)(viewOf(play(t)), 0, aSeed(i))] = true
		}
		if want := map[games.Level]int{games.Easy: 32, games.Medium: 32, games.Hard: 8}[l]; len(seen) != want {
			t.Errorf("%s begins with %d different turns, want all %d equal ones: %v", l, len(seen), want, seen)
		}
	}
}

func TestAdvise(t *testing.T) {
	for _, c := range []struct {
		position     string
		made         games.Move
		worth, value string
		cost         float64
	}{
		{"1_----------------", "a1U", "can win in 8 turns", "can win in 8 turns", 0},
		{"1_----------------", "b2U", "can win in 8 turns", "lets Ben win in 8 turns", 1},
		{"1_----------------", "", "can win in 8 turns", "", 0},
		{"1_----------------", "leave", "can win in 8 turns", "", 0},
		{"2_uUDuuUDU-dD-ddU-", "c3Ea3U", "wins at once", "wins at once", 0},
	} {
		a := Game{}.Advise(from(t, c.position).View(0), 0, c.made, aSeed(1))
		if got := say(t, a.Worth); got != c.worth {
			t.Errorf("%s is worth %q, want %q", c.position, got, c.worth)
		}
		if got := say(t, a.Made); got != c.value || a.Cost != c.cost {
			t.Errorf("%s made in %s is worth %q and costs %v, want %q and %v", c.made, c.position, got, a.Cost, c.value, c.cost)
		}
	}
}

// The best turn of advice is hard's. The cost of a turn is half a point for each step from
// win to tie and from tie to loss.
func TestAdviseAnyTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 1))
	costs := map[float64]int{}
	for i := range 120 {
		p := undecided(t, rng, 10+i%6)
		s := newState(p)
		legal := s.Legal(p.mover)
		made := legal[rng.IntN(len(legal))]
		a := Game{}.Advise(s.View(p.mover), p.mover, made, aSeed(i))
		if best := player(t, games.Hard)(s.View(p.mover), p.mover, aSeed(i)); best != a.Best {
			t.Errorf("advice in %s is %s, want %s as hard plays", p, a.Best, best)
		}
		value := after(t, s, made).(state).pos.Value().before()
		if say(t, a.Worth) != inTurns(p.Value(), 1-p.mover) || say(t, a.Made) != inTurns(value, 1-p.mover) {
			t.Errorf("advice about %s in %s says %q of %q, want a %s of a %s", made, p, say(t, a.Made), say(t, a.Worth), value, p.Value())
		}
		lostPoints := slices.Index([]string{"win", "tie", "los"}, value.String()[:3]) - slices.Index([]string{"win", "tie", "los"}, p.Value().String()[:3])
		if a.Cost != float64(lostPoints)/2 {
			t.Errorf("%s in %s costs %v, from a %s to a %s", made, p, a.Cost, p.Value(), value)
		}
		costs[a.Cost]++
	}
	for _, c := range []float64{0, 0.5, 1} {
		if costs[c] == 0 {
			t.Errorf("no turn costs %v: %v", c, costs)
		}
	}
}

// inTurns says a value against an opponent by counting the turns of the side that wins.
func inTurns(v Value, opponent games.Seat) string {
	other := []string{"Ann", "Ben"}[opponent]
	if v == tie {
		return "leads to a draw"
	}
	turns, wins := 0, v > tie
	for ply := 1; ply <= v.Plies(); ply++ {
		if (ply%2 == 1) == wins {
			turns++
		}
	}
	switch {
	case wins && v.Plies() == 1:
		return "wins at once"
	case turns == 0:
		return "loses at once"
	case wins && turns == 1:
		return "can win in 1 turn"
	case wins:
		return fmt.Sprintf("can win in %d turns", turns)
	case turns == 1:
		return "lets " + other + " win in 1 turn"
	}
	return fmt.Sprintf("lets %s win in %d turns", other, turns)
}
