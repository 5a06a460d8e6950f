package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"parlour/storage"
)

// settle is how long a call is tried again. A write whose outcome is unknown asks the database for as long.
const settle = 20 * time.Second

// attempts bounds how often a call is tried if it collides with others or meets dead connections.
const attempts = 30

// A refusal is the error of a call that was answered and is not tried again, such as a conflict. Nothing
// was changed.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// An unreached is the error of an attempt that did not get a connection, and so has sent nothing.
type unreached struct{ error }

func (u unreached) Unwrap() error { return u.error }

// A fault is what went wrong in an attempt.
type fault int

const (
	none     fault = iota // nothing, or an error that every attempt would get
	collided              // nothing was changed, and the next attempt may succeed at once
	stale                 // nothing was sent: the connection was dead already
	away                  // nothing was changed: the database is out of reach, or refuses all for now
	lost                  // the answer did not come: the call may have been carried out
)

// faultOf returns what went wrong in an attempt.
func faultOf(err error) fault {
	var server *pgconn.PgError
	switch {
	case err == nil, errors.As(err, new(refusal)):
		return none
	case errors.As(err, new(unreached)):
		return away
	case errors.As(err, &server):
		return faultOfCode(server)
	case pgconn.SafeToRetry(err):
		return stale
	}
	return lost
}

// A server says either of a prepared statement where a pooler such as PgBouncer gives each transaction another of
// its connections: it does not know one that another connection has made, or has one already.
const noStatement, sameStatement = "26000", "42P05"

// faultOfCode returns what an error of the server means. The codes are PostgreSQL's; databases like it have
// the same.
func faultOfCode(e *pgconn.PgError) fault {
	switch e.Code {
	case "40001", "40P01": // another transaction was in the way, or a deadlock
		return collided
	case noStatement, sameStatement:
		return collided
	case "0A000":
		if strings.Contains(e.Message, "cached plan") { // a table was changed
			return collided
		}
		return none
	case "40003", "57014": // it is not known whether it was completed; it was cancelled
		return lost
	case "57P03", "25006": // it starts up or shuts down; it is a standby
		return away
	}
	switch e.Code[:min(2, len(e.Code))] {
	case "08", "57": // the connection; an operator
		return lost
	case "53", "58": // no room, no memory, too many connections; the disk
		return away
	}
	return none
}

// A deed is what a call does with one connection. unsure says that an earlier attempt of it
// may have been carried out, so it looks before it writes.
type deed func(ctx context.Context, c *pgx.Conn, unsure bool) error

// read carries out a call that changes nothing.
func (s *Store) read(ctx context.Context, do func(context.Context, *pgx.Conn) error) error {
	return s.call(ctx, false, func(ctx context.Context, c *pgx.Conn, _ bool) error { return do(ctx, c) })
}

// write carries out a call that changes something, once.
func (s *Store) write(ctx context.Context, do deed) error { return s.call(ctx, true, do) }

// call tries a deed until it is done or refused, or until another attempt has no hope for now.
func (s *Store) call(ctx context.Context, writes bool, do deed) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.calls.Done()
	unsure, began := false, time.Now()
	for n := 1; ; n++ {
		if err := ctx.Err(); err != nil && !unsure {
			return err
		}
		err := s.attempt(ctx, writes, unsure, do)
		f := faultOf(err)
		unsure = unsure || writes && f == lost
		late := time.Since(began) > settle
		switch {
		case f == none:
			s.answered()
			if no, refused := err.(refusal); refused {
				return no.error
			}
			return err
		case ctx.Err() != nil && !unsure:
			return ctx.Err()
		case !unsure && (f == away || late || n >= attempts):
			return s.failed(err)
		}
		if paused := s.pause(f, n); unsure && (late || !paused) {
			return s.failed(fmt.Errorf("whether it was carried out is not known: %w", err))
		}
	}
}

// attempt tries a deed with one connection, and throws the connection away if it is not to be trusted
// any more. A write that has begun is carried through, whatever becomes of the context.
func (s *Store) attempt(ctx context.Context, writes, unsure bool, do deed) error {
	if unsure {
		ctx = context.WithoutCancel(ctx)
	}
	acquiring, cancel := context.WithTimeout(ctx, patience)
	conn, err := s.pool.Acquire(acquiring)
	cancel()
	if err != nil {
		return unreached{err}
	}
	defer conn.Release()
	if writes {
		ctx = context.WithoutCancel(ctx)
	}
	ctx, cancel = context.WithTimeout(ctx, patience)
	defer cancel()
	err = do(ctx, conn.Conn(), unsure)
	if f := faultOf(err); f != none && f != collided || s.unprepare(err) {
		conn.Conn().Close(ctx)
	}
	return err
}

// unprepare gives up prepared statements for good and returns true, if an error says that the database does not keep
// them.
func (s *Store) unprepare(err error) bool {
	var server *pgconn.PgError
	if !errors.As(err, &server) || server.Code != noStatement && server.Code != sameStatement {
		return false
	}
	if s.unprepared.Swap(true) { // by a connection that was being made at the first
		return true
	}
	s.pool.Reset() // the next connections are made without them
	if s.log != nil {
		s.log.Info("prepared statements do not last on the way to the database, as behind PgBouncer: from now on there are none, as with default_query_exec_mode=exec in its address",
			"database", s.where)
	}
	return true
}

// pause waits before the next attempt. It returns false at once when the store is being closed.
func (s *Store) pause(f fault, n int) bool {
	if f == stale {
		return true
	}
	most := min(time.Duration(n)*5*time.Millisecond, 250*time.Millisecond)
	select {
	case <-time.After(most/2 + rand.N(most/2)):
		return true
	case <-s.ending:
		return false
	}
}

// failed returns the error for a database that is out of reach, and logs the first of an outage.
func (s *Store) failed(err error) error {
	if s.reach.Failed() && s.log != nil {
		s.log.Error("the database of all games is out of reach, and people are asked to try again later; this is said once",
			"database", s.where, "err", err.Error(), "see", "docs/trouble.md#disk-full")
	}
	return fmt.Errorf("%w: %w", storage.ErrUnavailable, err)
}

// answered notes an answer of the database, and logs the end of an outage.
func (s *Store) answered() {
	if s.reach.Succeeded() && s.log != nil {
		s.log.Info("the database of all games is in reach again", "database", s.where)
	}
}
