package pentago

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// play starts a game with options as "opening=corner" and plays the moves of a line by turns.
func play(t testing.TB, options, line string) state {
	t.Helper()
	return gametest.Play[state](t, Game{}, options, line)
}

func TestContract(t *testing.T) {
	gametest.Contract(t, Game{}, cells+10, players(), "opening=free 6 8000", "opening=corner 2 1000", "twist=neutral 2 500", "swap=on 2 500",
		"opening=corner,twist=neutral 2 500")
}

func TestKept(t *testing.T) {
	gametest.Kept(t, Game{}, map[string]string{"usual": "", "corner": "opening=corner,twist=neutral"})
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "b3-Cd4", "b3", "b3 ↻ a4", "A1AA1", "z99-Cz99", "Cd4")
}

// A cell alone is understood as a turn that is legal, and listed in another spelling.
func FuzzPlay(f *testing.F) {
	f.Add("", "b3-Cd4 #k #! #~ b2")
	f.Add("opening=corner,twist=neutral", "a1 b2 #a #b !lapse ?leave !leave return")
	f.Add("twist=neutral", strings.Repeat("#m ", 36))
	f.Add("", theirs+" draw")
	f.Add("swap=on", "swap b3-Cd4 swap swap a1-Ca1")
	f.Add("", near+" d3-Ca1 d3")
	f.Fuzz(func(t *testing.T, options, moves string) {
		first, err := Game{}.Start(gametest.SetupOf(Game{}, options))
		for _, line := range strings.SplitN(moves, " ", 60) {
			if err != nil {
				return
			}
			legal := first.Legal(first.(state).Next())
			if _, cell := readCell(line); cell && !slices.Contains(legal, games.Move(line)) {
				if next, err := first.Play(first.(state).Next(), games.Move(line)); err == nil {
					after := next.(state)
					if !slices.Contains(legal, after.Last) || after.turn.Twist == NoTwist {
						t.Fatalf("Play(%q) is %q, which is not legal", line, after.Last)
					}
					line = string(after.Last)
				}
			}
			first = gametest.FuzzLine(t, first, line)
			if s := first.(state); s.pos.stones[0]&s.pos.stones[1] != 0 || s.pos.Ply() != s.Ply && !s.Swapped || s.Swapped && s.pos.Ply() != s.Ply-1 {
				t.Fatalf("after %q the board is %+v at ply %d", line, s.pos, s.Ply)
			}
		}
	})
}

func BenchmarkPlayout(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	gametest.Versus(b, 200, func() { Position{}.Playout(rng) }, func() { newPlain("free", "always").playout(rng) })
}

func BenchmarkLook(b *testing.B) {
	_, p := late(1, 20, "free", "always")
	for b.Loop() {
		look(p.stones[0], p.stones[1])
	}
}

// There are 32 lines of five different cells, each in one row, column or diagonal.
func TestLines(t *testing.T) {
	seen := map[Set]bool{}
	for i, line := range lines {
		dc, dr := line[1].Col()-line[0].Col(), line[1].Row()-line[0].Row()
		for j, c := range line {
			if c.Col() != line[0].Col()+j*dc || c.Row() != line[0].Row()+j*dr {
				t.Errorf("line %v is not straight", line)
			}
		}
		if seen[lineSets[i]] || lineSets[i].count() != five {
			t.Errorf("line %v came before, or has no five cells", line)
		}
		seen[lineSets[i]] = true
	}
	if len(seen) != 32 {
		t.Errorf("there are %d lines, want 32", len(seen))
	}
}

// The tables of lines say the same as a walk along each line.
func TestTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		own := Set(rng.Uint64()|rng.Uint64()) & all
		var fives lineMask
		var missing Set
		for i, line := range lineSets {
			switch (line &^ own).count() {
			case 0:
				fives |= 1 << i
			case 1:
				missing |= line &^ own
			}
		}
		if own.fives() != fives || own.completing() != missing || own.wins() != (fives != 0) {
			t.Fatalf("%x has fives %x and completing cells %x, want %x, %x", own, own.fives(), own.completing(), fives, missing)
		}
		var r reach
		own.reach(&r)
		for twist := range NoTwist + 1 {
			turned := own
			if twist != NoTwist {
				turned = own.twisted(twist)
			}
			for i, line := range lineSets {
				n, tally := (line & turned).count(), r[twist]
				got := int(tally.ones>>i&1 + tally.twos>>i&1*2 + tally.fours>>i&1*4)
				if free := r[twist].free()>>i&1 == 1; got != n || free != (n == 0) {
					t.Fatalf("%x after %q has %d cells on line %d, free %v, want %d", own, twist, got, i, free, n)
				}
			}
		}
	}
}

