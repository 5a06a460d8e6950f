package permutu

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

// table returns a game with a deal of three rows: red, black and green.
func table(seats int, quick bool, deal string) state {
	p := position{seats: seats, starter: games.Spectator}
	for c, row := range strings.Fields(deal) {
		p.columns = len(row)
		for column := range row {
			p.left[column] = full
			p.dealt[column][c] = Symbol(row[column] - 'A')
		}
	}
	return state{pos: p, quick: quick, open: quick, mover: games.Spectator}
}

// at opens a position: the number of seats, "quick" for a start that is open to all, and the rows of a deal. After a
// semicolon come the symbols that each seat owns or, with their numbers of blocks, holds, the seat that moved first, and
// "swap" where a swap is allowed.
func at(t *testing.T, text string) games.State {
	parts := strings.Split(text, "; ")
	deal, quick := strings.CutPrefix(parts[0][2:], "quick ")
	s := table(int(text[0]-'0'), quick, deal)
	for _, part := range parts[1:] {
		what, rest, _ := strings.Cut(part, " ")
		switch what {
		case "first":
			s.pos.starter = games.Seat(rest[0] - '0')
			continue
		case "swap":
			s.pos.swap.Offers = true
			continue
		case "owns", "holds":
		default:
			t.Fatalf("%q is no part of a position", part)
		}
		for seat, letters := range strings.Fields(rest) {
			for i, letter := range letters {
				symbol := Symbol(letter - 'A')
				s.pos.owned[seat] |= symbol.bit()
				s.pos.taken |= symbol.bit()
				if what == "holds" {
					s.pos.held[seat][strings.Count(letters[:i], string(letter))] |= symbol.bit()
				}
			}
		}
	}
	return s
}

// say says texts at a table of any size.
func say(t testing.TB, g games.Game, texts ...games.Text) string {
	t.Helper()
	return gametest.SayTo(t, g, maxSeats, texts...)
}

// script goes through a text about Permutu.
func script(t *testing.T, text string) {
	t.Helper()
	gametest.Script{
		Game: Game{}, Say: say, Set: at,
		Own: map[string]func(*testing.T, games.State, string) string{
			"left": func(_ *testing.T, s games.State, _ string) string {
				p := s.(state).pos
				return fmt.Sprint(p.left[:p.columns])
			},
			// the places of a game that ends here, if all moves were played
			"places": func(t *testing.T, s games.State, _ string) string {
				st := s.(state)
				st.ended = played
				return fmt.Sprint(st.places(), " ", say(t, Game{}, st.reason()))
			},
			// the blocks that were taken alone, by column
			"alone": func(_ *testing.T, s games.State, _ string) string {
				var all []string
				for _, column := range s.View(0).(View).Columns {
					for _, b := range column {
						if b.Single {
							all = append(all, fmt.Sprint(b.Column, b.Colour))
						}
					}
				}
				return strings.Join(all, ", ")
			},
			// the only moves that keep what minimax says the seat to move can have, and whether greedy plays one of
			// them
			"keeps": func(_ *testing.T, s games.State, _ string) string {
				p, text := s.(state).pos, ""
				keep, _ := keeping(p, map[position]float64{})
				for _, take := range keep {
					text += string(take.move()) + " "
				}
				for seed := range byte(20) {
					if slices.Contains(keep, greedy(&p, seeded(seed).Rand(0))) {
						return text + "greedily"
					}
				}
				return strings.TrimSpace(text)
			},
			"hard": func(_ *testing.T, s games.State, _ string) string {
				p := s.(state).pos
				return string(level(&p, len(steps), search.Budget{Playouts: 5000}, seeded(1).Rand(p.Left())).move())
			},
		},
	}.Run(t, text)
}

