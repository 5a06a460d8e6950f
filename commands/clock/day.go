package clock

import (
	"strconv"
	"strings"
	"time"

	"parlour/games"
)

// parseUntil reads a day after today, in the zone of now, and returns the moment at
// which it begins. It returns a *[games.Refusal] for anything else.
func parseUntil(typed string, now time.Time) (time.Time, error) {
	today := DateOf(now)
	day, ok := parseDay(typed, today)
	switch {
	case !ok:
		return time.Time{}, games.Refuse("refuse.away", "Value", typed)
	case !day.After(today):
		return time.Time{}, games.Refuse("refuse.away.past", "Value", typed)
	}
	dayBefore := time.Date(day.Year(), day.Month(), day.Day()-1, 12, 0, 0, 0, now.Location())
	return Daily(0, now.Location(), dayBefore), nil
}

// DateOf returns the day of a moment in the moment's own zone. A day is represented by
// its midnight in UTC, whatever its zone.
func DateOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// The layouts of a day, in small letters without commas. Without a year it is the next
// such day.
var (
	withYear    = []string{"2006-1-2", "2.1.2006", "2 Jan 2006", "2 January 2006", "Jan 2 2006", "January 2 2006"}
	withoutYear = []string{"2.1.", "2.1", "2 Jan", "2 January", "Jan 2", "January 2"}
)

// parseDay reads a day, such as "5 days", "friday", "24 Dec" or "2026-12-24".
func parseDay(typed string, today time.Time) (time.Time, bool) {
	typed = strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(typed), ",", " ")), " ")
	if days, ok := parseDays(typed, today.Weekday()); ok {
		return today.AddDate(0, 0, days), true
	}
	for _, form := range withYear {
		if t, err := time.Parse(form, typed); err == nil {
			return t, true
		}
	}
	for _, form := range withoutYear {
		t, err := time.Parse(form, typed) // in the year 0, which has a 29 February
		for year := today.Year(); err == nil && year <= today.Year()+1; year++ {
			if next := t.AddDate(year, 0, 0); next.Day() == t.Day() && !next.Before(today) {
				return next, true
			}
		}
	}
	return time.Time{}, false
}

// maxDays bounds a number of days. Nobody may be away for longer.
const maxDays = 999

// parseDays reads a day as a number of days from today.
func parseDays(typed string, today time.Weekday) (int, bool) {
	switch typed {
	case "today":
		return 0, true
	case "tomorrow":
		return 1, true
	}
	for n := 1; n <= 7; n++ {
		name := strings.ToLower(((today + time.Weekday(n)) % 7).String())
		if typed == name || typed == name[:3] {
			return n, true
		}
	}
	unit := strings.TrimLeft(typed, "0123456789")
	n, err := strconv.Atoi(strings.TrimSuffix(typed, unit))
	if err != nil {
		return 0, false
	}
	switch strings.TrimSpace(unit) {
	case "", "d", "day", "days":
		return min(n, maxDays), true
	case "w", "week", "weeks":
		return 7 * min(n, maxDays), true
	}
	return 0, false
}
