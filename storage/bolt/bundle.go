package bolt

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"

	"parlour/storage"
)

// A bundle is a match as a file has it.
type bundle struct {
	id   string
	head []byte
	log  [][]byte // newest first, with their indexes below
	at   []uint64
	err  error
}

// A result is what became of a match: its head, and its records as the newest schema has them.
type result struct {
	id      string
	head    storage.Head
	records []recordLine
	err     error
}

// A recordLine is a key of the bucket match, and what it says.
type recordLine struct{ key, payload []byte }

// match has a match decoded and, if it is over, packed. Where all is written anew that happens on
// other cores, and some matches are under way at a time.
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
	h, log, err := b.read(w.src)
	r := result{id: b.id, head: h, err: err}
	if err == nil && w.Out != nil {
		r.err = b.write(h, log, func(key, payload []byte) { r.records = append(r.records, recordLine{key, payload}) })
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
	for _, r := range r.records {
		w.emit(matchBucket, r.key, r.payload)
	}
	if w.Pause != nil {
		w.Pause()
	}
}

// read returns the head and the log of a match, oldest entry first. The log is nil where it is
// packed already.
func (b *bundle) read(src *source) (h storage.Head, log []json.RawMessage, err error) {
	if b.err != nil || b.head == nil {
		return h, nil, cmp.Or(b.err, storage.ErrDamaged)
	}
	if b.head, err = src.raise(matchBucket, headKey(b.id), b.head); err != nil {
		return h, nil, err
	}
	if h, err = decodeHead(b.head); err != nil || h.ID != b.id {
		return h, nil, cmp.Or(err, storage.ErrDamaged)
	}
	n := h.Plies
	parts := make([][]json.RawMessage, len(b.log))
	for i, line := range b.log {
		all, err := splitEntries(line)
		if err != nil || b.at[i] != uint64(n-1) || len(all) == 0 || len(all) > n || !json.Valid(all[0]) {
			return h, nil, cmp.Or(err, storage.ErrDamaged)
		}
		parts[i], n = all, n-len(all)
	}
	if n != 0 {
		return h, nil, storage.ErrDamaged
	}
	slices.Reverse(parts)
	log = slices.Concat(parts...)
	for i, line := range log {
		if log[i], err = src.raise(matchBucket, logKey(b.id, i), line); err != nil {
			return h, nil, err
		}
	}
	return h, log, nil
}

// write passes on a match. The log of one that is over is one value.
func (b *bundle) write(h storage.Head, log []json.RawMessage, emit func(key, payload []byte)) error {
	if !h.Phase.Live() && isPacked(b.head) && (len(b.log) == 0 || len(b.log) == 1 && isPacked(b.log[0])) {
		emit(headKey(b.id), b.head)
		if len(b.log) > 0 {
			emit(logKey(b.id, len(log)-1), b.log[0])
		}
		return nil
	}
	head, err := unpacked(b.head)
	if err != nil {
		return err
	}
	if h.Phase.Live() {
		emit(headKey(b.id), head)
		for i, line := range slices.Backward(log) {
			emit(logKey(b.id, i), line)
		}
		return nil
	}
	emit(headKey(b.id), packed(head))
	if len(log) > 0 {
		emit(logKey(b.id, len(log)-1), packed(joinEntries(log)))
	}
	return nil
}
