package bolt

import (
	"context"
	"encoding/json"
	"fmt"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// Settings returns what a person has set.
func (s *Store) Settings(ctx context.Context, person string) (storage.Settings, error) {
	var found storage.Settings
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		found, err = readSettings(tx, person)
		return err
	})
	if err != nil {
		return storage.Settings{}, fmt.Errorf("settings of %q: %w", person, err)
	}
	return found, nil
}

// ChangeSettings reads, changes and writes what a person has set, in one
// transaction.
func (s *Store) ChangeSettings(ctx context.Context, person string, change func(*storage.Settings)) (storage.Settings, error) {
	var changed storage.Settings
	err := s.write(ctx, func(tx *bbolt.Tx) (err error) {
		if changed, err = readSettings(tx, person); err != nil {
			return err
		}
		change(&changed)
		record, err := json.Marshal(changed)
		if err != nil {
			return fmt.Errorf("encode them: %w", err)
		}
		return tx.Bucket([]byte(settings)).Put(personKey(person), record)
	})
	if err != nil {
		return storage.Settings{}, fmt.Errorf("settings of %q: %w", person, err)
	}
	return changed, nil
}

// readSettings returns what a person has set, nothing where there is no record.
func readSettings(tx *bbolt.Tx, person string) (found storage.Settings, err error) {
	record := tx.Bucket([]byte(settings)).Get(personKey(person))
	if record == nil {
		return found, nil
	}
	if err := json.Unmarshal(record, &found); err != nil {
		return found, fmt.Errorf("decode them: %w", err)
	}
	return found, nil
}