func TestRulings(t *testing.T) {
	script(t, `
# A single block comes from a column of three, and no seat, not even the taker's, may have its symbol. A whole column
# has two or three blocks, and the taker lacks the symbol of one block at most; what others have opens no column.
set 2 ABCDE BCDEA CDEAB
> 0 1r
legal 1: => [2b 2g 2r 3b 3g 3r 4b 4r 5g 5r]
> 1 2r
legal 0: => [3b 3g 3r 4b 4r 5r]
set 2 ABC BCA CAB
> 0 1r
left => [6 7 7]
> 1 2r
legal 0: => [2* 3r]
left => [6 6 7]
> 0 2*
left => [6 0 7]
# Two blocks of one missing symbol count as two.
set 2 AAB BAB CBA; owns AB
legal 0: => [1* 1g 2* 3*]
set 2 AAB BAB CBA; owns B
legal 0: => [1g 1r 2b 2r 3* 3g]
set 2 AAB BAB CBA; owns A
legal 0: => [1b 1g 2* 2g 3b 3r]

# A seat without a legal move is passed over, in seat order after the mover; one that left is not. A lapse of the seat
# that can move passes them over again, and they do not count as lapsed.
set 3 ABCAB BAACB ABBBA; owns AB C
> 0 1*
turn => [0]
view skipped => [1,2]
line => 1 Ann took column 1: A, A and B · Ben and Cleo can't move
last => Ann took column 1: A, A and B. Ben and Cleo can't move.
> 0 lapse
view skipped => [1,2]
result => goes on
> 0 lapse
result => [1 2 2] [1 0 0] Everybody missed two turns. Ann wins with 1 point to 0
set 3 ABCAB BAACB ABBBA; owns AB C
> 1 leave, 0 1*
view skipped => [2]

# The game ends when nobody has a move, even if blocks remain.
set 2 ABC ABC ABC
> 0 1r, 1 2r, 0 3r, 1 2*, 0 1*
turn => [0]
view skipped => [1]
> 0 3*
turn => []
legal 0: => []
result => [1 2] [6 3] Ann wins with 6 points to 3
view ended places => {"key":"permutu.reason.points","args":{"High":6,"Low":3}} [1,2]
set 3 CADB ACBD BDAC
> 0 2g, 1 3b, 2 1r, 0 3*, 1 1*
legal 2: => [2*]
> 2 2*
view left => 3
result => [3 1 1] [1 1 1] 1 point each. Ben and Cleo share first place, because Ann has the first block

# Points decide, three for a triple and one for a pair, then triples; then the starter ranks behind, and otherwise a
# place is shared.
set 2 ABCDEF ABCDEF ABCDEF; holds AAA AAABB; first 1
places => [2 1] <no value> with 4 points to 3
view points => [3,4]
set 2 ABCDEF ABCDEF ABCDEF; holds AAA AABBCC; first 0
places => [1 2] 3 points each. <no value> with 1 complete symbol to 0
set 2 ABCDEF ABCDEF ABCDEF; holds AAABB AAABB; first 0
places => [2 1] 4 points each. <no value>, because Ann has the first block
set 3 ABCDEF ABCDEF ABCDEF; holds AAABB AAABB AAABB; first 1
places => [1 3 1] 4 points each. <no value>, because Ben has the first block
set 2 ABCDEF ABCDEF ABCDEF; holds AAABB AAABB
places => [1 1] <no value> with 4 points each
set 4 ABCDEF ABCDEF ABCDEF; holds AAABBB AAA AABBCC AAA; first 1
places => [1 3 4 2] <no value> with 6 points to 3
set 2 ABCDE ABCDE ABCDE; holds AAADDDBBCE
view points triples pairs => [7,0] [2,0] [1,0]

# A block says whether it was taken alone, also when the rest of its column is taken later. Alone one wants to take all
# with few single blocks.
set 1 ABC ABC ABC
> 0 1r, 0 1*, 0 2b, 0 2*, 0 3g
alone => 1 red, 2 black, 3 green
view singles lastBlocks => 3 [{"column":3,"colour":"green","symbol":"C","owner":0,"single":true}]
> 0 3*
result => [1] [9] Ann finished with 3 single blocks
view left singles => 0 3
set 1 ADBCE BAECD CBADE
> 0 1g, 0 2r, 0 3b, 0 4*, 0 5*
result => [1] [9] Ann stopped with 6 blocks left
`)
}

