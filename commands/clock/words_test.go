package clock

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/games"
	"parlour/storage"
)

// refusal returns the key of a refusal, empty if err is none.
func refusal(err error) string {
	var r *games.Refusal
	if errors.As(err, &r) {
		return r.Text.Key
	}
	return ""
}

// given shows what was read: the key of a refusal, or a value, which is the usual one if there is none.
func given[T any](got *T, err error) string {
	switch {
	case err != nil:
		return refusal(err)
	case got == nil:
		return "usual"
	}
	return fmt.Sprint(*got)
}

// Each row has a function, what it gives, and what it is given.
func TestWords(t *testing.T) {
	gives := map[string]func(string) string{
		"rough": func(s string) string {
			count, unit := Rough(duration(t, s))
			return fmt.Sprint(count, " ", unit)
		},
		"format": func(s string) string { return FormatLimit(duration(t, s)) },
		"quiet":  func(s string) string { return given(ParseQuiet(s)) },
		"remind": func(s string) string { return given(ParseRemind(s)) },
		"digest": func(s string) string { return given(ParseDigest(s)) },
		"limit": func(s string) string {
			if d, ok := ParseLimit(s); ok {
				return d.String()
			}
			return "refused"
		},
		"bank": func(s string) string {
			a, ok := ParseBank(s)
			if again, read := ParseBank(FormatTime(a)); ok && (!read || again != a) {
				return "other when it is written"
			}
			if !ok {
				return "refused"
			}
			return FormatTime(a)
		},
		"minute": func(s string) string {
			if m, ok := parseMinute(s); ok || m != 0 {
				return fmt.Sprint(m)
			}
			return "refused"
		},
	}
	for _, c := range table(`
		rough | 14 days | 336h
		rough | 3 days | 71h59m59s | 60h
		rough | 2 days | 59h | 48h | 47h59m59s999999999ns
		rough | 47 hours | 47h20m
		rough | 24 hours | 24h
		rough | 2 hours | 2h | 1h59m59s999999999ns
		rough | 119 minutes | 1h59m
		rough | 90 minutes | 1h30m
		rough | 1 hours | 1h29s
		rough | 61 minutes | 1h1m
		rough | 1 minutes | 1m | 1ns
		rough | 0 minutes | 0s | -1h
		limit | 72h0m0s | 3d | 3 days | ٣d | “3 days”. | 3 ｄａｙｓ | " 3  DAYS "
		limit | 12h0m0s | 12h | 12 hrs
		limit | 1h30m0s | 90 min
		limit | 168h0m0s | 1 week
		limit | 336h0m0s | 2w
		limit | 54h0m0s | 2 days 6 hours | 2d6h | 2 days, 6 hours | 2 days and 6 hours
		limit | 25h1m0s | 1 day, 1 hour, and 1 mins
		limit | 6h0m0s | 0 days 6 hours
		limit | 0s | none | None | No  limit | unlimited
		format | none | 0s | -1h
		format | 1 minute | 1ns | 1m
		format | 2 minutes | 2m
		format | 1 hour | 1h
		format | 90 minutes | 1h30m | 1h30m59s
		format | 2 hours | 2h
		format | 2 hours 30 minutes | 2h30m
		format | 1 day | 24h
		format | 1 day 6 hours | 30h
		format | 1 day 1 minute | 24h1m
		format | 3 days | 72h
		format | 14 days | 336h
		format | 16 days 1 hour 2 minutes | 385h2m
		minute | 480 | 8 | 08 | 8am
		minute | 510 | 08:30 | 8:30 | 8.30 | 8h30 | 0830 | 830
		minute | 1230 | 8:30 pm | 8:30PM
		minute | 1200 | 8 p.m.
		minute | 0 | 12am | Midnight | 0 | 00:00 | 24:00
		bank | 3d+8h≤7d | 3d+8h≤7d | 3d+8h<=7d | " 3 days + 8 hours ≤ 1 week " | 3D+8H＜＝7D | 72h + 8h =< 168 h
		bank | 90m+1h≤1d6h | 90 min + 60 min <= 1 day 6 hours
		bank | refused | "" | 3d | 3d+8h | 3d≤7d | 8h≤7d+3d | 3d+8h<7d | 3+8≤7 | none+8h≤7d | 3d+none≤7d | 3d+8h≤none | 3d+8h≤7d≤9d | 3d+8h+1h≤7d
		minute | 5 | 12:05 AM
		minute | 720 | 12 pm | noon
		minute | 1320 | 22h | 22 h | 22:00 h | 2200
		minute | 1439 | 23:59
		minute | 435 | "  7 : 15 "
		limit | refused | "" | " " | 3 | d | days | -3d | +3d | 1.5d | 1,5d | 3 months | 3ms | 30 s | 0 | 0d | 0 minutes
		limit | refused | 3d 4 | 3d and | and 3d | 3 d x | 99999999999999999999d | 200000 weeks
		limit | refused | 15000 weeks 15000 weeks
		minute | refused | "" | " " | 25 | 24:01 | 8:60 | 8:5 | 8:305 | 08:300 | 00830 | -8 | 0 am | 13pm | 13:00 am
		minute | refused | 8 x | am | :30 | h | 8:30:15 | ٨
		quiet | {1320 480} | 22-8 | 22:00-08:00 | " 22 – 8 " | 10 pm to 8 am | 10PM until 8AM | 22h till 8h
		quiet | {1350 435} | 22:30—7:15 | 22：30－7：15 | “22:30 ‒ 7:15”
		quiet | {0 480} | 0-8
		quiet | {0 720} | midnight to noon
		quiet | {780 840} | 13-14
		quiet | {1200 960} | 20-16
		quiet | {0 0} | none | " None"
		quiet | usual | default | DEFAULT
		quiet | refuse.quiet | "" | 22 | 22- | -8 | 22-25 | 22-8-9 | 22 8 | at night | 22-8 none
		quiet | refuse.quiet.long | 8-8 | 0-24 | 20-16:01 | 8-7
		remind | [50 80 95] | 50 80 95 | 50,80,95 %
		remind | [50 95] | 95%; 50%
		remind | [1] | 1
		remind | [99] | 99 99
		remind | [1 2 3 4 5] | 5 4 3 2 1
		remind | [] | none
		remind | usual | default
		remind | refuse.remind | "" | " % " | 0 | 100 | -5 | 50.5 | half | 50 none | 1 2 3 4 5 6 | 99999999999999999999
		digest | 480 | 8
		digest | 510 | 08:30
		digest | 1080 | 6 pm
		digest | 0 | midnight
		digest | usual | none
		digest | refuse.digest | "" | default | 25 | 8-9 | in the morning
	`) {
		for _, in := range c[2:] {
			if got := gives[c[0]](in); got != c[1] {
				t.Errorf("%s of %q = %s, want %s", c[0], in, got, c[1])
			}
		}
	}
}

