package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

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

// Audit looks at both first pages, the free pages, each branch and the header of each leaf: all
// that bbolt goes by before it comes to a record. Its time is that of a read of each page's
// first bytes.
func (p *pageFile) Audit() error {
	a := &account{pageFile: p, used: make([]uint64, p.End/64+1)}
	a.use(0, 1)
	if err := a.freelist(); err != nil {
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
			_, err = inlined(t.inline)
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

// freelist notes the pages of the list of free pages, and those that are on it.
func (a *account) freelist() error {
	damaged := errors.New("the list of free pages")
	b := make([]byte, pageHeader+8)
	if a.within(a.free, 0) != nil {
		return damaged
	}
	if _, err := a.file.ReadAt(b, int64(a.free)*int64(a.Size)); err != nil {
		return err
	}
	count, overflow, at := uint64(native.Uint16(b[10:])), uint64(native.Uint32(b[12:])), pageHeader
	if count == 0xFFFF { // then the first number is the count
		count, at = native.Uint64(b[pageHeader:]), pageHeader+8
	}
	if native.Uint64(b) != a.free || native.Uint16(b[8:]) != freelistFlag || a.within(a.free, overflow) != nil ||
		count > a.End || at+int(count)*8 > int(overflow+1)*a.Size {
		return damaged
	}
	if err := a.use(a.free, overflow); err != nil {
		return err
	}
	list := make([]byte, count*8)
	if _, err := a.file.ReadAt(list, int64(a.free)*int64(a.Size)+int64(at)); err != nil {
		return err
	}
	for ; len(list) > 0; list = list[8:] {
		id := native.Uint64(list)
		if a.within(id, 0) != nil || a.use(id, 0) != nil {
			return damaged
		}
	}
	return nil
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
