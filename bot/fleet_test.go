package bot_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlour/bot"
	"parlour/bot/rest"
	"parlour/bot/sandbox"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

// A shared store is one that several bots have, until they die.
type shared struct {
	storetest.Shared
	dead *atomic.Bool
}

func (s shared) Time(ctx context.Context) (time.Time, error) {
	if err := s.dies(); err != nil {
		return time.Time{}, err
	}
	return s.Shared.Time(ctx)
}

func (s shared) dies() error {
	if s.dead.Load() {
		return storage.ErrUnavailable
	}
	return nil
}

func (s shared) Get(ctx context.Context, id string) (storage.Match, error) {
	if err := s.dies(); err != nil {
		return storage.Match{}, err
	}
	return s.Shared.Get(ctx, id)
}

func (s shared) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if err := s.dies(); err != nil {
		return h, err
	}
	return s.Shared.Append(ctx, h, entries...)
}

func (s shared) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	if err := s.dies(); err != nil {
		return storage.Record{}, err
	}
	return s.Shared.Record(ctx, kind, id)
}

func (s shared) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	if err := s.dies(); err != nil {
		return r, err
	}
	return s.Shared.PutRecord(ctx, r)
}

// A mate is one of several bots.
type mate struct {
	web    string // where it takes interactions
	dead   atomic.Bool
	before atomic.Pointer[func(*http.Request)] // called before each request to Discord; may be nil
	took   atomic.Int64                        // interactions
	posts  atomic.Int64                        // messages
	stop   func()
}

// serve passes the requests of a bot on to Discord, as long as it lives.
func (b *mate) serve(discord string) http.HandlerFunc {
	to, _ := url.Parse(discord)
	proxy := httputil.NewSingleHostReverseProxy(to)
	return func(w http.ResponseWriter, r *http.Request) {
		if before := b.before.Load(); before != nil {
			(*before)(r)
		}
		if b.dead.Load() {
			panic(http.ErrAbortHandler)
		}
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") {
			b.posts.Add(1)
		}
		proxy.ServeHTTP(w, r)
	}
}

// A crew is several bots over one store, to which Discord sends interactions in turn.
type crew struct {
	*rig
	bots []*mate
	turn atomic.Int64
}

// newCrew starts some bots.
func newCrew(t *testing.T, n int) *crew {
	t.Helper()
	c := &crew{rig: bareRig(t, sandbox.Config{})}
	store, err := bolt.Open(c.path)
	if err != nil {
		t.Fatal(err)
	}
	c.store = store
	front := httptest.NewServer(c)
	c.stop = func() {
		for _, b := range c.bots {
			b.stop()
		}
		front.Close()
		if err := store.Close(); err != nil {
			t.Errorf("the store did not close: %v", err)
		}
	}
	for i := range n {
		c.joins()
		c.log.await(t, c.ctx, `msg="Parlour is ready"`, i+1)
	}
	c.discord.SendTo(front.URL + "/interactions")
	if err := c.discord.AwaitBot(c.soon()); err != nil {
		t.Fatalf("Discord does not reach the bots: %v\n%s", err, c.log)
	}
	return c
}

// joins starts another bot.
func (c *crew) joins() {
	b := &mate{}
	api := httptest.NewServer(b.serve(c.discord.URL()))
	web := listener(c.t)
	b.web = "http://" + web.Addr().String()
	config := c.config(shared{storetest.Shared{Store: c.store, Clock: time.Now}, &b.dead}, c.log)
	config.API, config.Web, config.Interactions = api.URL, web, true
	end := runs(c.t, config, c.log)
	b.stop = sync.OnceFunc(func() {
		end()
		api.Close()
	})
	c.bots = append(c.bots, b)
}

// ServeHTTP gives an interaction to the next bot that lives, as a load balancer does.
func (c *crew) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for range c.bots {
		b := c.bots[int(c.turn.Add(1))%len(c.bots)]
		if answer, err := http.Get(b.web + "/healthz"); err != nil || answer.Body.Close() != nil || answer.StatusCode != http.StatusOK || b.dead.Load() {
			continue // as a load balancer sees
		}
		b.took.Add(1)
		to, _ := url.Parse(b.web)
		httputil.NewSingleHostReverseProxy(to).ServeHTTP(w, r)
		return
	}
	w.WriteHeader(http.StatusBadGateway)
}

