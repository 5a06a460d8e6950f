package permutu

import (
	"math"

	"parlour/games/permutu"
	"parlour/imaging/canvas"
)

// maxSeats is the greatest number of seats.
const maxSeats = 6

// This file says where the parts of a picture lie: its columns, and below them the letters of each
// seat. It draws nothing. Letters are as large as the room lets them be, and never too small to read
// while a game goes on.

// The places of the parts of a picture of Permutu, in pixels of the design.
const (
	numbersHigh = 38  // the height of the numbers above a band of columns
	sideGap     = 10  // between the columns and what is beside and below them
	leftEnd     = 22  // the left end of names, and of chips below them
	rightEnd    = 784 // the right end of points, and of chips below them
	headHigh    = 40  // the height of a name above its chips
	asideLeft   = 186 // the left end of chips right of a name
	points      = 744 // the right end of chips left of points
	chipGap     = 4   // between two chips, and above those below a name
	rowEdge     = 8   // above and below the chips of a row, where the frame of a new one has room; else chipGap
)

// The sizes that the layout chooses from, in pixels of the design.
const (
	tallest     = 130 // the height of a row of blocks
	least       = 40
	over        = 120 // the size of the letters on chips at the end, where no blocks are left
	blockLetter = 72  // the same while there are blocks
	modest      = 36  // the same where blocks are large: in one area, or for a player who plays alone
	smallest    = 12
	pips        = 66 // the width of a chip with clear pips, where there is room
	roomy       = 40 // letters that let many rows have their names above the chips
	stable      = 9  // chips a row for which there is always room, so that little moves while a game goes on
)

// A table is where the columns of Permutu lie, in pixels of the design.
type table struct {
	bands       []permutu.Band // those that are drawn
	rows        int            // of a column: three blocks, and while a move is made a chip for all
	left, top   float64
	pitch, tall float64 // the distances of two columns and of two rows
}

// across returns the most columns side by side.
func (t table) across() (wide int) {
	wide = 1
	for _, b := range t.bands {
		wide = max(wide, b.To-b.From)
	}
	return wide
}

// newTable returns columns that begin at a height, with rows that are at most so tall.
func newTable(bands []permutu.Band, rows int, top, tall float64) table {
	t := table{bands: bands, rows: rows, top: top}
	wide := t.across()
	t.pitch = math.Floor((canvas.Size - 2*sideGap) / float64(wide))
	t.tall = min(tall, math.Floor(1.25*t.pitch))
	t.pitch = min(t.pitch, math.Floor(2.4*t.tall))
	t.left = math.Floor((canvas.Size - t.pitch*float64(wide)) / 2)
	return t
}

// band returns the upper edge of a band.
func (t table) band(i int) float64 {
	return t.top + float64(i)*(numbersHigh+float64(t.rows)*t.tall)
}

// slot returns the place of a row of a column; ok is false for a column that is not drawn.
func (t table) slot(column, row int) (b canvas.Box, ok bool) {
	for i, band := range t.bands {
		if band.From <= column && column < band.To {
			return canvas.NewBox(t.left+float64(column-band.From)*t.pitch, t.band(i)+numbersHigh+float64(row)*t.tall,
				t.pitch, t.tall), true
		}
	}
	return canvas.Box{}, false
}

// letter is the size of the letters on blocks.
func (t table) letter() float64 { return math.Round(min(0.7*t.tall, 0.78*(t.pitch-6))) }

// A ledger is how the rows of the seats lie, each with a name and chips of letters, in
// pixels of the design.
type ledger struct {
	aside       bool    // whether chips stand right of the name, not below it
	left, right float64 // the ends of the chips
	letter      float64 // the size of the letters on chips
	W, H        float64 // the size of a chip
	edge        float64 // above and below the chips of a row
	across      int     // chips side by side
	row         [maxSeats]canvas.Box
}

// sized returns a ledger, still without rows, with letters of a size.
func (l ledger) sized(letter float64) ledger {
	l.letter, l.W, l.H = letter, math.Round(1.25*letter), math.Round(1.66*letter)
	l.left, l.right = leftEnd, rightEnd
	if l.aside {
		l.left, l.right = asideLeft, points
	}
	return l.wide(l.W)
}

