package magic

import "parlour/games"

// A line is three squares that can make a row, and the squares beside them.
type line struct {
	squares [3]Square
	set     uint16
	beside  uint16 // orthogonally, and not of the line itself
}

// lines are the 24 lines of the board.
var lines = allLines()

func allLines() [24]line {
	var all [24]line
	n := 0
	for q := range NoSquare {
		for _, step := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			col, row := q.Col()+2*step[0], q.Row()+2*step[1]
			if col > 3 || row < 0 || row > 3 {
				continue
			}
			all[n] = newLine(q, SquareAt(q.Col()+step[0], q.Row()+step[1]), SquareAt(col, row))
			n++
		}
	}
	return all
}

func newLine(squares ...Square) line {
	l := line{squares: [3]Square(squares)}
	for _, q := range squares {
		l.set |= q.bit()
		l.beside |= q.neighbours()
	}
	l.beside &^= l.set
	return l
}

// neighbours returns the squares orthogonally adjacent to a square.
func (q Square) neighbours() uint16 {
	var set uint16
	for d := range directions {
		if n := q.step(d); n != NoSquare {
			set |= n.bit()
		}
	}
	return set
}

// Judge decides a position, which is one at the start of a turn: whether the game
// is over, and who won, Spectator for a tie.
//
// Who is to move wins with any three-in-a-row, whatever the other has; else the
// other wins with a locked one; else a full board is a tie. So on a full board
// where both have one, the mover wins.
func (p Position) Judge() (winner games.Seat, over bool) {
	taken := p.taken()
	if p.hasRow(p.mover) {
		return p.mover, true
	}
	other := &p.tiles[1-p.mover]
	if lockedRow(other[light], taken) || lockedRow(other[dark], taken) {
		return 1 - p.mover, true
	}
	return games.Spectator, taken == board
}

// hasRow reports whether a seat has a three-in-a-row.
func (p Position) hasRow(seat games.Seat) bool {
	return inRow(p.tiles[seat][light]) || inRow(p.tiles[seat][dark])
}

// inRow reports whether a set contains a line.
func inRow(set uint16) bool {
	// Each shift keeps the squares whose neighbour that way is in the set too;
	// the masks keep a line from running over the edge of the board.
	const left, right = 0x3333, 0xcccc // columns a and b, c and d
	return set&(set>>1)&(set>>2)&left|
		set&(set>>4)&(set>>8)|
		set&(set>>5)&(set>>10)&left|
		set&(set>>3)&(set>>6)&right != 0
}

// lockedRow reports whether a set contains a line of which every square beside
// it is taken.
func lockedRow(set, taken uint16) bool {
	if !inRow(set) {
		return false
	}
	for i := range lines {
		if l := &lines[i]; l.set&^set == 0 && l.beside&^taken == 0 {
			return true
		}
	}
	return false
}

// Rows lists every three-in-a-row on the board.
func (p Position) Rows() []Row {
	rows := []Row{}
	taken := p.taken()
	for seat := range p.tiles {
		for shown, set := range p.tiles[seat] {
			for _, l := range lines {
				if l.set&^set == 0 {
					rows = append(rows, Row{l.squares, games.Seat(seat), shown == light, l.beside&^taken == 0})
				}
			}
		}
	}
	return rows
}
