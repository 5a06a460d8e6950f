package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
)

// Noughts and crosses: the cells of each player, as bits.
type crosses [2]uint16

var rows = []uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

// free returns the cells that can be played, none when it is over.
func (c crosses) free() []Move {
	var cells []Move
	for cell := Move(0); cell < 9 && c.worth() == 0.5; cell++ {
		if (c[0]|c[1])>>cell&1 == 0 {
			cells = append(cells, cell)
		}
	}
	return cells
}

// worth is what the board as it stands is worth to player 0.
func (c crosses) worth() float32 {
	for _, row := range rows {
		switch row {
		case c[0] & row:
			return 1
		case c[1] & row:
			return 0
		}
	}
	return 0.5
}

// minimax is what the board is worth to the player to move.
func (c crosses) minimax(player int) float32 {
	best := float32(-1)
	for _, m := range c.free() {
		best = max(best, c.after(m, player))
	}
	if best < 0 {
		best = [2]float32{c.worth(), 1 - c.worth()}[player]
	}
	return best
}

// after is what a move is worth to the player who makes it.
func (c crosses) after(m Move, player int) float32 {
	c[player] |= 1 << m
	return 1 - c.minimax(1-player)
}

// playout leads a tree through a playout, in which a player is to move.
func (c crosses) playout(tree *Tree, player int, rng *rand.Rand) {
	play := func(m Move) {
		c[player] |= 1 << m
		tree.Made(m, player)
		player = 1 - player
	}
	for tree.Begin(); len(c.free()) > 0 && (tree.Grown() || tree.Due()); {
		if !tree.Grown() {
			tree.Grow(c.free(), func(Move) Mean { return Mean{1, 0.5} })
		}
		play(tree.Choose(player, 0.5, 10))
	}
	for free := c.free(); len(free) > 0; free = c.free() {
		play(free[rng.IntN(len(free))])
	}
	tree.Record([]float32{c.worth(), 1 - c.worth()})
}

// Three players have one move each, of which each is worth something else to each: every
// one plays for themselves, and where evenness is wanted, the first looks for it.
func TestEachPlaysForThemselves(t *testing.T) {
	worths := [3][3]float32{ // by who moves, and their move
		{0.9, 0.45, 0}, {0.1, 0.2, 1}, {0.7, 0.8, 0.6},
	}
	for by, want := range []Move{0, 3 + 2, 6 + 1} {
		if got, _ := onePly(worths, by, false); got != want {
			t.Errorf("player %d plays %d, want %d", by, got, want)
		}
	}
	if got, _ := onePly(worths, 0, true); got != 1 {
		t.Errorf("the move that is most even is %d, want 1", got)
	}
}

// onePly searches a game in which all players move once, and what they get is the worth
// of their own move alone; one of them begins.
func onePly(worths [3][3]float32, first int, even bool) (Move, float64) {
	rng := rand.New(rand.NewPCG(3, 4))
	t := NewTree(9, rng)
	t.Even = even
	for range 600 {
		got := make([]float32, 3)
		t.Begin()
		inside := true
		for ply := range 3 {
			by := (first + ply) % 3
			m := Move(3*by + rng.IntN(3))
			if inside = inside && (t.Grown() || t.Due()); inside {
				if !t.Grown() {
					t.Grow([]Move{Move(3 * by), Move(3*by + 1), Move(3*by + 2)}, func(Move) Mean { return Mean{1, 0.5} })
				}
				m = t.Choose(by, 0.3, 5)
			}
			t.Made(m, by)
			got[by] = worths[by][m%3]
		}
		t.Record(got)
	}
	return t.Best()
}

