package magic

// A Square is a space of the board: 0 is a1, at the top left, 3 is d1, 15 is d4.
type Square uint8

// NoSquare is the square of nothing, such as a flip that was not made.
const NoSquare Square = 16

// SquareAt returns the square at a column and a row, from 0 at the top left.
func SquareAt(col, row int) Square { return Square(4*row + col) }

// Col returns the column of a square, from 0 at the left.
func (q Square) Col() int { return int(q % 4) }

// Row returns the row of a square, from 0 at the top.
func (q Square) Row() int { return int(q / 4) }

// String names a square, its column by a letter from the left and its row by a
// number from the top: "b3". NoSquare is "-".
func (q Square) String() string {
	if q >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(q%4), '1' + byte(q/4)})
}

// MarshalText writes a square as its name, for JSON.
func (q Square) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// bit is the square as a set of squares.
func (q Square) bit() uint16 { return 1 << q }

// A Direction is a way for a tile to step.
type Direction uint8

// The directions, in the order of the alphabet, which is that of the moves.
const (
	East Direction = iota
	North
	South
	West

	directions // how many there are
)

// letter is how a direction is written in a move.
func (d Direction) letter() string { return "ENSW"[d : d+1] }

// step returns the square beside a square, or NoSquare beyond the edge.
func (q Square) step(d Direction) Square {
	col := q.Col() + [4]int{1, 0, 0, -1}[d]
	row := q.Row() + [4]int{0, -1, 1, 0}[d]
	if col < 0 || col > 3 || row < 0 || row > 3 {
		return NoSquare
	}
	return SquareAt(col, row)
}
