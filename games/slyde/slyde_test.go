package slyde

import (
	"math/rand/v2"
	"testing"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/gametest"
	"parlour/games/search"
)

var _ search.Teller = Game{}

// play starts a game with options as "size=4,mirror=off" and plays moves by turns.
func play(t testing.TB, options, moves string) state {
	t.Helper()
	return gametest.Play[state](t, Game{}, options, moves)
}

func TestContract(t *testing.T) {
	players := gametest.Thinkers(Game{}.Table(), search.Budget{Playouts: 100})
	gametest.Contract(t, Game{}, 300, players, "size=2 5 1000", "size=4 10 4000", "size=4,mirror=off 3 1500",
		"size=6 3 2000", "size=8 2 1000", "size=10,mirror=off 1 200", "size=12 1 270", "size=16 1 30")
}

func TestKept(t *testing.T) {
	gametest.Kept(t, Game{}, map[string]string{"mirror8": "size=8", "plain10": "size=10,mirror=off"})
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "f3-f4", "*f9", "F3 F4", "k10k11", "z99-z98", "*", "f3")
}

// Whatever is played, a position is what it would be computed from its stones alone.
func FuzzPlay(f *testing.F) {
	gametest.FuzzPlay(f, Game{}, func(t *testing.T, s state) {
		fresh := Position{Stones: s.pos.Stones, rule: s.pos.rule, mover: s.pos.mover}
		if fresh.derive(); s.pos != fresh {
			t.Fatalf("after %q Play keeps %+v, want %+v", s.Last, s.pos, fresh)
		}
	}, []string{"size=8", "size=4", "size=4,mirror=off", "size=2", "size=26"},
		"f3-f4 f6-f5 *f4 #k #! #~", "f3-f4 f3-f4 !lapse ?leave !leave return", "b1-a1 c1-d1 *a1 #z #a draw draw", "z25-z26 y1-z1",
		"b1-a1 c1-d1 b4-a4 c4-d4 *b2 *b3 #d")
}

func BenchmarkPerft(b *testing.B) {
	p, pos := newPlain(12, true), newPosition(12, true)
	gametest.Versus(b, 50, func() { search.Perft(pos, 2) }, func() { gametest.Sequences(p, 2) })
}

// BenchmarkPlayout plays to the end and compares the groups.
func BenchmarkPlayout(b *testing.B) {
	p, pos, rng := newPlain(12, true), newPosition(12, true), rand.New(rand.NewPCG(1, 2))
	gametest.Versus(b, 20, func() { game := pos; search.Playout(&game, rng) }, func() { gametest.Playout(p, rng) })
}

func BenchmarkThink(b *testing.B) { gametest.Think(b, Game{}, "size=8", "size=12", "size=16") }

func TestPositionDoesNotAllocate(t *testing.T) {
	start, rng := newPosition(12, true), rand.New(rand.NewPCG(1, 2))
	var played Position
	gametest.NoAllocs(t, map[string]func(){
		"Play on a copy": func() { p := start; p.Play(p.Nth(7)) },
		"Winner":         func() { start.Winner() },
		"Playout":        func() { played = start; search.Playout(&played, rng) },
	})
	if start != newPosition(12, true) {
		t.Error("a position changed while copies of it were played")
	}
}

func TestOpponent(t *testing.T) {
	g := Game{}
	gametest.Steps(t, g, 1.25, map[int]int{64: 120_000, 100: 100_000, 144: 69_444, 196: 51_020, 256: 39_062})
	thinkers := gametest.Thinkers(g.Table(), search.Budget{Playouts: 400})
	gametest.Beats(t, g, gametest.SetupOf(g, "size=10"), thinkers["a thinker"], thinkers[search.PlainUCT], 6, 5)
	gametest.Beats(t, g, gametest.SetupOf(g, "size=8"), gametest.PlayerOf(t, g, "medium"), gametest.PlayerOf(t, g, "easy"), 6, 6)
	gametest.Players(t, g, play(t, "size=4", "a2-a1 a3-a4 b3-c3 b2-c2 d1-d2 d4-d3").View(0))
	gametest.Curve(t, g, &chances)
	gametest.HalfGreedy(t, g, play(t, "size=8", "e4-e3 e5-e6 b1-c1 b8-c8"), func(s games.State) int {
		after := s.(state).pos
		return after.Largest(after.mover.Other()) - after.Largest(after.mover)
	})
	endgame().Check(t, 16, 6, search.Budget{Playouts: 4000}, 0.4)
}

