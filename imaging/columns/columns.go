// Package columns says where the parts of a picture of Permutu lie: its columns, and below them the
// letters of each seat.
//
// Its policy: it draws nothing. Letters are as large as the room lets them be, and never too small
// to read while a game goes on.
package columns

import (
	"math"

	"parlour/games/permutu"
	"parlour/imaging/canvas"
)

// Seats is the greatest number of seats.
const Seats = 6

// The places of the parts of a picture of Permutu, in pixels of the design.
const (
	Numbers = 38  // the height of the numbers above a band of columns
	Side    = 10  // between the columns and what is beside and below them
	Left    = 22  // the left end of names, and of chips below them
	Right   = 784 // the right end of points, and of chips below them
	Head    = 40  // the height of a name above its chips
	Aside   = 186 // the left end of chips right of a name
	points  = 744 // the right end of chips left of points
	Gap     = 4   // between two chips, and above and below all chips of a row
)

// The sizes that the layout chooses from, in pixels of the design.
const (
	tallest  = 130 // the height of a row of blocks
	least    = 40
	over     = 120 // the size of the letters on chips at the end, where no blocks are left
	Largest  = 72  // the same while there are blocks
	Modest   = 36  // the same where blocks are large: in one area, or for a player who plays alone
	smallest = 12
	pips     = 66 // the width of a chip with clear pips, where there is room
	roomy    = 40 // letters that let many rows have their names above the chips
	Stable   = 9  // chips a row for which there is always room, so that little moves while a game goes on
)

// A Table is where the columns of Permutu lie, in pixels of the design.
type Table struct {
	bands       []permutu.Band // those that are drawn
	Rows        int            // of a column: three blocks, and while a move is made a chip for all
	Left, Top   float64
	Pitch, Tall float64 // the distances of two columns and of two rows
}

// newTable returns columns that begin at a height, with rows that are at most so tall.
func newTable(bands []permutu.Band, rows int, top, tall float64) Table {
	wide := 1
	for _, b := range bands {
		wide = max(wide, b.To-b.From)
	}
	t := Table{bands: bands, Rows: rows, Top: top}
	t.Pitch = math.Floor((canvas.Size - 2*Side) / float64(wide))
	t.Tall = min(tall, math.Floor(1.25*t.Pitch))
	t.Pitch = min(t.Pitch, math.Floor(2.4*t.Tall))
	t.Left = math.Floor((canvas.Size - t.Pitch*float64(wide)) / 2)
	return t
}

// Band returns the upper edge of a band.
func (t Table) Band(i int) float64 {
	return t.Top + float64(i)*(Numbers+float64(t.Rows)*t.Tall)
}

// Slot returns the place of a row of a column; ok is false for a column that is not drawn.
func (t Table) Slot(column, row int) (b canvas.Box, ok bool) {
	for i, band := range t.bands {
		if band.From <= column && column < band.To {
			return canvas.NewBox(t.Left+float64(column-band.From)*t.Pitch, t.Band(i)+Numbers+float64(row)*t.Tall, t.Pitch, t.Tall), true
		}
	}
	return canvas.Box{}, false
}

// Letter is the size of the letters on blocks.
func (t Table) Letter() float64 { return math.Round(min(0.7*t.Tall, 0.78*(t.Pitch-6))) }

// A Ledger is how the rows of the seats lie, each with a name and chips of letters, in
// pixels of the design.
type Ledger struct {
	Aside       bool    // whether chips stand right of the name, not below it
	Left, Right float64 // the ends of the chips
	Letter      float64 // the size of the letters on chips
	W, H        float64 // the size of a chip
	Across      int     // chips side by side
	Row         [Seats]canvas.Box
}

// Sized returns a ledger, still without rows, with letters of a size.
func (l Ledger) Sized(letter float64) Ledger {
	l.Letter, l.W, l.H = letter, math.Round(1.25*letter), math.Round(1.66*letter)
	l.Left, l.Right = Left, Right
	if l.Aside {
		l.Left, l.Right = Aside, points
	}
	return l.Wide(l.W)
}

// Wide returns a ledger whose chips have a width.
func (l Ledger) Wide(w float64) Ledger {
	l.W, l.Across = w, int((l.Right-l.Left+Gap)/(w+Gap))
	return l
}

