package permutu

import (
	"math/bits"
	"slices"
	"strconv"

	"parlour/games"
)

// Why says what a move does to the symbols: it completes some, it keeps another seat from completing some, it makes
// pairs, or it opens columns to its seat. A block that does none of these has no reason. A move that decides the game,
// or after which nobody else can move, is worth that alone. Alone, points count for nothing: a column is free, and a
// block may open columns.
func (Game) Why(view games.View, seat games.Seat, m games.Move) games.Text {
	v := view.(View)
	t, ok := readNotation(m)
	p := v.position(seat)
	if !ok || !slices.Contains(v.ToMove, seat) || int(t.Column) >= p.columns || !p.Legal(seat, t) {
		return games.Text{}
	}
	after := p
	after.Play(t)
	switch {
	case p.seats == 1 && t.Whole:
		return games.Say("permutu.why.free", "Count", bits.OnesCount8(p.takes(t)))
	case p.seats == 1:
		return after.opens(&p, seat)
	case after.mover == games.Spectator && after.wins()[seat] == 1:
		points := after.points()
		return games.Say("permutu.why.ends", "Own", points[seat], "Other", after.bestOther(int(seat), &points))
	}
	if why := p.gains(&after, seat, t); why.Key != "" {
		return why
	}
	return after.opens(&p, seat)
}

// gains says what a move brings or denies in points, and whether its seat moves again after it.
func (p *position) gains(after *position, seat games.Seat, t Take) games.Text {
	complete := after.with(seat, colours) &^ p.with(seat, colours)
	pairs := after.with(seat, 2) &^ p.with(seat, 2) &^ after.with(seat, colours)
	points := after.Points(seat) - p.Points(seat)
	other, symbol, denied := p.denied(seat, t)
	lost := ""
	if denied {
		lost = symbol.String()
	}
	switch {
	case complete != 0:
		return games.Say("permutu.why.completes", "Symbols", letters(complete), "Count", points, "Denied", lost,
			"Player", other)
	case denied: // its other blocks make a pair
		return games.Say("permutu.why.denies", "Player", other, "Symbol", lost, "Count", points)
	case after.mover == seat:
		return games.Say("permutu.why.again", "By", "")
	case pairs != 0:
		open, thirds := after.thirds(pairs)
		return games.Say("permutu.why.pairs", "Symbols", letters(pairs), "Count", points, "Columns", thirds, "Left", len(thirds),
			"Open", letters(open), "Thirds", bits.OnesCount32(open), "Lost", letters(pairs&^open))
	}
	return games.Text{}
}

// opens says which columns a seat may take whole now, and might not before.
func (p *position) opens(before *position, seat games.Seat) games.Text {
	opened := p.opened(before, seat)
	if len(opened) == 0 {
		return games.Text{}
	}
	return games.Say("permutu.why.opens", "By", "", "Columns", opened, "Count", len(opened))
}

// denied finds a symbol whose last block a move takes while another seat that plays has the
// other two. A move takes no more than one such block, since its seat lacks one symbol at most.
func (p *position) denied(seat games.Seat, t Take) (games.Seat, Symbol, bool) {
	for other := range games.Seat(p.seats) {
		for c := range Colour(colours) {
			symbol := p.dealt[t.Column][c]
			if other != seat && p.In(other) && p.takes(t)>>c&1 == 1 && p.with(other, 2)&symbol.bit() != 0 {
				return other, symbol, true
			}
		}
	}
	return 0, 0, false
}

// opened lists up to three columns that a seat may take whole now, and might not before.
func (p *position) opened(before *position, seat games.Seat) (columns []string) {
	for column := range p.columns {
		if p.whole(seat, column) && !before.whole(seat, column) && len(columns) < 3 {
			columns = append(columns, strconv.Itoa(column+1))
		}
	}
	return columns
}

// thirds returns those of some symbols of which blocks are left, and the columns in which they are.
func (p *position) thirds(symbols uint32) (open uint32, columns []string) {
	for column := range p.columns {
		for c := range Colour(colours) {
			if s := p.dealt[column][c].bit(); p.left[column]>>c&1 == 1 && symbols&s != 0 {
				open |= s
				columns = append(columns, strconv.Itoa(column+1))
			}
		}
	}
	return open, slices.Compact(columns)
}

// letters lists the symbols of a set.
func letters(set uint32) (all []string) {
	for ; set != 0; set &= set - 1 {
		all = append(all, Symbol(bits.TrailingZeros32(set)).String())
	}
	return all
}
