package clock

import (
	"strconv"
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

// spans reads spans "from/to", with commas between.
func spans(t *testing.T, text string) (all []storage.Span) {
	t.Helper()
	for one := range strings.SplitSeq(text, ", ") {
		if one == "" {
			continue
		}
		from, to, ok := strings.Cut(one, "/")
		if !ok {
			t.Fatalf("%q is no span", one)
		}
		all = append(all, storage.Span{From: utc(t, from), To: utc(t, to)})
	}
	return all
}

// table returns the rows of a table that is text: a line each, with bars between the cells. A cell may be
// quoted, and # begins a comment.
func table(text string) (rows [][]string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "|")
		for i, cell := range cells {
			cells[i] = strings.TrimSpace(cell)
			if quoted, err := strconv.Unquote(cells[i]); err == nil {
				cells[i] = quoted
			}
		}
		rows = append(rows, cells)
	}
	return rows
}

func number(t *testing.T, cell string) int {
	t.Helper()
	n, err := strconv.Atoi(cell)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func duration(t *testing.T, cell string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(cell)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// turnOf reads a turn: when it began, its limit, its extension and its pauses.
func turnOf(t *testing.T, cells []string) Turn {
	t.Helper()
	turn := Turn{Since: utc(t, cells[0]), Limit: duration(t, cells[1]), Pauses: spans(t, cells[3])}
	for _, extension := range spans(t, cells[2]) {
		turn.Extension = extension
	}
	return turn
}

// night is from 22:00 to 08:00 in UTC.
var night = Quiet{Window: storage.Window{From: 22 * 60, To: 8 * 60}, Zone: time.UTC}

func TestDue(t *testing.T) {
	for _, c := range table(`
		plain | 2026-06-01 12:00 | 72h | | | | 2026-06-04 12:00
		one pause within | 2026-06-01 12:00 | 72h | | 2026-06-02 00:00/2026-06-02 05:00 | | 2026-06-04 17:00
		a pause that began before | 2026-06-01 12:00 | 1h | | 2026-06-01 00:00/2026-06-01 13:00 | | 2026-06-01 14:00
		a pause that was over before | 2026-06-01 12:00 | 1h | | 2026-06-01 00:00/2026-06-01 12:00 | | 2026-06-01 13:00
		a pause that begins at the deadline | 2026-06-01 12:00 | 1h | | 2026-06-01 13:00/2026-06-02 12:00 | | 2026-06-01 13:00
		pauses that overlap, unsorted | 2026-06-01 12:00 | 6h | | 2026-06-01 16:00/2026-06-01 19:00, 2026-06-01 13:00/2026-06-01 17:00, 2026-06-01 14:00/2026-06-01 15:00 | | 2026-06-02 00:00
		the same pause twice | 2026-06-01 12:00 | 2h | | 2026-06-01 13:00/2026-06-01 14:00, 2026-06-01 13:00/2026-06-01 14:00 | | 2026-06-01 15:00
		an empty and a reversed pause | 2026-06-01 12:00 | 2h | | 2026-06-01 13:00/2026-06-01 13:00, 2026-06-01 13:30/2026-06-01 12:30 | | 2026-06-01 14:00
		a time that the limit reaches in a second pause | 2026-06-01 12:00 | 2h | | 2026-06-01 13:00/2026-06-01 14:00, 2026-06-01 14:30/2026-06-01 18:00 | | 2026-06-01 18:30
		an extension | 2026-06-01 12:00 | 1h | 2026-06-01 19:00/2026-06-01 20:00 | | | 2026-06-01 20:00
		an extension, and a pause in it | 2026-06-01 12:00 | 1h | 2026-06-01 13:00/2026-06-01 14:00 | 2026-06-01 13:30/2026-06-01 16:00 | | 2026-06-01 16:30
		an extension, and pauses before it and after it | 2026-06-01 12:00 | 1h | 2026-06-01 15:00/2026-06-01 16:00 | 2026-06-01 13:30/2026-06-01 14:00, 2026-06-01 16:00/2026-06-01 17:00 | | 2026-06-01 16:00
		an extension that is past | 2026-06-01 12:00 | 1h | 2026-06-01 12:10/2026-06-01 12:30 | | | 2026-06-01 13:00
		wholly quiet | 2026-06-01 23:00 | 1h | | | night | 2026-06-02 09:00
		wholly quiet, to the end | 2026-06-01 22:00 | 10h | | | night | 2026-06-02 09:00
		quiet but for a minute at the end | 2026-06-01 22:00 | 10h1m | | | night | 2026-06-02 08:01
		quiet but for a minute at the beginning | 2026-06-01 21:59 | 2h | | | night | 2026-06-01 23:59
		quiet at both ends, not between | 2026-06-01 23:00 | 24h | | | night | 2026-06-02 23:00
		wholly quiet, with a pause after it | 2026-06-01 23:00 | 1h | | 2026-06-02 08:30/2026-06-02 12:00 | night | 2026-06-02 12:30
		wholly quiet, and paused beyond | 2026-06-01 23:00 | 1h | | 2026-06-01 23:30/2026-06-02 12:00 | night | 2026-06-02 13:00
		wholly quiet, and not much more with a pause | 2026-06-01 23:00 | 9h | | 2026-06-01 23:30/2026-06-01 23:50 | night | 2026-06-02 09:00
		wholly quiet, and an extension | 2026-06-01 23:00 | 1h | 2026-06-02 10:00/2026-06-02 11:00 | | night | 2026-06-02 11:00
	`) {
		turn := turnOf(t, c[1:])
		if c[5] == "night" {
			turn.Quiet = night
		}
		if got := turn.Due(); !got.Equal(utc(t, c[6])) {
			t.Errorf("%s: due at %v, want %s", c[0], got, c[6])
		}
	}
}

func TestSpent(t *testing.T) {
	turn := Turn{Since: utc(t, "2026-06-01 12:00"), Limit: 6 * time.Hour, Quiet: night,
		Pauses: spans(t, "2026-06-01 15:00/2026-06-01 16:00, 2026-06-01 11:00/2026-06-01 13:00, 2026-06-01 15:30/2026-06-01 16:00")}
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
	for _, c := range table(`
		plain | 2026-06-01 12:00 | 48h | | | 50 | 2026-06-01 12:00 | 2026-06-02 12:00
		late | 2026-06-01 12:00 | 48h | | | 50 | 2026-06-02 15:30 | 2026-06-02 15:30
		asked before the turn | 2026-06-01 12:00 | 48h | | | 0 | 2026-06-01 00:00 | 2026-06-01 12:00
		at the deadline | 2026-06-01 12:00 | 48h | | | 50 | 2026-06-03 12:00 | 
		after the deadline | 2026-06-01 12:00 | 48h | | | 50 | 2026-06-04 12:00 | 
		all of it | 2026-06-01 12:00 | 48h | | | 100 | 2026-06-01 12:00 | 
		a pause counts for nothing | 2026-06-01 12:00 | 48h | | 2026-06-01 13:00/2026-06-01 16:00 | 50 | 2026-06-01 12:00 | 2026-06-02 15:00
		time up at night, and gone before | 2026-06-01 00:00 | 48h | | | 95 | 2026-06-01 00:00 | 2026-06-02 21:36
		time up at night | 2026-06-01 04:00 | 48h | | | 95 | 2026-06-01 12:00 | 2026-06-02 21:50
		just after quiet hours | 2026-06-01 12:00 | 48h | | | 80 | 2026-06-01 12:00 | 2026-06-03 08:00
		just after quiet hours and a pause | 2026-06-01 12:00 | 48h | | 2026-06-03 07:00/2026-06-03 09:15 | 80 | 2026-06-01 12:00 | 2026-06-03 09:15
		just after a pause and quiet hours | 2026-06-01 12:00 | 24h | | 2026-06-01 20:00/2026-06-01 23:00 | 40 | 2026-06-01 12:00 | 2026-06-02 08:00
		just before quiet hours | 2026-06-01 12:00 | 12h | | | 95 | 2026-06-01 12:00 | 2026-06-01 21:50
		just before, when the share is gone just before | 2026-06-01 12:00 | 12h | | | 83 | 2026-06-01 12:00 | 2026-06-01 21:50
		before just before | 2026-06-01 12:00 | 12h | | | 80 | 2026-06-01 12:00 | 2026-06-01 21:36
		just before, at once | 2026-06-01 12:00 | 12h | | | 95 | 2026-06-01 21:55 | 2026-06-01 21:55
		just before, as the turn begins | 2026-06-01 21:55 | 2h | | | 50 | 2026-06-01 20:00 | 2026-06-01 21:55
		just before, after a pause | 2026-06-01 12:00 | 12h | | 2026-06-01 21:45/2026-06-01 21:57 | 95 | 2026-06-01 12:00 | 2026-06-01 21:57
		just before a pause and the quiet hours in it | 2026-06-01 12:00 | 11h | | 2026-06-01 21:30/2026-06-01 22:30 | 95 | 2026-06-01 12:00 | 2026-06-01 21:20
		too late for just before | 2026-06-01 12:00 | 12h | | | 95 | 2026-06-01 22:00 | 
		wholly quiet | 2026-06-01 23:00 | 1h | | | 50 | 2026-06-01 23:00 | 2026-06-02 08:00
		wholly quiet, at the end | 2026-06-01 23:00 | 1h | | | 95 | 2026-06-01 23:00 | 2026-06-02 08:30
	`) {
		turn := turnOf(t, c[1:])
		turn.Quiet = night
		if got := turn.Reminder(number(t, c[5]), utc(t, c[6])); !got.Equal(utc(t, c[7])) {
			t.Errorf("%s: %s %%, asked at %s, is at %v, want %q", c[0], c[5], c[6], got, c[7])
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

func TestQuietHours(t *testing.T) {
	for _, c := range table(`
		Europe/Berlin       | 22:00 | 08:00 | 2026-06-01 19:59 |                  |
		Europe/Berlin       | 22:00 | 08:00 | 2026-06-01 20:00 | 2026-06-01 20:00 | 2026-06-02 06:00
		Europe/Berlin       | 22:00 | 08:00 | 2026-06-02 05:59 | 2026-06-01 20:00 | 2026-06-02 06:00
		Europe/Berlin       | 22:00 | 08:00 | 2026-06-02 06:00 |                  |
		Europe/Berlin       | 13:00 | 14:30 | 2026-06-02 11:10 | 2026-06-02 11:00 | 2026-06-02 12:30
		Europe/Berlin       | 13:00 | 13:00 | 2026-06-02 11:00 |                  |
		Europe/Berlin       | 00:00 | 08:00 | 2026-06-01 22:00 | 2026-06-01 22:00 | 2026-06-02 06:00
		Europe/Berlin       | 22:00 | 00:00 | 2026-06-01 21:00 | 2026-06-01 20:00 | 2026-06-01 22:00
		Asia/Kathmandu      | 22:00 | 08:00 | 2026-06-01 20:00 | 2026-06-01 16:15 | 2026-06-02 02:15
		# Nights on which the clocks change are longer or shorter.
		Europe/Berlin       | 22:00 | 08:00 | 2026-03-28 23:00 | 2026-03-28 21:00 | 2026-03-29 06:00
		Europe/Berlin       | 22:00 | 08:00 | 2026-10-24 23:00 | 2026-10-24 20:00 | 2026-10-25 07:00
		Australia/Lord_Howe | 22:00 | 08:00 | 2026-04-04 14:00 | 2026-04-04 11:00 | 2026-04-04 21:30
		# A beginning or an end that is skipped comes when the clocks go forward.
		Europe/Berlin       | 02:30 | 08:00 | 2026-03-29 01:00 | 2026-03-29 01:00 | 2026-03-29 06:00
		Europe/Berlin       | 22:00 | 02:30 | 2026-03-29 00:59 | 2026-03-28 21:00 | 2026-03-29 01:00
		Europe/Berlin       | 02:15 | 02:45 | 2026-03-29 01:00 |                  |
		Australia/Lord_Howe | 22:00 | 02:15 | 2026-10-03 15:29 | 2026-10-03 11:30 | 2026-10-03 15:30
		America/Sao_Paulo   | 00:00 | 08:00 | 2018-11-04 03:00 | 2018-11-04 03:00 | 2018-11-04 10:00
		America/Sao_Paulo   | 22:00 | 00:00 | 2018-11-04 02:59 | 2018-11-04 01:00 | 2018-11-04 03:00
		# A time that comes twice begins at its first and ends at its last.
		Europe/Berlin       | 02:30 | 08:00 | 2026-10-25 01:00 | 2026-10-25 00:30 | 2026-10-25 07:00
		Europe/Berlin       | 22:00 | 02:30 | 2026-10-25 01:00 | 2026-10-24 20:00 | 2026-10-25 01:30
		Europe/Berlin       | 22:00 | 02:00 | 2026-10-25 00:59 | 2026-10-24 20:00 | 2026-10-25 01:00
		Europe/Berlin       | 02:15 | 02:45 | 2026-10-25 00:50 | 2026-10-25 00:15 | 2026-10-25 01:45
		America/New_York    | 01:30 | 08:00 | 2026-11-01 05:30 | 2026-11-01 05:30 | 2026-11-01 13:00
		Australia/Lord_Howe | 01:45 | 08:00 | 2026-04-04 14:45 | 2026-04-04 14:45 | 2026-04-04 21:30
		America/Sao_Paulo   | 23:30 | 08:00 | 2019-02-17 01:30 | 2019-02-17 01:30 | 2019-02-17 11:00
		America/Sao_Paulo   | 20:00 | 23:30 | 2019-02-17 02:15 | 2019-02-16 22:00 | 2019-02-17 02:30
		# Quiet hours that meet because the clocks change are one stretch.
		Europe/Berlin       | 02:45 | 02:15 | 2026-03-29 00:59 | 2026-03-28 01:45 | 2026-03-30 00:15
		Pacific/Apia        | 22:00 | 08:00 | 2011-12-30 09:00 | 2011-12-30 08:00 | 2011-12-30 18:00
	`) {
		from, _ := parseMinute(c[1])
		to, _ := parseMinute(c[2])
		q := Quiet{Window: storage.Window{From: from, To: to}, Zone: zoneOf(t, c[0])}
		got, ok := q.At(utc(t, c[3]))
		if ok != (c[4] != "") || ok && (!got.From.Equal(utc(t, c[4])) || !got.To.Equal(utc(t, c[5]))) {
			t.Errorf("%q: %v, %v", c, got, ok)
		}
	}
}

func TestQuietNeedsAZone(t *testing.T) {
	q := Quiet{Window: storage.Window{From: 0, To: 23 * 60}}
	if got, ok := q.At(utc(t, "2026-06-01 12:00")); ok {
		t.Errorf("it is quiet %v", got)
	}
}

func TestDaily(t *testing.T) {
	for _, c := range table(`
		Europe/Berlin       | 09:00 | 2026-06-01 06:59 | 2026-06-01 07:00
		Europe/Berlin       | 09:00 | 2026-06-01 07:00 | 2026-06-02 07:00
		Europe/Berlin       | 00:00 | 2026-06-01 07:00 | 2026-06-01 22:00
		Europe/Berlin       | 09:00 | 2026-12-31 23:30 | 2027-01-01 08:00
		Asia/Kathmandu      | 09:00 | 2026-06-01 00:00 | 2026-06-01 03:15
		# A minute that is skipped comes once, when the clocks go forward.
		Europe/Berlin       | 02:30 | 2026-03-28 12:00 | 2026-03-29 01:00
		Europe/Berlin       | 02:30 | 2026-03-29 01:00 | 2026-03-30 00:30
		America/Sao_Paulo   | 00:00 | 2018-11-03 12:00 | 2018-11-04 03:00
		America/Sao_Paulo   | 00:00 | 2018-11-04 03:00 | 2018-11-05 02:00
		# 23:00 on the 28th was 00:00 on the 29th.
		America/Nuuk        | 23:30 | 2026-03-28 12:00 | 2026-03-29 00:59
		America/Nuuk        | 23:30 | 2026-03-29 00:59 | 2026-03-30 00:30
		America/Nuuk        | 00:00 | 2026-03-29 00:59 | 2026-03-29 01:00
		# There was no 30th.
		Pacific/Apia        | 09:00 | 2011-12-29 19:00 | 2011-12-30 19:00
		Pacific/Apia        | 09:00 | 2011-12-29 18:59 | 2011-12-29 19:00
		# A minute that comes twice.
		Europe/Berlin       | 02:30 | 2026-10-24 12:00 | 2026-10-25 00:30
		Europe/Berlin       | 02:30 | 2026-10-25 00:30 | 2026-10-26 01:30
		Australia/Lord_Howe | 01:45 | 2026-04-04 12:00 | 2026-04-04 14:45
		Australia/Lord_Howe | 01:45 | 2026-04-04 14:45 | 2026-04-05 15:15
		America/Sao_Paulo   | 23:30 | 2019-02-16 12:00 | 2019-02-17 01:30
		America/Sao_Paulo   | 23:30 | 2019-02-17 01:30 | 2019-02-18 02:30
	`) {
		minute, _ := parseMinute(c[1])
		if got := Daily(minute, zoneOf(t, c[0]), utc(t, c[2])); !got.Equal(utc(t, c[3])) {
			t.Errorf("Daily of %q = %v", c, got)
		}
	}
	if got, want := Daily(9*60, nil, utc(t, "2026-06-01 12:00")), utc(t, "2026-06-02 09:00"); !got.Equal(want) {
		t.Errorf("Daily(540, nil) = %v, want %v", got, want)
	}
}
