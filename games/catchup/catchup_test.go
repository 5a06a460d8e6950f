package catchup

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

var (
	_ search.Teller  = Game{}
	_ games.Reasoner = Game{}
)

// play starts a game and plays plies, which [games.Line] reads.
func play(t testing.TB, size int, bonus Bonus, plies string) state {
	t.Helper()
	return gametest.Play[state](t, Game{}, fmt.Sprintf("size=%d,bonus=%s", size, bonus), plies)
}

func TestContract(t *testing.T) {
	gametest.Contract(t, Game{}, MaxCells, players(search.Budget{Playouts: 60}), "size=2,bonus=match 6 1500", "size=2,bonus=overtake 3 1500",
		"size=2,bonus=quiet 6 1500", "size=3,bonus=match 2 1000", "size=3,bonus=overtake 1 1000", "size=3,bonus=quiet 2 1000",
		"size=4,bonus=match 2 800", "size=4,bonus=overtake 1 400", "size=5,bonus=match 2 700", "size=5,bonus=quiet 1 400",
		"size=7,bonus=overtake 1 200")
}

func TestKept(t *testing.T) {
	gametest.Kept(t, Game{}, map[string]string{"match5": "size=5,bonus=match", "overtake4": "size=4,bonus=overtake", "quiet5": "size=5,bonus=quiet"})
}

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, Game{}, "e5", "a4,c7,i5", "I5 a4 ,C7", "a1,a1", "z99z98z97", "a")
}

func FuzzPlay(f *testing.F) {
	gametest.FuzzPlay(f, Game{}, func(*testing.T, state) {}, []string{"size=3,bonus=match", "size=2,bonus=quiet", "size=3,bonus=overtake", "size=2,bonus=match"},
		"c3 b2,c4 #k #! #~", "b2 b2 !lapse ?leave !leave return", "#a #b #c !a1 #d #e draw draw", "a1 b2,c2 b1,b3,c1 a2")
}

func BenchmarkPlayout(b *testing.B) {
	for size := tableMin; size <= tableMax; size++ {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			start, rng := newPosition(size, match), rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				p := searched{start}
				p.Playout(rng)
			}
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	p := newPosition(4, match)
	for b.Loop() {
		p.Perft(3)
	}
}

func BenchmarkThink(b *testing.B) {
	gametest.Think(b, Game{}, "size=4,bonus=match", "size=5,bonus=match", "size=7,bonus=match", "size=5,bonus=quiet")
}

// BenchmarkLegal lists the moves of the largest board that a table offers, of which there are 317,874.
func BenchmarkLegal(b *testing.B) {
	s := play(b, tableMax, match, "g7 a1,a2")
	for b.Loop() {
		s.Legal(0)
	}
}

// What the example's words say of its groups and stones is so.
func TestExampleInWords(t *testing.T) {
	e := Game{}.Example()
	s, _, err := games.Replay(Game{}, e.Setup, e.Log)
	if err != nil {
		t.Fatal(err)
	}
	v := s.View(0).(View)
	want := fmt.Sprintf("Green's has %d stones, Rose's %d. Rose has just placed stones on %s,", v.Groups[0][0], v.Groups[1][0], strings.Join(v.Stones, " and "))
	if got := gametest.Say(t, Game{}, e.Alt); !strings.Contains(got, want) || v.Limit != 3 || v.largest(1) <= v.Before[1] {
		t.Errorf("the example is described as %q, want %q, and that three stones may be placed, not %d", got, want, v.Limit)
	}
}

