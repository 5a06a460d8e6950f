package postgres_test

import (
	"encoding/json"
	"testing"
	"time"

	"parlour/storage"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

// A move takes one round trip, a write that changes a listing takes three, and one of a match that is settled then two.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	proxy, address := server.Proxy(t), server.Migrated(t)
	s := opened(t, proxy.Address(address)+"&pool_max_conns=1")
	var h storage.Head
	var r storage.Record
	steps := []struct {
		name  string
		trips int
		do    func(id string) error
	}{
		{"create", 1, func(id string) (err error) { h, err = s.Create(ctx, storetest.Full(id)); return err }},
		{"append", 1, func(string) (err error) { h, err = s.Append(ctx, h, storage.Entry{}); return err }},
		{"append nothing", 1, func(string) (err error) { h, err = s.Append(ctx, h); return err }},
		{"append in another channel", 3, func(string) (err error) { h.Channel = "elsewhere"; h, err = s.Append(ctx, h); return err }},
		{"append that is due at another time", 1, func(string) (err error) {
			h.NextCheck = h.NextCheck.Add(time.Minute)
			h, err = s.Append(ctx, h)
			return err
		}},
		{"append that ends it", 3, func(string) (err error) { h.Phase = storage.Over; h, err = s.Append(ctx, h); return err }},
		{"append that settles it", 2, func(string) (err error) { h.NextCheck = time.Time{}; h, err = s.Append(ctx, h); return err }},
		{"append after that", 2, func(string) (err error) { h.Next = "another"; h, err = s.Append(ctx, h); return err }},
		{"get", 1, func(id string) error { _, err := s.Get(ctx, id); return err }},
		{"new record", 1, func(id string) (err error) {
			r, err = s.PutRecord(ctx, storage.Record{Kind: "k", ID: id, Value: json.RawMessage(`1`)})
			return err
		}},
		{"record", 1, func(string) (err error) { r.Value = json.RawMessage(`2`); r, err = s.PutRecord(ctx, r); return err }},
		{"no record", 1, func(string) (err error) { r.Value = nil; r, err = s.PutRecord(ctx, r); return err }},
	}
	for _, id := range []string{"first", "second"} { // the first prepares the statements
		for _, step := range steps {
			before := proxy.Requests()
			if err := step.do(id); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
			if trips := proxy.Requests() - before; id == "second" && trips != step.trips {
				t.Errorf("%s takes %d round trips, want %d", step.name, trips, step.trips)
			}
		}
	}
}
