package commands_test

import (
	"context"
	"encoding/json"
	"errors"

	"parlour/storage"
)

// errDead is the failure of every write and call of a process that has died.
var errDead = errors.New("this process is no more")

// burn brings the death of the process nearer, and reports it. The writes of one process may
// come from several goroutines.
func (y *year) burn() error {
	y.life.Lock()
	defer y.life.Unlock()
	if y.fuse > 0 {
		if y.fuse--; y.fuse == 0 {
			y.dead = true
		}
	}
	if y.dead {
		return errDead
	}
	return nil
}

// tell tells the judge something.
func (y *year) tell(about func()) {
	y.life.Lock()
	defer y.life.Unlock()
	about()
}

// living returns an error when the process has died.
func (y *year) living() error {
	y.life.Lock()
	defer y.life.Unlock()
	if y.dead {
		return errDead
	}
	return nil
}

// A tap is the store of the service. It shows the judge everything that is written.
type tap struct {
	storage.Store
	y *year
}

func (s tap) Create(ctx context.Context, h storage.Head) (storage.Head, error) {
	if err := s.y.burn(); err != nil {
		return storage.Head{}, err
	}
	h, err := s.Store.Create(ctx, h)
	if err == nil {
		s.y.tell(func() { s.y.judge.opened(h) })
	}
	return h, err
}

func (s tap) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	if err := s.y.burn(); err != nil {
		return storage.Head{}, err
	}
	h, err := s.Store.Append(ctx, h, entries...)
	if err == nil {
		s.y.tell(func() { s.y.judge.wrote(h, entries) })
	}
	return h, err
}

func (s tap) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	if err := s.y.burn(); err != nil {
		return storage.Record{}, err
	}
	put, err := s.Store.PutRecord(ctx, r)
	if err != nil {
		return put, err
	}
	switch r.Kind {
	case storage.People.Name():
		var p storage.Person
		if err := json.Unmarshal(r.Value, &p); err != nil {
			return put, err
		}
		s.y.tell(func() { s.y.judge.set(p) })
	case storage.Uptimes.Name():
		var up storage.Uptime
		if err := json.Unmarshal(r.Value, &up); err != nil {
			return put, err
		}
		s.y.tell(func() { s.y.judge.noted(up) })
	}
	return put, nil
}

func (s tap) Get(ctx context.Context, id string) (storage.Match, error) {
	if err := s.y.living(); err != nil {
		return storage.Match{}, err
	}
	return s.Store.Get(ctx, id)
}

func (s tap) OfPlayer(ctx context.Context, player string, live bool, part storage.Part) ([]storage.Head, error) {
	if err := s.y.living(); err != nil {
		return nil, err
	}
	return s.Store.OfPlayer(ctx, player, live, part)
}
