package permutu

import "parlour/games"

// newPosition deals from the stream "deal" of a seed: the symbols in ascending
// order are shuffled for the red row, again for the black and again for the
// green. With distinct, all of it is repeated from the same stream until the
// three symbols of every column differ, so every such deal is equally likely.
func newPosition(seed games.Seed, seats, symbols int, distinct bool) Position {
	p := Position{columns: symbols, seats: seats, starter: games.Spectator}
	for column := range symbols {
		p.left[column] = full
	}
	chance := seed.Chance("deal")
	p.deal(chance)
	for distinct && !p.distinct() {
		p.deal(chance)
	}
	return p
}

// deal shuffles the three rows.
func (p *Position) deal(chance *games.Chance) {
	row := make([]Symbol, p.columns)
	for c := range colours {
		for i := range row {
			row[i] = Symbol(i)
		}
		games.Shuffle(chance, row)
		for column, s := range row {
			p.dealt[column][c] = s
		}
	}
}

// distinct reports whether the three symbols of every column differ.
func (p *Position) distinct() bool {
	for _, d := range p.dealt[:p.columns] {
		if d[Red] == d[Black] || d[Red] == d[Green] || d[Black] == d[Green] {
			return false
		}
	}
	return true
}
