package commands_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// usualBudget is the budget of channels where nobody sets another.
var usualBudget = commands.Budget{Minute: 5, Day: 300}

// An opener counts the channels of direct messages that a talk opens, and refuses them while it has an
// error. While it has one of posting, it refuses all direct messages.
type opener struct {
	err, posting error
	opened       []string // with whom
	refused      int
	refusedTo    map[string]int // direct messages, by person
}

// opening returns a talk with the usual budget, whose channels of direct messages are counted.
func opening(t *testing.T) (*talk, *opener) {
	w, o := newTalk(t), &opener{refusedTo: map[string]int{}}
	w.before = func(_ context.Context, c world.Call) error {
		who, direct := strings.CutPrefix(c.Channel, world.DM)
		switch {
		case c.Op == world.ToOpen && o.err != nil:
			o.refused++
			return o.err
		case c.Op == world.ToOpen:
			o.opened = append(o.opened, who)
		case c.Op == world.ToPost && direct && o.posting != nil:
			o.refused++
			o.refusedTo[who]++
			return o.posting
		}
		return nil
	}
	w.with(func(c *commands.Config) { c.Budget = usualBudget })
	return w, o
}

// plyAt has somebody who owes a ply in a match make a legal one.
func (w *talk) plyAt(t *testing.T, e *match.Env, id string) {
	t.Helper()
	m, err := e.Change(t.Context(), id, func(m *match.Match) ([]games.Ply, error) {
		if m.Phase != storage.Playing {
			return nil, match.ErrStale
		}
		seat := m.State.ToMove()[0]
		legal := m.State.Legal(seat)
		return m.Play(seat, legal[len(legal)-1])
	})
	if err == nil {
		w.publish([]match.Unshown{m.Unshown()})
	}
}

// refusedTables is 250 in make long.
var refusedTables = flag.Int("refused-tables", 60, "at how many tables TestNoLoopOfRefusals plays")

// At many tables of Permutations three people each bid, take cards and are reminded for an hour, while
// Discord refuses to open any channel of direct messages, or nobody takes direct messages. The bot
// does not ask in a loop, and tells everybody in the channels.
func TestNoLoopOfRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		opening, posting error
	}{
		"opened too fast": {opening: fmt.Errorf("403: %w", publish.ErrTooFast)},
		"all closed":      {posting: fmt.Errorf("403: %w", publish.ErrClosed)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, o := opening(t)
			o.err, o.posting = c.opening, c.posting
			tables := *refusedTables
			w.bidForAnHour(t, tables)
			reminded := 0
			for _, p := range w.Posts {
				if m := p.Versions[0]; len(m.Pings) == 1 && strings.Contains(m.Content, " left, <@") {
					reminded++
				}
			}
			t.Logf("%d refused requests in an hour with %d tables, %d messages in the channels, %d of them reminders", o.refused, tables, len(w.Posts), reminded)
			if o.refused == 0 || o.refused >= 100 {
				t.Errorf("%d requests were refused, want some and fewer than 100", o.refused)
			}
			if reminded < tables/5 || len(w.DMs) > 0 {
				t.Errorf("%d reminders came in the channels and %d direct messages, want %d and none", reminded, len(w.DMs), tables/5)
			}
			for who, times := range o.refusedTo {
				if times > 1 {
					t.Errorf("%d direct messages to %s were refused, want one", times, who)
				}
			}
		})
	}
}

// bidForAnHour has three people at each of so many tables of Permutations bid, take cards and be reminded.
func (w *talk) bidForAnHour(t *testing.T, tables int) {
	t.Helper()
	const tick, every = 5 * time.Second, 5 * time.Minute
	e := match.NewEnv(all.Games(), w.store, w.Now, zeros{})
	var ids []string
	for at := time.Duration(0); at < time.Hour; at += tick {
		if n := len(ids); n < tables {
			ids = append(ids, match.IDOf(fmt.Sprint(w.requests+1)))
			w.steps(t, fmt.Sprintf("ann%d /play game:permutations first:me turn-time:30m", n))
			table := len(w.Posts)
			w.steps(t, fmt.Sprintf("ben%d clicks Join on %d", n, table), fmt.Sprintf("cleo%d clicks Join on %d", n, table), fmt.Sprintf("ann%d clicks Start on %d", n, table))
		}
		for n, id := range ids {
			if (at+time.Duration(n)*tick)%every == 0 && n%5 > 0 { // at a fifth of the tables nobody does anything
				w.plyAt(t, e, id)
			}
		}
		w.out.Reset()
		w.steps(t, "pass 5s", "remind", "wake")
	}
}

// Where a channel is refused, all others are asked in the server for hours, and nothing is tried
// again. Bids in the auctions after that come by direct message again, after a restart too.
func TestAskedInTheChannelWhileNoneMayBeOpened(t *testing.T) {
	for _, again := range []string{"", "restart"} {
		w, o := opening(t)
		o.err = publish.ErrTooFast
		w.steps(t, "ann /play game:permutations first:me turn-time:7d", "ben clicks Join on 1", "ann clicks Start on 1", "pass 2m", "wake", "pass 1h", "wake")
		if board := w.Posts[len(w.Posts)-1].Versions[0]; !slices.Equal(board.Pings, []string{"ann", "ben"}) || o.refused != 1 {
			t.Errorf("the board pings %v after %d refusals, want both after one", board.Pings, o.refused)
		}
		o.err = nil
		if again != "" {
			w.steps(t, again)
			w.with(func(c *commands.Config) { c.Budget = usualBudget })
		}
		e := match.NewEnv(all.Games(), w.store, w.Now, zeros{})
		auction := func() {
			for before := -1; ; {
				m := w.load(t, "1")
				if m.Phase != storage.Playing || before >= 0 && m.Bidding() && m.Turn > before {
					return
				}
				before = m.Turn
				w.plyAt(t, e, "1")
			}
		}
		if auction(); len(o.opened) > 0 {
			t.Errorf("an hour later the channels with %v were opened, want none", o.opened)
		}
		w.steps(t, fmt.Sprint("pass ", publish.StopFor))
		if auction(); len(o.opened) != 2 || len(w.DMs) != 2 || o.refused != 1 {
			t.Errorf("hours later the channels with %v were opened for %d messages, after %d refusals; want both", o.opened, len(w.DMs), o.refused)
		}
		for _, who := range []string{"ann", "ben"} {
			if p, err := storage.People.Get(t.Context(), w.store, who); err != nil || p.NoDirect {
				t.Errorf("%s is noted as %+v (%v), want direct messages", who, p, err)
			}
		}
	}
}
