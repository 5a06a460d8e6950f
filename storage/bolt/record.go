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

// amend decodes a record into a value, has a function change the value, and writes it
// if it is another then. An error of the function is a refusal.
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

// decode fills in what a record says, nothing where there is no record.
func decode(record []byte, value any) error {
	if record == nil {
		return nil
	}
	if err := json.Unmarshal(record, value); err != nil {
		return fmt.Errorf("decode a record: %w", err)
	}
	return nil
}

// tidyHead returns a head as it is written: its times are in UTC. Here and below what
// was handed in keeps its own.
func tidyHead(h storage.Head) storage.Head {
	toUTC(&h.Created, &h.NextCheck, &h.OutageTold, &h.GuildLostAt, &h.FailingSince)
	h.Clocks = slices.Clone(h.Clocks)
	for i := range h.Clocks {
		c := &h.Clocks[i]
		toUTC(&c.Since, &c.Due, &c.Extension.From, &c.Extension.To, &c.ExpiredAt, &c.Away)
	}
	return h
}

// tidyPerson returns a person as they are written: their times are in UTC, and
// reminders that they want none of are not nil, which JSON takes for the usual ones.
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

// tidyUptime returns an uptime as it is written: its times are in UTC.
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
