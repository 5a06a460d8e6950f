package postgres

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/storage"
)

// newWrite returns an id for a write, which no other has.
func newWrite() int64 { return rand.Int64N(1<<62) + 1 }

// mark is the id of a write as a row has it. A row keeps those of its last eight writes.
func mark(write int64) string { return fmt.Sprintf("%016x", write) }

// A change is a write of one match.
type change struct {
	head  storage.Head // the new head, at its new version
	write int64

	text    string   // the new head
	entries []string // what is appended to the log
	list    listing
	listed  string

	made int // length of the log once it was carried out
}

// A listing is what the tables of players and channels say of a match.
type listing struct {
	Live     bool      `json:"live"`
	Created  time.Time `json:"created"`
	Players  []string  `json:"players"`
	Channels []string  `json:"channels"`
}

// newChange prepares a write of a match.
func newChange(h storage.Head, entries []storage.Entry) (*change, error) {
	h, head, lines, err := storage.Encode(h, entries)
	if err != nil {
		return nil, err
	}
	c := &change{head: h, write: newWrite(), text: string(head), made: h.Plies}
	for _, line := range lines {
		c.entries = append(c.entries, string(line))
	}
	c.list = listing{h.Phase.Live(), h.Created.Truncate(time.Microsecond), storage.PeopleOf(h), storage.ChannelsOf(h)}
	listed, err := json.Marshal(c.list)
	if err != nil {
		return nil, fmt.Errorf("encode its listing: %w", err)
	}
	c.listed = string(listed)
	return c, nil
}

// check returns a NextCheck as a row has it.
func check(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// Create adds a match with an empty log.
func (s *Store) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	h.Version, h.Plies = 1, 0
	return s.insert(ctx, h, nil)
}

// Put implements [storage.Movable].
func (s *Store) Put(ctx context.Context, m storage.Match) error {
	_, err := s.insert(ctx, m.Head, m.Log)
	return err
}

// insertMatch adds a match, with all that belongs to it, if its id is free.
const insertMatch = `
WITH m AS (
	INSERT INTO matches (id, version, plies, next_check, head, listed, writes) VALUES ($1, $2, $3, $4, $5, $6, $7)
	ON CONFLICT (id) DO NOTHING RETURNING id),
p AS (INSERT INTO match_players (player, live, created, match)
	SELECT u.player, $8::boolean, $9::timestamptz, m.id FROM m, unnest($10::text[]) AS u(player)),
c AS (INSERT INTO match_channels (channel, live, created, match)
	SELECT u.channel, $8::boolean, $9::timestamptz, m.id FROM m, unnest($11::text[]) AS u(channel)),
l AS (INSERT INTO match_log (match, ply, entry)
	SELECT m.id, e.n - 1, e.entry FROM m, unnest($12::text[]) WITH ORDINALITY AS e(entry, n))
SELECT count(*) FROM m`

// once carries out a write that compares and changes. Unless an earlier attempt may have been carried out already, it
// tries. Where that changed nothing, settled looks why: whether the write is done, or is refused, or is tried again.
func once(unsure bool, try, settled func() (done bool, err error)) error {
	for ; ; unsure = false {
		if !unsure {
			if done, err := try(); err != nil || done {
				return err
			}
		}
		if done, err := settled(); err != nil || done {
			return err
		}
	}
}

// insert adds a match as it is, with its version and its log.
func (s *Store) insert(ctx context.Context, h storage.Head, log []storage.Entry) (storage.Head, error) {
	return s.writeMatch(ctx, h, log, func(ctx context.Context, conn *pgx.Conn, c *change, unsure bool) error {
		return once(unsure, func() (bool, error) {
			var made int
			err := conn.QueryRow(ctx, insertMatch, h.ID, h.Version, h.Plies, check(c.head.NextCheck), c.text, c.listed, mark(c.write),
				c.list.Live, c.list.Created, c.list.Players, c.list.Channels, c.entries).Scan(&made)
			return made == 1, err
		}, func() (bool, error) {
			was, err := look(ctx, conn, lookMatch, h.ID)
			if err == nil && was.version != 0 && !was.has(c.write) {
				err = refusal{storage.ErrExists}
			}
			return was.has(c.write), err
		})
	})
}

// writeMatch carries out a write of a match, and returns the head as it was written.
func (s *Store) writeMatch(ctx context.Context, h storage.Head, log []storage.Entry,
	do func(ctx context.Context, conn *pgx.Conn, c *change, unsure bool) error) (storage.Head, error) {
	c, err := newChange(h, log)
	if err == nil {
		err = s.write(ctx, func(ctx context.Context, conn *pgx.Conn, unsure bool) error { return do(ctx, conn, c, unsure) })
	}
	if err != nil {
		return storage.Head{}, fmt.Errorf("match %q: %w", h.ID, err)
	}
	c.head.Plies = c.made
	return c.head, nil
}

// Append replaces the head of a match and appends to its log.
func (s *Store) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	h.Version, h.Plies = h.Version+1, h.Plies+len(entries)
	return s.writeMatch(ctx, h, entries, appended)
}

// updateMatch replaces the head of a match and appends to its log, if the match has an expected version and
// is listed as expected. The row then holds the id of the write.
const updateMatch = `
WITH m AS (
	UPDATE matches SET version = version + 1, plies = plies + $4::bigint, next_check = $5, head = $6, listed = $9,
		writes = substr($7::text || writes, 1, 128)
	WHERE id = $1 AND version = $2 AND listed = $3 RETURNING id, plies),
l AS (INSERT INTO match_log (match, ply, entry)
	SELECT m.id, m.plies - $4::bigint + e.n - 1, e.entry FROM m, unnest($8::text[]) WITH ORDINALITY AS e(entry, n))
SELECT plies FROM m`

