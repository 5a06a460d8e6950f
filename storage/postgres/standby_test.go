package postgres_test

import (
	"fmt"
	"log/slog"
	"testing"

	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

// What was answered is there after a standby with synchronous replication was promoted, and the store goes
// on by itself.
func TestPromotedStandby(t *testing.T) {
	t.Parallel()
	primary := pgtest.New(t, "fsync=off")
	address := primary.Migrated(t)
	standby := primary.Standby(t)
	s, err := postgres.Open(t.Context(), primary.Either(address, standby), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var made []string
	for n := range 20 {
		made = append(made, fmt.Sprint("m", n))
		if _, err := s.Create(t.Context(), storetest.Full(made[n])); err != nil {
			t.Fatal(err)
		}
	}
	primary.Kill(t)
	standby.Promote(t)
	until(t, "a read from the promoted standby", func() error { _, err := s.Get(t.Context(), made[0]); return err })
	for _, id := range made {
		if _, err := s.Get(t.Context(), id); err != nil {
			t.Errorf("after the promotion %s is not there: %v", id, err)
		}
	}
	until(t, "a write to the promoted standby", func() error { _, err := s.Create(t.Context(), storetest.Full("next")); return err })
}
