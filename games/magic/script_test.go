package magic

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"parlour/commands/locale/localetest"
	"parlour/games"
)

// asks are the questions about Rubik's Magic alone.
var asks = map[string]localetest.Ask{
	// why a text is no position
	"position": func(_ games.State, _ games.Seat, text string) string {
		_, err := Game{}.FromPosition(strings.Trim(text, `"`))
		var r *games.Refusal
		if errors.As(err, &r) {
			return strings.TrimPrefix(r.Text.Key, "magic.refuse.")
		}
		return "is one"
	},
	// what a position is worth with best play, the turns that keep that, which hard plays, and its number of turns
	"value": func(s games.State, seat games.Seat, _ string) string {
		st := s.(state)
		return fmt.Sprintf("%s of %d turns", st.Value(), st.pos.Count())
	},
	"best": func(s games.State, _ games.Seat, _ string) string {
		st, search := s.(state), newSearcher(allTiles)
		var best []string
		for _, m := range s.Legal(st.pos.mover) {
			if turn, err := st.readTurn(m); err == nil && search.keeps(st.pos, turn, search.worth(st.pos)) {
				best = append(best, string(m))
			}
		}
		text := strings.Join(best, " ")
		for i := range 3 {
			if m := minds[len(minds)-1].choose(st.pos, aSeed(i).Chance("think")).move(); !strings.Contains(text, string(m)) {
				text += fmt.Sprint(", but hard plays ", m)
			}
		}
		return text
	},
	// what is picked after values, what the turn may be next, and the board that is shown
	"shown": func(s games.State, seat games.Seat, picked string) string {
		v := s.Shown(seat, strings.Fields(picked)).(View)
		if v.Picked == nil {
			return "the plain View"
		}
		text := fmt.Sprint(*v.Picked, " of")
		for _, turn := range v.Turns {
			text += fmt.Sprint(" ", turn)
		}
		return fmt.Sprint(text, ", flips: ", v.Flips, ", rows: ", v.Rows, " on\n", v)
	},
	// the kinds of reasons for all turns
	"reasons": func(s games.State, _ games.Seat, _ string) string {
		seat, met := s.ToMove()[0], map[string]bool{}
		for _, m := range s.Legal(seat) {
			met[strings.TrimPrefix(Game{}.Why(s.View(seat), seat, m).Key, "magic.why.")] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(met)), " ")
	},
	// the rows on the board
	"rows": func(s games.State, _ games.Seat, _ string) string { return fmt.Sprint(viewOf(s).Rows) },
}

// script goes through a text about Rubik's Magic, whose positions are as [parsePosition] reads them.
func script(t *testing.T, text string) {
	t.Helper()
	at := func(text string) (games.State, int) { return from(t, text), 2 }
	localetest.Script{Game: Game{}, At: at, Asks: asks}.Run(t, text)
}

