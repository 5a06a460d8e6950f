package permutu

import "parlour/games"

// A View is all that anybody may know of a position of Permutu: everything.
type View struct {
	Columns    [][3]Block   `json:"columns"`    // from the left, each by Colour: red on top, black, green
	Own        [][]Holding  `json:"own"`        // by seat: the symbols it holds, ascending
	Triples    []int        `json:"triples"`    // by seat: symbols of which it holds all three blocks
	Pairs      []int        `json:"pairs"`      // by seat: symbols of which it holds exactly two
	Points     []int        `json:"points"`     // by seat: 3 for a triple, 1 for a pair
	Singles    int          `json:"singles"`    // blocks taken one at a time, by anybody; what a solo attempt keeps low
	Left       int          `json:"left"`       // blocks that nobody has taken
	Starter    games.Seat   `json:"starter"`    // who made the first move, or is to make it; Spectator before the first of a quick start, and when none was made
	ToMove     []games.Seat `json:"toMove"`     // who owes a move: all before the first move of a quick start, none at the end
	Out        []games.Seat `json:"out"`        // who left, in order of leaving
	Lapses     []int        `json:"lapses"`     // by seat: how many of its last turns running it let go by
	Last       games.Move   `json:"last"`       // the last ply; empty before the first
	Mover      games.Seat   `json:"mover"`      // whose ply it was; Spectator before the first
	LastBlocks []Block      `json:"lastBlocks"` // what that ply took, from the top
	Skipped    []games.Seat `json:"skipped"`    // who had no move after that ply and was passed over, in order
	Ended      *games.Text  `json:"ended"`      // why the game is over; nil while it goes on
	Places     []int        `json:"places"`     // once over, by seat: 1 is best, equal places are shared
}

// A Block is one block, on the table or taken.
type Block struct {
	Column int        `json:"column"` // in which it was dealt, from 1, as moves count
	Colour Colour     `json:"colour"`
	Symbol Symbol     `json:"symbol"`
	Owner  games.Seat `json:"owner"` // Spectator while it lies on the table
}

// Taken reports whether somebody has the block.
func (b Block) Taken() bool { return b.Owner != games.Spectator }

// A Holding is a symbol that a seat holds, and in which colours: as many as it
// has blocks of it.
type Holding struct {
	Symbol  Symbol   `json:"symbol"`
	Colours []Colour `json:"colours"` // red before black before green
}

// Solo returns the result of an attempt by one player as it stands.
func (v View) Solo() SoloResult { return SoloResult{v.Left, v.Singles} }

// View returns the same to every seat.
func (s state) View(games.Seat) games.View {
	v := View{
		Columns: s.columns(), Singles: s.pos.singles, Left: s.pos.Left(),
		Starter: s.starter(), ToMove: append([]games.Seat{}, s.ToMove()...), Out: s.out(),
		Last: s.last, Mover: s.mover, LastBlocks: []Block{}, Skipped: s.skipped(),
	}
	for seat := range games.Seat(s.pos.seats) {
		v.Own = append(v.Own, s.holdings(seat))
		v.Triples = append(v.Triples, s.pos.Triples(seat))
		v.Pairs = append(v.Pairs, s.pos.Pairs(seat))
		v.Points = append(v.Points, s.pos.Points(seat))
		v.Lapses = append(v.Lapses, int(s.lapses[seat]))
	}
	for c := range Colour(colours) {
		if s.taken>>c&1 == 1 {
			v.LastBlocks = append(v.LastBlocks, s.block(int(s.took.Column), c))
		}
	}
	if s.ended != goesOn {
		reason := s.reason()
		v.Ended, v.Places = &reason, s.places()
	}
	return v
}

func (s state) columns() [][3]Block {
	all := make([][3]Block, s.pos.columns)
	for column := range all {
		for c := range Colour(colours) {
			all[column][c] = s.block(column, c)
		}
	}
	return all
}

// block returns a block and who has it.
func (s state) block(column int, c Colour) Block {
	b := Block{column + 1, c, s.pos.Dealt(column, c), games.Spectator}
	for seat := range games.Seat(s.pos.seats) {
		if s.pos.Holds(seat, b.Symbol, c) {
			b.Owner = seat
		}
	}
	return b
}

// holdings returns the symbols that a seat holds, ascending.
func (s state) holdings(seat games.Seat) []Holding {
	all := []Holding{}
	for symbol := range Symbol(s.pos.columns) {
		h := Holding{Symbol: symbol}
		for c := range Colour(colours) {
			if s.pos.Holds(seat, symbol, c) {
				h.Colours = append(h.Colours, c)
			}
		}
		if len(h.Colours) > 0 {
			all = append(all, h)
		}
	}
	return all
}

// out returns who left, in order of leaving.
func (s state) out() []games.Seat {
	out := make([]games.Seat, s.pos.gone)
	for seat := range games.Seat(s.pos.seats) {
		if at := s.pos.leftAt[seat]; at > 0 {
			out[at-1] = seat
		}
	}
	return out
}
