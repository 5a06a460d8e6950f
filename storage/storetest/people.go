package storetest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"parlour/storage"
)

var people = []check{
	{"people", checkPeople},
	{"people, ids are any text", checkPeopleIDs},
	{"people, no reminders", checkNoReminders},
	{"people, times", checkPeopleTimes},
	{"people, memory", checkPeopleMemory},
	{"people who are forgotten", checkLeaving},
	{"people, an error", checkPeopleError},
	{"people, many at once", checkPeopleRace},
	{"due people", checkDuePeople},
	{"due people, later", checkDuePeopleMoves},
	{"claim of a person", checkClaimPerson},
	{"claim of a person, many at once", checkClaimPersonRace},
}

// fullPerson returns a person in whom no field is zero.
func fullPerson(id string) storage.Person {
	percent, digest := []int{50, 95}, 1439
	reminded := []storage.Reminder{{Match: "m", Since: minute(-9), Share: 50}, {Match: "n", Since: minute(-8), Share: 95}}
	return storage.Person{
		ID: id, NextCheck: minute(10), Owner: "k5", Palette: "contrast", Direct: "dm", NoDirect: true, Unconfirmed: true, Challenges: storage.FromKnown, Blocked: []storage.Blocked{{ID: "cay", Name: "Cay"}}, Zone: "Europe/Zurich",
		Quiet: &storage.Window{From: 1320, To: 480}, Remind: &percent, Digest: &digest,
		Away: []storage.Span{{From: minute(-5), To: minute(-3)}, {From: minute(3), To: minute(5)}},
		Met:  []string{"magic", "permute"}, ZoneAsked: true,
		Digested: minute(-20), Reminded: reminded, Sent: []storage.Sent{{Channel: "dm", Message: "m7", For: reminded}}, Ended: []string{"o", "p"},
		Notices: 7, Outbox: []storage.Notice{
			{At: minute(-1), Nonce: "n1", Channel: "thread", Content: "<&> Ä 🎲\n", Reminded: reminded[:1],
				Digest: true, Ended: []string{"q"}},
			{At: minute(-2), Nonce: "n2"},
		},
	}
}

// leavingPerson returns a person who is being forgotten.
func leavingPerson(id string) storage.Person {
	return storage.Person{ID: id, Owner: "k5", Leaving: &storage.Leaving{Alias: storage.Former("x"), Name: "Änn", NextCheck: minute(4)}}
}

// checkLeaving has a person forgotten. No change adds anything to their record, and no reminder puts it off.
func checkLeaving(t testing.TB, s storage.Store) {
	set(t, s, "ann", func(p *storage.Person) { *p = fullPerson("ann") })
	set(t, s, "ann", func(p *storage.Person) { p.Leaving = leavingPerson("ann").Leaving })
	wantPerson(t, s, leavingPerson("ann"))
	set(t, s, "ann", func(p *storage.Person) { p.Direct, p.NextCheck = "dm", time.Time{} })
	wantPerson(t, s, leavingPerson("ann"))
	wantDuePeople(t, s, minute(3), 10)
	wantDuePeople(t, s, minute(4), 10, "ann")
	p, err := storage.People.Claim(t.Context(), s, "ann", minute(4), minute(5), nil)
	if err != nil || !p.Leaving.NextCheck.Equal(minute(5)) {
		t.Errorf("Claim = %+v, %v, want a check at the end of the lease", p, err)
	}
	wantDuePeople(t, s, minute(4), 10)
	if err := storage.People.Remove(t.Context(), s, "ann"); err != nil {
		t.Fatal(err)
	}
	wantPerson(t, s, storage.Person{ID: "ann"})
	wantDuePeople(t, s, minute(100), 10)
}

// checkPeople sets all fields and then none, several times. Each time it checks the
// argument of the change, its result and the next read.
func checkPeople(t testing.TB, s storage.Store) {
	create(t, s, full("m"))
	before := storage.Person{ID: "ann"}
	for _, want := range []storage.Person{
		fullPerson("ann"), {ID: "ann", Palette: "<&> Ä 🎲"}, fullPerson("ann"), fullPerson("ann"), {ID: "ann"}, fullPerson("ann"),
	} {
		wantPerson(t, s, before)
		got, err := storage.People.Change(t.Context(), s, "ann", func(p *storage.Person) error {
			if !reflect.DeepEqual(*p, before) {
				t.Errorf("a change is handed %+v, want %+v", *p, before)
			}
			*p = want
			p.ID = "bob" // which is ignored
			return nil
		})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("People.Change = %+v, %v, want %+v", got, err, want)
		}
		before = want
	}
	wantPerson(t, s, before)
	wantPerson(t, s, storage.Person{ID: "bob"})
	h := full("m")
	h.Version = 1
	wantMatch(t, s, h)
	wantDue(t, s, minute(10), 10, "m")
}

