package permutations

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

var _ games.Opponent = Game{}

// choosers holds the players, with few playouts.
var choosers = map[string]games.Player{
	"search": func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		v := view.(View)
		return v.write(newThinker(v.sight(), int(seat), seed.Rand(v.moment()), search.Budget{Playouts: 12}).best())
	},
	"greedy": mustPlay(greedyName),
}

// mustPlay returns a player by name.
func mustPlay(name string) games.Player {
	p, err := Game{}.Player(name, games.Limit{})
	if err != nil {
		panic(err)
	}
	return p
}

// burning is an auction in which only the highest bid takes the one card that is no sun.
func burning(t *testing.T, plies string) View {
	t.Helper()
	s := last(t, 2, "12 36 37 38 | 10 44 | 20 30 | 1 5 | 2 6", "9 33 41 | 16 40 | 21 45 | 28 29", plies)
	return s.View(0).(View)
}

func TestPlayersHaveTheirPlayouts(t *testing.T) {
	gametest.Players(t, Game{}, burning(t, ""))
}

// A thinker that overlooks cards finds the bid that is needed less often than one that sees all, and still sometimes.
func TestWeakLevelsOverlookCards(t *testing.T) {
	v := burning(t, "")
	for overlooks, want := range map[float64][2]int{0: {40, 40}, 0.5: {25, 39}, 1: {10, 30}} {
		found := 0
		for seed := range byte(40) {
			if m := v.thinker(games.Seed{seed}, search.Budget{Playouts: 200, Overlooks: overlooks}).best(); m.Card == 44 {
				found++
			}
		}
		if found < want[0] || found > want[1] {
			t.Errorf("a thinker that overlooks %v finds the bid that is needed %d times in 40", overlooks, found)
		}
	}
}

// The greedy bidder takes what brings the most at once. It bids high for a pool with
// one good card, and low if all cards are alike. The beginner makes its move in half of its moves and more, and any
// otherwise.
func TestGreedyAndBeginner(t *testing.T) {
	trio := "3 5 33 34 35 | 10 40 44 | 20 41 45 | 30 42 46 | 1 43 47"
	for _, c := range []struct {
		dealt, plies string
		seat         games.Seat
		want         games.Move
	}{
		{trio[2:], "0 bid 10, 1 bid 20, 2 bid 46", 2, "take 5"},
		{"5 33 34 35 | 10 24 48 | 22 25 46 | 3 29 30 | 4 27 28", "", 0, "bid 48"},
		{"1 8 11 14 | 10 24 48 | 22 25 46 | 3 29 30 | 4 27 28", "", 0, "bid 10"},
	} {
		s := last(t, 2+int(c.seat)/2, c.dealt, "", c.plies)
		v := s.View(c.seat)
		if got := choosers["greedy"](v, c.seat, games.Seed{}); got != c.want {
			t.Errorf("in\n%v\ngreedy plays %q, want %q", v, got, c.want)
		}
		many := map[games.Move]int{}
		for seed := range byte(200) {
			many[mustPlay(search.Beginner)(v, c.seat, games.Seed{seed})]++
		}
		if n := many[c.want]; n < 105 || n > 160 || len(many) != len(s.Legal(c.seat)) {
			t.Errorf("in 200 moves of the beginner %d are greedy, of %v", n, many)
		}
	}
}

// Each level has as many playouts as the one below or more, and overlooks no more.
func TestLevelsHavePlayouts(t *testing.T) {
	for i, here := range steps[1:] {
		if below := steps[i]; here.Playouts < below.Playouts || here.Overlooked > below.Overlooked || here == below {
			t.Errorf("step %d is %v, and step %d is %v", i+1, below, i+2, here)
		}
	}
	if best := steps[len(steps)-1]; best.Playouts != 3000 || best.Overlooked != 0 {
		t.Errorf("hard is %v", best)
	}
}

// Advice names the best move and the cost of the move that was made. The best move, or
// an equally good one, costs nothing.
func TestAdvice(t *testing.T) {
	v := burning(t, "0 bid 44, 1 bid 30")
	for made, most := range map[games.Move]float64{"": 0, "take 12": 0, "take 36": 1, "lapse": 0} {
		a := v.advise(v.thinker(games.Seed{}, search.Budget{Playouts: 200}), made, 400, v.curve(games.Hard))
		if a.Best != "take 12" || a.Worth.Key != "permutations.advice.ahead" {
			t.Errorf("the best is %q, which %v", a.Best, a.Worth)
		}
		if a.Cost < 0 || a.Cost > most || (a.Cost > 0.2) != (most > 0) {
			t.Errorf("%q costs %.3f", made, a.Cost)
		}
		if (a.Made.Key != "") != (made == "take 12" || made == "take 36") {
			t.Errorf("%q is said to be %v", made, a.Made)
		}
	}
}

