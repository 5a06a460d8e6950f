package search

import (
	"math/rand/v2"
	"testing"
)

// A board of noughts and crosses as a [Thinker] plays it.
type thought struct {
	crosses
	player int
}

func (t *thought) Player() int            { return t.player }
func (t *thought) Over() bool             { return len(t.free()) == 0 }
func (t *thought) Keys(buf []Move) []Move { return append(buf, t.free()...) }
func (t *thought) Worth() float64         { return float64(t.worth()) }
func (t *thought) PlayKey(m Move) {
	t.crosses[t.player] |= 1 << m
	t.player = 1 - t.player
}

func (t *thought) Count() int                     { return len(t.free()) }
func (t *thought) PlayNth(n int)                  { t.PlayKey(t.free()[n]) }
func (t *thought) Playout(rng *rand.Rand) float64 { t.Roll(rng, nil); return t.Worth() }
func (t *thought) Roll(rng *rand.Rand, line []Made) []Made {
	return Roll(t, t.Count, func(n int) Move { return t.free()[n] }, rng, line)
}

// Wherever a player can lose what minimax says can be had, a thinker keeps it, and estimates its worth. A
// thinker that stops once its move is certain comes to the same move.
func TestAThinkerAgreesWithMinimax(t *testing.T) {
	rng, asked, early := rand.New(rand.NewPCG(5, 5)), 0, 0
	for range 200 {
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
			return m, worth, th.Playouts()
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
	if asked < 50 || early == 0 {
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
		want := at.Worth()
		if at.player == 1 {
			want = 1 - want
		}
		if got := th.Chance(at, Budget{Playouts: 1}); got != want {
			t.Errorf("%+v: the chance at the end is %v, want %v", at, got, want)
		}
	}
}

func TestWorth(t *testing.T) {
	for want, result := range map[float64]struct {
		winner uint8
		won    bool
	}{1: {0, true}, 0: {1, true}, 0.5: {0, false}} {
		if got := Worth(result.winner, result.won); got != want {
			t.Errorf("Worth(%d, %v) = %v, want %v", result.winner, result.won, got, want)
		}
	}
}

// Who overlooks moves looks at some, never at none, and at each of them in some thought.
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
	ranked, line := th.Ranked(3), th.Line(3)
	if best != 2 || len(ranked) != 3 || ranked[0] != best || len(line) != 3 || line[0] != best || line[1] != 6 {
		t.Errorf("the best move is %d, ranked %v, and the play %v, want 2 and then 6", best, ranked, line)
	}
	if all := th.Ranked(100); len(all) != 6 {
		t.Errorf("%d moves are ranked, want all six", len(all))
	}
	if all := th.Line(100); len(all) > 6 {
		t.Errorf("the play is %v, of six squares", all)
	}
}
