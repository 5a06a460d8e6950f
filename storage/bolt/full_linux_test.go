package bolt

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"

	"parlour/storage"
	"parlour/storage/storetest"
)

// Eight people write to a full disk. Acknowledged writes are there,
// refused ones are not, and all goes on when there is room.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	if storetest.InChild(t) {
		return
	}
	path := filepath.Join(t.TempDir(), "store")
	s := opened(t, path)
	log := logged(s)
	heads, refused := make([]storage.Head, 8), make([]int, 8)
	for i := range heads {
		heads[i] = created(t, s, fmt.Sprint(i))
	}
	used, _ := usedBy(t, s)
	room := storetest.Fill(t, used)
	var wg sync.WaitGroup
	for i := range heads {
		wg.Go(func() {
			for refused[i] < 5 && heads[i].Plies < 10000 {
				h, err := storetest.Count(ctx, s, heads[i])
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
	storetest.Finish(t, wg.Wait, "eight writers on a full disk")
	if slices.Contains(refused, 0) {
		t.Fatalf("each was refused %v times, want all", refused)
	}
	if text := log.String(); !strings.Contains(text, "out of reach") || !strings.Contains(text, path) {
		t.Errorf("the log does not say that the file is out of reach:\n%s", log)
	}
	exactly := func(s *Store) {
		t.Helper()
		storetest.WantCounted(t, s, heads...)
		for _, h := range heads {
			if m, err := s.Get(ctx, h.ID); err != nil || m.Version != h.Version {
				t.Errorf("match %s is at version %d, %v, and %d was acknowledged", h.ID, m.Version, err, h.Version)
			}
		}
	}
	exactly(s)
	room()
	for i, h := range heads {
		var err error
		if heads[i], err = storetest.Count(ctx, s, h); err != nil {
			t.Errorf("Append when there is room = %v", err)
		}
	}
	verify(t, s)
	s.Close()
	exactly(opened(t, path))
}

// A store is made on a full disk: no part of a file stays.
func TestNoRoomForANewStore(t *testing.T) {
	t.Parallel()
	if storetest.InChild(t) {
		return
	}
	path, empty := filepath.Join(t.TempDir(), "store"), written(t, filepath.Join(t.TempDir(), "empty"), nil)
	for _, first := range []int64{0, 100, 5000, 4 * 4096} {
		room := storetest.Fill(t, first)
		for _, path := range []string{path, empty} {
			if s, err := Open(path); !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), path) {
				t.Errorf("with room for %d bytes Open = %v, %v, want %v", first, s, err, syscall.EFBIG)
			}
		}
		room()
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) || len(read(t, empty)) > 0 {
			t.Errorf("with room for %d bytes a file stays: %v", first, err)
		}
	}
	opened(t, path)
	opened(t, empty)
}

// An older file is brought up on a full disk: it stays as it is, and nothing
// beside it.
func TestNoRoomForASchema(t *testing.T) {
	t.Parallel()
	if storetest.InChild(t) {
		return
	}
	path := today(t, fillNamed)
	room := storetest.Fill(t, 1<<10)
	if err := unchanged(t, path, func() error { return openAndClose(path) }); !errors.Is(err, syscall.EFBIG) {
		t.Errorf("Open = %v, want %v", err, syscall.EFBIG)
	}
	room()
	alone(t, path, "store")
	wantNamed(t, opened(t, path))
}

// A page is missing as it is read.
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
	s := fresh(t)
	log := logged(s)
	var sum byte
	faulty := func(*bbolt.Tx) error { sum += data[1<<15]; return nil }
	if err := safely(func() error { return faulty(nil) }); !errors.Is(err, errFault) {
		t.Errorf("a page that is not there gives %v, %d, want %v", err, sum, errFault)
	}
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
