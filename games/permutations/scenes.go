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
	scene := func(name string, seats int, seed byte, looks games.Seat) games.Scene {
		return games.Scene{
			Name: name, Setup: games.Setup{Game: "permutations", Rules: rules, Seats: seats, Seed: games.Seed{seed}},
			Log: auctions(seats, name), Seat: looks,
		}
	}
	picking := func(name string, from games.Scene, picked ...string) games.Scene {
		from.Name, from.Picked = name, append([]string{}, picked...)
		return from
	}
	ended := scene("2-round", 2, 9, 1)
	start := ended
	start.Name, start.Log, start.Seat = "2-start", nil, 0
	taking := scene("4-taking", 3, 4, games.Spectator)
	taker := taking
	taker.Seat = 2
	sealed := scene("5-sealed", 5, 4, 0)
	sealed.Log = append(sealed.Log, games.Ply{Seat: 0, Move: "bid 40 take 0 1 8"}, games.Ply{Seat: 1, Move: "bid 30"})
	bids := picking("5-bid", sealed)
	bids.Log = sealed.Log[:len(sealed.Log)-2]
	preview := picking("5-preview", sealed, "47", "8", "0", games.Enough)
	taken := picking("4-preview", taker, "29")
	preview.Preview, taken.Preview = true, true
	better := sealed
	better.Name, better.Better, better.Log = "5-better", "bid 47", sealed.Log[:len(sealed.Log)-1]
	took := taker
	took.Name, took.Better, took.Log = "4-better", "take 10", append(slices.Clone(taker.Log), games.Ply{Seat: 2, Move: "take 29"})
	table := sealed
	table.Name, table.Seat = "5-table", games.Spectator
	contrast := table
	contrast.Name, contrast.Contrast = "5-contrast", true
	return []games.Scene{
		start,
		picking("2-bid", start),
		ended,
		scene("3-first", 3, 4, games.Spectator),
		taking,
		picking("4-take", taker),
		taken,
		bids,
		sealed,
		preview,
		better,
		took,
		picking("5-wish", sealed, "47", "8", "0"),
		scene("5-round", 5, 4, games.Spectator),
		scene("5-last", 5, 3, 2),
		table,
		contrast,
		scene("5-end", 5, 4, 0),
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
