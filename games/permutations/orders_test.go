package permutations

import (
	"flag"
	"fmt"
	"slices"
	"testing"

	"parlour/games"
	"parlour/games/search"
)

var orderGames = flag.Int("orders", 0, "play `so many` games to measure what an order of takes costs")

// TestWhatOrdersCost has one player name an order with each bid against others that name none, in each seat in turn. All
// think alike, and the shares of first places go into opponent.md and [costs]. It takes minutes.
func TestWhatOrdersCost(t *testing.T) {
	if *orderGames == 0 {
		t.Skip("-orders says how many games")
	}
	ways := map[string]func(*thinker, Bid) []Card{
		"lowest number first": func(t *thinker, _ Bid) []Card { return lowestFirst(nil, t.sight.Pool) },
		"the search's best":   func(t *thinker, b Bid) []Card { return t.order(b.Card) },
		"none":                func(*thinker, Bid) []Card { return nil },
	}
	for _, name := range []string{"the search's best", "lowest number first", "none"} {
		for seats := 2; seats <= maxSeats; seats++ {
			t.Run(fmt.Sprint(name, ", ", seats), func(t *testing.T) {
				t.Parallel()
				won := 0.0
				for n := range *orderGames {
					won += firstPlaces(t, seats, byte(n), games.Seat(n%seats), ways[name])
				}
				t.Logf("%s at a table of %d wins %.1f of %d", name, seats, won, *orderGames)
			})
		}
	}
}

// firstPlaces plays a game and returns the share in the first place of the player who names orders.
func firstPlaces(t *testing.T, seats int, seed byte, ordering games.Seat, order func(*thinker, Bid) []Card) float64 {
	s := setup(seats)
	s.Seed = games.Seed{seed, 77}
	st, err := Game{}.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	for len(st.ToMove()) > 0 {
		seat := st.ToMove()[0]
		v := st.View(seat).(View)
		th := v.thinker(games.Seed{seed, byte(seat)}, search.Budget{Playouts: steps[2].Playouts})
		b := th.best()
		if v.Phase == Bidding && seat == ordering {
			b.Take = order(th, b)
		}
		if st, err = st.Play(seat, v.write(b)); err != nil {
			t.Fatal(err)
		}
	}
	result, _ := st.Result()
	players := result.Scores[:seats]
	best, level := slices.Max(players), 0.0
	for _, score := range players {
		if score == best {
			level++
		}
	}
	if players[ordering] < best {
		return 0
	}
	return 1 / level
}
