package play_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/commands/match"
	"parlour/commands/world"
	"parlour/storage"
)

// A timed is a rig whose clock stands still until the test moves it. The sandbox shares the
// clock.
type timed struct {
	*bottest.Rig
	clock *world.Clock
	seen  *watched
	away  []match.Shard // of the gateway, whose servers wait
}

// noon is the time at which a timed rig begins, on a Monday.
var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// lease is how long a check is claimed for. recheck is the time until a person is checked
// again whose messages could not all be sent.
const (
	lease   = 30 * time.Second
	recheck = 10 * time.Second
)

// newTimed starts a bot that checks ten times a second which matches and people are due.
func newTimed(t testing.TB, adjust ...bottest.Adjust) *timed {
	t.Helper()
	return timedIn(t, sandbox.Config{}, bottest.In, adjust...)
}

// timedIn is [newTimed] in a sandbox with settings, on a rig of a kind.
func timedIn(t testing.TB, in sandbox.Config, open func(testing.TB, sandbox.Config, ...bottest.Adjust) *bottest.Rig, adjust ...bottest.Adjust) *timed {
	t.Helper()
	r := &timed{clock: world.NewClock(noon), seen: &watched{}}
	in.Now = r.clock.Now
	r.Rig = open(t, in, append([]bottest.Adjust{func(c *bot.Config) {
		r.seen.Store = c.Store
		c.Now, c.Tick, c.Store = r.clock.Now, 100*time.Millisecond, r.seen
	}}, adjust...)...)
	return r
}

// pass moves the clock and notes uptime to that moment. Nobody reads the uptime meanwhile, so no
// check sees a gap.
func (r *timed) pass(d time.Duration) {
	r.Helper()
	r.seen.moving.Lock()
	defer r.seen.moving.Unlock()
	r.clock.Pass(d)
	for _, id := range r.Discord.Faults().Open() {
		if id == match.WholeShard.String() {
			id = storage.TheUptime
		}
		if _, err := storage.Uptimes.Change(r.Ctx, r.Store, id, func(up *storage.Uptime) error {
			up.Alive = r.clock.Now()
			return nil
		}); err != nil {
			r.Fatal(err)
		}
	}
}

// waits reports whether a match waits for the shard of its server.
func (r *timed) waits(m storage.Match) bool {
	return slices.ContainsFunc(r.away, func(s match.Shard) bool { return s.Has(m.Guild) })
}

// turns waits until no work is left, moves the clock, and waits until all work that is due
// then is done.
func (r *timed) turns(d time.Duration) {
	r.Helper()
	r.settle()
	r.pass(d)
	r.settle()
}

// settle waits until nothing is due and no check is running. A check that is about to end may
// still plan another one, and so may one that runs while the clock moves.
func (r *timed) settle() {
	r.Helper()
	for idle := false; !idle; idle = r.idle() && !r.again() {
		r.done()
		r.rests()
	}
}

// done waits until nothing is due. If a check left work to another one in ten seconds, done
// moves the clock by as much.
func (r *timed) done() {
	r.Helper()
	r.Until("nothing is due", r.idle)
	for r.again() {
		r.pass(recheck)
		r.Until("nothing is due", r.idle)
	}
}

// again reports whether a check left work to another one in ten seconds.
func (r *timed) again() bool {
	r.Helper()
	now := r.clock.Now()
	return slices.ContainsFunc(r.everybody(), func(p storage.Person) bool {
		return p.NextCheck.After(now) && !p.NextCheck.After(now.Add(recheck))
	})
}

// idle reports whether nothing is due or claimed for a check.
func (r *timed) idle() bool {
	r.Helper()
	now := r.clock.Now()
	due := func(at time.Time) bool { return !at.IsZero() && (!at.After(now) || at.Equal(now.Add(lease))) }
	ids, err := r.Store.Scheduled(r.Ctx)
	if err != nil {
		r.Fatal(err)
	}
	for _, id := range ids {
		if m, err := r.Store.Get(r.Ctx, id); err != nil || !r.waits(m) && (due(m.NextCheck) || !m.FailingSince.IsZero()) {
			return false
		}
	}
	return !slices.ContainsFunc(r.everybody(), func(p storage.Person) bool { return due(p.NextCheck) || len(p.Outbox) > 0 })
}