func TestSystemMoves(t *testing.T) {
	script(t, `
# In a quick start whoever moves first is the starter, and play goes on in seat order.
set 4 quick ABCDE ABCDE ABCDE
turn => [0 1 2 3]
owes => Anyone may move first. Be quick.
view starter => -1
shown 2:Last 1r => 1r
shown 2:Mover 1r => 2
> 2 3b
turn => [3]
view starter columns.2.1 => 2 {"column":3,"colour":"black","symbol":"C","owner":2,"single":true}
> 3 1r
turn => [0]
# If nobody moves in time, the first seat that is in starts, and nobody has lost a turn.
set 3 quick ABC ABC ABC
> 1 lapse
turn => [0]
view starter lapses => -1 [0,0,0]
last => Nobody moved in time, so Ann starts.
line => 1 Nobody moved in time, so Ann starts
> 0 1r
view starter => 0
set 3 quick ABC ABC ABC
> 0 leave, 2 lapse
turn => [1]
set 4 quick ABC ABC ABC
> 0 leave, 2 leave
turn => [1 3]
> 3 1r
turn => [1]

# The starter is the seat that made the first move and, before it, the seat that is to make it: a lapse and a leave pass
# that on. A quick start has none before it, and a game that ended without a move has none.
set 3 ABC ABC ABC
view starter => 0
> 0 lapse
view starter => 1
json starter => 1
> 1 leave
view starter => 2
set 3 ABC ABC ABC
> 0 leave
view starter => 1
set 3 ABC ABC ABC
> 0 lapse, 1 lapse, 2 lapse
view starter => 0
> 0 lapse, 1 lapse, 2 lapse
view starter => -1
set 3 ABC ABC ABC
> 1 leave
view starter => 0
> 0 1r, 2 leave
view starter => 0
set 3 ABC ABC ABC
> 0 lapse, 1 1r, 2 leave
view starter => 1
set 3 ABC ABC ABC
> 1 draw
view starter => -1
set 3 ABC ABC ABC
> 0 leave, 1 leave
view starter => -1
json starter => null
set 3 quick ABC ABC ABC
> 1 lapse, 0 leave
view starter => -1
json starter => null
set 3 quick ABC ABC ABC
> 1 lapse, 0 lapse, 1 1r
view starter => 1

# On a tie the player who made the first move ranks behind. Seat 0 does not, as it lapsed the first turn.
set 2 ABCD ABCD ABCD
> 0 lapse, 1 1r, 0 2r, 1 3r, 0 4r, 1 1*, 0 2*, 1 3*, 0 4*
result => [1 2] [6 6] 6 points each. Ann wins, because Ben has the first block

# A lapse loses the turn and nothing else. Two in a row by every seat that can move and is in end the game.
set 2 ABC ABC ABC
> 0 lapse, 1 lapse, 0 lapse, 1 lapse
result => [1 1] [0 0] Everybody missed two turns. A draw with 0 points each
set 3 ABCD ABCD ABCD
> 0 1r, 1 lapse, 2 lapse, 0 2r, 1 lapse, 2 lapse, 0 leave
result => [3 1 1] [0 0 0] Everybody missed two turns. Ben and Cleo share first place with 0 points each
set 3 ABCD ABCD ABCD
> 0 1r, 1 2r, 2 3r, 0 1*, 1 lapse
turn => [2]
last => Ben ran out of time and misses this turn.
line => 5 Ben ran out of time
> 2 lapse, 0 lapse, 1 lapse, 2 lapse
result => goes on
> 0 4b, 1 lapse, 2 lapse
result => goes on
view lapses => [0,2,2]
set 3 ABCD ABCD ABCD
> 0 1r, 1 2r, 2 3r, 0 1*, 1 lapse, 2 lapse, 0 lapse, 1 lapse, 2 lapse, 0 lapse
result => [1 2 2] [3 0 0] Everybody missed two turns. Ann wins with 3 points to 0

# A player who leaves keeps their blocks, whose symbols still block others, and ranks below all who are in, and below
# those who leave later. The last one wins.
set 4 ABCDE ABCDE ABCDE
> 0 1r, 1 2r, 2 leave
turn => [3]
last => Cleo resigned and keeps the blocks.
line => 3 Cleo resigned
> 3 3r, 0 1*, 0 leave
turn => [1]
in => [1 3]
view out points => [2,0] [3,0,0,0]
> 1 leave
result => [3 2 4 1] [3 0 0 0] Ben resigned, so Dan wins
set 4 ABCDE ABCDE ABCDE
> 0 1r, 1 2r, 2 leave, 3 3r, 0 1*, 0 leave, 1 4r, 3 5r, 1 2*, 3 3*, 1 4*, 3 5*
result => [3 1 4 1] [3 6 0 6] Ben and Dan share first place with 6 points each
set 3 ABC ABC ABC
> 2 spent
last => Cleo used up all their time and keeps the blocks.
set 3 ABC ABC ABC
> 2 absent
last => Cleo left the server and keeps the blocks.
play 2:1r => You've left this game, and it goes on without you.
play 2:return => You've left this game for good. Join the next one.
play 0:return => You've left this game for good. Join the next one.
play 1:1r => Not yet. It's Ann's turn.
set 3 ABC BCA CAB
> 0 1r, 0 leave
play 1:2g => Ann already has A. A single block must be new to everyone. Try 2r, 2b, 3r or 3g.
set 2 ABC ABC ABC
> 1 leave
result => [1 2] [0 0] Ben resigned, so Ann wins
last => nothing
play 0:1r => This game is over. Start a new one with /play.
set 2 ABC ABC ABC
> 1 spent
result => [1 2] [0 0] Ben ran out of time, so Ann wins
set 2 ABC ABC ABC
> 1 absent
result => [1 2] [0 0] Ben left the server, so Ann wins
set 2 quick ABC ABC ABC
> 1 leave
result => [1 2] [0 0] Ben resigned, so Ann wins

# A draw is shared by the players who are in.
set 4 ABCDE ABCDE ABCDE
> 0 1r, 1 2r, 2 3r, 3 leave, 0 1*, 1 leave, 2 draw
result => [1 3 1 4] [3 0 0 0] Ann and Cleo share first place by agreement
last => nothing
line => 7 A draw was agreed

# Alone one may stop.
set 1 ABC ABC ABC
> 0 1r, 0 1*, 0 2r, 0 leave
result => [1] [3] Ann stopped with 5 blocks left
set 1 quick ABC ABC ABC
> 0 1r, 0 draw
result => [1] [0] Ann stopped with 8 blocks left
set 1 ABC ABC ABC
> 0 1r, 0 lapse, 0 1*, 0 lapse, 0 lapse
result => [1] [3] Ann stopped with 6 blocks left
`)
}

