package magic

import (
	"slices"
	"strings"

	"parlour/games"
)

// Why says what a turn does to the rows, and names them: it wins, it breaks a row, it makes one, or it keeps the other
// side from making one that it would make now. Where no answer helps it names one that fails.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	typed, ok := parseTurn(strings.ToLower(string(m)))
	if !ok || v.ToMove != seat {
		return games.Text{}
	}
	before := v.position()
	after, other := before, 1-seat
	after.Play(typed.turn())
	made, broke := after.rowsBy(seat), before.rowsBy(other)
	winner, over := after.Judge()
	switch {
	case over && winner == seat:
		return games.Say("magic.why.locked", "Rows", rowNames(made))
	case over:
		return games.Text{}
	case !after.someAnswer(func(p position) bool { return !p.hasRow(seat) }):
		return after.fails(seat, made)
	case len(made) > 0 && len(broke) > 0:
		return games.Say("magic.why.both", "Player", other, "Rows", rowNames(broke[:1]), "Own", rowNames(made[:1]))
	case len(broke) > 0:
		return games.Say("magic.why.breaks", "Player", other, "Rows", rowNames(broke), "Count", len(broke))
	case len(made) > 0:
		return games.Say("magic.why.row", "Player", other, "Rows", rowNames(made[:1]))
	case after.someAnswer(func(p position) bool { return p.hasRow(other) }):
		return games.Text{}
	}
	if row, ok := before.threat(other); ok {
		return games.Say("magic.why.stops", "Player", other, "Rows", rowNames([]Row{row}))
	}
	return games.Text{}
}

// fails says that after each flip a seat, which is not to move, has a row, and names a flip that breaks the first of
// the rows that it has, if it has any.
func (p position) fails(seat games.Seat, made []Row) games.Text {
	flips := p.allFlips()
	t := flips[max(0, slices.IndexFunc(flips,
		func(t Turn) bool { return len(made) > 0 && slices.Contains(made[0].Squares[:], t.From) }))]
	p.turnOver(t)
	said := []any{"From", t.From.String(), "Arrow", t.Direction().arrow(), "Left", rowNames(p.rowsBy(seat)[:1])}
	if len(made) > 0 {
		return games.Say("magic.why.unbroken", append(said, "Rows", rowNames(made[:1]))...)
	}
	return games.Say("magic.why.forced", append(said, "By", "")...)
}

// threat returns the row that a seat would make by the most turns if it were to move, and whether there is one.
func (p position) threat(seat games.Seat) (most Row, ok bool) {
	counts := map[[3]Square]int{}
	p.mover = seat
	p.someAnswer(func(p position) bool {
		for _, r := range p.rowsBy(seat) {
			if counts[r.Squares]++; counts[r.Squares] > counts[most.Squares] {
				most = r
			}
		}
		return false
	})
	return most, len(counts) > 0
}

// someAnswer reports whether a turn leads to a position of a kind.
func (p position) someAnswer(is func(position) bool) bool {
	var buf [maxTurns]Turn
	for _, t := range p.turns(buf[:0]) {
		next := p
		next.Play(t)
		if is(next) {
			return true
		}
	}
	return false
}
