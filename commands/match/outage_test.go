package match_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/fleet"
	"parlour/storage/storetest"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// guild returns the id of a server that is on shard n of so many, for each n below 16.
func guild(n int) string { return fmt.Sprint((uint64(1)<<36 + uint64(n)) << 22) }

// A life is a bot whose clock the test moves, with the store that its processes share.
type life struct {
	t       *testing.T
	now     time.Time
	store   storage.Store
	env     *match.Env
	outages *match.Outages
}

func newLife(t *testing.T) *life {
	t.Helper()
	store, err := bolt.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	l := &life{t: t, now: noon, store: store}
	l.env = match.NewEnv(nil, store, func() time.Time { return l.now }, rand.Reader)
	l.outages = &match.Outages{Env: l.env}
	return l
}

// works has some shards work for a while, 0 for all.
func (l *life) works(d time.Duration, of int, shards ...int) {
	l.t.Helper()
	if len(shards) == 0 {
		for n := range of {
			shards = append(shards, n)
		}
	}
	var all []match.Shard
	for _, n := range shards {
		all = append(all, match.Shard{Index: n, Of: of})
	}
	l.env.Shards = &match.ShardSet{}
	l.env.Shards.Assign(all)
	for _, s := range all {
		l.env.Shards.Opened(s)
	}
	for end := l.now.Add(d); ; l.now = l.now.Add(10 * time.Second) {
		if err := l.outages.Beat(l.t.Context(), all...); err != nil {
			l.t.Fatal(err)
		}
		if !l.now.Before(end) {
			return
		}
	}
}

// stands lets time pass in which nothing works.
func (l *life) stands(d time.Duration) { l.now = l.now.Add(d) }

// away returns the absences of the server of [guild] n, each as "from+length" in minutes since noon,
// and "!" if it is away now.
func (l *life) away(n int) string {
	l.t.Helper()
	away, err := l.env.Away(l.t.Context(), guild(n))
	if err != nil {
		l.t.Fatal(err)
	}
	var said []string
	for _, s := range away.Spans {
		said = append(said, fmt.Sprintf("%g+%g", s.From.Sub(noon).Minutes(), s.To.Sub(s.From).Minutes()))
	}
	if away.Now {
		said = append(said, "!")
	}
	return strings.Join(said, " ")
}

// A server gets back the time in which its own shard was away, whatever became of the others, and
// whatever number of shards the bot had then.
func TestAServerIsAwayWithItsShard(t *testing.T) {
	t.Parallel()
	const m = time.Minute
	for name, c := range map[string]struct {
		play func(*life)
		want [4]string // of the servers 0 to 3
	}{
		"without shards": {func(l *life) { l.works(m, 1); l.stands(5 * m); l.works(m, 1) },
			[4]string{"1+5", "1+5", "1+5", "1+5"}},
		"one shard is away, the others work": {func(l *life) { l.works(m, 4); l.works(5*m, 4, 0, 1, 2); l.works(m, 4) },
			[4]string{"", "", "", "1+5"}},
		"a restart of twenty seconds": {func(l *life) { l.works(m, 4); l.stands(20 * time.Second); l.works(m, 4) },
			[4]string{}},
		"from one connection to four shards": {func(l *life) { l.works(m, 1); l.stands(5 * m); l.works(m, 4) },
			[4]string{"1+5", "1+5", "1+5", "1+5"}},
		"from one connection to four shards in twenty seconds": {func(l *life) { l.works(m, 1); l.stands(20 * time.Second); l.works(m, 4) },
			[4]string{}},
		"a shard that died before there were others": {func(l *life) { l.works(m, 4); l.works(2*m, 4, 0, 1, 2); l.stands(5 * m); l.works(m, 2) },
			[4]string{"3+5", "3+5", "3+5", "1+7"}},
		"a new shard that begins late": {func(l *life) { l.works(m, 1); l.works(2*m, 2, 0); l.works(m, 2) },
			[4]string{"", "1+2", "", "1+2"}},
		"back to the number of before": {func(l *life) { l.works(m, 4); l.works(60*m, 1); l.stands(5 * m); l.works(m, 4) },
			[4]string{"61+5", "61+5", "61+5", "61+5"}},
		"both at once": {func(l *life) { l.works(m, 4); l.works(m, 2, 1); l.works(m, 4, 1); l.works(m, 2) },
			[4]string{"1+2", "", "1+2", "2+1"}},
		"a first start with some of the shards": {func(l *life) { l.works(m, 4, 0, 1); l.works(m, 4) },
			[4]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLife(t)
			c.play(l)
			for n, want := range c.want {
				if got := l.away(n); got != want {
					t.Errorf("server %d was away %q, want %q", n, got, want)
				}
			}
		})
	}
}

