package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/storage"
)

// A call is a call of a store: what it is asked, and what it answers.
type call struct {
	method string
	ctx    context.Context

	id      string // of a match, a person, a channel or a record
	kind    string // of records
	live    bool
	part    storage.Part
	now     time.Time
	limit   int
	of      storage.Standings
	entries []storage.Entry

	head    storage.Head   // what is written, and what the write returns
	record  storage.Record // likewise, and what is read
	match   storage.Match
	heads   []storage.Head
	ids     []string
	records []storage.Record
	err     error

	standings []storage.Standing
}

// A faulty store is a real one with something wrong. Each call goes its way, which may change what is asked,
// carry it out, and change what is answered.
type faulty struct {
	storage.Store
	way
	kept  call         // what a fault remembers
	calls atomic.Int32 // of a fault that makes rivals wait for each other
	all   chan struct{}
}

func (f *faulty) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	c := &call{method: "Create", ctx: ctx, head: h}
	f.way(f, c, func() { c.head, c.err = f.Store.Create(c.ctx, c.head) })
	return c.head, c.err
}

func (f *faulty) Append(ctx context.Context, h storage.Head, es ...storage.Entry) (storage.Head, error) {
	c := &call{method: "Append", ctx: ctx, head: h, entries: slices.Clone(es)}
	f.way(f, c, func() { c.head, c.err = f.Store.Append(c.ctx, c.head, c.entries...) })
	return c.head, c.err
}

func (f *faulty) Get(ctx context.Context, id string) (storage.Match, error) {
	c := &call{method: "Get", ctx: ctx, id: id}
	f.way(f, c, func() { c.match, c.err = f.Store.Get(c.ctx, c.id) })
	return c.match, c.err
}

func (f *faulty) OfPlayer(ctx context.Context, id string, live bool, part storage.Part) ([]storage.Head, error) {
	c := &call{method: "OfPlayer", ctx: ctx, id: id, live: live, part: part}
	f.way(f, c, func() { c.heads, c.err = f.Store.OfPlayer(c.ctx, c.id, c.live, c.part) })
	return c.heads, c.err
}

func (f *faulty) OfChannel(ctx context.Context, id string, live bool, part storage.Part) ([]storage.Head, error) {
	c := &call{method: "OfChannel", ctx: ctx, id: id, live: live, part: part}
	f.way(f, c, func() { c.heads, c.err = f.Store.OfChannel(c.ctx, c.id, c.live, c.part) })
	return c.heads, c.err
}

func (f *faulty) Standings(ctx context.Context, of storage.Standings) ([]storage.Standing, error) {
	c := &call{method: "Standings", ctx: ctx, of: of}
	f.way(f, c, func() { c.standings, c.err = f.Store.Standings(c.ctx, c.of) })
	return c.standings, c.err
}

func (f *faulty) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	c := &call{method: "Due", ctx: ctx, now: now, limit: limit}
	f.way(f, c, func() { c.heads, c.err = f.Store.Due(c.ctx, c.now, c.limit) })
	return c.heads, c.err
}

func (f *faulty) Scheduled(ctx context.Context) ([]string, error) {
	c := &call{method: "Scheduled", ctx: ctx}
	f.way(f, c, func() { c.ids, c.err = f.Store.Scheduled(c.ctx) })
	return c.ids, c.err
}

func (f *faulty) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	c := &call{method: "Record", ctx: ctx, kind: kind, id: id}
	f.way(f, c, func() { c.record, c.err = f.Store.Record(c.ctx, c.kind, c.id) })
	return c.record, c.err
}

func (f *faulty) RecordsOf(ctx context.Context, kind string, ids []string) ([]storage.Record, error) {
	c := &call{method: "RecordsOf", ctx: ctx, kind: kind, ids: ids}
	f.way(f, c, func() { c.records, c.err = f.Store.RecordsOf(c.ctx, c.kind, c.ids) })
	return c.records, c.err
}

func (f *faulty) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	c := &call{method: "PutRecord", ctx: ctx, record: r}
	f.way(f, c, func() { c.record, c.err = f.Store.PutRecord(c.ctx, c.record) })
	return c.record, c.err
}

func (f *faulty) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	c := &call{method: "DueRecords", ctx: ctx, kind: kind, now: now, limit: limit}
	f.way(f, c, func() { c.records, c.err = f.Store.DueRecords(c.ctx, c.kind, c.now, c.limit) })
	return c.records, c.err
}

