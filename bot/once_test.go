package bot_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/world"
	"parlour/storage"
)

// edits returns the bot's edits of a message, in order.
func (r *rig) edits(message string) []discord.Exchange {
	return r.exchanges(http.MethodPatch, "/messages/"+message)
}

// A hundred clicks at once on one table make few edits of its message, and the last edit
// shows the newest state. Changes during an edit are combined into the next one.
func TestAHundredClicksAtOnce(t *testing.T) {
	t.Parallel()
	r := adjustedRig(t, sandbox.Config{}, func(c *bot.Config) { c.Patience = time.Hour })
	channel := r.discord.Channel("games")
	r.slash("ann", channel, "/play game:permutations")
	table := r.await("ann", channel, func(m sandbox.Message) bool { return len(labels(m)) > 0 })
	r.click("ben", table, "Join") // so that there is a Leave to press
	table = r.await("ann", channel, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Leave") })
	before := len(r.edits(table.ID))
	held, let := make(chan bool), make(chan bool)
	var first sync.Once
	r.discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if req.Method == http.MethodPatch && strings.HasSuffix(req.URL.Path, "/messages/"+table.ID) {
			first.Do(func() { close(held); bot.Pass(t, let, "permission to edit the table") })
		}
		return false
	})
	press := func(who string, n int) {
		button := []string{"join", "leave"}[n%2]
		if m, err := r.discord.User(who).Press(r.ctx, customID(table, button), table.ID); err != nil || m == nil || !m.Ephemeral {
			t.Errorf("%s's click is answered with %+v, %v", who, m, err)
		}
	}
	press("cleo", 0)
	bot.Receive(t, held, "the first edit of the table")
	var clicks sync.WaitGroup
	for n := range 100 {
		clicks.Go(func() { press([]string{"cleo", "dan", "eve"}[n%3], n/3) })
	}
	bot.Finish(t, clicks.Wait, "the answers to a hundred clicks, while the edit is under way")
	press("eve", 1)
	press("eve", 0)
	heads, err := r.store.OfChannel(r.ctx, channel, storage.All)
	if err != nil || len(heads) != 1 {
		t.Fatalf("there are %d matches (%v), want one", len(heads), err)
	}
	var names []string
	for _, p := range heads[0].Players {
		names = append(names, p.Name)
	}
	close(let)
	newest := "In: " + strings.Join(names, ", ") + "\n"
	r.await("ann", channel, func(m sandbox.Message) bool { return m.ID == table.ID && strings.Contains(m.Content, newest) })
	r.stop()
	edits := r.edits(table.ID)
	if n := len(edits) - before; n < 2 || n > 4 {
		t.Errorf("103 clicks made %d edits of the table, want the first and one or two more", n)
	}
	var last struct{ Content string }
	if err := json.Unmarshal(edits[len(edits)-1].Request, &last); err != nil || !strings.Contains(last.Content, newest) {
		t.Errorf("the last edit says %q (%v), want %q", last.Content, err, newest)
	}
}

// customID returns the custom_id of a message's button, by its verb.
func customID(m sandbox.Message, verb string) string {
	for _, row := range m.Rows {
		for _, c := range row {
			if strings.HasSuffix(c.CustomID, ":"+verb) {
				return c.CustomID
			}
		}
	}
	return ""
}

// If an event comes twice while answers are late, only the handler whose deferral Discord
// took gives an answer.
func TestRepeatedLateEventIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "")
	r.slash("ann", channel, "/settings confirm:off")
	r.stop()
	gate, come := make(chan struct{}), atomic.Int32{}
	r.adjust = func(c *bot.Config) { c.Store, c.DeferAfter = gated{c.Store, t, gate}, time.Millisecond }
	r.discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if strings.HasSuffix(req.URL.Path, "/callback") && come.Add(1) == 2 { // both defer
			close(gate)
		}
		return false
	})
	r.start()
	r.discord.Faults().RepeatEvents(1)
	if got := r.slash("ann", channel, "/move move:Cd3-d4"); got.Content != "Played." {
		t.Errorf("the answer is %q", got.Content)
	}
	r.awaitBoard("ben", channel, 1)
	r.log.await(t, r.ctx, "an answer could not be deferred", 1)
	r.stop()
	if n := len(r.edits("@original")); n != 1 {
		t.Errorf("the answer was given %d times, want once", n)
	}
}

// If the answer to a click is lost and the bot restarts before the person clicks again,
// there is one move, and the second click shows it.
func TestClickDuringARestart(t *testing.T) {
	t.Parallel()
	r := adjustedRig(t, sandbox.Config{}, func(c *bot.Config) { c.Grace = time.Millisecond })
	channel, board := r.challenge(r.discord.Channel("games"), "")
	confirm := strings.Replace(board.Rows[0][0].CustomID, ":move", ":confirm:d3:C-d4", 1)
	r.fail(fault.Fault{Route: "POST /interactions/{interaction}/{token}/callback", Cut: true, Times: -1})
	go r.discord.User("ann").Press(r.ctx, confirm, board.ID) // never answered
	r.awaitBoard("ben", channel, 1)
	r.stop() // while the bot still tries to answer
	r.discord.Faults().Mend()
	r.start()
	if got := r.answer(r.discord.User("ann").Press(r.ctx, confirm, board.ID)); !strings.HasPrefix(got.Content, "The game has moved on. Here it is now.") {
		t.Errorf("the second click is answered with %q", got.Content)
	}
	heads, err := r.store.OfPlayer(r.ctx, r.discord.User("ann").ID(), true, storage.All)
	if err != nil || len(heads) != 1 || heads[0].Plies != 1 {
		t.Errorf("after two clicks: %+v, %v, want one ply", heads, err)
	}
	if boards := public(r.discord.User("cleo").Sees(channel)); len(boards) != 2 {
		t.Errorf("there are %d boards, want 2", len(boards))
	}
}

// A question that comes while the board before it is posted is asked after it.
func TestAQuestionDuringAPublicationIsAsked(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	r.discord.Stage().Deny(games, world.CreatePublicThreads)
	table := r.opens(games, "game:permute opponent:@ben first:me", "Accept")
	held, let := make(chan bool), make(chan bool)
	var first sync.Once
	r.discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if req.Method == http.MethodPost && strings.HasSuffix(req.URL.Path, "/channels/"+games+"/messages") {
			first.Do(func() { close(held); bot.Pass(t, let, "permission to post the board") })
		}
		return false
	})
	r.click("ben", table, "Accept")
	bot.Receive(t, held, "the first board")
	if got := r.slash("ann", games, "/draw"); !strings.HasPrefix(got.Content, "Offered.") {
		t.Errorf("/draw is answered with %q", got.Content)
	}
	close(let)
	r.await("ben", games, func(m sandbox.Message) bool { return strings.Contains(m.Content, "Ann offers a draw.") })
}
