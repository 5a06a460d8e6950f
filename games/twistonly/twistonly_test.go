package twistonly

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
)

// play starts a game with options as "size=4" and plays moves by turns.
func play(t testing.TB, options, moves string) state {
	t.Helper()
	return gametest.Play[state](t, Game{}, options, moves)
}

func TestContract(t *testing.T) {
	players := gametest.Thinkers(Game{}.Table(), search.Budget{Playouts: 100})
	gametest.Contract(t, Game{}, 600, players, "size=2 3 400", "size=3 5 1500", "size=4 10 4000", "size=5 4 2000",
		"size=6 2 1000", "size=8 1 700", "size=10 1 300", "size=13 1 100")
}

func TestKept(t *testing.T) {
	gametest.Kept(t, Game{}, map[string]string{"usual10": "", "small8": "size=8"})
}

func FuzzParse(f *testing.F) { gametest.FuzzParse(f, Game{}, "Cd3", "a a1", "Cz99", "C", "Cd3-d4") }

// Whatever is played, a position is what its View says.
func FuzzPlay(f *testing.F) {
	gametest.FuzzPlay(f, Game{}, func(t *testing.T, s state) {
		if s.Ended == nil && s.pos != s.View(0).(View).position() {
			t.Fatalf("after %q Play keeps %+v, want %+v", s.Last, s.pos, s.View(0).(View).position())
		}
	}, []string{"size=8", "size=2", "size=4", "size=26"},
		"Cd3 Aa1 #k #! #~", "Cd3 Ad3 Cd3 !lapse ?leave !leave return", "#a #b #c !Ca1 #d #e draw draw", "Cy25 Ca1 Cz26", "Ca1 Ca1")
}

// BenchmarkPlayout plays to the end and compares the groups.
func BenchmarkPlayout(b *testing.B) {
	p, pos, rng := newPlain(10), newPosition(10), rand.New(rand.NewPCG(1, 2))
	gametest.Versus(b, 20, func() { game := pos; search.Playout(&game, rng) }, func() { gametest.Playout(p, rng) })
}

func BenchmarkThink(b *testing.B) { gametest.Think(b, Game{}, "size=8", "size=10", "size=13") }

func TestOpponent(t *testing.T) {
	g, small := Game{}, gametest.SetupOf(Game{}, "size=8")
	gametest.Steps(t, g, 2, map[int]int{64: 60_000, 81: 49_382, 100: 40_000, 121: 33_057, 144: 27_777, 169: 23_668})
	thinkers := gametest.Thinkers(g.Table(), search.Budget{Playouts: 300})
	gametest.Beats(t, g, small, thinkers["a thinker"], thinkers[search.PlainUCT], 10, 7)
	gametest.Beats(t, g, small, gametest.PlayerOf(t, g, "medium"), gametest.PlayerOf(t, g, "easy"), 6, 5)
	gametest.Players(t, g, endgame().View(late(3, 12)))
	gametest.Curve(t, g, &chances)
	gametest.HalfGreedy(t, g, play(t, "size=8", "Ce5 Cc2 Ca3 Cg4"), func(s games.State) int {
		after := s.(state).pos
		return after.promise(after.mover.Other()) - after.promise(after.mover)
	})
	endgame().Check(t, 10, 8, search.Budget{Playouts: 3000}, 0.4)
}

// late plays at random on 5×5 until at most so many twists are left and the players will not be patient
// much longer; the game may be over then.
func late(seed uint64, most int) Position {
	rng, p := rand.New(rand.NewPCG(seed, 4)), newPosition(5)
	for !p.Over() && p.Count() > most {
		p.PlayNth(rng.IntN(p.Count()))
	}
	p.idle = max(p.idle, uint8(p.patience()-4))
	p.update()
	return p
}

// endgame has late positions on 5×5, near the end of the players' patience.
func endgame() *gametest.Endgame[View, Position, *Position] {
	return &gametest.Endgame[View, Position, *Position]{
		Game: Game{}, Nth: func(p Position, n int) games.Move { return p.Nth(n).Move() },
		Late: func(seed uint64) Position { return late(seed, 8) },
		View: func(p Position) games.View {
			return state{Duel: games.Duel{Ply: 2 + int(p.mover)}, pos: p}.View(games.Spectator)
		},
	}
}

