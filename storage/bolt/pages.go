package bolt

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"slices"
)

// What bbolt writes at the beginning of a page, and of its elements.
const (
	pageHeader  = 16 // number of the page, flags, count, overflow
	elementSize = 16
	metaSize    = 64 // with its checksum in the last 8 bytes
	bucketSize  = 16 // root page and sequence, before an inline page

	branchFlag   = 1
	leafFlag     = 2
	metaFlag     = 4
	freelistFlag = 16
	bucketFlag   = 1 // of an element of a leaf
)

var native = binary.NativeEndian

// A pageFile reads the pages of a bbolt file by itself. Every number is checked before it is
// used, so whatever a file holds, it gives an error, never a fault: bbolt reads the file as
// memory, and a wrong number there ends the process.
type pageFile struct {
	file io.ReaderAt
	Size int    // of a page, in bytes
	End  uint64 // pages from this one on are not used
	root uint64 // root page of the bucket of buckets
	free uint64 // first page of the list of free pages
}

// A tree is what lies under a root: pages or, if the root is 0, an inline page.
type tree struct {
	root   uint64
	inline []byte
}

// errEmpty is the error for a file without a byte.
var errEmpty = errors.New("it is empty")

// A page is a branch or a leaf.
type page struct {
	id       uint64
	leaf     bool
	count    int
	overflow uint64 // number of pages after it that belong to it
	data     []byte // with its header
}

// A pageReader is an open file.
type pageReader interface {
	io.ReaderAt
	Stat() (os.FileInfo, error)
}

// readPages reads both first pages of a file, and goes by the newer one. It refuses the file if one is damaged, as
// the other one may be older than the newest commit, or if the file is cut short. Of a broken file one of them must
// be whole.
func readPages(f pageReader, broken bool) (*pageFile, error) {
	i, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if i.Size() == 0 {
		return nil, errEmpty
	}
	size := int64(os.Getpagesize())
	newest, last, first := readMeta(f, 0, 0)
	if first == nil {
		size = int64(newest.Size)
	}
	other, tx, second := readMeta(f, 1, size)
	if second == nil && (newest == nil || tx > last) {
		newest = other
	}
	if wrong := cmp.Or(first, second); wrong != nil && (newest == nil || !broken) {
		return nil, wrong
	}
	if newest.End > math.MaxInt64/uint64(newest.Size) || i.Size() < newest.Bytes() && !broken {
		return nil, fmt.Errorf("it is cut short: %d bytes of %d are there", i.Size(), newest.Bytes())
	}
	return newest, nil
}

// Bytes returns how much of the file is used.
func (p *pageFile) Bytes() int64 { return int64(p.End) * int64(p.Size) }

// readMeta reads one of the first two pages, and returns the number of its transaction.
func readMeta(f io.ReaderAt, id uint64, at int64) (*pageFile, uint64, error) {
	b := make([]byte, pageHeader+metaSize)
	if _, err := f.ReadAt(b, at); err != nil {
		return nil, 0, errors.New("it is damaged, or not a store")
	}
	h, m := b[:pageHeader], b[pageHeader:]
	sum := fnv.New64a()
	sum.Write(m[:metaSize-8])
	size := native.Uint32(m[8:])
	switch {
	case native.Uint32(m) != 0xED0CDAED || native.Uint32(m[4:]) != 2 || sum.Sum64() != native.Uint64(m[metaSize-8:]),
		size < 1024 || size > 1<<24,
		native.Uint64(h) != id || native.Uint16(h[8:]) != metaFlag || native.Uint16(h[10:]) != 0 ||
			native.Uint32(h[12:]) != 0:
		return nil, 0, fmt.Errorf("it is damaged, or not a store (page %d)", id)
	}
	p := &pageFile{file: f, Size: int(size), root: native.Uint64(m[16:]), free: native.Uint64(m[32:]),
		End: native.Uint64(m[40:])}
	return p, native.Uint64(m[48:]), nil
}

