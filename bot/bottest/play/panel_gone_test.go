package play_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/commands/world"
)

// The panels of bids in a thread go once all is revealed, whether or not a bid was made there. A card
// with the board stays, also in place of a panel.
func TestPanelsOfBidsGoWhenAllIsRevealed(t *testing.T) {
	t.Parallel()
	r := bottest.New(t)
	thread, board := auction(r)
	card := r.Click("ann", board, "Board")
	untouched := r.Click("ann", board, "Bid")
	panel := r.Click("ann", board, "Bid")
	if bid := r.Click("ann", panel, bottest.Labels(panel)[0]); bid.ID != panel.ID || !strings.HasPrefix(bid.Content, "You bid ") {
		t.Fatalf("the panel becomes %+v", bid)
	}
	panel = r.Click("ben", board, "Bid")
	if asked := r.Click("ben", panel, bottest.Labels(panel)[0]); !slices.Contains(bottest.Labels(asked), "Confirm") {
		t.Fatalf("the last bid is answered with %+v", asked)
	}
	r.Idle()
	before := len(r.Discord.Traffic())
	if _, err := r.Discord.User("ben").Click(r.Ctx, panel.ID, "Confirm"); err != nil {
		t.Fatal(err)
	}
	r.Idle()
	for who, want := range map[string][]string{"ann": {card.ID}, "ben": nil} {
		if got := alone(r, who, thread); !slices.Equal(got, want) {
			t.Errorf("%s sees the private messages %v, want %v; %s was a panel too", who, got, want, untouched.ID)
		}
	}
	deleted := 0
	for _, x := range r.Discord.Traffic()[before:] {
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
	r := bottest.New(t)
	thread, board := auction(r)
	lounge := r.Discord.Channel("lounge")
	r.Slash("ben", lounge, "/play game:magic opponent:@cleo first:me") // which waits for Ben
	table := r.AwaitButton("cleo", lounge, "Accept")
	r.Click("cleo", table, "Accept")
	panel := r.Click("ben", board, "Bid")
	first := r.Click("ann", board, "Bid")
	r.Click("ann", first, bottest.Labels(first)[0])
	panel = r.Click("ben", panel, bottest.Labels(panel)[0])
	r.Idle()
	gone := make(chan struct{}, 10)
	r.Discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		switch {
		case req.Method == http.MethodDelete && strings.HasSuffix(req.URL.Path, "/@original"):
			gone <- struct{}{}
		case strings.HasSuffix(req.URL.Path, "/callback"):
			world.Pass(t, gone, "the end of a panel")
		}
		return false
	})
	r.Click("ben", panel, "Confirm")
	r.Idle()
	if got := alone(r, "ben", thread); !slices.Equal(got, []string{panel.ID}) {
		t.Errorf("ben sees the private messages %v, want the answer in place of %s", got, panel.ID)
	}
}

// auction has Ann and Ben begin a game of Permutations, and returns its thread and its board.
func auction(r *bottest.Rig) (thread string, board sandbox.Message) {
	r.Helper()
	games := r.Discord.Channel("games")
	table := r.Opens(games, "game:permutations first:me", "Join")
	r.Click("ben", table, "Join")
	r.Await("ann", games, func(m sandbox.Message) bool { return m.ID == table.ID && slices.Contains(bottest.Labels(m), "Start") })
	r.Click("ann", table, "Start")
	thread = r.Await("ben", games, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" }).Thread
	return thread, r.AwaitButton("ben", thread, "Bid")
}

// alone returns the ids of the messages in a channel that a person alone sees.
func alone(r *bottest.Rig, who, channel string) (ids []string) {
	for _, m := range r.Alone(who, channel) {
		ids = append(ids, m.ID)
	}
	return ids
}
