package postgres

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
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
func mark(write int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(write)) }

// A change is a write of one match.
type change struct {
	head  storage.Head // the new head, at its new version
	write int64
	text  json.RawMessage   // the new head as JSON
	lines []json.RawMessage // what is appended to the log
	with  []storage.Record  // what is written in its transaction, ordered by id so that no two block each other

	list   listing
	listed int64 // its hash

	packed  []byte   // the new head and, once it is settled, the whole log
	entries []string // the end of the log, which is put into the table of logs
}

// A listing is what the tables of what is due, of players, of channels and of counters say of a match.
type listing struct {
	Live, Due         bool
	Age               time.Time
	Players, Channels []string
	Counters          []counter `json:",omitempty"`
}

// A counter is a counter and what is added to it.
type counter struct {
	storage.Counter
	storage.Tally
}

// listingOf returns the listing of a match.
func listingOf(h storage.Head) listing {
	age := h.Age().UTC().Truncate(time.Microsecond)
	return listing{h.Phase.Live(), !h.NextCheck.IsZero(), age, storage.PeopleOf(h), storage.ChannelsOf(h),
		inOrder(storage.CountersOf(h))}
}

// inOrder returns counters in the order in which all writes take their locks.
func inOrder(all storage.Counters) (list []counter) {
	for at, t := range all {
		list = append(list, counter{at, t})
	}
	slices.SortFunc(list, func(a, b counter) int {
		return cmp.Or(cmp.Compare(a.Guild, b.Guild), cmp.Compare(a.Period, b.Period), cmp.Compare(a.Channel, b.Channel),
			cmp.Compare(a.Game, b.Game), cmp.Compare(a.Person, b.Person))
	})
	return list
}

// countersOf is the reverse of [inOrder].
func countersOf(list []counter) storage.Counters {
	all := storage.Counters{}
	for _, c := range list {
		all.Add(c.Counter, c.Tally)
	}
	return all
}

// addCounters ends a statement whose first part is m, the match that it has written: it adds to counters. Those of one
// match are of one server. last is the number of the parameters before it.
func addCounters(last int) string {
	p := func(n int, of string) string { return fmt.Sprintf("$%d::%s", last+n, of) }
	return `,
k AS (INSERT INTO counters AS k (guild, period, channel, game, person, won, drawn, lost, last_win)
	SELECT u.guild, u.period, u.channel, u.game, u.person, u.won, u.drawn, u.lost, u.last_win FROM m, unnest(` +
		strings.Join([]string{p(1, "text[]"), p(2, "integer[]"), p(3, "text[]"), p(4, "text[]"), p(5, "text[]"),
			p(6, "smallint[]"), p(7, "smallint[]"), p(8, "smallint[]"), p(9, "bigint[]")}, ", ") +
		`) AS u(guild, period, channel, game, person, won, drawn, lost, last_win)
	ON CONFLICT (guild, period, channel, game, person) DO UPDATE SET won = k.won + excluded.won, drawn = k.drawn + excluded.drawn,
		lost = k.lost + excluded.lost, last_win = greatest(k.last_win, excluded.last_win))
SELECT count(*) FROM m`
}

// columns returns what [addCounters] takes.
func columns(list []counter) []any {
	var guilds, channels, games, people []string
	var periods []int32
	var won, drawn, lost []int16
	var last []int64
	for _, c := range list {
		guilds, channels = append(guilds, c.Guild), append(channels, c.Channel)
		games, people = append(games, c.Game), append(people, c.Person)
		periods = append(periods, int32(c.Period))
		won, drawn, lost = append(won, int16(c.Won)), append(drawn, int16(c.Drawn)), append(lost, int16(c.Lost))
		at := int64(0)
		if !c.Last.IsZero() {
			at = c.Last.Unix()
		}
		last = append(last, at)
	}
	return []any{guilds, periods, channels, games, people, won, drawn, lost, last}
}

