package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"parlour/storage"
)

var kinds = []check{
	{"people", checkKind(storage.People, "ann", storage.Person{ID: "ann"},
		func(p *storage.Person) { *p = fullPerson("ann") },
		func(p storage.Person) time.Time { return p.Outbox[0].At })},
	{"uptime", checkKind(storage.Uptimes, storage.TheUptime, storage.Uptime{}, nil,
		func(u storage.Uptime) time.Time { return u.Outages[0].From })},
	{"openings", checkKind(storage.AllOpenings, storage.TheOpenings, storage.Openings{}, nil,
		func(o storage.Openings) time.Time { return o.Opened[0].At })},
	{"fleet", checkKind(storage.Fleets, storage.TheFleet, storage.Fleet{}, nil,
		func(f storage.Fleet) time.Time { return f.Members[0].Until })},
	{"ratings", checkKind(storage.AllRatings, "ann", storage.Ratings{}, nil,
		func(r storage.Ratings) time.Time { return r.All[0].At })},
	{"halls", checkKind(storage.Halls, "g", storage.Hall{Guild: "g"}, func(h *storage.Hall) { h.Guild = "g" },
		func(h storage.Hall) time.Time { return h.ShownAt })},
	{"daily puzzles", checkKind(storage.Dailies, "g", storage.Daily{Guild: "g"}, func(d *storage.Daily) { d.Guild = "g" },
		func(d storage.Daily) time.Time { return d.Posting })},
	{"days of puzzles", checkKind(storage.PuzzleDays, "1", storage.PuzzleDay{}, nil,
		func(d storage.PuzzleDay) time.Time { return d.Counted[0].Known })},
	{"servers", checkKind(storage.Servers, "g", storage.Server{ID: "g"}, func(s *storage.Server) { s.ID = "g" },
		func(s storage.Server) time.Time { return s.Month.Posting })},
	{"deeds", checkKind(storage.AllDeeds, storage.TheDeeds, storage.Deeds{}, nil,
		func(d storage.Deeds) time.Time { return d.Done[0].At })},
	{"people, no reminders", checkNoReminders},
	{"people who are forgotten", checkLeaving},
	{"people, many at once", checkPeopleRace},
	{"claim of a person", checkClaimPerson},
	{"claim of a person, many at once", checkClaimPersonRace},
	{"the store's own clock", checkClock},
}

// errRefused is the error of a change that refuses.
var errRefused = errors.New("refused")

// checkKind returns a check of a kind. It writes a full value and an empty one in turn, with times in another zone,
// and checks the argument of the change, its result and each read. Then it overwrites what went in or came out, and
// has a change refused. inside returns a time of a full value that a copy of the value shares with it, such as one
// in a list. fix mends what may not be in a full value; it may be nil.
func checkKind[T any](kind storage.Kind[T], id string, empty T, fix func(*T),
	inside func(T) time.Time) func(testing.TB, storage.Store) {
	full := func() T {
		v := Filled(*new(T))
		if fix != nil {
			fix(&v)
		}
		return v
	}
	return func(t testing.TB, s storage.Store) {
		want := func(v T) {
			t.Helper()
			if got, err := kind.Get(t.Context(), s, id); err != nil || !reflect.DeepEqual(got, v) {
				t.Errorf("Get of %s = %+v, %v, want %+v", kind.Name(), got, err, v)
			}
		}
		before := empty
		for _, make := range []func() T{full, func() T { return empty }, full, full} {
			v, mine := make(), make()
			abroad(&mine)
			want(before)
			got, err := kind.Change(t.Context(), s, id, func(is *T) error {
				if !reflect.DeepEqual(*is, before) {
					t.Errorf("a change of %s is handed %+v, want %+v", kind.Name(), *is, before)
				}
				*is = mine
				return nil
			})
			if err != nil || !reflect.DeepEqual(got, v) {
				t.Fatalf("Change of %s = %+v, %v, want %+v", kind.Name(), got, err, v)
			}
			if !reflect.DeepEqual(v, empty) && inside(mine).Location() != west {
				t.Error("a change wrote to the memory that it was handed")
			}
			scribble(mine)
			scribble(got)
			want(v)
			if got, err = kind.Get(t.Context(), s, id); err == nil {
				scribble(got)
			}
			want(v)
			before = v
		}
		for _, refused := range []error{errRefused, storage.ErrConflict, storage.ErrNotDue} {
			_, err := kind.Change(t.Context(), s, id, func(is *T) error { *is = empty; return refused })
			wantErr(t, "a change that refuses", err, refused)
			want(full())
		}
	}
}

// fullPerson returns a person in whom no field is zero, but that nobody forgets them.
func fullPerson(id string) storage.Person {
	p := Filled(storage.Person{})
	p.ID, p.NextCheck, p.Leaving = id, minute(10), nil
	return p
}

// leavingPerson returns a person who is being forgotten.
func leavingPerson(id string) storage.Person {
	l := Filled(storage.Leaving{})
	l.NextCheck = minute(4)
	return storage.Person{ID: id, Owner: fullPerson(id).Owner, Unserved: fullPerson(id).Unserved, Leaving: &l}
}