func TestNotation(t *testing.T) {
	script(t, `
set 2 ABCDEF BCDEFA CDEFAB
parse 7r|7R| 7 r |٧r|7 red|r7|Red 7|column 7: red|the red block of column 7|07r|#7 red => 7r
parse 7b|7 black|7-b|b-7|7. Black => 7b
parse 7GREEN|col 7, green => 7g
parse 26*|26 all|26 whole|* 26|all of 26|Take the whole column 26 => 26*
parse 99r => 99r
parse |7|r|*|0r|00*|100r|7rr|7r 8r|7 8 r|7x|7r!|7rb|7 red black|-7r?|-7r|column -7 red => permutu.refuse.notation
# A refusal cuts a long text.
parse żżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżżż => permutu.refuse.notation

# Ann has A, C and D, Ben has B and D; column 2 is empty.
> 0 1r, 1 2r, 0 3r, 1 4r, 0 2*
turn => [1]
play 1:7r => There's no column 7. Pick one from 1 to 6.
play 1:99* => There's no column 99. Pick one from 1 to 6.
play 1:2* => Column 2 is empty. Try 5r, 5b or 6r, or 1* or 3*.
play 1:2g => Column 2 is empty. Try 5r, 5b or 6r, or 1* or 3*.
play 1:5g => Ann already has A. A single block must be new to everyone. Try 5r, 5b or 6r, or 1* or 3*.
play 1:6g => You already have B. A single block must be new to everyone. Try 5r, 5b or 6r, or 1* or 3*.
play 1:1b => Column 1 has two blocks left. Take both with 1*.
play 1: => “” isn't a move. Type a column, then r, b or g, like 7r. * for the colour takes the whole column.
play 1:1R => “1R” isn't a move. Type a column, then r, b or g, like 7r. * for the colour takes the whole column.
play 1:01* => “01*” isn't a move. Type a column, then r, b or g, like 7r. * for the colour takes the whole column.
# Ann has A and Ben has B; then Ann takes the black C of column 3.
set 2 ABCD AACD ABCD
> 0 1r, 1 2r
play 0:3* => You lack red C, black C and green C in column 3, and may lack only one. Try 3r, 3b, 3g, 4r … 4g, or 1* or 2*.
> 0 3b
play 1:3r => Column 3 goes whole now. You lack red C and green C, and may lack only one. Try 4r, 4b or 4g, or 2*.
play 1:3b => The black C is taken. Try 4r, 4b or 4g, or 2*.
play 1:3* => You lack red C and green C in column 3, and may lack only one. Try 4r, 4b or 4g, or 2*.
# A hint names some of many moves.
set 2 ABC ABC ABC
play 0:1* => You lack red A, black A and green A in column 1, and may lack only one. Try 1r, 1b, 1g, 2r … 3g.
> 0 1r, 1 2r, 0 3r
play 1:1r => The red A is taken. Try 2*.
play 1:1b => Column 1 goes whole now. You lack black A and green A, and may lack only one. Try 2*.
`)
}

