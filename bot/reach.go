package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"parlour/storage"
)

// A reach tells for how long the store has not answered. It sees each write, because a full disk can still be read,
// and a read each second, because nobody may be playing: package [parlour/storage/fleet] makes one or, in a process
// that is alone, [bot.watchStore] does. The zero value is of a store in reach.
type reach struct{ reads, writes way }

// lostFor returns for how long the store has not answered, 0 if it answers.
func (r *reach) lostFor() time.Duration { return max(r.reads.lostFor(), r.writes.lostFor()) }

// A way is one kind of calls of the store.
type way struct {
	mu    sync.Mutex
	begun int
	under map[int]time.Time // when each call under way began, by its number
	lost  time.Time         // when the first one began that failed, of those that belong together: see [sameLoss]
	ended time.Time         // when the newest one failed
	well  bool              // whether the last one succeeded
}

// sameLoss is how long after a failure another one is about the same: a full disk takes small writes in between.
const sameLoss = 30 * time.Second

// begin begins a call, until end is called with its error.
func (w *way) begin() (end func(error)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.under == nil {
		w.under = map[int]time.Time{}
	}
	n, began := w.begun, time.Now()
	w.begun++
	w.under[n] = began
	return func(err error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.under, n)
		switch {
		case errors.Is(err, storage.ErrUnavailable):
			if w.lost.IsZero() || w.well && time.Since(w.ended) > sameLoss {
				w.lost = began
			}
			w.well, w.ended = false, time.Now()
		case !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
			w.well = true
		}
	}
}

// lostFor returns how long ago the oldest call began that is under way or failed, 0 if the last one succeeded.
func (w *way) lostFor() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	var oldest time.Time
	if !w.well {
		oldest = w.lost
	}
	for _, began := range w.under {
		if oldest.IsZero() || began.Before(oldest) {
			oldest = began
		}
	}
	if oldest.IsZero() {
		return 0
	}
	return time.Since(oldest)
}

// watched is the store as the fleet reads it.
type watched struct {
	storage.Shared
	reach *reach
}

func (w watched) Record(ctx context.Context, kind, id string) (_ storage.Record, err error) {
	end := w.reach.reads.begin()
	defer func() { end(err) }()
	return w.Shared.Record(ctx, kind, id)
}

// looksInWithin is how many reads of [bot.watchStore] there are in [Config.StoreWithin].
const looksInWithin = 5

// watchStore reads from the store from time to time, until the context is done.
func (b *bot) watchStore(ctx context.Context) {
	looks := time.NewTicker(b.StoreWithin / looksInWithin)
	defer looks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-looks.C:
		}
		end := b.reach.reads.begin()
		look, cancel := context.WithTimeout(ctx, b.StoreWithin)
		_, err := storage.Fleets.Get(look, b.Store, storage.TheFleet)
		if look.Err() != nil { // it hangs
			err = storage.ErrUnavailable
		}
		cancel()
		end(err)
	}
}
