package bolt

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// The buckets; see the package documentation.
const (
	meta         = "meta"
	matches      = "match"
	live         = "live"
	ended        = "ended"
	channels     = "channel"
	pastChannels = "ended channel"
	checks       = "wake"
	records      = "record"
	recordChecks = "record wake"
	recordKeys   = "record key"

	settings     = "settings"    // in schema 2 alone
	people       = "person"      // from schema 3 to 5
	peopleChecks = "person wake" // from schema 3 to 5
)

// schemaKey is the key of the bucket meta.
const schemaKey = "schema"

// uptimeKey was the key of the uptime in the bucket meta up to schema 5.
const uptimeKey = "uptime"

// steps migrate an older schema to the newest: schema n is the result of the first n
// steps. A released step never changes; a change of the schema is one more step.
var steps = []func(*bbolt.Tx) error{
	firstSchema,
	addSettings,
	addTime,
	addOpponents,
	addPastChannels,
	addRecords,
}

func firstSchema(tx *bbolt.Tx) error {
	for _, name := range []string{matches, live, ended, channels, checks} {
		if _, err := tx.CreateBucket([]byte(name)); err != nil {
			return fmt.Errorf("make bucket %s: %w", name, err)
		}
	}
	return nil
}

// addSettings adds the bucket for what people have set.
func addSettings(tx *bbolt.Tx) error {
	_, err := tx.CreateBucket([]byte(settings))
	return err
}

// addTime makes people of what they have set, and has each live match checked.
func addTime(tx *bbolt.Tx) error {
	if _, err := tx.CreateBucket([]byte(peopleChecks)); err != nil {
		return err
	}
	if err := movePeople(tx); err != nil {
		return err
	}
	return scheduleLive(tx)
}

// addOpponents changes nothing. From this schema on some players are no people, and an
// older program would write to them as if they were.
func addOpponents(*bbolt.Tx) error { return nil }

// addPastChannels adds the index of ended matches by channel.
func addPastChannels(tx *bbolt.Tx) error {
	index, err := tx.CreateBucket([]byte(pastChannels))
	if err != nil {
		return err
	}
	return tx.Bucket([]byte(matches)).ForEach(func(k, record []byte) error {
		if !isHeadKey(k) {
			return nil
		}
		h, err := decodeHead(record)
		if err != nil || h.Phase.Live() {
			return err
		}
		return errors.Join(index.Put(ageKey(h.Home, h), nil), index.Put(ageKey(h.Channel, h), nil))
	})
}

// addRecords makes records of people and of the uptime.
func addRecords(tx *bbolt.Tx) error {
	for _, name := range []string{records, recordChecks, recordKeys} {
		if _, err := tx.CreateBucket([]byte(name)); err != nil {
			return err
		}
	}
	if err := tx.Bucket([]byte(people)).ForEach(func(key, value []byte) error {
		var p struct {
			ID   string
			Wake time.Time
		}
		if err := json.Unmarshal(value, &p); err != nil {
			return fmt.Errorf("decode a person: %w", err)
		}
		_, err := putRecord(tx, storage.Record{Kind: "person", ID: p.ID, NextCheck: p.Wake, Value: value})
		return err
	}); err != nil {
		return err
	}
	if b := tx.Bucket([]byte(meta)); b != nil && b.Get([]byte(uptimeKey)) != nil {
		if _, err := putRecord(tx, storage.Record{Kind: "uptime", Value: bytes.Clone(b.Get([]byte(uptimeKey)))}); err != nil {
			return err
		}
		if err := b.Delete([]byte(uptimeKey)); err != nil {
			return err
		}
	}
	return errors.Join(tx.DeleteBucket([]byte(people)), tx.DeleteBucket([]byte(peopleChecks)))
}

// movePeople moves what people have set to the bucket of people, with their ids.
func movePeople(tx *bbolt.Tx) error {
	to, err := tx.CreateBucket([]byte(people))
	if err != nil {
		return err
	}
	if err := tx.Bucket([]byte(settings)).ForEach(func(key, record []byte) error {
		_, n := binary.Uvarint(key)
		moved, err := with(record, "id", string(key[n:]))
		if err != nil {
			return err
		}
		return to.Put(key, moved)
	}); err != nil {
		return err
	}
	return tx.DeleteBucket([]byte(settings))
}

// scheduleLive gives each live match without a check one at its creation time.
func scheduleLive(tx *bbolt.Tx) error {
	match := tx.Bucket([]byte(matches))
	return tx.Bucket([]byte(channels)).ForEach(func(k, _ []byte) error { // which has each live match
		n, size := binary.Uvarint(k)
		id := string(k[size+int(n)+stampLen:])
		var h struct{ Created, Wake time.Time }
		record := match.Get(headKey(id))
		if err := json.Unmarshal(record, &h); err != nil {
			return fmt.Errorf("decode match %q: %w", id, err)
		}
		if !h.Wake.IsZero() {
			return nil
		}
		record, err := with(record, "wake", h.Created)
		if err != nil {
			return err
		}
		if err := match.Put(headKey(id), record); err != nil {
			return err
		}
		return tx.Bucket([]byte(checks)).Put(checkKey(h.Created, id), nil)
	})
}

// with returns a record in which one field has a new value.
func with(record []byte, field string, value any) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(record, &fields); err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	fields[field] = encoded
	return json.Marshal(fields)
}

// migrate takes the steps that a file has not had, in one transaction. It writes nothing
// if there are none. The caller has inspected the file.
func migrate(db *bbolt.DB, steps []func(*bbolt.Tx) error) error {
	var have int
	if err := db.View(func(tx *bbolt.Tx) (err error) {
		have, err = schema(tx)
		return err
	}); err != nil {
		return err
	}
	if have == len(steps) {
		return nil
	}
	return db.Update(func(tx *bbolt.Tx) error {
		for i, step := range steps[have:] {
			if err := step(tx); err != nil {
				return fmt.Errorf("bring it from schema %d to %d: %w", have+i, have+i+1, err)
			}
		}
		return setSchema(tx, len(steps))
	})
}

// schema returns the schema of a file, 0 if it is empty.
func schema(tx *bbolt.Tx) (int, error) {
	b := tx.Bucket([]byte(meta))
	if b == nil {
		if k, _ := tx.Cursor().First(); k != nil {
			return 0, errors.New("it is another program's file, not a store")
		}
		return 0, nil
	}
	n, err := strconv.Atoi(string(b.Get([]byte(schemaKey))))
	if err != nil || n < 1 {
		return 0, errors.New("it is another program's file, not a store")
	}
	return n, nil
}

func setSchema(tx *bbolt.Tx, n int) error {
	b, err := tx.CreateBucketIfNotExists([]byte(meta))
	if err != nil {
		return err
	}
	return b.Put([]byte(schemaKey), []byte(strconv.Itoa(n)))
}
