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
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/games"
	"parlour/storage"
	"parlour/storage/storetest"
)

// The tests count on by one schema, so that a file of today's is brought up by a step. In the made-up schema
// the word "after" is where today's has "before".
func init() {
	steps[newest] = func(_ string, _, text []byte) ([]byte, error) {
		if bytes.Contains(text, []byte("no way")) {
			return nil, errors.New("there is none")
		}
		return bytes.ReplaceAll(text, []byte("before"), []byte("after")), nil
	}
	newest++
}

// today makes the file of a store in today's schema.
func today(t testing.TB, fill func(*Store) error) string {
	t.Helper()
	path := made(t, fill)
	inStore(t, path, func(s *Store) error { return numbered(s, newest-1) })
	return path
}

// numbered gives a store the number of another schema.
func numbered(s *Store, n int) error {
	return s.db.Update(func(tx *bbolt.Tx) error { return setSchema(tx, n) })
}

// named returns a match with a player, whose id each move is too. One that is over is settled.
func named(phase storage.Phase, who string, plies int) storage.Match {
	m := storage.Match{Head: sample(string(phase))}
	m.Phase, m.Players[0].ID, m.Version, m.Plies = phase, who, 1, plies
	if phase == storage.Over {
		m.NextCheck = time.Time{}
	}
	for range plies {
		m.Log = append(m.Log, ply(games.Move(who)))
	}
	return m
}

// fillNamed writes matches of a player, and a person who is due at noon.
func fillNamed(s *Store) error {
	_, err := storage.People.Change(ctx, s, "ann", func(p *storage.Person) error {
		p.Palette, p.NextCheck = "before", noon
		return nil
	})
	return errors.Join(err, s.Put(ctx, named(storage.Playing, "before", 2)), s.Put(ctx, named(storage.Over, "before", 3)))
}

// wantNamed checks what [fillNamed] has written, brought up.
func wantNamed(t *testing.T, s *Store) {
	t.Helper()
	for live, want := range map[bool]storage.Match{true: named(storage.Playing, "after", 2), false: named(storage.Over, "after", 3)} {
		m, err := s.Get(ctx, want.ID)
		if err != nil || m.Players[0].ID != "after" || !slices.Equal(m.Log, want.Log) {
			t.Errorf("Get(%q) = %+v, %v, want %+v", want.ID, m, err, want)
		}
		if hs, err := s.OfPlayer(ctx, "after", live, storage.All); err != nil || len(hs) != 1 {
			t.Errorf("OfPlayer, live %v = %d matches, %v, want 1", live, len(hs), err)
		}
	}
	people, err := storage.People.Due(ctx, s, noon, 10)
	if err != nil || len(people) != 1 || people[0].Palette != "after" {
		t.Errorf("People.Due = %+v, %v, want ann with the palette after", people, err)
	}
	was, err := s.Record(ctx, "person", "ann")
	if err != nil {
		t.Fatal(err)
	}
	palette(t, s, "ben", "contrast")
	if is, err := s.Record(ctx, "person", "ben"); err != nil || is.Version <= was.Version {
		t.Errorf("a version of before comes again: %d after %d, %v", is.Version, was.Version, err)
	}
	if err := storage.People.Remove(ctx, s, "ben"); err != nil {
		t.Fatal(err)
	}
	verify(t, s)
}

// A store of the schema before is whole, and it is brought up whoever opens, copies or compacts it. What was
// there is kept as it was.
func TestAStoreIsBroughtUp(t *testing.T) {
	t.Parallel()
	path := today(t, fillNamed)
	before := read(t, path)
	if found, err := Check(ctx, path); err != nil || found.Matches != 2 || found.Damaged != nil || found.Astray {
		t.Errorf("Check = %+v, %v, want 2 whole matches", found, err)
	}
	restored := filepath.Join(t.TempDir(), "store")
	if found, _, err := Restore(ctx, path, restored, noon); err != nil || found.Matches != 2 {
		t.Errorf("Restore = %+v, %v", found, err)
	}
	wantNamed(t, opened(t, restored))

	compacted := written(t, filepath.Join(t.TempDir(), "store"), before)
	found, kept, err := Compact(ctx, compacted, noon, false)
	if err != nil || found.Matches != 2 || !bytes.Equal(read(t, kept), before) {
		t.Fatalf("Compact = %+v, %q, %v, want the old file kept", found, kept, err)
	}
	wantNamed(t, opened(t, compacted))

	for sentences := range 2 { // the second time there is nothing to do
		s := opened(t, path)
		if len(s.Notes) != 1-sentences {
			t.Errorf("Open says %q, want %d sentences", s.Notes, 1-sentences)
		}
		wantNamed(t, s)
		s.Close()
	}
	kept = fmt.Sprintf("%s.schema%d", path, newest-1)
	alone(t, path, "store", filepath.Base(kept))
	if !bytes.Equal(read(t, kept), before) {
		t.Error("what is kept is not what was there")
	}
}

