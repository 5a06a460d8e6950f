package search

import (
	"cmp"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"parlour/games"
)

// The names of the yardsticks that most games have.
const (
	PlainUCT  = "uct"       // plain UCT, as which other programs play such games
	Exploiter = "exploiter" // hard's equal, which foresees what hard does
	Beginner  = "beginner"  // somebody who has just learned the rules: any move, or as often the greedy one
	Hasty     = "hasty"     // a beginner who makes any move once in ten times; no tournament has it
)

// A Searcher chooses a move in a position that is not over, the same for equal positions, budgets and
// sources of random numbers.
type Searcher[V any] func(V, Budget, *rand.Rand) games.Move

// A Yardstick is a player that measures others.
type Yardstick[V any] struct {
	Name     string
	Decide   Searcher[V]
	Searches bool // whether it has the budget of the last level; one that does not has none, and takes no time
}

// A Table says how the players of a game think. They see a position as a V: as its View, or as what the game makes of
// that for the seat that looks.
type Table[V any] struct {
	Levels     []games.Level
	Yardsticks []Yardstick[V]
	See        func(games.View, games.Seat) (v V, cells, ply int) // the ply numbers the thoughts of a game
	Decide     func(step int) Searcher[V]                         // that of a level, from 1
	Playouts   func(step, cells int) int                          // of a level, for a move on a board of so many cells
	Overlooks  func(step int) float64                             // the share of its moves that a level overlooks

	// Longer, if above 0, is how many times the playouts of the level below the last level has. It searches like that level
	// otherwise, and the three functions are not asked for it. While others wait, and for advice, it has what that level has.
	Longer int

	Curves Curves // of the game's boards

	// Values is that of [games.Exact]; nil in a game that works out no ends. The last level makes no move that loses
	// something by it, and advice goes by it.
	Values func(V) ([]games.Valued, bool)

	// The rest is for a game whose advice compares chances as that of [Opponent] does.

	// Rank returns the moves that a search holds for best, of which the first is that of the last level, at most so
	// many, each with the play that it expects after it.
	Rank func(v V, most int, b Budget, rng *rand.Rand) (lines [][]games.Move)

	// Chance estimates the chance from 0 to 1 that the seat to move wins after a legal move, a draw
	// counting half.
	Chance func(V, games.Move, Budget, *rand.Rand) float64

	// Curve returns the curve for a board, which turns Chance into the share of games that players of a band really win.
	Curve func(V, Band) Curve
}

// Tabled is a game with a [Table].
type Tabled[V any] interface {
	games.Opponent
	Table() Table[V]
}

// An Opponent is the half of a [Teller] that follows from a game's table. A game G embeds it, and writes the methods
// anew that differ there.
type Opponent[G Tabled[V], V any] struct{}

// table returns the table of the game.
func (Opponent[G, V]) table() Table[V] {
	var g G
	return g.Table()
}

// Levels is that of [games.Opponent].
func (o Opponent[G, V]) Levels() []games.Level { return o.table().Levels }

// Yardsticks is that of [games.Opponent].
func (o Opponent[G, V]) Yardsticks() (names []string) {
	for _, y := range o.table().Yardsticks {
		names = append(names, y.Name)
	}
	return names
}

// Player is that of [games.Opponent].
func (o Opponent[G, V]) Player(name string, by games.Limit) (games.Player, error) {
	var g G
	t, b := o.table(), Budget{Playouts: by.Playouts, Time: by.Time, GoOn: by.GoOn}
	for _, y := range t.Yardsticks {
		switch {
		case y.Name == Beginner && name == Hasty && by.Own():
			return t.player(y.Decide, 0, Budget{Overlooks: 0.1}), nil
		case y.Name != name:
		case y.Searches:
			return t.player(y.Decide, len(t.Levels), b), nil
		case !by.Own():
			return nil, games.Unlimited(g, name)
		default:
			return t.player(y.Decide, 0, Budget{}), nil
		}
	}
	step := games.Level(name).Step(t.Levels)
	if step == 0 {
		return nil, games.NoPlayer(g, name)
	}
	decide := t.Decide(t.Like(step))
	if step >= t.Like(len(t.Levels)) {
		decide = t.exactly(decide)
	}
	return t.player(decide, step, b), nil
}