// Advice names moves that are as good as the best, and the best of those that are worse. It foretells no play, because
// bids are secret.
func TestAdviceComparesMoves(t *testing.T) {
	v := last(t, 2, "27 29 33 36 | 10 48 | 12 47 | 1 5 | 2 3", "8 11 14 17 24 | 4 9 16 18 25 | 6 | 40", "0 bid 48, 1 bid 47").View(0).(View)
	a := v.advise(v.thinker(games.Seed{}, search.Budget{Playouts: 600}), "take 29", 2000, v.curve(games.Hard))
	if a.Best != "take 27" || len(a.Others) != 3 || a.Others[0].Move != "take 29" || !a.Others[0].Good || a.Cost != 0 || a.Line != nil {
		t.Fatalf("the best is %s, and take 29 costs %v: %+v", a.Best, a.Cost, a)
	}
	best := a.Worth.Arg("Wins").(int)
	for i, c := range a.Others[1:] {
		if wins := c.Worth.Arg("Wins").(int); c.Good || wins > best-10 || i > 0 && wins > a.Others[i].Worth.Arg("Wins").(int) {
			t.Errorf("%s is said to win %d of 100 games, and the best %d", c.Move, wins, best)
		}
	}
	v = late(3, 4, rand.New(rand.NewPCG(1, 1))).View(0).(View)
	hand := v.Sides[0].Hand
	made := v.write(Bid{Card: hand[len(hand)-1], Take: v.Pool})
	a = v.advise(v.thinker(games.Seed{}, search.Budget{Playouts: 600}), made, 2000, v.curve(games.Hard))
	if len(a.Others) != 3 || a.Line != nil || a.Worth.Arg("Wins") != nil || a.Made.Arg("Wins") != nil { // a table of three was not measured
		t.Errorf("of many bids the best is %s, beside %+v", a.Best, a)
	}
}

// Advice says what the curve for so many players makes of the share of playouts, and a move costs what is lost by
// that, unless it may well be chance.
func TestAdviceGoesByTheCurve(t *testing.T) {
	defer func(before search.Curves) { chances = before }(chances)
	c := search.Curve{Seats: 2, Band: search.Top, Steep: 2, Games: 1}
	chances = search.Curves{c}
	for _, at := range []struct {
		players, best, made int
		cost                float64 // by the search
		bestSaid, madeSaid  int
		lost                float64
	}{
		{2, 60, 40, 0.2, 69, 31, c.Of(0.6) - c.Of(0.4)},
		{2, 60, 59, 0, 69, 67, 0},
		{2, 100, 0, 1, 100, 0, 1},
		{3, 60, 40, 0.2, 60, 40, 0.2},
	} {
		c := View{Humans: at.players}.curve(games.Hard)
		first, own := option{tries: 100, wins: float64(at.best)}, option{tries: 100, wins: float64(at.made), cost: at.cost}
		best, made, lost := said(first, c), said(own, c), lost(first, own, c)
		if best != at.bestSaid || made != at.madeSaid || math.Abs(lost-at.lost) > 1e-9 {
			t.Errorf("between %d, %d and %d of 100 are said to be %d and %d, and %v is lost; want %d, %d and %v",
				at.players, at.best, at.made, best, made, lost, at.bestSaid, at.madeSaid, at.lost)
		}
	}
	told := 0
	for n := range uint64(8) {
		s := late(2, 1, rand.New(rand.NewPCG(n, 24)))
		seat := s.ToMove()[0]
		for _, made := range s.Legal(seat) {
			advise := func(cs search.Curves) games.Advice {
				chances = cs
				v := s.View(seat).(View)
				return v.advise(v.thinker(games.Seed{}, search.Budget{Playouts: 30}), made, 240, v.curve(games.Hard))
			}
			bent, plain := advise(search.Curves{c}), advise(search.Curves{{Seats: 2, Band: search.Top, Steep: 1, Games: 1}})
			wins := plain.Made.Arg("Wins").(int)
			if got := bent.Made.Arg("Wins"); got != int(math.Round(100*c.Of(float64(wins)/100))) || (bent.Cost == 0) != (plain.Cost == 0) {
				t.Fatalf("advice is %+v, and without the curve %+v", bent, plain)
			}
			if bent.Cost != plain.Cost && wins > 0 {
				told++
			}
		}
	}
	if told == 0 {
		t.Errorf("the curve changed the cost of no move")
	}
}

