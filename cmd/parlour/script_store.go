package main

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"parlour/storage"
)

// watched is a store that tells of its writes. Its matches are known by the order in
// which they were made, because their ids are never the same twice.
type watched struct {
	storage.Store
	mu      sync.Mutex
	written chan struct{} // closed at the next write; nil while nobody waits
	looked  chan struct{} // closed at the next look for what is due; nil after it
	matches []string      // ids, the oldest first
}

// open watches a store, and returns what is closed when the bot first looks for what
// is due in it.
func (w *watched) open(s storage.Store) (looked <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Store, w.looked = s, make(chan struct{})
	return w.looked
}

// Due is what the bot asks.
func (w *watched) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	w.mu.Lock()
	if w.looked != nil {
		close(w.looked)
		w.looked = nil
	}
	w.mu.Unlock()
	return w.Store.Due(ctx, now, limit)
}

// Create adds a match, and remembers it.
func (w *watched) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	made, err := w.Store.Create(ctx, h)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		w.matches = append(w.matches, h.ID)
	}
	w.wake()
	return made, err
}

// Append writes to a match.
func (w *watched) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	made, err := w.Store.Append(ctx, h, entries...)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wake()
	return made, err
}

// wake wakes who waits. The lock is held.
func (w *watched) wake() {
	if w.written != nil {
		close(w.written)
		w.written = nil
	}
}

// next returns what is closed at the next write.
func (w *watched) next() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.written == nil {
		w.written = make(chan struct{})
	}
	return w.written
}

// quiet waits until no match is to be looked at soon. A look under way has claimed
// its match for less than patience, so it counts; one that waits for an hour does
// not.
func (w *watched) quiet(ctx context.Context) error {
	for {
		written := w.next()
		due, err := w.Store.Due(ctx, time.Now().Add(patience), 1)
		if err != nil || len(due) == 0 {
			return err
		}
		select {
		case <-written:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// ids puts the ids of matches in the place of game-1, game-2 and so on; named does
// the reverse.
func (w *watched) ids(text string) string {
	return w.replace(text, func(name, id string) (from, to string) { return name, id })
}

func (w *watched) named(text string) string {
	return w.replace(text, func(name, id string) (from, to string) { return id, name })
}

func (w *watched) replace(text string, pair func(name, id string) (from, to string)) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var pairs []string
	for i := len(w.matches) - 1; i >= 0; i-- { // game-10 before game-1
		from, to := pair(fmt.Sprintf("game-%d", i+1), w.matches[i])
		pairs = append(pairs, from, to)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