// Like returns the step whose search a step has: its own, or the one below for a last step that only searches longer.
func (t Table[V]) Like(step int) int {
	if t.Longer > 0 {
		return min(step, len(t.Levels)-1)
	}
	return step
}

// Budget returns the playouts of a step on a board of so many cells, as [games.Thrifty] has them.
func (t Table[V]) Budget(step, cells int) (full, shared, least int) {
	like := t.Like(step)
	shared = t.Playouts(like, cells)
	if full = shared; like < step {
		full *= t.Longer
	}
	return full, shared, t.Playouts(max(like-Thrift, 1), cells)
}

// exactly returns a searcher that chooses as another one does, but where the values of all moves are known only
// among those that are worth most.
func (t Table[V]) exactly(decide Searcher[V]) Searcher[V] {
	return func(v V, b Budget, rng *rand.Rand) games.Move {
		m := decide(v, b, rng)
		if all, ok := t.values(v); ok {
			return Keeping(all, m)
		}
		return m
	}
}

// values returns the values of all moves, and false where they are not known.
func (t Table[V]) values(v V) ([]games.Valued, bool) {
	if t.Values == nil {
		return nil, false
	}
	return t.Values(v)
}

// Keeping returns a move if it is worth as much as the best of all, else the first that is.
func Keeping(all []games.Valued, m games.Move) games.Move {
	best := games.Best(all)
	if v, ok := games.ValueOf(all, m); ok && v == best {
		return m
	}
	return all[slices.IndexFunc(all, func(v games.Valued) bool { return v.Value == best })].Move
}

// Values is that of [games.Exact].
func (o Opponent[G, V]) Values(view games.View, seat games.Seat) ([]games.Valued, bool) {
	t := o.table()
	v, _, _ := t.See(view, seat)
	return t.values(v)
}

// player returns the player of a searcher. A level overlooks its share, and unless the budget says how many it has its
// own playouts. A step of 0 is none, which has the budget alone.
func (t Table[V]) player(decide Searcher[V], step int, b Budget) games.Player {
	return func(view games.View, seat games.Seat, seed games.Seed) games.Move {
		v, cells, ply := t.See(view, seat)
		b := b
		if step > 0 {
			b.Overlooks = t.Overlooks(t.Like(step))
		}
		if step > 0 && b.Playouts == 0 {
			b.Playouts, _, _ = t.Budget(step, cells)
		}
		return decide(v, b, seed.Rand(ply))
	}
}

// Thrift is how many steps of a ladder a level may fall while people wait: a move of somebody who waits is worth
// more than depth.
const Thrift = 3

// Budget is that of [games.Thrifty]. Each level can do with the playouts of the one that is [Thrift] steps below.
func (o Opponent[G, V]) Budget(l games.Level, view games.View, seat games.Seat) (full, shared, least int) {
	t := o.table()
	_, cells, _ := t.See(view, seat)
	return t.Budget(l.Step(t.Levels), cells)
}

// judging is the part of hard's budget with which a move is judged. The curves of chances hold for that many playouts, so
// it is a part of those that hard has while others wait.
const judging = 8

// Advise is that of [games.Opponent]. Hard chooses, as it does while others wait. Its move, the next best and the one that
// was made are judged by a search each, with a part of that budget.
func (o Opponent[G, V]) Advise(view games.View, seat games.Seat, made games.Move, against games.Level, seed games.Seed) games.Advice {
	t := o.table()
	_, cells, _ := t.See(view, seat)
	_, hard, _ := t.Budget(len(t.Levels), cells)
	return t.AdviseBy(view, seat, made, against, seed, Budget{Playouts: hard}, Budget{Playouts: hard / judging})
}

