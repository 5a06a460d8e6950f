package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"
	"unicode/utf8"
)

// A Record is anything that a store keeps besides matches: a person, the uptime. To a store
// all kinds of records are alike, so a new kind costs it nothing.
type Record struct {
	Kind, ID string // any text; of two kinds the same ID is two records

	// Version changes with each write, and no version comes again, not even when a record is
	// removed and made anew. It is 0 for a record that is not there.
	Version uint64

	NextCheck time.Time       // when somebody must look at it; zero for never
	Value     json.RawMessage // its content, which no store reads; nil removes the record
}

// Legible returns an error for a record whose kind or id is not valid text. No store writes it.
func (r Record) Legible() error {
	for _, text := range []string{r.Kind, r.ID} {
		if !utf8.ValidString(text) {
			return fmt.Errorf("%s %q: %q is not text", r.Kind, r.ID, text)
		}
	}
	return nil
}

// A Kind is a kind of record, whose values have a Go type of their own.
type Kind[T any] struct {
	name  string
	named func(v *T, id string) // gives a value the id of its record; nil if it says none
	check func(T) time.Time     // its NextCheck; nil for never
	wait  func(*T, time.Time)   // sets its NextCheck; nil if it has none
	tidy  func(*T)              // changes a copy of a value before it is written; nil for nothing
}

// Name returns the name of the kind, as stores and metrics have it.
func (k Kind[T]) Name() string { return k.name }

// Get returns a value. If it is not stored, all of it is zero but its id.
func (k Kind[T]) Get(ctx context.Context, s Store, id string) (T, error) {
	r, err := s.Record(ctx, k.name, id)
	if err != nil {
		var none T
		return none, fmt.Errorf("%s %q: %w", k.name, id, err)
	}
	return k.decode(r)
}