// filled returns the ledger with its rows, which fill the room between two heights. Its letters are
// the largest, up to most, with which so many chips for each seat fit, and its chips are then as
// wide as they can be.
func (l Ledger) filled(chips []int, top, bottom, most float64) Ledger {
	l = l.Sized(most)
	for l.Letter > smallest && l.needs(chips...) > bottom-top {
		l = l.Sized(l.Letter - 1)
	}
	for l.W < pips && l.Wide(l.W+1).needs(chips...) <= bottom-top {
		l = l.Wide(l.W + 1)
	}
	spare := math.Floor((bottom - top - l.needs(chips...)) / float64(len(chips)))
	for i, n := range chips {
		l.Row[i] = canvas.NewBox(0, top, canvas.Size, l.needs(n)+spare)
		top += l.needs(n) + spare
	}
	return l
}

// needs returns the height of rows with so many chips.
func (l Ledger) needs(chips ...int) (height float64) {
	for _, n := range chips {
		tall := l.Lines(n) + 2*Gap
		if l.Aside {
			height += max(tall, Head)
		} else {
			height += tall + Head
		}
	}
	return height
}

// Lines returns the height of the lines that so many chips take.
func (l Ledger) Lines(chips int) float64 {
	return float64(max(1, (chips+l.Across-1)/l.Across))*(l.H+Gap) - Gap
}

// At returns the place of one of so many chips of a row.
func (l Ledger) At(row, i, chips int) canvas.Box {
	top := l.Row[row].Y + Head + Gap
	if l.Aside {
		top = l.Row[row].Y + math.Floor((l.Row[row].H-l.Lines(chips))/2)
	}
	return canvas.NewBox(l.Left+float64(i%l.Across)*(l.W+Gap), top+float64(i/l.Across)*(l.H+Gap), l.W, l.H)
}

// Room divides the picture between two heights into columns and rows for so many chips,
// whose letters are as large as those on blocks, or as most. Names stand left of the chips only
// where letters below the names would be small; with more than four rows that is up to a larger size.
func Room(bands []permutu.Band, rows int, chips []int, top, bottom, most float64) (Table, Ledger) {
	small := float64(canvas.SmallText)
	if len(chips) > 4 {
		small = roomy
	}
	t, l := share(bands, rows, chips, top, bottom, most, false)
	if l.Letter < small {
		if table, aside := share(bands, rows, chips, top, bottom, most, true); aside.Letter >= l.Letter {
			return table, aside
		}
	}
	return t, l
}

// share divides the picture so that the letters on chips are as large as those on
// blocks, or as most.
func share(bands []permutu.Band, rows int, chips []int, top, bottom, most float64, aside bool) (Table, Ledger) {
	l := Ledger{Aside: aside}
	for tall := float64(tallest); ; tall-- {
		t, end, largest := newTable(bands, rows, top, tall), top, float64(over)
		if len(bands) > 0 {
			end, largest = t.Band(len(bands))+Side, Largest
		}
		if tall <= least || l.Sized(min(t.Letter(), most)).needs(chips...) <= bottom-end {
			return t, l.filled(chips, end, bottom, largest)
		}
	}
}

// halfAcross is the most columns side by side in a half.
const halfAcross = 9

// Half returns so many columns in a half of a picture that shows two positions, and below them
// a ledger without rows, whose upper end is at end.
func Half(columns int, part canvas.Box) (t Table, l Ledger, end float64) {
	parts := (columns + halfAcross - 1) / halfAcross
	for i := range parts {
		t.bands = append(t.bands, permutu.Band{From: i * columns / parts, To: (i + 1) * columns / parts})
	}
	t.Rows, t.Left, t.Top = 3, part.X+6, part.Y
	t.Pitch = min(math.Floor((part.W-12)/float64((columns+parts-1)/parts)), 60)
	t.Tall = min(t.Pitch+4, 60)
	l = Ledger{}.Sized(canvas.SmallText)
	l.Left, l.Right = part.X+8, part.X+part.W-8
	return t, l.Wide(l.W), t.Band(parts) + Side
}
