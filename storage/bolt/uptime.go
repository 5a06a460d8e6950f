package bolt

import (
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// Uptime returns when Parlour was at work.
func (s *Store) Uptime(ctx context.Context) (storage.Uptime, error) {
	var u storage.Uptime
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		return decode(tx.Bucket([]byte(meta)).Get([]byte(uptimeKey)), &u)
	})
	if err != nil {
		return storage.Uptime{}, fmt.Errorf("the uptime: %w", err)
	}
	return u, nil
}

// ChangeUptime reads, changes and writes the uptime in one transaction.
func (s *Store) ChangeUptime(ctx context.Context, change func(*storage.Uptime) error) (storage.Uptime, error) {
	var u storage.Uptime
	err := s.write(ctx, func(tx *bbolt.Tx) error {
		u = storage.Uptime{}
		return amend(tx, meta, []byte(uptimeKey), &u, func(u *storage.Uptime) error {
			if err := change(u); err != nil {
				return err
			}
			*u = tidyUptime(*u)
			return nil
		})
	})
	if err != nil {
		return storage.Uptime{}, fmt.Errorf("the uptime: %w", err)
	}
	return u, nil
}
