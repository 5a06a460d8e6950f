package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
	"parlour/storage/storetest"
)

// A spoilable store is one in a file that can be damaged, with all that it says.
type spoilable struct {
	path  string
	whole []byte            // what of the file is used
	size  int               // of a page
	pages []int             // numbers of the pages that are in use and have a header
	free  []int             // and of those that are not in use
	says  map[string]string // by the question of [storetest.Answer]
}

// standings asks for all that counts.
const standings = "standings 100000000000000003 2026-03 100000000000000005 any"

// matches is the number of matches in a spoilable store.
const matches = 40

// newSpoilable makes a store with matches in all phases, of which 17 are settled, and with people.
func newSpoilable(t *testing.T) *spoilable {
	t.Helper()
	w := &spoilable{path: made(t, func(s *Store) error { fillOver(t, s, 10); return nil }), says: map[string]string{
		"due 9999999 1000": "", "scheduled": "", "records person 0 1000": "", standings: "",
	}}
	s := opened(t, w.path)
	defer s.Close()
	for n := range 30 {
		h := sample(fmt.Sprint("m", n))
		h.Phase = []storage.Phase{storage.Open, storage.Playing, storage.Over, storage.Off}[n%4]
		h.EndedAt, h.Outcome = noon, "wl"
		if h.Phase == storage.Over {
			h.NextCheck = time.Time{}
		}
		h, err := s.Create(ctx, h)
		for err == nil && h.Plies < n%9 {
			h, err = s.Append(ctx, h, ply("Cd3-d4"))
		}
		if err != nil {
			t.Fatal(err)
		}
		palette(t, s, fmt.Sprint("person", n), "contrast")
		w.says[fmt.Sprint("record person person", n)] = ""
	}
	ids := idsOf(t, s)
	for _, id := range ids {
		m, err := s.Get(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		w.says["match "+id], w.says["channel "+m.Home], w.says["newest 1000 past "+m.Home] = "", "", ""
		for _, p := range m.Players {
			w.says["live "+p.ID], w.says["ended "+p.ID] = "", ""
		}
	}
	for question := range w.says {
		said, err := storetest.Answer(ctx, s, question)
		if err != nil {
			t.Fatal(err)
		}
		w.says[question] = said
	}
	w.size = s.db.Info().PageSize
	w.pages, w.free = pagesOf(t, s)
	used, _ := usedBy(t, s)
	w.whole = read(t, w.path)[:used]
	if len(ids) != matches || len(w.pages) < 20 {
		t.Fatalf("the store has %d matches and %d pages", len(ids), len(w.pages))
	}
	return w
}

// pagesOf returns the numbers of the pages that are in use and have a header, and of those that are free.
func pagesOf(t *testing.T, s *Store) (used, free []int) {
	t.Helper()
	if err := s.db.Update(func(tx *bbolt.Tx) error { // only a transaction that writes knows which pages are free
		for id := 0; ; {
			info, err := tx.Page(id)
			switch {
			case err != nil:
				return err
			case info == nil:
				return errNothing
			case info.Type == "free":
				free = append(free, id)
			default:
				used = append(used, id)
			}
			id += 1 + info.OverflowCount
		}
	}); err != errNothing {
		t.Fatal(err)
	}
	return used, free
}

// wrong asks a store for everything, and returns the questions to which it says something else, and those that it
// answers with an error, by their first word.
func (w *spoilable) wrong(s *Store) (others, failed map[string][]string, err error) {
	others, failed = map[string][]string{}, map[string][]string{}
	for question, want := range w.says {
		kind, _, _ := strings.Cut(question, " ")
		switch got, bad := storetest.Answer(ctx, s, question); {
		case bad != nil:
			if failed[kind] = append(failed[kind], question); !errors.Is(bad, storage.ErrDamaged) {
				err = fmt.Errorf("%s: %w", question, bad)
			}
		case got != want:
			others[kind] = append(others[kind], question)
		}
	}
	return others, failed, err
}

// A verdict says what became of a damaged store.
type verdict struct {
	refused bool // at the start
	named   int  // matches and people that were answered with an error
	told    bool // the log says that something is damaged
}

// judge opens a damaged store, asks for everything, and has it checked. Nothing may be other without a word: a list may
// only if the log says that something is damaged.
func (w *spoilable) judge(t *testing.T, what string, data []byte) (v verdict) {
	t.Helper()
	s := opens(t, what, written(t, filepath.Join(t.TempDir(), "bad"), data))
	if s == nil {
		return verdict{refused: true}
	}
	defer s.Close()
	log := logged(s)
	others, failed, err := w.wrong(s)
	v.named, v.told = len(failed["match"])+len(failed["record"]), strings.Contains(log.String(), "is damaged")
	if silent := len(others["match"]) + len(others["record"]); silent > 0 || len(others) > 0 && !v.told || err != nil {
		t.Errorf("%s: other without a word: %q, %v", what, others, err)
	}
	found, err := s.Check(ctx, time.Time{})
	if told := err != nil || found.Damaged != nil || found.Astray; !told && (v.told || v.named > 0) {
		t.Errorf("%s: the check finds nothing", what)
	}
	return v
}

// opens opens what may be no store. It returns nil if that is refused: in one sentence that names the file, which
// is left as it was and not locked.
func opens(t *testing.T, what, path string) (s *Store) {
	t.Helper()
	for range 2 {
		err := unchanged(t, path, func() (err error) { s, err = Open(path); return err })
		if err == nil {
			return s
		}
		if text := err.Error(); !strings.Contains(text, path) || strings.Contains(text, "\n") || len(text) > len(path)+200 || errors.Is(err, storage.ErrInUse) {
			t.Errorf("%s: Open = %v, want one sentence that names the file", what, err)
		}
	}
	return nil
}

// wantRefused checks that a file is refused.
func wantRefused(t *testing.T, what, path string) {
	t.Helper()
	if s := opens(t, what, path); s != nil {
		s.Close()
		t.Errorf("%s: Open = nil", what)
	}
}

// with returns the file with some bytes changed, from a place on.
func (w *spoilable) with(at int, change func([]byte)) []byte {
	data := bytes.Clone(w.whole)
	change(data[at:])
	return data
}

// flipped returns the file with bits of one byte flipped.
func (w *spoilable) flipped(at int, bits byte) []byte {
	return w.with(at, func(b []byte) { b[0] ^= bits })
}

// Of 400 flipped bytes none gives other data without a word, and a damaged match leaves the
// others alone.
//
//test:unwatched
func TestFlippedBytesAreFound(t *testing.T) {
	t.Parallel()
	w := newSpoilable(t)
	r := rand.New(rand.NewPCG(12, 1))
	refused, named, told, nothing := 0, 0, 0, 0
	for range 400 {
		at, bits := r.IntN(len(w.whole)), byte(1)<<r.IntN(8)
		v := w.judge(t, fmt.Sprintf("byte %d of page %d with bits %02x", at%w.size, at/w.size, bits), w.flipped(at, bits))
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

// Each page that is in use is damaged: any byte of its header flipped in whichever way, or all of it gone. Each time a
// start is refused. What is not in use does not matter. A file that is cut short is refused at any length, and one
// whose end is lost says nothing else.
//
//test:unwatched
func TestDamagedPagesAreRefused(t *testing.T) {
	t.Parallel()
	w := newSpoilable(t)
	refused := func(what string, id int, data []byte) {
		t.Helper()
		if what = fmt.Sprintf("page %d with %s", id, what); !w.judge(t, what, data).refused {
			t.Errorf("%s: Open = nil", what)
		}
	}
	for _, id := range w.pages {
		for at := range pageHeader {
			bits := []byte{1, 2, 3, 0x10, 0x80, 0xff}[(id+at)%6]
			refused(fmt.Sprintf("bits %02x of byte %d flipped", bits, at), id, w.flipped(id*w.size+at, bits))
		}
	}
	for name, page := range inlinesOf(t, w.path) {
		begin := bytes.Index(w.whole, page)
		for slices.Contains(w.free, begin/w.size) { // it was there before
			begin += 1 + bytes.Index(w.whole[begin+1:], page)
		}
		for at := pageHeader; at < pageHeader+int(native.Uint16(page[10:]))*elementSize; at += 4 {
			if at%elementSize == 0 {
				at += 4 // the flags
			}
			from := begin + at + 3
			refused(fmt.Sprintf("byte %d of the inline page of %q flipped", at+3, name), from/w.size, w.flipped(from, 4))
		}
	}
	for id := 2; id < len(w.whole)/w.size; id++ { // either of the first two is enough
		for what, fill := range map[string]byte{"zeros": 0, "ones": 255} {
			data := w.with(id*w.size, func(b []byte) { copy(b, bytes.Repeat([]byte{fill}, w.size)) })
			if slices.Contains(w.pages, id) {
				refused(what, id, data)
			} else if v := w.judge(t, what, data); slices.Contains(w.free, id) && (v.refused || v.told || v.named > 0) {
				t.Errorf("page %d, which is free, with %s: %+v", id, what, v)
			}
		}
	}
	for n := w.size / 2; n < len(w.whole); n += w.size / 2 {
		refused("nothing after it", n/w.size, w.whole[:n])
		w.judge(t, "zeros at the end", w.with(n, func(b []byte) { clear(b) }))
	}
}

// inlinesOf returns the inline pages of a file that have elements, by the bucket.
func inlinesOf(t *testing.T, path string) map[string][]byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pages, err := readPages(f, false)
	if err != nil {
		t.Fatal(err)
	}
	tops, err := pages.Buckets()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for name, top := range tops {
		if top.root == 0 && native.Uint16(top.inline[10:]) > 0 {
			all[name] = top.inline
		}
	}
	if len(all) == 0 {
		t.Fatal("no bucket is small enough for an inline page")
	}
	return all
}

// What is no store is refused.
func TestBadFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for name, bucket := range map[string]string{"another program's file": "a", "a bucket like ours": metaBucket} {
		db, err := bbolt.Open(in(name), 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(db.Update(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte(bucket)); return err }), db.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range map[string][]byte{
		"a text": []byte("Dear diary"), "a long text": bytes.Repeat([]byte("Dear diary\n"), 5000), "zeros": make([]byte, 1<<16),
	} {
		written(t, in(name), data)
	}
	for _, name := range []string{"", "none/store", "a text/store", "a text", "a long text", "zeros", "another program's file", "a bucket like ours"} {
		wantRefused(t, name, in(name))
	}
	wantRefused(t, "a device", os.DevNull)
	if os.Geteuid() != 0 { // root may read everything
		if err := os.Chmod(written(t, in("locked"), nil), 0o400); err != nil {
			t.Fatal(err)
		}
		wantRefused(t, "a file that may not be written", in("locked"))
	}
}

// A page that is damaged while the store is open gives an error for what lies there, and the rest
// goes on: matches on other pages are read and written, and the check names what is lost.
//
//test:unwatched
func TestPageSpoiltWhileOpen(t *testing.T) {
	t.Parallel()
	w := newSpoilable(t)
	s := opened(t, w.path)
	logged(s)
	f, err := os.OpenFile(w.path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	i := slices.IndexFunc(w.pages, func(id int) bool {
		page := w.whole[id*w.size:][:w.size]
		return page[8] == leafFlag && bytes.Contains(page, []byte(`"id":"m20"`))
	})
	put := func(data []byte, at int) {
		if _, err := f.WriteAt(data[at:][:w.size], int64(at)); err != nil {
			t.Fatal(err)
		}
	}
	at := w.pages[i] * w.size
	for n := range pageHeader + 2*elementSize {
		for _, bits := range []byte{1, 0xff} {
			put(w.flipped(at+n, bits), at)
			others, failed, _ := w.wrong(s)
			lost := len(failed["match"])
			if others["match"] != nil || lost > matches/2 {
				t.Errorf("byte %d with bits %02x: %q are other without a word, and %d lost", n, bits, others["match"], lost)
			}
			if err := s.view(ctx, func(tx *bbolt.Tx) error {
				src, err := s.source(tx)
				if err != nil {
					return err
				}
				if found, err := runSweep(ctx, src, sweepOptions{}); err != nil || lost > 0 && found.Damaged == nil {
					t.Errorf("byte %d with bits %02x: %d matches are lost, and the check finds %+v, %v", n, bits, lost, found, err)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	put(w.whole, at)
	verify(t, s)
}

// Whatever stands in the pages of a file, reading all of it ends, without a panic.
//
//test:unwatched
func TestRubbishIsReadWithoutAPanic(t *testing.T) {
	t.Parallel()
	w := newSpoilable(t)
	r := rand.New(rand.NewPCG(4, 4))
	found := 0
	for range 500 {
		data := bytes.Clone(w.whole)
		for range 1 + r.IntN(40) {
			at := 2*w.size + r.IntN(len(data)-2*w.size)
			if r.IntN(2) == 0 {
				at -= at % w.size // and so into a header
				at += r.IntN(200)
			}
			data[at] = byte(r.Uint32())
		}
		end := uint64(len(data) / w.size)
		for root := range end {
			p := &pageFile{file: bytes.NewReader(data), Size: w.size, End: end, root: root}
			p.Audit()
			tops, _ := p.Buckets()
			for _, top := range tops {
				p.Each(top, func(_, _ []byte, _ bool) { found++ }, func(error) { found++ })
			}
		}
	}
	if found == 0 {
		t.Error("nothing was read in any of the files")
	}
}

// A copy of a store in which a match is damaged is refused, names the match, and leaves the older
// copy as it is. Without that match the store is whole again.
func TestCopyOfADamagedStoreIsRefused(t *testing.T) {
	t.Parallel()
	path := newSpoilable(t).path
	copied := written(t, filepath.Join(t.TempDir(), "copy"), []byte("older"))
	inStore(t, path, func(s *Store) error {
		err := s.db.Update(func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte(matchBucket)).Put(logKey("m3", 0), []byte("0000{}"))
		})
		if _, err := Save(ctx, copied, func(w io.Writer) error { _, err := s.WriteTo(w); return err }); !errors.Is(err, ErrUnsound) ||
			err.Error() != `the copy is not whole: a part of it is damaged: match "m3"` {
			t.Errorf("Save = %v, want it to name match m3", err)
		}
		return err
	})
	if b := read(t, copied); string(b) != "older" {
		t.Errorf("the older copy has %d bytes", len(b))
	}
	alone(t, copied, "copy")
	if _, _, err := Compact(ctx, path, noon, false); !errors.Is(err, ErrUnsound) {
		t.Errorf("Compact = %v, want %v", err, ErrUnsound)
	}
	before := read(t, path)
	found, kept, err := Compact(ctx, path, noon, true)
	if err != nil || found.Matches != 39 || !bytes.Equal(read(t, kept), before) {
		t.Errorf("Compact without what is damaged = %+v, %q, %v", found, kept, err)
	}
	verify(t, opened(t, path))
}

// What can be read of a file with a damaged page goes on in a new one: the rest is named.
//
//test:unwatched
func TestMendKeepsWhatCanBeRead(t *testing.T) {
	t.Parallel()
	w := newSpoilable(t)
	hopeless, lost := 0, 0
	for _, id := range w.pages {
		bad := w.flipped(id*w.size+8, 0x40)
		path := written(t, filepath.Join(t.TempDir(), "bad"), bad)
		if _, _, err := Compact(ctx, path, noon, false); err == nil {
			t.Errorf("page %d: Compact of what is damaged = nil", id)
		}
		found, kept, err := Compact(ctx, path, noon, true)
		if err != nil {
			hopeless++
			continue
		}
		if !bytes.Equal(read(t, kept), bad) {
			t.Errorf("page %d: what is kept is not what was there", id)
		}
		s := opened(t, path)
		ids := idsOf(t, s)
		if len(ids) < found.Matches || len(ids) < matches && found.Damaged == nil {
			t.Errorf("page %d: %d matches are left, and %q is named", id, len(ids), found.Damaged)
		}
		for _, id := range ids {
			question := "match " + id
			if got, err := storetest.Answer(ctx, s, question); err != nil || got != w.says[question] {
				t.Errorf("%s is %s, %v, want %s", question, got, err, w.says[question])
			}
		}
		lost += matches - len(ids)
		verify(t, s)
		s.Close()
	}
	t.Logf("of %d files %d are hopeless; the others lost %d matches, of %d each", len(w.pages), hopeless, lost, matches)
	if hopeless > 2 {
		t.Errorf("of %d files with a damaged page %d are hopeless, want those without a root", len(w.pages), hopeless)
	}
}

// A check mends indexes: what they lack, what they have too much, and what is damaged in them.
func TestCheckMendsIndexes(t *testing.T) {
	t.Parallel()
	w := newSpoilable(t)
	s := opened(t, w.path)
	if err := s.db.Update(func(tx *bbolt.Tx) (err error) {
		for n, name := range indexBuckets {
			b := tx.Bucket([]byte(name))
			k, _ := b.Cursor().First()
			k = slices.Clone(k)
			switch n % 3 {
			case 0:
				err = errors.Join(err, b.Delete(k))
			case 1:
				k[len(k)-1] ^= 1
				err = errors.Join(err, put(tx, name, k, nil))
			case 2:
				err = errors.Join(err, b.Put(k, []byte("none")))
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	log := logged(s)
	if found, err := s.Check(ctx, time.Time{}); err != nil || !found.Astray || found.Damaged != nil {
		t.Errorf("Check = %+v, %v, want indexes that are astray", found, err)
	}
	verify(t, s)
	if others, failed, _ := w.wrong(s); len(others)+len(failed) > 0 {
		t.Errorf("other are %q, and %q fail", others, failed)
	}
	if log.String() == "" {
		t.Error("the log does not say that the indexes were mended")
	}
}

// A check mends counters: one that is gone, one too many, one that counts wrong, and one that is damaged.
//
//test:unwatched
func TestCheckMendsCounters(t *testing.T) {
	t.Parallel()
	spoils := map[string]func(b *bbolt.Bucket, key, value []byte) error{
		"gone": func(b *bbolt.Bucket, key, _ []byte) error { return b.Delete(key) },
		"too many": func(b *bbolt.Bucket, key, _ []byte) error {
			return b.Put(append(key, 'x'), withSum(counterBucket, append(key, 'x'), encodeTally(storage.Tally{Lost: 2})))
		},
		"wrong": func(b *bbolt.Bucket, key, _ []byte) error {
			return b.Put(key, withSum(counterBucket, key, encodeTally(storage.Tally{Won: 5})))
		},
		"damaged":  func(b *bbolt.Bucket, key, value []byte) error { value[len(value)-1] ^= 1; return b.Put(key, value) },
		"misnamed": func(b *bbolt.Bucket, key, value []byte) error { return b.Put(append(key, 'x'), value) },
	}
	for name, spoil := range spoils {
		for _, writes := range []bool{false, true} {
			w := newSpoilable(t)
			s := opened(t, w.path)
			if err := s.db.Update(func(tx *bbolt.Tx) error {
				b := tx.Bucket([]byte(counterBucket))
				k, v := b.Cursor().First()
				return spoil(b, slices.Clone(k), slices.Clone(v))
			}); err != nil {
				t.Fatal(err)
			}
			if writes { // over what is damaged
				h := sample("another")
				h.Phase, h.EndedAt, h.Outcome = storage.Over, noon, "wl"
				if _, err := s.Create(ctx, h); err != nil {
					t.Errorf("beside a counter that is %s, a match does not end: %v", name, err)
				}
			}
			if found, err := s.Check(ctx, time.Time{}); err != nil || !found.Astray || found.Damaged != nil {
				t.Errorf("%s: Check = %+v, %v, want counters that are astray", name, found, err)
			}
			verify(t, s)
		}
	}
}
