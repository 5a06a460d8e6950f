package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"

	"parlour/storage"
	"parlour/storage/bolt/pages"
)

// inspect looks at a file before bbolt uses it: at its first pages, at the free ones, at the way
// to each record, but not at the records. It returns its schema, 0 for a file without buckets.
// Its error says why it cannot be opened.
//
// It opens the file for reading, which takes bbolt's lock and reads no page but the first two.
func inspect(path string) (schema int, err error) {
	i, err := os.Stat(path)
	switch {
	case err != nil:
		return 0, reason(err)
	case !i.Mode().IsRegular():
		return 0, ErrNoFile
	case i.Size() == 0:
		return 0, pages.ErrEmpty
	}
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer db.Close()
	src, err := openSource(path)
	if err != nil {
		return 0, err
	}
	return src.schema, src.file.Close()
}

// openSource opens a file that is sound as far as [pages.File.Audit] looks, and of a known schema.
func openSource(path string) (*source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	src, err := begun(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return src, nil
}

// begun reads the beginning of a file, and looks at all that leads to its records.
func begun(f *os.File) (*source, error) {
	p, err := pages.Read(f)
	if err != nil {
		return nil, reason(err)
	}
	if err := p.Audit(); err != nil {
		return nil, fmt.Errorf("it is damaged (%w)", reason(err))
	}
	src, err := newSource(p, f)
	if err != nil {
		return nil, err
	}
	if err := src.known(); err != nil {
		return nil, err
	}
	for _, name := range bucketNames {
		if _, ok := src.tops[name]; !ok && src.schema == newest {
			return nil, fmt.Errorf("it is damaged (the bucket %q is missing)", name)
		}
	}
	return src, nil
}

// known returns an error if a file has a newer schema.
func (s *source) known() error {
	if s.schema <= newest {
		return nil
	}
	return fmt.Errorf("%w: its schema is %d and this Parlour knows up to %d, so a newer Parlour is needed", storage.ErrNewer, s.schema, newest)
}

// openBroken opens what there is of a file.
func openBroken(path string) (*source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	src := &source{file: f}
	if src.File, err = pages.ReadBroken(f); err == nil {
		src.tops, _ = src.Buckets()
		if src.schema, err = src.readSchema(); err == nil {
			err = src.known()
		}
	}
	if _, ok := src.tops[matches]; err == nil && !ok {
		err = errors.New("nothing of it can be read")
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return src, nil
}

// isHeadKey reports whether a key of the bucket match is that of a head.
func isHeadKey(k []byte) bool {
	n, size := binary.Uvarint(k)
	return size > 0 && uint64(len(k)-size) == n
}
