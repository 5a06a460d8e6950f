package postgres_test

import (
	"fmt"
	"log/slog"
	"testing"

	"parlour/storage"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

// Behind a pooler a prepared statement may be one that the connection does not know (26000), or one that another
// client has made (42P05). No call fails of it, at the start neither, and each store says once that it prepares
// none any more.
func TestPooler(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	address := server.Pooler(t, server.Fresh(t))
	if _, _, err := postgres.Migrate(ctx, address); err != nil {
		t.Fatal(err)
	}
	var said [3]talk
	var stores [3]*postgres.Store
	for round := range 3 { // a store that opens later finds the statements of the earlier ones
		s, err := postgres.Open(ctx, address, slog.New(slog.NewTextHandler(&said[round], nil)))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		stores[round] = s
		for n, s := range stores[:round+1] {
			id := fmt.Sprint(round, n)
			h, err := s.Create(ctx, storetest.Full(id))
			for _, there := range []string{"home", "elsewhere", "home"} { // a transaction of several statements
				if err == nil {
					h.Channel = there
					h, err = s.Append(ctx, h, storage.Entry{At: h.Created})
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.PutRecord(ctx, storage.Record{Kind: "k", ID: id, Value: []byte(`1`)})
			if err == nil {
				r.Value = nil
				_, err = s.PutRecord(ctx, r)
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, other := range stores[:round+1] {
				if m, err := other.Get(ctx, id); err != nil || len(m.Log) != 3 || m.Channel != "home" {
					t.Errorf("Get = %d entries in %q, %v, want 3 at home", len(m.Log), m.Channel, err)
				}
			}
		}
	}
	for n := range said {
		if said[n].says("\n") != 1 || said[n].says("prepared statements do not last") != 1 {
			t.Errorf("the log of store %d says %s", n, said[n].text.String())
		}
	}
}