// Judge is that of a [Teller]. Where the values of all moves are known, advice tells those.
func (o Opponent[G, V]) Judge(view games.View, seat games.Seat, m games.Move, against games.Level, seed games.Seed) (raw, chance float64, ok bool) {
	t := o.table()
	v, cells, ply := t.See(view, seat)
	if _, exact := t.values(v); exact {
		return 0, 0, false
	}
	_, hard, _ := t.Budget(len(t.Levels), cells)
	raw = t.Chance(v, m, Budget{Playouts: hard / judging}, seed.Rand(ply))
	return raw, t.Curve(v, BandOf(against, t.Levels)).Of(raw), true
}

// Curves is that of a [Teller].
func (o Opponent[G, V]) Curves() Curves { return o.table().Curves }

// compared is how many of the best moves advice compares.
const compared = 4

// AdviseBy finds the best move with one budget and judges each move with another, by the same seed.
func (t Table[V]) AdviseBy(
	view games.View, seat games.Seat, made games.Move, against games.Level, seed games.Seed, find, judge Budget,
) games.Advice {
	v, _, ply := t.See(view, seat)
	lines := t.Rank(v, compared, find, seed.Rand(ply))
	if all, ok := t.values(v); ok {
		return Exactly(all, lines, made)
	}
	curve := t.Curve(v, BandOf(against, t.Levels))
	return Compare(lines[0][0], lines, made, func(m games.Move) Opinion {
		return curve.Opinion(t.Chance(v, m, judge, seed.Rand(ply)))
	})
}

// Exactly returns the advice that the values of all moves come to, given the best ones by a search, each with the play
// that it expects. A move that wins later than the best, or loses sooner, isn't as good.
func Exactly(all []games.Valued, lines [][]games.Move, made games.Move) games.Advice {
	return Compare(Keeping(all, lines[0][0]), lines, made, func(m games.Move) Opinion {
		v, _ := games.ValueOf(all, m)
		o := Opinion{Worth: float64(v.Wins+1) / 2, Words: certainly(v.Wins)}
		if v == games.Best(all) {
			o.Raw = 1
		}
		return o
	})
}

// certainly returns the words for a move that wins for certain (1), leads to a tie (0), or loses (-1).
func certainly(wins int) games.Text {
	switch {
	case wins > 0:
		return games.Say("worth.won")
	case wins < 0:
		return games.Say("worth.lost")
	}
	return games.Say("worth.tie")
}

// An Opinion is the worth of a move, as a number and in words, what the search said before any curve, and the moves that
// are expected after it; nil where the search that found the move is to say that.
type Opinion struct {
	Worth float64
	Raw   float64
	Words games.Text
	Line  []games.Move
}

// Compare returns the advice that opinions of the best move, of the first moves of some lines and of the one that was made
// come to. Each move is judged once.
func Compare(best games.Move, lines [][]games.Move, made games.Move, judge func(games.Move) Opinion) games.Advice {
	known := map[games.Move]Opinion{}
	of := func(m games.Move) Opinion {
		o, seen := known[m]
		if !seen {
			o = judge(m)
			known[m] = o
		}
		return o
	}
	top := of(best)
	a := games.Advice{Best: best, Worth: top.Words, Line: append([]games.Move{best}, top.Line...)}
	worths := map[games.Move]float64{}
	for _, line := range lines {
		m := line[0]
		if m == best {
			if top.Line == nil {
				a.Line = line
			}
			continue
		}
		o := of(m)
		if o.Line != nil {
			line = append([]games.Move{m}, o.Line...)
		}
		if o.Worth > top.Worth { // the search that found the best has seen more
			o = top
		}
		worths[m] = o.Worth
		a.Others = append(a.Others, games.Candidate{Move: m, Worth: o.Words, Good: o.Worth >= top.Worth-Alike && Near(o.Raw, top.Raw), Line: line})
	}
	slices.SortStableFunc(a.Others,
		func(x, y games.Candidate) int { return cmp.Compare(worths[y.Move], worths[x.Move]) })
	if made != "" {
		mine := of(made)
		a.Made, a.Cost = mine.Words, max(0, top.Worth-mine.Worth)
	}
	return a
}

