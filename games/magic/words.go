package magic

import (
	"slices"
	"strings"

	"parlour/games"
)

// String draws the board in rows from the top, with signs for tiles whose dark side is up; - is empty. Row
// numbers stand on the left, column letters above.
func (v View) String() string {
	var b strings.Builder
	letters := sides.Letters()
	b.WriteString("  a b c d")
	for row := range 4 {
		b.WriteString("\n")
		b.WriteByte('1' + byte(row))
		for col := range 4 {
			b.WriteByte(' ')
			b.WriteByte(v.At(col, row).letter(letters))
		}
	}
	return b.String()
}

// Words returns the last ply, the sides, the tiles left and the rows that threaten.
func (v View) Words() games.Words {
	owes := games.Say("magic.owes.place")
	if v.Flips {
		owes = games.Say("magic.owes.flip")
	}
	w := games.Words{Sides: sides.Texts(), Warns: v.warns(), Owes: owes}
	w.Score = games.Say("magic.score", "First", games.Seat(0), "Circle", v.Left[0], "Second", games.Seat(1), "Diamond", v.Left[1])
	if slices.ContainsFunc(v.Cells[:], func(c Cell) bool { return c.Kind != Empty && !c.Light }) {
		w.Signs = sides.Signs("magic.signs")
	}
	v.Tell(&w, "magic.line.", "magic.last.", func(key string) games.Text { return v.Turn.say(key, "Player", v.Mover) })
	return w
}

// say says a turn under keys that begin alike, with more values.
func (t Turn) say(key string, pairs ...any) games.Text {
	pairs = append(pairs, "Place", t.Place.String(), "Side", shade(t.Light))
	if !t.flips() {
		return games.Say(key+"place", pairs...)
	}
	return games.Say(key+"flip", append(pairs, "From", t.From.String(), "Arrow", t.Direction().arrow())...)
}

// warns names the rows that stand while the game goes on: the other side has to break them at once. Once its flip is
// picked, it can't.
func (v View) warns() games.Text {
	if v.Ended != nil || len(v.Rows) == 0 {
		return games.Text{}
	}
	key, rows := "magic.warns", runs(v.Rows)
	if v.Picked != nil && v.Picked.flips() && v.Rows[0].Owner != v.ToMove {
		key = "magic.warns.flipped"
	}
	return games.Say(key, "Player", v.Rows[0].Owner, "Rows", rowNames(rows), "Count", len(rows), "Long", longest(rows))
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
		return games.Say("magic.reason.locked", "Rows", rowNames(runs(locked)))
	case p.hasRow(1 - winner):
		return games.Say("magic.reason.both", "Player", winner)
	}
	all := runs(rows)
	return games.Say("magic.reason.row", "Rows", rowNames(all), "Long", longest(all))
}

// rowsBy returns the rows of a seat.
func (p position) rowsBy(seat games.Seat) []Row {
	if !p.hasRow(seat) {
		return nil
	}
	return slices.DeleteFunc(p.rows(), func(r Row) bool { return r.Owner != seat })
}

// runs returns rows as runs of squares: two rows in one line are a run of four.
func runs(rows []Row) (all [][]Square) {
rows:
	for _, r := range rows {
		for i, run := range all {
			switch {
			case slices.Equal(run[1:], r.Squares[:2]):
				all[i] = append(run, r.Squares[2])
				continue rows
			case slices.Equal(r.Squares[1:], run[:2]):
				all[i] = append(r.Squares[:1:1], run...)
				continue rows
			}
		}
		all = append(all, slices.Clone(r.Squares[:]))
	}
	return all
}

// longest returns how many squares the longest of some runs has.
func longest(runs [][]Square) (most int) {
	for _, run := range runs {
		most = max(most, len(run))
	}
	return most
}

// rowNames names the squares of runs: "b4, c3, d2 / d2, d3, d4".
func rowNames(runs [][]Square) string {
	var names []string
	for _, run := range runs {
		var squares []string
		for _, q := range run {
			squares = append(squares, q.String())
		}
		names = append(names, strings.Join(squares, ", "))
	}
	return strings.Join(names, " / ")
}

// shades end the keys of what is said of a light or a dark side.
var shades = map[bool]string{true: "light", false: "dark"}

// up returns the words for the side of a tile that is up.
func up(isLight bool) games.Text { return games.Say("magic.up." + shades[isLight]) }

// shade names a side of a tile in a word.
func shade(isLight bool) games.Text { return games.Say("magic.short." + shades[isLight]) }

// text names a direction.
func (d Direction) text() games.Text {
	return games.Say("magic.direction." + ways[d].name)
}

// arrow points in a direction.
func (d Direction) arrow() string { return ways[d].arrow }

