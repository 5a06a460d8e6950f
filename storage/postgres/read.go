package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"parlour/storage"
)

// A kept is a match as its rows have it.
type kept struct {
	version, plies int
	head           string
	log            []string
}

// decodeHead returns the head. The numbers of the row count, and not those in the head.
func (k kept) decodeHead() (storage.Head, error) {
	var h storage.Head
	if err := json.Unmarshal([]byte(k.head), &h); err != nil {
		return storage.Head{}, fmt.Errorf("decode a head: %w", err)
	}
	h.Version, h.Plies = k.version, k.plies
	return h, nil
}

// decode returns the match.
func (k kept) decode() (m storage.Match, err error) {
	if m.Head, err = k.decodeHead(); err != nil {
		return storage.Match{}, err
	}
	if len(k.log) != k.plies {
		return storage.Match{}, fmt.Errorf("%w: its log has %d entries in place of %d", storage.ErrDamaged, len(k.log), k.plies)
	}
	m.Log = make([]storage.Entry, len(k.log))
	for i, line := range k.log {
		if err := json.Unmarshal([]byte(line), &m.Log[i]); err != nil {
			return storage.Match{}, fmt.Errorf("decode entry %d: %w", i, err)
		}
	}
	return m, nil
}

// theLog reads the log of a match in the statement that reads its head, so both are of one moment.
const theLog = "ARRAY(SELECT l.entry FROM match_log l WHERE l.match = m.id ORDER BY l.ply)"

// Get returns a match.
func (s *Store) Get(ctx context.Context, id string) (storage.Match, error) {
	var k kept
	err := s.read(ctx, func(ctx context.Context, c *pgx.Conn) error {
		err := c.QueryRow(ctx, "SELECT m.version, m.plies, m.head, "+theLog+" FROM matches m WHERE m.id = $1", id).Scan(&k.version, &k.plies, &k.head, &k.log)
		if errors.Is(err, pgx.ErrNoRows) {
			return refusal{storage.ErrNotFound}
		}
		return err
	})
	var m storage.Match
	if err == nil {
		m, err = k.decode()
	}
	if err != nil {
		return storage.Match{}, fmt.Errorf("match %q: %w", id, err)
	}
	return m, nil
}

// rows reads what a query finds, in its order.
func rows[T any](ctx context.Context, s *Store, one pgx.RowToFunc[T], query string, args ...any) (found []T, err error) {
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

// upTo ends a query after some rows. The number is not a parameter, because a plan is made for it.
func upTo(limit int) string { return " LIMIT " + strconv.Itoa(limit) }

// heads reads what a query finds of heads.
func (s *Store) heads(ctx context.Context, query string, args ...any) ([]storage.Head, error) {
	all, err := rows(ctx, s, func(r pgx.CollectableRow) (k kept, err error) {
		err = r.Scan(&k.version, &k.plies, &k.head)
		return k, err
	}, "SELECT m.version, m.plies, m.head FROM "+query, args...)
	if err != nil {
		return nil, err
	}
	var hs []storage.Head
	for _, k := range all {
		h, err := k.decodeHead()
		if err != nil {
			return nil, err
		}
		hs = append(hs, h)
	}
	return hs, nil
}

// listedAs is a query for the matches of somebody or something, oldest first or the newest.
func (s *Store) listedAs(ctx context.Context, table, column, of string, live bool, part storage.Part) ([]storage.Head, error) {
	query := table + " l JOIN matches m ON m.id = l.match WHERE l." + column + " = $1 AND l.live = $2 ORDER BY "
	if part == storage.All {
		return s.heads(ctx, query+"l.created, l.match", of, live)
	}
	return s.heads(ctx, query+"l.created DESC, l.match DESC"+upTo(int(part)), of, live)
}

// OfPlayer returns the matches of a person.
func (s *Store) OfPlayer(ctx context.Context, player string, live bool, part storage.Part) ([]storage.Head, error) {
	return s.listedAs(ctx, "match_players", "player", player, live, part)
}

// OfChannel returns the live matches of a channel.
func (s *Store) OfChannel(ctx context.Context, channel string, part storage.Part) ([]storage.Head, error) {
	return s.listedAs(ctx, "match_channels", "channel", channel, true, part)
}

// EndedIn returns the newest ended matches of a channel.
func (s *Store) EndedIn(ctx context.Context, channel string, limit int) ([]storage.Head, error) {
	if limit <= 0 {
		return nil, s.idle(ctx)
	}
	return s.listedAs(ctx, "match_channels", "channel", channel, false, storage.Newest(limit))
}

// idle is the error of a call for which nothing is to be read.
func (s *Store) idle(ctx context.Context) error {
	if err := s.enter(); err != nil {
		return err
	}
	s.calls.Done()
	return ctx.Err()
}

// Due returns the matches whose check is due.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]storage.Head, error) {
	return s.heads(ctx, "matches m WHERE m.next_check IS NOT NULL AND m.next_check <= $1 ORDER BY m.next_check, m.id"+upTo(limit), now)
}

// Scheduled implements [storage.Store].
func (s *Store) Scheduled(ctx context.Context) ([]string, error) {
	return rows(ctx, s, pgx.RowTo[string], "SELECT id FROM matches WHERE next_check IS NOT NULL ORDER BY next_check, id")
}

// Time returns the time of the database's clock.
func (s *Store) Time(ctx context.Context) (now time.Time, err error) {
	err = s.read(ctx, func(ctx context.Context, c *pgx.Conn) error {
		return c.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
	})
	return now.UTC(), err
}
