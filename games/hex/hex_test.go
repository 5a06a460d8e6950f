package hex

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

var (
	_ search.Teller  = Game{}
	_ games.Reasoner = Game{}
	_ games.Exact    = Game{}
)

// play starts a game with options as "size=4,swap=off" and plays moves by turns.
func play(t testing.TB, options, moves string) state {
	t.Helper()
	return gametest.Play[state](t, Game{}, options, moves)
}

func TestContract(t *testing.T) {
	players := gametest.Thinkers(Game{}.Table(), search.Budget{Playouts: 60})
	gametest.Contract(t, Game{}, 200, players, "size=2 10 500", "size=3,swap=off 10 500", "size=5 6 300", "size=7 2 100",
		"size=11 1 50", "size=14,swap=off 1 20")
}

func TestKept(t *testing.T) {
	gametest.Kept(t, Game{}, map[string]string{"usual": "", "seven": "size=7,swap=off"})
}

func TestOpponent(t *testing.T) {
	g := Game{}
	gametest.Steps(t, g, 1.2, map[int]int{49: 61_224, 121: 24_793, 196: 15_306})
	gametest.Players(t, g, play(t, "size=5,swap=off", "c2 c3 d3 d4 b4 e3 a3 b3 a5 a4 d1 e1").View(0))
	gametest.Curve(t, g, &chances)
	thinkers := gametest.Thinkers(g.Table(), search.Budget{Playouts: 300})
	gametest.Beats(t, g, gametest.SetupOf(g, "size=7"), thinkers["a thinker"], thinkers[search.PlainUCT], 10, 7)
	gametest.Beats(t, g, gametest.SetupOf(g, ""), gametest.PlayerOf(t, g, "medium"), gametest.PlayerOf(t, g, "easy"), 6, 5)
	gametest.HalfGreedy(t, g, play(t, "size=7,swap=off", "d4 c5 e3"), func(s games.State) int {
		after := s.(state)
		return after.pos.lead(1)
	})
	(&gametest.Endgame[View, Position, *Position]{
		Game: g, Nth: func(p Position, n int) games.Move { return p.Nth(n).Move() },
		Late: func(seed uint64) Position {
			rng, p := rand.New(rand.NewPCG(seed, 4)), newPosition(4)
			for !p.Over() && p.Count() > 8 {
				p.PlayNth(rng.IntN(p.Count()))
			}
			return p
		},
		View: func(p Position) games.View {
			return state{Duel: games.Duel{Ply: int(p.placed)}, pos: p}.View(games.Spectator)
		},
	}).Check(t, 16, 6, search.Budget{Playouts: 3_000}, 0.1)
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "d4", "D4", "d 4", "4d", "d-4", "swap", "Swap sides", "z99", "--", "d4 e5")
}

// Whatever is played, a side has won exactly if it needs no stone, and the walls stay as they are.
func FuzzPlay(f *testing.F) {
	gametest.FuzzPlay(f, Game{}, func(t *testing.T, s state) {
		fresh := newPosition(int(s.pos.size))
		for c, stone := range fresh.stone {
			if stone != Empty && s.pos.stone[c] != stone {
				t.Fatalf("after %q the wall at %d is %d", s.Last, c, s.pos.stone[c])
			}
		}
		for _, side := range []Stone{Red, Blue} {
			if (s.pos.winner == side) != (s.pos.needs(side) == 0) {
				t.Fatalf("after %q %d has won, and side %d needs %d:\n%v", s.Last, s.pos.winner, side, s.pos.needs(side), s.View(0))
			}
		}
	}, []string{"size=11", "size=3", "size=14,swap=off", "size=2,swap=off", "size=7"},
		"d4 swap #k #! #~", "c3 b3 !lapse ?leave !leave return", "#z #a draw draw", "a1 swap swap", "e5 z25 a15")
}

func BenchmarkThink(b *testing.B) { gametest.Think(b, Game{}, "size=7", "size=11", "size=14") }

func BenchmarkPlayout(b *testing.B) {
	pos, rng, p := newPosition(11), rand.New(rand.NewPCG(1, 2)), newPlain(5)
	var line [maxSize * maxSize]search.Made
	gametest.Versus(b, 50, func() { game := pos; game.Roll(rng, line[:0]) }, func() { p.needs(0) })
}

func BenchmarkValues(b *testing.B) {
	v := play(b, "size=11,swap=off", "f6 e5 h5 d8 e8 c9").View(0).(View)
	for b.Loop() {
		v.values()
	}
}

func TestPositionDoesNotAllocate(t *testing.T) {
	start, rng := newPosition(11), rand.New(rand.NewPCG(1, 2))
	var line [maxSize * maxSize]search.Made
	gametest.NoAllocs(t, map[string]func(){
		"Play on a copy": func() { p := start; p.Play(p.Nth(7)) },
		"Roll":           func() { p := start; p.Roll(rng, line[:0]) },
	})
	if start != newPosition(11) {
		t.Error("a position changed while copies of it were played")
	}
}
