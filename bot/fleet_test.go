package bot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/bot/rest"
	"parlour/commands/world"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

// A counter stands in Discord's place: it notes when requests come, and may refuse one for the application.
type counter struct {
	mu      sync.Mutex
	came    []time.Time
	refuse  time.Duration // for how long the next request is refused; 0 for not
	refused time.Time
}

// RoundTrip answers a request, which is up to 60 ms on its way.
func (c *counter) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(rand.N(60 * time.Millisecond))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.came = append(c.came, time.Now())
	answer := httptest.NewRecorder()
	if held := c.refuse; held > 0 {
		c.refuse, c.refused = 0, time.Now()
		answer.Header().Set("Content-Type", "application/json")
		answer.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprintf(answer, `{"message":"slow down","retry_after":%v,"global":true}`, held.Seconds())
	} else {
		fmt.Fprint(answer, `{}`)
	}
	got := answer.Result()
	got.Request = r
	return got, nil
}

// asks has a new member of a fleet ask Discord for all that it can, until the context is done.
func (c *counter) asks(t *testing.T, ctx context.Context, store storage.Store, asking *sync.WaitGroup) {
	t.Helper()
	m, err := fleet.Join(ctx, storetest.Shared{Store: store, Clock: time.Now}, time.Now, nil)
	if err != nil {
		t.Fatal(err)
	}
	asking.Go(func() { m.Keep(ctx, func() {}, func(err error) { t.Error(err) }) })
	client, err := rest.New(rest.Config{Token: "t", API: "http://discord", Patience: world.Patience, Pace: 20, Share: m.Share, Global: m.Held, Transport: c})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		asking.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				path := fmt.Sprintf("channels/%d/messages", 1000*i+n)
				_ = client.Do(ctx, rest.Request{Method: http.MethodGet, Path: path, Bucket: path}, nil)
			}
		})
	}
}

// Members of a fleet ask for all that they can, and more of them come. Together they never ask for more than 50 in a second.
// When Discord refuses one of them for the application, none asks for anything from a second later on until that is over.
func TestFiftyASecondTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		const held = 3 * time.Second
		discord := &counter{}
		ctx, cancel := context.WithCancel(t.Context())
		var asking sync.WaitGroup
		for range 3 {
			discord.asks(t, ctx, store, &asking)
			time.Sleep(2500 * time.Millisecond)
		}
		discord.mu.Lock()
		discord.refuse = held
		discord.mu.Unlock()
		time.Sleep(held + 2*time.Second)
		cancel()
		asking.Wait()
		came, refused := discord.came, discord.refused
		for i, from := range came {
			if n := i + 50; n < len(came) && came[n].Sub(from) < time.Second {
				t.Fatalf("51 requests came in %v", came[n].Sub(from))
			}
			if since := from.Sub(refused); since > 1500*time.Millisecond && since < held {
				t.Errorf("a request came %v after all were refused for %v", since, held)
			}
		}
		if after := came[len(came)-1].Sub(refused); len(came) < 150 || after < held {
			t.Errorf("%d requests came, the last of them %v after the refusal, want at least 150, and some after %v", len(came), after, held)
		}
	})
}
