package bot

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot/rest"
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
			if m, err := d.discord.User("ann").Slash(d.ctx, d.games, "/settings"); err != nil || m == nil {
				t.Errorf("/settings is answered with %v, %v", m, err)
			}
		})
	}
	world.Finish(t, under.Wait, "the answers to all commands")
}

var interactions = flag.Int("interactions", 2_000, "have the bot answer `so many` interactions and compare the memory it holds with that after the first part of them")

// instant is a Discord that answers every request at once. Its rate limits have many
// buckets, as each interaction has its own.
type instant struct{ took atomic.Int64 }

func (i *instant) RoundTrip(r *http.Request) (*http.Response, error) {
	i.took.Add(1)
	if r.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
		r.Body.Close()
	}
	header := http.Header{}
	header.Set("X-RateLimit-Limit", "5")
	header.Set("X-RateLimit-Remaining", "0")
	header.Set("X-RateLimit-Reset-After", "0.050")
	header.Set("X-RateLimit-Bucket", fmt.Sprint(len(r.URL.Path)))
	return &http.Response{StatusCode: http.StatusNoContent, Header: header, Body: http.NoBody, Request: r}, nil
}

// interactionEvent returns the nth interaction as the gateway sends it, each by another
// person in another channel. Their ids are of the future, so none is too old. The kinds alternate: commands, a completion, a click on an old
// message.
func interactionEvent(n int) json.RawMessage {
	kind, data := 2, `{"id":"7","name":"help","type":1}`
	switch n % 4 {
	case 1:
		data = `{"id":"7","name":"games","type":1}`
	case 2:
		kind, data = 3, fmt.Sprintf(`{"custom_id":"1:none%d:0:move","component_type":2}`, n)
	case 3:
		kind, data = 4, `{"id":"7","name":"move","type":1,"options":[{"name":"move","type":3,"value":"C","focused":true}]}`
	}
	raw := fmt.Sprintf(`{"id":"9%018d","token":"aW50ZXJhY3Rpb24%032d","type":%d,"application_id":"2","version":1,"guild_id":"3","channel_id":"4%d",
		"channel":{"id":"4","type":0},"locale":"en-GB","app_permissions":"8","data":%s,
		"member":{"permissions":"8","user":{"id":"5%d","username":"ann"}},"message":{"id":"6%d","flags":0}}`, n, n, kind, n, data, n, n)
	return json.RawMessage(raw)
}

// inUse returns the memory in use after a collection.
func inUse() uint64 {
	runtime.GC()
	runtime.GC() // the second collection empties the pools
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// The bot's memory does not grow with the number of answers. The test is not parallel, as it
// measures the whole process.
//
//test:unwatched
func TestMemoryStaysFlat(t *testing.T) {
	d, said := serviceDesk(t)
	go func() {
		for range said { // the log is discarded
		}
	}()
	d.b.DeferAfter = time.Hour // so that each interaction has one answer, on slow machines too
	discord := &instant{}
	d.adjust(func(c *rest.Config) { c.API, c.Transport = "", discord })
	answer := func(from, to int) {
		var hands sync.WaitGroup
		for hand := range 8 {
			hands.Go(func() {
				for n := from + hand; n < to; n += 8 {
					d.b.take(interactionEvent(n))
				}
			})
		}
		hands.Wait() // each request has a deadline of its own
	}
	begin := min(*interactions/5, 10_000)
	answer(0, begin)
	before := inUse()
	answer(begin, *interactions)
	after := inUse()
	t.Logf("%d bytes in use after %d interactions, %d after %d", before, begin, after, *interactions)
	if float64(after) > 1.1*float64(before) {
		t.Errorf("the memory in use grows from %d to %d bytes, want at most a tenth more", before, after)
	}
	if n := discord.took.Load(); n != int64(*interactions) {
		t.Errorf("%d interactions were answered, want %d", n, *interactions)
	}
}
