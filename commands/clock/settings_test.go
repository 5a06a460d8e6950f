package clock

import (
	"errors"
	"reflect"
	"slices"
	"testing"

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

func TestParseQuiet(t *testing.T) {
	night := &storage.Window{From: 22 * 60, To: 8 * 60}
	for typed, want := range map[string]*storage.Window{
		"22-8": night, "22:00-08:00": night, " 22 – 8 ": night, "10 pm to 8 am": night, "10PM until 8AM": night, "22h till 8h": night,
		"22:30—7:15": {From: 22*60 + 30, To: 7*60 + 15}, "0-8": {To: 8 * 60}, "midnight to noon": {To: 12 * 60}, "13-14": {From: 13 * 60, To: 14 * 60},
		"20-16": {From: 20 * 60, To: 16 * 60}, "none": {}, " None": {}, "default": nil, "DEFAULT": nil,
	} {
		if got, err := ParseQuiet(typed); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("ParseQuiet(%q) = %v, %v, want %v", typed, got, err, want)
		}
	}
	for typed, want := range map[string]string{
		"": "refuse.quiet", "22": "refuse.quiet", "22-": "refuse.quiet", "-8": "refuse.quiet", "22-25": "refuse.quiet", "22-8-9": "refuse.quiet",
		"22 8": "refuse.quiet", "at night": "refuse.quiet", "22-8 none": "refuse.quiet",
		"8-8": "refuse.quiet.long", "0-24": "refuse.quiet.long", "20-16:01": "refuse.quiet.long", "8-7": "refuse.quiet.long",
	} {
		if got, err := ParseQuiet(typed); refusal(err) != want {
			t.Errorf("ParseQuiet(%q) = %v, %v, want %s", typed, got, err, want)
		}
	}
}

func TestParseRemind(t *testing.T) {
	for typed, want := range map[string]*[]int{
		"50 80 95": {50, 80, 95}, "50,80,95 %": {50, 80, 95}, "95%; 50%": {50, 95}, "1": {1}, "99 99": {99}, "5 4 3 2 1": {1, 2, 3, 4, 5},
		"none": {}, "default": nil,
	} {
		if got, err := ParseRemind(typed); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("ParseRemind(%q) = %v, %v, want %v", typed, got, err, want)
		}
	}
	for _, typed := range []string{"", " % ", "0", "100", "-5", "50.5", "half", "50 none", "1 2 3 4 5 6", "99999999999999999999"} {
		if got, err := ParseRemind(typed); refusal(err) != "refuse.remind" {
			t.Errorf("ParseRemind(%q) = %v, %v, want a refusal", typed, got, err)
		}
	}
}

func TestParseDigest(t *testing.T) {
	for typed, want := range map[string]int{"8": 8 * 60, "08:30": 8*60 + 30, "6 pm": 18 * 60, "midnight": 0} {
		if got, err := ParseDigest(typed); err != nil || got == nil || *got != want {
			t.Errorf("ParseDigest(%q) = %v, %v, want %d", typed, got, err, want)
		}
	}
	if got, err := ParseDigest("none"); err != nil || got != nil {
		t.Errorf("ParseDigest(none) = %v, %v, want nil", got, err)
	}
	for _, typed := range []string{"", "default", "25", "8-9", "in the morning"} {
		if got, err := ParseDigest(typed); refusal(err) != "refuse.digest" {
			t.Errorf("ParseDigest(%q) = %v, %v, want a refusal", typed, got, err)
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
	}{{nil, []int{50, 80, 95}}, {&[]int{7}, []int{7}}, {&[]int{}, nil}} {
		if got := RemindOf(storage.Person{Remind: c.set}); !slices.Equal(got, c.want) {
			t.Errorf("RemindOf(%v) = %v, want %v", c.set, got, c.want)
		}
	}
}

// A window contains its first minute but not its last, and may go over midnight.
func TestWithin(t *testing.T) {
	for _, c := range []struct {
		w      storage.Window
		minute int
		want   bool
	}{
		{UsualQuiet, 22 * 60, true}, {UsualQuiet, 22*60 - 1, false}, {UsualQuiet, 0, true}, {UsualQuiet, 8*60 - 1, true}, {UsualQuiet, 8 * 60, false},
		{storage.Window{From: 60, To: 120}, 60, true}, {storage.Window{From: 60, To: 120}, 120, false}, {storage.Window{From: 60, To: 120}, 59, false},
		{storage.Window{}, 0, false}, {storage.Window{From: 60, To: 60}, 60, false},
	} {
		if got := Within(c.w, c.minute); got != c.want {
			t.Errorf("Within(%v, %d) = %v, want %v", c.w, c.minute, got, c.want)
		}
	}
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
