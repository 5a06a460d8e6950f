package imaging

import (
	"math"

	"parlour/games/permutu"
	"parlour/imaging/canvas"
)

// The places of the parts of a picture of Permutu, in pixels of the design.
const (
	permutuNumbers = 38  // the height of the numbers above a band of columns
	permutuSide    = 10  // between the columns and what is beside and below them
	permutuLeft    = 22  // the left end of names, and of chips below them
	permutuRight   = 784 // the right end of points, and of chips below them
	permutuHead    = 40  // the height of a name above its chips
	permutuAside   = 186 // the left end of chips right of a name
	permutuPoints  = 744 // the right end of chips left of points
	permutuGap     = 4   // between two chips, and above and below all chips of a row
)

// The sizes that the layout chooses from, in pixels of the design.
const (
	permutuTallest  = 130 // the height of a row of blocks
	permutuLeast    = 40
	permutuOver     = 120 // the size of the letters on chips at the end, where no blocks are left
	permutuLargest  = 72  // the same while there are blocks
	permutuModest   = 36  // the same where blocks are large: in one area, or for a player who plays alone
	permutuSmallest = 12
	permutuWide     = 66 // the width of a chip with clear pips, where there is room
	permutuRoomy    = 40 // letters that let many rows have their names above the chips
	permutuStable   = 9  // chips a row for which there is always room, so that little moves while a game goes on
)

// A permutuTable is where the columns of Permutu lie, in pixels of the design.
type permutuTable struct {
	bands       []permutu.Band // those that are drawn
	rows        int            // of a column: three blocks, and while a move is made a chip for all
	left, top   float64
	pitch, tall float64 // the distances of two columns and of two rows
}

// newPermutuTable returns columns that begin at a height, with rows that are at most so tall.
func newPermutuTable(bands []permutu.Band, rows int, top, tall float64) permutuTable {
	wide := 1
	for _, b := range bands {
		wide = max(wide, b.To-b.From)
	}
	t := permutuTable{bands: bands, rows: rows, top: top}
	t.pitch = math.Floor((Size - 2*permutuSide) / float64(wide))
	t.tall = min(tall, math.Floor(1.25*t.pitch))
	t.pitch = min(t.pitch, math.Floor(2.4*t.tall))
	t.left = math.Floor((Size - t.pitch*float64(wide)) / 2)
	return t
}

// band returns the upper edge of a band.
func (t permutuTable) band(i int) float64 {
	return t.top + float64(i)*(permutuNumbers+float64(t.rows)*t.tall)
}

// slot returns the place of a row of a column; ok is false for a column that is not drawn.
func (t permutuTable) slot(column, row int) (b canvas.Box, ok bool) {
	for i, band := range t.bands {
		if band.From <= column && column < band.To {
			return canvas.NewBox(t.left+float64(column-band.From)*t.pitch, t.band(i)+permutuNumbers+float64(row)*t.tall, t.pitch, t.tall), true
		}
	}
	return canvas.Box{}, false
}

// letter is the size of the letters on blocks.
func (t permutuTable) letter() float64 { return math.Round(min(0.7*t.tall, 0.78*(t.pitch-6))) }

// A permutuLedger is how the rows of the seats lie, each with a name and chips of letters, in
// pixels of the design.
type permutuLedger struct {
	aside       bool    // whether chips stand right of the name, not below it
	left, right float64 // the ends of the chips
	letter      float64 // the size of the letters on chips
	w, h        float64 // the size of a chip
	across      int     // chips side by side
	row         [permutuSeats]canvas.Box
}

// sized returns a ledger, still without rows, with letters of a size.
func (l permutuLedger) sized(letter float64) permutuLedger {
	l.letter, l.w, l.h = letter, math.Round(1.25*letter), math.Round(1.66*letter)
	l.left, l.right = permutuLeft, permutuRight
	if l.aside {
		l.left, l.right = permutuAside, permutuPoints
	}
	return l.wide(l.w)
}

// wide returns a ledger whose chips have a width.
func (l permutuLedger) wide(w float64) permutuLedger {
	l.w, l.across = w, int((l.right-l.left+permutuGap)/(w+permutuGap))
	return l
}

// filled returns the ledger with the largest letters, up to most, with which so many chips for
// each seat fit between two heights, as wide as they may be then, and with its rows. What is left is spread over the rows.
func (l permutuLedger) filled(chips []int, top, bottom, most float64) permutuLedger {
	l = l.sized(most)
	for l.letter > permutuSmallest && l.needs(chips...) > bottom-top {
		l = l.sized(l.letter - 1)
	}
	for l.w < permutuWide && l.wide(l.w+1).needs(chips...) <= bottom-top {
		l = l.wide(l.w + 1)
	}
	spare := math.Floor((bottom - top - l.needs(chips...)) / float64(len(chips)))
	for i, n := range chips {
		l.row[i] = canvas.NewBox(0, top, Size, l.needs(n)+spare)
		top += l.needs(n) + spare
	}
	return l
}

// needs returns the height of rows with so many chips.
func (l permutuLedger) needs(chips ...int) (height float64) {
	for _, n := range chips {
		tall := l.lines(n) + 2*permutuGap
		if l.aside {
			height += max(tall, permutuHead)
		} else {
			height += tall + permutuHead
		}
	}
	return height
}

// lines returns the height of the lines that so many chips take.
func (l permutuLedger) lines(chips int) float64 {
	return float64(max(1, (chips+l.across-1)/l.across))*(l.h+permutuGap) - permutuGap
}

// at returns the place of one of so many chips of a row.
func (l permutuLedger) at(row, i, chips int) canvas.Box {
	top := l.row[row].Y + permutuHead + permutuGap
	if l.aside {
		top = l.row[row].Y + math.Floor((l.row[row].H-l.lines(chips))/2)
	}
	return canvas.NewBox(l.left+float64(i%l.across)*(l.w+permutuGap), top+float64(i/l.across)*(l.h+permutuGap), l.w, l.h)
}

// permutuRoom divides the picture between two heights into columns and rows for so many chips,
// whose letters are as large as those on blocks, or as most.
// Names stand left of the chips only where letters below them would be small, which are larger
// if there are more than four rows.
func permutuRoom(bands []permutu.Band, rows int, chips []int, top, bottom, most float64) (permutuTable, permutuLedger) {
	small := float64(canvas.SmallText)
	if len(chips) > 4 {
		small = permutuRoomy
	}
	t, l := permutuShare(bands, rows, chips, top, bottom, most, false)
	if l.letter < small {
		if table, aside := permutuShare(bands, rows, chips, top, bottom, most, true); aside.letter >= l.letter {
			return table, aside
		}
	}
	return t, l
}

// permutuShare divides the picture so that the letters on chips are as large as those on
// blocks, or as most.
func permutuShare(bands []permutu.Band, rows int, chips []int, top, bottom, most float64, aside bool) (permutuTable, permutuLedger) {
	l := permutuLedger{aside: aside}
	for tall := float64(permutuTallest); ; tall-- {
		t, end, largest := newPermutuTable(bands, rows, top, tall), top, float64(permutuOver)
		if len(bands) > 0 {
			end, largest = t.band(len(bands))+permutuSide, permutuLargest
		}
		if tall <= permutuLeast || l.sized(min(t.letter(), most)).needs(chips...) <= bottom-end {
			return t, l.filled(chips, end, bottom, largest)
		}
	}
}