// Unset settings are the usual ones. Quiet hours need a known zone.
func TestUsualSettings(t *testing.T) {
	lunch := &storage.Window{From: 12 * 60, To: 13 * 60}
	for _, c := range []struct {
		own  storage.Person
		want storage.Window
		zone string
	}{
		{storage.Person{}, storage.Window{}, ""},
		{storage.Person{Quiet: lunch}, storage.Window{}, ""},
		{storage.Person{Zone: "Europe/Atlantis", Quiet: lunch}, storage.Window{}, ""},
		{storage.Person{Zone: "Europe/Berlin"}, UsualQuiet, "Europe/Berlin"},
		{storage.Person{Zone: "Europe/Berlin", Quiet: lunch}, *lunch, "Europe/Berlin"},
		{storage.Person{Zone: "Europe/Berlin", Quiet: &storage.Window{}}, storage.Window{}, "Europe/Berlin"},
	} {
		got := QuietOf(c.own)
		if got.Window != c.want || (got.Zone == nil) != (c.zone == "") || got.Zone != nil && got.Zone.String() != c.zone {
			t.Errorf("QuietOf(%+v) = %+v, want %v in %s", c.own, got, c.want, c.zone)
		}
	}
	for _, c := range []struct {
		set  *[]int
		want []int
	}{{nil, []int{80}}, {&[]int{7}, []int{7}}, {&[]int{}, nil}} {
		if got := RemindOf(storage.Person{Remind: c.set}); !slices.Equal(got, c.want) {
			t.Errorf("RemindOf(%v) = %v, want %v", c.set, got, c.want)
		}
	}
}

