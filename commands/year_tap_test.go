package commands_test

import (
	"encoding/json"
	"sync"

	"parlour/commands/world"
	"parlour/storage"
)

// tap returns the store of the service, which shows the judge everything that is written. The process may die
// in a write, and a dead process reads nothing.
func (y *year) tap(s storage.Store) storage.Store {
	var life sync.Mutex // the writes of one process may come from several goroutines
	before := func(a world.Access) error {
		switch {
		case a.Writes():
			return y.fuse.Burn()
		case a.Op == world.Get, a.Op == world.OfPlayer:
			return y.fuse.Dead()
		}
		return nil
	}
	return &world.Store{Store: s, Before: before, After: func(a world.Access) {
		life.Lock()
		defer life.Unlock()
		switch {
		case a.Op == world.Create:
			y.judge.opened(a.Head)
		case a.Op == world.Append:
			y.judge.wrote(a.Head, a.Entries)
		case a.Op == world.PutRecord && a.Record.Kind == storage.People.Name():
			var p storage.Person
			y.wants(json.Unmarshal(a.Record.Value, &p))
			y.judge.set(p)
		case a.Op == world.PutRecord && a.Record.Kind == storage.Uptimes.Name():
			var up storage.Uptime
			y.wants(json.Unmarshal(a.Record.Value, &up))
			y.judge.noted(up)
		}
	}}
}

// wants fails the test for an error.
func (y *year) wants(err error) {
	if err != nil {
		y.t.Error(err)
	}
}
