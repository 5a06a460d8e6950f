// Package permutu is the game of Permutu by Bartosz Żółtak: as many columns as
// symbols, each of a red, a black and a green block; take single blocks of
// symbols that nobody has, or whole columns that you nearly have already, and
// collect all three blocks of a symbol.
//
// Its policy: a Position is the blocks and the rules about taking them, without
// text; the State over it adds a start that is open to all, turns that were let
// go by, and the end. Everything is open, so every seat's View is the same. The
// author claims rights in the words of his rules and in his symbols: the words
// here are the project's own, and the symbols are letters. The rules are those of
// his page, version 1 here.
package permutu

import (
	"embed"
	"strconv"

	"parlour/games"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// The values of options that are not numbers.
const (
	seat0 = "seat0" // seat 0 starts
	quick = "quick" // whoever moves first starts
	yes   = "true"
	no    = "false"
)

// Game is Permutu.
type Game struct{}

// Info returns what a host must know of Permutu.
func (Game) Info() games.Info {
	return games.Info{
		Name: "permutu", Title: "Permutu", Designer: "Bartosz Żółtak",
		Source: "https://www.permutu.pl",
		Rules:  rules, MinSeats: 1, MaxSeats: maxSeats, Chance: true,
		Options: []games.Option{
			{Name: "symbols", Values: sizes(), Default: strconv.Itoa(maxSymbols)},
			{Name: "distinct", Values: []string{no, yes}, Default: no},
			{Name: "start", Values: []string{seat0, quick}, Default: seat0},
		},
		Locale: locale,
	}
}

func sizes() []string {
	var all []string
	for n := minSymbols; n <= maxSymbols; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// Start deals the blocks.
func (g Game) Start(s games.Setup) (games.State, error) {
	info := g.Info()
	if err := info.Check(s); err != nil {
		return nil, err
	}
	if _, err := info.Complete(s.Options); err != nil {
		return nil, err // a value out of its range; the rules know no others
	}
	symbols, err := strconv.Atoi(s.Options["symbols"])
	if err != nil {
		return nil, err
	}
	return state{
		pos:   newPosition(s.Seed, s.Seats, symbols, s.Options["distinct"] == yes),
		quick: s.Options["start"] == quick,
		open:  s.Options["start"] == quick,
		mover: games.Spectator,
	}, nil
}
