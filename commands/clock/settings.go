package clock

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/games"
	"parlour/storage"
)

// Words that a person can type in place of a time.
const (
	None  = "none"
	Usual = "default"
)

// minutesPerDay is the number of minutes in a day without a clock change.
const minutesPerDay = 24 * 60

// UsualQuiet is the quiet hours of a person who has a zone and has set none: 22:00 to 08:00.
var UsualQuiet = storage.Window{From: 22 * 60, To: 8 * 60}

// maxQuiet bounds quiet hours, in minutes: some time must be left to remind.
const maxQuiet = 20 * 60

// maxReminders bounds the number of reminders of one turn.
const maxReminders = 5

// UsualRemind returns the percents of a turn at which a person is reminded who has set none. In a turn of three days the
// one reminder comes about 14 hours before the end, so that a night does not take all of that.
func UsualRemind() []int { return []int{80} }

// ZoneOf returns the zone of a person, nil while it is not known.
func ZoneOf(p storage.Person) *time.Location {
	zone, _, ok := Zone(p.Zone)
	if !ok {
		return nil
	}
	return zone
}

// ZoneOfServer returns the zone of a server, which is UTC while it is not known.
func ZoneOfServer(s storage.Server) *time.Location {
	zone, _, ok := Zone(s.Zone)
	if !ok {
		return time.UTC
	}
	return zone
}

// QuietOf returns the quiet hours of a person: those that they have set or, with a
// zone, [UsualQuiet]. Without a zone their night is not known, and they have none.
func QuietOf(p storage.Person) Quiet {
	zone := ZoneOf(p)
	switch {
	case zone == nil:
		return Quiet{}
	case p.Quiet != nil:
		return Quiet{Window: *p.Quiet, Zone: zone}
	}
	return Quiet{Window: UsualQuiet, Zone: zone}
}

// RemindOf returns the percents of a turn at which a person is reminded, ascending.
func RemindOf(p storage.Person) []int {
	if p.Remind != nil {
		return *p.Remind
	}
	return UsualRemind()
}

// LastShare returns the percent of the last reminder that a person had of a turn, 0 for
// none. The turn is named by its match and its [storage.Clock.Since].
func LastShare(p storage.Person, match string, since time.Time) int {
	for _, r := range p.Reminded {
		if r.Match == match && r.Since.Equal(since) {
			return r.Share
		}
	}
	return 0
}

// WasReminded reports whether a person was reminded of a turn, or wants no reminders.
func WasReminded(p storage.Person, match string, since time.Time) bool {
	return len(RemindOf(p)) == 0 || LastShare(p, match, since) > 0
}

// ParseQuiet reads quiet hours: two times of day, [None], or [Usual], which is nil.
func ParseQuiet(typed string) (*storage.Window, error) {
	typed = games.Straight(typed)
	switch {
	case Is(typed, Usual):
		return nil, nil
	case Is(typed, None):
		return &storage.Window{}, nil
	}
	from, to, two := strings.Cut(toDash.Replace(strings.ToLower(typed)), "-")
	w, ok := storage.Window{}, false
	if w.From, ok = parseMinute(from); ok && two {
		w.To, ok = parseMinute(to)
	}
	switch n := Length(w); {
	case !ok || !two:
		return nil, games.Refuse("refuse.quiet", "Value", typed)
	case n > maxQuiet || n == 0: // from 8 to 8 is a whole day
		return nil, games.Refuse("refuse.quiet.long", "Hours", FormatWindow(w), "Most", maxQuiet/60)
	}
	return &w, nil
}

// toDash replaces every way to write "to" between two times by a hyphen.
var toDash = strings.NewReplacer("until", "-", "till", "-", "to", "-")

// ParseRemind reads percents, [None], or [Usual], which is nil.
func ParseRemind(typed string) (*[]int, error) {
	typed = games.Straight(typed)
	switch {
	case Is(typed, Usual):
		return nil, nil
	case Is(typed, None):
		return &[]int{}, nil
	}
	var percents []int
	for _, word := range strings.FieldsFunc(typed, func(c rune) bool { return strings.ContainsRune(" ,;%", c) }) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 99 {
			return nil, games.Refuse("refuse.remind", "Value", typed, "Most", maxReminders)
		}
		percents = append(percents, n)
	}
	slices.Sort(percents)
	if percents = slices.Compact(percents); len(percents) < 1 || len(percents) > maxReminders {
		return nil, games.Refuse("refuse.remind", "Value", typed, "Most", maxReminders)
	}
	return &percents, nil
}