func TestSteps(t *testing.T) {
	script(t, `
# A step asks for nothing that cannot be taken. Each choice has a place of its own and makes a move.
set 2 ABC BCA CAB
step 0: => permutu.ask.block 3×4: 1r@0,0=1r 1b@0,1=1b 1g@0,2=1g 2r@1,0=2r 2b@1,1=2b 2g@1,2=2g 3r@2,0=3r 3b@2,1=3b 3g@2,2=3g
> 0 1r, 1 2r
step 0: => permutu.ask 3×4: 2*@1,3=2* 3r@2,0=3r
labels 0: => all of column 2: A, C; red C from column 3
shorts 0: => column 2; red C
echoes 0: => column 2 (A, C); 
shown 0:Takes => [{1 red true} {2 red false}]
# Nobody has a choice but the seat to move, and a move needs no second step.
step 1: => nothing
step -1: => nothing
step 9: => nothing
step 0:3r => nothing
step 0:1* => nothing
step 0:3 => nothing
step 0:leave => nothing
step 0:3 r => nothing
step 1:2* => nothing
shown 0:Last 1* => 2r
shown 0:Mover 1* => 1
shown 0:Last 3 r => 2r
shown 0:Mover 3 r => 1
> 0 3r, 1 3*
step 0: => permutu.ask.column 3×4: 1*@0,3=1* 2*@1,3=2*
# Before the first move of a quick start every seat has the same choices.
set 3 quick ABC BCA CAB
step 0: => permutu.ask.block 3×4: 1r@0,0=1r 1b@0,1=1b 1g@0,2=1g 2r@1,0=2r 2b@1,1=2b 2g@1,2=2g 3r@2,0=3r 3b@2,1=3b 3g@2,2=3g
step 2: => permutu.ask.block 3×4: 1r@0,0=1r 1b@0,1=1b 1g@0,2=1g 2r@1,0=2r 2b@1,1=2b 2g@1,2=2g 3r@2,0=3r 3b@2,1=3b 3g@2,2=3g
shown 2:Last 1b => 1b
shown 2:Mover 1b => 2
`)
}