// everybody returns all people as they are stored.
func (r *timed) everybody() (all []storage.Person) {
	r.Helper()
	for _, who := range bottest.Everyone {
		p, err := storage.People.Get(r.Ctx, r.Store, r.Discord.User(who).ID())
		if err != nil {
			r.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// rests waits until the bot begins another check of people: then all checks that began
// before it have ended.
func (r *timed) rests() {
	r.Helper()
	before := r.seen.checks.Load()
	r.Until("people are checked", func() bool { return r.seen.checks.Load() > before })
}

// head returns the newest live match of a player, or else the newest that has ended.
func (r *timed) head(who string) storage.Head {
	r.Helper()
	var newest storage.Head
	for _, live := range []bool{true, false} {
		heads, err := r.Store.OfPlayer(r.Ctx, r.Discord.User(who).ID(), live, storage.All)
		if err != nil {
			r.Fatal(err)
		}
		for _, h := range heads {
			if newest.ID == "" || h.Created.After(newest.Created) {
				newest = h
			}
		}
	}
	if newest.ID == "" {
		r.Fatalf("%s has no match", who)
	}
	return newest
}

// solo has a person begin a game of Permutu alone, and returns its id.
func (r *timed) solo(who, options string) string {
	r.Helper()
	home := r.Discord.Channel("lounge")
	r.Slash(who, home, "/play game:permutu "+options)
	table := r.Await("eve", home, func(m sandbox.Message) bool {
		return strings.Contains(m.Content, "In: "+bottest.Titles(who)) && len(m.Rows) > 0
	})
	r.Click(who, table, "Start")
	r.Await("eve", home, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" && len(m.Rows) == 0 })
	return r.head(who).ID
}

// directs returns the direct messages to a person.
func (r *timed) directs(who string) (said []string) {
	for _, m := range bottest.Public(r.Discord.User(who).Sees(r.Discord.User(who).DM())) {
		said = append(said, m.Content)
	}
	return said
}

// wantDirects checks the beginnings of all direct messages to a person.
func (r *timed) wantDirects(who string, begin ...string) {
	r.Helper()
	if len(begin) > 0 { // a digest or news may be under way, though no clock stands at it
		_, _ = r.Discord.User(who).Await(r.Soon(), r.Discord.User(who).DM(), func(all []sandbox.Message) bool { return len(bottest.Public(all)) >= len(begin) })
	}
	said := r.directs(who)
	if len(said) != len(begin) {
		r.Errorf("%s was sent %q, want %d direct messages that begin with %q", who, said, len(begin), begin)
		return
	}
	for i := range said {
		if !strings.HasPrefix(said[i], begin[i]) {
			r.Errorf("%s was sent %q, want %q", who, said[i], begin[i])
		}
	}
}

// link returns the address of a message of the server.
func (r *timed) link(m sandbox.Message) string {
	return "https://discord.com/channels/" + r.Discord.GuildID() + "/" + m.Channel + "/" + m.ID
}

// A watched store counts how often it was asked for the people who are due, and gives out no uptime while the clock
// moves.
type watched struct {
	storage.Store
	checks atomic.Int64
	moving sync.RWMutex
}

func (w *watched) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	if kind == storage.Uptimes.Name() {
		w.moving.RLock()
		defer w.moving.RUnlock()
	}
	return w.Store.Record(ctx, kind, id)
}

func (w *watched) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	w.checks.Add(1)
	return w.Store.DueRecords(ctx, kind, now, limit)
}

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
	r.pass(8 * time.Hour)
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
		if len(m.Pings) != 1 || !strings.HasPrefix(m.Content, "⏰ **2 hours left**, until ") {
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
		h.ID, h.Message = fmt.Sprint("game", i), fmt.Sprint(1400000000000000000+int64(i))
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
			p.NoDirect, p.NextCheck = true, r.clock.Now().Add(8*time.Hour)
			return nil
		}); err != nil {
			r.Fatal(err)
		}
	}
}

func (r *timed) player(who string) storage.Player {
	return storage.Player{ID: r.Discord.User(who).ID(), Name: bottest.Titles(who)}
}

// Two reminders at the same time are one direct message, the most urgent game first. It
// notifies, names the time left and links to the boards; it comes once, also after a
// restart, and leaves out turns that were made.
//
//test:unwatched
func TestTimeRemindsByDirectMessage(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	games := r.Discord.Channel("games")
	_, permute := r.Challenge(games, "turn-time:10 hours")
	r.Slash("ann", games, "/play game:magic opponent:@ben first:me turn-time:9h")
	table := r.AwaitButton("ben", games, "Accept")
	r.Click("ben", table, "Accept")
	table = r.Await("ben", games, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" && len(m.Rows) == 0 })
	magic := r.AwaitBoard("ben", table.Thread, 0)
	r.Slash("ann", games, "/settings remind:50 80 95")
	before := len(r.Discord.User("ann").Notifications())
	r.turns(5 * time.Hour)
	due := func(d time.Duration) string { return fmt.Sprintf("<t:%d:t>", noon.Add(d).Unix()) }
	want := "⏰ **4 hours left**, until " + due(9*time.Hour) + ". Your turn: Rubik's Magic with Ben. " + r.link(magic) +
		"\n⏰ **5 hours left**, until " + due(10*time.Hour) + ". Your turn: Permute with Ben. " + r.link(permute)
	if said := r.directs("ann"); len(said) != 1 || said[0] != want {
		t.Fatalf("ann was sent %q, want %q", said, want)
	}
	heard := r.Discord.User("ann").Notifications()
	if len(heard) != before+1 || !strings.HasPrefix(heard[before].Text, "⏰ **4 hours left**, until ") || heard[before].Channel != r.Discord.User("ann").DM() {
		t.Errorf("ann was notified of %+v, want one reminder more", heard[before:])
	}
	r.Restart()
	r.Plays("ann", permute.Channel, "Cd3-d4")
	r.turns(3 * time.Hour)
	r.Stop()
	r.wantDirects("ann", "⏰ **4 hours left**, until ", "⏰ **1 hour left**, until ")
	if said := r.directs("ann")[1]; strings.Contains(said, "Permute") {
		t.Errorf("ann is reminded of a move that she made: %q", said)
	}
	r.wantDirects("ben")
}

// After any fault of a reminder's request, before or after its effect, there is one message
// in the end.
//
//test:unwatched
func TestTimeAReminderWithFaults(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	for _, who := range bottest.Everyone {
		r.solo(who, "turn-time:10h")
	}
	r.settle()
	for _, f := range []fault.Fault{ // each hits one of the five reminders, or its next try
		{Status: 500}, {Cut: true}, {Status: 500, After: true}, {Cut: true, After: true}, {Status: 429, Wait: time.Millisecond},
	} {
		f.Route = "POST /channels/{channel}/messages"
		r.Plan(f)
	}
	r.pass(8 * time.Hour)
	r.FaultsHappened()
	r.settle()
	for _, who := range bottest.Everyone {
		r.wantDirects(who, "⏰ **2 hours left**, until ")
	}
}
