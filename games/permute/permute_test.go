package permute

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
	"parlour/games/search"
)

var (
	_ search.Teller  = Game{}
	_ games.Reasoner = Game{}
)

// play starts a game with options as "size=4,swap=off" and plays moves by turns.
func play(t testing.TB, options, moves string) state {
	t.Helper()
	return gametest.Play[state](t, Game{}, options, moves)
}

func TestContract(t *testing.T) {
	players := gametest.Thinkers(Game{}.Table(), search.Budget{Playouts: 200})
	gametest.Contract(t, Game{}, 400, players, "size=2 10", "size=3,swap=off 10", "size=4 10", "size=4,start=blocks,swap=off 5",
		"size=5 6", "size=6,start=blocks 4", "size=9 2", "size=9,swap=off 2", "size=10,start=blocks,swap=off 1", "size=12 1",
		"size=19,swap=off 1")
}

func TestKept(t *testing.T) {
	gametest.Kept(t, Game{}, map[string]string{"chequer9": "size=9", "blocks10": "size=10,start=blocks,swap=off"})
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "Cd3-e4", "swap", "a a1 b2", "Cz99-z99", "Cd3")
}

// Whatever is played, a position is what it would be computed from its stones alone.
func FuzzPlay(f *testing.F) {
	gametest.FuzzPlay(f, Game{}, func(t *testing.T, s state) {
		fresh := Position{Stones: s.pos.Stones, mover: s.pos.mover}
		for row := range fresh.Size() - 1 {
			fresh.update(row)
		}
		if s.pos != fresh {
			t.Fatalf("after %q Play keeps %+v, want %+v", s.Last, s.pos, fresh)
		}
	}, []string{"size=9", "size=4,start=blocks,swap=off", "size=26,start=blocks", "size=2", "size=5,swap=off"},
		"Cd3-d4 swap Aa1-a1 #k #! #~", "Cd3-d4 Cd3-d4 !lapse ?leave !leave return", "#a #b #c !Ca1-a1 #d #e draw draw",
		"#a !absent spent", "Cy25-z26 swap swap", "Ca1-a1 swap")
}

func BenchmarkPerft(b *testing.B) {
	p, pos := newPlain(12, "chequer"), newPosition(12, false)
	gametest.Versus(b, 50, func() { search.Perft(pos, 2) }, func() { gametest.Sequences(p, 2) })
}

// BenchmarkPlayout plays to the end and compares the groups.
func BenchmarkPlayout(b *testing.B) {
	p, pos, rng := newPlain(12, "chequer"), newPosition(12, false), rand.New(rand.NewPCG(1, 2))
	gametest.Versus(b, 20, func() { game := pos; search.Playout(&game, rng) }, func() { gametest.Playout(p, rng) })
}

func TestPositionDoesNotAllocate(t *testing.T) {
	start, rng := newPosition(12, false), rand.New(rand.NewPCG(1, 2))
	var played Position
	gametest.NoAllocs(t, map[string]func(){
		"Play on a copy": func() { p := start; p.Play(p.Nth(7)) },
		"Winner":         func() { start.Winner() },
		"Playout":        func() { played = start; search.Playout(&played, rng) },
	})
	if start != newPosition(12, false) {
		t.Error("a position changed while copies of it were played")
	}
}

// twisted is a position and the face that was twisted last.
type twisted struct {
	Position
	col, row int
}

// Two twists of a face have the same key exactly if they lead to the same position. The twist of a key leads there too.
func TestKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for pos := newPosition(7, false); !pos.Over(); pos.PlayNth(rng.IntN(pos.Count())) {
		byKey, byTurn := map[search.Move]twisted{}, map[twisted]search.Move{}
		for n := range pos.Count() {
			twist, next, again := pos.Nth(n), pos, pos
			next.Play(twist)
			k, turn := pos.Key(twist), twisted{next, twist.Col, twist.Row}
			if same, seen := byKey[k]; seen && same != turn {
				t.Fatalf("%s has the key of a twist that gives another position", twist.Move())
			}
			if same, seen := byTurn[turn]; seen && same != k {
				t.Fatalf("%s has the key %d, and another twist to its position has %d", twist.Move(), k, same)
			}
			byKey[k], byTurn[turn] = turn, k
			if again.Play(pos.Turn(k)); again != next {
				t.Fatalf("%s has the key of %s", twist.Move(), pos.Turn(k).Move())
			}
		}
	}
}

// endgame has late positions on 6×6, without a swap.
func endgame() *gametest.Endgame[View, Position, *Position] {
	return &gametest.Endgame[View, Position, *Position]{
		Game: Game{}, Late: late, Nth: func(p Position, n int) games.Move { return p.Nth(n).Move() },
		View: func(p Position) games.View {
			return state{Duel: games.Duel{Ply: 2 + int(p.mover)}, pos: p}.View(games.Seat(p.mover))
		},
	}
}

