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
	"encoding/json"
	"errors"
	"reflect"
	"strconv"

	"parlour/games"
	"parlour/games/board"
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
			{Name: "symbols", Values: board.Sizes(minSymbols, maxSymbols), Default: strconv.Itoa(maxSymbols), Shown: true},
			{Name: "distinct", Values: []string{no, yes}, Default: no},
			{Name: "start", Values: []string{seat0, quick}, Default: seat0},
			{Name: games.SwapOption, Values: []string{"off", "on"}, Default: "off", Later: true},
		},
		Locale: locale,
	}
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
	swaps, err := s.Swaps()
	if err != nil {
		return nil, err
	}
	symbols, _ := strconv.Atoi(s.Options["symbols"]) // a value that Complete knows
	open, distinct := s.Options["start"] == quick, s.Options["distinct"] == yes
	first := state{quick: open, open: open, mover: games.Spectator}
	ok := true
	if s.Deal == nil {
		first.pos = newPosition(s.Seed, s.Seats, symbols, distinct)
	} else {
		first.pos, ok = readDeal(s.Deal, s.Seats, symbols)
	}
	first.pos.swap.Offers = swaps
	if s.Deal == nil {
		return first, nil
	}
	if !ok || distinct && !first.pos.distinct() || !isDeal(first, s.Deal) {
		return nil, errDeal
	}
	return first, nil
}

// errDeal refuses a deal that the game cannot have with its options.
var errDeal = errors.New("this deal is not a first position of such a game")

// readDeal returns the position after a deal that [state.MarshalJSON] wrote, and false unless each row has all symbols.
func readDeal(written json.RawMessage, seats, symbols int) (p position, ok bool) {
	var told struct {
		Columns []map[string]Symbol `json:"columns"`
	}
	if json.Unmarshal(written, &told) != nil || len(told.Columns) != symbols {
		return p, false
	}
	p = position{columns: symbols, seats: seats, starter: games.Spectator}
	var met [colours]uint32
	for column, blocks := range told.Columns {
		p.left[column] = full
		for c := range Colour(colours) {
			symbol := blocks[c.letter()]
			met[c] |= symbol.bit()
			p.dealt[column][c] = symbol
		}
	}
	all := uint32(1)<<symbols - 1
	return p, met == [colours]uint32{all, all, all}
}

// isDeal reports whether a first position is written like a deal, however that is spaced.
func isDeal(first state, written json.RawMessage) bool {
	made, err := first.MarshalJSON()
	var told, same any
	if err != nil || json.Unmarshal(written, &told) != nil || json.Unmarshal(made, &same) != nil {
		return false
	}
	return reflect.DeepEqual(told, same)
}

// Example shows a short game of two in which a player has just completed a symbol.
func (Game) Example() games.Example {
	return games.Example{
		Setup: games.Setup{
			Game: "permutu", Rules: rules, Seats: 2, Seed: games.Seed{18},
			Options: map[string]string{"symbols": "6", "distinct": yes, "start": seat0},
		},
		Log:     games.InTurn(2, "3b", "5b", "4b", "2g", "5*", "2*", "6*"),
		Seat:    games.Spectator,
		Caption: games.Say("permutu.example.caption", "Player", games.Seat(0)),
		Alt:     games.Say("permutu.example.alt", "Player", games.Seat(0), "Other", games.Seat(1)),
	}
}

// Scenes gives games of one, two, three and six seats, from the first position to the end.
func (Game) Scenes() []games.Scene {
	scene := func(name string, seats, symbols int, seed byte, line string) games.Scene {
		options := map[string]string{"symbols": strconv.Itoa(symbols), "distinct": no, "start": seat0}
		return games.Scene{
			Name: name, Setup: games.Setup{Game: "permutu", Rules: rules, Seats: seats, Seed: games.Seed{seed},
				Options: options},
			Log: games.Line(seats, line), Seat: games.Spectator,
		}
	}
	start := scene("26-six-start", 6, 26, 1, "")
	start.Setup.Options["start"] = quick
	const half = `
		24g 12b 3g 10g 2r 22g 6g 23b 16r 13r 2* 12*
		9g 14r 7g 16* 4b 1b`
	const two = half + ` 5b 11r 9* 23* 15* 17b`
	return []games.Scene{
		start,
		scene("26-six-middle", 6, 26, 4, `
			13b 9g 10g 11g 4r 20b 15g 2r 23b leave 12r 7b
			19g 17r 16r 4:leave 22r 18r 3r 3* 5:8r 8* 11* 26r
			5:1b 25g`),
		scene("26-six-end", 6, 26, 2, `
			26r 6b 19r 21b 12b 2b 11g 24b 5b 17g 4b 13b
			3g 15g 25g 5* 9b 7g 10b 1g 20r 18b 6* 14g
			26* 15* 22r 18* 4* 25* 7* 2* 8b 17* 14* 12*
			23* 20* 9* 21* 13* 22* 8* 11* 19* 24* 5:16* 3*
			10* 3:1*`),
		scene("26-two", 2, 26, 1, two),
		scene("26-two-better", 2, 26, 1, two).WithBetter(1, "24*"),
		scene("26-contrast", 2, 26, 1, two).InContrast(),
		scene("26-two-step", 2, 26, 1, half).AsMaking(0),
		scene("4-three-step", 3, 4, 5, "1r 4b 2b").AsMaking(0),
		scene("20-three-preview", 3, 20, 3, "15g 7r 12b 3g 20b 5r 8g 1g 9b 4r 2b 16g 10g 17g 7*").AsPreview(),
		scene("26-two-end", 2, 26, 1, `
			4r 22r 12r 14b 5g 2b 6b 24b 18g 21g 19b 15b
			8g 7r 17r 13g 22* 11g 14* 20b 15* 16g 20* 12*
			10* 26g 9* 1b 16* 24* 8* 26* 1* 25* 7* 17*
			5* 13* 4* 11* 2* 3* 6* 19* 18* 23* 1:21*`),
		scene("12-solo", 1, 12, 1, "5b 10r 7b 11b 6r 2g 8b 4r 1r 10* 4*"),
		scene("12-solo-end", 1, 12, 1, "4b 2b 1b 2* 9* 8* 3* 4* 7* 6* 5* 1* 10* 12* 11*"),
	}
}
