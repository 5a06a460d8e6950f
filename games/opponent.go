package games

import (
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// A Level is how well an opponent plays. What it does at each is in the game's
// catalogue, in one line, under "<game>.level.<level>".
type Level string

// The levels.
const (
	Easy   Level = "easy"
	Medium Level = "medium"
	Hard   Level = "hard"
)

// Levels lists them, the weakest first.
var Levels = []Level{Easy, Medium, Hard}

// A Player chooses a legal move for a seat that may make one, from what the seat
// sees and from nothing else. Chance comes from the seed: the same View, seat and
// seed give the same move, unless it thinks for a time.
type Player func(v View, s Seat, seed Seed) Move

// An Opponent is a Game that can be played against.
type Opponent interface {
	Game

	// Player returns who plays at a level, or as one of the Yardsticks. It thinks by
	// a budget of its own, which does not depend on the machine; an each above 0 has
	// it think for that long instead. It returns a *Refusal for a name that is
	// neither, and where a time makes no difference.
	Player(name string, each time.Duration) (Player, error)

	// Yardsticks names the players that are there to be measured against.
	Yardsticks() []string

	// Advise says what a seat that may move should do, and what a move is worth that
	// it made; made is "" where none was. It thinks for about a second.
	Advise(v View, s Seat, made Move, seed Seed) Advice
}

// Advice is what an opponent makes of a seat's position.
type Advice struct {
	Best  Move    // the best move it found
	Worth Text    // what that brings, for the middle of a sentence: "wins in 15 plies", "wins 62 of 100 games"
	Made  Text    // what the move that was made brings, likewise; zero where none was
	Cost  float64 // what that gave away, from 0 to 1: a game that was won is 1, half a chance to win is 0.5
}

// NoPlayer refuses a name that no player of an opponent has.
func NoPlayer(o Opponent, name string) error {
	var names []string
	for _, l := range Levels {
		names = append(names, string(l))
	}
	return Refuse("refuse.player", "Game", o.Info().Title, "Name", name, "Names", strings.Join(append(names, o.Yardsticks()...), ", "))
}

// Untimed refuses a time to think for a player whom it does not make better.
func Untimed(o Opponent, name string) error {
	return Refuse("refuse.player.time", "Game", o.Info().Title, "Name", name)
}

// Rand returns a fast source of chance for a thought. A number tells apart thoughts that
// have the same seed.
func (s Seed) Rand(n int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(s.Chance("think").Below(math.MaxInt)), uint64(n)))
}
