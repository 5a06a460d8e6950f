package twistonly

import (
	"testing"

	"parlour/games/gametest"
)

// From the start there are 2·(N−1)² twists.
func TestPerft(t *testing.T) {
	for size := minSize; size <= maxSize; size++ {
		checkPerft(t, size, 2*(size-1)*(size-1))
	}
	checkPerft(t, 4, 18, 256, 2208)
	checkPerft(t, 8, 98, 9376)
}

// The rest of the known figures.
func TestPerftInTheLongRun(t *testing.T) {
	gametest.InTheLongRun(t)
	checkPerft(t, 4, 18, 256, 2208, 10560)
	checkPerft(t, 10, 162, 25888)
}

// checkPerft compares the numbers of sequences of one twist, of two, and so on.
func checkPerft(t *testing.T, size int, want ...int) {
	t.Helper()
	for i, n := range want {
		st := play(t, setup(size))
		if got := st.Perft(i + 1); got != n {
			t.Errorf("Perft(%d) on %d×%d = %d, want %d", i+1, size, size, got, n)
		}
	}
}
