package fleet

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/storage"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
)

// A database is a store in PostgreSQL. Its clock is that of the server, put forward by a time.
type database struct {
	*postgres.Store
	by *atomic.Int64
}

func (d database) Time(ctx context.Context) (time.Time, error) {
	now, err := d.Store.Time(ctx)
	return now.Add(time.Duration(d.by.Load())), err
}

// opened opens a database for one process.
func opened(t *testing.T, address string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), address+"&pool_max_conns=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// joins has a process join the others over a database. Its own clock is off by a time.
func joins(t *testing.T, s *postgres.Store, by *atomic.Int64, off time.Duration) *Member {
	t.Helper()
	m, err := Join(t.Context(), database{s, by}, func() time.Time { return time.Now().Add(off + time.Duration(by.Load())) }, nil)
	if err != nil || m == nil || m.ID() == "" {
		t.Fatalf("Join = %v, %v, want a member with an id", m, err)
	}
	return m
}

// empty returns the address of an empty database.
func empty(t *testing.T) (*pgtest.Server, string) {
	t.Helper()
	server := pgtest.Shared(t)
	return server, server.Migrated(t)
}

// atOnce has members do something at the same time, and returns for how many of them it held.
func atOnce(t *testing.T, all []*Member, do func(m *Member) (bool, error)) int {
	t.Helper()
	var held atomic.Int64
	var doing sync.WaitGroup
	for _, m := range all {
		doing.Go(func() {
			if yes, err := do(m); err != nil {
				t.Error(err)
			} else if yes {
				held.Add(1)
			}
		})
	}
	doing.Wait()
	return int(held.Load())
}

// looks lets seconds pass, in each of which members look at the same time. It returns how many of these looks have
// seen the end of a lease.
func looks(t *testing.T, by *atomic.Int64, seconds int, all ...*Member) (ended int) {
	t.Helper()
	for range seconds {
		by.Add(int64(readEvery))
		ended += atOnce(t, all, func(m *Member) (bool, error) { return m.Look(t.Context()) })
		var sum float64
		for _, m := range all {
			sum += m.Share()
		}
		if sum > fifty {
			t.Errorf("%d members may make %v requests in a second, want at most %v", len(all), sum, fifty)
		}
	}
	return ended
}

// Three processes whose clocks are hours apart share a database: their leases end by its clock. What one of them has
// claimed is left alone as long as its lease goes on. Then one of the others takes it, and the first writes no more.
func TestMembersOverADatabase(t *testing.T) {
	t.Parallel()
	_, address := empty(t)
	var by atomic.Int64
	var all []*Member
	for _, off := range []time.Duration{0, 3 * time.Hour, -3 * time.Hour} {
		all = append(all, joins(t, opened(t, address), &by, off))
	}
	frozen, others := all[0], all[1:]
	if ended := looks(t, &by, 6, all...); ended > 0 {
		t.Errorf("%d looks have seen an end of a lease, want none", ended)
	}
	for i, m := range all {
		if share := m.Share(); share < 15.3 || share > 46.0/3 {
			t.Errorf("member %d has %v, want %v", i, share, 46.0/3)
		}
	}
	if first := atOnce(t, all, func(m *Member) (bool, error) { return m.Do(t.Context(), "night", "2026-11-20") }); first != 1 {
		t.Errorf("%d members were the first to do a job at the same time, want 1", first)
	}

	owner, later := frozen.ID(), start.Add(24*time.Hour)
	h, err := frozen.store.Create(t.Context(), storage.Head{ID: "m", Owner: owner, NextCheck: later})
	if err != nil {
		t.Fatal(err)
	}
	during, done := frozen.While(t.Context())
	defer done()
	until := frozen.fleet.Members[find(frozen.fleet.Members, owner)].Until
	ended := 0
	for now := (time.Time{}); now.Before(until); ended += looks(t, &by, 1, others...) {
		for _, m := range others {
			if now, err = m.store.Time(t.Context()); err != nil {
				t.Fatal(err)
			}
			if now.Before(until) && (!m.Others(t.Context(), owner) || m.Abandoned(t.Context(), owner)) {
				t.Fatalf("a claim is abandoned %v before its owner's lease ends", until.Sub(now))
			}
		}
	}
	if ended += looks(t, &by, 3, others...); ended != len(others) {
		t.Errorf("the end of a lease was seen %d times, want %d", ended, len(others))
	}
	if won := atOnce(t, others, func(m *Member) (bool, error) { return takes(m, later) }); won != 1 {
		t.Errorf("%d members have taken what was abandoned, want 1", won)
	}
	if _, err := frozen.store.Append(t.Context(), h); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("a write of the first owner = %v, want %v", err, storage.ErrConflict)
	}
	if ended, err := frozen.Look(t.Context()); !ended || err != nil || context.Cause(during) != ErrOver {
		t.Errorf("Look of a member that was removed = %v, %v, and its work has ended with %v", ended, err, context.Cause(during))
	}
	looks(t, &by, 6, all...)
	if id := frozen.ID(); id == "" || id == owner || frozen.Share() < 15.3 {
		t.Errorf("the member that was removed is back as %q with %v; it was %q", id, frozen.Share(), owner)
	}
}

// takes has a member take a match that is due by a time, if it is abandoned. It reports whether it has got it.
func takes(m *Member, by time.Time) (won bool, err error) {
	ctx := context.Background()
	due, err := m.store.Due(ctx, by, 10)
	if err != nil {
		return false, err
	}
	for _, h := range due {
		if !m.Abandoned(ctx, h.Owner) {
			continue // another one has taken it
		}
		h.Owner = m.ID()
		switch _, err := storage.Claim(ctx, m.store, h, by); {
		case err == nil:
			won = true
		case !errors.Is(err, storage.ErrConflict):
			return won, err
		}
	}
	return won, nil
}

// A still database has a clock that stands still, so that no lease ends however slow the machine is.
type still struct{ *postgres.Store }

func (s still) Time(ctx context.Context) (time.Time, error) {
	_, err := s.Store.Time(ctx)
	return start, err
}

// A process whose connection to the database is lost at a request of its first look becomes a member all the same,
// and only once.
func TestConnectionLostWhileJoining(t *testing.T) {
	t.Parallel()
	server, address := empty(t)
	proxy := server.Proxy(t)
	s := still{opened(t, proxy.Address(address))}
	var ids []string
	for _, how := range []pgtest.How{pgtest.Before, pgtest.After} {
		for request := 0; ; request++ {
			made := proxy.Cut(pgtest.Cut{Request: request, How: how})
			m, err := Join(t.Context(), s, time.Now, nil)
			if err != nil || m == nil || m.ID() == "" {
				t.Fatalf("Join = %v, %v, want a member with an id", m, err)
			}
			ids = append(ids, m.ID())
			f, err := storage.Fleets.Get(t.Context(), m.store, storage.TheFleet)
			if err != nil || len(f.Members) != len(ids) || !slices.EqualFunc(f.Members, ids, func(o storage.Member, id string) bool { return o.ID == id }) {
				t.Fatalf("cut %s request %d: the members are %+v, %v, want %q", how, request, f.Members, err, ids)
			}
			if !made() {
				break
			}
		}
	}
}