func TestWords(t *testing.T) {
	script(t, `
set 2 ABC ABC ABC
last => nothing
line => 0
owes => Take a block or a whole column.
score => Ann 0 · Ben 0
captions => nothing
> 0 2b
last => Ann took black B from column 2.
line => 1 Ann took black B from column 2
> 1 3g, 0 2*
last => Ann took column 2: B and B.
line => 3 Ann took column 2: B and B
score => Ann 3 · Ben 0
set 6 ABC ABC ABC
score => Ann 0 · Ben 0 · Cleo 0 · Dan 0 · Eve 0 · Fay 0
set 1 ABC ABC ABC
> 0 1r, 0 1*
captions => taken by the column taken singly, fewer is better:
score => Single blocks 1, fewer is better · blocks left 6 · points 3
# The symbols of a column are in order wherever a move is told, each as often as it lies there.
set 2 BAC ABC BAC
tell 0:1* => Ann took column 1 with A, B and B
tell 0:2r => Ann took red A from column 2
tell 0:9* => nothing
tell 0:leave => nothing
# The board as text has the columns, and a line for each seat.
set 3 ABC ABC ABC
> 0 1r, 1 2b, 2 leave, 0 1*, 1 3g
text =>    1  2  3/r  .  B  C/b  .  .  C/g  .  B  .// 1   3  3:A/>2   0  1:BC/x3   0

set 2 ABCD ABCD ABCD
> 0 1r, 1 2r
why 0:1* => completes It completes A and brings 3 points.
why 0:3r => opens It lets you take all of column 3.
whyof 0:3r => It lets Ann take all of column 3.
why 0:2* => nothing
why 0:9r => nothing
why 1:3r => nothing
`)
}

