package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/storage"
)

// Each fault that TestTorture is there to find is found where it is planted.
func TestTortureFindsFaults(t *testing.T) {
	if wrong := fair(t).judge(); len(wrong) > 0 {
		t.Fatalf("a match without a fault is found guilty: %q", wrong)
	}
	for want, plant := range map[string]func(*trial){
		"ann has made": func(c *trial) { // a move was lost
			c.attempts["1"] = append(c.attempts["1"], attempt{"Ca1-a1", played})
		},
		"ben has made [swap]": func(c *trial) { c.attempts["2"][0].heard = refused },
		"has made two moves":  func(c *trial) { c.match.Log[2].RequestID = c.match.Log[0].RequestID },
		"refuse.swap":         func(c *trial) { c.match.Log[2].Move = "swap" },

		"was shown 2 times":                   func(c *trial) { c.shown = append(c.shown, c.shown[2]) },
		"direct:true} was shown 2 times":      func(c *trial) { c.shown = append(c.shown, c.shown[len(c.shown)-1]) },
		"the board of turn 1 was never shown": func(c *trial) { c.shown = slices.Delete(c.shown, 2, 3) },
		"its table was never shown":           func(c *trial) { c.shown = c.shown[1:] },
		"turn 4 was shown, which is not":      func(c *trial) { c.shown[2].turn = 4 },

		"nobody will look at it":    func(c *trial) { c.match.NextCheck = time.Time{} },
		"shown is {4 0} and":        func(c *trial) { c.match.Desired.Post++ },
		"with a look since 2026":    func(c *trial) { c.match.FailingSince = c.match.Created },
		"[1] owe a move":            func(c *trial) { c.match.Phase = storage.Over },
		"the turn is 3":             func(c *trial) { c.newest.Rows[0][0].CustomID = "1:m:2:move" },
		"board does not show":       func(c *trial) { c.newest.Attachments[0].Alt = "another" },
		"that ben owes a move is t": func(c *trial) { c.newest.Content = "It is nobody's turn" },
		"that ann owes a move is f": func(c *trial) { c.newest.Content += " <@1>" },
	} {
		c := fair(t)
		plant(&c)
		if wrong := strings.Join(c.judge(), "\n"); !strings.Contains(wrong, want) {
			t.Errorf("what is found is %q, want %q", wrong, want)
		}
	}
	open := fair(t)
	open.match.Phase, open.match.Log, open.shown, open.attempts = storage.Open, nil, open.shown[:1], nil
	if wrong := open.judge(); len(wrong) > 0 {
		t.Errorf("a table that waits is found guilty: %q", wrong)
	}
}

// What may have come of attempts, and what not.
func TestTortureKnowsWhatMayHaveComeOfAttempts(t *testing.T) {
	for _, c := range []struct {
		attempts []attempt
		made     string
		want     bool
	}{
		{nil, "", true},
		{nil, "a", false},
		{[]attempt{{"a", played}}, "a", true},
		{[]attempt{{"a", played}}, "", false},
		{[]attempt{{"a", played}}, "b", false},
		{[]attempt{{"a", played}}, "a a", false},
		{[]attempt{{"a", refused}}, "", true},
		{[]attempt{{"a", refused}}, "a", false},
		{[]attempt{{"a", unknown}}, "", true},
		{[]attempt{{"a", unknown}}, "a", true},
		{[]attempt{{"a", unknown}}, "a a", false},
		{[]attempt{{"a", unknown}, {"a", played}}, "a", true},
		{[]attempt{{"a", unknown}, {"a", played}}, "a a", true},
		{[]attempt{{"a", unknown}, {"b", played}}, "b a", false},
		{[]attempt{{"a", played}, {"b", played}}, "a b", true},
		{[]attempt{{"a", played}, {"b", played}}, "b a", false},
		{[]attempt{{"a", played}, {"a", unknown}, {"b", refused}, {"c", played}}, "a c", true},
	} {
		if got := explains(c.attempts, strings.Fields(c.made)); got != c.want {
			t.Errorf("that %+v explain %q is %v, want %v", c.attempts, c.made, got, c.want)
		}
	}
}

// fair is a match that is being played, in which nothing is wrong.
func fair(t *testing.T) trial {
	t.Helper()
	at := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	c := trial{
		match: storage.Match{Head: storage.Head{
			ID: "m", Created: at, NextCheck: at.Add(time.Hour),
			Lobby: storage.Lobby{
				Phase:   storage.Playing,
				Setup:   games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{"size": "9", "start": "chequer", "swap": "on"}},
				Players: []storage.Player{{ID: "1", Name: "ann"}, {ID: "2", Name: "ben"}},
			},
			Publication: storage.Publication{Desired: storage.Revision{Post: 4}, Published: storage.Revision{Post: 4}},
		}},
		attempts: map[string][]attempt{
			"1": {{"Cd3-d4", unknown}, {"Cd3-d4", played}, {"Ca1-a1", refused}, {"Ca1-a2", unknown}},
			"2": {{"swap", played}},
		},
		shown: []shown{{origin: origin{match: "m", table: true}, channel: "home"}},
	}
	for i, p := range []games.Ply{{Seat: 0, Move: "Cd3-d4"}, {Seat: 1, Move: "swap"}, {Seat: 0, Move: "Ca1-a2"}} {
		c.match.Log = append(c.match.Log, storage.Entry{Ply: p, At: at, RequestID: fmt.Sprint("deed ", i)})
	}
	for turn := range 4 {
		c.shown = append(c.shown, shown{origin: origin{match: "m", turn: turn}, channel: "thread"})
	}
	for _, channel := range []string{"direct with ann", "direct with ben"} { // Permute sends none, but could
		c.shown = append(c.shown, shown{origin{match: "m", turn: 3}, channel, true})
	}
	state, _, err := c.replay()
	if err != nil {
		t.Fatal(err)
	}
	c.newest = sandbox.Message{
		Content: "<@2> it is your turn", Rows: [][]sandbox.Component{{{Type: 2, CustomID: "1:m:3:move"}}},
		Attachments: []sandbox.Attachment{{Alt: "Permute:\n" + state.View(games.Spectator).String()}},
	}
	return c
}
