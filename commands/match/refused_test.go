package match_test

import (
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/storage"
)

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// Only what is at rest and was never seen counts as refused: what is under way, or will be tried again
// by itself, does not.
func TestWhatCountsAsUnseen(t *testing.T) {
	wanted := storage.Publication{Desired: storage.Revision{Post: 1}}
	asks := []storage.Ask{{Number: 1, About: "rematch"}}
	posted := storage.Head{Lobby: storage.Lobby{Phase: storage.Open}}
	posted.Table = "7"
	posted.Publication, posted.NextCheck = wanted, now.Add(time.Hour)
	for name, c := range map[string]struct {
		phase storage.Phase
		check time.Duration // until the next one; 0 for none
		guest bool
		asks  []storage.Ask
		want  bool
	}{
		"a table":                     {phase: storage.Open, check: time.Hour, want: true},
		"a table that is due":         {phase: storage.Open, check: -time.Second},
		"a table under way":           {phase: storage.Open, check: match.Lease},
		"a table that begins at once": {phase: storage.Open, check: 2 * match.Lease},
		"a table among friends":       {phase: storage.Open, check: time.Hour, guest: true},
		"a game":                      {phase: storage.Playing, check: time.Hour, want: true},
		"a game under way":            {phase: storage.Playing, check: match.Lease},
		"a game that is over":         {phase: storage.Over},
		"a rematch":                   {phase: storage.Over, asks: asks, want: true},
		"a rematch under way":         {phase: storage.Over, check: match.Lease, asks: asks},
		"a rematch that is posted":    {phase: storage.Over, asks: []storage.Ask{{Number: 1, Message: "8"}}},
		"a rematch that is answered":  {phase: storage.Over, asks: []storage.Ask{{Number: 1, Answer: "agreed"}}},
	} {
		head := storage.Head{Lobby: storage.Lobby{Phase: c.phase}}
		head.Publication, head.Guest, head.Asks = wanted, c.guest, c.asks
		if c.check != 0 {
			head.NextCheck = now.Add(c.check)
		}
		if got := match.Unseen(head, now); got != c.want {
			t.Errorf("%s counts as unseen: %v, want %v", name, got, c.want)
		}
	}
	if match.Unseen(posted, now) {
		t.Error("a table that was posted counts as unseen")
	}
}

// A table that is moved is still to be posted for the first time; a game gets another message.
func TestMove(t *testing.T) {
	for phase, want := range map[storage.Phase]int{storage.Open: 1, storage.Playing: 2} {
		m := &match.Match{}
		m.Phase, m.Home, m.Channel, m.Thread, m.Desired.Post, m.FailingSince = phase, "games", "thread", true, 1, now
		m.MoveTo("lounge")
		if m.Home != "lounge" || m.Channel != "lounge" || m.Thread || m.Desired.Post != want || !m.FailingSince.IsZero() {
			t.Errorf("a match of phase %v is moved to %+v, want message %d", phase, m.Head, want)
		}
	}
}