// checkLeaving has a person forgotten. No change adds anything to their record, and no reminder puts it off.
func checkLeaving(t testing.TB, s storage.Store) {
	set(t, s, "ann", func(p *storage.Person) { *p = fullPerson("ann") })
	set(t, s, "ann", func(p *storage.Person) { p.Leaving = leavingPerson("ann").Leaving })
	wantPerson(t, s, leavingPerson("ann"))
	set(t, s, "ann", func(p *storage.Person) { p.Direct, p.NextCheck = "dm", time.Time{} })
	wantPerson(t, s, leavingPerson("ann"))
	wantLists(t, s, "records person 3 10:", "records person 4 10: ann")
	p, err := storage.People.Claim(t.Context(), s, "ann", minute(4), minute(5), nil)
	if err != nil || !p.Leaving.NextCheck.Equal(minute(5)) {
		t.Errorf("Claim = %+v, %v, want a check at the end of the lease", p, err)
	}
	wantLists(t, s, "records person 4 10:")
	if err := storage.People.Remove(t.Context(), s, "ann"); err != nil {
		t.Fatal(err)
	}
	wantPerson(t, s, storage.Person{ID: "ann"})
	wantLists(t, s, "records person 100 10:")
}

// checkNoReminders tells no reminders from the usual ones, whether the list is nil or
// empty.
func checkNoReminders(t testing.TB, s storage.Store) {
	for _, none := range [][]int{nil, {}} {
		set(t, s, "ann", func(p *storage.Person) { p.Remind = &none })
		p, err := storage.People.Get(t.Context(), s, "ann")
		if err != nil || p.Remind == nil || len(*p.Remind) != 0 {
			t.Errorf("of reminders %#v came back %v, %v, want none", none, p.Remind, err)
		}
		set(t, s, "ann", func(p *storage.Person) { p.Remind = nil })
		wantPerson(t, s, storage.Person{ID: "ann"})
	}
}

// checkPeopleRace has rivals change one person at once, each on top of the others: no
// change is lost. One rival refuses each time, which hurts no other.
func checkPeopleRace(t testing.TB, s storage.Store) {
	for round := range rounds {
		won := race(t, errRefused, func(rival int) error {
			_, err := storage.People.Change(t.Context(), s, "ann", func(p *storage.Person) error {
				p.Palette += "x"
				p.Ended = append(p.Ended, p.Palette)
				if rival == 0 {
					return errRefused
				}
				return nil
			})
			return err
		})
		got, err := storage.People.Get(t.Context(), s, "ann")
		want := (rivals - 1) * (round + 1)
		if won != rivals-1 || len(got.Palette) != want || len(got.Ended) != want || err != nil {
			t.Fatalf("of %d changes at once %d and %d are there, %v", want, len(got.Palette), len(got.Ended), err)
		}
	}
}

// checkClaimPerson claims a person, who is then not due before the end of the lease.
func checkClaimPerson(t testing.TB, s storage.Store) {
	set(t, s, "ann", func(p *storage.Person) { *p = fullPerson("ann") }) // due at minute 10
	_, err := storage.People.Claim(t.Context(), s, "ann", minute(10).Add(-time.Microsecond), minute(15), nil)
	wantErr(t, "Claim of a person who is not due yet", err, storage.ErrNotDue)
	_, err = storage.People.Claim(t.Context(), s, "bob", minute(10), minute(15), nil)
	wantErr(t, "Claim of a person who is never due", err, storage.ErrNotDue)
	wantLists(t, s, "records person 10 10: ann")

	want := fullPerson("ann")
	want.NextCheck = minute(15)
	got, err := storage.People.Claim(t.Context(), s, "ann", minute(10), minute(15), nil)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("Claim = %+v, %v, want %+v", got, err, want)
	}
	wantPerson(t, s, want)
	_, err = storage.People.Claim(t.Context(), s, "ann", minute(10), minute(16), nil)
	wantErr(t, "Claim of a person who is claimed", err, storage.ErrNotDue)
	wantLists(t, s, "records person 14 10:", "records person 15 10: ann")
}

// checkClaimPersonRace has rivals claim each person who is due: one of them succeeds.
func checkClaimPersonRace(t testing.TB, s storage.Store) {
	ids := []string{"ann", "bob", "cy"}
	for i, id := range ids {
		set(t, s, id, func(p *storage.Person) { p.NextCheck = minute(i) })
	}
	for round := range rounds {
		now, lease := minute(10*(round+1)), minute(10*(round+2))
		wantLists(t, s, fmt.Sprintf("records person %d 10: ann, bob, cy", 10*(round+1)))
		for _, id := range ids {
			won := race(t, storage.ErrNotDue, func(int) error {
				_, err := storage.People.Claim(t.Context(), s, id, now, lease, nil)
				return err
			})
			if won != 1 {
				t.Errorf("%d of %d claimed %s in round %d, want 1", won, rivals, id, round)
			}
		}
		wantLists(t, s, fmt.Sprintf("records person %d 10:", 10*(round+1)))
	}
}

// set changes a person, and ends the check if that fails.
func set(t testing.TB, s storage.Store, id string, change func(*storage.Person)) {
	t.Helper()
	if _, err := storage.People.Change(t.Context(), s, id,
		func(p *storage.Person) error { change(p); return nil }); err != nil {
		t.Fatalf("People.Change of %q = %v", id, err)
	}
}

func wantPerson(t testing.TB, s storage.Store, want storage.Person) {
	t.Helper()
	if got, err := storage.People.Get(t.Context(), s, want.ID); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Person(%q) = %+v, %v, want %+v", want.ID, got, err, want)
	}
}

// checkClock reads the clock of a store that has one. The clock does not go back, and is within a day of this
// machine's.
func checkClock(t testing.TB, s storage.Store) {
	shared, ok := s.(storage.Shared)
	if !ok {
		return
	}
	var last time.Time
	for range 100 {
		now, err := shared.Time(t.Context())
		if err != nil || now.Before(last) || time.Since(now).Abs() > 24*time.Hour {
			t.Fatalf("Time = %v, %v, want a time of now, after %v", now, err, last)
		}
		last = now
	}
}
