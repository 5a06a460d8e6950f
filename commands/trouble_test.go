package commands_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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

// fills has the disk be full after some more writes.
func (w *talk) fills(writes int) *world.Fuse {
	s, fuse := world.Dying(w.store, writes)
	fuse.Err = fmt.Errorf("%w: no space left on device", storage.ErrUnavailable)
	w.over(s)
	return fuse
}

// kept returns all that the store holds of Ann and Ben and of their games that go on.
func (w *talk) kept(t *testing.T) (all []any) {
	t.Helper()
	for _, id := range []string{"ann", "ben"} {
		p, err := storage.People.Get(t.Context(), w.store, id)
		hs, failed := w.store.OfPlayer(t.Context(), id, true, storage.All)
		if err = errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
		for _, h := range hs {
			all = append(all, w.match(t, h.ID))
		}
	}
	return all
}

// While the disk is full, an answer that says that nothing was changed is true, and so is
// every other answer.
//
//test:unwatched
func TestFullDiskAnswersAreTrue(t *testing.T) {
	t.Parallel()
	const denial = "I can't get at my games right now. Nothing changed, so try again later."
	for _, does := range []string{
		"ann plays Cd3-d4", "ann /play game:magic opponent:ben", "ann /play game:permutations", "ann /draw", "ann /settings palette:contrast",
		"ann /settings zone:Europe/Berlin", "ann /settings dms:off", "ann /away until:5 days", "ann clicks Yes, resign",
	} {
		denied := 0
		for writes := range 4 {
			w := newTalk(t)
			w.steps(t, "duel permute turn-time:10h", "ann /resign")
			before, public := w.kept(t), len(w.Posts)
			var log bytes.Buffer
			w.with(func(c *commands.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
			w.fills(writes)
			w.steps(t, does)
			said, changed := strings.TrimPrefix(w.lastSaid("ann"), "I couldn't play d3 C-d4.\n"), !reflect.DeepEqual(before, w.kept(t))
			switch {
			case strings.Contains(said, "Something broke"), said != denial && !changed, said == denial && (changed || len(w.Posts) != public || log.Len() > 0):
				t.Errorf("%s, after %d writes, is answered with %q; something is changed: %t; the log says\n%s", does, writes, said, changed, &log)
			case said == denial:
				denied++
			}
		}
		if denied == 0 {
			t.Errorf("%s is never answered with %q", does, denial)
		}
	}
}

// A person who asks for a game whose record is damaged is told so, and others play on.
func TestADamagedGameLeavesTheOthersAlone(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	w.steps(t, "duel permute")
	w.over(&world.Store{Store: w.store, Before: func(a world.Access) error {
		if a.Op == world.Get && a.Head.ID == "1" {
			return fmt.Errorf("match %q: %w", a.Head.ID, storage.ErrDamaged)
		}
		return nil
	}})
	w.tell(t, `
		ann plays Cd3-d4
		| I can't read this game any more. Other games go on.
		cy /play game:magic opponent:dan first:me > dan Accept on 3
		+ <@cy> <@dan>, here we go.
	`)
}

// On a full disk a round ends at the first refused write. Once there is room everything due
// is done.
func TestFullDiskStopsTheRound(t *testing.T) {
	w := newTalk(t)
	for i := range 5 {
		w.steps(t, fmt.Sprintf("ann /play game:permute opponent:ben turn-time:1h > ben Accept on %d", 2*i+1), "pass 1m")
	}
	w.steps(t, "pass 2h")
	for name, check := range map[string]func(*commands.Service, context.Context) error{
		"wake": (*commands.Service).Due, "remind": (*commands.Service).Remind,
	} {
		fuse := w.fills(0)
		if err := check(w.service, t.Context()); err == nil || fuse.Refused() != 1 {
			t.Errorf("%s = %v after %d attempts to write, want an error after one", name, err, fuse.Refused())
		}
	}
	w.tell(t, `
		room
		wake
		pass 30m
		remind
		+ to 
		wake
		due
		= due: 0 matches, 0 people <nil><nil>
	`)
}

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

// An opener counts the channels of direct messages that a talk opens, and refuses them while it has an
// error. While it has one of posting, it refuses all direct messages.
type opener struct {
	err, posting error
	opened       int
	refused      int
	refusedTo    map[string]int // direct messages, by person
}

// opening returns a talk with the usual budget, whose channels of direct messages are counted.
func opening(t *testing.T, err, posting error) (*talk, *opener) {
	w, o := newTalk(t), &opener{err: err, posting: posting, refusedTo: map[string]int{}}
	w.steps(t, "budget")
	w.before = func(_ context.Context, c world.Call) error {
		who, direct := strings.CutPrefix(c.Channel, world.DM)
		switch {
		case c.Op == world.ToOpen && o.err != nil:
			o.refused++
			return o.err
		case c.Op == world.ToOpen:
			o.opened++
		case c.Op == world.ToPost && direct && o.posting != nil:
			o.refused++
			o.refusedTo[who]++
			return o.posting
		}
		return nil
	}
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
//
//test:unwatched
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
			w, o := opening(t, c.opening, c.posting)
			tables := *refusedTables
			w.bidForAnHour(t, tables)
			reminded := 0
			for _, p := range w.Posts {
				if m := p.Versions[0]; len(m.Pings) == 1 && strings.HasPrefix(m.Content, "⏰ **") {
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
			w.steps(t, fmt.Sprintf("ann%d /play game:permutations first:me turn-time:30m > ben%d Join on last > cleo%d Join on last > ann%d Start on last", n, n, n, n))
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
	for _, again := range []string{"pass 0s", "restart"} {
		w, o := opening(t, publish.ErrTooFast, nil)
		w.tell(t, `
			table permutations ben turn-time:7d
			= pings ann ben
			pass 2m
			wake
			pass 1h
			wake
			`+again+`
			budget
		`)
		o.err = nil
		auction := func(opened, refused int) {
			t.Helper()
			e := match.NewEnv(all.Games(), w.store, w.Now, zeros{})
			for before := -1; ; {
				m := w.load(t, "1")
				if m.Phase != storage.Playing || before >= 0 && m.Bidding() && m.Turn > before {
					break
				}
				before = m.Turn
				w.plyAt(t, e, "1")
			}
			if o.opened != opened || len(w.DMs) != opened || o.refused != refused {
				t.Errorf("%d channels were opened for %d messages, after %d refusals, want %d after %d", o.opened, len(w.DMs), o.refused, opened, refused)
			}
		}
		auction(0, 1)
		w.steps(t, fmt.Sprint("pass ", publish.StopFor))
		auction(2, 1)
		w.tell(t, `
			about ann no_direct
			= no_direct: null
			about ben no_direct
			= no_direct: null
		`)
	}
}

// discord has Discord say from now on which commands it has: "120ms", "2s without bid move", "silent", "1s refuses",
// "1s rival", "1s unswept", "1s behind" of a machine's clock by a month.
func (w *talk) discord(words []string) error {
	took, err := time.ParseDuration(words[0])
	if words[0] == "silent" {
		err = nil
	}
	standing := func(context.Context) (commands.Standing, error) {
		if words[0] == "silent" {
			return commands.Standing{}, errors.New("no answer")
		}
		s := commands.Standing{
			Took: took, Refused: slices.Contains(words, "refuses"), Rival: slices.Contains(words, "rival"), Unswept: slices.Contains(words, "unswept"),
		}
		if slices.Contains(words, "behind") {
			s.Ahead = -30 * 24 * time.Hour
		}
		for _, d := range w.service.Definitions("") {
			if !slices.Contains(words[1:], d.Name) {
				s.Commands = append(s.Commands, d.Name)
			}
		}
		return s, nil
	}
	w.with(func(c *commands.Config) { c.Version, c.Standing = "v1.2.0", standing })
	return err
}

// While Discord lets no channel of direct messages be opened, /doctor says until when.
func TestTheDoctorTellsOfDirectMessagesThatWait(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	for until, said := range map[time.Duration]string{-time.Second: "- DM anyone new", time.Hour: "+ Discord won't let me DM anyone new until <t:1795179600:f>."} {
		if _, err := storage.AllOpenings.Change(t.Context(), w.store, storage.TheOpenings, func(o *storage.Openings) error {
			o.Until = w.Now().Add(until)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		w.tell(t, "maya /doctor \n"+said)
	}
}

// A request whose time has run out while it waited behind others of its person is refused in a sentence,
// and is a warning in the log, not an error.
func TestRequestThatWaitedTooLongIsRefused(t *testing.T) {
	w := newTalk(t)
	var log bytes.Buffer
	w.with(func(c *commands.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for _, r := range []commands.Request{{Command: "record"}, {Command: "games"}, {Button: "1::0:mydata"}} {
		said := w.ask(late, r).Message.Content
		if want := "Too many at once. Nothing changed, so try again."; said != want {
			t.Errorf("%+v, which comes too late, is answered with %q, want %q", r, said, want)
		}
	}
	if strings.Contains(log.String(), "level=ERROR") || strings.Count(log.String(), "\n") != 3 {
		t.Errorf("the log has %s, want a warning for each", &log)
	}
}
