package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"parlour/storage"
	"parlour/storage/storetest"
)

// A store is copied while others write to it. Each copy is whole, and has all
// that was acknowledged before it.
func TestHotCopy(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	var acknowledged atomic.Int64
	writing, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	for i := range 4 {
		h := created(t, s, fmt.Sprint(i))
		wg.Go(func() {
			for writing.Err() == nil {
				var err error
				if h, err = storetest.Count(ctx, s, h); err != nil {
					t.Error(err)
				}
				acknowledged.Add(1)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "copy")
	var least int64
	for range 5 {
		storetest.Until(t, func() bool { return acknowledged.Load() > least }, "a write between two copies")
		least = acknowledged.Load()
		found, err := Save(ctx, path, func(w io.Writer) error { _, err := s.WriteTo(w); return err })
		i, stat := os.Stat(path)
		if err != nil || stat != nil || found.Matches != 4 || i.Size() != found.Size || i.Mode().Perm() != 0o600 {
			t.Fatalf("Save = %+v, %v; the file: %v, %v; want 4 matches, and a file for nobody else", found, err, i, stat)
		}
		alone(t, path, "copy")
		c := opened(t, path)
		plies := 0
		for _, id := range idsOf(t, c) {
			storetest.WantCounted(t, c, storage.Head{ID: id})
			m, _ := c.Get(ctx, id)
			plies += m.Plies
		}
		if plies < int(least) {
			t.Errorf("the copy has %d plies, and %d were acknowledged before it", plies, least)
		}
		verify(t, c)
		c.Close()
	}
	stop()
	storetest.Finish(t, wg.Wait, "the writers")
}

// Writes go on while a copy is taken, however long that takes and however much the file grows.
//
//test:unwatched
func TestWritersDoNotWaitForACopy(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	h := created(t, s, "m")
	in, out := io.Pipe()
	defer in.Close()
	done := make(chan error, 1)
	go func() {
		_, err := s.WriteTo(out)
		out.CloseWithError(err)
		done <- err
	}()
	if _, err := in.Read(make([]byte, 1)); err != nil { // the copy has begun, and nobody takes the rest
		t.Fatal(err)
	}
	storetest.Finish(t, func() {
		for n := range 8 {
			h.Ended = string(make([]byte, 1<<20))
			var err error
			if h, err = s.Append(ctx, h, ply("a")); err != nil {
				t.Errorf("write %d during a copy = %v", n, err)
				return
			}
		}
	}, "writes of 50 MB during a copy")
	go io.Copy(io.Discard, in)
	if err := storetest.Receive(t, done, "the end of the copy"); err != nil {
		t.Errorf("WriteTo = %v", err)
	}
	verify(t, s)
}

// A copy fails: the file that is there stays.
func TestSaveFails(t *testing.T) {
	t.Parallel()
	whole := read(t, fileOf(t, 3))
	done, cancel := context.WithCancel(ctx)
	cancel()
	path := written(t, filepath.Join(t.TempDir(), "copy"), []byte("an older copy"))
	for name, c := range map[string]struct {
		ctx  context.Context
		data []byte
		err  error
		want string
	}{
		"the source fails": {ctx, whole, errors.New("broken"), "broken"},
		"nothing comes":    {ctx, nil, nil, "the copy is not whole: it is empty"},
		"half of it comes": {ctx, whole[:len(whole)/1024], nil, "the copy is not whole: it is cut short"},
		"another comes":    {ctx, bytes.Repeat([]byte("Dear diary\n"), 5000), nil, "the copy is not whole: it is damaged, or not a store"},
		"nobody waits":     {done, whole, nil, context.Canceled.Error()},
	} {
		save := func(path string) error {
			_, err := Save(c.ctx, path, func(w io.Writer) error { _, failed := w.Write(c.data); return errors.Join(failed, c.err) })
			return err
		}
		if err := unchanged(t, path, func() error { return save(path) }); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: Save = %v, want %q", name, err, c.want)
		}
		alone(t, path, "copy")
		if err := save(filepath.Join(filepath.Dir(path), "none", "copy")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: Save where there is no folder = %v", name, err)
		}
	}
}

// A copy takes the place of whatever is there, which is kept.
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
			written(t, path, before)
		}
		found, kept, err := Restore(ctx, backup, path, noon)
		if err != nil || found.Matches != 3 || (kept == "") != (before == nil) {
			t.Fatalf("over %s: Restore = %+v, %q, %v, want 3 matches", name, found, kept, err)
		}
		if before == nil {
			alone(t, path, "store")
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

// A copy takes the place of the file that a symbolic link leads to, and the link stays.
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

// If several replace a store at once, one of them succeeds and all others are refused.
func TestOneAloneReplacesAStore(t *testing.T) {
	t.Parallel()
	path, backup := fileOf(t, 50), fileOf(t, 3)
	compact := func() error { _, _, err := Compact(ctx, path, noon, false); return err }
	held, err := lock(path)
	if err != nil {
		t.Fatal(err)
	}
	for what, do := range map[string]func() error{
		"Compact": compact,
		"Restore": func() error { _, _, err := Restore(ctx, backup, path, noon); return err },
		"Open":    func() error { _, err := Open(path); return err },
	} {
		if err := unchanged(t, path, do); !errors.Is(err, storage.ErrInUse) {
			t.Errorf("beside one who replaces it, %s = %v, want %v", what, err, storage.ErrInUse)
		}
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	var done atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			switch err := compact(); {
			case err == nil:
				done.Add(1)
			case !errors.Is(err, storage.ErrInUse):
				t.Errorf("one of several has %v, want %v", err, storage.ErrInUse)
			}
		})
	}
	storetest.Finish(t, wg.Wait, "four who compact a store at once")
	alone(t, path, "store")
	if found, err := Check(ctx, path); err != nil || found.Damaged != nil || found.Matches != 50 || done.Load() == 0 {
		t.Errorf("after %d of them there are %+v, %v", done.Load(), found, err)
	}
}

// Over an open store, and from what is no copy, nothing is restored and nothing is changed.
func TestRestoreRefused(t *testing.T) {
	t.Parallel()
	path, backup, other := fileOf(t, 1), fileOf(t, 3), fileOf(t, 1)
	inStore(t, other, func(s *Store) error { return numbered(s, newest+1) })
	refused := func(what, backup string, want error) {
		t.Helper()
		err := unchanged(t, path, func() error { _, _, err := Restore(ctx, backup, path, noon); return err })
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: Restore = %v, want %v", what, err, want)
		}
	}
	refused("a text", written(t, filepath.Join(t.TempDir(), "text"), []byte("Dear diary")), nil)
	refused("a folder", t.TempDir(), nil)
	refused("nothing", filepath.Join(t.TempDir(), "none"), os.ErrNotExist)
	refused("a copy of another schema", other, storage.ErrSchema)
	for _, open := range []string{backup, path} {
		s := opened(t, open)
		refused("where "+open+" is open", backup, storage.ErrInUse)
		s.Close()
	}
	alone(t, path, "store")
	taken := written(t, path+".2026-03-01T12-00-00", nil)
	refused("where the name for what is kept is taken", backup, os.ErrExist)
	alone(t, path, "store", filepath.Base(taken))
}
