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

type (
	heads  = []storage.Head
	record = storage.Record
)

// A question is what a list of a store is asked for.
type question struct {
	id    string // of a person, a channel or a kind
	live  bool
	part  storage.Part
	now   time.Time
	limit int
}

// A faulty store is a real one with something wrong: with what it is handed, with what it hands out, or with
// what becomes of a write. Each function is nil where nothing is wrong.
type faulty struct {
	storage.Store
	// what Create writes
	creates func(*storage.Head)
	// what Append adds
	appends func([]storage.Entry) []storage.Entry
	// instead of the error of a write
	wrote func(ctx context.Context, h storage.Head, err error) (storage.Head, error, bool)
	// instead of Append
	writes func(ctx context.Context, h storage.Head, es []storage.Entry) (storage.Head, error)
	// what Get returns
	got func(*storage.Match)
	// what any list is asked for
	asks func(*question)
	// what OfPlayer returns
	players func(question, heads) heads
	// what any list returns
	listed func(heads) heads
	// what Scheduled returns
	ids func([]string) []string
	// what Record returns
	reads func(ctx context.Context, kind, id string, r record, err error) (record, error)
	// what PutRecord writes
	puts func(*record)
	// instead of PutRecord
	put func(ctx context.Context, r record) (record, error)
	// what DueRecords returns
	records func([]record) []record
	// of the clock of the store
	now func() time.Time
	// the method that ignores a done context
	deaf   string
	closes func() error
}

// hears returns the context of a call, which goes on for ever if the method is deaf to it.
func (f *faulty) hears(ctx context.Context, method string) context.Context {
	if f.deaf == method {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

func (f *faulty) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	if f.creates != nil {
		f.creates(&h)
	}
	got, err := f.Store.Create(ctx, h)
	if f.wrote != nil && err != nil {
		if instead, failed, ok := f.wrote(ctx, h, err); ok {
			return instead, failed
		}
	}
	return got, err
}

func (f *faulty) Append(ctx context.Context, h storage.Head, es ...storage.Entry) (storage.Head, error) {
	ctx = f.hears(ctx, "Append")
	if f.appends != nil {
		es = f.appends(slices.Clone(es))
	}
	if f.writes != nil {
		return f.writes(ctx, h, es)
	}
	got, err := f.Store.Append(ctx, h, es...)
	if f.wrote != nil && err != nil {
		if instead, failed, ok := f.wrote(ctx, h, err); ok {
			return instead, failed
		}
	}
	return got, err
}

func (f *faulty) Get(ctx context.Context, id string) (storage.Match, error) {
	m, err := f.Store.Get(ctx, id)
	if f.got != nil && err == nil {
		f.got(&m)
	}
	return m, err
}

// list asks a question and returns the answer.
func (f *faulty) list(q question, ask func(question) (heads, error)) (heads, error) {
	if f.asks != nil {
		f.asks(&q)
	}
	hs, err := ask(q)
	if f.listed != nil && err == nil {
		hs = f.listed(hs)
	}
	return hs, err
}

func (f *faulty) OfPlayer(ctx context.Context, player string, live bool, part storage.Part) (heads, error) {
	return f.list(question{id: player, live: live, part: part}, func(q question) (heads, error) {
		hs, err := f.Store.OfPlayer(ctx, q.id, q.live, q.part)
		if f.players != nil && err == nil {
			hs = f.players(q, hs)
		}
		return hs, err
	})
}

func (f *faulty) OfChannel(ctx context.Context, channel string, part storage.Part) (heads, error) {
	return f.list(question{id: channel, part: part}, func(q question) (heads, error) {
		return f.Store.OfChannel(ctx, q.id, q.part)
	})
}

func (f *faulty) EndedIn(ctx context.Context, channel string, limit int) (heads, error) {
	return f.list(question{id: channel, limit: limit}, func(q question) (heads, error) {
		return f.Store.EndedIn(ctx, q.id, q.limit)
	})
}

func (f *faulty) Due(ctx context.Context, now time.Time, limit int) (heads, error) {
	return f.list(question{now: now, limit: limit}, func(q question) (heads, error) {
		return f.Store.Due(ctx, q.now, q.limit)
	})
}

func (f *faulty) Scheduled(ctx context.Context) ([]string, error) {
	ids, err := f.Store.Scheduled(ctx)
	if f.ids != nil && err == nil {
		ids = f.ids(ids)
	}
	return ids, err
}

func (f *faulty) Record(ctx context.Context, kind, id string) (record, error) {
	ctx = f.hears(ctx, "Record")
	r, err := f.Store.Record(ctx, kind, id)
	if f.reads != nil {
		return f.reads(ctx, kind, id, r, err)
	}
	return r, err
}

func (f *faulty) PutRecord(ctx context.Context, r record) (record, error) {
	ctx = f.hears(ctx, "PutRecord")
	if f.puts != nil {
		f.puts(&r)
	}
	if f.put != nil {
		return f.put(ctx, r)
	}
	return f.Store.PutRecord(ctx, r)
}

func (f *faulty) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]record, error) {
	q := question{id: kind, now: now, limit: limit}
	if f.asks != nil {
		f.asks(&q)
	}
	rs, err := f.Store.DueRecords(ctx, q.id, q.now, q.limit)
	if f.records != nil && err == nil {
		rs = f.records(rs)
	}
	return rs, err
}

