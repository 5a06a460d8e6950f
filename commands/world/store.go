package world

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"parlour/storage"
)

// An Op is a method of a store or of a channel.
type Op string

// The methods of a store that a [Store] shows.
const (
	Create    Op = "create"
	Append    Op = "append"
	PutRecord Op = "put record"
	Get       Op = "get"
	OfPlayer  Op = "of player"
	Record    Op = "record"
)

// An Access is a call of a store, with what was written or read.
type Access struct {
	Op      Op
	Head    storage.Head
	Entries []storage.Entry
	Record  storage.Record
}

// Writes reports whether it is a write.
func (a Access) Writes() bool { return a.Op == Create || a.Op == Append || a.Op == PutRecord }

// A Store is a store of which a test sees each call, before it is carried out and after it succeeded. It is
// as safe for concurrent use as its hooks are.
type Store struct {
	storage.Store
	Before func(Access) error // its error takes the place of the call; may be nil
	After  func(Access)       // may be nil
}

// through carries a call out between the hooks. about notes in it what was written or read.
func through[T any](s *Store, a Access, do func() (T, error), about func(*Access, T)) (T, error) {
	if s.Before != nil {
		if err := s.Before(a); err != nil {
			var none T
			return none, err
		}
	}
	got, err := do()
	if err == nil && s.After != nil {
		about(&a, got)
		s.After(a)
	}
	return got, err
}

func ofHead(a *Access, h storage.Head)     { a.Head = h }
func ofRecord(a *Access, r storage.Record) { a.Record = r }

func (s *Store) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	return through(s, Access{Op: Create, Head: h},
		func() (storage.Head, error) { return s.Store.Create(ctx, h) }, ofHead)
}

func (s *Store) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	a := Access{Op: Append, Head: h, Entries: entries}
	return through(s, a, func() (storage.Head, error) { return s.Store.Append(ctx, h, entries...) }, ofHead)
}

func (s *Store) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	a := Access{Op: PutRecord, Record: r}
	return through(s, a, func() (storage.Record, error) { return s.Store.PutRecord(ctx, r) },
		func(*Access, storage.Record) {})
}

func (s *Store) Get(ctx context.Context, id string) (storage.Match, error) {
	a := Access{Op: Get, Head: storage.Head{ID: id}}
	return through(s, a, func() (storage.Match, error) { return s.Store.Get(ctx, id) },
		func(a *Access, m storage.Match) {
			a.Head, a.Entries = m.Head, m.Log
		})
}

func (s *Store) OfPlayer(ctx context.Context, who string, live bool, part storage.Part) ([]storage.Head, error) {
	do := func() ([]storage.Head, error) { return s.Store.OfPlayer(ctx, who, live, part) }
	return through(s, Access{Op: OfPlayer}, do, func(*Access, []storage.Head) {})
}

func (s *Store) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	a := Access{Op: Record, Record: storage.Record{Kind: kind, ID: id}}
	return through(s, a, func() (storage.Record, error) { return s.Store.Record(ctx, kind, id) }, ofRecord)
}

// ErrDied is the failure of every write of a process that has died.
var ErrDied = errors.New("the process died")

// A Fuse ends a process in one of its writes and calls. It is safe for concurrent use.
type Fuse struct {
	Err     error // of what fails; nil for [ErrDied]
	mu      sync.Mutex
	lit     bool
	left    int
	refused int
}

// Light lights the fuse: so many more calls of [Fuse.Burn] are carried out.
func (f *Fuse) Light(left int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lit, f.left = true, left
}

// Burn returns an error when the fuse has burnt down.
func (f *Fuse) Burn() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lit {
		f.left--
	}
	return f.dead()
}

// Dead returns an error if the process has died, and burns nothing.
func (f *Fuse) Dead() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.dead()
}

func (f *Fuse) dead() error {
	if f.lit && f.left < 0 {
		f.refused++
		return cmp.Or(f.Err, ErrDied)
	}
	return nil
}

// Refused returns how many calls have failed.
func (f *Fuse) Refused() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.refused
}

// PutOut puts the fuse out, and brings a dead process back.
func (f *Fuse) PutOut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lit, f.refused = false, 0
}

// Dying returns a store whose process dies after some writes.
func Dying(s storage.Store, writes int) (*Store, *Fuse) {
	f := &Fuse{}
	f.Light(writes)
	return &Store{Store: s, Before: func(a Access) error {
		if !a.Writes() {
			return nil
		}
		return f.Burn()
	}}, f
}

// Once returns a store that does something once, before or after the first call of a kind. It may use the
// store itself.
func Once(s storage.Store, before bool, is func(Access) bool, do func()) *Store {
	var done atomic.Bool
	see := func(a Access) {
		if is(a) && done.CompareAndSwap(false, true) {
			do()
		}
	}
	if before {
		return &Store{Store: s, Before: func(a Access) error { see(a); return nil }}
	}
	return &Store{Store: s, After: see}
}
