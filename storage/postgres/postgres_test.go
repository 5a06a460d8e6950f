package postgres

import (
	"context"
	"testing"

	"parlour/storage"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

var ctx = context.Background()

func TestStore(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	storetest.Run(t, func(t *testing.T) storage.Store { return opened(t, migrated(t, server)) })
}

func TestCutConnections(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	storetest.RunCut(t, func(t *testing.T) storetest.Line {
		proxy, address := server.Proxy(t), migrated(t, server)
		return storetest.Line{
			Store: opened(t, proxy.Address(address)), Other: opened(t, address),
			Cut: func(c storetest.Cut) func() bool {
				return proxy.Cut(pgtest.Cut{Request: c.Request, How: pgtest.How(c.How), Then: c.Then})
			},
		}
	})
}

// migrated returns the address of an empty store.
func migrated(t testing.TB, server *pgtest.Server) string {
	t.Helper()
	address := server.Fresh(t)
	if _, _, err := Migrate(ctx, address); err != nil {
		t.Fatal(err)
	}
	return address
}

// opened opens a store, which the test may close.
func opened(t testing.TB, address string) *Store {
	t.Helper()
	s, err := Open(ctx, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
