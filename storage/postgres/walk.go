package postgres

import (
	"context"
	"fmt"
	"iter"

	"parlour/storage"
)

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
