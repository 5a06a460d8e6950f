package gametest

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"reflect"
	"slices"

	"parlour/games"
)

// A sight is everything that a seat sees of a position and may do in it.
type sight struct {
	view  games.View
	text  string
	words games.Words
	legal []games.Move // nil where none are listed
	first games.Step
	shown []games.View // with moves in the making
}

// see returns the sight of a seat, with its moves if they are listed.
func see(s games.State, seat games.Seat, listed bool) sight {
	v := s.View(seat)
	text, first := v.String(), s.Step(seat, nil)
	var legal []games.Move
	if listed {
		legal = s.Legal(seat)
	}
	return sight{v, text, v.Words(), legal, first, shownTo(s, seat, text, first)}
}

// shownTo returns what a seat is shown on its way to a move, from its first step. The text of
// its View picks the way: whoever sees the same is shown the same.
func shownTo(s games.State, seat games.Seat, text string, step games.Step) []games.View {
	rng := rand.New(rand.NewPCG(uint64(crc32.ChecksumIEEE([]byte(text))), 5))
	all := []games.View{s.Shown(seat, nil)}
	var picked []string
	for len(all) <= maxSteps {
		options := step.Options()
		if len(options) == 0 {
			break
		}
		picked = append(picked, options[rng.IntN(len(options))].Value)
		all = append(all, s.Shown(seat, slices.Clone(picked)))
		step = s.Step(seat, picked)
	}
	return all
}

// sees reports whether two sights are the same.
func (a sight) sees(b sight) bool { return reflect.DeepEqual(a, b) }

// String writes it down.
func (a sight) String() string {
	text, err := json.Marshal(append([]games.View{a.view}, a.shown...))
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

// sight returns what a seat or the spectator sees.
func (f fingerprint) sight(seat games.Seat) sight { return f.sights[seat-games.Spectator] }

// fingerprint returns the fingerprint of a position, with its moves if those of the position that is
// checked are listed.
func (p *player) fingerprint(s games.State) fingerprint {
	return fingerprintOf(s, p.setup.Seats, p.listed)
}

func fingerprintOf(s games.State, seats int, listed bool) fingerprint {
	f := fingerprint{toMove: s.ToMove(), in: s.In(), everything: everything(s)}
	for seat := games.Spectator; int(seat) < seats; seat++ {
		f.sights = append(f.sights, see(s, seat, listed))
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
