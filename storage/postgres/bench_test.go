package postgres_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/commands/world"
	"parlour/storage"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

var standing = flag.Int("standing", 2000, "the matches whose tables TestStandingsAreReadFast reads; from 100,000 on within 50 ms")

var stored = flag.Int("stored", 3000, "how many matches are stored where lists are read; make pgbench has a million")

// moves has people make moves in a store at once.
func moves(b *testing.B, s storage.Store, heads []storage.Head) time.Duration {
	return storetest.Moves(b, heads, each, func(h storage.Head, e storage.Entry) (storage.Head, error) { return s.Append(ctx, h, e) })
}

// each is how many moves a person makes.
const each = 50

// BenchmarkLoneMove has one person move in a database and in a file on the same disk, in turns, because
// the speed of a disk changes.
func BenchmarkLoneMove(b *testing.B) {
	server := pgtest.New(b)
	db, disk := opened(b, server.Migrated(b)), file(b)
	inDB, inFile := storetest.Table(b, db, 1), storetest.Table(b, disk, 1)
	moves(b, db, inDB)
	moves(b, disk, inFile)
	var there, here time.Duration
	rounds := 0
	for b.Loop() {
		there += moves(b, db, inDB)
		here += moves(b, disk, inFile)
		rounds += each
	}
	b.ReportMetric(float64(there.Microseconds())/float64(rounds)/1000, "ms/database")
	b.ReportMetric(float64(here.Microseconds())/float64(rounds)/1000, "ms/file")
	b.ReportMetric(float64(there)/float64(here), "x-vs-file")
}

// BenchmarkWriters has 64 people move at once.
func BenchmarkWriters(b *testing.B) {
	server := pgtest.New(b)
	s := opened(b, server.Migrated(b))
	hs := storetest.Table(b, s, 64)
	moves(b, s, hs)
	var took time.Duration
	rounds := 0
	for b.Loop() {
		took += moves(b, s, hs)
		rounds += each
	}
	b.ReportMetric(float64(rounds*len(hs))/took.Seconds(), "appends/s")
}

// An overheard query is the last one that a store has sent.
type overheard struct {
	query string
	args  []any
}

func (o *overheard) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	o.query, o.args = q.SQL, q.Args
	return ctx
}

func (o *overheard) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// Every list is read by an index, in its order: its cost does not grow with what is stored. With -stored it is timed.
//
//test:unwatched
func TestListsAreReadByIndex(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	address := server.Migrated(t)
	plenty(t, server, address, *stored)
	for _, mode := range []string{"force_custom_plan", "force_generic_plan"} {
		said := &overheard{}
		s, err := postgres.Overheard(ctx, address+"&plan_cache_mode="+mode, said)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for _, list := range []string{"due 30 10", "newest 10 live p1", "newest 10 channel c1", "newest 10 past c1", "records person 30 10"} {
			var times []time.Duration
			for range 50 {
				began := time.Now()
				ids, err := storetest.Answer(ctx, s, list)
				times = append(times, time.Since(began))
				if err != nil || strings.Count(ids, ", ") != 9 {
					t.Fatalf("%s finds %s, %v, want 10", list, ids, err)
				}
			}
			slices.Sort(times)
			query, args := said.query, said.args
			lines, _ := s.Pool().Query(ctx, "EXPLAIN "+query, args...)
			plan, err := pgx.CollectRows(lines, pgx.RowTo[string])
			if text := strings.Join(plan, "\n"); err != nil || strings.Contains(text, "Seq Scan") || strings.Contains(text, "Sort") {
				t.Errorf("%s is read by the plan\n%s, %v", list, text, err)
			}
			t.Logf("%s of %d stored, %s: median %v, at most %v", list, *stored, mode, times[len(times)/2], times[len(times)-1])
		}
	}
}

// plenty stores as many matches and records as are asked for, with a second between their checks.
func plenty(t testing.TB, server *pgtest.Server, address string, n int) {
	t.Helper()
	s := opened(t, address)
	if _, err := s.Create(ctx, storetest.Full("pattern")); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO matches (id, version, plies, listed, packed, writes)
			SELECT 'm' || n, 1, 0, p.listed, p.packed, p.writes FROM generate_series(1, %d) n, matches p WHERE p.id = 'pattern'`,
		`INSERT INTO match_due (match, next_check) SELECT 'm' || n, timestamptz '2026-03-01 12:00+00' + n * interval '1 second' FROM generate_series(1, %d) n`,
		`INSERT INTO match_players (player, live, age, match) SELECT 'p' || n %% 100, true, timestamptz '2026-03-01 12:00+00' + n * interval '1 second', 'm' || n FROM generate_series(1, %d) n`,
		`INSERT INTO match_channels (channel, live, age, match) SELECT 'c' || n %% 100, n %% 7 > 2, timestamptz '2026-03-01 12:00+00' + n * interval '1 second', 'm' || n FROM generate_series(1, %d) n`,
		`INSERT INTO records (kind, id, version, next_check, value, writes)
			SELECT 'person', 'r' || n, n, timestamptz '2026-03-01 12:00+00' + n * interval '1 second', '{}', '' FROM generate_series(1, %d) n`,
	} {
		server.Exec(t, address, fmt.Sprintf(statement, n))
	}
	for _, name := range []string{"matches", "match_due", "match_players", "match_channels", "records"} {
		server.Exec(t, address, "ANALYZE "+name)
	}
}

// The tables of a server are read within 50 ms, with -standing matches in the database.
//
//test:unwatched
func TestStandingsAreReadFast(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	address := server.Migrated(t)
	s := opened(t, address)
	var rows [][]any
	all := storetest.Counted(*standing)
	for at, n := range all {
		last := int64(0)
		if !n.Last.IsZero() {
			last = n.Last.Unix()
		}
		rows = append(rows, []any{at.Guild, int32(at.Period), at.Channel, at.Game, at.Person, int16(n.Won), int16(n.Drawn), int16(n.Lost), last})
	}
	columns := strings.Fields("guild period channel game person won drawn lost last_win")
	if n, err := s.Pool().CopyFrom(ctx, pgx.Identifier{"counters"}, columns, pgx.CopyFromRows(rows)); err != nil || int(n) != len(all) {
		t.Fatalf("%d of %d counters were written: %v", n, len(all), err)
	}
	server.Exec(t, address, "VACUUM ANALYZE counters")
	storetest.TimeStandings(t, s, *standing, len(all))
	if *standing >= 100_000 {
		world.TimeTop(t, s)
	}
}
