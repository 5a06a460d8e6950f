package lobby_test

import (
	"testing"
	"time"

	"parlour/commands/match/lobby"
	"parlour/games"
	"parlour/storage"
)

// The same table within a minute is one, also where others came and the game has begun, unless
// anything about it differs or it is over.
func TestSameTable(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	table := func(change func(*storage.Head)) storage.Head {
		h := storage.Head{ID: "a", Created: at, Lobby: storage.Lobby{
			Phase: storage.Open, First: "me", Players: []storage.Player{{ID: "ann"}}, Invited: &storage.Player{ID: "ben"},
			Setup: games.Setup{Game: "permute", Options: map[string]string{"size": "9"}},
		}, Place: storage.Place{Home: "games", Channel: "games"}}
		change(&h)
		return h
	}
	now := table(func(h *storage.Head) { h.ID, h.Created = "b", at.Add(59*time.Second) })
	parlour := []storage.Player{{ID: "opponent-1", Level: games.Easy}, {ID: "ann"}}
	began := func(opener games.Seat, players ...storage.Player) func(*storage.Head) {
		return func(h *storage.Head) {
			h.Phase, h.Players, h.Order = storage.Playing, players, []games.Seat{opener, 1 - opener}
		}
	}
	for name, c := range map[string]struct {
		before, now func(*storage.Head)
		want        bool
	}{
		"as it is":                  {nil, nil, true},
		"a minute later":            {nil, func(h *storage.Head) { h.Created = at.Add(time.Minute) }, false},
		"in another channel":        {nil, func(h *storage.Head) { h.Home = "lounge" }, false},
		"of another game":           {nil, func(h *storage.Head) { h.Setup.Game = "magic" }, false},
		"with other options":        {nil, func(h *storage.Head) { h.Setup.Options = map[string]string{"size": "10"} }, false},
		"with somebody else":        {nil, func(h *storage.Head) { h.Invited = &storage.Player{ID: "cleo"} }, false},
		"for anybody":               {nil, func(h *storage.Head) { h.Invited = nil }, false},
		"with another first player": {nil, func(h *storage.Head) { h.First = "them" }, false},
		"with another time":         {nil, func(h *storage.Head) { h.TurnTime = time.Hour }, false},
		"of another person":         {nil, func(h *storage.Head) { h.Players = []storage.Player{{ID: "cleo"}} }, false},
		"after it was accepted":     {began(0, storage.Player{ID: "ann"}, storage.Player{ID: "ben"}), nil, true},
		"that moves second":         {began(1, storage.Player{ID: "ben"}, storage.Player{ID: "ann"}), nil, true},
		"that the other opened":     {began(0, storage.Player{ID: "ben"}, storage.Player{ID: "ann"}), nil, false},
		"that the opener left":      {began(0, storage.Player{ID: "ben"}, storage.Player{ID: "cleo"}), nil, false},
		"that has no order": {func(h *storage.Head) {
			h.Phase, h.Players = storage.Playing, append(h.Players, *h.Invited)
		}, nil, false},
		"as a rematch": {func(h *storage.Head) {
			began(0, storage.Player{ID: "ann"}, storage.Player{ID: "ben"})(h)
			h.Again = true
		}, nil, false},
		"after it is over": {func(h *storage.Head) {
			began(0, storage.Player{ID: "ann"}, storage.Player{ID: "ben"})(h)
			h.Phase = storage.Over
		}, nil, false},
		"after it was declined":      {func(h *storage.Head) { h.Phase = storage.Off }, nil, false},
		"with Parlour at it by now":  {func(h *storage.Head) { h.Players = append(h.Players, parlour[0]) }, nil, false},
		"that a second person opens": {func(h *storage.Head) { h.Players = []storage.Player{{ID: "ben"}, {ID: "ann"}} }, nil, false},
		"against Parlour, which begins at once": {
			func(h *storage.Head) { began(1, parlour...)(h); h.Invited = nil },
			func(h *storage.Head) { h.Players, h.Invited = []storage.Player{parlour[1], parlour[0]}, nil }, true,
		},
		"against Parlour at another level": {
			func(h *storage.Head) { began(1, parlour...)(h); h.Invited = nil },
			func(h *storage.Head) {
				h.Players, h.Invited = []storage.Player{{ID: "ann"}, {ID: "opponent-1", Level: games.Hard}}, nil
			}, false,
		},
	} {
		before, after := table(func(h *storage.Head) {
			if c.before != nil {
				c.before(h)
			}
		}), now
		if c.now != nil {
			c.now(&after)
		}
		if got := lobby.SameTable(before, after); got != c.want {
			t.Errorf("the same table %s: %v, want %v", name, got, c.want)
		}
	}
}