// within returns an error unless pages from an id on are in use and no first pages.
func (p *pageFile) within(id, overflow uint64) error {
	if id < 2 || id >= p.End || overflow >= p.End-id {
		return fmt.Errorf("page %d of %d", id, p.End)
	}
	return nil
}

// peek reads the header of a page with its first element, and leaves out the rest.
func (p *pageFile) peek(id uint64) (page, error) {
	if err := p.within(id, 0); err != nil {
		return page{}, err
	}
	b := make([]byte, pageHeader+elementSize)
	if _, err := p.file.ReadAt(b, int64(id)*int64(p.Size)); err != nil {
		return page{}, err
	}
	pg, err := headerOf(b, id)
	if err == nil {
		err = p.within(id, pg.overflow)
	}
	return pg, err
}

// headerOf reads the header of a page and compares the count with the first element, whose key
// comes right after the last element: nothing else says how many there are.
func headerOf(b []byte, id uint64) (page, error) {
	damaged := fmt.Errorf("page %d", id)
	if len(b) < pageHeader {
		return page{}, damaged
	}
	pg := page{id: id, count: int(native.Uint16(b[10:])), overflow: uint64(native.Uint32(b[12:])), data: b}
	key := pageHeader // where the place of the first key is, which a leaf has after its flags
	switch native.Uint16(b[8:]) {
	case leafFlag:
		pg.leaf = true
		key += 4
	case branchFlag:
	default:
		return page{}, damaged
	}
	var place uint32
	if len(b) >= pageHeader+elementSize {
		place = native.Uint32(b[key:])
	}
	if native.Uint64(b) != id || place != uint32(pg.count*elementSize) {
		return page{}, damaged
	}
	return pg, nil
}

// read reads a page. An empty one is damaged: bbolt leaves none but an inline page.
func (p *pageFile) read(id uint64) (page, error) {
	pg, err := p.peek(id)
	if err == nil && pg.count == 0 {
		err = fmt.Errorf("page %d is empty", id)
	}
	if err != nil {
		return page{}, err
	}
	pg.data = make([]byte, (pg.overflow+1)*uint64(p.Size))
	if _, err := p.file.ReadAt(pg.data, int64(id)*int64(p.Size)); err != nil {
		return page{}, err
	}
	return headerOf(pg.data, id)
}

// inlined reads the page that a small bucket has in place of pages of its own.
func inlined(b []byte) (page, error) {
	pg, err := headerOf(b, 0)
	if err == nil && (!pg.leaf || pg.overflow != 0) {
		err = errors.New("an inline page")
	}
	return pg, err
}

// part returns some bytes of a page, counted from one of its elements on.
func (p page) part(element, pos, size int) ([]byte, error) {
	if from := element + pos; pos >= 0 && size >= 0 && pos <= len(p.data) && size <= len(p.data) &&
		from >= pageHeader+p.count*elementSize && from+size <= len(p.data) {
		return p.data[from : from+size : from+size], nil
	}
	return nil, fmt.Errorf("page %d, element %d", p.id, (element-pageHeader)/elementSize)
}

// element returns the bytes of an element; the count was checked to fit.
func (p page) element(i int) (at int, b []byte, err error) {
	at = pageHeader + i*elementSize
	if at+elementSize > len(p.data) {
		return 0, nil, fmt.Errorf("page %d, element %d", p.id, i)
	}
	return at, p.data[at:], nil
}

// child returns an element of a branch: the first key of a page, and the page.
func (p page) child(i int) (key []byte, id uint64, err error) {
	at, b, err := p.element(i)
	if err != nil {
		return nil, 0, err
	}
	key, err = p.part(at, int(native.Uint32(b)), int(native.Uint32(b[4:])))
	return key, native.Uint64(b[8:]), err
}

