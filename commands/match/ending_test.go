package match

import (
	"testing"

	"parlour/games"
	"parlour/storage"
)

// A table or a game that a moderator closes ends once, without a result, and a new message tells it. The
// name of the moderator is kept only if they play there.
func TestCloseKeepsNoNameOfAStranger(t *testing.T) {
	for _, c := range []struct {
		phase storage.Phase
		rules int
		by    storage.Player
		name  string
	}{
		{storage.Open, 0, storage.Player{ID: "mo", Name: "Mo"}, ""},
		{storage.Playing, 1, storage.Player{ID: "mo", Name: "Mo"}, ""},
		{storage.Playing, 1, storage.Player{ID: "ann", Name: "Ann"}, "Ann"},
	} {
		m := &Match{}
		m.Phase, m.Setup, m.Players = c.phase, games.Setup{Rules: c.rules}, []storage.Player{{ID: "ann", Name: "Ann"}}
		before := m.Desired
		if err := m.Close(c.by); err != nil || m.Phase != storage.Off || m.Ended != Moderated || m.EndedBy != c.name {
			t.Errorf("%s closes it: %v; it is %s, %q by %q, want it closed by %q", c.by.Name, err, m.Phase, m.Ended, m.EndedBy, c.name)
		}
		if m.Desired.Post != before.Post+1 {
			t.Errorf("%d new messages tell the players, want one", m.Desired.Post-before.Post)
		}
		once := m.Desired
		if err := m.Close(c.by); err == nil || m.Desired != once {
			t.Errorf("it is closed twice (%v)", err)
		}
	}
}