// hash is what the row of a match has of its listing.
func (l listing) hash() int64 {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // of texts and a time that were written already
	}
	sum := sha256.Sum256(text)
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// newChange prepares a write of a match.
func newChange(h storage.Head, entries []storage.Entry) (*change, error) {
	with := slices.SortedFunc(slices.Values(h.With), func(a, b storage.Record) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID)) })
	h.With = nil
	h, head, lines, err := storage.Encode(h, entries)
	if err != nil {
		return nil, err
	}
	c := &change{head: h, write: newWrite(), text: head, lines: lines, with: with, list: listingOf(h)}
	c.listed = c.list.hash()
	return c, nil
}

// follow prepares a change of a match whose log is known so far. The table of logs has some entries of it, or none.
func (c *change) follow(log []json.RawMessage, there int) error {
	log = slices.Concat(log, c.lines)
	c.head.Plies = len(log)
	head, err := json.Marshal(c.head)
	if err != nil {
		return fmt.Errorf("encode its head: %w", err)
	}
	if c.head.Settled() {
		c.packed, c.entries = storage.Pack(head, log), nil
	} else {
		c.packed, c.entries = storage.Pack(head, nil), texts(log[there:])
	}
	return nil
}

// raw returns entries of a log that its table has. [texts] is the reverse.
func raw(entries []string) (all []json.RawMessage) {
	for _, e := range entries {
		all = append(all, json.RawMessage(e))
	}
	return all
}

func texts(entries []json.RawMessage) (all []string) {
	for _, e := range entries {
		all = append(all, string(e))
	}
	return all
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
	h.Version, h.Plies, h.With = 1, 0, nil
	return s.insert(ctx, h, nil)
}

// Put implements [storage.Movable].
func (s *Store) Put(ctx context.Context, m storage.Match) error {
	_, err := s.insert(ctx, m.Head, m.Log)
	return err
}

// insertMatch adds a match, with all that belongs to it, if its id is free.
var insertMatch = `
WITH m AS (
	INSERT INTO matches (id, version, plies, packed, listed, writes) VALUES ($1, $2, $3, $4, $5, $6)
	ON CONFLICT (id) DO NOTHING RETURNING id),
d AS (INSERT INTO match_due (match, next_check) SELECT m.id, $7 FROM m WHERE $7::timestamptz IS NOT NULL),
p AS (INSERT INTO match_players (player, live, age, match)
	SELECT u.player, $8::boolean, $9::timestamptz, m.id FROM m, unnest($10::text[]) AS u(player)),
c AS (INSERT INTO match_channels (channel, live, age, match)
	SELECT u.channel, $8::boolean, $9::timestamptz, m.id FROM m, unnest($11::text[]) AS u(channel)),
l AS (INSERT INTO match_log (match, ply, entry)
	SELECT m.id, e.n - 1, e.entry FROM m, unnest($12::text[]) WITH ORDINALITY AS e(entry, n))` + addCounters(12)

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
		if err := c.follow(nil, 0); err != nil {
			return refusal{err}
		}
		return once(unsure, func() (bool, error) {
			var made int
			args := append([]any{h.ID, h.Version, c.head.Plies, c.packed, c.listed, mark(c.write), check(c.head.NextCheck),
				c.list.Live, c.list.Age, c.list.Players, c.list.Channels, c.entries}, columns(c.list.Counters)...)
			err := conn.QueryRow(ctx, insertMatch, args...).Scan(&made)
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
	return c.head, nil
}

// Append replaces the head of a match and appends to its log.
func (s *Store) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	h.Version, h.Plies = h.Version+1, h.Plies+len(entries)
	return s.writeMatch(ctx, h, entries, appended)
}

// updateMatch replaces the head of a match and appends to its log, if the match has an expected version, is listed as
// expected, and its log is as long. The row then holds the id of the write.
const updateMatch = updated + "\nSELECT count(*) FROM m"

// recountMatch is [updateMatch] that adds to counters, too.
var recountMatch = updated + addCounters(11)