// ParseDigest reads a time of day, or [None], which is nil.
func ParseDigest(typed string) (*int, error) {
	typed = games.Straight(typed)
	if Is(typed, None) {
		return nil, nil
	}
	minute, ok := parseMinute(typed)
	if !ok {
		return nil, games.Refuse("refuse.digest", "Value", typed)
	}
	return &minute, nil
}

// Is reports whether a word was typed. Capitals and spaces around it make no difference.
func Is(typed, word string) bool { return strings.EqualFold(strings.TrimSpace(typed), word) }

// Length returns the number of minutes in a window.
func Length(w storage.Window) int { return (w.To - w.From + minutesPerDay) % minutesPerDay }

// Within reports whether a minute of the day lies in a window.
func Within(w storage.Window, minute int) bool {
	return (minute-w.From+minutesPerDay)%minutesPerDay < Length(w)
}

// FormatWindow writes a window in a form that [ParseQuiet] reads.
func FormatWindow(w storage.Window) string {
	return FormatMinute(w.From) + "–" + FormatMinute(w.To)
}

// FormatPercents writes percents in a form that [ParseRemind] reads.
func FormatPercents(percents []int) string {
	var words []string
	for _, n := range percents {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, ", ")
}

const (
	day  = 24 * time.Hour
	week = 7 * day
)

// Rough returns how long a time is in one unit, rounded to the nearest: "days" from two days on,
// else "hours" from two hours on or where it is one, else "minutes", of which there is at
// least one while any time is left. Discord rounds the times that it writes itself in the same
// way, so what stands beside them agrees: a second after "in 3 days", 3 days are left.
func Rough(d time.Duration) (count int, unit string) {
	in := func(unit time.Duration) int { return int(d.Round(unit) / unit) }
	switch {
	case d <= 0:
		return 0, "minutes"
	case in(time.Minute) == 60:
		return 1, "hours"
	case in(time.Minute) < 120:
		return max(1, in(time.Minute)), "minutes"
	case in(time.Hour) < 48:
		return in(time.Hour), "hours"
	}
	return in(day), "days"
}

// Span says a length of time in plain words, the only form that a notification shows.
func Span(d time.Duration) games.Text {
	if d < time.Minute {
		return games.Say("span.moment")
	}
	count, unit := Rough(d)
	return games.Say("span."+unit, "Count", count)
}

// units is how each unit of a limit may be typed.
var units = map[string]time.Duration{
	"m": time.Minute, "min": time.Minute, "mins": time.Minute, "minute": time.Minute, "minutes": time.Minute,
	"h": time.Hour, "hr": time.Hour, "hrs": time.Hour, "hour": time.Hour, "hours": time.Hour,
	"d": day, "day": day, "days": day,
	"w": week, "week": week, "weeks": week,
}

// part is one of the parts of a limit, with what may stand between it and the next.
var part = regexp.MustCompile(`^(\d+)\s*([a-z]+)(?:\s*,)?\s*(?:and\s+)?`)

// ParseLimit reads a limit as people type it, such as "3d", "90 min" or "2 days 6
// hours", in any capitals. It is in whole minutes, at least one; or 0 for "none", "no
// limit" and "unlimited".
func ParseLimit(text string) (time.Duration, bool) {
	text = strings.ToLower(strings.Join(strings.Fields(games.Straight(text)), " "))
	switch text {
	case "none", "no limit", "unlimited":
		return 0, true
	}
	var d time.Duration
	for text != "" {
		p := part.FindStringSubmatch(text)
		if p == nil {
			return 0, false
		}
		count, err := strconv.ParseInt(p[1], 10, 64)
		unit, ok := units[p[2]]
		if err != nil || !ok || count > int64((math.MaxInt64-d)/unit) {
			return 0, false
		}
		d += time.Duration(count) * unit
		text = text[len(p[0]):]
	}
	return d, d > 0
}

// atMost is how the cap of a bank may be typed.
var atMost = strings.NewReplacer("<=", "≤", "=<", "≤", "≦", "≤", "⩽", "≤")

