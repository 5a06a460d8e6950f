package chess

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/games"
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
	gametest.Contract(t, Game{}, 2000, players, "start=usual 1 500", "start=960 1 500")
}

func TestKept(t *testing.T) {
	gametest.Kept(t, Game{}, map[string]string{"usual": ""})
}

func TestCourse(t *testing.T) { gametest.Course(t, Game{}) }

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "e2e4", "E2-E4", "O-O", "0-0-0", "e8=Q", "Nf3", "e7e8q", "claim", "12. Nf3", "--")
}

// Whatever is played, the key follows from the position, and a position in FEN is the same one.
func FuzzPlay(f *testing.F) {
	gametest.FuzzPlay(f, Game{}, func(t *testing.T, s state) {
		if p, err := readFEN(s.pos.FEN()); err != nil || p != s.pos {
			t.Fatalf("%s is read as %+v, %v, want %+v", s.pos.FEN(), p, err, s.pos)
		}
	}, []string{"start=usual", "start=960"}, "e2e4 e7e5 #k #! #~", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 claim f3g1 f6g8 claim",
		"#z #a draw draw", "e2e4 !lapse ?leave !leave return", "O-O a1a1 e7e8q")
}

func BenchmarkPerft(b *testing.B) {
	pos, p := newPosition(usual), newPlain("rnbqkbnr")
	gametest.Versus(b, 50, func() { pos.Perft(3) }, func() { p.sequences(3) })
}

func BenchmarkThink(b *testing.B) { gametest.Think(b, Game{}, "start=usual") }