// A move that did well later in a playout is tried before one that nobody made, and
// before one that the other side made.
func TestWhatIsMadeLaterCounts(t *testing.T) {
	tree := NewTree(3, rand.New(rand.NewPCG(7, 8)))
	moves := []Move{0, 1, 2}
	tree.Begin()
	tree.Grow(moves, func(Move) Mean { return Mean{1, 0.5} })
	first := tree.Choose(0, 0, 1)
	later, other := (first+1)%3, (first+2)%3
	tree.Made(first, 0)
	tree.Made(other, 1)
	tree.Made(later, 0)
	tree.Record([]float32{1, 0})
	for range 2 { // the first has done well too, until it does not
		tree.Begin()
		first = tree.Choose(0, 0, 1)
		tree.Made(first, 0)
		tree.Record([]float32{0, 1})
	}
	if first != later {
		t.Errorf("move %d is tried, want %d", first, later)
	}
}

// A node is given its moves when enough playouts have come to it, and not before.
func TestATreeGrowsSlowly(t *testing.T) {
	tree := NewTree(2, rand.New(rand.NewPCG(5, 6)))
	grown := 0
	for n := range 10 * growAt {
		tree.Begin()
		if n == 0 {
			if tree.Grown() || !tree.Due() {
				t.Fatal("the root does not get its moves at once")
			}
			tree.Grow([]Move{0}, func(Move) Mean { return Mean{1, 0.5} })
		}
		tree.Choose(0, 1, 1)
		if due := tree.Due(); due != (n >= growAt) {
			t.Errorf("after %d playouts through a node it is due: %v", n, due)
		}
		if !tree.Grown() && tree.Due() {
			tree.Grow([]Move{1}, func(Move) Mean { return Mean{1, 0.5} })
			grown++
		}
		tree.Record([]float32{1})
	}
	if grown != 1 {
		t.Errorf("the node was given its moves %d times", grown)
	}
}

// A tree that advances goes on from there with what it knows, and finds what minimax says.
func TestAdvance(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	tree := NewTree(9, rng)
	search := func(c crosses, player int) Move {
		for range 3000 {
			c.playout(tree, player, rng)
		}
		best, _ := tree.Best()
		return best
	}
	var c crosses
	for player := 0; len(c.free()) > 0; player = 1 - player {
		m := search(c, player)
		if got, want := c.after(m, player), c.minimax(player); got != want {
			t.Fatalf("%03o: %d is worth %v, want %v", c, m, got, want)
		}
		if tree.Advance(9) {
			t.Fatal("it advances by a move that there is not")
		}
		before := tree.nodes[tree.root].played.N
		if !tree.Advance(m) {
			t.Fatalf("it does not advance by %d", m)
		}
		if at := tree.nodes[tree.root]; at.move != m || before > 0 && at.played.N == 0 {
			t.Fatalf("it advances by %d to a node of %d, with %v playouts", m, at.move, at.played.N)
		}
		c[player] |= 1 << m
	}
	if c.worth() != 0.5 {
		t.Errorf("best play ends with %v, want a tie", c.worth())
	}
}

// A heap is Nim with one heap, from which a player takes one, two or three at a time. The player who takes the last one
// wins.
type heap struct{ left, player int }

func (h *heap) Player() int { return h.player }
func (h *heap) Count() int  { return min(3, h.left) }
func (h *heap) PlayNth(n int) {
	h.left -= n + 1
	h.player = 1 - h.player
}

func (h *heap) Playout(rng *rand.Rand) float64 {
	for h.left > 0 {
		h.PlayNth(rng.IntN(h.Count()))
	}
	return float64(h.player) // the player to move has lost
}

// wins is plain minimax: whether the player to move wins.
func (h heap) wins() bool {
	for n := range h.Count() {
		next := h
		next.PlayNth(n)
		if !next.wins() {
			return true
		}
	}
	return false
}

// From every heap that minimax says is won, for either player, UCT makes a move
// after which it is lost for the other.
func TestUCTFindsTheForcedWin(t *testing.T) {
	for left := 1; left <= 15; left++ {
		for player := range 2 {
			h := heap{left: left, player: player}
			if !h.wins() {
				continue
			}
			n := UCT(h, math.Sqrt2, Budget{Playouts: 6000}, rand.New(rand.NewPCG(1, 2)))
			after := h
			after.PlayNth(n)
			if after.wins() {
				t.Errorf("from %d player %d takes %d, after which the other wins", left, player, n+1)
			}
		}
	}
}