func script() gametest.Script {
	return gametest.Script{Game: Game{}, Own: map[string]func(*testing.T, games.State, string) string{
		// the stones that are allowed before each turn of a line
		"allows": func(t *testing.T, s games.State, line string) (all string) {
			for _, m := range strings.Fields(line) {
				all += fmt.Sprint(s.(state).limit())
				s = gametest.Move(t, s, games.Move(m))
			}
			return all
		},
		// the turns that win by plain search
		"wins": func(t *testing.T, s games.State, _ string) string {
			var all []string
			pos := s.(state).pos
			pos.each(func(turn Turn, _ *position) {
				if winsAfter(pos, turn) {
					all = append(all, string(pos.shape.move(turn)))
				}
			})
			return strings.Join(all, " ")
		},
		// what the thinker plays by each seed
		"finds": func(t *testing.T, s games.State, _ string) (found string) {
			v := s.View(0).(View)
			for seed := range uint64(2) {
				turn := decide(v.position(), search.Budget{Playouts: 6000}, rand.New(rand.NewPCG(seed, 1)))
				if m := string(v.move(turn)); found == "" {
					found = m
				} else if m != found {
					t.Errorf("the thinker plays %s and %s", found, m)
				}
			}
			return found
		},
	}}
}

func TestScript(t *testing.T) {
	script().Run(t, `
	options => size=5 of 4 5 6 7, bonus=match of match overtake quiet
	start size=1|size=10|size=05|size=|size=five|size=-5 => catchup.refuse.size
	start bonus=|bonus=Match|bonus=none => catchup.refuse.bonus
	start size=2|size=9 => starts
	parse c3 => c3
	parse a4,c7,i5|I5 A4,c7| i5 ,a4, c7 |c7a4i5 => a4,c7,i5
	parse a 4 c 7 => a4,c7
	parse a10,a9 => a9,a10
	parse b1,a10 => a10,b1
	parse z26 => z26
	parse a1, => a1
	parse |,|a|a0|a01|4a|a1-a2|a100|a1,a2,a3,a4|a1;a2|ä1|lapse|draw => catchup.refuse.notation
	parse a1,a1|b2,a1,B2 => catchup.refuse.twice

	at size=5,bonus=match: i4 e6,g4
	play j1|q1 => There's no row j. Pick a row from a to i.|There's no row q. Pick a row from a to i.
	play a6|a9 => a6 isn't on this board. Row a has the cells 1 to 5.|a9 isn't on this board. Row a has the cells 1 to 5.
	play i6 => i6 isn't on this board. Row i has the cells 1 to 5.
	play e10 => e10 isn't on this board. Row e has the cells 1 to 9.
	play i4 => i4 has a stone already. Pick an empty cell.
	play a1,e6 => e6 has a stone already. Pick an empty cell.
	play a1,a2,a3 => You may place at most 2 stones now. Leave one out.
	play a2,a1|A1|a1, a2 => “a2,a1” isn't a move. Type one to three cells, like e5.|“A1” isn't a move. Type one to three cells, like e5.|“a1, a2” isn't a move. Type one to three cells, like e5.
	play a1,a1 => You named a1 twice. Name each cell once.
	play here => “here” isn't a move. Type one to three cells, like e5.
	play 1:a1 => Not yet. It's Ann's turn.
	at size=5,bonus=quiet: a1
	play c3,c4 => Two stones may not make the largest group grow past 1. Place one, or two elsewhere.

	# Each row of the board as text begins and ends with the names of its first and its last cell.
	at size=3,bonus=match: c3 b2,c4 c2,e3
	text => e1   - - G e3/d1  - - - - d4/c1 - G G R - c5/b1  - R - - b4/a1   - - - a3
	at size=9,bonus=match
	text => q1         - - - - - - - - - q9/p1        - - - - - - - - - - p10/o1       - - - - - - - - - - - o11/n1      - - - - - - - - - - - - n12/m1     - - - - - - - - - - - - - m13/l1    - - - - - - - - - - - - - - l14/k1   - - - - - - - - - - - - - - - k15/j1  - - - - - - - - - - - - - - - - j16/i1 - - - - - - - - - - - - - - - - - i17/h1  - - - - - - - - - - - - - - - - h16/g1   - - - - - - - - - - - - - - - g15/f1    - - - - - - - - - - - - - - f14/e1     - - - - - - - - - - - - - e13/d1      - - - - - - - - - - - - d12/c1       - - - - - - - - - - - c11/b1        - - - - - - - - - - b10/a1         - - - - - - - - - a9
	moves => 217: a1 q9
	at size=7,bonus=match: g7 a1,a2
	longest => 14
	at size=2,bonus=match
	json => {"before":[1,1],"bonus":"match","ended":null,"groups":{"black":[],"white":[]},"last":"","limit":1,"mover":0,"rows":["--","---","--"],"size":2,"stones":null,"turn":0,"winner":-1}
	line => 0
	owes => You begin with one stone.
	perft 1 => 7
	then a1
	perft 2 => 276
	then b2,c2
	json => {"before":[1,1],"bonus":"match","ended":null,"groups":{"black":[2],"white":[1]},"last":"b2,c2","limit":3,"mover":1,"rows":["-B","-B-","W-"],"size":2,"stones":["b2","c2"],"turn":2,"winner":-1}
	view => {"size":2,"cells":"AQAAAgAAAg==","bonus":"match","groups":[[1],[2]],"before":[1,1],"limit":3,"stones":["b2","c2"],"ply":2,"toMove":0,"last":"b2,c2","mover":1,"ended":null,"winner":-1}
	then leave
	json => {"before":[1,1],"bonus":"match","ended":{"key":"reason.leave","args":{"Player":0}},"groups":{"black":[2],"white":[1]},"last":"leave","limit":0,"mover":0,"rows":["-B","-B-","W-"],"size":2,"stones":["b2","c2"],"turn":2,"winner":1}
	at size=4,bonus=match: b1 d1,d2
	moves => 6579: a1 g4
	at size=5,bonus=match: b1 d1,d2
	moves => 32567: a1 i5

	# Before each turn it is said how many stones may be placed, and why: by the names of the players, and before the
	# groups, since a notification shows only the beginning.
	at size=5,bonus=match
	score => Ann begins with one stone. Largest groups: Green~0 · Rose~0
	then e5
	score => Ben may place up to two stones. Largest groups: Green~1 · Rose~0
	line => 1 Ann e5
	last => Ann places e5.
	play a3,a4,a5 => You may place at most 2 stones now. Leave one out.
	then a1,a2
	score => Ben grew to 2 and leads. Ann may place up to three stones. Largest groups: Green~1 · Rose~2
	line => 2 Ben a1, a2
	owes => Ben grew to 2 and leads. You may place up to three stones.
	step => catchup.ask.row Row: i@0,0 h@0,0 g@0,0 f@0,0 e@0,0 d@0,0 c@0,0 b@0,0 a@0,0
	step e => catchup.ask.cell Row: 1@0,0 2@0,0 3@0,0 4@0,0 6@0,0 7@0,0 8@0,0 9@0,0
	step e 6 => catchup.ask.more Row: enough@-1,0=e6 i@0,0 h@0,0 g@0,0 f@0,0 e@0,0 d@0,0 c@0,0 b@0,0 a@0,0
	# While a turn is made, its stones are in the groups, so the score says nothing that the last turn earned. The
	# question does.
	asks => Ben grew to 2 and leads. You may place up to three stones. Which row?
	score e => Largest groups: Green~1 · Rose~2
	score e 6 e 7 => Largest groups: Green~3 · Rose~2
	tell a4,c7,i5 => Ann placed a4, c7, i5
	tell leave => nothing
	then a4,c7,i5
	line => 3 Ann a4, c7, i5
	at size=5,bonus=match: e5 leave
	line => 2 Ben resigned
	at size=5,bonus=match: e5 lapse
	line => 2 Ben ran out of time
	at size=5,bonus=match: 1:draw
	line => 1 A draw was agreed
	at size=5,bonus=match: e5 a1,a2 e6,i1
	score => Ann grew to 2 and draws level. Ben may place up to three stones. Largest groups: Green~2 · Rose~2
	at size=5,bonus=match: e5 a1,a2 e7,i1 a3
	score => Ben grew to 3 and leads. Ann may place up to three stones. Largest groups: Green~1 · Rose~3
	then e6,i2
	score => Ann grew to 3 and draws level. Ben may place up to three stones. Largest groups: Green~3 · Rose~3
	at size=5,bonus=match: e5 a1,a2 e7,i1 a3,a4 e6
	score => Ann grew to 3 but trails. Ben may place up to two stones. Largest groups: Green~3 · Rose~4
	at size=5,bonus=overtake: e5 a1,a2
	score => The largest group grew to 2. Ann may place up to three stones. Largest groups: Green~1 · Rose~2
	then e6,i1
	score => The largest group is still 2. Ben may place up to two stones. Largest groups: Green~2 · Rose~2
	at size=5,bonus=quiet: e5
	score => Ben may place two stones if the largest group stays 1. Otherwise it's one. Largest groups: Green~1 · Rose~0
	at size=2,bonus=match: a1 b2,c2 b1,b3,c1
	score => Ben fills the last cell. Largest groups: Green~3 · Rose~2
	at size=2,bonus=match: c2 a1,b2 a2,b3
	score => Ann grew to 3 and leads. Ben may place up to two stones. Largest groups: Green~3 · Rose~2
	at size=2,bonus=overtake: c2 a1,b1 a2,b3
	score => The largest group grew to 3. Ben may place up to two stones. Largest groups: Green~3 · Rose~2
	at size=2,bonus=quiet: b2 a2,c2
	score => Ann may place one stone. Two would make the largest group grow. Largest groups: Green~1 · Rose~1

	# A whole game, with the stones that are allowed turn by turn.
	at size=5,bonus=match
	allows i4 e6,g4 d4,g1 e5,i3 a4,c7,i5 a2,d7,e8 b3,f1 f6,g6 c2,e1,g2 b5,h4,i1 a3,e3 d1,d6 e2,e7,f5 c3,d2 \
		a5,h3 f8,i2 f4,f7,g7 d5,e4 a1,e9,f3 b1,c6 f2,h1,h6 b2,c4 c5,h2,h5 d3,d8 c1,g3,g5 b4 b6 => 122233223322322232323232321
	then i4 e6,g4 d4,g1 e5,i3 a4,c7,i5 a2,d7,e8 b3,f1 f6,g6 c2,e1,g2 b5,h4,i1 a3,e3 d1,d6 e2,e7,f5 c3,d2 \
		a5,h3 f8,i2 f4,f7,g7 d5,e4 a1,e9,f3 b1,c6 f2,h1,h6 b2,c4 c5,h2,h5 d3,d8 c1,g3,g5 b4 b6
	json => {"before":[22,22],"bonus":"match","ended":{"key":"reason.groups.rank","args":{"Equal":1,"High":6,"Low":5,"Rank":2}},"groups":{"black":[22,5],"white":[22,6,2,1,1,1,1]},"last":"b6","limit":0,"mover":0,"rows":["BBBWW","WWWBWW","WWWBWBW","WWWWWBWB","WWWBBBWBW","BBBWBBBB","WWBBWBW","BBWBBW","WBWWW"],"size":5,"stones":["b6"],"turn":27,"winner":0}
	result => [1 2] [22 22] The largest groups are equal. Ann wins with the second group, 6 to 5

	# Black's two stones and White's three both make two: that earns a third stone under match alone.
	at size=5,bonus=match: i4 e6,g4 d4,g1 e5,i3
	shown Limit => 3
	then a4,c7,i5
	shown Limit => 3
	at size=5,bonus=overtake: i4 e6,g4 d4,g1 e5,i3
	shown Limit => 3
	then a4,c7,i5
	shown Limit => 2

	# What earns a third stone: a single stone is no growth, growth that leads or draws level earns one, and growth that
	# stays behind, of a smaller group, or of another group by a leader does not.
	at size=5,bonus=match: a1
	shown Limit => 2
	then i1,i2
	shown Limit => 3
	then a2,e5
	shown Limit => 3
	at size=5,bonus=match: a1 i1,i2 a2,a3 e5,i4
	shown Limit => 2
	at size=5,bonus=match: a1 i1,i2 a2,a3 e5,e6
	shown Limit => 2
	then c1,c2
	shown Limit => 2
	at size=5,bonus=match: a1 i1,i2 a2,a3,a4 g1,g2
	shown Limit => 2
	at size=5,bonus=match: a1 i1,i2 a2,a3,a4 i3
	shown Limit => 2
	then e5
	shown Limit => 2
	at size=5,bonus=match: a1 i1,i2 e5 g1,g2 a2,a3 c4,g3,g4
	shown Limit => 3
	# Under overtake the largest of all must grow.
	at size=5,bonus=overtake: a1
	shown Limit => 2
	then i1,i2
	shown Limit => 3
	then a2,e5
	shown Limit => 2
	at size=5,bonus=overtake: a1 i1,i2 a2,a3
	shown Limit => 3
	at size=5,bonus=overtake: a1 i1,i2 a2,a3,a4 i3,i4
	shown Limit => 2
	at size=5,bonus=quiet: a1 i1,i3 a3,a5
	shown Limit => 2

	# Under quiet two stones may not make the largest group of the board larger, even if each alone does not, and one
	# stone always may.
	at size=5,bonus=quiet: a1 i1,i3
	play a2|b1|c3,e5|a3,a5 => plays
	play a2,e5|a2,a3|c3,c4 => Two stones may not make the largest group grow past 1. Place one, or two elsewhere.
	play a1 => a1 has a stone already. Pick an empty cell.
	play a3,a5,e5 => You may place at most 2 stones now. Leave one out.
	at size=5,bonus=quiet: a1 i1 a2
	play e5,i2 => plays
	play i2,i3 => Two stones may not make the largest group grow past 2. Place one, or two elsewhere.
	# The limit is 1 where no two stones may be placed.
	at size=2,bonus=quiet: b2 a2,c2
	shown Limit => 1
	moves => 4: a1 c1
	# No turn has more stones than there are empty cells, and nobody passes. No full board is a draw.
	at size=2,bonus=match: a1 b2,c2 b1,b3,c1
	shown Limit => 1
	moves => 1: a2 a2
	play  => “” isn't a move. Type one to three cells, like e5.
	then a2
	shown Limit => 0
	score => Largest groups: Green~3 · Rose~3
	result => [1 2] [3 3] The largest groups are equal. Ann wins with the second group, 1 to 0

	at size=3,bonus=match
	step => catchup.ask.row Row: e@0,0 d@0,0 c@0,0 b@0,0 a@0,0
	step a => catchup.ask.cell Row: 1@0,0=a1 2@0,0=a2 3@0,0=a3
	step 1:|-1:|f|a 4|a 1 => nothing
	then c3
	step c => catchup.ask.cell Row: 1@0,0 2@0,0 4@0,0 5@0,0
	step c 3|c 1 c 1|c 1 enough => nothing
	step c 1 => catchup.ask.more Row: enough@-1,0=c1 e@0,0 d@0,0 c@0,0 b@0,0 a@0,0
	step c 1 c => catchup.ask.cell Row: 2@0,0=c1,c2 4@0,0=c1,c4 5@0,0=c1,c5
	step c 5 a => catchup.ask.cell Row: 1@0,0=a1,c5 2@0,0=a2,c5 3@0,0=a3,c5
	then b2,b3
	step e 3 a 1 => catchup.ask.more Row: enough@-1,0=a1,e3 e@0,0 d@0,0 c@0,0 b@0,0 a@0,0
	step e 3 a 1 c => catchup.ask.cell Row: 1@0,0=a1,c1,e3 2@0,0=a1,c2,e3 4@0,0=a1,c4,e3 5@0,0=a1,c5,e3
	step b 1 b 4 => catchup.ask.more Row: enough@-1,0=b1,b4 e@0,0 d@0,0 c@0,0 a@0,0
	at size=2,bonus=match: a1 b2,c2 b1,b3,c1
	step => catchup.ask.row Row: a@0,0
	step a => catchup.ask.cell Row: 2@0,0=a2
	at size=3,bonus=quiet: c3
	step a => catchup.ask.cell Row: 1@0,0 2@0,0 3@0,0
	step a 1 a => catchup.ask.cell Row: 3@0,0=a1,a3
	step a 1 b => catchup.ask.cell Row: 3@0,0=a1,b3 4@0,0=a1,b4
	at size=5,bonus=match: e5 a1,a2
	step a 4 c 7 i => catchup.ask.cell Row: 1@0,0=a4,c7,i1 2@0,0=a4,c7,i2 3@0,0=a4,c7,i3 4@0,0=a4,c7,i4 5@0,0=a4,c7,i5
	step i 5 c 7 a => catchup.ask.cell Row: 3@0,0=a3,c7,i5 4@0,0=a4,c7,i5 5@0,0=a5,c7,i5
	step c 7 a 4 i => catchup.ask.cell Row: 1@0,0=a4,c7,i1 2@0,0=a4,c7,i2 3@0,0=a4,c7,i3 4@0,0=a4,c7,i4 5@0,0=a4,c7,i5
	shown Picked i 5 c|Row i 5 c => [i5]|c

	at size=5,bonus=match
	why d4 => alone One stone isn't growth, so Ben earns no third stone.
	then e5
	why c1|c1,g1 => alone One stone isn't growth, so Ann earns no third stone.|alone Stones apart aren't growth, so Ann earns no third stone.
	why c1,c2 => nothing
	then a1,a2
	why e6,e7 => grows You grow to 3 and take the lead. But Ben may place three.
	why c1 => stays You stay at 1, so Ben earns no third stone.
	why e6 => nothing
	why leave|1:c1 => nothing
	at size=5,bonus=match: e5 a1,a2 e8 a3
	why c1,c2 => nothing
	at size=5,bonus=match: e5 a1,a2 e6,e8 a3 e9
	why a5 => stays You stay at 3, so Ann earns no third stone. You could make 5 next.
	why a4 => grows You grow to 4 and still lead. But Ann may place three.
	at size=5,bonus=match: e5 a1,a2 e6,e8 a3,a4 e9
	why e7 => stops It keeps Ann from a group of 5 and a third stone.
	at size=5,bonus=match: e5 a1,a2 i1 a4,a5
	why a3,e6 => stops It keeps Ben from a group of 5. But you grew, so they may place three.
	# a stone on b2 would join them too
	at size=5,bonus=match: e5 a1,a2 i1 c1,c2
	why b1,f1 => stays You stay at 1, so Ben earns no third stone.
	at size=5,bonus=match: e5 a1,a2 e6,e8,e9 a3,a4
	why e7 => joins You join groups to make 5 and take the lead. But Ben may place three.
	why e1,e2 => stays You stay at 2, so Ben earns no third stone.
	why e5 => nothing
	say catchup.why.grows By=@0 Player=@1 Size=3 Ahead=3 Still=0 Level=0 Behind=0 Third=3 => Ann grows to 3 and takes the lead. But Ben may place three.
	say catchup.why.grows By=@1 Player=@0 Size=4 Ahead=4 Still=1 Level=0 Behind=0 Third=3 => Ben grows to 4 and still leads. But Ann may place three.
	say catchup.why.grows By=@0 Player=@1 Size=2 Ahead=0 Still=0 Level=1 Behind=0 Third=3 => Ann grows to 2 and draws level. But Ben may place three.
	say catchup.why.joins By=@0 Player=@1 Size=5 Ahead=5 Still=0 Level=0 Behind=0 Third=3 => Ann joins groups to make 5 and takes the lead. But Ben may place three.
	say catchup.why.stops By=@0 Player=@1 Size=5 Ahead=0 Still=0 Level=0 Behind=3 Third=3 => It keeps Ben from a group of 5. But Ann grew, so they may place three.
	say catchup.why.grows By= Player=@1 Size=4 Ahead=0 Still=1 Level=0 Behind=0 Third=2 => You grow to 4. Ben earns no third stone.
	`)
}

