package gametest

import (
	"errors"
	"math"
	"strconv"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// Players checks on a board that each level searches with the playouts of its step and overlooks as much, and that hard
// advises, with those that it shares.
func Players[G interface {
	games.Thrifty
	search.Tabled[V]
}, V any](t *testing.T, g G, view games.View) {
	t.Helper()
	table := g.Table()
	v, cells, ply := table.See(view, 0)
	seed, best := games.Seed{3}, games.Move("")
	for i, l := range table.Levels {
		like := table.Like(i + 1)
		b := search.Budget{Playouts: table.Playouts(like, cells), Overlooks: table.Overlooks(like)}
		full, shared, least := g.Budget(l, view, 0)
		if like <= i { // it searches longer than the level below, and otherwise alike
			if full != table.Longer*b.Playouts || shared != b.Playouts && shared != full || least > shared {
				t.Errorf("%s has %d playouts, shares %d and has at least %d, want %d times %d", l, full, shared, least, table.Longer, b.Playouts)
			}
			continue
		}
		best = table.Decide(i+1)(v, b, seed.Rand(ply))
		if full != b.Playouts || shared != full || least > full {
			t.Errorf("%s has %d playouts, shares %d and has at least %d, want %d", l, full, shared, least, b.Playouts)
		}
		own, err := g.Player(string(l), games.Limit{})
		with, failed := g.Player(string(l), games.Limit{Playouts: full})
		if err := errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		if a, b := own(view, 0, seed), with(view, 0, seed); a != best || b != best {
			t.Errorf("%s plays %s, and %s with its own number of playouts, want %s", l, a, b, best)
		}
	}
	if a := g.Advise(view, 0, "", games.Hard, seed); a.Best != best {
		t.Errorf("advice is %s, want %s", a.Best, best)
	}
}

// Steps checks on boards of so many cells that each level has so many times the playouts of the one below it, and
// overlooks less while that one overlooks anything. Hard overlooks nothing, and has as many playouts as ever, or the level
// below which it searches longer than.
func Steps[V any](t *testing.T, g search.Tabled[V], times float64, hard map[int]int) {
	t.Helper()
	table := g.Table()
	last := table.Like(len(table.Levels))
	for cells, want := range hard {
		for step := 2; step <= last; step++ {
			if less, more := table.Playouts(step-1, cells), table.Playouts(step, cells); less < 8 || float64(less)*times > float64(more) {
				t.Errorf("on %d cells level %d has %d playouts, and level %d %d", cells, step-1, less, step, more)
			}
			if less, more := table.Overlooks(step), table.Overlooks(step-1); less > more || less == more && more > 0 || more >= 1 {
				t.Errorf("level %d overlooks a share of %v, and level %d %v", step-1, more, step, less)
			}
		}
		if got := table.Playouts(last, cells); got != want || table.Overlooks(last) != 0 {
			t.Errorf("on %d cells the last level has %d playouts and overlooks %v, want %d", cells, got, table.Overlooks(last), want)
		}
	}
}

// Curve checks that advice says what the curve of the board makes of a chance. Meanwhile the game has other curves.
func Curve[V any](t *testing.T, g search.Tabled[V], curves *search.Curves) {
	t.Helper()
	defer func(before search.Curves) { *curves = before }(*curves)
	info := g.Info()
	setup := info.Setup()
	if _, ok := setup.Options["swap"]; ok { // before a swap a curve has no lift
		setup.Options["swap"] = "off"
	}
	size, errSize := 0, error(nil) // that of a game with one size
	if text, ok := setup.Options["size"]; ok {
		size, errSize = strconv.Atoi(text)
	}
	s, err := g.Start(setup)
	err = errors.Join(err, errSize)
	if err != nil {
		t.Fatal(err)
	}
	view, few := s.View(0), search.Budget{Playouts: 40}
	*curves = search.Curves{
		{Size: size, Seats: 2, Band: search.Top, Steep: 3, Lift: 0.7, Games: 1}, {Size: size + 9, Seats: 2, Band: search.Top, Steep: 9, Games: 1},
		{Size: size, Seats: 2, Band: search.Low, Steep: 1, Games: 1},
	}
	table := g.Table()
	a := table.AdviseBy(view, 0, "", games.Hard, games.Seed{1}, few, few)
	v, _, ply := table.See(view, 0)
	raw := table.Chance(v, a.Best, few, games.Seed{1}.Rand(ply))
	if got, want := a.Worth.Arg("Wins"), int(math.Round(100*(*curves)[0].Of(raw))); got != want {
		t.Errorf("a chance of %.3f is said to be %v of 100, want %d", raw, got, want)
	}
}
