package chess

import (
	"testing"

	"parlour/games/gametest"
	"parlour/games/search"
)

// perfts are the six positions by which move generators are compared, with the numbers of sequences of one move on:
// https://www.chessprogramming.org/Perft_Results.
var perfts = []struct {
	position string
	counts   []int
}{
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []int{20, 400, 8902, 197281, 4865609}},
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []int{48, 2039, 97862, 4085603, 193690690}},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int{14, 191, 2812, 43238, 674624}},
	{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int{6, 264, 9467, 422333, 15833292}},
	{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int{44, 1486, 62379, 2103487, 89941194}},
	{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []int{46, 2079, 89890, 3894594, 164075551}},
	{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", []int{21, 528, 12189, 326672, 8146062}},
	{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []int{21, 807, 18002, 667366, 16253601}},
	{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []int{20, 479, 10471, 273318, 6417013}},
}

func counted(t *testing.T, depth int) {
	t.Helper()
	for _, c := range perfts {
		p, err := readFEN(c.position)
		if err != nil {
			t.Fatal(c.position, err)
		}
		for i, want := range c.counts[:depth] {
			if got := p.Perft(i + 1); got != want {
				t.Errorf("%s has %d sequences of %d moves, want %d", c.position, got, i+1, want)
			}
		}
	}
}

func TestPerft(t *testing.T) { counted(t, 4) }

func TestPerftInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	counted(t, 5)
}

var _ search.Teller = Game{}

func TestContract(t *testing.T) {
	players := gametest.Thinkers(Game{}.Table(), search.Budget{Playouts: 60})
	gametest.Contract(t, Game{}, 2000, players, "start=usual 3 500", "start=960 3 500")
}

func TestKept(t *testing.T) {
	gametest.Kept(t, Game{}, map[string]string{"usual": "", "960": "start=960"})
}

func TestCourse(t *testing.T) { gametest.Course(t, Game{}) }
