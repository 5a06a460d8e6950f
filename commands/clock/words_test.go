package clock

import (
	"math"
	"testing"
	"time"
)

func TestRough(t *testing.T) {
	const h, m = time.Hour, time.Minute
	for _, test := range []struct {
		d     time.Duration
		count int
		unit  string
	}{
		{14 * 24 * h, 14, "days"},
		{3*24*h - time.Second, 3, "days"}, // where Discord says "in 3 days" beside it
		{2*24*h + 12*h, 3, "days"},
		{2*24*h + 11*h, 2, "days"},
		{2 * 24 * h, 2, "days"},
		{2*24*h - 1, 2, "days"},
		{47*h + 20*m, 47, "hours"},
		{24 * h, 24, "hours"},
		{2 * h, 2, "hours"},
		{2*h - 1, 2, "hours"},
		{119 * m, 119, "minutes"},
		{90 * m, 90, "minutes"},
		{60*m + 29*time.Second, 1, "hours"},
		{61 * m, 61, "minutes"},
		{m, 1, "minutes"},
		{1, 1, "minutes"},
		{0, 0, "minutes"},
		{-h, 0, "minutes"},
	} {
		if count, unit := Rough(test.d); count != test.count || unit != test.unit {
			t.Errorf("Rough(%v) = %d %s, want %d %s", test.d, count, unit, test.count, test.unit)
		}
	}
}

func TestParseLimit(t *testing.T) {
	const h, m = time.Hour, time.Minute
	for text, want := range map[string]time.Duration{
		"3d":                        3 * 24 * h,
		"3 days":                    3 * 24 * h,
		" 3  DAYS ":                 3 * 24 * h,
		"12h":                       12 * h,
		"12 hrs":                    12 * h,
		"90 min":                    90 * m,
		"1 week":                    7 * 24 * h,
		"2w":                        14 * 24 * h,
		"2 days 6 hours":            54 * h,
		"2d6h":                      54 * h,
		"2 days, 6 hours":           54 * h,
		"2 days and 6 hours":        54 * h,
		"1 day, 1 hour, and 1 mins": 25*h + m,
		"0 days 6 hours":            6 * h,
		"none":                      0,
		"None":                      0,
		"No  limit":                 0,
		"unlimited":                 0,
	} {
		if got, ok := ParseLimit(text); !ok || got != want {
			t.Errorf("ParseLimit(%q) = %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", " ", "3", "d", "days", "-3d", "+3d", "1.5d", "1,5d", "3 months", "3ms", "30 s", "0", "0d", "0 minutes",
		"3d 4", "3d and", "and 3d", "3 d x", "٣d", "99999999999999999999d", "200000 weeks", "15000 weeks 15000 weeks",
	} {
		if got, ok := ParseLimit(text); ok {
			t.Errorf("ParseLimit(%q) = %v, want it refused", text, got)
		}
	}
}

func TestFormatLimit(t *testing.T) {
	const h, m = time.Hour, time.Minute
	for _, test := range []struct {
		d    time.Duration
		want string
	}{
		{0, "none"},
		{-h, "none"},
		{1, "1 minute"},
		{m, "1 minute"},
		{2 * m, "2 minutes"},
		{h, "1 hour"},
		{90 * m, "90 minutes"},
		{90*m + 59*time.Second, "90 minutes"},
		{2 * h, "2 hours"},
		{2*h + 30*m, "2 hours 30 minutes"},
		{24 * h, "1 day"},
		{30 * h, "1 day 6 hours"},
		{24*h + m, "1 day 1 minute"},
		{3 * 24 * h, "3 days"},
		{14 * 24 * h, "14 days"},
		{16*24*h + h + 2*m, "16 days 1 hour 2 minutes"},
	} {
		if got := FormatLimit(test.d); got != test.want {
			t.Errorf("FormatLimit(%v) = %q, want %q", test.d, got, test.want)
		}
	}
}

func TestParseMinute(t *testing.T) {
	for text, want := range map[string]int{
		"8":         8 * 60,
		"08":        8 * 60,
		"08:30":     8*60 + 30,
		"8:30":      8*60 + 30,
		"8.30":      8*60 + 30,
		"8h30":      8*60 + 30,
		"0830":      8*60 + 30,
		"830":       8*60 + 30,
		"8:30 pm":   20*60 + 30,
		"8:30PM":    20*60 + 30,
		"8 p.m.":    20 * 60,
		"8am":       8 * 60,
		"12am":      0,
		"12:05 AM":  5,
		"12 pm":     12 * 60,
		"22h":       22 * 60,
		"22 h":      22 * 60,
		"22:00 h":   22 * 60,
		"2200":      22 * 60,
		"noon":      12 * 60,
		"Midnight":  0,
		"0":         0,
		"00:00":     0,
		"24:00":     0,
		"23:59":     23*60 + 59,
		"  7 : 15 ": 7*60 + 15,
	} {
		if got, ok := parseMinute(text); !ok || got != want {
			t.Errorf("ParseMinute(%q) = %d, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", " ", "25", "24:01", "8:60", "8:5", "8:305", "08:300", "00830", "-8", "0 am", "13pm", "13:00 am", "8 x", "am", ":30", "h", "8:30:15", "٨",
	} {
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
