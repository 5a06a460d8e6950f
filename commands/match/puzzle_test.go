package match

import (
	"fmt"
	"testing"
	"time"

	"parlour/games/puzzles"
	"parlour/storage"
)

// A puzzle is planned for nine in the morning of its date in the zone of the server, and never before its day has begun by
// UTC. The server of these cases has its second of the hour after 46 minutes.
func TestAPuzzleIsPlanned(t *testing.T) {
	const form = "2006-01-02 15:04"
	for _, c := range []struct{ zone, now, want string }{
		{"", "2026-11-20 08:00", "2026-11-20 09:46"},
		{"", "2026-11-20 09:46", "2026-11-20 09:46"}, // some seconds later
		{"", "2026-11-20 09:47", "2026-11-21 09:46"},
		{"Europe/Berlin", "2026-11-20 12:00", "2026-11-21 08:46"},
		{"Europe/Berlin", "2026-06-20 12:00", "2026-06-21 07:46"},
		{"America/Los_Angeles", "2026-11-20 12:00", "2026-11-20 17:46"},
		{"Pacific/Pago_Pago", "2026-11-20 12:00", "2026-11-20 20:46"},
		{"Asia/Tokyo", "2026-11-20 12:00", "2026-11-21 00:46"},
		{"Australia/Sydney", "2026-11-20 23:00", "2026-11-21 00:46"}, // it is ten in the morning there
		{"Pacific/Kiritimati", "2026-11-20 20:00", "2026-11-21 00:46"},
		{"Atlantis", "2026-11-20 12:00", "2026-11-21 09:46"},
	} {
		now, err := time.Parse(form, c.now)
		if err != nil {
			t.Fatal(err)
		}
		d := storage.Daily{Channel: "lounge"}
		PlanPuzzle(&d, storage.Server{ID: "guild", Zone: c.zone}, "de", now)
		if got := d.NextCheck.Format(form); got != c.want || d.Lang != "de" {
			t.Errorf("in %q at %s the next puzzle is planned for %s, want %s", c.zone, c.now, got, c.want)
		}
		if day := puzzles.DayOf(d.NextCheck); d.NextCheck.Sub(day.Start()) < 0 {
			t.Errorf("in %q a puzzle is planned for %s, before its day", c.zone, d.NextCheck)
		}
	}
}

// A plan follows what is set. It keeps what is due or being posted, and tells no day again.
func TestAPlanOfPuzzlesFollowsTheSettings(t *testing.T) {
	day := puzzles.DayOf(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
	at := func(hours int) time.Time { return day.Start().Add(time.Duration(hours) * time.Hour) }
	for name, c := range map[string]struct {
		daily     storage.Daily
		zone      string
		now, want time.Time
	}{
		"no channel":                   {storage.Daily{NextCheck: at(9)}, "", at(1), time.Time{}},
		"another zone":                 {storage.Daily{Channel: "lounge", NextCheck: at(9)}, "America/Los_Angeles", at(1), at(17)},
		"a zone after due":             {storage.Daily{Channel: "lounge", NextCheck: at(9)}, "America/Los_Angeles", at(10), at(9)},
		"while posting":                {storage.Daily{Channel: "lounge", NextCheck: at(10), Posting: at(9)}, "America/Los_Angeles", at(9), at(10)},
		"told":                         {storage.Daily{Channel: "lounge", Told: int(day)}, "America/Los_Angeles", at(10), at(17 + 24)},
		"told, and none the day after": {storage.Daily{Channel: "lounge", Told: int(day) - 2}, "", at(1), at(9)},
	} {
		PlanPuzzle(&c.daily, storage.Server{ID: "guild", Zone: c.zone}, "", c.now)
		if got := c.daily.NextCheck; got.Sub(c.want).Abs() >= time.Hour || got.IsZero() != c.want.IsZero() {
			t.Errorf("%s: the next puzzle is planned for %v, want %v", name, got, c.want)
		}
	}
}

// A thousand servers post their puzzles at all times of an hour.
func TestPuzzlesAreSpreadOverTheHour(t *testing.T) {
	minutes := map[int]int{}
	for n := range 1000 {
		d := storage.Daily{Channel: "lounge"}
		PlanPuzzle(&d, storage.Server{ID: fmt.Sprint(int64(1100000000000000000) + int64(n)<<22)}, "", time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
		if at := d.NextCheck; at.Hour() != puzzleHour {
			t.Errorf("the puzzle of a server comes at %v", at)
		}
		minutes[d.NextCheck.Minute()]++
	}
	for minute, n := range minutes {
		if n > 50 {
			t.Errorf("%d puzzles come in minute %d", n, minute)
		}
	}
}

// A streak grows by a day in a row, and ends with a day without a solution or with a solution that was shown.
func TestStreaks(t *testing.T) {
	type days map[puzzles.Day]string // w: a wrong answer, r: the right one, s: the solution is shown
	for name, c := range map[string]struct {
		does         days
		streak, best int
		counted      string
	}{
		"three days":                {days{5: "r", 6: "wr", 7: "r"}, 3, 3, "5 6- 7"},
		"twice on a day":            {days{5: "rr", 6: "r"}, 2, 2, "5 6"},
		"a day left out":            {days{4: "r", 5: "r", 7: "r"}, 1, 2, "4 5 7"},
		"a day without a solution":  {days{5: "r", 6: "www", 7: "r"}, 1, 1, "5 7"},
		"shown":                     {days{5: "r", 6: "wwwwws"}, 0, 1, "5"},
		"shown, and then the right": {days{5: "r", 6: "sr", 7: "r"}, 1, 1, "5 7"},
		"right, and then shown":     {days{5: "r", 6: "rs", 7: "r"}, 3, 3, "5 6 7"},
		"right, and then wrong":     {days{5: "rw", 6: "r"}, 2, 2, "5 6"},
	} {
		var own storage.Puzzles
		counted, today := "", puzzles.Day(0)
		for day := puzzles.Day(1); day < 9; day++ {
			for _, does := range c.does[day] {
				today = day
				switch does {
				case 's':
					ShowPuzzle(&own, day)
				default:
					AnswerPuzzle(&own, day, does == 'r', "click")
				}
				if own.Counting != nil {
					counted += fmt.Sprint(" ", own.Counting.Day)
					if !own.Counting.First {
						counted += "-"
					}
					own.Counting = nil
				}
			}
		}
		if own.Streak != c.streak || own.Best != c.best || counted != " "+c.counted {
			t.Errorf("%s: a streak of %d, best %d, counted on%s; want %d, %d and %s", name, own.Streak, own.Best, counted, c.streak, c.best, c.counted)
		}
		if later := PuzzlesOn(own, today+2); later.Streak != 0 || later.Wrong != 0 || later.Solved || later.Shown || later.Best != own.Best {
			t.Errorf("%s: two days later %+v, want no streak", name, later)
		}
	}
}
