package postgres_test

import (
	"context"
	"testing"

	"parlour/storage"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

var ctx = context.Background()

func TestStore(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	storetest.Run(t, func(t *testing.T) storage.Store { return opened(t, server.Migrated(t)) })
}

func TestCutConnections(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	storetest.RunCut(t, func(t *testing.T) storetest.Line {
		proxy, address := server.Proxy(t), server.Migrated(t)
		return storetest.Line{
			Store: opened(t, proxy.Address(address)), Other: opened(t, address),
			Cut: func(c storetest.Cut) func() bool {
				return proxy.Cut(pgtest.Cut{Request: c.Request, How: pgtest.How(c.How), Then: c.Then})
			},
		}
	})
}

// opened opens a store, which the test may close.
func opened(t testing.TB, address string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(ctx, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
