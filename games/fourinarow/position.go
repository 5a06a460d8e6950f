package fourinarow

import (
	"math/bits"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

// The sizes of boards: columns, rows, and how many in a row win.
const (
	minSize = 4
	maxCols = 9
	maxRows = 7
	four    = 4
)

// A Set is a set of cells of a board, a bit each: column by column from the left, each from the bottom.
type Set uint64

// count returns the number of cells of a set.
func (s Set) count() int { return bits.OnesCount64(uint64(s)) }

// first returns the number of the first cell of a set that has one.
func (s Set) first() int { return bits.TrailingZeros64(uint64(s)) }

// A shape is the size of a board, and the sets of cells that follow from it.
type shape struct {
	cols, rows int
	board      Set
	bottom     Set   // the lowest row
	top        Set   // the highest one
	low, high  Set   // the rows above which three lie, and those below which three lie
	under, mid Set   // the rows with one below and two above at least, and with two below and one above
	odd        Set   // the first row, the third and so on
	order      []Set // the columns, from the middle to the sides
	fours      []Set // the rows of four cells in all directions
}

// shapes are those of all sizes, by columns and rows.
var shapes = func() (all [maxCols + 1][maxRows + 1]*shape) {
	for cols := minSize; cols <= maxCols; cols++ {
		for rows := minSize; rows <= maxRows; rows++ {
			all[cols][rows] = newShape(cols, rows)
		}
	}
	return all
}()

func newShape(cols, rows int) *shape {
	s := &shape{cols: cols, rows: rows}
	rowsFrom := func(least, most int) (set Set) {
		for row := least; row <= most; row++ {
			for col := range cols {
				set |= s.cell(col, row)
			}
		}
		return set
	}
	s.board, s.bottom, s.top = rowsFrom(0, rows-1), rowsFrom(0, 0), rowsFrom(rows-1, rows-1)
	s.low, s.high, s.under, s.mid = rowsFrom(0, rows-4), rowsFrom(3, rows-1), rowsFrom(1, rows-3), rowsFrom(2, rows-2)
	for row := 0; row < rows; row += 2 {
		s.odd |= rowsFrom(row, row)
	}
	for i := range cols {
		s.order = append(s.order, s.column((cols-1)/2+(i+1)/2*(2*(i&1)-1)))
	}
	for col := range cols {
		for row := range rows {
			for _, by := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				end := board.Spot{Col: col + (four-1)*by[0], Row: row + (four-1)*by[1]}
				if end.Col >= cols || end.Row >= rows || end.Row < 0 {
					continue
				}
				var of Set
				for i := range four {
					of |= s.cell(col+i*by[0], row+i*by[1])
				}
				s.fours = append(s.fours, of)
			}
		}
	}
	return s
}

// cells returns the number of cells.
func (s *shape) cells() int { return s.cols * s.rows }

// cell returns the set of one cell.
func (s *shape) cell(col, row int) Set { return 1 << (col*s.rows + row) }

// spot returns where the first cell of a set lies.
func (s *shape) spot(set Set) board.Spot {
	return board.Spot{Col: set.first() / s.rows, Row: set.first() % s.rows}
}

// column returns the cells of a column.
func (s *shape) column(col int) Set { return (1<<s.rows - 1) << (col * s.rows) }

// mirrored returns a set with left and right exchanged.
func (s *shape) mirrored(set Set) (m Set) {
	for range s.cols {
		m = m<<s.rows | set&(1<<s.rows-1)
		set >>= s.rows
	}
	return m
}

// wins reports whether a set has four in a row.
func (s *shape) wins(own Set) bool {
	h := uint(s.rows)
	up, right := own&(own>>1), own&(own>>(h&63))
	rise, fall := own&(own>>((h+1)&63)), own&(own>>((h-1)&63))
	return up&(up>>2)&s.low|right&(right>>(2*h&63))|
		rise&(rise>>(2*(h+1)&63))&s.low|fall&(fall>>(2*(h-1)&63))&s.high != 0
}

