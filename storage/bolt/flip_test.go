package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// header is the length of the header of a page.
const header = 16

// A picture is all that a store says.
type picture struct {
	matches map[string]storage.Match
	people  map[string]storage.Person
	lists   map[string][]string // ids by the question that lists them
}

// spoilable makes the file of a store with matches in all phases and people, and returns what it
// says. Some matches are packed.
func spoilable(t *testing.T) (path string, want picture) {
	t.Helper()
	first := filepath.Join(t.TempDir(), "store")
	s := opened(t, first)
	fillOver(t, s, 10)
	s.Close()
	path = filepath.Join(t.TempDir(), "store")
	if _, err := shrink(ctx, first, path); err != nil {
		t.Fatal(err)
	}
	s = opened(t, path)
	for n := range 30 {
		h := sample(fmt.Sprint("m", n))
		h.Phase = []storage.Phase{storage.Open, storage.Playing, storage.Over, storage.Off}[n%4]
		h, err := s.Create(ctx, h)
		for err == nil && h.Plies < n%9 {
			h, err = s.Append(ctx, h, ply("Cd3-d4"))
		}
		if err != nil {
			t.Fatal(err)
		}
		palette(t, s, fmt.Sprint("person", n), "contrast")
	}
	want = seen(t, s)
	if len(want.matches) != 40 || len(want.people) != 30 {
		t.Fatalf("the store has %d matches and %d people", len(want.matches), len(want.people))
	}
	s.Close()
	return path, want
}

// seen asks a store for all that it says.
func seen(t *testing.T, s *Store) picture {
	t.Helper()
	p := picture{map[string]storage.Match{}, map[string]storage.Person{}, map[string][]string{}}
	for n := range 30 {
		id := fmt.Sprint("person", n)
		person, err := storage.People.Get(ctx, s, id)
		if err != nil {
			t.Fatal(err)
		}
		p.people[id] = person
	}
	for _, id := range idsOf(t, s) {
		m, err := s.Get(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		p.matches[id] = m
	}
	for name, list := range questions(p) {
		ids, err := list(s)
		if err != nil {
			t.Fatal(err)
		}
		p.lists[name] = ids
	}
	return p
}

// idsOf returns the ids of all matches.
func idsOf(t *testing.T, s *Store) (ids []string) {
	t.Helper()
	if err := s.db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(matchBucket)).ForEach(func(k, _ []byte) error {
			if id, rest, ok := cutText(k); ok && len(rest) == 0 {
				ids = append(ids, id)
			}
			return nil
		})
	}); err != nil {
		t.Fatal(err)
	}
	return ids
}

// questions returns the questions to which a store answers with a list.
func questions(p picture) map[string]func(*Store) ([]string, error) {
	all := map[string]func(*Store) ([]string, error){}
	heads := func(name string, ask func(s *Store) ([]storage.Head, error)) {
		all[name] = func(s *Store) (ids []string, err error) {
			found, err := ask(s)
			for _, h := range found {
				ids = append(ids, fmt.Sprint(h.ID, h.Version))
			}
			return ids, err
		}
	}
	for _, m := range p.matches {
		for _, player := range m.Players {
			for _, live := range []bool{true, false} {
				heads(fmt.Sprint("player ", player.ID, live), func(s *Store) ([]storage.Head, error) { return s.OfPlayer(ctx, player.ID, live, storage.All) })
			}
		}
		heads("channel "+m.Home, func(s *Store) ([]storage.Head, error) { return s.OfChannel(ctx, m.Home, storage.All) })
		heads("ended "+m.Home, func(s *Store) ([]storage.Head, error) { return s.EndedIn(ctx, m.Home, 1000) })
	}
	heads("due", func(s *Store) ([]storage.Head, error) { return s.Due(ctx, noon.AddDate(10, 0, 0), 1000) })
	all["scheduled"] = func(s *Store) ([]string, error) { return s.Scheduled(ctx) }
	all["people"] = func(s *Store) (ids []string, err error) {
		found, err := storage.People.Due(ctx, s, noon, 1000)
		for _, p := range found {
			ids = append(ids, p.ID)
		}
		return ids, err
	}
	return all
}

// A verdict says what became of a store in which a byte was flipped.
type verdict struct {
	refused bool     // at the start
	named   int      // things that were answered with an error
	told    bool     // the log or the check says that something is damaged
	silent  []string // other data without a word
}

// judge opens a spoilt store, asks for everything, and has it checked.
func judge(t *testing.T, path string, want picture) (v verdict) {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		v.refused = true
		if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, path) {
			t.Errorf("Open = %q, want one sentence that names the file", text)
		}
		return v
	}
	defer s.Close()
	log := logged(s)
	var differs []string
	for id, m := range want.matches {
		switch got, err := s.Get(ctx, id); {
		case errors.Is(err, storage.ErrDamaged):
			v.named++
		case err != nil || !reflect.DeepEqual(got, m):
			v.silent = append(v.silent, fmt.Sprintf("match %q, %v", id, err))
		}
	}
	for id, p := range want.people {
		switch got, err := storage.People.Get(ctx, s, id); {
		case errors.Is(err, storage.ErrDamaged):
			v.named++
		case err != nil || !reflect.DeepEqual(got, p):
			v.silent = append(v.silent, fmt.Sprintf("person %q, %v", id, err))
		}
	}
	for name, list := range questions(want) {
		if got, err := list(s); err == nil && !reflect.DeepEqual(got, want.lists[name]) {
			differs = append(differs, name)
		}
	}
	v.told = strings.Contains(log.String(), "is damaged")
	if len(differs) > 0 && !v.told {
		v.silent = append(v.silent, differs...)
	}
	found, err := s.Check(ctx, time.Time{})
	if told := err != nil || found.Damaged != nil || found.Astray; !told && (v.told || v.named > 0) {
		v.silent = append(v.silent, "the check finds nothing")
	}
	return v
}

