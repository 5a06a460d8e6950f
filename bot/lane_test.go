package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/commands"
	"parlour/commands/world"
)

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
		world.Receive(t, h.came, "the first of Mal's requests")
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
