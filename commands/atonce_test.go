package commands_test

import (
	"testing"

	"parlour/commands"
	"parlour/commands/match"
)

// A check between the two writes that begin a game at once shows no table of it.
func TestNoCheckShowsAGameThatIsAboutToBegin(t *testing.T) {
	w := newTalk(t)
	w.fills(1) // the second write fails
	w.steps(t, "ann in dm /play game:magic first:me")
	w.with(func(c *commands.Config) { c.Store = w.store })
	w.steps(t, "resume")
	if len(w.DMs) > 0 {
		t.Errorf("a bot that begins just now shows %q", w.DMs[0].Versions[0].Content)
	}
	ids, err := w.store.Due(t.Context(), w.Now().Add(match.Lease), 10)
	if err != nil || len(ids) != 0 {
		t.Errorf("the matches %v are due (%v), want none", ids, err)
	}
	if ids, err = w.store.Due(t.Context(), w.Now().Add(2*match.Lease), 10); err != nil || len(ids) != 1 {
		t.Errorf("after two leases the matches %v are due (%v), want one", ids, err)
	}
}
