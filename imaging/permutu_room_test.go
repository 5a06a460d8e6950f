package imaging

import (
	"strconv"
	"testing"

	"parlour/games/permutu"
	"parlour/imaging/canvas"
	"parlour/imaging/columns"
)

// hands returns numbers of letters by seat: none, as many for each as the blocks allow, and all
// letters for the first seat with twice as many letters as symbols in all, which is more than a
// game brings.
func hands(symbols, seats int) [][]int {
	even, first := make([]int, seats), make([]int, seats)
	for i := range seats {
		even[i], first[i] = min(symbols, 3*symbols/seats), symbols/max(1, seats-1)
	}
	first[0] = symbols
	return [][]int{make([]int, seats), even, first}
}

// TestPermutuRoom checks, for every number of symbols and seats, for empty and for full hands,
// and while a move is made or is not played, that columns and chips lie in the picture without
// touching names or each other, and that letters are large enough to read.
func TestPermutuRoom(t *testing.T) {
	for n := 3; n <= 26; n++ {
		for seats := 1; seats <= 6; seats++ {
			for _, chips := range hands(n, max(2, seats)) {
				for name, of := range map[string]struct{ rows, top float64 }{"as it is": {3, 0}, "not played": {3, canvas.RibbonHeight}, "in the making": {4, 0}} {
					table, ledger := columns.Room(permutu.Bands(n, seats), int(of.rows), chips, of.top, Size-of.top/6, columns.Largest)
					roomOf(t, strconv.Itoa(n)+" symbols, "+name, table, ledger, chips, n)
				}
			}
		}
	}
}

// roomOf checks one layout.
func roomOf(t *testing.T, name string, table columns.Table, ledger columns.Ledger, chips []int, symbols int) {
	t.Helper()
	last := table.Top
	for column := range symbols {
		at, ok := table.Slot(column, table.Rows-1)
		if !ok || at.X < 0 || at.X+at.W > Size {
			t.Errorf("%s: column %d lies at %+v", name, column, at)
		}
		last = max(last, at.Y+at.H)
	}
	for i, row := range ledger.Row[:len(chips)] {
		if row.Y < last || row.Y+row.H > Size {
			t.Errorf("%s, %v letters: row %d lies at %+v, above it %v", name, chips, i, row, last)
		}
		last = row.Y + row.H
		head := row.Y + columns.Head
		if ledger.Aside {
			head = row.Y
		}
		for k := range chips[i] {
			at := ledger.At(i, k, chips[i])
			if at.X < ledger.Left || at.X+at.W > ledger.Right || at.Y < head || at.Y+at.H > row.Y+row.H-3 {
				t.Fatalf("%s, %v letters: chip %d lies at %+v in %+v", name, chips, k, at, row)
			}
		}
	}
	least, all := float64(canvas.SmallText), 0
	for _, n := range chips {
		all += n
	}
	if all > 2*symbols {
		least = 24
	}
	if table.Letter() < canvas.SmallText || ledger.Letter < least {
		t.Errorf("%s, %v letters: letters of %.0f and %.0f, want %d and %v", name, chips, table.Letter(), ledger.Letter, canvas.SmallText, least)
	}
}

// TestPermutuPlates checks that a block that may be taken alone lies on paper, at its place, and
// that no other block does.
func TestPermutuPlates(t *testing.T) {
	v := permutuLine{symbols: 13, seats: 2, plies: 8, seed: 2}.step(t)
	p := permutuPicture(v)
	im, paper := mustRender(t, p), 0
	b := newPermutuBoard(begun(p), p, v)
	for column := range v.Columns {
		for row, block := range v.Columns[column] {
			if block.Taken() {
				continue
			}
			slot, _ := b.table.Slot(column, row)
			at := slot.Grow(-b.inset(slot))
			got := im.RGBAAt(int(at.X+at.W/2), int(at.Y+2)) == canvas.Classic().Paper && im.RGBAAt(int(at.X+6), int(at.Y+at.H/2)) != canvas.Classic().Floor &&
				im.RGBAAt(int(at.X+4), int(at.Y+6)) == canvas.Classic().Paper
			want := b.open[permutu.Take{Column: uint8(column), Colour: permutu.Colour(row)}]
			if got != want && permutu.Colour(row) != permutu.Black {
				t.Errorf("block %d of column %d lies on paper: %v, want %v", row, column+1, got, want)
			}
			if want {
				paper++
			}
			if bright := im.RGBAAt(int(at.X+at.W/2), int(at.Y+11)) == canvas.Classic().Blocks[row].Ground; bright != want && row == int(permutu.Green) {
				t.Errorf("block %d of column %d is bright: %v, want %v", row, column+1, bright, want)
			}
		}
	}
	if paper < 3 {
		t.Errorf("only %d blocks may be taken", paper)
	}
}

// TestPermutuPips checks that the pips of nine chips for each seat can be told apart: each has
// 18 pixels.
func TestPermutuPips(t *testing.T) {
	for seats := 1; seats <= columns.Seats; seats++ {
		chips := []int{9, 9, 9, 9, 9, 9}[:max(2, seats)]
		_, l := columns.Room(permutu.Bands(26, seats), 3, chips, 0, Size, columns.Largest)
		if wide, tall := (l.W-2)/3, (1-permutuFace)*l.H-2; min(wide, tall) < 18 {
			t.Errorf("%d seats: a pip has %.1f by %.1f pixels, want 18", seats, wide, tall)
		}
	}
}
