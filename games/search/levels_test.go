package search

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
)

// A view is a board that has only a number of cells and a ply.
type view struct{ cells, ply int }

func (view) String() string     { return "" }
func (view) Words() games.Words { return games.Words{} }

// A game is a name for refusals, and the table.
type game struct {
	games.Game
	Opponent[game, view]
}

func (game) Table() Table[view] { return table }

func (game) Info() games.Info { return games.Info{Title: "A game"} }

// saying returns a searcher whose move says who thought, with what, and what it drew.
func saying(who string) Searcher[view] {
	return func(v view, b Budget, rng *rand.Rand) games.Move {
		return games.Move(fmt.Sprint(who, " ", b.Playouts, " ", b.Time, " ", rng.Uint32()))
	}
}

// table has 1, 10 and 100 playouts a cell, and its chance to win is a tenth of the length of a move in
// characters.
var table = Table[view]{
	Levels: games.Ladder(3, 2), Decide: func(int) Searcher[view] { return saying("decide") },
	Yardsticks: []Yardstick[view]{{PlainUCT, saying("plain"), true}, {Beginner, saying("begin"), false}},
	See: func(seen games.View, _ games.Seat) (v view, cells, ply int) {
		v = seen.(view)
		return v, v.cells, v.ply
	},
	Playouts: func(step, cells int) int { return cells * []int{1, 10, 100}[step-1] },
	Rank: func(v view, _ int, b Budget, rng *rand.Rand) [][]games.Move {
		return [][]games.Move{{saying("decide")(v, b, rng)}}
	},
	Chance: func(_ view, m games.Move, b Budget, _ *rand.Rand) float64 {
		return float64(b.Playouts*len(m)) / 1000
	},
	Overlooks: func(int) float64 { return 0 },
	Curve:     func(view, Band) Curve { return Curve{Steep: 1, Games: 1} },
}

// Each name has its searcher, with the playouts of the name, the time given, and chance by the seed and the ply.
func TestPlayers(t *testing.T) {
	var seed games.Seed
	drawn := seed.Rand(3).Uint32()
	for _, c := range []struct {
		name, who string
		playouts  int
		each      time.Duration
	}{
		{"easy", "decide", 7, 0}, {"medium", "decide", 70, 0}, {"hard", "decide", 700, time.Second},
		{PlainUCT, "plain", 700, time.Minute}, {Beginner, "begin", 0, 0},
	} {
		p, err := game{}.Player(c.name, games.Limit{Time: c.each})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := p(view{7, 3}, 0, seed), games.Move(fmt.Sprint(c.who, " ", c.playouts, " ", c.each, " ", drawn)); got != want {
			t.Errorf("%s plays %q, want %q", c.name, got, want)
		}
	}
	p, err := game{}.Player(string(games.Medium), games.Limit{Playouts: 33})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p(view{7, 3}, 0, seed), games.Move(fmt.Sprint("decide 33 0s ", drawn)); got != want {
		t.Errorf("medium with 33 playouts plays %q, want %q", got, want)
	}
}

// Others are refused, and so is a time for the beginner.
func TestRefusals(t *testing.T) {
	if got := (game{}).Yardsticks(); !slices.Equal(got, []string{PlainUCT, Beginner}) {
		t.Errorf("the yardsticks are %q", got)
	}
	for _, c := range []struct {
		name string
		each time.Duration
		key  string
	}{{Beginner, time.Second, "refuse.player.time"}, {"nobody", 0, "refuse.player"}, {"", time.Second, "refuse.player"}} {
		var r *games.Refusal
		if p, err := (game{}).Player(c.name, games.Limit{Time: c.each}); p != nil || !errors.As(err, &r) || r.Text.Key != c.key {
			t.Errorf("Player(%q, %v) gave %v, want %s", c.name, c.each, err, c.key)
		}
	}
	for _, name := range []string{Beginner, "nobody"} {
		if p, err := (game{}).Player(name, games.Limit{Playouts: 5}); p != nil || err == nil {
			t.Errorf("%s with five playouts gave %v, want a refusal", name, err)
		}
	}
}

// A level may be given the playouts of the one some steps below at least; there is none below easy.
func TestBudgetOfALevel(t *testing.T) {
	for l, want := range map[games.Level][2]int{games.Easy: {7, 7}, games.Medium: {70, 7}, games.Hard: {700, 7}} {
		if full, shared, least := (game{}).Budget(l, view{7, 3}, 0); full != want[0] || shared != full || least != want[1] {
			t.Errorf("%s has %d playouts, shares %d and has at least %d, want %v", l, full, shared, least, want)
		}
	}
}