// Time returns the time of this machine, as long as the store is open.
func (f *faulty) Time(ctx context.Context) (time.Time, error) {
	if f.now != nil {
		return f.now(), nil
	}
	_, err := f.Store.Scheduled(ctx)
	return time.Now(), err
}

func (f *faulty) Close() error {
	if f.closes != nil {
		return f.closes()
	}
	return f.Store.Close()
}

// A fault is something that may be wrong with a store, with the check that must notice it.
type fault struct {
	name, check string
	plant       func(f *faulty)
}

var faults = []fault{
	{"append ignores the version", "conflict", ignoresVersion},
	{"append ignores the version", "claim", ignoresVersion},
	{"append ignores the version", "claim, many at once", ignoresVersion},
	{"append ignores the version", "append, many at once", ignoresVersion},
	{"a conflict is written all the same", "conflict", func(f *faulty) {
		f.wrote = func(ctx context.Context, h storage.Head, err error) (storage.Head, error, bool) {
			f.force(ctx, h, nil)
			return h, err, true
		}
	}},
	{"append makes what is not there", "not found", func(f *faulty) {
		f.wrote = func(ctx context.Context, h storage.Head, err error) (storage.Head, error, bool) {
			got, failed := f.Store.Create(ctx, h)
			return got, failed, errors.Is(err, storage.ErrNotFound)
		}
	}},
	{"create replaces", "create twice", func(f *faulty) {
		f.wrote = func(ctx context.Context, h storage.Head, err error) (storage.Head, error, bool) {
			got, failed := f.force(ctx, h, nil)
			return got, failed, errors.Is(err, storage.ErrExists)
		}
	}},
	{"append forgets an entry", "log", func(f *faulty) {
		f.appends = func(es []storage.Entry) []storage.Entry { return es[:min(1, len(es))] }
	}},
	{"append turns entries round", "log", func(f *faulty) {
		f.appends = func(es []storage.Entry) []storage.Entry { slices.Reverse(es); return es }
	}},
	{"times lose their zone", "times", func(f *faulty) {
		f.creates = func(h *storage.Head) { h.NextCheck = unzoned(h.NextCheck) }
	}},
	{"times of clocks lose their zone", "times", func(f *faulty) {
		f.creates = func(h *storage.Head) {
			h.Clocks = slices.Clone(h.Clocks)
			h.Clocks[0].Extension.To = unzoned(h.Clocks[0].Extension.To)
		}
	}},
	{"times keep their zone", "times", func(f *faulty) {
		f.got = func(m *storage.Match) { m.Clocks[0].Since = m.Clocks[0].Since.In(west) }
	}},
	{"times lose their fraction", "create", func(f *faulty) {
		f.creates = func(h *storage.Head) { h.Created = h.Created.Truncate(time.Second) }
	}},
	{"get gives out its own memory", "memory out", func(f *faulty) {
		var kept storage.Match
		f.got = func(m *storage.Match) {
			if kept.Version != m.Version {
				kept = *m
			}
			*m = kept
		}
	}},
	{"create keeps what it was handed", "memory in", func(f *faulty) {
		var kept []storage.Player
		f.creates = func(h *storage.Head) { kept = h.Players }
		f.got = func(m *storage.Match) { m.Players = kept }
	}},
	{"ended matches among the live", "of player, later", func(f *faulty) {
		f.players = func(q question, hs heads) heads {
			others, _ := f.Store.OfPlayer(context.Background(), q.id, !q.live, q.part)
			return append(hs, others...)
		}
	}},
	{"an invited person is forgotten", "of player", func(f *faulty) {
		f.players = func(q question, hs heads) heads {
			return slices.DeleteFunc(hs, func(h storage.Head) bool {
				return !slices.ContainsFunc(h.Players, func(p storage.Player) bool { return p.ID == q.id })
			})
		}
	}},
	{"newest first", "of player, oldest first", reversed},
	{"a limit is ignored", "of player, the newest", func(f *faulty) { f.asks = func(q *question) { q.part++ } }},
	{"the newest of a channel are its oldest", "of player, the newest", reversed},
	{"only the home", "of channel", func(f *faulty) {
		f.listed = func(hs heads) heads {
			return slices.DeleteFunc(hs, func(h storage.Head) bool { return h.Home != h.Channel })
		}
	}},
	{"a match twice", "of channel", func(f *faulty) {
		f.listed = func(hs heads) heads { return append(hs, hs[:min(1, len(hs))]...) }
	}},
	{"ended matches oldest first", "ended in", reversed},
	{"an ended match stays in its old channel", "ended in, later", func(f *faulty) {
		f.asks = func(q *question) { q.id = strings.Replace(q.id, "thread", "home", 1) }
	}},
	{"due has no limit", "due", unlimited},
	{"due comes too late", "due", tooLate},
	{"ended matches are not due", "due in any phase", func(f *faulty) {
		f.listed = func(hs heads) heads {
			return slices.DeleteFunc(hs, func(h storage.Head) bool { return !h.Phase.Live() })
		}
	}},
	{"a moved check leaves a ghost", "due, later", func(f *faulty) {
		var first heads
		f.creates = func(h *storage.Head) { first = append(first, *h) }
		f.listed = func(hs heads) heads { return append(hs, first...) }
	}},
	{"scheduled forgets ended matches", "scheduled", func(f *faulty) {
		f.ids = func(ids []string) []string {
			return slices.DeleteFunc(ids, func(id string) bool {
				m, err := f.Store.Get(context.Background(), id)
				return err == nil && !m.Phase.Live()
			})
		}
	}},
	{"scheduled is by id", "scheduled", func(f *faulty) {
		f.ids = func(ids []string) []string { slices.Sort(ids); return ids }
	}},
	{"a write ignores a done context", "a context that is done", func(f *faulty) { f.deaf = "Append" }},
	{"a read of a record ignores a done context", "a context that is done", func(f *faulty) { f.deaf = "Record" }},
	{"a write of a record ignores a done context", "a context that is done", func(f *faulty) {
		f.deaf = "PutRecord"
	}},
	{"the clock is far off", "the store's own clock", func(f *faulty) {
		f.now = func() time.Time { return minute(0) }
	}},
	{"the clock goes back", "the store's own clock", func(f *faulty) {
		n := 0
		f.now = func() time.Time { n++; return time.Now().Add(-time.Duration(n) * time.Minute) }
	}},
	{"close does nothing", "closed", func(f *faulty) { f.closes = func() error { return nil } }},

	{"a record forgets what it says", "records", func(f *faulty) {
		f.puts = func(r *record) {
			if r.Value != nil {
				r.Value = json.RawMessage("null")
			}
		}
	}},
	{"times of records lose their zone", "records", func(f *faulty) {
		f.puts = func(r *record) { r.NextCheck = unzoned(r.NextCheck) }
	}},
	{"a write returns the version before", "records", func(f *faulty) {
		f.put = func(ctx context.Context, r record) (record, error) {
			_, err := f.Store.PutRecord(ctx, r)
			return r, err
		}
	}},
	{"a record is written at any version", "records, versions", writesAtAnyVersion},
	{"a record is written at any version", "records, many at once", writesAtAnyVersion},
	{"a conflict is no error", "records, versions", func(f *faulty) {
		f.put = func(ctx context.Context, r record) (record, error) {
			got, _ := f.Store.PutRecord(ctx, r)
			return got, nil
		}
	}},
	{"a record is not removed", "records, removed", func(f *faulty) {
		f.put = func(ctx context.Context, r record) (record, error) {
			if r.Value == nil {
				return record{Kind: r.Kind, ID: r.ID}, nil
			}
			return f.Store.PutRecord(ctx, r)
		}
	}},
	{"versions begin anew", "records, removed", func(f *faulty) {
		writes := map[string]uint64{}
		f.put = func(ctx context.Context, r record) (record, error) {
			if r.Version != writes[r.ID] {
				return record{}, storage.ErrConflict
			}
			was, _ := f.Store.Record(ctx, r.Kind, r.ID)
			r.Version = was.Version
			got, err := f.Store.PutRecord(ctx, r)
			if writes[r.ID]++; r.Value == nil {
				writes[r.ID] = 0
			}
			got.Version = writes[r.ID]
			return got, err
		}
	}},
	{"ids have no case", "records, ids are any text", func(f *faulty) {
		f.puts = func(r *record) {
			r.ID = strings.ToLower(r.ID)
			was, _ := f.Store.Record(context.Background(), r.Kind, r.ID)
			r.Version = was.Version
		}
	}},
	{"a read keeps what it returned", "records, memory", func(f *faulty) {
		var kept record
		f.reads = func(_ context.Context, _, _ string, r record, err error) (record, error) {
			if kept.Version == 0 {
				kept = r
			}
			return kept, err
		}
	}},
	{"a record has what another says", "records, ids are any text", func(f *faulty) {
		f.reads = func(ctx context.Context, kind, id string, _ record, _ error) (record, error) {
			return f.Store.Record(ctx, kind, strings.ToLower(id))
		}
	}},
	{"people are read and written apart", "people, many at once", func(f *faulty) { f.readsApart(0) }},
	{"people are read and written apart", "claim of a person, many at once", func(f *faulty) {
		f.readsApart(3) // people who are made due
	}},
	{"due records have no limit", "due records", unlimited},
	{"due records come too late", "due records", tooLate},
	{"due records are by id", "due records", func(f *faulty) {
		f.records = func(rs []record) []record {
			slices.SortFunc(rs, func(a, b record) int { return strings.Compare(a.ID, b.ID) })
			return rs
		}
	}},
}

