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
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/storage"
)

// Contents says what a file holds.
type Contents struct {
	Matches int
	Size    int64    // of the store in it, in bytes
	Dropped []string // ids of the tables that never began and are old; they are left out
	Damaged []string // what cannot be read, each in a few words
	Astray  bool     // whether the indexes or the counters differ from what heads and records say
}

// Sound returns an error that names what is damaged, if anything is.
func (c Contents) Sound() error {
	const most = 3
	n := len(c.Damaged)
	if n == 0 {
		return nil
	}
	named := strings.Join(c.Damaged[:min(n, most)], ", ")
	if n > most {
		return fmt.Errorf("%w: %s and %d more", ErrUnsound, named, n-most)
	}
	return fmt.Errorf("%w: %s", ErrUnsound, named)
}

// ErrUnsound is the error for a store of which a part is damaged.
var ErrUnsound = errors.New("a part of it is damaged")

// sweepOptions say what is done with what is read.
type sweepOptions struct {
	// Out takes each record, in the order of buckets and keys as far as the file has it. It may be
	// nil. An error ends the sweep.
	Out func(bucket string, key, payload []byte) error

	Now   time.Time // old tables that never began are left out; zero to keep them
	Pause func()    // called after each match; nil for none
}

// keepTables is how long a table that never began is kept.
const keepTables = 30 * 24 * time.Hour

// outdated reports whether a match is a table or a challenge that ended before it began, and is
// old enough to be dropped.
func outdated(h storage.Head, now time.Time) bool {
	neverBegan := h.Phase == storage.Off && h.Setup.Rules == 0 && h.Plies == 0
	return neverBegan && h.Created.Add(keepTables).Before(now)
}

// A sweep is the reading of a store.
type sweep struct {
	sweepOptions
	ctx context.Context
	src *source

	found   Contents
	failed  error // of Out, or of the context
	seed    maphash.Seed
	want    uint64 // sum over all index keys and counts that heads and records call for
	got     uint64 // sum over those that are there
	version uint64 // highest version of a record
	under   []chan result
}

// runSweep reads all of a store. Its error is that of Out or of the context; damage is in the
// contents.
func runSweep(ctx context.Context, src *source, o sweepOptions) (Contents, error) {
	w := &sweep{sweepOptions: o, ctx: ctx, src: src, seed: maphash.MakeSeed()}
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
		payload, err := payloadOf(name, key, value)
		if bucket {
			err = storage.ErrDamaged // bbolt takes it for one
		}
		fn(key, payload, err)
	}, func(err error) { w.damaged(err.Error()) })
}

