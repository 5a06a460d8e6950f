package match

import (
	"slices"
	"testing"
	"time"

	"parlour/storage"
)

// at returns an Env over a match whose clock a test sets in hours since noon.
func at(t *testing.T, head storage.Head) (*Env, *time.Duration) {
	t.Helper()
	hours := new(time.Duration)
	head.Began = noon
	e := envOf(t, head)
	e.Now = func() time.Time { return noon.Add(*hours * time.Hour) }
	return e, hours
}

// A person's pace is the time that each move that stands took them, without nights, absences, pauses and outages.
func TestPaces(t *testing.T) {
	t.Parallel()
	span := func(from, to time.Duration) []storage.Span {
		return []storage.Span{{From: noon.Add(from * time.Hour), To: noon.Add(to * time.Hour)}}
	}
	e, now := at(t, begun(t, "slyde", 2))
	for i, hour := range []time.Duration{3, 4, 34, 36, 44, 46, 48} { // a, b, a, b, b again, a, b
		*now = hour
		does(t, e, "next 0")
		if i == 3 { // b takes the move of hour 36 back, and makes another at 44
			*now = 37
			does(t, e, "takes back 1", "agrees 0")
		}
	}
	m := does(t, e)
	m.Pauses = span(39, 40)
	a, b := storage.Person{ID: "a"}, storage.Person{ID: "b", Away: span(41, 42)}
	night := storage.Window{From: 22 * 60, To: 8 * 60} // of UTC, from hour 10 to 20 and from 34 to 44
	a.Quiet, a.Zone = &night, "UTC"
	for _, c := range []struct {
		p       storage.Person
		outages []storage.Span
		after   time.Duration
		want    []time.Duration // in minutes
	}{
		{a, nil, -1, []time.Duration{3 * 60, 20 * 60, 2 * 60}},
		{a, nil, 34, []time.Duration{2 * 60}},
		{b, nil, -1, []time.Duration{60, 5 * 60, 2 * 60}},
		{b, span(42, 43), 5, []time.Duration{4 * 60, 2 * 60}},
		{storage.Person{ID: "c"}, nil, -1, nil},
	} {
		var got []time.Duration
		for _, d := range m.Paces(c.p, c.outages, noon.Add(c.after*time.Hour)) {
			got = append(got, d/time.Minute)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s after hour %d: %v, want %v", c.p.ID, c.after, got, c.want)
		}
	}
}
