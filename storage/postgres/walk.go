package postgres

import (
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"parlour/storage"
)

// pageSize is how many matches or records are read at a time.
const pageSize = 40

// pages reads page after page, each after the last of the one before; last is nil for the first.
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
		all, err := rows(ctx, s, func(r pgx.CollectableRow) (k kept, err error) {
			err = r.Scan(&k.version, &k.plies, &k.head, &k.log)
			return k, err
		}, "SELECT m.version, m.plies, m.head, "+theLog+" FROM matches m WHERE m.id "+from+" $1 ORDER BY m.id LIMIT $2", after, pageSize)
		var ms []storage.Match
		for _, k := range all {
			m, wrong := k.decode()
			if wrong != nil {
				return nil, fmt.Errorf("a match after %q: %w", after, wrong)
			}
			ms = append(ms, m)
		}
		return ms, err
	})
}

// Records implements [storage.Movable].
func (s *Store) Records(ctx context.Context) iter.Seq2[storage.Record, error] {
	return pages(func(last *storage.Record) ([]storage.Record, error) {
		kind, id, from := "", "", ">="
		if last != nil {
			kind, id, from = last.Kind, last.ID, ">"
		}
		return rows(ctx, s, toRecord, "SELECT "+recordOf+" FROM records r WHERE (r.kind, r.id) "+from+" ($1, $2) ORDER BY r.kind, r.id LIMIT $3", kind, id, pageSize)
	})
}
