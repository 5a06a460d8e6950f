package magic

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// script goes through a text about Rubik's Magic, whose positions are as [parsePosition] reads them.
func script(t *testing.T, text string) {
	t.Helper()
	gametest.Script{
		Game: Game{}, Set: from,
		Own: map[string]func(*testing.T, games.State, string) string{
			// why a text is no position
			"position": func(t *testing.T, _ games.State, text string) string {
				_, err := Game{}.FromPosition(text)
				var r *games.Refusal
				if errors.As(err, &r) {
					return gametest.Say(t, Game{}, r.Text)
				}
				return "is one"
			},
			// what a position is worth with best play, the turns that keep that, which hard plays, and its number of turns
			"value": func(_ *testing.T, s games.State, _ string) string {
				return fmt.Sprintf("%s of %d turns", s.(state).Value(), s.(state).pos.Count())
			},
			"best": func(_ *testing.T, s games.State, _ string) string {
				st, search := s.(state), newSearcher(allTiles)
				var best []string
				for _, m := range s.Legal(st.pos.mover) {
					if turn, err := st.readTurn(m); err == nil && search.keeps(st.pos, turn, search.worth(st.pos)) {
						best = append(best, string(m))
					}
				}
				text := strings.Join(best, " ")
				for i := range 3 {
					m := minds[len(minds)-1].choose(st.pos, aSeed(i).Chance("think")).move()
					if !strings.Contains(text, string(m)) {
						text += fmt.Sprint(", but hard plays ", m)
					}
				}
				return text
			},
			// what advice says of a turn: the worth of the best, its own with its cost and a remark, and the others
			"advice": func(t *testing.T, s games.State, made string) string {
				seat := s.ToMove()[0]
				a := Game{}.Advise(s.View(seat), seat, games.Move(made), games.Hard, aSeed(1))
				text := fmt.Sprint(gametest.Say(t, Game{}, a.Worth, a.Made), " ", a.Cost, " ", a.Remark.Key)
				for _, c := range a.Others {
					text += fmt.Sprint("; ", c.Move, " ", c.Good)
				}
				return text
			},
			// the kinds of reasons for all turns
			"reasons": func(_ *testing.T, s games.State, _ string) string {
				seat, met := s.ToMove()[0], map[string]bool{}
				for _, m := range s.Legal(seat) {
					met[strings.TrimPrefix(Game{}.Why(s.View(seat), seat, m).Key, "magic.why.")] = true
				}
				return strings.Join(slices.Sorted(maps.Keys(met)), " ")
			},
		},
	}.Run(t, text)
}