// record returns an element of a leaf. bucket reports whether the value is that of a bucket.
func (p page) record(i int) (key, value []byte, bucket bool, err error) {
	at, b, err := p.element(i)
	if err != nil {
		return nil, nil, false, err
	}
	pos, k, v := int(native.Uint32(b[4:])), int(native.Uint32(b[8:])), int(native.Uint32(b[12:]))
	both, err := p.part(at, pos, k+v)
	if err == nil && native.Uint32(b) > bucketFlag {
		err = fmt.Errorf("page %d, element %d", p.id, i)
	}
	if err != nil {
		return nil, nil, false, err
	}
	return both[:k:k], both[k:], native.Uint32(b)&bucketFlag != 0, nil
}

// Buckets returns the trees of the top buckets, by name.
func (p *pageFile) Buckets() (map[string]tree, error) {
	found := map[string]tree{}
	if pg, err := p.peek(p.root); err == nil && pg.leaf && pg.count == 0 {
		return found, nil // bbolt's own beginning
	}
	var first error
	p.Each(tree{root: p.root}, func(key, value []byte, bucket bool) {
		if !bucket || len(value) < bucketSize {
			first = errors.Join(first, fmt.Errorf("the bucket %q", key))
			return
		}
		found[string(key)] = tree{native.Uint64(value), value[bucketSize:]}
	}, func(err error) { first = errors.Join(first, err) })
	return found, first
}

// Each calls fn with all records of a tree, in the order of their keys, and bad with what is
// damaged: a page, an element, or keys out of order. The rest is read all the same.
func (p *pageFile) Each(t tree, fn func(key, value []byte, bucket bool), bad func(error)) {
	w := walker{account: account{pageFile: p, used: make([]uint64, p.End/64+1)}, fn: fn, bad: bad}
	if t.root != 0 {
		w.visit(t.root, nil, nil)
		return
	}
	pg, err := inlined(t.inline)
	if err != nil {
		bad(err)
		return
	}
	w.leaf(pg, nil, nil)
}

// A walker goes through a tree, key by key, and comes to each page once.
type walker struct {
	account
	fn   func(key, value []byte, bucket bool)
	bad  func(error)
	last []byte // the key before
}

// visit reads a page whose keys are from least on and before most; nil means no bound.
func (w *walker) visit(id uint64, least, most []byte) {
	pg, err := w.read(id)
	if err == nil {
		err = w.use(id, pg.overflow)
	}
	if err != nil {
		w.bad(err)
		return
	}
	if pg.leaf {
		w.leaf(pg, least, most)
		return
	}
	for i := range pg.count {
		key, child, err := pg.child(i)
		if err != nil {
			w.bad(err)
			continue
		}
		end := most
		if i+1 < pg.count {
			if next, _, err := pg.child(i + 1); err == nil {
				end = next
			}
		}
		w.visit(child, key, end)
	}
}

// leaf passes on the records of a leaf.
func (w *walker) leaf(pg page, least, most []byte) {
	for i := range pg.count {
		key, value, bucket, err := pg.record(i)
		switch {
		case err != nil:
			w.bad(err)
			continue
		case w.last != nil && bytes.Compare(w.last, key) >= 0, bytes.Compare(key, least) < 0, most != nil &&
			bytes.Compare(key, most) >= 0:
			w.bad(fmt.Errorf("page %d, element %d: its key is out of order", pg.id, i))
		}
		w.last = key
		w.fn(key, value, bucket)
	}
}

// An account notes for what each page is used, so that none is used twice and none is lost.
type account struct {
	*pageFile
	used   []uint64 // a bit for each page
	leaves []uint64
}

