package gametest

import "testing"

func TestFirstDifference(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"x\ny", "x\ny", 0}, {"x\ny", "x\nz", 2}, {"x", "x\ny", 2}} {
		if got, _, _ := firstDifference(c.a, c.b); got != c.want {
			t.Errorf("firstDifference(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
