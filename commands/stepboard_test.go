package commands_test

import (
	"strings"
	"testing"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/storage"
)

// A press changes the public board only if it is of the board's only person, on the newest board.
// Everybody else is answered alone, and so is a press on a panel.
func TestWhoChangesTheBoard(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:magic opponent:parlour first:me", "ann /play game:permutations opponent:parlour", "ann clicks Start on 3",
		"ann /play game:magic opponent:ben first:me", "ben clicks Accept on 5")
	id := func(match, verb string, steps ...string) string {
		return message.Button{Match: match, Verb: message.Verb(verb), Steps: steps}.String()
	}
	alone, hidden, two := id("1", "pick", "0", "b2"), id("2", "pick", "0", "1"), id("4", "pick", "0", "b2")
	for name, c := range map[string]struct {
		who, button, on string
		private         bool // whether it is pressed on a message that only the person sees
		public          bool
		says            string
	}{
		"the only person":               {"ann", alone, "2", false, true, "Play it?"},
		"somebody else":                 {"ben", alone, "2", false, false, "Ann and"},
		"on a panel":                    {"ann", alone, "7", true, false, "Play it?"},
		"on another message":            {"ann", alone, "1", false, false, "Play it?"},
		"by a command":                  {"ann", alone, "", false, false, "Play it?"},
		"Back":                          {"ann", id("1", "page", "0"), "2", false, true, "Place a tile."},
		"Back by somebody else":         {"ben", id("1", "page", "0"), "2", false, false, "Ann and"},
		"Confirm by somebody else":      {"ben", id("1", "confirm", "b2", "U"), "2", false, false, "Ann and"},
		"Move":                          {"ann", id("1", "move"), "2", false, false, "Place a tile."},
		"an old button":                 {"ann", message.Button{Match: "1", Turn: 7, Verb: "pick", Steps: []string{"0", "b2"}}.String(), "2", false, true, "your turn."},
		"an old button of another":      {"ben", message.Button{Match: "1", Turn: 7, Verb: "pick", Steps: []string{"0", "b2"}}.String(), "2", false, false, "Ann and"},
		"steps that lead nowhere":       {"ann", id("1", "pick", "0", "z9"), "2", false, true, "your turn."},
		"a hand in a server":            {"ann", hidden, "4", false, false, "Everyone else has bid. Bid 1 and reveal?"},
		"a game of two":                 {"ann", two, "6", false, false, "Play it?"},
		"a game of two, somebody else":  {"cleo", two, "6", false, false, "Ann and Ben are playing this one."},
		"a game of two, the other seat": {"ben", two, "6", false, false, "Not yet. It's Ann's turn."},
	} {
		reply := w.service.Handle(t.Context(), commands.Request{
			ID: "x" + name, By: person(c.who), Guild: "guild", Channel: "games", Button: c.button, Message: c.on, Alone: c.private,
		})
		if reply.Public != c.public || !strings.Contains(reply.Message.Content, c.says) {
			t.Errorf("%s: public %v, %q, want %v and %q", name, reply.Public, reply.Message.Content, c.public, c.says)
		}
		if reply.Public && reply.Kind != commands.Update {
			t.Errorf("%s: a public board is answered as kind %d", name, reply.Kind)
		}
	}
}

// In the bot's direct messages the board of a game with hidden hands shows that of its only
// person, and bids are pressed there.
func TestBidsOnTheBoard(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations opponent:parlour first:me", "ann clicks Start on 1")
	w.alter(t, "1", func(h *storage.Head) { h.Guild = "" })
	press := func(button string) commands.Reply {
		t.Helper()
		w.requests++
		return w.service.Handle(t.Context(), commands.Request{
			ID: "press" + button, By: person("ann"), Channel: "games", Button: button, Message: "2",
		})
	}
	shown := press(message.Button{Match: "1", Verb: "page", Steps: []string{"0"}}.String())
	if !shown.Public || !strings.Contains(shown.Message.Content, "Pick a card to bid.") || !strings.Contains(shown.Message.Picture.Alt, ">1    0 *0  bid") {
		t.Fatalf("the board is public %v: %q", shown.Public, shown.Message.Content)
	}
	asked := press(shown.Message.Rows[0][0].ID)
	if !asked.Public || !strings.Contains(asked.Message.Content, "and reveal?") || w.plies(t) != 1 {
		t.Fatalf("the last bid is public %v and answered with %q", asked.Public, asked.Message.Content)
	}
	done := press(asked.Message.Rows[0][0].ID)
	if !done.Public || done.Shows == nil || len(done.Due) > 0 || w.plies(t) != 2 {
		t.Errorf("Confirm is public %v, shows %v, leaves %d to show, with %d plies", done.Public, done.Shows, len(done.Due), w.plies(t))
	}
}
