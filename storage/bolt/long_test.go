package bolt

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

var (
	opening  = flag.Int("opening", 0, "the matches of the store that TestOpeningReadsLittle opens, and then within 2 s")
	bringing = flag.Int("bringing", 0, "the matches of the store that TestBringingUpIsBounded brings up, and then within 20 s")
)

// full makes the file of a store with matches that are over, packed as [rebuild] leaves them.
func full(t *testing.T, matchCount int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "full")
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{NoSync: true, NoGrowSync: true, InitialMmapSize: room})
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{db: db}
	failed := db.Update(begin)
	r := rand.New(rand.NewPCG(2, 2))
	for n := range matchCount {
		h, log := played(r)
		h.ID, h.Version, h.Plies = fmt.Sprintf("%012d", n), 1, len(log)
		_, head, lines, err := storage.Encode(h, log)
		failed = errors.Join(failed, err, b.put(matchBucket, headKey(h.ID), packed(head)),
			b.put(matchBucket, logKey(h.ID, len(log)-1), packed(joinEntries(lines))))
	}
	if err := errors.Join(failed, b.reindex(ctx), b.flush(), db.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// A counter counts what is read.
type counter struct {
	*os.File
	bytes int
}

func (c *counter) ReadAt(p []byte, at int64) (int, error) {
	c.bytes += len(p)
	return c.File.ReadAt(p, at)
}

// Opening a store reads the beginnings of its pages and no match, after a clean end and after an
// unclean one. The whole check does not belong to it.
//
//test:unwatched
func TestOpeningReadsLittle(t *testing.T) {
	t.Parallel()
	n := max(*opening, 2000)
	path := full(t, n)
	s := opened(t, path)
	h := created(t, s, "new")
	unclean := filepath.Join(t.TempDir(), "unclean")
	if err := duplicate(path, unclean); err != nil { // as a process that is killed leaves it
		t.Fatal(err)
	}
	s.Close()
	for what, path := range map[string]string{"a clean end": path, "an unclean end": unclean} {
		start := time.Now()
		s := opened(t, path)
		took := time.Since(start)
		if m, err := s.Get(ctx, h.ID); err != nil || m.Version != 1 {
			t.Errorf("after %s: Get = %+v, %v", what, m, err)
		}
		if due, err := s.Due(ctx, noon.Add(time.Hour), 10); err != nil || len(due) != 1 {
			t.Errorf("after %s: Due = %d matches, %v, want 1", what, len(due), err)
		}
		first := time.Since(start)
		s.Close()
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		c := &counter{File: f}
		p, err := readPages(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Audit(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d matches in %d MB after %s: opened in %v, asked by %v; %d bytes a match are read", n, p.End*uint64(p.Size)>>20, what, took, first, c.bytes/n)
		if c.bytes/n > 100 {
			t.Errorf("after %s: %d bytes a match are read to open it, want less than 100 of %d", what, c.bytes/n, int(p.End)*p.Size/n)
		}
		if *opening > 0 && took > 2*time.Second {
			t.Errorf("after %s it took %v to open %d matches, want 2 s", what, took, n)
		}
	}
}

// duplicate copies a file.
func duplicate(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// A match of 28 plies that is over takes less than 2.5 kB of a compacted file, with all its index
// keys, and is whole there.
//
//test:unwatched
func TestFinishedMatchIsSmall(t *testing.T) {
	t.Parallel()
	const n = 1000
	path := filepath.Join(t.TempDir(), "store")
	s := opened(t, path)
	fillOver(t, s, n)
	ids := idsOf(t, s)
	before := usedBy(s)
	want := map[string]storage.Match{}
	for _, id := range ids[:50] {
		m, err := s.Get(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		want[id] = m
	}
	s.Close()
	found, _, err := Compact(ctx, path, noon, false)
	if err != nil || found.Matches != n {
		t.Fatalf("Compact = %+v, %v", found, err)
	}
	i, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a match of 28 plies takes %d bytes as played and %d compacted", before/n, i.Size()/n)
	if i.Size()/n >= 2500 {
		t.Errorf("a match takes %d bytes, want less than 2500", i.Size()/n)
	}
	s = opened(t, path)
	for id, m := range want {
		got, err := s.Get(ctx, id)
		if err != nil || got.Head.Publication.Live.Message != m.Live.Message || !slices.EqualFunc(got.Log, m.Log, func(a, b storage.Entry) bool { return a == b }) {
			t.Errorf("the compacted match %q = %+v, %v, want %+v", id, got, err, m)
		}
		h := got.Head
		h.Next = "another" // what is packed changes still
		if h, err = s.Append(ctx, h, ply("draw")); err != nil || h.Plies != 29 {
			t.Errorf("Append to a packed match = %+v, %v", h, err)
		}
		if got, err := s.Get(ctx, id); err != nil || len(got.Log) != 29 || got.Log[28] != ply("draw") || got.Log[0] != m.Log[0] {
			t.Errorf("the packed match %q with one more entry = %+v, %v", id, got, err)
		}
	}
	verify(t, s)
	s.Close()
	if found, _, err := Compact(ctx, path, noon, false); err != nil || found.Matches != n {
		t.Errorf("Compact again = %+v, %v", found, err)
	}
	verify(t, opened(t, path))
}

// Bringing up an older store takes transactions of bounded size, whatever it holds.
//
//test:unwatched
func TestBringingUpIsBounded(t *testing.T) {
	t.Parallel()
	n := max(*bringing, 2000)
	path := today(t, false, func(s *Store) error { fillOver(t, s, n); return nil })
	start := time.Now()
	s := opened(t, path)
	took := time.Since(start)
	t.Logf("%d matches are brought up in %v", n, took)
	if *bringing > 0 && took > 20*time.Second {
		t.Errorf("it took %v to bring up %d matches, want 20 s", took, n)
	}
	if got := len(idsOf(t, s)); got != n {
		t.Errorf("%d matches are there, want %d", got, n)
	}
	var transactions int
	if err := s.db.View(func(tx *bbolt.Tx) error { transactions = tx.ID(); return nil }); err != nil {
		t.Fatal(err)
	}
	if transactions < int(usedBy(s)/batch/2) {
		t.Errorf("it took %d transactions to write %d bytes, want one for each %d", transactions, usedBy(s), batch)
	}
	if found, err := s.Check(ctx, time.Time{}); err != nil || found.Damaged != nil || found.Astray {
		t.Errorf("Check = %+v, %v", found, err)
	}
}

// A table that never began is dropped after thirty days, by the check of the store and by a
// compaction. What began, and what is younger, stays.
func TestOldTablesAreDropped(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"the check", "a compaction"} {
		path := filepath.Join(t.TempDir(), "store")
		s := opened(t, path)
		for id, change := range map[string]func(*storage.Head){
			"closed":  func(h *storage.Head) { h.Phase, h.Setup.Rules = storage.Off, 0 },
			"younger": func(h *storage.Head) { h.Phase, h.Setup.Rules, h.Created = storage.Off, 0, noon.Add(time.Hour) },
			"begun":   func(h *storage.Head) { h.Phase = storage.Off },
			"open":    func(h *storage.Head) { h.Phase, h.Setup.Rules = storage.Open, 0 },
			"over":    func(h *storage.Head) { h.Phase = storage.Over },
		} {
			h := sample(id)
			change(&h)
			if _, err := s.Create(ctx, h); err != nil {
				t.Fatal(err)
			}
		}
		now := noon.AddDate(0, 0, 30).Add(time.Minute)
		if by == "the check" {
			if _, err := s.Check(ctx, now); err != nil {
				t.Fatal(err)
			}
		} else {
			s.Close()
			if found, _, err := Compact(ctx, path, now, false); err != nil || len(found.Dropped) != 1 || found.Matches != 4 {
				t.Fatalf("Compact = %+v, %v", found, err)
			}
			s = opened(t, path)
		}
		if got, want := slices.Sorted(slices.Values(idsOf(t, s))), []string{"begun", "open", "over", "younger"}; !slices.Equal(got, want) {
			t.Errorf("after %s there are %q, want %q", by, got, want)
		}
		verify(t, s)
	}
}

// A check mends indexes: what they lack, what they have too much, and what is damaged in them.
func TestCheckMendsIndexes(t *testing.T) {
	t.Parallel()
	path, want := spoilable(t)
	s := opened(t, path)
	if err := s.db.Update(func(tx *bbolt.Tx) error {
		for n, name := range []string{liveBucket, endedBucket, channelBucket, endedChannelBucket, checkBucket, recordCheckBucket} {
			b := tx.Bucket([]byte(name))
			k, _ := b.Cursor().First()
			spare := slices.Clone(k)
			spare[len(spare)-1] ^= 1
			var err error
			switch n % 3 {
			case 0:
				err = b.Delete(k)
			case 1:
				err = put(tx, name, spare, nil)
			case 2:
				err = b.Put(slices.Clone(k), []byte("none"))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	log := logged(s)
	if found, err := s.Check(ctx, time.Time{}); err != nil || !found.Astray || found.Damaged != nil {
		t.Errorf("Check = %+v, %v, want indexes that are astray", found, err)
	}
	verify(t, s)
	for name, list := range questions(want) {
		if got, err := list(s); err != nil || !slices.Equal(got, want.lists[name]) {
			t.Errorf("%s = %q, %v, want %q", name, got, err, want.lists[name])
		}
	}
	if log.String() == "" {
		t.Error("the log does not say that the indexes were mended")
	}
}

// A copy of a store in which a match is damaged is refused, names the match, and leaves the older
// copy as it is. Without that match the store is whole again.
func TestCopyOfADamagedStoreIsRefused(t *testing.T) {
	t.Parallel()
	path, _ := spoilable(t)
	s := opened(t, path)
	if err := s.db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(matchBucket)).Put(logKey("m3", 0), []byte("0000{}"))
	}); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(copied, []byte("older"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Save(ctx, copied, func(w io.Writer) error { _, err := s.WriteTo(w); return err })
	if !errors.Is(err, ErrUnsound) || err.Error() != `the copy is not whole: a part of it is damaged: match "m3"` {
		t.Errorf("Save = %v, want it to name match m3", err)
	}
	if b := read(t, copied); string(b) != "older" {
		t.Errorf("the older copy has %d bytes", len(b))
	}
	alone(t, copied, "copy")
	s.Close()
	if _, _, err := Compact(ctx, path, noon, false); !errors.Is(err, ErrUnsound) {
		t.Errorf("Compact = %v, want %v", err, ErrUnsound)
	}
	before := read(t, path)
	found, kept, err := Compact(ctx, path, noon, true)
	if err != nil || found.Matches != 39 || string(read(t, kept)) != string(before) {
		t.Errorf("Compact without what is damaged = %+v, %q, %v", found, kept, err)
	}
	verify(t, opened(t, path))
}

// A file with a damaged page is refused, and what can be read of it goes on in a new one: the rest
// is named.
//
//test:unwatched
func TestMendKeepsWhatCanBeRead(t *testing.T) {
	t.Parallel()
	path, want := spoilable(t)
	whole := read(t, path)
	s := opened(t, path)
	used, size := heads(t, s), s.db.Info().PageSize
	s.Close()
	hopeless, named := 0, 0
	for _, id := range used {
		bad := spoil(t, whole, id*size+8, 0x40)
		if _, _, err := Compact(ctx, bad, noon, false); err == nil {
			t.Errorf("page %d: Compact of what is damaged = nil", id)
		}
		found, kept, err := Compact(ctx, bad, noon, true)
		if err != nil {
			hopeless++
			continue
		}
		if read(t, kept)[id*size+8] == whole[id*size+8] {
			t.Errorf("page %d: what is kept is not what was there", id)
		}
		s := opened(t, bad)
		ids := idsOf(t, s)
		if len(ids) < found.Matches || len(ids) < len(want.matches) && found.Damaged == nil {
			t.Errorf("page %d: %d matches are left, and %q is named", id, len(ids), found.Damaged)
		}
		for _, id := range ids {
			if m, err := s.Get(ctx, id); err != nil || m.Version != want.matches[id].Version || len(m.Log) != len(want.matches[id].Log) {
				t.Errorf("Get(%q) = %+v, %v, want %+v", id, m, err, want.matches[id])
			}
		}
		named += len(want.matches) - len(ids)
		verify(t, s)
		s.Close()
	}
	t.Logf("of %d files %d are hopeless; the others lost %d matches, of %d each", len(used), hopeless, named, len(want.matches))
	if hopeless > 2 {
		t.Errorf("of %d files with a damaged page %d are hopeless, want those without a root", len(used), hopeless)
	}
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
	finish(t, func() {
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
	if err := <-done; err != nil {
		t.Errorf("WriteTo = %v", err)
	}
	verify(t, s)
}
