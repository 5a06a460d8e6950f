package permutu

import (
	"math/bits"

	"parlour/games"
)

// A Colour is the colour of a block, and so its row: red on top, black in the middle,
// green at the bottom.
type Colour uint8

// The colours, from the top.
const (
	Red Colour = iota
	Black
	Green
	colours = 3
)

// String returns "red", "black" or "green".
func (c Colour) String() string { return [colours]string{"red", "black", "green"}[c] }

// MarshalText writes the colour as [Colour.String] does.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// A Symbol is the symbol of a block; 0 is the letter A. Each symbol is on three blocks,
// one of each colour.
type Symbol uint8

// String returns the letter of the symbol.
func (s Symbol) String() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return letters[s : s+1]
}

// MarshalText writes the symbol as its letter.
func (s Symbol) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the letter of a symbol.
func (s *Symbol) UnmarshalText(text []byte) error {
	if len(text) != 1 || text[0] < 'A' || text[0] > 'Z' {
		return games.ErrDeal
	}
	*s = Symbol(text[0] - 'A')
	return nil
}

// bit returns the set of this one symbol.
func (s Symbol) bit() uint32 { return 1 << s }

// The limits of the game.
const (
	minSymbols = 3
	maxSymbols = 26
	maxSeats   = 6
	full       = 1<<colours - 1 // the set of all colours: a column that still has its three blocks
)

// maxTakes is at least the number of legal moves in any position. Callers use it to
// size buffers.
const maxTakes = maxSymbols * (colours + 1)

// A position is the typed form of the game, without text: the blocks, their holders,
// and the seat to move. It is a value, so a copy is independent. Lapsed turns and a start
// that is open to all belong to the state above it.
type position struct {
	columns int // number of columns, and of symbols
	seats   int
	mover   games.Seat // [games.Spectator] once nobody can move
	starter games.Seat // has the first block; [games.Spectator] before the first move
	singles int        // number of blocks taken one at a time

	dealt [maxSymbols][colours]Symbol // by column; never changes
	left  [maxSymbols]uint8           // by column: the set of colours that are still there
	held  [maxSeats][colours]uint32   // by seat and colour: the set of symbols
	owned [maxSeats]uint32            // by seat: the set of symbols held in any colour
	taken uint32                      // the set of symbols held by any seat

	swap games.SwapView // for two seats, if the game has it

	gone   int             // number of seats that left
	leftAt [maxSeats]uint8 // by seat: 1 for the first that left; 0 for seats that are in
}

// A Take is a move: one block of a column that has three, or all blocks of a column.
type Take struct {
	Column uint8  // counts from 0
	Colour Colour // of the single block; red if Whole is set
	Whole  bool
}

// lies reports whether a block is still in its column.
func (p *position) lies(column int, c Colour) bool { return p.left[column]>>c&1 == 1 }

// holds reports whether a seat holds the block of a symbol in a colour.
func (p *position) holds(seat games.Seat, s Symbol, c Colour) bool {
	return p.held[seat][c]&s.bit() != 0
}

// In reports whether a seat is still in the game.
func (p *position) In(seat games.Seat) bool { return p.leftAt[seat] == 0 }

// Left returns the number of blocks that nobody has taken.
func (p *position) Left() int {
	n := 0
	for _, set := range p.left[:p.columns] {
		n += bits.OnesCount8(set)
	}
	return n
}

// Legal reports whether a seat could make a move on an existing column if it were to
// move.
func (p *position) Legal(seat games.Seat, t Take) bool {
	if t.Whole {
		return p.whole(seat, int(t.Column))
	}
	return p.single(int(t.Column), t.Colour)
}

// single is rule A: the column has its three blocks, and nobody has the symbol.
func (p *position) single(column int, c Colour) bool {
	return p.left[column] == full && p.taken>>p.dealt[column][c]&1 == 0
}

// whole is rule B: the column has two or three blocks, and the seat lacks the symbol of
// one block at most.
func (p *position) whole(seat games.Seat, column int) bool {
	return p.left[column] != 0 && p.lacking(seat, column) <= 1
}

// lacking returns the number of blocks in a column whose symbols a seat lacks.
func (p *position) lacking(seat games.Seat, column int) int {
	lacks, set, dealt := ^p.owned[seat], p.left[column], &p.dealt[column]
	n := uint32(set&1) & (lacks >> dealt[Red])
	n += uint32(set>>Black&1) & (lacks >> dealt[Black])
	n += uint32(set>>Green&1) & (lacks >> dealt[Green])
	return int(n)
}