// late plays at random until few twists are left; the game may be over then.
func late(seed uint64) Position {
	rng, p := rand.New(rand.NewPCG(seed, 4)), newPosition(6, seed%2 == 0)
	for !p.Over() && p.Count() > 16 {
		p.PlayNth(rng.IntN(p.Count()))
	}
	return p
}

// choosers are the functions that search for an opponent's move, by name.
var choosers = map[string]search.Searcher[View]{"a thinker": decide, search.PlainUCT: plainDecide}

func TestOpponent(t *testing.T) {
	g := Game{}
	gametest.Steps(t, g, 1.5, map[int]int{81: 120_000, 144: 69_444, 361: 27_700})
	if medium := games.Medium.Step(g.Levels()); playouts(1, 81) != 20 || overlooks(1) != 0.5 || overlooks(medium) != 0 {
		t.Errorf("easy has %d playouts and overlooks %v of the twists, medium %v", playouts(1, 81), overlooks(1), overlooks(medium))
	}
	thinkers := gametest.Thinkers(g.Table(), search.Budget{Playouts: 300})
	gametest.Beats(t, g, gametest.SetupOf(g, "size=9"), thinkers["a thinker"], thinkers[search.PlainUCT], 10, 8)
	gametest.Players(t, g, play(t, "size=4,swap=off", "").View(0))
	gametest.Curve(t, g, &chances)
	endgame().Check(t, 10, 5, search.Budget{Playouts: 3000}, 0.25)
	for _, made := range []string{"Cc1-d2", "Cc1-d2 Cg1-g2 Cc8-d8 Cc4-d5 Cb8-c8 Ce8-e8 Cb4-c4 Ab5-b5 Ab6-b6 Cf4-f5 Ca2-b2"} {
		gametest.HalfGreedy(t, g, play(t, "swap=off", made), func(s games.State) (lead int) {
			after := s.(state).pos
			groups, own := after.Groups(), after.mover.Other()
			for rank := range 2 {
				lead = 100*lead + groups[own][rank] - groups[own.Other()][rank]
			}
			return lead
		})
	}
}

// A swapping is a late position with Yellow to move, as if one twist had led there, and its value.
type swapping struct {
	seed  uint64
	view  View
	value int
}

// swappings returns those of some late positions that are no draw. After a real first twist minimax is out of reach.
func swappings() (all []swapping) {
	for seed := range uint64(60) {
		if p := late(seed); !p.Over() && p.mover == board.Yellow && endgame().Value(p) != 0 {
			all = append(all, swapping{seed, state{Duel: games.Duel{Ply: 1, Swaps: true}, pos: p}.View(1).(View), endgame().Value(p)})
		}
	}
	return all
}

// measured has advice say numbers on boards of any size for the length of a test.
func measured(t *testing.T, steep, lift float64) {
	before := chances
	t.Cleanup(func() { chances = before })
	chances = nil
	for size := range maxSize + 1 {
		chances = append(chances, search.Curve{Size: size, Seats: 2, Band: search.Top, Steep: steep, Lift: lift, Games: 1})
	}
}

// Every chooser swaps if minimax says that Yellow loses, and does not if Yellow wins. Advice judges the swap like a
// move. The best move costs nothing in any spelling, and advice without a move judges none.
func TestSwapAgreesWithMinimax(t *testing.T) {
	measured(t, 3, 0)
	b, asked, table := search.Budget{Playouts: 3000}, map[bool]int{}, Game{}.Table()
	for _, c := range swappings() {
		loses := c.value < 0
		asked[loses]++
		for name, choose := range choosers {
			if m := choose(c.view, b, games.Seed{1}.Rand(1)); (m == games.SwapMove) != loses {
				t.Errorf("seed %d: %s plays %q; it should swap: %v", c.seed, name, m, loses)
			}
		}
		a := table.AdviseBy(c.view, 0, "", games.Hard, games.Seed{1}, b, b)
		if a.Made.Key != "" || a.Cost != 0 || a.Worth.Key != "worth.chance" || a.Worth.Arg("Wins").(int) < 75 {
			t.Errorf("seed %d: advice is %+v", c.seed, a)
		}
		if again := table.AdviseBy(c.view, 0, a.Best, games.Hard, games.Seed{1}, b, b); again.Cost != 0 || again.Made.Arg("Wins") != a.Worth.Arg("Wins") {
			t.Errorf("seed %d: advice about the best move is %+v", c.seed, again)
		}
		if swap := table.AdviseBy(c.view, 0, games.SwapMove, games.Hard, games.Seed{1}, b, b); loses != (swap.Cost == 0) || !loses && swap.Cost < 0.5 {
			t.Errorf("seed %d: minimax is %d and the swap costs %v", c.seed, c.value, swap.Cost)
		}
	}
	if asked[true] < 3 || asked[false] < 3 {
		t.Errorf("%v positions were judged, want at least three of each case", asked)
	}
}