// Each position is at the start of a turn, at which alone it is judged. A is the player to move, B the other.
func TestRulings(t *testing.T) {
	script(t, `
# The empty board.
set 1_----------------
result => goes on
# A has a row that is not locked.
set 1_UUU-----d-d-u---
result => [1 2] [1 0] Ann wins with three in a row: a1, b1, c1
# A has a column.
set 1_-u-D-u-D---D-d--
result => [1 2] [1 0] Ann wins with three in a row: d1, d2, d3
# A has a row on a diagonal.
set 1_---D--D--D-ud-u-
result => [1 2] [1 0] Ann wins with three in a row: b3, c2, d1
# Two rows in one line are four in a row.
set 1_d--U-uU--U--U-du
result => [1 2] [1 0] Ann wins with four in a row: a4, b3, c2, d1
# A row needs the same side up.
set 1_UDU-----d-d-u---
result => goes on
# Three in line have to be adjacent.
set 1_UU-U----d-d-u---
result => goes on
# A row does not run over the edge.
set 1_--UUU----d-d-u--
result => goes on
# B has a row that is not locked.
set 1_uuu-U-U-D-------
result => goes on
# B has a locked row.
set 1_uuuUUDU---d-----
result => [2 1] [0 1] Ben wins with a row that can't be broken: a1, b1, c1
# One space beside B's row is empty.
set 1_uuuUUD----d----U
result => goes on
# Only orthogonal spaces lock.
set 1_DuUd-uDdUUdUudD-
result => [2 1] [0 1] Ben wins with a row that can't be broken: b4, c3, d2
# Diamond to move against a locked row.
set 2_UUUdddu---D----D
result => [1 2] [1 0] Ann wins with a row that can't be broken: a1, b1, c1
# A has a row and B a locked one.
set 1_uuuUDDD---d-----
result => [1 2] [1 0] Ann wins. You both made a row, but on Ann's move
# The same for Diamond.
set 2_UUUuddd---D----D
result => [2 1] [0 1] Ben wins. You both made a row, but on Ben's move
# A full board where both have a row.
set 1_UUUuuuuDDdDddDdD
result => [1 2] [1 0] Ann wins. You both made a row, but on Ann's move
# A full board where A has a row.
set 1_UUUDDuuduUdudDUd
result => [1 2] [1 0] Ann wins with three in a row: a1, b1, c1
# A full board where B has a row.
set 1_UDUuuuuDDdUddUdD
result => [2 1] [0 1] Ben wins with a row that can't be broken: a2, b2, c2
# A full board where nobody has a row.
set 1_UUuuDDddUUuuDDdd
result => [1 1] [0 0] A draw, because the board is full

# Circle's flip completes a row of Diamond, which is legal, and Circle's placement a row of Circle. Diamond wins, as
# rows are judged only when Diamond's turn begins.
set 1_uu----d-UU-----D
> 0 c2Nc3U
result => [2 1] [0 1] Ben wins. You both made a row, but on Ben's move
view rows => [{"squares":["a3","b3","c3"],"owner":0,"light":true,"locked":false},{"squares":["a1","b1","c1"],"owner":1,"light":true,"locked":false}]
set 1_uu----d-UU-----D
> 0 c2Nd3U
result => [2 1] [0 1] Ben wins with three in a row: a1, b1, c1

# A fresh row has to be broken at once.
set 1_uuu-U-U-D-------
view rows => [{"squares":["a1","b1","c1"],"owner":1,"light":true,"locked":false}]
> 0 b1Sd4U
view rows => []
result => goes on
set 1_uuu--d-U-U-DD---
> 0 b2Wd4U
result => [2 1] [0 1] Ben wins with three in a row: a1, b1, c1

# A flip is not optional: two of a1 by fifteen spaces by two sides.
set 1_----------------
value => win 16 of 32 turns
turn => [0]
legal 1: => []
view flips left => false [8,8]
> 0 a1U
step 1: => magic.ask.flip Row: a1E@0,0 a1S@0,0
value => loss 15 of 60 turns
play 1:d4U => You have to flip a tile first. Flip a1.
# Any tile of the opponent may be flipped, and none of one's own.
> 1 a1Ed4D, 0 d4Nd2U
step 1: => magic.ask.flip Row: b1E@1,0 b1S@1,0 b1W@1,0 d2N@3,1 d2W@3,1
# With nothing to flip one only places.
set 1_ududUDUD--------
legal 0: => [a3D a3U a4D a4U b3D b3U b4D b4U c3D c3U c4D c4U d3D d3U d4D d4U]
play 0:a1Sa3U => No tile can be flipped now. Just place one, like a3U.
view flips => false
> 0 a3U
view flips => true
# The space just left is empty.
set 1_----------------
> 0 b3U
play 1:b3Wa3U => The flipped tile is on a3 now. Place yours on a1, b1, c1, d1, a2, b2, c2, d2, b3, c3, d3, a4, b4, c4 or d4.
> 1 b3Wb3U
json position => "1_--------Du------"
`)
}

