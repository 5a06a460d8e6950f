package main

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"
	"time"

	"parlour/storage"
)

// soon returns a context for a program that must end by itself. After twice [patience],
// the time for one line of a script, it ends the program and fails the test.
func soon(t testing.TB, what string) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*patience)
	t.Cleanup(func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			t.Errorf("in %v this did not end: %s", 2*patience, what)
		}
		cancel()
	})
	return ctx
}

// rests waits, and returns false if the context ends before.
func rests(ctx context.Context, long time.Duration) bool {
	select {
	case <-time.After(long):
		return true
	case <-ctx.Done():
		return false
	}
}

// must fails the test for an error.
func must(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// put writes a file that is its owner's alone.
func put[T string | []byte](t testing.TB, path string, text T) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o600))
}

// awaitMembers waits until so many processes have a lease and, if that is asked for, equal shares of the requests.
func awaitMembers(t *testing.T, ctx context.Context, name string, n int, equal bool) {
	t.Helper()
	store := openedStore(t, name)
	defer store.Close()
	for {
		f, err := storage.Fleets.Get(ctx, store, storage.TheFleet)
		if err != nil {
			t.Fatalf("waited for %d processes with a lease: %v", n, err)
		}
		other := func(m storage.Member) bool { return m.Share != f.Members[0].Share }
		if len(f.Members) == n && !(equal && slices.ContainsFunc(f.Members, other)) {
			return
		}
		rests(ctx, looksAfter)
	}
}

// awaitCopy waits until the daily copy is whole that a bot makes beside its work. It was begun today or, around
// midnight, yesterday.
func awaitCopy(t *testing.T, store string) {
	t.Helper()
	day := func(at time.Time) string { return "parlour-" + at.Format(time.DateOnly) + ".db" }
	ctx := soon(t, "the copy of the day")
	for {
		got, now := names(t, store+".copies"), time.Now()
		if len(got) == 1 && (got[0] == day(now) || got[0] == day(now.AddDate(0, 0, -1))) {
			return
		}
		if !rests(ctx, time.Millisecond) {
			t.Fatalf("the folder of daily copies has %q, want %q", got, day(now))
		}
	}
}