// A first twist that may be answered with a swap is worth at most a half, as the opponent takes the better side: a
// winning twist is as bad as a losing one, and one that draws is the best.
func TestFirstTwistIsEven(t *testing.T) {
	measured(t, 3, 0)
	b, drawn, asked := search.Budget{Playouts: 2000}, 0, map[int]int{}
	for seed := range uint64(250) {
		p := late(seed)
		if p.Over() || p.mover != board.Orange {
			continue
		}
		v, values := state{Duel: games.Duel{Swaps: true}, pos: p}.View(0).(View), map[bool]int{}
		for n := range p.Count() {
			values[endgame().After(p, p.Nth(n).Move()) == 0]++
		}
		if len(values) == 2 {
			drawn++
			for name, choose := range choosers {
				m := choose(v, b, games.Seed{1}.Rand(0))
				if got := endgame().After(p, m); got != 0 {
					t.Errorf("seed %d: %s opens with %s, which is worth %d, want 0", seed, name, m, got)
				}
			}
		}
		if made := p.Nth(0).Move(); seed < 40 {
			got := endgame().After(p, made)
			asked[got]++
			a := Game{}.Table().AdviseBy(v, 0, made, games.Hard, games.Seed{1}, b, b)
			if wins := a.Made.Arg("Wins").(int); got != 0 && wins > 25 || wins > 50 || a.Worth.Arg("Wins").(int) > 50 || a.Cost < 0 || a.Cost > 0.5 {
				t.Errorf("seed %d: advice about a twist worth %d without the swap is %+v", seed, got, a)
			}
		}
	}
	if drawn < 3 || asked[1] < 3 || asked[-1] < 3 {
		t.Errorf("%d positions can be drawn, and the worths of the judged twists are %v", drawn, asked)
	}
}

// A hint to swap comes with a chance of at least a half: early in a game a search overrates the mover, and could
// contradict its own hint. Whatever the curve, no first twist is said to win more than half of the games.
func TestHintsAboutASwap(t *testing.T) {
	b := search.Budget{Playouts: 4000}
	for seed := range byte(2) {
		v := play(t, "size=9", "Ac3-d4").View(1).(View)
		if a := (Game{}).Table().AdviseBy(v, 0, "", games.Hard, games.Seed{seed}, b, b); a.Best != games.SwapMove || a.Worth.Arg("Wins").(int) < 50 {
			t.Errorf("seed %d: the hint is %s with %v wins of 100, want swap with at least 50", seed, a.Best, a.Worth.Arg("Wins"))
		}
	}
	measured(t, 3, 2)
	b.Playouts = 400
	first := Game{}.Table().AdviseBy(play(t, "size=9", "").View(0).(View), 0, "", games.Hard, games.Seed{1}, b, b)
	if wins := first.Worth.Arg("Wins").(int); wins > 50 {
		t.Errorf("the first twist is said to win %d of 100 games", wins)
	}
}

// The beginner swaps if no twist is as good by one ply, and else only by chance. A swap takes the larger group.
func TestSwapForALargeGroup(t *testing.T) {
	even := play(t, "size=9", "Cd3-d4")
	large := even
	for row := range 3 { // which are Orange's
		large.pos.Of[board.Orange][row+1], large.pos.Of[board.Yellow][row+1] = 0b111_111_111, 0
	}
	for row := range 8 {
		large.pos.update(row)
	}
	for s, want := range map[*state]string{&large: "You take the larger group, 33 to 3.", &even: ""} {
		swaps := 0
		for n := range uint64(100) {
			if begin(s.View(1).(View), search.Budget{}, rand.New(rand.NewPCG(n, 6))) == games.SwapMove {
				swaps++
			}
		}
		if (swaps > 30) != (want != "") {
			t.Errorf("of 100 beginners %d swap", swaps)
		}
		if got := gametest.Say(t, Game{}, Game{}.Why(s.View(1), 1, games.SwapMove)); got != want {
			t.Errorf("the swap is said to be good because %q, want %q", got, want)
		}
	}
}