func TestNotation(t *testing.T) {
	script(t, `
set 1_----------------
parse b3Wd4U|B3WD4U| b3 w - d4 u |b3-W d4–U|b3 west, d4 light => b3Wd4U
parse b3 South d4 dark => b3Sd4D
parse d4U => d4U
parse D4d|d4 dark => d4D
parse a1na1d => a1Na1D
parse d4 U => d4U
parse |d4|b3W|b3Wd4|b3d4U|e1U|a5U|a0U|b3Xd4U|b3Wd4Ux|b3W d4U a1U|U|b3:W>d4U => magic.refuse.notation

# A refusal says which moves are right.
set 1_ud--UU----D----d
play 0:d4U => You have to flip a tile first. Flip b1 or d4.
play 0:c1Ea4U => There's no tile on c1. Flip b1 or d4.
play 0:c3Ea4U => c3 is your own tile. Flip b1 or d4.
play 0:a1Ec4U => a1 has no empty space beside it. Flip b1 or d4.
play 0:d4Ea4U => d4 can't go east because the board ends there. Try d4N or d4W.
play 0:b1Sa4U => b1 can't go south because b2 is taken. Try b1E.
play 0:b1Ec1U => The flipped tile is on c1 now. Place yours on b1, d1, c2, d2, a3, b3, d3, a4, b4 or c4.
play 0:b1Ec3U => c3 is taken. Place yours on b1, d1, c2, d2, a3, b3, d3, a4, b4 or c4.
# A move has one spelling.
play 0:b1ea4u => “b1ea4u” isn't a move. Type the flip, if there's one, then the tile, like b3Wd4U. E is east. U is the light side, D the dark one.
play 0:b1 Ea4U => “b1 Ea4U” isn't a move. Type the flip, if there's one, then the tile, like b3Wd4U. E is east. U is the light side, D the dark one.
play 0:b1Ea4 => “b1Ea4” isn't a move. Type the flip, if there's one, then the tile, like b3Wd4U. E is east. U is the light side, D the dark one.
play 0:x => “x” isn't a move. Type the flip, if there's one, then the tile, like b3Wd4U. E is east. U is the light side, D the dark one.
play 0: => “” isn't a move. Type the flip, if there's one, then the tile, like b3Wd4U. E is east. U is the light side, D the dark one.
set 1_ududUDUD--------
play 0:a1Sa4U => No tile can be flipped now. Just place one, like a4U.
play 0:a1Sa1D => No tile can be flipped now. Just place one, like a3D.
# Nobody has played: Circle begins. Circle has one tile more or as many as Diamond, and at most eight.
position  => “” isn't a position. Write one like 1_DuUd-uDdUUdUudD-.
position 1 => “1” isn't a position. Write one like 1_DuUd-uDdUUdUudD-.
position 1_ => “1_” isn't a position. Write one like 1_DuUd-uDdUUdUudD-.
position ---------------- => “----------------” isn't a position. Write one like 1_DuUd-uDdUUdUudD-.
position 3_---------------- => “3_----------------” isn't a position. Write one like 1_DuUd-uDdUUdUudD-.
position 0_---------------- => “0_----------------” isn't a position. Write one like 1_DuUd-uDdUUdUudD-.
position 1_--------------- => “1_---------------” isn't a position. Write one like 1_DuUd-uDdUUdUudD-.
position 1_----------------- => “1_-----------------” isn't a position. Write one like 1_DuUd-uDdUUdUudD-.
position  1_---------------- => “ 1_----------------” isn't a position. Write one like 1_DuUd-uDdUUdUudD-.
position 1----------------- => “1-----------------” isn't a position. Write one like 1_DuUd-uDdUUdUudD-.
position 1_--------------_- => “1_--------------_-” has no tile I know on c4. Use U, D, u, d or -.
position 1_-------------x-- => “1_-------------x--” has no tile I know on b4. Use U, D, u, d or -.
position 2_---------------- => 0 circles and 0 diamonds don't fit when Diamond moves. Circle moves when they're equal. Diamond moves when there's one more circle.
position 1_U--------------- => 1 circles and 0 diamonds don't fit when Circle moves. Circle moves when they're equal. Diamond moves when there's one more circle.
position 2_Uu-------------- => 1 circles and 1 diamonds don't fit when Diamond moves. Circle moves when they're equal. Diamond moves when there's one more circle.
position 2_UUU------------- => 3 circles and 0 diamonds don't fit when Diamond moves. Circle moves when they're equal. Diamond moves when there's one more circle.
position 2_u--------------- => 0 circles and 1 diamonds don't fit when Diamond moves. Circle moves when they're equal. Diamond moves when there's one more circle.
position 1_UUUUUUUUUuuuuuuu => 9 circles and 7 diamonds don't fit when Circle moves. Circle moves when they're equal. Diamond moves when there's one more circle.
position 2_UUUUUUUUuuuuuuuu => 8 circles and 8 diamonds don't fit when Diamond moves. Circle moves when they're equal. Diamond moves when there's one more circle.
position 2_U--------------- => is one
position 1_---x------------ => “1_---x------------” has no tile I know on d1. Use U, D, u, d or -.
set 2_U---------------
view toMove ply turn last left => 1 1 null "" [7,8]
`)
}

