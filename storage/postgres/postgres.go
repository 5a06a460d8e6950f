// Package postgres keeps matches and records in a PostgreSQL database, which many processes may
// use at once. It implements [storage.Movable] and [storage.Shared].
//
// Its policy: plain SQL that PostgreSQL 14, CockroachDB and YugabyteDB all document. A write is one
// statement that compares and changes, so it takes one round trip. A write after which a match is found by
// other people, in other channels or not by its time takes three: the statement, which changes nothing; a look at the
// match so far; and one transaction that changes all. A match that is settled (see [storage.Head.Settled]) is one row,
// packed with its whole log, so a write of it does without the first: it takes two.
//
// What a move changes stands in no index but that of what is due, whose rows are short: the row of a match is
// replaced within its page, whose room the next move has again.
//
// A write whose outcome is unknown, because the connection was lost before the answer came, is never
// blindly repeated. Each write has a random id of its own, which stands in the row that it wrote. The
// store reads the row first, and a repeated write has the id of the first. So it does not matter whether
// the first is carried out late: one of the two finds that the version has moved on.
// If the database stays out of reach for [settle], the error is [storage.ErrUnavailable] and
// says that the outcome is not known.
//
// A call that collides with another transaction is tried again. A call that does not reach the database
// returns [storage.ErrUnavailable], and the next call tries anew.
//
// The tables are in the folder migrations. [Migrate] alone changes them; [Open] waits for the database, and until
// somebody has done so.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"parlour/storage"
)

// A Store keeps matches and records in a database. It implements [storage.Movable] and [storage.Shared].
type Store struct {
	pool  *pgxpool.Pool
	where string // host and database, for people
	log   *slog.Logger
	reach storage.Reach

	unprepared atomic.Bool // its connections prepare no statements

	mu     sync.Mutex
	closed bool
	calls  sync.WaitGroup
	ending chan struct{} // closed when the store is
}

var (
	_ storage.Movable = (*Store)(nil)
	_ storage.Shared  = (*Store)(nil)
)

// connections is how many connections a process has at most, unless its address says pool_max_conns.
const connections = 16

// patience is how long one attempt of a call may take.
const patience = 15 * time.Second

// IsAddress reports whether the name of a store is the address of a database, and not a file.
func IsAddress(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// ErrNoTables means that nobody has made the tables of a database.
var ErrNoTables = errors.New("it has no tables yet")

// The errors of an address say nothing of what stands there, which may be a password.
var (
	errAddress = errors.New("the address of the database cannot be read: it is postgres://NAME:PASSWORD@HOST:PORT/DATABASE, and in a password / is %2F, @ is %40 and % is %25")
	errOptions = errors.New("what stands behind the ? of the database's address cannot be read: it is such as sslmode=verify-full")
)

// config reads an address.
func config(address string) (*pgxpool.Config, string, error) {
	c, err := pgxpool.ParseConfig(address)
	if err != nil || !IsAddress(address) {
		bare, _, _ := strings.Cut(address, "?")
		if _, err := pgxpool.ParseConfig(bare); err == nil && IsAddress(address) {
			return nil, "", errOptions
		}
		return nil, "", errAddress
	}
	if !strings.Contains(address, "pool_max_conns=") {
		c.MaxConns = connections
	}
	// a dead connection is noticed by its first use
	c.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
	conn := c.ConnConfig
	if conn.ConnectTimeout == 0 {
		conn.ConnectTimeout = patience / 3
	}
	if conn.RuntimeParams["application_name"] == "" {
		conn.RuntimeParams["application_name"] = "parlour"
	}
	if conn.ValidateConnect == nil { // a standby cannot be written to
		conn.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	return c, fmt.Sprintf("%s on %s", conn.Database, conn.Host), nil
}

// Readable returns an error if an address cannot be read.
func Readable(address string) error {
	_, _, err := config(address)
	return err
}

// Name returns the name of a database for people, without the password in its address.
func Name(address string) string {
	_, where, err := config(address)
	if err != nil {
		return "the database"
	}
	return "the database " + where
}

// Open opens the store in a database. If that is out of reach or has no tables yet, Open
// logs that and waits until it is there or the context is done. It ends at once if the database refuses
// the account, and with [storage.ErrSchema] for another schema.
// The log gets one line when the database gets out of reach and one when it is back.
func Open(ctx context.Context, address string, log *slog.Logger) (*Store, error) {
	return open(ctx, address, log, await)
}

// OpenNow is [Open] for a command that does not wait: it ends with the error of a database that is out of reach,
// and with [ErrNoTables].
func OpenNow(ctx context.Context, address string, log *slog.Logger) (*Store, error) {
	return open(ctx, address, log, func(ctx context.Context, pool *pgxpool.Pool, _ string, _ *slog.Logger) error {
		n, err := schemaOf(ctx, pool)
		if err == nil && n == 0 {
			err = ErrNoTables
		}
		return err
	})
}

// open opens a store as soon as something that looks at the database returns.
func open(ctx context.Context, address string, log *slog.Logger,
	look func(context.Context, *pgxpool.Pool, string, *slog.Logger) error) (*Store, error) {
	c, where, err := config(address)
	if err != nil {
		return nil, err
	}
	s := &Store{where: where, log: log, ending: make(chan struct{})}
	c.BeforeConnect = func(_ context.Context, c *pgx.ConnConfig) error {
		if s.unprepared.Load() {
			c.DefaultQueryExecMode = pgx.QueryExecModeExec
		}
		return nil
	}
	s.pool, err = pgxpool.NewWithConfig(ctx, c)
	if err == nil {
		if err = look(ctx, s.pool, where, log); err != nil {
			s.pool.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the database %s cannot be opened: %w", where, err)
	}
	return s, nil
}

// Warn warns of an address that leaves it to the server whether what is sent there can be read on its way.
func Warn(address string, log *slog.Logger) {
	if c, where, err := config(address); err == nil && unsealed(&c.ConnConfig.Config) {
		log.Warn("what goes to the database may be read and changed on its way: add sslmode=verify-full to its address, or sslmode=disable where nobody else uses the network",
			"database", where)
	}
}

// unsealed reports whether connections to another machine go in the clear if it does not offer TLS, as without
// an sslmode. An address that demands either has made its choice.
func unsealed(c *pgconn.Config) bool {
	var sealed, clear bool
	for _, way := range append(c.Fallbacks, &pgconn.FallbackConfig{Host: c.Host, Port: c.Port, TLSConfig: c.TLSConfig}) {
		network, _ := pgconn.NetworkAddress(way.Host, way.Port)
		if network == "unix" || way.Host == "localhost" || net.ParseIP(way.Host).IsLoopback() {
			continue
		}
		sealed, clear = sealed || way.TLSConfig != nil, clear || way.TLSConfig == nil
	}
	return sealed && clear
}

// Close waits for the calls under way and closes all connections.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return storage.ErrClosed
	}
	s.closed = true
	close(s.ending)
	s.mu.Unlock()

	s.calls.Wait()
	s.pool.Close()
	return nil
}

// enter begins a call, unless the store is closed.
func (s *Store) enter() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return storage.ErrClosed
	}
	s.calls.Add(1)
	return nil
}
