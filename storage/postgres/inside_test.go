package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// The tests that need a server stand outside of the package, as the kit of servers imports it. This is what
// they use of its inside.
const Newest, PageSize = newest, pageSize

func (s *Store) Pool() *pgxpool.Pool    { return s.pool }
func (s *Store) Failed(err error) error { return s.failed(err) }

// Overheard opens a store whose queries a tracer hears.
func Overheard(ctx context.Context, address string, tracer pgx.QueryTracer) (*Store, error) {
	c, _, err := config(address)
	if err != nil {
		return nil, err
	}
	c.ConnConfig.Tracer = tracer
	pool, err := pgxpool.NewWithConfig(ctx, c)
	return &Store{pool: pool, ending: make(chan struct{})}, err
}

// What an error of the server means.
func TestFaults(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]fault{
		"40001": collided, "40P01": collided, "26000": collided, "42P05": collided,
		"40003": lost, "57P01": lost, "57P02": lost, "57014": lost, "08006": lost,
		"57P03": away, "53300": away, "53100": away, "58030": away, "25006": away,
		"23505": none, "42601": none, "0A000": none, "28P01": none, "28000": none, "3D000": none, "42501": none,
	} {
		if got := faultOf(fmt.Errorf("wrapped: %w", &pgconn.PgError{Code: code})); got != want {
			t.Errorf("%s is fault %d, want %d", code, got, want)
		}
		if got := faultOf(unreached{&pgconn.PgError{Code: code}}); got != away {
			t.Errorf("%s of a connection that was not made is fault %d, want %d", code, got, away)
		}
	}
	if got := faultOf(&pgconn.PgError{Code: "0A000", Message: "cached plan must not change result type"}); got != collided {
		t.Errorf("a stale plan is fault %d, want %d", got, collided)
	}
	if got := faultOf(errors.New("EOF")); got != lost {
		t.Errorf("an end of the connection is fault %d, want %d", got, lost)
	}
}

// A server that refuses a collation for columns gets none; all others sort ids by their bytes.
func TestCollations(t *testing.T) {
	t.Parallel()
	for server, want := range map[string]bool{"PostgreSQL 15.4 on x86_64": true, "CockroachDB CCL v24.1.0": false, "PostgreSQL 11.2-YB-2.20 on x86_64": true} {
		files, err := stepsFor(server)
		if err != nil {
			t.Fatal(err)
		}
		text, err := fs.ReadFile(files, "00006_begin.sql")
		if got := bytes.Contains(text, []byte("COLLATE")); err != nil || got != want || !bytes.Contains(text, []byte("CREATE TABLE matches")) {
			t.Errorf("%s gets a collation: %v, %v, want %v", server, got, err, want)
		}
	}
}

// Only an address that leaves it to the server whether what is sent to another machine can be read is warned of.
func TestUnsealed(t *testing.T) {
	t.Setenv("PGSSLMODE", "")
	for address, want := range map[string]bool{
		"db.example.org/games": true, "db.example.org/games?sslmode=prefer": true, "10.0.0.2/games?sslmode=allow": true,
		"localhost,db.example.org/games": true, "[fd00::1]:5432/games": true, "10.0.0.2/sslmode=disable": true,
		"[fd00::1]/games?application_name=sslmode%3Ddisable": true,
		"db.example.org/games?sslmode=verify-full":           false, "db.example.org/games?sslmode=require": false, "database/games?sslmode=disable": false,
		"/games?host=/run/postgresql": false, "localhost/games": false, "127.0.0.1,[::1]:5433/games": false,
	} {
		var said bytes.Buffer
		Warn("postgres://ann:swordfish@"+address, slog.New(slog.NewTextHandler(&said, nil)))
		if got := strings.Contains(said.String(), "add sslmode=verify-full"); got != want || strings.Contains(said.String(), "swordfish") {
			t.Errorf("%s is warned of: %q, want %v", address, said.String(), want)
		}
	}
}
