package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/commands/locale"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// The judge of [TestTorture] finds each fault that is planted in a match.
func TestTortureFindsFaults(t *testing.T) {
	for _, c := range []struct {
		fault string
		plant func(*trial)
		want  string // in the judgement
	}{
		{"a move that was answered is lost", func(c *trial) {
			c.attempts["1"] = append(c.attempts["1"], attempt{"Ca1-a1", played})
		}, "ann has made"},
		{"a move that was refused is made", func(c *trial) { c.attempts["2"][0].heard = refused }, "ben has made [swap]"},
		{"a request makes two moves", func(c *trial) { c.match.Log[2].RequestID = c.match.Log[0].RequestID }, "has made two moves"},
		{"a move is against the rules", func(c *trial) { c.match.Log[2].Move = "swap" }, "refuse.swap"},

		{"a board is shown twice", func(c *trial) { c.shown = append(c.shown, c.shown[2]) }, "was shown 2 times"},
		{"a direct message is sent twice", func(c *trial) { c.shown = append(c.shown, c.shown[len(c.shown)-1]) }, "was shown 2 times"},
		{"the table is lost", func(c *trial) { c.shown = c.shown[1:] }, "its table was never shown"},
		{"the first board of a move is lost", func(c *trial) { c.shown = slices.Delete(c.shown, 2, 3) },
			"the board of turn 1 was never shown, and that of turn 2 does not tell"},
		{"a later board is lost", func(c *trial) { c.shown = slices.Delete(c.shown, 3, 4) },
			"the board of turn 2 was never shown, and that of turn 3 does not tell"},
		{"the newest board is lost", func(c *trial) { c.shown = slices.Delete(c.shown, 4, 5) }, "the board of turn 3, the newest, was never shown"},
		{"a board does not tell its move", func(c *trial) { c.board(2).said = "<@1> it is your turn" }, "the board of turn 2 does not tell"},
		{"a board that overtook another does not tell its own move", func(c *trial) {
			first := c.board(1).said
			c.overtake(2)
			c.board(2).said = first
		}, "the board of turn 2 does not tell"},
		{"a board is of a turn to come", func(c *trial) { c.shown[2].turn = 4 }, "turn 4 was shown, which is not"},

		{"the match is never due again", func(c *trial) { c.match.NextCheck = time.Time{} }, "it is live and never due"},
		{"a board is still wanted", func(c *trial) { c.match.Desired.Post++ }, "published is {4 0} and desired {5 0}"},
		{"a publication still fails", func(c *trial) { c.match.FailingSince = c.match.Created }, "failing since 2026"},
		{"the match is over too early", func(c *trial) { c.match.Phase = storage.Over }, "[1] owe a move"},
		{"the newest board is of an earlier turn", func(c *trial) { c.newest.Rows[0][0].CustomID = "1:m:2:move" }, "the turn is 3"},
		{"the newest board shows another position", func(c *trial) { c.newest.Attachments[0].Alt = "another" }, "board does not show"},
		{"the newest board asks nobody", func(c *trial) { c.newest.Content = "It is nobody's turn" }, "that ben owes a move is true"},
		{"the newest board asks one too many", func(c *trial) { c.newest.Content += " <@1>" }, "that ann owes a move is false"},
	} {
		guilty := fair(t)
		c.plant(guilty)
		if wrong := strings.Join(guilty.judge(), "\n"); !strings.Contains(wrong, c.want) {
			t.Errorf("%s: the judge finds %q, want %q", c.fault, wrong, c.want)
		}
	}
}

// The judge of [TestTorture] finds no fault in matches that have none.
func TestTortureAcquits(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*trial)
		turns  int // without a board of their own
	}{
		{"a match without a fault", func(*trial) {}, 0},
		{"a table that waits", func(c *trial) {
			c.match.Phase, c.match.Log, c.shown, c.attempts = storage.Open, nil, c.shown[:1], nil
		}, 0},
		{"a move that overtook the first board", func(c *trial) { c.overtake(1) }, 1},
		{"a move that overtook a board", func(c *trial) { c.overtake(3) }, 1},
		{"moves that overtook all boards but the newest", func(c *trial) { c.overtake(1); c.overtake(2); c.overtake(3) }, 3},
	} {
		innocent := fair(t)
		c.change(innocent)
		if wrong := innocent.judge(); len(wrong) > 0 {
			t.Errorf("%s is found guilty: %q", c.name, wrong)
		}
		if n := innocent.overtaken(); n != c.turns {
			t.Errorf("%s: %d boards were overtaken, want %d", c.name, n, c.turns)
		}
	}
}

// A list of attempts explains some moves and not others.
func TestExplains(t *testing.T) {
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

// board returns the board of a turn.
func (c *trial) board(turn int) *shown {
	return &c.shown[slices.IndexFunc(c.shown, func(s shown) bool { return s.turn == turn && !s.table && !s.direct })]
}

// overtake removes the board before that of a turn, and has the board of the turn tell
// both moves. So it is after a move that came before the earlier board was posted.
func (c *trial) overtake(turn int) {
	before := *c.board(turn - 1)
	c.shown = slices.DeleteFunc(c.shown, func(s shown) bool { return s == before })
	c.board(turn).said = before.said + "\n" + c.board(turn).said
}

// fair returns a match under way in which nothing is wrong.
func fair(t *testing.T) *trial {
	t.Helper()
	words, err := locale.New(all.Games())
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	c := &trial{
		words: words,
		match: storage.Match{Head: storage.Head{
			ID: "m", Created: at, NextCheck: at.Add(time.Hour),
			Lobby: storage.Lobby{
				Phase:   storage.Playing,
				Setup:   games.Setup{Game: "permute", Rules: 1, Seats: 2, Options: map[string]string{"size": "9", "start": "chequer", "swap": "on"}},
				Players: []storage.Player{{ID: "1", Name: "ann"}, {ID: "2", Name: "ben"}},
			},
			Place:       storage.Place{Lang: "en"},
			Publication: storage.Publication{Desired: storage.Revision{Post: 4}, Published: storage.Revision{Post: 4}},
		}},
		attempts: map[string][]attempt{
			"1": {{"Cd3-d4", unknown}, {"Cd3-d4", played}, {"Ca1-a1", refused}, {"Ca1-a2", unknown}},
			"2": {{"swap", played}},
		},
		shown: []shown{{origin: origin{match: "m", table: true}, channel: "home"}},
	}
	for i, p := range []games.Ply{{Seat: 0, Move: "Cd3-d4"}, {Seat: 1, Move: "swap"}, {Seat: 0, Move: "Ca1-a2"}} {
		c.match.Log = append(c.match.Log, storage.Entry{Ply: p, At: at, RequestID: fmt.Sprint("request ", i)})
	}
	for turn, led := range c.ledTo() {
		said := "<@1> it is your turn\n" + strings.Join(led, "\n")
		c.shown = append(c.shown, shown{origin{match: "m", turn: turn}, "thread", false, said})
	}
	for _, channel := range []string{"direct with ann", "direct with ben"} { // Permute sends none, but could
		c.shown = append(c.shown, shown{origin{match: "m", turn: 3}, channel, true, ""})
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