func TestSteps(t *testing.T) {
	script(t, `
# A diamond on a1, a dark circle on c2: a turn is a flip, a square that is empty after it, and a side.
set 1_----------------
step 0: => magic.ask.place 4×4: a1@0,0 b1@1,0 c1@2,0 d1@3,0 a2@0,1 b2@1,1 c2@2,1 d2@3,1 a3@0,2 b3@1,2 c3@2,2 d3@3,2 a4@0,3 b4@1,3 c4@2,3 d4@3,3
> 0 c3U, 1 c3Na1D
step 0: => magic.ask.flip Row: a1E@0,0 a1S@0,0
step 0:a1E => magic.ask.place 4×4: a1@0,0 c1@2,0 d1@3,0 a2@0,1 b2@1,1 d2@3,1 a3@0,2 b3@1,2 c3@2,2 d3@3,2 a4@0,3 b4@1,3 c4@2,3 d4@3,3
step 0:a1E d2 => magic.ask.side Turn: U@3,1=a1Ed2U D@3,1=a1Ed2D
shown 0:Picked => {- - - false}
shown 0:Turns => [{a1 b1 - false} {a1 a2 - false}]
shown 0:Rows => []
shown 0:Picked a1E => {a1 b1 - false}
shown 0:Turns a1E => [{a1 b1 a1 false} {a1 b1 c1 false} {a1 b1 d1 false} {a1 b1 a2 false} {a1 b1 b2 false} {a1 b1 d2 false} {a1 b1 a3 false} {a1 b1 b3 false} {a1 b1 c3 false} {a1 b1 d3 false} {a1 b1 a4 false} {a1 b1 b4 false} {a1 b1 c4 false} {a1 b1 d4 false}]
shown 0:Rows a1E => []
shown 0:Picked a1E d2 => {a1 b1 d2 false}
shown 0:Turns a1E d2 => [{a1 b1 d2 true} {a1 b1 d2 false}]
shown 0:Rows a1E d2 => []
# A turn with nothing to flip begins with the square.
set 1_ududUDUD--------
step 0: => magic.ask.place 4×4: a3@0,2 b3@1,2 c3@2,2 d3@3,2 a4@0,3 b4@1,3 c4@2,3 d4@3,3
step 0:c3 => magic.ask.side Turn: U@2,2=c3U D@2,2=c3D
# Values that no step offers lead nowhere, and show the plain View.
set 1_----------------
> 0 a1U
step 0: => nothing
step -1: => nothing
step 7: => nothing
step 0:a1E => nothing
step 1:b1E => nothing
step 1:a1N => nothing
step 1:a1 => nothing
step 1:b2 => nothing
step 1:a1S a2 => nothing
step 1:a1S e9 => nothing
step 1:a1S a1 u => nothing
step 0:a1S a1 U => nothing
step 1:a1S a1 U U => nothing
shown 0:Picked a1E => <nil>
shown 0:Turns a1E => []
shown 0:Rows a1E => []
shown 1:Picked a1S a2 => <nil>
shown 1:Turns a1S a2 => []
shown 1:Rows a1S a2 => []
# Words of steps.
set 1_----------------
> 0 b3U
labels 1: => flip b3 east to c3, now dark side up; flip b3 north to b2, now dark side up; flip b3 south to b4, now dark side up; flip b3 west to a3, now dark side up
shorts 1: => b3 →; b3 ↑; b3 ↓; b3 ←
shorts 1:b3W => a1; b1; c1; d1; a2; b2; c2; d2; b3; c3; d3; a4; b4; c4; d4
labels 1:b3W b3 => light side up; dark side up
shorts 1:b3W b3 => Light side; Dark side
echoes 1:b3W b3 => b3 ←, place b3 light; b3 ←, place b3 dark
# Rows are those of the board that is shown.
set 1_uuu-U-U-D-------
shown 0:Picked => {- - - false}
shown 0:Turns => [{b1 b2 - false} {c1 d1 - false}]
shown 0:Rows => [a1-b1-c1]
shown 0:Picked b1S => {b1 b2 - false}
shown 0:Turns b1S => [{b1 b2 b1 false} {b1 b2 d1 false} {b1 b2 d2 false} {b1 b2 b3 false} {b1 b2 c3 false} {b1 b2 d3 false} {b1 b2 a4 false} {b1 b2 b4 false} {b1 b2 c4 false} {b1 b2 d4 false}]
shown 0:Rows b1S => []
`)
}