// Every number has another order of pieces, with the king between the rooks and bishops on both colours, and the usual
// order has the one that it is known by.
func TestDrawnOrders(t *testing.T) {
	met := map[[8]Kind]bool{}
	for n := range orders {
		order := drawn(n)
		at := map[Kind][]int{}
		for col, kind := range order {
			at[kind] = append(at[kind], col)
		}
		if r, k, b := at[Rook], at[King], at[Bishop]; len(r) != 2 || len(k) != 1 || len(b) != 2 || len(at[Queen]) != 1 || len(at[Knight]) != 2 ||
			r[0] > k[0] || k[0] > r[1] || (b[0]+b[1])%2 == 0 {
			t.Fatalf("number %d has %v", n, order)
		}
		met[order] = true
	}
	if len(met) != orders || drawn(518) != usual {
		t.Errorf("there are %d orders, and number 518 has %v", len(met), drawn(518))
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	p := newPosition(usual)
	s := newSearcher([]Key{p.key}, search.Budget{Playouts: 1 << 30}, 0)
	search := func() { s.value(&p, 5, 0, -mate, mate, true) }
	search() // makes room for the turns
	gametest.NoAllocs(t, map[string]func(){"a search": search})
}

// A search finds each mate in so many moves, and says how far it is.
func TestSearchFindsMates(t *testing.T) {
	for fen, plies := range map[string]worth{
		"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1":                            1,
		"7k/R7/1R6/8/8/8/8/6K1 w - - 0 1":                                  1,
		"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1":                                3, // Morphy
		"2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1": 3,
		"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1":   5,
	} {
		p, err := readFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		s := newSearcher([]Key{p.key}, search.Budget{Playouts: 300_000}, 1)
		if got := s.root(p, 0, rand.New(rand.NewPCG(1, 2)))[0].worth; got != mate-plies {
			t.Errorf("%s is worth %d, want a mate in %d plies", fen, got, plies)
		}
	}
}

// What taking wins is what the plain way finds, which tries all that may take back, where no check and no pin forbids that.
func TestGain(t *testing.T) {
	rng, looked := rand.New(rand.NewPCG(3, 4)), 0
	for range 60 {
		p := newPosition(usual)
		for range 60 {
			all := p.turns(nil, false)
			if len(all) == 0 {
				break
			}
			for _, turn := range all {
				if clear := true; p.takes(turn) && !p.castles(turn) && turn.becomes() == Pawn {
					want, got := exchange(p, turn, &clear), p.gain(turn)
					if clear && got != want {
						t.Fatalf("%s: %s wins %d, want %d", p.FEN(), p.move(turn), got, want)
					}
					looked += 1 - strings.Count(fmt.Sprint(clear), "false")
				}
			}
			p.Play(all[rng.IntN(len(all))])
		}
	}
	if looked < 300 {
		t.Errorf("only %d turns took something", looked)
	}
}

// exchange returns what a turn wins if the least piece takes back, and so on, each time if that pays.
func exchange(p Position, turn Turn, clear *bool) worth {
	won, next := worth(0), p
	if p.sides[1-p.mover].has(turn.to()) {
		won = early[p.kindAt(turn.to())]
	} else {
		won = early[Pawn]
	}
	if turn.becomes() != Pawn {
		won += early[turn.becomes()] - early[Pawn]
	}
	next.Play(turn)
	if next.checks() != 0 || next.pinned(next.king(0), 0)|next.pinned(next.king(1), 1) != 0 {
		*clear = false
	}
	least, by := King+1, Turn(0)
	for _, t := range next.turns(nil, true) {
		if k := next.kindAt(t.from()); t.to() == turn.to() && k < least {
			least, by = k, t
		}
	}
	if least > King {
		return won
	}
	return won - max(0, exchange(next, by, clear))
}

func TestOpponent(t *testing.T) {
	g := Game{}
	gametest.Steps(t, g, 1.5, map[int]int{64: 300_000})
	thinkers := gametest.Thinkers(g.Table(), search.Budget{Playouts: 500})
	gametest.Beats(t, g, gametest.SetupOf(g, "start=960"), thinkers["a thinker"], thinkers[search.Beginner], 6, 5)
	gametest.Players(t, g, set(t, "7k/R7/1R6/8/8/8/8/6K1 w - - 0 1").View(0))
	gametest.Curve(t, g, &chances)
	gametest.HalfGreedy(t, g, gametest.Play[state](t, g, "", "e2e4 d7d5 b1c3 d8d6 c3b5 c8g4"), func(s games.State) int {
		v := s.View(0).(View)
		return v.Points(s.(state).Mover) - v.Points(1-s.(state).Mover)
	})
}

func set(t *testing.T, fen string) games.State {
	s, err := Game{}.FromPosition(fen)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestScript(t *testing.T) {
	gametest.Script{Game: Game{}, Set: set, Own: map[string]func(*testing.T, games.State, string) string{
		"read": func(_ *testing.T, s games.State, text string) string {
			m, err := s.(state).Read(s.ToMove()[0], games.Straight(text))
			var r *games.Refusal
			if errors.As(err, &r) {
				return fmt.Sprint(r.Text.Key, " ", r.Text.Arg("Which"))
			}
			return string(m)
		},
		"gets": func(t *testing.T, s games.State, m string) string {
			told := Game{}.Tell(s.View(0), s.ToMove()[0], games.Move(m))
			return strings.TrimSpace(gametest.Say(t, Game{}, told.Gets, told.Lets))
		},
		"pgn": func(_ *testing.T, s games.State, _ string) string { return s.(state).Notation() },
		"fen": func(_ *testing.T, s games.State, _ string) string { return s.View(0).(View).Position },
	}}.Run(t, script)
}

const script = `
	options => start=usual of usual 960
	start start=x|start= => refuse.option.value
	parse e2e4|E2-E4|e2 – e4|e2xe4|1. e2e4 => e2e4
	parse e7e8q|e7-e8=Q|E7E8q|e7e8(Q) => e7e8q
	parse O-O|0-0|o-o|O–O|OO|0-0+ => O-O
	parse O-O-O|0-0-0|O—O—O => O-O-O
	parse claim|Claim a draw => claim
	parse Nf3|e4|draw|e9e4|lapse|@everyone| => chess.refuse.notation

	at
	text => 8 rnbqkbnr/7 pppppppp/6 --------/5 --------/4 --------/3 --------/2 PPPPPPPP/1 RNBQKBNR/  abcdefgh
	signs => PNBRQK are White's pawns, knights, bishops, rooks, queen and king. Small letters are Black's.
	line => 0
	last => nothing
	owes => Move a piece.
	score => Material: White 39 · Black 39
	warns => nothing
	sides => White Black
	fen => rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0
	step => chess.ask.piece Row: b1@1,7 g1@6,7 a2@0,6 b2@1,6 c2@2,6 d2@3,6 e2@4,6 f2@5,6 g2@6,6 h2@7,6
	labels => knight b1; knight g1; pawn a2; pawn b2; pawn c2; pawn d2; pawn e2; pawn f2; pawn g2; pawn h2
	shorts => Nb1; Ng1; a2; b2; c2; d2; e2; f2; g2; h2
	step g1 => chess.ask.square Row: f3@5,5=g1f3 h3@7,5=g1h3
	labels g1 => to f3; to h3
	shorts g1 => Nf3; Nh3
	step x|g1 x|g1 f3|g1 f3 q|e3 => nothing
	read Nf3|nf3|Ngf3|N1f3|g1f3|knight f3|♘f3|Nf3!? => g1f3|g1f3|g1f3|g1f3|g1f3|chess.refuse.notation <nil>|chess.refuse.notation <nil>|g1f3
	read e4|E4|e2e4|1.e4|e2-e4|Pe4 => e2e4
	read Nd5|e5|Bc4|O-O|zz => chess.refuse.nothing <nil>|chess.refuse.nothing <nil>|chess.refuse.nothing <nil>|O-O|chess.refuse.notation <nil>
	play e2e5 => The pawn on e2 can't go there. Try e3 or e4.
	play e1e2 => The king on e1 can't move now. Try Na3, Nc3, Nf3 or Nh3.
	play e4e5 => No piece of yours stands on e4. Try Na3, Nc3, Nf3 or Nh3.
	play O-O => You can't castle there now.
	play claim => There's no draw to claim now.
	play Nf3 => “Nf3” isn't a move. Type one like e2e4.
	play e2E4 => “e2E4” isn't a move. Type one like e2e4.
	play 1:e7e5 => Not yet. It's Ann's turn.
	then e2e4
	view => {"position":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0","past":["1449fae48964c5e6"],"from":"e2","to":"e4","san":"e4","ply":1,"toMove":1,"last":"e2e4","mover":0,"ended":null,"winner":-1}
	json => {"ended":null,"from":"e2","last":"e2e4","mover":0,"past":["1449fae48964c5e6"],"ply":1,"position":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0","rows":["rnbqkbnr","pppppppp","--------","--------","----P---","--------","PPPP-PPP","RNBQKBNR"],"san":"e4","to":"e4","toMove":1,"winner":-1}
	line => 1 Ann e4
	last => Ann plays e4, the pawn from e2 to e4.
	tell e7e5 => Ben played e5

	at : e2e4 e7e5 g1f3 b8c6 f1c4 f8c5
	read 0-0|O–O|oo|e1g1|e1h1|Kg1 => O-O|O-O|O-O|O-O|O-O|chess.refuse.only <nil>
	choice e1 O-O => castles with the rook on h1; O-O
	then O-O
	fen => r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5
	last => Ann castles, O-O.
	then c5f2
	last => Ben plays Bxf2+. The bishop from c5 takes on f2.

	pgn => [Result "*"]//1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Bxf2+ *

	# A pawn is taken in passing, at once or never.
	at : e2e4 a7a6 e4e5 d7d5
	read exd6|exd6 e.p.|ed|ed6|e5d6|exd => e5d6|e5d6|chess.refuse.notation <nil>|e5d6|e5d6|chess.refuse.notation <nil>
	then e5d6
	text => 8 rnbqkbnr/7 -pp-pppp/6 p--P----/5 --------/4 --------/3 --------/2 PPPP-PPP/1 RNBQKBNR/  abcdefgh
	last => Ann plays exd6. The pawn from e5 takes on d6.
	at : e2e4 a7a6 e4e5 d7d5 a2a3 a6a5
	play e5d6 => The pawn on e5 can't go there. Try e6.

	# A pawn becomes what its player says.
	set 7r/P5P1/8/8/8/8/k7/2K5 w - - 0 1
	step g7 => chess.ask.square Row: g8@6,0 h8@7,0
	choice g7 h8 => takes on h8
	step g7 h8 => chess.ask.becomes Row: q@7,0=g7h8q r@7,1=g7h8r b@7,2=g7h8b n@7,3=g7h8n
	labels g7 h8 => a queen; a rook; a bishop; a knight
	echoes g7 h8 => gxh8=Q; gxh8=R; gxh8=B; gxh8=N
	read gxh8=Q|gh8Q|g7h8q|gxh8N|gxh8=k => g7h8q|g7h8q|g7h8q|g7h8n|chess.refuse.notation <nil>
	read a8|a7a8|g8 => chess.refuse.several [a8=Q+ a8=R+ a8=B a8=N]|chess.refuse.several [a8=Q+ a8=R+ a8=B a8=N]|chess.refuse.several [g8=Q+ g8=R g8=B+ g8=N]
	then g7h8n
	pgn => [SetUp "1"]/[FEN "7r/P5P1/8/8/8/8/k7/2K5 w - - 0 1"]/[Result "*"]//1. gxh8=N *
	last => Ann plays gxh8=N. The pawn from g7 takes on h8. The pawn becomes a knight.
	line => 1 Ann gxh8=N

	# Several pieces of a kind go to a square.
	set 4k3/8/8/8/R6R/8/8/R3K3 w - - 0 1
	read Rd4|Rad4|R4a3|R1a3|Ra3|Rhd4|Ra1d1 => chess.refuse.several [Rad4 Rhd4]|a4d4|a4a3|a1a3|chess.refuse.several [R1a3 R4a3]|h4d4|a1d1
	shorts a4 => R4a2; R4a3; Rab4; Rac4; Rad4; Rae4+; Raf4; Rag4; Ra5; Ra6; Ra7; Ra8+
	play h4h9 => “h4h9” isn't a move. Type one like e2e4.
	play h4a1 => The rook on h4 can't go there. Try Rh1, Rh2, Rh3 or Rhb4.

	# A check must be answered, and a pinned piece stays in its line.
	set 4k3/8/8/8/7b/4r3/3N4/R3K3 w Q - 0 1
	warns => Ann's king is in check.
	play a1b1 => Your king is in check. Try Kd1 or Kf1.
	read O-O-O => O-O-O
	set 4k3/4r3/8/8/8/8/4N3/R3K3 w Q - 0 1
	play e2c3 => The knight on e2 can't move now. Try Kd1, Kf1, Kd2 or Kf2.
	play O-O-O => plays

	# The ends.
	at : f2f3 e7e5 g2g4 d8h4
	result => [2 1] [0 1] Ben wins by checkmate
	last => Ben plays Qh4#, the queen from d8 to h4.
	tell e2e4 => nothing
	set 7k/5Q2/8/8/8/8/8/K7 b - - 0 1
	result => [1 1] [0 0] A draw by stalemate
	set 8/8/4k3/8/8/2B5/8/K1b5 w - - 0 1
	result => [1 1] [0 0] A draw, as nobody can give mate any more
	set 8/8/4k3/8/8/2B5/8/Kb6 w - - 0 1
	then a1b1
	result => [1 1] [0 0] A draw, as nobody can give mate any more
	set 8/8/4k3/8/8/2N5/8/KN6 w - - 0 1
	result => goes on
	at : g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1
	legal => [a7a5 a7a6 b7b5 b7b6 b8a6 b8c6 c7c5 c7c6 claim d7d5 d7d6 e7e5 e7e6 f6d5 f6e4 f6g4 f6g8 f6h5 g7g5 g7g6 h7h5 h7h6 h8g8]
	step => chess.ask.piece Row: f6@5,2 b8@1,0 h8@7,0 a7@0,1 b7@1,1 c7@2,1 d7@3,1 e7@4,1 g7@6,1 h7@7,1 claim@-1,0=claim
	choice claim => Claim a draw; ; The position comes for the third time. Do you claim a draw?
	read claim => claim
	tell claim => Ben claimed a draw; claiming a draw
	why claim => claim It ends the game as a draw.
	then claim
	result => [1 1] [0 0] A draw, claimed as the position comes three times
	last => Ben claims a draw.
	line => 8 Ben claims a draw
	at : g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8
	result => [1 1] [0 0] A draw, as the position has come five times
	set 4k3/8/8/8/8/8/4P3/R3K3 w Q - 98 80
	play claim => There's no draw to claim now.
	then a1a2
	choice claim => Claim a draw; ; 50 moves went without a pawn or a taken piece. Do you claim a draw?
	then claim
	result => [1 1] [0 0] A draw, claimed after 50 moves without progress
	set 4k3/8/8/8/8/8/4P3/R3K3 w Q - 149 80
	then a1a2
	result => [1 1] [0 0] A draw after 75 moves without progress
	set 7k/8/6K1/8/8/8/8/R7 w - - 149 80
	then a1a8
	result => [1 2] [1 0] Ann wins by checkmate
	pgn => [SetUp "1"]/[FEN "7k/8/6K1/8/8/8/8/R7 w - - 149 1"]/[Result "1-0"]//1. Ra8# 1-0

	# Time that runs out loses, unless the other side has only its king.
	set 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
	then lapse
	result => [1 1] [0 0] A draw, as time ran out against a king alone
	set 4k3/8/8/8/8/8/4P3/4K3 b - - 0 1
	then lapse
	result => [1 2] [1 0] Ben ran out of time, so Ann wins

	# Positions.
	at start=960: leave
	pgn => [Variant "Chess960"]/[SetUp "1"]/[FEN "brnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BRNQKBNR w KBkb - 0 1"]/[Result "0-1"]//0-1
	fen => brnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BRNQKBNR w KBkb - 0

	# Every reason that there is.
	at
	why e2e4 => centre It takes room in the middle of the board.
	why g1f3 => develops It brings a knight into play.
	why a2a3 => nothing
	at : e2e4 e7e6 b1c3 d7d5
	why a2a3 => keeps It keeps Ben's bishop from b4.
	at : e2e4 e7e5 g1f3 b8c6 f1c4 f8c5
	why O-O => castles It brings the king to safety and a rook into play.
	at : e2e4 e7e5 d1h5 b8c6 f1c4 g8f6
	why h5f7 => mates It's checkmate.
	why h5e5 => nothing
	gets h5e5 => Ben can win a queen on e5 now.
	at : e2e4 e7e5 b1c3 d8g5 g1f3 g5g6 c3d5 f8c5
	why d5c7 => forks-king It gives check and attacks the rook on a8 at once.
	gets a2a3 => Ben can win a pawn on e4 now.
	at : e2e4 d7d5
	why e4d5 => trades It trades a pawn for a pawn.
	why e4e5 => saves It saves the pawn, which was attacked.
	at : e2e4 d7d5 e4d5
	why d8d5 => retakes It takes back a pawn.
	at : e2e4 d7d5 e4d5 d8d5 b1c3
	why d5a5 => saves It saves the queen, which was attacked.
	why d5d2 => nothing
	set 4k3/8/8/3b4/8/2n5/8/R3K3 b Q - 0 1
	why c3e4 => nothing
	set 4k3/7p/8/8/8/8/P6R/4K3 w - - 0 1
	why h2h1 => nothing
	why h2e2 => checks It gives check, and the king must move.
	why a2a4 => passes It moves a pawn on that no other pawn can stop.
	why e1e2 => comes It brings the king to the middle, where it helps now.
	why h2h7 => wins It wins a pawn.
	set r3k3/P7/8/1N6/8/8/8/4K3 w - - 0 1
	why b5c7 => forks-king It gives check and attacks the rook on a8 at once.
	set 4k3/P7/8/1N6/8/8/8/4K3 w - - 0 1
	why a7a8q => promotes The pawn becomes a queen.
	set r3k3/2p5/8/1N6/8/8/8/4K3 w - - 0 1
	why b5c7 => forks-king It gives check and attacks the rook on a8 at once.
	set r5k1/3p4/8/1N6/8/8/8/4K3 w - - 0 1
	why b5c7 => attacks It attacks the rook on a8.
	set 4k3/3p4/4q3/1N6/8/8/4R3/4K3 w - - 0 1
	why b5d4 => attacks It attacks the queen on e6.
	set 4k3/8/8/4r3/3N4/8/8/4K3 w - - 0 1
	why d4f3 => nothing
	at : e2e4 d7d5
	why e4d5 => trades It trades a pawn for a pawn.
	set 6k1/7p/8/8/8/8/P6R/4K3 w - - 0 1
	why h2c2 => opens It gives the rook an open column.
	set 4k3/8/8/4r3/8/4N3/8/R3K3 w - - 0 1
	why a1a3 => protects It saves the knight on e3, which was attacked.
	gets a1h1 => nothing
	at : f2f3 e7e5
	gets g2g4 => Ben can give checkmate now.
	set 4k3/8/1r3r2/8/8/4N3/8/4K3 w - - 0 1
	why e3d5 => forks It attacks the rook on b6 and the rook on f6.
	at : e2e4 e7e5 f1c4 b8c6 d1h5
	why g7g6 => stops It stops checkmate on f7.
	why g8h6 => stops It stops checkmate on f7.
	why g8f6 => nothing
	set 4r1k1/8/8/8/8/4r3/8/2K5 w - - 0 1
	why c1d2 => comes It brings the king to the middle, where it helps now.
	at : e2e4 e7e5 f1c4 b8c6
	why d1h5 => threatens It threatens checkmate on f7.
	why d2d3 => frees It lets the bishop on c1 out.
	set 4k3/3n4/8/8/8/8/8/4KB2 w - - 0 1
	why f1b5 => pins It pins the knight on d7 to the king.
	set 4k3/8/4p3/8/8/8/3R4/3K4 w - - 0 1
	why d2e2 => attacks It attacks the pawn on e6.
	# A queen that is taken back forks nothing.
	set 3qk3/8/8/2n5/8/8/8/2KQ4 w - - 0 1
	why d1d8 => trades It trades a queen for a queen.
	set 6k1/5ppp/8/8/8/8/R7/1R4K1 w - - 0 1
	why b1b8 => mates It's checkmate.
	set 2r3k1/5ppp/8/8/8/8/3R4/3R2K1 w - - 0 1
	why d2d8 => forces Whatever Ben plays, checkmate follows.
	set 7K/8/8/8/8/8/1k5P/N7 w - - 0 1
	why h8g8 => least Something is lost after every move. After this it's only the knight on a1.
	set 6r1/8/8/8/8/8/8/k6K w - - 0 1
	why h1h2 => only It's the only move.
	set 4r2k/8/8/8/8/8/8/4K3 w - - 0 1
	why e1d1 => escapes Only 4 moves end the check.
	set 4k3/8/8/8/3n4/8/8/R3K3 w - - 0 1
	why a1c1 => unforks It keeps Ben's knight from c2, where it would attack two pieces.
	set 4r2k/8/8/8/8/4N3/3P4/4K3 w - - 0 1
	why e1d1 => unpins It frees the knight on e3 from a pin.
	# A guard of what nothing attacks is no reason.
	set 4k3/8/8/8/4P3/8/8/R3K3 w - - 0 1
	why a1a4 => nothing
	set 4r1k1/8/8/8/8/4N3/3P4/3K4 w - - 0 1
	why e3f5 => leaves The rook on e8 attacked the knight. There nothing does.
	set 4k2r/8/8/8/8/8/7P/R5K1 w k - 0 1
	why a1e1 => checks-castle It gives check. The king must move, and can't castle any more.
	set 6k1/5ppp/6n1/8/8/8/R7/6K1 w - - 0 1
	why a2a8 => checks-once It gives check. Only Nf8 answers it.
	# A check saves no pawn that is attacked after its answer too, and attacks nothing that was attacked before.
	set rnb1k1r1/ppq1bppp/3p4/1P6/6P1/P2B3N/R1P2P1P/3QK2R b K - 0 1
	why c7c3 => nothing
	set N1b3Q1/pp2k3/3p4/1P3Bpp/1P4P1/4P3/R1P2P1P/4K2R w - - 0 1
	why g8g7 => checks It gives check, and the king must move.
	set 4k3/8/8/8/4p3/8/6N1/4K3 w - - 0 1
	why g2e3 => blocks It stops the pawn on e4.
	set 4k3/8/8/8/8/8/N7/R3K3 w - - 0 1
	why a2b4 => lines It opens lines for the rook on a1.
	set 4k3/8/8/8/8/7N/P7/4K3 w - - 0 1
	why h3f4 => reaches The knight reaches 8 squares there, up from 4.
	untold chess.why. => nothing
`

// A position is written for other programs as UCI has it, with the number of the move.
func TestUCI(t *testing.T) {
	s := games.State(newState(newPosition(usual)))
	for i, want := range []string{
		"fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
	} {
		if got := s.View(games.Spectator).(games.UCI).UCI(); got != want {
			t.Errorf("after %d moves it is %q, want %q", i, got, want)
		}
		next, err := s.Play(games.Seat(i%2), []games.Move{"e2e4", "e7e5", "g1f3"}[i])
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
}