// Time returns the time of this machine, as long as the store is open.
func (f *faulty) Time(ctx context.Context) (time.Time, error) {
	c := &call{method: "Time", ctx: ctx}
	f.way(f, c, func() { _, c.err = f.Store.Scheduled(c.ctx); c.now = time.Now() })
	return c.now, c.err
}

func (f *faulty) Close() error {
	c := &call{method: "Close"}
	f.way(f, c, func() { c.err = f.Store.Close() })
	return c.err
}

// A way is how a fault changes a call of a store. do carries the call out.
type way func(f *faulty, c *call, do func())

// before changes what a method is asked; "" is any.
func before(method string, change func(*call)) way {
	return func(f *faulty, c *call, do func()) {
		if method == "" || c.method == method {
			change(c)
		}
		do()
	}
}

// after changes what a method answers, where that is no error.
func after(method string, change func(*faulty, *call)) way {
	return func(f *faulty, c *call, do func()) {
		if do(); c.err == nil && (method == "" || c.method == method) {
			change(f, c)
		}
	}
}

// instead carries out a method in another way.
func instead(method string, do func(*faulty, *call)) way {
	return func(f *faulty, c *call, usual func()) {
		if c.method == method {
			do(f, c)
		} else {
			usual()
		}
	}
}

// wrong returns what takes the place of an error of a method, or comes with it.
func wrong(method string, is error, do func(*faulty, *call)) way {
	return func(f *faulty, c *call, usual func()) {
		given := *c
		if usual(); c.method == method && errors.Is(c.err, is) {
			c.head = given.head
			do(f, c)
		}
	}
}

// without takes matches from a list.
func without(so func(c *call, h storage.Head) bool) way {
	return after("", func(f *faulty, c *call) {
		c.heads = slices.DeleteFunc(c.heads, func(h storage.Head) bool { return so(c, h) })
	})
}

// deaf has a method ignore a done context.
func deaf(method string) way {
	return before(method, func(c *call) { c.ctx = context.WithoutCancel(c.ctx) })
}

// A fault is something that may be wrong with a store, with the checks that must notice it, which a "|" parts.
type fault struct {
	name, checks string
	way
}

