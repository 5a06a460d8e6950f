package bolt

import (
	"errors"
	"fmt"
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
