package permutations

import (
	"math/rand/v2"
	"strings"
	"testing"

	"parlour/games"
)

// A visit is a position of a random game with the plies that led to it.
type visit struct {
	state games.State
	log   []games.Ply
}

// wander plays a game with random moves, wishes, changed bids and system moves. It
// shows every position.
func wander(t testing.TB, seats int, rng *rand.Rand, show func(visit)) {
	t.Helper()
	v := visit{state: startAny(t, seats, rng)}
	show(v)
	for len(v.state.ToMove()) > 0 {
		p := someMove(v.state, seats, rng)
		next, err := v.state.Play(p.Seat, p.Move)
		if err != nil {
			if p.Move.System() {
				continue
			}
			t.Fatalf("after %v: Play(%d, %q) = %v", v.log, p.Seat, p.Move, err)
		}
		v = visit{next, append(v.log, p)}
		show(v)
	}
}

// someMove returns a random move, mostly one that is owed.
func someMove(s games.State, seats int, rng *rand.Rand) games.Ply {
	seat := games.Seat(rng.IntN(seats))
	switch n := rng.IntN(100); {
	case n < 4:
		return games.Ply{Seat: seat, Move: games.Lapse}
	case n == 5:
		return games.Ply{Seat: seat, Move: games.Leave}
	case n == 12 && rng.IntN(8) == 0:
		return games.Ply{Seat: seat, Move: games.Draw}
	case n < 12:
		return games.Ply{Seat: seat, Move: games.Return}
	case n < 80 || len(s.Legal(seat)) == 0:
		seat = s.ToMove()[rng.IntN(len(s.ToMove()))]
	}
	legal := s.Legal(seat)
	m := legal[rng.IntN(len(legal))]
	return games.Ply{Seat: seat, Move: withWishes(m, s.(state).pos.Pool, rng)}
}

// withWishes adds random wishes to half of the bids.
func withWishes(m games.Move, pool Cards, rng *rand.Rand) games.Move {
	if rng.IntN(2) == 0 || !strings.HasPrefix(string(m), "bid") {
		return m
	}
	t, _ := parse(string(m))
	t.wish = pool.list()
	rng.Shuffle(len(t.wish), func(i, j int) { t.wish[i], t.wish[j] = t.wish[j], t.wish[i] })
	t.wish = t.wish[:1+rng.IntN(len(t.wish))]
	return t.move()
}

// Every position of a random game has each card once.
func TestRandomGames(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		rng := rand.New(rand.NewPCG(uint64(seats), 3))
		for range 6 {
			wander(t, seats, rng, func(v visit) { checkCards(t, v) })
		}
	}
}

// checkCards checks that every card is in exactly one place: a hand, a collection, the
// pool, or a revealed bid.
func checkCards(t *testing.T, v visit) {
	t.Helper()
	s := v.state.(state)
	if s.ended == Deserted || s.ended == Drawn {
		return // revealed bids may be in no pool yet
	}
	all, count := s.pos.Pool, s.pos.Pool.Count()
	for seat := range s.pos.Seats {
		for _, c := range []Cards{s.pos.Hands[seat], s.pos.Taken[s.pos.Round-1][seat]} {
			all, count = all|c, count+c.Count()
		}
		if s.pos.Phase == Taking {
			all, count = all|SetOf(s.pos.Bids[seat]), count+1
		}
	}
	deck := deck(s.pos.Humans)
	if all != deck || count != deck.Count() {
		t.Fatalf("after %v: %d cards, %v, want the whole deck once", v.log, count, all.list())
	}
}
