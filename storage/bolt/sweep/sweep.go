// Package sweep reads all of a store, from its first record to its last.
//
// Whatever needs a whole store is a sweep: a check, a copy, a compaction, and the way from an older
// schema. It reads the file by [pages], so that a damaged part is named and the rest is read, and
// it passes on what the file says as the newest schema has it. It writes nothing itself.
package sweep

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strconv"
	"time"

	"parlour/storage"
	"parlour/storage/bolt/layout"
)

// Options say what is done with what is read.
type Options struct {
	// Out takes each record, in the order of buckets and keys as far as the file has it. It may be
	// nil. An error ends the sweep.
	Out func(bucket string, key, payload []byte) error

	Now   time.Time // old tables that never began are left out; zero to keep them
	Pause func()    // called after each match; nil for none
}

// keepTables is how long a table that never began is kept.
const keepTables = 30 * 24 * time.Hour

// Outdated reports whether a match is a table or a challenge that ended before it began, and is
// old enough to be dropped.
func Outdated(h storage.Head, now time.Time) bool {
	neverBegan := h.Phase == storage.Off && h.Setup.Rules == 0 && h.Plies == 0
	return neverBegan && h.Created.Add(keepTables).Before(now)
}

// A sweep is the reading of a store.
type sweep struct {
	Options
	ctx context.Context
	src *Source

	found   Contents
	failed  error // of Out, or of the context
	seed    maphash.Seed
	want    uint64 // sum over all index keys that heads and records call for
	got     uint64 // sum over all index keys that are there
	version uint64 // highest version of a record
	under   []chan result
}

// Run reads all of a store. Its error is that of Out or of the context; damage is in the
// contents.
func Run(ctx context.Context, src *Source, o Options) (Contents, error) {
	w := &sweep{Options: o, ctx: ctx, src: src, seed: maphash.MakeSeed()}
	w.matches()
	w.records()
	w.indexes()
	if w.failed == nil && w.found.Damaged != nil {
		w.lost()
	}
	w.found.Astray = w.want != w.got
	w.found.Size = src.pages.Bytes()
	return w.found, w.failed
}

// damaged notes what cannot be read.
func (w *sweep) damaged(what string) {
	if !slices.Contains(w.found.Damaged, what) {
		w.found.Damaged = append(w.found.Damaged, what)
	}
}

func (w *sweep) emit(bucket string, key, payload []byte) {
	if w.Out != nil && w.failed == nil {
		w.failed = w.Out(bucket, key, payload)
	}
}

// through reads a bucket of the source. fn gets what each value says.
func (w *sweep) through(name string, fn func(key, payload []byte, err error)) {
	t, ok := w.src.tops[name]
	if !ok {
		return
	}
	w.src.pages.Each(t, func(key, value []byte, bucket bool) {
		if w.failed = cmp.Or(w.failed, w.ctx.Err()); w.failed != nil {
			return
		}
		payload, err := w.src.payload(name, key, value)
		if bucket {
			err = storage.ErrDamaged // bbolt takes it for one
		}
		fn(key, payload, err)
	}, func(err error) { w.damaged(err.Error()) })
}

// matches reads all matches. The keys of one come together: its head, and its log with the
// newest entry first.
func (w *sweep) matches() {
	var b *bundle
	w.through(layout.Matches, func(key, payload []byte, err error) {
		id, rest, ok := layout.CutText(key)
		if !ok || len(rest) != 0 && len(rest) != 8 {
			w.damaged(fmt.Sprintf("a record of a match, %x", key))
			return
		}
		if b == nil || b.id != id {
			w.match(b)
			b = &bundle{id: id}
		}
		b.err = cmp.Or(b.err, err)
		if len(rest) == 0 {
			b.head = payload
		} else {
			b.log, b.at = append(b.log, payload), append(b.at, math.MaxUint64-binary.BigEndian.Uint64(rest))
		}
	})
	w.match(b)
	w.settle()
}

// records reads all records, and makes them of what older schemas had in their place.
func (w *sweep) records() {
	if w.src.Schema < recordsSince {
		w.oldRecords()
		return
	}
	w.through(layout.Records, func(key, payload []byte, err error) {
		kind, id, ok := layout.CutText(key)
		r, bad := layout.DecodeRecord(kind, string(id), payload)
		if !ok || err != nil || bad != nil {
			w.damaged(fmt.Sprintf("%s %q", kind, id))
			return
		}
		w.record(r)
	})
	w.through(layout.Meta, func(key, payload []byte, err error) {
		if string(key) != layout.VersionKey || w.src.Schema < firstChecked {
			return
		}
		n, bad := strconv.ParseUint(string(payload), 10, 64)
		if err != nil || bad != nil {
			w.damaged("the versions of records")
		}
		w.version = max(w.version, n)
	})
	w.version = max(w.version, w.src.tops[layout.Records].Sequence)
	w.emit(layout.Meta, []byte(layout.VersionKey), strconv.AppendUint(nil, w.version, 10))
}

// record passes on a record.
func (w *sweep) record(r storage.Record) {
	w.version = max(w.version, r.Version)
	for _, ref := range layout.RecordRefs(r) {
		w.want += w.hash(ref.Bucket, ref.Key)
	}
	value, err := layout.EncodeRecord(r)
	w.failed = cmp.Or(w.failed, err)
	w.emit(layout.Records, layout.RecordKey(r.Kind, r.ID), value)
}

// indexes reads all indexes but for the keys of tables that were left out.
func (w *sweep) indexes() {
	gone := map[string]bool{}
	for _, id := range w.found.Dropped {
		gone[id] = true
	}
	for _, name := range layout.Indexes {
		w.through(name, func(key, _ []byte, err error) {
			if err != nil {
				w.got++ // so that the sums differ
				return
			}
			if id, ok := layout.MatchOf(name, key); ok && gone[id] {
				return
			}
			w.got += w.hash(name, string(key))
			w.emit(name, key, nil)
		})
	}
}

// lost names the matches of which only an index knows.
func (w *sweep) lost() {
	known := map[string]bool{}
	for _, id := range w.found.Dropped {
		known[id] = true
	}
	damaged := w.found.Damaged
	w.through(layout.Matches, func(key, _ []byte, _ error) {
		if id, rest, ok := layout.CutText(key); ok && len(rest) == 0 {
			known[id] = true
		}
	})
	for _, name := range []string{layout.Live, layout.Ended, layout.Channels, layout.PastChannels, layout.Checks} {
		w.through(name, func(key, _ []byte, err error) {
			if id, ok := layout.MatchOf(name, key); ok && err == nil && !known[id] {
				w.damaged(fmt.Sprintf("match %q", id))
			}
		})
	}
	w.found.Damaged = slices.Compact(slices.Concat(damaged, w.found.Damaged[len(damaged):]))
}

// hash is a number for an index key. Sums of it tell whether two sets are equal.
func (w *sweep) hash(bucket, key string) uint64 {
	var h maphash.Hash
	h.SetSeed(w.seed)
	h.WriteString(bucket)
	h.WriteByte(0)
	h.WriteString(key)
	return h.Sum64()
}