// A tree with as many nodes as it may have grows no further, and goes on to play.
func TestATreeIsBounded(t *testing.T) {
	tree := tree{nodes: []node{{}}, most: 20, exploration: math.Sqrt2, rng: rand.New(rand.NewPCG(1, 2))}
	tree.expand(0, 3)
	for range 30_000 {
		h := heap{left: 7}
		tree.record(descend(&tree, &h))
	}
	if n := len(tree.nodes); n < 20 || n > 22 {
		t.Errorf("it has %d nodes, want 20 and the rest of the last three", n)
	}
	if n := tree.nodes[0].visits; n != 30_000 {
		t.Errorf("it counts %d playouts, want all", n)
	}
}

// sameForASeed checks that a thought is the same for a seed, and not for all.
func sameForASeed(t *testing.T, think func(*rand.Rand) int) {
	t.Helper()
	seen := map[int]bool{}
	for seed := range uint64(20) {
		again := func() int { return think(rand.New(rand.NewPCG(seed, 0))) }
		first := again()
		if second := again(); second != first {
			t.Errorf("with seed %d it plays %d and then %d", seed, first, second)
		}
		seen[first] = true
	}
	if len(seen) < 2 {
		t.Error("twenty seeds give one thought")
	}
}

func TestUCTIsTheSameForASeed(t *testing.T) {
	h := heap{left: 12} // lost whatever is played: what is chosen is up to chance
	sameForASeed(t, func(rng *rand.Rand) int { return UCT(h, math.Sqrt2, Budget{Playouts: 40}, rng) })
}

func TestATreeIsTheSameForASeed(t *testing.T) {
	sameForASeed(t, func(rng *rand.Rand) int {
		tree := NewTree(9, rng)
		for range 30 {
			crosses{}.playout(tree, 0, rng)
		}
		best, _ := tree.Best()
		return int(best)
	})
}

func TestUCTOfAnEnd(t *testing.T) {
	if n := UCT(heap{}, math.Sqrt2, Budget{Playouts: 1}, nil); n != -1 {
		t.Errorf("UCT of what is over = %d, want -1", n)
	}
}

// A board of noughts and crosses as a [Thinker] plays it.
type thought struct {
	crosses
	player int
}

func (t *thought) Player() int            { return t.player }
func (t *thought) Over() bool             { return len(t.free()) == 0 }
func (t *thought) Keys(buf []Move) []Move { return append(buf, t.free()...) }
func (t *thought) Worth() Worths          { return Worths{t.worth(), 1 - t.worth()} }
func (t *thought) PlayKey(m Move) {
	t.crosses[t.player] |= 1 << m
	t.player = 1 - t.player
}

func (t *thought) Count() int                     { return len(t.free()) }
func (t *thought) PlayNth(n int)                  { t.PlayKey(t.free()[n]) }
func (t *thought) Playout(rng *rand.Rand) float64 { t.Roll(rng, nil); return float64(t.worth()) }
func (t *thought) Roll(rng *rand.Rand, line []Made) []Made {
	for !t.Over() {
		m := t.free()[rng.IntN(t.Count())]
		line = append(line, Made{m, uint8(t.player)})
		t.PlayKey(m)
	}
	return line
}

