package games

import (
	"strconv"
	"strings"
)

// Recall returns a State that works out each step of a move once, for one goroutine that asks
// for the same steps many times. It offers none of the further interfaces that s may have, and
// its callers change no step.
func Recall(s State) State { return recalling{s, map[string]Step{}} }

// A recalling is a State with the steps that it was asked for.
type recalling struct {
	State
	steps map[string]Step
}

func (r recalling) Step(seat Seat, picked []string) Step {
	key := strconv.Itoa(int(seat)) + "\x00" + strings.Join(picked, "\x00")
	step, known := r.steps[key]
	if !known {
		step = r.State.Step(seat, picked)
		r.steps[key] = step
	}
	return step
}
