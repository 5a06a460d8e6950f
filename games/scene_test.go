package games

import (
	"slices"
	"testing"
)

// TestLine checks which seat makes each ply of a line.
func TestLine(t *testing.T) {
	for _, test := range []struct {
		seats int
		text  string
		want  []Ply
	}{
		{2, "", []Ply{}},
		{2, "a b\n\t c", []Ply{{0, "a"}, {1, "b"}, {0, "c"}}},
		{3, "a 2:b c", []Ply{{0, "a"}, {2, "b"}, {0, "c"}}},
		{2, "x:a b", []Ply{{0, "x:a"}, {1, "b"}}},
	} {
		if got := Line(test.seats, test.text); !slices.Equal(got, test.want) {
			t.Errorf("Line(%d, %q) = %v, want %v", test.seats, test.text, got, test.want)
		}
	}
}