// Each position is at the start of a turn, at which alone it is judged. A is the player to move, B the other.
func TestRulings(t *testing.T) {
	script(t, `
# The empty board.
at 1_----------------
result = goes on
# A has a row that is not locked.
at 1_UUU-----d-d-u---
result = 1 2 with 1 0: three in a row: a1, b1, c1
# A has a column.
at 1_-u-D-u-D---D-d--
result = 1 2 with 1 0: three in a row: d1, d2, d3
# A has a row on a diagonal.
at 1_---D--D--D-ud-u-
result = 1 2 with 1 0: three in a row: b3, c2, d1
# A row needs the same side up.
at 1_UDU-----d-d-u---
result = goes on
# Three in line have to be adjacent.
at 1_UU-U----d-d-u---
result = goes on
# A row does not run over the edge.
at 1_--UUU----d-d-u--
result = goes on
# B has a row that is not locked.
at 1_uuu-U-U-D-------
result = goes on
# B has a locked row.
at 1_uuuUUDU---d-----
result = 2 1 with 0 1: a locked row: a1, b1, c1
# One space beside B's row is empty.
at 1_uuuUUD----d----U
result = goes on
# Only orthogonal spaces lock.
at 1_DuUd-uDdUUdUudD-
result = 2 1 with 0 1: a locked row: b4, c3, d2
# Diamond to move against a locked row.
at 2_UUUdddu---D----D
result = 1 2 with 1 0: a locked row: a1, b1, c1
# A has a row and B a locked one.
at 1_uuuUDDD---d-----
result = 1 2 with 1 0: you both have a row, and it was Ann's turn
# The same for Diamond.
at 2_UUUuddd---D----D
result = 2 1 with 0 1: you both have a row, and it was Ben's turn
# A full board where both have a row.
at 1_UUUuuuuDDdDddDdD
result = 1 2 with 1 0: you both have a row, and it was Ann's turn
# A full board where A has a row.
at 1_UUUDDuuduUdudDUd
result = 1 2 with 1 0: three in a row: a1, b1, c1
# A full board where B has a row.
at 1_UDUuuuuDDdUddUdD
result = 2 1 with 0 1: a locked row: a2, b2, c2
# A full board where nobody has a row.
at 1_UUuuDDddUUuuDDdd
result = 1 1 with 0 0: the board is full

# Circle's flip completes a row of Diamond, which is legal, and Circle's placement a row of Circle. Diamond wins, as
# rows are judged only when Diamond's turn begins.
at 1_uu----d-UU-----D
> 0 c2Nc3U
result = 2 1 with 0 1: you both have a row, and it was Ben's turn
rows = [a3-b3-c3 a1-b1-c1]
at 1_uu----d-UU-----D
> 0 c2Nd3U
result = 2 1 with 0 1: three in a row: a1, b1, c1

# A fresh row has to be broken at once.
at 1_uuu-U-U-D-------
view rows = [{"squares":["a1","b1","c1"],"owner":1,"light":true,"locked":false}]
> 0 b1Sd4U
rows = []
result = goes on
at 1_uuu--d-U-U-DD---
> 0 b2Wd4U
result = 2 1 with 0 1: three in a row: a1, b1, c1

# A flip is not optional: two of a1 by fifteen spaces by two sides.
at 1_----------------
value = win 16 of 32 turns
turn = 0
legal 1 =
view flips left = false [8,8]
> 0 a1U
step 1 = open row; Which tile do you flip?; a1E; a1S
value = loss 15 of 60 turns
no 1 d4U = You have to flip a tile first. Flip a1.
# Any tile of the opponent may be flipped, and none of one's own.
> 1 a1Ed4D, 0 d4Nd2U
step 1 = open row; Which tile do you flip?; b1E; b1S; b1W; d2N; d2W
# With nothing to flip one only places.
at 1_ududUDUD--------
legal 0 = a3D, a3U, a4D, a4U, b3D, b3U, b4D, b4U, c3D, c3U, c4D, c4U, d3D, d3U, d4D, d4U
no 0 a1Sa3U = No tile can be flipped now. Just place one, like a3U.
view flips = false
> 0 a3U
view flips = true
# The space just left is empty.
at 1_----------------
> 0 b3U
no 1 b3Wa3U = The flipped tile is on a3 now. Place yours on a1, b1, c1, d1, a2, b2, c2, d2, b3, c3, d3, a4, b4, c4 or d4.
> 1 b3Wb3U
state position = "1_--------Du------"
`)
}