// A schema from which no step leads here, higher or lower, is refused in a sentence that says both numbers,
// and nothing is changed.
func TestAnotherSchemaIsRefused(t *testing.T) {
	t.Parallel()
	for _, number := range []int{newest + 1, newest - 2} {
		path := made(t, func(s *Store) error { return numbered(s, number) })
		for what, do := range map[string]func() error{
			"Open":         func() error { return openAndClose(path) },
			"Check":        func() error { _, err := Check(ctx, path); return err },
			"Compact":      func() error { _, _, err := Compact(ctx, path, noon, false); return err },
			"Compact mend": func() error { _, _, err := Compact(ctx, path, noon, true); return err },
			"WriteFileTo":  func() error { return WriteFileTo(path, io.Discard) },
		} {
			want := fmt.Sprintf("its number is %d, and this Parlour reads %d", number, newest)
			if err := unchanged(t, path, do); !errors.Is(err, storage.ErrSchema) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s of schema %d = %v, want %q", what, number, err, want)
			}
		}
	}
}

// Bringing up a store is cut off, at any batch or after it: the old file is as it was, or has
// its other name, and it is begun again.
func TestBringingUpIsBegunAgain(t *testing.T) {
	t.Parallel()
	path := today(t, fillNamed)
	written(t, path+".new"+PartSuffix, bytes.Repeat([]byte("half"), 5000))
	cut, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := upgrade(cut, path); !errors.Is(err, context.Canceled) {
		t.Errorf("an upgrade that is cut off = %v, want %v", err, context.Canceled)
	}
	src, err := openSource(path, false)
	if err != nil || src.Close() != nil || src.schema != newest-1 {
		t.Errorf("after the cut the store is %+v, %v, want schema %d", src, err, newest-1)
	}
	alone(t, path, "store")
	kept := fmt.Sprintf("%s.schema%d", path, newest-1)
	if err := os.Link(path, kept); err != nil { // it was cut off between the two names
		t.Skip("there are no links here: ", err)
	}
	wantNamed(t, opened(t, path))
	alone(t, path, "store", filepath.Base(kept))
}

// A process is killed while it brings up a store, later each time. The next one comes to the end.
//
//test:unwatched
func TestKilledWhileBringingUp(t *testing.T) {
	t.Parallel()
	path := today(t, func(s *Store) error { fillOver(t, s, 300); return fillNamed(s) })
	whole, part := read(t, path), path+".new"+PartSuffix
	for _, size := range []int64{1, 1 << 18, 1 << 19} {
		written(t, path, whole)
		c := startChild(t, "hold", path)
		c.in.Close() // so that it ends if it comes to the end
		ended := make(chan struct{})
		go func() { c.Wait(); close(ended) }()
		storetest.Until(t, func() bool {
			select {
			case <-ended:
				return true
			default:
			}
			i, err := os.Stat(part)
			return err == nil && i.Size() >= size
		}, "a part of the new file")
		c.Process.Kill()
		storetest.Receive(t, ended, "the end of the child")
		s := opened(t, path)
		wantNamed(t, s)
		if n := len(idsOf(t, s)); n != 302 {
			t.Errorf("killed at %d bytes: %d matches are there, want 302", size, n)
		}
		s.Close()
	}
}

// What cannot be read, or has no way to the next schema, is left out when a store is brought up, and named.
func TestBringingUpNamesWhatIsLost(t *testing.T) {
	t.Parallel()
	s := opened(t, today(t, func(s *Store) error {
		for _, id := range []string{"m", "n", "o", "p", "no way"} {
			created(t, s, id)
		}
		return s.db.Update(func(tx *bbolt.Tx) error {
			return errors.Join(
				put(tx, matchBucket, headKey("n"), []byte("{")),
				put(tx, matchBucket, headKey("o"), []byte(`{"id":"o","plies":1000000000000000}`)),
				put(tx, matchBucket, headKey("p"), []byte(`{"id":"p","plies":-1}`)))
		})
	}))
	if len(s.Notes) != 2 || !strings.Contains(s.Notes[1], `match "n", match "o", match "p" and 1 more`) {
		t.Errorf("Open says %q, want it to name the matches n, o and p", s.Notes)
	}
	if _, err := s.Get(ctx, "m"); err != nil {
		t.Errorf("the other match = %v", err)
	}
	if ids := idsOf(t, s); len(ids) != 1 {
		t.Errorf("%q are there, want m", ids)
	}
	verify(t, s)
}

func openAndClose(path string) error {
	s, err := Open(path)
	if err == nil {
		s.Close()
	}
	return err
}
