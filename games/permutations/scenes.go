package permutations

import (
	"embed"
	"slices"
	"strings"

	"parlour/games"
)

//go:embed scenes
var scenes embed.FS

// Scenes gives tables of two to five seats, from the first auction to the end.
func (Game) Scenes() []games.Scene {
	scene := func(name string, seats int, seed byte, looks games.Seat, log []games.Ply) games.Scene {
		return games.Scene{
			Name: name, Setup: games.Setup{Game: "permutations", Rules: rules, Seats: seats, Seed: games.Seed{seed}},
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

// auctions reads the auctions of a scene as [games.Line] does: "17-47" is the bid 17 that takes
// 47, "17" bids without a wish, and "+47" takes.
func auctions(seats int, scene string) []games.Ply {
	text, err := scenes.ReadFile("scenes/" + scene + ".txt")
	if err != nil {
		panic(err)
	}
	log := games.Line(seats, string(text))
	for i, p := range log {
		card, wish, _ := strings.Cut(string(p.Move), "-")
		move := "bid " + card
		if taken, ok := strings.CutPrefix(card, "+"); ok {
			move = "take " + taken
		} else if wish != "" {
			move += " take " + wish
		}
		log[i].Move = games.Move(move)
	}
	return log
}