func reversed(f *faulty)  { f.listed = func(hs heads) heads { slices.Reverse(hs); return hs } }
func unlimited(f *faulty) { f.asks = func(q *question) { q.limit = 1000 } }
func tooLate(f *faulty)   { f.asks = func(q *question) { q.now = q.now.Add(-1) } }

func ignoresVersion(f *faulty) { f.writes = f.force }

// force appends to a match at whatever version it is.
func (f *faulty) force(ctx context.Context, h storage.Head, es []storage.Entry) (storage.Head, error) {
	for {
		m, err := f.Store.Get(ctx, h.ID)
		if err != nil {
			return h, err
		}
		h.Version = m.Version
		got, err := f.Store.Append(ctx, h, es...)
		if !errors.Is(err, storage.ErrConflict) {
			return got, err
		}
	}
}

// unzoned returns the time in UTC whose clock shows the same as that of t.
func unzoned(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}

func writesAtAnyVersion(f *faulty) {
	f.put = func(ctx context.Context, r record) (record, error) {
		for {
			was, err := f.Store.Record(ctx, r.Kind, r.ID)
			if err != nil {
				return r, err
			}
			r.Version = was.Version
			if got, err := f.Store.PutRecord(ctx, r); err == nil {
				return got, nil
			}
		}
	}
}

