package permutations

import (
	"strings"

	"parlour/games"
)

// Scenes gives tables of two to five seats, from the first auction to the end.
func (Game) Scenes() []games.Scene {
	scene := func(name string, seats int, seed byte, looks games.Seat, text string) games.Scene {
		return games.Scene{
			Name: name, Setup: games.Setup{Game: "permutations", Rules: rules, Seats: seats, Seed: games.Seed{seed}},
			Log: auctions(seats, text), Seat: looks,
		}
	}
	picking := func(name string, from games.Scene, picked ...string) games.Scene {
		from.Name, from.Picked = name, append([]string{}, picked...)
		return from
	}
	start := scene("2-start", 2, 9, 0, "")
	taking := scene("4-taking", 3, 4, games.Spectator, takingScene)
	first := scene("3-first", 3, 4, games.Spectator, "33-1 9-23 42-3  7-33 20-9 13-42  5-28 22-20 14-13  32-14")
	taker := taking
	taker.Seat = 2
	sealed := scene("5-sealed", 5, 4, 0, sealedScene)
	sealed.Log = append(sealed.Log, games.Ply{Seat: 0, Move: "bid 40 take 0 1 8"}, games.Ply{Seat: 1, Move: "bid 30"})
	preview := picking("5-preview", sealed, "47", "8", "0", games.Enough)
	taken := picking("4-preview", taker, "29")
	preview.Preview, taken.Preview = true, true
	round := scene("5-round", 5, 4, games.Spectator, roundEnd)
	last := scene("5-last", 5, 3, 2, lastScene)
	table := sealed
	table.Name, table.Seat = "5-table", games.Spectator
	contrast := table
	contrast.Name, contrast.Contrast = "5-contrast", true
	return []games.Scene{
		start,
		picking("2-bid", start),
		scene("2-round", 2, 9, 1, roundScene),
		first,
		taking,
		picking("4-take", taker),
		taken,
		sealed,
		preview,
		picking("5-wish", sealed, "47", "8", "0"),
		round,
		last,
		table,
		contrast,
		scene("5-end", 5, 4, 0, endScene),
	}
}

// auctions reads auctions as [games.Line] does: "17-47" is the bid 17 that takes 47, "17"
// bids without a wish, and "+47" takes.
func auctions(seats int, text string) []games.Ply {
	log := games.Line(seats, text)
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

// The auctions of the scenes.
const (
	roundScene = `
		17-47 3-46  45-24 29-17  36-29 33-45  14-36 8-38
		37-16 27-48  13-37 23-28  21-40 11-44  18-21 30-43
		15-30 9-41  42-25 7-10  1:+22 0:+4`
	firstRound = `
		42-34 24-20 17-23 39-16 15-27  25-15 22-24 43-42 8-39 44-17
		3-25 49-8 46-43 9-44 19-22  47-3 38-19 28-46 33-9 37-49
		11-47 1-33 36-38 14-28 2-37  45-36 31-11 5-2 30-14 48-1
		32-48 0-30 21-31 40-45 41-5  12-40 6 13-0 35-21 7-41
		1:+7 2:+12 3:+13 4:+6`
	roundEnd    = firstRound + ` 0:3-29 24-10`
	sealedScene = firstRound + `  0:3-29 24-10 38-18 13-26 37-4
		25-13 19-37 12-3 45-24 49-38  34-12 7-19 23-45 16-25 17-49
		35-7 8-17 0-16 39-23 1-34`
	takingScene = `
		33-1 9-23 42-3  7-33 20-9 13-42  5-28 22-20 14-13  32-14 38-25 21-22
		17-38 15-32 45-4  29-45 27-40 39-15  10-39 37-29 36-16  18-10 19-36 47-37
		2-47 43-34 46-18  30-2 12 48-46  1:+24 0:+30  0:2-44 24-11 18-31
		14-7 25-18 46-24  30-25 40-14 37-19  45-30 23-40 42-21  10-23 20-45 4-42
		47-35 29-4 16-20  1-16 36-47 22-29  38-1 9-22 15-36  28-38 32-9 13-15
		39-5 34-13 3  2:+34 1:+3 0:+39  0:35-33 22-43 24-48  25-41 14-35 19-24
		1-25 47-26 29-14  23 3 31`
	lastScene = `
		44-18 32-7 3-5 46-15 9-40  42-3 45-9 36-46 2-32 25-44
		31-36 17-45 0-42 29-2 39-25  48-29 12-17 16-39 38-0 37-31
		20-48 43-38 1-16 22-37 33-12  11-43 10-20 49-1 14-22 34-33
		21-34 13-10 35-49 4-11 30-14  28-21 41-30 47-35 24 27-13
		0:+24 2:+47 1:+27 3:+28  0:29-19 30-8 39-26 2-6 33-23
		21-29 38-33 5-30 4-2 44-39  43-4 45-44 46-21 32-5 12-38
		24-46 7-45 35-43 0-32 14-12  36-7 17-14 16-24 11-35 13-0
		48-17 9-13 47-36 22-11 41-16  18-47 27-9 1-41 37-22 40-48
		3 20-27 49-40 15-37 31-18  2:+20 0:+15 3:+49 4:+3
		0:15-28 8-42 24-25 22-34 39-10  46-39 31-8 20-24 35-15 18-22
		29-18 27-31 41-46 6-20 3-35  4-29 13-41 26-3 2-27 16-6
		19-13 45-26 40-2 5-16 38-4  17-19 9-5 43-45 37-40 0-38
		47-17 44-43 36-0 11-9 23-37  1 14-36 30-44 49-11 12-23`
	endScene = `
		12-27 38-23 17-34 39-20 7-16  42-39 1-17 21-7 30-12 44-38
		25-21 29-30 36-42 35-44 37-1  47-35 31-29 28-25 8-36 19-37
		45-19 0-31 46-47 14-8 48-28  32-0 6-45 43-46 18-14 10-48
		3-18 22-32 26-6 9-43 15-10  11-3 49-26 13-22 33-15 2
		4:+13 3:+2 1:+11 2:+49  0:19-40 11-24 49-5 14-41 13-4
		0-13 29-49 46-11 2-19 9-14  18-46 31-29 42-0 20-9 37-2
		33-20 45-18 25-37 12-31 38-42  3-38 23-45 47-12 8-33 16-25
		39-16 30-23 22-3 36-47 28-8  21-36 26-39 7-22 15-28 10-30
		35-10 17-15 34-26 44-21 1  4:+1 3:+34 1:+44 0:+35
		0:16-6 44-48 37-27 28-32 42-43  20-44 49-16 22-42 41-28 4-37
		36-4 39-20 5-49 9-22 8-41  35-5 15-39 0-9 47-8 14-36
		38-35 29-0 26-47 31-15 2-14  40-31 18-29 17-2 33-38 7-26
		13-40 45-17 12-7 21-33 25-18  46-21 24-13 3 19-25 30-45
		3:+19 1:+24 2:+46 0:+30`
)