// Every number gives a different legal turn, so that an even draw of numbers is an even draw of turns, and what draw
// draws is legal too.
func TestNth(t *testing.T) {
	for seed := range uint64(20) {
		_, pos := late(seed, int(seed), []string{"free", "corner"}[seed%2], []string{"always", "neutral"}[seed/2%2])
		if pos.Over() {
			continue
		}
		drawn := map[Turn]int{}
		for n := range pos.Count() {
			drawn[pos.Nth(n)]++
		}
		if len(drawn) != pos.Count() {
			t.Fatalf("seed %d: %d different turns, want %d", seed, len(drawn), pos.Count())
		}
		rng := rand.New(rand.NewPCG(seed, 6))
		for range 50 * len(drawn) {
			turn := pos.draw(rng)
			if drawn[turn] == 0 {
				t.Fatalf("seed %d: draw gives %v, which is not legal", seed, turn.Move())
			}
			drawn[turn]++
		}
		for turn, n := range drawn { // 50 are expected, with a standard deviation of 7
			if n < 51-36 || n > 51+36 {
				t.Errorf("seed %d: %v is drawn %d times, want about 50", seed, turn.Move(), n-1)
			}
		}
	}
}

func TestPositionDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	_, start := late(1, 20, "free", "always")
	before := start
	gametest.NoAllocs(t, map[string]func(){
		"Play on a copy": func() { p := start; p.Play(p.Nth(7)) },
		"Judge":          func() { start.Judge() },
		"Playout":        func() { start.Playout(rng) },
	})
	if start != before {
		t.Error("a position changed while copies of it were played")
	}
}

// Every turn that ends in the other seat's five is asked for, with or without one's own. No other turn is.
func TestSure(t *testing.T) {
	for _, s := range []state{play(t, "", cut(theirs)), play(t, "", cut(both)), play(t, "", cut(near)),
		set(t, "a1 b1 c1 f1 f2 f3/a3 b5 c6 e5 d4").(state)} {
		for _, cell := range s.Step(s.Next(), nil).Choices {
			for _, choice := range s.Step(s.Next(), []string{cell.Value}).Choices {
				after := gametest.Move(t, s, choice.Move)
				if bad := after.Ended != nil && after.Winner() != s.Next() && after.Ended.Reason.Key != "pentago.reason.full"; bad != (choice.Sure.Key != "") {
					t.Errorf("%s gives the other a five: %v, and is asked for by %v", choice.Move, bad, choice.Sure)
				}
			}
		}
	}
}

// cut returns a line without its last move.
func cut(line string) string { return line[:strings.LastIndex(line, " ")] }

// set returns a state with stones on cells, of White before a slash and of Black behind it, whoever is to move by their
// number.
func set(t *testing.T, text string) games.State {
	t.Helper()
	var s state
	for seat, side := range strings.Split(text, "/") {
		for _, name := range strings.Fields(side) {
			c, ok := readCell(name)
			if !ok {
				t.Fatalf("%q is no cell", name)
			}
			s.pos.stones[seat] |= c.bit()
		}
	}
	s.Ply = s.pos.Ply()
	return s
}

func script() gametest.Script {
	return gametest.Script{Game: Game{}, Heard: truly, Set: set, Own: map[string]func(*testing.T, games.State, string) string{"brings": bringing}}
}

