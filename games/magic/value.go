package magic

import "strconv"

// A Value is what a position is worth to the player to move when both play
// their best: winning in the fewest turns, losing in the most. A greater Value
// is better.
type Value uint8

// Between the worst, a game lost already, and the best, one won already, a loss
// is the better the longer it takes and a win the shorter.
const (
	lost Value = 0
	tie  Value = 20
	won  Value = 40
)

// Plies returns after how many turns the game is decided; a tie is decided when
// the board is full, and Plies is -1.
func (v Value) Plies() int {
	switch {
	case v < tie:
		return int(v - lost)
	case v > tie:
		return int(won - v)
	}
	return -1
}

// before returns the value of a position in which the best turn leads to one of
// value v for the other side. It falls as v rises: the best turn is the one that
// leads to the least.
func (v Value) before() Value {
	switch {
	case v < tie:
		return won - 1 - v
	case v > tie:
		return won + 1 - v
	}
	return tie
}

// String writes a value as "win 15", "loss 4" or "tie".
func (v Value) String() string {
	switch {
	case v < tie:
		return "loss " + strconv.Itoa(v.Plies())
	case v > tie:
		return "win " + strconv.Itoa(v.Plies())
	}
	return "tie"
}