// checkPeopleIDs uses ids of which some begin or end with others, and some are those of
// matches.
func checkPeopleIDs(t testing.TB, s storage.Store) {
	ids := []string{"", "1", "11", "111", "é", "a\n", "%", "_", "Ann", "ann", "m"}
	create(t, s, full("m"))
	for i, id := range ids {
		wantPerson(t, s, storage.Person{ID: id})
		set(t, s, id, func(p *storage.Person) { p.Palette, p.NextCheck = "of "+id, minute(i) })
	}
	for i, id := range ids {
		wantPerson(t, s, storage.Person{ID: id, Palette: "of " + id, NextCheck: minute(i)})
	}
	wantDuePeople(t, s, minute(100), 100, ids...)
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

// checkPeopleTimes gives times in another zone to the store.
func checkPeopleTimes(t testing.TB, s storage.Store) {
	mine := fullPerson("ann")
	abroad(&mine)
	set(t, s, "ann", func(p *storage.Person) { *p = mine })
	wantPerson(t, s, fullPerson("ann"))
	if mine.Outbox[0].At.Location() != west {
		t.Error("a change wrote to the memory that it was handed")
	}
	wantDuePeople(t, s, minute(9).In(west), 1)
	wantDuePeople(t, s, minute(10).In(west), 1, "ann")

	set(t, s, "ann", func(p *storage.Person) { *p = storage.Person{NextCheck: time.Time{}.In(west)} })
	wantPerson(t, s, storage.Person{ID: "ann"})
	wantDuePeople(t, s, minute(100), 1)
}

// checkPeopleMemory overwrites all memory that went in or came out.
func checkPeopleMemory(t testing.TB, s storage.Store) {
	mine := fullPerson("ann")
	got, err := storage.People.Change(t.Context(), s, "ann", func(p *storage.Person) error { *p = mine; return nil })
	if err != nil {
		t.Fatalf("People.Change = %v", err)
	}
	scribble(mine)
	scribble(got)
	wantPerson(t, s, fullPerson("ann"))
	if got, err = storage.People.Get(t.Context(), s, "ann"); err != nil {
		t.Fatalf("Person = %v", err)
	}
	scribble(got)
	wantPerson(t, s, fullPerson("ann"))
	due, err := storage.People.Due(t.Context(), s, minute(10), 1)
	if err != nil || len(due) != 1 || !reflect.DeepEqual(due[0], fullPerson("ann")) {
		t.Fatalf("People.Due = %+v, %v, want %+v", due, err, fullPerson("ann"))
	}
	scribble(due[0])
	wantPerson(t, s, fullPerson("ann"))
}

// errRefused is the error of a change that refuses.
var errRefused = errors.New("refused")

// checkPeopleError has changes end in errors, of a person who is stored and of one who is
// not.
func checkPeopleError(t testing.TB, s storage.Store) {
	set(t, s, "ann", func(p *storage.Person) { *p = fullPerson("ann") })
	for _, refused := range []error{errRefused, storage.ErrConflict, storage.ErrNotDue, context.Canceled} {
		for _, id := range []string{"ann", "bob"} {
			_, err := storage.People.Change(t.Context(), s, id, func(p *storage.Person) error {
				*p = storage.Person{NextCheck: minute(1), Palette: "classic"}
				return refused
			})
			wantErr(t, "People.Change", err, refused)
		}
	}
	wantPerson(t, s, fullPerson("ann"))
	wantPerson(t, s, storage.Person{ID: "bob"})
	wantDuePeople(t, s, minute(9), 10)
	wantDuePeople(t, s, minute(10), 10, "ann")
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

// checkDuePeople asks for due people at several times and with several limits.
func checkDuePeople(t testing.TB, s storage.Store) {
	for id, next := range nextChecks {
		set(t, s, id, func(p *storage.Person) { *p = fullPerson(id); p.NextCheck = next })
	}
	create(t, s, full("m"))
	wantDuePeople(t, s, minute(2), 10, "f", "b", "c")
	wantDuePeople(t, s, minute(3), 10, "f", "b", "c", "e", "a")
	wantDuePeople(t, s, minute(3), 3, "f", "b", "c")
	wantDuePeople(t, s, minute(3), 5, "f", "b", "c", "e", "a")
	wantDuePeople(t, s, minute(3), 1, "f")
	wantDuePeople(t, s, minute(3), 0)
	wantDuePeople(t, s, minute(20), 10, "f", "b", "c", "e", "a")
	wantDuePeople(t, s, time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC), 10)
	wantDuePeople(t, s, time.Time{}, 10)
	due, err := storage.People.Due(t.Context(), s, minute(2), 1)
	want := fullPerson("f")
	want.NextCheck = nextChecks["f"]
	if err != nil || len(due) != 1 || !reflect.DeepEqual(due[0], want) {
		t.Errorf("People.Due = %+v, %v, want %+v", due, err, want)
	}
}

// checkDuePeopleMoves moves the checks of people, and looks for them at the old times.
func checkDuePeopleMoves(t testing.TB, s storage.Store) {
	move := func(id string, at time.Time) { t.Helper(); set(t, s, id, func(p *storage.Person) { p.NextCheck = at }) }
	move("ann", minute(10))
	move("other", minute(5))
	move("ann", minute(1))
	wantDuePeople(t, s, minute(20), 10, "ann", "other")
	move("ann", minute(7))
	wantDuePeople(t, s, minute(6), 10, "other")
	wantDuePeople(t, s, minute(20), 10, "other", "ann")
	set(t, s, "ann", func(p *storage.Person) { p.Palette = "contrast" }) // with the same NextCheck
	wantDuePeople(t, s, minute(20), 10, "other", "ann")
	move("ann", time.Time{})
	wantDuePeople(t, s, minute(20), 10, "other")
	move("ann", minute(2))
	wantDuePeople(t, s, minute(20), 10, "ann", "other")
	set(t, s, "other", func(p *storage.Person) { *p = storage.Person{} })
	wantDuePeople(t, s, minute(20), 10, "ann")
}

// checkClaimPerson claims a person, who is then not due before the end of the lease.
func checkClaimPerson(t testing.TB, s storage.Store) {
	set(t, s, "ann", func(p *storage.Person) { *p = fullPerson("ann") }) // due at minute 10
	_, err := storage.People.Claim(t.Context(), s, "ann", minute(10).Add(-time.Microsecond), minute(15), nil)
	wantErr(t, "Claim of a person who is not due yet", err, storage.ErrNotDue)
	_, err = storage.People.Claim(t.Context(), s, "bob", minute(10), minute(15), nil)
	wantErr(t, "Claim of a person who is never due", err, storage.ErrNotDue)
	wantDuePeople(t, s, minute(10), 10, "ann")

	want := fullPerson("ann")
	want.NextCheck = minute(15)
	got, err := storage.People.Claim(t.Context(), s, "ann", minute(10), minute(15), nil)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("Claim = %+v, %v, want %+v", got, err, want)
	}
	wantPerson(t, s, want)
	_, err = storage.People.Claim(t.Context(), s, "ann", minute(10), minute(16), nil)
	wantErr(t, "Claim of a person who is claimed", err, storage.ErrNotDue)
	wantDuePeople(t, s, minute(14), 10)
	wantDuePeople(t, s, minute(15), 10, "ann")
}

