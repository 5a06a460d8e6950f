package match

import (
	"fmt"
	"testing"
	"time"

	"parlour/storage"
)

// A month's standings are planned for nine in the morning of the first day in the zone of the server, and never before the
// month has ended by UTC. The server of these cases has its second of the hour after 46 minutes.
func TestAMonthsStandingsArePlanned(t *testing.T) {
	for _, c := range []struct{ zone, now, want string }{
		{"", "2026-11-20 12:00", "2026-12-01 09:46"},
		{"", "2026-12-01 09:46", "2026-12-01 09:46"}, // some seconds later
		{"", "2026-12-01 09:47", "2027-01-01 09:46"},
		{"Europe/Berlin", "2026-11-20 12:00", "2026-12-01 08:46"},
		{"Europe/Berlin", "2026-06-20 12:00", "2026-07-01 07:46"},
		{"America/Los_Angeles", "2026-11-20 12:00", "2026-12-01 17:46"},
		{"America/Los_Angeles", "2026-12-01 07:00", "2026-12-01 17:46"}, // it is still November there
		{"Pacific/Pago_Pago", "2026-12-01 20:00", "2026-12-01 20:46"},
		{"Asia/Tokyo", "2026-11-20 12:00", "2026-12-01 00:46"},
		{"Australia/Sydney", "2026-11-30 23:00", "2026-12-01 00:46"}, // it is ten in the morning there
		{"Pacific/Kiritimati", "2026-11-30 20:00", "2026-12-01 00:46"},
		{"Pacific/Kiritimati", "2026-12-01 00:47", "2027-01-01 00:46"},
		{"Atlantis", "2026-11-20 12:00", "2026-12-01 09:46"},
	} {
		now, err := time.Parse("2006-01-02 15:04", c.now)
		if err != nil {
			t.Fatal(err)
		}
		s := storage.Server{ID: "guild", Results: "lounge", Zone: c.zone}
		PlanMonth(&s, "de", now)
		if got := s.Month.NextCheck.Format("2006-01-02 15:04"); got != c.want || s.Month.Lang != "de" {
			t.Errorf("in %q at %s the next standings are planned for %s, want %s", c.zone, c.now, got, c.want)
		}
	}
}

// A plan follows what is set. It keeps what is due or being posted, and tells no month again.
func TestAPlanOfAMonthsStandingsFollowsTheSettings(t *testing.T) {
	first := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	november := storage.MonthOf(first) - 1
	at := func(hours int) time.Time { return first.Add(time.Duration(hours) * time.Hour) }
	for name, c := range map[string]struct {
		month     storage.Monthly
		change    func(*storage.Server)
		now, want time.Time
	}{
		"no results":            {storage.Monthly{NextCheck: at(9)}, func(s *storage.Server) { s.Results = "" }, at(1), time.Time{}},
		"off":                   {storage.Monthly{NextCheck: at(9)}, func(s *storage.Server) { s.Month.Off = true }, at(1), time.Time{}},
		"off while posting":     {storage.Monthly{NextCheck: at(10), Posting: at(9)}, func(s *storage.Server) { s.Month.Off = true }, at(9), time.Time{}},
		"another zone":          {storage.Monthly{NextCheck: at(9)}, func(s *storage.Server) { s.Zone = "America/Los_Angeles" }, at(1), at(17)},
		"a zone after due":      {storage.Monthly{NextCheck: at(9)}, func(s *storage.Server) { s.Zone = "America/Los_Angeles" }, at(10), at(9)},
		"while posting":         {storage.Monthly{NextCheck: at(10), Posting: at(9)}, func(s *storage.Server) { s.Zone = "America/Los_Angeles" }, at(9), at(10)},
		"a zone after it":       {storage.Monthly{NextCheck: at(9 + 31*24), Told: november}, func(s *storage.Server) { s.Zone = "America/Los_Angeles" }, at(10), at(17 + 31*24)},
		"off and on, told":      {storage.Monthly{Told: november}, func(s *storage.Server) { s.Zone = "America/Los_Angeles" }, at(10), at(17 + 31*24)},
		"on for the first time": {storage.Monthly{}, func(*storage.Server) {}, at(8), at(9)},
	} {
		s := storage.Server{ID: "guild", Results: "lounge", Month: c.month}
		c.change(&s)
		PlanMonth(&s, "", c.now)
		if got := s.Month.NextCheck; got.Sub(c.want).Abs() >= time.Hour || got.IsZero() != c.want.IsZero() {
			t.Errorf("%s: the next standings are planned for %v, want %v", name, got, c.want)
		}
		if off := s.Month.Off || s.Results == ""; off && !s.Month.Posting.IsZero() {
			t.Errorf("%s: standings are still being posted", name)
		}
	}
}

// A thousand servers post their standings at all times of an hour.
func TestStandingsOfMonthsAreSpreadOverTheHour(t *testing.T) {
	minutes := map[int]int{}
	for n := range 1000 {
		s := storage.Server{ID: fmt.Sprint(int64(1100000000000000000) + int64(n)<<22), Results: "lounge"}
		PlanMonth(&s, "", time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
		if at := s.Month.NextCheck; at.Hour() != 9 {
			t.Errorf("the standings of a server come at %v", at)
		}
		minutes[s.Month.NextCheck.Minute()]++
	}
	for minute, n := range minutes {
		if n > 50 {
			t.Errorf("%d standings come in minute %d", n, minute)
		}
	}
	if len(minutes) < 60 {
		t.Errorf("standings come in %d minutes of the hour", len(minutes))
	}
}