// readsApart has all rivals read before one of them writes, and then write at any version. The
// first reads, so many as before says, wait for nobody.
func (f *faulty) readsApart(before int32) {
	together := meeting(before)
	f.reads = func(_ context.Context, _, _ string, r record, err error) (record, error) {
		together()
		return r, err
	}
	writesAtAnyVersion(f)
}

// meeting returns a function in which rivals wait for each other. The first calls, so
// many as before says, and all calls after those of the rivals wait for nobody.
func meeting(before int32) func() {
	var calls atomic.Int32
	all := make(chan struct{})
	return func() {
		switch n := calls.Add(1); {
		case n <= before:
			return
		case n == before+rivals:
			close(all)
		}
		select {
		case <-all:
		case <-time.After(Patience): // the check waits no longer either, and says so
		}
	}
}

// TestFaults shows that the suite can fail: each planted fault is noticed by its check,
// which passes without the fault.
func TestFaults(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			i := slices.IndexFunc(checks, func(c check) bool { return c.name == f.check })
			if i < 0 {
				t.Fatalf("there is no check %q", f.check)
			}
			if (&recorder{TB: t}).try(checks[i], fresh(t)) {
				t.Errorf("check %q fails without a fault", f.check)
			}
			s := &faulty{Store: fresh(t)}
			f.plant(s)
			if !(&recorder{TB: t}).try(checks[i], s) {
				t.Errorf("check %q does not notice it", f.check)
			}
		})
	}
}
