package pages

import (
	"fmt"
	"testing"
)

// TestShown checks which rows are drawn of a table, by how many there are and which is that of
// the person who asked, and where they part.
func TestShown(t *testing.T) {
	for _, c := range []struct {
		rows, asks int
		want       string
	}{
		{0, 0, "[] -1"},
		{3, 2, "[1 2 3] -1"},
		{8, 8, "[1 2 3 4 5 6 7 8] -1"},
		{40, 0, "[1 2 3 4 5 6 7 8] -1"},
		{40, 1, "[1 2 3 4 5 6 7 8] -1"},
		{40, 7, "[1 2 3 4 5 6 7 8] -1"},
		{40, 8, "[1 2 3 4 5 7 8 9] 5"},
		{40, 23, "[1 2 3 4 5 22 23 24] 5"},
		{40, 40, "[1 2 3 4 5 38 39 40] 5"},
		{9, 9, "[1 2 3 4 5 7 8 9] 5"},
	} {
		var rows []Standing
		for place := 1; place <= c.rows; place++ {
			rows = append(rows, Standing{Place: place, Asks: place == c.asks})
		}
		some, rest := shown(rows)
		places := []int{}
		for _, row := range some {
			places = append(places, row.Place)
		}
		if got := fmt.Sprint(places, rest); got != c.want {
			t.Errorf("of %d rows, %d that of the person who asked, these are drawn: %s, want %s", c.rows, c.asks, got, c.want)
		}
	}
}