// spoil writes a copy of a file in which one byte is another one.
func spoil(t *testing.T, whole []byte, at int, flip byte) string {
	t.Helper()
	data := bytes.Clone(whole)
	data[at] ^= flip
	path := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Of 400 flipped bytes none gives other data without a word, and a damaged match leaves the
// others alone.
//
//test:unwatched
func TestFlippedBytesAreFound(t *testing.T) {
	t.Parallel()
	path, want := spoilable(t)
	whole := read(t, path)
	s := opened(t, path)
	whole = whole[:usedBy(s)]
	s.Close()
	r := rand.New(rand.NewPCG(12, 1))
	refused, named, told, nothing := 0, 0, 0, 0
	for range 400 {
		at, flip := r.IntN(len(whole)), byte(1)<<r.IntN(8)
		v := judge(t, spoil(t, whole, at, flip), want)
		if v.silent != nil {
			t.Errorf("byte %d (%d of page %d) with bits %02x: without a word: %q", at, at%4096, at/4096, flip, v.silent)
		}
		switch {
		case v.refused:
			refused++
		case v.named > 0:
			named++
		case v.told:
			told++
		default:
			nothing++
		}
		if v.named > 20 {
			t.Errorf("byte %d: %d matches and people are damaged, want the rest to go on", at, v.named)
		}
	}
	t.Logf("of 400: %d refused at the start, %d with a match or a person that is named, %d in an index and told, %d in nothing that is used", refused, named, told, nothing)
	if named < 60 {
		t.Errorf("only %d of 400 hit a match or a person", named)
	}
}

// Whichever byte of a page's header is flipped, in whichever way, a start ends with a sentence
// unless the page is free.
//
//test:unwatched
func TestFlippedHeadersAreRefused(t *testing.T) {
	t.Parallel()
	path, want := spoilable(t)
	s := opened(t, path)
	whole := read(t, path)[:usedBy(s)]
	size := s.db.Info().PageSize
	used := heads(t, s)
	s.Close()
	for _, id := range used {
		for at := range header {
			flip := []byte{1, 2, 3, 0x10, 0x80, 0xff}[(id+at)%6]
			bad := spoil(t, whole, id*size+at, flip)
			if v := judge(t, bad, want); !v.refused {
				t.Errorf("page %d, byte %d with bits %02x: Open = nil", id, at, flip)
			}
			os.Remove(bad)
		}
	}
	if len(used) < 20 {
		t.Errorf("%d pages were tried", len(used))
	}
}

// heads returns the numbers of the pages that are in use and have a header.
func heads(t *testing.T, s *Store) (ids []int) {
	t.Helper()
	err := s.db.Update(func(tx *bbolt.Tx) error { // only a transaction that writes knows which pages are free
		for id := 0; ; {
			info, err := tx.Page(id)
			if err != nil || info == nil {
				return cmpErr(err)
			}
			if info.Type != "free" {
				ids = append(ids, id)
			}
			id += 1 + info.OverflowCount
		}
	})
	if !errors.Is(err, errNothing) {
		t.Fatal(err)
	}
	return ids
}

// cmpErr returns an error that rolls back.
func cmpErr(err error) error {
	if err != nil {
		return err
	}
	return errNothing
}

// A page that is spoilt while the store is open gives an error for what lies there, and the rest
// goes on: matches on other pages are read and written, and the check names what is lost.
func TestPageSpoiltWhileOpen(t *testing.T) {
	t.Parallel()
	path, want := spoilable(t)
	s := opened(t, path)
	logged(s)
	size := s.db.Info().PageSize
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	leaf := 0
	for _, id := range heads(t, s) {
		if bytes.Contains(read(t, path)[id*size:][:size], []byte(`"id":"m20"`)) && read(t, path)[id*size+8] == 2 {
			leaf = id
		}
	}
	was := read(t, path)[leaf*size:][:size]
	for at := range header + 2*16 { // and of the first two elements
		for _, flip := range []byte{1, 0xff} {
			bad := bytes.Clone(was)
			bad[at] ^= flip
			if _, err := f.WriteAt(bad, int64(leaf)*int64(size)); err != nil {
				t.Fatal(err)
			}
			lost, read := 0, 0
			for id, m := range want.matches {
				switch got, err := s.Get(ctx, id); {
				case err == nil && reflect.DeepEqual(got, m):
					read++
				case err == nil || errors.Is(err, storage.ErrNotFound):
					t.Errorf("byte %d with bits %02x: match %q = %v without a word", at, flip, id, err)
				default:
					lost++
				}
			}
			if read < len(want.matches)/2 {
				t.Errorf("byte %d with bits %02x: %d matches are read and %d lost", at, flip, read, lost)
			}
			var src *source
			if err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
				src, err = s.source(tx)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if found, err := runSweep(ctx, src, sweepOptions{}); err != nil || lost > 0 && found.Damaged == nil {
				t.Errorf("byte %d with bits %02x: %d matches are lost, and the check finds %+v, %v", at, flip, lost, found, err)
			}
		}
	}
	if _, err := f.WriteAt(was, int64(leaf)*int64(size)); err != nil {
		t.Fatal(err)
	}
	verify(t, s)
}
