// Package puzzles has the puzzle of each day: a position in which one legal move does what is asked.
//
// Its policy: a puzzle is data, a line of year.jsonl each, and says nothing that its game does not. Everybody has the same
// one on the same day of UTC, on every machine. A day of a fortnight belongs to a game, so each game has a list of its own. After
// a round of its list each half of it comes again in another order, so that no puzzle is back within half a year. Its
// tests make the lines, and prove by searches of their own that one move alone does it.
package puzzles

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"parlour/games"
)

//go:embed year.jsonl
var written []byte

// A Puzzle is a position and the one move that does what is asked.
type Puzzle struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"` // those that are not the usual ones
	Seed    games.Seed        `json:"seed,omitzero"`     // of a game with chance
	Line    string            `json:"line"`              // the moves so far, as [games.Line] reads them
	Move    games.Move        `json:"move"`
	// in how many turns of its own the seat to move wins, that of Move among them; 0 where Move alone keeps a win that
	// may come later
	Turns int `json:"turns,omitempty"`
}

// seats is how many play in each puzzle.
const seats = 2

// Setup returns what the puzzle starts from, by the newest rules of its game.
func (p Puzzle) Setup(i games.Info) games.Setup {
	s := i.Setup()
	for name, value := range p.Options {
		s.Options[name] = value
	}
	s.Seats, s.Seed = seats, p.Seed
	return s
}

// Log returns the moves so far.
func (p Puzzle) Log() []games.Ply { return games.Line(seats, p.Line) }

// lists are the puzzles by their games, in the order of the lines.
var lists = sync.OnceValue(func() map[string][]Puzzle {
	all := map[string][]Puzzle{}
	lines := bufio.NewScanner(bytes.NewReader(written))
	for n := 1; lines.Scan(); n++ {
		var p Puzzle
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil { // a test reads them all
			panic(fmt.Sprintf("line %d of the puzzles: %v", n, err))
		}
		all[p.Game] = append(all[p.Game], p)
	}
	return all
})

// fortnight names the game of each day of two weeks, from a Monday. Most games have a weekday; two share their Friday.
var fortnight = [14]string{
	"magic", "pentago", "slyde", "permute", "catchup", "chess", "fourinarow",
	"magic", "pentago", "slyde", "permute", "permutu", "chess", "fourinarow",
}

// A Day is a day of UTC, as a number of days since the first of 1970.
type Day int

const daySeconds = 24 * 60 * 60

// DayOf returns the day of a time.
func DayOf(t time.Time) Day {
	s := t.Unix()
	if s < 0 {
		s -= daySeconds - 1
	}
	return Day(s / daySeconds)
}

// Start returns when a day begins.
func (d Day) Start() time.Time { return time.Unix(int64(d)*daySeconds, 0).UTC() }

// Of returns the puzzle of a day.
func Of(d Day) Puzzle {
	const toMonday = 3 // the first of 1970 was a Thursday
	fortnights, day := floor(int(d)+toMonday, len(fortnight))
	game := fortnight[day]
	days, list := daysOf(game), lists()[game]
	round, at := floor(fortnights*len(days)+slices.Index(days, day), len(list))
	return list[order(game, round, len(list))[at]]
}

// daysOf returns the days of a fortnight that a game has.
func daysOf(game string) (days []int) {
	for i, g := range fortnight {
		if g == game {
			days = append(days, i)
		}
	}
	return days
}

// floor divides and rounds down.
func floor(n, by int) (quotient, rest int) {
	rest = (n%by + by) % by
	return (n - rest) / by, rest
}

// order returns in which order the puzzles of a game come in a round: each half of them is shuffled by itself.
func order(game string, round, count int) []int {
	all := make([]int, count)
	for i := range all {
		all[i] = i
	}
	chance := games.SeedOf(games.Seed{}, []string{"puzzles", game, fmt.Sprint(round)}).Chance("order")
	games.Shuffle(chance, all[:count/2])
	games.Shuffle(chance, all[count/2:])
	return all
}
