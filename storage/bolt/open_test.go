package bolt

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

func TestMode(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	opened(t, path)
	i, err := os.Stat(path)
	if err != nil || i.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v, %v, want 0600", i.Mode(), err)
	}
}

func TestBadFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign := filepath.Join(dir, "foreign")
	makeFile(t, foreign, func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("a")); return err })
	namesake := filepath.Join(dir, "namesake")
	makeFile(t, namesake, func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte(metaBucket)); return err })
	for name, path := range map[string]string{
		"a directory":            dir,
		"no directory":           filepath.Join(dir, "none", "store"),
		"below a file":           filepath.Join(write("file", nil), "store"),
		"a device":               os.DevNull,
		"a text":                 write("text", []byte("Dear diary")),
		"a long text":            write("long", bytes.Repeat([]byte("Dear diary\n"), 5000)),
		"zeros":                  write("zeros", make([]byte, 1<<16)),
		"another program's file": foreign,
		"a bucket like ours":     namesake,
	} {
		wantRefused(t, name, path)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	path := filepath.Join(t.TempDir(), "store")
	if err := os.WriteFile(path, nil, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := wantRefused(t, "a file that may not be written", path); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("Open = %v, want %v", err, fs.ErrPermission)
	}
}

// TestTruncated cuts a store at every half page, and fills the rest with zeros.
//
//test:unwatched
func TestTruncated(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store")
	s := opened(t, path)
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		if _, err := s.Create(ctx, sample(id)); err != nil {
			t.Fatal(err)
		}
	}
	var used int64
	s.db.View(func(tx *bbolt.Tx) error { used = tx.Size(); return nil })
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	half := os.Getpagesize() / 2
	for n := half; n < int(used); n += half {
		cut := filepath.Join(t.TempDir(), "cut")
		if err := os.WriteFile(cut, data[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		wantRefused(t, "a store cut short", cut)
		wantRefused(t, "a store cut short, again", cut) // it was not left locked
		zeroed := append(bytes.Clone(data[:n]), make([]byte, len(data)-n)...)
		if err := os.WriteFile(cut, zeroed, 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := Open(cut); err == nil { // the damage may be in a page that is not needed
			s.Get(ctx, "e")
			s.Create(ctx, sample("k"))
			s.Close()
		}
	}
}

// wantRefused checks that a file is refused in one sentence that names it, and is left as
// it was.
func wantRefused(t *testing.T, what, path string) error {
	t.Helper()
	before, _ := os.ReadFile(path)
	s, err := Open(path)
	if err == nil {
		s.Close()
		t.Errorf("%s: Open = nil", what)
		return nil
	}
	if text := err.Error(); !strings.Contains(text, path) || strings.Contains(text, "\n") || len(text) > len(path)+200 {
		t.Errorf("%s: Open = %v, want one sentence that names the file", what, err)
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Errorf("%s: Open changed the file", what)
	}
	return err
}

// makeFile makes a bbolt file.
func makeFile(t *testing.T, path string, fill func(*bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Update(fill); err != nil {
		t.Fatal(err)
	}
}

// TestKeys uses ids that a careless key would mix up.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	ids := []string{"", "a", "a\x00", "\x00a", "\x01a", "aa", string(make([]byte, 8)), strings.Repeat("a", 300)}
	for _, id := range ids {
		h := sample(id)
		h.Home, h.Players = id, []storage.Player{{ID: id}}
		h, err := s.Create(ctx, h)
		if err != nil {
			t.Fatalf("Create(%q) = %v", id, err)
		}
		if _, err := s.Append(ctx, h, ply("a"), ply("b")); err != nil {
			t.Fatalf("Append(%q) = %v", id, err)
		}
	}
	for _, id := range ids {
		palette(t, s, id, "of "+id)
	}
	for _, id := range ids {
		if p, err := storage.People.Get(ctx, s, id); err != nil || p.Palette != "of "+id {
			t.Errorf("Person(%q) = %+v, %v", id, p, err)
		}
		m, err := s.Get(ctx, id)
		if err != nil || m.ID != id || len(m.Log) != 2 {
			t.Errorf("Get(%q) = %q with %d plies, %v", id, m.ID, len(m.Log), err)
		}
		players, _ := s.OfPlayer(ctx, id, true, storage.All)
		channel, _ := s.OfChannel(ctx, id, storage.All)
		if len(players) != 1 || len(channel) != 1 || players[0].ID != id || channel[0].ID != id {
			t.Errorf("%q is a player of %d and a channel of %d matches, want its own", id, len(players), len(channel))
		}
	}
	for _, id := range []string{"\xff", "a\xff"} {
		if _, err := s.Create(ctx, sample(id)); err == nil {
			t.Errorf("Create(%q) = nil, want an error", id)
		}
		if _, err := storage.People.Change(ctx, s, id, func(*storage.Person) error { return nil }); err == nil {
			t.Errorf("People.Change(%q) = nil, want an error", id)
		}
	}
	verify(t, s)
}