// endgame has late positions on 6×6, in which few swaps are left or none. Every second one has no mirror rule.
func endgame() *gametest.Endgame[View, Position, *Position] {
	return &gametest.Endgame[View, Position, *Position]{
		Game: Game{}, Nth: func(p Position, n int) games.Move { return p.Nth(n).Move() },
		Late: func(seed uint64) Position {
			rng, p := rand.New(rand.NewPCG(seed, 4)), newPosition(6, seed%2 == 0)
			for !p.Over() && p.Count() > 9 {
				p.PlayNth(rng.IntN(p.Count()))
			}
			return p
		},
		View: func(p Position) games.View {
			return state{Duel: games.Duel{Ply: 2 + int(p.mover)}, pos: p}.View(games.Spectator)
		},
	}
}

// Two turns have the same key exactly if they are the same turn, and the turn of a key is that turn.
func TestKeys(t *testing.T) {
	seen := map[search.Move]Turn{}
	for size := 2; size <= maxSize; size += 12 {
		for _, mover := range [2]board.Colour{board.Orange, board.Yellow} {
			p := newPosition(size, true)
			p.mover, p.mirror = mover, Level // so that there are changes too
			for n := range p.Count() {
				turn := p.Nth(n)
				k := p.Key(turn)
				if before, known := seen[k]; known && before != turn || p.Turn(k) != turn || int(k) >= maxKeys {
					t.Fatalf("%s has the key %d, which is that of %s", turn.Move(), k, p.Turn(k).Move())
				}
				seen[k] = turn
			}
		}
	}
}

// Every line of the game on 4×4 ends: there are so many positions, counted by turn, and the longest line has so many
// turns.
func TestEveryLineEndsInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	pack := func(p Position) (packed uint32) {
		for row := range 4 {
			packed |= p.Of[board.Yellow][row+1]<<(4*row) | p.Fixed[row+1]<<(16+4*row)
		}
		return packed
	}
	layer, total, turns := map[uint32]bool{pack(newPosition(4, true)): true}, 0, 0
	for ; len(layer) > 0; turns++ {
		total += len(layer)
		next := make(map[uint32]bool, 2*len(layer))
		for packed := range layer {
			pos := Position{rule: true, mover: board.Colour(turns % 2)}
			pos.Stones = board.Fill(4, func(col, row int) board.Stone {
				bits := packed >> (4*row + col)
				return board.Stone{Colour: board.Colour(bits & 1), Fixed: bits>>16&1 == 1}
			})
			pos.derive()
			for n := range pos.Count() {
				after := pos
				after.PlayNth(n)
				next[pack(after)] = true
			}
		}
		layer = next
	}
	if total != 17_211_930 || turns-1 != 21 {
		t.Errorf("there are %d positions, and the longest line has %d turns, want 17,211,930 and 21", total, turns-1)
	}
}

func script() gametest.Script {
	return gametest.Script{Game: Game{}, Heard: truly, Own: map[string]func(*testing.T, games.State, string) string{
		"wins": func(t *testing.T, s games.State, _ string) string { return endgame().Wins(t, s, s.(state).pos) },
	}}
}

