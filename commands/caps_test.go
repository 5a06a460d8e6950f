package commands_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"parlour/commands"
)

// readCaps reads the caps of a step of a conversation, such as "games=2".
func readCaps(words []string) (c commands.Caps, err error) {
	fields := map[string]*int{"games": &c.Games, "parlour": &c.Parlour, "tables": &c.Tables, "pair": &c.Pair, "challenges": &c.Challenges}
	for _, word := range words {
		name, number, _ := strings.Cut(word, "=")
		if fields[name] == nil {
			return c, fmt.Errorf("there is no cap %q", name)
		}
		if *fields[name], err = strconv.Atoi(number); err != nil {
			return c, err
		}
	}
	return c, nil
}

// A command that arrives twice is answered as at first, though its own table fills the cap.
func TestARepeatedCommandIsNotAboveACap(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "caps games=1 tables=1 pair=1 challenges=1", "ann /play game:permute opponent:ben")
	said := func() string { said, _, _ := strings.Cut(w.lastSaid("ann"), "\n"); return said }
	first := said()
	w.steps(t, "again")
	if again := said(); again != first {
		t.Errorf("the second time it is answered with %q, want %q", again, first)
	}
	w.steps(t, "pass 2m", "again")
	if again := said(); again != first {
		t.Errorf("two minutes later it is answered with %q, want %q", again, first)
	}
}
