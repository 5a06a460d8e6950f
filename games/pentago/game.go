// Package pentago is the game of Pentago by Tomas Flodén (2005): place a stone on a board of
// 6×6 cells, then turn one of its four quadrants, and have five in a row.
//
// Its policy: a [Position] is the board and its rules, without text; the state over it adds
// seats, words, the swap and the end. Nothing is hidden, so every seat has the same [View]. A board is
// judged after the placement for the side that moves, and after the twist for both. Books call
// the sides White and Black, as the JSON of a state does; people call them by [sides]. The
// rules are the published ones, version 1 here.
package pentago

import (
	"embed"

	"parlour/games"
	"parlour/games/search"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// sides are what people call the sides.
var sides = games.Sides{"pentago.side.white", "pentago.side.blue"}

// Game is Pentago.
type Game struct {
	search.Opponent[Game, View]
}

// Info returns what Parlour must know of Pentago.
func (Game) Info() games.Info {
	return games.Info{
		Name: "pentago", Title: "Pentago", Designer: "Tomas Flodén",
		Source: "https://boardgamegeek.com/boardgame/19841/pentago",
		Rules:  rules, MinSeats: 2, MaxSeats: 2, Forfeit: true,
		Options: []games.Option{
			{Name: "opening", Values: []string{"free", "corner"}, Default: "free"},
			{Name: "twist", Values: []string{"always", "neutral"}, Default: "always"},
			{Name: games.SwapOption, Values: []string{"off", "on"}, Default: "off", Later: true},
		},
		Locale: locale,
	}
}

// Start returns the empty board.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	opening, twist := s.Options["opening"], s.Options["twist"]
	switch {
	case opening != "free" && opening != "corner":
		return nil, games.Refuse("pentago.refuse.opening", "Opening", opening)
	case twist != "always" && twist != "neutral":
		return nil, games.Refuse("pentago.refuse.twist-option", "Twist", twist)
	}
	swaps, err := s.Swaps()
	return state{
		Duel: games.Duel{Swaps: swaps}, pos: Position{corner: opening == "corner", loose: twist == "neutral"},
	}, err
}
