package permutations

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/games"
	"parlour/games/gametest"
)

// setup returns the setup of a game with the seed of all zeros.
func setup(seats int) games.Setup {
	return games.Setup{Game: "permutations", Rules: rules, Seats: seats}
}

// begin starts a game.
func begun(t testing.TB, s games.Setup) state {
	t.Helper()
	st, err := Game{}.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return st.(state)
}

// start starts a game with the seed of all zeros.
func start(t testing.TB, seats int) state {
	t.Helper()
	return begun(t, setup(seats))
}

// startAny starts a game with a random seed.
func startAny(t testing.TB, seats int, rng *rand.Rand) state {
	t.Helper()
	s := setup(seats)
	for i := range s.Seed {
		s.Seed[i] = byte(rng.Uint32())
	}
	return begun(t, s)
}

// cards reads cards from their numbers.
func cards(text string) (all []Card) {
	for _, number := range strings.Fields(text) {
		n, err := strconv.Atoi(number)
		if err != nil {
			panic(err)
		}
		all = append(all, Card(n))
	}
	return all
}

// piles reads sets of cards, with a line between two of them.
func piles(text string) (all []Cards) {
	for _, set := range strings.Split(text, "|") {
		all = append(all, SetOf(cards(set)...))
	}
	return all
}

// table returns a game at the start of an auction, with a pool and then the hands, the
// players' first. Each dummy has already bid its lowest card.
func table(humans int, dealt string) state {
	all := piles(dealt)
	pool, hands := all[0], all[1:]
	s := state{pos: position{
		Humans: humans, Seats: len(hands), Round: 1, Auction: 1, Phase: Bidding, Pool: pool,
		Auctions: hands[0].Count(),
	}}
	s.pos.clearBids()
	for seat, hand := range hands {
		s.pos.Hands[seat] = hand
		if seat >= humans {
			s.pos.Dummy = s.pos.Dummy.With(seat)
			s.pos.Bids[seat] = s.pos.Hands[seat].lowest()
		}
	}
	return s
}

// play plays plies, each written "seat move", with a comma between two of them.
func play(t testing.TB, s games.State, plies string) state {
	t.Helper()
	for _, p := range strings.Split(plies, ", ") {
		if p == "" {
			continue
		}
		next, err := s.Play(games.Seat(p[0]-'0'), games.Move(p[2:]))
		if err != nil {
			t.Fatalf("Play(%q) = %v", p, err)
		}
		s = next
	}
	return s.(state)
}

// playFirst plays the first legal move of a seat.
func playFirst(t testing.TB, s state, seat games.Seat) state {
	t.Helper()
	return play(t, s, fmt.Sprintf("%d %s", seat, s.Legal(seat)[0]))
}

// playAny plays a random legal move of the first seat to move.
func playAny(t testing.TB, s state, rng *rand.Rand) state {
	t.Helper()
	seat := s.ToMove()[0]
	legal := s.Legal(seat)
	return play(t, s, fmt.Sprintf("%d %s", seat, legal[rng.IntN(len(legal))]))
}

// trio is the first auction of three players and a dummy that bids 1.
func trio() state {
	return table(3, "5 6 7 8 | 10 40 44 | 20 41 45 | 30 42 46 | 1 43 47")
}

// longTrio is like [trio], with five cards in every hand.
func longTrio() state {
	return table(3, "5 6 7 8 | 9 10 11 12 40 | 20 21 22 23 45 | 30 31 32 33 46 | 1 2 3 4 43")
}

// duo is the first of two auctions of two players and two dummies. The pool is 5, 6, 7
// and one other card.
func duo(other Card) state {
	return table(2, fmt.Sprintf("5 6 7 %d | 20 21 | 22 23 | 1 2 | 3 4", other))
}

// wantSeats compares the seats that a method returned with those wanted.
func wantSeats(t testing.TB, method string, got []games.Seat, want ...games.Seat) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s = %v, want %v", method, got, want)
	}
}

// refuses reports whether err is a [games.Refusal] with a key.
func refuses(err error, key string) bool {
	var r *games.Refusal
	return errors.As(err, &r) && r.Text.Key == key
}

// asJSON returns v as JSON, or the error.
func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func TestContract(t *testing.T) {
	for seats, n := range map[int]struct{ games, long int }{2: {6, 7000}, 3: {3, 1500}, 4: {3, 750}, 5: {3, 750}} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			t.Parallel()
			gametest.Check(t, Game{}, gametest.Config{
				Setup: setup(seats), Games: n.games, Long: n.long, MaxPlies: 600, Seed: uint64(seats),
				Sample:  func(v games.View, rng *rand.Rand) games.State { return SampleState(v.(View), rng) },
				Players: choosers,
			})
		})
	}
}