// The known numbers of sequences of turns.
func TestPerft(t *testing.T) {
	script().Run(t, `
	at size=2,bonus=match
	perft 3|4|5|6 => 1920|10386|21120|17640
	at size=2,bonus=overtake
	perft 3|4|5|6 => 1920|10254|20856|17640
	at size=2,bonus=quiet
	perft 2|3|4 => 87|432|1914
	at size=3,bonus=match
	perft 2|3 => 3249|847518
	at size=3,bonus=overtake
	perft 3 => 847518
	at size=3,bonus=quiet
	perft 2|3 => 2535|165588
	at size=4,bonus=match
	perft 2|3 => 24642|33558210
	at size=4,bonus=overtake
	perft 3 => 33558210
	at size=5,bonus=match
	perft 2 => 111630
	at size=5,bonus=overtake
	perft 2 => 111630
	at size=5,bonus=quiet
	perft 1|2 => 61|102426
	`)
}

// The figures that take seconds.
func TestPerftInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	script().Run(t, `
	at size=3,bonus=match
	perft 4 => 278207256
	at size=3,bonus=overtake
	perft 4 => 201279600
	at size=4,bonus=match
	perft 4 => 94839488388
	at size=4,bonus=overtake
	perft 4 => 50039729268
	at size=5,bonus=match
	perft 3|4 => 475213494|5195237863788
	`)
}

