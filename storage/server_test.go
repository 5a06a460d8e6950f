package storage_test

import (
	"testing"

	"parlour/storage"
)

// A server for which nothing is set has all games in all channels. Threads count as their channels.
func TestAServerAllowsWhatNobodyForbids(t *testing.T) {
	for _, s := range []struct {
		server  storage.Server
		places  []string
		allowed bool
	}{
		{storage.Server{}, []string{"games", ""}, true},
		{storage.Server{Channels: []string{"games"}}, []string{"games", ""}, true},
		{storage.Server{Channels: []string{"games"}}, []string{"thread", "games"}, true},
		{storage.Server{Channels: []string{"games"}}, []string{"thread", "lounge"}, false},
		{storage.Server{Channels: []string{"games"}}, []string{"lounge", ""}, false},
	} {
		if got := s.server.Allows(s.places...); got != s.allowed {
			t.Errorf("%+v allows %q: %t, want %t", s.server, s.places, got, s.allowed)
		}
	}
	s := storage.Server{Without: []string{"magic"}}
	if s.Offers("magic") || !s.Offers("permute") {
		t.Errorf("%+v offers magic: %t, permute: %t", s, s.Offers("magic"), s.Offers("permute"))
	}
}
