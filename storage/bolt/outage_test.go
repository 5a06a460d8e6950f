package bolt

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/storage"
)

// logged gives a store a log.
func logged(s *Store) *bytes.Buffer {
	var b bytes.Buffer // the store writes to it one line at a time
	s.Log = slog.New(slog.NewTextHandler(&b, nil))
	return &b
}

// created adds a match.
func created(t *testing.T, s *Store, id string) storage.Head {
	t.Helper()
	h, err := s.Create(ctx, sample(id))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestRemoved deletes the file, or puts another in its place. The old file can be read,
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

// TestShrunk cuts the file short under the store, and fills it up again with anything.
// Nobody waits for ever, and nothing is written any more.
func TestShrunk(t *testing.T) {
	t.Parallel()
	for _, size := range []int64{0, 1 << 13} {
		path := filepath.Join(t.TempDir(), "store")
		s := opened(t, path)
		h := created(t, s, "m")
		if _, err := s.Append(ctx, h); err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range []func() error{
			func() error { return os.Truncate(path, size) },
			func() error { return os.WriteFile(path, whole, 0o600) },
		} {
			if err := change(); err != nil {
				t.Fatal(err)
			}
			_, read := s.Get(ctx, "m")
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

// TestToldOnce has a full disk refuse all but some of many writes. The log has one line
// when that begins and one when it is over.
func TestToldOnce(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	log := logged(s)
	h := created(t, s, "m")
	s.failed(errors.New("the disk is full"))
	for range 3 {
		for range 50 { // too few to end the outage
			h.NextCheck = h.NextCheck.Add(1)
			var err error
			if h, err = s.Append(ctx, h); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Append(ctx, storage.Head{ID: "m"}); !errors.Is(err, storage.ErrConflict) {
			t.Fatal(err) // it writes nothing
		}
		s.failed(errors.New("the disk is still full"))
	}
	want := func(lost, back int) {
		t.Helper()
		l, b := strings.Count(log.String(), "out of reach"), strings.Count(log.String(), "can be written again")
		if l != lost || b != back || strings.Contains(log.String(), "still") {
			t.Fatalf("the log says %d times that the file is lost and %d times that it is back, want %d and %d:\n%s", l, b, lost, back, log)
		}
	}
	want(1, 0)
	for range 2 * storage.Steady {
		var err error
		if h, err = s.Append(ctx, h); err != nil {
			t.Fatal(err)
		}
	}
	want(1, 1)
}

// TestMadeReadOnly makes an open file read-only: the store that has it open goes on.
func TestMadeReadOnly(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	s := opened(t, path)
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