// spots returns the cells that would make four in a row with a set, taken ones too.
func (s *shape) spots(own Set) Set {
	h := uint(s.rows)
	found := (own << 1) & (own << 2) & (own << 3) & s.high
	l, r := own<<(h&63), own>>(h&63)
	a, b := l&(l<<(h&63)), r&(r>>(h&63))
	found |= a&(own<<(3*h&63)|r) | b&(own>>(3*h&63)|l)
	d := h + 1
	l, r = own<<(d&63), own>>(d&63)
	a, b = l&(l<<(d&63)), r&(r>>(d&63))
	found |= a&(own<<(3*d&63))&s.high | a&r&s.mid | b&l&s.under | b&(own>>(3*d&63))&s.low
	d = h - 1
	l, r = own<<(d&63), own>>(d&63)
	a, b = l&(l<<(d&63)), r&(r>>(d&63))
	found |= a&(own<<(3*d&63))&s.low | a&r&s.under | b&l&s.mid | b&(own>>(3*d&63))&s.high
	return found & s.board
}

// above returns the cells right above those of a set, and below the cells right below.
func (s *shape) above(set Set) Set { return set &^ s.top << 1 }
func (s *shape) below(set Set) Set { return set &^ s.bottom >> 1 }

// A Drop is a turn: the column into which a disc falls, from 0 at the left.
type Drop uint8

// Move writes a turn in its one spelling.
func (d Drop) Move() games.Move { return games.Move(board.Column(int(d))) }

// A Position is a board with the side to move, without text. Of its sides the one that moved last may have four in a row:
// then the game is over.
type Position struct {
	*shape
	own Set // the discs of the side to move
	all Set // those of both sides
}

// Ply returns the number of discs.
func (p *Position) Ply() int { return p.all.count() }

// Player returns the side to move, 0 for the one that begins.
func (p *Position) Player() int { return p.Ply() & 1 }

// other returns the discs of the side that moved last.
func (p *Position) other() Set { return p.all ^ p.own }

// by returns the discs of a side.
func (p *Position) by(side int) Set {
	if side == p.Player() {
		return p.own
	}
	return p.other()
}

// open returns the cells on which a disc can come to lie, one in each column that is not full.
func (p *Position) open() Set { return (p.above(p.all) | p.bottom) &^ p.all }

// lands returns the cell on which a disc comes to lie in a column, none if that is full.
func (p *Position) lands(d Drop) Set { return p.open() & p.column(int(d)) }

// put puts a disc on an open cell.
func (p *Position) put(cell Set) {
	p.own ^= p.all
	p.all |= cell
}

// after returns the position after a disc on an open cell.
func (p Position) after(cell Set) Position {
	p.put(cell)
	return p
}

// Play drops a disc into a column that is not full.
func (p *Position) Play(d Drop) { p.put(p.lands(d)) }

// Over reports whether the game is over.
func (p *Position) Over() bool { return p.all == p.board || p.wins(p.other()) }

// Winner returns the side that has four in a row, [games.Spectator] for none.
func (p *Position) Winner() games.Seat {
	if p.wins(p.other()) {
		return games.Seat(1 - p.Player())
	}
	return games.Spectator
}

// Worth returns what a position that is over is worth to both sides.
func (p *Position) Worth() search.Worths {
	winner := p.Winner()
	return search.Worth(uint8(winner), winner != games.Spectator)
}

// Count returns the number of columns that are not full.
func (p *Position) Count() int { return (p.top &^ p.all).count() }

// Nth returns a legal turn by its number, from 0 to Count()-1.
func (p *Position) Nth(n int) Drop {
	free := p.top &^ p.all
	for range n {
		free &= free - 1
	}
	return Drop(free.first() / p.rows)
}

// PlayNth plays a legal turn by its number.
func (p *Position) PlayNth(n int) { p.Play(p.Nth(n)) }

// Key returns the key of a turn: the number of the cell on which its disc comes to lie.
func (p *Position) Key(d Drop) search.Move { return search.Move(p.lands(d).first()) }

// Turn returns the turn of a key.
func (p *Position) Turn(k search.Move) Drop { return Drop(int(k) / p.rows) }