// longer is the table with one more level, which searches like the one below for three times as long.
type longer struct {
	game
	Opponent[longer, view]
}

func (longer) Table() Table[view] {
	with := table
	with.Levels, with.Longer = games.Ladder(4, 2), 3
	with.Values = func(view) ([]games.Valued, bool) {
		return []games.Valued{{Move: "only", Value: games.Value{Wins: 1}}}, true
	}
	return with
}

// A last level that searches longer has what the one below has while others wait, for advice and at the least. Both play
// what is known to be best.
func TestALevelThatSearchesLonger(t *testing.T) {
	for l, want := range map[games.Level][3]int{games.Medium: {70, 70, 7}, "3": {700, 700, 7}, games.Hard: {2100, 700, 7}} {
		if full, shared, least := (longer{}).Budget(l, view{7, 3}, 0); full != want[0] || shared != want[1] || least != want[2] {
			t.Errorf("%s has %d playouts, shares %d and has at least %d, want %v", l, full, shared, least, want)
		}
		p, err := longer{}.Player(string(l), games.Limit{})
		if err != nil {
			t.Fatal(err)
		}
		if got := p(view{7, 3}, 0, games.Seed{}); (got == "only") != (l != games.Medium) {
			t.Errorf("%s plays %q where one move is known to win", l, got)
		}
	}
	with := longer{}.Table()
	with.Values = nil
	for step, want := range []string{"70", "700", "2100"} {
		if got := string(with.player(with.Decide(with.Like(step+2)), step+2, Budget{})(view{7, 3}, 0, games.Seed{})); !strings.HasPrefix(got, "decide "+want+" ") {
			t.Errorf("level %d plays %q, want %s playouts", step+2, got, want)
		}
	}
}

// A search asks before each playout but the first whether it goes on, and says how many it has had.
func TestASearchAsksWhetherItGoesOn(t *testing.T) {
	var asked []int
	c := Budget{Playouts: 9, GoOn: func(used int) bool { asked = append(asked, used); return used < 6 }}.Start()
	n := 0
	for c.Next(2) {
		n += 2
	}
	if n != 6 || !slices.Equal(asked, []int{2, 4, 6}) {
		t.Errorf("it had %d playouts, and asked after %v, want 6 and 2, 4, 6", n, asked)
	}
}

// Advice is the move of hard. A move is judged by an eighth of its playouts, and costs what its chance is
// less than that of the best move.
func TestAdvise(t *testing.T) {
	var seed games.Seed
	best := games.Move(fmt.Sprint("decide 800 0s ", seed.Rand(3).Uint32()))
	worth := float64(100*len(best)) / 1000
	none := game{}.Advise(view{8, 3}, 0, "", games.Hard, seed)
	if none.Best != best || none.Cost != 0 || none.Made.Key != "" || none.Worth.Key != "worth.chance" || none.Worth.Arg("Wins") != int(100*worth+0.5) {
		t.Errorf("advice is %+v, want the best move %q, worth %.1f", none, best, worth)
	}
	if some := (game{}).Advise(view{8, 3}, 0, "xxxx", games.Hard, seed); some.Best != best || some.Made.Arg("Wins") != 40 || some.Cost != worth-0.4 {
		t.Errorf("advice about another move is %+v, want a cost of %.2f", some, worth-0.4)
	}
	long := games.Move("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")
	if more := (game{}).Advise(view{8, 3}, 0, long, games.Hard, seed); more.Cost != 0 {
		t.Errorf("a move that is judged better than the best costs %v, want 0", more.Cost)
	}
}

