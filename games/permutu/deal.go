package permutu

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"parlour/games"
)

// errDeal is the error of a deal that is none of the game with its options.
var errDeal = errors.New("this deal is no first position of such a game")

// deals returns the position after a deal that was written by [state.MarshalJSON], with the rows
// that the options allow.
func deals(written json.RawMessage, seats, symbols int, distinct bool) (Position, error) {
	var told struct {
		Columns []map[string]string `json:"columns"`
	}
	p := Position{columns: symbols, seats: seats, starter: games.Spectator}
	if json.Unmarshal(written, &told) != nil || len(told.Columns) != symbols {
		return p, errDeal
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var met [colours]uint32
	for column, blocks := range told.Columns {
		p.left[column] = full
		for c := range colours {
			symbol := blocks[Colour(c).letter()]
			n := strings.Index(letters[:symbols], symbol)
			if len(symbol) != 1 || n < 0 || met[c]&Symbol(n).bit() != 0 {
				return p, errDeal
			}
			met[c] |= Symbol(n).bit()
			p.dealt[column][c] = Symbol(n)
		}
	}
	if distinct && !p.distinct() {
		return p, errDeal
	}
	return p, nil
}

// isDeal reports whether a first position is written like a deal, however that is spaced.
func isDeal(first state, written json.RawMessage) bool {
	made, err := first.MarshalJSON()
	var told, same any
	if err != nil || json.Unmarshal(written, &told) != nil || json.Unmarshal(made, &same) != nil {
		return false
	}
	a, failed := json.Marshal(told)
	b, err := json.Marshal(same)
	return failed == nil && err == nil && bytes.Equal(a, b)
}
