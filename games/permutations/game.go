// Package permutations is the game of Permutations 2.0 by Michael Purcell: all
// bid a card in secret, the highest bid takes first from the pool, and the bids
// are the next pool; three rounds, each played with what the one before brought.
//
// Its policy: a Position is the cards and the rules, typed and without text; it
// draws nothing itself, whoever plays it hands the chance in. The State over it
// adds the seed, the host's moves and what the last ply brought about. What one
// seat may know is its View, from which Sample makes positions that it could be;
// who plays as an opponent gets that View, and plays such positions to their end.
// The rules are those of the designer's page, version 1 here.
package permutations

import (
	"embed"

	"parlour/games"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// Game is Permutations.
type Game struct{}

// Info returns what a host must know of Permutations.
func (Game) Info() games.Info {
	return games.Info{
		Name: "permutations", Title: "Permutations", Designer: "Michael Purcell",
		Source: "https://ttkttkt.itch.io/permutations",
		Rules:  rules, MinSeats: 2, MaxSeats: maxSeats,
		Hidden: true, Chance: true, Locale: locale,
	}
}

// Start deals, and makes the bids of the dummies.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	deck := Deck(s.Seats)
	games.Shuffle(s.Seed.Chance("deal"), deck)
	st := state{seed: s.Seed, pos: Deal(s.Seats, deck)}
	st.run()
	st.news = nil
	return st, nil
}
