package bolt

import (
	"errors"
	"fmt"
	"os"
)

// A source is a file that is read from end to end.
type source struct {
	schema int // 0 for a file without buckets

	pages *pageFile
	file  *os.File // nil for a file that others close
	tops  map[string]tree
}

// openSource opens a file that is sound as far as [pageFile.Audit] looks, and of a known schema. It
// takes no lock.
func openSource(path string) (*source, error) { return openWith(path, audited) }

// openBroken opens what there is of a file.
func openBroken(path string) (*source, error) { return openWith(path, broken) }

// openWith opens a file and reads its beginning.
func openWith(path string, begin func(*os.File) (*source, error)) (*source, error) {
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

// Close closes a file that [openSource] or [openBroken] opened.
func (s *source) Close() error { return s.file.Close() }

// sourceOf reads the beginning of a file whose pages are at hand, such as those that a transaction sees.
func sourceOf(p *pageFile) (*source, error) {
	tops, err := p.Buckets()
	if err != nil {
		return nil, fmt.Errorf("it is damaged (%w)", err)
	}
	s := &source{pages: p, tops: tops}
	s.schema, err = s.readSchema()
	return s, err
}

// audited reads the beginning of a file, and looks at all that leads to its records.
func audited(f *os.File) (*source, error) {
	p, err := readPages(f)
	if err != nil {
		return nil, err
	}
	if err := p.Audit(); err != nil {
		return nil, fmt.Errorf("it is damaged (%w)", err)
	}
	s, err := sourceOf(p)
	if err != nil {
		return nil, err
	}
	for _, name := range allBuckets {
		if _, ok := s.tops[name]; !ok && s.schema == newest {
			return nil, fmt.Errorf("it is damaged (the bucket %q is missing)", name)
		}
	}
	return s, nil
}

// broken reads the beginning of a file as far as it can be read.
func broken(f *os.File) (*source, error) {
	p, err := readBroken(f)
	if err != nil {
		return nil, err
	}
	s := &source{pages: p}
	s.tops, _ = p.Buckets()
	if s.schema, err = s.readSchema(); err != nil {
		return nil, err
	}
	if _, ok := s.tops[matchBucket]; !ok && s.known() == nil {
		return nil, errors.New("nothing of it can be read")
	}
	return s, nil
}