func TestScript(t *testing.T) {
	script().Run(t, strings.NewReplacer("NEAR", near, "THEIRS", theirs, "BOTH", both).Replace(`
	options => opening=free of free corner, twist=always of always neutral, swap=off of off on
	start opening=Free|opening= => pentago.refuse.opening
	start twist=never|opening=corner,twist= => pentago.refuse.twist-option
	start swap=ON|swap=yes => refuse.swap-option
	parse SWAP| swap => swap
	parse b3-Cd4|B3CD4 => b3-Cd4
	parse  b3 – a D4  => b3-Ad4
	parse b3|B3 => b3
	parse b3, ↻ a4 => b3-Ca4
	parse a1aa1 => a1-Aa1
	parse a1ca1 => a1-Ca1
	parse g7-Cb2 => g7-Cb2
	parse a10aa10 => a10-Aa10
	parse |b|3|b3-d4|b3-C|Cd4|b0-Cd4|b3-Xd4|b3-Cd4!|b3b3|@everyone|lapse|leave|draw => pentago.refuse.notation

	# The figures are 36·8, 36·8·35·8 and so on, as there is no five before the ninth stone.
	at
	perft 0|1|2|3|4 => 1|288|80640|21934080|5790597120
	line => 0
	owes => Place a stone, then twist a quarter.
	sides => White Blue
	text => 6 --- ---/5 --- ---/4 --- ---//3 --- ---/2 --- ---/1 --- ---/  abc def
	step => pentago.ask.cell 6×6 pentago.ask.quadrant ↖ up left ↗ up right ↙ down left ↘ down right: a1@0,5 a2@0,4 a3@0,3 a4@0,2 a5@0,1 a6@0,0 b1@1,5 b2@1,4 b3@1,3 b4@1,2 b5@1,1 b6@1,0 c1@2,5 c2@2,4 c3@2,3 c4@2,2 c5@2,1 c6@2,0 d1@3,5 d2@3,4 d3@3,3 d4@3,2 d5@3,1 d6@3,0 e1@4,5 e2@4,4 e3@4,3 e4@4,2 e5@4,1 e6@4,0 f1@5,5 f2@5,4 f3@5,3 f4@5,2 f5@5,1 f6@5,0
	step b2 => pentago.ask.twist Row: Aa4@0,0=b2-Aa4 Ca4@0,0=b2-Ca4 Ad4@0,0=b2-Ad4 Cd4@0,0=b2-Cd4 Aa1@0,0=b2-Aa1 Ca1@0,0=b2-Ca1 Ad1@0,0=b2-Ad1 Cd1@0,0=b2-Cd1
	step -1:|b2 Ca1|g7 => nothing
	tell b3-Cd4 => Ann placed b3, twisted ↻ up right
	at opening=corner
	perft 1|2 => 32|8960
	step => pentago.ask.corner 2×2: a1@0,1 a6@0,0 f1@1,1 f6@1,0
	owes => Place your first stone in a corner, then twist a quarter.
	moves a1 => 8: a1-Aa1 a1-Cd4
	moves a6 => 8: a6-Aa1 a6-Cd4
	moves f1 => 8: f1-Aa1 f1-Cd4
	moves f6 => 8: f6-Aa1 f6-Cd4
	play b2-Ca4 => The first stone goes in a corner. Pick a1, a6, f1 or f6.
	play b2 => The first stone goes in a corner. Pick a1, a6, f1 or f6.
	then a1-Ca1
	owes => Place a stone, then twist a quarter.
	moves => 280: a1-Aa1 f6-Cd4
	at twist=neutral
	perft 1|2 => 324|102060
	step b2 => pentago.ask.twist Row: Aa4@0,0=b2-Aa4 Ca4@0,0=b2-Ca4 Ad4@0,0=b2-Ad4 Cd4@0,0=b2-Cd4 Aa1@0,0=b2-Aa1 Ca1@0,0=b2-Ca1 Ad1@0,0=b2-Ad1 Cd1@0,0=b2-Cd1 none@-1,0=b2
	choice b2 none => no twist; b2

	# The second player may swap once, in place of their first turn. The stone stays, and the player who now has
	# Blue moves.
	at swap=on
	perft 0|1|2|3 => 1|288|80928|22014720
	json => {"corner":false,"ended":null,"last":"","mover":0,"neutral":false,"ply":0,"rows":["------","------","------","------","------","------"],"swap":true,"swapped":false,"turn":null,"winner":-1}
	moves swap => 0
	play swap => You can't swap now. Make another move.
	at swap=on: b2-Ca4
	owes => Swap colours, or place a stone and twist a quarter.
	choice swap => Swap colours; swap; You'd be White, Ann Blue. Play it?
	moves swap => 1: swap swap
	why swap => nothing
	tell swap => Ben swapped colours; swapping colours
	perft 0|1|2 => 1|281|76440
	then swap
	line => 2 Ben swaps. Ann is Blue now.
	last => Ben swaps. Ann is Blue now.
	sides => Blue White
	text => 6 --- ---/5 --- ---/4 --- ---//3 --- ---/2 -W- ---/1 --- ---/  abc def
	json => {"corner":false,"ended":null,"last":"swap","mover":1,"neutral":false,"ply":2,"rows":["------","------","------","------","-W----","------"],"swap":false,"swapped":true,"turn":{"cell":"b2","twist":"Ca4"},"winner":-1}
	moves swap => 0
	moves => 280: a1-Aa1 f6-Cd4
	play swap => You can't swap now. Make another move.
	at swap=on: b2-Ca4 e2-Ca4
	sides => White Blue
	moves swap => 0
	# Whoever has White then wins with it.
	at swap=on: a1-Aa4 swap f6-Aa4 b1-Aa4 f5-Aa4 d1-Aa4 f4-Aa4 e1-Aa4 f3-Aa4
	then c1
	shown Fives => [{{a1 e1} 1}]
	result => [2 1] [0 1] Ben wins with five in a row, a1 to e1

	# Clockwise, a stone on a1 alone stands after Ca1 on a3, and one on a2 on b3.
	at : a1-Ca1
	shown Now => a3
	text => 6 --- ---/5 --- ---/4 --- ---//3 W-- ---/2 --- ---/1 --- ---/  abc def
	at : a2-Ca1
	shown Now => b3
	at : a1-Aa1
	shown Now => c1
	at : e5-Cd4
	shown Now => e5
	at : f6-Ad4
	shown Now => d6
	at : d4-Ca1
	shown Now => d4
	# A player may twist back the quadrant that the other has just twisted.
	at : a1-Ca1 f6-Aa1
	text => 6 --- --B/5 --- ---/4 --- ---//3 --- ---/2 --- ---/1 W-- ---/  abc def
	at : a1-Ca1 e5-Ad1
	json => {"corner":false,"ended":null,"last":"e5-Ad1","mover":1,"neutral":false,"ply":2,"rows":["------","----B-","------","W-----","------","------"],"turn":{"cell":"e5","twist":"Ad1"},"winner":-1}
	at opening=corner,twist=neutral: a1-Ca1
	view => {"cells":["-","-","-","-","-","-","-","-","-","-","-","-","W","-","-","-","-","-","-","-","-","-","-","-","-","-","-","-","-","-","-","-","-","-","-","-"],"ply":1,"toMove":1,"last":"a1-Ca1","mover":0,"ended":null,"winner":-1,"turn":{"cell":"a1","twist":"Ca1"},"now":"a3","corner":false,"neutral":true,"fives":null}
	at : b3-Cd4
	line => 1 Ann places b3, turns ↻ up right
	then e5-Aa1
	line => 2 Ben places e5, turns ↺ down left

	# White is to move, and d3 wins. A button says that it makes five, and the move is said by its cell, since the
	# reason for it says the rest.
	at : NEAR
	text => 6 --- -B-/5 BB- W-W/4 WBB -WB//3 --- --B/2 W-W ---/1 WWB ---/  abc def
	play g1-Ca4|a7 => g1 isn't on this board. Pick a cell from a1 to f6.|a7 isn't on this board. Pick a cell from a1 to f6.
	play f4-Ca4 => f4 is taken. Pick an empty cell.
	play d3-Ca4 => d3 wins at once, so nothing is twisted. Type just d3.
	play d1 => d1 alone doesn't win. Twist a quarter too, like d1-Ca1.
	play d1-Cb2|d1-Cd7 => b2 isn't a quarter. Twist a1, a4, d1 or d4.|d7 isn't a quarter. Twist a1, a4, d1 or d4.
	play d1-ca4|D1-Ca4 => “d1-ca4” isn't a move. Type one like b3-Cd4. C twists the quarter clockwise, A anticlockwise.|“D1-Ca4” isn't a move. Type one like b3-Cd4. C twists the quarter clockwise, A anticlockwise.
	play d1ca4 => “d1ca4” isn't a move. Type one like b3-Cd4. C twists the quarter clockwise, A anticlockwise.
	play nothing => “nothing” isn't a move. Type one like b3-Cd4. C twists the quarter clockwise, A anticlockwise.
	play 1:d1-Ca4 => Not yet. It's Ann's turn.
	step => pentago.ask.cell 6×6 pentago.ask.quadrant ↖ up left ↗ up right ↙ down left ↘ down right: a3@0,3 a6@0,0 b2@1,4 b3@1,3 b6@1,0 c3@2,3 c5@2,1 c6@2,0 d1@3,5 d2@3,4 d3@3,3=d3 d4@3,2 d6@3,0 e1@4,5 e2@4,4 e3@4,3 e5@4,1 f1@5,5 f2@5,4 f6@5,0
	choice d3 => d3, five in a row; d3
	choice d4 => d4
	step d3|f4|1: => nothing
	choice d1 Ca1 => ↻ down left; d1, ↻ down left
	shown Picked d1 => d1
	shown Now => f4
	shown Fives => []
	outcomes d1 => 8
	tell d3 => Ann placed d3
	then d3
	line => 17 Ann places d3
	result => [1 2] [1 0] Ann wins with five in a row, b1 to f5
	perft 0|1 => 1|0
	shown Fives => [{{b1 f5} 0}]

	# A placement that makes five wins at once: nothing may be turned then, and its text has no twist.
	set a1 b2 c3 d4/a2 a3 a4 f1
	moves e5 => 1: e5 e5
	then e5
	result => [1 2] [1 0] Ann wins with five in a row, a1 to e5

	# Six in a row win too, and are one line.
	set a1 b1 c1 d1 f1/a3 b4 c5 d6 f6
	then e1
	shown Fives => [{{a1 f1} 0}]
	result => [1 2] [1 0] Ann wins with six in a row, a1 to f1

	# After the twist both sides are judged. If only the other side has five, it wins: here d2 and d3 come to e1 and d1.
	set a1 b1 c1 d2 d3/a6 b6 c5 f6
	then f5-Ad1
	result => [1 2] [1 0] Ann wins with five in a row, a1 to e1, by Ben's twist
	set a1 b1 c1 f1 f2 f3/a3 b5 c6 e5 d4
	choice e4 Cd1 => ↻ down right; e4, ↻ down right; This gives Ann six in a row, which wins. Play it?
	at : a3-Ca4 e5-Aa1 a2-Cd1 d2-Ca1 f3-Ad1 b6-Ad1 d5-Aa1 e2-Ca4 e1-Aa1 c2-Cd1 a1-Cd4
	choice f2 Ad1 => ↺ down right; f2, ↺ down right; This gives Ann five in a row, which wins. Play it?
	at : THEIRS
	text => 6 --- -W-/5 --B -B-/4 --- ---//3 --- -B-/2 --B -BB/1 WWW WW-/  abc def
	result => [1 2] [1 0] Ann wins with five in a row, a1 to e1, by Ben's twist
	perft 0|1 => 1|0
	at : BOTH
	text => 6 WWW WWB/5 WBW WW-/4 -B- ---//3 -BB ---/2 WBB -B-/1 WB- -BB/  abc def
	result => [1 1] [0 0] A draw. You both made five in a row
	# A game of another program.
	at : c1-Aa4 b6-Ad4 d1-Aa1 b5-Aa4 a4-Ca4 b1-Cd4 f5-Aa4 d4-Cd1 b6-Aa1 f6-Ad4 a6-Aa1 c3-Ad1 d2-Ad4 e5-Ad1 d6-Ca4 \
		e6-Ca4 f3-Ad1 a6-Aa1 a5-Aa4 d1-Ca1 f4-Ad4 b2-Ad1 b1-Cd1 c1-Aa1 a1-Aa1 c2-Ad4 e2-Aa4 c6-Ad4 e3
	result => [1 2] [1 0] Ann wins with five in a row, b3 to f3
	# A full board without five is a draw. Its last stone has its twist, which counts: one of the eight wins.
	at : c1-Aa1 b2-Aa4 e6-Ad4 d4-Ca1 d6-Aa4 e6-Cd1 e4-Aa4 a6-Ca1 a4-Ad4 e2-Aa1 d6-Ca1 c5-Aa1 f6-Cd1 c4-Cd1 e1-Ad4 b3-Ad4 \
		a3-Cd1 c6-Ca4 a5-Aa1 c1-Ad4 d3-Aa4 b3-Cd1 b6-Aa4 e1-Cd4 a3-Ad4 e5-Cd4 d1-Ca1 f1-Ad4 b5-Ca4 f2-Ca1 d3-Ca4 b6-Cd1 \
		a2-Ca4 e3-Aa1 a2-Aa1
	moves => 8: f5-Aa1 f5-Cd4
	choice f5 Ca4 => ↻ up left; f5, ↻ up left
	choice f5 Cd1 => ↻ down right; f5, ↻ down right
	then f5-Aa1
	text => 6 BWW WBW/5 BWB WBB/4 BWB BWW//3 WWB WBW/2 BBW BBW/1 WBW BBW/  abc def
	result => [1 1] [0 0] A draw, because the board is full

	# With twist=neutral a twist may be left out while a quadrant is empty or has one stone in its middle, after the
	# placement. Here d4 is empty, and the others have one in the middle. Each stone leaves one quadrant fewer.
	at twist=neutral: b2-Ca4 e2-Aa4 b5-Ca1 e5
	text => 6 --- ---/5 -W- -B-/4 --- ---//3 --- ---/2 -W- -B-/1 --- ---/  abc def
	at twist=neutral: b2-Ca4 e2-Aa4 b5-Ca1 e5-Cd4
	text => 6 --- ---/5 -W- -B-/4 --- ---//3 --- ---/2 -W- -B-/1 --- ---/  abc def
	at twist=neutral: b2-Ca4 e2-Aa4 b5-Ca1
	moves a1 => 9: a1 a1-Cd4
	then a1
	moves a6 => 9: a6 a6-Cd4
	then a6
	moves f1 => 9: f1 f1-Cd4
	then f1
	moves f6 => 8: f6-Aa1 f6-Cd4
	play f6 => f6 alone doesn't win. Twist a quarter too, like f6-Ca1.

	# With twist=always a cell alone is understood while a quadrant is neutral: as the clockwise twist of the first one
	# in the order a1, a4, d1, d4, which changes nothing.
	at : b2
	line => 1 Ann places b2, turns ↻ down left
	at : a1-Ca1 d1-Ca1
	moves b2 => 8: b2-Aa1 b2-Cd4
	text => 6 --- ---/5 --- ---/4 --- ---//3 --W ---/2 --- ---/1 --- B--/  abc def
	then b2
	line => 3 Ann places b2, turns ↻ up left
	text => 6 --- ---/5 --- ---/4 --- ---//3 --W ---/2 -W- ---/1 --- B--/  abc def
	at : a1-Ca1 a6-Ca1 d1-Ca1 e5-Ca1 b2
	line => 5 Ann places b2, turns ↻ up right
	at : a1-Ca4 a6-Ca1 f1-Ca4 f6-Ca1
	play b2 => b2 alone doesn't win. Twist a quarter too, like b2-Ca1.

	say pentago.why.grows By=@0 Count=4 From=a1 To=e1 => Ann has 4 in the line a1 to e1. It can still be five.
	say pentago.why.grows.twist By=@0 Count=3 From=a1 To=e1 => The twist gives Ann 3 in the line a1 to e1. It can still be five.
	say pentago.why.opens By=@0 Count=3 From=a1 To=e1 => The twist opens the line a1 to e1. Ann has 3 in it.
	say pentago.why.prepares By=@0 => Ann could have four in a line next turn.
	`))
}

