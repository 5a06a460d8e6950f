package pgtest

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Standby starts a server that follows this one, as [Server.Follow] does. It ends with the test.
func (s *Server) Standby(t testing.TB) *Server {
	t.Helper()
	b, err := prepare(s.bin, s.settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.keeper.Close() })
	b.Follow(t, s)
	t.Cleanup(func() { b.Kill(t) })
	return b
}

// Follow makes a server that was killed, whatever it holds, into a standby of a primary, and starts it. From then on
// the primary answers no commit that the standby does not have too.
func (s *Server) Follow(t testing.TB, primary *Server) {
	t.Helper()
	if err := os.RemoveAll(s.data()); err != nil {
		t.Fatal(err)
	}
	copied := s.command("pg_basebackup", "-h", primary.dir, "-U", "parlour", "-D", s.data(), "-R", "-X", "stream", "-c", "fast", "-N")
	if out, err := copied.CombinedOutput(); err != nil {
		t.Fatalf("pg_basebackup: %v: %s", err, out)
	}
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	primary.Exec(t, primary.address(), "ALTER SYSTEM SET synchronous_standby_names = '*'")
	primary.Exec(t, primary.address(), "SELECT pg_reload_conf()")
	primary.await(t, "a standby that has each commit", "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')")
}

// Promote makes a standby a server of its own, which can be written to. Kill the one that it follows
// first, so that nobody goes on writing there.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	s.Exec(t, s.address(), "SELECT pg_promote()")
	s.await(t, "the promotion of a standby", "SELECT NOT pg_is_in_recovery()")
}

// Either returns the address of a database on two servers, of which a store takes the one that can be
// written to. It is made from the database's address on this server.
func (s *Server) Either(address string, other *Server) string {
	return s.moved(address, s.dir+","+other.dir)
}

// await waits until a question is answered with true.
func (s *Server) await(t testing.TB, what, question string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := pgx.Connect(ctx, s.address())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	for {
		var yes bool
		if err := c.QueryRow(ctx, question).Scan(&yes); err != nil {
			t.Fatalf("in %v this did not come: %s: %v", patience, what, err)
		}
		if yes {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