// update returns what updateMatch takes. listed is how the match is expected to be listed so far.
func (c *change) update(listed string) []any {
	return []any{c.head.ID, c.head.Version - 1, listed, len(c.entries), check(c.head.NextCheck), c.text, mark(c.write), c.entries, c.listed}
}

// appended carries out a change if the match is at the version before.
func appended(ctx context.Context, conn *pgx.Conn, c *change, unsure bool) error {
	return once(unsure, func() (bool, error) {
		err := conn.QueryRow(ctx, updateMatch, c.update(c.listed)...).Scan(&c.made)
		if errors.Is(err, pgx.ErrNoRows) {
			return false, nil
		}
		return true, err
	}, func() (bool, error) {
		was, err := look(ctx, conn, lookMatch, c.head.ID)
		switch {
		case err != nil:
			return false, err
		case was.has(c.write):
			if was.version == c.head.Version { // nobody has appended since
				c.made = was.plies
			}
			return true, nil
		case was.version == 0:
			return false, refusal{storage.ErrNotFound}
		case was.version != c.head.Version-1:
			return false, refusal{storage.ErrConflict}
		case was.listed == c.listed:
			return false, nil
		}
		return c.relist(ctx, conn, was.listed)
	})
}

// written is a condition in SQL: this write is the last one of the match.
const written = ` EXISTS (SELECT 1 FROM matches WHERE id = $1 AND substr(writes, 1, 16) = $2)`

// relist carries out a change of a match that is listed in another way so far, in one transaction that takes
// one round trip. If the first statement writes nothing, the later ones change nothing: another write came
// first, or an earlier attempt of this one, which has done all of it.
func (c *change) relist(ctx context.Context, conn *pgx.Conn, listed string) (done bool, err error) {
	var was listing
	if err := json.Unmarshal([]byte(listed), &was); err != nil {
		return false, refusal{fmt.Errorf("decode its listing: %w", err)}
	}
	b := &pgx.Batch{}
	b.Queue("BEGIN")
	b.Queue(updateMatch, c.update(listed)...).QueryRow(func(row pgx.Row) error {
		err := row.Scan(&c.made)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		done = err == nil
		return err
	})
	moved := was.Live != c.list.Live || !was.Created.Equal(c.list.Created)
	for _, t := range []struct {
		table, column string
		was, now      []string
	}{{"match_players", "player", was.Players, c.list.Players}, {"match_channels", "channel", was.Channels, c.list.Channels}} {
		gone, come := t.was, t.now
		if !moved {
			gone, come = without(t.was, t.now), without(t.now, t.was)
		}
		if len(gone) > 0 {
			b.Queue("DELETE FROM "+t.table+" WHERE "+t.column+" = ANY($3::text[]) AND live = $4 AND created = $5 AND match = $1 AND"+written,
				c.head.ID, mark(c.write), gone, was.Live, was.Created)
		}
		if len(come) > 0 {
			b.Queue("INSERT INTO "+t.table+" ("+t.column+", live, created, match) SELECT u.x, $4::boolean, $5::timestamptz, $1 FROM unnest($3::text[]) AS u(x) WHERE"+written+" ON CONFLICT DO NOTHING",
				c.head.ID, mark(c.write), come, c.list.Live, c.list.Created)
		}
	}
	b.Queue("COMMIT")
	err = conn.SendBatch(ctx, b).Close()
	return done, err
}

// without returns the texts that are not among others.
func without(texts, others []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(x string) bool { return slices.Contains(others, x) })
}

// A row is the row of a match or a record, read because a write did not find what it expected.
type row struct {
	version, plies int // version 0 for none
	listed, writes string
}

// lookMatch and lookRecord are the queries of look.
const (
	lookMatch  = "SELECT version, plies, listed, writes FROM matches WHERE id = $1"
	lookRecord = "SELECT version, 0, '', writes FROM records WHERE kind = $1 AND id = $2"
)

// look reads the row of a match or a record.
func look(ctx context.Context, conn *pgx.Conn, query string, key ...any) (r row, err error) {
	err = conn.QueryRow(ctx, query, key...).Scan(&r.version, &r.plies, &r.listed, &r.writes)
	if errors.Is(err, pgx.ErrNoRows) {
		return row{}, nil
	}
	return r, err
}

// has reports whether a write stands in the row.
func (r row) has(write int64) bool { return strings.Contains(r.writes, mark(write)) }

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

// put carries out the write if the record is at its version.
func (p *putting) put(ctx context.Context, conn *pgx.Conn, unsure bool) error {
	return once(unsure, func() (bool, error) { return p.try(ctx, conn) }, func() (done bool, err error) {
		r, err := look(ctx, conn, lookRecord, p.Kind, p.ID)
		if done = r.has(p.write); err == nil && p.Value == nil && p.Version != 0 { // no row says that it was removed
			err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM removals WHERE write = $1)", p.write).Scan(&done)
		}
		if err != nil || done {
			return done, err
		}
		if uint64(r.version) != p.Version {
			return false, refusal{storage.ErrConflict}
		}
		return p.Version == 0 && p.Value == nil, nil // there is none, as the caller wants it
	})
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
