// Package permutu implements Permutu by Bartosz Żółtak. There are as many columns as
// symbols, each of a red, a black and a green block. Players take single blocks of
// symbols that nobody has, or whole columns of which they lack one symbol at most, and
// collect all three blocks of a symbol.
//
// Its policy: a [position] holds the blocks and the rules for taking them, without
// text. The [games.State] above it adds a start that is open to all, lapsed turns and
// the end. Nothing is hidden, so every seat's [View] is the same. The author claims
// rights in the words of his rules and in his symbols, so the words here are the
// project's own and the symbols are letters. The rules are those of his page (see
// [Game.Info]); this package calls them version 1.
//
// # Alone
//
// One player has to take everything with the fewest single blocks. The search for that, in
// [puzzle], does not guess. An open column is best taken at once. It costs nothing: at most
// one of its symbols was missing, and the column brings that one without a single block. Its
// symbols open other columns. So an attempt is a set of symbols to take singly, in any order,
// and all columns that follow. From which column each is taken matters only because no column
// can give two.
package permutu

import (
	"embed"
	"strconv"

	"parlour/games"
	"parlour/games/search"
)

//go:embed locale
var locale embed.FS

// rules is the newest version of the rules.
const rules = 1

// The values of the options that are not numbers.
const (
	seat0 = "seat0" // seat 0 makes the first move
	quick = "quick" // the first player to move is the starter
	yes   = "true"
	no    = "false"
)

// Game is Permutu; it implements [games.Game] and [games.Opponent].
type Game struct {
	search.Opponent[Game, *position]
}

// Info returns what the service must know to offer Permutu.
func (Game) Info() games.Info {
	return games.Info{
		Name: "permutu", Title: "Permutu", Designer: "Bartosz Żółtak",
		Source: "https://www.permutu.pl",
		Rules:  rules, MinSeats: 1, MaxSeats: maxSeats, Chance: true,
		Options: []games.Option{
			{Name: "symbols", Values: sizes(), Default: strconv.Itoa(maxSymbols), Shown: true},
			{Name: "distinct", Values: []string{no, yes}, Default: no},
			{Name: "start", Values: []string{seat0, quick}, Default: seat0},
		},
		Locale: locale,
	}
}

// sizes lists the numbers of symbols that can be played with.
func sizes() []string {
	var all []string
	for n := minSymbols; n <= maxSymbols; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// Start deals the blocks, or lays them as the deal of the setup says. It opens the start to all if
// the options say so.
func (g Game) Start(s games.Setup) (games.State, error) {
	info := g.Info()
	if err := info.Check(s); err != nil {
		return nil, err
	}
	if _, err := info.Complete(s.Options); err != nil {
		return nil, err // a value out of range; the rules allow no others
	}
	symbols, err := strconv.Atoi(s.Options["symbols"])
	if err != nil {
		return nil, err
	}
	first := state{
		quick: s.Options["start"] == quick,
		open:  s.Options["start"] == quick,
		mover: games.Spectator,
	}
	if s.Deal == nil {
		first.pos = newPosition(s.Seed, s.Seats, symbols, s.Options["distinct"] == yes)
		return first, nil
	}
	if first.pos, err = readDeal(s.Deal, s.Seats, symbols, s.Options["distinct"] == yes); err != nil {
		return nil, err
	}
	if !isDeal(first, s.Deal) {
		return nil, errDeal
	}
	return first, nil
}
