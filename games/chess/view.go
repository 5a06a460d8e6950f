package chess

import (
	"fmt"
	"strings"

	"parlour/games"
)

// A View is a position of chess, of which nothing is hidden.
type View struct {
	Position string `json:"position"` // in FEN
	Past     []Key  `json:"past"`     // of the positions that may come again, up to this one
	From     string `json:"from"`     // the squares of the last move; empty before the first
	To       string `json:"to"`
	San      string `json:"san"` // the last move in algebraic notation
	games.DuelView

	Making *games.Making `json:"-"` // what only Shown sets: a move in the making
}

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{Position: s.pos.FEN(), Past: append([]Key{}, s.past...), San: s.said, DuelView: s.Seen()}
	if s.said != "" {
		v.From, v.To = s.last.from().String(), s.last.to().String()
	}
	return v
}

// Valid reports whether a View holds together.
func (v View) Valid() bool {
	_, err := readFEN(v.Position)
	_, from := readSquare(v.From)
	_, to := readSquare(v.To)
	return err == nil && (from && to || v.From+v.To == "")
}

// position returns the position of a View.
func (v View) position() Position {
	p, _ := readFEN(v.Position) // as a state wrote it
	return p
}

// state returns the state of a View, as far as its moves depend on it.
func (v View) state() state {
	s := state{Duel: games.Duel{Ply: v.Ply, Last: v.Last, Mover: v.Mover}, pos: v.position(), past: v.Past}
	if s.Passed = (v.Ply + int(s.pos.mover)) % 2; v.Ended != nil {
		s.End(v.Winner, *v.Ended)
	}
	return s
}

// UCI writes the position in FEN, with the number of the move.
func (v View) UCI() string { return fmt.Sprintf("fen %s %d", v.Position, v.Ply/2+1) }

// Squares returns the pieces by square, row by row from the bottom, as letters of FEN.
func (v View) Squares() (all [64]byte) {
	p := v.position()
	for at := range none {
		all[at] = p.letter(at)
	}
	return all
}

// Checked returns the square of the king that is in check, if there is one.
func (v View) Checked() (square int, ok bool) {
	p := v.position()
	return int(p.king(p.mover)), p.checks() != 0
}

// Points returns what the pieces of a seat come to.
func (v View) Points(seat games.Seat) int {
	p := v.position()
	return p.points(uint8(seat & 1))
}

// row writes the pieces of a row, which counts from 0 at the bottom.
func (p *Position) row(row int) string {
	var line [8]byte
	for col := range line {
		line[col] = p.letter(squareAt(col, row))
	}
	return string(line[:])
}

// String draws the board in rows from the top; - is an empty square.
func (v View) String() string {
	var b strings.Builder
	p := v.position()
	for row := 7; row >= 0; row-- {
		fmt.Fprintf(&b, "%d %s\n", row+1, p.row(row))
	}
	return b.String() + "  abcdefgh"
}

// points are what people count the kinds of pieces for.
var points = [6]int{1, 3, 3, 5, 9, 0}

// points returns what the pieces of a side come to.
func (p *Position) points(side uint8) (sum int) {
	for kind, worth := range points {
		sum += worth * (p.sides[side] & p.kinds[kind]).count()
	}
	return sum
}

// pieceName returns the name of a kind of piece.
func pieceName(k Kind) games.Text {
	return games.Say([6]string{"chess.pawn", "chess.knight", "chess.bishop", "chess.rook", "chess.queen", "chess.king"}[k])
}

// moved returns the kind of the piece that a move in algebraic notation moves.
func moved(san string) Kind {
	return Kind(max(0, strings.Index(letters, san[:min(1, len(san))])))
}

// Words returns the last move, the sides and what their pieces come to.
func (v View) Words() games.Words {
	names, p := sides.Texts(), v.position()
	w := games.Words{Sides: names, Owes: games.Say("chess.owes"), Signs: games.Say("chess.signs"), Score: games.Say("chess.score",
		"First", names[0], "Second", names[1], "White", p.points(0), "Black", p.points(1))}
	line, key := "chess.line", ""
	switch {
	case v.Last == claimMove:
		line, key = "chess.line.claim", ".claim"
	case v.San == "":
	case v.San[0] == 'O':
		key = ".castles"
	case strings.Contains(v.San, "x"):
		key = ".takes"
	}
	v.Tell(&w, line, "chess.last"+key, func(key string) games.Text {
		return games.Say(key, "Player", v.Mover, "Move", v.San, "Piece", pieceName(moved(v.San)), "From", v.From, "To", v.To)
	})
	if _, becomes, ok := strings.Cut(v.San, "="); ok && len(w.Last) > 0 && v.Last != claimMove {
		w.Last = append(w.Last, games.Say("chess.last.becomes", "Piece", pieceName(Kind(strings.IndexByte(letters, becomes[0])))))
	}
	if p.checks() != 0 && v.Ended == nil {
		w.Warns = games.Say("chess.check", "Player", v.ToMove)
	}
	return w
}

// Tell says which move is made, and what it takes or lets the other side do.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	v := view.(View)
	s := v.state()
	t, err := s.readTurn(m)
	switch {
	case err != nil || !s.Owes(seat):
		return games.Telling{}
	case m == claimMove:
		return games.Telling{Did: games.Say("chess.did.claim", "Player", seat), Try: games.Say("chess.try.claim")}
	}
	told := games.Telling{Did: games.Say("chess.did", "Player", seat, "Move", s.pos.san(t))}
	next := s.playTurn(t, m)
	if next.Ended != nil {
		return told
	}
	if p := s.pos; p.sides[1-p.mover].has(t.to()) && p.gain(t) > slightly {
		told.Gets = games.Say("chess.gets", "Taken", pieceName(p.kindAt(t.to())))
	}
	after := next.pos
	best, lost := s.pos.answer(t, &after)
	switch _, mates := after.mates(); {
	case mates:
		told.Lets = games.Say("chess.lets.mate", "Player", 1-seat)
	case lost > slightly && told.Gets.Key == "" && after.sides[1-after.mover].has(best.to()):
		told.Lets = games.Say("chess.lets.takes", "Player", 1-seat, "Taken", pieceName(after.kindAt(best.to())), "Square", best.to().String())
	}
	return told
}
