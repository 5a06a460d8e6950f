package permutu

import (
	"fmt"
	"slices"
	"strings"

	"parlour/games"
)

// widest is how many columns a band of the text board has at most, so that its
// lines fit a phone.
const widest = 13

// String draws the columns, in bands when there are many, with their numbers
// above and r, b and g beside the rows; a point is a block that was taken. Then
// each seat from 1 has a line: > who is to move, x who is out, the points, and
// the symbols held: those of which it has three blocks, two, and one.
func (v View) String() string {
	var b strings.Builder
	n := len(v.Columns)
	bands := (n + widest - 1) / widest
	for i := range bands {
		v.writeBand(&b, i*n/bands, (i+1)*n/bands)
	}
	for seat := range v.Own {
		v.writeSeat(&b, games.Seat(seat))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// writeBand draws some of the columns.
func (v View) writeBand(b *strings.Builder, from, to int) {
	b.WriteString(" ")
	for column := from; column < to; column++ {
		fmt.Fprintf(b, " %2d", column+1)
	}
	for c := range Colour(colours) {
		b.WriteString("\n" + c.letter())
		for _, column := range v.Columns[from:to] {
			letter := "."
			if !column[c].Taken() {
				letter = column[c].Symbol.String()
			}
			b.WriteString("  " + letter)
		}
	}
	b.WriteString("\n\n")
}

// writeSeat draws what a seat has.
func (v View) writeSeat(b *strings.Builder, seat games.Seat) {
	mark := " "
	switch {
	case slices.Contains(v.Out, seat):
		mark = "x"
	case slices.Contains(v.ToMove, seat):
		mark = ">"
	}
	line := fmt.Sprintf("%s%d %3d ", mark, seat+1, v.Points[seat])
	for many := colours; many > 0; many-- {
		if letters := v.holding(seat, many); letters != "" {
			line += fmt.Sprintf(" %d:%s", many, letters)
		}
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// holding returns the symbols of which a seat has so many blocks.
func (v View) holding(seat games.Seat, many int) string {
	var letters strings.Builder
	for _, h := range v.Own[seat] {
		if len(h.Colours) == many {
			letters.WriteString(h.Symbol.String())
		}
	}
	return letters.String()
}
