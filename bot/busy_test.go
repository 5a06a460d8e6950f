package bot

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/commands/message"
	"parlour/commands/world"
)

// A gate holds requests until a wanted number of them has come.
type gate struct {
	want int32
	come atomic.Int32
	open chan struct{}
}

func newGate(want int32) *gate { return &gate{want: want, open: make(chan struct{})} }

// pass waits until all requests have come.
func (g *gate) pass(t *testing.T) {
	if g.come.Add(1) == g.want {
		close(g.open)
	}
	world.Pass(t, g.open, "all requests at once")
}

// Requests do not wait for each other: a hundred to one route, of any kind, are sent though
// Discord answers none before it has them all.
func TestRequestsDoNotDelayEachOther(t *testing.T) {
	t.Parallel()
	const all = 100
	x := message.Message{Content: "x"}
	for name, do := range map[string]func(d *desk, n int) error{
		"a callback": func(d *desk, n int) error {
			return interactionOf(d, n).put(response{Type: discordgo.InteractionResponsePong})
		},
		"a late answer": func(d *desk, n int) error {
			x := interactionOf(d, n)
			x.answered = discordgo.InteractionResponseDeferredChannelMessageWithSource
			_, err := x.answer(drawnReply{})
			return err
		},
		"a board":   func(d *desk, n int) error { _, err := d.Post(d.ctx, d.games, fmt.Sprint(n), x); return err },
		"an edit":   func(d *desk, n int) error { return d.Edit(d.ctx, d.games, "1", x) },
		"a channel": func(d *desk, n int) error { _, err := d.Direct(d.ctx, fmt.Sprint(n)); return err },
		"a member": func(d *desk, n int) error {
			_, err := d.Member(d.ctx, d.discord.GuildID(), fmt.Sprint(n))
			return err
		},
		"old buttons": func(d *desk, n int) error { return d.Strip(d.ctx, d.games, "1") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.unhurried()
			g := newGate(all)
			d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
				g.pass(t)
				w.Write([]byte(`{"id":"1"}`))
				return true
			})
			var under sync.WaitGroup
			for n := range all {
				under.Go(func() {
					if err := do(d, n); err != nil {
						t.Error(err)
					}
				})
			}
			world.Finish(t, under.Wait, "all requests")
		})
	}
}

// interactionOf returns the nth of many interactions.
func interactionOf(d *desk, n int) *exchange {
	return &exchange{b: d.b, InteractionCreate: &discordgo.InteractionCreate{Interaction: &discordgo.Interaction{ID: fmt.Sprint(n), Token: fmt.Sprint("token-", n)}}}
}

// An answer counts as delivered if Discord took a try whose reply was lost, and then says
// that the interaction is acknowledged. If the first reply already says so, another process
// has answered, and put fails.
func TestAcknowledgedAnswerIsDelivered(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.quick()
	d.b.AnswerWithin = time.Hour // no try is given up because the machine is busy
	codes := make(chan int, 10)
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		var status int
		select {
		case status = <-codes:
		default:
			t.Error("the bot makes more tries than planned")
		}
		switch status {
		case 0: // the connection is cut
		case http.StatusBadRequest:
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			w.Write([]byte(`{"code":40060,"message":"Interaction has already been acknowledged."}`))
		case http.StatusTooManyRequests:
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			w.Write([]byte(`{"retry_after":0.001,"message":"You are being rate limited."}`))
		default:
			w.WriteHeader(status)
		}
		return true
	})
	for _, c := range []struct {
		codes []int
		fails bool
	}{
		{[]int{204}, false}, {[]int{0, 400}, false}, {[]int{503, 0, 204}, false}, {[]int{500, 429, 400}, false},
		{[]int{400}, true}, {[]int{429, 400}, true}, {[]int{0, 404}, true},
	} {
		for _, code := range c.codes {
			codes <- code
		}
		err := interactionOf(d, 1).put(response{Type: discordgo.InteractionResponsePong})
		if (err != nil) != c.fails || len(codes) > 0 {
			t.Errorf("after %v put = %v, with %d planned tries left", c.codes, err, len(codes))
		}
	}
}

// A hundred commands are answered at once, through the whole bot, though Discord takes no
// answer before it has them all.
func TestAHundredCommandsAtOnce(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	d.unhurried()
	const all = 100
	g := newGate(all)
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/callback") {
			g.pass(t)
		}
		return false
	})
	d.b.DeferAfter = time.Hour
	ctx, end := context.WithCancel(d.ctx)
	ended := make(chan error, 1)
	go func() { ended <- d.b.listen(ctx) }()
	t.Cleanup(func() { end(); world.Pass(t, ended, "the end of the gateway") })
	select {
	case <-d.b.opened:
	case err := <-ended:
		t.Fatalf("the gateway ended with: %v", err)
	case <-time.After(world.Patience):
		t.Fatal("the gateway does not open")
	}
	if err := d.b.register(d.ctx); err != nil {
		t.Fatal(err)
	}
	var under sync.WaitGroup
	for range all {
		under.Go(func() {
			if m, err := d.discord.User("ann").Slash(d.ctx, d.games, "/help"); err != nil || m == nil {
				t.Errorf("/help is answered with %v, %v", m, err)
			}
		})
	}
	world.Finish(t, under.Wait, "the answers to all commands")
}
