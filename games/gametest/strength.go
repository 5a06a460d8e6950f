package gametest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// Thinking returns the player of a searcher with a budget.
func Thinking[V any](table search.Table[V], choose search.Searcher[V], b search.Budget) games.Player {
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		v, _, ply := table.See(view, seat)
		return choose(v, b, seed.Rand(ply))
	}
}

// Thinkers returns the searcher of the last level and those of the yardsticks, each with a budget.
func Thinkers[V any](table search.Table[V], b search.Budget) map[string]games.Player {
	all := map[string]games.Player{"a thinker": Thinking(table, table.Decide(len(table.Levels)), b)}
	for _, y := range table.Yardsticks {
		all[y.Name] = Thinking(table, y.Decide, b)
	}
	return all
}

// PlayerOf returns the player of a level or a yardstick.
func PlayerOf(t *testing.T, g games.Opponent, name string) games.Player {
	t.Helper()
	p, err := g.Player(name, games.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Beats checks that of some games against another player, with seats that change, one wins so many at least.
func Beats(t *testing.T, g games.Game, setup games.Setup, better, other games.Player, count, least int) {
	t.Helper()
	won := 0
	for n := range count {
		s, err := g.Start(setup)
		for err == nil && len(s.ToMove()) > 0 {
			seat, player := s.ToMove()[0], other
			if int(seat) == n%2 {
				player = better
			}
			s, err = s.Play(seat, player(s.View(seat), seat, games.Seed{byte(n)}))
		}
		if err != nil {
			t.Fatal(err)
		}
		if r, _ := s.Result(); slices.Equal(r.First(), []games.Seat{games.Seat(n % 2)}) {
			won++
		}
	}
	if won < least {
		t.Errorf("of %d games it wins %d, want %d", count, won, least)
	}
}

// HalfGreedy checks that about half of a beginner's moves in a position are among those that lead to what is worth most.
func HalfGreedy(t *testing.T, g games.Opponent, s games.State, worth func(after games.State) int) {
	t.Helper()
	seat, most, after := s.ToMove()[0], 0, map[games.Move]int{}
	for i, m := range s.Legal(seat) {
		if after[m] = worth(Move(t, s, m)); i == 0 || after[m] > most {
			most = after[m]
		}
	}
	const asked = 400
	player, best := PlayerOf(t, g, search.Beginner), 0
	for n := range asked {
		if after[player(s.View(seat), seat, games.Seed{byte(n), byte(n >> 8)})] == most {
			best++
		}
	}
	if best < asked/2-5*10 || best > asked/2+6*10 { // five standard deviations, and what is hit by chance
		t.Errorf("of %d moves of the beginner %d are best by one ply, want about half", asked, best)
	}
}

// Think is a benchmark of the first move of hard.
func Think(b *testing.B, g games.Opponent, options ...string) {
	for _, o := range options {
		b.Run(o, func(b *testing.B) {
			s, err := g.Start(SetupOf(g, o))
			player, failed := g.Player(string(games.Hard), games.Limit{})
			if err := errors.Join(err, failed); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				player(s.View(0), 0, games.Seed{})
			}
		})
	}
}

// NoAllocs checks that functions do not allocate.
func NoAllocs(t *testing.T, all map[string]func()) {
	t.Helper()
	for name, f := range all {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s allocates %v times, want never", name, n)
		}
	}
}

// An Endgame compares an opponent with minimax in late positions of a game, which are Ps.
type Endgame[V any, P comparable, Q interface {
	*P
	Player() int
	Over() bool
	Count() int
	PlayNth(int)
	Worth() search.Worths
}] struct {
	Game search.Tabled[V]
	Late func(seed uint64) P // a late position, which may be over
	View func(P) games.View  // that of the player to move
	Nth  func(P, int) games.Move

	known map[P]int
}