// Of the best moves that a search ranks, those that nobody could tell from the best are as good. All come in the order
// of their worth, and none is said to be better than the best. The play is that of the search that finds the moves.
func TestAdviceComparesMoves(t *testing.T) {
	for name, c := range map[string]struct {
		chances []float64 // of the moves a, b, c and d, as they are ranked
		want    string
	}{
		"one is best":                   {[]float64{0.62, 0.31, 0.55, 0.54}, "c 55, d 54, b 31"},
		"two are as good":               {[]float64{0.62, 0.60, 0.57, 0.20}, "b 60 good, c 57, d 20"},
		"all are as good":               {[]float64{0.50, 0.50, 0.49, 0.51}, "b 50 good, d 50 good, c 49 good"},
		"one is judged better":          {[]float64{0.50, 0.40, 0.80}, "c 50 good, b 40"},
		"the second may never win":      {[]float64{0.20, 0}, "b 0"},
		"there is only one":             {[]float64{0.20}, ""},
		"the best of many is not there": {[]float64{0.30, 0.10, 0.20, 0.10, 0.29}, "c 20, b 10, d 10"},
	} {
		find, judge := Budget{Playouts: 800}, Budget{Playouts: 100}
		with := table
		with.Rank = func(v view, most int, b Budget, _ *rand.Rand) [][]games.Move {
			if b.Playouts != find.Playouts {
				t.Errorf("%s: moves are ranked with %v, want %v", name, b, find)
			}
			all := [][]games.Move{{"a", "x", "y"}, {"b", "z"}, {"c"}, {"d"}, {"e"}}
			return all[:min(most, len(c.chances))]
		}
		with.Chance = func(_ view, m games.Move, b Budget, _ *rand.Rand) float64 {
			if b.Playouts != judge.Playouts {
				t.Errorf("%s: %s is judged with %v, want %v", name, m, b, judge)
			}
			return c.chances[m[0]-'a']
		}
		a := with.AdviseBy(view{8, 3}, 0, "", games.Hard, games.Seed{}, find, judge)
		var got []string
		for _, o := range a.Others {
			if o.Line[0] != o.Move || o.Move == "b" && !slices.Equal(o.Line, []games.Move{"b", "z"}) {
				t.Errorf("%s: after %s %v is expected", name, o.Move, o.Line)
			}
			got = append(got, strings.TrimSpace(fmt.Sprint(o.Move, " ", o.Worth.Arg("Wins"), " ", map[bool]string{true: "good"}[o.Good])))
		}
		if a.Best != "a" || !slices.Equal(a.Line, []games.Move{"a", "x", "y"}) || strings.Join(got, ", ") != c.want {
			t.Errorf("%s: the advice is %+v, beside it %q, want %q", name, a, got, c.want)
		}
	}
}

// Half of a beginner's moves are drawn from all, the others from the best.
func TestMostlyGreedy(t *testing.T) {
	worths := []int{-3, -1, -2, -1, -5, -4}
	const asked = 6000
	drawn, rng := make([]int, len(worths)), rand.New(rand.NewPCG(1, 2))
	for range asked {
		drawn[MostlyGreedy(len(worths), func(n int) int { return worths[n] }, Budget{}, rng)]++
	}
	for n, got := range drawn {
		want := asked / 12
		if worths[n] == -1 {
			want += asked / 4
		}
		if got < want-200 || got > want+200 {
			t.Errorf("of %d moves %d are number %d, want about %d", asked, got, n, want)
		}
	}
}

// Advice says what the curve makes of a chance, and a move costs what is lost by that. The judge says the chance
// itself.
func TestAdviceGoesByTheCurve(t *testing.T) {
	before := table.Curve
	defer func() { table.Curve = before }()
	curve := Curve{Steep: 3, Lift: 0.2, Games: 1}
	var seed games.Seed
	v := view{8, 3}
	plain := game{}.Advise(v, 0, "xxxx", games.Hard, seed)
	table.Curve = func(view, Band) Curve { return curve }
	raw, _, _ := game{}.Judge(v, 0, plain.Best, games.Hard, seed)
	if got, _, ok := (game{}).Judge(v, 0, "xxxx", games.Hard, seed); got != 0.4 || !ok {
		t.Errorf("the judge says %v with a curve, want 0.4", got)
	}
	a := game{}.Advise(v, 0, "xxxx", games.Hard, seed)
	if got, want := a.Made.Arg("Wins"), int(math.Round(100*curve.Of(0.4))); got != want {
		t.Errorf("the move that was made wins %v of 100 games, want %d", got, want)
	}
	if want := max(0, curve.Of(raw)-curve.Of(0.4)); a.Cost != want || a.Cost == plain.Cost {
		t.Errorf("that move costs %v, and %v without the curve, want %v", a.Cost, plain.Cost, want)
	}
}

// A curve rises, says the same to both sides unless it has a lift, and leaves alone what is certain.
func TestCurve(t *testing.T) {
	for _, c := range []Curve{PlainCurve, {Steep: 4}, {Steep: 0.5, Lift: -1}, {Steep: 2, Lift: 0.3}} {
		if c.Of(0) != 0 || c.Of(1) != 1 {
			t.Errorf("%+v makes %v and %v of 0 and 1", c, c.Of(0), c.Of(1))
		}
		last := 0.0
		for raw := 0.01; raw < 1; raw += 0.01 {
			p := c.Of(raw)
			if p <= last || p >= 1 {
				t.Errorf("%+v makes %v of %.2f, and %v of what is a little less", c, p, raw, last)
			}
			if both := p + c.Of(1-raw); c.Lift == 0 && math.Abs(both-1) > 1e-9 {
				t.Errorf("%+v gives both sides together %v", c, both)
			}
			if last = p; c == PlainCurve && math.Abs(p-raw) > 1e-9 {
				t.Errorf("the plain curve makes %v of %v", p, raw)
			}
		}
	}
	if got, want := (Curve{Steep: 2, Lift: 1}).Of(0.6), 1/(1+math.Exp(-2*math.Log(1.5)-1)); math.Abs(got-want) > 1e-12 {
		t.Errorf("steepness 2 and a lift of 1 make %v of 0.6, want %v", got, want)
	}
}