// canMove reports whether a seat would have a legal move if it were to move.
func (p *position) canMove(seat games.Seat) bool {
	for column, set := range p.left[:p.columns] {
		if set != 0 && (p.lacking(seat, column) <= 1 || p.anySingle(column)) {
			return true
		}
	}
	return false
}

// anySingle reports whether some block of a column can be taken singly.
func (p *position) anySingle(column int) bool {
	return p.single(column, Red) || p.single(column, Black) || p.single(column, Green)
}

// Takes appends to buf every move that is legal for a seat if it is to move, and
// returns the result. The order is by column, single blocks from the top before the
// whole.
func (p *position) Takes(seat games.Seat, buf []Take) []Take {
	for column, set := range p.left[:p.columns] {
		if set == 0 {
			continue
		}
		for c := range Colour(colours) {
			if p.single(column, c) {
				buf = append(buf, Take{Column: uint8(column), Colour: c})
			}
		}
		if p.lacking(seat, column) <= 1 {
			buf = append(buf, Take{Column: uint8(column), Whole: true})
		}
	}
	return buf
}

// Play makes a legal move of the seat to move and calls [position.pass].
func (p *position) Play(t Take) {
	set := p.takes(t)
	for c := range Colour(colours) {
		if set>>c&1 == 1 {
			p.give(p.dealt[t.Column][c], c)
		}
	}
	p.left[t.Column] &^= set
	if !t.Whole {
		p.singles++
	}
	if p.starter == games.Spectator {
		p.starter = p.mover
	}
	p.swap.MaySwap, p.swap.Offers = p.swap.Offers, false
	p.pass()
}

// swapSides gives the seat to move all that the other one has, in place of its turn.
func (p *position) swapSides() {
	p.held[0], p.held[1] = p.held[1], p.held[0]
	p.owned[0], p.owned[1] = p.owned[1], p.owned[0]
	p.starter = 1 - p.starter
	p.swap = games.SwapView{Swapped: true}
	p.pass()
}

// takes returns the set of colours that a move takes from its column.
func (p *position) takes(t Take) uint8 {
	if t.Whole {
		return p.left[t.Column]
	}
	return 1 << t.Colour
}

// give gives a block to the seat to move.
func (p *position) give(s Symbol, c Colour) {
	p.held[p.mover][c] |= s.bit()
	p.owned[p.mover] |= s.bit()
	p.taken |= s.bit()
}

// pass gives the turn to the next seat that is in and has a legal move. That may be the
// same seat again; it is [games.Spectator] if there is none.
func (p *position) pass() {
	from := p.mover
	p.mover = games.Spectator
	for i := range p.seats {
		seat := (from + 1 + games.Seat(i)) % games.Seat(p.seats)
		if p.In(seat) && p.canMove(seat) {
			p.mover = seat
			return
		}
	}
}

// leave takes a seat out of the game; its blocks stay with it. Nobody is to move once
// at most one seat is left.
func (p *position) leave(seat games.Seat) {
	p.gone++
	p.leftAt[seat] = uint8(p.gone)
	switch {
	case p.seats-p.gone <= 1:
		p.mover = games.Spectator
	case p.mover == seat:
		p.pass()
	}
}

// newPosition deals from the stream "deal" of a seed, as docs/fairness.md describes. It
// shuffles the symbols, in ascending order, for the red row, then for the black and the
// green. If distinct is set, it repeats all of this from the same stream until no
// column has a symbol twice, so all such deals are equally likely.
func newPosition(seed games.Seed, seats, symbols int, distinct bool) position {
	p := position{columns: symbols, seats: seats, starter: games.Spectator}
	for column := range symbols {
		p.left[column] = full
	}
	for chance := seed.Chance("deal"); ; {
		if p.deal(chance); !distinct || p.distinct() {
			return p
		}
	}
}

// deal shuffles the three rows.
func (p *position) deal(chance *games.Chance) {
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

// distinct reports whether no column has a symbol twice.
func (p *position) distinct() bool {
	for _, d := range p.dealt[:p.columns] {
		if d[Red] == d[Black] || d[Red] == d[Green] || d[Black] == d[Green] {
			return false
		}
	}
	return true
}