// Audit looks at both first pages, the free pages, each branch, the header of each leaf and the elements of inline
// pages: all that bbolt goes by before it comes to a record, and what it copies to Go's memory, where no fault can be
// caught. Its time is that of a read of each page's first bytes.
func (p *pageFile) Audit() error {
	a := &account{pageFile: p, used: make([]uint64, p.End/64+1)}
	a.use(0, 1)
	if _, err := a.freelist(); err != nil {
		return err
	}
	if err := a.branch(p.root); err != nil {
		return err
	}
	tops, err := p.Buckets()
	if err != nil {
		return err
	}
	for name, t := range tops {
		if t.root == 0 {
			var pg page
			pg, err = inlined(t.inline)
			for i := 0; i < pg.count && err == nil; i++ {
				_, _, _, err = pg.record(i)
			}
		} else {
			err = a.branch(t.root)
		}
		if err != nil {
			return fmt.Errorf("%w, of %q", err, name)
		}
	}
	slices.Sort(a.leaves) // the disk is read from front to back
	for _, id := range a.leaves {
		pg, err := p.peek(id)
		switch {
		case err != nil:
			return err
		case !pg.leaf || pg.count == 0 && id != p.root:
			return fmt.Errorf("page %d", id)
		}
		if err := a.use(id, pg.overflow); err != nil {
			return err
		}
	}
	for id := range p.End {
		if a.used[id/64]&(1<<(id%64)) == 0 {
			return fmt.Errorf("page %d is lost", id)
		}
	}
	return nil
}

// use notes that pages are used.
func (a *account) use(id, overflow uint64) error {
	for ; ; id, overflow = id+1, overflow-1 {
		if bit := uint64(1) << (id % 64); a.used[id/64]&bit == 0 {
			a.used[id/64] |= bit
		} else {
			return fmt.Errorf("page %d is used twice", id)
		}
		if overflow == 0 {
			return nil
		}
	}
}

// freelist notes the pages of the list of free pages, which are as many as it returns, and those that are on it.
func (a *account) freelist() (pages uint64, err error) {
	damaged := errors.New("the list of free pages")
	b := make([]byte, pageHeader+8)
	if a.within(a.free, 0) != nil {
		return 0, damaged
	}
	if _, err := a.file.ReadAt(b, int64(a.free)*int64(a.Size)); err != nil {
		return 0, err
	}
	count, overflow, at := uint64(native.Uint16(b[10:])), uint64(native.Uint32(b[12:])), pageHeader
	if count == 0xFFFF { // then the first number is the count
		count, at = native.Uint64(b[pageHeader:]), pageHeader+8
	}
	if native.Uint64(b) != a.free || native.Uint16(b[8:]) != freelistFlag || a.within(a.free, overflow) != nil ||
		count > a.End || at+int(count)*8 > int(overflow+1)*a.Size {
		return 0, damaged
	}
	if err := a.use(a.free, overflow); err != nil {
		return 0, err
	}
	list := make([]byte, count*8)
	if _, err := a.file.ReadAt(list, int64(a.free)*int64(a.Size)+int64(at)); err != nil {
		return 0, err
	}
	for ; len(list) > 0; list = list[8:] {
		id := native.Uint64(list)
		if a.within(id, 0) != nil || a.use(id, 0) != nil {
			return 0, damaged
		}
	}
	return overflow + 1, nil
}

// branch notes a page and the branches below it. It keeps the leaves for later: all pages
// below one branch are of one kind.
func (a *account) branch(id uint64) error {
	pg, err := a.peek(id)
	if err != nil {
		return err
	}
	if pg.leaf {
		a.leaves = append(a.leaves, id)
		return nil
	}
	if pg, err = a.read(id); err != nil {
		return err
	}
	if err := a.use(id, pg.overflow); err != nil {
		return err
	}
	var below []uint64
	var last []byte
	for i := range pg.count {
		key, child, err := pg.child(i)
		if err != nil {
			return err
		}
		if i > 0 && bytes.Compare(last, key) >= 0 {
			return fmt.Errorf("page %d, element %d: its key is out of order", id, i)
		}
		last, below = key, append(below, child)
	}
	if first, err := a.peek(below[0]); err != nil {
		return err
	} else if first.leaf {
		a.leaves = append(a.leaves, below...)
		return nil
	}
	for _, child := range below {
		if err := a.branch(child); err != nil {
			return err
		}
	}
	return nil
}
