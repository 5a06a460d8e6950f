// Package slyde is the game of Slyde by Mike Zapawa (2020): swap one of your stones with a
// neighbour of the other side, which fixes it where it lands, and own the largest group when
// nothing can be swapped any more.
//
// Its policy: a [Position] is the board and its rules, without text; the state over it adds
// seats and the end. Nothing is hidden, so every seat has the same [View]. The rules are those
// of mindsports.nl, version 1 here, with the mirror rule or without it. Books call the sides
// White, which begins, and Black, as the JSON of a state does; people call them by [sides].
package slyde

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
var sides = games.Sides{"slyde.side.pink", "slyde.side.mint"}

// Game is Slyde.
type Game struct{ search.Opponent[Game, View] }

// Info returns what Parlour must know of Slyde.
func (Game) Info() games.Info {
	return games.Info{
		Name: "slyde", Title: "Slyde", Designer: "Mike Zapawa",
		Source: "https://mindsports.nl/index.php/the-pit/1019-slyde",
		Rules:  rules, MinSeats: 2, MaxSeats: 2, Forfeit: true,
		Options: []games.Option{
			{Name: "size", Values: []string{"8", "10", "12", "14", "16"}, Default: "12", Shown: true},
			{Name: "mirror", Values: []string{"on", "off"}, Default: "on"},
		},
		Locale: locale,
	}
}

// Start sets up a board, of any even size from 2 to 26; tables offer fewer.
func (g Game) Start(s games.Setup) (games.State, error) {
	if err := g.Info().Check(s); err != nil {
		return nil, err
	}
	text, mirror := s.Options["size"], s.Options["mirror"]
	size, ok := board.ReadSize(text, minSize, maxSize)
	switch {
	case !ok:
		return nil, games.Refuse("slyde.refuse.size", "Size", text, "Least", minSize, "Most", maxSize)
	case size%2 == 1:
		return nil, games.Refuse("slyde.refuse.odd", "Size", size, "Even", size+1)
	case mirror != "on" && mirror != "off":
		return nil, games.Refuse("slyde.refuse.mirror-option", "Mirror", mirror)
	}
	return state{pos: newPosition(size, mirror == "on")}, nil
}