func TestNotation(t *testing.T) {
	script(t, `
at 1_----------------
parse "b3Wd4U" = b3Wd4U
parse "B3WD4U" = b3Wd4U
parse " b3 w - d4 u " = b3Wd4U
parse "b3-W d4–U" = b3Wd4U
parse "b3 west, d4 light" = b3Wd4U
parse "b3 South d4 dark" = b3Sd4D
parse "d4U" = d4U
parse "D4d" = d4D
parse "d4 dark" = d4D
parse "a1na1d" = a1Na1D
parse "d4\u00a0U" = d4U
parse "" = “” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "d4" = “d4” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "b3W" = “b3W” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "b3Wd4" = “b3Wd4” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "b3d4U" = “b3d4U” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "e1U" = “e1U” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "a5U" = “a5U” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "a0U" = “a0U” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "b3Xd4U" = “b3Xd4U” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "b3Wd4Ux" = “b3Wd4Ux” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "b3W d4U a1U" = “b3W d4U a1U” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "U" = “U” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
parse "b3:W>d4U" = “b3:W>d4U” isn't a move. Type the flip, then the tile you place, like b3Wd4U.

# A refusal says which moves are right.
at 1_ud--UU----D----d
no 0 d4U = You have to flip a tile first. Flip b1 or d4.
no 0 c1Ea4U = There's no tile on c1. Flip b1 or d4.
no 0 c3Ea4U = c3 is your own tile. Flip b1 or d4.
no 0 a1Ec4U = a1 has no empty space beside it. Flip b1 or d4.
no 0 d4Ea4U = d4 can't go east because the board ends there. Try d4N or d4W.
no 0 b1Sa4U = b1 can't go south because b2 is taken. Try b1E.
no 0 b1Ec1U = The flipped tile is on c1 now. Place yours on b1, d1, c2, d2, a3, b3, d3, a4, b4 or c4.
no 0 b1Ec3U = c3 is taken. Place yours on b1, d1, c2, d2, a3, b3, d3, a4, b4 or c4.
# A move has one spelling.
no 0 b1ea4u = “b1ea4u” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
no 0 b1 Ea4U = “b1 Ea4U” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
no 0 b1Ea4 = “b1Ea4” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
no 0 x = “x” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
no 0 "" = “” isn't a move. Type the flip, then the tile you place, like b3Wd4U.
at 1_ududUDUD--------
no 0 a1Sa4U = No tile can be flipped now. Just place one, like a4U.
no 0 a1Sa1D = No tile can be flipped now. Just place one, like a3D.
# Nobody has played: Circle begins. Circle has one tile more or as many as Diamond, and at most eight.
position "" = position
position "1" = position
position "1_" = position
position "----------------" = position
position "3_----------------" = position
position "0_----------------" = position
position "1_---------------" = position
position "1_-----------------" = position
position " 1_----------------" = position
position "1-----------------" = position
position "1_--------------_-" = letter
position "1_-------------x--" = letter
position "2_----------------" = count
position "1_U---------------" = count
position "2_Uu--------------" = count
position "2_UUU-------------" = count
position "2_u---------------" = count
position "1_UUUUUUUUUuuuuuuu" = count
position "2_UUUUUUUUuuuuuuuu" = count
position "2_U---------------" = is one
at 2_U---------------
view toMove ply turn last left = 1 1 null "" [7,8]
`)
	for text, want := range map[string]string{
		"2_----------------": "0 circles and 0 diamonds don't fit when Diamond moves. Circle moves when they're equal. Diamond moves when there's one more circle.",
		"1_---x------------": "“1_---x------------” has no tile I know on d1. Use U, D, u, d or -.",
	} {
		_, err := parsePosition(text)
		var r *games.Refusal
		if !errors.As(err, &r) || say(t, r.Text) != want {
			t.Errorf("ParsePosition(%q) is refused with %v, want %q", text, err, want)
		}
	}
}

func TestSteps(t *testing.T) {
	script(t, `
# A diamond on a1, a dark circle on c2: a turn is a flip, a square that is empty after it, and a side.
at 1_----------------
step 0 = open grid of 4×4; Place a tile.; a1@0,0; b1@1,0; c1@2,0; d1@3,0; a2@0,1; b2@1,1; c2@2,1; d2@3,1; a3@0,2; b3@1,2; c3@2,2; d3@3,2; a4@0,3; b4@1,3; c4@2,3; d4@3,3
> 0 c3U, 1 c3Na1D
step 0 = open row; Which tile do you flip?; a1E; a1S
step 0 a1E = open grid of 4×4; Place a tile.; a1@0,0; c1@2,0; d1@3,0; a2@0,1; b2@1,1; d2@3,1; a3@0,2; b3@1,2; c3@2,2; d3@3,2; a4@0,3; b4@1,3; c4@2,3; d4@3,3
step 0 a1E d2 = open turn; Which side up?; U:a1Ed2U; D:a1Ed2D
shown 0 = {- - - false} of {a1 b1 - false} {a1 a2 - false}, flips: true, rows: [] on /   a b c d / 1 d - - - / 2 - - D - / 3 - - - - / 4 - - - -
shown 0 a1E = {a1 b1 - false} of {a1 b1 a1 false} {a1 b1 c1 false} {a1 b1 d1 false} {a1 b1 a2 false} {a1 b1 b2 false} {a1 b1 d2 false} {a1 b1 a3 false} {a1 b1 b3 false} {a1 b1 c3 false} {a1 b1 d3 false} {a1 b1 a4 false} {a1 b1 b4 false} {a1 b1 c4 false} {a1 b1 d4 false}, flips: false, rows: [] on /   a b c d / 1 - u - - / 2 - - D - / 3 - - - - / 4 - - - -
shown 0 a1E d2 = {a1 b1 d2 false} of {a1 b1 d2 true} {a1 b1 d2 false}, flips: false, rows: [] on /   a b c d / 1 - u - - / 2 - - D - / 3 - - - - / 4 - - - -
# A turn with nothing to flip begins with the square.
at 1_ududUDUD--------
step 0 = open grid of 4×4; Place a tile.; a3@0,2; b3@1,2; c3@2,2; d3@3,2; a4@0,3; b4@1,3; c4@2,3; d4@3,3
step 0 c3 = open turn; Which side up?; U:c3U; D:c3D
# Values that no step offers lead nowhere, and show the plain View.
at 1_----------------
> 0 a1U
step 0 = none
step = none
step 7 = none
step 0 a1E = none
step 1 b1E = none
step 1 a1N = none
step 1 a1 = none
step 1 b2 = none
step 1 a1S a2 = none
step 1 a1S e9 = none
step 1 a1S a1 u = none
step 0 a1S a1 U = none
step 1 a1S a1 U U = none
shown 0 a1E = the plain View
shown 1 a1S a2 = the plain View
# Words of steps.
at 1_----------------
> 0 b3U
labels 1 = flip b3 east to c3, now dark side up / flip b3 north to b2, now dark side up / flip b3 south to b4, now dark side up / flip b3 west to a3, now dark side up
shorts 1 = b3 → / b3 ↑ / b3 ↓ / b3 ←
shorts 1 b3W = a1 / b1 / c1 / d1 / a2 / b2 / c2 / d2 / b3 / c3 / d3 / a4 / b4 / c4 / d4
labels 1 b3W b3 = light side up / dark side up
shorts 1 b3W b3 = light / dark
echoes 1 b3W b3 = b3 ←, place b3 light / b3 ←, place b3 dark
# Rows are those of the board that is shown.
at 1_uuu-U-U-D-------
shown 0 = {- - - false} of {b1 b2 - false} {c1 d1 - false}, flips: true, rows: [a1-b1-c1] on /   a b c d / 1 u u u - / 2 U - U - / 3 D - - - / 4 - - - -
shown 0 b1S = {b1 b2 - false} of {b1 b2 b1 false} {b1 b2 d1 false} {b1 b2 d2 false} {b1 b2 b3 false} {b1 b2 c3 false} {b1 b2 d3 false} {b1 b2 a4 false} {b1 b2 b4 false} {b1 b2 c4 false} {b1 b2 d4 false}, flips: false, rows: [] on /   a b c d / 1 u - u - / 2 U d U - / 3 D - - - / 4 - - - -
`)
}

