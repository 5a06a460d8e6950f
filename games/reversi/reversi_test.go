package reversi

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

var _ search.Teller = Game{}

// play starts a game with options as "size=4" and plays moves by turns.
func play(t testing.TB, options, moves string) state {
	t.Helper()
	return gametest.Play[state](t, Game{}, options, moves)
}

func TestContract(t *testing.T) {
	players := gametest.Thinkers(Game{}.Table(), search.Budget{Playouts: 60})
	gametest.Contract(t, Game{}, 100, players, "size=4 10 5000", "size=6 4 3000", "size=8 3 1500", "size=10 1 500")
}

func TestKept(t *testing.T) {
	gametest.Kept(t, Game{}, map[string]string{"usual": "", "ten": "size=10"})
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "d3", "D3", "d 3", "z99", "pass", "--")
}

// Whatever is played, no cell has two discs, and the moves follow from the discs.
func FuzzPlay(f *testing.F) {
	gametest.FuzzPlay(f, Game{}, func(t *testing.T, s state) {
		if s.pos.discs[0].has(s.pos.discs[1]) || s.pos.open != s.pos.shape().moves(s.pos.sides()) {
			t.Fatalf("after %q the board is %+v", s.Last, s.pos)
		}
	}, []string{"size=8", "size=4", "size=6", "size=10"},
		"d3 c3 #k #! #~", "c4 d3 e3 !lapse ?leave !leave return", "#z #a draw draw", "e5 pass a1 z25")
}

func BenchmarkPerft(b *testing.B) {
	pos, p := newPosition(8), newPlain(8)
	gametest.Versus(b, 50, func() { search.Perft(pos, 4) }, func() { p.sequences(4) })
}

func BenchmarkThink(b *testing.B) { gametest.Think(b, Game{}, "size=6", "size=8", "size=10") }

// published are the numbers of sequences of so many moves from the first position, from one move on, in which a pass is a
// move: by Aart Bik and others. The first passes come after eight moves.
var published = []int{4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288}

// sequences counts them.
func sequences(p Position, depth int) (sum int) {
	if depth == 0 {
		return 1
	}
	for n := range p.Count() {
		next, left := p, depth-1
		if next.PlayNth(n); next.mover == p.mover && !next.Over() && left > 0 { // the other side passed
			left--
		}
		sum += sequences(next, left)
	}
	return sum
}

func counted(t *testing.T, depth int) {
	t.Helper()
	for i, want := range published[:depth] {
		if got := sequences(newPosition(8), i+1); got != want {
			t.Errorf("there are %d sequences of %d moves, want %d", got, i+1, want)
		}
	}
}

func TestPerft(t *testing.T) { counted(t, 7) }

func TestPerftInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	counted(t, 9)
}

func TestSearchDoesNotAllocate(t *testing.T) {
	p, played := newPosition(8), Position{}
	s, rng := newSearcher(p.shape(), search.Budget{Playouts: 1 << 30}, 0), rand.New(rand.NewPCG(1, 2))
	own, other := p.sides()
	gametest.NoAllocs(t, map[string]func(){
		"a search":  func() { s.value(own, other, 5, -2*won, 2*won) },
		"a playout": func() { played = p; search.Playout(&played, rng) },
	})
}

// A search by alpha-beta finds what minimax finds.
func TestSearchIsMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		p := newPosition(6 + i%3*2)
		for range rng.IntN(30) {
			if !p.Over() {
				p.PlayNth(rng.IntN(p.Count()))
			}
		}
		s := newSearcher(p.shape(), search.Budget{Playouts: 1 << 30}, rng.Uint64())
		own, other := p.sides()
		for depth := range 4 {
			if got, want := s.value(own, other, depth, -2*won, 2*won), minimax(s, own, other, depth); got != want {
				t.Fatalf("a search of depth %d finds %d, want %d, in %+v", depth, got, want, p)
			}
		}
	}
}

func minimax(s *searcher, own, other Set, depth int) worth {
	moves := s.moves(own, other)
	switch {
	case moves.empty() && s.moves(other, own).empty():
		return final(own, other)
	case moves.empty():
		return -minimax(s, other, own, depth)
	case depth == 0:
		return s.look(own, other, moves)
	}
	best := -2 * won
	for c := range moves.each {
		turned := s.turned(own, other, c)
		best = max(best, -minimax(s, other.less(turned), own.or(turned).or(c.bit()), depth-1))
	}
	return best
}

