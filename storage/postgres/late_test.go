package postgres_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/games"
	"parlour/storage"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
)

// lateWrites are writes. Each has the number of its request that waits for the lock of the row.
var lateWrites = []struct {
	table   string
	request int
	begin   func(t *testing.T, s *postgres.Store, id string) (do func() error)
}{
	{"matches", 0, lateAppend("")},
	{"matches", 2, lateAppend("elsewhere")},
	{"records", 0, latePut(`2`)},
	{"records", 0, latePut("")},
}

// If a connection is lost while its write waits in the database, the write is tried again, and then both wait.
// One of the two is carried out, and the caller is told so.
func TestALateWriteIsMadeOnce(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	for i, w := range lateWrites {
		t.Run(fmt.Sprint(w.table, i), func(t *testing.T) {
			t.Parallel()
			proxy, address := server.Proxy(t), server.Migrated(t)
			name := "late-" + address[strings.LastIndex(address, "=")+1:]
			s := opened(t, proxy.Address(address)+"&pool_max_conns=1&application_name="+name)
			if err := w.begin(t, s, "first")(); err != nil { // prepares the statements
				t.Fatal(err)
			}
			do := w.begin(t, s, "m")
			watcher := opened(t, address) // in a transaction nothing is seen of others that changes
			locker, err := pgx.Connect(ctx, address)
			if err != nil {
				t.Fatal(err)
			}
			defer locker.Close(ctx)
			lock, err := locker.Begin(ctx)
			if err == nil {
				_, err = lock.Exec(ctx, "SELECT 1 FROM "+w.table+" WHERE id = 'm' FOR UPDATE")
			}
			if err != nil {
				t.Fatal(err)
			}
			made := proxy.Cut(pgtest.Cut{Request: w.request, How: pgtest.Meanwhile})
			done := make(chan error, 1)
			go func() { done <- do() }()
			until(t, "two writes wait for the lock", func() error {
				var waiting int
				err := watcher.Pool().QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'",
					name).Scan(&waiting)
				if err == nil && waiting != 2 {
					err = fmt.Errorf("%d do", waiting)
				}
				return err
			})
			if err := lock.Commit(ctx); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-done:
				if err != nil || !made() {
					t.Errorf("the write returned %v, and was cut: %v", err, made())
				}
			case <-time.After(waiting):
				t.Fatalf("in %v the write did not end", waiting)
			}
		})
	}
}

// lateAppend makes a match and appends to it, in another channel or in the same.
func lateAppend(channel string) func(*testing.T, *postgres.Store, string) func() error {
	return func(t *testing.T, s *postgres.Store, id string) func() error {
		h, err := s.Create(ctx, match(id))
		if err != nil {
			t.Fatal(err)
		}
		if channel != "" {
			h.Channel = channel
		}
		return func() error {
			if _, err := s.Append(ctx, h, storage.Entry{Ply: games.Ply{Move: "a"}}); err != nil {
				return err
			}
			m, err := s.Get(ctx, id)
			if err == nil && (m.Version != 2 || len(m.Log) != 1) {
				err = fmt.Errorf("match %q has version %d and the log %v", id, m.Version, m.Log)
			}
			hs, err2 := s.OfChannel(ctx, h.Channel, storage.All)
			if err2 != nil || !slices.ContainsFunc(hs, func(h storage.Head) bool { return h.ID == id }) {
				err = fmt.Errorf("match %q is not listed in its channel (%v, %v)", id, err, err2)
			}
			return err
		}
	}
}

// latePut makes a record and writes it, or removes it.
func latePut(value string) func(*testing.T, *postgres.Store, string) func() error {
	return func(t *testing.T, s *postgres.Store, id string) func() error {
		r, err := s.PutRecord(ctx, storage.Record{Kind: "k", ID: id, Value: json.RawMessage(`1`)})
		if err != nil {
			t.Fatal(err)
		}
		if r.Value = json.RawMessage(value); value == "" {
			r.Value = nil
		}
		return func() error {
			if _, err := s.PutRecord(ctx, r); err != nil {
				return err
			}
			got, err := s.Record(ctx, "k", id)
			if err == nil && string(got.Value) != value {
				err = fmt.Errorf("record %q says %s", id, got.Value)
			}
			return err
		}
	}
}