func TestWords(t *testing.T) {
	script(t, `
at 1_----------------
sides = Circle / Diamond
last =
score = Tiles left: Ann 8 · Ben 8
owes = Place a tile.
line = 0.
> 0 b3U
last = Ann places b3 light.
score = Tiles left: Ann 7 · Ben 8
owes = Flip one of their tiles, then place one of yours.
line = 1. Ann places b3 light
tell 0 b3U = Ann placed b3 light
tell 1 b3Wd4D = Ben flipped b3 ←, placed d4 dark
> 1 b3Wd4D
last = Ben flips b3 ←, places d4 dark.
score = Tiles left: Ann 7 · Ben 7
line = 2. Ben flips b3 ←, places d4 dark
view turn last mover toMove ply flips = {"from":"b3","to":"a3","place":"d4","light":false} "b3Wd4D" 1 0 2 true
board =   a b c d / 1 - - - - / 2 - - - - / 3 D - - - / 4 - - - d
view cells.8 cells.15 cells.9 = {"kind":"circle","light":false} {"kind":"diamond","light":false} {"kind":"empty","light":false}
> 0 leave
last =
owes = Place a tile.
line = 3. Ann resigned
state position last mover ply turn ended winner = "1_--------D------d" "leave" 0 2 {"from":"b3","to":"a3","place":"d4","light":false} {"key":"reason.leave","args":{"Player":0}} 1
at 1_uuu-U-U-D-------
score = Tiles left: Ann 5 · Ben 5. Ben has three in a row: a1, b1, c1. Break it or lose.
owes = Flip one of their tiles, then place one of yours.
at 1_uuuuU-U-D-D-----
score = Tiles left: Ann 4 · Ben 4. Ben has 2 rows: a1, b1, c1 / b1, c1, d1. Break them all or lose.
# Programs read the keys of a View.
at 1_uuuUUDU---d-----
view rows left ended winner = [{"squares":["a1","b1","c1"],"owner":1,"light":true,"locked":true}] [4,4] {"key":"magic.reason.locked","args":{"Rows":"a1, b1, c1"}} 1

# No turn is said to keep the other side from a row that only a flip of this turn would help it to: a3, b2, c1 needs c2
# flipped. No reason is given for what is no move, or to a seat that is not to move, and others are told a name.
at 1_------u-d---U--U
reasons =
at 2_-D-DUUUu-dudd--U
why 1 leave =
why 0 a2Sc4D =
whyof 1 a2Sc4D = Every flip gives Ben a row. After b3 ↓ it's b4, c3, d2.
`)
}