// ParseBank reads a clock with a bank as people type it: so much time at first, so much more for each move, and a cap,
// such as "3d+8h≤7d". ok is false for any other text.
func ParseBank(text string) (a storage.Allowance, ok bool) {
	first, rest, gains := strings.Cut(atMost.Replace(games.Straight(text)), "+")
	gain, most, capped := strings.Cut(rest, "≤")
	if !gains || !capped {
		return storage.Allowance{}, false
	}
	for i, part := range []string{first, gain, most} {
		limit, ok := ParseLimit(part)
		if !ok || limit == 0 {
			return storage.Allowance{}, false
		}
		*[]*time.Duration{&a.TotalTime, &a.Gain, &a.Cap}[i] = limit
	}
	return a, true
}

// FormatTime returns the time for a turn as [ParseLimit] reads it, such as "3d", or a bank as [ParseBank] does.
func FormatTime(a storage.Allowance) string {
	short := func(d time.Duration) (said string) {
		for _, p := range Parts(d) {
			said += strconv.Itoa(p.Count) + p.Unit[:1]
		}
		return cmp.Or(said, None)
	}
	if a.Gain == 0 {
		return short(a.TurnTime)
	}
	return short(a.TotalTime) + "+" + short(a.Gain) + "≤" + short(a.Cap)
}

// TimeInWords says in English how much time each seat has, for files.
func TimeInWords(a storage.Allowance) string {
	var said []string
	switch {
	case !a.Limited():
		return "no time limit"
	case a.Gain > 0:
		said = append(said, FormatLimit(a.TotalTime)+" at first", "plus "+FormatLimit(a.Gain)+" per move", "up to "+FormatLimit(a.Cap))
	case a.TotalTime > 0:
		said = append(said, FormatLimit(a.TotalTime)+" for all moves")
	}
	if a.TurnTime > 0 {
		said = append([]string{FormatLimit(a.TurnTime) + " per move"}, said...)
	}
	if a.Strict {
		said = append(said, "strict")
	}
	return strings.Join(said, ", ")
}

// A Part is a part of a limit: a number of "days", "hours" or "minutes".
type Part struct {
	Count int
	Unit  string
}

// Parts returns the parts of a limit, such as a day and 6 hours, or 90 minutes; none for 0. A part of a minute is left
// out, but of the first one.
func Parts(d time.Duration) []Part {
	minutes := max(int(d/time.Minute), 1)
	switch {
	case d <= 0:
		return nil
	case minutes < 120 && minutes != 60:
		return []Part{{minutes, "minutes"}}
	}
	all := []Part{{minutes / (24 * 60), "days"}, {minutes / 60 % 24, "hours"}, {minutes % 60, "minutes"}}
	return slices.DeleteFunc(all, func(p Part) bool { return p.Count == 0 })
}

// FormatLimit returns a limit as ParseLimit reads it, in English: "1 day 6 hours"; "none" for 0.
func FormatLimit(d time.Duration) string {
	var said []string
	for _, p := range Parts(d) {
		if p.Count == 1 {
			p.Unit = strings.TrimSuffix(p.Unit, "s")
		}
		said = append(said, fmt.Sprintf("%d %s", p.Count, p.Unit))
	}
	return cmp.Or(strings.Join(said, " "), None)
}

// clockTime is a time of day: hours, minutes, and which half of the day.
var clockTime = regexp.MustCompile(`^(\d{1,2})(?: ?[:.h ]? ?(\d\d))? ?h? ?(?:([ap])\.?m\.?)?$`)

// parseMinute reads a time of day as people type it, such as "8", "08:30", "8:30 pm",
// "22h" or "noon", and returns the minutes after midnight, below 1440. "24:00" is
// midnight.
func parseMinute(text string) (int, bool) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	switch text {
	case "midnight":
		return 0, true
	case "noon":
		return 12 * 60, true
	}
	p := clockTime.FindStringSubmatch(text)
	if p == nil {
		return 0, false
	}
	hour, _ := strconv.Atoi(p[1])
	minute, _ := strconv.Atoi(p[2]) // 0 where there are none
	if p[3] != "" {
		if hour < 1 || hour > 12 {
			return 0, false
		}
		hour %= 12
	}
	if p[3] == "p" {
		hour += 12
	}
	if total := hour*60 + minute; minute < 60 && total <= 24*60 {
		return total % (24 * 60), true
	}
	return 0, false
}

// FormatMinute returns minutes after midnight as ParseMinute reads them, such as "08:30".
func FormatMinute(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }
