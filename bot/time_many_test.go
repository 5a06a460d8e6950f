package bot_test

import (
	"flag"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
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
			bot.Pass(s.t, s.open, "the board that overtakes reminders")
		}
	}
	return false
}

// reminders is the number of reminders that are due at once; make long has more.
var reminders = flag.Int("reminders", 200, "have `so many` reminders be due at once")

// Many reminders that are due at once all go out, each once and no faster than the pace. A
// move that is made meanwhile waits for none of them.
func TestTimeManyReminders(t *testing.T) {
	t.Parallel()
	const pace, burst, lets = 250, 5, 100
	all := *reminders
	r := adjustedTimed(t, func(c *bot.Config) { c.Pace = pace })
	lounge := r.discord.Channel("lounge")
	thread, board := r.challenge(r.discord.Channel("games"), "turn-time:none")
	r.settle()
	r.owing(r.head("ann"), lounge, all)
	s := &turnstile{
		t: t, reminders: "/channels/" + lounge + "/messages", board: "/channels/" + thread + "/messages", lets: lets, all: all,
		full: make(chan struct{}), open: make(chan struct{}), done: make(chan struct{}),
	}
	r.discord.Intercept(s.see)
	began := time.Now()
	r.pass(5 * time.Hour)
	bot.Receive(t, s.full, "the reminders that are let through")
	r.plays("ann", thread, "Cd3-d4")
	r.await("ben", thread, func(m sandbox.Message) bool { return m.ID != board.ID && !m.Ephemeral })
	bot.Receive(t, s.done, "all reminders")
	r.until("everybody has been reminded", func() bool {
		for _, who := range persons {
			if p, err := storage.People.Get(r.ctx, r.store, r.discord.User(who).ID()); err != nil || len(p.Outbox) > 0 || len(p.Reminded) != all/len(persons) {
				return false
			}
		}
		return true
	})
	if most := lets + len(persons); s.behind > most {
		t.Errorf("%d reminders came before the board, want at most %d", s.behind, most)
	}
	for i, at := range s.came {
		if least := time.Duration(i+1-burst) * time.Second / pace; at.Sub(began) < least {
			t.Fatalf("reminder %d came after %v, want at least %v", i+1, at.Sub(began), least)
		}
	}
	reminded := map[string]int{}
	for _, m := range public(r.discord.User("eve").Sees(lounge)) {
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
	r.t.Helper()
	like.Home, like.Channel, like.Thread, like.TurnTime = channel, channel, false, 10*time.Hour
	like.NextCheck = r.now().Add(like.TurnTime)
	like.Clocks = []storage.Clock{{Since: r.now(), Due: like.NextCheck}, {}}
	var adding sync.WaitGroup
	for i := range all {
		h := like
		h.ID, h.Message = fmt.Sprint("game", i), fmt.Sprint(1400000000000000000+i)
		h.Players = []storage.Player{r.player(persons[i%5]), r.player(persons[(i+1)%5])}
		adding.Go(func() {
			if _, err := r.store.Create(r.ctx, h); err != nil {
				r.t.Error(err)
			}
		})
	}
	bot.Finish(r.t, adding.Wait, "adding the games")
	for _, who := range persons {
		if _, err := storage.People.Change(r.ctx, r.store, r.discord.User(who).ID(), func(p *storage.Person) error {
			p.NoDirect, p.NextCheck = true, r.now().Add(5*time.Hour)
			return nil
		}); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *timed) player(who string) storage.Player {
	return storage.Player{ID: r.discord.User(who).ID(), Name: titles([]string{who})}
}

// Two bots that check one store at the same time send each reminder once and enforce each
// clock once.
func TestTimeTwoBots(t *testing.T) {
	t.Parallel()
	var same bot.Config
	r := adjustedTimed(t, func(c *bot.Config) { same = *c })
	for _, who := range persons {
		r.solo(who, "turn-time:10h")
	}
	r.settle()
	other := &watched{Store: same.Store}
	same.Store = other
	end := runs(t, same, r.log)
	r.log.await(t, r.ctx, "Parlour is ready", 2)
	r.turns(5 * time.Hour)
	r.settle(other)
	r.turns(4*time.Hour + 30*time.Minute)
	r.settle(other)
	for _, who := range persons {
		r.wantDirects(who, "5 hours left: ", "30 minutes left: ")
	}
	r.turns(30 * time.Minute)
	end()
	for _, who := range persons {
		all := public(r.discord.User("eve").Sees(r.head(who).Channel))
		if len(all) == 0 || len(all) > 1 || !strings.Contains(all[0].Content, "ran out of time") {
			t.Errorf("the game of %s has %d boards, want the first alone, changed by the lapse: %+v", who, len(all), all)
		}
	}
}
