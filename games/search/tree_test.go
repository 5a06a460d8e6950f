package search

import (
	"fmt"
	"math/rand/v2"
	"testing"
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

// minimax is what the board is worth to who is to move.
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

// think searches by a tree.
func (c crosses) think(player, playouts int, rng *rand.Rand) (Move, float64) {
	t := NewTree(9, rng)
	for range playouts {
		c.playout(t, player, rng)
	}
	return t.Best()
}

// What the tree says keeps what minimax says can be had, wherever that can be lost, and
// it thinks so of its worth.
func TestTheTreeAgainstMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	asked := 0
	for range 12 {
		var c crosses
		player := 0
		for free := c.free(); len(free) > 0; free = c.free() {
			best, least := c.minimax(player), float32(1)
			for _, m := range free {
				least = min(least, c.after(m, player))
			}
			if least < best {
				asked++
				m, worth := c.think(player, 4000, rng)
				if got := c.after(m, player); got != best {
					t.Errorf("%03o: %d is worth %v, want %v", c, m, got, best)
				}
				if off := worth - float64(best); off < -0.3 || off > 0.3 {
					t.Errorf("%03o: it thinks %.2f of %d, which is worth %v", c, worth, m, best)
				}
			}
			c[player] |= 1 << free[rng.IntN(len(free))]
			player = 1 - player
		}
	}
	if asked < 20 {
		t.Errorf("%d positions had something to lose, want more", asked)
	}
}

func TestTheTreeIsTheSameForASeed(t *testing.T) {
	sameForASeed(t, func(rng *rand.Rand) string { return fmt.Sprint(crosses{}.think(0, 30, rng)) })
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
