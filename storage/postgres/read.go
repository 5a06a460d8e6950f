package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/storage"
)

// toHead returns the head of a row.
func toHead(row pgx.CollectableRow) (h storage.Head, err error) {
	var packed []byte
	if err := row.Scan(&packed); err != nil {
		return h, err
	}
	if h, _, err = unpacked(packed); err != nil {
		return h, refusal{err}
	}
	return h, nil
}

// unpacked returns the head of a match and the log that is packed with it.
func unpacked(packed []byte) (h storage.Head, log []json.RawMessage, err error) {
	text, log, err := storage.Unpack(packed)
	if err == nil {
		h, err = storage.DecodeHead(text)
	}
	return h, log, err
}

// toMatch returns the match of a row.
func toMatch(row pgx.CollectableRow) (m storage.Match, err error) {
	var packed []byte
	var rest []string
	if err = row.Scan(&packed, &rest); err != nil {
		return m, err
	}
	head, log, err := unpacked(packed)
	if err == nil {
		m, err = storage.Decode(head, append(log, raw(rest)...))
	}
	if err != nil {
		return m, refusal{err}
	}
	return m, nil
}

// rows reads what a query finds, in its order.
func rows[T any](ctx context.Context, s *Store, one pgx.RowToFunc[T], query string,
	args ...any) (found []T, err error) {
	err = s.read(ctx, func(ctx context.Context, c *pgx.Conn) error {
		all, err := c.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(all, one)
		return err
	})
	return found, err
}

// upTo ends a query after some rows. The number is no parameter, so that the database can plan for it.
func upTo(limit int) string { return " LIMIT " + strconv.Itoa(max(limit, 0)) }

// restOfLog is the part of a match's log that is not packed with its head.
const restOfLog = "ARRAY(SELECT l.entry FROM match_log l WHERE l.match = m.id ORDER BY l.ply)"

// matches reads the matches that a query finds. One statement reads head and log, so both are of one moment.
func (s *Store) matches(ctx context.Context, query string, args ...any) ([]storage.Match, error) {
	return rows(ctx, s, toMatch, "SELECT m.packed, "+restOfLog+" FROM matches m "+query, args...)
}

// Get returns a match.
func (s *Store) Get(ctx context.Context, id string) (storage.Match, error) {
	found, err := s.matches(ctx, "WHERE m.id = $1", id)
	if err == nil && len(found) == 0 {
		err = storage.ErrNotFound
	}
	if err != nil {
		return storage.Match{}, fmt.Errorf("match %q: %w", id, err)
	}
	return found[0], nil
}

// heads reads the heads of the matches that a query finds.
func (s *Store) heads(ctx context.Context, query string, args ...any) ([]storage.Head, error) {
	return rows(ctx, s, toHead, "SELECT m.packed FROM "+query, args...)
}

// listed reads a part of the matches of a person or a channel.
func (s *Store) listed(ctx context.Context, table, column, of string, live bool,
	part storage.Part) ([]storage.Head, error) {
	order := "l.age, l.match"
	if part != storage.All {
		order = "l.age DESC, l.match DESC" + upTo(int(part))
	}
	return s.heads(ctx, table+" l JOIN matches m ON m.id = l.match WHERE l."+column+" = $1 AND l.live = $2 ORDER BY "+order, of, live)
}

// OfPlayer returns the matches of a person.
func (s *Store) OfPlayer(ctx context.Context, player string, live bool, part storage.Part) ([]storage.Head, error) {
	return s.listed(ctx, "match_players", "player", player, live, part)
}

// OfChannel returns the matches of a channel.
func (s *Store) OfChannel(ctx context.Context, channel string, live bool, part storage.Part) ([]storage.Head, error) {
	return s.listed(ctx, "match_channels", "channel", channel, live, part)
}

// Standings adds up the counters of a server. The database does that by person and game, and sends the games of a person
// one after the other, that of most matches first.
func (s *Store) Standings(ctx context.Context, of storage.Standings) ([]storage.Standing, error) {
	one := func(row pgx.CollectableRow) (st storage.Standing, err error) {
		var last int64
		if err = row.Scan(&st.Person, &st.Game, &st.Won, &st.Drawn, &st.Lost, &last); last != 0 {
			st.Last = time.Unix(last, 0).UTC()
		}
		return st, err
	}
	found, err := rows(ctx, s, one, `SELECT person, game, sum(won), sum(drawn), sum(lost), max(last_win) FROM counters
		WHERE guild = $1 AND period = $2 AND channel = ANY($3::text[]) AND ($4 = '' OR game = $4) GROUP BY person, game
		ORDER BY person, sum(won + drawn + lost) DESC, game`,
		of.Guild, int(of.Period), of.Channels, of.Game)
	var all []storage.Standing
	for _, st := range found {
		if last := len(all) - 1; last >= 0 && all[last].Person == st.Person {
			all[last].Tally = all[last].Plus(st.Tally)
		} else {
			all = append(all, st)
		}
	}
	return all, err
}

