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
	"slices"

	"parlour/games"
	"parlour/games/search"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// orders is the option that each bid names an order of takes, with its values.
const (
	orders = "orders"
	no     = "false"
	yes    = "true"
)

// Game is Permutations; it implements [games.Game] and [games.Opponent].
type Game struct{ search.Opponent[Game, View] }

// Info returns what the service must know to offer Permutations.
func (Game) Info() games.Info {
	return games.Info{
		Name: "permutations", Title: "Permutations", Designer: "Michael Purcell",
		Source: "https://ttkttkt.itch.io/permutations",
		Rules:  rules, MinSeats: 2, MaxSeats: maxSeats,
		Options: []games.Option{{Name: orders, Values: []string{no, yes}, Default: no}},
		Hidden:  true, Chance: true, Locale: locale,
	}
}

// Start deals the cards and makes the bids of the dummies.
func (g Game) Start(s games.Setup) (games.State, error) {
	info := g.Info()
	if err := info.Check(s); err != nil {
		return nil, err
	}
	if _, err := info.Complete(s.Options); err != nil {
		return nil, err // a value that the rules do not know
	}
	deck := deck(s.Seats).list()
	games.Shuffle(s.Seed.Chance("deal"), deck)
	st := state{seed: s.Seed, pos: newDeal(s.Seats, deck)}
	st.pos.Orders = s.Options[orders] == yes
	st.run(None)
	st.news = nil
	return st, nil
}

// setupFor returns the setup of a usual table, with a seed that begins with a byte.
func setupFor(seats int, seed byte) games.Setup {
	s := Game{}.Info().Setup()
	s.Seats, s.Seed = seats, games.Seed{seed}
	return s
}

// Example shows an auction in the middle of the first round, after the highest bid has
// taken its card, to the seat that takes next.
func (Game) Example() games.Example {
	log := games.InTurn(3,
		"bid 32 take 35", "bid 19 take 3", "bid 13 take 1",
		"bid 2", "bid 37 take 19", "bid 42 take 8",
		"bid 5", "bid 20 take 42", "bid 39 take 37",
		"bid 29 take 25", "bid 15 take 5", "bid 14 take 39",
		"bid 10", "bid 22 take 29", "bid 47 take 14",
		"bid 41", "bid 38", "bid 48 take 10",
	)
	return games.Example{
		Setup:   setupFor(3, 4),
		Log:     log,
		Seat:    0,
		Caption: games.Say("permutations.example.caption", "First", games.Seat(2)),
		Alt:     games.Say("permutations.example.alt", "First", games.Seat(2), "Last", games.Seat(3)),
	}
}

//go:embed scenes
var scenes embed.FS

// Scenes gives tables of two to five seats, from the first auction to the end.
func (Game) Scenes() []games.Scene {
	scene := func(name string, seats int, seed byte, looks games.Seat, log []games.Ply) games.Scene {
		return games.Scene{
			Name: name, Setup: setupFor(seats, seed),
			Log: log, Seat: looks,
		}
	}
	whole := func(name string, seats int, seed byte, looks games.Seat) games.Scene {
		return scene(name, seats, seed, looks, auctions(seats, name))
	}
	taking, bids := auctions(3, "4-taking"), auctions(5, "5-sealed")
	sealed := append(bids, games.Ply{Seat: 0, Move: "bid 40 take 0 1 8"}, games.Ply{Seat: 1, Move: "bid 30"})
	took := append(slices.Clip(taking), games.Ply{Seat: 2, Move: "take 29"})
	return []games.Scene{
		scene("2-start", 2, 9, 0, nil),
		scene("2-bid", 2, 9, 0, nil).AsMaking(0),
		whole("2-round", 2, 9, 1),
		whole("3-first", 3, 4, games.Spectator),
		scene("4-taking", 3, 4, games.Spectator, taking),
		scene("4-take", 3, 4, 2, taking).AsMaking(2),
		scene("4-preview", 3, 4, 2, taking).AsMaking(2, "29").AsPreview(),
		scene("5-bid", 5, 4, 0, bids).AsMaking(0),
		scene("5-sealed", 5, 4, 0, sealed),
		scene("5-preview", 5, 4, 0, sealed).AsMaking(0, "47", "8", "0", games.Enough).AsPreview(),
		scene("5-better", 5, 4, 0, sealed[:len(bids)+1]).WithBetter(0, "bid 47"),
		scene("4-better", 3, 4, 2, took).WithBetter(2, "take 10"),
		scene("5-wish", 5, 4, 0, sealed).AsMaking(0, "47", "8", "0"),
		whole("5-round", 5, 4, games.Spectator),
		whole("5-last", 5, 3, 2),
		scene("5-table", 5, 4, games.Spectator, sealed),
		scene("5-contrast", 5, 4, games.Spectator, sealed).InContrast(),
		whole("5-end", 5, 4, 0),
	}
}

// auctions reads the moves of a scene as [games.Line] does: "17>47" is the bid 17 that takes 47, "bid17" bids without a
// wish, and "take47" takes.
func auctions(seats int, scene string) []games.Ply {
	text, err := scenes.ReadFile("scenes/" + scene + ".txt")
	if err != nil {
		panic(err)
	}
	return readAuctions(seats, string(text))
}

// readAuctions is [auctions] for a text.
func readAuctions(seats int, text string) []games.Ply {
	log := games.Line(seats, text)
	for i := range log {
		var err error
		if log[i].Move, err = (Game{}).Parse(string(log[i].Move)); err != nil {
			panic(err)
		}
	}
	return log
}