// A board has the curve that was measured there for a band. One that was not measured compares by that of the nearest size
// with as many seats, and says no number.
func TestNearestCurve(t *testing.T) {
	cs := Curves{
		{Size: 9, Seats: 2, Steep: 3, Games: 1}, {Size: 13, Seats: 2, Steep: 5, Games: 1}, {Size: 9, Seats: 4, Steep: 2, Games: 1},
		{Size: 9, Seats: 2, Band: Top, Steep: 7, Games: 1},
	}
	for _, c := range []struct {
		size, seats int
		band        Band
		steep       float64
		says        bool
	}{
		{2, 2, Low, 3, false}, {9, 2, Low, 3, true}, {11, 2, Low, 3, false}, {12, 2, Low, 5, false}, {13, 2, Low, 5, true},
		{26, 4, Low, 2, false}, {9, 3, Low, 1, false}, {9, 2, Top, 7, true}, {13, 2, Top, 7, false}, {9, 2, Middle, 1, false},
	} {
		got := cs.At(c.size, c.seats, c.band)
		if says := got.Opinion(0.6).Words.Key != ""; got.Steep != c.steep || says != c.says {
			t.Errorf("%d seats on size %d have steepness %v for %s levels, and say a number: %v; want %v, %v",
				c.seats, c.size, got.Steep, c.band, says, c.steep, c.says)
		}
	}
	if got := Curves(nil).At(9, 2, Low); got != PlainCurve {
		t.Errorf("without curves there is %+v", got)
	}
}

// A third of the levels is low and a third on top. Whoever is no level is in the middle.
func TestBandOf(t *testing.T) {
	levels := games.Ladder(8, 4)
	for l, want := range map[games.Level]Band{
		games.Easy: Low, "3": Low, games.Medium: Middle, "6": Middle, "7": Top, games.Hard: Top, "": Middle, "fish": Middle,
	} {
		if got := BandOf(l, levels); got != want {
			t.Errorf("%q is %s, want %s", l, got, want)
		}
	}
}

// A budget of playouts is spent and not passed, one of a time is not counted, and the
// first playouts are always there.
func TestBudget(t *testing.T) {
	for _, c := range []struct {
		budget Budget
		step   int
		want   int
	}{
		{Budget{Playouts: 100}, 1, 100},
		{Budget{Playouts: 100}.Part(1, 4), 8, 24},
		{Budget{Playouts: 2}, 8, 8},
		{Budget{}, 1, 1},
		{Budget{Time: 1}, 1, lookEvery},
		{Budget{Time: 1}, 40, 40},
		{Budget{Playouts: 5, Time: 1}, 1, lookEvery},
	} {
		n := 0
		for clock := c.budget.Start(); clock.Next(c.step); {
			n += c.step
		}
		if n != c.want {
			t.Errorf("of %+v, by %d, there are %d playouts, want %d", c.budget, c.step, n, c.want)
		}
	}
	long := Budget{Playouts: 5, Time: time.Hour}.Start()
	for range 100 {
		if !long.Next(1) {
			t.Fatal("an hour is over at once")
		}
	}
	if got, want := (Budget{Playouts: 9, Time: time.Hour}).Part(2, 3), (Budget{Playouts: 6, Time: 40 * time.Minute}); got.Playouts != want.Playouts || got.Time != want.Time {
		t.Errorf("two thirds are %+v, want %+v", got, want)
	}
}

// A lead decides if the steps that are left are fewer. A budget of time decides nothing, as nobody
// knows what is left of it.
func TestDecided(t *testing.T) {
	for _, c := range []struct {
		budget     Budget
		used, step int
		lead       float64
		want       bool
	}{
		{Budget{Playouts: 100}, 60, 1, 41, true},
		{Budget{Playouts: 100}, 60, 1, 40, false},
		{Budget{Playouts: 100}, 60, 2, 20.5, true},
		{Budget{Playouts: 100}, 60, 2, 20, false},
		{Budget{Time: time.Hour}, 60, 1, 1e9, false},
	} {
		clock := c.budget.Start()
		clock.used = c.used
		if got := clock.Decided(c.lead, c.step); got != c.want {
			t.Errorf("%d of %+v used by %d: a lead of %v decides: %v, want %v", c.used, c.budget, c.step, c.lead, got, c.want)
		}
	}
}
