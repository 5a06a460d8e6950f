package permutu

import (
	"fmt"
	"slices"
	"strings"

	"parlour/games"
)

// Words says the last ply, the points and what a seat that is to move has to do.
func (v View) Words() games.Words {
	owes := games.Say("permutu.owes.take")
	switch {
	case len(v.ToMove) > 1:
		owes = games.Say("permutu.owes.open")
	case v.MaySwap:
		owes = games.Say("permutu.owes.swap")
	}
	return games.Words{
		Last: v.last(), Score: v.score(), Owes: owes, Captions: v.captions(),
		Line: v.line(), Unit: v.Plies,
	}
}

// line says the last ply in a line of the game's record, and after it which seats have no move.
func (v View) line() games.Text {
	if v.Last == "" {
		return games.Text{}
	}
	return games.Join("permutu.line.and", v.said("permutu.line.", games.SystemLine(v.Mover, v.Last))...)
}

// said says the last ply, under keys that begin alike unless it is a system move, and which seats have no move after it.
func (v View) said(key string, system games.Text) (said []games.Text) {
	switch {
	case v.opened(): // the time of an open start ran out
		said = append(said, games.Say(key+"open", "Player", v.ToMove[0]))
	case v.Last.System():
		said = append(said, system)
	case v.Last == games.SwapMove:
		said = append(said, games.Say(key+"swap", "Player", v.Mover, "Block", v.first()))
	default:
		said = append(said, v.taken(key))
	}
	if n := len(v.Skipped); n > 0 {
		said = append(said, games.Say(key+"skipped", "Players", v.Skipped, "Count", n))
	}
	return said
}

// whole reports whether the last ply, a take, took a whole column.
func (v View) whole() bool { return strings.HasSuffix(string(v.Last), wholeLetter) }

// lying lists the symbols that are left in a column, in order.
func lying(p *position, column int) (letters []string) {
	for c := range Colour(colours) {
		if p.lies(column, c) {
			letters = append(letters, p.dealt[column][c].String())
		}
	}
	slices.Sort(letters)
	return letters
}

// lastSymbols lists the symbols that the last ply took, in order.
func (v View) lastSymbols() []string {
	var letters []string
	for _, b := range v.LastBlocks {
		letters = append(letters, b.Symbol.String())
	}
	slices.Sort(letters)
	return letters
}

// opened reports whether the last ply ended an open start, in which nobody moved in time.
func (v View) opened() bool { return v.Last == games.Lapse && v.Lapses[v.Mover] == 0 }

// captions names the two piles of a player who plays alone, and at last, while a move is made,
// a whole column.
func (v View) captions() (said []games.Text) {
	if len(v.Own) == 1 {
		said = append(said, games.Say("permutu.caption.columns"), games.Say("permutu.caption.singles"))
	}
	if v.Making != nil {
		said = append(said, games.Say("permutu.caption.all"))
	}
	return said
}

// last says what the last ply did. It is empty after a draw or a leave that ended the
// game, which the result explains.
func (v View) last() []games.Text {
	if v.Last == "" || v.Last == games.Draw || v.Last.Leaves() && v.Ended != nil {
		return nil
	}
	return v.said("permutu.last.", games.Say("permutu.last."+string(v.Last), "Player", v.Mover))
}

// taken says which blocks the last ply took, under one of the keys that begin alike.
func (v View) taken(key string) games.Text {
	b := v.LastBlocks[0]
	if v.whole() {
		return games.Say(key+"whole", "Player", v.Mover, "Column", b.Column, "Symbols", v.lastSymbols())
	}
	return games.Say(key+"block", "Player", v.Mover, "Block", blockName(b.Colour, b.Symbol), "Column", b.Column)
}

// score says the points of every seat, or what decides a solo attempt.
func (v View) score() games.Text {
	if len(v.Points) == 1 {
		return games.Say("permutu.score.solo", "Singles", v.Singles, "Left", v.Left, "Points", v.Points[0])
	}
	var seats []games.Text
	for seat, points := range v.Points {
		out := 0
		if len(v.Out) < len(v.Own)-1 && slices.Contains(v.Out, games.Seat(seat)) { // or the result says it
			out = 1
		}
		seats = append(seats, games.Say("permutu.score.seat", "Player", games.Seat(seat), "Out", out, "Points", points))
	}
	return games.Join("permutu.line.and", seats...)
}

// String draws the columns in [Bands], with their numbers above and r, b and g beside the
// rows; a point marks a taken block. Each seat then has a line with > if it is to move
// or x if it left, its points, and its symbols with three blocks, two and one.
func (v View) String() string {
	var b strings.Builder
	for _, band := range Bands(len(v.Columns), len(v.Own)) {
		v.writeBand(&b, band)
	}
	for seat := range v.Own {
		v.writeSeat(&b, games.Seat(seat))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// writeBand draws the columns of a band.
func (v View) writeBand(b *strings.Builder, band Band) {
	b.WriteString(" ")
	for column := band.From; column < band.To; column++ {
		fmt.Fprintf(b, " %2d", column+1)
	}
	for c := range Colour(colours) {
		b.WriteString("\n" + c.letter())
		for _, column := range v.Columns[band.From:band.To] {
			letter := "."
			if !column[c].Taken() {
				letter = column[c].Symbol.String()
			}
			b.WriteString("  " + letter)
		}
	}
	b.WriteString("\n\n")
}

// writeSeat draws the line of a seat.
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

// holding returns the symbols of which a seat has exactly so many blocks.
func (v View) holding(seat games.Seat, many int) string {
	var letters strings.Builder
	for _, h := range v.Own[seat] {
		if len(h.Colours) == many {
			letters.WriteString(h.Symbol.String())
		}
	}
	return letters.String()
}

// Tell says which block was taken, or which column with what was left of it.
func (Game) Tell(view games.View, seat games.Seat, m games.Move) games.Telling {
	v := view.(View)
	t, ok := readNotation(m)
	if m == games.SwapMove {
		return games.Telling{Did: games.Say("permutu.did.swap", "Player", seat), Try: games.Say("permutu.try.swap")}
	}
	if !ok || int(t.Column) >= len(v.Columns) {
		return games.Telling{}
	}
	number, p := int(t.Column)+1, v.position(seat)
	told := games.Telling{Did: games.Say("permutu.did.whole", "Player", seat, "Column", number, "Symbols",
		lying(&p, int(t.Column)))}
	if !t.Whole {
		block := blockName(t.Colour, p.dealt[t.Column][t.Colour])
		told.Did = games.Say("permutu.did.block", "Player", seat, "Block", block, "Column", number)
	}
	after := p
	after.Play(t)
	if complete := letters(after.with(seat, colours) &^ p.with(seat, colours)); len(complete) > 0 {
		told.Gets = games.Say("permutu.gets", "Symbols", complete, "Count", len(complete))
	}
	return told
}