// Discs that are safe are never turned over, and they are those that a map of cells finds.
func TestSafeDiscsStay(t *testing.T) {
	rng, many := rand.New(rand.NewPCG(5, 6)), 0
	for i := range 60 {
		p := newPosition(6 + i%3*2)
		var before [2]Set
		for !p.Over() {
			for side := range 2 {
				safe := p.shape().safe(p.discs[side])
				if !before[side].less(p.discs[side]).empty() || safe.has(p.discs[1-side]) {
					t.Fatalf("a safe disc of %+v was turned over", p)
				}
				before[side] = safe
				many += safe.count()
			}
			p.PlayNth(rng.IntN(p.Count()))
		}
	}
	if many < 1000 {
		t.Errorf("%d discs were safe, want more", many)
	}
}

func TestOpponent(t *testing.T) {
	g := Game{}
	gametest.Steps(t, g, 2, map[int]int{36: 400_000, 64: 400_000, 100: 400_000})
	thinkers := gametest.Thinkers(g.Table(), search.Budget{Playouts: 400})
	gametest.Beats(t, g, gametest.SetupOf(g, "size=8"), thinkers["a thinker"], thinkers[search.PlainUCT], 6, 5)
	gametest.Beats(t, g, gametest.SetupOf(g, "size=10"), gametest.PlayerOf(t, g, "medium"), gametest.PlayerOf(t, g, "easy"), 6, 5)
	gametest.Players(t, g, play(t, "size=6", "d5 e3 f2 f3 b2 d6 e2 b4 a5 b3 e5 f5 d2 c2 b1 e4 f4 b5 f6 f1").View(0))
	gametest.Curve(t, g, &chances)
	gametest.HalfGreedy(t, g, play(t, "size=8", "d3 c3 e6 d2 c4 b5"), func(s games.State) int {
		after := s.(state)
		return after.pos.Lead(int(after.Mover))
	})
	(&gametest.Endgame[View, Position, *Position]{
		Game: g, Nth: func(p Position, n int) games.Move { return p.Nth(n).Move() },
		Late: func(seed uint64) Position {
			rng, p := rand.New(rand.NewPCG(seed, 4)), newPosition(6)
			for !p.Over() && p.left() > 6 {
				p.PlayNth(rng.IntN(p.Count()))
			}
			return p
		},
		View: func(p Position) games.View {
			return state{Duel: games.Duel{Ply: 2 + int(p.mover)}, pos: p}.View(games.Spectator)
		},
	}).Check(t, 16, 6, search.Budget{Playouts: 20_000}, 0.1)
}

// truly checks a reason by the plain program.
func truly(t *testing.T, setup games.Setup, log []games.Ply, m games.Move, why games.Text) {
	t.Helper()
	p := newPlain(map[string]int{"6": 6, "8": 8}[setup.Options["size"]])
	for _, ply := range log {
		p = p.play(string(ply.Move))
	}
	after := p.play(string(m))
	again := after.mover == p.mover && len(after.moves()) > 0
	could, can, now, next := p.pass().moves(), after.moves(), p.moves(), after.pass().moves()
	turned := len(p.turns(gametest.ReadName(string(m))))
	corner, _ := why.Arg("Corner").(string)
	fresh, _ := why.Arg("New").(string)
	corners := strings.Fields("a1 a6 f1 f6 a8 h1 h8")
	if p.size == 8 {
		corners = strings.Fields("a1 a8 h1 h8")
	}
	isCorner := func(m string) bool { return slices.Contains(corners, m) }
	opened := func(moves []string) (n int) { // how many of some moves the other side could not make before
		for _, m := range moves {
			if !slices.Contains(could, m) {
				n++
			}
		}
		return n
	}
	// Of the other moves: how many give a corner, and how many moves they leave and open.
	give, most, open, turn, fewer := 0, 0, 0, 0, false
	own, few := 0, 99 // the most and the fewest moves that they leave the mover
	for _, other := range now {
		next := p.play(other)
		left := next.moves()
		if next.mover == p.mover {
			left = nil
		}
		if other == string(m) {
			continue
		}
		open, turn = max(open, opened(left)), max(turn, len(p.turns(gametest.ReadName(other))))
		if next.mover != p.mover {
			q := next.pass()
			own, few = max(own, len(q.moves())), min(few, len(q.moves()))
		}
		most, fewer = max(most, len(left)), fewer || len(left) < len(can)
		if slices.ContainsFunc(left, isCorner) {
			give++
		}
	}
	black, white := after.count()
	mine := map[string]int{"B": black - white, "W": white - black}[p.mover]
	ok := map[string]bool{
		"wins":         len(can) == 0 && mine > 0,
		"corner":       slices.Contains(corners, string(m)) && !again,
		"corner-again": slices.Contains(corners, string(m)) && again,
		"again":        again,
		"keeps":        slices.Contains(could, corner) && !slices.Contains(can, corner),
		"safe":         true, // see TestSafeDiscsStay
		"threatens":    !slices.Contains(now, corner) && slices.Contains(next, corner),
		"leaves":       why.Arg("Count") == len(can),
		"fewer":        why.Arg("From") == len(could) && why.Arg("To") == len(can),
		"turns":        why.Arg("Count") == turned,
		"spares":       !slices.ContainsFunc(can, isCorner) && why.Arg("Count") == give,
		"quiet":        turned == 1 && why.Arg("Most") == turn,
		"roams":        why.Arg("To") == len(next) && why.Arg("Few") == few && len(next) >= own,
		"opens":        why.Arg("Count") == opened(can) && (opened(can) != 1 || opened([]string{fresh}) == 1) && why.Arg("Most") == open,
		"least":        why.Arg("To") == len(can) && !fewer && most == why.Arg("Most"),
		"anyway":       give == len(now)-1 && slices.Contains(can, corner) && isCorner(corner) && (why.Arg("Fewest") == 1) == (!fewer && len(can) < most),
		"denies":       slices.Contains(could, string(m)) && why.Arg("Count") == len(p.pass().turns(gametest.ReadName(string(m)))),
		"shuts":        opened(can) == 0 && why.Arg("Most") == open,
		"freer":        why.Arg("To") == len(next) && why.Arg("Count") == len(can) && len(next) > len(can),
	}
	if !ok[strings.TrimPrefix(why.Key, "reversi.why.")] {
		t.Errorf("%s is said of %s in\n%s", why, m, p.text())
	}
}

