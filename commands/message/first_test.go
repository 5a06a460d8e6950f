package message_test

import (
	"strings"
	"testing"

	"parlour/games"
)

// A begun position in which chosen seats may move.
type startedBy struct {
	games.State
	seats []games.Seat
}

func (s startedBy) ToMove() []games.Seat { return s.seats }

// The first board says who begins: one player, one of several, or anybody.
func TestFirstBoardSaysWhoBegins(t *testing.T) {
	for _, c := range []struct {
		seats []games.Seat
		want  string
	}{
		{[]games.Seat{2}, "<@ann> <@ben> <@cleo>, here we go. Cleo moves first."},
		{[]games.Seat{0, 2}, "<@ann> <@ben> <@cleo>, here we go. Ann or Cleo moves first."},
		{[]games.Seat{0, 1, 2}, "<@ann> <@ben> <@cleo>, here we go. Anyone may move first."},
	} {
		d := tableFor(t, "permutu", map[string]string{"symbols": "9", "distinct": "false", "start": "seat0"})
		d.begin()
		d.State = startedBy{d.State, c.seats}
		if said, _, _ := strings.Cut(newWriter(t).Board(d.Match).Content, "\n"); said != c.want {
			t.Errorf("with %v to move the first board says %q, want %q", c.seats, said, c.want)
		}
	}
	for start, want := range map[string]string{
		"seat0": "<@ann> <@ben> <@cleo>, here we go. Ann moves first.",
		"quick": "<@ann> <@ben> <@cleo>, here we go. Anyone may move first.",
	} {
		d := tableFor(t, "permutu", map[string]string{"symbols": "9", "distinct": "false", "start": start})
		d.begin()
		if said, _, _ := strings.Cut(newWriter(t).Board(d.Match).Content, "\n"); said != want {
			t.Errorf("start=%s: the first board says %q, want %q", start, said, want)
		}
	}
}
