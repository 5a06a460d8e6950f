package storetest

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"parlour/storage"
)

var peopleFaults = []fault{
	{"a change forgets what was set", "people", func(f *faulty, s storage.Store) {
		f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
			return s.ChangePerson(ctx, id, func(p *storage.Person) error { *p = storage.Person{ID: id}; return do(p) })
		}
	}},
	{"a change returns what was set before", "people", func(f *faulty, s storage.Store) {
		f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
			before, _ := s.Person(ctx, id)
			_, err := s.ChangePerson(ctx, id, do)
			return before, err
		}
	}},
	{"a person has what another has set", "people, ids are any text", func(f *faulty, s storage.Store) {
		f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
			return s.ChangePerson(ctx, strings.ToLower(id), do)
		}
	}},
	{"no reminders are the usual ones", "people, no reminders", func(f *faulty, s storage.Store) {
		f.after(func(p *storage.Person) {
			if p.Remind != nil && *p.Remind == nil {
				p.Remind = nil
			}
		})
	}},
	{"times of people lose their zone", "people, times", func(f *faulty, s storage.Store) {
		f.after(func(p *storage.Person) {
			for i, r := range p.Reminded {
				p.Reminded[i].Since = unzoned(r.Since)
			}
		})
	}},
	{"a change keeps what it was handed", "people, memory", func(f *faulty, s storage.Store) {
		var kept []storage.Span
		f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
			return s.ChangePerson(ctx, id, func(p *storage.Person) error { err := do(p); kept = p.Away; return err })
		}
		f.person = func(ctx context.Context, id string) (storage.Person, error) {
			p, err := s.Person(ctx, id)
			p.Away = kept
			return p, err
		}
	}},
	{"what a change refuses is written all the same", "people, an error", func(f *faulty, s storage.Store) {
		f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
			var refused error
			p, err := s.ChangePerson(ctx, id, func(p *storage.Person) error { refused = do(p); return nil })
			if err == nil {
				err = refused
			}
			return p, err
		}
	}},
	{"the error of a change is lost", "people, an error", func(f *faulty, s storage.Store) {
		f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
			p, _ := s.ChangePerson(ctx, id, do)
			return p, nil
		}
	}},
	{"people are read and written apart", "people, many at once", func(f *faulty, s storage.Store) {
		f.readsApart(0)
	}},
	{"people are read and written apart", "claim of a person, many at once", func(f *faulty, s storage.Store) {
		f.readsApart(3) // people who are made due
	}},
	{"due people have no limit", "due people", func(f *faulty, s storage.Store) {
		f.people = func(ctx context.Context, now time.Time, _ int) ([]storage.Person, error) {
			return s.DuePeople(ctx, now, 1000)
		}
	}},
	{"due people come too late", "due people", func(f *faulty, s storage.Store) {
		f.people = func(ctx context.Context, now time.Time, limit int) ([]storage.Person, error) {
			return s.DuePeople(ctx, now.Add(-1), limit)
		}
	}},
	{"due people are by id", "due people", func(f *faulty, s storage.Store) {
		f.people = func(ctx context.Context, now time.Time, limit int) ([]storage.Person, error) {
			people, err := s.DuePeople(ctx, now, limit)
			slices.SortFunc(people, func(a, b storage.Person) int { return strings.Compare(a.ID, b.ID) })
			return people, err
		}
	}},
	{"a person's moved check leaves a ghost", "due people, later", func(f *faulty, s storage.Store) {
		first := make(map[string]storage.Person)
		f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
			got, err := s.ChangePerson(ctx, id, do)
			if _, known := first[id]; !known {
				first[id] = got
			}
			return got, err
		}
		f.people = func(ctx context.Context, now time.Time, limit int) ([]storage.Person, error) {
			people, err := s.DuePeople(ctx, now, limit)
			for _, p := range first {
				if !p.NextCheck.After(now) {
					people = append(people, p)
				}
			}
			return people, err
		}
	}},
	{"a claim is not kept", "claim of a person", func(f *faulty, s storage.Store) {
		f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
			return s.ChangePerson(ctx, id, func(p *storage.Person) error {
				next := p.NextCheck
				err := do(p)
				if !next.IsZero() {
					p.NextCheck = next
				}
				return err
			})
		}
	}},
	{"a change of a person ignores a done context", "a context that is done", func(f *faulty, s storage.Store) {
		f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
			return s.ChangePerson(context.WithoutCancel(ctx), id, do)
		}
	}},
	{"an uptime forgets its outages", "uptime", func(f *faulty, s storage.Store) {
		f.uptime = func(ctx context.Context, do func(*storage.Uptime) error) (storage.Uptime, error) {
			return s.ChangeUptime(ctx, func(u *storage.Uptime) error { u.Outages = nil; return do(u) })
		}
	}},
	{"what a change of the uptime refuses is written", "uptime, an error", func(f *faulty, s storage.Store) {
		f.uptime = func(ctx context.Context, do func(*storage.Uptime) error) (storage.Uptime, error) {
			var refused error
			u, _ := s.ChangeUptime(ctx, func(u *storage.Uptime) error { refused = do(u); return nil })
			return u, refused
		}
	}},
	{"the uptime is read and written apart", "uptime, many at once", func(f *faulty, s storage.Store) {
		together := meeting(0)
		f.uptime = func(ctx context.Context, do func(*storage.Uptime) error) (storage.Uptime, error) {
			u, _ := s.Uptime(ctx)
			together()
			if err := do(&u); err != nil {
				return u, err
			}
			return s.ChangeUptime(ctx, func(stored *storage.Uptime) error { *stored = u; return nil })
		}
	}},
	{"a change of the uptime ignores a done context", "a context that is done", func(f *faulty, s storage.Store) {
		f.uptime = func(ctx context.Context, do func(*storage.Uptime) error) (storage.Uptime, error) {
			return s.ChangeUptime(context.WithoutCancel(ctx), do)
		}
	}},
}

// after spoils a person after each change.
func (f *faulty) after(spoil func(*storage.Person)) {
	f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
		return f.Store.ChangePerson(ctx, id, func(p *storage.Person) error { err := do(p); spoil(p); return err })
	}
}

// readsApart has all rivals read a person before one of them writes. The first calls, so
// many as before says, wait for nobody.
func (f *faulty) readsApart(before int32) {
	together := meeting(before)
	f.change = func(ctx context.Context, id string, do func(*storage.Person) error) (storage.Person, error) {
		p, _ := f.Store.Person(ctx, id)
		together()
		if err := do(&p); err != nil {
			return p, err
		}
		return f.Store.ChangePerson(ctx, id, func(stored *storage.Person) error { *stored = p; return nil })
	}
}

// meeting returns a function in which rivals wait for each other. The first calls, so
// many as before says, and all calls after those of the rivals wait for nobody.
func meeting(before int32) func() {
	var calls atomic.Int32
	all := make(chan struct{})
	return func() {
		switch n := calls.Add(1); {
		case n <= before:
			return
		case n == before+rivals:
			close(all)
		}
		select {
		case <-all:
		case <-time.After(patience): // the check waits no longer either, and says so
		}
	}
}
