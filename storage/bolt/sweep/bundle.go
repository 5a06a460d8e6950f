package sweep

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"

	"parlour/storage"
	"parlour/storage/bolt/layout"
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
	records []record
	err     error
}

// A record is a key of the bucket match, and what it says.
type record struct{ key, payload []byte }

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
	h, log, err := b.read()
	if err == nil && w.src.Schema < scheduledSince && h.Phase.Live() && h.NextCheck.IsZero() {
		h.NextCheck = h.Created
		b.head, err = with(b.head, "wake", h.Created)
	}
	r := result{id: b.id, head: h, err: err}
	if err == nil && w.Out != nil {
		r.err = b.write(h, log, func(key, payload []byte) { r.records = append(r.records, record{key, payload}) })
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
	case !w.Now.IsZero() && Outdated(h, w.Now):
		w.found.Dropped = append(w.found.Dropped, h.ID)
		return
	}
	w.found.Matches++
	for _, r := range layout.MatchRefs(h) {
		w.want += w.hash(r.Bucket, r.Key)
	}
	for _, r := range r.records {
		w.emit(layout.Matches, r.key, r.payload)
	}
	if w.Pause != nil {
		w.Pause()
	}
}

// read returns the head and the log of a match, oldest entry first. The log is nil where it is
// packed already.
func (b *bundle) read() (h storage.Head, log []json.RawMessage, err error) {
	if b.err != nil || b.head == nil {
		return h, nil, cmp.Or(b.err, storage.ErrDamaged)
	}
	if h, err = layout.DecodeHead(b.head); err != nil || h.ID != b.id {
		return h, nil, cmp.Or(err, storage.ErrDamaged)
	}
	n := h.Plies
	parts := make([][]json.RawMessage, len(b.log))
	for i, line := range b.log {
		all, err := layout.SplitEntries(line)
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
	return h, log, nil
}

// write passes on a match. The log of one that is over is one value.
func (b *bundle) write(h storage.Head, log []json.RawMessage, emit func(key, payload []byte)) error {
	if !h.Phase.Live() && layout.IsPacked(b.head) && (len(b.log) == 0 || len(b.log) == 1 && layout.IsPacked(b.log[0])) {
		emit(layout.HeadKey(b.id), b.head)
		if len(b.log) > 0 {
			emit(layout.LogKey(b.id, len(log)-1), b.log[0])
		}
		return nil
	}
	head, err := layout.Unpacked(b.head)
	if err != nil {
		return err
	}
	if h.Phase.Live() {
		emit(layout.HeadKey(b.id), head)
		for i, line := range slices.Backward(log) {
			emit(layout.LogKey(b.id, i), line)
		}
		return nil
	}
	emit(layout.HeadKey(b.id), layout.Packed(head))
	if len(log) > 0 {
		emit(layout.LogKey(b.id, len(log)-1), layout.Packed(layout.JoinEntries(log)))
	}
	return nil
}