// Due returns the matches whose check is due.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	return s.heads(ctx, "match_due d JOIN matches m ON m.id = d.match WHERE d.next_check <= $1 ORDER BY d.next_check, d.match"+upTo(limit), now)
}

// Scheduled implements [storage.Store].
func (s *Store) Scheduled(ctx context.Context) ([]string, error) {
	return rows(ctx, s, pgx.RowTo[string], "SELECT match FROM match_due ORDER BY next_check, match")
}

// Time returns the time of the database's clock.
func (s *Store) Time(ctx context.Context) (now time.Time, err error) {
	err = s.read(ctx, func(ctx context.Context, c *pgx.Conn) error {
		return c.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
	})
	return now.UTC(), err
}

// Size implements [storage.Movable]. It is the size of the whole database.
func (s *Store) Size(ctx context.Context) (bytes int64, err error) {
	err = s.read(ctx, func(ctx context.Context, c *pgx.Conn) error {
		return c.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&bytes)
	})
	return bytes, err
}

// pageSize is how many matches or records are read at a time.
const pageSize = 40

// pages reads page after page. read returns the page that follows last, or the first one if last is nil.
func pages[T any](read func(last *T) ([]T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var last *T
		for {
			page, err := read(last)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, one := range page {
				if !yield(one, nil) {
					return
				}
			}
			if len(page) < pageSize {
				return
			}
			last = &page[len(page)-1]
		}
	}
}

// Matches implements [storage.Movable].
func (s *Store) Matches(ctx context.Context) iter.Seq2[storage.Match, error] {
	return pages(func(last *storage.Match) ([]storage.Match, error) {
		after, from := "", ">="
		if last != nil {
			after, from = last.ID, ">"
		}
		found, err := s.matches(ctx, "WHERE m.id "+from+" $1 ORDER BY m.id"+upTo(pageSize), after)
		if err != nil {
			err = fmt.Errorf("read the matches after %q: %w", after, err)
		}
		return found, err
	})
}

// Records implements [storage.Movable].
func (s *Store) Records(ctx context.Context) iter.Seq2[storage.Record, error] {
	return pages(func(last *storage.Record) ([]storage.Record, error) {
		kind, id, from := "", "", ">="
		if last != nil {
			kind, id, from = last.Kind, last.ID, ">"
		}
		return rows(ctx, s, toRecord, "SELECT "+recordOf+" FROM records r WHERE (r.kind, r.id) "+from+" ($1, $2) ORDER BY r.kind, r.id"+upTo(pageSize), kind, id)
	})
}

// Unsettled implements [storage.Movable]. A match that is settled while it reads may come as that.
func (s *Store) Unsettled(ctx context.Context) iter.Seq2[storage.Head, error] {
	return func(yield func(storage.Head, error) bool) {
		ids, err := rows(ctx, s, pgx.RowTo[string], "SELECT match FROM match_due UNION SELECT match FROM match_channels WHERE live")
		for some := range slices.Chunk(ids, 10*pageSize) {
			var heads []storage.Head
			if heads, err = s.heads(ctx, "matches m WHERE m.id = ANY($1)", some); err != nil {
				break
			}
			for _, h := range heads {
				if !yield(h, nil) {
					return
				}
			}
		}
		if err != nil {
			yield(storage.Head{}, fmt.Errorf("read the matches that are not settled: %w", err))
		}
	}
}

// RecordCounts implements [storage.Movable].
func (s *Store) RecordCounts(ctx context.Context) (map[string]int, error) {
	type count struct {
		Kind string
		N    int
	}
	found, err := rows(ctx, s, pgx.RowToStructByPos[count], "SELECT kind, count(*) FROM records GROUP BY kind")
	all := map[string]int{}
	for _, one := range found {
		all[one.Kind] = one.N
	}
	return all, err
}
