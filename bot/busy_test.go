package bot

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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
