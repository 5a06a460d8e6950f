package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"parlour/storage"
)

var living = []check{
	{"a context that is done", checkCancelled},
	{"closed", checkClosed},
	{"close while writing", checkCloseRace},
}

// calls calls every method but Close, and returns the errors by name.
func calls(ctx context.Context, s storage.Store, h storage.Head) map[string]error {
	errs := make(map[string]error)
	_, errs["Create"] = s.Create(ctx, Full("new"))
	_, errs["Get"] = s.Get(ctx, h.ID)
	_, errs["Append"] = s.Append(ctx, h, plies("a")...)
	_, errs["OfPlayer"] = s.OfPlayer(ctx, "ann", true, storage.All)
	_, errs["OfChannel"] = s.OfChannel(ctx, "home", true, storage.All)
	_, errs["Standings"] = s.Standings(ctx, storage.Standings{Guild: "g"})
	_, errs["Due"] = s.Due(ctx, minute(10), 1)
	_, errs["Scheduled"] = s.Scheduled(ctx)
	_, errs["Record"] = s.Record(ctx, "k", "a")
	_, errs["RecordsOf"] = s.RecordsOf(ctx, "k", []string{"a"})
	_, errs["PutRecord"] = s.PutRecord(ctx, fullRecord("k", "new"))
	_, errs["DueRecords"] = s.DueRecords(ctx, "k", minute(10), 1)
	if shared, ok := s.(storage.Shared); ok {
		_, errs["Time"] = shared.Time(ctx)
	}
	_, errs["Claim"] = storage.Claim(ctx, s, h, minute(20))
	return errs
}

// checkCancelled makes every call with a context that is done: nothing is changed.
func checkCancelled(t testing.TB, s storage.Store) {
	h := create(t, s, Full("m"))
	set(t, s, "ann", func(p *storage.Person) { *p = fullPerson("ann") })
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, err := range calls(ctx, s, h) {
		wantErr(t, name+" with a context that is done", err, context.Canceled)
	}
	wantMatch(t, s, h)
	_, err := s.Get(t.Context(), "new")
	wantErr(t, "Get of what was not created", err, storage.ErrNotFound)
	wantPerson(t, s, fullPerson("ann"))
}

// checkClosed makes every call on a closed store.
func checkClosed(t testing.TB, s storage.Store) {
	h := create(t, s, Full("m"))
	set(t, s, "ann", func(p *storage.Person) { *p = fullPerson("ann") })
	if err := s.Close(); err != nil {
		t.Fatalf("Close() = %v", err)
	}
	for name, err := range calls(context.Background(), s, h) {
		wantErr(t, name+" of a closed store", err, storage.ErrClosed)
	}
	wantErr(t, "Close of a closed store", s.Close(), storage.ErrClosed)
}

// checkCloseRace closes the store once a write has been acknowledged, while others go on
// writing. Each of their writes is carried out or gets [storage.ErrClosed].
func checkCloseRace(t testing.TB, s storage.Store) {
	wrote := make(chan struct{})
	var once sync.Once
	var wg sync.WaitGroup
	for i := range rivals {
		wg.Go(func() {
			for n := 0; ; n++ {
				_, err := s.Create(context.Background(), Full(fmt.Sprintf("%d of %d", n, i)))
				if errors.Is(err, storage.ErrClosed) {
					return
				}
				if err != nil {
					t.Errorf("Create while closing = %v, want nil or %v", err, storage.ErrClosed)
					once.Do(func() { close(wrote) })
					return
				}
				once.Do(func() { close(wrote) })
			}
		})
	}
	Finish(t, func() { <-wrote }, "a write before Close")
	if err := s.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
	Finish(t, wg.Wait, "the writers after Close")
}