func TestScript(t *testing.T) {
	script().Run(t, `
	options => size=12 of 8 10 12 14 16, mirror=on of on off
	start size=9|size=25,mirror=off => slyde.refuse.odd
	start size=28|size=0|size=1|size=-8|size=08|size=+8|size= 8|size=8.0|size=٨|size=|size=99999999999999999999 => slyde.refuse.size
	start mirror=ON|mirror=yes => slyde.refuse.mirror-option
	start size=2|size=26 => starts
	parse f3-f4|F3-F4|f3 f4|F3 F4| f3 - f4 |f3f4|f3--f4 => f3-f4
	parse k10-k11|k10k11 => k10-k11
	parse *f9|*F9|* f9 => *f9
	parse a1-h8 => a1-h8
	parse |f3|f0-f1|f3-f4!|@everyone|lapse|leave|draw|swap => slyde.refuse.notation
	parse f9*|**f9|* => slyde.refuse.notation-change

	# Mint is to move, and f4 is fixed.
	at size=8: f3-f4
	play i1-i2 => i1 isn't on this board. Pick cells from a1 to h8.
	play a9-a8 => a9 isn't on this board. Pick cells from a1 to h8.
	play *h9 => h9 isn't on this board. Pick cells from a1 to h8.
	play b1-a1 => b1 is Pink. Name your own stone first: a1-b1.
	play f4-g4 => f4 isn't Mint. Try g3-g4.
	play f3-f4 => f3 can't move. Its neighbours are Mint or fixed. Try e3-e4.
	play a1-c1 => c1 isn't right beside a1. Pick a2 or b1.
	play a1-a1 => a1 isn't right beside a1. Pick a2 or b1.
	play g3-f3 => f3 is Mint too. Pick g4, h3 or g2.
	play *a1 => Fixing and freeing is for a board that mirrors itself. Swap two stones, like a1-b1.
	play *h8 => Fixing and freeing is for a board that mirrors itself. Swap two stones, like h8-h7.
	play A1-b1 => “A1-b1” isn't a move. Type one like f3-f4, your own stone first.
	play *A1 => “*A1” isn't a move. Type one like *f5. That fixes or frees the stone on f5.
	play 0:a1-b1 => Not yet. It's Ben's turn.
	at size=8: b1-a1 c1-d1
	play a1-a2 => a1 is fixed. Try a2-b2.
	at size=4: b1-a1
	play b1-c1 => b1 can't move. Its neighbours are Mint or fixed. Try c1-d1.
	at size=8,mirror=off: b1-a1 c1-d1
	play *a1 => This table plays without the mirror rule. Swap two stones, like c1-b1.

	# A swap fixes the stone of its mover where it lands, and nothing else. It still counts in its group, and no move
	# exchanges it any more.
	at size=4
	text =>  4 PMPM/ 3 MPMP/ 2 PMPM/ 1 MPMP/   abcd
	line => 0
	last => nothing
	score => Largest groups: Pink~1 · Mint~1
	owes => Swap one of your stones with a neighbour.
	signs => nothing
	sides => Pink Mint
	step => slyde.ask.column Row: a@0,0 b@1,0 c@2,0 d@3,0
	step a => slyde.ask.row Row: 2@0,2 4@0,0
	step a 2 => slyde.ask.target 3×3: a3@1,0=a2-a3 b2@2,1=a2-b2 a1@1,2=a2-a1
	step b 3 => slyde.ask.target 3×3: b4@1,0=b3-b4 a3@0,1=b3-a3 c3@2,1=b3-c3 b2@1,2=b3-b2
	step 1:|-1:|*|* a|e|a2|a 1|a 5|a 02|a 2 a3 => nothing
	perft 1|2|4 => 24|448|75832
	play *a1 => Fixing and freeing is for a board that mirrors itself. Swap two stones, like b1-a1.
	then b1-a1
	text =>  4 PMPM/ 3 MPMP/ 2 PMPM/ 1 @MMP/   abcd
	line => 1 Ann b1 → a1
	last => Ann swaps b1 → a1.
	signs => @ is a fixed P, # a fixed M.
	owes => Swap one of your stones with a neighbour.
	moves => 20: a3-a2 d4-d3
	moves a2 => 0
	then c1-d1
	line => 2 Ben c1 → d1
	last => Ben swaps c1 → d1. Now the board mirrors itself. Ann may fix or free any stone.
	owes => The board mirrors itself. Swap, or fix or free any stone.
	json => {"ended":null,"groups":{"black":[2,2,1,1,1,1],"white":[2,2,1,1,1,1]},"last":"c1-d1","mirror":1,"mover":1,"ply":2,"rows":["WBWB","BWBW","WBWB","wBWb"],"rule":true,"size":4,"turn":{"col":2,"row":0,"toCol":3,"toRow":0},"winner":-1}
	step => slyde.ask.mirror Row: *@-1,0 a@0,0 b@1,0 c@2,0 d@3,0
	step d => slyde.ask.row Row: 3@3,1
	step * => slyde.ask.change-column Row: a@0,0 b@1,0 c@2,0 d@3,0
	step * d => slyde.ask.change-row Row: 1@3,3=*d1 2@3,2=*d2 3@3,1=*d3 4@3,0=*d4
	step * d 1|* * => nothing
	choice * a 1 => free a1; free a1
	choice * a 2 => fix a2; fix a2
	choice b 3 b2 => swap with b2; b3 → b2
	shown Picked|Picked b|Picked b 3|Picked *|Picked * d => <nil>|b|b3|<nil>|d
	perft 0|1|2 => 1|34|496
	why *a1 => change It breaks the mirror, so Ben can't copy you.
	why b3-b2 => joins-more It joins your 2 and 2 with 1 more to make 5. But Ben's grows to 4.
	why leave|1:b3-b2 => nothing
	tell b3-b2 => Ann swapped b3 → b2
	tell *a1 => Ann freed a1; freeing a1
	tell *b3 => Ann fixed b3; fixing b3
	tell *z26 => Ann freed z26; freeing z26
	tell leave => nothing
	then *a1
	line => 3 Ann frees a1
	last => Ann frees a1.
	moves * => 0
	moves a2-a1 => 0
	at size=4: b1-a1 c1-d1 *b3
	line => 3 Ann fixes b3
	last => Ann fixes b3.
	at size=4: b1-a1 c1-d1 *a1 b1-a1
	perft 2 => 236
	at size=4: b3-c3
	score => Largest groups: Pink~4 · Mint~4
	at size=2: b1-a1
	view => {"size":2,"cells":[{"colour":0,"fixed":true},{"colour":1,"fixed":false},{"colour":0,"fixed":false},{"colour":1,"fixed":false}],"groups":[[2],[2]],"ply":1,"toMove":1,"last":"b1-a1","mover":0,"ended":null,"winner":-1,"turn":{"col":1,"row":0,"toCol":0,"toRow":0},"rule":true,"mirror":0}
	at size=16
	moves => 480: a10-a11 p9-p8
	step p => slyde.ask.row Row: 1@-1,0 3@-1,0 5@-1,0 7@-1,0 9@-1,0 11@-1,0 13@-1,0 15@-1,0
	longest => 16
	at size=16: h1-h2 h16-h15
	longest => 17

	# The example of mindsports.nl is symmetric in the line between the lower and the upper half, so White may change
	# any stone.
	at size=12: f3-f4 f10-f9 k6-j6 k7-j7
	shown Mirror => 2
	score => Largest groups: Pink~4 · Mint~4
	moves => 383: *a1 l9-l8
	moves * => 144: *a1 *l9
	at size=12,mirror=off: f3-f4 f10-f9 k6-j6 k7-j7
	moves => 239: a10-a11 l9-l8
	at size=12: f3-f4
	moves * => 0
	at size=12: f3-f4 f10-f9 k6-j6
	moves * => 0
	at size=12: f3-f4 f10-f9 k6-j6 k7-j7 *f9
	moves * => 0

	# Both middle lines count. A turn of the board does not.
	at size=4: b1-a1 c1-d1
	shown Mirror => 1
	at size=4: b1-b2 b4-b3
	shown Mirror => 2
	at size=4: b1-a1 b4-a4
	shown Mirror => 2
	at size=4: b1-a1 d4-c4
	shown Mirror => 0

	# A symmetric position without a swap is not the end: White must change a stone. Here *b1 takes nothing from a wall
	# of fixed stones.
	at size=4: a2-a1 a3-a4 b3-c3 b2-c2 d1-d2 d4-d3 b2-a2 b3-a3 b1-b2 b4-b3
	moves => 16: *a1 *d4
	owes => The board mirrors itself. Fix or free any stone.
	step => slyde.ask.mirror Row: *@-1,0
	play a1-a2 => a1 is fixed. Try *a1.
	perft 1|2 => 16|6
	result => goes on
	then *b1
	result => [1 1] [4 4] A draw, because all groups are equal
	at size=4: a2-a1 a3-a4 b3-c3 b2-c2 d1-d2 d4-d3 b2-a2 b3-a3 b1-b2 b4-b3 *a1
	moves => 1: b1-a1 b1-a1
	at size=4,mirror=off: a2-a1 a3-a4 b3-c3 b2-c2 d1-d2 d4-d3 b2-a2 b3-a3 b1-b2 b4-b3
	result => [1 1] [4 4] A draw, because all groups are equal

	# A whole game in which a change frees a stone, and a draw, by an independent program.
	at size=8: h3-h4 h6-h5 e4-e3 e5-e6 b1-c1 b8-c8 g6-g7 g3-g2 b5-a5 b4-a4 d7-c7 d2-c2 f1-e1 f8-e8 f3-f2 f6-f7 h1-g1 \
		h8-g8 g3-h3 g6-h6 *g7 b6-a6 b7-a7 b2-a2 g4-f4 g5-f5 b6-b7 c5-c4 e5-e4 c3-b3 g5-g4 b1-b2 c5-b5 d4-d5 c6-c5 \
		a1-b1 g6-g5 g6-g7
	result => [1 2] [18 16] Ann wins with the largest group, 18 to 16
	json => {"ended":{"key":"reason.groups.largest","args":{"High":18,"Low":16}},"groups":{"black":[16,7,5,2,1,1],"white":[18,5,4,2,1,1,1]},"last":"g6-g7","mirror":0,"mover":1,"ply":38,"rows":["WWbBbWbW","wwwBBbbW","bBBBbWWb","wwwbBbwb","bWbWwwww","BbWWwBBw","bbbWWwbB","WbwWwBwB"],"rule":true,"size":8,"turn":{"col":6,"row":5,"toCol":6,"toRow":6},"winner":0}
	at size=8: g2-f2 a5-b5 b3-c3 a7-a8 a2-a3 f4-g4 b1-a1 c5-c6 d5-d4 b8-c8 d7-c7 e5-e4 e6-f6 d2-c2 d1-e1 h8-h7 h1-g1 \
		g7-g8 f5-g5 f5-f4 f7-f8 h2-h3 d3-e3 f7-g7 d2-d3 e7-f7 e7-d7 g2-h2 e8-d8 d5-c5 c4-b4 g3-f3 e2-d2 h6-h5 e5-e6 \
		d6-d5 a6-b6 e5-f5 a7-a6 a7-b7
	result => [1 1] [10 10] A draw, because all groups are equal
	score => Largest groups: Pink~10 · Mint~10
	`)
}

