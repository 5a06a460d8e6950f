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
// from which each begins. Tests add one of their own. From 0.1.0 on a number is frozen: what is stored changes its form
// only by the next number, with a step from this one, and make samples adds a file of it to
// commands/testdata/samples. It is never set back.
var (
	newest = 12
	steps  = map[int]step{}
)

// Schema returns the number of the schema that is written.
func Schema() int { return newest }

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

// raise returns what a text says in the newest schema.
func (s *source) raise(bucket string, key, text []byte) (_ []byte, err error) {
	for n := s.schema; n < newest && err == nil; n++ {
		text, err = steps[n](bucket, key, text)
	}
	return text, err
}

// A source is a file that is read from end to end.
type source struct {
	schema int // 0 for a file without buckets

	pages *pageFile
	file  *os.File  // nil for a file that others close
	lock  *bbolt.DB // keeps others from writing to the file; nil where somebody else does
	tops  map[string]tree
}

// openLocked opens a file that no process has open for writing, and keeps them from it until it is closed. It takes
// bbolt's lock, by which bbolt reads no page but the first two.
func openLocked(path string, broken bool) (*source, error) {
	if i, err := os.Stat(path); err == nil && !i.Mode().IsRegular() {
		return nil, ErrNoFile // a pipe would wait for whoever writes to it
	}
	db, err := readOnly(path)
	if err != nil {
		return nil, err
	}
	s, err := openSource(path, broken)
	if err != nil {
		db.Close()
		return nil, err
	}
	s.lock = db
	return s, nil
}

// openSource opens a file of a known schema, without a lock. All that leads to its records is sound as far as
// [pageFile.Audit] looks; of a broken file there is what can be read.
func openSource(path string, broken bool) (*source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	s, err := readSource(f, broken)
	if err != nil {
		f.Close()
		return nil, reason(err)
	}
	s.file = f
	return s, nil
}

// Close closes a file that [openLocked] or [openSource] opened.
func (s *source) Close() error {
	err := s.file.Close()
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	return err
}

// readSource reads the beginning of a file.
func readSource(f *os.File, broken bool) (*source, error) {
	p, err := readPages(f, broken)
	if err == nil && !broken {
		if err = p.Audit(); err != nil {
			err = fmt.Errorf("it is damaged (%w)", err)
		}
	}
	if err != nil {
		return nil, err
	}
	s, err := sourceOf(p, broken)
	if err == nil {
		err = s.known()
	}
	if err != nil {
		return nil, err
	}
	_, some := s.tops[matchBucket]
	_, others := s.tops[settledBucket]
	if broken && !some && !others {
		return nil, errors.New("nothing of it can be read")
	}
	for _, name := range allBuckets {
		if _, ok := s.tops[name]; !ok && !broken && s.schema == newest {
			return nil, fmt.Errorf("it is damaged (the bucket %q is missing)", name)
		}
	}
	return s, nil
}

// sourceOf reads the beginning of a file whose pages are at hand, such as those that a transaction sees.
func sourceOf(p *pageFile, broken bool) (*source, error) {
	tops, err := p.Buckets()
	if err != nil && !broken {
		return nil, fmt.Errorf("it is damaged (%w)", err)
	}
	s := &source{pages: p, tops: tops}
	s.schema, err = s.readSchema()
	return s, err
}
