// Package permutations implements Permutations 2.0 by Michael Purcell. Every seat bids
// a card in secret, the highest bid takes first from the pool, and the bids become the
// next pool; in the second and third round the hands are what the seats collected in
// the round before.
//
// Its policy: a [position] holds the cards and the rules, without text. It knows every card,
// hidden ones too, and draws no chance itself: its callers hand the chance in. The
// [games.State] above it adds the seed, the system moves and the news of the last ply. A
// [View] holds all that one seat may know. The rules are those of the designer's page (see
// [Game.Info]); this package calls them version 1.
//
// # Opponents
//
// They get the View as a [sight], which holds what one seat knows, and never see more. They
// draw positions that the seat cannot tell from the true one, and play them to their end.
package permutations

import (
	"embed"

	"parlour/games"
	"parlour/games/search"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// Game is Permutations; it implements [games.Game] and [games.Opponent].
type Game struct{ search.Opponent[Game, glance] }

// Info returns what the service must know to offer Permutations.
func (Game) Info() games.Info {
	return games.Info{
		Name: "permutations", Title: "Permutations", Designer: "Michael Purcell",
		Source: "https://ttkttkt.itch.io/permutations",
		Rules:  rules, MinSeats: 2, MaxSeats: maxSeats,
		Hidden: true, Chance: true, Locale: locale,
	}
}

// Start deals the cards and makes the bids of the dummies.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	deck := deck(s.Seats).list()
	games.Shuffle(s.Seed.Chance("deal"), deck)
	st := state{seed: s.Seed, pos: newDeal(s.Seats, deck)}
	st.run(None)
	st.news = nil
	return st, nil
}