// zoo has positions from play, each with the only turns that keep its value. Only the first has more than one such turn.
const zoo = `
# The empty board: a corner.
at 1_----------------
value = win 16 of 32 turns
best = a1D a1U a4D a4U d1D d1U d4D d4U
why a1D = 
# A locked row at once.
at 2_-uu-DdUd-UDUu--D
value = win 1 of 60 turns
best = a2Nd1U
why a2Nd1U = It completes a locked row, b1, c1, d1, and wins.
# A locked row breaks the other's.
at 2_uUDuuUDU-dD-ddU-
value = win 1 of 18 turns
best = c3Ea3U
why c3Ea3U = It completes a locked row, a1, a2, a3, and wins.
# A row that cannot be broken.
at 2_-D-DUUUu-dudd--U
value = win 2 of 70 turns
best = a2Sc4D
why a2Sc4D = Every flip gives you a row. After b3 ↓ it's b4, c3, d2.
# The same, with fewer tiles.
at 2_DDDUdu-U-u--d---
value = win 2 of 42 turns
best = c1Sa3D
why c1Sa3D = It makes a row, a2, a3, a4. No flip helps. After a4 → there's b2, b3, b4.
# A row that leaves one answer, which is not enough.
at 1_uU-d--DDdUUdu---
value = win 3 of 60 turns
best = a4Eb2D
why a4Eb2D = It makes a row, b2, c2, d2. Ben must break it.
# Two threats, one after the other.
at 2_-du-UD-u-U-d--UD
value = win 4 of 112 turns
best = a2Nc3U
why a2Nc3U = It breaks Ann's row, a2, b3, c4.
# A way that wins in five.
at 1_-u-d-DUu--uDUuU-
value = win 5 of 60 turns
best = c3Wc3D
why c3Wc3D = It breaks Ben's row, b4, c3, d2.
# A quiet turn.
at 2_-d---DuDUdu-D-U-
value = win 6 of 98 turns
best = b2Wa1D
why b2Wa1D = 
# A quiet turn, early.
at 2_------UDU---d--u
value = win 7 of 154 turns
best = d2Sc4D
why d2Sc4D = 
# A way that wins in eight.
at 2_-d--dDUu--U---U-
value = win 8 of 108 turns
best = c2Nc2D
why c2Nc2D = It breaks Ann's row, c2, c3, c4.
# A quiet turn that wins in nine.
at 1_--d--U-Uu-D-u---
value = win 9 of 120 turns
best = a4Ec2U
why a4Ec2U = It makes a row, b2, c2, d2. Ben must break it.
# A row to break that wins in ten.
at 2_--------dUUU--d-
value = win 10 of 110 turns
best = b3Nd4D
why b3Nd4D = It breaks Ann's row, b3, c3, d3.
# Two quiet turns.
at 2_d------u-UU----D
value = win 11 of 176 turns
best = c3Nb1D
why c3Nb1D = It keeps Ann from making a row, such as a3, b3, c3.
# A row to break, and a tie.
at 1_-D-D-UUuDduddu-U
value = tie of 16 turns
best = c3Sc3U
why c3Sc3U = It breaks Ben's row, b4, c3, d2, and makes one, b2, c3, d4.
# A row to break, and a tie, early.
at 2_DDD--u-Ud---d---
value = tie of 108 turns
best = c1Sa2D
why c1Sa2D = It breaks Ann's row, a1, b1, c1, and makes one, a2, a3, a4.
# Lost, and the only way past the next turn.
at 1_uuU-uuD-Udu-D-DU
value = loss 4 of 16 turns
best = c3Eb4D
why c3Eb4D = It breaks Ben's row, a1, b2, c3, and makes one, a4, b4, c4.
# Lost in five, not in three.
at 1_UD-U-d-dDuuu---D
value = loss 5 of 72 turns
best = c3Sa2D
why c3Sa2D = It breaks Ben's row, b3, c3, d3.
# Lost, and nothing to break.
at 1_--d-ud-U-D---D--
value = loss 10 of 140 turns
best = b2Ea4D
why b2Ea4D = 
# Lost in eleven.
at 2_--u-u----D--D--U
value = loss 11 of 176 turns
best = b3Nd1U
why b3Nd1U = 
`

func TestZoo(t *testing.T) { script(t, zoo) }

// say returns texts as [localetest.Say] does.
func say(t *testing.T, texts ...games.Text) string {
	t.Helper()
	return localetest.Say(t, Game{}, texts...)
}
