package pentago

import "testing"

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		opening, twist string
		want           []int
	}{
		{"free", "always", []int{288, 80_640, 21_934_080}},
		{"free", "neutral", []int{324, 102_060}},
		{"corner", "always", []int{32, 8_960}},
	} {
		st := play(t, setup(c.opening, c.twist), "")
		for i, want := range append([]int{1}, c.want...) {
			if got := st.Perft(i); got != want {
				t.Errorf("Perft(%d) with opening=%s twist=%s = %d, want %d", i, c.opening, c.twist, got, want)
			}
		}
	}
}