// A window contains its first minute but not its last, and may go over midnight.
func TestWithin(t *testing.T) {
	for _, c := range table(`
		1320 480 | 1320 0 479 | 1319 480
		60 120   | 60         | 120 59
		0 0      |            | 0
		60 60    |            | 60
	`) {
		var w storage.Window
		fmt.Sscan(c[0], &w.From, &w.To)
		for i, is := range []bool{true, false} {
			for _, m := range strings.Fields(c[i+1]) {
				if Within(w, number(t, m)) != is {
					t.Errorf("Within(%v, %s) = %t", w, m, !is)
				}
			}
		}
	}
}

func TestMinutesRoundTrip(t *testing.T) {
	if got := FormatMinute(8*60 + 30); got != "08:30" {
		t.Errorf("FormatMinute(510) = %q", got)
	}
	for m := range minutesOfDay {
		if got, ok := parseMinute(FormatMinute(m)); !ok || got != m {
			t.Errorf("ParseMinute(FormatMinute(%d)) = %d, %v", m, got, ok)
		}
	}
}

func FuzzParseLimit(f *testing.F) {
	for _, seed := range []string{"3d", "2 days, 6 hours and 1 min", "none", "1 week", "0h", "153722867 m"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, ok := ParseLimit(text)
		if d < 0 || d%time.Minute != 0 || d > math.MaxInt64/time.Minute*time.Minute || d != 0 && !ok {
			t.Fatalf("ParseLimit(%q) = %v, %v", text, d, ok)
		}
		if again, read := ParseLimit(FormatLimit(d)); ok && (!read || again != d) {
			t.Errorf("ParseLimit(%q) = %v, which is written %q and read as %v, %v", text, d, FormatLimit(d), again, read)
		}
	})
}

func FuzzParseMinute(f *testing.F) {
	for _, seed := range []string{"8", "08:30", "8:30 p.m.", "22h", "noon", "24:00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, ok := parseMinute(text)
		if m < 0 || m >= minutesOfDay || m != 0 && !ok {
			t.Errorf("ParseMinute(%q) = %d, %v", text, m, ok)
		}
	})
}

func FuzzZone(f *testing.F) {
	for _, seed := range []string{"Europe/Berlin", "new y", "../UTC", "São Paulo", "Local", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		zone, spelt, ok := Zone(typed)
		if ok != (zone != nil) || ok && zone.String() != spelt {
			t.Errorf("Zone(%q) = %v, %q, %v", typed, zone, spelt, ok)
		}
		found := Zones(typed, 25)
		if len(found) > 25 || ok && found[0] != spelt {
			t.Errorf("Zones(%q, 25) = %q, and Zone(%q) is %q", typed, found, typed, spelt)
		}
		for _, n := range found {
			if _, again, ok := Zone(n); !ok || again != n {
				t.Errorf("Zones(%q) has %q, which Zone calls %q", typed, n, again)
			}
		}
	})
}

// Accepted settings are within their bounds and are read again as they are written.
func FuzzTimes(f *testing.F) {
	for _, typed := range []string{"22-8", "10 pm to 7 am", "none", "default", "50 80 95", "08:30", "toto-toto", "--", "9%"} {
		f.Add(typed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		if w, err := ParseQuiet(typed); err == nil && w != nil && *w != (storage.Window{}) {
			if again, err := ParseQuiet(FormatWindow(*w)); err != nil || *again != *w || Length(*w) < 1 || Length(*w) > maxQuiet {
				t.Errorf("ParseQuiet(%q) = %v, and of %q it is %v, %v", typed, w, FormatWindow(*w), again, err)
			}
		}
		if p, err := ParseRemind(typed); err == nil && p != nil && len(*p) > 0 {
			if again, err := ParseRemind(FormatPercents(*p)); err != nil || !slices.Equal(*again, *p) || !slices.IsSorted(*p) || (*p)[0] < 1 || slices.Max(*p) > 99 || len(*p) > maxReminders {
				t.Errorf("ParseRemind(%q) = %v, and of %q it is %v, %v", typed, *p, FormatPercents(*p), again, err)
			}
		}
		if m, err := ParseDigest(typed); err == nil && m != nil && (*m < 0 || *m >= minutesPerDay) {
			t.Errorf("ParseDigest(%q) = %d", typed, *m)
		}
	})
}
