package bolt

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// A step returns what a value of the bucket match or record says in the schema after its own. It gets the JSON of
// a head, of one entry or of a record.
type step func(bucket string, key, text []byte) ([]byte, error)

// newest is the number of the schema that is written, and steps lead there, by the number of the schema
// from which each begins. Tests add one of their own.
var (
	newest = 8
	steps  = map[int]step{}
)

// begin makes the buckets of an empty file.
func begin(tx *bbolt.Tx) error {
	for _, name := range allBuckets {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	if err := put(tx, metaBucket, []byte(versionKey), []byte("0")); err != nil {
		return err
	}
	return setSchema(tx, newest)
}

// setSchema writes the number of the schema.
func setSchema(tx *bbolt.Tx, n int) error {
	number := []byte(strconv.Itoa(n))
	if err := tx.Bucket([]byte(metaBucket)).Put([]byte(schemaKey), number); err != nil {
		return err
	}
	return put(tx, metaBucket, []byte(checkedKey), number)
}

// errForeign is the error for a file of another program.
var errForeign = errors.New("it is another program's file, not a store")

// readSchema returns the schema of a file, 0 if it is empty. It stands there twice: as text, which is read
// whatever the schema, and with a checksum.
func (s *source) readSchema() (int, error) {
	if len(s.tops) == 0 {
		return 0, nil
	}
	t, ok := s.tops[metaBucket]
	if !ok {
		return 0, errForeign
	}
	var plain, checked []byte
	s.pages.Each(t, func(key, value []byte, _ bool) {
		switch string(key) {
		case schemaKey:
			plain = value
		case checkedKey:
			checked = value
		}
	}, func(error) {})
	n, err := strconv.Atoi(string(plain))
	if err != nil || n < 1 {
		return 0, errForeign
	}
	if sure, err := payloadOf(metaBucket, []byte(checkedKey), checked); err != nil || string(sure) != string(plain) {
		return 0, errors.New("it is damaged (the number of its schema)")
	}
	return n, nil
}

// known returns an error unless a file has the newest schema, or steps lead from its own to that, or it is empty.
func (s *source) known() error {
	for n := s.schema; n != newest && n != 0; n++ {
		if steps[n] == nil {
			return fmt.Errorf("%w: its number is %d, and this Parlour reads %d", storage.ErrSchema, s.schema, newest)
		}
	}
	return nil
}

// raise returns what a value says in the newest schema.
func (s *source) raise(bucket string, key, payload []byte) ([]byte, error) {
	if s.schema == newest {
		return payload, nil
	}
	text, err := unpacked(payload)
	for n := s.schema; n < newest && err == nil; n++ {
		text, err = steps[n](bucket, key, text)
	}
	return text, err
}

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
