package match_test

import (
	"slices"
	"testing"

	"parlour/commands/match"
	"parlour/storage"
)

// A board that is shown where it was pressed keeps whom it notified, so that it is not deleted before
// they have acted. One that nobody had noted may have notified everybody.
func TestAShownBoardKeepsWhomItNotified(t *testing.T) {
	for message, want := range map[string][]string{"old": {"ann"}, "live": {"ben"}, "call": {"ann", "ben"}, "unknown": {"ann", "ben"}} {
		m := &match.Match{Turn: 3}
		m.Setup.Rules, m.Plies, m.Desired.Post, m.Published.Post = 1, 3, 4, 3
		m.Players = []storage.Player{{ID: "ann"}, {ID: "Parlour", Level: "easy"}, {ID: "ben"}}
		m.Old = []storage.Board{{Message: "old", Turn: 1, Pinged: []string{"ann"}}, {Message: "call", Call: true}}
		m.Live = storage.Board{Message: "live", Turn: 2, Pinged: []string{"ben"}}
		head := m.Head
		match.ShownIn(&head, m, message)
		if head.Live.Message != message || !slices.Equal(head.Live.Pinged, want) {
			t.Errorf("the board is %+v, want that message %s notified %v", head.Live, message, want)
		}
	}
}

// A press on the message that calls the opener to the table is no press on the table.
func TestACallIsNotTheTable(t *testing.T) {
	for message, want := range map[string]string{"call": "table", "unknown": "unknown"} {
		m := &match.Match{}
		m.Guest, m.Phase, m.Table = true, storage.Open, "table"
		m.Old = []storage.Board{{Message: "call", Call: true}}
		if m.PressedOn(message); m.Table != want {
			t.Errorf("after a press on message %s the table is %s, want %s", message, m.Table, want)
		}
		for place, is := range map[string]bool{"call": true, want: true, "another": false} {
			if m.ShowsTable(place) != is {
				t.Errorf("that message %s is at the table is %v, want %v", place, !is, is)
			}
		}
	}
}
