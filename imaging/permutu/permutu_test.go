package permutu

import (
	"fmt"
	"testing"

	"parlour/games/permutu"
	"parlour/imaging/canvas"
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

// TestRoom checks, for every number of symbols and seats, for empty and for full hands,
// and while a move is made or is not played, that columns and chips lie in the picture without
// touching names or each other, and that letters are large enough to read.
func TestRoom(t *testing.T) {
	for n := 3; n <= 26; n++ {
		for seats := 1; seats <= maxSeats; seats++ {
			for _, chips := range hands(n, max(2, seats)) {
				for _, of := range []struct {
					rows int
					top  float64
				}{{3, 0}, {3, canvas.HeaderHigh}, {4, 0}} {
					table, ledger := divide(permutu.Bands(n, seats), of.rows, chips, of.top, canvas.Size-of.top/6, blockLetter)
					if fault := faultOf(table, ledger, chips, n); fault != "" {
						t.Errorf("%d symbols, %v letters, %+v: %s", n, chips, of, fault)
					}
				}
			}
		}
	}
}

// faultOf returns what is wrong with a layout, or "".
func faultOf(table table, ledger ledger, chips []int, symbols int) string {
	last, all := table.top, 0
	for column := range symbols {
		at, ok := table.slot(column, table.rows-1)
		if !ok || at.X < 0 || at.X+at.W > canvas.Size {
			return fmt.Sprintf("column %d lies at %+v", column, at)
		}
		last = max(last, at.Y+at.H)
	}
	for i, row := range ledger.row[:len(chips)] {
		if row.Y < last || row.Y+row.H > canvas.Size {
			return fmt.Sprintf("row %d lies at %+v, above it %v", i, row, last)
		}
		last, all = row.Y+row.H, all+chips[i]
		head := row.Y + headHigh
		if ledger.aside {
			head = row.Y
		}
		for k := range chips[i] {
			at := ledger.at(i, k, chips[i])
			if at.X < ledger.left || at.X+at.W > ledger.right || at.Y < head || at.Y+at.H > row.Y+row.H-3 {
				return fmt.Sprintf("chip %d lies at %+v in %+v", k, at, row)
			}
		}
	}
	least := float64(canvas.SmallText)
	if all > 2*symbols {
		least = 24
	}
	if table.letter() < canvas.SmallText || ledger.letter < least {
		return fmt.Sprintf("letters of %.0f and %.0f, want %d and %v", table.letter(), ledger.letter, canvas.SmallText, least)
	}
	return ""
}

// TestPips checks that the pips of nine chips for each seat can be told apart: each has 14 pixels.
func TestPips(t *testing.T) {
	for seats := 1; seats <= maxSeats; seats++ {
		chips := []int{9, 9, 9, 9, 9, 9}[:max(2, seats)]
		_, l := divide(permutu.Bands(26, seats), 3, chips, 0, canvas.Size, blockLetter)
		free := rim(l.H) + 2
		if wide, tall := (l.W-2*free)/3, (1-faceShare)*l.H-free; min(wide, tall) < 14 {
			t.Errorf("%d seats: a pip has %.1f by %.1f pixels, want 14", seats, wide, tall)
		}
	}
}

// TestGain checks that a move that is not played shows what it brings.
func TestGain(t *testing.T) {
	pair, triple := permutu.Holding{Symbol: 1, Colours: []permutu.Colour{0, 1}}, permutu.Holding{Symbol: 2, Colours: []permutu.Colour{0, 1, 2}}
	own := func(points int, colours ...permutu.Colour) permutu.View {
		return permutu.View{
			Own: [][]permutu.Holding{{{Symbol: 0, Colours: colours}, pair, triple}, {}}, Points: []int{points, 9},
			LastBlocks: []permutu.Block{{Column: 1, Symbol: 0}},
		}
	}
	solo := permutu.View{Own: make([][]permutu.Holding, 1), Points: []int{0}, Singles: 3, LastBlocks: []permutu.Block{{Single: true}}}
	for want, v := range map[string]permutu.View{"": own(4, 0), "4 → 5": own(5, 0, 1), "5 → 7": own(7, 0, 1, 2), "2 → 3": solo} {
		b := painting{View: v}
		if got := b.gain(); got != want {
			t.Errorf("the gain of %v is %q, want %q", v.Own, got, want)
		}
	}
}
