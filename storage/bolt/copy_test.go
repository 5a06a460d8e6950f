package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"parlour/games"
	"parlour/storage"
)

// fileOf makes the file of a store with some matches, and closes it.
func fileOf(t *testing.T, matches int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store")
	s := opened(t, path)
	for i := range matches {
		if _, err := s.Append(ctx, created(t, s, fmt.Sprint(i)), ply("a"), ply("b")); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// alone checks that the folder of a file has only files with some names.
func alone(t *testing.T, path string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	if fmt.Sprint(found) != fmt.Sprint(names) {
		t.Errorf("the folder has %q, want %q", found, names)
	}
}

// TestHotCopy copies a store while others write to it. Each copy is whole, and has all
// that was acknowledged before it.
func TestHotCopy(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	var acknowledged atomic.Int64
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for i := range 4 {
		h := created(t, s, fmt.Sprint(i))
		wg.Go(func() {
			for n := 0; ; n++ {
				var err error
				if h, err = s.Append(ctx, h, ply(games.Move(fmt.Sprint(n)))); err != nil {
					t.Error(err)
				}
				acknowledged.Add(1)
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	path := filepath.Join(t.TempDir(), "copy")
	var least int64
	for range 5 {
		until(t, func() bool { return acknowledged.Load() > least }, "a write between two copies")
		least = acknowledged.Load()
		found, err := Save(ctx, path, func(w io.Writer) error { _, err := s.WriteTo(w); return err })
		i, stat := os.Stat(path)
		if err != nil || stat != nil || found.Matches != 4 || i.Size() != found.Size || i.Mode().Perm() != 0o600 {
			t.Fatalf("Save = %+v, %v; the file: %v, %v; want 4 matches, and a file for nobody else", found, err, i, stat)
		}
		alone(t, path, "copy")
		c := opened(t, path)
		plies := 0
		for i := range 4 {
			m, err := c.Get(ctx, fmt.Sprint(i))
			if err != nil || m.Version != m.Plies+1 {
				t.Errorf("the copy has match %d at version %d with %d plies, %v", i, m.Version, m.Plies, err)
			}
			plies += m.Plies
		}
		if plies < int(least) {
			t.Errorf("the copy has %d plies, and %d were acknowledged before it", plies, least)
		}
		verify(t, c)
		c.Close()
	}
	close(stop)
	finish(t, wg.Wait, "the writers")
}

// TestSaveFails has copies fail: the file that is there stays.
func TestSaveFails(t *testing.T) {
	t.Parallel()
	source := fileOf(t, 3)
	whole, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	broken := errors.New("broken")
	path := filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(path, []byte("an older copy"), 0o600); err != nil {
		t.Fatal(err)
	}
	data := func(b []byte, err error) func(io.Writer) error {
		return func(w io.Writer) error { _, failed := w.Write(b); return errors.Join(failed, err) }
	}
	for name, c := range map[string]struct {
		ctx   context.Context
		write func(io.Writer) error
		want  string
	}{
		"the source fails": {ctx, data(whole, broken), "broken"},
		"nothing comes":    {ctx, data(nil, nil), "the copy is not whole: it is empty"},
		"half of it comes": {ctx, data(whole[:len(whole)/1024], nil), "the copy is not whole: it is cut short"},
		"another comes":    {ctx, data(bytes.Repeat([]byte("Dear diary\n"), 5000), nil), "the copy is not whole: it is damaged, or not a store"},
		"nobody waits":     {done, data(whole, nil), context.Canceled.Error()},
	} {
		if _, err := Save(c.ctx, path, c.write); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Save = %v, want %q", name, err, c.want)
		}
		alone(t, path, "copy")
		if b, err := os.ReadFile(path); string(b) != "an older copy" {
			t.Errorf("%s: the older copy is %q, %v", name, b, err)
		}
	}
	if _, err := Save(ctx, filepath.Join(t.TempDir(), "none", "copy"), data(whole, nil)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Save where there is no folder = %v", err)
	}
}

// TestEachPageDamaged damages each page of a store. The store is refused and left as it
// is, unless the page is free.
func TestEachPageDamaged(t *testing.T) {
	t.Parallel()
	path := fileOf(t, 40)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := opened(t, path)
	page, taken := s.db.Info().PageSize, heads(t, s)
	used := int(usedBy(s)) / page
	s.Close()
	whole = whole[:used*page]
	refused := 0
	for i := 2; i < used; i++ { // either of the first two is enough
		for what, spoilt := range map[string][]byte{"zeros": make([]byte, page), "ones": bytes.Repeat([]byte{255}, page)} {
			bad := filepath.Join(t.TempDir(), "bad")
			data := bytes.Clone(whole)
			copy(data[i*page:], spoilt)
			if err := os.WriteFile(bad, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(taken, i) {
				verify(t, opened(t, bad))
				continue
			}
			refused++
			wantRefused(t, fmt.Sprintf("a store with %s on page %d", what, i), bad)
		}
	}
	if refused < 10 {
		t.Errorf("%d files were to be refused, want more", refused)
	}
}

// TestRestore replaces whatever is there by a copy, and keeps it.
func TestRestore(t *testing.T) {
	t.Parallel()
	testRestore(t)
}

// On a disk without hard links it does so too.
func TestRestoreWithoutLinks(t *testing.T) {
	defer func() { link = os.Link }()
	link = func(old, name string) error {
		return &os.LinkError{Op: "link", Old: old, New: name, Err: syscall.EPERM}
	}
	testRestore(t)
}

func testRestore(t *testing.T) {
	backup := fileOf(t, 3)
	for name, before := range map[string][]byte{"nothing": nil, "another store": read(t, fileOf(t, 5)), "rubbish": []byte("rubbish")} {
		path := filepath.Join(t.TempDir(), "store")
		if before != nil {
			if err := os.WriteFile(path, before, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		found, kept, err := Restore(ctx, backup, path, noon)
		if err != nil || found.Matches != 3 {
			t.Fatalf("over %s: Restore = %+v, %v, want 3 matches", name, found, err)
		}
		if before == nil {
			alone(t, path, "store")
			if kept != "" {
				t.Errorf("over nothing: Restore says that %s is kept", kept)
			}
		} else if alone(t, path, "store", "store.2026-03-01T12-00-00"); !bytes.Equal(read(t, kept), before) {
			t.Errorf("over %s: what is kept as %q is not what was there", name, kept)
		}
		s := opened(t, path)
		if m, err := s.Get(ctx, "2"); err != nil || len(m.Log) != 2 {
			t.Errorf("over %s: Get = %+v, %v", name, m, err)
		}
		created(t, s, "new")
		verify(t, s)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestRestoreThroughALink restores the file that a symbolic link leads to, and keeps the
// link.
func TestRestoreThroughALink(t *testing.T) {
	t.Parallel()
	path := fileOf(t, 1)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Skip("there are no links here: ", err)
	}
	if _, _, err := Restore(ctx, fileOf(t, 3), link, noon); err != nil {
		t.Fatal(err)
	}
	alone(t, link, "link")
	if found, err := Check(ctx, path); err != nil || found.Matches != 3 {
		t.Errorf("where the link leads are %+v, %v, want 3 matches", found, err)
	}
}

// TestRestoreRefused tries to restore over an open store, and from what is no copy:
// nothing is changed.
func TestRestoreRefused(t *testing.T) {
	t.Parallel()
	path, backup := fileOf(t, 1), fileOf(t, 3)
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("Dear diary"), 0o600); err != nil {
		t.Fatal(err)
	}
	other := fileOf(t, 1)
	s := opened(t, other)
	if err := errors.Join(numbered(s, newest+1), s.Close()); err != nil {
		t.Fatal(err)
	}
	refused := func(what, backup string, want error) {
		t.Helper()
		err := unchanged(t, path, func() error { _, _, err := Restore(ctx, backup, path, noon); return err })
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: Restore = %v, want %v", what, err, want)
		}
		alone(t, path, "store")
	}
	refused("a text", text, nil)
	refused("a folder", t.TempDir(), nil)
	refused("nothing", filepath.Join(t.TempDir(), "none"), os.ErrNotExist)
	refused("a copy of another schema", other, storage.ErrSchema)
	open := opened(t, backup)
	refused("a store that is open", backup, storage.ErrInUse)
	open.Close()
	open = opened(t, path)
	refused("over a store that is open", backup, storage.ErrInUse)
	open.Close()
	name := path + ".2026-03-01T12-00-00"
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Restore(ctx, backup, path, noon); !errors.Is(err, os.ErrExist) {
		t.Errorf("where the name for what is kept is taken: Restore = %v, want %v", err, os.ErrExist)
	}
	alone(t, path, "store", filepath.Base(name))
}
