package arena

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/all"
	"parlour/games/search"
)

// root is the folder of the project.
const root = "../../.."

// data returns what was gathered.
func data(t *testing.T) gathered {
	t.Helper()
	all, err := store("testdata").all()
	must(t, err)
	return all
}

// The advice of every game that isn't solved says chances by a curve, and every usual table has one.
func TestEveryOpponentHasCurves(t *testing.T) {
	for _, g := range all.Games() {
		if _, plays := g.(games.Opponent); !plays || solved(t, g) {
			continue
		}
		teller, ok := g.(search.Teller)
		if !ok {
			t.Errorf("%s has an opponent and no curves", g.Info().Name)
			continue
		}
		for b := range search.Bands {
			if usual := tables(teller)[0]; usual.curve(b).Games == 0 {
				t.Errorf("%s has no curve for %s levels: make chances TABLE=%s", usual.name(), b, usual.name())
			}
		}
	}
}

// solved reports whether a game says what its positions are worth.
func solved(t *testing.T, g games.Game) bool {
	t.Helper()
	options, err := g.Info().Complete(nil)
	must(t, err)
	s, err := g.Start(games.Setup{Game: g.Info().Name, Rules: g.Info().Rules, Seats: max(g.Info().MinSeats, 2), Options: options})
	must(t, err)
	_, is := s.(games.Valuer)
	return is
}

// Of the positions of held-out games that are said to be won in p of 100, p are won, give or take 8 and what chance adds.
//
//test:unwatched
func TestWhatIsSaidIsWon(t *testing.T) {
	all := data(t)
	for _, at := range everyTable() {
		for b := range search.Bands {
			if at.curve(b).Games == 0 {
				continue
			}
			for _, err := range check(all.of(at, b), at.curve(b)) {
				t.Errorf("%s, %s levels: %v", at.name(), b, err)
			}
		}
	}
}

// At all tables together, of the positions of held-out games of a band that are said to be won in p of 100, p are won, give
// or take 8, and chance is allowed nothing.
//
//test:unwatched
func TestWhatIsSaidAnywhereIsWon(t *testing.T) {
	for b := range search.Bands {
		for _, at := range data(t).together(b) {
			if !(math.Abs(at.won-at.said) <= allowed) || at.games < many {
				t.Errorf("of positions of %s levels in as good as %.0f games, said to be won in %.1f of 100, %.1f of 100 were won", b, at.games, 100*at.said, 100*at.won)
			}
		}
	}
}

// The curves and the pictures are those of the data.
//
//test:unwatched
func TestTheFilesAreThoseOfTheData(t *testing.T) {
	for path, want := range data(t).files() {
		got, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Error(err)
		} else if string(got) != want {
			t.Errorf("%s is not what the games in cmd/parlour/arena/testdata make: make chances COUNT=0 writes it; read the difference", path)
		}
	}
}

// drawn returns games of two whose positions are won as a curve says, with eight positions each.
func drawnGames(c search.Curve, count int) []game {
	rng := rand.New(rand.NewPCG(7, 7))
	var list []game
	for n := range count {
		// The chance of seat 0 walks from a half to 0 or 1, so that it is that of winning at every step.
		g, p := game{key: key{1, search.Middle, n}}, 0.5
		for ply := range 8 {
			step := min(p, 1-p) * rng.Float64() * 0.9
			if rng.IntN(2) == 0 {
				step = -step
			}
			p += step
			seat := games.Seat(ply % 2)
			mine := p
			if seat == 1 {
				mine = 1 - p
			}
			raw := 1 / (1 + math.Exp(-(search.Logit(mine)-c.Lift)/c.Steep))
			g.said = append(g.said, said{ply, seat, inside(raw)})
		}
		g.won = []float64{0, 1}
		if rng.Float64() < p {
			g.won = []float64{1, 0}
		}
		list = append(list, g)
	}
	return list
}

