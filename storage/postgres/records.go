package postgres

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/storage"
)

// recordOf is what is read of a record.
const recordOf = "r.kind, r.id, r.version, r.next_check, r.value"

// toRecord returns the record of a row.
func toRecord(row pgx.CollectableRow) (r storage.Record, err error) {
	var next *time.Time
	var value string
	if err = row.Scan(&r.Kind, &r.ID, &r.Version, &next, &value); next != nil {
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

// PutRecord compares and writes a record. Its new version is the id of the write, so that none comes again.
func (s *Store) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	if err := r.Legible(); err != nil {
		return storage.Record{}, err
	}
	p := &putting{Record: r, write: newWrite()}
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
	r.Version, r.NextCheck, r.Value = uint64(p.write), r.NextCheck.UTC(), bytes.Clone(r.Value)
	return r, nil
}

// A putting is a write of one record.
type putting struct {
	storage.Record
	write int64
}

// look reads the row of the record.
func (p *putting) look(ctx context.Context, conn *pgx.Conn) (r row, err error) {
	err = conn.QueryRow(ctx, "SELECT version, writes FROM records WHERE kind = $1 AND id = $2", p.Kind, p.ID).Scan(&r.version, &r.writes)
	if errors.Is(err, pgx.ErrNoRows) {
		return row{}, nil
	}
	return r, err
}

// carriedOut reports whether an attempt of the write was carried out.
func (p *putting) carriedOut(ctx context.Context, conn *pgx.Conn, r row) (done bool, err error) {
	if p.Value != nil || p.Version == 0 {
		return r.has(p.write), nil
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
		r, err := p.look(ctx, conn)
		if err != nil {
			return err
		}
		if done, err := p.carriedOut(ctx, conn, r); err != nil || done {
			return err
		}
		switch {
		case uint64(r.version) != p.Version:
			return refusal{storage.ErrConflict}
		case p.Version == 0 && p.Value == nil:
			return nil // there is none, as the caller wants it
		}
	}
}

const insertRecord = `
INSERT INTO records (kind, id, version, next_check, value, writes) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (kind, id) DO NOTHING`

const updateRecord = `
UPDATE records SET version = $3, next_check = $4, value = $5, writes = substr($6::text || writes, 1, 128)
WHERE kind = $1 AND id = $2 AND version = $7`

const removeRecord = `
WITH r AS (DELETE FROM records WHERE kind = $1 AND id = $2 AND version = $3 RETURNING kind, id)
INSERT INTO removals (write, at) SELECT $4::bigint, now() FROM r`

// try carries out the write in one statement, if the record is at its version.
func (p *putting) try(ctx context.Context, conn *pgx.Conn) (done bool, err error) {
	if p.Value == nil && p.Version == 0 {
		return false, nil
	}
	query, args := insertRecord, []any{p.Kind, p.ID, p.write, check(p.NextCheck), string(p.Value), mark(p.write)}
	switch {
	case p.Value == nil:
		query, args = removeRecord, []any{p.Kind, p.ID, int64(p.Version), p.write}
	case p.Version != 0:
		query, args = updateRecord, append(args, int64(p.Version))
	}
	tag, err := conn.Exec(ctx, query, args...)
	return tag.RowsAffected() == 1, err
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
