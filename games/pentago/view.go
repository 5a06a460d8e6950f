package pentago

import (
	"fmt"
	"strings"

	"parlour/games"
	"parlour/games/board"
)

// A View is a position of Pentago, of which nothing is hidden.
type View struct {
	Cells [cells]Stone `json:"cells"` // row by row from the bottom, each from the left
	games.DuelView
	Turn    *Turn  `json:"turn"`    // the last turn, which stays when a system move ends the game; nil before the first
	Now     *Cell  `json:"now"`     // where the stone of that turn lies now; nil before the first
	Corner  bool   `json:"corner"`  // whether the stone that is owed goes to a corner of the board
	Neutral bool   `json:"neutral"` // whether a twist may be left out while a quadrant is neutral
	Fives   []Five `json:"fives"`   // every line of five or six, which all end the game

	// What only Shown sets: a turn in the making, the cell that is picked for the stone, which lies
	// on it in Cells, and the boards after each of the choices, in their order.
	Making   *games.Making `json:"-"`
	Picked   *Cell         `json:"-"`
	Outcomes []View        `json:"-"`
}

// A Stone says what lies on a cell.
type Stone uint8

// The stones, as books call them. Seat 0 has the White ones and seat 1 the Black ones, unless they swapped; players know
// them by the names in [sides].
const (
	Empty Stone = iota
	White
	Black
)

// MarshalText writes a stone as the rows of a state have it, for JSON.
func (s Stone) MarshalText() ([]byte, error) { return []byte{"-WB"[s]}, nil }

// A Five is five or six stones of a seat in a row.
type Five struct {
	board.Line
	Owner games.Seat `json:"owner"`
}

// At returns the stone at a column and a row, from 0 at the bottom left.
func (v View) At(col, row int) Stone { return v.Cells[row*Side+col] }

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{
		DuelView: s.Seen(),
		Corner:   s.pos.corner && s.Ply == 0 && s.Ended == nil, Neutral: s.pos.loose,
		Fives: s.pos.fives(),
	}
	for i := range v.Fives {
		v.Fives[i].Owner = s.Side(v.Fives[i].Owner)
	}
	v.put(s.pos)
	if s.turn != nil {
		t, now := *s.turn, s.turn.now()
		v.Turn, v.Now = &t, &now
	}
	return v
}

// put puts the stones of a position on the board.
func (v *View) put(p Position) {
	for side, stones := range p.stones {
		for ; stones != 0; stones &= stones - 1 {
			c := stones.lowest()
			v.Cells[c.Row()*Side+c.Col()] = White + Stone(side)
		}
	}
}

// now returns where the stone of a turn lies after its twist.
func (t Turn) now() Cell {
	if t.Twist == NoTwist {
		return t.Cell
	}
	return t.Cell.bit().twisted(t.Twist).lowest()
}

// fives returns the lines of five and six on the board. Their owners are the sides.
func (p *Position) fives() (found []Five) {
	for side, stones := range p.stones {
		if stones.wins() {
			for _, line := range board.Lines(Side, Side, five, func(col, row int) bool { return stones&CellAt(col, row).bit() != 0 }) {
				found = append(found, Five{line, games.Seat(side)})
			}
		}
	}
	return found
}

// String draws the board in rows from the top, with gaps between the quadrants; - is an empty cell. Row numbers stand on
// the left, column letters below.
func (v View) String() string {
	var b strings.Builder
	letters := "-" + sides.Letters()
	for row := Side - 1; row >= 0; row-- {
		text := v.row(row, letters)
		fmt.Fprintf(&b, "%d %s %s\n", row+1, text[:part], text[part:])
		if row == part {
			b.WriteByte('\n')
		}
	}
	b.WriteString("  abc def")
	return b.String()
}

// row writes the stones of one row with a letter for each kind.
func (v View) row(row int, letters string) string {
	line := make([]byte, Side)
	for col := range line {
		line[col] = letters[v.At(col, row)]
	}
	return string(line)
}

// Words returns the last ply and the sides.
func (v View) Words() games.Words {
	owes := games.Say("pentago.owes.turn")
	switch {
	case v.Corner:
		owes = games.Say("pentago.owes.corner")
	case v.MaySwap:
		owes = games.Say("pentago.owes.swap")
	}
	w := games.Words{Sides: v.Names(sides), Owes: owes}
	for _, o := range v.Outcomes {
		if t := o.Turn.Twist; t != NoTwist { // as its picture has no other words
			w.Captions = append(w.Captions, t.quarter())
		}
	}
	v.Tell(&w, "pentago.line.", "pentago.last.", func(key string) games.Text {
		now := ""
		if v.Now != nil && *v.Now != v.Turn.Cell { // the twist took the stone along
			now = v.Now.String()
		}
		return v.Turn.say(key, "Player", v.Mover, "Now", now)
	})
	return w
}

// say says a turn under keys that begin alike, with more values.
func (t Turn) say(key string, pairs ...any) games.Text {
	pairs = append(pairs, "Cell", t.Cell.String())
	if t.Twist == NoTwist {
		return games.Say(key+"placed", pairs...)
	}
	return games.Say(key+board.Turn(t.Twist.Clockwise()), append(pairs, "Quarter", t.Twist.quarter())...)
}

// quarter names the quadrant of a twist by where it lies.
func (t Twist) quarter() games.Text { return games.Say("pentago.quarter." + t.Corner().String()) }

// reason returns the reason why a position that is over is decided for a winner, after a turn of a
// seat.
func (p *Position) reason(mover, winner games.Seat) games.Text {
	fives := p.fives()
	switch {
	case len(fives) == 0:
		return games.Say("pentago.reason.full")
	case winner == games.Spectator:
		return games.Say("pentago.reason.both")
	}
	f := fives[0]
	key, values := "pentago.reason.five", []any{"Long", f.Long(), "From", f.From.String(), "To", f.To.String()}
	if winner != mover {
		key, values = "pentago.reason.theirs", append(values, "Player", mover)
	}
	return games.Say(key, values...)
}

// Tell says where a stone was placed and which quadrant was turned.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	v := view.(View)
	if m == games.SwapMove {
		return games.TellSwap(seat)
	}
	t, err := state{pos: v.position()}.readTurn(m)
	if err != nil {
		return games.Telling{}
	}
	told := games.Telling{Did: t.say("pentago.did.", "Player", seat)}
	if t.Twist != NoTwist {
		told.Noun = t.say("pentago.noun.")
	}
	switch b := v.position().after(t); {
	case b.over && b.worth > sure:
		told.Gets = b.other.five().say("pentago.gets")
	case !b.over && look(b.own, b.other).wins:
		told.Lets = games.Say("pentago.lets", "Player", 1-seat)
	}
	return told
}
