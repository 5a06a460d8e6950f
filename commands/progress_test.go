package commands_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/games/permute"
)

// A long analysis says every few seconds how far it is and what it has found, in its one answer.
func TestLongAnalysisSaysHowFarItIs(t *testing.T) {
	t.Parallel()
	easy := easyAt(t, permute.Game{})
	var w *talk
	w, _, _ = thinking(t, critic{thinker{permute.Game{}, easy}, func(v games.View, _ games.Move) float64 {
		w.Pass(3 * time.Second)
		return []float64{0, 0.5, 0.2, 0, 0, 0, 0.3}[v.(permute.View).Ply]
	}})
	w.steps(t, "ann /play game:permute options:swap=off opponent:ben first:me", "ben clicks Accept on 1")
	w.playOn(t, 7)
	w.steps(t, "ann /resign", "ann clicks Yes, resign")
	w.out.Reset()
	w.steps(t, "ann /analyse")
	var said []string
	for _, line := range strings.Split(w.out.String(), "\n") {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "I've looked") || strings.HasPrefix(line, "Moment") {
			said = append(said, line)
		}
	}
	want := []string{
		"I've looked at 2 of 7 moves. One big mistake so far.",
		"I've looked at 4 of 7 moves. 2 big mistakes so far.",
		"I've looked at 6 of 7 moves. 2 big mistakes so far.",
	}
	if len(said) != 4 || !slices.Equal(said[:3], want) || !strings.HasPrefix(said[3], "Moment 1 of 3.") {
		t.Errorf("ann is told %q, want %q and then the first of 3 moments", said, want)
	}
	if asked := w.out.String(); strings.Count(asked, "only ann:") != 1 || strings.Count(asked, "only ann, changed:") != 3 {
		t.Errorf("it is not one answer that changes:\n%s", asked)
	}
}
