package permutu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

var _ games.Opponent = Game{}

// small is a budget that tests can pay.
var small = search.Budget{Playouts: 30}

// players are the choosers with a budget.
func players(b search.Budget) map[string]games.Player {
	all := map[string]games.Player{}
	for name, choose := range choosers {
		all[name] = func(v games.View, seat games.Seat, seed games.Seed) games.Move {
			p := v.(View).position(seat)
			return choose(&p, b, seed.Rand(p.Left())).Move()
		}
	}
	return all
}

func seeded(n byte) games.Seed { return games.Seed{n} }

// A level has more playouts than the one below on every board of a table.
func TestPlayouts(t *testing.T) {
	for columns := minSymbols; columns <= maxSymbols; columns++ {
		if medium, hard := playouts("medium", columns), playouts("hard", columns); medium < 1 || hard < 100*medium {
			t.Errorf("on %d columns the levels have %d and %d playouts", columns, medium, hard)
		}
	}
}

// A player of a level is the search of that level with its playouts, and advice that of
// hard; alone, hard is the one who needs the fewest singles.
func TestPlayersHaveTheirPlayouts(t *testing.T) {
	for _, st := range []state{begin(t, setup(1, 6, no, seat0)), begin(t, setup(2, 4, no, seat0))} {
		v := st.View(0).(View)
		for seed := range byte(6) {
			searched := func(name string) Take {
				return newThinker(hardest, seeded(seed).Rand(st.pos.Left())).think(st.pos, search.Budget{Playouts: playouts(name, st.pos.columns)})
			}
			want := map[string]Take{"medium": searched("medium"), "hard": searched("hard")}
			if st.pos.seats == 1 {
				want["medium"], _ = st.pos.tries(4, seeded(seed).Rand(st.pos.Left()))
				want["hard"], _ = st.pos.solve(soloNodes, seeded(seed).Rand(st.pos.Left()))
			}
			for name, take := range want {
				p, err := Game{}.Player(name, 0)
				if err != nil {
					t.Fatal(err)
				}
				if got := p(v, 0, seeded(seed)); got != take.Move() {
					t.Errorf("of %d seats %s plays %s, want %s", st.pos.seats, name, got, take.Move())
				}
			}
			if a := (Game{}).Advise(v, 0, "", seeded(seed)); a.Best != want["hard"].Move() {
				t.Errorf("of %d seats it advises %s, want %s", st.pos.seats, a.Best, want["hard"].Move())
			}
		}
	}
}

// What an opponent is shown is the position that is there, whoever left and
// however it started.
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
					want.starter = seat // who is to make the first move
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

// Greedy takes the most points, of equals the most blocks, and alone no single block
// while a column is open.
func TestGreedy(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		for p := newPosition(seeded(byte(i)), 1+i%3, 5+i%8, false); p.mover != games.Spectator; {
			most := [2]int{-1, 0}
			got := most
			take := greedy(&p, search.Budget{}, rng)
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

func (p *Position) columnIsOpen() bool {
	return slices.ContainsFunc(p.Takes(p.mover, nil), func(t Take) bool { return t.Whole })
}
