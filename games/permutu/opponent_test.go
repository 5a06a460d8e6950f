package permutu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

var _ games.Opponent = Game{}

// small is a budget for tests.
var small = search.Budget{Playouts: 30}

// players returns the yardsticks, and the first and the last level with a budget.
func players(b search.Budget) map[string]games.Player {
	all := map[string]games.Player{}
	for _, name := range (Game{}).Yardsticks() {
		all[name], _ = Game{}.Player(name, 0)
	}
	for _, number := range []int{1, len(steps)} {
		all[string(Game{}.Levels()[number-1])] = func(view games.View, seat games.Seat, seed games.Seed) games.Move {
			p := view.(View).position(seat)
			return level(&p, number, b, seed.Rand(p.Left())).move()
		}
	}
	return all
}

// seeded returns the seed that begins with n.
func seeded(n byte) games.Seed { return games.Seed{n} }

// On every board, each level has as many playouts as the one below or more, and overlooks less or nothing. The last
// has its own on any.
func TestPlayouts(t *testing.T) {
	for columns := minSymbols; columns <= maxSymbols; columns++ {
		for i := range steps[1:] {
			below, here := playouts(i+1, columns), playouts(i+2, columns)
			if below < 1 || here < below || steps[i].overlooks < steps[i+1].overlooks {
				t.Errorf("on %d columns step %d has %d playouts, and step %d has %d", columns, i+1, below, i+2, here)
			}
		}
		if n := playouts(len(steps), columns); n != 40_000 {
			t.Errorf("on %d columns hard has %d playouts", columns, n)
		}
	}
	if last := steps[len(steps)-1]; last.overlooks != 0 {
		t.Errorf("hard overlooks %v", last.overlooks)
	}
}

// A player searches with the playouts of its level, and advice with those of hard. In a
// solo attempt a level tries as many ways as its number says, and hard solves it.
func TestPlayersHaveTheirPlayouts(t *testing.T) {
	for _, st := range []state{begin(t, setup(1, 6, no, seat0)), begin(t, setup(2, 4, no, seat0))} {
		v := st.View(0).(View)
		for seed := range byte(2) {
			rng := func() *rand.Rand { return seeded(seed).Rand(st.pos.Left()) }
			for i, l := range (Game{}).Levels() {
				b := search.Budget{Playouts: playouts(i+1, st.pos.columns), Overlooks: steps[i].overlooks}
				var want Take
				switch {
				case st.pos.seats > 1:
					want = newThinker(hardest, rng()).think(st.pos, b)
				case l == games.Hard:
					want, _ = solve(&st.pos, soloNodes, rng())
				default:
					want, _ = bestTry(&st.pos, i+1, rng())
				}
				p, err := Game{}.Player(string(l), 0)
				if err != nil {
					t.Fatal(err)
				}
				if got := p(v, 0, seeded(seed)); got != want.move() {
					t.Errorf("of %d seats %s plays %s, want %s", st.pos.seats, l, got, want.move())
				}
				if l != games.Hard {
					continue
				}
				if a := (Game{}).Advise(v, 0, "", seeded(seed)); a.Best != want.move() {
					t.Errorf("of %d seats it advises %s, want %s", st.pos.seats, a.Best, want.move())
				}
			}
		}
	}
}

// Who overlooks nine moves of ten seldom finds the only one that wins, and still makes the only move there is.
func TestWeakLevelsOverlookMoves(t *testing.T) {
	p, found := play(t, table(2, seat0, "AEFDCB ACEBDF CAEDFB"), "0 3b, 1 4g, 0 1r, 1 4*").pos, 0
	for seed := range byte(40) {
		if newThinker(hardest, seeded(seed).Rand(0)).think(p, search.Budget{Playouts: 1000, Overlooks: 0.9}).move() == "5r" {
			found++
		}
	}
	if found == 0 || found > 20 {
		t.Errorf("the move that wins is found %d times in 40", found)
	}
	only := play(t, table(2, seat0, "ABC ABC ABC"), "0 1r, 1 2r, 0 3r, 1 2*, 0 1*").pos
	if takes := only.Takes(only.mover, nil); len(takes) != 1 || newThinker(hardest, seeded(1).Rand(0)).think(only, search.Budget{Playouts: 3, Overlooks: 1}) != takes[0] {
		t.Errorf("the only move is not played: %v", takes)
	}
}

// The beginner takes what gains the most at once in half of its moves and more, and any otherwise.
func TestBeginner(t *testing.T) {
	p := play(t, table(2, seat0, "ABCDEF ABCDEF ABCDEF"), "0 1r, 1 2r").pos
	many, best := map[Take]int{}, Take{Whole: true}
	for seed := range byte(200) {
		many[begins(&p, seeded(seed).Rand(0))]++
	}
	if n := many[best]; n < 90 || n > 130 || len(many) < len(p.Takes(0, nil))*3/4 {
		t.Errorf("in 200 moves, %d are the best, and %d are different", n, len(many))
	}
}

// The position of a [View] is the true one, whoever left and however the game started.
func TestPositionOfAView(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 40 {
		start := []string{seat0, quick}[i%2]
		s := setup(1+i%maxSeats, minSymbols+i%24, no, start)
		s.Seed = seeded(byte(i))
		st := begin(t, s)
		for st.ended == goesOn {
			for _, seat := range st.ToMove() {
				want := st.pos
				want.mover = seat
				got := st.View(seat).(View).position(seat)
				if want.starter == games.Spectator && !st.quick {
					want.starter = seat // the seat that is to make the first move
				}
				if got != want {
					t.Fatalf("a View gives\n%+v, want\n%+v", got, want)
				}
			}
			seat := st.ToMove()[0]
			legal := st.Legal(seat)
			m := legal[rng.IntN(len(legal))]
			if rng.IntN(12) == 0 {
				m = []games.Move{games.Leave, games.Lapse}[rng.IntN(2)]
			}
			next, err := st.Play(seat, m)
			if err != nil {
				t.Fatal(err)
			}
			st = next.(state)
		}
	}
}

// Greedy takes the most points and, among equals, the most blocks. In a solo attempt it
// takes no single block while a column is open.
func TestGreedy(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		for p := newPosition(seeded(byte(i)), 1+i%3, 5+i%8, false); p.mover != games.Spectator; {
			most := [2]int{-1, 0}
			got := most
			take := greedy(&p, rng)
			for _, other := range p.Takes(p.mover, nil) {
				after := p
				after.Play(other)
				gain := [2]int{after.Points(p.mover) - p.Points(p.mover), p.Left() - after.Left()}
				if gain[0] > most[0] || gain[0] == most[0] && gain[1] > most[1] {
					most = gain
				}
				if other == take {
					got = gain
				}
			}
			if got != most || p.seats == 1 && !take.Whole && p.columnIsOpen() {
				t.Fatalf("greedy takes %+v for points and blocks %v, and can have %v", take, got, most)
			}
			p.Play(take)
		}
	}
}

// columnIsOpen reports whether some column can be taken whole.
func (p *position) columnIsOpen() bool {
	return slices.ContainsFunc(p.Takes(p.mover, nil), func(t Take) bool { return t.Whole })
}