var faults = []fault{
	{"append ignores the version", "conflict|claim|claim, many at once|append, many at once", instead("Append", force)},
	{"a conflict is written all the same", "conflict", wrong("Append", storage.ErrConflict, func(f *faulty, c *call) {
		force(f, c)
		c.err = storage.ErrConflict
	})},
	{"append makes what is not there", "not found", wrong("Append", storage.ErrNotFound, func(f *faulty, c *call) {
		c.head, c.err = f.Store.Create(c.ctx, c.head)
	})},
	{"create replaces", "create twice", wrong("Create", storage.ErrExists, force)},
	{"append forgets an entry", "log", before("Append", func(c *call) { c.entries = c.entries[:min(1, len(c.entries))] })},
	{"append turns entries round", "log", before("Append", func(c *call) { slices.Reverse(c.entries) })},
	{"times lose their zone", "times", before("Create", func(c *call) { c.head.NextCheck = unzoned(c.head.NextCheck) })},
	{"times of clocks lose their zone", "times", before("Create", func(c *call) {
		c.head.Clocks = slices.Clone(c.head.Clocks)
		c.head.Clocks[0].Extension.To = unzoned(c.head.Clocks[0].Extension.To)
	})},
	{"times keep their zone", "times", after("Get", func(f *faulty, c *call) {
		c.match.Clocks[0].Since = c.match.Clocks[0].Since.In(west)
	})},
	{"times lose their fraction", "create", before("Create", func(c *call) {
		c.head.Created = c.head.Created.Truncate(time.Second)
	})},
	{"get gives out its own memory", "memory out", after("Get", func(f *faulty, c *call) {
		if f.kept.match.Version != c.match.Version {
			f.kept.match = c.match
		}
		c.match = f.kept.match
	})},
	{"create keeps what it was handed", "memory in", func(f *faulty, c *call, do func()) {
		if c.method == "Create" {
			f.kept.head.Players = c.head.Players
		}
		if do(); c.method == "Get" {
			c.match.Players = f.kept.head.Players
		}
	}},
	{"ended matches among the live", "of player, later", after("OfPlayer", func(f *faulty, c *call) {
		others, _ := f.Store.OfPlayer(c.ctx, c.id, !c.live, c.part)
		c.heads = append(c.heads, others...)
	})},
	{"an invited person is forgotten", "of player", without(func(c *call, h storage.Head) bool {
		return c.method == "OfPlayer" && !slices.ContainsFunc(h.Players, func(p storage.Player) bool { return p.ID == c.id })
	})},
	{"newest first", "of player, oldest first|of player, the newest|ended in", after("", func(f *faulty, c *call) {
		slices.Reverse(c.heads)
	})},
	{"a limit is ignored", "of player, the newest", before("", func(c *call) { c.part++ })},
	{"only the home", "of channel", without(func(_ *call, h storage.Head) bool { return h.Home != h.Channel })},
	{"a match twice", "of channel", after("", func(f *faulty, c *call) {
		c.heads = append(c.heads, c.heads[:min(1, len(c.heads))]...)
	})},
	{"an ended match stays in its old channel", "ended in, later", before("OfChannel", func(c *call) {
		if !c.live {
			c.id = strings.Replace(c.id, "thread", "home", 1)
		}
	})},
	{"all channels count", "standings", before("Standings", func(c *call) { c.of.Channels = []string{"home", "away", "thread"} })},
	{"all games count", "standings", before("Standings", func(c *call) { c.of.Game = "" })},
	{"the game played most is any", "standings", after("Standings", func(_ *faulty, c *call) {
		for i := range c.standings {
			c.standings[i].Game = "chess"
		}
	})},
	{"a year is ever", "standings", before("Standings", func(c *call) {
		if c.of.Period < 3000 {
			c.of.Period = storage.Ever
		}
	})},
	{"what was taken away still counts", "standings, later", after("Standings", func(f *faulty, c *call) {
		if len(c.standings) < len(f.kept.standings) {
			c.standings = f.kept.standings
		}
		f.kept.standings = c.standings
	})},
	{"there is no limit of what is due", "due|due records", before("", func(c *call) { c.limit = 1000 })},
	{"what is due comes too late", "due|due records", before("", func(c *call) { c.now = c.now.Add(-1) })},
	{"ended matches are not due", "due in any phase", without(func(_ *call, h storage.Head) bool { return !h.Phase.Live() })},
	{"a moved check leaves a ghost", "due, later", after("", func(f *faulty, c *call) {
		if c.method == "Create" {
			f.kept.heads = append(f.kept.heads, c.head)
		}
		c.heads = append(c.heads, f.kept.heads...)
	})},
	{"scheduled forgets ended matches", "scheduled", after("Scheduled", func(f *faulty, c *call) {
		c.ids = slices.DeleteFunc(c.ids, func(id string) bool {
			m, err := f.Store.Get(c.ctx, id)
			return err == nil && !m.Phase.Live()
		})
	})},
	{"scheduled is by id", "scheduled", after("Scheduled", func(f *faulty, c *call) { slices.Sort(c.ids) })},
	{"a write ignores a done context", "a context that is done", deaf("Append")},
	{"a read of a record ignores a done context", "a context that is done", deaf("Record")},
	{"a write of a record ignores a done context", "a context that is done", deaf("PutRecord")},
	{"the clock is far off", "the store's own clock", instead("Time", func(f *faulty, c *call) { c.now = minute(0) })},
	{"the clock goes back", "the store's own clock", instead("Time", func(f *faulty, c *call) {
		f.kept.limit++
		c.now = time.Now().Add(-time.Duration(f.kept.limit) * time.Minute)
	})},
	{"close does nothing", "closed", instead("Close", func(*faulty, *call) {})},

	{"a record forgets what it says", "records", before("PutRecord", func(c *call) {
		if c.record.Value != nil {
			c.record.Value = json.RawMessage("null")
		}
	})},
	{"times of records lose their zone", "records", before("PutRecord", func(c *call) {
		c.record.NextCheck = unzoned(c.record.NextCheck)
	})},
	{"a write returns the version before", "records", instead("PutRecord", func(f *faulty, c *call) {
		_, c.err = f.Store.PutRecord(c.ctx, c.record)
	})},
	{"a record is written at any version", "records, versions|records, many at once", instead("PutRecord", writeAtAnyVersion)},
	{"a conflict is no error", "records, versions", instead("PutRecord", func(f *faulty, c *call) {
		c.record, _ = f.Store.PutRecord(c.ctx, c.record)
	})},
	{"a record is not removed", "records, removed", instead("PutRecord", func(f *faulty, c *call) {
		if c.record.Version = 0; c.record.Value != nil {
			writeAtAnyVersion(f, c)
		}
	})},
	{"versions begin anew", "records, removed", instead("PutRecord", func(f *faulty, c *call) {
		if c.record.Version != f.kept.record.Version {
			c.record, c.err = storage.Record{}, storage.ErrConflict
			return
		}
		if f.kept.record.Version++; c.record.Value == nil {
			f.kept.record.Version = 0
		}
		writeAtAnyVersion(f, c)
		c.record.Version = f.kept.record.Version
	})},
	{"ids have no case", "records, ids are any text", instead("PutRecord", func(f *faulty, c *call) {
		c.record.ID = strings.ToLower(c.record.ID)
		writeAtAnyVersion(f, c)
	})},
	{"a read keeps what it returned", "records, memory", after("Record", func(f *faulty, c *call) {
		if f.kept.record.Version == 0 {
			f.kept.record = c.record
		}
		c.record = f.kept.record
	})},
	{"of many records the last is lost", "many records", after("RecordsOf", func(_ *faulty, c *call) {
		c.records = c.records[:max(0, len(c.records)-1)]
	})},
	{"many records are of any kind", "many records", before("RecordsOf", func(c *call) { c.kind = "k" })},
	{"a record has what another says", "records, ids are any text", before("Record", func(c *call) { c.id = strings.ToLower(c.id) })},
	{"people are read and written apart", "people, many at once", readsApart(0)},
	{"people are read and written apart, after three who are made due", "claim of a person, many at once", readsApart(3)},
	{"due records are by id", "due records", after("DueRecords", func(f *faulty, c *call) {
		slices.SortFunc(c.records, func(a, b storage.Record) int { return strings.Compare(a.ID, b.ID) })
	})},
}

