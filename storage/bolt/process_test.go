package bolt

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// childTask is the variable that says what a child process does, and childPath the one
// that says where.
const childTask, childPath = "PARLOUR_BOLT_TEST_TASK", "PARLOUR_BOLT_TEST_PATH"

// TestChild is what a child process runs.
func TestChild(t *testing.T) {
	task := os.Getenv(childTask)
	if task == "" {
		t.Skip("this is run by other tests, in a process of its own")
	}
	s, err := Open(os.Getenv(childPath))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("opened")
	if task == "write" {
		writeForEver(s)
	}
	io.Copy(io.Discard, os.Stdin) // ends when the parent closes it
	s.Close()
}

// writeForEver appends to several matches, and prints what was acknowledged.
func writeForEver(s *Store) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			h, err := s.Create(ctx, sample(fmt.Sprint("match", i)))
			for err == nil {
				fmt.Printf("%s %d\n", h.ID, h.Version)
				h, err = s.Append(ctx, h, ply(games.Move(fmt.Sprint(h.Plies))))
			}
			fmt.Println("failed:", err)
		})
	}
	wg.Wait()
}

// child returns a command that runs [TestChild] in another process, and is killed with the test.
func child(t *testing.T, task, path string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), childTask+"="+task, childPath+"="+path)
	t.Cleanup(func() {
		if cmd.Process != nil {
			cmd.Process.Kill()
		}
	})
	return cmd
}

// A started child is a process that has opened the store.
type started struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.Closer
	out *bufio.Scanner
}

// deadline fails the test and kills the child after [patience], unless it is called off
// before. So a test that reads the output to its end waits no longer than that.
func (c *started) deadline(what string) (callOff func() bool) {
	return time.AfterFunc(patience, func() {
		c.t.Errorf("in %v this did not come: %s", patience, what)
		c.cmd.Process.Kill()
	}).Stop
}

// startChild starts a child and waits until it has opened the store.
func startChild(t *testing.T, task, path string) *started {
	t.Helper()
	cmd := child(t, task, path)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := &started{t, cmd, in, bufio.NewScanner(out)}
	defer c.deadline("a child that has opened the store")()
	if !c.out.Scan() || c.out.Text() != "opened" {
		t.Fatalf("the child says %q, want opened", c.out.Text())
	}
	return c
}

func TestSecondProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	c := startChild(t, "hold", path)
	for range 2 {
		_, err := Open(path)
		if !errors.Is(err, storage.ErrInUse) || !strings.Contains(err.Error(), path) {
			t.Errorf("Open of a store in use = %v, want %v and the path", err, storage.ErrInUse)
		}
	}
	callOff := c.deadline("the end of the child")
	c.in.Close()
	for c.out.Scan() {
	}
	err := c.cmd.Wait()
	if callOff(); err != nil {
		t.Fatalf("the child ended with %v", err)
	}
	opened(t, path)
	if _, err := Open(path); !errors.Is(err, storage.ErrInUse) { // in one process too
		t.Errorf("a second Open = %v, want %v", err, storage.ErrInUse)
	}
}

// TestKilled kills a process in the middle of its writes: all that it acknowledged is
// there.
func TestKilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	for round := range 3 {
		c := startChild(t, "write", path)
		callOff := c.deadline("the writes of the child")
		told := make(map[string]int)
		for n := 0; c.out.Scan(); n++ {
			var id string
			var version int
			if _, err := fmt.Sscanf(c.out.Text(), "match%s %d", &id, &version); err != nil {
				break // the last line may be cut short
			}
			told[id] = version
			if n == 300+50*round {
				c.cmd.Process.Kill()
			}
		}
		c.cmd.Wait()
		callOff()
		s := opened(t, path)
		for id, version := range told {
			m, err := s.Get(ctx, "match"+id)
			if err != nil || m.Version < version || m.Plies != m.Version-1 || len(m.Log) != m.Plies {
				t.Errorf("match %s is at version %d with %d plies, %v; version %d was acknowledged",
					id, m.Version, len(m.Log), err, version)
			}
			for i, e := range m.Log {
				if e != ply(games.Move(fmt.Sprint(i))) {
					t.Errorf("entry %d of match %s is %v", i, id, e)
				}
			}
		}
		if len(told) == 0 {
			t.Error("the child acknowledged nothing")
		}
		verify(t, s)
		s.Close()
		path = filepath.Join(t.TempDir(), "store")
	}
}
