package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/commands/match"
	"parlour/storage"
)

// A timed is a rig whose clock stands still until the test moves it. The sandbox shares the
// clock.
type timed struct {
	*rig
	clock *atomic.Int64
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
func newTimed(t *testing.T) *timed {
	t.Helper()
	return adjustedTimed(t, nil)
}

// adjustedTimed is [newTimed] with changed settings.
func adjustedTimed(t *testing.T, adjust func(*bot.Config)) *timed {
	t.Helper()
	return timedOn(t, adjustedRig, adjust)
}

// timedIn is [adjustedTimed] in a sandbox with settings of its own.
func timedIn(t *testing.T, in sandbox.Config, adjust func(*bot.Config)) *timed {
	t.Helper()
	return timedOn(t, func(t testing.TB, c sandbox.Config, adjust func(*bot.Config)) *rig {
		in.Now = c.Now
		return adjustedRig(t, in, adjust)
	}, adjust)
}

// timedOn is [adjustedTimed] on a rig of another kind.
func timedOn(t testing.TB, open func(testing.TB, sandbox.Config, func(*bot.Config)) *rig, adjust func(*bot.Config)) *timed {
	t.Helper()
	var clock atomic.Int64
	clock.Store(noon.UnixNano())
	now := func() time.Time { return time.Unix(0, clock.Load()).UTC() }
	seen := &watched{}
	r := open(t, sandbox.Config{Now: now}, func(c *bot.Config) {
		seen.Store = c.Store
		c.Now, c.Tick, c.Store = now, 100*time.Millisecond, seen
		if adjust != nil {
			adjust(c)
		}
	})
	return &timed{rig: r, clock: &clock, seen: seen}
}

func (r *timed) now() time.Time { return time.Unix(0, r.clock.Load()).UTC() }

// pass moves the clock and notes uptime to that moment. Nobody reads the uptime meanwhile, so no
// check sees a gap.
func (r *timed) pass(d time.Duration) {
	r.t.Helper()
	r.seen.moving.Lock()
	defer r.seen.moving.Unlock()
	now := time.Unix(0, r.clock.Add(int64(d)))
	for _, id := range r.discord.Faults().Open() {
		if id == match.WholeShard.String() {
			id = storage.TheUptime
		}
		if _, err := storage.Uptimes.Change(r.ctx, r.store, id, func(up *storage.Uptime) error {
			up.Alive = now
			return nil
		}); err != nil {
			r.t.Fatal(err)
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
	r.t.Helper()
	r.settle()
	r.pass(d)
	r.settle()
}

// settle waits until nothing is due and no check is running. A check that is about to end may
// still plan another one, and so may one that runs while the clock moves.
func (r *timed) settle(others ...*watched) {
	r.t.Helper()
	for idle := false; !idle; idle = r.idle() && !r.again() {
		r.done()
		r.rests(others...)
	}
}

// done waits until nothing is due. If a check left work to another one in ten seconds, done
// moves the clock by as much.
func (r *timed) done() {
	r.t.Helper()
	r.until("nothing is due", r.idle)
	for r.again() {
		r.pass(recheck)
		r.until("nothing is due", r.idle)
	}
}

// again reports whether a check left work to another one in ten seconds.
func (r *timed) again() bool {
	r.t.Helper()
	now := r.now()
	return slices.ContainsFunc(r.everybody(), func(p storage.Person) bool {
		return p.NextCheck.After(now) && !p.NextCheck.After(now.Add(recheck))
	})
}

// idle reports whether nothing is due or claimed for a check.
func (r *timed) idle() bool {
	r.t.Helper()
	now := r.now()
	due := func(at time.Time) bool { return !at.IsZero() && (!at.After(now) || at.Equal(now.Add(lease))) }
	ids, err := r.store.Scheduled(r.ctx)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, id := range ids {
		if m, err := r.store.Get(r.ctx, id); err != nil || !r.waits(m) && (due(m.NextCheck) || !m.FailingSince.IsZero()) {
			return false
		}
	}
	return !slices.ContainsFunc(r.everybody(), func(p storage.Person) bool { return due(p.NextCheck) || len(p.Outbox) > 0 })
}

// everybody returns all people as they are stored.
func (r *timed) everybody() (all []storage.Person) {
	r.t.Helper()
	for _, who := range persons {
		p, err := storage.People.Get(r.ctx, r.store, r.discord.User(who).ID())
		if err != nil {
			r.t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// rests waits until each bot begins another check of people: then all checks that began
// before it have ended. Bots other than the rig's have stores of their own.
func (r *timed) rests(others ...*watched) {
	r.t.Helper()
	for _, w := range append(others, r.seen) {
		before := w.checks.Load()
		r.until("people are checked", func() bool { return w.checks.Load() > before })
	}
}

// persons are all people of the sandbox.
var persons = []string{"ann", "ben", "cleo", "dan", "eve"}

// until waits until a condition holds, and asks after every write of the bot.
func (r *timed) until(condition string, ok func() bool) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.ctx, patience)
	defer cancel()
	for {
		written := r.seen.next()
		if ok() {
			return
		}
		select {
		case <-written:
		case <-ctx.Done():
			r.t.Fatalf("waited in vain until %s:\n%s\n%s", condition, r.state(), r.log)
		}
	}
}

// state lists the planned checks and all people, for the message of a failure.
func (r *timed) state() string {
	said := fmt.Sprintln("now", r.now())
	ids, err := r.store.Scheduled(context.Background())
	for _, id := range ids {
		m, _ := r.store.Get(context.Background(), id)
		said += fmt.Sprintf("match %+v\n", m.Head)
	}
	for _, who := range persons {
		p, _ := storage.People.Get(context.Background(), r.store, r.discord.User(who).ID())
		said += fmt.Sprintf("%s %+v\n", who, p)
	}
	return said + fmt.Sprint(err)
}

// head returns the newest live match of a player, or else the newest that has ended.
func (r *timed) head(who string) storage.Head {
	r.t.Helper()
	var newest storage.Head
	for _, live := range []bool{true, false} {
		heads, err := r.store.OfPlayer(r.ctx, r.discord.User(who).ID(), live, storage.All)
		if err != nil {
			r.t.Fatal(err)
		}
		for _, h := range heads {
			if newest.ID == "" || h.Created.After(newest.Created) {
				newest = h
			}
		}
	}
	if newest.ID == "" {
		r.t.Fatalf("%s has no match", who)
	}
	return newest
}

// solo has a person begin a game of Permutu alone, and returns its id.
func (r *timed) solo(who, options string) string {
	r.t.Helper()
	home := r.discord.Channel("lounge")
	r.slash(who, home, "/play game:permutu "+options)
	table := r.await("eve", home, func(m sandbox.Message) bool {
		return strings.Contains(m.Content, "In: "+titles([]string{who})) && len(m.Rows) > 0
	})
	r.click(who, table, "Start")
	r.await("eve", home, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" && len(m.Rows) == 0 })
	return r.head(who).ID
}

// directs returns the direct messages to a person.
func (r *timed) directs(who string) (said []string) {
	for _, m := range public(r.discord.User(who).Sees(r.discord.User(who).DM())) {
		said = append(said, m.Content)
	}
	return said
}

// wantDirects checks the beginnings of all direct messages to a person.
func (r *timed) wantDirects(who string, begin ...string) {
	r.t.Helper()
	if len(begin) > 0 { // a digest or news may be under way, though no clock stands at it
		_, _ = r.discord.User(who).Await(r.soon(), r.discord.User(who).DM(), func(all []sandbox.Message) bool { return len(public(all)) >= len(begin) })
	}
	said := r.directs(who)
	if len(said) != len(begin) {
		r.t.Errorf("%s was sent %q, want %d direct messages that begin with %q", who, said, len(begin), begin)
		return
	}
	for i := range said {
		if !strings.HasPrefix(said[i], begin[i]) {
			r.t.Errorf("%s was sent %q, want %q", who, said[i], begin[i])
		}
	}
}

// link returns the address of a message of the server.
func (r *timed) link(m sandbox.Message) string {
	return "https://discord.com/channels/" + r.discord.GuildID() + "/" + m.Channel + "/" + m.ID
}

// newest returns the newest public message in a channel.
func (r *timed) newest(channel string) sandbox.Message {
	r.t.Helper()
	all := public(r.discord.User("eve").Sees(channel))
	if len(all) == 0 {
		r.t.Fatal("there is no message")
	}
	return all[len(all)-1]
}

// A watched store signals when it was written to or asked for the people who are due.
type watched struct {
	storage.Store
	checks  atomic.Int64 // how often it was asked for due people
	mu      sync.Mutex
	written chan struct{} // closed at the next write; nil while nobody waits

	moving sync.RWMutex // held while the clock moves, against reads of the uptime
}

func (w *watched) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	if kind == storage.Uptimes.Name() {
		w.moving.RLock()
		defer w.moving.RUnlock()
	}
	return w.Store.Record(ctx, kind, id)
}

// next returns a channel that is closed at the next write.
func (w *watched) next() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.written == nil {
		w.written = make(chan struct{})
	}
	return w.written
}

func (w *watched) signal() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.written != nil {
		close(w.written)
		w.written = nil
	}
}

func (w *watched) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	defer w.signal()
	w.checks.Add(1)
	return w.Store.DueRecords(ctx, kind, now, limit)
}

func (w *watched) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	defer w.signal()
	return w.Store.Append(ctx, h, entries...)
}

func (w *watched) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	defer w.signal()
	return w.Store.PutRecord(ctx, r)
}