// The judge says the same of a move each time, from what the seat sees, and nothing of what isn't a move.
func TestJudge(t *testing.T) {
	s := late(2, 9, rand.New(rand.NewPCG(1, 24)))
	seat := s.ToMove()[0]
	move := s.Legal(seat)[0]
	one, chance, ok := Game{}.Judge(s.View(seat), seat, move, games.Hard, games.Seed{1})
	two, _, _ := Game{}.Judge(s.View(seat), seat, move, games.Hard, games.Seed{1})
	if !ok || one != two || one < 0 || one > 1 || chance != s.View(seat).(View).curve(games.Hard).Of(one) {
		t.Errorf("%s wins %v and %v of the games, %t", move, one, two, ok)
	}
	if raw, _, ok := (Game{}).Judge(s.View(seat), seat, games.Lapse, games.Hard, games.Seed{1}); ok {
		t.Errorf("a lapse wins %v of the games", raw)
	}
}

// In each of these positions the best move must be found, and this reason must be said for it.
func TestZoo(t *testing.T) {
	script(t, `
# It bids high where all but one card burn it.
set 2 12 36 37 38 | 10 44 | 20 30 | 1 5 | 2 6; / / 9 33 41 | 16 40 | 21 45 | 28 29
best => bid 44
why 0:bid 44 => first Nobody can bid more, so you pick first. The cards bring 1 to 3 points now.

# It bids high for the moon that makes a large set count.
set 2 12 19 36 37 | 10 24 | 20 22 | 1 5 | 3 6; / / 8 11 14 1 33 | 20 34 | 16 | 39
best => bid 24
why 0:bid 24 => first Nobody can bid more, so you pick first. The cards bring 1 to 24 points now.

# It bids low where nothing is to be had.
set 2 33 40 44 45 | 10 48 | 20 30 | 12 15 | 13 26; / / 1 | 2 | 3 | 4
best => bid 10
why 0:bid 10 => last You pick last, but keep your higher cards for later. Each card brings 1 point now.

# It bids no more than the second pick needs.
set 2 12 19 36 37 | 10 34 | 20 45 | 14 7 | 3 46; / / 8 11 14 2 33 | 20 34 | 16 | 39
best => bid 10
why 0:bid 10 => picks You pick second. The cards bring 1 to 14 points now.

# If nobody can bid more but one other player, its place is known to within one.
set 2 9 32 37 47 | 16 33 46 | 1 23 34 | 10 12 35 | 15 30 45; / / 4 5 25 36 40 | 6 41 42 48 | 3 7 13 18 28 | 8 26 39
why 0:bid 33 => picks You pick first or second. The cards bring 1 to 5 points now.

# A bid above the dummy's can't pick last.
set 3 13 23 44 46 | 7 10 17 | 4 35 37 | 14 18 31 | 6 20 39; / / 3 40 47 | 2 19 43 48 | 15 29 36 38 42 | 9 26 45
why 0:bid 17 => not-last You won't pick last. The cards bring 0 to 2 points now.

# It bids its higher card, though it may pick last.
set 3 25 31 5 46 | 37 13 | 4 39 | 43 27 | 40 42; / / 18 23 24 | 8 49 17 | 32 29 7 | 22 33 26
best => bid 37
why 0:bid 37 => later You pick second at best. The cards bring 0 to 5 points now.

# It bids low for the next auction.
set 2 14 28 34 40 | 4 17 20 | 1 6 48 | 10 16 32 | 24 25 42; / / 5 11 27 31 | 9 12 13 22 43 | 35 41 44 | 2 3 18 19 38
best => bid 4
why 0:bid 4 => later You pick third at best, but keep your higher cards for later. The cards bring 2 to 3 points now.

# It takes what does not burn it.
set 2 12 36 37 38 | 10 44 | 20 30 | 1 5 | 2 6; / / 9 33 41 | 16 40 | 21 45 | 28 29
> 0 bid 44, 1 bid 30
best => take 12
why 0:take 12 => suns It's the only card that's no sun.

# It takes a star where a sun would burn it.
set 2 36 37 38 12 | 10 44 | 20 30 | 1 5 | 2 6; / / 33 41 1 3 6 | 40 4 | 45 34 | 28 29
> 0 bid 44, 1 bid 30
best => take 12
why 0:take 12 => suns It's the only card that's no sun.

# It takes no sun where one more would burn it.
set 2 36 37 49 12 | 10 44 | 20 30 | 1 5 | 2 6; / / 33 41 1 3 6 | 40 4 | 45 34 | 28 29
> 0 bid 44, 1 bid 30
best => take 12
why 0:take 12 => safe It brings 2 points. One more sun would give you the most.

# It takes the moon that makes a large set count.
set 2 12 19 34 15 | 10 44 | 20 30 | 1 5 | 2 6; / / 1 8 11 14 22 | 16 20 | 28 | 40
> 0 bid 44, 1 bid 30
best => take 19
why 0:take 19 => moons It gives you the most moons for now.

# It takes the moon that would make another's set count.
set 2 21 6 33 49 | 10 48 | 12 47 | 1 5 | 2 3; / / 7 8 11 14 | 4 9 16 20 | 24 25 | 40
> 0 bid 48, 1 bid 47
best => take 21
why 0:take 21 => denies It keeps Ben from the most moons.

# It keeps its lead in moons.
set 2 27 29 33 36 | 10 48 | 12 47 | 1 5 | 2 3; / / 8 11 14 17 24 | 4 9 16 18 25 | 6 | 40
> 0 bid 48, 1 bid 47
best => take 27
why 0:take 27 => moon That makes 3 moons for you, to Ben's 2.

# It takes a sun for its set, where another has far more.
set 2 3 4 6 34 | 10 44 | 20 30 | 1 5 | 2 6; / / 7 15 18 23 26 | 16 20 | 33 35 37 40 | 28
> 0 bid 44, 1 bid 30
best => take 34
why 0:take 34 => points.less It brings 11 points for now, and Dummy one still has more suns.

# It takes a sun for its set, where any may burn it.
set 2 8 14 42 44 | 2 33 34 | 1 27 47 | 28 39 48 | 3 9 41; / / 12 24 40 43 | 15 16 18 31 36 | 7 10 26 35 38 | 11 23 25 29 32
> 0 bid 2, 1 bid 1
best => take 44
why 0:take 44 => points.sun It brings 3 points for now, though it's a sun.

# It takes a sun that can't burn it yet.
set 3 19 22 24 45 | 18 21 41 | 1 2 9 | 16 30 39 | 8 20 26; / / 10 27 28 31 | 11 23 42 | 12 14 17 25 43 | 6 33 44
> 0 bid 21, 1 bid 2, 2 bid 16
best => take 45
why 0:take 45 => sun That makes 1 sun for you, to Dummy one's 2.

# It takes the best of four suns.
set 3 33 35 40 46 | 29 44 47 | 18 31 36 | 22 26 38 | 7 14 45; / / 9 15 41 | 4 6 16 25 34 | 1 11 20 | 2 13 42 48
> 0 bid 47, 1 bid 18, 2 bid 26
best => take 35
why 0:take 35 => keeps Else Cleo could take it for 5 points.

# It draws level in moons.
set 2 19 21 26 29 | 24 40 45 | 1 22 23 | 12 25 35 | 8 39 48; / / 4 32 33 43 44 | 14 36 47 | 10 16 17 31 | 5 11 15 37
> 0 bid 40, 1 bid 1
best => take 21
why 0:take 21 => moon.level That draws you level with Dummy one on 2 moons. Another one takes the lead.

# It takes the card that makes a set grow.
set 2 7 13 4 49 | 10 44 | 20 30 | 1 5 | 2 6; / / 10 15 1 8 11 14 | 5 9 16 2 3 6 | 28 | 40
> 0 bid 44, 1 bid 30
best => take 7
why 0:take 7 => points It brings 7 points for now.
`)
}

