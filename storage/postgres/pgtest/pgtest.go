// Package pgtest runs PostgreSQL servers for tests, each in a temporary folder and reached by a socket
// in it. A server ends with the process of the test, however that ends. [Open] opens either store for tests
// that any store must pass.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/storage/postgres"
)

// patience bounds how long a server may take to start or to end.
const patience = time.Minute

// A Server is a PostgreSQL server of a test.
type Server struct {
	dir, bin string
	settings []string
	as       *runner // the account that runs it; nil for that of the test
	cmd      *exec.Cmd
	keeper   io.Closer // ends the server and removes the folder when it is closed
	ended    chan struct{}
	schemas  atomic.Int64
}

var shared struct {
	sync.Mutex
	server *Server
}

// Shared returns a server that all tests of the process use. It is quick, because it does not wait for the
// disk. Without PostgreSQL on the machine the test is skipped.
func Shared(t testing.TB) *Server {
	t.Helper()
	bin := find(t)
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		s, err := begin(bin, "fsync=off", "full_page_writes=off")
		if err != nil {
			t.Fatal(err)
		}
		shared.server = s
	}
	return shared.server
}

// New returns a server of the test's own, with settings such as "fsync=off". It ends with the test.
func New(t testing.TB, settings ...string) *Server {
	t.Helper()
	s, err := begin(find(t), settings...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Kill(t)
		s.keeper.Close()
	})
	return s
}

// find returns the folder of PostgreSQL's programs, the newest if there are several.
func find(t testing.TB) string {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	slices.SortFunc(found, func(a, b string) int { return version(b) - version(a) })
	if path, err := exec.LookPath("postgres"); err == nil {
		found = append(found, path)
	}
	if len(found) > 0 {
		return filepath.Dir(found[0])
	}
	const missing = "PostgreSQL is not installed: install Debian's postgresql to test what is kept in a database"
	if os.Getenv("CI") == "true" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}

// version returns the number in /usr/lib/postgresql/15/bin/postgres.
func version(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

// prepare makes the folder of a server, which has no data yet, and the shell that ends the server.
func prepare(bin string, settings []string) (*Server, error) {
	dir, err := os.MkdirTemp("", "parlour-pg")
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, bin: bin, settings: settings}
	if err := s.disown(); err != nil {
		return nil, err
	}
	return s, s.keep()
}

// begin makes a server and starts it.
func begin(bin string, settings ...string) (*Server, error) {
	s, err := prepare(bin, settings)
	if err != nil {
		return nil, err
	}
	made := s.command("initdb", "-D", s.data(), "-U", "parlour", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
	if out, err := made.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	return s, s.start()
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// disown gives the folder to an account that is not root, because PostgreSQL refuses root.
func (s *Server) disown() error {
	if os.Getuid() != 0 {
		return nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		account, err = user.Lookup("nobody")
	}
	if err != nil {
		return err
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(account.Gid, 10, 32)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	s.as = &runner{uint32(uid), uint32(gid)}
	return os.Chown(s.dir, int(uid), int(gid))
}

// command returns a command for one of PostgreSQL's programs. No signal to the test's process group reaches it.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir, cmd.Env = s.dir, []string{"PATH=" + os.Getenv("PATH"), "TZ=UTC"}
	s.as.runs(cmd)
	return cmd
}

// keep starts a shell that waits for the end of this process, and then ends the server.
func (s *Server) keep() error {
	const script = `cat >/dev/null
pid=$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null
for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
rm -rf "$0"`
	cmd := exec.Command("/bin/sh", "-c", script, s.dir)
	cmd.Dir = "/"
	s.as.runs(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	s.keeper = in
	return cmd.Start()
}

// start starts the server and waits until it answers.
func (s *Server) start() error {
	for began := time.Now(); ; {
		args := []string{"-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "max_connections=200", "-c", "shared_buffers=64MB"}
		for _, setting := range s.settings {
			args = append(args, "-c", setting)
		}
		log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		s.cmd = s.command("postgres", args...)
		s.cmd.Stdout, s.cmd.Stderr = log, log
		err = s.cmd.Start()
		log.Close()
		if err != nil {
			return err
		}
		ended := make(chan struct{})
		s.ended = ended
		go func(cmd *exec.Cmd) { defer close(ended); cmd.Wait() }(s.cmd)
		if s.answers(began) {
			return nil
		}
		if time.Since(began) > patience {
			text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return fmt.Errorf("in %v the server did not start: %s", patience, text)
		}
	}
}

// answers waits until the server takes a connection. It returns false if the server ends, as it does while
// processes of a killed one are still there.
func (s *Server) answers(began time.Time) bool {
	for time.Since(began) < patience {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		c, err := pgx.Connect(ctx, s.address())
		if err == nil {
			c.Close(ctx)
		}
		cancel()
		if err == nil {
			return true
		}
		select {
		case <-s.ended:
			return false
		case <-time.After(20 * time.Millisecond):
		}
	}
	return false
}

// address is that of the server's own database.
func (s *Server) address() string { return "postgres://parlour@/postgres?host=" + s.dir }

// Fresh returns the address of an empty database: of a schema of its own, in the server's one database.
func (s *Server) Fresh(t testing.TB) string {
	t.Helper()
	name := fmt.Sprint("s", s.schemas.Add(1))
	s.Exec(t, s.address(), "CREATE SCHEMA "+name)
	return s.address() + "&search_path=" + name
}

// Migrated returns the address of an empty database that has its tables.
func (s *Server) Migrated(t testing.TB) string {
	t.Helper()
	address := s.Fresh(t)
	if _, _, err := postgres.Migrate(context.Background(), address); err != nil {
		t.Fatal(err)
	}
	return address
}

// Exec carries out a statement in a database.
func (s *Server) Exec(t testing.TB, address, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	if _, err := c.Exec(ctx, statement); err != nil {
		t.Fatal(err)
	}
}

// Kill ends the server as a crash does, together with the processes that serve its clients: without
// the server these go on as long as requests come quickly.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	if freeze(s.cmd.Process) == nil { // it begins no more processes
		pid := s.cmd.Process.Pid
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
		for child := range strings.FieldsSeq(string(children)) {
			if n, err := strconv.Atoi(child); err == nil {
				kill(n)
			}
		}
		s.cmd.Process.Kill()
	}
	select {
	case <-s.ended:
	case <-time.After(patience):
		t.Fatalf("in %v the server did not end", patience)
	}
}

// Restart starts a server that was killed.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
}

// moved returns an address in which the server is reached by a socket in another folder.
func (s *Server) moved(address, dir string) string {
	return strings.Replace(address, s.dir, dir, 1)
}
