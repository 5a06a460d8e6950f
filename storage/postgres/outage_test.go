package postgres_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
	"parlour/storage/postgres"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

// waiting bounds how long a test waits for what must come.
const waiting = time.Minute

// until tries something until it succeeds, and ends the test after [waiting].
func until(t testing.TB, what string, try func() error) {
	t.Helper()
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		err := try()
		if err == nil {
			return
		}
		if time.Since(began) > waiting {
			t.Fatalf("in %v this did not succeed: %s: %v", waiting, what, err)
		}
	}
}

// A talk is a log that a test reads while it is written.
type talk struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *talk) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// says returns how often a text stands in the log.
func (l *talk) says(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), text)
}

// A database that is killed while people play, and started again: what was acknowledged is there
// once, what was refused for now is not there, and the store goes on by itself.
func TestAKilledDatabaseLosesNothing(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t, "fsync=off")
	var said talk
	s, err := postgres.Open(ctx, server.Migrated(t), slog.New(slog.NewTextHandler(&said, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const people = 8
	var made atomic.Int64
	playing, end := context.WithCancel(ctx)
	defer end()
	var all sync.WaitGroup
	for n := range people {
		h, err := s.Create(ctx, storetest.Full(fmt.Sprint(n)))
		if err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			for playing.Err() == nil {
				got, err := storetest.Count(ctx, s, h)
				switch {
				case err == nil:
					made.Add(1)
					h = got
				case errors.Is(err, storage.ErrUnavailable):
					time.Sleep(time.Millisecond)
				default:
					t.Errorf("Append = %v", err)
					return
				}
			}
			storetest.WantCounted(t, s, h)
			if m, err := s.Get(ctx, h.ID); err != nil || m.Version != h.Version {
				t.Errorf("match %s is at version %d, %v; %d was acknowledged", h.ID, m.Version, err, h.Version)
			}
		})
	}
	play := func() {
		want := made.Load() + 2*storage.Steady // more than end an outage
		until(t, "moves", func() error {
			if n := made.Load(); n < want {
				return fmt.Errorf("%d of %d", n, want)
			}
			return nil
		})
	}
	for range 3 {
		play()
		server.Kill(t)
		if _, err := s.Get(ctx, "0"); !errors.Is(err, storage.ErrUnavailable) {
			t.Errorf("Get of a database that was killed = %v, want %v", err, storage.ErrUnavailable)
		}
		server.Restart(t)
	}
	play()
	end()
	all.Wait()
	for range storage.Steady {
		if _, err := s.Get(ctx, "0"); err != nil {
			t.Fatal(err)
		}
	}
	if out, in := said.says("out of reach, and"), said.says("in reach again"); out < 3 || out > 3*people || in != out {
		t.Errorf("the log says %d times that the database is out of reach, and %d times that it is back", out, in)
	}
}