func TestWords(t *testing.T) {
	script(t, `
set 1_----------------
sides => Circle Diamond
last => nothing
score => Tiles left: Ann 8 · Ben 8
owes => Place a tile.
line => 0
> 0 b3U
last => Ann places b3 light.
score => Tiles left: Ann 7 · Ben 8
owes => Flip one of their tiles, then place one of yours.
line => 1 Ann places b3 light
tell 0:b3U => Ann placed b3 light
tell 1:b3Wd4D => Ben flipped b3 ←, placed d4 dark
> 1 b3Wd4D
last => Ben flips b3 ←, places d4 dark.
score => Tiles left: Ann 7 · Ben 7
line => 2 Ben flips b3 ←, places d4 dark
view turn last mover toMove ply flips => {"from":"b3","to":"a3","place":"d4","light":false} "b3Wd4D" 1 0 2 true
text =>   a b c d/1 - - - -/2 - - - -/3 @ - - -/4 - - - #
view cells.8 cells.15 cells.9 => {"kind":"circle","light":false} {"kind":"diamond","light":false} {"kind":"empty","light":false}
> 0 leave
last => nothing
owes => Place a tile.
line => 3 Ann resigned
json position last mover ply turn ended winner => "1_--------D------d" "leave" 0 2 {"from":"b3","to":"a3","place":"d4","light":false} {"key":"reason.leave","args":{"Player":0}} 1
set 1_uuu-U-U-D-------
warns => Ben has three in a row: a1, b1, c1. Break it or lose.
score => Tiles left: Ann 5 · Ben 5
owes => Flip one of their tiles, then place one of yours.
set 1_uuuuU-U-D-D-----
warns => Ben has four in a row: a1, b1, c1, d1. Break it or lose.
score => Tiles left: Ann 4 · Ben 4
set 1_uuu-uU-UuD-D-U--
warns => Ben has 2 rows: a1, b1, c1 / a1, a2, a3. Break them all or lose.
score => Tiles left: Ann 3 · Ben 3
# Programs read the keys of a View.
set 1_uuuUUDU---d-----
view rows left ended winner => [{"squares":["a1","b1","c1"],"owner":1,"light":true,"locked":true}] [4,4] {"key":"magic.reason.locked","args":{"Rows":"a1, b1, c1"}} 1

# No turn is said to keep the other side from a row that only a flip of this turn would help it to: a3, b2, c1 needs c2
# flipped. No reason is given for what is no move, or to a seat that is not to move, and others are told a name.
set 1_------u-d---U--U
reasons =>  plans ready spares threatens
set 2_-D-DUUUu-dudd--U
why 1:leave => nothing
why 0:a2Sc4D => nothing
whyof 1:a2Sc4D => Every flip gives Ben a row. After b3 ↓ it's b4, c3, d2.
`)
}

