package clock

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/games"
	"parlour/storage"
)

// MaxAway is the number of days that a person may be away within a year.
const MaxAway = 14

const (
	maxAwayTime = MaxAway*24*time.Hour + time.Hour // one hour more for the day on which clocks are put back
	awayYear    = 365 * 24 * time.Hour
	awayKept    = 400 * 24 * time.Hour // how long an absence is stored after its end: longer than it counts
)

// An absence by itself is one that Parlour begins for a person whose time is nearly up.
const (
	autoAwayTime  = 3 * day  // how long it lasts at most
	autoAwayEvery = 30 * day // the least time from the beginning of one to that of the next
)

// AwayUntil returns the end of the absence of a person, also of one by itself, and whether they are away.
func AwayUntil(p storage.Person, now time.Time) (time.Time, bool) {
	if until, ok := EndOf(p.Away, now); ok {
		return until, true
	}
	return EndOf(p.AutoAway, now)
}

// EndOf returns the end of the first span that a moment lies in, and whether there is one.
func EndOf(spans []storage.Span, now time.Time) (time.Time, bool) {
	for _, s := range spans {
		if holds(s, now) {
			return s.To, true
		}
	}
	return time.Time{}, false
}

// MayAutoAway reports whether an absence by itself may begin for a person now: they want that, are not away, have days
// left, and had none lately.
func MayAutoAway(p storage.Person, now time.Time) bool {
	if _, away := AwayUntil(p, now); away || p.NoAutoAway || p.Leaving != nil || AwayLeft(p, now) < time.Minute {
		return false
	}
	n := len(p.AutoAway)
	return n == 0 || !now.Before(p.AutoAway[n-1].From.Add(autoAwayEvery))
}

// BeginAutoAway begins an absence by itself, which is shorter if a person has few days left. It reports whether it began:
// of two calls at the same moment only one begins it.
func BeginAutoAway(p *storage.Person, now time.Time) bool {
	if !MayAutoAway(*p, now) {
		return false
	}
	left := min(autoAwayTime, AwayLeft(*p, now))
	p.AutoAway = slices.DeleteFunc(slices.Clone(p.AutoAway), func(s storage.Span) bool { return s.To.Before(now.Add(-awayKept)) })
	p.AutoAway = append(p.AutoAway, storage.Span{From: now, To: now.Add(left)})
	return true
}

// EndAutoAway ends the last absence by itself of a person at a moment. It reports false if none was going on then.
func EndAutoAway(p *storage.Person, at time.Time) bool {
	n := len(p.AutoAway)
	if n == 0 || !holds(p.AutoAway[n-1], at) {
		return false
	}
	p.AutoAway = slices.Clone(p.AutoAway)
	p.AutoAway[n-1].To = at
	return true
}

// BackWords are the words that end an absence.
var BackWords = []string{"back", None, "now"}

// SetAway has a person be away from now until the day that they typed, or back for one of
// [BackWords]. It returns a *[games.Refusal] for any other text, and if they would be away
// for more than [MaxAway] days within a year.
func SetAway(p *storage.Person, typed string, now time.Time) error {
	typed = games.Straight(typed)
	if slices.ContainsFunc(BackWords, func(word string) bool { return Is(typed, word) }) {
		p.Away = awayUpTo(p.Away, now, now)
		EndAutoAway(p, now)
		return nil
	}
	until, err := parseUntil(typed, now.In(cmp.Or(ZoneOf(*p), time.UTC)))
	if err != nil {
		return err
	}
	after, back := *p, *p
	after.Away, back.Away = awayUpTo(p.Away, now, until), awayUpTo(p.Away, now, now)
	EndAutoAway(&after, now)
	EndAutoAway(&back, now)
	if timeAway(after, until) > maxAwayTime {
		left := AwayLeft(back, now)
		return games.Refuse("refuse.away.long", "Any", left >= time.Minute, "Left", AwaySpan(left), "Most", MaxAway)
	}
	*p = after
	return nil
}

// awayUpTo returns the absences of a person who is to be back at a moment. The running
// absence, or one that begins now, ends then, and no later one is left. Absences that
// ended long ago are dropped, and so is an empty one.
func awayUpTo(spans []storage.Span, now, until time.Time) []storage.Span {
	kept, last := []storage.Span(nil), storage.Span{From: now, To: until}
	for _, s := range spans {
		switch {
		case s.To.Before(now.Add(-awayKept)):
		case s.To.After(now): // also a later one
			last.From = earlier(last.From, s.From)
		default:
			kept = append(kept, s)
		}
	}
	if last.To.After(last.From) {
		kept = append(kept, last)
	}
	return kept
}

// timeAway returns how much of the year before a moment the absences of a person take.
func timeAway(p storage.Person, end time.Time) (sum time.Duration) {
	begin := end.Add(-awayYear)
	for _, s := range Merged(slices.Concat(p.Away, p.AutoAway)) {
		sum += max(0, earlier(s.To, end).Sub(later(s.From, begin)))
	}
	return sum
}

// AwayLeft returns for how long a person may still be away in the year before a moment. Only the time that they were
// away counts, to the minute.
func AwayLeft(p storage.Person, end time.Time) time.Duration {
	return max(0, MaxAway*day-timeAway(p, end))
}

// AwaySpan says for how long a person may be away, in whole days that add up with those that they pick: two days from
// noon on are a day and a half, and leave 12 of 14. A day may be an hour longer.
func AwaySpan(left time.Duration) games.Text {
	if days := int((left + time.Hour) / day); days > 0 {
		return games.Say("span.days", "Count", days)
	}
	return Span(left)
}

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

// maxPause is the number of days that a game can be paused.
const maxPause = 30

// ParsePause reads the day on which a pause ends, in the zone of a person, and returns the moment at which it begins. It
// returns a *[games.Refusal] for any other text, and for a day that is too far away.
func ParsePause(p storage.Person, typed string, now time.Time) (time.Time, error) {
	typed, now = games.Straight(typed), now.In(cmp.Or(ZoneOf(p), time.UTC))
	day, ok := parseDay(typed, DateOf(now))
	if !ok || !day.After(DateOf(now)) || day.After(DateOf(now).AddDate(0, 0, maxPause)) {
		return time.Time{}, games.Refuse("refuse.pause", "Value", typed, "Most", maxPause)
	}
	return parseUntil(typed, now)
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
