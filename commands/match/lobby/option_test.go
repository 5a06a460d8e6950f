package lobby

import (
	"errors"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/games/permute"
	"parlour/storage"
)

// SetOption refuses a value that no menu of the table offers, and changes nothing then. A new value
// counts as one change, the value that is set already as none.
func TestSetOption(t *testing.T) {
	const hour = time.Hour
	for _, c := range []struct {
		by, name, value string
		total           time.Duration
		refused         bool
		first           string
		turn            time.Duration
		changes         int
	}{
		{by: "ann", name: match.FirstMove, value: "them", first: "them", turn: hour, changes: 1},
		{by: "ann", name: match.FirstMove, value: "me", first: "me", turn: hour},
		{by: "ann", name: match.FirstMove, value: "ben", refused: true, first: "me", turn: hour},
		{by: "ben", name: match.FirstMove, value: "them", refused: true, first: "me", turn: hour},
		{by: "ann", name: match.TurnTime, value: "24h0m0s", first: "me", turn: 24 * hour, changes: 1},
		{by: "ann", name: match.TurnTime, value: "0s", first: "me", changes: 1},
		{by: "ann", name: match.TurnTime, value: "1h0m0s", first: "me", turn: hour},
		{by: "ann", name: match.TurnTime, value: "59s", refused: true, first: "me", turn: hour},
		{by: "ann", name: match.TurnTime, value: "-1h", refused: true, first: "me", turn: hour},
		{by: "ann", name: match.TurnTime, value: "337h", refused: true, first: "me", turn: hour},
		{by: "ann", name: match.TurnTime, value: "soon", refused: true, first: "me", turn: hour},
		{by: "ann", name: match.TurnTime, value: "3h0m0s", total: 2 * hour, refused: true, first: "me", turn: hour},
		{by: "ann", name: match.TurnTime, value: "2h0m0s", total: 2 * hour, first: "me", turn: 2 * hour, changes: 1},
		{by: "ann", name: "nothing", value: "2h0m0s", refused: true, first: "me", turn: hour},
	} {
		m := &match.Match{Game: permute.Game{}, Info: permute.Game{}.Info()}
		m.Phase, m.First, m.TurnTime, m.TotalTime = storage.Open, "me", hour, c.total
		m.Players = []storage.Player{{ID: "ann"}, {ID: "ben"}}
		m.Setup.Options, _ = m.Info.Complete(nil)
		err := SetOption(m, c.by, c.name, c.value)
		refusal := (*games.Refusal)(nil)
		if errors.As(err, &refusal) != c.refused || err != nil && !c.refused {
			t.Errorf("%s sets %s to %q: %v, want a refusal: %v", c.by, c.name, c.value, err, c.refused)
		}
		if m.First != c.first || m.TurnTime != c.turn || m.Changes != c.changes || m.Desired.Edit != c.changes {
			t.Errorf("%s sets %s to %q: %s first, %v a turn, %d changes, %d edits", c.by, c.name, c.value, m.First, m.TurnTime, m.Changes, m.Desired.Edit)
		}
	}
}
