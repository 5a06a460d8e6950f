// Package reversi is the game of Reversi (1883) by the rules that are usual today: place a disc so that a line of the
// other side's lies between it and another of yours, and turn that line over; the most discs at the end win.
//
// Its policy: a [Position] is the board and its rules, without text; the state over it adds seats and the end. Nothing is
// hidden, so every seat has the same [View]. A side that cannot move passes by itself: no move says so, and the turn goes
// back. Rows are numbered from the top, as books on the game have them, and columns and rows count from 0 at the top left.
package reversi

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

// sides are what people call the sides.
var sides = games.Sides{"reversi.side.black", "reversi.side.white"}

// Game is Reversi.
type Game struct{ search.Opponent[Game, View] }

// Info returns what Parlour must know of Reversi.
func (Game) Info() games.Info {
	return games.Info{
		Name: "reversi", Title: "Reversi", Also: []string{"Othello"}, Designer: "Lewis Waterman",
		Source: "https://en.wikipedia.org/wiki/Reversi",
		Rules:  rules, MinSeats: 2, MaxSeats: 2, Forfeit: true,
		Options: []games.Option{{Name: "size", Values: []string{"6", "8", "10"}, Default: "8", Shown: true}},
		Locale:  locale,
	}
}

// Start sets up a board, of 4×4 too, which no table offers.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	text := s.Options["size"]
	size, ok := board.ReadSize(text, minSize, maxSize)
	if !ok || size%2 == 1 {
		return nil, games.Refuse("reversi.refuse.size", "Size", text)
	}
	return state{pos: newPosition(size)}, nil
}
