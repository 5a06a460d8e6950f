package storetest

import (
	"reflect"
	"testing"
	"time"

	"parlour/storage"
)

var uptime = []check{
	{"uptime", checkUptime},
	{"uptime, times", checkUptimeTimes},
	{"uptime, memory", checkUptimeMemory},
	{"uptime, an error", checkUptimeError},
	{"uptime, many at once", checkUptimeRace},
}

// fullUptime returns an uptime in which no field is zero.
func fullUptime() storage.Uptime {
	return storage.Uptime{Alive: minute(7), Outages: []storage.Outage{
		{Span: storage.Span{From: minute(1), To: minute(3)}, Told: true},
		{Span: storage.Span{From: minute(4), To: minute(6)}},
	}, Shards: []int{4, 16}}
}

// checkUptime does with the uptime what [checkPeople] does with a person.
func checkUptime(t testing.TB, s storage.Store) {
	set(t, s, "uptime", func(p *storage.Person) { p.Palette = "contrast" })
	var before storage.Uptime
	for _, want := range []storage.Uptime{fullUptime(), {Alive: minute(1)}, fullUptime(), fullUptime(), {}, fullUptime()} {
		wantUptime(t, s, before)
		got, err := storage.Uptimes.Change(t.Context(), s, storage.TheUptime, func(u *storage.Uptime) error {
			if !reflect.DeepEqual(*u, before) {
				t.Errorf("a change is handed %+v, want %+v", *u, before)
			}
			*u = want
			return nil
		})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("Uptimes.Change = %+v, %v, want %+v", got, err, want)
		}
		before = want
	}
	wantUptime(t, s, before)
	wantPerson(t, s, storage.Person{ID: "uptime", Palette: "contrast"})
}

// checkUptimeTimes gives times in another zone to the store.
func checkUptimeTimes(t testing.TB, s storage.Store) {
	mine := fullUptime()
	abroad(&mine)
	setUptime(t, s, func(u *storage.Uptime) { *u = mine })
	wantUptime(t, s, fullUptime())
	if mine.Outages[0].From.Location() != west {
		t.Error("a change wrote to the memory that it was handed")
	}
	setUptime(t, s, func(u *storage.Uptime) { *u = storage.Uptime{Alive: time.Time{}.In(west)} })
	wantUptime(t, s, storage.Uptime{})
}

func checkUptimeMemory(t testing.TB, s storage.Store) {
	mine := fullUptime()
	got, err := storage.Uptimes.Change(t.Context(), s, storage.TheUptime, func(u *storage.Uptime) error { *u = mine; return nil })
	if err != nil {
		t.Fatalf("Uptimes.Change = %v", err)
	}
	scribble(mine)
	scribble(got)
	wantUptime(t, s, fullUptime())
	if got, err = storage.Uptimes.Get(t.Context(), s, storage.TheUptime); err != nil {
		t.Fatalf("Uptime = %v", err)
	}
	scribble(got)
	wantUptime(t, s, fullUptime())
}

func checkUptimeError(t testing.TB, s storage.Store) {
	for _, before := range []storage.Uptime{{}, fullUptime()} {
		setUptime(t, s, func(u *storage.Uptime) { *u = before })
		_, err := storage.Uptimes.Change(t.Context(), s, storage.TheUptime, func(u *storage.Uptime) error {
			*u = storage.Uptime{Alive: minute(20)}
			return errRefused
		})
		wantErr(t, "Uptimes.Change", err, errRefused)
		wantUptime(t, s, before)
	}
}

// checkUptimeRace has rivals note an outage at once: no outage is lost.
func checkUptimeRace(t testing.TB, s storage.Store) {
	for round := range rounds {
		won := race(t, nil, func(int) error {
			_, err := storage.Uptimes.Change(t.Context(), s, storage.TheUptime, func(u *storage.Uptime) error {
				u.Outages = append(u.Outages, storage.Outage{Span: storage.Span{To: minute(len(u.Outages))}})
				return nil
			})
			return err
		})
		u, err := storage.Uptimes.Get(t.Context(), s, storage.TheUptime)
		if want := rivals * (round + 1); won != rivals || len(u.Outages) != want || err != nil {
			t.Fatalf("of %d outages noted at once %d are there, %v", want, len(u.Outages), err)
		}
		for i, o := range u.Outages {
			if !o.To.Equal(minute(i)) {
				t.Errorf("outage %d is until %v, want %v", i, o.To, minute(i))
			}
		}
	}
}

func setUptime(t testing.TB, s storage.Store, change func(*storage.Uptime)) {
	t.Helper()
	if _, err := storage.Uptimes.Change(t.Context(), s, storage.TheUptime, func(u *storage.Uptime) error { change(u); return nil }); err != nil {
		t.Fatalf("Uptimes.Change = %v", err)
	}
}

func wantUptime(t testing.TB, s storage.Store, want storage.Uptime) {
	t.Helper()
	if got, err := storage.Uptimes.Get(t.Context(), s, storage.TheUptime); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Uptime() = %+v, %v, want %+v", got, err, want)
	}
}