// In the first positions one turn does what no other does, but for those that lead to the same board. Playing through
// all turns has confirmed each. Hard finds it, and what looks at each turn once finds those that win at once or save it.
func TestZoo(t *testing.T) {
	script().Run(t, `
	at : f1-Cd1 e4-Aa1 e1-Ca1 f3-Aa1 c1-Ca4 b1-Ad1 f3-Ad1 f5-Cd1 c2-Ad1 d4-Cd1 d1-Aa1
	brings b1 => wins now
	why b1 => wins It makes five from b1 to f5 and wins.
	at : c1-Aa1 b4-Cd1 c2-Ca4 a4-Aa4 a6-Ad1 d4-Cd1 c6-Ca4 c5-Aa4 d3-Aa4 a1-Cd1 e2-Ad4 e4-Ca4 d4-Aa4 e3-Cd4 b5-Ad1 \
		e6-Ad1
	brings c4-Cd1 => wins now
	why c4-Cd1 => wins.twist The twist makes five from a6 to e2 and wins.
	at : c6-Ca4 d5-Ad4 c5-Aa4 a4-Cd1 c3-Ca4 d4-Aa4 e2-Cd4 b2-Ca1 c3-Ca4 f6-Aa4
	brings c2-Ca4 => wins now
	why c2-Ca4 => wins.twist The twist makes five from c1 to c5 and wins.
	at : f1-Ad4 a5-Ca4 f2-Cd1 c6-Ad1 c1-Cd1 d6-Cd1 e6-Ad4 e4-Ca4 a5-Cd1 c3-Aa1 d6-Cd4 f5-Ca1 d3-Aa1 b3-Ca1 c6-Cd4
	brings d6-Aa4 => wins now
	why d6-Aa4 => wins.twist The twist makes five from b6 to f6 and wins.
	at : b5-Aa4 f3-Ca1 e6-Ca4 e2-Ad1 e5-Cd1 e3-Ad1 e1-Ad4 e4-Cd4
	brings c5-Ad4 => wins next
	why c5-Ad4 => forced It threatens a5. If Ben takes a5 ↻ down left, f5 wins.
	at : d2-Ca4 a6-Cd1 e5-Cd1 b2-Ca4 a5-Aa4 e2-Ad1 b5-Aa4 d2-Ca4
	brings d5-Aa4 => wins next
	why d5-Aa4 => forced It threatens a5. If Ben takes a5 ↻ down left, f5 wins.
	at : e4-Cd4 b6-Ca4 a2-Cd1 c3-Aa4 b2-Ca4 f6-Cd1 b5-Ca1 f5-Ca1 f2-Aa1 f1-Ca1
	brings b4-Aa1 => wins next
	why b4-Aa1 => forced It threatens b1. If Ben takes b1 ↻ down left, b6 ↺ down left wins.
	at : b6-Ca4 d2-Cd1 c4-Ad1 f2-Aa1 b1-Aa1 c3-Cd1 b4-Aa1 e5-Ca1 e4-Aa1 d4-Ca1 b2-Aa1 a2-Ca1
	brings b5-Aa1 => wins next
	why b5-Aa1 => forced It threatens b1. If Ben takes b1 ↻ down left, b6 ↺ down left wins.
	at : b3-Aa1 b3-Ca1 c3-Aa1 b2-Aa1 c1-Aa1 b3-Ca4 e1-Ca1 f4-Ca1 e3-Aa1 e4-Cd4 b5-Cd4 d1-Ad4 f4-Ad4
	brings d2-Cd4 => wins next
	why d2-Cd4 => forced It threatens e2. If Ann takes e2 ↻ down left, d3 wins.
	at : e4-Cd4 b3-Ca4 e5-Ca4 b5-Cd4 e2-Aa1 f1-Ad1 b3-Aa4 a6-Ca4 b4-Ad1 e3-Ca1 e4-Ad1
	brings e3-Ad4 => saves itself
	why e3-Ad4 => stops.together Ann threatens e3, five e2 to e6. Stone and twist stop it.
	at : d3-Ad1 c1-Aa1 b5-Ad4 b3-Aa1 e1-Ad4 f3-Ad4 e2-Cd1 c6-Cd1 d3-Ad4 f1-Ad1 e1-Aa1 f2-Cd1 b4-Cd1 e4-Ad1
	brings c1-Ca1 => saves itself
	why c1-Ca1 => stops.together Ben threatens c1, six a1 to f1. Stone and twist stop it.
	at : d4-Ad4 d1-Ad4 b1-Ca1 b6-Cd4 b2-Cd4 e1-Ad4 e5-Cd4 c3-Aa4 c2-Ad1 a3-Ca1 b4-Ad1 b5-Ad1 c4-Cd1 c2-Aa1
	brings d3-Ca1 => saves itself
	why d3-Ca1 => stops.together Ben threatens d3, six a3 to f3. Stone and twist stop it.
	at : a1-Ca1 c6-Ca4 a2-Aa4 d5-Cd4 a4-Cd4 a5-Ad4 b4-Ca4 a4-Aa4 f5-Cd4 c5-Ad4 c2-Cd4 b5-Aa1 e5-Aa1 b3-Ca4 b2-Ad4 \
		d4-Ca1 e4-Aa1 d6-Ad4
	brings e4-Cd4 => saves itself
	why e4-Cd4 => stops.together Ben threatens e4, six a4 to f4. Stone and twist stop it.

	# Turns of hard that are not the only ones.
	at : e1-Aa1 e4-Cd4 d6-Aa4 b3-Ad1 f4-Ca1 e6-Cd4 f3-Cd4 a5-Cd4 a2-Cd1 a1-Cd1 c4-Ad1 b4-Aa4 f4-Ca1 a4-Ad1 e5-Ad1 \
		c3-Cd1 a1-Cd1 b6-Ca1 b1-Cd1 f1-Aa4 a1-Ca1
	why b2-Aa1 => both It stops Ann's five and threatens a2 to e6 with b3 ↻ up right.
	at : a4-Ad1 d3-Aa1 e2-Ca1 e5-Cd1 c6-Ca1 f1-Aa1 b5-Aa1 b3-Ca4 d6-Aa4 d2-Ca4 f2-Ca1 f4-Ca1 e1-Ad4 e4-Aa4 c1-Cd4
	why d3-Cd4 => stops Ann threatens d3 ↻ up left, five a6 to e2. This stops it.
	at : b6-Ca1 c1-Ca4 b3-Ca1 f2-Ad4 f5-Ad4 d4-Ad1 d3-Ad1 e4-Ad1 b2-Ca1 e5-Ad4 a4-Ad1 a1-Cd4 e1-Aa1 d1-Aa4 c5-Cd4 \
		f4-Aa4 d2-Ca4 f1-Aa1 a1-Ad4 b4-Ca1 f4-Ca1
	why c2-Ca1 => stops.twist Ann threatens a5 ↺ up left, five a5 to e1. The twist stops it.
	at : a2-Ca1 a3-Aa1 d2-Cd4 a5-Cd1 b1-Aa1 b2-Ad1 e1-Cd1 e5-Cd1 c4-Ad4 a2-Ca1 c1-Aa1 e2-Cd1
	why c5-Ad1 => threatens It threatens c6, five c2 to c6. Ben must stop it.
	at : e6-Aa4 b6-Cd4 b2-Aa1 a5-Aa4 f3-Aa1 d1-Aa4 c2-Aa1 d6-Aa4 c4-Ca1 d3-Cd4 a1-Ca1 b4-Ad4 f1-Cd4
	why f2-Cd4 => threatens.twist The twist threatens e3 ↻ up right, five b6 to f2. Ann must stop it.
	at : a4-Ad1 d4-Ad1 d5-Aa1 c5-Aa1 b2-Ca1 a5-Ad1 b5-Cd4 f1-Cd4 a1-Aa4 c2-Ca1
	why c5-Ca1 => grows You have 3 in the line b5 to f5. It can still be five.
	at : a4-Ca1 e2-Aa1 f1-Aa1 a3-Ad4 d2-Ad4 b3-Cd4 c2-Cd4 f5-Aa4 a6-Cd1
	why c3-Ad1 => grows.twist The twist gives you 3 in the line a3 to e3. It can still be five.
	at : e3-Ca1 b5-Aa4 e2-Ad1 b2-Ad4 e5-Cd1
	why e4-Cd1 => denies Ann could have four in a line next turn. This stops it.
	at : b6-Aa1 c4-Ca1 e5-Ca4 a5-Aa4
	why e4-Ca4 => prepares You could have four in a line next turn.
	at :
	why e5-Ca1 => middle e5 is the middle of a quarter, so no twist moves it.
	at : b2-Ca1 a1-Ad4 e2-Aa1
	why b1-Aa1 => blocks It blocks Ann's 2 in the line a2 to e2.
	at : b2-Ca1 a1-Ad4 e2-Aa1 c2-Ca4 b1-Aa1
	why a2-Ca4 => blocks It blocks Ann's 3 in the line a2 to e2.
	# The stone does not stay where the line was.
	why a2-Ca1 => blocks.twist The twist breaks up Ann's 3 in the line a2 to e2.
	at : d3-Ca1 a1-Ad4 d2-Ca1 c2-Aa4 d4-Ca4 a2-Cd1 d5-Ad1
	why c5-Ca1 => loses Ann can win with d1, five d1 to d5.
	at : d2-Aa4 d5-Aa4 d3-Aa4 a1-Aa4
	why b6-Ad4 => opens The twist opens the line d1 to d5. You have 2 in it.
	untold pentago.why. => nothing
	`)
}