// A bid is said to get one card that most playouts took after it, or two, and what these bring. The number of points is that
// which the rules give.
func TestABidSaysWhatItGets(t *testing.T) {
	v := burning(t, "")
	for _, c := range []struct {
		gets map[Card]uint16
		want string
	}{
		{map[Card]uint16{12: 8, 36: 2}, " It mostly gets you 12 (green star). That brings 3 points for now."},
		{map[Card]uint16{12: 4, 37: 3, 38: 3}, " It mostly gets you 12 (green star) or 37 (green sun). That brings 3 or 1 points for now."},
		{map[Card]uint16{12: 3, 36: 3, 37: 3, 38: 3}, ""},
	} {
		o := option{tries: 10, wins: 5}
		for card, n := range c.gets {
			o.gets[card] = n
		}
		got := gametest.Say(t, Game{}, v.ahead(o, search.Curve{Steep: 1, Games: 1}))
		if want := "Between equal players you'd beat Ben in 50 of 100." + c.want; got != want {
			t.Errorf("of a bid that takes %v is said %q, want %q", c.gets, got, want)
		}
		if got := gametest.Say(t, Game{}, v.ahead(o, search.PlainCurve)); got != strings.TrimSpace(c.want) {
			t.Errorf("of a bid that takes %v is said %q where no chance is known, want %q", c.gets, got, c.want)
		}
	}
}
