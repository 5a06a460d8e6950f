// Package permute is the game of Permute by Eric Silverman (2020): twist 2×2
// faces of a full board, bandage one of your stones in each, and own the largest
// group when no face can be twisted any more.
//
// Its policy: a [Position] is the board and its rules, without text; the state over it
// adds seats, the swap and the end. Nothing is hidden, so every seat has the same [View].
// The rules are those of the designer's page, version 1 here.
package permute

import (
	"embed"
	"maps"
	"strconv"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// sides are what people call the sides.
var sides = games.Sides{"permute.side.orange", "permute.side.yellow"}

// Game is Permute.
type Game struct{ search.Opponent[Game, View] }

// Info returns what Parlour must know of Permute.
func (Game) Info() games.Info {
	return games.Info{
		Name: "permute", Title: "Permute", Designer: "Eric Silverman",
		Source: "https://drericsilverman.com/2020/10/04/permute-a-game-about-twisting-things/",
		Rules:  rules, MinSeats: 2, MaxSeats: 2, Forfeit: true,
		Options: []games.Option{
			{Name: "size", Values: board.Sizes(tableMin, tableMax), Default: strconv.Itoa(tableMin), Shown: true},
			{Name: "start", Values: []string{"chequer", "blocks"}, Default: "chequer"},
			{Name: games.SwapOption, Values: []string{"on", "off"}, Default: "on"},
		},
		Locale: locale,
	}
}

// Start sets up a board, of any size from 2 to 26; tables offer fewer.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	text, start := s.Options["size"], s.Options["start"]
	size, ok := board.ReadSize(text, minSize, maxSize)
	switch {
	case !ok:
		return nil, games.Refuse("refuse.size", "Size", text, "Least", minSize, "Most", maxSize)
	case start != "chequer" && start != "blocks":
		return nil, games.Refuse("permute.refuse.start", "Start", start)
	case start == "blocks" && size%2 == 1:
		even := min(size+1, tableMax-1)
		refusal := &games.Refusal{Text: games.Say("permute.refuse.odd-blocks", "Size", size, "Even", even)}
		refusal.Instead = &games.Instead{Options: maps.Clone(s.Options), Said: games.Say("permute.even-blocks", "Even", even)}
		refusal.Instead.Options["size"] = strconv.Itoa(even)
		return nil, refusal
	}
	swaps, err := s.Swaps()
	return state{Duel: games.Duel{Swaps: swaps}, pos: newPosition(size, start == "blocks")}, err
}
