package bolt

import (
	"encoding/json"
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

	settings = "settings" // in schema 2 alone
	people   = "person"   // from schema 3 to 5
)

// indexNames are the buckets that can be made anew from the others.
var indexNames = []string{live, ended, channels, pastChannels, checks, recordChecks, recordKeys}

// bucketNames are all buckets.
var bucketNames = append([]string{meta, matches, records}, indexNames...)

// Keys of the bucket meta.
const (
	schemaKey  = "schema"         // the number of the schema, as every Parlour reads it
	checkedKey = "checked schema" // the same, with a checksum
	uptimeKey  = "uptime"         // the uptime, up to schema 5
)

// The schemas. An older one is read, and written anew as the newest; see the history of each:
//
//	1  matches and their indexes
//	2  settings
//	3  people in place of settings, the uptime; each live match has a NextCheck
//	4  some players are no people
//	5  an index of ended matches by channel
//	6  records in place of people and the uptime
//	7  checksums; a match that is over is packed
const (
	newest         = 7
	scheduledSince = 3
	recordsSince   = 6
	firstChecked   = 7
)

// oldRecords makes records of what people had set, of people and of the uptime.
func (w *sweep) oldRecords() {
	add := func(kind, id string, next time.Time, value []byte) {
		w.version++
		w.record(storage.Record{Kind: kind, ID: id, Version: w.version, NextCheck: next, Value: value})
	}
	w.through(settings, func(key, value []byte, _ error) {
		id, _, _ := cutText(key)
		value, err := with(value, "id", id)
		if err != nil {
			w.damaged(fmt.Sprintf("person %q", id))
			return
		}
		add("person", id, time.Time{}, value)
	})
	w.through(people, func(key, value []byte, _ error) {
		var p struct {
			ID   string
			Wake time.Time
		}
		if json.Unmarshal(value, &p) != nil {
			id, _, _ := cutText(key)
			w.damaged(fmt.Sprintf("person %q", id))
			return
		}
		add("person", p.ID, p.Wake, value)
	})
	w.through(meta, func(key, value []byte, _ error) {
		if string(key) == uptimeKey {
			add("uptime", "", time.Time{}, value)
		}
	})
	w.emit(meta, []byte(versionKey), strconv.AppendUint(nil, w.version, 10))
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

// begin makes the buckets of an empty file.
func begin(tx *bbolt.Tx) error {
	for _, name := range bucketNames {
		if _, err := tx.CreateBucketIfNotExists([]byte(name)); err != nil {
			return err
		}
	}
	if err := put(tx, meta, []byte(versionKey), []byte("0")); err != nil {
		return err
	}
	return setSchema(tx, newest)
}

// setSchema writes the number of the schema.
func setSchema(tx *bbolt.Tx, n int) error {
	number := []byte(strconv.Itoa(n))
	if err := tx.Bucket([]byte(meta)).Put([]byte(schemaKey), number); err != nil {
		return err
	}
	return put(tx, meta, []byte(checkedKey), number)
}