func script() gametest.Script {
	return gametest.Script{Game: Game{}, Heard: truly, Own: map[string]func(*testing.T, games.State, string) string{
		// says whether the thinker finds a twist by every seed, in any spelling
		"finds": func(t *testing.T, s games.State, m string) string {
			pos := s.(state).pos
			keyOf := func(m string) search.Move {
				twist, _, _ := parseTwist(games.Move(m))
				return pos.Key(twist)
			}
			for seed := range byte(2) {
				seat := s.ToMove()[0]
				made := decide(s.View(seat).(View), search.Budget{Playouts: 6_000}, games.Seed{seed}.Rand(s.(state).Ply))
				if keyOf(string(made)) != keyOf(m) {
					return string(made)
				}
			}
			return "always"
		},
	}}
}

func TestScript(t *testing.T) {
	script().Run(t, `
	options => size=9 of 9 10 11 12 13 14 15 16 17 18 19, start=chequer of chequer blocks, swap=on of on off
	start size=9,start=blocks|size=25,start=blocks,swap=off => permute.refuse.odd-blocks
	start size=27|size=1|size=-9|size=09|size=+9|size= 9|size=9.0|size=٩|size=|size=99999999999999999999 => refuse.size
	start start=Chequer|start= => permute.refuse.start
	start swap=ON|swap=yes => refuse.swap-option
	start size=2|size=26 => starts
	parse Cd3-e4|cd3e4|Cd3--e4 => Cd3-e4
	parse   a D3 - E4 => Ad3-e4
	parse SWAP => swap
	parse Cd10-e11|cd10e11 => Cd10-e11
	parse Ca1a2 => Ca1-a2
	parse |Cd3|Xd3-e4|Cd0-e1|Cd3-e4!|@everyone|lapse|leave|draw => permute.refuse.notation

	# On a chequerboard a1 is Yellow. With blocks a1 and b1 are Yellow.
	at size=3
	text =>  3 YOY/ 2 OYO/ 1 YOY/   abc
	perft 1 => 16
	line => 0
	last => nothing
	owes => Turn a face and keep one of your stones.
	score => Largest groups: Orange~1 · Yellow~1
	signs => nothing
	sides => Orange Yellow
	json => {"colours":["orange","yellow"],"ended":null,"groups":{"orange":[1,1,1,1],"yellow":[1,1,1,1,1]},"last":"","mover":0,"ply":0,"rows":["YOY","OYO","YOY"],"size":3,"swap":true,"twist":null,"winner":-1}
	step => permute.ask.face 2×2: a1@0,1 a2@0,0 b1@1,1 b2@1,0
	step a1 => permute.ask.same 2×1: C-a1@0,0=Ca1-a1 C-b2@1,0=Ca1-b2
	step 1:|-1:|c3|a1 C-a1 => nothing
	choice a1 C-b2 => 2: ↻ clockwise, keep b2; ↻ a1, keep b2
	shown Offers => true
	at size=4,start=blocks
	text =>  4 OOYY/ 3 YYOO/ 2 OOYY/ 1 YYOO/   abcd

	# A twist fixes only the chosen stone, on its cell after the twist, which still counts in its group.
	at size=3,swap=off: Ca1-a1
	text =>  3 YOY/ 2 YOO/ 1 @YY/   abc
	line => 1 Ann ↻ a1, keeps a1
	last => Ann turns ↻ a1, keeps a1.
	signs => @ is a fixed O, # a fixed Y.
	json => {"colours":["orange","yellow"],"ended":null,"groups":{"orange":[3,1],"yellow":[2,2,1]},"last":"Ca1-a1","mover":0,"ply":1,"rows":["YOY","YOO","oYY"],"size":3,"swap":false,"twist":{"col":0,"row":0,"clockwise":true,"spot":0},"winner":-1}
	at size=4,swap=off: Cb2-b2
	text =>  4 OYOY/ 3 YYOO/ 2 O@YY/ 1 YOYO/   abcd
	at size=3,swap=off: Ca1-b2
	shown Groups => [[3 1] [2 2 1]]

	# The example is the designer's own.
	at size=12,swap=off: Cg7-h8 Cg6-g6
	score => Largest groups: Orange~6 · Yellow~4

	at size=9,swap=off: Cd3-d4
	play Ci1-i1 => i1 isn't a face of this board. Pick one from a1 to h8.
	play Ca9-a9 => a9 isn't a face of this board. Pick one from a1 to h8.
	play Cd3-d3 => d3 can't turn because d4 is fixed. Pick another face.
	play Cd4-d5 => d4 can't turn because d4 is fixed. Pick another face.
	play Ca1-c3 => c3 isn't in face a1. Keep b1 or a2.
	play Ca1-a1 => a1 won't be your stone after that turn. Keep b1 or a2.
	play ca1-a2 => “ca1-a2” isn't a move. Type one like Cd3-e4. C turns clockwise, A anticlockwise. The last cell stays fixed.
	play swap => You can't swap now. Make another move.
	play nothing => “nothing” isn't a move. Type one like Cd3-e4. C turns clockwise, A anticlockwise. The last cell stays fixed.
	play 0:Ca1-a1 => Not yet. It's Ben's turn.

	# The face b2 has stones of one colour.
	at size=4,swap=off: Cc1-d2 Aa3-a4
	play Cb2-b2 => b2 can't turn because all its stones are Yellow. Pick another face.

	# The second player may swap once, in place of their first turn. The twist stands, and the player who now has
	# Yellow moves.
	at size=3
	perft 2 => 88
	then Ca1-a1
	step => permute.ask.swap 2×2: swap@-1,0=swap a2@0,0 b1@1,1 b2@1,0
	step a1|swap => nothing
	choice swap => Swap colours; swap; You'd be Orange, Ann Yellow. Play it?
	moves swap => 1: swap swap
	perft 1|3 => 11|128
	json => {"colours":["orange","yellow"],"ended":null,"groups":{"orange":[3,1],"yellow":[2,2,1]},"last":"Ca1-a1","mover":0,"ply":1,"rows":["YOY","YOO","oYY"],"size":3,"swap":true,"twist":{"col":0,"row":0,"clockwise":true,"spot":0},"winner":-1}
	shown Offers => false
	tell swap => Ben swapped colours; swapping colours
	tell Ca2-a2 => Ben turned ↻ a2, kept a2
	tell leave => nothing
	then swap
	line => 2 Ben swaps. Ann is Yellow now.
	last => Ben swaps. Ann is Yellow now.
	sides => Yellow Orange
	owes => Turn a face and keep one of your stones.
	moves swap => 0
	perft 2 => 44
	json => {"colours":["yellow","orange"],"ended":null,"groups":{"orange":[3,1],"yellow":[2,2,1]},"last":"swap","mover":1,"ply":2,"rows":["YOY","YOO","oYY"],"size":3,"swap":false,"twist":{"col":0,"row":0,"clockwise":true,"spot":0},"winner":-1}
	at size=9: Cd3-d4
	line => 1 Ann ↻ d3, keeps d4
	moves => 243: Aa1-a2 swap
	step => permute.ask.face 8×8 permute.ask.swap-area: swap@-1,0=swap a1@0,7 a2@0,6 a3@0,5 a4@0,4 a5@0,3 a6@0,2 a7@0,1 a8@0,0 b1@1,7 b2@1,6 b3@1,5 b4@1,4 b5@1,3 b6@1,2 b7@1,1 b8@1,0 c1@2,7 c2@2,6 c5@2,3 c6@2,2 c7@2,1 c8@2,0 d1@3,7 d2@3,6 d5@3,3 d6@3,2 d7@3,1 d8@3,0 e1@4,7 e2@4,6 e3@4,5 e4@4,4 e5@4,3 e6@4,2 e7@4,1 e8@4,0 f1@5,7 f2@5,6 f3@5,5 f4@5,4 f5@5,3 f6@5,2 f7@5,1 f8@5,0 g1@6,7 g2@6,6 g3@6,5 g4@6,4 g5@6,3 g6@6,2 g7@6,1 g8@6,0 h1@7,7 h2@7,6 h3@7,5 h4@7,4 h5@7,3 h6@7,2 h7@7,1 h8@7,0
	shown Picked|Picked g6 => <nil>|g6
	outcomes g6 => 2
	why 0:Cf6-f7|leave|0:swap => nothing
	play 0:swap => Not yet. It's Ben's turn.
	then Af6-g6
	line => 2 Ben ↺ f6, keeps g6
	json => {"colours":["orange","yellow"],"ended":null,"groups":{"orange":[3,3,3,3,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"yellow":[3,3,3,3,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]},"last":"Af6-g6","mover":1,"ply":2,"rows":["YOYOYOYOY","OYOYOYOYO","YOYOYYOOY","OYOYOOyYO","YOYOYOYOY","OYOoYYOYO","YOYYOOYOY","OYOYOYOYO","YOYOYOYOY"],"size":9,"swap":false,"twist":{"col":5,"row":5,"clockwise":false,"spot":1},"winner":-1}
	at size=9
	moves swap => 0
	perft 2 => 62544
	at size=9: leave
	shown Offers => false
	at size=9: Cd3-d4 swap
	line => 2 Ben swaps. Ann is Yellow now.
	at size=5: Ca1-a1
	step => permute.ask.swap 4×4: swap@-1,0=swap a2@0,2 a3@0,1 a4@0,0 b1@1,3 b2@1,2 b3@1,1 b4@1,0 c1@2,3 c2@2,2 c3@2,1 c4@2,0 d1@3,3 d2@3,2 d3@3,1 d4@3,0
	at size=5: Ca1-b2 Cc1-c2
	step => permute.ask.face 4×4: a3@0,1 a4@0,0 b3@1,1 b4@1,0 c3@2,1 c4@2,0 d1@3,3 d2@3,2 d3@3,1 d4@3,0

	# A face has two, four or six outcomes, as the mover has one, two or three stones in it.
	at size=12,swap=off: Cd9-e9 Ac6-d7 Af6-g7 Cg8-h9 Cb6-c7 Ci5-i6
	step a1 => permute.ask.same 2×1: C-a1@0,0=Ca1-a1 C-b2@1,0=Ca1-b2
	step c8 => permute.ask.outcome 2×1: C-c9@0,0=Cc8-c9 A-d8@1,0=Ac8-d8
	step h7 => permute.ask.outcome 3×2: C-i7@0,0=Ch7-i7 C-h8@1,0=Ch7-h8 C-i8@2,0=Ch7-i8 A-h7@0,1=Ah7-h7 A-i7@1,1=Ah7-i7 A-h8@2,1=Ah7-h8

	# If all groups are equal the game is a draw. One twist ends it, and no swap is left.
	at size=2
	perft 1|2 => 4|0
	view => {"size":2,"cells":[{"colour":1,"bandaged":false},{"colour":0,"bandaged":false},{"colour":0,"bandaged":false},{"colour":1,"bandaged":false}],"colours":[0,1],"groups":[[1,1],[1,1]],"ply":0,"toMove":0,"last":"","mover":0,"ended":null,"winner":-1,"offers":true,"twist":null}
	then Ca1-a1
	view => {"size":2,"cells":[{"colour":0,"bandaged":true},{"colour":1,"bandaged":false},{"colour":1,"bandaged":false},{"colour":0,"bandaged":false}],"colours":[0,1],"groups":[[1,1],[1,1]],"ply":1,"toMove":-1,"last":"Ca1-a1","mover":0,"ended":{"key":"reason.groups.equal"},"winner":-1,"twist":{"col":0,"row":0,"clockwise":true,"spot":0}}
	result => [1 1] [1 1] A draw, because all groups are equal

	at size=19
	perft 1 => 1296
	at size=26
	perft 1 => 2500
	`)
}