// Wherever a player can lose what minimax says can be had, a thinker keeps it, and estimates its worth. A
// thinker that stops once its move is certain comes to the same move.
func TestAThinkerAgreesWithMinimax(t *testing.T) {
	rng, asked, early := rand.New(rand.NewPCG(5, 5)), 0, 0
	for range 80 {
		at := thought{player: rng.IntN(2)}
		for range rng.IntN(6) {
			if free := at.free(); len(free) > 0 {
				at.PlayKey(free[rng.IntN(len(free))])
			}
		}
		best, worst := float32(-1), float32(2)
		for _, m := range at.free() {
			best, worst = max(best, at.after(m, at.player)), min(worst, at.after(m, at.player))
		}
		if best == worst || at.Over() {
			continue
		}
		asked++
		find := func(stops bool) (Move, float64, int) {
			th := NewThinker[thought](9, Tuning{Explore: 3, Most: 0.3, Rave: 2, Habit: 5}, rand.New(rand.NewPCG(1, 2)))
			th.Stops = stops
			m, worth := th.Think(at, Budget{Playouts: 3000})
			return m, worth, int(th.now)
		}
		m, worth, all := find(false)
		if got := at.after(m, at.player); got != best || all != 3000 {
			t.Errorf("%+v: move %d for %v after %d playouts, want one for %v", at, m, got, all, best)
		}
		if worth < float64(best)-0.35 || worth > float64(best)+0.35 {
			t.Errorf("%+v: it is worth %.2f, want about %v", at, worth, best)
		}
		soon, _, used := find(true)
		if soon != m {
			t.Errorf("%+v: move %d after %d playouts, and %d after all", at, soon, used, m)
		}
		if used < all {
			early++
		}
	}
	if asked < 25 || early == 0 {
		t.Errorf("%d positions were judged, and in %d the search stopped early", asked, early)
	}
}

// The chance to win a game that is over is its worth to the player to move. Otherwise a search tells.
func TestChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for player := range 2 {
		at := thought{player: player}
		th := NewThinker[thought](9, Tuning{Explore: 3, Most: 0.3, Rave: 2, Habit: 5}, rng)
		if got := th.Chance(at, Budget{Playouts: 3000}); got < 0.3 || got > 0.8 {
			t.Errorf("the chance at the start is %.2f, want about a half", got)
		}
		at.Roll(rng, nil)
		want := float64(at.Worth()[at.player])
		if got := th.Chance(at, Budget{Playouts: 1}); got != want {
			t.Errorf("%+v: the chance at the end is %v, want %v", at, got, want)
		}
	}
}

func TestWorth(t *testing.T) {
	for want, result := range map[Worths]struct {
		winner uint8
		won    bool
	}{{1, 0}: {0, true}, {0, 1}: {1, true}, {0.5, 0.5}: {0, false}} {
		if got := Worth(result.winner, result.won); got != want {
			t.Errorf("Worth(%d, %v) = %v, want %v", result.winner, result.won, got, want)
		}
	}
}

// A thinker that overlooks moves looks at one at least. In many thoughts it comes to look at each.
func TestSomeMovesAreOverlooked(t *testing.T) {
	for _, c := range []struct {
		share     float64
		low, high int // of nine moves, in the mean of 400 thoughts
	}{{0, 9, 9}, {0.5, 4, 6}, {1, 1, 1}} {
		seen, best := 0, map[Move]bool{}
		for n := range uint64(400) {
			th := NewThinker[thought](9, Tuning{Explore: 3, Most: 0.3, Rave: 2, Habit: 5}, rand.New(rand.NewPCG(1, n)))
			m, _ := th.Think(thought{}, Budget{Playouts: 50, Overlooks: c.share})
			best[m] = true
			seen += len(th.Ranked(100))
		}
		if seen < 400*c.low || seen > 400*c.high || c.share == 1 && len(best) != 9 {
			t.Errorf("of nine moves, of which a share of %v is overlooked, %.1f are seen, and %d are made", c.share, float64(seen)/400, len(best))
		}
	}
}

