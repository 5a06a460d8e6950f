package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

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
		name := "late-" + address[strings.LastIndex(address, "=")+1:]
		l := storetest.Line{
			Store: opened(t, proxy.Address(address)+"&pool_max_conns=1&application_name="+name), Other: opened(t, address),
			Cut: func(c storetest.Cut) func() bool {
				return proxy.Cut(pgtest.Cut{Request: c.Request, How: pgtest.How(c.How), Then: c.Then})
			},
		}
		l.Late = func(t *testing.T, table, id string, request int, write func() error) error {
			locker, err := pgx.Connect(ctx, address)
			if err != nil {
				t.Fatal(err)
			}
			defer locker.Close(ctx)
			lock, err := locker.Begin(ctx)
			if err == nil {
				_, err = lock.Exec(ctx, "SELECT 1 FROM "+table+" WHERE id = '"+id+"' FOR UPDATE")
			}
			if err != nil {
				t.Fatal(err)
			}
			made := proxy.Cut(pgtest.Cut{Request: request, How: pgtest.Meanwhile})
			done := make(chan error, 1)
			go func() { done <- write() }()
			watcher := opened(t, address) // in a transaction nothing is seen of others that changes
			until(t, "two writes wait for the lock", func() error {
				var waiting int
				err := watcher.Pool().QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'",
					name).Scan(&waiting)
				if err == nil && waiting != 2 {
					err = fmt.Errorf("%d do", waiting)
				}
				return err
			})
			err = errors.Join(lock.Commit(ctx), storetest.Receive(t, done, "the end of a late write"))
			if !made() {
				t.Error("the connection was not cut")
			}
			return err
		}
		return l
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
