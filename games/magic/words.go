package magic

import (
	"slices"
	"strings"

	"parlour/games"
)

// String draws the board in rows from the top, as the text of a position has it: U and D are circles light and dark
// side up, u and d diamonds, - is empty. Row numbers stand on the left, column letters above.
func (v View) String() string {
	var b strings.Builder
	b.WriteString("  a b c d")
	for row := range 4 {
		b.WriteString("\n")
		b.WriteByte('1' + byte(row))
		for col := range 4 {
			b.WriteByte(' ')
			b.WriteByte(v.At(col, row).letter())
		}
	}
	return b.String()
}

// Words returns the last ply, the sides, the tiles left and a row that threatens.
func (v View) Words() games.Words {
	owes := games.Say("magic.owes.place")
	if v.Flips {
		owes = games.Say("magic.owes.flip")
	}
	return games.Words{
		Last:  v.last(),
		Sides: []games.Text{side(0), side(1)},
		Score: v.score(),
		Owes:  owes,
		Line:  v.line(), Unit: games.DuelUnit(v.Ply, v.Last),
	}
}

// line says the last ply in a line of the game's record.
func (v View) line() games.Text {
	switch {
	case v.Last == "":
		return games.Text{}
	case v.Last.System():
		return games.SystemLine(v.Mover, v.Last)
	}
	return v.Turn.say("magic.line.", "Player", v.Mover)
}

// say says a turn under keys that begin alike, with more values.
func (t Turn) say(key string, pairs ...any) games.Text {
	pairs = append(pairs, "Place", t.Place.String(), "Side", shade(t.Light))
	if !t.flips() {
		return games.Say(key+"place", pairs...)
	}
	return games.Say(key+"flip", append(pairs, "From", t.From.String(), "Arrow", t.Direction().arrow())...)
}

// last returns the words for the last ply. A system move has none: it ended the game, and the result says so.
func (v View) last() []games.Text {
	if v.Last == "" || v.Last.System() {
		return nil
	}
	return []games.Text{v.Turn.say("magic.last.", "Player", v.Mover)}
}

// score returns the number of tiles left, and the rows that stand while the game goes on:
// the other side has to break them at once.
func (v View) score() games.Text {
	left := []any{"First", games.Seat(0), "Circle", v.Left[0], "Second", games.Seat(1), "Diamond", v.Left[1]}
	if v.Ended != nil || len(v.Rows) == 0 {
		return games.Say("magic.score", left...)
	}
	return games.Say("magic.score.row", append(left, "Player", v.Rows[0].Owner, "Rows", rowNames(v.Rows), "Count", len(v.Rows))...)
}

// reason returns the reason why a position is decided for a winner.
func (p position) reason(winner games.Seat) games.Text {
	if winner == games.Spectator {
		return games.Say("magic.reason.full")
	}
	rows := p.rowsBy(winner)
	switch {
	case winner != p.mover:
		locked := slices.DeleteFunc(rows, func(r Row) bool { return !r.Locked })
		return games.Say("magic.reason.locked", "Rows", rowNames(locked))
	case p.hasRow(1 - winner):
		return games.Say("magic.reason.both", "Player", winner)
	}
	return games.Say("magic.reason.row", "Rows", rowNames(rows))
}

// rowsBy returns the rows of a seat.
func (p position) rowsBy(seat games.Seat) []Row {
	if !p.hasRow(seat) {
		return nil
	}
	return slices.DeleteFunc(p.rows(), func(r Row) bool { return r.Owner != seat })
}

// rowNames names the squares of rows: "b4, c3, d2 / d2, d3, d4".
func rowNames(rows []Row) string {
	var names []string
	for _, r := range rows {
		names = append(names, strings.ReplaceAll(r.String(), "-", ", "))
	}
	return strings.Join(names, " / ")
}

// side names what a seat plays.
func side(seat games.Seat) games.Text {
	if seat == 0 {
		return games.Say("magic.side.circle")
	}
	return games.Say("magic.side.diamond")
}

// up returns the words for the side of a tile that is up.
func up(isLight bool) games.Text {
	if isLight {
		return games.Say("magic.up.light")
	}
	return games.Say("magic.up.dark")
}

// shade names a side of a tile in a word.
func shade(isLight bool) games.Text {
	if isLight {
		return games.Say("magic.short.light")
	}
	return games.Say("magic.short.dark")
}

// text names a direction.
func (d Direction) text() games.Text {
	return games.Say("magic.direction." + [...]string{"east", "north", "south", "west"}[d])
}

// arrow points in a direction.
func (d Direction) arrow() string { return [...]string{"→", "↑", "↓", "←"}[d] }