// Tell says which tile was flipped and which one was placed, and of a row that no flip breaks that it was made.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	t, _, _, ok := parseTurn(m)
	if !ok {
		return games.Telling{}
	}
	told := games.Telling{Did: t.say("magic.did.", "Player", seat)}
	if t.flips() {
		told.Noun = t.say("magic.noun.")
	}
	after := view.(View).position()
	after.Play(t)
	winner, over := after.Judge()
	made := runs(after.rowsBy(seat))
	switch {
	case over && winner == seat:
		told.Gets = games.Say("magic.gets.locked", "Rows", rowNames(made))
	case !over && len(made) > 0 && !after.someAnswer(func(p position) bool { return !p.hasRow(seat) }):
		told.Gets = games.Say("magic.gets.unbroken", "Rows", rowNames(made[:1]))
	}
	if other := 1 - seat; !over && after.someAnswer(func(p position) bool { return p.hasRow(other) }) {
		told.Lets = games.Say("magic.lets", "Player", other)
	}
	return told
}

// Why says what a turn does to the rows, and names them: it wins, it breaks a row, it makes one, it keeps the other
// side from making one that it would make now, it can make one next whatever the answer, or it gives the other side none
// as other turns would. Of a turn that lets the other side make one, it says what that does to rows that can't be broken.
// Where no answer helps it names one that fails.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	t, _, _, ok := parseTurn(m)
	if !ok || v.ToMove != seat {
		return games.Text{}
	}
	before := v.position()
	after, other := before, 1-seat
	after.Play(t)
	made, broke := runs(after.rowsBy(seat)), runs(before.rowsBy(other))
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
		return before.quiet(t)
	}
	passed := before
	passed.mover = other
	if row, ok := passed.most(anything); ok {
		return games.Say("magic.why.stops", "Player", other, "Rows", rowNames(runs([]Row{row})))
	}
	if !after.someAnswer(func(p position) bool { return !p.canMakeRow(seat) }) {
		return games.Say("magic.why.ready", "By", "", "Player", other)
	}
	gives := 0
	before.someAnswer(func(p position) bool {
		if p.canMakeRow(other) {
			gives++
		}
		return false
	})
	if gives > 0 {
		return games.Say("magic.why.spares", "By", "", "Player", other, "Count", gives)
	}
	return before.quiet(t)
}

// quiet says of a turn that it keeps the other side from a row that can't be broken, threatens one, gives none as most
// other turns would, or that it could be followed by a row.
func (p position) quiet(t Turn) games.Text {
	after, passed, seat, other := p, p, p.mover, 1-p.mover
	after.Play(t)
	passed.mover = other
	say := func(key string, r Row) games.Text {
		return games.Say("magic.why."+key, "By", "", "Player", other, "Rows", rowNames(runs([]Row{r})))
	}
	if _, loses := after.most(position.unbroken); loses {
		return games.Text{}
	}
	if row, could := passed.most(position.unbroken); could {
		return say("fends", row)
	}
	passed = after
	passed.mover = seat
	if row, can := passed.most(position.unbroken); can {
		return say("threatens", row)
	}
	gives, all := 0, p.turns(nil)
	var last Row
	for _, o := range all {
		next := p
		next.Play(o)
		if row, can := next.most(position.unbroken); can {
			gives, last = gives+1, row
		}
	}
	if 2*gives >= len(all) {
		return say("avoids", last)
	}
	if row, can := passed.most(anything); can && !p.canMakeRow(seat) {
		return say("plans", row)
	}
	return games.Text{}
}

// anything is every position.
func anything(position) bool { return true }

// unbroken reports whether the side that is not to move has won, or has a row that no turn breaks.
func (p position) unbroken() bool {
	seat := 1 - p.mover
	if winner, over := p.Judge(); over {
		return winner == seat
	}
	return p.hasRow(seat) && !p.someAnswer(func(p position) bool { return !p.hasRow(seat) })
}

// canMakeRow reports whether a seat has a row after some turn of a position that is not over.
func (p position) canMakeRow(seat games.Seat) bool {
	_, over := p.Judge()
	return !over && p.someAnswer(func(p position) bool { return p.hasRow(seat) })
}

// fails says that after each flip a seat, which is not to move, has a row, and names a flip that breaks the first of
// the rows that it has, if it has any.
func (p position) fails(seat games.Seat, made [][]Square) games.Text {
	flips := p.allFlips()
	t := flips[max(0, slices.IndexFunc(flips,
		func(t Turn) bool { return len(made) > 0 && slices.Contains(made[0], t.From) }))]
	p.turnOver(t)
	said := []any{"From", t.From.String(), "Arrow", t.Direction().arrow(), "Left", rowNames(runs(p.rowsBy(seat))[:1])}
	if len(made) > 0 {
		return games.Say("magic.why.unbroken", append(said, "Rows", rowNames(made[:1]))...)
	}
	return games.Say("magic.why.forced", append(said, "By", "")...)
}

// most returns the row that the mover would make by the most turns that lead to a position of a kind, and whether there
// is one.
func (p position) most(is func(position) bool) (most Row, ok bool) {
	counts, seat := map[[3]Square]int{}, p.mover
	p.someAnswer(func(p position) bool {
		if !p.hasRow(seat) || !is(p) {
			return false
		}
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
