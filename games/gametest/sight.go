package gametest

import (
	"encoding/json"
	"fmt"
	"reflect"

	"parlour/games"
)

// A sight is everything that a seat sees of a position and may do in it.
type sight struct {
	view  games.View
	text  string
	words games.Words
	legal []games.Move
	first []games.Choice
}

// see returns the sight of a seat.
func see(s games.State, seat games.Seat) sight {
	v := s.View(seat)
	return sight{v, v.String(), v.Words(), s.Legal(seat), s.Step(seat, nil).Options()}
}

// sees reports whether two sights are the same.
func (a sight) sees(b sight) bool { return reflect.DeepEqual(a, b) }

// String writes it down.
func (a sight) String() string {
	text, err := json.Marshal(a.view)
	return fmt.Sprint(string(text), err, "\n", a.text, "\n", a.words, a.legal, a.first)
}

// A fingerprint is everything that any seat can see and do in a position.
type fingerprint struct {
	sights     []sight // the spectator's first
	toMove, in []games.Seat
	result     games.Result
	over       bool
	everything string
}

func fingerprintOf(s games.State, seats int) fingerprint {
	f := fingerprint{toMove: s.ToMove(), in: s.In(), everything: everything(s)}
	for seat := games.Spectator; int(seat) < seats; seat++ {
		f.sights = append(f.sights, see(s, seat))
	}
	f.result, f.over = s.Result()
	return f
}

// everything returns the whole position as JSON.
func everything(s games.State) string {
	text, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
