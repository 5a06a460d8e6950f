package bot_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
)

// The panels of bids in a thread go once all is revealed, whether or not a bid was made there. A card
// with the board stays, also in place of a panel.
func TestPanelsOfBidsGoWhenAllIsRevealed(t *testing.T) {
	t.Parallel()
	var busy bot.Work
	r := adjustedRig(t, sandbox.Config{}, func(c *bot.Config) { c.Busy = &busy })
	thread, board := r.auction()
	card := r.click("ann", board, "Board")
	untouched := r.click("ann", board, "Bid")
	panel := r.click("ann", board, "Bid")
	if bid := r.click("ann", panel, labels(panel)[0]); bid.ID != panel.ID || !strings.HasPrefix(bid.Content, "You bid ") {
		t.Fatalf("the panel becomes %+v", bid)
	}
	panel = r.click("ben", board, "Bid")
	if asked := r.click("ben", panel, labels(panel)[0]); !slices.Contains(labels(asked), "Confirm") {
		t.Fatalf("the last bid is answered with %+v", asked)
	}
	bot.Finish(t, busy.Wait, "the boards of the bids")
	before := len(r.discord.Traffic())
	if _, err := r.discord.User("ben").Click(r.ctx, panel.ID, "Confirm"); err != nil {
		t.Fatal(err)
	}
	bot.Finish(t, busy.Wait, "the bot's work after the last bid")
	for who, want := range map[string][]string{"ann": {card.ID}, "ben": nil} {
		if got := r.alone(who, thread); !slices.Equal(got, want) {
			t.Errorf("%s sees the private messages %v, want %v; %s was a panel too", who, got, want, untouched.ID)
		}
	}
	deleted := 0
	for _, x := range r.discord.Traffic()[before:] {
		if x.Method == "DELETE" && strings.HasSuffix(x.Path, "/@original") {
			deleted++
		}
	}
	if deleted != 3 {
		t.Errorf("%d panels were deleted by a press, want each of the three once", deleted)
	}
}

// An answer that takes the place of a panel stays, though all panels of the turn go before Discord has
// taken it.
func TestAnAnswerInPlaceOfAPanelStays(t *testing.T) {
	t.Parallel()
	var busy bot.Work
	r := adjustedRig(t, sandbox.Config{}, func(c *bot.Config) { c.Busy = &busy })
	thread, board := r.auction()
	lounge := r.discord.Channel("lounge")
	r.slash("ben", lounge, "/play game:magic opponent:@cleo first:me") // which waits for Ben
	table := r.await("cleo", lounge, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Accept") })
	r.click("cleo", table, "Accept")
	panel := r.click("ben", board, "Bid")
	first := r.click("ann", board, "Bid")
	r.click("ann", first, labels(first)[0])
	panel = r.click("ben", panel, labels(panel)[0])
	bot.Finish(t, busy.Wait, "the boards of the bids")
	gone := make(chan struct{}, 10)
	r.discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		switch {
		case req.Method == http.MethodDelete && strings.HasSuffix(req.URL.Path, "/@original"):
			gone <- struct{}{}
		case strings.HasSuffix(req.URL.Path, "/callback"):
			bot.Pass(t, gone, "the end of a panel")
		}
		return false
	})
	r.click("ben", panel, "Confirm")
	bot.Finish(t, busy.Wait, "the bot's work after the last bid")
	if got := r.alone("ben", thread); !slices.Equal(got, []string{panel.ID}) {
		t.Errorf("ben sees the private messages %v, want the answer in place of %s", got, panel.ID)
	}
}

