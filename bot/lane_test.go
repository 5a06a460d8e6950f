package bot_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/commands/interaction"
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

func (h *slowed) Handle(ctx context.Context, r interaction.Request) interaction.Reply {
	if r.By.ID == h.mal && (r.Command == "record" || r.Command == "games") {
		h.mu.Lock()
		h.inside++
		h.most = max(h.most, h.inside)
		h.mu.Unlock()
		h.came <- struct{}{}
		bot.Pass(h.t, h.gate, "permission to answer Mal")
		h.mu.Lock()
		h.inside--
		h.mu.Unlock()
	}
	return h.Host.Handle(ctx, r)
}

// One person's forty costly requests are answered one after the other, and hold up nobody else's
// requests.
func TestOnePersonsRequestsHoldUpNobody(t *testing.T) {
	t.Parallel()
	const all = 40
	for _, command := range []string{"record", "games"} {
		h := &slowed{t: t, gate: make(chan struct{}), came: make(chan struct{}, all)}
		r := adjustedRig(t, sandbox.Config{}, func(c *bot.Config) {
			c.Wrap(func(inner bot.Host) bot.Host { h.Host = inner; return h })
		})
		r.discord.AddPerson("mal")
		channel, _ := r.challenge(r.discord.Channel("games"), "")
		h.mal = r.discord.User("mal").ID()
		var under sync.WaitGroup
		for range all {
			under.Go(func() {
				if m, err := r.discord.User("mal").Slash(r.ctx, channel, "/"+command); err != nil || m == nil {
					t.Errorf("/%s of Mal is answered with %v, %v", command, m, err)
				}
			})
		}
		bot.Receive(t, h.came, "the first of Mal's requests")
		for _, other := range []string{"/" + command, "/help"} {
			if got := r.slash("cleo", channel, other); got.Content == "" || strings.Contains(got.Content, "again") {
				t.Errorf("while Mal waits, %s is answered with %q", other, got.Content)
			}
		}
		close(h.gate)
		bot.Finish(t, under.Wait, "the answers to Mal")
		if h.most != 1 {
			t.Errorf("%d of Mal's requests for /%s were under way at once, want one", h.most, command)
		}
	}
}
