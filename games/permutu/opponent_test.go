package permutu

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/search"
)

var _ games.Opponent = Game{}

// small is a budget that tests can pay.
var small = search.Budget{Playouts: 30}

func seeded(n byte) games.Seed { return games.Seed{n} }

// Whoever thinks makes legal moves to the end, the same for the same View and seed,
// and at times another for another seed, with one player and with many, and however
// the game starts.
func TestPlayersPlay(t *testing.T) {
	for name := range choosers {
		choose := func(p *Position, seed games.Seed) games.Move {
			return choosers[name](p, small, seed.Rand(p.Left())).Move()
		}
		others := 0
		for i, s := range []games.Setup{
			setup(1, 12, no, seat0), setup(2, 3, yes, quick), setup(2, 26, no, seat0), setup(3, 8, no, quick), setup(6, 14, yes, seat0),
		} {
			s.Seed = seeded(byte(i))
			st := begin(t, s)
			for st.ended == goesOn {
				seat := st.ToMove()[len(st.ToMove())-1]
				p, again := st.View(seat).(View).position(seat), st.View(games.Spectator).(View).position(seat)
				m := choose(&p, seeded(7))
				if second := choose(&again, seeded(7)); second != m {
					t.Fatalf("%s plays %q and then %q", name, m, second)
				}
				if choose(&p, seeded(8)) != m {
					others++
				}
				if !slices.Contains(st.Legal(seat), m) {
					t.Fatalf("%s plays %q, which is not legal", name, m)
				}
				next, err := st.Play(seat, m)
				if err != nil {
					t.Fatal(err)
				}
				st = next.(state)
			}
		}
		if others == 0 {
			t.Errorf("%s: the seed never matters", name)
		}
	}
}

// Every name has a player, and time is for those whom it makes better.
func TestPlayersByName(t *testing.T) {
	st := begin(t, setup(2, 3, no, quick))
	for _, name := range append([]string{"easy", "medium", "hard"}, Game{}.Yardsticks()...) {
		p, err := Game{}.Player(name, 0)
		if err != nil {
			t.Errorf("Player(%q, 0) = %v", name, err)
		} else if m := p(st.View(1), 1, seeded(1)); !slices.Contains(st.Legal(1), m) {
			t.Errorf("%s plays %q", name, m)
		}
		p, err = Game{}.Player(name, time.Millisecond)
		if slices.Contains(searching, name) {
			if err != nil || !slices.Contains(st.Legal(1), p(st.View(1), 1, seeded(1))) {
				t.Errorf("Player(%q, 1ms): %v, or it plays what is not legal", name, err)
			}
		} else if !refuses(err, "refuse.player.time") || p != nil {
			t.Errorf("Player(%q, 1ms) = %v, want a refusal", name, err)
		}
	}
	for _, name := range []string{"", "Hard", "perfect"} {
		if p, err := (Game{}).Player(name, 0); p != nil || !refuses(err, "refuse.player") {
			t.Errorf("Player(%q) = %v, want a refusal", name, err)
		}
	}
}

// A level has more playouts than the one below on every board of a table.
func TestPlayouts(t *testing.T) {
	for columns := minSymbols; columns <= maxSymbols; columns++ {
		if medium, hard := playouts("medium", columns), playouts("hard", columns); medium < 1 || hard < 100*medium {
			t.Errorf("on %d columns the levels have %d and %d playouts", columns, medium, hard)
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
