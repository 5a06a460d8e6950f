package commands_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/world"
)

// A challenge is accepted after its message was posted and before the publication is noted.
// The first board is posted at once and does not wait for the next tick.
func TestChangeDuringAPublicationIsShownAtOnce(t *testing.T) {
	w := newTalk(t)
	var mu sync.Mutex
	w.with(func(c *commands.Config) {
		c.Now = func() time.Time { // never the same twice
			mu.Lock()
			defer mu.Unlock()
			w.Pass(time.Millisecond)
			return w.Now()
		}
	})
	second := make(chan error)
	var done atomic.Bool
	once := func() {
		reply := w.service.Handle(t.Context(), commands.Request{
			ID: "2", By: person("ben"), Guild: "guild", Channel: "games", Button: "1:1:0:accept",
		})
		waiting := make(chan struct{})
		go func() {
			close(waiting)
			second <- w.service.Publish(t.Context(), reply.Due[0])
		}()
		world.Pass(t, waiting, "the goroutine of a second look")
	}
	w.after = func(c world.Call) {
		if c.Op == world.ToPost && done.CompareAndSwap(false, true) {
			once()
		}
	}
	if err := w.person("ann", "/play game:permute opponent:ben"); err != nil {
		t.Fatal(err)
	}
	if err := world.Receive(t, second, "the end of the second look"); err != nil {
		t.Fatal(err)
	}
	if len(w.Posts) != 2 {
		t.Errorf("%d messages were made, want the challenge and the first board", len(w.Posts))
	}
}

// An onlooker asks for the text of the first board in a new thread before the match has noted
// that it is played there.
func TestTextOfABoardNotYetNoted(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "threads", "ann /play game:permute opponent:ben first:me")
	said := make(chan string, 1)
	read := make(chan struct{}, 1)
	var seen atomic.Bool // the board can be seen
	w.over(world.Once(w.store, false, func(a world.Access) bool { return a.Op == world.Get && seen.Load() }, func() { read <- struct{}{} }))
	w.after = func(c world.Call) {
		if c.Op != world.ToPost || !seen.CompareAndSwap(false, true) {
			return
		}
		go func() {
			said <- w.service.Handle(t.Context(), commands.Request{
				ID: "text", By: person("cleo"), Guild: "guild", Channel: "thread-1", Button: "1:1:0:text",
			}).Message.Content
		}()
		world.Pass(t, read, "the read of the match")
	}
	w.steps(t, "ben clicks Accept on 1")
	if got := world.Receive(t, said, "the text of the board"); !strings.HasPrefix(got, "Permute: Ann plays Orange") {
		t.Errorf("Text was answered with %q, want the board", got)
	}
}