// matches reads all matches. The keys of one that is not settled come together: its head, and its log with the
// newest entry first.
func (w *sweep) matches() {
	var b *bundle
	w.through(matchBucket, func(key, payload []byte, err error) {
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
	w.through(settledBucket, func(key, payload []byte, err error) {
		id, ok := settledOf(key)
		if !ok {
			w.damaged(fmt.Sprintf("a settled match, %x", key))
			return
		}
		w.match(&bundle{id: id, packed: payload, err: err})
	})
	w.settle()
}

// records reads all records.
func (w *sweep) records() {
	w.through(recordBucket, func(key, payload []byte, err error) {
		kind, id, ok := cutText(key)
		if err == nil {
			payload, err = w.src.raise(recordBucket, key, payload)
		}
		r, bad := decodeRecord(kind, string(id), payload)
		if !ok || err != nil || bad != nil {
			w.damaged(fmt.Sprintf("%s %q", kind, id))
			return
		}
		w.record(r)
	})
	w.through(metaBucket, func(key, payload []byte, err error) {
		if string(key) != versionKey {
			return
		}
		n, bad := strconv.ParseUint(string(payload), 10, 64)
		if err != nil || bad != nil {
			w.damaged("the versions of records")
		}
		w.version = max(w.version, n)
	})
	w.emit(metaBucket, []byte(versionKey), strconv.AppendUint(nil, w.version, 10))
}

// record passes on a record.
func (w *sweep) record(r storage.Record) {
	w.version = max(w.version, r.Version)
	for _, ref := range recordRefs(r) {
		w.want += w.hash(ref.Bucket, ref.Key)
	}
	value, err := encodeRecord(r)
	w.failed = cmp.Or(w.failed, err)
	w.emit(recordBucket, recordKey(r.Kind, r.ID), value)
}

// indexes reads all indexes but for the keys of tables that were left out.
func (w *sweep) indexes() {
	gone := map[string]bool{}
	for _, id := range w.found.Dropped {
		gone[id] = true
	}
	for _, name := range indexBuckets {
		w.through(name, func(key, _ []byte, err error) {
			if err != nil {
				w.got++ // so that the sums differ
				return
			}
			if id, ok := matchOf(name, key); ok && gone[id] {
				return
			}
			w.got += w.hash(name, string(key))
			w.emit(name, key, nil)
		})
	}
	w.through(counterBucket, func(key, payload []byte, err error) {
		t, ok := decodeTally(payload)
		if err != nil || !ok {
			w.got++ // likewise
			return
		}
		w.got += w.counted(string(key), t)
		w.emit(counterBucket, key, payload)
	})
}

// counted is a number for what a counter says. That of a sum is the sum of those of its parts.
func (w *sweep) counted(key string, t storage.Tally) uint64 {
	return w.hash(counterBucket, key) * (uint64(t.Won) + uint64(t.Drawn)<<20 + uint64(t.Lost)<<40)
}

// lost names the matches of which only an index knows.
func (w *sweep) lost() {
	known := map[string]bool{}
	for _, id := range w.found.Dropped {
		known[id] = true
	}
	damaged := w.found.Damaged
	w.through(matchBucket, func(key, _ []byte, _ error) {
		if id, rest, ok := cutText(key); ok && len(rest) == 0 {
			known[id] = true
		}
	})
	w.through(settledBucket, func(key, _ []byte, _ error) {
		if id, ok := settledOf(key); ok {
			known[id] = true
		}
	})
	for _, name := range []string{liveBucket, endedBucket, channelBucket, endedChannelBucket, checkBucket} {
		w.through(name, func(key, _ []byte, err error) {
			if id, ok := matchOf(name, key); ok && err == nil && !known[id] {
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

// A bundle is a match as a file has it.
type bundle struct {
	id   string
	head json.RawMessage
	log  []json.RawMessage // newest first, with their indexes below
	at   []uint64

	packed []byte // of one that is settled, in place of these
	err    error
}

// A result is what became of a match: its head, and its records as the newest schema has them.
type result struct {
	id      string
	head    storage.Head
	records []recordLine
	err     error
}

// A recordLine is a key of a bucket, and what it says.
type recordLine struct {
	bucket       string
	key, payload []byte
}

// match has a match decoded. Where all is written anew that happens on other cores, and some matches are under
// way at a time.
func (w *sweep) match(b *bundle) {
	if b == nil || w.failed != nil {
		return
	}
	if w.Out == nil {
		w.take(w.decode(b))
		return
	}
	ready := make(chan result, 1)
	go func() { ready <- w.decode(b) }()
	if w.under = append(w.under, ready); len(w.under) > 4*runtime.GOMAXPROCS(0) {
		w.take(<-w.under[0])
		w.under = w.under[1:]
	}
}

// settle takes all matches that are under way.
func (w *sweep) settle() {
	for _, ready := range w.under {
		w.take(<-ready)
	}
	w.under = nil
}

// decode reads a match, and changes nothing of the sweep.
func (w *sweep) decode(b *bundle) result {
	h, err := b.read(w.src)
	r := result{id: b.id, head: h, err: err}
	if err == nil && w.Out != nil {
		r.records = b.records(h)
	}
	return r
}

// take passes on a match.
func (w *sweep) take(r result) {
	if w.failed != nil {
		return
	}
	h := r.head
	switch {
	case r.err != nil:
		w.damaged(fmt.Sprintf("match %q", r.id))
		return
	case !w.Now.IsZero() && outdated(h, w.Now):
		w.found.Dropped = append(w.found.Dropped, h.ID)
		return
	}
	w.found.Matches++
	for _, r := range matchRefs(h) {
		w.want += w.hash(r.Bucket, r.Key)
	}
	for at, t := range storage.CountersOf(h) {
		w.want += w.counted(string(counterKey(at)), t)
	}
	for _, r := range r.records {
		w.emit(r.bucket, r.key, r.payload)
	}
	if w.Pause != nil {
		w.Pause()
	}
}

// read returns the head of a match, once its texts are those of the newest schema, and the oldest entry is the first.
func (b *bundle) read(src *source) (h storage.Head, err error) {
	switch {
	case b.err != nil:
		return h, b.err
	case b.packed != nil:
		b.head, b.log, err = storage.Unpack(b.packed)
	case b.head == nil:
		err = storage.ErrDamaged
	default:
		slices.Reverse(b.log)
		slices.Reverse(b.at)
	}
	if err == nil {
		b.head, err = src.raise(matchBucket, headKey(b.id), b.head)
	}
	for i, line := range b.log {
		if err == nil {
			b.log[i], err = src.raise(matchBucket, logKey(b.id, i), line)
		}
		if err == nil && (b.packed == nil && b.at[i] != uint64(i) || !json.Valid(b.log[i])) {
			err = storage.ErrDamaged
		}
	}
	if err == nil {
		h, err = storage.DecodeHead(b.head)
	}
	if err == nil && (h.ID != b.id || h.Plies != len(b.log)) {
		err = storage.ErrDamaged
	}
	if src.schema != newest {
		b.packed = nil
	}
	return h, err
}

// records returns what is written of a match.
func (b *bundle) records(h storage.Head) (all []recordLine) {
	if h.Settled() {
		if b.packed == nil {
			b.packed = storage.Pack(b.head, b.log)
		}
		return []recordLine{{settledBucket, settledKey(b.id), b.packed}}
	}
	all = []recordLine{{matchBucket, headKey(b.id), b.head}}
	for i, line := range slices.Backward(b.log) {
		all = append(all, recordLine{matchBucket, logKey(b.id, i), line})
	}
	return all
}