// In each of these positions only one move wins, which hard plays, and this reason is said for it. Greedy seldom sees
// it. At the end of a game, and alone, advice says other reasons for its best move.
func TestZoo(t *testing.T) {
	script(t, `
set 2 AEFDCB ACEBDF CAEDFB
> 0 3b, 1 4g, 0 1r, 1 4*
keeps => 5r
hard => 5r
why 5r => nothing

set 2 ADFBCE CABEDF DCEFBA
> 0 1g, 1 5g, 0 5*, 1 3g
keeps => 4g
hard => 4g
why 4g => opens It lets you take all of column 3.

set 2 AFBCED FEDBAC BCDEFA
> 0 1b, 1 3r, 0 6g, 1 1*
keeps => 4r
hard => 4r
why 4r => opens It lets you take all of columns 2 and 6.

set 2 FABCDE ADFBEC CEDFAB
> 0 2b, 1 5g, 0 5*, 1 1g, 0 2*
keeps => 3r
hard => 3r
why 3r => opens It lets you take all of columns 4 and 6.

set 2 CEABFD DEAFCB EACDBF
> 0 4g, 1 6g, 0 3b, 1 4*
keeps => 1g
hard => 1g
why 1g => opens It lets you take all of columns 1 and 2.

set 2 DCEAFB BACEDF DEFACB
> 0 2r, 1 4g, 0 3r, 1 6g, 0 2*
keeps => 5b
hard => 5b
why 5b => opens It lets you take all of column 1.

set 2 ADFCEB BFCEDA CEDBAF
> 0 5b, 1 2b, 0 2*, 1 3b
keeps => 4g
hard => 4g
why 4g => opens It lets you take all of column 4.

set 2 CDBAEF ECFDBA BDEFCA
> 0 6b, 1 4b, 0 4*, 1 3g
keeps => 2b
hard => 2b
why 2b => nothing

set 2 FBDAEC DCEFAB EDCBFA
> 0 2b, 1 6g, 0 6*, 1 3b
keeps => 5g
hard => 5g
why 5g => opens It lets you take all of column 4.

set 2 BDAFCE BEFDCA DACFBE
> 0 5b, 1 4g, 0 1b, 1 4*
keeps => 6b
hard => 6b
why 6b => opens It lets you take all of column 3.

set 2 CAEBD ECADB DBCAE
> 0 1b, 1 4b, 0 2r, 1 3g
keeps => 4*
hard => 4*
why 4* => pairs It makes a pair of A for 1 point. The third A is in column 3.

set 2 DEFABC BFDCEA FDCBAE
> 0 5g, 1 3b, 0 4g, 1 2b, 0 6g, 1 2*, 0 6*, 1 1*
keeps => 3*
hard => 3*
why 3* => denies It keeps Ben from completing F and brings 1 point.

set 2 BFDACE FEBCAD DAFBEC
> 0 5g, 1 6b, 0 2g, 1 1r, 0 3g, 1 3*, 0 2*, 1 4b, 0 1*
keeps => 6*
hard => 6*
why 6* => denies It keeps Ann from completing E and brings 1 point.

set 2 FACDEB DCFABE BEAFDC
> 0 3r, 1 6r, 0 4g, 1 1b, 0 2g, 1 4*, 0 1*
keeps => 5* greedily
hard => 5*
why 5* => completes It completes D and brings 3 points.

set 2 CEDBAF ADEFBC FBCADE
> 0 5g, 1 4b, 0 2g, 1 6b, 0 1b, 1 6*, 0 2*, 1 1*
keeps => 3* greedily
hard => 3*
why 3* => completes It completes D and brings 3 points. Ben can't complete C now.

set 2 AEDBCF CBFEDA EFACBD
> 0 6r, 1 2b, 0 5b, 1 1b, 0 3g, 1 5*, 0 1*, 1 4*
keeps => 2*
hard => 2*
why 2* => again Nobody else can move after it, so you move again.

set 2 ABC ABC ABC
> 0 1r, 1 2r, 0 3r, 1 2*, 0 1*
hard => 3*
why 0:3* => ends It ends the game, 6 points to 3.

set 1 ABC ABC ABC
> 0 1r
hard => 1*
why 0:1* => free It takes 2 blocks, and none counts as a single.

set 1 AABC BBCD CDDA
> 0 1r, 0 3r
hard => 1*
why 0:1* => free It takes 2 blocks, and none counts as a single.

set 1 ABC BCA CAB
> 0 1r
hard => 2r
why 0:2r => opens It lets you take all of columns 1, 2 and 3.
`)
}

// The JSON of a position has everything, and programs depend on its keys.
func TestJSON(t *testing.T) {
	script(t, `
set 2 quick AB BA AB
json columns ended lapses last lastBlocks mover => [{"b":"B","g":"A","r":"A"},{"b":"A","g":"B","r":"B"}] null [0,0] "" [] -1
json open out own places plies quick singles skipped starter taken toMove => true [] ["",""] null 0 true 0 [] null [] [0,1]
> 1 1r, 0 2r, 1 lapse, 0 leave
json columns ended lapses last lastBlocks mover => [{"b":"B","g":"A"},{"b":"A","g":"B"}] {"key":"reason.leave","args":{"Player":0}} [0,1] "leave" [] 0
json open out own places plies quick singles skipped starter toMove => false [0] ["B","A"] [2,1] 4 true 2 [] 1 []
json taken => [{"column":1,"colour":"red","symbol":"A","owner":1,"single":true},{"column":2,"colour":"red","symbol":"B","owner":0,"single":true}]
set 2 AB BA AB
> 0 1r
view columns.0 => [{"column":1,"colour":"red","symbol":"A","owner":0,"single":true},{"column":1,"colour":"black","symbol":"B","owner":-1,"single":false},{"column":1,"colour":"green","symbol":"A","owner":-1,"single":false}]
view own triples pairs points singles left starter toMove out lapses plies last mover => [[{"symbol":"A","colours":["red"]}],[]] [0,0] [0,0] [0,0] 1 5 0 [1] [] [0,0] 1 "1r" 0
view lastBlocks skipped ended places => [{"column":1,"colour":"red","symbol":"A","owner":0,"single":true}] [] null null
> 1 leave
view toMove out lapses plies last mover lastBlocks skipped ended places => [] [1] [0,0] 2 "leave" 1 [] [] {"key":"reason.leave","args":{"Player":1}} [1,2]
`)
}

