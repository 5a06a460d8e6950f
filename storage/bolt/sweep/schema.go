package sweep

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"parlour/storage"
	"parlour/storage/bolt/layout"
)

// Newest is the number of the schema that is written. A store of an older one is read, and written
// anew. This is their history:
//
//	1  matches and their indexes
//	2  settings
//	3  people in place of settings, the uptime; each live match has a NextCheck
//	4  some players are no people
//	5  an index of ended matches by channel
//	6  records in place of people and the uptime
//	7  checksums; a match that is over is packed
const (
	Newest         = 7
	scheduledSince = 3
	recordsSince   = 6
	firstChecked   = 7
)

// What older schemas had in place of records.
const (
	settings  = "settings" // a bucket, in schema 2 alone
	people    = "person"   // a bucket, from schema 3 to 5
	uptimeKey = "uptime"   // a key of the bucket meta, up to schema 5
)

// oldRecords makes records of what people had set, of people and of the uptime.
func (w *sweep) oldRecords() {
	add := func(kind, id string, next time.Time, value []byte) {
		w.version++
		w.record(storage.Record{Kind: kind, ID: id, Version: w.version, NextCheck: next, Value: value})
	}
	w.through(settings, func(key, value []byte, _ error) {
		id, _, _ := layout.CutText(key)
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
			id, _, _ := layout.CutText(key)
			w.damaged(fmt.Sprintf("person %q", id))
			return
		}
		add("person", p.ID, p.Wake, value)
	})
	w.through(layout.Meta, func(key, value []byte, _ error) {
		if string(key) == uptimeKey {
			add("uptime", "", time.Time{}, value)
		}
	})
	w.emit(layout.Meta, []byte(layout.VersionKey), strconv.AppendUint(nil, w.version, 10))
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