// onlyLive waits until one board alone is live in a channel.
func (c *crew) onlyLive(channel string, board sandbox.Message) {
	c.t.Helper()
	_, err := c.discord.User("ben").Await(c.soon(), channel, func(all []sandbox.Message) bool {
		return !slices.ContainsFunc(public(all), func(m sandbox.Message) bool { return slices.Contains(labels(m), "Move") != (m.ID == board.ID) })
	})
	if err != nil {
		c.t.Fatalf("not one board alone is live: %v\n%s\n%s", err, c.summary("ben", channel), c.log)
	}
}

// Two bots over one store play one game: what is asked of one is confirmed at the other. Each board comes once, one is
// live, and the commands were registered once.
func TestTwoBotsPlayOneGame(t *testing.T) {
	t.Parallel()
	c := newCrew(t, 2)
	channel, board := c.challenge(c.discord.Channel("games"), "options:size=9")
	state, who := begin(t), []string{"ann", "ben"}
	const moves = 12
	for ply := range moves {
		if ply == moves/2 { // one is stopped in the middle, and another begins
			c.bots[0].stop()
			c.bots[0].dead.Store(true)
			c.joins()
			c.log.await(t, c.ctx, `msg="Parlour is ready"`, 3)
		}
		seat := state.ToMove()[0]
		move := next(state, seat, ply)
		if ply%2 == 0 {
			c.byButtons(who[seat], board, state, seat, move)
		} else {
			c.plays(who[seat], channel, strings.ToLower(string(move)))
		}
		var err error
		if state, err = state.Play(seat, move); err != nil {
			t.Fatal(err)
		}
		board = c.awaitNext("ben", channel, board)
		c.checkBoard(board, state, who)
	}
	c.onlyLive(channel, board)
	if n := len(c.exchanges(http.MethodPut, "/commands")); n != 1 {
		t.Errorf("the commands were registered %d times, want once", n)
	}
	for i, b := range c.bots {
		if b.took.Load() == 0 || b.posts.Load() == 0 {
			t.Errorf("bot %d has taken %d interactions and posted %d messages, want some", i, b.took.Load(), b.posts.Load())
		}
	}
}

// A bot dies after a move was committed, as its board is about to be posted. Another posts it when the lease of the first has
// ended, and not before; meanwhile and afterwards people play on elsewhere.
func TestABotDiesBeforeItsBoard(t *testing.T) {
	t.Parallel()
	c := newCrew(t, 2)
	channel, board := c.challenge(c.discord.Channel("games"), "options:size=9")
	state := begin(t)
	died := make(chan time.Time, 1)
	var once sync.Once
	for _, b := range c.bots {
		dies := func(r *http.Request) {
			if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, channel+"/messages") {
				once.Do(func() {
					b.dead.Store(true)
					died <- time.Now()
				})
			}
		}
		b.before.Store(&dies)
	}
	panel := c.slash("ann", channel, "/move move:"+strings.ToLower(string(next(state, 0, 0))))
	go func() { _, _ = c.discord.User("ann").Click(c.ctx, panel.ID, "Confirm") }() // nobody answers
	death := bot.Receive(t, died, "the death of a bot")                            // before which it may be given what comes next
	elsewhere := c.opens(c.discord.Channel("lounge"), "game:magic opponent:@ben first:me", "Accept")
	c.click("ben", elsewhere, "Accept")
	next := c.awaitNext("ben", channel, board)
	if took := time.Since(death); took < fleet.Lease/2 || took > fleet.Lease+15*time.Second {
		t.Errorf("the board came %v after the death, want it soon after a lease of %v", took, fleet.Lease)
	}
	c.onlyLive(channel, next)
}

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
	client, err := rest.New(rest.Config{Token: "t", API: "http://discord", Patience: patience, Pace: 20, Share: m.Share, Global: m.Held, Transport: c})
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