// From the start there are 2·N·(N−1) turns, the pairs of neighbours.
func TestPerft(t *testing.T) {
	script().Run(t, `
	at size=6
	perft 3 => 161296
	at size=8
	perft 3 => 1195588
	at size=10
	perft 2 => 31252
	at size=12
	perft 2 => 67984
	at size=8,mirror=off
	perft 3 => 1182276
	at size=12,mirror=off
	perft 2 => 67984
	at size=26
	perft 1 => 1300
	`)
}

// The rest of the known figures.
func TestPerftInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	script().Run(t, `
	at size=4
	perft 5 => 629824
	at size=6
	perft 4 => 6992588
	at size=8
	perft 4 => 112363792
	at size=8,mirror=off
	perft 4 => 111070552
	at size=10
	perft 3|4 => 5265000|849028516
	at size=12
	perft 3|4 => 17145052|4197362984
	at size=12,mirror=off
	perft 3 => 17072476
	`)
}

// The positions have all turns that win and what is said for each, and every reason that there is has a place there.
// Every other turn loses or draws. On the boards of 4×4 White may change a stone, and in two of these only that wins.
func TestZoo(t *testing.T) {
	script().Run(t, `
	at size=4: c2-c1 c3-c4 a2-a1 a3-a4
	wins => *c3 c3-c2
	why *c3 => change It breaks the mirror, so Ben can't copy you.
	why c3-c2 => grows Your largest group grows from 4 to 5. But Ben's grows to 5.
	at size=4: b3-a3 c3-d3 b1-a1 c1-d1
	wins => *c3 c3-b3
	why *c3 => change It breaks the mirror, so Ben can't copy you.
	why c3-b3 => grows Your largest group grows from 4 to 5. But Ben's grows to 5.
	at size=4: d3-d4 a3-a4 c2-c3 b2-b3
	wins => *b2 *b3
	why *b2 => change It breaks the mirror, so Ben can't copy you.
	why *b3 => change It breaks the mirror, so Ben can't copy you.
	at size=4: c2-b2 c3-b3 d1-d2 d4-d3
	wins => *a2 *c3
	why *a2 => change It breaks the mirror, so Ben can't copy you.
	why *c3 => change It breaks the mirror, so Ben can't copy you.
	at size=6: c2-b2 e5-e4 a2-a1 f4-f3 b3-b4 a5-a6 d1-e1 e3-d3 f5-f6 c5-b5 d5-d4 a3-a4 a3-a2 f2-e2
	wins => c4-c3
	why c4-c3 => cuts It cuts Ben's largest group from 10 to 6. But yours shrinks to 4.
	at size=6: c6-b6 b4-b3 f5-f6 c3-c4 d1-c1 a5-a4 e4-d4 b2-a2 c2-d2 c5-b5 d5-d6 f2-f3 e2-e1
	wins => c2-c3
	why c2-c3 => shields Ann could have cut your largest group to 6. Now it keeps at least 7.
	at size=8: f5-f6 h2-h3 b7-b8 d6-d5 e2-e1 c1-b1 g2-f2 g5-h5 e6-e5 c7-c6 d7-e7 e3-d3 a6-a5 f4-e4 f7-g7 h8-g8 a2-a3 \
		c3-b3 g6-h6 f5-f4 f3-g3 b4-a4 b5-c5 f3-e3 g4-h4 d4-c4 d6-e6 g6-g5 b4-b5 f8-e8 c8-d8 c8-c7
	wins => d1-d2
	why d1-d2 => stops-any It keeps Ben from making a group of 10.
	at size=8: b1-c1 h6-g6 c6-c7 b2-b3 e6-d6 g5-h5 a6-a7 d4-d5 f3-e3 g3-h3 d3-d2 f4-e4 b5-a5 b8-b7 g2-f2 c3-c4 e8-e7 \
		a3-a4 g8-g7 d3-d4 g3-f3 g3-g4 c8-d8 c8-b8 g3-g2 f8-f7 f5-f6 g1-h1
	wins => g5-f5
	why g5-f5 => stops It keeps Ben from joining 17 and 7 to make 24.
	at size=6: d5-d4 a1-b1 d3-e3 d2-d1 a6-b6 c5-c4 f1-e1 a3-a4 c5-d5 c5-c6 f5-e5 b4-b3 d2-d3 b2-c2 f3-f4 f6-e6 f6-f5 \
		d2-e2 b5-a5
	wins => b5-c5
	why b5-c5 => wins It ends the game, and you win.
	at size=8: e4-d4 a7-b7 d1-e1 e3-e2 h5-h6 e5-e6 g2-h2 c1-b1 b5-c5 a3-a2 g4-g5 e4-e3 c8-b8 b6-c6 g6-g7 c7-d7 f3-g3 \
		c8-c7 c2-d2 f8-e8 b3-b2 g1-f1 f5-f4 a5-a4 c1-d1 h8-g8 d5-d6 c3-d3 f7-e7 b5-a5 c8-d8 b4-b5 b4-b3 b4-c4
	wins => c3-c2
	why c3-c2 => joins It joins your 5 and 3 to make 8. But Ben's grows to 9.
	at size=6: b5-c5 f6-f5 c4-d4 c3-b3 a4-b4 b2-a2 b1-c1 d2-d1 d5-e5 e3-d3 f3-f2 d6-e6
	wins => c3-c4
	why c3-c4 => joins-more It joins your 12 and 3 with 1 more to make 16. But Ben's grows to 11.
	at size=6: b1-c1 c3-c4 f1-f2 b6-a6 e2-d2 d6-c6 e4-e3 b4-b3 f5-e5 c5-b5 a4-a3 f4-f3 e6-f6 d4-d3 d4-e4 f5-f4 a2-a1 \
		a4-b4 d5-d4 a5-a4
	wins => d6-d5
	why d6-d5 => grows Your largest group grows from 6 to 8.
	at size=6: b1-c1 c3-c4 f1-f2 b6-a6 e2-d2 d6-c6 e4-e3 b4-b3 f5-e5 c5-b5 a4-a3 f4-f3 e6-f6 d4-d3 d4-e4 f5-f4 a2-a1 \
		a4-b4
	wins => c2-b2
	why c2-b2 => cuts It cuts Ben's largest group from 11 to 8.
	at size=6: b1-b2 f4-e4 e6-d6 a3-a2 a4-a5 b4-b3 c6-c5 a4-b4 f5-e5 e1-f1 d1-d2 b6-a6 f4-f5 f2-f3 c2-c1
	wins => d4-c4
	why d4-c4 => saves It keeps Ann from cutting your 5 to 4. But theirs grows to 16.
	at size=6: a2-a1 f2-f3 c2-c3 c5-c4 a4-a3 b2-b3 e4-d4 a5-a6 d5-d6 d2-d3 d1-c1 e5-e6 f5-f6 e4-e5 d2-d1 e1-f1 e2-d2 \
		c2-b2 a5-a4
	wins => f4-e4
	why f4-e4 => shields Ann could have cut your largest group to 7. Now it keeps at least 8.
	at size=6: c4-b4 f6-f5 d1-d2 e3-d3 c2-b2 d6-e6 e2-f2 a3-b3 b5-b6 a1-a2 f3-f4 a5-a6 f1-e1 c5-c6 c5-b5 d4-e4
	wins => d5-e5
	why d5-e5 => stops-any It keeps Ben from making a group of 15. But theirs grows to 10.
	at size=6: c6-b6 d6-e6 f5-f4 b2-b3 c2-c3 f2-f1 a4-a3 e5-e4 a6-a5 c2-b2 d3-d2 c6-d6 d5-d4 a1-a2 b5-b4 c5-c4 e2-e1 \
		c1-d1 f3-e3 f3-f2
	wins => e5-d5
	why e5-d5 => stops-any It keeps Ben from making a group of 7. But theirs grows to 6.
	at size=6: b5-c5 f6-f5 c4-d4 c3-b3 a4-b4 b2-a2 b1-c1 d2-d1 d5-e5 e3-d3 f3-f2 d6-e6 c6-b6 e1-e2 e3-f3 a5-a6 a5-a4 \
		b1-b2 e4-f4 a1-b1
	wins => c3-c4
	why c3-c4 => second-grows Your second group grows from 4 to 5. But Ben's grows to 10.
	at size=6: e4-f4 e1-f1 c6-c5 b6-b5 d1-c1 d4-d5 a2-a1 c3-c4 a4-a3 b2-b1 e2-d2 b4-b3 d4-e4 e2-e1 e2-f2 e5-f5 d3-d4 \
		a5-a6
	wins => a5-a4
	why a5-a4 => nothing
	at size=6: e2-e1 c3-c4 e4-d4 f2-f3 d5-e5 b2-b1 c2-c1 a5-a6 f2-e2 c2-b2 c6-b6 f6-f5 f1-f2 b4-b3 b5-c5
	wins => a3-a4
	why a3-a4 => breaks It breaks one of your groups of 5.
	at size=6: a2-a3 e5-e4 c6-c5 b6-a6 f1-e1 d2-d3 b3-b2 c3-c4 f3-f4 a5-a4 b5-b4 d4-d5 b1-a1 b5-a5 e6-f6 c6-b6 c3-b3 \
		f2-e2 c2-c1 f1-f2 e5-e6
	wins => c2-d2
	why c2-d2 => cuts-second It cuts Ann's second group from 5 to 4.
	at size=6: b5-b6 f4-f3 b3-a3 e1-f1 e6-f6 d4-e4 c2-d2 c5-c4 c5-b5 b2-a2 a4-b4 c1-d1 c1-c2 a1-b1 d5-e5 b3-b2 b3-c3 \
		d6-c6 d4-d5 a5-a6 d6-e6
	wins => e3-d3
	why e3-d3 => trades It gives up 3 stones, but Ann can't cut you below 7.
	at size=6: f1-f2 b4-b3 e2-e3 f6-e6 c6-c5 d4-d3 d1-e1 a5-b5 c2-c1 c3-c4 a2-a3 e5-d5 c3-c2
	wins => b2-b1
	why b2-b1 => loses Your largest group shrinks from 10 to 7 for now.

	# Turns that a level played in the middle of a game, whose reasons are smaller facts.
	at size=8: d7-e7
	why f8-f7 => threatens-any You could make a group of 8 next. But Ann's grows to 5.
	at size=8: d7-d6 a7-b7 b5-c5 f8-f7 g4-f4 g7-g6 a4-b4 f2-g2 e6-e5 b2-b3 d3-d4 h8-h7 e2-e3 a1-a2 e8-e7 e8-f8 a6-b6 \
		g1-f1
	why c2-d2 => threatens You could join 15 and 2 next, to make 17.
	at size=8: e2-e3 h2-g2 g4-f4 f6-f5 b3-c3 a5-a6 d1-d2 a1-b1 d7-d6 d4-c4 h3-g3 c5-d5 f1-f2 b6-b5 a8-b8
	why g7-f7 => nothing
	at size=8: d7-d6 a7-b7 b5-c5 f8-f7 g4-f4 g7-g6 a4-b4 f2-g2 e6-e5 b2-b3 d3-d4
	why h2-h3 => fixes It fixes h3 in your group of 28.
	at size=8: g6-f6 b2-b3 g4-f4 e3-e4 e6-e5 d2-d3 d7-c7 b4-c4 c6-d6 c1-c2 g2-f2 g3-f3 f1-e1 b8-b7 a6-b6 a5-b5 d5-c5 \
		g4-g3 a2-a1 f8-f7 c8-d8 c8-b8 g4-g5 g7-h7 h5-h4 e7-e8 e7-e6 g6-g7 a8-a7 h8-g8 h3-h2
	why h6-g6 => leaves Only 5 swaps are left then.
	at : b3-a3 h8-g8 b5-c5 c1-c2 c10-c9 c7-c6 h11-h10 i9-j9 j5-i5 e3-e4 f9-f8 e7-d7 f3-f4 g1-f1 c8-d8 k7-k8 d5-e5 k11-l11 h3-h4 d4-d3 h7-g7 l2-k2 d1-d2 h6-i6 l1-k1 b12-c12 b9-b10 f10-f11 j7-i7 e11-d11
	why f7-f6 => fixes It fixes f6 in your group of 19.
	at size=8: b7-a7 b2-b3 d3-e3 f6-f7 c8-d8 a3-a2 a6-a5 f4-g4 c2-c3 h2-h1 e2-e1 c1-b1 g2-g3 b4-c4 g8-g7 g2-h2 a8-b8 d4-d5 h7-h6 c5-b5 f1-g1 g5-f5 h3-h4
	why f2-g2 => breaks It breaks one of your groups of 6.
	at size=8: e4-d4 e7-e8 g2-g1 f2-e2 g4-f4 b2-c2 a6-a5 d8-c8 c4-c5 a7-a8 h5-h6 c7-c6 g6-g7 e1-f1 f7-f8 g3-f3 a7-a6 c1-b1 d3-d2 d6-d7 f2-g2 a3-a4 f5-e5 a7-b7 e7-f7 f6-e6 g8-h8 b4-b5 f6-g6
	why c4-b4 => stays You lead 10 to 7, and Ann can't change that next turn.
	at size=8: e2-e1 c3-d3 c4-d4 e5-f5 f7-g7 f6-e6 g6-g5 b6-b7 h5-h6 f8-e8 a4-a5 c4-c3 c4-c5 g3-h3 g4-h4 a1-a2 b1-c1 d6-c6 c2-d2 h8-h7 c8-b8 g1-h1 b3-b4 c7-d7 g2-h2 g4-g3 f1-f2 e3-f3 g1-g2 f4-g4 e3-e2 a7-a8 e4-e3 e4-f4 f8-f7
	why f8-g8 => trails Ann leads 21 to 10, and you can't change that this turn.
	at : a10-b10 e5-f5 j3-i3 j8-j7 g12-g11 h4-g4 h9-h8 k11-l11 d9-d8 h10-g10 h5-h6 f4-f3 k2-k3 k9-k8 f11-f10 e11-e12 j5-j4 d6-e6 e10-e9 j12-i12 b5-c5 j10-i10 b3-b4 e3-e2 a4-a5 a7-b7 a6-b6 d4-c4 l5-k5 h2-g2 h4-h5 g7-g6 c8-c7 k7-k6 c10-c11 i11-h11 b9-c9 j2-i2 d7-e7 c1-b1 h3-g3 l8-l9 c12-b12 e1-f1 k12-l12 f8-f7
	why h2-h3 => grows-at Your group on h3 grows from 7 to 9. It could be 33 next.
	untold slyde.why. => nothing
	`)
}