// A server is away now if its shard of this process is closed, or gives no sign of life from another
// process.
func TestAServerIsAwayNow(t *testing.T) {
	t.Parallel()
	l := newLife(t)
	l.works(time.Minute, 4, 2, 3)
	l.works(time.Minute, 4, 0, 1)
	for n, want := range []string{"", "", "!", "!"} {
		if got := l.away(n); got != want {
			t.Errorf("a minute after the signs of shards 2 and 3, server %d was away %q, want %q", n, got, want)
		}
	}
	l.env.Shards.Closed(match.Shard{Index: 1, Of: 4})
	l.env.Shards.Opening(match.Shard{Index: 1, Of: 4})
	l.env.Shards.Opened(match.Shard{Index: 1, Of: 4})
	if got := l.away(1); got != "!" {
		t.Errorf("before it is noted how long its shard was away, server 1 was away %q, want it to be so now", got)
	}
	if err := l.outages.Beat(t.Context(), match.Shard{Index: 1, Of: 4}); err != nil {
		t.Fatal(err)
	}
	if got := l.away(1); got != "" {
		t.Errorf("after that, server 1 was away %q", got)
	}
}

// Outages of all shards are forgotten after a year and more, also those of another process and of
// another number of shards.
func TestOldOutagesAreForgotten(t *testing.T) {
	t.Parallel()
	l := newLife(t)
	l.works(time.Minute, 1)
	l.stands(5 * time.Minute)
	l.works(time.Minute, 1)
	l.works(time.Minute, 2)
	l.stands(5 * time.Minute)
	l.works(time.Minute, 2)
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{399 * 24 * time.Hour, 5}, {2 * 24 * time.Hour, 0}} {
		l.stands(c.after)
		l.env.Shards.Assign([]match.Shard{{Index: 0, Of: 2}})
		if err := l.outages.Forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, id := range []string{"", "0/2", "1/2"} {
			up, err := storage.Uptimes.Get(t.Context(), l.store, id)
			if err != nil {
				t.Fatal(err)
			}
			kept += len(up.Outages)
		}
		if kept != c.want {
			t.Errorf("%v later %d outages are kept, want %d", c.after, kept, c.want)
		}
	}
}

// A bot without shards has the record of no shard.
func TestUptimeWithoutShards(t *testing.T) {
	t.Parallel()
	l := newLife(t)
	l.works(0, 1)
	up, err := storage.Uptimes.Get(t.Context(), l.store, "")
	if err != nil || !up.Alive.Equal(noon) || len(up.Outages)+len(up.Shards) > 0 {
		t.Errorf("the uptime is %+v, %v; want a sign of life at noon and nothing else", up, err)
	}
}

// What is due in servers that do not reach the process waits, and hides nothing that is due
// elsewhere.
func TestDueIsWhatReachesTheProcess(t *testing.T) {
	t.Parallel()
	l := newLife(t)
	for n := range 350 { // more than are read at once
		head := storage.Head{ID: fmt.Sprintf("m%03d", n), Created: noon, NextCheck: noon.Add(time.Duration(n) * time.Second)}
		head.Phase, head.Guild = storage.Playing, guild(3)
		if n%150 == 49 {
			head.Guild = guild(n / 150)
		}
		if _, err := l.store.Create(t.Context(), head); err != nil {
			t.Fatal(err)
		}
	}
	l.stands(time.Hour)
	l.works(0, 4, 0, 1, 2)
	if got, want := l.due(), []string{"m049", "m199", "m349"}; !slices.Equal(got, want) {
		t.Errorf("due are %v, want %v", got, want)
	}
}

// What a process has claimed is due for it wherever that is, because no other takes it: it may have
// published a bid for a server of another process, and failed.
func TestWhatAProcessHasClaimedIsItsOwn(t *testing.T) {
	t.Parallel()
	l := newLife(t)
	var members []*fleet.Member
	for range 2 {
		one, err := fleet.Join(t.Context(), storetest.Shared{Store: l.store, Clock: l.env.Now}, l.env.Now, nil)
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, one)
	}
	l.env.Fleet = members[0]
	for id, owner := range map[string]string{"mine": members[0].ID(), "other's": members[1].ID(), "nobody's": ""} {
		head := storage.Head{ID: id, Created: noon, NextCheck: noon}
		head.Phase, head.Guild, head.Owner = storage.Playing, guild(3), owner
		if _, err := l.store.Create(t.Context(), head); err != nil {
			t.Fatal(err)
		}
	}
	l.works(0, 4, 0, 1)
	if got, want := l.due(), []string{"mine"}; members[0].ID() == "" || !slices.Equal(got, want) {
		t.Errorf("due for a process without the shard are %v, want %v", got, want)
	}
}