// While a database takes no new connection some calls succeed, over those that are open. The log has one
// line when such an outage begins and one when it is over.
func TestAnOutageIsToldOnce(t *testing.T) {
	t.Parallel()
	var said talk
	s, err := postgres.Open(ctx, pgtest.Shared(t).Migrated(t), slog.New(slog.NewTextHandler(&said, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	succeed := func(times int) {
		for range times {
			if _, err := s.Scheduled(ctx); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 3 {
		s.Failed(errors.New("too many connections"))
		succeed(storage.Steady / 2)
	}
	if out, in := said.says("out of reach, and"), said.says("in reach again"); out != 1 || in != 0 {
		t.Errorf("in an outage the log says %d times that the database is out of reach, and %d times that it is back", out, in)
	}
	succeed(2 * storage.Steady)
	if out, in := said.says("out of reach, and"), said.says("in reach again"); out != 1 || in != 1 {
		t.Errorf("after an outage the log says %d times that the database was out of reach, and %d times that it is back", out, in)
	}
}

// Connections that died while nobody used them are replaced without anybody noticing.
func TestDeadConnectionsAreReplaced(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	address := server.Migrated(t)
	s := opened(t, address+"&application_name=tired")
	h, err := s.Create(ctx, storetest.Full("m"))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		var busy sync.WaitGroup
		for range 8 { // opens several connections
			busy.Go(func() { s.Get(ctx, "m") })
		}
		busy.Wait()
		server.Exec(t, address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tired'")
		if h, err = s.Append(ctx, h); err != nil {
			t.Errorf("Append = %v", err)
		}
		server.Exec(t, address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tired'")
		if _, err := s.Get(ctx, "m"); err != nil {
			t.Errorf("Get = %v", err)
		}
	}
}

// Where every transaction is serializable, as in some databases, calls that collide are tried again. Writers to
// one match and one record get no error but a conflict, and no write is lost.
func TestSerializableTransactions(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	address := server.Migrated(t)
	s := opened(t, address+"&default_transaction_isolation=serializable")
	if _, err := s.Create(ctx, storetest.Full("m")); err != nil {
		t.Fatal(err)
	}
	const rivals, each = 8, 5
	again := func(write func() error) {
		for {
			err := write()
			if err == nil {
				return
			}
			if !errors.Is(err, storage.ErrConflict) {
				t.Errorf("a write among others = %v", err)
				return
			}
		}
	}
	var all sync.WaitGroup
	for rival := range rivals {
		all.Go(func() {
			for n := range each {
				again(func() error {
					m, err := s.Get(ctx, "m")
					if err == nil {
						m.Channel = fmt.Sprint(rival) // so that lists change too
						_, err = s.Append(ctx, m.Head, storage.Entry{Ply: games.Ply{Move: games.Move(fmt.Sprintf("%d of %d", n, rival))}})
					}
					return err
				})
				again(func() error {
					r, err := s.Record(ctx, "k", "r")
					if err == nil {
						r.Value = append(r.Value, ' ') // around a number, which is JSON still
						if r.Version == 0 {
							r.Value = json.RawMessage(`1 `)
						}
						_, err = s.PutRecord(ctx, r)
					}
					return err
				})
			}
		})
	}
	all.Wait()
	m, err := s.Get(ctx, "m")
	if err != nil || m.Plies != rivals*each {
		t.Errorf("%d of %d entries were made, %v", m.Plies, rivals*each, err)
	}
	r, err := s.Record(ctx, "k", "r")
	if err != nil || len(r.Value) != 1+rivals*each {
		t.Errorf("%d of %d writes of the record were made, %v", len(r.Value)-1, rivals*each, err)
	}
	if hs, err := s.OfChannel(ctx, m.Channel, true, storage.All); err != nil || len(hs) != 1 {
		t.Errorf("the match is listed %d times in its channel, %v", len(hs), err)
	}
}

// A call whose context ends while the database does not answer returns the error of the context. A call that
// the database refuses says that the store is out of reach.
func TestOutOfReach(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	address := server.Migrated(t)
	lonely := "lonely_" + address[strings.LastIndex(address, "=")+1:]
	server.Exec(t, address, "CREATE ROLE "+lonely+" LOGIN SUPERUSER")
	s := opened(t, strings.Replace(address, "parlour@", lonely+"@", 1))
	if _, err := s.Create(ctx, storetest.Full("m")); err != nil {
		t.Fatal(err)
	}
	server.Exec(t, address, "ALTER ROLE "+lonely+" NOSUPERUSER NOLOGIN")
	server.Exec(t, address, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '"+lonely+"'")
	if _, err := s.Get(ctx, "m"); !errors.Is(err, storage.ErrUnavailable) {
		t.Errorf("Get of a database that refuses all = %v, want %v", err, storage.ErrUnavailable)
	}
	if _, err := s.Create(ctx, storetest.Full("n")); !errors.Is(err, storage.ErrUnavailable) {
		t.Errorf("Create in a database that refuses all = %v, want %v", err, storage.ErrUnavailable)
	}
	server.Exec(t, address, "ALTER ROLE "+lonely+" SUPERUSER LOGIN")
	if _, err := s.Get(ctx, "m"); err != nil {
		t.Errorf("Get of a database that is back = %v", err)
	}

	busy := opened(t, address+"&pool_max_conns=1")
	taken, err := busy.Pool().Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Release()
	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, err := busy.Get(short, "m"); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, storage.ErrUnavailable) {
		t.Errorf("Get whose context ends = %v, want %v", err, context.DeadlineExceeded)
	}
}
