package permutu

import "parlour/games"

// A View is all that anybody may know of a position, which is everything.
type View struct {
	Columns [][3]Block  `json:"columns"` // from the left, each by [Colour]: red, black, green
	Own     [][]Holding `json:"own"`     // by seat: the symbols that it holds, ascending
	Triples []int       `json:"triples"` // by seat: number of symbols with all three blocks
	Pairs   []int       `json:"pairs"`   // by seat: number of symbols with exactly two blocks
	Points  []int       `json:"points"`  // by seat: 3 for a triple, 1 for a pair
	// number of blocks taken one at a time by anybody; a solo attempt keeps it low
	Singles int `json:"singles"`
	Left    int `json:"left"` // number of blocks that nobody has taken
	// the seat that is to make the first move, then the one that has its block; [games.Spectator] before the first move
	// of a quick start, and if no move was made
	Starter games.Seat `json:"starter"`
	// the seats that owe a move: all before the first move of a quick start, none at the end
	ToMove     []games.Seat `json:"toMove"`
	Out        []games.Seat `json:"out"`        // the seats that left, in order of leaving
	Lapses     []int        `json:"lapses"`     // by seat: lapsed turns in a row
	Plies      int          `json:"plies"`      // number of plies so far, system moves too
	Last       games.Move   `json:"last"`       // the last ply; empty before the first one
	Mover      games.Seat   `json:"mover"`      // the seat of the last ply; [games.Spectator] before the first one
	LastBlocks []Block      `json:"lastBlocks"` // the blocks that the last ply took, from the top
	// the seats that had no move after the last ply and were passed over, in order
	Skipped []games.Seat `json:"skipped"`
	Ended   *games.Text  `json:"ended"`  // why the game ended; nil while it goes on
	Places  []int        `json:"places"` // by seat, once the game is over: 1 is best, equal places are shared
	games.SwapView

	Making *games.Making `json:"-"` // a move in the making, which only Shown sets
	Takes  []Take        `json:"-"` // the moves of Making.Step.Choices, in their order, but the swap behind them
}

// A Block is a block on the table or with a player.
type Block struct {
	Column int        `json:"column"` // the column in which it was dealt, from 1 as in moves
	Colour Colour     `json:"colour"`
	Symbol Symbol     `json:"symbol"`
	Owner  games.Seat `json:"owner"`  // [games.Spectator] while it is on the table
	Single bool       `json:"single"` // whether it was taken as a single block, not with its column
}

// Taken reports whether a seat has the block.
func (b Block) Taken() bool { return b.Owner != games.Spectator }

// A Holding is a symbol that a seat holds, with the colours of its blocks.
type Holding struct {
	Symbol  Symbol   `json:"symbol"`
	Colours []Colour `json:"colours"` // in the order red, black, green
}

// Alone implements [games.Attempt]: it lacks the blocks that are left, and costs what was taken singly.
func (v View) Alone() (lacks, cost int) { return v.Left, v.Singles }

// View returns the same for every seat.
func (s state) View(games.Seat) games.View {
	v := View{
		Columns: s.columns(), Singles: s.pos.singles, Left: s.pos.Left(),
		Starter: s.starter(), ToMove: append([]games.Seat{}, s.ToMove()...), Out: s.out(),
		Plies: s.plies, Last: s.last, Mover: s.mover, LastBlocks: []Block{}, Skipped: s.skipped(),
		SwapView: s.pos.swap,
	}
	for seat := range games.Seat(s.pos.seats) {
		v.Own = append(v.Own, s.holdings(seat))
		v.Triples = append(v.Triples, s.pos.triples(seat))
		v.Pairs = append(v.Pairs, s.pos.pairs(seat))
		v.Points = append(v.Points, s.pos.Points(seat))
		v.Lapses = append(v.Lapses, int(s.lapses[seat]))
	}
	for c := range Colour(colours) {
		if s.taken>>c&1 == 1 {
			v.LastBlocks = append(v.LastBlocks, s.block(int(s.took.Column), c))
		}
	}
	if s.ended != goesOn {
		v.MaySwap, v.Offers = false, false
		reason := s.reason()
		v.Ended, v.Places = &reason, s.places()
	}
	return v
}

// columns returns all blocks by column.
func (s state) columns() [][3]Block {
	all := make([][3]Block, s.pos.columns)
	for column := range all {
		for c := range Colour(colours) {
			all[column][c] = s.block(column, c)
		}
	}
	return all
}

// block returns a block with its owner.
func (s state) block(column int, c Colour) Block {
	b := Block{column + 1, c, s.pos.dealt[column][c], games.Spectator, s.alone[column]>>c&1 == 1}
	for seat := range games.Seat(s.pos.seats) {
		if s.pos.holds(seat, b.Symbol, c) {
			b.Owner = seat
		}
	}
	return b
}

// holdings returns the symbols that a seat holds, in ascending order.
func (s state) holdings(seat games.Seat) []Holding {
	all := []Holding{}
	for symbol := range Symbol(s.pos.columns) {
		h := Holding{Symbol: symbol}
		for c := range Colour(colours) {
			if s.pos.holds(seat, symbol, c) {
				h.Colours = append(h.Colours, c)
			}
		}
		if len(h.Colours) > 0 {
			all = append(all, h)
		}
	}
	return all
}

// out returns the seats that left, in order of leaving.
func (s state) out() []games.Seat {
	out := make([]games.Seat, s.pos.gone)
	for seat := range games.Seat(s.pos.seats) {
		if at := s.pos.leftAt[seat]; at > 0 {
			out[at-1] = seat
		}
	}
	return out
}
