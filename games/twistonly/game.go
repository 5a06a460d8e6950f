// Package twistonly is an experiment: twist 2×2 faces of a full board, and own the largest group of
// stones that hold on to the neutral stones around it.
//
// It is a game of this project's own, after an idea that Eric Silverman tells of beside his game
// Permute (2020): to twist without bandages, and to fix groups that touch three neutral stones at
// the edge. The rest of the rules is ours, so it is not his game.
//
// Its policy: a [Position] is the board and its rules, without text; the state over it adds
// seats and the end. Nothing is hidden, so every seat has the same [View].
package twistonly

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
var sides = games.Sides{"twistonly.side.blue", "twistonly.side.rose"}

// Game is the experiment.
type Game struct{ search.Opponent[Game, View] }

// Info returns what Parlour must know of the game.
func (Game) Info() games.Info {
	return games.Info{
		Name: "twistonly", Title: "Twist only" + games.ExperimentMark,
		Designer: "this project, after an idea of Eric Silverman's",
		Source:   "https://drericsilverman.com/2020/10/04/permute-a-game-about-twisting-things/",
		Rules:    rules, MinSeats: 2, MaxSeats: 2, Forfeit: true, Experiment: true,
		Options: []games.Option{
			{Name: "size", Values: board.Sizes(8, 13), Default: "10", Shown: true},
		},
		Locale: locale,
	}
}

// Start sets up a board, of any size from 2 to 26; tables offer fewer.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	text := s.Options["size"]
	size, ok := board.ReadSize(text, minSize, maxSize)
	if !ok {
		return nil, games.Refuse("refuse.size", "Size", text, "Least", minSize, "Most", maxSize)
	}
	return state{pos: newPosition(size)}, nil
}
