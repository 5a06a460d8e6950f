package bolt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"

	"parlour/games"
	"parlour/storage"
)

// A write beyond the limit of a process for the size of a file is refused, as on a full
// disk. The signal that comes with it is ignored, so that the write returns an error.
func init() { signal.Ignore(syscall.SIGXFSZ) }

// inChild runs the test in a process of its own, because its limits hold for a whole
// process. It returns false within that process.
func inChild(t *testing.T) bool {
	t.Helper()
	const within = "PARLOUR_TEST_IN_CHILD"
	if os.Getenv(within) != "" {
		return false
	}
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errors.New("the test did not end in its own process"))
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.v", "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), within+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("in a process of its own: %v, %v\n%s", err, context.Cause(ctx), out)
	}
	return true
}

// fill has the disk take no byte of any file beyond the first ones, until room is called.
// Only a test in a child may call it.
func fill(t *testing.T, first int64) (room func()) {
	t.Helper()
	var usual syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &usual); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(first), Max: usual.Max}); err != nil {
		t.Fatal(err)
	}
	room = func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &usual); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(room)
	return room
}

// TestDiskFull has eight people write to a full disk. Acknowledged writes are there,
// refused ones are not, and all goes on when there is room.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	if inChild(t) {
		return
	}
	path := filepath.Join(t.TempDir(), "store")
	s := opened(t, path)
	log := logged(s)
	heads := make([]storage.Head, 8)
	for i := range heads {
		heads[i] = created(t, s, fmt.Sprint(i))
	}
	room := fill(t, usedBy(s))
	var wg sync.WaitGroup
	refused := make([]int, len(heads))
	for i := range heads {
		wg.Go(func() {
			for refused[i] < 5 && heads[i].Plies < 10000 {
				h, err := s.Append(ctx, heads[i], ply(games.Move(fmt.Sprint(heads[i].Plies))))
				switch {
				case err == nil:
					heads[i] = h
				case errors.Is(err, storage.ErrUnavailable) && errors.Is(err, syscall.EFBIG):
					refused[i]++
				default:
					t.Errorf("Append to a full disk = %v", err)
					return
				}
			}
		})
	}
	finish(t, wg.Wait, "eight writers on a full disk")
	if slices.Contains(refused, 0) {
		t.Fatalf("each was refused %v times, want all", refused)
	}
	if n := strings.Count(log.String(), "out of reach"); n == 0 || !strings.Contains(log.String(), path) {
		t.Errorf("the log does not say that the file is out of reach:\n%s", log)
	}
	wantHeads(t, s, heads)
	room()
	for i, h := range heads {
		if h, err := s.Append(ctx, h, ply(games.Move(fmt.Sprint(h.Plies)))); err != nil {
			t.Errorf("Append when there is room = %v", err)
		} else {
			heads[i] = h
		}
	}
	wantHeads(t, s, heads)
	verify(t, s)
	s.Close()
	wantHeads(t, opened(t, path), heads)
}

// wantHeads checks that matches are as they were acknowledged, with their whole logs.
func wantHeads(t *testing.T, s *Store, heads []storage.Head) {
	t.Helper()
	for _, h := range heads {
		m, err := s.Get(ctx, h.ID)
		if err != nil || m.Version != h.Version || len(m.Log) != h.Plies {
			t.Errorf("match %s is at version %d with %d plies, %v; want %d and %d", h.ID, m.Version, len(m.Log), err, h.Version, h.Plies)
		}
		for i, e := range m.Log {
			if e != ply(games.Move(fmt.Sprint(i))) {
				t.Errorf("entry %d of match %s is %v", i, h.ID, e)
			}
		}
	}
}

// TestNoRoomForANewStore makes a store on a full disk: no part of a file stays.
func TestNoRoomForANewStore(t *testing.T) {
	t.Parallel()
	if inChild(t) {
		return
	}
	path := filepath.Join(t.TempDir(), "store")
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, first := range []int64{0, 100, 5000, 4 * 4096} {
		room := fill(t, first)
		for _, path := range []string{path, empty} {
			if s, err := Open(path); !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), path) {
				t.Errorf("with room for %d bytes Open = %v, %v, want %v", first, s, err, syscall.EFBIG)
			}
		}
		room()
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("with room for %d bytes a file stays: %v", first, err)
		}
		if i, err := os.Stat(empty); err != nil || i.Size() != 0 {
			t.Errorf("with room for %d bytes the file that was empty is not: %v, %v", first, i, err)
		}
	}
	opened(t, path)
	opened(t, empty)
}

// TestNoRoomForASchema brings up an older file on a full disk: it stays as it is, and nothing
// beside it.
func TestNoRoomForASchema(t *testing.T) {
	t.Parallel()
	if inChild(t) {
		return
	}
	path := today(t, false, fillNamed)
	room := fill(t, 1<<10)
	if err := unchanged(t, path, func() error { return openAndClose(path) }); !errors.Is(err, syscall.EFBIG) {
		t.Errorf("Open = %v, want %v", err, syscall.EFBIG)
	}
	room()
	alone(t, path, "store")
	wantNamed(t, opened(t, path))
}

// TestFault reads a page that is missing.
func TestFault(t *testing.T) {
	t.Parallel()
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := syscall.Mmap(int(f.Fd()), 0, 1<<16, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(data)
	var sum byte
	if err := safely(func() error { sum += data[1<<15]; return nil }); !errors.Is(err, errFault) {
		t.Errorf("a page that is not there gives %v, %d, want %v", err, sum, errFault)
	}
	s := fresh(t)
	log := logged(s)
	faulty := func(*bbolt.Tx) error { sum += data[1<<15]; return nil }
	for what, err := range map[string]error{"a read": s.view(ctx, faulty), "a write": s.write(ctx, faulty)} {
		if !errors.Is(err, storage.ErrDamaged) {
			t.Errorf("%s of a page that is not there = %v, want %v", what, err, storage.ErrDamaged)
		}
	}
	if n := strings.Count(log.String(), "is damaged"); n != 1 {
		t.Errorf("the log says it %d times:\n%s", n, log)
	}
	created(t, s, "m")
}
