package clock

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"parlour/storage"
)

// friday is a day in November, at noon in UTC.
var friday = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestParseUntil(t *testing.T) {
	for _, c := range []struct{ typed, zone, now, want string }{
		{"tomorrow", "UTC", "2026-11-20T12:00:00Z", "2026-11-21T00:00:00Z"},
		{"1", "UTC", "2026-11-20T23:59:59Z", "2026-11-21T00:00:00Z"},
		{"5 days", "UTC", "2026-11-20T12:00:00Z", "2026-11-25T00:00:00Z"},
		{" 5D ", "UTC", "2026-11-20T12:00:00Z", "2026-11-25T00:00:00Z"},
		{"2 weeks", "UTC", "2026-11-20T12:00:00Z", "2026-12-04T00:00:00Z"},
		{"friday", "UTC", "2026-11-20T12:00:00Z", "2026-11-27T00:00:00Z"},
		{"Sat", "UTC", "2026-11-20T12:00:00Z", "2026-11-21T00:00:00Z"},
		{"thursday", "UTC", "2026-11-20T12:00:00Z", "2026-11-26T00:00:00Z"},
		{"2026-12-24", "UTC", "2026-11-20T12:00:00Z", "2026-12-24T00:00:00Z"},
		{"24 Dec", "UTC", "2026-11-20T12:00:00Z", "2026-12-24T00:00:00Z"},
		{"24 december 2026", "UTC", "2026-11-20T12:00:00Z", "2026-12-24T00:00:00Z"},
		{"Dec 24", "UTC", "2026-11-20T12:00:00Z", "2026-12-24T00:00:00Z"},
		{"December 24, 2026", "UTC", "2026-11-20T12:00:00Z", "2026-12-24T00:00:00Z"},
		{"24.12.", "UTC", "2026-11-20T12:00:00Z", "2026-12-24T00:00:00Z"},
		{"24.12", "UTC", "2026-11-20T12:00:00Z", "2026-12-24T00:00:00Z"},
		{"24.12.2026", "UTC", "2026-11-20T12:00:00Z", "2026-12-24T00:00:00Z"},
		{"3 jan", "UTC", "2026-12-30T12:00:00Z", "2027-01-03T00:00:00Z"},
		{"29 feb", "UTC", "2028-02-20T12:00:00Z", "2028-02-29T00:00:00Z"},
		{"29 feb", "UTC", "2027-06-20T12:00:00Z", "2028-02-29T00:00:00Z"},
		// In the one zone it is Saturday already, in the other still Thursday.
		{"tomorrow", "Pacific/Auckland", "2026-11-20T12:00:00Z", "2026-11-21T11:00:00Z"},
		{"saturday", "Pacific/Auckland", "2026-11-20T12:00:00Z", "2026-11-27T11:00:00Z"},
		{"friday", "America/Los_Angeles", "2026-11-20T07:00:00Z", "2026-11-20T08:00:00Z"},
		// The clocks change, in Havana at midnight: 8 March begins at one.
		{"2 days", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T23:00:00Z"},
		{"tomorrow", "America/Havana", "2026-03-07T17:00:00Z", "2026-03-08T05:00:00Z"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseUntil(c.typed, now.In(zone))
		if err != nil || got.UTC().Format(time.RFC3339) != c.want {
			t.Errorf("ParseUntil(%q, %s in %s) = %v, %v, want %s", c.typed, c.now, c.zone, got, err, c.want)
		}
	}
	for typed, want := range map[string]string{
		"": "refuse.away", "yesterday": "refuse.away", "-1": "refuse.away", "5 months": "refuse.away", "24/12": "refuse.away", "32 dec": "refuse.away",
		"30 feb": "refuse.away", "29 feb": "refuse.away", "2026-02-29": "refuse.away", "someday": "refuse.away", "99999999999999999999 days": "refuse.away",
		"0 days": "refuse.away.past", "today": "refuse.away.past", "20 nov": "refuse.away.past", "1.1.2026": "refuse.away.past", "0001-01-01": "refuse.away.past",
	} {
		if got, err := parseUntil(typed, friday); refusal(err) != want {
			t.Errorf("ParseUntil(%q) = %v, %v, want %s", typed, got, err, want)
		}
	}
}

// A day that is accepted begins after now and is the same when its date is typed.
func FuzzParseUntil(f *testing.F) {
	for _, typed := range []string{"tomorrow", "5 days", "2 weeks", "friday", "24 Dec", "24.12.", "December 24, 2026", "2026-12-24", "29 feb", "9999-12-31", "999999 w"} {
		f.Add(typed, int64(0), "Europe/Berlin")
		f.Add(typed, int64(1e9), "America/Havana")
	}
	f.Fuzz(func(t *testing.T, typed string, later int64, name string) {
		zone, err := time.LoadLocation(name)
		if err != nil || name == "Local" {
			return
		}
		now := friday.Add(time.Duration(later%1e9) * time.Second).In(zone)
		until, err := parseUntil(typed, now)
		if err != nil {
			return
		}
		date := until.In(zone).Format(time.DateOnly)
		again, err := parseUntil(date, now)
		if err != nil || !again.Equal(until) || !until.After(now) {
			t.Errorf("ParseUntil(%q, %v) = %v, and of %s it is %v, %v", typed, now, until, date, again, err)
		}
	})
}

// days returns the moment so many days after friday.
func days(n float64) time.Time { return friday.Add(time.Duration(n * 24 * float64(time.Hour))) }

func TestAwayUntil(t *testing.T) {
	p := storage.Person{Away: []storage.Span{{From: days(0), To: days(2)}, {From: days(5), To: days(6)}}}
	for _, c := range []struct{ now, want float64 }{{-1, 0}, {0, 2}, {1.9, 2}, {2, 0}, {4, 0}, {5.5, 6}, {6, 0}} {
		until, away := AwayUntil(p, days(c.now))
		if away != (c.want > 0) || away && !until.Equal(days(c.want)) {
			t.Errorf("AwayUntil(day %v) = %v, %v, want day %v", c.now, until, away, c.want)
		}
	}
}

// A new absence ends the one that runs. Planned absences and those that ended long ago are
// dropped, and the bound holds for the year up to the end of the new one.
func TestSetAway(t *testing.T) {
	span := func(from, to float64) storage.Span { return storage.Span{From: days(from), To: days(to)} }
	for _, c := range []struct {
		name  string
		have  []storage.Span
		typed string
		want  []storage.Span // nil: refused
	}{
		{"the first", nil, "3 days", []storage.Span{span(0, 2.5)}},
		{"longer", []storage.Span{span(-2, 1)}, "3 days", []storage.Span{span(-2, 2.5)}},
		{"shorter", []storage.Span{span(-2, 10)}, "3 days", []storage.Span{span(-2, 2.5)}},
		{"one that ends now", []storage.Span{span(-2, 0)}, "3 days", []storage.Span{span(-2, 0), span(0, 2.5)}},
		{"back", []storage.Span{span(-20, -18), span(-2, 1)}, "back", []storage.Span{span(-20, -18), span(-2, 0)}},
		{"back at once", []storage.Span{span(0, 1)}, "now", []storage.Span{}},
		{"back while not away", []storage.Span{span(-20, -18)}, "None", []storage.Span{span(-20, -18)}},
		{"what is to come", []storage.Span{span(-2, 1), span(2, 3)}, "back", []storage.Span{span(-2, 0)}},
		{"long ago", []storage.Span{span(-410, -400.1), span(-405, -399.9)}, "1 day", []storage.Span{span(-405, -399.9), span(0, 0.5)}},
		{"all of it", nil, "14 days", []storage.Span{span(0, 13.5)}},
		{"too long", nil, "15 days", nil},
		{"too long together", []storage.Span{span(-100, -88)}, "3 days", nil},
		{"just enough", []storage.Span{span(-100, -88)}, "2 days", []storage.Span{span(-100, -88), span(0, 1.5)}},
		{"too long with what runs", []storage.Span{span(-12, 1)}, "3 days", nil},
		{"more than a year ago", []storage.Span{span(-380, -366)}, "14 days", []storage.Span{span(-380, -366), span(0, 13.5)}},
		{"a year ago by its end", []storage.Span{span(-370, -356)}, "10 days", []storage.Span{span(-370, -356), span(0, 9.5)}},
	} {
		own := storage.Person{Away: slices.Clone(c.have)}
		err := SetAway(&own, c.typed, friday)
		switch {
		case c.want == nil && (refusal(err) != "refuse.away.long" || !slices.Equal(own.Away, c.have)):
			t.Errorf("%s: %v, %v, want a refusal and no change", c.name, own.Away, err)
		case c.want != nil && (err != nil || !slices.Equal(own.Away, c.want)):
			t.Errorf("%s: %v, %v, want %v", c.name, own.Away, err, c.want)
		}
	}
}

// Fourteen days are allowed although they are an hour longer when the clocks are put back.
func TestAwayWhileClocksArePutBack(t *testing.T) {
	own := storage.Person{Zone: "Europe/Berlin"}
	now := time.Date(2026, 10, 19, 22, 10, 0, 0, time.UTC) // ten past midnight
	if err := SetAway(&own, "14 days", now); err != nil || timeAway(own.Away, own.Away[0].To) <= MaxAway*24*time.Hour {
		t.Errorf("14 days and an hour: %v, %v", own.Away, err)
	}
	if err := SetAway(&own, "15 days", now); refusal(err) != "refuse.away.long" {
		t.Errorf("15 days: %v, %v, want a refusal", own.Away, err)
	}
}

// Whatever a person asks for, they are away for at most 14 days in any 365, give or take an hour
// where the clocks change. As many days as [DaysLeft] returns are granted, and absences do not
// overlap.
func TestAbsencesAreBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	granted := 0
	for range 20 {
		own, now := storage.Person{Zone: "Europe/Berlin"}, friday
		var all []storage.Span // with the forgotten ones
		for range 200 {
			now = now.Add(time.Duration(rng.Int64N(int64(20 * 24 * time.Hour))))
			typed := strconv.Itoa(1+rng.IntN(15)) + " days"
			if rng.IntN(4) == 0 {
				typed = "back"
			}
			left := DaysLeft(awayUpTo(own.Away, now, now), now)
			err := SetAway(&own, typed, now)
			if err != nil {
				other := storage.Person{Zone: own.Zone, Away: own.Away}
				if e := SetAway(&other, strconv.Itoa(left)+" days", now); left > 0 && e != nil {
					t.Fatalf("%d days are left and were not granted: %v", left, e)
				}
				continue
			}
			granted++
			all = merge(all, own.Away)
			checkApart(t, own.Away)
		}
		for _, s := range all {
			if got := timeAway(all, s.To); got > maxAwayTime {
				t.Fatalf("a person is away for %v in the year up to %v", got, s.To)
			}
		}
	}
	if granted < 1000 {
		t.Errorf("%d absences were granted, want many", granted)
	}
}

// merge adds the absences as they are now to all that were known.
func merge(all, now []storage.Span) []storage.Span {
	all = slices.DeleteFunc(all, func(s storage.Span) bool {
		return slices.ContainsFunc(now, func(n storage.Span) bool { return n.From.Equal(s.From) })
	})
	return append(all, now...)
}

func checkApart(t *testing.T, spans []storage.Span) {
	t.Helper()
	for i, s := range spans {
		if !s.From.Before(s.To) || i > 0 && s.From.Before(spans[i-1].To) {
			t.Fatalf("absences are %v", spans)
		}
	}
}