// Two twists of a position have the same key exactly if they lead to the same board by the same face, and
// the twist of a key leads there too.
func TestKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for pos := newPosition(7); !pos.Over(); pos.PlayNth(rng.IntN(pos.Count())) {
		byKey := map[search.Move]Position{}
		for n := range pos.Count() {
			twist, next, again := pos.Nth(n), pos, pos
			next.Play(twist)
			k := pos.Key(twist)
			if same, seen := byKey[k]; seen && same != next || k >= search.Move(mind.Moves) {
				t.Fatalf("%s has the key of a twist that gives another position", twist.Move())
			}
			byKey[k] = next
			if again.Play(pos.Turn(k)); again != next || !pos.legal(pos.Turn(k)) {
				t.Fatalf("%s has the key of %s", twist.Move(), pos.Turn(k).Move())
			}
		}
		if keys := search.Keys(&pos, nil); len(keys) != len(byKey) {
			t.Fatalf("a position has %d moves to think of, want %d", len(keys), len(byKey))
		}
	}
}

func script() gametest.Script {
	return gametest.Script{Game: Game{}, Heard: truly, Own: map[string]func(*testing.T, games.State, string) string{
		"wins": func(t *testing.T, s games.State, _ string) string { return endgame().Wins(t, s, s.(state).pos) },
	}}
}

