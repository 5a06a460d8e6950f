package fourinarow

import (
	"testing"

	"parlour/games/gametest"
	"parlour/games/search"
)

var _ search.Teller = Game{}

// play starts a game with options as "board=8x7" and plays moves by turns.
func play(t testing.TB, options, moves string) state {
	t.Helper()
	return gametest.Play[state](t, Game{}, options, moves)
}

func TestContract(t *testing.T) {
	players := gametest.Thinkers(Game{}.Table(), search.Budget{Playouts: 60})
	gametest.Contract(t, Game{}, 64, players, "board=7x6 30 4000", "board=8x7 8 2000", "board=9x7 6 2000", "board=4x4 10 2000")
}

func TestKept(t *testing.T) {
	gametest.Kept(t, Game{}, map[string]string{"usual": "", "large": "board=9x7"})
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "d", "D", "4", "d3", "column d", "z", "9")
}

func FuzzPlay(f *testing.F) {
	gametest.FuzzPlay(f, Game{}, func(t *testing.T, s state) {
		if got := s.View(0).(View).position(); got != s.pos {
			t.Fatalf("a View gives %+v, want %+v", got, s.pos)
		}
	}, []string{"", "board=8x7", "board=4x4"}, "d d d #a #!", "a b a b a b a", "!lapse ?leave", "d draw draw")
}

// The numbers of sequences are known, as are those of different positions.
func TestPerft(t *testing.T) {
	script().Run(t, `
	at :
	perft 1|2|3|4|5|6 => 7|49|343|2401|16807|117649
	perft 7 => 823536
	`)
	counts, layer := []int{1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275}, map[[2]Set]bool{{}: true}
	for ply, want := range counts {
		if len(layer) != want {
			t.Fatalf("%d positions after %d plies, want %d", len(layer), ply, want)
		}
		next := make(map[[2]Set]bool, 4*len(layer))
		for sets := range layer {
			p := Position{shapes[7][6], sets[0], sets[1]}
			for open := p.open(); open != 0 && !p.Over(); open &= open - 1 {
				q := p.after(open & -open)
				next[[2]Set{q.own, q.all}] = true
			}
		}
		layer = next
	}
}

func TestPerftInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	script().Run(t, "at :\nperft 8 => 5673234")
}

func script() gametest.Script { return gametest.Script{Game: Game{}} }

func TestScript(t *testing.T) {
	script().Run(t, `
	options => board=7x6 of 7x6 8x7 9x7
	start board=4x4|board=9x7|board=7x6 => starts
	start board=3x4|board=10x7|board=9x8|board=7|board=7x|board=x6|board=07x6|board=7x6x|board= => fourinarow.refuse.board
	parse d|D| d |4|column d|Column D|col 4|d3|D6|drop d|in d => d
	parse a|1|a1 => a
	parse i|9 => i
	parse |j|0|10|dd|d0|d8|44|@everyone|lapse|leave|draw|swap => fourinarow.refuse.notation
	at : a a a a a a
	play a => Column a is full. Pick another one.
	play h|i => This board has no column h. Pick one from a to g.|This board has no column i. Pick one from a to g.
	play A|4|d3 => “A” isn't a move. Type the letter of a column, like d.|“4” isn't a move. Type the letter of a column, like d.|“d3” isn't a move. Type the letter of a column, like d.
	play 1:b => Not yet. It's Ann's turn.
	moves => 6: b g
	`)
}
