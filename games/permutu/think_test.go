package permutu

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
	"parlour/games/search"
)

// playAny plays a random legal move and returns it.
func (p *position) playAny(rng *rand.Rand) Take {
	takes := p.Takes(p.mover, nil)
	take := takes[rng.IntN(len(takes))]
	p.Play(take)
	return take
}

// Playout plays to the end, with every legal move equally likely.
func (p *position) Playout(rng *rand.Rand) {
	var buf [maxTakes]Take
	for p.mover != games.Spectator {
		takes := p.Takes(p.mover, buf[:0])
		p.Play(takes[rng.IntN(len(takes))])
	}
}

// A position allocates nothing when it lists moves, is copied, plays, loses a seat,
// ranks or is played out.
func TestNoAllocation(t *testing.T) {
	start := newPosition(games.Seed{1}, 4, 26, false)
	rng := rand.New(rand.NewPCG(1, 2))
	var buf [maxTakes]Take
	gametest.NoAllocs(t, map[string]func(){"a game": func() {
		p := start
		p.Play(p.Takes(p.mover, buf[:0])[3])
		p.leave(2)
		p.pass()
		p.Playout(rng)
		_ = p.Places()
	}})
}

// After a playout nobody can move, and every block is with a seat or on the table.
func TestPlayout(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 50 {
		p := newPosition(games.Seed{byte(i)}, 1+i%maxSeats, minSymbols+i%24, false)
		p.Playout(rng)
		held := 0
		for seat := range games.Seat(p.seats) {
			for s := range Symbol(p.columns) {
				for c := range Colour(colours) {
					if p.holds(seat, s, c) {
						held++
					}
				}
			}
			if p.canMove(seat) {
				t.Errorf("seat %d can move after a playout", seat)
			}
		}
		if p.mover != games.Spectator || held+p.Left() != colours*p.columns {
			t.Errorf("seat %d is to move, %d blocks are held and %d left of %d", p.mover, held, p.Left(), colours*p.columns)
		}
	}
}

// BenchmarkPlayout plays out the same deal again and again, by turns with a plain one.
func BenchmarkPlayout(b *testing.B) {
	for _, c := range []struct {
		name           string
		seats, symbols int
	}{{"two of 26", 2, 26}, {"six of 26", 6, 26}, {"two of 8", 2, 8}} {
		b.Run(c.name, func(b *testing.B) {
			start := newPosition(games.Seed{1}, c.seats, c.symbols, false)
			fresh := newPlain(&start)
			rng := rand.New(rand.NewPCG(1, 2))
			gametest.Versus(b, 1, func() { p := start; p.Playout(rng) }, func() { fresh.clone().playout(rng) })
		})
	}
}

// minimax returns 1 if seat 0 of two comes first against every defence, and 0 if it
// does not. A shared first place counts in part.
func minimax(p position, known map[position]float64) float64 {
	if p.mover == games.Spectator {
		return p.wins()[0]
	}
	if worth, ok := known[p]; ok {
		return worth
	}
	best := float64(p.mover) // the worst result for the mover
	for _, t := range p.Takes(p.mover, nil) {
		after := p
		after.Play(t)
		worth := minimax(after, known)
		if p.mover == 0 {
			best = max(best, worth)
		} else {
			best = min(best, worth)
		}
	}
	known[p] = best
	return best
}

// keeping lists the moves that keep the minimax value of the position, and reports
// whether there are others.
func keeping(p position, known map[position]float64) (keep []Take, others bool) {
	worth := minimax(p, known)
	takes := p.Takes(p.mover, nil)
	for _, t := range takes {
		after := p
		after.Play(t)
		if minimax(after, known) == worth {
			keep = append(keep, t)
		}
	}
	return keep, len(keep) < len(takes)
}

// Near the end of a game and on small boards, a thinker plays what plain minimax says.
func TestThinkAgainstMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	asked := 0
	for i := range 60 {
		p := newPosition(seeded(byte(i)), 2, minSymbols+i%7, i%2 == 0)
		for known := (map[position]float64{}); p.mover != games.Spectator; {
			if p.Left() <= 11 {
				keep, others := keeping(p, known)
				if others {
					asked++
					_, take := think(p, search.Budget{Playouts: 1000}, rng)
					if !slices.Contains(keep, take) {
						t.Errorf("thinks of %v where %v hold what there is of\n%+v", take, keep, p)
					}
				}
			}
			p.playAny(rng)
		}
	}
	if asked < 20 {
		t.Errorf("%d positions had something to lose, want more", asked)
	}
}

// Every legal move is drawn equally often, and no other move is drawn.
func TestDrawIsUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 12 {
		p := newPosition(seeded(byte(i)), 2+i%5, minSymbols+2*i, i%2 == 0)
		for range i * 3 {
			if p.mover != games.Spectator {
				p.playAny(rng)
			}
		}
		if p.mover == games.Spectator {
			continue
		}
		takes, times := p.Takes(p.mover, nil), map[Take]int{}
		for range 200 * len(takes) {
			live := p.live()
			times[p.draw(&live, rng)]++
		}
		for _, take := range takes {
			if n := times[take]; n < 130 || n > 270 {
				t.Errorf("%v was drawn %d times, want about 200", take, n)
			}
		}
		if len(times) != len(takes) {
			t.Errorf("%d different moves were drawn, there are %d", len(times), len(takes))
		}
	}
}

