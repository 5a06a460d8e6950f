package clock

import (
	"math"
	"slices"
	"testing"
	"time"
)

func TestRough(t *testing.T) {
	for _, c := range table(`
		336h                 | 14  | days
		71h59m59s            | 3   | days
		60h                  | 3   | days
		59h                  | 2   | days
		48h                  | 2   | days
		47h59m59s999999999ns | 2   | days
		47h20m               | 47  | hours
		24h                  | 24  | hours
		2h                   | 2   | hours
		1h59m59s999999999ns  | 2   | hours
		1h59m                | 119 | minutes
		1h30m                | 90  | minutes
		1h29s                | 1   | hours
		1h1m                 | 61  | minutes
		1m                   | 1   | minutes
		1ns                  | 1   | minutes
		0s                   | 0   | minutes
		-1h                  | 0   | minutes
	`) {
		if count, unit := Rough(duration(t, c[0])); count != number(t, c[1]) || unit != c[2] {
			t.Errorf("Rough of %q = %d %s", c, count, unit)
		}
	}
}

func TestParseLimit(t *testing.T) {
	for _, c := range table(`
		3d                        | 72h
		3 days                    | 72h
		" 3  DAYS "               | 72h
		12h                       | 12h
		12 hrs                    | 12h
		90 min                    | 1h30m
		1 week                    | 168h
		2w                        | 336h
		2 days 6 hours            | 54h
		2d6h                      | 54h
		2 days, 6 hours           | 54h
		2 days and 6 hours        | 54h
		1 day, 1 hour, and 1 mins | 25h1m
		0 days 6 hours            | 6h
		none                      | 0s
		None                      | 0s
		No  limit                 | 0s
		unlimited                 | 0s
	`) {
		if got, ok := ParseLimit(c[0]); !ok || got != duration(t, c[1]) {
			t.Errorf("ParseLimit of %q = %v, %v", c, got, ok)
		}
	}
	for _, text := range slices.Concat(table(`
		"" | " " | 3 | d | days | -3d | +3d | 1.5d | 1,5d | 3 months | 3ms | 30 s | 0 | 0d | 0 minutes | 3d 4
		3d and | and 3d | 3 d x | ٣d | 99999999999999999999d | 200000 weeks | 15000 weeks 15000 weeks
	`)...) {
		if got, ok := ParseLimit(text); ok {
			t.Errorf("ParseLimit(%q) = %v, want it refused", text, got)
		}
	}
}

func TestFormatLimit(t *testing.T) {
	for _, c := range table(`
		0s       | none
		-1h      | none
		1ns      | 1 minute
		1m       | 1 minute
		2m       | 2 minutes
		1h       | 1 hour
		1h30m    | 90 minutes
		1h30m59s | 90 minutes
		2h       | 2 hours
		2h30m    | 2 hours 30 minutes
		24h      | 1 day
		30h      | 1 day 6 hours
		24h1m    | 1 day 1 minute
		72h      | 3 days
		336h     | 14 days
		385h2m   | 16 days 1 hour 2 minutes
	`) {
		if got := FormatLimit(duration(t, c[0])); got != c[1] {
			t.Errorf("FormatLimit of %q = %q", c, got)
		}
	}
}

func TestParseMinute(t *testing.T) {
	for _, c := range table(`
		8           | 480
		08          | 480
		08:30       | 510
		8:30        | 510
		8.30        | 510
		8h30        | 510
		0830        | 510
		830         | 510
		8:30 pm     | 1230
		8:30PM      | 1230
		8 p.m.      | 1200
		8am         | 480
		12am        | 0
		12:05 AM    | 5
		12 pm       | 720
		22h         | 1320
		22 h        | 1320
		22:00 h     | 1320
		2200        | 1320
		noon        | 720
		Midnight    | 0
		0           | 0
		00:00       | 0
		24:00       | 0
		23:59       | 1439
		"  7 : 15 " | 435
	`) {
		if got, ok := parseMinute(c[0]); !ok || got != number(t, c[1]) {
			t.Errorf("parseMinute of %q = %d, %v", c, got, ok)
		}
	}
	for _, text := range slices.Concat(table(`
		"" | " " | 25 | 24:01 | 8:60 | 8:5 | 8:305 | 08:300 | 00830 | -8 | 0 am
		13pm | 13:00 am | 8 x | am | :30 | h | 8:30:15 | ٨
	`)...) {
		if got, ok := parseMinute(text); ok || got != 0 {
			t.Errorf("ParseMinute(%q) = %d, %v, want it refused", text, got, ok)
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