// due returns the ids of all matches that are due now for the process.
func (l *life) due() (ids []string) {
	l.t.Helper()
	if err := match.EachDue(l.t.Context(), 1, func(limit int) (some []string, found int, err error) {
		heads, err := l.store.Due(l.t.Context(), l.now, limit)
		for _, head := range heads {
			if l.outages.Env.IsDue(l.t.Context(), head, l.now) {
				some = append(some, head.ID)
			}
		}
		return some, len(heads), err
	}, func(id string) error {
		ids = append(ids, id)
		return nil
	}); err != nil {
		l.t.Fatal(err)
	}
	return ids
}

// A long outage of a shard makes the matches of its servers due, once, and no others.
func TestTellTouchesTheShardsMatches(t *testing.T) {
	t.Parallel()
	l := newLife(t)
	for n := range 4 {
		head := storage.Head{ID: fmt.Sprint(n), Created: noon, NextCheck: noon.Add(1000 * time.Hour)}
		head.Phase, head.Guild = storage.Playing, guild(n)
		if _, err := l.store.Create(t.Context(), head); err != nil {
			t.Fatal(err)
		}
	}
	l.works(time.Minute, 4)
	for l.now.Before(noon.Add(2 * time.Hour)) {
		l.works(30*time.Second, 4, 0, 1, 2)
		l.stands(20 * time.Second)
	}
	l.works(time.Minute, 4)
	for range 2 {
		if err := l.outages.Tell(t.Context()); err != nil {
			t.Fatal(err)
		}
		if due := l.due(); !slices.Equal(due, []string{"3"}) {
			t.Fatalf("after two hours without shard 3, due are %v, want the match of server 3", due)
		}
		l.now = l.now.Add(time.Second)
	}
	if m, err := l.store.Get(t.Context(), "3"); err != nil || m.Version != 2 {
		t.Errorf("the match was written %d times (%v), want once more after it was made", m.Version, err)
	}
}

// A sign of life that was begun while a shard was open, and comes after that, is none.
func TestALostShardGivesNoSignOfLife(t *testing.T) {
	t.Parallel()
	l := newLife(t)
	one := match.Shard{Index: 1, Of: 4}
	l.works(time.Minute, 4, 1)
	l.env.Shards.Closed(one)
	l.stands(time.Hour)
	if err := l.outages.Beat(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	l.stands(time.Hour)
	l.works(time.Minute, 4, 1)
	up, err := storage.Uptimes.Get(t.Context(), l.store, one.Uptime())
	if err != nil || len(up.Outages) != 1 || up.Outages[0].To.Sub(up.Outages[0].From) != 2*time.Hour {
		t.Errorf("a shard that was away for two hours has the outages %+v (%v), want one of them", up.Outages, err)
	}
}

// A passing is a store in which something happens before the second reading of a record.
type passing struct {
	storage.Store
	reads *int
	what  func()
}

func (p passing) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	if *p.reads++; *p.reads == 2 {
		p.what()
	}
	return p.Store.Record(ctx, kind, id)
}

// A process that stands still within a sign of life, while another works, makes no outage of that.
func TestALateSignOfLifeIsNoOutage(t *testing.T) {
	t.Parallel()
	l := newLife(t)
	whole := match.Shard{Of: 1}
	l.works(time.Minute, 1)
	l.stands(10 * time.Second)
	other := &match.Outages{Env: match.NewEnv(nil, l.store, l.env.Now, rand.Reader)}
	l.env.Store = passing{l.store, new(int), func() {
		for range 2 * 60 * 6 {
			l.stands(10 * time.Second)
			if err := other.Beat(t.Context(), whole); err != nil {
				t.Error(err)
			}
		}
	}}
	for range 2 {
		if err := l.outages.Beat(t.Context(), whole); err != nil {
			t.Fatal(err)
		}
		l.stands(10 * time.Second)
	}
	up, err := storage.Uptimes.Get(t.Context(), l.store, whole.Uptime())
	if err != nil || len(up.Outages) > 0 || l.now.Sub(up.Alive) > 10*time.Second {
		t.Errorf("after two processes worked, one of them slowly, the uptime is %+v (%v), want no outage", up, err)
	}
}
