package postgres_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/games"
	"parlour/storage"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
)

var stored = flag.Int("stored", 3000, "how many matches are stored where lists are read; make pgbench has a million")

// move has a person make a move, and returns the head.
func move(b testing.TB, s storage.Store, h storage.Head) storage.Head {
	h.NextCheck = h.NextCheck.Add(time.Minute)
	h.Desired.Post++
	e := storage.Entry{Ply: games.Ply{Seat: games.Seat(h.Plies % 2), Move: "R3+U2"}, At: h.NextCheck}
	got, err := s.Append(ctx, h, e)
	if err != nil {
		b.Error(err)
	}
	return got
}

// moves has people make moves at once, each in a match of their own, and returns how long that took.
func moves(b testing.TB, s storage.Store, hs []storage.Head, each int) time.Duration {
	var all sync.WaitGroup
	began := time.Now()
	for i := range hs {
		all.Go(func() {
			for range each {
				hs[i] = move(b, s, hs[i])
			}
		})
	}
	all.Wait()
	return time.Since(began)
}

// table makes matches.
func table(b testing.TB, s storage.Store, n int) []storage.Head {
	var hs []storage.Head
	for i := range n {
		h, err := s.Create(ctx, match(fmt.Sprint("match", i)))
		if err != nil {
			b.Fatal(err)
		}
		hs = append(hs, h)
	}
	return hs
}

// BenchmarkLoneMove has one person move in a database and in a file on the same disk, in turns, because
// the speed of a disk changes.
func BenchmarkLoneMove(b *testing.B) {
	server := pgtest.New(b)
	db, disk := opened(b, server.Migrated(b)), file(b)
	inDB, inFile := table(b, db, 1), table(b, disk, 1)
	const each = 50
	moves(b, db, inDB, each)
	moves(b, disk, inFile, each)
	var there, here time.Duration
	rounds := 0
	for b.Loop() {
		there += moves(b, db, inDB, each)
		here += moves(b, disk, inFile, each)
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
	hs := table(b, s, 64)
	const each = 50
	moves(b, s, hs, each)
	var took time.Duration
	rounds := 0
	for b.Loop() {
		took += moves(b, s, hs, each)
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
		soon := time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC)
		for _, list := range lists(s, soon) {
			var times []time.Duration
			for range 50 {
				began := time.Now()
				n, err := list.read()
				times = append(times, time.Since(began))
				if err != nil || n != 10 {
					t.Fatalf("%s finds %d, %v, want 10", list.name, n, err)
				}
			}
			slices.Sort(times)
			query, args := said.query, said.args
			lines, _ := s.Pool().Query(ctx, "EXPLAIN "+query, args...)
			plan, err := pgx.CollectRows(lines, pgx.RowTo[string])
			if text := strings.Join(plan, "\n"); err != nil || strings.Contains(text, "Seq Scan") || strings.Contains(text, "Sort") {
				t.Errorf("%s is read by the plan\n%s, %v", list.name, text, err)
			}
			t.Logf("%s of %d stored, %s: median %v, at most %v", list.name, *stored, mode, times[len(times)/2], times[len(times)-1])
		}
	}
}

// A list is one way to read ten of what is stored.
type list struct {
	name string
	read func() (int, error)
}

func lists(s *postgres.Store, soon time.Time) []list {
	heads := func(hs []storage.Head, err error) (int, error) { return len(hs), err }
	some := func(rs []storage.Record, err error) (int, error) { return len(rs), err }
	return []list{
		{"Due", func() (int, error) { return heads(s.Due(ctx, soon, 10)) }},
		{"OfPlayer", func() (int, error) { return heads(s.OfPlayer(ctx, "p1", true, storage.Newest(10))) }},
		{"OfChannel", func() (int, error) { return heads(s.OfChannel(ctx, "c1", storage.Newest(10))) }},
		{"EndedIn", func() (int, error) { return heads(s.EndedIn(ctx, "c1", 10)) }},
		{"DueRecords", func() (int, error) { return some(s.DueRecords(ctx, "person", soon, 10)) }},
	}
}

// plenty stores as many matches and records as are asked for, with a second between their checks.
func plenty(t testing.TB, server *pgtest.Server, address string, n int) {
	t.Helper()
	s := opened(t, address)
	if _, err := s.Create(ctx, match("pattern")); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO matches (id, version, plies, next_check, head, listed, writes)
			SELECT 'm' || n, 1, 0, timestamptz '2026-03-01 12:00+00' + n * interval '1 second', p.head, p.listed, p.writes FROM generate_series(1, %d) n, matches p WHERE p.id = 'pattern'`,
		`INSERT INTO match_players (player, live, created, match) SELECT 'p' || n %% 100, true, timestamptz '2026-03-01 12:00+00' + n * interval '1 second', 'm' || n FROM generate_series(1, %d) n`,
		`INSERT INTO match_channels (channel, live, created, match) SELECT 'c' || n %% 100, n %% 7 > 2, timestamptz '2026-03-01 12:00+00' + n * interval '1 second', 'm' || n FROM generate_series(1, %d) n`,
		`INSERT INTO records (kind, id, version, next_check, value, writes)
			SELECT 'person', 'r' || n, n, timestamptz '2026-03-01 12:00+00' + n * interval '1 second', '{}', '' FROM generate_series(1, %d) n`,
	} {
		server.Exec(t, address, fmt.Sprintf(statement, n))
	}
	for _, name := range []string{"matches", "match_players", "match_channels", "records"} {
		server.Exec(t, address, "ANALYZE "+name)
	}
}