const updated = `
WITH m AS (
	UPDATE matches SET version = version + 1, plies = $5, packed = $6, listed = $7, writes = substr($8::bytea || writes, 1, 64)
	WHERE id = $1 AND version = $2 AND plies = $3 AND listed = $4 RETURNING id),
d AS (UPDATE match_due AS d SET next_check = $9 FROM m WHERE d.match = m.id AND d.next_check <> $9),
l AS (INSERT INTO match_log (match, ply, entry)
	SELECT m.id, $10::bigint + e.n - 1, e.entry FROM m, unnest($11::text[]) WITH ORDINALITY AS e(entry, n))`

// update returns what updateMatch takes. listed is how the match is expected to be listed so far.
func (c *change) update(listed int64) []any {
	return []any{c.head.ID, c.head.Version - 1, c.head.Plies - len(c.lines), listed, c.head.Plies, c.packed, c.listed, mark(c.write),
		check(c.head.NextCheck), c.head.Plies - len(c.entries), c.entries}
}

// appended carries out a change if the match is at the version before. One that settles a match, or is of one that is,
// looks first: it packs the whole log. So does one that writes records too, in a transaction of its own.
func appended(ctx context.Context, conn *pgx.Conn, c *change, unsure bool) error {
	return once(unsure || c.head.Settled() || len(c.with) > 0, func() (bool, error) {
		if len(c.with) > 0 {
			return false, nil
		}
		c.packed, c.entries = storage.Pack(c.text, nil), texts(c.lines)
		var made int
		err := conn.QueryRow(ctx, updateMatch, c.update(c.listed)...).Scan(&made)
		return made == 1, err
	}, func() (bool, error) {
		was, err := look(ctx, conn, lookMatch, c.head.ID)
		switch {
		case err != nil:
			return false, err
		case was.has(c.write):
			return true, nil
		case was.version == 0:
			return false, refusal{storage.ErrNotFound}
		case was.version != c.head.Version-1:
			return false, refusal{storage.ErrConflict}
		}
		return c.relist(ctx, conn, was)
	})
}

// written is a condition in SQL: this write is the last one of the match.
const written = ` EXISTS (SELECT 1 FROM matches WHERE id = $1 AND substr(writes, 1, 8) = $2)`

// unlessThere ends an insertion that an earlier attempt may have made.
const unlessThere = " ON CONFLICT DO NOTHING"