// GetAll is [Kind.Get] for many values at once, by their ids. What is not stored is left out. If fields are named, so is
// what has none of them: to read thousands is then several times as fast.
func (k Kind[T]) GetAll(ctx context.Context, s Store, ids []string, fields ...string) (map[string]T, error) {
	found, err := s.RecordsOf(ctx, k.name, ids)
	if err != nil {
		return nil, fmt.Errorf("many of %s: %w", k.name, err)
	}
	all := make(map[string]T, len(found))
	for _, r := range found {
		has := func(field string) bool { return bytes.Contains(r.Value, []byte(`"`+field+`"`)) } // in a text, quotes are escaped
		if len(fields) > 0 && !slices.ContainsFunc(fields, has) {
			continue
		}
		if all[r.ID], err = k.decode(r); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Read is [Kind.Get] for a caller who writes the value with a match: it also returns the record of which [Kind.Write]
// makes a new one.
func (k Kind[T]) Read(ctx context.Context, s Store, id string) (v T, r Record, err error) {
	if r, err = s.Record(ctx, k.name, id); err != nil {
		return v, r, fmt.Errorf("%s %q: %w", k.name, id, err)
	}
	v, err = k.decode(r)
	return v, r, err
}

// Write returns a record with another value, for [Head.With].
func (k Kind[T]) Write(r Record, v T) (Record, error) { return k.encode(r, v) }

// Change has a function change a value and returns it as written. Read and write are one step,
// so of two changes at once none is lost. A value that is again as if it were not stored is removed. An
// error of the function is returned and changes nothing. The function may be called several times, each
// time with a value of its own, and the last call counts.
func (k Kind[T]) Change(ctx context.Context, s Store, id string, change func(*T) error) (T, error) {
	var none T
	for {
		r, err := s.Record(ctx, k.name, id)
		if err != nil {
			return none, fmt.Errorf("%s %q: %w", k.name, id, err)
		}
		v, err := k.decode(r)
		if err != nil {
			return none, err
		}
		if err := change(&v); err != nil {
			return none, fmt.Errorf("%s %q: %w", k.name, id, err)
		}
		new, err := k.encode(r, v)
		if err != nil {
			return none, err
		}
		silent, err := k.encode(r, none)
		if err != nil {
			return none, err
		}
		if bytes.Equal(new.Value, silent.Value) {
			new.Value = nil // what says nothing is not kept
		}
		if bytes.Equal(new.Value, r.Value) {
			return k.decode(new)
		}
		_, err = s.PutRecord(ctx, new)
		switch {
		case err == nil:
			return k.decode(new)
		case !errors.Is(err, ErrConflict):
			return none, fmt.Errorf("%s %q: %w", k.name, id, err)
		}
	}
}

// Remove removes a value, whatever it says by then.
func (k Kind[T]) Remove(ctx context.Context, s Store, id string) error {
	for {
		r, err := s.Record(ctx, k.name, id)
		if err == nil && r.Version > 0 {
			r.Value = nil
			_, err = s.PutRecord(ctx, r)
		}
		if !errors.Is(err, ErrConflict) {
			return err
		}
	}
}

// Due returns the values whose NextCheck is set and not after now, earliest first and at most
// limit of them. Its cost grows with those that are due, not with those that are stored.
func (k Kind[T]) Due(ctx context.Context, s Store, now time.Time, limit int) ([]T, error) {
	found, err := s.DueRecords(ctx, k.name, now, limit)
	if err != nil {
		return nil, err
	}
	var all []T
	for _, r := range found {
		v, err := k.decode(r)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// Claim claims the check of a value, if it is due by a time, by moving its NextCheck ahead to
// the end of a lease. It returns [ErrNotDue] when it is not due, or not any more. take may refuse the claim
// with an error, or note in the value who has claimed it; it may be nil.
func (k Kind[T]) Claim(ctx context.Context, s Store, id string, by, lease time.Time, take func(*T) error) (T, error) {
	return k.Change(ctx, s, id, func(v *T) error {
		if at := k.check(*v); at.IsZero() || at.After(by) {
			return ErrNotDue
		}
		if take != nil {
			if err := take(v); err != nil {
				return err
			}
		}
		k.wait(v, lease)
		return nil
	})
}

// encode returns a record with a new value.
func (k Kind[T]) encode(r Record, v T) (Record, error) {
	if !utf8.ValidString(r.ID) {
		return Record{}, fmt.Errorf("the id %q of a %s is not text", r.ID, k.name)
	}
	v = inUTC(v)
	if k.named != nil {
		k.named(&v, r.ID)
	}
	if k.tidy != nil {
		k.tidy(&v)
	}
	value, err := json.Marshal(v)
	if err != nil {
		return Record{}, fmt.Errorf("encode %s %q: %w", k.name, r.ID, err)
	}
	r.Value, r.NextCheck = value, time.Time{}
	if k.check != nil {
		r.NextCheck = k.check(v)
	}
	return r, nil
}

// decode returns the value of a record.
func (k Kind[T]) decode(r Record) (v T, err error) {
	if k.named != nil {
		k.named(&v, r.ID)
	}
	if len(r.Value) == 0 {
		return v, nil
	}
	if err := json.Unmarshal(r.Value, &v); err != nil {
		var none T
		return none, fmt.Errorf("decode %s %q: %w", k.name, r.ID, err)
	}
	return v, nil
}

// inUTC returns a copy of a value with all its times in UTC.
func inUTC[T any](v T) T {
	toUTC(reflect.ValueOf(&v).Elem())
	return v
}

// toUTC puts the times of a value into UTC. Lists and what is pointed to are copied before they change.
func toUTC(v reflect.Value) {
	if t, is := v.Addr().Interface().(*time.Time); is {
		*t = t.UTC()
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				toUTC(v.Field(i))
			}
		}
	case reflect.Slice:
		if kind := v.Type().Elem().Kind(); kind != reflect.Struct || v.IsNil() {
			return
		}
		copied := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(copied, v)
		for i := range copied.Len() {
			toUTC(copied.Index(i))
		}
		v.Set(copied)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		copied := reflect.New(v.Type().Elem())
		copied.Elem().Set(v.Elem())
		toUTC(copied.Elem())
		v.Set(copied)
	}
}