// Value returns what a position is worth to the player to move: 1 for a win, 0 for a draw, -1 for a loss.
func (e *Endgame[V, P, Q]) Value(p P) int {
	if Q(&p).Over() {
		return int(2*Q(&p).Worth()[Q(&p).Player()] - 1)
	}
	if value, met := e.known[p]; met {
		return value
	}
	best := -1
	for n := 0; n < Q(&p).Count() && best < 1; n++ {
		best = max(best, e.after(p, n))
	}
	if e.known == nil {
		e.known = map[P]int{}
	}
	e.known[p] = best
	return best
}

// after returns what a move is worth to the player who makes it.
func (e *Endgame[V, P, Q]) after(p P, n int) int {
	by := Q(&p).Player()
	Q(&p).PlayNth(n)
	if Q(&p).Player() == by {
		return e.Value(p)
	}
	return -e.Value(p)
}

// Wins names the moves that win in a position, of which a state shows the View. The thinker plays one of them by each
// seed.
func (e *Endgame[V, P, Q]) Wins(t *testing.T, s games.State, p P) string {
	t.Helper()
	e.known = nil
	var all []string
	for n := range Q(&p).Count() {
		if e.after(p, n) == 1 {
			all = append(all, string(e.Nth(p, n)))
		}
	}
	table, seat := e.Game.Table(), s.ToMove()[0]
	player := Thinking(table, table.Decide(len(table.Levels)), search.Budget{Playouts: 6_000})
	for seed := range byte(3) {
		if m := player(s.View(seat), seat, games.Seed{seed}); !slices.Contains(all, string(m)) {
			t.Errorf("the thinker plays %s, want one of %v in\n%v", m, all, s.View(seat))
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// After returns what a legal move is worth to the player who makes it.
func (e *Endgame[V, P, Q]) After(p P, m games.Move) int {
	for n := range Q(&p).Count() {
		if e.Nth(p, n) == m {
			return e.after(p, n)
		}
	}
	panic("gametest: " + string(m) + " is no move of the position")
}

// Wrong reports whether a position goes on and has a move that gives its value away.
func (e *Endgame[V, P, Q]) Wrong(p P) bool {
	for n := range Q(&p).Count() {
		if e.after(p, n) < e.Value(p) {
			return true
		}
	}
	return false
}

// Check checks late positions in which a move gives the value away: the thinker and the yardstick that searches keep
// it. In the first of them so does the advice, and what another move costs is the part of the value that it gives away,
// but for the error of a search.
func (e *Endgame[V, P, Q]) Check(t *testing.T, positions, advised int, b search.Budget, sure float64) {
	t.Helper()
	table, asked := e.Game.Table(), 0
	for seed := uint64(0); asked < positions && seed < 200; seed++ {
		p := e.Late(seed)
		e.known = nil
		if !e.Wrong(p) {
			continue
		}
		asked++
		for name, player := range Thinkers(table, b) {
			m := player(e.View(p), games.Seat(Q(&p).Player()), games.Seed{byte(seed)})
			if got := e.After(p, m); name != search.Beginner && got != e.Value(p) {
				t.Errorf("seed %d: %s plays %s for %d, want %d", seed, name, m, got, e.Value(p))
			}
		}
		for n := 0; asked <= advised && n < Q(&p).Count(); n++ {
			made := e.Nth(p, n)
			a := table.AdviseBy(e.View(p), 0, made, games.Hard, games.Seed{byte(seed)}, b, b)
			want := float64(e.Value(p)-e.after(p, n)) / 2
			if e.After(p, a.Best) != e.Value(p) || a.Cost < max(0, want-sure) || a.Cost > min(1, want+sure) ||
				made == a.Best && a.Cost != 0 {
				t.Errorf("seed %d: the best is %s, and %s costs %.2f, want %.1f (%v, %v)", seed, a.Best, made, a.Cost,
					want, a.Worth, a.Made)
			}
		}
	}
	if asked < positions {
		t.Errorf("only %d positions were judged", asked)
	}
}
