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

	"parlour/storage"
	"parlour/storage/storetest"
)

// childTask is the variable that says what a child process does, and childPath the one
// that says where.
const childTask, childPath = "PARLOUR_BOLT_TEST_TASK", "PARLOUR_BOLT_TEST_PATH"

// TestChild is what a child process runs: it opens a store, and holds it until the parent closes its input, or
// appends to several matches for ever, which are settled now and then, and prints what was acknowledged.
func TestChild(t *testing.T) {
	task := os.Getenv(childTask)
	if task == "" {
		t.Skip("this is run by other tests, in a process of its own")
	}
	s, err := Open(os.Getenv(childPath))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	fmt.Println("opened")
	if task == "hold" {
		io.Copy(io.Discard, os.Stdin)
		return
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			h, err := s.Create(ctx, sample(fmt.Sprint("match", i)))
			for err == nil {
				fmt.Printf("%s %d\n", h.ID, h.Version)
				h.Phase, h.NextCheck = storage.Playing, noon
				if h.Version%3 == 0 {
					h.Phase, h.NextCheck = storage.Over, time.Time{}
				}
				h, err = storetest.Count(ctx, s, h)
			}
			fmt.Println("failed:", err)
		})
	}
	wg.Wait()
}

// A child is a process that runs [TestChild], and is killed with the test or after [storetest.Patience].
type child struct {
	*exec.Cmd
	in  io.Closer
	out *bufio.Scanner
}

func startChild(t *testing.T, task, path string) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), childTask+"="+task, childPath+"="+path)
	in, err := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(storetest.Patience, func() {
		t.Errorf("in %v the child that is to %s did not end", storetest.Patience, task)
		cmd.Process.Kill()
	})
	t.Cleanup(func() { late.Stop(); cmd.Process.Kill() })
	return &child{cmd, in, bufio.NewScanner(out)}
}

// opened waits until the child has opened its store.
func (c *child) opened(t *testing.T) {
	t.Helper()
	if !c.out.Scan() || c.out.Text() != "opened" {
		t.Fatalf("the child says %q, want opened", c.out.Text())
	}
}

// A store that is open is refused to others, in this process or another, until it is closed.
func TestInUse(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	c := startChild(t, "hold", path)
	c.opened(t)
	inUse := func() {
		t.Helper()
		if _, err := Open(path); !errors.Is(err, storage.ErrInUse) || !strings.Contains(err.Error(), path) {
			t.Errorf("Open of a store in use = %v, want %v and the path", err, storage.ErrInUse)
		}
	}
	inUse()
	inUse()
	c.in.Close()
	for c.out.Scan() {
	}
	if err := c.Wait(); err != nil {
		t.Fatalf("the child ended with %v", err)
	}
	opened(t, path)
	inUse()
}

// A process is killed in the middle of its writes: all that it acknowledged is
// there.
func TestKilled(t *testing.T) {
	t.Parallel()
	for round := range 3 {
		path := filepath.Join(t.TempDir(), "store")
		c := startChild(t, "write", path)
		c.opened(t)
		told := make(map[string]storage.Head)
		for n := 0; c.out.Scan(); n++ {
			var h storage.Head
			if _, err := fmt.Sscanf(c.out.Text(), "%s %d", &h.ID, &h.Version); err != nil {
				break // the last line may be cut short
			}
			told[h.ID] = h
			if n == 300+50*round {
				c.Process.Kill()
			}
		}
		c.Wait()
		s := opened(t, path)
		for _, h := range told {
			storetest.WantCounted(t, s, h)
		}
		if len(told) == 0 {
			t.Error("the child acknowledged nothing")
		}
		verify(t, s)
		s.Close()
	}
}
