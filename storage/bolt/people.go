package bolt

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"go.etcd.io/bbolt"

	"parlour/storage"
)

// Person returns a person.
func (s *Store) Person(ctx context.Context, id string) (storage.Person, error) {
	var p storage.Person
	err := s.view(ctx, func(tx *bbolt.Tx) (err error) {
		p, err = readPerson(tx, id)
		return err
	})
	if err != nil {
		return storage.Person{}, fmt.Errorf("person %q: %w", id, err)
	}
	return p, nil
}

// ChangePerson reads, changes and writes a person, in one transaction.
func (s *Store) ChangePerson(ctx context.Context, id string, change func(*storage.Person) error) (storage.Person, error) {
	if !utf8.ValidString(id) {
		return storage.Person{}, fmt.Errorf("the id %q is not text", id)
	}
	var p storage.Person
	err := s.write(ctx, func(tx *bbolt.Tx) error {
		p = storage.Person{ID: id}
		var before []ref
		if err := amend(tx, people, personKey(id), &p, func(p *storage.Person) error {
			before = personRefs(*p)
			if err := change(p); err != nil {
				return err
			}
			p.ID = id
			*p = tidyPerson(*p)
			return nil
		}); err != nil {
			return err
		}
		after := personRefs(p)
		return reindex(tx, without(after, before), without(before, after))
	})
	if err != nil {
		return storage.Person{}, fmt.Errorf("person %q: %w", id, err)
	}
	return p, nil
}

// DuePeople returns the people whose check is due.
func (s *Store) DuePeople(ctx context.Context, now time.Time, limit int) ([]storage.Person, error) {
	return upTo(ctx, s, peopleChecks, appendStamp(nil, now), limit, readPerson)
}

// readPerson returns a person. Without a record all but the id is zero.
func readPerson(tx *bbolt.Tx, id string) (storage.Person, error) {
	p := storage.Person{ID: id}
	err := decode(tx.Bucket([]byte(people)).Get(personKey(id)), &p)
	return p, err
}
