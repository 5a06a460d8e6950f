package bolt

import (
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/commands/world"
	"parlour/storage"
	"parlour/storage/storetest"
)

var (
	opening  = flag.Int("opening", 0, "the matches of the store that TestOpeningReadsLittle opens, and then within 2 s")
	finished = flag.Int("finished", 100, "the matches that TestFinishedMatchIsSmall plays")
	standing = flag.Int("standing", 2000, "the matches whose tables TestStandingsAreReadFast reads; from 100,000 on within 50 ms")
	bringing = flag.Int("bringing", 0, "the matches of the store that TestBringingUpIsBounded brings up, and then within 20 s")
)

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
	path := made(t, func(s *Store) error { fillOver(t, s, n); return nil })
	s := opened(t, path)
	h := created(t, s, "new")
	unclean := t.TempDir()
	if err := os.CopyFS(unclean, os.DirFS(filepath.Dir(path))); err != nil { // as a process that is killed leaves it
		t.Fatal(err)
	}
	s.Close()
	for what, path := range map[string]string{"a clean end": path, "an unclean end": filepath.Join(unclean, filepath.Base(path))} {
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
		p, err := readPages(c, false)
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

// A match of 28 plies that is over takes at most 2,300 bytes of the pages in use, with all its index keys and while others
// are played: one after the other, where the ids rise, or many at once. A compaction takes the air out, and all is as
// it was.
//
//test:unwatched
func TestFinishedMatchIsSmall(t *testing.T) {
	t.Parallel()
	type game struct {
		storage.Head
		log []storage.Entry
	}
	for what, atOnce := range map[string]int{"one after the other": 1, "many at once": 16} {
		n := *finished
		s := fresh(t)
		s.db.NoSync = true
		r := rand.New(rand.NewPCG(1, 2))
		want := map[string]storage.Match{}
		var under []game
		for begun := 0; len(want) < n; {
			for ; len(under) < atOnce; begun++ {
				h, log := storetest.Begun(r, begun)
				h, err := s.Create(ctx, h)
				if err != nil {
					t.Fatal(err)
				}
				under = append(under, game{h, log})
			}
			i := r.IntN(len(under))
			h, made := under[i].Head, under[i].log[under[i].Plies:]
			if len(made) == 0 {
				h.Phase, h.NextCheck = storage.Over, time.Time{}
			}
			h, err := s.Append(ctx, h, made[:min(len(made), 1)]...)
			if under[i].Head = h; err != nil {
				t.Fatal(err)
			}
			if h.Settled() {
				want[h.ID] = storage.Match{Head: h, Log: under[i].log}
				under = slices.Delete(under, i, i+1)
			}
		}
		each := 0
		viewed(t, s, func(tx *bbolt.Tx) error {
			for _, bucket := range []string{settledBucket, endedBucket, endedChannelBucket, counterBucket} {
				pages := tx.Bucket([]byte(bucket)).Stats()
				each += (pages.LeafAlloc + pages.BranchAlloc) / n
				t.Logf("%s, %s: %d bytes a match", what, bucket, (pages.LeafAlloc+pages.BranchAlloc)/n)
			}
			return nil
		})
		t.Logf("%s: a match of 28 plies takes %d bytes", what, each)
		most := 2800 // in a small store more counters count a single match
		if n >= 1000 {
			most = 2450
		}
		if each > most {
			t.Errorf("%s: a match takes %d bytes, want at most %d", what, each, most)
		}
		wantAll(t, s, want)
		verify(t, s)
		s.Close()
		before, err := os.Stat(s.path)
		if err != nil {
			t.Fatal(err)
		}
		if found, _, err := Compact(ctx, s.path, noon, false); err != nil || found.Matches != n+len(under) || found.Size > before.Size() {
			t.Errorf("Compact = %+v, %v", found, err)
		}
		s = opened(t, s.path)
		wantAll(t, s, want)
		verify(t, s)
	}
}

// wantAll checks that a store has some matches, and that they are settled.
func wantAll(t *testing.T, s *Store, want map[string]storage.Match) {
	t.Helper()
	viewed(t, s, func(tx *bbolt.Tx) error {
		for id, m := range want {
			got, err := readMatch(tx, id)
			if !reflect.DeepEqual(got, m) || err != nil {
				t.Errorf("the match %q = %+v, %v, want %+v", id, got, err, m)
			}
			if is, err := find(tx, id); err != nil || !is.settled {
				t.Errorf("the match %q is not packed: %v", id, err)
			}
		}
		return nil
	})
}

// Bringing up an older store takes transactions of bounded size, whatever it holds.
//
//test:unwatched
func TestBringingUpIsBounded(t *testing.T) {
	t.Parallel()
	n := max(*bringing, 2000)
	path := today(t, func(s *Store) error { fillOver(t, s, n); return nil })
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
	if size, commit := usedBy(t, s); commit < int(size/batch/2) {
		t.Errorf("it took %d transactions to write %d bytes, want one for each %d", commit, size, batch)
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

// The tables of a server are read within 50 ms, with -standing matches in the store.
//
//test:unwatched
func TestStandingsAreReadFast(t *testing.T) {
	t.Parallel()
	s := fresh(t)
	s.db.NoSync = true
	all := storetest.Counted(*standing)
	for part := range slices.Chunk(slices.Collect(maps.Keys(all)), 10000) {
		if err := s.db.Update(func(tx *bbolt.Tx) error {
			for _, at := range part {
				if err := addToOne(tx, counterKey(at), all[at]); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	storetest.TimeStandings(t, s, *standing, len(all))
	if *standing >= 100_000 {
		world.TimeTop(t, s)
	}
}
