package magic

import (
	"math/bits"
	"math/rand/v2"

	"parlour/games"
)

// A Square is a space of the board: 0 is a1, at the top left, 3 is d1, 15 is d4. Rows are
// counted from the top because GamesCrafters, from whose site the notation is, do so.
type Square uint8

// NoSquare is the square of nothing, such as a flip that was not made.
const NoSquare Square = 16

// SquareAt returns the square at a column and a row, from 0 at the top left.
func SquareAt(col, row int) Square { return Square(4*row + col) }

// Col returns the column of a square, from 0 at the left.
func (q Square) Col() int { return int(q % 4) }

// Row returns the row of a square, from 0 at the top.
func (q Square) Row() int { return int(q / 4) }

// String names a square: a letter for its column from the left and a number for its row
// from the top, as in "b3". NoSquare is "-".
func (q Square) String() string {
	if q >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(q%4), '1' + byte(q/4)})
}

// MarshalText writes a square as its name, for JSON.
func (q Square) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// bit returns the square as a set of squares.
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

// letters are how the directions are written in a move.
const letters = "ENSW"

// ways says of each direction how many squares further on or back a step leads, and from which ones it would leave the
// board.
var ways = [directions]struct {
	on, back    uint8
	edge        uint16
	name, arrow string
}{
	{1, 0, 0x8888, "east", "→"}, {0, 4, 0x000f, "north", "↑"},
	{4, 0, 0xf000, "south", "↓"}, {0, 1, 0x1111, "west", "←"},
}

func (d Direction) letter() string { return letters[d : d+1] }

// step returns the square beside a square, or NoSquare beyond the edge.
func (q Square) step(d Direction) Square {
	if ways[d].edge&q.bit() != 0 {
		return NoSquare
	}
	return q + Square(ways[d].on) - Square(ways[d].back)
}

// The sides of a tile, as an index into a seat's tiles.
const (
	light = iota
	dark
)

// board is every square, as a set.
const board uint16 = 1<<16 - 1

// inHand is the number of tiles that a side begins with. Eight each fill the board, so
// nobody runs out of tiles before the game is over.
const inHand = 8

// A position is a board and the seat to move, without text. It is a value, so a copy is a
// position of its own; the zero Position is the empty board. A set of squares is 16 bits,
// the lowest for a1.
type position struct {
	tiles [2][2]uint16 // by seat, then light and dark
	mover games.Seat
}

// At returns what lies on a square.
func (p position) At(q Square) Cell {
	for seat, kind := range [2]Kind{Circle, Diamond} {
		if p.of(games.Seat(seat))&q.bit() != 0 {
			return Cell{kind, p.tiles[seat][light]&q.bit() != 0}
		}
	}
	return Cell{}
}

// tileCount returns the number of tiles on the board: each turn places one.
func (p position) tileCount() int { return bits.OnesCount16(p.taken()) }

// Left returns the number of tiles that each seat has in hand.
func (p position) Left() [2]int {
	return [2]int{inHand - bits.OnesCount16(p.of(0)), inHand - bits.OnesCount16(p.of(1))}
}

// Play makes a legal turn.
func (p *position) Play(t Turn) {
	if t.flips() {
		p.turnOver(t)
	}
	p.tiles[p.mover][t.shown()] |= t.Place.bit()
	p.mover = 1 - p.mover
}

// turnOver makes the flip of a turn.
func (p *position) turnOver(t Turn) {
	theirs := &p.tiles[1-p.mover]
	shown := light
	if theirs[dark]&t.From.bit() != 0 {
		shown = dark
	}
	theirs[shown] &^= t.From.bit()
	theirs[1-shown] |= t.To.bit()
}

// of returns the squares of a seat's tiles.
func (p position) of(seat games.Seat) uint16 { return p.tiles[seat][light] | p.tiles[seat][dark] }

// taken returns the squares that hold a tile.
func (p position) taken() uint16 { return p.of(0) | p.of(1) }

// empty returns the squares that hold none.
func (p position) empty() uint16 { return board &^ p.taken() }

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
			l := &all[n]
			l.squares = [3]Square{q, SquareAt(q.Col()+step[0], q.Row()+step[1]), SquareAt(col, row)}
			for _, q := range l.squares {
				l.set |= q.bit()
				l.beside |= q.neighbours()
			}
			l.beside &^= l.set
			n++
		}
	}
	return all
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