// Every reason that is given in random games is true.
func TestReasonsAreTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range 40 {
		size := []string{"6", "8"}[i%2]
		s, log := play(t, "size="+size, ""), []games.Ply(nil)
		for s.Ended == nil {
			seat := s.Next()
			m := s.Legal(seat)[rng.IntN(s.pos.Count())]
			if why := (Game{}).Why(s.View(seat), seat, m); why.Key != "" {
				truly(t, games.Setup{Options: map[string]string{"size": size}}, log, m, why)
			}
			log, s = append(log, games.Ply{Seat: seat, Move: m}), gametest.Move(t, s, m)
		}
	}
}

func script() gametest.Script { return gametest.Script{Game: Game{}, Heard: truly} }

func TestScript(t *testing.T) {
	script().Run(t, `
	options => size=8 of 6 8 10
	start size=7|size=2|size=12|size=08|size=|size=x => reversi.refuse.size
	start size=4|size=10 => starts
	parse d3|D3| d 3 |d3. => d3
	parse j10|J10 => j10
	parse pass|Pass|- => reversi.refuse.pass
	parse |d|3|d0|d33x|swap|lapse|@everyone => reversi.refuse.notation

	at size=6
	text =>  1 ------/ 2 ------/ 3 --WB--/ 4 --BW--/ 5 ------/ 6 ------/   abcdef
	line => 0
	last => nothing
	score => Black 2 · White 2
	owes => Place a disc that closes a line.
	sides => Black White
	step => reversi.ask.cell Row: c2@2,1=c2 b3@1,2=b3 e4@4,3=e4 d5@3,4=d5
	step b3|x => nothing
	perft 0|1|2|3|4 => 1|4|12|56|244
	play c3 => c3 is taken. Try c2, b3 or e4.
	play a1 => A disc on a1 closes no line. Try c2, b3 or e4.
	play g1 => g1 isn't on this board. Pick a square from a1 to f6.
	play pass => Passing happens by itself when you can't move. Type a square, like d3.
	play D5 => “D5” isn't a move. Type a square, like d3.
	play 1:d5 => Not yet. It's Ann's turn.
	then d5
	text =>  1 ------/ 2 ------/ 3 --WB--/ 4 --BB--/ 5 ---B--/ 6 ------/   abcdef
	line => 1 Ann d5, turns 1
	last => Ann places d5 and turns over 1.
	score => Black 4 · White 1
	view => {"size":6,"cells":["-","-","-","-","-","-","-","-","-","-","-","-","-","-","W","B","-","-","-","-","B","B","-","-","-","-","-","B","-","-","-","-","-","-","-","-"],"placed":"d5","turned":["d4"],"ply":1,"toMove":1,"last":"d5","mover":0,"ended":null,"winner":-1}
	json => {"ended":null,"last":"d5","mover":0,"placed":"d5","ply":1,"rows":["------","------","--WB--","--BB--","---B--","------"],"size":6,"toMove":1,"turned":["d4"],"winner":-1}
	tell c5 => Ben placed c5
	tell leave => nothing
	why 0:c5 => nothing

	# White passes by itself, and Black plays again.
	at size=6: d5 c5 b5 e5 e3 a5 a6 f2
	turn => [0]
	then d6
	turn => [0]
	line => 9 Ann d6, turns 2. Ben passes
	last => Ann places d6 and turns over 2. Ben can't move and passes. Ann plays again.
	perft 1 => 11
	play 1:a1 => Not yet. It's Ann's turn.

	# Nobody can move, though squares are empty.
	at size=6: e4 e3 f2 d5 c6 c5 c2 b4 a4
	result => [1 2] [13 0] Ann wins with more discs, 13 to 0. Nobody can move
	perft 0|1 => 1|0
	at size=6: d5 e3 f2 f3 b2 d6 e2 b4 a5 b3 e5 f5 d2 c2 b1 e4 f4 b5 f6 f1 c6 a1 d1 e1 e6 c1 c5 b6 a3 a2 a4 a6
	result => [1 1] [18 18] A draw with 18 discs each
	at size=6: c2 b2 e4 e3 e2 c5 c6 d2 a2
	result => [1 2] [13 0] Ann wins with more discs, 13 to 0. Nobody can move

	# More than 20 squares are a menu.
	at size=10: e4 d4 d5 d6 d7 g5 g6 e7 c5 g4 c7 f4 f7 g7 h8 f8 g8 e8 g9 c4 f3 d8 h7 h6 c6 d3 f9 e9 e3 c3 c8 d9 e10 e2 d2
	step => reversi.ask.cell List: c1@2,0=c1 d1@3,0=d1 e1@4,0=e1 c2@2,1=c2 g3@6,2=g3 b4@1,3=b4 b5@1,4=b5 b6@1,5=b6 b7@1,6=b7 i7@8,6=i7 b8@1,7=b8 i8@8,7=i8 b9@1,8=b9 c9@2,8=c9 h9@7,8=h9 i9@8,8=i9 c10@2,9=c10 d10@3,9=d10 f10@5,9=f10 g10@6,9=g10 h10@7,9=h10

	# Every reason that there is.
	at size=6: b3 b2 e4 e5
	why d5 => spares It gives Ben no corner. 2 of your other moves would.
	at size=6: c2 d2 e3 b4
	why b3 => opens It opens one new move to Ben, a2. Others open up to 4.
	at size=8: d3 e3 f5 c5 f3 f4 g3 e6 c4 f2 d6 g5 c6 b3 c3 b4 a4 b5 a3 h4 a5
	why c7 => quiet It turns over only one disc. Others turn over up to 4.
	at size=8: d3 c3 c4 e3 f3 f5 f4 f2 e2 c6 g5 e1 d2 d1 c2 h5 c5 b6 d6 g4 e6 b5
	why g3 => roams You could play on 16 cells next. Other moves leave as few as 9.
	at size=8: d3 c5
	why c6 => least It leaves Ben 3 moves. Others leave up to 5.
	at size=6: b3 b2 b1
	why b4 => least It leaves Ann 3 moves. Others leave up to 6.
	at size=6: c2 b2 e4
	why e5 => keeps It keeps Ann from taking the corner a1.
	at size=6: b3 b2 b1 e3 f3 f2 d5
	why f4 => again Ann can't move after it. You play again.
	at size=6: b3 b2 b1 a1 e4
	why c1 => safe It makes 2 of your discs safe for good.
	at size=6: e4 c5 b3 e2 d2 f4 d5 c6 f2 b4 e6 b2 a3 e1 d1 e5 e3 f3 f1 f6 a4 b5
	why c2 => turns It turns over one disc.
	at size=6: c2 b2 e4 e3 a2 e5 f6 c5 f5 b3 c6 b1 f2 f3 e2 f1 a3 b4 d2 d6 b5 b6
	why a4 => least It leaves Ben 4 moves. Others leave up to 7.
	at size=6: e4 e5
	why b3 => threatens You could take the corner f6 next.
	at size=6: c2 b2 e4 e3 e2 c5 c6 d2
	why a2 => wins It ends the game, and you win.
	at size=6: d5 e3 f2 f3 e2 d1 b3
	why f1 => corner-again It takes the corner f1, and Ann must pass.
	at size=6: e4 e5 b3 f4 f6
	why d6 => leaves It leaves Ann a single move.
	at size=6: c2 b2 a2
	why a1 => corner It takes the corner a1, which nobody can turn over.
	at size=6: c2 b4 c5
	why d2 => fewer It leaves Ann 5 moves. Before it there were 7.
	at size=6: b3 b2 b1 d2 e2 a1 c2 c1 e4 f5 d1 b4 d5 c6 a4 e5 d6
	why a3 => anyway Every move leaves Ann a corner, here f6.
	at size=6: b3 b2 b1 d2 e2 a1 c2 c1 e4 f5 d1 b4 d5 c6 a4 e5 d6 c5 f6 a3 b6 f1 f4
	why a5 => denies Else Ann could play there and turn over 2 discs.
	why b5 => shuts It opens no new move to Ann. Others open up to 1.
	at size=6: d5 e5 b3 b2 e4 b4
	why a4 => freer You could play on 9 cells next, Ben on 5.
	untold reversi.why. => nothing
	`)
}
