package permutu

import (
	"encoding/json"
	"errors"
	"reflect"

	"parlour/games"
)

// errDeal refuses a deal that the game cannot have with its options.
var errDeal = errors.New("this deal is not a first position of such a game")

// readDeal returns the position after a deal that [state.MarshalJSON] wrote. The deal must have
// rows that the options allow.
func readDeal(written json.RawMessage, seats, symbols int, distinct bool) (position, error) {
	var told struct {
		Columns []map[string]string `json:"columns"`
	}
	p := position{columns: symbols, seats: seats, starter: games.Spectator}
	if json.Unmarshal(written, &told) != nil || len(told.Columns) != symbols {
		return p, errDeal
	}
	var met [colours]uint32
	for column, blocks := range told.Columns {
		p.left[column] = full
		for c := range colours {
			letter := blocks[Colour(c).letter()]
			if len(letter) != 1 || letter[0] < 'A' || int(letter[0]-'A') >= symbols {
				return p, errDeal
			}
			symbol := Symbol(letter[0] - 'A')
			if met[c]&symbol.bit() != 0 {
				return p, errDeal
			}
			met[c] |= symbol.bit()
			p.dealt[column][c] = symbol
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
	return reflect.DeepEqual(told, same)
}
