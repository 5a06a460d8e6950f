package bolt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// amend decodes a record into value, calls change, and writes the value back if it has
// changed. An error of change is a [refusal].
func amend[T any](tx *bbolt.Tx, bucket string, key []byte, value *T, change func(*T) error) error {
	b := tx.Bucket([]byte(bucket))
	old := b.Get(key)
	if err := decode(old, value); err != nil {
		return err
	}
	if err := change(value); err != nil {
		return refusal{err}
	}
	record, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("encode a record: %w", err)
	}
	if bytes.Equal(record, old) {
		return refusal{}
	}
	return b.Put(key, record)
}

// decode decodes a record into value, and leaves value alone if there is no record.
func decode(record []byte, value any) error {
	if record == nil {
		return nil
	}
	if err := json.Unmarshal(record, value); err != nil {
		return fmt.Errorf("decode a record: %w", err)
	}
	return nil
}

// tidyHead returns a head as it is written, with all times in UTC. Like the functions
// below it copies what it changes, because the argument belongs to the caller.
func tidyHead(h storage.Head) storage.Head {
	toUTC(&h.Created, &h.NextCheck, &h.OutageTold, &h.GuildLostAt, &h.FailingSince, &h.BroughtAt)
	h.Clocks = slices.Clone(h.Clocks)
	for i := range h.Clocks {
		c := &h.Clocks[i]
		toUTC(&c.Since, &c.Due, &c.Extension.From, &c.Extension.To, &c.ExpiredAt, &c.Away)
	}
	return h
}

// tidyPerson returns a person as it is written, with all times in UTC. An empty list of
// reminders is not nil, because JSON would turn that into the usual ones.
func tidyPerson(p storage.Person) storage.Person {
	toUTC(&p.NextCheck, &p.Digested)
	if p.Remind != nil && *p.Remind == nil {
		p.Remind = &[]int{}
	}
	p.Away = slices.Clone(p.Away)
	for i := range p.Away {
		toUTC(&p.Away[i].From, &p.Away[i].To)
	}
	p.Reminded = tidyReminders(p.Reminded)
	p.Sent = slices.Clone(p.Sent)
	for i := range p.Sent {
		p.Sent[i].For = tidyReminders(p.Sent[i].For)
	}
	p.Outbox = slices.Clone(p.Outbox)
	for i := range p.Outbox {
		n := &p.Outbox[i]
		toUTC(&n.At)
		n.Reminded = tidyReminders(n.Reminded)
	}
	return p
}

func tidyReminders(rs []storage.Reminder) []storage.Reminder {
	rs = slices.Clone(rs)
	for i := range rs {
		toUTC(&rs[i].Since)
	}
	return rs
}

// tidyUptime returns an uptime as it is written, with all times in UTC.
func tidyUptime(u storage.Uptime) storage.Uptime {
	toUTC(&u.Alive)
	u.Outages = slices.Clone(u.Outages)
	for i := range u.Outages {
		toUTC(&u.Outages[i].From, &u.Outages[i].To)
	}
	return u
}

func toUTC(times ...*time.Time) {
	for _, t := range times {
		*t = t.UTC()
	}
}
