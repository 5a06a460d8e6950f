package postgres

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"parlour/storage"
)

// recordOf is what is read of a record.
const recordOf = "r.kind, r.id, r.version, r.next_check, r.keys, r.value"

// toRecord returns the record of a row.
func toRecord(row pgx.CollectableRow) (r storage.Record, err error) {
	var next *time.Time
	var value string
	if err = row.Scan(&r.Kind, &r.ID, &r.Version, &next, &r.Keys, &value); next != nil {
		r.NextCheck = next.UTC()
	}
	r.Value = json.RawMessage(value)
	return r, err
}

// Record returns a record.
func (s *Store) Record(ctx context.Context, kind, id string) (storage.Record, error) {
	found, err := rows(ctx, s, toRecord, "SELECT "+recordOf+" FROM records r WHERE r.kind = $1 AND r.id = $2", kind, id)
	if err != nil {
		return storage.Record{}, fmt.Errorf("%s %q: %w", kind, id, err)
	}
	if len(found) == 0 {
		return storage.Record{Kind: kind, ID: id}, nil
	}
	return found[0], nil
}

// DueRecords returns the records whose check is due.
func (s *Store) DueRecords(ctx context.Context, kind string, now time.Time, limit int) ([]storage.Record, error) {
	return rows(ctx, s, toRecord, "SELECT "+recordOf+` FROM records r
		WHERE r.kind = $1 AND r.next_check IS NOT NULL AND r.next_check <= $2 ORDER BY r.next_check, r.id`+upTo(limit), kind, now)
}

// Keyed returns the records that have a key.
func (s *Store) Keyed(ctx context.Context, kind, key string, limit int) ([]storage.Record, error) {
	return rows(ctx, s, toRecord, "SELECT "+recordOf+` FROM record_keys k JOIN records r ON r.kind = k.kind AND r.id = k.id
		WHERE k.kind = $1 AND k.key = $2 ORDER BY k.id`+upTo(limit), kind, key)
}

// PutRecord compares and writes a record. Its new version is the id of the write, so that none comes again.
func (s *Store) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	if err := r.Legible(); err != nil {
		return storage.Record{}, err
	}
	p := &putting{Record: r, write: newWrite(), keys: slices.Compact(slices.Sorted(slices.Values(r.Keys)))}
	if p.keys == nil {
		p.keys = []string{}
	}
	err := s.write(ctx, p.put)
	if err != nil {
		return storage.Record{}, fmt.Errorf("%s %q: %w", r.Kind, r.ID, err)
	}
	if r.Value == nil {
		if r.Version != 0 && p.write%sweepEvery == 0 {
			s.sweep(ctx)
		}
		return storage.Record{Kind: r.Kind, ID: r.ID}, nil
	}
	r.Version, r.NextCheck, r.Keys, r.Value = uint64(p.write), r.NextCheck.UTC(), slices.Clone(r.Keys), bytes.Clone(r.Value)
	return r, nil
}

// A putting is a write of one record.
type putting struct {
	storage.Record
	write int64
	keys  []string // in order, each once
}

// A found is the row of a record, read because a write did not find what it expected.
type found struct {
	row
	keys []string
}

// look reads the row of the record.
func (p *putting) look(ctx context.Context, conn *pgx.Conn) (f found, err error) {
	err = conn.QueryRow(ctx, "SELECT version, keys, writes FROM records WHERE kind = $1 AND id = $2", p.Kind, p.ID).Scan(&f.version, &f.keys, &f.writes)
	if errors.Is(err, pgx.ErrNoRows) {
		return found{}, nil
	}
	return f, err
}

// carriedOut reports whether an attempt of the write was carried out.
func (p *putting) carriedOut(ctx context.Context, conn *pgx.Conn, f found) (done bool, err error) {
	if p.Value != nil || p.Version == 0 {
		return f.has(p.write), nil
	}
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM removals WHERE write = $1)", p.write).Scan(&done)
	return done, err
}

