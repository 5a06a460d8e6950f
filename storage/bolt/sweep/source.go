package sweep

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"parlour/storage"
	"parlour/storage/bolt/layout"
	"parlour/storage/bolt/pages"
)

// A Source is a file that is read from end to end.
type Source struct {
	Schema int // 0 for a file without buckets

	pages *pages.File
	file  *os.File // nil for a file that others close
	tops  map[string]pages.Tree
}

// Open opens a file that is sound as far as [pages.File.Audit] looks, and of a known schema. It
// takes no lock.
func Open(path string) (*Source, error) { return open(path, audited) }

// OpenBroken opens what there is of a file.
func OpenBroken(path string) (*Source, error) { return open(path, broken) }

// open opens a file and reads its beginning.
func open(path string, begin func(*os.File) (*Source, error)) (*Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s, err := begin(f)
	if err == nil {
		err = s.known()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	s.file = f
	return s, nil
}

// Close closes a file that [Open] or [OpenBroken] opened.
func (s *Source) Close() error { return s.file.Close() }

// Of reads the beginning of a file whose pages are at hand, such as those that a transaction sees.
func Of(p *pages.File) (*Source, error) {
	tops, err := p.Buckets()
	if err != nil {
		return nil, fmt.Errorf("it is damaged (%w)", err)
	}
	s := &Source{pages: p, tops: tops}
	s.Schema, err = s.readSchema()
	return s, err
}

// audited reads the beginning of a file, and looks at all that leads to its records.
func audited(f *os.File) (*Source, error) {
	p, err := pages.Read(f)
	if err != nil {
		return nil, err
	}
	if err := p.Audit(); err != nil {
		return nil, fmt.Errorf("it is damaged (%w)", err)
	}
	s, err := Of(p)
	if err != nil {
		return nil, err
	}
	for _, name := range layout.Buckets {
		if _, ok := s.tops[name]; !ok && s.Schema == Newest {
			return nil, fmt.Errorf("it is damaged (the bucket %q is missing)", name)
		}
	}
	return s, nil
}

// broken reads the beginning of a file as far as it can be read.
func broken(f *os.File) (*Source, error) {
	p, err := pages.ReadBroken(f)
	if err != nil {
		return nil, err
	}
	s := &Source{pages: p}
	s.tops, _ = p.Buckets()
	if s.Schema, err = s.readSchema(); err != nil {
		return nil, err
	}
	if _, ok := s.tops[layout.Matches]; !ok && s.Schema <= Newest {
		return nil, errors.New("nothing of it can be read")
	}
	return s, nil
}

// known returns an error if a file has a newer schema.
func (s *Source) known() error {
	if s.Schema <= Newest {
		return nil
	}
	return fmt.Errorf("%w: its schema is %d and this Parlour knows up to %d, so a newer Parlour is needed", storage.ErrNewer, s.Schema, Newest)
}

// errForeign is the error for a file of another program.
var errForeign = errors.New("it is another program's file, not a store")

// readSchema returns the schema of a file, 0 if it is empty. From schema 7 on it stands there
// twice, once as older programs read it, and once with a checksum.
func (s *Source) readSchema() (int, error) {
	if len(s.tops) == 0 {
		return 0, nil
	}
	t, ok := s.tops[layout.Meta]
	if !ok {
		return 0, errForeign
	}
	var plain, checked []byte
	s.pages.Each(t, func(key, value []byte, _ bool) {
		switch string(key) {
		case layout.SchemaKey:
			plain = value
		case layout.CheckedKey:
			checked = value
		}
	}, func(error) {})
	n, err := strconv.Atoi(string(plain))
	if err != nil || n < 1 {
		return 0, errForeign
	}
	switch {
	case checked == nil && n < firstChecked, n > Newest && checked == nil:
		return n, nil
	case checked != nil:
		if sure, err := layout.Payload(layout.Meta, []byte(layout.CheckedKey), checked); err == nil && string(sure) == string(plain) {
			return n, nil
		}
	}
	return 0, errors.New("it is damaged (the number of its schema)")
}

// payload returns what a value says. Before schema 7 there were no checksums.
func (s *Source) payload(bucket string, key, value []byte) ([]byte, error) {
	if s.Schema < firstChecked {
		return value, nil
	}
	return layout.Payload(bucket, key, value)
}