// wide returns a ledger whose chips have a width.
func (l ledger) wide(w float64) ledger {
	l.W, l.across = w, int((l.right-l.left+chipGap)/(w+chipGap))
	return l
}

// filled returns the ledger with its rows, which fill the room between two heights. Its letters are
// the largest, up to most, with which so many chips for each seat fit, and its chips are then as
// wide as they can be.
func (l ledger) filled(chips []int, top, bottom, most float64) ledger {
	for _, l.edge = range []float64{rowEdge, chipGap} {
		l = l.sized(most)
		for l.letter > smallest && l.needs(chips...) > bottom-top {
			l = l.sized(l.letter - 1)
		}
		if l.letter >= canvas.SmallText {
			break
		}
	}
	for l.W < pips && l.wide(l.W+1).needs(chips...) <= bottom-top {
		l = l.wide(l.W + 1)
	}
	spare := math.Floor((bottom - top - l.needs(chips...)) / float64(len(chips)))
	for i, n := range chips {
		l.row[i] = canvas.NewBox(0, top, canvas.Size, l.needs(n)+spare)
		top += l.needs(n) + spare
	}
	return l
}

// needs returns the height of rows with so many chips.
func (l ledger) needs(chips ...int) (height float64) {
	for _, n := range chips {
		if tall := l.lines(n) + l.edge; l.aside {
			height += max(tall+l.edge, headHigh)
		} else {
			height += headHigh + chipGap + tall
		}
	}
	return height
}

// lines returns the height of the lines that so many chips take.
func (l ledger) lines(chips int) float64 {
	return float64(max(1, (chips+l.across-1)/l.across))*(l.H+chipGap) - chipGap
}

// at returns the place of one of so many chips of a row.
func (l ledger) at(row, i, chips int) canvas.Box {
	top := l.row[row].Y + headHigh + chipGap
	if l.aside {
		top = l.row[row].Y + math.Floor((l.row[row].H-l.lines(chips))/2)
	}
	return canvas.NewBox(l.left+float64(i%l.across)*(l.W+chipGap), top+float64(i/l.across)*(l.H+chipGap), l.W, l.H)
}

// divide divides the picture between two heights into columns and rows for so many chips,
// whose letters are as large as those on blocks, or as most. Names stand left of the chips only
// where letters below the names would be small; with more than four rows that is up to a larger size.
func divide(bands []permutu.Band, rows int, chips []int, top, bottom, most float64) (table, ledger) {
	small := float64(canvas.SmallText)
	if len(chips) > 4 {
		small = roomy
	}
	t, l := share(bands, rows, chips, top, bottom, most, false)
	if l.letter < small {
		if table, aside := share(bands, rows, chips, top, bottom, most, true); aside.letter >= l.letter {
			return table, aside
		}
	}
	return t, l
}

// share divides the picture so that the letters on chips are as large as those on
// blocks, or as most.
func share(bands []permutu.Band, rows int, chips []int, top, bottom, most float64, aside bool) (table, ledger) {
	l := ledger{aside: aside, edge: rowEdge}
	for tall := float64(tallest); ; tall-- {
		t, end, largest := newTable(bands, rows, top, tall), top, float64(over)
		if len(bands) > 0 {
			end, largest = t.band(len(bands))+sideGap, blockLetter
		}
		if tall <= least || l.sized(min(t.letter(), most)).needs(chips...) <= bottom-end {
			return t, l.filled(chips, end, bottom, largest)
		}
	}
}

// halfAcross is the most columns side by side in a half.
const halfAcross = 9

// halfRoom returns so many columns in a half of a picture that shows two positions, and below them
// a ledger without rows, whose upper end is at end.
func halfRoom(columns int, part canvas.Box) (t table, l ledger, end float64) {
	parts := (columns + halfAcross - 1) / halfAcross
	for i := range parts {
		t.bands = append(t.bands, permutu.Band{From: i * columns / parts, To: (i + 1) * columns / parts})
	}
	t.rows, t.left, t.top = 3, part.X+10, part.Y
	t.pitch = min(math.Floor((part.W-20)/float64((columns+parts-1)/parts)), 60)
	t.tall = min(t.pitch+4, 60)
	l = ledger{}.sized(canvas.SmallText)
	l.left, l.right = part.X+8, part.X+part.W-8
	return t, l.wide(l.W), t.band(parts) + sideGap
}