// force appends to a match at whatever version it is.
func force(f *faulty, c *call) {
	for {
		m, err := f.Store.Get(c.ctx, c.head.ID)
		if err != nil {
			c.err = err
			return
		}
		h := c.head
		h.Version = m.Version
		if h, c.err = f.Store.Append(c.ctx, h, c.entries...); !errors.Is(c.err, storage.ErrConflict) {
			c.head = h
			return
		}
	}
}

// unzoned returns the time in UTC whose clock shows the same as that of t.
func unzoned(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

// writeAtAnyVersion writes a record at whatever version it is.
func writeAtAnyVersion(f *faulty, c *call) {
	for {
		was, err := f.Store.Record(c.ctx, c.record.Kind, c.record.ID)
		if err != nil {
			c.err = err
			return
		}
		r := c.record
		r.Version = was.Version
		if r, c.err = f.Store.PutRecord(c.ctx, r); c.err == nil {
			c.record = r
			return
		}
	}
}

// readsApart has all rivals read before one of them writes, and then write at any version. The
// first reads, so many as first says, and all reads after those of the rivals wait for nobody.
func readsApart(first int32) way {
	return func(f *faulty, c *call, do func()) {
		if c.method == "PutRecord" {
			writeAtAnyVersion(f, c)
			return
		}
		if do(); c.method != "Record" {
			return
		}
		switch n := f.calls.Add(1); {
		case n <= first:
			return
		case n == first+rivals:
			close(f.all)
		}
		select {
		case <-f.all:
		case <-time.After(Patience): // the check waits no longer either, and says so
		}
	}
}

// Each planted fault is noticed by its checks, which pass without the fault.
func TestFaults(t *testing.T) {
	for _, f := range faults {
		for name := range strings.SplitSeq(f.checks, "|") {
			t.Run(f.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				i := slices.IndexFunc(checks, func(c check) bool { return c.name == name })
				if i < 0 {
					t.Fatalf("there is no check %q", name)
				}
				if (&recorder{TB: t}).try(checks[i], fresh(t)) {
					t.Errorf("check %q fails without a fault", name)
				}
				if !(&recorder{TB: t}).try(checks[i], &faulty{Store: fresh(t), way: f.way, all: make(chan struct{})}) {
					t.Errorf("check %q does not notice it", name)
				}
			})
		}
	}
}
