package message

import (
	"reflect"
	"strings"
	"testing"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// Named puts names in the place of seats, and leaves the refusal that it was given as it was.
func TestNamed(t *testing.T) {
	m := &match.Match{}
	m.Players = []storage.Player{{Name: "Ann"}, {Name: "Ben"}, {Name: strings.Repeat("x", 100)}}
	for _, c := range []struct {
		given any
		want  any
	}{
		{games.Seat(1), "Ben"},
		{[]games.Seat{0, 1}, []string{"Ann", "Ben"}},
		{[]games.Seat{}, []string(nil)},
		{games.Seat(7), ""},
		{games.Spectator, ""},
		{4, 4},
		{"Cleo", "Cleo"},
	} {
		err := games.Refuse("refuse.seat-kept", "Player", c.given, "Count", 3)
		want := games.Refuse("refuse.seat-kept", "Player", c.want, "Count", 3)
		if got := Named(m, err); !reflect.DeepEqual(got, want) {
			t.Errorf("Named of %v = %v, want %v", c.given, got, want)
		}
		if again := games.Refuse("refuse.seat-kept", "Player", c.given, "Count", 3); !reflect.DeepEqual(err, again) {
			t.Errorf("Named has changed the refusal to %v", err)
		}
	}
	for _, err := range []error{nil, match.ErrStale, storage.ErrConflict} {
		if got := Named(m, err); got != err {
			t.Errorf("Named(%v) = %v", err, got)
		}
	}
	refusal := games.Refuse("refuse.seat-kept", "Player", games.Seat(0))
	if got := Named(nil, refusal); got != refusal {
		t.Errorf("Named without a match = %v, want %v", got, refusal)
	}
	if got := Named(m, games.Refuse("refuse.seat-kept", "Player", games.Seat(2))).(*games.Refusal).Text.Args["Player"].(string); len(got) >= 100 {
		t.Errorf("a long name is given as %q, want it cut", got)
	}
}