func TestCatalogue(t *testing.T) { gametest.Catalogue(t, Game{}, ".") }

func TestPlaythroughs(t *testing.T) { gametest.Playthroughs(t, Game{}, "testdata/playthrough") }

func TestRecords(t *testing.T) {
	setups := map[string]games.Setup{}
	for seats := 2; seats <= 5; seats++ {
		s := setup(seats)
		s.Seed = games.Seed{byte(seats)}
		setups[fmt.Sprint(seats)] = s
	}
	gametest.Records(t, Game{}, "testdata/records", setups)
}

func TestSetUp(t *testing.T) {
	for _, c := range []struct{ players, dummies, hands, cards, pool, deck int }{
		{2, 2, 4, 11, 4, 48}, {3, 1, 4, 11, 4, 48}, {4, 1, 5, 9, 5, 50}, {5, 0, 5, 9, 5, 50},
	} {
		s := start(t, c.players)
		v := s.View(games.Spectator).(View)
		if len(v.Sides) != c.hands || v.Words().Dummies != c.dummies || len(v.Pool) != c.pool || v.Auctions != c.cards {
			t.Errorf("%d players: %+v, want %+v", c.players, v, c)
		}
		for seat, side := range v.Sides {
			if side.Cards != c.cards || side.Dummy != (seat >= c.players) || (side.Bid != None) != side.Dummy {
				t.Errorf("%d players: seat %d is %+v, want %d cards, dummies after the players", c.players, seat, side, c.cards)
			}
		}
		deck := deck(c.players).list()
		if len(deck) != c.deck || (deck[0] == 0) != (c.deck == 50) {
			t.Errorf("%d players: a deck of %d from %d, want %d", c.players, len(deck), deck[0], c.deck)
		}
	}
}

// The deal and the random bids come from the seed as docs/fairness.md says; the seed
// here is 00 01 02 … 1f. The deal depends only on the size of the deck.
func TestVectors(t *testing.T) {
	var seed games.Seed
	for i := range seed {
		seed[i] = byte(i)
	}
	for _, c := range []struct {
		dealt string         // the pool and the hands
		bids  map[int][]Card // the first bids of the dummies, by number of players
	}{
		{"2 15 26 41 | 1 4 13 14 16 18 20 30 32 33 37 | 17 27 29 31 34 35 38 42 43 44 45 | 5 7 9 10 12 21 22 25 28 39 46 | 3 6 8 11 19 23 24 36 40 47 48", map[int][]Card{2: {7, 3}, 3: {3}}},
		{"6 9 23 37 44 | 0 3 5 12 14 21 24 33 39 | 7 15 27 30 31 36 41 42 47 | 1 2 4 10 11 13 25 28 45 | 8 16 18 26 34 38 40 46 48 | 17 19 20 22 29 32 35 43 49", map[int][]Card{4: {35}, 5: {}}},
	} {
		for players, bids := range c.bids {
			s := setup(players)
			s.Seed = seed
			p := begun(t, s).pos
			if got := append([]Cards{p.Pool}, p.Hands[:p.Seats]...); !slices.Equal(got, piles(c.dealt)) {
				t.Errorf("%d players: the pool and the hands are %v, want %s", players, lists(got), c.dealt)
			}
			if got := p.Bids[players:p.Seats]; !slices.Equal(got, bids) {
				t.Errorf("%d players: the dummies bid %v, want %v", players, got, bids)
			}
		}
	}
}

// The seed has a stream for each random bid, named by round, auction and seat. It gives
// the rank of the card in the hand.
func TestRandomBidsComeFromTheirStreams(t *testing.T) {
	s := start(t, 2)
	for seat := 2; seat < 4; seat++ {
		hand := s.pos.Hands[seat].list()
		want := hand[s.seed.Chance(fmt.Sprintf("bid 1.1.%d", seat)).Below(len(hand))]
		if s.pos.Bids[seat] != want {
			t.Errorf("the dummy in seat %d bids %d, want %d", seat, s.pos.Bids[seat], want)
		}
	}
	hand := s.pos.Hands[1].list()
	want := hand[s.seed.Chance("bid 1.1.1").Below(11)]
	if s = play(t, s, "1 lapse"); s.pos.Bids[1] != want {
		t.Errorf("the lapsed seat 1 bids %d, want %d", s.pos.Bids[1], want)
	}
}
