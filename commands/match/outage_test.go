package match_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
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

// A life is a bot whose clock the test moves, with the store that its processes share. It plays a script, a line
// at a time; a line with ":" asks. Shards are written "2 3 of 4", all of them "of 4". The server n is on shard n.
//
//	works D SHARDS           some shards work for a while
//	stands D                 time passes in which nothing works
//	doubts, knows            whether it is sure what time it is; at the beginning it is
//	beats, closes, opens SHARD   a shard gives a sign of life, is closed, is opened again
//	match ID SERVER [OWNER]  makes a match that is due at noon, and is claimed by a process, "1" or "2"
//	later ID SERVER          makes one that is not due
//	joins                    a process joins the others; the first that does is the bot
//	forgets SHARDS           a process with these shards forgets old outages
//	tells                    the matches are told of outages
//	away N: FROM+LENGTH…     the absences of a server in minutes since noon, and "!" if it is away now
//	outages: N               how many are kept of all of two shards
//	uptime ID: …             how long ago the last sign of life was, the outages, and the numbers of shards
//	due: ID…                 what is due for the process
//	version ID: N            of a match
type life struct {
	t       *testing.T
	now     time.Time
	store   storage.Store
	env     *match.Env
	members []*fleet.Member
}

func newLife(t *testing.T) *life {
	t.Helper()
	store, err := bolt.Open(filepath.Join(storetest.Dir(t), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	l := &life{t: t, now: noon, store: store}
	l.env = match.NewEnv(nil, store, func() time.Time { return l.now }, rand.Reader)
	return l
}

// play plays a script.
func (l *life) play(script string) {
	l.t.Helper()
	for line := range strings.Lines(script) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		question, want, asks := strings.Cut(strings.TrimSpace(line), ":")
		if asks {
			if got, want := l.answers(strings.Fields(question)), strings.TrimSpace(want); got != want {
				l.t.Errorf("%v after noon, %s is %q, want %q", l.now.Sub(noon), question, got, want)
			}
		} else if err := l.does(words[0], words[1:]); err != nil {
			l.t.Fatalf("%s: %v", line, err)
		}
	}
}

// number reads a number.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

// shards reads "2 3 of 4".
func shards(words []string) (all []match.Shard) {
	of := number(words[len(words)-1])
	for _, word := range words[:len(words)-2] {
		all = append(all, match.Shard{Index: number(word), Of: of})
	}
	for n := range of {
		if len(words) == 2 {
			all = append(all, match.Shard{Index: n, Of: of})
		}
	}
	return all
}

func (l *life) does(verb string, rest []string) error {
	ctx := l.t.Context()
	switch verb {
	case "works":
		all := shards(rest[1:])
		l.env.Shards = &match.ShardSet{}
		l.env.Shards.Assign(all)
		for _, s := range all {
			l.env.Shards.Opened(s)
		}
		for end := l.now.Add(length(rest[0])); ; l.now = l.now.Add(10 * time.Second) {
			if err := l.env.Beat(ctx, all...); err != nil || !l.now.Before(end) {
				return err
			}
		}
	case "stands":
		l.now = l.now.Add(length(rest[0]))
	case "doubts", "knows":
		l.env.Confirmed = func() bool { return verb == "knows" }
	case "beats":
		return l.env.Beat(ctx, shards(rest)...)
	case "closes":
		l.env.Shards.Closed(shards(rest)[0])
	case "opens":
		l.env.Shards.Opening(shards(rest)[0])
		l.env.Shards.Opened(shards(rest)[0])
	case "match", "later":
		head := storage.Head{ID: rest[0], Created: noon, NextCheck: noon}
		if head.Phase, head.Guild = storage.Playing, guild(number(rest[1])); verb == "later" {
			head.NextCheck = noon.Add(1000 * time.Hour)
		}
		if len(rest) > 2 {
			head.Owner = l.members[number(rest[2])-1].ID()
		}
		_, err := l.store.Create(ctx, head)
		return err
	case "joins":
		one, err := fleet.Join(ctx, storetest.Shared{Store: l.store, Clock: l.env.Now}, l.env.Now, nil)
		if l.members = append(l.members, one); l.env.Fleet == nil {
			l.env.Fleet = one
		}
		return err
	case "forgets":
		l.env.Shards.Assign(shards(rest))
		return l.env.ForgetOutages(ctx)
	case "tells":
		return l.env.TellOutages(ctx)
	default:
		return errors.New("there is no such line")
	}
	return nil
}

// length reads a time.
func length(text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return d
}

func (l *life) answers(of []string) string {
	l.t.Helper()
	ctx := l.t.Context()
	var said []string
	var err error
	spans := func(all []storage.Span) {
		for _, s := range all {
			said = append(said, fmt.Sprintf("%g+%g", s.From.Sub(noon).Minutes(), s.To.Sub(s.From).Minutes()))
		}
	}
	up := func(id string) storage.Uptime {
		u, failed := storage.Uptimes.Get(ctx, l.store, id)
		err = errors.Join(err, failed)
		return u
	}
	switch of[0] {
	case "away":
		var away match.Absence
		away, err = l.env.Away(ctx, guild(number(of[1])))
		if spans(away.Spans); away.Now {
			said = append(said, "!")
		}
	case "outages":
		said = append(said, fmt.Sprint(len(up("").Outages)+len(up("0/2").Outages)+len(up("1/2").Outages)))
	case "uptime":
		u := up(strings.Join(of[1:], ""))
		said = append(said, fmt.Sprint(l.now.Sub(u.Alive)))
		for _, o := range u.Outages {
			spans([]storage.Span{o.Span})
		}
		for _, n := range u.Shards {
			said = append(said, fmt.Sprint("of ", n))
		}
	case "due":
		err = match.EachDue(ctx, 1, func(limit int) (some []string, found int, err error) {
			heads, err := l.store.Due(ctx, l.now, limit)
			for _, head := range heads {
				if l.env.IsDue(ctx, head, l.now) {
					some = append(some, head.ID)
				}
			}
			return some, len(heads), err
		}, func(id string) error { said = append(said, id); return nil })
	case "version":
		var m storage.Match
		m, err = l.store.Get(ctx, of[1])
		said = append(said, fmt.Sprint(m.Version))
	default:
		err = errors.New("there is no such question")
	}
	if err != nil {
		l.t.Fatal(err)
	}
	return strings.Join(said, " ")
}

//test:unwatched
func TestOutages(t *testing.T) {
	t.Parallel()
	// A server gets back the time in which its own shard was away, whatever became of the others, and
	// whatever number of shards the bot had then.
	scripts := map[string]string{
		// It has the record of no shard.
		"a bot without shards": `
			works 0s of 1
			uptime: 0s`,
		// Its shard of this process is closed, or gives no sign of life from another process.
		"a server is away now": `
			works 1m 2 3 of 4
			works 1m 0 1 of 4
			away 0:
			away 1:
			away 2: !
			away 3: !
			closes 1 of 4
			opens 1 of 4
			away 1: !
			beats 1 of 4
			away 1:`,
		// Those of another process and of another number of shards too.
		"old outages are forgotten after a year and more": `
			works 1m of 1
			stands 5m
			works 1m of 1
			works 1m of 2
			stands 5m
			works 1m of 2
			stands 9576h
			forgets 0 of 2
			outages: 5
			stands 48h
			forgets 0 of 2
			outages: 0`,
		// No other takes it: it may have published a bid for a server of another process, and failed.
		"what a process has claimed is due for it wherever that is": `
			joins
			joins
			match mine 3 1
			match theirs 3 2
			match nobodys 3
			works 0s 0 1 of 4
			due: mine`,
		// It makes the matches of its servers due, once, and no others.
		"a long outage of a shard is told": `
			later m0 0
			later m1 1
			later m2 2
			later m3 3
			works 1m of 4` + strings.Repeat(`
			works 30s 0 1 2 of 4
			stands 20s`, 143) + `
			works 1m of 4
			tells
			due: m3
			stands 1s
			tells
			due: m3
			version m3: 2`,
		// What its time made due would wait for that time.
		"a clock was ahead for a while": `
			works 1m of 1
			later m0 0
			stands 720h
			works 60s of 1
			tells
			stands -720h
			works 10s of 1
			away 0: 1+1
			uptime: 0s 1+1 2+0
			version m0: 2
			tells
			due: m0
			version m0: 3`,
		// The outage is that of before the start.
		"a clock was ahead at the start": `
			works 1m of 1
			stands 5m
			stands 720h
			works 60s of 1
			stands -720h
			works 10s of 1
			away 0: 1+6`,
		// It is not known which of two times is right.
		"a clock that may be behind makes no outage": `
			works 1m of 1
			doubts
			stands -720h
			works 60s of 1
			stands 719h59m
			works 60s of 1
			knows
			works 60s of 1
			away 0:`,
		// It was begun while the shard was open.
		"a sign of life that comes after its shard was closed is none": `
			works 1m 1 of 4
			closes 1 of 4
			stands 1h
			beats 1 of 4
			stands 1h
			works 1m 1 of 4
			uptime 1/4: 0s 1+120`,
	}
	for name, c := range map[string]struct {
		script string
		away   [4]string // the servers 0 to 3
	}{
		"without shards":                      {"works 1m of 1\nstands 5m\nworks 1m of 1", [4]string{"1+5", "1+5", "1+5", "1+5"}},
		"one shard is away, the others work":  {"works 1m of 4\nworks 5m 0 1 2 of 4\nworks 1m of 4", [4]string{"", "", "", "1+5"}},
		"a restart of twenty seconds":         {"works 1m of 4\nstands 20s\nworks 1m of 4", [4]string{}},
		"from one connection to four shards":  {"works 1m of 1\nstands 5m\nworks 1m of 4", [4]string{"1+5", "1+5", "1+5", "1+5"}},
		"from one to four in twenty seconds":  {"works 1m of 1\nstands 20s\nworks 1m of 4", [4]string{}},
		"a shard that died before the others": {"works 1m of 4\nworks 2m 0 1 2 of 4\nstands 5m\nworks 1m of 2", [4]string{"3+5", "3+5", "3+5", "1+7"}},
		"a new shard that begins late":        {"works 1m of 1\nworks 2m 0 of 2\nworks 1m of 2", [4]string{"", "1+2", "", "1+2"}},
		"back to the number of before":        {"works 1m of 4\nworks 60m of 1\nstands 5m\nworks 1m of 4", [4]string{"61+5", "61+5", "61+5", "61+5"}},
		"both at once":                        {"works 1m of 4\nworks 1m 1 of 2\nworks 1m 1 of 4\nworks 1m of 2", [4]string{"1+2", "", "1+2", "2+1"}},
		"a first start with some shards":      {"works 1m 0 1 of 4\nworks 1m of 4", [4]string{}},
	} {
		scripts[name] = c.script
		for n, away := range c.away {
			scripts[name] += fmt.Sprintf("\naway %d: %s", n, away)
		}
	}
	// What is due in servers that do not reach the process waits, and hides nothing that is due elsewhere.
	due := "works 0s 0 1 2 of 4\n"
	for n := range 350 { // more than are read at once
		server := 3
		if n%150 == 49 {
			server = n / 150
		}
		due += fmt.Sprintf("match m%03d %d\n", n, server)
	}
	scripts["due is what reaches the process"] = due + "due: m049 m199 m349"
	for name, script := range scripts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newLife(t).play(script)
		})
	}
}

// A passing is a store in which something happens before the second reading of a record.
type passing struct {
	storage.Store
	reads int
	what  func()
}

func (p *passing) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	if p.reads++; p.reads == 2 {
		p.what()
	}
	return p.Store.Record(ctx, kind, id)
}

// A process that stands still within a sign of life, while another works, makes no outage of that.
func TestALateSignOfLifeIsNoOutage(t *testing.T) {
	t.Parallel()
	l := newLife(t)
	l.play("works 1m of 1\nstands 10s")
	other := &life{t: t, now: l.now, env: match.NewEnv(nil, l.store, l.env.Now, rand.Reader)}
	l.env.Store = &passing{l.store, 0, func() {
		for range 2 * 60 * 6 {
			l.play("stands 10s")
			other.play("beats of 1")
		}
	}}
	l.play("beats of 1\nstands 10s\nbeats of 1\nuptime: 0s")
}
