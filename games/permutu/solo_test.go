package permutu

import (
	"math/rand/v2"
	"testing"

	"parlour/games/search"
)

// exhaust returns the best result of an attempt by trying everything.
func exhaust(p position, known map[[maxSymbols]uint8]soloResult) soloResult {
	if r, ok := known[p.left]; ok {
		return soloResult{r.Left, r.Singles + p.singles}
	}
	best := p.solo()
	for i, t := range p.Takes(0, nil) {
		after := p
		after.Play(t)
		if r := exhaust(after, known); i == 0 || r.compare(best) < 0 {
			best = r
		}
	}
	known[p.left] = soloResult{best.Left, best.Singles - p.singles}
	return best
}

// From any position, no attempt does better than the solution, and its first move leads
// to that result.
func TestSolveAgainstEverything(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 48 {
		p := newPosition(seeded(byte(i)), 1, minSymbols+i%4, i%3 == 0)
		for known := (map[[maxSymbols]uint8]soloResult{}); p.mover == 0; {
			checkSolved(t, p, known)
			p.playAny(rng)
		}
	}
}

// If nobody can finish, the solution leaves as few blocks as possible.
func TestSolveAFailingAttempt(t *testing.T) {
	for _, c := range []struct{ deal, plies string }{
		{"CADEB BEACD ADEBC", "0 4r, 0 5b, 0 1g"},
		{"DACBE EDACB ABDEC", "0 2g, 0 1b, 0 3r"},
		{"BDECFA DABCFE DAEBCF", "0 5g, 0 3b, 0 6r"},
		{"BDECFA BACDFE CEADBF", "0 6g, 0 2r, 0 1b, 0 5*, 0 3b"},
		{"EDBCAF BEFDCA DBFAEC", "0 6r, 0 5g, 0 3*, 0 4b"},
	} {
		p := play(t, table(1, seat0, c.deal), c.plies).pos
		if r := checkSolved(t, p, map[[maxSymbols]uint8]soloResult{}); r.Finished() {
			t.Errorf("%v can be finished", c)
		}
	}
}

// checkSolved compares the solution of a position with [exhaust].
func checkSolved(t *testing.T, p position, known map[[maxSymbols]uint8]soloResult) soloResult {
	t.Helper()
	want := exhaust(p, known)
	take, got := solve(&p, soloNodes, rand.New(rand.NewPCG(1, 2)))
	if got != want {
		t.Fatalf("solved with %+v, the best is %+v of\n%+v", got, want, p)
	}
	p.Play(take)
	if then := exhaust(p, known); then != want {
		t.Fatalf("%+v leads to %+v, the best is %+v of\n%+v", take, then, want, p)
	}
	return want
}

// Hard reaches the result that its first solution promised, on the largest board too,
// and does no worse than greedy.
func TestHardAlone(t *testing.T) {
	for i := range 8 {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		start := newPosition(seeded(byte(i)), 1, 26-4*(i%3), i%2 == 0)
		_, promised := solve(&start, soloNodes, rng)
		got := attempt(start, func(p *position, rng *rand.Rand) Take { return hard(p, search.Budget{}, rng) }, rng)
		rival := attempt(start, greedy, rng)
		if got != promised || !got.Finished() || rival.compare(got) < 0 {
			t.Errorf("deal %d: hard has %+v, promised %+v; greedy has %+v", i, got, promised, rival)
		}
	}
}

// If the search gives up, the best of many tries is returned.
func TestSolveFallsBackOnTries(t *testing.T) {
	p := newPosition(seeded(1), 1, 26, false)
	rng := rand.New(rand.NewPCG(1, 2))
	take, got := solve(&p, 10, rng)
	_, best := solve(&p, soloNodes, rng)
	if !p.Legal(0, take) || !got.Finished() || got.compare(best) < 0 {
		t.Errorf("takes %+v for %+v; the best is %+v", take, got, best)
	}
}

// attempt plays a solo attempt to the end.
func attempt(p position, choose func(*position, *rand.Rand) Take, rng *rand.Rand) soloResult {
	for p.mover == 0 {
		p.Play(choose(&p, rng))
	}
	return p.solo()
}

// Ruling: finished comes before failed, then fewer blocks left, then fewer singles.
func TestSoloResults(t *testing.T) {
	ranked := []soloResult{{0, 5}, {0, 6}, {0, 26}, {1, 3}, {1, 4}, {2, 1}, {70, 8}}
	for i, r := range ranked {
		for j, other := range ranked {
			if got := r.compare(other); got != sign(i-j) {
				t.Errorf("%v.Compare(%v) = %d, want %d", r, other, got, sign(i-j))
			}
		}
		if r.Finished() != (r.Left == 0) {
			t.Errorf("%v.Finished() = %v", r, r.Finished())
		}
	}
}

func sign(n int) int { return max(-1, min(1, n)) }

// The result of a solo attempt counts the blocks left and the single blocks.
func TestSolo(t *testing.T) {
	st := play(t, table(1, seat0, "ABC ABC ABC"), "0 1r, 0 1*, 0 2r, 0 2*, 0 3g, 0 3*")
	if got := st.View(0).(View).Solo(); got != (soloResult{0, 3}) {
		t.Errorf("Solo() = %v, want nothing left and 3 singles", got)
	}
}