// Games that are drawn from a curve give that curve back. It passes the check, and wrong ones don't.
//
//test:unwatched
func TestWrongCurvesAreFound(t *testing.T) {
	for _, c := range []search.Curve{{Steep: 4}, {Steep: 1}, {Steep: 2, Lift: 0.5}} {
		list := drawnGames(c, 1200)
		got, enough := fit(list, 9, 2, search.Middle)
		if !enough || math.Abs(got.Steep/c.Steep-1) > 0.15 || math.Abs(got.Lift-c.Lift) > 0.15 || got.Games != 600 {
			t.Errorf("games drawn from %+v are fitted by %+v", c, got)
		}
		for _, good := range []search.Curve{c, got} {
			if wrong := check(list, good); len(wrong) > 0 {
				t.Errorf("games drawn from %+v fail with %+v: %v", c, good, wrong)
			}
		}
		for _, bad := range []search.Curve{
			{Steep: 2.5 * c.Steep, Lift: c.Lift}, {Steep: c.Steep / 2.5, Lift: c.Lift},
			{Steep: c.Steep, Lift: c.Lift + 0.75}, {Steep: c.Steep, Lift: c.Lift - 0.75}, {Steep: -c.Steep, Lift: -c.Lift},
		} {
			if len(check(list, bad)) == 0 {
				t.Errorf("games drawn from %+v pass with %+v", c, bad)
			}
		}
	}
	if _, enough := fit(drawnGames(search.PlainCurve, 2*leastGames-2), 9, 2, search.Middle); enough {
		t.Errorf("%d games are enough for a curve, want %d", leastGames-1, leastGames)
	}
}

// The fit stays finite where every game went as was said.
func TestFewGamesFit(t *testing.T) {
	var list []game
	for n := range 4 {
		list = append(list, game{key{1, search.Middle, n}, []float64{1, 0}, []said{{0, 0, 1 - edge}, {1, 1, edge}}})
	}
	if c, _ := fit(list, 9, 2, search.Middle); !(c.Steep > 0.9 && c.Steep < 10 && math.Abs(c.Lift) < 1) {
		t.Errorf("four games are fitted by %+v", c)
	}
	if c, enough := fit(nil, 9, 2, search.Middle); enough || c.Steep != 1 || c.Lift != 0 {
		t.Errorf("no games are fitted by %+v", c)
	}
}

// A bin is as good as the games in it, however many positions they have there.
func TestBinsCountGames(t *testing.T) {
	var list []game
	for n := range 80 {
		list = append(list, game{key{1, search.Middle, n}, []float64{1, 0}, []said{{0, 0, 0.55}, {2, 0, 0.56}, {4, 0, 0.57}, {5, 1, 0.05}}})
	}
	got := bins(list, search.PlainCurve)
	if b := got[5]; b.n != 120 || b.games() != 40 || b.won() != 1 || math.Abs(b.said()-0.56) > 1e-9 {
		t.Errorf("the bin of 50 to 60 is %+v, as good as %v games", b, b.games())
	}
	if b := got[0]; b.n != 40 || b.won() != 0 {
		t.Errorf("the bin of 0 to 10 is %+v", b)
	}
	if got := joined(list, search.PlainCurve); len(got) != 2 || got[0].n != 40 || got[1].n != 120 {
		t.Errorf("joined, the bins are %+v", got)
	}
	for n := range list {
		list[n].said = append(list[n].said, said{6, 1, 0.15}, said{7, 0, 0.95})
	}
	if got := joined(list, search.PlainCurve); len(got) != 4 || got[0].n != 40 || got[1].n != 40 || got[3].n != 40 {
		t.Errorf("joined, the bins of more positions are %+v", got)
	}
	if got := joined(list[:20], search.PlainCurve); len(got) != 2 || got[0].n != 20 || got[1].n != 40 {
		t.Errorf("bins with few games, joined, are %+v", got)
	}
}

// A game is read as it was written, and other lines are refused.
func TestLines(t *testing.T) {
	g := game{key{3, search.Low, 17}, []float64{0.5, 0, 0.5}, []said{{5, 2, 0.5231}, {9, 0, 0.9995}}}
	const line = "3/low/17 0.5,0,0.5 5:2:0.5231 9:0:0.9995"
	if got := g.String(); got != line {
		t.Errorf("the line is %q, want %q", got, line)
	}
	if got, err := parseGame(line); err != nil || got.String() != line {
		t.Errorf("the line is read as %q, %v", got, err)
	}
	for _, bad := range []string{"", "1/low/17", "1/low 1,0", "1/lower/3 1,0", "1/low/17 1,x", "1/low/17 1,2", "1/low/17 1,0 5:0", "1/low/17 1,0 5:2:0.5", "1/low/17 1,0 5:0:1"} {
		if g, err := parseGame(bad); err == nil {
			t.Errorf("%q is read as %+v", bad, g)
		}
	}
}