// The worths of an end are from 0 to 1, even if a seat left, and the first place is
// worth the most.
func TestWorths(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 80 {
		p := newPosition(seeded(byte(i)), 2+i%5, minSymbols+i%24, false)
		if i%4 == 0 && p.seats > 2 {
			p.leave(games.Seat(i % p.seats))
		}
		p.Playout(rng)
		worths, places := (&searched{p, new(prospect)}).Worth(), p.Places()
		for a := range p.seats {
			for b := range p.seats {
				if worths[a] < 0 || worths[a] > 1 || places[a] == 1 && places[b] > 1 && worths[a] <= worths[b] {
					t.Errorf("places %v are worth %v", places, worths)
				}
			}
		}
	}
}

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
	for _, c := range []struct {
		deal  string
		moves []games.Move
	}{
		{"CADEB BEACD ADEBC", []games.Move{"4r", "5b", "1g"}},
		{"DACBE EDACB ABDEC", []games.Move{"2g", "1b", "3r"}},
		{"BDECFA DABCFE DAEBCF", []games.Move{"5g", "3b", "6r"}},
		{"BDECFA BACDFE CEADBF", []games.Move{"6g", "2r", "1b", "5*", "3b"}},
		{"EDBCAF BEFDCA DBFAEC", []games.Move{"6r", "5g", "3*", "4b"}},
	} {
		p := after(t, table(1, false, c.deal), c.moves...).pos
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
		got := attempt(start, func(p *position, rng *rand.Rand) Take { return level(p, len(steps), search.Budget{}, rng) }, rng)
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

// Finished comes before failed, then fewer blocks left, then fewer singles.
func TestSoloResults(t *testing.T) {
	ranked := []soloResult{{0, 5}, {0, 6}, {0, 26}, {1, 3}, {1, 4}, {2, 1}, {70, 8}}
	for i, r := range ranked {
		for j, other := range ranked {
			if got := r.compare(other); got != cmp.Compare(i, j) || r.Finished() != (r.Left == 0) {
				t.Errorf("%v.Compare(%v) = %d, want %d", r, other, got, cmp.Compare(i, j))
			}
		}
	}
}

// Three columns of ABC, BCA and CAB need two symbols taken singly, from different columns. Nothing is found where too
// few sets may be tried, and nothing is needed where all columns are open.
func TestFewest(t *testing.T) {
	const a, b, c = 1, 2, 4
	p := puzzle{Columns: 3, Blocks: [maxSymbols][colours]uint32{{a, b, c}, {b, c, a}, {c, a, b}}, Lying: 7, Full: 7}
	chosen, source, ok := p.fewest(100)
	if !ok || len(chosen) != 2 || chosen[0] == chosen[1] || len(source) != 2 || source[0] == source[1] {
		t.Errorf("the symbols %v of the columns %v are taken, %t", chosen, source, ok)
	}
	if chosen, _, ok := p.fewest(2); ok {
		t.Errorf("the symbols %v are taken after two sets", chosen)
	}
	p.Owned = a | b
	if chosen, _, ok := p.fewest(100); !ok || len(chosen) != 0 {
		t.Errorf("the symbols %v are taken, %t, where all columns are open", chosen, ok)
	}
	p.Owned, p.Full = 0, 1
	if chosen, _, ok := p.fewest(100); ok {
		t.Errorf("the symbols %v are taken from one column", chosen)
	}
}

// On small boards every level swaps where minimax says that the other side is better, and never gives a won side away.
// Advice agrees with it, and a first move that may be answered with a swap is worth half at most.
func TestSwapAgreesWithMinimax(t *testing.T) {
	defer func(before search.Curves) { chances = before }(chances)
	chances = search.Curves{{Size: 4, Seats: 2, Band: search.Top, Steep: 1, Games: 1}}
	asked, table := map[bool]int{}, Game{}.Table()
	for deal := range byte(12) {
		s := setup(2, 4, no, seat0)
		s.Seed, s.Options[games.SwapOption] = seeded(deal), "on"
		st := begin(t, s)
		for _, first := range st.Legal(0)[:2] {
			a := advise(&st.pos, first, st.pos.curve(games.Hard), seeded(1), 500, 500)
			if a.Worth.Arg("Wins").(int) > 50 || a.Made.Arg("Wins").(int) > 50 || a.Cost < 0 || a.Cost > 0.5 {
				t.Errorf("deal %d: advice about %s is %+v", deal, first, a)
			}
			at := after(t, st, first)
			worth := minimax(at.pos, map[position]float64{}) // for seat 0
			if worth == 0.5 {
				continue
			}
			swaps := worth > 0.5
			asked[swaps]++
			for _, step := range []int{1, 6, len(steps)} {
				m := table.Decide(step)(&at.pos, search.Budget{Playouts: 16}, seeded(2).Rand(1))
				if (m == games.SwapMove) != swaps {
					t.Errorf("deal %d, %s: level %d plays %s, and it should swap: %v", deal, first, step, m, swaps)
				}
			}
			if a := advise(&at.pos, games.SwapMove, at.pos.curve(games.Hard), seeded(1), 500, 500); (a.Best == games.SwapMove) != swaps || (a.Cost == 0) != swaps {
				t.Errorf("deal %d, %s: advice is %+v, and it should swap: %v", deal, first, a, swaps)
			}
		}
	}
	if asked[true] < 3 || asked[false] < 3 {
		t.Errorf("%v were asked whether to swap, want three of each kind", asked)
	}
}
