package commands_test

import (
	"strconv"
	"testing"

	"parlour/commands/match"
)

// Games of the same people with the same options are counted, whoever begins. Other options,
// other people, tables that never began and games of one person are not.
func TestGamesAreNumbered(t *testing.T) {
	w := newTalk(t)
	want := map[string]int{}
	play := func(line string, number int) {
		t.Helper()
		w.steps(t, line)
		id := match.IDOf(strconv.Itoa(w.requests))
		w.steps(t, "ben presses 1:"+id+":0:accept")
		want[id] = number
	}
	play("ann /play game:permute opponent:ben first:me", 1)
	play("ann /play game:permute opponent:ben first:them", 2)
	play("ann /play game:permute options:size=12 opponent:ben", 1)
	play("cleo /play game:permute opponent:ben", 1)
	play("ann /play game:magic opponent:ben", 1)
	w.steps(t, "ann /play game:permute opponent:ben") // nobody accepts
	w.steps(t, "pass 2m")                             // else the next one is the same
	play("ann /play game:permute opponent:ben", 3)
	for range 2 { // nobody counts games against Parlour, nor alone
		w.steps(t, "ann /play game:permute opponent:parlour level:easy")
		want[match.IDOf(strconv.Itoa(w.requests))] = 0
		w.steps(t, "pass 2m", "ann in dm /play game:permutu level:alone")
		want[match.IDOf(strconv.Itoa(w.requests))] = 0
		w.steps(t, "pass 2m")
	}
	for id, number := range want {
		m := w.match(t, id)
		if m.Number != number {
			t.Errorf("match %s has the number %d, want %d", id, m.Number, number)
		}
	}
}