func TestScript(t *testing.T) {
	script().Run(t, `
	options => size=10 of 8 9 10 11 12 13
	start size=27|size=1|size=0|size=-8|size=08|size=+8|size= 8|size=8.0|size=٨|size=|size=99999999999999999999 => refuse.size
	start size=2|size=26 => starts
	parse Cd3|cd3 => Cd3
	parse   a D3  => Ad3
	parse Cd10 => Cd10
	parse AA1 => Aa1
	parse ca99 => Ca99
	parse |C|d3|Xd3|Cd0|Cd3-e4|Cd3!|Cd03|Ca100|@everyone|lapse|leave|draw|swap => twistonly.refuse.notation

	# From the start there are 2·(N−1)² twists.
	at size=2
	perft 1 => 2
	at size=3
	perft 1 => 8
	at size=8
	perft 2 => 9376
	at size=26
	perft 1 => 1250
	at size=4
	perft 1|2|3 => 18|256|2208
	text =>  4 BRBR/ 3 RBRB/ 2 BRBR/ 1 RBRB/   abcd
	line => 0
	last => nothing
	score => Largest solved groups: Blue~0 · Rose~0
	signs => nothing
	sides => Blue Rose
	owes => Turn a face.
	step => twistonly.ask.column Row: a@0,0 b@1,0 c@2,0
	step b => twistonly.ask.row Row: 1@1,2 2@1,1 3@1,0
	step b 2 => twistonly.ask.direction Turn: C@-1,0=Cb2 A@-1,0=Ab2
	step 1:|-1:|d|a2|a 4|a 02|a 2 C => nothing
	choice b 2 C => ↻ clockwise; ↻ b2
	why Ab1 => solves It solves your group of 2.
	why leave|1:Ab1 => nothing
	tell Ab1 => Ann turned ↺ b1
	tell leave => nothing

	# A group that touches three neutral stones is solved as a whole, of either colour, whoever twists; one that touches
	# two is not. The corner a1 touches two, so do the pairs b1 c1 and a2 a3.
	at size=4: Aa1
	text =>  4 BRBR/ 3 RBRB/ 2 RBBR/ 1 BRRB/   abcd
	shown Solves => [0 0]
	at size=4: Ab1
	text =>  4 BRBR/ 3 RBRB/ 2 BBRR/ 1 ##@@/   abcd
	shown Solves => [2 2]
	line => 1 Ann ↺ b1
	last => Ann turns ↺ b1. Blue has 2 more solved stones. Rose has 2 more solved stones.
	signs => @ is a solved B, # a solved R.
	at size=4: Ab1 Cb2
	text =>  4 BRBR/ 3 RBBB/ 2 B###/ 1 ##@@/   abcd
	shown Solves => [0 3]
	line => 2 Ben ↻ b2
	last => Ben turns ↻ b2. Rose has 3 more solved stones.
	score => Largest solved groups: Blue~2 · Rose~5
	step a => twistonly.ask.row Row: 3@0,0
	json => {"back":[],"colours":["orange","yellow"],"ended":null,"groups":{"orange":[2],"yellow":[5]},"idle":0,"last":"Cb2","mover":1,"ply":2,"rows":["OYOY","YOOO","Oyyy","yyoo"],"size":4,"solves":[0,3],"twist":{"col":1,"row":1,"clockwise":true},"winner":-1}

	# A twist may not bring back the board as it stood before the other's last twist: of a chequered face neither way
	# may. One twist later it may.
	at size=8: Cd4
	play Cd4 => Cd4 would bring back the board as it was. Pick another turn, like Aa4.
	play Ad4 => Ad4 would bring back the board as it was. Pick another turn, like Aa4.
	play 0:Ca1 => Not yet. It's Ben's turn.
	moves Cd4 => 0
	moves Ad4 => 0
	then Cf6
	moves Cd4 => 1: Cd4 Cd4
	moves Ad4 => 1: Ad4 Ad4
	moves Af6 => 0
	shown Picked|Picked f|Picked f 3 => <nil>|f|f3
	at size=4: Cc3
	step c => twistonly.ask.row Row: 1@2,2 2@2,1
	step c 3 => nothing
	at size=5: Cc2 Cc3
	step c 3 => twistonly.ask.direction Row: C@-1,0=Cc3
	at size=2: Ca1
	json => {"back":["Ca1","Aa1"],"colours":["orange","yellow"],"ended":{"key":"twistonly.reason.groups.equal"},"groups":{"orange":[],"yellow":[]},"idle":1,"last":"Ca1","mover":0,"ply":1,"rows":["YO","OY"],"size":2,"solves":[0,0],"twist":{"col":0,"row":0,"clockwise":true},"winner":-1}
	result => [1 1] [0 0] A draw, because all solved groups are equal
	last => Ann turns ↻ a1.
	at size=2
	view => {"size":2,"cells":[{"colour":1,"solved":false},{"colour":0,"solved":false},{"colour":0,"solved":false},{"colour":1,"solved":false}],"groups":[[],[]],"ply":0,"toMove":0,"last":"","mover":0,"ended":null,"winner":-1,"twist":null,"solves":[0,0],"idle":0,"back":[]}
	at size=13
	step l => twistonly.ask.row Row: 1@-1,0 2@-1,0 3@-1,0 4@-1,0 5@-1,0 6@-1,0 7@-1,0 8@-1,0 9@-1,0 10@-1,0 11@-1,0 12@-1,0
	longest => 12

	# The game ends after as many twists in a row that solve nothing as two rows have cells. Stones that are not solved
	# count for nothing.
	at size=4: Ac1 Ca3 Cc3 Cc1 Aa3 Aa1 Ca3
	last => Ann turns ↻ a3.
	result => goes on
	then Cc3
	last => Ben turns ↻ c3. Nothing was solved for 8 turns, so the game ends.
	result => [1 1] [0 0] A draw, because all solved groups are equal

	at size=8: Ce5 Cc2 Ca3 Cg4 Ad4 Cd2 Ca2 Ag2 Cd7 Cf3 Cd6 Ca6
	play Ch1 => h1 isn't a face of this board. Pick one from a1 to g7.
	play Ca8 => a8 isn't a face of this board. Pick one from a1 to g7.
	play Ca1 => a1 can't turn because a1 is solved. Pick another face, like Ae5.
	play Cc3 => c3 can't turn because all its stones are Blue. Pick another face, like Ae5.
	play Ac6 => c6 can't turn because d6 is solved. Pick another face, like Ae5.
	play cb4 => “cb4” isn't a move. Type one like Cd3. C turns clockwise, A anticlockwise.
	then Ab5
	why Af6 => nothing
	then Af6
	text =>  8 @#BB##@R/ 7 @#####@@/ 6 #@##@@@R/ 5 #@@@@R@R/ 4 #@@@#B#B/ 3 @@@@#B##/ 2 ###@###@/ 1 #B#@#B#@/   abcdefgh
	shown Solves => [21 1]
	shown Groups => [[21 2 2] [10 10 5 3]]
	shown Idle => 0
	result => [1 2] [21 10] Ann wins with the largest solved group, 21 to 10

	say twistonly.why.joins By= Player=@1 Given=3 One=4 Other=3 Size=7 => It joins your 4 and 3 to 7, unsolved. But Ben gets 3 solved stones.
	say twistonly.why.grows By= Player=@1 Given=3 From=4 To=6 => Your largest grows to 6, not solved. But Ben gets 3 solved stones.
	say twistonly.why.reaches By= Player=@1 Given=3 Size=17 => Your 17 then lacks one neutral stone. But Ben gets 3 solved stones.
	say twistonly.why.solves By= Player=@1 Given=3 Size=6 => It solves your group of 6. But Ben gets 3 solved stones.
	say twistonly.why.solves-some By= Player=@1 Given=3 Count=4 => It solves 4 more stones of yours. But Ben gets 3 solved stones.
	say twistonly.why.solves-more By= Player=@1 Given=3 From=2 Size=9 => Your largest solved group grows to 9. But Ben gets 3 solved stones.
	say twistonly.why.cuts By= Player=@1 Given=3 From=15 To=13 => It cuts Ben's largest group to 13. But they get 3 solved stones.
	say twistonly.why.saves By= Player=@1 Given=3 From=10 To=7 => It keeps Ben from cutting your 10 to 7. But they get 3 solved stones.
	say twistonly.why.shields By= Player=@1 Given=3 To=7 Still=8 => It keeps Ben from cutting you below 8. But they get 3 solved stones.
	say twistonly.why.denies By= Player=@1 Given=3 Size=13 => It keeps Ben from a solved group of 13. But they get 3 solved stones.
	say twistonly.why.stops-any By= Player=@1 Given=3 Size=11 => It keeps Ben from making a group of 11. But they get 3 solved stones.
	say twistonly.why.leaves By= Player=@1 Given=3 Count=1 => It leaves Ben only one turn.
	`)
}