// Opinion returns the share of games that are won where the search says a chance, with the words for it: none on a board
// that was not measured.
func (c Curve) Opinion(raw float64) (o Opinion) {
	if o.Raw, o.Worth = raw, c.Of(raw); c.Games > 0 {
		o.Words = OfHundred(o.Worth)
	}
	return o
}

// OfHundred returns the words for a chance to win.
func OfHundred(chance float64) games.Text {
	return games.Say("worth.chance", "Wins", int(math.Round(100*chance)))
}

// MostlyGreedy chooses for a beginner among so many moves, by their numbers: any in the share of their moves that they
// overlook, else a greedy one.
func MostlyGreedy(moves int, worth func(n int) int, b Budget, rng *rand.Rand) int {
	if b.Careless(rng) {
		return rng.IntN(moves)
	}
	return Greedy(moves, worth, rng)
}

// Careless draws whether a beginner takes any move now: in half of the turns, unless the budget says how many it overlooks.
func (b Budget) Careless(rng *rand.Rand) bool {
	return rng.IntN(int(math.Round(1/cmp.Or(b.Overlooks, 0.5)))) == 0
}

// Greedy chooses among so many moves, by their numbers, one that is worth most, drawn from the best ones.
func Greedy(moves int, worth func(n int) int, rng *rand.Rand) (best int) {
	many, most := 0, 0
	for n := range moves {
		w := worth(n)
		if many == 0 || w > most {
			many, most = 0, w
		}
		if w < most {
			continue
		}
		if many++; rng.IntN(many) == 0 {
			best = n
		}
	}
	return best
}

// A Teller is an Opponent whose advice tells chances.
type Teller interface {
	games.Thrifty

	// Judge returns what the search of [games.Opponent.Advise] says of a legal move of a seat: a chance to win from 0
	// to 1, before any curve and by the curve of a level. It returns false where advice tells something else, such as in
	// how many turns the seat wins.
	Judge(v games.View, s games.Seat, m games.Move, against games.Level, seed games.Seed) (raw, chance float64, ok bool)

	// Curves returns the curves of the game's boards.
	Curves() Curves
}

// A Band is a third of a ladder. The weaker players are, the more often a game turns that a search holds for won.
type Band uint8

// The bands.
const (
	Low Band = iota
	Middle
	Top
	Bands // how many there are
)

func (b Band) String() string { return [...]string{"low", "middle", "top"}[b] }

// BandOf returns the band of a level; that in the middle for none and for a program, of which nobody knows how strong it is.
func BandOf(l games.Level, levels []games.Level) Band {
	step := l.Step(levels)
	if step == 0 {
		return Middle
	}
	return Band((step - 1) * int(Bands) / len(levels))
}

// A Curve turns the chance that a search says, q, into the share of games that are won from there, p:
// logit p = Steep · logit q + Lift.
type Curve struct {
	Size, Seats int // the board; Size is 0 in a game with one size
	Band        Band
	Steep       float64
	Lift        float64
	Games       int // the number of games that it was fitted on; 0 if it is not known to be that of the board
}

// Alike is the difference of two chances, as advice tells them, that may be chance alone and that nobody would notice.
const Alike = 0.03

// nearOdds is how far apart two chances of a search may lie by the logarithm of their odds and still be alike. Close to 0 and
// 1, where a curve makes all chances alike, it tells a rook won from a rook lost. Beyond farthest a search tells nothing apart.
const nearOdds, farthest = 0.7, 0.0001