// relist carries out a change of a match whose row was read, in one transaction that takes one round trip. If the first
// statement writes nothing, the later ones change nothing: another write came first, or an earlier attempt of this
// one, which has done all of it.
func (c *change) relist(ctx context.Context, conn *pgx.Conn, r row) (done bool, err error) {
	head, log, err := unpacked(r.packed)
	if err == nil {
		err = c.follow(append(log, raw(r.rest)...), len(r.rest))
	}
	if err != nil {
		return false, refusal{err}
	}
	was, now := listingOf(head), c.list
	counts := inOrder(countersOf(now.Counters).Since(countersOf(was.Counters)))
	update, args := updateMatch, c.update(r.listed)
	if len(counts) > 0 {
		update, args = recountMatch, append(args, columns(counts)...)
	}
	b := &pgx.Batch{}
	b.Queue("BEGIN")
	b.Queue(update, args...).QueryRow(func(row pgx.Row) error {
		var made int
		err := row.Scan(&made)
		done = err == nil && made == 1
		return err
	})
	queue := func(query string, args ...any) { b.Queue(query, append([]any{c.head.ID, mark(c.write)}, args...)...) }
	if slices.ContainsFunc(counts, func(c counter) bool { return c.Won < 0 || c.Drawn < 0 || c.Lost < 0 }) {
		cols := columns(counts)
		queue("DELETE FROM counters WHERE guild = ANY($3::text[]) AND period = ANY($4::integer[]) AND person = ANY($5::text[])"+
			" AND won = 0 AND drawn = 0 AND lost = 0 AND"+written, cols[0], cols[1], cols[4])
	}
	switch {
	case was.Due && !now.Due:
		queue("DELETE FROM match_due WHERE match = $1 AND" + written)
	case now.Due && !was.Due:
		queue("INSERT INTO match_due (match, next_check) SELECT $1, $3::timestamptz WHERE"+written+unlessThere, c.head.NextCheck)
	}
	if c.head.Settled() && len(r.rest) > 0 {
		queue("DELETE FROM match_log WHERE match = $1 AND" + written)
	}
	moved := was.Live != now.Live || !was.Age.Equal(now.Age)
	for _, t := range []struct {
		table, column string
		was, now      []string
	}{{"match_players", "player", was.Players, now.Players}, {"match_channels", "channel", was.Channels, now.Channels}} {
		gone, come := t.was, t.now
		if !moved {
			gone, come = without(t.was, t.now), without(t.now, t.was)
		}
		if len(gone) > 0 {
			queue("DELETE FROM "+t.table+" WHERE "+t.column+" = ANY($3::text[]) AND live = $4 AND age = $5 AND match = $1 AND"+written, gone, was.Live, was.Age)
		}
		if len(come) > 0 {
			queue("INSERT INTO "+t.table+" ("+t.column+", live, age, match) SELECT u.x, $4::boolean, $5::timestamptz, $1 FROM unnest($3::text[]) AS u(x) WHERE"+written+unlessThere,
				come, now.Live, now.Age)
		}
	}
	if len(c.with) == 0 {
		b.Queue("COMMIT")
	}
	err = conn.SendBatch(ctx, b).Close()
	if len(c.with) == 0 {
		return done, err
	}
	if err == nil && done {
		err = c.beside(ctx, conn)
	}
	end := "COMMIT"
	if err != nil || !done {
		end = "ROLLBACK"
	}
	if _, ended := conn.Exec(ctx, end); err == nil {
		err = ended
	}
	return done, err
}

// beside writes the records of a change in the transaction that has written its match.
func (c *change) beside(ctx context.Context, conn *pgx.Conn) error {
	for _, r := range c.with {
		p := &putting{Record: r, write: newWrite()}
		if done, err := p.try(ctx, conn); err != nil || !done {
			return cmp.Or(err, error(refusal{storage.ErrConflict}))
		}
	}
	return nil
}

// without returns the texts that are not among others.
func without(texts, others []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(x string) bool { return slices.Contains(others, x) })
}

// A row is the row of a match or a record, read because a write did not find what it expected.
type row struct {
	version int // 0 for none
	writes  []byte

	// of a match
	listed int64
	packed []byte
	rest   []string
}

// lookMatch and lookRecord are the queries of look.
const (
	lookMatch  = "SELECT version, writes, listed, packed, " + restOfLog + " FROM matches m WHERE id = $1"
	lookRecord = "SELECT version, writes, 0, ''::bytea, ARRAY[]::text[] FROM records WHERE kind = $1 AND id = $2"
)

// look reads the row of a match or a record.
func look(ctx context.Context, conn *pgx.Conn, query string, key ...any) (r row, err error) {
	err = conn.QueryRow(ctx, query, key...).Scan(&r.version, &r.writes, &r.listed, &r.packed, &r.rest)
	if errors.Is(err, pgx.ErrNoRows) {
		return row{}, nil
	}
	return r, err
}

// has reports whether a write stands in the row.
func (r row) has(write int64) bool {
	for w := range slices.Chunk(r.writes, 8) {
		if bytes.Equal(w, mark(write)) {
			return true
		}
	}
	return false
}

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

// RecordsOf returns records.
func (s *Store) RecordsOf(ctx context.Context, kind string, ids []string) ([]storage.Record, error) {
	return rows(ctx, s, toRecord, "SELECT "+recordOf+" FROM records r WHERE r.kind = $1 AND r.id = ANY($2::text[])", kind, ids)
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
UPDATE records SET version = $3, next_check = $4, value = $5, writes = substr($6::bytea || writes, 1, 64)
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
