package clock

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/storage"
)

// friday is a day in November, at noon in UTC.
var friday = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestParseUntil(t *testing.T) {
	for _, c := range table(`
		tomorrow          | UTC                 | 2026-11-20 12:00 | 2026-11-21 00:00
		1                 | UTC                 | 2026-11-20 23:59 | 2026-11-21 00:00
		5 days            | UTC                 | 2026-11-20 12:00 | 2026-11-25 00:00
		" 5D "            | UTC                 | 2026-11-20 12:00 | 2026-11-25 00:00
		2 weeks           | UTC                 | 2026-11-20 12:00 | 2026-12-04 00:00
		friday            | UTC                 | 2026-11-20 12:00 | 2026-11-27 00:00
		Sat               | UTC                 | 2026-11-20 12:00 | 2026-11-21 00:00
		thursday          | UTC                 | 2026-11-20 12:00 | 2026-11-26 00:00
		2026-12-24        | UTC                 | 2026-11-20 12:00 | 2026-12-24 00:00
		24 Dec            | UTC                 | 2026-11-20 12:00 | 2026-12-24 00:00
		24 december 2026  | UTC                 | 2026-11-20 12:00 | 2026-12-24 00:00
		Dec 24            | UTC                 | 2026-11-20 12:00 | 2026-12-24 00:00
		December 24, 2026 | UTC                 | 2026-11-20 12:00 | 2026-12-24 00:00
		24.12.            | UTC                 | 2026-11-20 12:00 | 2026-12-24 00:00
		24.12             | UTC                 | 2026-11-20 12:00 | 2026-12-24 00:00
		24.12.2026        | UTC                 | 2026-11-20 12:00 | 2026-12-24 00:00
		3 jan             | UTC                 | 2026-12-30 12:00 | 2027-01-03 00:00
		29 feb            | UTC                 | 2028-02-20 12:00 | 2028-02-29 00:00
		29 feb            | UTC                 | 2027-06-20 12:00 | 2028-02-29 00:00
		# In the one zone it is Saturday already, in the other still Thursday.
		tomorrow          | Pacific/Auckland    | 2026-11-20 12:00 | 2026-11-21 11:00
		saturday          | Pacific/Auckland    | 2026-11-20 12:00 | 2026-11-27 11:00
		friday            | America/Los_Angeles | 2026-11-20 07:00 | 2026-11-20 08:00
		# The clocks change, in Havana at midnight: 8 March begins at one.
		2 days            | Europe/Berlin       | 2026-10-24 12:00 | 2026-10-25 23:00
		tomorrow          | America/Havana      | 2026-03-07 17:00 | 2026-03-08 05:00
	`) {
		got, err := parseUntil(c[0], utc(t, c[2]).In(zoneOf(t, c[1])))
		if err != nil || !got.Equal(utc(t, c[3])) {
			t.Errorf("ParseUntil of %q = %v, %v", c, got, err)
		}
	}
	for _, c := range table(`
		refuse.away | "" | yesterday | -1 | 5 months | 24/12 | 32 dec | 30 feb | 29 feb | 2026-02-29 | someday | 99999999999999999999 days
		refuse.away.past | 0 days | today | 20 nov | 1.1.2026 | 0001-01-01
	`) {
		for _, typed := range c[1:] {
			if got, err := parseUntil(typed, friday); refusal(err) != c[0] {
				t.Errorf("ParseUntil(%q) = %v, %v, want %s", typed, got, err, c[0])
			}
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
	spans := func(cell string) (all []storage.Span) {
		for one := range strings.SplitSeq(cell, ", ") {
			var from, to float64
			if _, err := fmt.Sscanf(one, "%g to %g", &from, &to); err == nil {
				all = append(all, storage.Span{From: days(from), To: days(to)})
			}
		}
		return all
	}
	for _, c := range table(`
		the first               |                                | 3 days  | 0 to 2.5
		longer                  | -2 to 1                        | 3 days  | -2 to 2.5
		shorter                 | -2 to 10                       | 3 days  | -2 to 2.5
		one that ends now       | -2 to 0                        | 3 days  | -2 to 0, 0 to 2.5
		back                    | -20 to -18, -2 to 1            | back    | -20 to -18, -2 to 0
		back at once            | 0 to 1                         | now     |
		back while not away     | -20 to -18                     | None    | -20 to -18
		what is to come         | -2 to 1, 2 to 3                | back    | -2 to 0
		long ago                | -410 to -400.1, -405 to -399.9 | 1 day   | -405 to -399.9, 0 to 0.5
		all of it               |                                | 14 days | 0 to 13.5
		too long                |                                | 15 days | refused
		too long together       | -100 to -88                    | 3 days  | refused
		just enough             | -100 to -88                    | 2 days  | -100 to -88, 0 to 1.5
		too long with what runs | -12 to 1                       | 3 days  | refused
		more than a year ago    | -380 to -366                   | 14 days | -380 to -366, 0 to 13.5
		a year ago by its end   | -370 to -356                   | 10 days | -370 to -356, 0 to 9.5
	`) {
		own, want, refused := storage.Person{Away: spans(c[1])}, spans(c[3]), ""
		if c[3] == "refused" {
			want, refused = spans(c[1]), "refuse.away.long"
		}
		if err := SetAway(&own, c[2], friday); refusal(err) != refused || err != nil && refused == "" || !slices.Equal(own.Away, want) {
			t.Errorf("%q: %v, %v", c, own.Away, err)
		}
	}
}

// Fourteen days are allowed although they are an hour longer when the clocks are put back.
func TestAwayWhileClocksArePutBack(t *testing.T) {
	own := storage.Person{Zone: "Europe/Berlin"}
	now := time.Date(2026, 10, 19, 22, 10, 0, 0, time.UTC) // ten past midnight
	if err := SetAway(&own, "14 days", now); err != nil || timeAway(own, own.Away[0].To) <= MaxAway*24*time.Hour {
		t.Errorf("14 days and an hour: %v, %v", own.Away, err)
	}
	if err := SetAway(&own, "15 days", now); refusal(err) != "refuse.away.long" {
		t.Errorf("15 days: %v, %v, want a refusal", own.Away, err)
	}
}

// Whatever a person asks for, and however often they are away by themselves, they are away for at most 14 days in any
// 365, give or take an hour where the clocks change. As many days as [AwayLeft] returns are granted, and absences do not
// overlap. Of those by themselves one begins in 30 days at most, and none is longer than three.
func TestAbsencesAreBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	granted, itself := 0, 0
	for range 20 {
		own, now := storage.Person{Zone: "Europe/Berlin"}, friday
		var all, byItself []storage.Span // with the forgotten ones
		for range 200 {
			now = now.Add(time.Duration(rng.Int64N(int64(20 * 24 * time.Hour))))
			typed := strconv.Itoa(1+rng.IntN(15)) + " days"
			if rng.IntN(4) == 0 {
				typed = "back"
			}
			if rng.IntN(3) == 0 {
				may := MayAutoAway(own, now)
				if BeginAutoAway(&own, now) != may {
					t.Fatal("MayAutoAway and BeginAutoAway differ")
				}
				if rng.IntN(2) == 0 {
					EndAutoAway(&own, now.Add(time.Duration(rng.Int64N(int64(4*24*time.Hour)))))
				}
				byItself = merge(byItself, own.AutoAway)
				continue
			}
			back := own
			back.Away = awayUpTo(own.Away, now, now)
			EndAutoAway(&back, now)
			left := int(AwayLeft(back, now) / (24 * time.Hour))
			err := SetAway(&own, typed, now)
			if err != nil {
				other := own
				if e := SetAway(&other, strconv.Itoa(left)+" days", now); left > 0 && e != nil {
					t.Fatalf("%d days are left and were not granted: %v", left, e)
				}
				continue
			}
			granted++
			all, byItself = merge(all, own.Away), merge(byItself, own.AutoAway)
			checkApart(t, own.Away)
			checkApart(t, Merged(slices.Concat(own.Away, own.AutoAway)))
		}
		for _, s := range slices.Concat(all, byItself) {
			if got := timeAway(storage.Person{Away: all, AutoAway: byItself}, s.To); got > maxAwayTime {
				t.Fatalf("a person is away for %v in the year up to %v", got, s.To)
			}
		}
		for i, s := range byItself {
			itself++
			if s.To.Sub(s.From) > 3*24*time.Hour || i > 0 && s.From.Sub(byItself[i-1].From) < 30*24*time.Hour {
				t.Fatalf("absences by themselves are %v", byItself)
			}
		}
	}
	if itself < 100 {
		t.Errorf("%d absences came by themselves, want many", itself)
	}
	if granted < 800 {
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

// An absence by itself begins once in 30 days at most. It lasts three days, or what is left of the 14, and none begins for
// somebody who is away already or wants none.
func TestAutoAway(t *testing.T) {
	span := func(from, to float64) []storage.Span { return []storage.Span{{From: days(from), To: days(to)}} }
	for _, c := range []struct {
		what string
		own  storage.Person
		want float64 // for how many days; 0 for not at all
	}{
		{"the first", storage.Person{}, 3},
		{"off", storage.Person{NoAutoAway: true}, 0},
		{"away anyway", storage.Person{Away: span(-1, 1)}, 0},
		{"away until now", storage.Person{Away: span(-1, 0)}, 3},
		{"29 days later", storage.Person{AutoAway: span(-29, -26)}, 0},
		{"30 days later", storage.Person{AutoAway: span(-30, -27)}, 3},
		{"30 days after one that ended soon", storage.Person{AutoAway: span(-29, -29)}, 0},
		{"two days left", storage.Person{Away: span(-100, -91), AutoAway: span(-60, -57)}, 2},
		{"none left", storage.Person{Away: span(-100, -89), AutoAway: span(-60, -57)}, 0},
		{"days of both that overlap count once", storage.Person{Away: span(-100, -90), AutoAway: span(-93, -90)}, 3},
		{"a year ago", storage.Person{Away: span(-380, -366)}, 3},
		{"being forgotten", storage.Person{Leaving: &storage.Leaving{}}, 0},
	} {
		own := c.own
		began := BeginAutoAway(&own, friday)
		got := 0.0
		if began {
			got = own.AutoAway[len(own.AutoAway)-1].To.Sub(friday).Hours() / 24
		}
		if got != c.want || began && BeginAutoAway(&own, friday) {
			t.Errorf("%s: away for %v days, want %v, and once", c.what, got, c.want)
		}
	}
}

// To be back, or to set another day, ends an absence by itself, and a minute costs a minute.
func TestBackFromAutoAway(t *testing.T) {
	for typed, want := range map[string]string{"back": "0s", "2 days": "36h0m0s"} {
		var own storage.Person
		BeginAutoAway(&own, days(-1))
		if err := SetAway(&own, typed, friday); err != nil || !own.AutoAway[0].To.Equal(friday) {
			t.Errorf("%s: %v, %v", typed, own, err)
		}
		until, _ := AwayUntil(own, friday)
		if got := max(0, until.Sub(friday)).String(); got != want {
			t.Errorf("%s: away for %s more, want %s", typed, got, want)
		}
		if left := AwayLeft(own, friday); left != 13*24*time.Hour {
			t.Errorf("%s: %v are left", typed, left)
		}
	}
}

// The days that are left add up with those that somebody picks, whatever the hour.
func TestDaysLeftAddUp(t *testing.T) {
	midnight := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for hour := range 22 {
		for days := 1; days < MaxAway; days++ {
			var own storage.Person
			if err := SetAway(&own, strconv.Itoa(days)+" days", midnight.Add(time.Duration(hour)*time.Hour)); err != nil {
				t.Fatal(err)
			}
			until := own.Away[0].To
			if left := AwaySpan(AwayLeft(own, until)).Arg("Count"); left != MaxAway-days {
				t.Errorf("%d days from %d:00 on leave %v of %d", days, hour, left, MaxAway)
			}
		}
	}
}
