package permute

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
	"parlour/games/search"
)

var _ search.Teller = Game{}

// small is a budget that is quick enough for tests.
var small = search.Budget{Playouts: 200}

// choosers are the functions that search for an opponent's move, by name.
var choosers = map[string]search.Searcher[View]{"a thinker": decide, search.PlainUCT: plainDecide}

func seeded(n byte) games.Seed { return games.Seed{n} }

// Each level has more playouts than the one below it on every board size, and looks at as many of its twists or more.
// Hard and plain UCT have few enough for their time, and overlook nothing.
func TestPlayouts(t *testing.T) {
	for size := tableMin; size <= tableMax; size++ {
		cells := size * size
		var all []int
		for i := range (Game{}).Levels() {
			all = append(all, playouts(i+1, cells))
			if i > 0 && (2*all[i] < 3*all[i-1] || all[i] > 4*all[i-1] || overlooks(i+1) > overlooks(i)) {
				t.Errorf("on %d×%d step %d has %d playouts and step %d has %d, want 1.5 to 4 times as many", size, size, i, all[i-1], i+1, all[i])
			}
		}
		if hard := all[len(all)-1]; all[0] != 20 || hard != min(10_000_000/cells, 120_000) {
			t.Errorf("on %d×%d easy has %d playouts and hard %d", size, size, all[0], hard)
		}
	}
	if overlooks(1) != 0.5 || overlooks(games.Medium.Step((Game{}).Levels())) != 0 {
		t.Errorf("easy overlooks %v and medium %v of the twists, want a half and none", overlooks(1), overlooks(games.Medium.Step(Game{}.Levels())))
	}
}

// A View says before the first twist, and never later, that a swap may answer that twist.
func TestViewOffersASwap(t *testing.T) {
	for _, swap := range []string{"on", "off"} {
		s := play(t, setup(4, "chequer", swap))
		for ply := 0; s.Ended == nil; ply++ {
			if v := s.View(0).(View); v.Offers != (swap == "on" && ply == 0) {
				t.Errorf("swap=%s, ply %d: Offers = %v", swap, ply, v.Offers)
			}
			s = move(t, s, s.Legal(s.Next())[0]).(state)
		}
	}
	s, err := play(t, setup(4, "chequer", "on")).Play(0, games.Leave)
	if err != nil || s.View(0).(View).Offers {
		t.Errorf("a game that is over offers a swap (%v)", err)
	}
}

// With a late position in place of the first twist, every chooser swaps if minimax says that
// Yellow, to move, loses, and does not if Yellow wins. After a real first twist minimax is
// out of reach.
func TestSwapAgreesWithMinimax(t *testing.T) {
	b := search.Budget{Playouts: 2000}
	for name, choose := range choosers {
		asked := map[bool]int{}
		for seed := range uint64(60) {
			p := lateGame(seed)
			if p.Over() || p.mover != board.Yellow || minimax(p) == 0 {
				continue
			}
			v := state{Duel: games.Duel{Ply: 1}, pos: p, swap: true}.View(1).(View)
			want := minimax(p) < 0
			asked[want]++
			if m := choose(v, b, seeded(1).Rand(1)); (m == swapMove) != want {
				t.Errorf("seed %d: %s plays %q; it should swap: %v", seed, name, m, want)
			}
		}
		if asked[true] < 3 || asked[false] < 3 {
			t.Errorf("%s chose %v times, want at least three of each case", name, asked)
		}
	}
}

// If the opponent may swap, a first twist that draws is the best. Every other twist loses,
// as the opponent takes the side that wins.
func TestFirstTwistIsEven(t *testing.T) {
	asked := 0
	for seed := range uint64(250) {
		p := lateGame(seed)
		if p.Over() || p.mover != board.Orange || !canDraw(p) {
			continue
		}
		asked++
		v := state{pos: p, swap: true}.View(0).(View)
		for name, choose := range choosers {
			m := choose(v, search.Budget{Playouts: 2000}, seeded(1).Rand(0))
			if got := after(p, twist(t, string(m))); got != 0 {
				t.Errorf("seed %d: %s opens with %s, which is worth %d, want 0", seed, name, m, got)
			}
		}
	}
	if asked < 3 {
		t.Errorf("only %d positions were judged", asked)
	}
}

// canDraw reports whether some twists draw, and some do not.
func canDraw(p Position) bool {
	seen := map[bool]bool{}
	for n := range p.Count() {
		seen[after(p, p.Nth(n)) == 0] = true
	}
	return len(seen) == 2
}

// Half of the beginner's moves are greedy: those after which its largest groups are as far ahead as can be, by the
// plain game, and a swap if that takes the larger group by more than any twist brings.
func TestTheBeginnerIsHalfGreedy(t *testing.T) {
	const asked = 400
	ahead := func(p plain, c board.Colour) (lead [2]int) {
		groups := p.groups()
		for rank := range lead {
			lead[rank] = groups[c][rank] - groups[c.Other()][rank]
		}
		return lead
	}
	for _, made := range []int{1, 12} {
		s, p := play(t, setup(9, "chequer", "off")), newPlain(9, "chequer")
		for _, text := range strings.Fields(reasons[0].log)[:made] {
			s, p = move(t, s, games.Move(text)).(state), p.play(p.read(t, text))
		}
		best, most := 0, [2]int{-81, -81}
		for _, m := range p.moves(nil) {
			if lead := ahead(p.play(m), p.mover); slices.Compare(lead[:], most[:]) > 0 {
				most = lead
			}
		}
		for n := range uint64(asked) {
			m := begin(s.View(s.Next()).(View), search.Budget{}, rand.New(rand.NewPCG(n, 5)))
			if ahead(p.play(p.read(t, string(m))), p.mover) == most {
				best++
			}
		}
		if best < asked*2/5 || best > asked*7/10 {
			t.Errorf("after %d moves, of %d of the beginner %d are best by one ply, want about half", made, asked, best)
		}
	}
}

// The beginner swaps if no twist is as good by one ply, and else only by chance.
func TestTheBeginnerSwaps(t *testing.T) {
	for large, want := range map[bool]bool{true: true, false: false} {
		p := newPosition(9, false)
		p.mover = board.Yellow
		if large { // Orange has three rows
			for row := range 3 {
				p.Yellow[row] = 0
				p.Fixed[row] = 1<<9 - 1
			}
			for row := range 8 {
				p.update(row)
			}
		}
		v, swaps := state{Duel: games.Duel{Ply: 1}, pos: p, swap: true}.View(1).(View), 0
		for n := range uint64(100) {
			if begin(v, search.Budget{}, rand.New(rand.NewPCG(n, 6))) == swapMove {
				swaps++
			}
		}
		if (swaps > 30) != want {
			t.Errorf("of 100 beginners %d swap, and the other side has a large group: %v", swaps, large)
		}
	}
}

func TestOpponent(t *testing.T) {
	thinkers := gametest.Thinkers(Game{}.Table(), search.Budget{Playouts: 300})
	gametest.Beats(t, Game{}, setup(9, "chequer", "on"), thinkers["a thinker"], thinkers[search.PlainUCT], 10, 8)
	gametest.Players(t, Game{}, play(t, setup(4, "chequer", "off")).View(0))
	gametest.Curve(t, Game{}, &chances)
}
