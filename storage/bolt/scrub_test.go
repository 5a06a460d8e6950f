package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
	"parlour/storage/storetest"
)

// forgetting fills a store with people, and takes them out again. It returns what stands for each of them.
func forgetting(t *testing.T, s *Store, matches int) []byte {
	t.Helper()
	const name = "Rumpelstilzchen"
	var heads []storage.Head
	for i := range matches {
		h := sample(fmt.Sprint(i))
		h.Players[0].Name = name
		h, err := s.Create(ctx, h)
		if err != nil {
			t.Fatal(err)
		}
		heads = append(heads, h)
	}
	for _, h := range heads {
		h.Players[0].Name = "Somebody"
		if _, err := s.Append(ctx, h); err != nil {
			t.Fatal(err)
		}
	}
	return []byte(name)
}

// count returns how often a text stands in the file of a store.
func count(t *testing.T, s *Store, text []byte) int {
	t.Helper()
	b, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(b, text)
}

// Of people who were forgotten nothing stands in the file after a scrub, and all else stays.
//
//test:unwatched
func TestScrubLeavesNothingOfTheForgotten(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	name := forgetting(t, s, 300)
	if count(t, s, name) == 0 {
		t.Fatal("nothing of them is in the file before, so this test proves nothing")
	}
	ids := idsOf(t, s)
	if err := s.Scrub(ctx); err != nil {
		t.Fatal(err)
	}
	if n := count(t, s, name); n > 0 {
		t.Errorf("their name stands in the file %d times still", n)
	}
	found, err := s.Check(ctx, noon)
	if err != nil || found.Damaged != nil || found.Astray || !slices.Equal(idsOf(t, s), ids) {
		t.Errorf("after that the store has %+v, %v", found, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if found, err := Check(ctx, s.path); err != nil || found.Damaged != nil || found.Matches != 300 {
		t.Errorf("and its file has %+v, %v", found, err)
	}
}

// Of a settled match nothing stands in the file after a scrub but what it says now.
func TestScrubLeavesNothingOfASettledMatch(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	h := sample("m")
	h.Phase, h.NextCheck = storage.Over, time.Time{}
	h, err := s.Create(ctx, h)
	if err != nil {
		t.Fatal(err)
	}
	var was [][]byte
	for _, name := range []string{"Somebody", "Nobody"} {
		viewed(t, s, func(tx *bbolt.Tx) error {
			m, err := find(tx, "m")
			was = append(was, bytes.Clone(m.value))
			return err
		})
		h.Players[0] = storage.Player{ID: storage.Former(name), Name: name}
		if h, err = s.Append(ctx, h); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.ContainsFunc(was, func(value []byte) bool { return count(t, s, value) > 0 }) {
		t.Fatal("no version of before is in the file, so this test proves nothing")
	}
	if err := s.Scrub(ctx); err != nil {
		t.Fatal(err)
	}
	for n, value := range was {
		if count(t, s, value) > 0 {
			t.Errorf("version %d stands in the file still", n+1)
		}
	}
	verify(t, s)
}

// A process that is killed at any write of a scrub, or in the middle of one, loses nothing.
func TestKilledAtAnyWriteOfAScrub(t *testing.T) {
	defer func() { overwrite = (*os.File).WriteAt }()
	s := fresh(t)
	forgetting(t, s, 60)
	ids, left := idsOf(t, s), filepath.Join(t.TempDir(), "left")
	size, _ := usedBy(t, s)
	file := make([]byte, size)
	killed := func(f *os.File) {
		t.Helper()
		_, read := f.ReadAt(file, 0)
		wrote := os.WriteFile(left, file, 0o600)
		if found, err := Check(ctx, left); errors.Join(read, wrote, err, found.Sound()) != nil || found.Astray || found.Matches != len(ids) {
			t.Errorf("the file has %+v, %v, %v, %v", found, read, wrote, err)
		}
	}
	writes := 0
	overwrite = func(f *os.File, zeros []byte, at int64) (int, error) {
		killed(f)
		_, err := f.WriteAt(zeros[:len(zeros)/2], at)
		killed(f)
		writes++
		_, rest := f.WriteAt(zeros, at)
		return len(zeros), errors.Join(err, rest)
	}
	if err := s.Scrub(ctx); err != nil || writes < 10 {
		t.Errorf("Scrub = %v after %d writes, want many", err, writes)
	}
	killed(s.file)
	again := opened(t, left)
	created(t, again, "new")
	if got := idsOf(t, again); len(got) != len(ids)+1 {
		t.Errorf("what goes on from there has %d matches, want %d", len(got), len(ids)+1)
	}
	verify(t, again)
}

// If the newer of the two first pages is damaged after a scrub, the older one leads to the same games.
func TestADamagedFirstPageAfterAScrub(t *testing.T) {
	s := fresh(t)
	forgetting(t, s, 60)
	ids := idsOf(t, s)
	if err := s.Scrub(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		torn := slices.Clone(file)
		torn[i*os.Getpagesize()+pageHeader] ^= 1
		path := filepath.Join(t.TempDir(), "torn")
		if err := os.WriteFile(path, torn, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Compact(ctx, path, noon, true); err != nil {
			t.Errorf("with damage in first page %d: %v", i, err)
		}
		if found, err := Check(ctx, path); err != nil || found.Matches != len(ids) {
			t.Errorf("with damage in first page %d the store has %+v, %v, want %d matches", i, found, err, len(ids))
		}
	}
}

// What a commit wrote behind the end of the file in use, before it failed, is overwritten as well.
func TestScrubBehindTheEnd(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	created(t, s, "m")
	i, err := s.file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	left := []byte("left behind")
	if _, err := s.file.WriteAt(left, i.Size()-int64(os.Getpagesize())); err != nil {
		t.Fatal(err)
	}
	if err := s.Scrub(ctx); err != nil {
		t.Fatal(err)
	}
	if n := count(t, s, left); n > 0 {
		t.Errorf("it stands there %d times still", n)
	}
}

// A reader sees the store as it was when it began, so a scrub waits for it.
func TestScrubWaitsForReaders(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	created(t, s, "m")
	began, end := make(chan struct{}), make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		if err := s.view(ctx, func(tx *bbolt.Tx) error {
			close(began)
			<-end
			_, err := readMatch(tx, "m")
			return err
		}); err != nil {
			t.Error(err)
		}
	})
	<-began
	name := forgetting(t, s, 100)
	if _, err := s.scrub(2); err != errRead {
		t.Errorf("while somebody reads, scrub = %v, want %v", err, errRead)
	}
	close(end)
	ended.Wait()
	if err := s.Scrub(ctx); err != nil || count(t, s, name) > 0 {
		t.Errorf("after that, Scrub = %v, and the name stands there %d times", err, count(t, s, name))
	}
}

// People play while the file is scrubbed again and again, and every part of a scrub leaves a file that is whole: a
// process that is killed there loses nothing.
func TestScrubBesideTheWork(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	forgetting(t, s, 100)
	working, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	for i := range 4 {
		h := created(t, s, fmt.Sprint("of ", i))
		wg.Go(func() {
			for working.Err() == nil {
				var err error
				if h, err = storetest.Count(ctx, s, h); err != nil {
					t.Error(err)
				}
				if _, err := s.Get(ctx, fmt.Sprint(rand.IntN(100))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for n := range 10 {
		if err := s.Scrub(ctx); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), fmt.Sprint(n))
		if _, err := Save(ctx, path, func(w io.Writer) error {
			_, err := s.WriteTo(w)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	wg.Wait()
	if found, err := s.Check(ctx, noon); err != nil || found.Damaged != nil || found.Astray {
		t.Errorf("after that the store has %+v, %v", found, err)
	}
}

// Files that a killed process left half written are removed when they are a day old: those alone that have the names
// which Parlour gives, and that no process holds.
func TestSweep(t *testing.T) {
	t.Parallel()
	path := fileOf(t, 1)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir, base := filepath.Dir(path), filepath.Base(path)
	swept := []string{".new.part", ".12345.part", ".12345.small.part", "x.12345.part"}
	kept := []string{".part", ".old.part", ".12345.parts", ".12345", ".film.2.part"}
	for _, rest := range slices.Concat(swept, kept, []string{".1.part", ".2.part"}) {
		if err := os.WriteFile(path+rest, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		if rest == ".film.2.part" { // which is of another program
			if err := os.WriteFile(path+rest, []byte("a film"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if rest == ".2.part" { // somebody writes to it
			continue
		}
		if err := os.Chtimes(path+rest, noon, noon); err != nil {
			t.Fatal(err)
		}
	}
	held := opened(t, path+".1.part")
	if err := os.WriteFile(path+".3.part", []byte("no store"), 0o600); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	if err := os.Chtimes(path+".1.part", noon, noon); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path+".3.part", noon, now.Add(-25*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := Sweep(path, now); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	want := []string{base}
	for _, rest := range slices.Concat(kept, []string{".1.part", ".2.part"}) {
		want = append(want, base+rest)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("there is %q, want %q", got, want)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
}