// checkClaimPersonRace has rivals claim each person who is due: one of them succeeds.
func checkClaimPersonRace(t testing.TB, s storage.Store) {
	ids := []string{"ann", "bob", "cy"}
	for i, id := range ids {
		set(t, s, id, func(p *storage.Person) { p.NextCheck = minute(i) })
	}
	for round := range rounds {
		now, lease := minute(10*(round+1)), minute(10*(round+2))
		wantDuePeople(t, s, now, 10, ids...)
		for _, id := range ids {
			won := race(t, storage.ErrNotDue, func(int) error {
				_, err := storage.People.Claim(t.Context(), s, id, now, lease, nil)
				return err
			})
			if won != 1 {
				t.Errorf("%d of %d claimed %s in round %d, want 1", won, rivals, id, round)
			}
		}
		wantDuePeople(t, s, now, 10)
	}
}

// set changes a person, and ends the check if that fails.
func set(t testing.TB, s storage.Store, id string, change func(*storage.Person)) {
	t.Helper()
	if _, err := storage.People.Change(t.Context(), s, id, func(p *storage.Person) error { change(p); return nil }); err != nil {
		t.Fatalf("People.Change of %q = %v", id, err)
	}
}

func wantPerson(t testing.TB, s storage.Store, want storage.Person) {
	t.Helper()
	if got, err := storage.People.Get(t.Context(), s, want.ID); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Person(%q) = %+v, %v, want %+v", want.ID, got, err, want)
	}
}

func wantDuePeople(t testing.TB, s storage.Store, now time.Time, limit int, ids ...string) {
	t.Helper()
	people, err := storage.People.Due(t.Context(), s, now, limit)
	var got []string
	for _, p := range people {
		got = append(got, p.ID)
	}
	if err != nil || !slices.Equal(got, ids) {
		t.Errorf("People.Due(%v, %d) = %q, %v, want %q", now, limit, got, err, ids)
	}
}
