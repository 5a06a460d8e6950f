package play_test

import (
	"flag"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/commands/world"
	"parlour/storage"
)

// A turnstile counts the reminders that go into a channel. It lets some through, and holds
// the others until a board is posted elsewhere.
type turnstile struct {
	t                *testing.T
	reminders, board string // the suffixes of the paths of their requests
	lets, all        int

	mu     sync.Mutex
	came   []time.Time
	behind int           // how many reminders came before the board
	full   chan struct{} // closed when lets reminders have come
	open   chan struct{} // closed when the board has come
	done   chan struct{} // closed when all have come
}

func (s *turnstile) see(_ http.ResponseWriter, q *http.Request) bool {
	switch {
	case q.Method != http.MethodPost:
	case strings.HasSuffix(q.URL.Path, s.board):
		s.mu.Lock()
		s.behind = len(s.came)
		s.mu.Unlock()
		close(s.open)
	case strings.HasSuffix(q.URL.Path, s.reminders):
		s.mu.Lock()
		s.came = append(s.came, time.Now())
		n := len(s.came)
		s.mu.Unlock()
		switch n {
		case s.lets:
			close(s.full)
		case s.all:
			close(s.done)
		}
		if n > s.lets {
			world.Pass(s.t, s.open, "the board that overtakes reminders")
		}
	}
	return false
}

// reminders is the number of reminders that are due at once; make long has more.
var reminders = flag.Int("reminders", 200, "have `so many` reminders be due at once")

// Many reminders that are due at once all go out, each once and no faster than the pace. A
// move that is made meanwhile waits for none of them.
//
//test:unwatched
func TestTimeManyReminders(t *testing.T) {
	t.Parallel()
	const pace, burst, lets = 250, 5, 100
	all := *reminders
	r := newTimed(t, func(c *bot.Config) { c.Pace = pace })
	lounge := r.Discord.Channel("lounge")
	thread, board := r.Challenge(r.Discord.Channel("games"), "turn-time:none")
	r.settle()
	r.owing(r.head("ann"), lounge, all)
	s := &turnstile{
		t: t, reminders: "/channels/" + lounge + "/messages", board: "/channels/" + thread + "/messages", lets: lets, all: all,
		full: make(chan struct{}), open: make(chan struct{}), done: make(chan struct{}),
	}
	r.Discord.Intercept(s.see)
	began := time.Now()
	r.pass(5 * time.Hour)
	world.Receive(t, s.full, "the reminders that are let through")
	r.Plays("ann", thread, "Cd3-d4")
	r.Await("ben", thread, func(m sandbox.Message) bool { return m.ID != board.ID && !m.Ephemeral })
	world.Receive(t, s.done, "all reminders")
	r.Until("everybody has been reminded", func() bool {
		for _, who := range bottest.Everyone {
			if p, err := storage.People.Get(r.Ctx, r.Store, r.Discord.User(who).ID()); err != nil || len(p.Outbox) > 0 || len(p.Reminded) != all/len(bottest.Everyone) {
				return false
			}
		}
		return true
	})
	if most := lets + len(bottest.Everyone); s.behind > most {
		t.Errorf("%d reminders came before the board, want at most %d", s.behind, most)
	}
	for i, at := range s.came {
		if least := time.Duration(i+1-burst) * time.Second / pace; at.Sub(began) < least {
			t.Fatalf("reminder %d came after %v, want at least %v", i+1, at.Sub(began), least)
		}
	}
	reminded := map[string]int{}
	for _, m := range bottest.Public(r.Discord.User("eve").Sees(lounge)) {
		_, link, _ := strings.Cut(m.Content, "https://")
		reminded[link]++
		if len(m.Pings) != 1 || !strings.HasPrefix(m.Content, "5 hours left, ") {
			t.Fatalf("a reminder pings %v and says %q", m.Pings, m.Content)
		}
	}
	if len(reminded) != all || len(s.came) != all {
		t.Errorf("there are reminders of %d games, in %d requests, want %d", len(reminded), len(s.came), all)
	}
}

// owing adds games like the given one to a channel, in which the five people owe equally
// many moves. None of them takes direct messages.
func (r *timed) owing(like storage.Head, channel string, all int) {
	r.Helper()
	like.Home, like.Channel, like.Thread, like.TurnTime = channel, channel, false, 10*time.Hour
	like.NextCheck = r.clock.Now().Add(like.TurnTime)
	like.Clocks = []storage.Clock{{Since: r.clock.Now(), Due: like.NextCheck}, {}}
	var adding sync.WaitGroup
	for i := range all {
		h := like
		h.ID, h.Message = fmt.Sprint("game", i), fmt.Sprint(1400000000000000000+i)
		h.Players = []storage.Player{r.player(bottest.Everyone[i%5]), r.player(bottest.Everyone[(i+1)%5])}
		adding.Go(func() {
			if _, err := r.Store.Create(r.Ctx, h); err != nil {
				r.Error(err)
			}
		})
	}
	world.Finish(r, adding.Wait, "adding the games")
	for _, who := range bottest.Everyone {
		if _, err := storage.People.Change(r.Ctx, r.Store, r.Discord.User(who).ID(), func(p *storage.Person) error {
			p.NoDirect, p.NextCheck = true, r.clock.Now().Add(5*time.Hour)
			return nil
		}); err != nil {
			r.Fatal(err)
		}
	}
}

func (r *timed) player(who string) storage.Player {
	return storage.Player{ID: r.Discord.User(who).ID(), Name: bottest.Titles(who)}
}