// A run that was cut off, in the middle of a line too, goes on to what an uninterrupted one makes.
func TestGatheringGoesOn(t *testing.T) {
	at, err := choose([]string{"permutu-3", "permutu-3", "magic"})
	if err != nil || len(at) != 1 {
		t.Fatalf("the tables are %v, %v", at, err)
	}
	gather := func(s store, count int) string {
		t.Helper()
		must(t, Cmd{Games: count, Seed: 1}.gather(t.Context(), s, at, io.Discard))
		text, err := os.ReadFile(s.file(at[0]))
		must(t, err)
		return string(text)
	}
	whole := gather(store(t.TempDir()), 3)
	if strings.Count(whole, "\n") != 3*int(search.Bands) {
		t.Fatalf("three games a band are %q", whole)
	}
	s := store(t.TempDir())
	cut := gather(s, 2)
	must(t, os.WriteFile(s.file(at[0]), []byte(cut[:len(cut)-3]), 0o644))
	if got := gather(s, 3); got != whole {
		t.Errorf("a run that was cut off makes %q, want %q", got, whole)
	}
	if again := gather(s, 3); again != whole {
		t.Errorf("once more it makes %q", again)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	must(t, Cmd{Games: 4, Seed: 1}.gather(stopped, s, at, io.Discard))
	if kept, err := s.all(); err != nil || len(kept[at[0].name()]) != 3*int(search.Bands) {
		t.Errorf("a run that is stopped at once leaves %v, %v; want 3 games a band", kept, err)
	}
}

// Whoever comes first among the players has won, and dummies don't count.
func TestShares(t *testing.T) {
	for _, c := range []struct {
		places []int
		seats  int
		want   []float64
	}{
		{[]int{1, 2}, 2, []float64{1, 0}}, {[]int{1, 1}, 2, []float64{0.5, 0.5}}, {[]int{3, 2, 1, 4}, 2, []float64{0, 1}},
		{[]int{2, 2, 3, 1}, 3, []float64{0.5, 0.5, 0}},
	} {
		if got := shares(c.places[:c.seats]); !slices.Equal(got, c.want) {
			t.Errorf("of %d players with places %v the shares are %v, want %v", c.seats, c.places, got, c.want)
		}
	}
}

// Names choose tables: a game its usual one. Others are refused.
func TestNames(t *testing.T) {
	at, err := choose(strings.Fields("permute permute-12 permutations-3-seats pentago"))
	must(t, err)
	var names []string
	for _, t := range at {
		names = append(names, t.name())
	}
	if want := []string{"permute-9", "permute-12", "permutations-3-seats", "pentago"}; !slices.Equal(names, want) {
		t.Errorf("the tables are %v, want %v", names, want)
	}
	if at, err := choose(nil); err != nil || len(at) != len(tellers()) {
		t.Errorf("without names there are %d tables, %v", len(at), err)
	}
	if at, err := choose([]string{"checkers"}); err == nil {
		t.Errorf("checkers has the tables %v", at)
	}
}

// The games that were gathered are enough to find a curve that says the reverse, at most tables. Where what is said is
// mostly near a half, as in Pentago, that takes hundreds.
//
//test:unwatched
func TestTheGamesFindAReversedCurve(t *testing.T) {
	found, all, kept := 0, 0, data(t)
	for _, at := range everyTable() {
		for b := range search.Bands {
			games := kept.of(at, b)
			c, enough := fit(games, at.size, at.seats, b)
			if !enough {
				continue
			}
			if c.Steep, c.Lift = -c.Steep, -c.Lift; len(check(games, c)) > 0 {
				found++
			}
			all++
		}
	}
	if found <= all/2 {
		t.Errorf("a reversed curve is found at %d tables of %d", found, all)
	}
}

// check returns an error for each bin of the held-out games in which far more or fewer were won than a curve says.
func check(games []game, c search.Curve) (wrong []error) {
	for _, b := range joined(games, c) {
		if math.Abs(b.won()-b.said()) > b.allowed() {
			wrong = append(wrong, fmt.Errorf("of %d positions in as good as %.0f games, said to be won in %.0f of 100, %.0f of 100 were won: that may differ by %.0f",
				b.n, b.games(), 100*b.said(), 100*b.won(), 100*b.allowed()))
		}
	}
	return wrong
}
