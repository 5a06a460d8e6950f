package fourinarow

import (
	"testing"

	"parlour/games"
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
	gametest.Contract(t, Game{}, 64, players, "board=7x6 15 4000", "board=8x7 4 2000", "board=9x7 3 2000", "board=4x4 5 2000")
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
	play h|i => Columns here are a to g, or 1 to 7.
	play A|4|d3 => “A” isn't a move. Type the letter of a column, like d.|“4” isn't a move. Type the letter of a column, like d.|“d3” isn't a move. Type the letter of a column, like d.
	play 1:b => Not yet. It's Ann's turn.
	moves => 6: b g

	at : d d
	text =>  6 -------/ 5 -------/ 4 -------/ 3 -------/ 2 ---Y---/ 1 ---R---/   abcdefg
	line => 2 Ben d2
	last => Ben drops a disc onto d2.
	owes => Drop a disc into a column.
	sides => Red Yellow
	score => nothing
	signs => nothing
	step => fourinarow.ask Row: a@0,5=a b@1,5=b c@2,5=c d@3,3=d e@4,5=e f@5,5=f g@6,5=g
	step d|1: => nothing
	choice d => column d; d3
	asks => Which column do you drop a disc into?
	shown Disc|Lines => d2|[]
	json => {"cell":"d2","ended":null,"last":"d","mover":1,"ply":2,"rows":["-------","-------","-------","-------","---Y---","---R---"],"winner":-1}
	tell d => Ann dropped a disc onto d3
	tell leave|h => nothing
	why d => rows You can make four through it in 11 ways. Other cells have 4 at most.

	at : d e d e d e
	tell d => Ann dropped a disc onto d4
	why d => wins It makes four in a row from d1 to d4 and wins.
	then d
	result => [1 2] [1 0] Ann wins with four in a row, d1 to d4
	json => {"cell":"d4","ended":{"key":"fourinarow.reason.four","args":{"From":"d1","Long":4,"To":"d4"}},"last":"d","mover":0,"ply":7,"rows":["-------","-------","---R---","---RY--","---RY--","---RY--"],"winner":0}
	moves => 0
	at : d e d e d
	tell a => Ben dropped a disc onto a1
	why d => stops Ann threatens d4, four in a row from d1 to d4. This stops it.
	at : g e g e g e
	why e => both It stops Ben's four and threatens g4.
	at : b
	why d => closes Ann could make four through it in 7 ways. Other cells have 6 at most.
	at : c a f
	why e => denies Else e1 gives Ann three of four from c1 to f1.
	at : d d e g
	why c => double It threatens both b1 and f1. Ben can't stop both.
	at : d d e g c
	why a => lost Ann threatens both b1 and f1. You can't stop both.
	at : c a f e f f c d f c d a
	why c => forced Ben must answer on e2, and then e3 wins.
	at : b d d d e g d e g e g f d g g b a a a e g c a c e a b b a b d e
	why b => only After any other column Ben can win at once.
	at : b f e e
	why c => threatens It threatens d1, four in a row from b1 to e1. Ben must stop it.
	at : g e g b e f
	why f => waits It makes three of four, and d2 would be the fourth.
	at board=4x4: a b a b b a b a c d c d d c d c
	result => [1 1] [0 0] A draw, because the board is full
	`)
}

func TestOpponent(t *testing.T) {
	g := Game{}
	gametest.Steps(t, g, 1.3, map[int]int{42: 20_000, 63: 20_000})
	thinkers := gametest.Thinkers(g.Table(), search.Budget{Playouts: 300})
	gametest.Beats(t, g, gametest.SetupOf(g, ""), gametest.PlayerOf(t, g, "medium"), gametest.PlayerOf(t, g, "easy"), 6, 5)
	gametest.Players(t, g, play(t, "board=5x4", "c c b d").View(0))
	gametest.HalfGreedy(t, g, play(t, "", "d d c c"), func(s games.State) int {
		after := s.(state).pos
		return after.lead(1 - after.Player())
	})
	for name, p := range thinkers {
		if m := p(play(t, "", "d e d e d a").View(0), 0, games.Seed{1}); m != "d" && name != search.Beginner {
			t.Errorf("%s plays %s, want d, which wins", name, m)
		}
	}
}

func BenchmarkThink(b *testing.B) { gametest.Think(b, Game{}, "", "board=9x7") }
