// Package magic is Rubik's Magic, the strategy game by Ernő Rubik: on a board of
// 4×4 flip one of the opponent's tiles into an empty space, place one of your
// own, and have three in a row, all the same side up, when your turn begins.
//
// Its policy: a [position] is the board and its rules, without text; the state over it
// adds seats, words and the end. Nothing is hidden, so every seat has the same [View]. A
// position is judged when a turn begins, never within one. The game is solved: [Solve]
// makes the table from which opponents play. The rules are those that GamesCrafters play
// by, version 1 here.
package magic

import (
	"embed"

	"parlour/games"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// Game is Rubik's Magic.
type Game struct{}

// Info returns what Parlour must know of Rubik's Magic.
func (Game) Info() games.Info {
	return games.Info{
		Name: "magic", Title: "Rubik's Magic", Designer: "Ernő Rubik",
		Source: "https://gamescrafters.berkeley.edu/games.php?game=rubiksmagic",
		Rules:  rules, MinSeats: 2, MaxSeats: 2, Forfeit: true,
		Locale: locale,
	}
}

// Start returns the empty board.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	return newState(position{}), nil
}

// FromPosition returns the position of a text, as [parsePosition] reads it: nobody has
// moved yet, and the game may be over already.
func (Game) FromPosition(text string) (games.State, error) {
	p, err := parsePosition(text)
	if err != nil {
		return nil, err
	}
	return newState(p).judged(), nil
}
