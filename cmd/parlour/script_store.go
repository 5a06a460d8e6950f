package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"parlour/storage"
)

// watched is a store that says when it is written to. It numbers matches in the order in
// which they were made, because their ids are never the same twice.
type watched struct {
	storage.Store
	mu      sync.Mutex
	written chan struct{} // closed at the next write; nil if nobody waits
	looked  chan struct{} // closed at the next call of Due; nil after it
	matches []string      // ids of the matches, oldest first
}

// open sets the store. The channel that it returns is closed when the bot first asks for
// due checks.
func (w *watched) open(s storage.Store) (looked <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Store, w.looked = s, make(chan struct{})
	return w.looked
}

// Due implements [storage.Store].
func (w *watched) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	w.mu.Lock()
	if w.looked != nil {
		close(w.looked)
		w.looked = nil
	}
	w.mu.Unlock()
	return w.Store.Due(ctx, now, limit)
}

// Create implements [storage.Store], and numbers the match.
func (w *watched) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	made, err := w.Store.Create(ctx, h)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		w.matches = append(w.matches, h.ID)
	}
	w.tell()
	return made, err
}

// Append implements [storage.Store].
func (w *watched) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	made, err := w.Store.Append(ctx, h, entries...)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tell()
	return made, err
}

// tell closes the channel of [watched.next]. The caller holds the lock.
func (w *watched) tell() {
	if w.written != nil {
		close(w.written)
		w.written = nil
	}
}

// next returns a channel that is closed at the next write.
func (w *watched) next() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.written == nil {
		w.written = make(chan struct{})
	}
	return w.written
}

// quiet waits until no match has a check within [patience]. So it waits for a publication
// under way, which has moved the check ahead by less, and not for a match that waits for
// an hour.
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

// ids replaces game-1, game-2 and so on by the ids of matches; [watched.named] does the
// reverse.
func (w *watched) ids(text string) string { return w.replace(text, 0) }

func (w *watched) named(text string) string { return w.replace(text, 1) }

func (w *watched) replace(text string, from int) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var pairs []string
	for i, id := range slices.Backward(w.matches) { // game-10 before game-1
		pair := [2]string{fmt.Sprintf("game-%d", i+1), id}
		pairs = append(pairs, pair[from], pair[1-from])
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
