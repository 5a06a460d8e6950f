package bot_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/commands"
	"parlour/commands/world"
	"parlour/storage"
)

// edits returns the bot's edits of a message, in order.
func edits(r *bottest.Rig, message string) []discord.Exchange {
	return r.Exchanges(http.MethodPatch, "/messages/"+message)
}

// A hundred clicks at once on one table make few edits of its message, and the last edit
// shows the newest state. Changes during an edit are combined into the next one.
func TestAHundredClicksAtOnce(t *testing.T) {
	t.Parallel()
	r := bottest.New(t, func(c *bot.Config) { c.Patience = time.Hour })
	channel := r.Discord.Channel("games")
	r.Slash("ann", channel, "/play game:permutations")
	table := r.Await("ann", channel, func(m sandbox.Message) bool { return len(bottest.Labels(m)) > 0 })
	r.Click("ben", table, "Join") // so that there is a Leave to press
	table = r.AwaitButton("ann", channel, "Leave")
	before := len(edits(r, table.ID))
	held, let := make(chan bool), make(chan bool)
	var first sync.Once
	r.Discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if req.Method == http.MethodPatch && strings.HasSuffix(req.URL.Path, "/messages/"+table.ID) {
			first.Do(func() { close(held); world.Pass(t, let, "permission to edit the table") })
		}
		return false
	})
	press := func(who string, n int) {
		button := []string{"join", "leave"}[n%2]
		if m, err := r.Discord.User(who).Press(r.Ctx, bottest.Control(table, button), table.ID); err != nil || m == nil || !m.Ephemeral {
			t.Errorf("%s's click is answered with %+v, %v", who, m, err)
		}
	}
	press("cleo", 0)
	world.Receive(t, held, "the first edit of the table")
	var clicks sync.WaitGroup
	for n := range 100 {
		clicks.Go(func() { press([]string{"cleo", "dan", "eve"}[n%3], n/3) })
	}
	world.Finish(t, clicks.Wait, "the answers to a hundred clicks, while the edit is under way")
	press("eve", 1)
	press("eve", 0)
	heads, err := r.Store.OfChannel(r.Ctx, channel, true, storage.All)
	if err != nil || len(heads) != 1 {
		t.Fatalf("there are %d matches (%v), want one", len(heads), err)
	}
	var names []string
	for _, p := range heads[0].Players {
		names = append(names, p.Name)
	}
	close(let)
	newest := "In: " + strings.Join(names, ", ") + "\n"
	r.Await("ann", channel, func(m sandbox.Message) bool { return m.ID == table.ID && strings.Contains(m.Content, newest) })
	r.Stop()
	edits := edits(r, table.ID)
	if n := len(edits) - before; n < 2 || n > 4 {
		t.Errorf("103 clicks made %d edits of the table, want the first and one or two more", n)
	}
	var last struct{ Content string }
	if err := json.Unmarshal(edits[len(edits)-1].Request, &last); err != nil || !strings.Contains(last.Content, newest) {
		t.Errorf("the last edit says %q (%v), want %q", last.Content, err, newest)
	}
}

// slowed is a host whose answers to Mal wait at a gate, and that counts how many wait.
type slowed struct {
	bot.Host
	t    testing.TB
	mal  string
	gate chan struct{}

	mu           sync.Mutex
	inside, most int
	came         chan struct{} // one for each that waits
}

func (h *slowed) Handle(ctx context.Context, r commands.Request) commands.Reply {
	if r.By.ID == h.mal && slices.Contains([]string{"record", "games", "help"}, r.Command) {
		h.mu.Lock()
		h.inside++
		h.most = max(h.most, h.inside)
		h.mu.Unlock()
		h.came <- struct{}{}
		world.Pass(h.t, h.gate, "permission to answer Mal")
		h.mu.Lock()
		h.inside--
		h.mu.Unlock()
	}
	return h.Host.Handle(ctx, r)
}

// One person's forty costly requests are answered one after the other, their others two at a time,
// and hold up nobody else's requests.
func TestOnePersonsRequestsHoldUpNobody(t *testing.T) {
	t.Parallel()
	const all = 40
	for command, width := range map[string]int{"record": 1, "games": 1, "help": 2} {
		h := &slowed{t: t, gate: make(chan struct{}), came: make(chan struct{}, all)}
		r := bottest.New(t, func(c *bot.Config) {
			c.Wrap = func(inner bot.Host) bot.Host { h.Host = inner; return h }
		})
		r.Discord.AddPerson("mal")
		channel, _ := r.Challenge(r.Discord.Channel("games"), "")
		h.mal = r.Discord.User("mal").ID()
		var under sync.WaitGroup
		for range all {
			under.Go(func() {
				if m, err := r.Discord.User("mal").Slash(r.Ctx, channel, "/"+command); err != nil || m == nil {
					t.Errorf("/%s of Mal is answered with %v, %v", command, m, err)
				}
			})
		}
		for range width {
			world.Receive(t, h.came, "one of Mal's requests that may be under way")
		}
		for _, other := range []string{"/" + command, "/help"} {
			if got := r.Slash("cleo", channel, other); got.Content == "" || strings.Contains(got.Content, "again") {
				t.Errorf("while Mal waits, %s is answered with %q", other, got.Content)
			}
		}
		close(h.gate)
		world.Finish(t, under.Wait, "the answers to Mal")
		if h.most != width {
			t.Errorf("%d of Mal's requests for /%s were under way at once, want %d", h.most, command, width)
		}
	}
}
