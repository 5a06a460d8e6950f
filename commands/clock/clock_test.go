package clock

import (
	"strings"
	"testing"
	"time"

	"parlour/storage"
)

// utc returns a moment from a day and a time of it; zero for no text.
func utc(t *testing.T, text string) time.Time {
	t.Helper()
	if text == "" {
		return time.Time{}
	}
	at, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func zoneOf(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, _, ok := Zone(name)
	if !ok {
		t.Fatalf("there is no zone %s", name)
	}
	return zone
}

// pauses returns spans, each from two texts.
func pauses(t *testing.T, texts ...string) []storage.Span {
	t.Helper()
	var spans []storage.Span
	for i := 0; i < len(texts); i += 2 {
		spans = append(spans, storage.Span{From: utc(t, texts[i]), To: utc(t, texts[i+1])})
	}
	return spans
}

// span reads a span "from/to", empty for no text.
func span(t *testing.T, of string) storage.Span {
	t.Helper()
	from, to, _ := strings.Cut(of, "/")
	return storage.Span{From: utc(t, from), To: utc(t, to)}
}

// night is from 22:00 to 08:00 in UTC.
var night = Quiet{Window: storage.Window{From: 22 * 60, To: 8 * 60}, Zone: time.UTC}

func TestDue(t *testing.T) {
	for _, test := range []struct {
		name   string
		since  string
		limit  time.Duration
		grace  string // a span
		pauses []storage.Span
		quiet  Quiet
		want   string
	}{
		{"plain", "2026-06-01 12:00", 72 * time.Hour, "", nil, Quiet{}, "2026-06-04 12:00"},
		{"one pause within", "2026-06-01 12:00", 72 * time.Hour, "", pauses(t, "2026-06-02 00:00", "2026-06-02 05:00"), Quiet{}, "2026-06-04 17:00"},
		{"a pause that began before", "2026-06-01 12:00", time.Hour, "", pauses(t, "2026-06-01 00:00", "2026-06-01 13:00"), Quiet{}, "2026-06-01 14:00"},
		{"a pause that was over before", "2026-06-01 12:00", time.Hour, "", pauses(t, "2026-06-01 00:00", "2026-06-01 12:00"), Quiet{}, "2026-06-01 13:00"},
		{"a pause that begins at the deadline", "2026-06-01 12:00", time.Hour, "", pauses(t, "2026-06-01 13:00", "2026-06-02 12:00"), Quiet{}, "2026-06-01 13:00"},
		{"pauses that overlap, unsorted", "2026-06-01 12:00", 6 * time.Hour, "",
			pauses(t, "2026-06-01 16:00", "2026-06-01 19:00", "2026-06-01 13:00", "2026-06-01 17:00", "2026-06-01 14:00", "2026-06-01 15:00"), Quiet{}, "2026-06-02 00:00"},
		{"the same pause twice", "2026-06-01 12:00", 2 * time.Hour, "",
			pauses(t, "2026-06-01 13:00", "2026-06-01 14:00", "2026-06-01 13:00", "2026-06-01 14:00"), Quiet{}, "2026-06-01 15:00"},
		{"an empty and a reversed pause", "2026-06-01 12:00", 2 * time.Hour, "",
			pauses(t, "2026-06-01 13:00", "2026-06-01 13:00", "2026-06-01 13:30", "2026-06-01 12:30"), Quiet{}, "2026-06-01 14:00"},
		{"a time that the limit reaches in a second pause", "2026-06-01 12:00", 2 * time.Hour, "",
			pauses(t, "2026-06-01 13:00", "2026-06-01 14:00", "2026-06-01 14:30", "2026-06-01 18:00"), Quiet{}, "2026-06-01 18:30"},
		{"grace", "2026-06-01 12:00", time.Hour, "2026-06-01 19:00/2026-06-01 20:00", nil, Quiet{}, "2026-06-01 20:00"},
		{"grace, and a pause in it", "2026-06-01 12:00", time.Hour, "2026-06-01 13:00/2026-06-01 14:00", pauses(t, "2026-06-01 13:30", "2026-06-01 16:00"), Quiet{}, "2026-06-01 16:30"},
		{"grace, and pauses before it and after it", "2026-06-01 12:00", time.Hour, "2026-06-01 15:00/2026-06-01 16:00",
			pauses(t, "2026-06-01 13:30", "2026-06-01 14:00", "2026-06-01 16:00", "2026-06-01 17:00"), Quiet{}, "2026-06-01 16:00"},
		{"grace that is past", "2026-06-01 12:00", time.Hour, "2026-06-01 12:10/2026-06-01 12:30", nil, Quiet{}, "2026-06-01 13:00"},
		{"wholly quiet", "2026-06-01 23:00", time.Hour, "", nil, night, "2026-06-02 09:00"},
		{"wholly quiet, to the end", "2026-06-01 22:00", 10 * time.Hour, "", nil, night, "2026-06-02 09:00"},
		{"quiet but for a minute at the end", "2026-06-01 22:00", 10*time.Hour + time.Minute, "", nil, night, "2026-06-02 08:01"},
		{"quiet but for a minute at the beginning", "2026-06-01 21:59", 2 * time.Hour, "", nil, night, "2026-06-01 23:59"},
		{"quiet at both ends, not between", "2026-06-01 23:00", 24 * time.Hour, "", nil, night, "2026-06-02 23:00"},
		{"wholly quiet, with a pause after it", "2026-06-01 23:00", time.Hour, "", pauses(t, "2026-06-02 08:30", "2026-06-02 12:00"), night, "2026-06-02 12:30"},
		{"wholly quiet, and paused beyond", "2026-06-01 23:00", time.Hour, "", pauses(t, "2026-06-01 23:30", "2026-06-02 12:00"), night, "2026-06-02 13:00"},
		{"wholly quiet, and not much more with a pause", "2026-06-01 23:00", 9 * time.Hour, "", pauses(t, "2026-06-01 23:30", "2026-06-01 23:50"), night, "2026-06-02 09:00"},
		{"wholly quiet, and grace", "2026-06-01 23:00", time.Hour, "2026-06-02 10:00/2026-06-02 11:00", nil, night, "2026-06-02 11:00"},
	} {
		turn := Turn{Since: utc(t, test.since), Limit: test.limit, Extension: span(t, test.grace), Pauses: test.pauses, Quiet: test.quiet}
		if got := turn.Due(); !got.Equal(utc(t, test.want)) {
			t.Errorf("%s: due at %v, want %s", test.name, got, test.want)
		}
	}
}

func TestSpent(t *testing.T) {
	turn := Turn{Since: utc(t, "2026-06-01 12:00"), Limit: 6 * time.Hour, Quiet: night,
		Pauses: pauses(t, "2026-06-01 15:00", "2026-06-01 16:00", "2026-06-01 11:00", "2026-06-01 13:00", "2026-06-01 15:30", "2026-06-01 16:00")}
	for now, want := range map[string]time.Duration{
		"2026-06-01 11:30": 0,
		"2026-06-01 12:30": 0,
		"2026-06-01 14:00": time.Hour,
		"2026-06-01 15:45": 2 * time.Hour,
		"2026-06-01 17:00": 3 * time.Hour,
		"2026-06-02 17:00": 27 * time.Hour, // beyond the limit too
	} {
		if got := turn.Spent(utc(t, now)); got != want {
			t.Errorf("by %s it has run %v, want %v", now, got, want)
		}
	}
}

func TestReminder(t *testing.T) {
	for _, test := range []struct {
		name    string
		since   string
		limit   time.Duration
		grace   string // a span
		pauses  []storage.Span
		percent int
		now     string
		want    string
	}{
		{"plain", "2026-06-01 12:00", 48 * time.Hour, "", nil, 50, "2026-06-01 12:00", "2026-06-02 12:00"},
		{"late", "2026-06-01 12:00", 48 * time.Hour, "", nil, 50, "2026-06-02 15:30", "2026-06-02 15:30"},
		{"asked before the turn", "2026-06-01 12:00", 48 * time.Hour, "", nil, 0, "2026-06-01 00:00", "2026-06-01 12:00"},
		{"at the deadline", "2026-06-01 12:00", 48 * time.Hour, "", nil, 50, "2026-06-03 12:00", ""},
		{"after the deadline", "2026-06-01 12:00", 48 * time.Hour, "", nil, 50, "2026-06-04 12:00", ""},
		{"all of it", "2026-06-01 12:00", 48 * time.Hour, "", nil, 100, "2026-06-01 12:00", ""},
		{"a pause counts for nothing", "2026-06-01 12:00", 48 * time.Hour, "", pauses(t, "2026-06-01 13:00", "2026-06-01 16:00"), 50, "2026-06-01 12:00", "2026-06-02 15:00"},
		{"time up at night, and gone before", "2026-06-01 00:00", 48 * time.Hour, "", nil, 95, "2026-06-01 00:00", "2026-06-02 21:36"},
		{"time up at night", "2026-06-01 04:00", 48 * time.Hour, "", nil, 95, "2026-06-01 12:00", "2026-06-02 21:50"},
		{"just after quiet hours", "2026-06-01 12:00", 48 * time.Hour, "", nil, 80, "2026-06-01 12:00", "2026-06-03 08:00"},
		{"just after quiet hours and a pause", "2026-06-01 12:00", 48 * time.Hour, "", pauses(t, "2026-06-03 07:00", "2026-06-03 09:15"), 80, "2026-06-01 12:00", "2026-06-03 09:15"},
		{"just after a pause and quiet hours", "2026-06-01 12:00", 24 * time.Hour, "", pauses(t, "2026-06-01 20:00", "2026-06-01 23:00"), 40, "2026-06-01 12:00", "2026-06-02 08:00"},
		{"just before quiet hours", "2026-06-01 12:00", 12 * time.Hour, "", nil, 95, "2026-06-01 12:00", "2026-06-01 21:50"},
		{"just before, when the share is gone just before", "2026-06-01 12:00", 12 * time.Hour, "", nil, 83, "2026-06-01 12:00", "2026-06-01 21:50"},
		{"before just before", "2026-06-01 12:00", 12 * time.Hour, "", nil, 80, "2026-06-01 12:00", "2026-06-01 21:36"},
		{"just before, at once", "2026-06-01 12:00", 12 * time.Hour, "", nil, 95, "2026-06-01 21:55", "2026-06-01 21:55"},
		{"just before, as the turn begins", "2026-06-01 21:55", 2 * time.Hour, "", nil, 50, "2026-06-01 20:00", "2026-06-01 21:55"},
		{"just before, after a pause", "2026-06-01 12:00", 12 * time.Hour, "", pauses(t, "2026-06-01 21:45", "2026-06-01 21:57"), 95, "2026-06-01 12:00", "2026-06-01 21:57"},
		{"just before a pause and the quiet hours in it", "2026-06-01 12:00", 11 * time.Hour, "", pauses(t, "2026-06-01 21:30", "2026-06-01 22:30"), 95, "2026-06-01 12:00", "2026-06-01 21:20"},
		{"too late for just before", "2026-06-01 12:00", 12 * time.Hour, "", nil, 95, "2026-06-01 22:00", ""},
		{"wholly quiet", "2026-06-01 23:00", time.Hour, "", nil, 50, "2026-06-01 23:00", "2026-06-02 08:00"},
		{"wholly quiet, at the end", "2026-06-01 23:00", time.Hour, "", nil, 95, "2026-06-01 23:00", "2026-06-02 08:30"},
	} {
		turn := Turn{Since: utc(t, test.since), Limit: test.limit, Extension: span(t, test.grace), Pauses: test.pauses, Quiet: night}
		if got := turn.Reminder(test.percent, utc(t, test.now)); !got.Equal(utc(t, test.want)) {
			t.Errorf("%s: %d %%, asked at %s, is at %v, want %q", test.name, test.percent, test.now, got, test.want)
		}
	}
}

// A hundred times a long turn is more than a [time.Duration] holds.
func TestLongTurn(t *testing.T) {
	since := utc(t, "2026-01-01 00:00")
	turn := Turn{Since: since, Limit: 20 * 365 * day}
	if got, want := turn.Reminder(50, since), since.Add(10*365*day); !got.Equal(want) {
		t.Errorf("half of twenty years is gone at %v, want %v", got, want)
	}
}