// zoo has positions from play, each with the only turns that keep its value. Only the first has more than one such turn.
const zoo = `
# The empty board: a corner.
set 1_----------------
value => win 16 of 32 turns
best => a1D a1U a4D a4U d1D d1U d4D d4U
why a1D => nothing
# A locked row at once.
set 2_-uu-DdUd-UDUu--D
value => win 1 of 60 turns
best => a2Nd1U
why a2Nd1U => locked It makes a row that can't be broken, b1, c1, d1, and wins.
# A locked row breaks the other's.
set 2_uUDuuUDU-dD-ddU-
value => win 1 of 18 turns
best => c3Ea3U
why c3Ea3U => locked It makes a row that can't be broken, a1, a2, a3, and wins.
# A row that cannot be broken.
set 2_-D-DUUUu-dudd--U
value => win 2 of 70 turns
best => a2Sc4D
why a2Sc4D => forced Every flip gives you a row. After b3 ↓ it's b4, c3, d2.
# The same, with fewer tiles.
set 2_DDDUdu-U-u--d---
value => win 2 of 42 turns
best => c1Sa3D
why c1Sa3D => unbroken It makes a row, a2, a3, a4. No flip helps. After a4 → there's b2, b3, b4.
# A row that leaves one answer, which is not enough.
set 1_uU-d--DDdUUdu---
value => win 3 of 60 turns
best => a4Eb2D
why a4Eb2D => row It makes a row, b2, c2, d2. Ben must break it.
# Two threats, one after the other.
set 2_-du-UD-u-U-d--UD
value => win 4 of 112 turns
best => a2Nc3U
why a2Nc3U => breaks It breaks Ann's row, a2, b3, c4.
# A way that wins in five.
set 1_-u-d-DUu--uDUuU-
value => win 5 of 60 turns
best => c3Wc3D
why c3Wc3D => breaks It breaks Ben's row, b4, c3, d2.
# A quiet turn.
set 2_-d---DuDUdu-D-U-
value => win 6 of 98 turns
best => b2Wa1D
why b2Wa1D => threatens It threatens a row that can't be broken, b1, b2, b3.
# A quiet turn, early.
set 2_------UDU---d--u
value => win 7 of 154 turns
best => d2Sc4D
why d2Sc4D => plans You could make a row next, like a4, b4, c4.
# A way that wins in eight.
set 2_-d--dDUu--U---U-
value => win 8 of 108 turns
best => c2Nc2D
why c2Nc2D => breaks It breaks Ann's row, c2, c3, c4.
# A quiet turn that wins in nine.
set 1_--d--U-Uu-D-u---
value => win 9 of 120 turns
best => a4Ec2U
why a4Ec2U => row It makes a row, b2, c2, d2. Ben must break it.
# A row to break that wins in ten.
set 2_--------dUUU--d-
value => win 10 of 110 turns
best => b3Nd4D
why b3Nd4D => breaks It breaks Ann's row, b3, c3, d3.
# Two quiet turns.
set 2_d------u-UU----D
value => win 11 of 176 turns
best => c3Nb1D
why c3Nb1D => stops It keeps Ann from making a row, such as a3, b3, c3.
# A row to break, and a tie.
set 1_-D-D-UUuDduddu-U
value => tie of 16 turns
best => c3Sc3U
why c3Sc3U => both It breaks Ben's row, b4, c3, d2, and makes one, b2, c3, d4.
# A row to break, and a tie, early.
set 2_DDD--u-Ud---d---
value => tie of 108 turns
best => c1Sa2D
why c1Sa2D => both It breaks Ann's row, a1, b1, c1, and makes one, a2, a3, a4.
# Lost, and the only way past the next turn.
set 1_uuU-uuD-Udu-D-DU
value => loss 4 of 16 turns
best => c3Eb4D
why c3Eb4D => both It breaks Ben's row, a1, b2, c3, and makes one, a4, b4, c4.
# Lost in five, not in three.
set 1_UD-U-d-dDuuu---D
value => loss 5 of 72 turns
best => c3Sa2D
why c3Sa2D => breaks It breaks Ben's row, b3, c3, d3.
# Lost, and nothing to break.
set 1_--d-ud-U-D---D--
value => loss 10 of 140 turns
best => b2Ea4D
why b2Ea4D => nothing
# Lost in eleven.
set 2_--u-u----D--D--U
value => loss 11 of 176 turns
best => b3Nd1U
why b3Nd1U => plans You could make a row next, like b1, c1, d1.
`

func TestZoo(t *testing.T) { script(t, zoo) }
