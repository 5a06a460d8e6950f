package pgtest

import (
	"os"
	"sync"
	"testing"

	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
)

// addresses has, by the path of a file, the address of the database in its place.
var addresses struct {
	sync.Mutex
	of map[string]string
}

// InDatabase reports whether the stores are databases. Several writes then take longer, and those of two
// writers come in another order.
func InDatabase() bool { return os.Getenv("PARLOUR_TEST_STORE") == "postgres" }

// Open opens a store for a test of what any store can do: that in a file or, if the environment has
// PARLOUR_TEST_STORE=postgres, the database in place of the file. It makes the one that is not there.
func Open(t testing.TB, path string) (storage.Movable, error) {
	t.Helper()
	if !InDatabase() {
		store, err := bolt.Open(path)
		if err != nil {
			return nil, err
		}
		return store, nil
	}
	server := Shared(t)
	addresses.Lock()
	defer addresses.Unlock()
	address, there := addresses.of[path]
	if !there {
		address = server.Migrated(t) + "&pool_max_conns=4"
		if addresses.of == nil {
			addresses.of = map[string]string{}
		}
		addresses.of[path] = address
	}
	store, err := postgres.Open(t.Context(), address, nil)
	if err != nil {
		return nil, err
	}
	return store, nil
}