// put carries out the write if the record is at its version.
func (p *putting) put(ctx context.Context, conn *pgx.Conn, unsure bool) error {
	for {
		if !unsure {
			if done, err := p.try(ctx, conn); err != nil || done {
				return err
			}
		}
		unsure = false
		f, err := p.look(ctx, conn)
		if err != nil {
			return err
		}
		if done, err := p.carriedOut(ctx, conn, f); err != nil || done {
			return err
		}
		switch {
		case uint64(f.version) != p.Version:
			return refusal{storage.ErrConflict}
		case p.Version == 0 && p.Value == nil:
			return nil // there is none, as the caller wants it
		case p.Version == 0, p.Value == nil, slices.Equal(f.keys, p.keys):
			continue
		}
		if done, err := p.rekey(ctx, conn, f.keys); err != nil || done {
			return err
		}
	}
}

const insertRecord = `
WITH r AS (
	INSERT INTO records (kind, id, version, next_check, keys, value, writes) VALUES ($1, $2, $3, $4, $5, $6, $7)
	ON CONFLICT (kind, id) DO NOTHING RETURNING kind, id),
k AS (INSERT INTO record_keys (kind, key, id) SELECT r.kind, u.key, r.id FROM r, unnest($5::text[]) AS u(key))
SELECT count(*) FROM r`

const updateRecord = `
UPDATE records SET version = $3, next_check = $4, keys = $5, value = $6, writes = substr($7::text || writes, 1, 128)
WHERE kind = $1 AND id = $2 AND version = $8 AND keys = $9`

const removeRecord = `
WITH r AS (DELETE FROM records WHERE kind = $1 AND id = $2 AND version = $3 RETURNING kind, id, keys),
k AS (DELETE FROM record_keys WHERE (kind, key, id) IN (SELECT r.kind, unnest(r.keys), r.id FROM r)),
w AS (INSERT INTO removals (write, at) SELECT $4::bigint, now() FROM r)
SELECT count(*) FROM r`

// try carries out the write in one statement, if the record is at its version and has the same keys.
func (p *putting) try(ctx context.Context, conn *pgx.Conn) (done bool, err error) {
	var rows int64
	switch {
	case p.Value == nil && p.Version == 0:
		return false, nil
	case p.Value == nil:
		err = conn.QueryRow(ctx, removeRecord, p.Kind, p.ID, int64(p.Version), p.write).Scan(&rows)
	case p.Version == 0:
		err = conn.QueryRow(ctx, insertRecord, p.row()...).Scan(&rows)
	default:
		tag, failed := conn.Exec(ctx, updateRecord, p.update(p.keys)...)
		rows, err = tag.RowsAffected(), failed
	}
	return rows == 1, err
}

// row returns what insertRecord takes, and updateRecord first.
func (p *putting) row() []any {
	return []any{p.Kind, p.ID, p.write, check(p.NextCheck), p.keys, string(p.Value), mark(p.write)}
}

// update returns what updateRecord takes for a record that has some keys.
func (p *putting) update(keys []string) []any { return append(p.row(), int64(p.Version), keys) }

// rekey changes the keys of a record too, as relist does for a match.
func (p *putting) rekey(ctx context.Context, conn *pgx.Conn, was []string) (done bool, err error) {
	const written = " EXISTS (SELECT 1 FROM records WHERE kind = $1 AND id = $2 AND version = $3)"
	b := &pgx.Batch{}
	b.Queue("BEGIN")
	b.Queue(updateRecord, p.update(was)...).Exec(func(tag pgconn.CommandTag) error {
		done = tag.RowsAffected() == 1
		return nil
	})
	b.Queue("DELETE FROM record_keys WHERE kind = $1 AND id = $2 AND key = ANY($4::text[]) AND"+written, p.Kind, p.ID, p.write, without(was, p.keys))
	b.Queue("INSERT INTO record_keys (kind, key, id) SELECT $1, u.key, $2 FROM unnest($4::text[]) AS u(key) WHERE"+written+" ON CONFLICT DO NOTHING",
		p.Kind, p.ID, p.write, without(p.keys, was))
	b.Queue("COMMIT")
	err = conn.SendBatch(ctx, b).Close()
	return done, err
}

// sweepEvery is the number of removals, on average, between two sweeps.
const sweepEvery = 1024

// sweep forgets old removals, which nobody asks about any more. If it fails, the next one does it.
func (s *Store) sweep(ctx context.Context) {
	s.read(ctx, func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, "DELETE FROM removals WHERE at < now() - interval '1 hour'")
		return err
	})
}