// Judge decides a position at the start of a turn: whether the game is over, and the
// winner, Spectator for a tie.
//
// The mover wins with any three-in-a-row, whatever the other seat has; else the other
// seat wins with a locked one; else a full board is a tie.
func (p position) Judge() (winner games.Seat, over bool) {
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
func (p position) hasRow(seat games.Seat) bool {
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

// rows lists every three-in-a-row on the board.
func (p position) rows() []Row {
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

// A Turn is perhaps a flip, then a tile placed. The position says whose turn it is.
type Turn struct {
	From  Square `json:"from"`  // where the flipped tile lay; NoSquare for a turn without a flip
	To    Square `json:"to"`    // where it lies now; NoSquare for a turn without a flip
	Place Square `json:"place"` // where the new tile lies; may be From
	Light bool   `json:"light"` // whether the new tile shows its light side
}

// flips reports whether the turn begins with a flip.
func (t Turn) flips() bool { return t.From != NoSquare }

// Direction returns where the flipped tile steps, for a turn that flips.
func (t Turn) Direction() (d Direction) {
	for d < West && t.From.step(d) != t.To {
		d++
	}
	return d
}

// shown returns what the placed tile shows.
func (t Turn) shown() int {
	if t.Light {
		return light
	}
	return dark
}

// free returns the squares on which the tile of a turn may be placed, from those
// that were empty before it.
func (t Turn) free(empty uint16) uint16 {
	if t.flips() {
		return empty&^t.To.bit() | t.From.bit()
	}
	return empty
}

// maxTurns is how many legal turns a position can have at most.
const maxTurns = 252

// movable returns the squares of the opponent's tiles that can be flipped in a
// direction: those beside which, that way, a space is empty.
func (p position) movable(d Direction) uint16 {
	w := &ways[d]
	return p.empty() >> w.on << w.back &^ w.edge & p.of(1-p.mover)
}

// flips counts the flips that can be made.
func (p position) flips() int {
	n := 0
	for d := range directions {
		n += bits.OnesCount16(p.movable(d))
	}
	return n
}

// mustFlip reports whether a turn has to begin with a flip: it has to whenever
// it can.
func (p position) mustFlip() bool { return p.flips() > 0 }

// Count returns how many turns Turns lists.
func (p position) Count() int {
	return 2 * max(1, p.flips()) * bits.OnesCount16(p.empty())
}

// turns appends every turn to buf and returns it. It does not judge: the turns of a
// position that is decided must not be played.
func (p position) turns(buf []Turn) []Turn {
	if !p.mustFlip() {
		return p.placements(buf, Turn{From: NoSquare, To: NoSquare})
	}
	for d := range directions {
		for set := p.movable(d); set != 0; set &= set - 1 {
			from := lowest(set)
			buf = p.placements(buf, Turn{From: from, To: from.step(d)})
		}
	}
	return buf
}

// placements appends the turns that begin with the flip of t.
func (p position) placements(buf []Turn, t Turn) []Turn {
	for set := t.free(p.empty()); set != 0; set &= set - 1 {
		t.Place = lowest(set)
		t.Light = true
		buf = append(buf, t)
		t.Light = false
		buf = append(buf, t)
	}
	return buf
}

// Turn returns the turn at an index of the list of [position.turns], without making the
// list.
func (p position) Turn(i int) Turn {
	empty := p.empty()
	n := bits.OnesCount16(empty)
	t := p.flip(i / 2 / n)
	t.Place = nth(t.free(empty), i/2%n)
	t.Light = i%2 == 0
	return t
}

// flip returns a turn with the flip at an index and nothing placed yet, or without a flip
// when there are none.
func (p position) flip(i int) Turn {
	for d := range directions {
		set := p.movable(d)
		if n := bits.OnesCount16(set); i >= n {
			i -= n
			continue
		}
		from := nth(set, i)
		return Turn{From: from, To: from.step(d)}
	}
	return Turn{From: NoSquare, To: NoSquare}
}

// lowest returns the first square of a set.
func lowest(set uint16) Square { return Square(bits.TrailingZeros16(set)) }

// nth returns the square of a set that n others precede.
func nth(set uint16, n int) Square {
	for range n {
		set &= set - 1
	}
	return lowest(set)
}

// Perft counts the sequences of depth turns. A position that is decided has no turns.
func (p position) Perft(depth int) int {
	if depth <= 0 {
		return 1
	}
	if _, over := p.Judge(); over {
		return 0
	}
	if depth == 1 {
		return p.Count()
	}
	var buf [maxTurns]Turn
	n := 0
	for _, t := range p.turns(buf[:0]) {
		next := p
		next.Play(t)
		n += next.Perft(depth - 1)
	}
	return n
}

// Playout plays turns to the end, each drawn evenly from the legal ones, and returns the
// winner, Spectator for a tie. The position stays as it is.
func (p position) Playout(rng *rand.Rand) games.Seat {
	for {
		winner, over := p.Judge()
		if over {
			return winner
		}
		p.Play(p.Turn(rng.IntN(p.Count())))
	}
}