// The rest of the known figures.
func TestPerftInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	script().Run(t, `
	at size=4
	perft 4 => 10560
	at size=10
	perft 1|2 => 162|25888
	`)
}

// The positions have all twists that win and what is said for each, and every reason that there is has a place there.
// Every other twist loses or draws. Nothing is said for a twist that solves many stones of the opponent, if the twists
// that are left are all there is to say.
func TestZoo(t *testing.T) {
	script().Run(t, `
	at size=6: Cd2 Cc1 Aa4 Aa2 Cc5 Ae4 Aa3 Ce2
	wins => Ab5
	why Ab5 => denies It keeps Ben from a solved group of 13.
	at size=6: Ca5 Aa2 Ae4 Ce1 Cd4 Cc2 Cc1
	wins => Cc5
	why Cc5 => leaves It leaves Ann only 12 turns.
	at size=6: Cb2 Aa5 Aa3 Cc3 Cd4 Ae5 Ce1
	wins => Aa4
	why Aa4 => solves It solves your group of 6.
	at size=8: Ab3 Ae6 Ae5 Ce3 Af2 Cg6 Ce4 Ab4 Cb7 Ca3 Ag5 Ac1
	wins => Cb1
	why Cb1 => denies It keeps Ben from a solved group of 13. But they get 4 solved stones.
	at size=8: Cd2 Ca2 Cg5 Cf1 Ca6 Ae7 Aa3 Ce4 Ad3 Ag7 Ag2 Ce7 Ac6 Cd7 Ac4 Ab6 Ae6 Ce5
	wins => Cf5
	why Cf5 => grows Your largest group grows from 16 to 18, not solved yet.
	at size=8: Aa2 Ae2 Cg4 Cc4 Cc7 Cb7 Ad4 Cf7 Cf1 Aa4 Ad4 Ag3 Ad1 Ae3 Cg6 Cf6 Cc1 Cd3 Ad1
	wins => Aa3 Ca3
	why Aa3 => denies It keeps Ann from a solved group of 18. But they get 3 solved stones.
	why Ca3 => denies It keeps Ann from a solved group of 18. But they get 3 solved stones.
	at size=10: Ad7 Cc8 Ab9 Ca7 Ae4 Aa3 Cg7 Ci5 Cg7 Ai8 Ch2 Cg7 Ce2 Ae4 Ah8 Ae4 Cg3 Ch2 Ce7 Ci1 Ca5 Ab6 Ci3 Cc1 Ch3 \
		Ah2 Ce9 Cf7 Ai4 Cd3
	wins => Cf9
	why Cf9 => denies It keeps Ben from a solved group of 25. But they get 13 solved stones.
	at size=10: Ca3 Ab2 Ab2 Cc3 Ag7 Cc4 Ah3 Ch6 Aa7 Ce3 Ad2 Cb2 Ch4 Ab8 Cd8 Ac7 Ci8 Cg1 Ad3 Ca5 Ah7 Ad3 Ad7 Cb6 Af5 \
		Ad5 Ab3 Ci7 Ac1 Ce9 Ci1 Ab7
	wins => Ab1 Cc2
	why Ab1 => nothing
	why Cc2 => nothing
	at size=6: Cc3 Cd1 Ae2 Cc4 Ad4 Ac5 Aa1 Aa3 Ae5 Ca4 Cb3
	wins => Ca2
	why Ca2 => wins It ends the game, and you win.
	at size=6: Ad4 Aa5 Ce4 Aa3 Aa4 Ad1 Cc1
	wins => Ad5
	why Ad5 => solves-more Your largest solved group grows to 9. But Ann gets 4 solved stones.
	at size=6: Ce2 Ca4 Aa3 Ac5 Aa2 Ad1 Ae4 Ad5
	wins => Cc1
	why Cc1 => denies It keeps Ben from a solved group of 14. But they get 3 solved stones.
	at size=6: Ca4 Ab5 Ae5 Ca1 Ac2 Cd2 Ce1 Ab1
	wins => Ac3
	why Ac3 => reaches Your 11 then needs one more neutral stone.
	at size=6: Ae4 Cc3 Ad5 Ab2 Cc3 Cb2 Cb3 Ab2 Cc1 Ae1 Ad2
	wins => Cc2
	why Cc2 => grows Your largest group grows from 10 to 11, not solved yet.
	at size=6: Ad1 Cc3 Ae2 Ac5 Cb5 Ca2 Cd5 Cd4 Ae5 Cd3
	wins => Cb1
	why Cb1 => saves It keeps Ben from cutting your 10 to 7.
	at size=6: Ae2 Cc1 Aa2 Ab4 Ac5 Ab1 Ac1 Ad5 Ae4
	wins => Ce3
	why Ce3 => nothing
	at size=6: Aa5 Ab1 Ad3 Cc3 Cb3 Ab2 Ce2
	wins => Ad1
	why Ad1 => leaves It leaves Ann only 6 turns.
	at size=7: Ab3 Aa5 Ca4 Ce5 Ae1 Cb1 Ad5 Cf2 Af5 Cd3 Cd4 Ad5 Aa2
	wins => Cc3
	why Cc3 => shields It keeps Ann from cutting you below 8.
	at size=8: Af1 Cd6 Cf4 Ae2 Ab3 Ca4 Ag6 Aa1 Ce7 Cf3 Ab5 Cc1 Ab2 Ac4 Ag2
	wins => Ac7
	why Ac7 => solves-some It solves 4 more stones of yours.
	at size=7: Cd5 Cd1 Cd4 Cd6 Cc3 Af5 Cd3 Af2 Cb2 Cb6 Ca2 Cb1 Ce2 Ad2 Ca5
	wins => Cb3
	why Cb3 => joins It joins your 11 and 4 into 15, not solved yet.
	at size=8: Cb5 Aa3 Ac2 Ce1 Cf1 Cc5 Af5 Ab5 Ab6 Cd4 Cc1 Ag4 Ag4 Cc7 Aa7 Ae3 Cd5 Ag7 Af6
	wins => Cd5
	why Cd5 => grows Your largest group grows from 12 to 19, not solved yet.
	at size=6: Cd3 Aa5 Ab5 Ae5 Ce4 Ab2 Cc3 Ae2
	wins => Ab2
	why Ab2 => leaves It leaves Ben only 9 turns.
	at size=6: Ab2 Cb5 Ca2 Ce3 Cb3 Ac5 Ac5
	wins => Ae4
	why Ae4 => solves It solves your group of 11.
	at size=8: Aa3 Cd3 Ab1 Ce2 Ca6 Ce1 Cd5 Cc3 Cg4 Ac3 Ab3 Cd4 Cg1 Ac7 Cb6 Cc7 Ce7 Ce3 Ae5 Ag5 Ae2 Cf6
	wins => Ae3
	why Ae3 => stops-any It keeps Ben from making a group of 20.
	at size=6: Ce1 Ae2 Ca1 Ad5 Cb5 Ac4 Ca4
	wins => Ab1
	why Ab1 => stops-any It keeps Ann from making a group of 11. But they get 4 solved stones.
	at size=8: Ag5 Ag3 Cb7 Cg5 Cf5 Cg7 Ce3 Cb3 Ab2 Cc2 Ca2 Ce1 Cc5 Ad5 Cg3 Cd2 Ab6 Aa3 Cb4 Af6 Ae5 Cc4 Ag4 Cd5 Ag2 \
		Ce1 Af1 Ce6 Af5 Cd6 Ce3 Af3 Af2
	wins => Cg3
	why Cg3 => cuts It cuts Ann's largest group from 15 to 13.
	untold twistonly.why. => nothing
	`)
}
