// Package hex is the game of Hex by Piet Hein (1942) and John Nash (1948): place stones on a rhombus of hexagons until a
// chain of yours joins your two edges.
//
// Its policy: a [Position] is the board and its rules, without text; the state over it adds seats, the swap and the end.
// Nothing is hidden, so every seat has the same [View]. A draw is impossible: on a full board exactly one side has a
// chain. Red joins the top and the bottom, Blue the left and the right. Rows are numbered from the top, as books on the
// game have them.
package hex

import (
	"embed"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// sides are what people call the sides, and edges which edges each joins.
var (
	sides = games.Sides{"hex.side.red", "hex.side.blue"}
	edges = [2]string{"hex.edges.red", "hex.edges.blue"}
)

// Game is Hex.
type Game struct{ search.Opponent[Game, View] }

// Info returns what Parlour must know of Hex.
func (Game) Info() games.Info {
	return games.Info{
		Name: "hex", Title: "Hex", Designer: "Piet Hein and John Nash",
		Source: "https://www.hexwiki.net/index.php/Rules",
		Rules:  rules, MinSeats: 2, MaxSeats: 2, Forfeit: true,
		Options: []games.Option{
			{Name: "size", Values: board.Sizes(tableMin, maxSize), Default: "11", Shown: true},
			{Name: games.SwapOption, Values: []string{"on", "off"}, Default: "on"},
		},
		Locale: locale,
	}
}

// Start returns an empty board, of any size from 2 to 14; tables offer fewer.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	size, ok := board.ReadSize(s.Options["size"], minSize, maxSize)
	if !ok {
		return nil, games.Refuse("refuse.size", "Size", s.Options["size"], "Least", minSize, "Most", maxSize)
	}
	swaps, err := s.Swaps()
	return state{Duel: games.Duel{Swaps: swaps}, pos: newPosition(size)}, err
}
