package bolt

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/storage"
)

// The file is deleted, or another is put in its place. The old file can be read,
// and nothing is written until it is back.
func TestRemoved(t *testing.T) {
	t.Parallel()
	for name, other := range map[string]func(path string) error{
		"removed":  func(string) error { return nil },
		"replaced": func(path string) error { return os.WriteFile(path, []byte("another"), 0o600) },
	} {
		path := filepath.Join(t.TempDir(), "store")
		s := opened(t, path)
		log := logged(s)
		h := created(t, s, "m")
		if err := errors.Join(os.Rename(path, path+".away"), other(path)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := s.Append(ctx, h, ply("a")); !errors.Is(err, storage.ErrUnavailable) {
				t.Errorf("%s: Append = %v, want %v", name, err, storage.ErrUnavailable)
			}
		}
		if m, err := s.Get(ctx, "m"); err != nil || m.Version != 1 {
			t.Errorf("%s: Get = %+v, %v, want what was there", name, m, err)
		}
		if n := strings.Count(log.String(), "put it back"); n != 1 {
			t.Errorf("%s: the log says %d times what to do, want once:\n%s", name, n, log)
		}
		if err := os.Rename(path+".away", path); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Append(ctx, h, ply("a")); err != nil {
			t.Errorf("%s: Append when it is back = %v", name, err)
		}
		verify(t, s)
	}
}

// The file is cut short under the store, and filled up again with anything.
// Nobody waits for ever, and nothing is written any more.
func TestShrunk(t *testing.T) {
	t.Parallel()
	for _, size := range []int64{0, 1 << 13} {
		path := fileOf(t, 1)
		whole := read(t, path)
		s := opened(t, path)
		for _, change := range []func() error{
			func() error { return os.Truncate(path, size) },
			func() error { return os.WriteFile(path, whole, 0o600) },
		} {
			if err := change(); err != nil {
				t.Fatal(err)
			}
			_, read := s.Get(ctx, "0")
			_, write := s.Create(ctx, sample("n"))
			_, change := storage.Uptimes.Change(ctx, s, storage.TheUptime, func(*storage.Uptime) error { return nil })
			for _, err := range []error{read, write, change} {
				if !errors.Is(err, storage.ErrUnavailable) || !strings.Contains(err.Error(), "cut short") {
					t.Errorf("in a file cut to %d bytes: %v", size, err)
				}
			}
		}
		if err := s.Close(); err != nil {
			t.Errorf("Close = %v", err)
		}
	}
}

// A full disk refuses all but some of many writes. The log has one line
// when that begins and one when it is over.
func TestToldOnce(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	log := logged(s)
	h := created(t, s, "m")
	succeed := func(times, lost, back int) {
		t.Helper()
		for range times {
			h.NextCheck = h.NextCheck.Add(1)
			var err error
			if h, err = s.Append(ctx, h); err != nil {
				t.Fatal(err)
			}
		}
		l, b := strings.Count(log.String(), "out of reach"), strings.Count(log.String(), "can be written again")
		if l != lost || b != back || strings.Contains(log.String(), "still") {
			t.Fatalf("the log says %d times that the file is lost and %d times that it is back, want %d and %d:\n%s", l, b, lost, back, log)
		}
	}
	s.failed(errors.New("the disk is full"))
	for range 3 {
		succeed(50, 1, 0) // too few to end the outage
		if _, err := s.Append(ctx, storage.Head{ID: "m"}); !errors.Is(err, storage.ErrConflict) {
			t.Fatal(err) // it writes nothing
		}
		s.failed(errors.New("the disk is still full"))
	}
	succeed(2*storage.Steady, 1, 1)
}

// An open file is made read-only: the store that has it open goes on. A new file is read by its owner alone.
func TestMadeReadOnly(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	s := opened(t, path)
	if i, err := os.Stat(path); err != nil || i.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v, %v, want 0600", i.Mode(), err)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	created(t, s, "m")
	if err := errors.Join(s.Close(), os.Chmod(path, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := opened(t, path).Get(ctx, "m"); err != nil {
		t.Errorf("Get = %v", err)
	}
}
