package bolt

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"parlour/storage"
	"parlour/storage/bolt/pages"
)

// Contents says what a file holds.
type Contents struct {
	Matches int
	Size    int64    // of the store in it, in bytes
	Dropped int      // tables that never began and were left out
	Damaged []string // what cannot be read, each in a few words
	Astray  bool     // whether the indexes differ from what heads and records say
}

// keepTables is how long a table that never began is kept.
const keepTables = 30 * 24 * time.Hour

// A source is a file that is read from end to end.
type source struct {
	*pages.File
	file   *os.File
	tops   map[string]pages.Tree
	schema int
}

// newSource reads the beginning of a file.
func newSource(p *pages.File, f *os.File) (*source, error) {
	tops, err := p.Buckets()
	if err != nil {
		return nil, fmt.Errorf("it is damaged (%w)", err)
	}
	s := &source{File: p, file: f, tops: tops}
	s.schema, err = s.readSchema()
	return s, err
}

// errForeign is the error for a file of another program.
var errForeign = errors.New("it is another program's file, not a store")

// readSchema returns the schema of a file, 0 if it is empty. From schema 7 on it stands there
// twice, once as older programs read it, and once with a checksum.
func (s *source) readSchema() (int, error) {
	if len(s.tops) == 0 {
		return 0, nil
	}
	t, ok := s.tops[meta]
	if !ok {
		return 0, errForeign
	}
	var plain, checked []byte
	s.Each(t, func(key, value []byte, _ bool) {
		switch string(key) {
		case schemaKey:
			plain = value
		case checkedKey:
			checked = value
		}
	}, func(error) {})
	n, err := strconv.Atoi(string(plain))
	if err != nil || n < 1 {
		return 0, errForeign
	}
	switch {
	case checked == nil && n < firstChecked, n > newest && checked == nil:
		return n, nil
	case checked != nil:
		if sure, err := unsealed(meta, []byte(checkedKey), checked); err == nil && string(sure) == string(plain) {
			return n, nil
		}
	}
	return 0, errors.New("it is damaged (the number of its schema)")
}

// payload returns what a value says. Before schema 7 there were no checksums.
func (s *source) payload(bucket string, key, value []byte) ([]byte, error) {
	if s.schema < firstChecked {
		return value, nil
	}
	return unsealed(bucket, key, value)
}

// A sweep reads all of a store, and passes it on to out as the newest schema has it.
type sweep struct {
	ctx   context.Context
	src   *source
	out   func(bucket string, key, payload []byte) error // nil for none
	now   time.Time                                      // zero if no table is dropped
	pause func()                                         // called after each match; nil for none

	found   Contents
	gone    []string // ids of tables that were left out
	failed  error    // of out, or of the context
	seed    maphash.Seed
	want    uint64 // sum over all index keys that heads and records call for
	got     uint64 // sum over all index keys that are there
	version uint64 // highest version of a record
	under   []chan result
}

// run reads everything. Its error is that of out or of the context; damage is in found.
func (w *sweep) run() (Contents, error) {
	w.seed = maphash.MakeSeed()
	w.matches()
	w.records()
	w.indexes()
	if w.failed == nil && w.found.Damaged != nil {
		w.lost()
	}
	w.found.Astray = w.want != w.got
	w.found.Size = int64(w.src.End) * int64(w.src.Size)
	return w.found, w.failed
}

// damaged notes what cannot be read.
func (w *sweep) damaged(what string) {
	if !slices.Contains(w.found.Damaged, what) {
		w.found.Damaged = append(w.found.Damaged, what)
	}
}

func (w *sweep) emit(bucket string, key, payload []byte) {
	if w.out != nil && w.failed == nil {
		w.failed = w.out(bucket, key, payload)
	}
}

// through reads a bucket of the source. fn gets what each value says.
func (w *sweep) through(name string, fn func(key, payload []byte, err error)) {
	t, ok := w.src.tops[name]
	if !ok {
		return
	}
	w.src.Each(t, func(key, value []byte, bucket bool) {
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
	w.through(matches, func(key, payload []byte, err error) {
		id, rest, ok := cutText(key)
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
	if w.src.schema < recordsSince {
		w.oldRecords()
		return
	}
	w.through(records, func(key, payload []byte, err error) {
		var k kept
		kind, id, ok := cutText(key)
		if !ok || err != nil || json.Unmarshal(payload, &k) != nil {
			w.damaged(fmt.Sprintf("%s %q", kind, id))
			return
		}
		w.record(storage.Record{Kind: kind, ID: string(id), Version: k.Version, NextCheck: k.NextCheck, Keys: k.Keys, Value: k.Value})
	})
	w.through(meta, func(key, payload []byte, err error) {
		if string(key) != versionKey || w.src.schema < firstChecked {
			return
		}
		n, bad := strconv.ParseUint(string(payload), 10, 64)
		if err != nil || bad != nil {
			w.damaged("the versions of records")
		}
		w.version = max(w.version, n)
	})
	w.version = max(w.version, w.src.tops[records].Sequence)
	w.emit(meta, []byte(versionKey), strconv.AppendUint(nil, w.version, 10))
}

// record passes on a record.
func (w *sweep) record(r storage.Record) {
	w.version = max(w.version, r.Version)
	for _, ref := range recordRefs(r) {
		w.want += w.hash(ref.bucket, ref.key)
	}
	value, err := json.Marshal(kept{r.Version, r.NextCheck, r.Keys, r.Value})
	w.failed = cmp.Or(w.failed, err)
	w.emit(records, recordKey(r.Kind, r.ID), value)
}

// indexes reads all indexes but for the keys of tables that were left out.
func (w *sweep) indexes() {
	gone := map[string]bool{}
	for _, id := range w.gone {
		gone[id] = true
	}
	for _, name := range indexNames {
		w.through(name, func(key, _ []byte, err error) {
			if err != nil {
				w.got++ // so that the sums differ
				return
			}
			if id, ok := idOf(name, key); ok && gone[id] {
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
	for _, id := range w.gone {
		known[id] = true
	}
	damaged := w.found.Damaged
	w.through(matches, func(key, _ []byte, _ error) {
		if id, rest, ok := cutText(key); ok && len(rest) == 0 {
			known[id] = true
		}
	})
	for _, name := range []string{live, ended, channels, pastChannels, checks} {
		w.through(name, func(key, _ []byte, err error) {
			if id, ok := idOf(name, key); ok && err == nil && !known[id] {
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

// idOf returns the id of the match that a key of an index names.
func idOf(index string, key []byte) (string, bool) {
	at := stampLen
	if index != checks {
		_, rest, ok := cutText(key)
		if !ok {
			return "", false
		}
		at += len(key) - len(rest)
	}
	if at > len(key) {
		return "", false
	}
	return string(key[at:]), true
}
