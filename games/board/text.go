package board

import (
	"fmt"
	"strings"
)

// maxNamed is the largest size whose text has room for the names of rows and columns.
const maxNamed = 24

// Text draws a square board of a size in rows from the top, with a letter for each cell, from 0 at
// the bottom left. Row numbers stand on the left, column letters below. A board over 24 has two rows on
// a line and no names, which keeps it within 700 characters.
func Text(size int, letter func(col, row int) byte) string {
	var b strings.Builder
	for row := size - 1; row >= 0; row-- {
		switch {
		case size <= maxNamed:
			fmt.Fprintf(&b, "%2d %s\n", row+1, line(size, row, letter))
		case row > 0 && (size-row)%2 == 0:
			b.WriteString(line(size, row, letter) + "\n")
		default:
			b.WriteString(line(size, row, letter))
		}
	}
	if size <= maxNamed {
		b.WriteString("   " + letters[:size])
	}
	return b.String()
}

// Rows writes the rows of a square board of a size from the top, with a letter for each cell.
func Rows(size int, letter func(col, row int) byte) (rows []string) {
	for row := size - 1; row >= 0; row-- {
		rows = append(rows, line(size, row, letter))
	}
	return rows
}

// line writes the cells of one row.
func line(size, row int, letter func(col, row int) byte) string {
	text := make([]byte, size)
	for col := range text {
		text[col] = letter(col, row)
	}
	return string(text)
}
