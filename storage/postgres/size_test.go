package postgres_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/storage"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

var finished = flag.Int("finished", 8, "how many matches are played whose rows are measured; make pgbench has 2,000")

// A match of 28 plies, each written twice as the bot does, moves its row within its page, and leaves one row that has
// all of it. With -finished its bytes are judged.
//
//test:unwatched
func TestFinishedMatchIsSmall(t *testing.T) {
	t.Parallel()
	// The server is the test's own: beside the transactions of other tests a row that is dead stays in its page.
	address := pgtest.New(t, "fsync=off", "full_page_writes=off").Migrated(t)
	s, watcher := opened(t, address), opened(t, address)
	scan := func(query string, into ...any) {
		t.Helper()
		if err := watcher.Pool().QueryRow(ctx, query).Scan(into...); err != nil {
			t.Fatal(err)
		}
	}
	wal := "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint"
	var before, after int
	scan(wal, &before)
	vacuum := func() { // as the database does by itself, but now
		t.Helper()
		const tables = "VACUUM matches, match_due, match_log, match_players, match_channels, counters"
		if _, err := watcher.Pool().Exec(ctx, tables, pgx.QueryExecModeSimpleProtocol); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	want := map[string]storage.Match{}
	moves := 0
	for n := 0; n < *finished; {
		var under []storage.Match
		for ; len(under) < 16 && n < *finished; n++ {
			h, log := storetest.Begun(r, n)
			h, err := s.Create(ctx, h)
			if err != nil {
				t.Fatal(err)
			}
			under = append(under, storage.Match{Head: h, Log: log})
		}
		for ply := range under[0].Log {
			for i, m := range under {
				h := m.Head
				e := m.Log[ply]
				h.NextCheck = e.At.Add(time.Minute)
				h, err := s.Append(ctx, h, e)
				if err == nil {
					h.NextCheck = e.At.Add(72 * time.Hour)
					h, err = s.Append(ctx, h)
				}
				if err != nil {
					t.Fatal(err)
				}
				under[i].Head = h
				moves++
			}
		}
		for _, m := range under {
			h := m.Head
			h.Phase, h.NextCheck = storage.Over, time.Time{}
			h, err := s.Append(ctx, h)
			if err != nil {
				t.Fatal(err)
			}
			want[h.ID] = storage.Match{Head: h, Log: m.Log}
		}
		vacuum()
	}
	scan(wal, &after)
	for id, m := range want {
		if got, err := s.Get(ctx, id); err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("match %s = %+v, %v, want %+v", id, got, err, m)
		}
	}
	s.Close() // with its connections the database counts
	var updates, within int
	until(t, "all is counted", func() error {
		scan("SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relid = 'matches'::regclass", &updates, &within)
		if updates < 2*moves {
			return fmt.Errorf("%d of %d", updates, 2*moves)
		}
		return nil
	})
	if within < updates*9/10 {
		t.Errorf("of %d updates %d stay in their page, want nine of ten", updates, within)
	}
	var logged, due, row int
	scan("SELECT (SELECT count(*) FROM match_log), (SELECT count(*) FROM match_due), (SELECT avg(pg_column_size(m.*))::bigint FROM matches m)", &logged, &due, &row)
	if logged > 0 || due > 0 || row > 2000 {
		t.Errorf("%d entries and %d checks are left, and a row has %d bytes; want none, none and at most 2000", logged, due, row)
	}
	vacuum()
	var all int
	scan("SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables WHERE schemaname = current_schema() AND (relname LIKE 'match%' OR relname = 'counters')", &all)
	var tables string
	scan("SELECT string_agg(relname || ' ' || pg_table_size(relid) || '+' || pg_indexes_size(relid), ', ') FROM pg_stat_user_tables WHERE schemaname = current_schema() AND (relname LIKE 'match%' OR relname = 'counters')", &tables)
	t.Log(tables)
	t.Logf("%d updates, %d in their page; %d bytes of WAL a move; a row has %d bytes and a match %d", updates, within, (after-before)/moves, row, all/len(want))
	if *finished >= 1000 && all/len(want) > 2800 {
		t.Error("a match takes more than 2800 bytes")
	}
}
