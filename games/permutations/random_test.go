package permutations

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	words "parlour/commands/locale"
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

// Every position of a random game has each card once, has a sentence for all that it
// says, and has a text board that fits a message.
func TestRandomGames(t *testing.T) {
	catalogue, err := words.New([]games.Game{Game{}})
	if err != nil {
		t.Fatal(err)
	}
	for seats := 2; seats <= maxSeats; seats++ {
		rng := rand.New(rand.NewPCG(uint64(seats), 3))
		voice := catalogue.Voice("en", []string{"Ann", "Ben", "Cleo", "Dan", "Eve"}[:seats], nil)
		for range 6 {
			wander(t, seats, rng, func(v visit) {
				checkCards(t, v)
				for seat := games.Spectator; int(seat) < seats; seat++ {
					checkSaid(t, voice, v.state.View(seat).(View))
				}
			})
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

// checkSaid checks the size of the text board, and that every sentence exists and is
// complete.
func checkSaid(t *testing.T, voice words.Voice, v View) {
	t.Helper()
	if n := len(v.String()); n > 700 {
		t.Fatalf("the board has %d characters, want at most 700:\n%s", n, v)
	}
	w := v.Words()
	for _, said := range append(voice.All(w.Last), voice.Say(w.Score), voice.Say(w.Owes)) {
		if strings.Contains(said, "permutations.") || strings.Contains(said, "<no value>") {
			t.Fatalf("it says %q", said)
		}
	}
}

// Nobody else can tell one sealed bid from another, or a changed bid from the first
// one.
func TestASealedBidShowsNothing(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		rng := rand.New(rand.NewPCG(uint64(seats), 4))
		for range 2 {
			wander(t, seats, rng, func(v visit) {
				owe := v.state.ToMove()
				if len(owe) > 1 && rng.IntN(4) == 0 {
					checkSealed(t, v, owe[rng.IntN(len(owe))], seats, rng)
				}
			})
		}
	}
}

// checkSealed compares what others see after several bids of a seat. It also changes
// each of them, and the bid of a lapse.
func checkSealed(t *testing.T, v visit, seat games.Seat, seats int, rng *rand.Rand) {
	t.Helper()
	var first []string
	legal := v.state.Legal(seat)
	for _, m := range []games.Move{legal[rng.IntN(len(legal))], legal[rng.IntN(len(legal))], games.Lapse} {
		next, err := v.state.Play(seat, withWishes(m, v.state.(state).pos.Pool, rng))
		if err != nil {
			t.Fatal(err)
		}
		if m != games.Lapse && first == nil {
			first = sights(next, seat, seats)
		}
		if got := sights(next, seat, seats); m != games.Lapse && !slices.Equal(got, first) {
			t.Fatalf("after %v: %q by seat %d shows:\n%q\nwant\n%q", v.log, m, seat, got, first)
		}
		checkChanged(t, next, seat, seats, rng)
	}
}

// checkChanged checks that nobody else can see that a sealed bid was changed.
func checkChanged(t *testing.T, sealed games.State, seat games.Seat, seats int, rng *rand.Rand) {
	t.Helper()
	want := sights(sealed, seat, seats)
	legal := sealed.Legal(seat)
	for range min(2, len(legal)) {
		m := legal[rng.IntN(len(legal))]
		changed, err := sealed.Play(seat, withWishes(m, sealed.(state).pos.Pool, rng))
		if err != nil {
			t.Fatal(err)
		}
		if got := sights(changed, seat, seats); !slices.Equal(got, want) {
			t.Fatalf("a bid of seat %d changed to %q shows:\n%q\nwant\n%q", seat, m, got, want)
		}
	}
}

// sights returns all that every seat but one can see and do.
func sights(s games.State, but games.Seat, seats int) []string {
	var all []string
	for seat := games.Spectator; int(seat) < seats; seat++ {
		if seat != but {
			v := s.View(seat)
			all = append(all, fmt.Sprintf("%s %s %v %v %v %v", asJSON(v), v, v.Words(), s.Legal(seat), s.Step(seat, nil).Options(), s.In()))
		}
	}
	return append(all, fmt.Sprint(s.ToMove()))
}
