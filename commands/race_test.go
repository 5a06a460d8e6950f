package commands_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/storage"
)

// interrupted is a store that does something once, right after the first match was read.
type interrupted struct {
	storage.Store
	done atomic.Bool
	do   func()
}

func (s *interrupted) Get(ctx context.Context, id string) (storage.Match, error) {
	m, err := s.Store.Get(ctx, id)
	if s.done.CompareAndSwap(false, true) {
		s.do()
	}
	return m, err
}

// steps does several things and fails the test when one cannot be done.
func (w *world) steps(t testing.TB, all ...string) {
	t.Helper()
	for _, s := range all {
		if err := w.step(t, s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// lastSaid returns the last answer to a person.
func (w *world) lastSaid(who string) string { return w.panel[who][len(w.panel[who])-1].Content }

// Ben agrees to a draw whose offer is withdrawn before his answer is decided. His click must
// not become a new offer.
func TestAgreeingToAWithdrawnOffer(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1", "ann /settings confirm:off", "ann /draw")
	s := &interrupted{Store: w.store, do: func() {
		w.service.Handle(t.Context(), commands.Request{
			ID: "move", By: person("ann"), Guild: "guild", Channel: "games",
			Command: "move", Options: map[string]string{"move": "Cd3-d4"},
		})
	}}
	w.with(func(c *commands.Config) { c.Store = s })
	w.steps(t, "ben clicks Agree on 3")
	if !strings.Contains(w.lastSaid("ben"), "The game has moved on") {
		t.Errorf("agreeing was answered with %q", w.lastSaid("ben"))
	}
	m, err := w.store.Get(t.Context(), "1")
	if err != nil || m.Phase != storage.Playing || m.Plies != 1 {
		t.Errorf("the match is %v with %d plies (%v), want the move alone", m.Phase, m.Plies, err)
	}
}

// Ann's bid is the first when she presses, and the last when it is decided, because Ben bids in
// between. It reveals nothing before she confirms it.
func TestBidThatBecomesTheLastAsks(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play game:permutations opponent:ben first:me", "ben clicks Accept on 1", "ann clicks Bid on 2")
	s := &interrupted{Store: w.store, do: func() {
		w.service.Handle(t.Context(), commands.Request{
			ID: "bid", By: person("ben"), Guild: "guild", Channel: "games", Command: "bid", Options: map[string]string{"bid": "3"},
		})
	}}
	w.with(func(c *commands.Config) { c.Store = s })
	w.steps(t, "ann clicks 47☀y")
	if said := w.lastSaid("ann"); said != "Everyone else has bid. Bid 47 and reveal?" || w.plies(t) != 1 {
		t.Errorf("the bid was answered with %q, and there are %d plies, want a question and Ben's bid alone", said, w.plies(t))
	}
	w.steps(t, "ann clicks Confirm")
	if w.plies(t) != 2 {
		t.Errorf("after Confirm there are %d plies, want 2", w.plies(t))
	}
}

// A match by rules of the future is listed beside the others, is not played, and is not due at
// every check.
func TestUnknownRules(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1", "ann plays Cd3-d4",
		"cleo /play game:permute opponent:ben first:me")
	m, err := w.store.Get(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	m.Setup.Rules, m.NextCheck, m.Desired.Post = 7, w.now, m.Desired.Post+1
	if _, err := w.store.Append(t.Context(), m.Head); err != nil {
		t.Fatal(err)
	}
	w.steps(t, "ben /games")
	if said := w.lastSaid("ben"); !strings.Contains(said, "rules I don't know") || !strings.Contains(said, "Cleo") {
		t.Errorf("/games says %q, want both matches", said)
	}
	w.steps(t, "ben /board")
	if said := w.lastSaid("ben"); !strings.Contains(said, "Moves so far: Cd3-d4") {
		t.Errorf("/board says %q, want the moves", said)
	}
	for _, try := range []string{"ben plays swap", "ben clicks Move on 3", "ben /draw"} {
		w.steps(t, try)
		if said := w.lastSaid("ben"); !strings.Contains(said, "rules I don't know") {
			t.Errorf("%s was answered with %q", try, said)
		}
	}
	w.steps(t, "wake")
	if due, err := w.store.Due(t.Context(), w.now, 10); err != nil || len(due) > 0 {
		t.Errorf("after a check %d matches are due (%v), want none", len(due), err)
	}
}

// The game of a stored match is not offered. The match is named and is not due at every check.
func TestGameNotOffered(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1")
	m, err := w.store.Get(t.Context(), "1")
	if err != nil {
		t.Fatal(err)
	}
	m.Setup.Game, m.NextCheck = "chess", w.now
	if _, err := w.store.Append(t.Context(), m.Head); err != nil {
		t.Fatal(err)
	}
	w.steps(t, "ben /games")
	if said := w.lastSaid("ben"); !strings.Contains(said, "don't offer chess") {
		t.Errorf("/games says %q", said)
	}
	w.steps(t, "wake")
	if due, err := w.store.Due(t.Context(), w.now, 10); err != nil || len(due) > 0 {
		t.Errorf("after a check %d matches are due (%v), want none", len(due), err)
	}
}

// fragile is a channel that panics at its first message.
type fragile struct {
	*world
	broke atomic.Bool
}

func (c *fragile) Post(ctx context.Context, channel, nonce string, m message.Message) (string, error) {
	if c.broke.CompareAndSwap(false, true) {
		panic("boom")
	}
	return c.world.Post(ctx, channel, nonce, m)
}

// A panic in one publication is its error. The match is published by a later check, and other
// matches are not held up.
func TestPanicInAPublication(t *testing.T) {
	w := newWorld(t)
	w.with(func(c *commands.Config) { c.Channel = &fragile{world: w} })
	w.steps(t, "ann /play game:permute") // its publication panics
	if !strings.Contains(w.out.String(), "panic: boom") {
		t.Errorf("the publication ended with %q, want the panic as an error", w.out.String())
	}
	w.steps(t, "ben /play game:permute", "hour", "wake")
	if len(w.public) != 2 {
		t.Errorf("%d tables were shown, want both", len(w.public))
	}
}

// A message is posted and the rest of its publication fails. The message is not posted again
// after its nonce is forgotten.
func TestFailedPublicationRemembersItsPost(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1", "ann /draw",
		"fails", "ben clicks Play on on 3", "ann plays Cd3-d4", "works")
	c := &forgetful{world: w}
	w.with(func(config *commands.Config) { config.Channel = c })
	w.steps(t, "hour", "wake", "hour", "wake", "hour", "wake")
	if c.posts != 1 {
		t.Errorf("the board was posted %d times, want once", c.posts)
	}
}

// forgetful is a channel that recognises no nonce and fails every edit.
type forgetful struct {
	*world
	posts int
}

func (c *forgetful) Post(context.Context, string, string, message.Message) (string, error) {
	c.posts++
	return "new", nil
}

func (c *forgetful) Edit(context.Context, string, string, message.Message) error {
	return context.DeadlineExceeded
}

// counter is a channel that counts the messages by nonce.
type counter struct {
	*world
	mu    sync.Mutex
	posts map[string]int
}

func (c *counter) Post(_ context.Context, _, nonce string, _ message.Message) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.posts[nonce]++
	return nonce, nil
}

func (c *counter) Strip(context.Context, string, string) error                 { return nil }
func (c *counter) Edit(context.Context, string, string, message.Message) error { return nil }

// Two services over one store see the same matches due. Each match is posted once.
func TestTwoServicesOverOneStore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := &counter{world: w, posts: map[string]int{}}
	w.with(func(config *commands.Config) { config.Channel = c })
	services := []*commands.Service{w.service, w.another(func(*commands.Config) {})}
	const matches = 30
	for i := range matches {
		r := commands.Request{ID: string(rune('A' + i)), By: person("ann"), Guild: "guild", Channel: fmt.Sprint("games", i), Command: "play", Options: map[string]string{"game": "permute"}}
		services[0].Handle(t.Context(), r)
	}
	var wg sync.WaitGroup
	for _, service := range services {
		for range 4 {
			wg.Go(func() {
				if err := service.Due(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
	}
	finish(t, wg.Wait, "eight looks for what is due at once")
	if len(c.posts) != matches {
		t.Errorf("%d tables were shown, want %d", len(c.posts), matches)
	}
	for nonce, n := range c.posts {
		if n != 1 {
			t.Errorf("message %s was made %d times", nonce, n)
		}
	}
}

// The clocks of two services at work differ by a minute. That is no outage.
func TestTwoServicesWithDifferentClocks(t *testing.T) {
	w := newWorld(t)
	behind := w.another(func(c *commands.Config) { c.Now = func() time.Time { return w.now.Add(-time.Minute) } })
	for range 10 {
		w.steps(t, "beat", "pass 5s")
		if err := behind.Beat(t.Context(), match.WholeShard); err != nil {
			t.Fatal(err)
		}
		w.steps(t, "pass 5s")
	}
	if up, err := storage.Uptimes.Get(t.Context(), w.store, storage.TheUptime); err != nil || len(up.Outages) > 0 {
		t.Errorf("there are the outages %v (%v), want none", up.Outages, err)
	}
}

// More people than one read returns are due again a moment after [commands.Service.Resume]
// begins, which waits for no lease. It checks each once and ends.
func TestResumeEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	soon := w.now.Hour()*60 + w.now.Minute() + 1
	for i := range 120 {
		if _, err := storage.People.Change(t.Context(), w.store, "p"+strconv.Itoa(i), func(p *storage.Person) error {
			p.Zone, p.Quiet, p.Digest, p.Digested, p.NextCheck = "UTC", &storage.Window{}, &soon, w.now.Add(-time.Hour), w.now
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	w.steps(t, "pass 45s")
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	w.with(func(c *commands.Config) {
		c.Now = func() time.Time {
			if asked++; asked > 5000 {
				cancel() // it goes on and on
			}
			return w.now
		}
	})
	if err := w.service.Resume(ctx); err != nil {
		t.Errorf("Resume ended with %v after the clock was asked %d times", err, asked)
	}
}
