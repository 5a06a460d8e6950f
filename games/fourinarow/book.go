package fourinarow

import (
	_ "embed"
	"encoding/binary"
	"sync"
)

//go:embed book.bin
var bookFile []byte

// A book has the best column of positions on the usual board. Of two mirror images it has one. It has the positions to which
// a side can come that plays by it, whatever the other side does.
type book map[uint32]uint8

// bookPlies is the number of discs up to which a book has positions.
const bookPlies = 12

// usual is the size of the board that a book is about.
var usual = shapes[7][6]

// theBook is the one of the program: make book writes it.
var theBook = sync.OnceValue(func() book { return readBook(bookFile) })

// key returns the key of a position in a book: for each column its discs from the bottom, 1 of the side that
// began and 2 of the other, then 0, as digits to the base of 3. It is the smaller one of the two of mirror images.
func (p *Position) key() (key uint32, mirror bool) {
	first := p.by(0)
	var keys [2]uint32
	for i := range p.cols {
		for way, col := range [2]int{i, p.cols - 1 - i} {
			for row := 0; row < p.rows && p.all&p.cell(col, row) != 0; row++ {
				digit := uint32(2)
				if first&p.cell(col, row) != 0 {
					digit = 1
				}
				keys[way] = 3*keys[way] + digit
			}
			keys[way] *= 3
		}
	}
	return min(keys[0], keys[1]), keys[1] < keys[0]
}

// best returns the cell of the best move of a position, and whether the book has it.
func (b book) best(p Position) (Set, bool) {
	key, mirror := p.key()
	col, ok := b[key]
	if mirror {
		col = uint8(p.cols) - 1 - col
	}
	return p.column(int(col)) & p.open(), ok
}

// readBook reads a book: sorted keys, for each the difference to the one before times 8 and the column, in as few bytes as
// hold that.
func readBook(file []byte) book {
	b, key := book{}, uint32(0)
	for len(file) > 0 {
		n, size := binary.Uvarint(file)
		file = file[max(size, 1):]
		key += uint32(n >> 3)
		b[key] = uint8(n & 7)
	}
	return b
}