// The moves of a search are ranked by how often they were tried, the best first. The play that it expects begins with
// the best, goes on as minimax does, and ends with the game.
func TestRankAndLine(t *testing.T) {
	at := thought{}
	for _, m := range []Move{0, 4, 1} { // crosses threaten 2
		at.PlayKey(m)
	}
	th := NewThinker[thought](9, Tuning{Explore: 3, Most: 0.3, Rave: 2, Habit: 5}, rand.New(rand.NewPCG(1, 2)))
	best, _ := th.Think(at, Budget{Playouts: 3000})
	ranked, line, lines := th.Ranked(3), th.Line(3), th.Lines(3, 3)
	if best != 2 || len(ranked) != 3 || ranked[0] != best || len(line) != 3 || line[0] != best || line[1] != 6 {
		t.Errorf("the best move is %d, ranked %v, and the play %v, want 2 and then 6", best, ranked, line)
	}
	if len(lines) != 3 || !slices.Equal(lines[0], line) || lines[1][0] != ranked[1] || len(lines[1]) < 2 || lines[1][1] != 2 {
		t.Errorf("the play after %v is %v, want 2 as the answer to all that let it", ranked, lines)
	}
	if all := th.Ranked(100); len(all) != 6 {
		t.Errorf("%d moves are ranked, want all six", len(all))
	}
	if all := th.Line(100); len(all) > 6 {
		t.Errorf("the play is %v, of six squares", all)
	}
}

// A square is a turn of noughts and crosses.
type square Move

func (s square) Move() games.Move { return games.Move(fmt.Sprint(Move(s))) }

func (t *thought) Nth(n int) square      { return square(t.free()[n]) }
func (t *thought) Play(s square)         { t.PlayKey(Move(s)) }
func (t *thought) Key(s square) Move     { return Move(s) }
func (t *thought) Turn(m Move) square    { return square(m) }
func (t thought) Sizes() (side, ply int) { return 3, 0 }
func (t thought) Words() games.Words     { return games.Words{} }
func (t thought) String() string         { return "" }

// noughts is a mind for noughts and crosses. Its beginner likes the middle.
var noughts = Mind[thought, thought, square, *thought]{
	Moves: 9, Tuning: Tuning{Explore: 3, Most: 0.3, Rave: 2, Habit: 5}, Explore: 0.3,
	Root: func(t thought) thought { return t },
	Read: func(m games.Move) (key square) {
		fmt.Sscan(string(m), &key)
		return key
	},
	Lead: func(t *thought, player int) int { return int(t.crosses[player] >> 4 & 1) },
}

// All searchers of a mind find a move that wins at once, which is surely won, and half of its beginners play what they
// like best.
func TestMind(t *testing.T) {
	at := thought{crosses: crosses{0b000_000_011, 0b011_000_000}} // player 0 wins on cell 2
	table, b := noughts.Table(nil), Budget{Playouts: 2000}
	rng := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
	for name, decide := range map[string]Searcher[thought]{"a level": table.Decide(1), "plain UCT": table.Yardsticks[0].Decide} {
		if m := decide(at, b, rng()); m != "2" {
			t.Errorf("%s plays %s, want 2", name, m)
		}
	}
	if lines := table.Rank(at, 3, b, rng()); len(lines) != 3 || len(lines[0]) != 1 || lines[0][0] != "2" {
		t.Errorf("the best are %v, want 2, which ends the game", lines)
	}
	if won, lost := table.Chance(at, "2", b, rng()), table.Chance(at, "5", b, rng()); won != 1 || lost > 0.4 {
		t.Errorf("2 wins %.2f of the games, and 5, which lets the other side win, %.2f", won, lost)
	}
	middle, r := 0, rng()
	for range 1000 {
		if table.Yardsticks[1].Decide(at, Budget{}, r) == "4" {
			middle++
		}
	}
	if middle < 500 || middle > 700 {
		t.Errorf("of 1000 beginners %d take the middle, want a half and some by chance", middle)
	}
	if got := Perft(at, 2); got != 4*4 || Perft(at, 0) != 1 || Perft(at, 1) != 5 {
		t.Errorf("there are %d sequences of two moves, want 16", got)
	}
}
