// Package permute is the game of Permute by Eric Silverman (2020): twist 2×2
// faces of a full board, bandage one of your stones in each, and own the largest
// group when no face can be twisted any more.
//
// Its policy: a Position is the board and its rules, without text; the State
// over it adds seats, the swap, and the end. Everything is open, so every seat's
// View is the same. The rules are those of the designer's page, version 1 here.
package permute

import (
	"embed"
	"io/fs"
	"strconv"

	"parlour/games"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// Game is Permute.
type Game struct{}

// Info returns what a host must know of Permute.
func (Game) Info() games.Info {
	words, err := fs.Sub(locale, "locale")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return games.Info{
		Name: "permute", Title: "Permute", Designer: "Eric Silverman", Rules: rules,
		MinSeats: 2, MaxSeats: 2,
		Options: []games.Option{
			{Name: "size", Values: sizes(), Default: strconv.Itoa(tableMin)},
			{Name: "start", Values: []string{"chequer", "blocks"}, Default: "chequer"},
			{Name: "swap", Values: []string{"on", "off"}, Default: "on"},
		},
		Locale: words,
	}
}

func sizes() []string {
	var all []string
	for n := tableMin; n <= tableMax; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// Start sets up a board. It takes sizes that no table offers, from 2 to 26.
func (Game) Start(s games.Setup) (games.State, error) {
	if s.Rules != rules {
		return nil, games.ErrRules
	}
	if s.Seats != 2 {
		return nil, games.Refuse("permute.refuse.seats", "Seats", s.Seats)
	}
	size, err := strconv.Atoi(s.Options["size"])
	if err != nil || size < minSize || size > maxSize {
		return nil, games.Refuse("permute.refuse.size", "Size", s.Options["size"], "Least", minSize, "Most", maxSize)
	}
	blocks := s.Options["start"] == "blocks"
	if blocks && size%2 == 1 {
		return nil, games.Refuse("permute.refuse.odd-blocks", "Size", size, "Even", min(size+1, tableMax-1))
	}
	return state{pos: newPosition(size, blocks), swap: s.Options["swap"] == "on"}, nil
}