// With two the second player may swap once, in place of their first turn: they get the first block, and with it what it
// costs on a tie, and the other player moves.
func TestSwap(t *testing.T) {
	script(t, `
set 2 ABC CAB BCA; swap
legal => [1b 1g 1r 2b 2g 2r 3b 3g 3r]
> 0 1r
owes => Take a block, or swap to have the first one.
legal => [2g 2r 3b 3r swap]
step => permutu.ask.swap 3×4: 2r@1,0=2r 2g@1,2=2g 3r@2,0=3r 3b@2,1=3b swap@-1,0=swap
choice swap => Swap sides; swap; You'd have red A, and Ann moves. Play it?
tell swap => Ben swapped sides; swapping sides
why swap => nothing
json swap => {"swap":true}
view own starter => [[{"symbol":"A","colours":["red"]}],[]] 0
> 1 swap
last => Ben swaps and has red A now.
line => 2 Ben swaps and has red A now
legal => [2g 2r 3b 3r]
json swap => {"swapped":true}
view own starter => [[],[{"symbol":"A","colours":["red"]}]] 1
play swap => You can't swap now. Make another move.
# Ben ranks behind on a tie, as Ann would have.
set 2 ABCD ABCD ABCD; swap
> 0 1r, 1 swap, 0 2r, 1 3r, 0 4r, 1 1*, 0 2*, 1 3*, 0 4*
result => [1 2] [6 6] 6 points each. Ann wins, because Ben has the first block
# Whoever lapses does not swap any more. A lapse before the first move leaves it to the other seat.
set 2 ABC CAB BCA; swap
> 0 1r, 1 lapse
legal => [2g 2r 3b 3r]
> 0 lapse
play swap => You can't swap now. Make another move.
set 2 ABC CAB BCA; swap
> 0 lapse, 1 1r
legal 0: => [2g 2r 3b 3r swap]
set 2 quick ABC CAB BCA; swap
> 1 1r
legal 0: => [2g 2r 3b 3r swap]
> 0 swap
view starter toMove => 0 [1]
# Without the option there is none.
set 2 ABC CAB BCA
> 0 1r
play swap => You can't swap now. Make another move.
`)
}

// A swap is for two. A setup that leaves the option out deals as ever, and only one that has
// it says so in the deal.
func TestStartWithASwap(t *testing.T) {
	setup := func(seats int, swap string) games.Setup {
		s := setup(seats, 5, no, seat0)
		s.Options[games.SwapOption] = swap
		return s
	}
	for seats := 1; seats <= maxSeats; seats++ {
		_, err := Game{}.Start(setup(seats, "on"))
		var r *games.Refusal
		if seats == 2 && err != nil || seats != 2 && (!errors.As(err, &r) || r.Text.Key != "refuse.swap-seats") {
			t.Errorf("a swap with %d players: %v", seats, err)
		}
	}
	for _, swap := range []string{"off", "on"} {
		s := setup(2, swap)
		text, err := begin(t, s).MarshalJSON()
		if err != nil || strings.Contains(string(text), "swap") != (swap == "on") {
			t.Errorf("with swap %s the deal is %s, %v", swap, text, err)
		}
		s.Deal = text
		if dealt := begin(t, s); dealt.pos.swap.Offers != (swap == "on") {
			t.Errorf("with swap %s a deal gives %+v", swap, dealt.pos.swap)
		}
	}
}