func TestPerft(t *testing.T) {
	script().Run(t, `
	at size=4,swap=off
	perft 1|2|3|4 => 36|928|15344|162512
	at size=9,swap=off
	perft 1|2 => 256|62288
	at size=12,swap=off
	perft 1|2 => 484|228000

	# With the swap on, each first twist has one more answer.
	at size=4
	perft 2|3|4 => 964|16272|177856
	at size=9
	perft 1|2 => 256|62544
	at size=12
	perft 2 => 228484
	`)
}

// In the first positions one twist wins and all others lose or draw, which minimax over every twist has confirmed.
// Then each kind of reason is said, but for a draw and the swap.
func TestZoo(t *testing.T) {
	script().Run(t, `
	at size=5,swap=off: Cd2-e3 Ac4-c4 Ca4-a5 Ac1-d1 Cd4-d4
	finds Cb2-c2 => always
	at size=5,swap=off: Ca4-b4 Ca2-a2 Ad2-d2
	finds Ad3-d3 => always
	at size=6,swap=off,start=blocks: Cd5-e5 Cc5-c5 Ab3-b3 Ac2-d3 Ca1-b1 Aa4-a5
	finds Ae1-e2 => always
	at size=6,swap=off,start=blocks: Cb3-c4 Aa1-b2 Ac5-d6 Ae5-f6 Ce3-f3 Aa5-b5 Aa3-a3 Ae4-e5
	finds Cd2-d2 => always
	at size=7,swap=off: Ae6-e7 Cf3-g4 Cc5-c5 Cf1-g2 Cd2-e3 Ce5-f6 Aa4-a5 Aa6-b7 Aa1-b2 Ce1-e1 Ca3-b3
	finds Ac6-c6 => always
	at size=7,swap=off: Ab4-b4 Af6-f7 Ad4-e5 Ab1-b1 Ac2-c3 Cf3-g4 Cf5-g6 Cc5-d5 Cd1-e1 Cb5-b5 Aa2-a3 Cd2-e2 Cf2-g2 \
		Cd6-e6
	finds Ad3-e3 => always
	at size=8,swap=off,start=blocks: Af2-g2 Cc4-c4 Ae4-f4 Ab6-b6 Ce7-f8 Aa7-b7 Ag5-h5 Cg3-h4 Cg6-g6 Ag7-g8 Ca4-a4 \
		Ac6-d7 Cc2-d3 Ad4-e5 Ae2-e3 Ae1-e1 Ca1-b2
	finds Cc1-d2 => always
	at size=9,swap=off: Ae1-e1 Ag4-g4 Ab1-c1 Ce5-e6 Ah8-i9 Ag1-h1 Ca6-b6 Cd2-e2 Cg6-h6 Aa3-a4 Ch2-i3 Ae8-e8 Ab8-c9 \
		Ae4-f5 Ac6-c7 Af8-f9 Cf6-g6 Ah7-i8 Ca2-b3 Ah4-h4 Aa8-b9 Cg8-g8 Cg2-g2 Ca7-b8 Cc5-c5 Ca1-a1
	finds Cc3-d4 => always
	at size=12,swap=off: Ca11-b12 Ac2-d3 Ac4-d4 Aa2-b3 Ag1-h2 Cd9-d9 Ci3-j4 Ab4-c5 Ag8-g9 Ae1-f1 Af3-f4 Ch3-i4 \
		Ak11-k11 Ah9-h9 Cb7-b8 Ck7-l7 Cg6-g7 Ad10-d11 Af2-f3 Cj8-k8 Ce6-f6 Ck3-l3 Ca4-a5 Ae11-f11 Ag11-g11 Ci8-j9 \
		Ch7-i8 Cd1-e1 Aj6-j7 Cd6-d6 Ag5-g6 Ce7-f7 Ai10-i11 Ci2-i2 Cj5-j6 Cj1-k2 Ch6-h6 Ak9-k10 Ck4-l4 Aa9-b9 Ac1-c2 \
		Ag4-g4 Aa10-a10 Ca1-a2 Ab6-b7 Ae9-e10
	finds Cd7-e7 => always

	# Games between thinkers.
	at size=9,swap=off: Cc1-d2 Cg1-g2 Cc8-d8 Cc4-d5 Cb8-c8 Ce8-e8 Cb4-c4 Ab5-b5 Ab6-b6 Cf4-f5 Ca2-b2
	why Cg4-g4 => links It fixes g4, which joins your 12 and 5 to make 17. You lead 17 to 8.
	then Cg4-g4
	why Cg5-h6 => cuts It cuts Ben's largest group from 17 to 14. You trail 8 to 14.
	then Cg5-h6 Cf6-f7 Ca3-a4
	why Af8-f9 => grows Your largest group grows from 12 to 14. You lead 14 to 10.
	then Af8-f9
	why Ag8-g9 => threatens-any You could make a group of 14 next. Ben has 14.
	then Ag8-g9
	why Ch1-h2 => stops-any It keeps Ann from making a group of 14. You lead 14 to 10.
	then Ch1-h2
	why Cd3-e3 => stops-any It keeps Ben from making a group of 15. You trail 10 to 14.
	then Cd3-e3 Ce1-f1
	why Ch3-i3 => threatens You could join 8 and 5 next, to make 13. Ben has 14.
	then Ch3-i3
	why Ch7-h7 => stays You lead 14 to 9, and Ann can't change that next turn.
	then Ch7-h7
	why Ac6-c7 => holds It fixes c7, which holds your 5 and 3 together. Ben has 14.
	then Ac6-c7 Cd6-e6 Ch4-h5
	why Ch8-i9 => splits It splits Ann's 11 into 6 and 5. You lead 14 to 9.
	at size=8,swap=off,start=blocks: Ac3-d3 Ae6-e7 Ag6-g6 Cg4-g5 Ca5-b6 Cd5-e5 Cc6-d7 Ce3-e3 Cc5-d5
	why Ce1-e1 => joins-more It joins your 8 and 7 with 2 more to make 17. You lead 17 to 10.
	then Ce1-e1 Ac1-d2 Aa3-b3 Cb4-c5
	why Cb7-b7 => stops-any It keeps Ann from making a group of 12. But your largest shrinks to 15.
	then Cb7-b7 Cg1-g1 Ag7-h8 Af7-f7
	why Ca4-a4 => loses Your largest group shrinks from 15 to 10 for now.
	then Ca4-a4
	why Ca1-b2 => even It's 10 each, and your second group leads 10 to 8.
	then Ca1-b2
	why Af3-f4 => secures Nobody can split your 10 any more.
	then Af3-f4
	why Cg2-g3 => wins It ends the game, and you win.
	at size=9,swap=off: Ch6-h6 Ch2-h3 Cc6-d6 Ab6-c6 Ag7-g7 Ca4-b5 Ac7-c7 Cd2-d3 Ae1-f2 Ad1-e2 Ch1-h2 Ad7-d7
	why Ad8-d8 => cuts It cuts Ben's largest group from 9 to 5. You lead 9 to 5.
	then Ad8-d8 Cf8-f8
	why Ae3-f4 => saves It keeps Ben from cutting your 9 to 6. You lead 11 to 10.
	then Ae3-f4 Cc4-c4 Cg8-h9
	why Ch4-h5 => stops It keeps Ann from joining 11 and 5 to make 16. You trail 9 to 11.
	then Ch4-h5
	why Ce5-e5 => loses Your largest group shrinks from 11 to 10 for now. You lead 10 to 9.
	then Ce5-e5 Ae6-f6
	why Ah7-i8 => joins It joins your 7 and 4 into a group of 11. You lead 11 to 9.
	then Ah7-i8 Cb1-c2 Ca1-b1 Ca3-a4
	why Aa6-b7 => stays You lead 11 to 9, and Ben can't change that next turn.
	at size=8,swap=off,start=blocks: Ag6-g6 Ce6-f7 Cc6-d6 Ac2-d3 Ce2-e2 Cg2-g2 Ce4-e4
	why Cf4-f5 => trades It gives up one stone, but Ann can't cut you below 11.
	then Cf4-f5 Af3-f4
	why Cg4-g4 => saves-split It keeps Ann from splitting your 12 into 7 and 5. You lead 16 to 13.
	then Cg4-g4 Ca1-b2 Cd7-e8 Cc7-c7 Ca6-b7
	why Cc4-d4 => secures Nobody can split your 12 any more. Ben has 16.
	then Cc4-d4 Cb3-c3 Ab4-c5
	why Ca4-a4 => links It fixes a4, which joins your 10 and 3 to make 13. You lead 16 to 13.
	then Ca4-a4 Aa5-b5 Cg7-h8
	why Cc1-d2 => wins It ends the game, and you win 21 to 17.
	at size=9,swap=off: Cf1-g1 Ch5-h5 Ch7-i7 Ag6-g7 Cf4-g5 Cd4-d5 Ag2-g3 Ce1-e1 Ad3-d3 Cc1-c2 Cb3-c3 Ch8-h8 Ab4-b4 \
		Ca7-a8 Ce6-e7 Aa2-b3 Cb7-c8 Ch3-h4 Cb5-c5 Ab6-b6 Ce5-f5 Ae2-f2
	why Ce3-e4 => trades It gives up 2 stones, but Ben can't cut you below 12.
	then Ce3-e4 Ce8-e8 Cf8-f8
	why Ah2-i2 => breaks It breaks one of your groups of 9. Ann's grows to 14.
	# d9 holds the 6 together, but e9 joins it and the 5.
	at size=9,swap=off: Cb8-b8 Ae2-e2 Af4-f4 Cd7-d7 Cf7-g7 Cg3-h3 Cf2-g2 Cg8-h9 Cb2-c3 Aa5-a6 Ce6-e7 Ad4-e4 Ae8-f9 Ab4-c4 Ab5-b6 \
		Aa3-a4 Ch7-h8 Cb1-b1
	why Cd8-d9 => joins It joins your 6 and 5 into a group of 11. But Ben's grows to 14.
	at size=9,swap=off: Ch3-h4 Ab5-b5 Af3-g3 Cc7-c8 Ae8-e9 Aa3-b3 Aa7-b8
	why Ae2-f3 => second-grows Your second group grows from 3 to 5. You lead 5 to 4.
	at size=9,swap=off: Af1-f2 Ag5-h5 Ae4-e5 Ad6-d7 Ah8-i9 Cc1-d1 Ae7-f8 Ab6-b7 Cf3-g4 Ah3-h3 Ad2-e3 Ca1-b1 Ah6-i7 Ac3-d4 Ac5-c6 Ca4-b5 Ag6-h7 Af5-g5 Ab3-b3 Ch1-h1 Ce6-f6
	why Cc8-c8 => cuts-second It cuts Ann's second group from 7 to 6.
	at size=9: Ce1-f2 Ch2-i2 Cf4-f4 Ca5-a6 Cf5-g5 Cd3-d3 Ab4-c5 Cb2-b3 Ag1-h2 Cb7-b7 Ab1-c1 Af6-g7 Ca1-b2 Ce6-f7 Cd1-d2 Ch5-h5 Cd4-e5 Ch7-i8 Ch6-i6 Cc7-d7 Ca8-b8
	why Aa4-a5 => trails Ann leads 22 to 11, and you can't change that this turn.
	untold permute.why. draws swap => nothing
	`)
}
