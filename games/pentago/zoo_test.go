package pentago

import (
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

// The results of a turn of the zoo, by plain play through every answer.
const (
	savesItself = 1 // every other turn lets the other side win in the next one
	winsNext    = 2 // whatever the other side does, it wins in its next turn
	winsNow     = 3
)

// zoo has positions, as the moves that lead there, in which one turn does what no other does, but for
// those that lead to the same board. Playing through all turns has confirmed each.
var zoo = []struct {
	log, want string
	brings    int
	key, why  string // the reason that must be given
}{
	{"f1-Cd1 e4-Aa1 e1-Ca1 f3-Aa1 c1-Ca4 b1-Ad1 f3-Ad1 f5-Cd1 c2-Ad1 d4-Cd1 d1-Aa1", "b1", winsNow,
		"pentago.why.wins", "It makes five from b1 to f5 and wins."},
	{"c1-Aa1 b4-Cd1 c2-Ca4 a4-Aa4 a6-Ad1 d4-Cd1 c6-Ca4 c5-Aa4 d3-Aa4 a1-Cd1 e2-Ad4 e4-Ca4 d4-Aa4 e3-Cd4 b5-Ad1 e6-Ad1", "c4-Cd1", winsNow,
		"pentago.why.wins.twist", "The twist makes five from a6 to e2 and wins."},
	{"c6-Ca4 d5-Ad4 c5-Aa4 a4-Cd1 c3-Ca4 d4-Aa4 e2-Cd4 b2-Ca1 c3-Ca4 f6-Aa4", "c2-Ca4", winsNow,
		"pentago.why.wins.twist", "The twist makes five from c1 to c5 and wins."},
	{"f1-Ad4 a5-Ca4 f2-Cd1 c6-Ad1 c1-Cd1 d6-Cd1 e6-Ad4 e4-Ca4 a5-Cd1 c3-Aa1 d6-Cd4 f5-Ca1 d3-Aa1 b3-Ca1 c6-Cd4", "d6-Aa4", winsNow,
		"pentago.why.wins.twist", "The twist makes five from b6 to f6 and wins."},
	{"b5-Aa4 f3-Ca1 e6-Ca4 e2-Ad1 e5-Cd1 e3-Ad1 e1-Ad4 e4-Cd4", "c5-Ad4", winsNext,
		"pentago.why.forced", "It threatens a5, five from a5 to e5. Every answer loses. If they play a5 ↻ a1, f5 wins."},
	{"d2-Ca4 a6-Cd1 e5-Cd1 b2-Ca4 a5-Aa4 e2-Ad1 b5-Aa4 d2-Ca4", "d5-Aa4", winsNext,
		"pentago.why.forced", "It threatens a5, five from a5 to e5. Every answer loses. If they play a5 ↻ a1, f5 wins."},
	{"e4-Cd4 b6-Ca4 a2-Cd1 c3-Aa4 b2-Ca4 f6-Cd1 b5-Ca1 f5-Ca1 f2-Aa1 f1-Ca1", "b4-Aa1", winsNext,
		"pentago.why.forced", "It threatens b1, five from b1 to b5. Every answer loses. If they play b1 ↻ a1, b6 ↺ a1 wins."},
	{"b6-Ca4 d2-Cd1 c4-Ad1 f2-Aa1 b1-Aa1 c3-Cd1 b4-Aa1 e5-Ca1 e4-Aa1 d4-Ca1 b2-Aa1 a2-Ca1", "b5-Aa1", winsNext,
		"pentago.why.forced", "It threatens b1, five from b1 to b5. Every answer loses. If they play b1 ↻ a1, b6 ↺ a1 wins."},
	{"b3-Aa1 b3-Ca1 c3-Aa1 b2-Aa1 c1-Aa1 b3-Ca4 e1-Ca1 f4-Ca1 e3-Aa1 e4-Cd4 b5-Cd4 d1-Ad4 f4-Ad4", "d2-Cd4", winsNext,
		"pentago.why.forced", "It threatens e2, five from a2 to e2. Every answer loses. If they play e2 ↻ a1, d3 wins."},
	{"e4-Cd4 b3-Ca4 e5-Ca4 b5-Cd4 e2-Aa1 f1-Ad1 b3-Aa4 a6-Ca4 b4-Ad1 e3-Ca1 e4-Ad1", "e3-Ad4", savesItself,
		"pentago.why.stops.together", "Ann threatens e3, five from e2 to e6. Stone and twist stop it."},
	{"d3-Ad1 c1-Aa1 b5-Ad4 b3-Aa1 e1-Ad4 f3-Ad4 e2-Cd1 c6-Cd1 d3-Ad4 f1-Ad1 e1-Aa1 f2-Cd1 b4-Cd1 e4-Ad1", "c1-Ca1", savesItself,
		"pentago.why.stops.together", "Ben threatens c1, six from a1 to f1. Stone and twist stop it."},
	{"d4-Ad4 d1-Ad4 b1-Ca1 b6-Cd4 b2-Cd4 e1-Ad4 e5-Cd4 c3-Aa4 c2-Ad1 a3-Ca1 b4-Ad1 b5-Ad1 c4-Cd1 c2-Aa1", "d3-Ca1", savesItself,
		"pentago.why.stops.together", "Ben threatens d3, six from a3 to f3. Stone and twist stop it."},
	{"a1-Ca1 c6-Ca4 a2-Aa4 d5-Cd4 a4-Cd4 a5-Ad4 b4-Ca4 a4-Aa4 f5-Cd4 c5-Ad4 c2-Cd4 b5-Aa1 e5-Aa1 b3-Ca4 b2-Ad4 d4-Ca1 e4-Aa1 d6-Ad4", "e4-Cd4", savesItself,
		"pentago.why.stops.together", "Ben threatens e4, six from a4 to f4. Stone and twist stop it."},
}

// reasons has turns of hard that are not the only ones, each with the reason that must be given.
var reasons = []struct{ log, turn, key, why string }{
	{"e1-Aa1 e4-Cd4 d6-Aa4 b3-Ad1 f4-Ca1 e6-Cd4 f3-Cd4 a5-Cd4 a2-Cd1 a1-Cd1 c4-Ad1 b4-Aa4 f4-Ca1 a4-Ad1 e5-Ad1 c3-Cd1 a1-Cd1 b6-Ca1 b1-Cd1 f1-Aa4 a1-Ca1", "b2-Aa1", "pentago.why.both",
		"It stops Ann's five from b2 to f6. It threatens a2 to e6 with b3 ↻ d4."},
	{"a4-Ad1 d3-Aa1 e2-Ca1 e5-Cd1 c6-Ca1 f1-Aa1 b5-Aa1 b3-Ca4 d6-Aa4 d2-Ca4 f2-Ca1 f4-Ca1 e1-Ad4 e4-Aa4 c1-Cd4", "d3-Cd4", "pentago.why.stops",
		"Ann threatens d3 ↻ a4, five from a6 to e2. This stops it."},
	{"b6-Ca1 c1-Ca4 b3-Ca1 f2-Ad4 f5-Ad4 d4-Ad1 d3-Ad1 e4-Ad1 b2-Ca1 e5-Ad4 a4-Ad1 a1-Cd4 e1-Aa1 d1-Aa4 c5-Cd4 f4-Aa4 d2-Ca4 f1-Aa1 a1-Ad4 b4-Ca1 f4-Ca1", "c2-Ca1", "pentago.why.stops.twist",
		"Ann threatens a5 ↺ a4, five from a5 to e1. The twist stops it."},
	{"a2-Ca1 a3-Aa1 d2-Cd4 a5-Cd1 b1-Aa1 b2-Ad1 e1-Cd1 e5-Cd1 c4-Ad4 a2-Ca1 c1-Aa1 e2-Cd1", "c5-Ad1", "pentago.why.threatens",
		"It threatens c6, five from c2 to c6. Ben must stop it."},
	{"e6-Aa4 b6-Cd4 b2-Aa1 a5-Aa4 f3-Aa1 d1-Aa4 c2-Aa1 d6-Aa4 c4-Ca1 d3-Cd4 a1-Ca1 b4-Ad4 f1-Cd4", "f2-Cd4", "pentago.why.threatens.twist",
		"The twist threatens e3 ↻ d4, five from b6 to f2. Ann must stop it."},
	{"a4-Ad1 d4-Ad1 d5-Aa1 c5-Aa1 b2-Ca1 a5-Ad1 b5-Cd4 f1-Cd4 a1-Aa4 c2-Ca1", "c5-Ca1", "pentago.why.grows",
		"You have 3 in the line b5 to f5. It can still be five."},
	{"a4-Ca1 e2-Aa1 f1-Aa1 a3-Ad4 d2-Ad4 b3-Cd4 c2-Cd4 f5-Aa4 a6-Cd1", "c3-Ad1", "pentago.why.grows.twist",
		"The twist gives you 3 in the line a3 to e3. It can still be five."},
	{"e3-Ca1 b5-Aa4 e2-Ad1 b2-Ad4 e5-Cd1", "e4-Cd1", "pentago.why.denies",
		"Ann could have four in a line next turn. This stops it."},
	{"b6-Aa1 c4-Ca1 e5-Ca4 a5-Aa4", "e4-Ca4", "pentago.why.prepares",
		"You could have four in a line next turn."},
	{"", "e5-Ca1", "pentago.why.middle",
		"e5 is the middle of a quadrant, so no twist moves it."},
}

// The reasons of the zoo are given, in these words.
func TestZooReasons(t *testing.T) {
	all := slices.Clone(reasons)
	for _, z := range zoo {
		all = append(all, struct{ log, turn, key, why string }{z.log, z.want, z.key, z.why})
	}
	for _, z := range all {
		s := play(t, usual, z.log)
		why := Game{}.Why(s.View(s.Next()), s.Next(), games.Move(z.turn))
		if got := say(t, why); why.Key != z.key || got != z.why {
			t.Errorf("after %s the reason for %s is %s, %q, want %s, %q", z.log, z.turn, why.Key, got, z.key, z.why)
		}
	}
}

// canWin reports whether some turn of a position wins at once, by playing each.
func canWin(p Position) bool {
	mover := p.Mover()
	for n := range p.Count() {
		next := p
		next.Play(p.Nth(n))
		if winner, over := next.Judge(); over && int(winner) == mover {
			return true
		}
	}
	return false
}

// brings returns what a turn brings, 0 if nothing of that.
func brings(p Position, t Turn) int {
	mover := p.Mover()
	p.Play(t)
	winner, over := p.Judge()
	switch {
	case over && int(winner) == mover:
		return winsNow
	case over || canWin(p):
		return 0
	}
	for n := range p.Count() {
		next := p
		next.Play(p.Nth(n))
		winner, over := next.Judge()
		if over && int(winner) != mover || !over && !canWin(next) {
			return savesItself
		}
	}
	return winsNext
}

// Hard finds the turn of each position of [zoo] with every seed, and medium those that win at once
// or save it.
func TestZoo(t *testing.T) {
	for _, z := range zoo {
		s := play(t, usual, z.log)
		turn, err := s.readTurn(games.Move(z.want))
		if err != nil || brings(s.pos, turn) != z.brings {
			t.Fatalf("after %s %s brings %d (%v), want %d", z.log, z.want, brings(s.pos, turn), err, z.brings)
		}
		want := s.playTurn(turn).pos
		for _, looks := range []int{cells * twistings, 60_000} {
			for seed := range byte(2) {
				m := hard.decide(s.pos, search.Budget{Playouts: looks}, seeded(seed).Rand(s.Ply))
				if got := s.playTurn(m).pos; got != want && (looks > 1000 || z.brings != winsNext) {
					t.Errorf("after %s it plays %s with %d looks, want %s", z.log, m.Move(), looks, z.want)
				}
			}
		}
	}
}