// In the first positions one turn wins and all others lose.
func TestZoo(t *testing.T) {
	script().Run(t, `
	at size=3,bonus=match: c3 b2,c4 b3,d2 a1,d1,e2 d3,e1 a2,a3,b4
	finds => b1,c2,d4
	wins => b1,c2,d4
	why b1,c2,d4 => stops It keeps Ben from a group of 8. But you grew, so they may place three.
	at size=3,bonus=overtake: c3 a2,c4 b2,b3 d2,d3,e3 c2 b1,d1
	finds => b4,c1,c5
	wins => b4,c1,c5
	why b4,c1,c5 => stops It keeps Ben from a group of 7. But you grew, so they may place three.
	at size=3,bonus=quiet: a1 a3,b2 b3,c5 c3 d2,d3 b4,d1 c4
	finds => c2,e1
	wins => c2,e1
	why c2,e1 => grows You grow to 5 and draw level.
	at size=4,bonus=match: e2 c4,e5 c2,d4 b1,d5 b2,e3,f5 a3,c1,c6 f3,f4 a1,a2,d3 d2,e6 c3,d6,d7 b3,b4 a4,b5,d1 \
		c5,e4,g1
	finds => e1,f1
	wins => e1,f1
	why e1,f1 => grows You grow to 18 and still lead. But Ann may place three.
	at size=4,bonus=overtake: d3 e4,f2 c3,c4 b5,c5,f1 d5,e5 d6,e6,f4 f5 b2,b3,e1 b1,c2 d1,d2,f3 g3,g4 b4,e2,e3 c1,g2
	finds => a1,d4,g1
	wins => a1,d4,g1
	why a1,d4,g1 => shuts It shuts in Ann's group of 12 and gives no third stone.
	at size=4,bonus=quiet: g2 b1,d4 c4 e3 f5,g3 d5 c5,f2 e5 d3,e6 b2 e2 c3 f4 d6,f1 d7 c6,d1 c2 c1 a2,e1 d2 b5,g4
	finds => b3
	wins => b3
	why b3 => grows You grow to 13 and take the lead.
	at size=5,bonus=quiet: f5 f6,i4 c5,g2 e2,e5 c1,d4 e6 e1,f3 a1 a3,g4 a2,b3 c6,d8 d2,h1 e3,i1 d5 b4,c3 d3,h5 e4 c4 \
		g3 b2,f8 c2 g6 e8,h3 e7 i2 d7,g1 c7,h6 a5,f2 d1 b1,i3 g5 f1,h4 f7,g7
	finds => f4
	wins => f4
	why f4 => grows You grow to 18 and take the lead.

	# Turns to which the thinker comes by each seed, with the kinds of reason that are lacking. That a turn starts a
	# group is said too, but such a turn is hardly ever the best.
	at size=5,bonus=quiet: g2 c5,e7 c6,g5 d4,e2 b2,f7 b1,f8 e8 e6,f1 h3,i5 e3 d5,e5 a3,f5 c2,c4 c3,g6 f4 b3,g4 d1,h2 \
		f3 g3 b4,h4 d6 a4,d7 e4 b6,c7 a2,e9 d3 a5,i3
	finds => b5
	why b5 => joins You join groups to make 21 and take the lead.
	at size=4,bonus=overtake: f2 c3,e6 c2,d4 c4,d5 b2,d3,f5 a2,b3,e4 f4,g2,g3 e2,e3 d6,e1,f1 d2,e5
	finds => a1,c1,d1
	why a1,c1,d1 => joins You join groups to make 14 and take the lead. But Ben may place three.
	at size=3,bonus=overtake: c2 b2,c3 a2,c4,d3 b3,d2 b4,e2 a3,e1
	finds => a1,b1,d1
	why a1,b1,d1 => shuts It shuts in Ben's group of 6 and gives no third stone.
	at size=4,bonus=match: d4 c4,d3 c3,f3
	finds => d5,e3,e4
	why d5,e3,e4 => stops It keeps Ann from a group of 4. But you grew, so they may place three.
	at size=3,bonus=match
	finds => c3
	why c3 => alone One stone isn't growth, so Ben earns no third stone.
	at size=4,bonus=match: c2 d4,e4 b3,c4,d5 b2,c3,f4 a1,a2,b1 c6,d2,d3 c1,e5,f5 d1,g2,g4
	finds => f2,f3
	why f2,f3 => stays You stay at 10, so Ben earns no third stone.
	at size=3,bonus=match: d2 b2,c4 b3,c3 a3,d1,e1 c2,e2 a2,b1,b4
	finds => d4
	why d4 => stays You stay at 5, so Ben earns no third stone. You could make 7 next.
	at size=3,bonus=quiet: b2 c3,d1 a3,c4 a2,e2 d2 b3 c1,d3
	finds => c5,e3
	why c5,e3 => second The largest groups are level. Your second grows to 2 and leads.
	at size=3,bonus=quiet: d3 b2,b4 a2,d1 d2,d4 b3 a1,e2
	finds => c2,e3
	why c2,e3 => next Your second group grows from 1 to 2.
	at size=3,bonus=quiet: c2 a3,d2 a1,b3 b2,e3 d3 c3 a2,d4 b4,c1
	finds => d1
	why d1 => nothing
	at size=4,bonus=overtake: d4 d5,f4 e2,e5 b3,d3 b2,e4 c3,e3,f3 a2,a3,b4 c2,c4 b1,c1,c5 d2,d6 c6,d1,e1 d7,f2 \
		f1,g1,g2 a1,a4,g3 e6,g4
	finds => b5,f5
	why b5,f5 => wins It ends the game, and you win 15 to 14.
	untold catchup.why. rank => nothing
	`)
}
