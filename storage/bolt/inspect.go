package bolt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// Contents says what a file holds.
type Contents struct {
	Matches int
	Size    int64 // of the store in it, in bytes
}

// inspect looks at every page of a file, and returns an error unless it is a whole store
// of a schema up to newest.
//
// It opens the file for reading, for two reasons: a missing page faults only when it is
// read, and bbolt keeps its lock for the life of the process if it panics while it opens
// a file for writing.
func inspect(path string, newest int) (Contents, error) {
	var found Contents
	i, err := os.Stat(path)
	switch {
	case err != nil:
		return found, reason(err)
	case !i.Mode().IsRegular():
		return found, ErrNoFile
	case i.Size() == 0:
		return found, errors.New("it is empty")
	}
	db, err := openBolt(path, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return found, err
	}
	defer db.Close()
	if err := safely(func() error {
		return db.View(func(tx *bbolt.Tx) error {
			found.Size = tx.Size()
			if i.Size() < found.Size {
				return fmt.Errorf("it is cut short: %d bytes of %d are there", i.Size(), found.Size)
			}
			return known(tx, newest)
		})
	}); err != nil {
		if errors.Is(err, errFault) || errors.Is(err, errPanic) {
			err = fmt.Errorf("it is damaged (%w)", err)
		}
		return found, err
	}
	if err := safely(func() error { return db.View(func(tx *bbolt.Tx) error { return survey(tx, &found) }) }); err != nil {
		return found, fmt.Errorf("it is damaged (%w)", err)
	}
	return found, nil
}

// known returns an error if a file has a newer schema, or is no store.
func known(tx *bbolt.Tx, newest int) error {
	have, err := schema(tx)
	if err == nil && have > newest {
		err = fmt.Errorf("%w: its schema is %d and this Parlour knows up to %d, so a newer Parlour is needed",
			storage.ErrNewer, have, newest)
	}
	return err
}

// survey counts the matches and looks at every page: first by reading all records, so
// that a fault is an error, then with bbolt's own check, which knows of pages that
// nothing refers to.
func survey(tx *bbolt.Tx, found *Contents) error {
	if err := tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
		return b.ForEach(func(k, v []byte) error {
			if string(name) == matches && isHeadKey(k) {
				found.Matches++
				if _, err := decodeHead(v); err != nil {
					return err
				}
			}
			return nil
		})
	}); err != nil {
		return err
	}
	var first error
	for err := range tx.Check() {
		if first == nil {
			first = err
		}
	}
	return first
}

// isHeadKey reports whether a key of the bucket match is that of a head.
func isHeadKey(k []byte) bool {
	n, size := binary.Uvarint(k)
	return size > 0 && uint64(len(k)-size) == n
}
