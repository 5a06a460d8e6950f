package commands_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/message"
)

// meanwhile is a channel that does something once, after the first message was posted and
// before Post returns.
type meanwhile struct {
	*world
	once sync.Once
	do   func()
}

func (c *meanwhile) Post(ctx context.Context, channel, nonce string, m message.Message) (string, error) {
	id, err := c.world.Post(ctx, channel, nonce, m)
	c.once.Do(c.do)
	return id, err
}

// A challenge is accepted after its message was posted and before the publication is noted.
// The first board is posted at once and does not wait for the next tick.
func TestChangeDuringAPublicationIsShownAtOnce(t *testing.T) {
	w := newWorld(t)
	c := &meanwhile{world: w}
	var mu sync.Mutex
	w.with(func(config *commands.Config) { config.Channel = c })
	w.with(func(c *commands.Config) {
		c.Now = func() time.Time { // never the same twice
			mu.Lock()
			defer mu.Unlock()
			w.now = w.now.Add(time.Millisecond)
			return w.now
		}
	})
	second := make(chan error)
	c.do = func() {
		reply := w.service.Handle(t.Context(), commands.Request{
			ID: "2", By: person("ben"), Guild: "guild", Channel: "games", Button: "1:1:0:accept",
		})
		waiting := make(chan struct{})
		go func() {
			close(waiting)
			second <- w.service.Publish(t.Context(), reply.Due[0])
		}()
		pass(t, waiting, "the goroutine of a second look")
	}
	if err := w.person("ann", "/play game:permute opponent:ben"); err != nil {
		t.Fatal(err)
	}
	if err := receive(t, second, "the end of the second look"); err != nil {
		t.Fatal(err)
	}
	if len(w.public) != 2 {
		t.Errorf("%d messages were made, want the challenge and the first board", len(w.public))
	}
}

// An onlooker asks for the text of the first board in a new thread before the match has noted
// that it is played there.
func TestTextOfABoardNotYetNoted(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "threads", "ann /play game:permute opponent:ben first:me")
	said := make(chan string, 1)
	read := make(chan struct{}, 1)
	store := &interrupted{Store: w.store, do: func() { read <- struct{}{} }}
	store.done.Store(true) // until the board can be seen
	w.with(func(c *commands.Config) {
		c.Store = store
		c.Channel = &meanwhile{world: w, do: func() {
			store.done.Store(false)
			go func() {
				said <- w.service.Handle(t.Context(), commands.Request{
					ID: "text", By: person("cleo"), Guild: "guild", Channel: "thread-1", Button: "1:1:0:text",
				}).Message.Content
			}()
			pass(t, read, "the read of the match")
		}}
	})
	w.steps(t, "ben clicks Accept on 1")
	if got := receive(t, said, "the text of the board"); !strings.HasPrefix(got, "Permute: Ann plays Orange") {
		t.Errorf("Text was answered with %q, want the board", got)
	}
}