// Near reports whether two chances of a search, before any curve, may be called as good as each other.
func Near(a, b float64) bool {
	odds := func(raw float64) float64 { return Logit(min(max(raw, farthest), 1-farthest)) }
	return math.Abs(odds(a)-odds(b)) <= nearOdds
}

// PlainCurve is the curve of a board of which no games are known: it says what the search says.
var PlainCurve = Curve{Steep: 1}

// Of returns the share of games that are won where the search says a chance. What is certain stays so.
func (c Curve) Of(raw float64) float64 {
	if raw <= 0 || raw >= 1 {
		return raw
	}
	return 1 / (1 + math.Exp(-c.Steep*Logit(raw)-c.Lift))
}

// Logit returns the logarithm of the odds of a chance.
func Logit(chance float64) float64 { return math.Log(chance / (1 - chance)) }

// Curves are the curves of a game, by size, seats and band.
type Curves []Curve

// At returns the curve of a board and a band. Where none was measured it is that of the nearest size, and of two as near
// the smaller one, with as many seats, or without one [PlainCurve]; that curve has no Games.
func (cs Curves) At(size, seats int, b Band) Curve {
	best := PlainCurve
	far := func(x int) int { return max(x-size, size-x) }
	for _, c := range cs {
		if c.Seats == seats && c.Band == b && (best.Seats == 0 || cmp.Or(far(c.Size)-far(best.Size), c.Size-best.Size) < 0) {
			best = c
		}
	}
	if best.Size != size {
		best.Games = 0
	}
	return best
}

// A Budget limits a search: by a time if that is above 0, else by a number of playouts.
type Budget struct {
	Playouts  int
	Time      time.Duration
	Overlooks float64             // the share of its own moves that a weak player does not think of, from 0 to 1; see [Budget.Careless]
	GoOn      func(used int) bool // as in a [games.Limit]; it hears of the playouts of each search of a move by themselves
}

// Part returns the fraction n/of of a budget.
func (b Budget) Part(n, of int) Budget {
	b.Playouts, b.Time = b.Playouts*n/of, b.Time*time.Duration(n)/time.Duration(of)
	return b
}

// Noticed returns the moves that a player thinks of if they overlook a share of some moves: one at least, in random
// order. A player who overlooks nothing needs no chance.
func Noticed[M any](moves []M, overlooks float64, rng *rand.Rand) []M {
	if overlooks <= 0 {
		return moves
	}
	rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	n := 1
	for range moves[1:] {
		if rng.Float64() >= overlooks {
			n++
		}
	}
	return moves[:n]
}

// lookEvery is the number of playouts after which a search looks at the time, and lets others go first that wait for
// its core: people's clicks would wait 10 ms for it at each step.
const lookEvery = 16

// A Clock counts the budget that a search has used.
type Clock struct {
	budget Budget
	end    time.Time
	used   int
	looked int // used at the last look
}

// Start returns a clock that begins now.
func (b Budget) Start() *Clock { return &Clock{budget: b, end: time.Now().Add(b.Time)} }

// left returns the number of playouts that are left, which a budget of time does not know.
func (c *Clock) left() int {
	if c.budget.Time > 0 {
		return math.MaxInt
	}
	return c.budget.Playouts - c.used
}

// Decided reports whether the rest of the budget cannot make up for a lead, if each step of
// so many playouts changes it by at most one.
func (c *Clock) Decided(lead float64, step int) bool { return lead > float64(c.left()/step) }

// Next reports whether there is budget for that many playouts more, and takes them. The
// first call is always granted, since a search has to come to some move.
func (c *Clock) Next(playouts int) bool {
	switch {
	case c.used == 0:
	case c.budget.Time <= 0 && c.used+playouts > c.budget.Playouts:
		return false
	case c.budget.GoOn != nil && !c.budget.GoOn(c.used):
		return false
	case c.used-c.looked >= lookEvery:
		if c.budget.Time > 0 && !time.Now().Before(c.end) {
			return false
		}
		c.looked = c.used
		runtime.Gosched()
	}
	c.used += playouts
	return true
}
