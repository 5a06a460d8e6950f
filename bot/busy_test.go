package bot

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/commands/world"
)

// A hundred commands are answered at once, through the whole bot, though Discord takes no
// answer before it has them all.
func TestAHundredCommandsAtOnce(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	d.unhurried()
	const all = 100
	var come atomic.Int32
	open := make(chan struct{})
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/callback") {
			if come.Add(1) == all {
				close(open)
			}
			world.Pass(t, open, "all requests at once")
		}
		return false
	})
	d.b.DeferAfter = time.Hour
	d.runs(d.b.listen)
	world.Receive(t, d.b.opened, "the opening of the gateway")
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
