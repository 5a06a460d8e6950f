package commands_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/world"
	"parlour/storage"
)

// Ben agrees to a draw whose offer is withdrawn before his answer is decided. His click must
// not become a new offer.
func TestAgreeingToAWithdrawnOffer(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1", "ann /settings confirm:off", "ann /draw")
	w.amid(world.Get, func() {
		w.service.Handle(t.Context(), commands.Request{
			ID: "move", By: person("ann"), Guild: "guild", Channel: "games",
			Command: "move", Options: map[string]string{"move": "Cd3-d4"},
		})
	})
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
	w := newTalk(t)
	w.steps(t, "ann /play game:permutations opponent:ben first:me", "ben clicks Accept on 1", "ann clicks Bid on 2")
	w.amid(world.Get, func() {
		w.service.Handle(t.Context(), commands.Request{
			ID: "bid", By: person("ben"), Guild: "guild", Channel: "games", Command: "bid", Options: map[string]string{"bid": "3"},
		})
	})
	w.steps(t, "ann clicks 47☀y")
	if said := w.lastSaid("ann"); said != "Everyone else has bid. Bid 47 and reveal?" || w.plies(t) != 1 {
		t.Errorf("the bid was answered with %q, and there are %d plies, want a question and Ben's bid alone", said, w.plies(t))
	}
	w.steps(t, "ann clicks Confirm")
	if w.plies(t) != 2 {
		t.Errorf("after Confirm there are %d plies, want 2", w.plies(t))
	}
}

// A panic in one publication is its error. The match is published by a later check, and other
// matches are not held up.
func TestPanicInAPublication(t *testing.T) {
	w := newTalk(t)
	w.once(world.ToPost, func() { panic("boom") })
	w.steps(t, "ann /play game:permute") // its publication panics
	if !strings.Contains(w.out.String(), "panic: boom") {
		t.Errorf("the publication ended with %q, want the panic as an error", w.out.String())
	}
	w.steps(t, "ben /play game:permute", "hour", "wake")
	if len(w.Posts) != 2 {
		t.Errorf("%d tables were shown, want both", len(w.Posts))
	}
}

// A message is posted and the rest of its publication fails. The message is not posted again
// after its nonce is forgotten.
func TestFailedPublicationRemembersItsPost(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1", "ann /draw",
		"fails", "ben clicks Play on on 3", "ann plays Cd3-d4", "works")
	posts := 0
	w.before = func(_ context.Context, c world.Call) error { // every edit fails
		switch c.Op {
		case world.ToPost:
			posts++
		case world.ToEdit:
			return context.DeadlineExceeded
		}
		return nil
	}
	w.steps(t, "hour", "wake", "hour", "wake", "hour", "wake")
	if posts != 1 {
		t.Errorf("the board was posted %d times, want once", posts)
	}
}

// Two services over one store see the same matches due. Each match is posted once.
func TestTwoServicesOverOneStore(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	var mu sync.Mutex
	posts := map[string]int{} // by nonce
	w.before = func(_ context.Context, c world.Call) error {
		mu.Lock()
		defer mu.Unlock()
		if c.Op == world.ToPost {
			posts[c.Words]++
		}
		return nil
	}
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
	world.Finish(t, wg.Wait, "eight looks for what is due at once")
	if len(posts) != matches {
		t.Errorf("%d tables were shown, want %d", len(posts), matches)
	}
	for nonce, n := range posts {
		if n != 1 {
			t.Errorf("message %s was made %d times", nonce, n)
		}
	}
}

// The clocks of two services at work differ by a minute. That is no outage.
func TestTwoServicesWithDifferentClocks(t *testing.T) {
	w := newTalk(t)
	behind := w.another(func(c *commands.Config) { c.Now = func() time.Time { return w.Now().Add(-time.Minute) } })
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
	w := newTalk(t)
	soon := w.Now().Hour()*60 + w.Now().Minute() + 1
	for i := range 120 {
		if _, err := storage.People.Change(t.Context(), w.store, "p"+strconv.Itoa(i), func(p *storage.Person) error {
			p.Zone, p.Quiet, p.Digest, p.Digested, p.NextCheck = "UTC", &storage.Window{}, &soon, w.Now().Add(-time.Hour), w.Now()
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
			return w.Now()
		}
	})
	if err := w.service.Resume(ctx); err != nil {
		t.Errorf("Resume ended with %v after the clock was asked %d times", err, asked)
	}
}