// auction has Ann and Ben begin a game of Permutations, and returns its thread and its board.
func (r *rig) auction() (thread string, board sandbox.Message) {
	r.t.Helper()
	games := r.discord.Channel("games")
	table := r.opens(games, "game:permutations first:me", "Join")
	r.click("ben", table, "Join")
	r.await("ann", games, func(m sandbox.Message) bool { return m.ID == table.ID && slices.Contains(labels(m), "Start") })
	r.click("ann", table, "Start")
	thread = r.await("ben", games, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" }).Thread
	return thread, r.await("ben", thread, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Bid") })
}

// While another game waits, the answer to a move stays until the opponent has moved. Next game takes
// its place, and goes once the move there is made. So one answer is left, however many moves there are.
func TestAnswersToMovesDoNotPileUp(t *testing.T) {
	t.Parallel()
	var busy bot.Work
	r := adjustedRig(t, sandbox.Config{}, func(c *bot.Config) { c.Busy = &busy })
	lounge := r.discord.Channel("lounge")
	first, _ := r.challenge(r.discord.Channel("games"), "options:swap=off")
	table := r.opens(lounge, "game:magic opponent:@cleo first:me", "Accept")
	r.click("cleo", table, "Accept")
	second := r.await("ann", lounge, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" }).Thread
	r.awaitBoard("ann", second, 0)
	plays := func(who, channel, move string, left ...string) {
		t.Helper()
		r.plays(who, channel, move)
		bot.Finish(t, busy.Wait, "the bot's work after "+move)
		var said []string
		for _, m := range r.discord.User("ann").Sees(first) {
			if m.Ephemeral {
				said = append(said, m.Content)
			}
		}
		if !slices.Equal(said, left) {
			t.Errorf("after %s by %s ann's private messages are %q, want %q", move, who, said, left)
		}
	}
	plays("ann", first, "Cd3-d4", "Played.")
	plays("ben", first, "Cg7-g8")
	plays("ann", first, "Cb7-b8", "Played.")
	left := r.alone("ann", first)
	if len(left) != 1 {
		t.Fatalf("ann has the private messages %v, want one", left)
	}
	answer := left[0]
	if card := r.answer(r.discord.User("ann").Click(r.ctx, answer, "Next game")); card.ID != answer || !strings.HasPrefix(card.Content, "Your turn: Rubik's Magic · Cleo.") {
		t.Errorf("Next game is answered with %+v, want the other game in place of the button", card)
	}
	plays("ann", second, "b2U")
}

// alone returns the ids of the messages in a channel that a person alone sees.
func (r *rig) alone(who, channel string) (ids []string) {
	for _, m := range r.discord.User(who).Sees(channel) {
		if m.Ephemeral {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// A message goes away while somebody presses it: a panel, one that is to vanish anyway, or a board.
// The answer is a message of its own.
func TestAPressOnAPanelThatIsGoneIsAnswered(t *testing.T) {
	t.Parallel()
	const callback = "POST /interactions/{interaction}/{token}/callback"
	for _, c := range []struct {
		button      string
		late        bool
		route, sent string
		answer      string
	}{
		{"hand", false, callback, "type 7, type 4", "a hand"},
		{"hand", true, "PATCH /webhooks/{app}/{token}/messages/{message}", "type 6, PATCH @original, follow-up", "a hand"},
		{"vanish", false, callback, "type 6, type 4", "You played it."},
		{"step", false, callback, "type 7, type 4", "a step by Ann"},
	} {
		t.Run(fmt.Sprint(c.button, ", late ", c.late), func(t *testing.T) {
			t.Parallel()
			r := newToyRig(t, hurriedIf(c.late))
			on, seen := r.board.ID, ""
			if c.button != "step" {
				panel := r.slash("ann", r.channel, "/help")
				on, seen = panel.ID, panel.Content+", "
			}
			if c.late {
				r.late()
			}
			r.fail(fault.Fault{Route: c.route, Status: 404, Code: 10008})
			before := len(r.discord.Traffic())
			r.press("ann", c.button, on)
			if got := r.private("ann"); got != seen+c.answer {
				t.Errorf("ann sees %q, want %q: what the sandbox keeps, and the answer", got, seen+c.answer)
			}
			if sent := r.requests(before); sent != c.sent {
				t.Errorf("the press is answered by %s, want %s", sent, c.sent)
			}
		})
	}
}
