// Package catchup is the game of Catchup by Nick Bentley (2010): fill a hexagonal board with
// stones, up to three a turn, and own the largest group in the end. A side that lets its largest
// group grow may have to grant the other a third stone.
//
// Its policy: a [position] is the board with a turn under way, stone by stone, and knows no text;
// the state over it adds seats and the end. Nothing is hidden, so every seat has the same [View].
// A turn is one move, of which there may be hundreds of thousands: only Legal lists them.
package catchup

import (
	"embed"
	"slices"

	"parlour/games"
	"parlour/games/board"
	"parlour/games/search"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// sides are what people call the sides.
var sides = games.Sides{"catchup.side.green", "catchup.side.rose"}

// bonuses are the values of the option bonus, by [Bonus].
var bonuses = []string{match: "match", overtake: "overtake", quiet: "quiet"}

// String returns the bonus as a value of the option.
func (b Bonus) String() string { return bonuses[b] }

// Game is Catchup.
type Game struct{ search.Opponent[Game, View] }

// Info returns what Parlour must know of Catchup.
func (Game) Info() games.Info {
	return games.Info{
		Name: "catchup", Title: "Catchup", Designer: "Nick Bentley",
		Source: "https://boardgamegeek.com/boardgame/68199/catchup",
		Rules:  rules, MinSeats: 2, MaxSeats: 2, Forfeit: true,
		Options: []games.Option{
			{Name: "size", Values: board.Sizes(tableMin, tableMax), Default: "5", Shown: true},
			{Name: "bonus", Values: slices.Clone(bonuses), Default: bonuses[match]},
		},
		Locale: locale,
	}
}

// Start sets up an empty board, of any size from 2 to 9; tables offer fewer.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	text := s.Options["size"]
	size, ok := board.ReadSize(text, minSize, maxSize)
	if !ok {
		return nil, games.Refuse("catchup.refuse.size", "Size", text, "Least", minSize, "Most", maxSize)
	}
	bonus := slices.Index(bonuses, s.Options["bonus"])
	if bonus < 0 {
		return nil, games.Refuse("catchup.refuse.bonus", "Bonus", s.Options["bonus"], "Bonuses", games.Either(bonuses))
	}
	return state{pos: newPosition(size, Bonus(bonus)), before: [2]int{1, 1}}, nil
}
