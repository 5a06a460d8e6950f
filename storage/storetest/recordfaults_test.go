package storetest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"parlour/storage"
)

var recordFaults = []fault{
	{"a record forgets what it says", "records", func(f *faulty, s storage.Store) {
		f.put = func(ctx context.Context, r storage.Record) (storage.Record, error) {
			if r.Value != nil {
				r.Value = json.RawMessage("null")
			}
			return s.PutRecord(ctx, r)
		}
	}},
	{"times of records lose their zone", "records", func(f *faulty, s storage.Store) {
		f.put = func(ctx context.Context, r storage.Record) (storage.Record, error) {
			r.NextCheck = unzoned(r.NextCheck)
			return s.PutRecord(ctx, r)
		}
	}},
	{"a write returns the version before", "records", func(f *faulty, s storage.Store) {
		f.put = func(ctx context.Context, r storage.Record) (storage.Record, error) {
			_, err := s.PutRecord(ctx, r)
			return r, err
		}
	}},
	{"a record is written at any version", "records, versions", writesAtAnyVersion},
	{"a record is written at any version", "records, many at once", writesAtAnyVersion},
	{"a conflict is no error", "records, versions", func(f *faulty, s storage.Store) {
		f.put = func(ctx context.Context, r storage.Record) (storage.Record, error) {
			got, _ := s.PutRecord(ctx, r)
			return got, nil
		}
	}},
	{"a record is not removed", "records, removed", func(f *faulty, s storage.Store) {
		f.put = func(ctx context.Context, r storage.Record) (storage.Record, error) {
			if r.Value == nil {
				return storage.Record{Kind: r.Kind, ID: r.ID}, nil
			}
			return s.PutRecord(ctx, r)
		}
	}},
	{"versions begin anew", "records, removed", func(f *faulty, s storage.Store) {
		writes := map[string]uint64{}
		f.put = func(ctx context.Context, r storage.Record) (storage.Record, error) {
			if r.Version != writes[r.ID] {
				return storage.Record{}, storage.ErrConflict
			}
			was, _ := s.Record(ctx, r.Kind, r.ID)
			r.Version = was.Version
			got, err := s.PutRecord(ctx, r)
			if writes[r.ID]++; r.Value == nil {
				writes[r.ID] = 0
			}
			got.Version = writes[r.ID]
			return got, err
		}
	}},
	{"ids have no case", "records, ids are any text", func(f *faulty, s storage.Store) {
		f.put = func(ctx context.Context, r storage.Record) (storage.Record, error) {
			r.ID = strings.ToLower(r.ID)
			was, _ := s.Record(ctx, r.Kind, r.ID)
			r.Version = was.Version
			return s.PutRecord(ctx, r)
		}
	}},
	{"a read keeps what it returned", "records, memory", func(f *faulty, s storage.Store) {
		var kept *storage.Record
		f.record = func(ctx context.Context, kind, id string) (storage.Record, error) {
			if kept == nil {
				r, err := s.Record(ctx, kind, id)
				if err != nil || r.Version == 0 {
					return r, err
				}
				kept = &r
			}
			return *kept, nil
		}
	}},
	{"a person has what another has set", "people, ids are any text", func(f *faulty, s storage.Store) {
		f.record = func(ctx context.Context, kind, id string) (storage.Record, error) {
			r, err := s.Record(ctx, kind, strings.ToLower(id))
			r.ID = id
			return r, err
		}
	}},
	{"people are read and written apart", "people, many at once", func(f *faulty, s storage.Store) { f.readsApart(0) }},
	{"people are read and written apart", "claim of a person, many at once", func(f *faulty, s storage.Store) {
		f.readsApart(3) // people who are made due
	}},
	{"the uptime is read and written apart", "uptime, many at once", func(f *faulty, s storage.Store) { f.readsApart(0) }},
	{"due records have no limit", "due records", func(f *faulty, s storage.Store) {
		f.dueRecords = func(ctx context.Context, kind string, now time.Time, _ int) ([]storage.Record, error) {
			return s.DueRecords(ctx, kind, now, 1000)
		}
	}},
	{"due records come too late", "due records", func(f *faulty, s storage.Store) {
		f.dueRecords = func(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
			return s.DueRecords(ctx, kind, now.Add(-1), limit)
		}
	}},
	{"due records are by id", "due records", func(f *faulty, s storage.Store) {
		f.dueRecords = func(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
			found, err := s.DueRecords(ctx, kind, now, limit)
			slices.SortFunc(found, func(a, b storage.Record) int { return strings.Compare(a.ID, b.ID) })
			return found, err
		}
	}},
	{"due people are those of a record", "due people", func(f *faulty, s storage.Store) {
		f.dueRecords = func(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
			found, err := s.DueRecords(ctx, kind, now, limit)
			return found[min(1, len(found)):], err
		}
	}},
	{"a write of a record ignores a done context", "a context that is done", func(f *faulty, s storage.Store) {
		f.put = func(ctx context.Context, r storage.Record) (storage.Record, error) {
			return s.PutRecord(context.WithoutCancel(ctx), r)
		}
	}},
	{"a read of a record ignores a done context", "a context that is done", func(f *faulty, s storage.Store) {
		f.record = func(ctx context.Context, kind, id string) (storage.Record, error) {
			return s.Record(context.WithoutCancel(ctx), kind, id)
		}
	}},
}

func writesAtAnyVersion(f *faulty, s storage.Store) {
	f.put = func(ctx context.Context, r storage.Record) (storage.Record, error) {
		for {
			was, err := s.Record(ctx, r.Kind, r.ID)
			if err != nil {
				return r, err
			}
			r.Version = was.Version
			if got, err := s.PutRecord(ctx, r); err == nil {
				return got, nil
			}
		}
	}
}

// readsApart has all rivals read before one of them writes, and then write at any version. The
// first reads, so many as before says, wait for nobody.
func (f *faulty) readsApart(before int32) {
	together := meeting(before)
	f.record = func(ctx context.Context, kind, id string) (storage.Record, error) {
		r, err := f.Store.Record(ctx, kind, id)
		together()
		return r, err
	}
	writesAtAnyVersion(f, f.Store)
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
		case <-time.After(patience): // the check waits no longer either, and says so
		}
	}
}
