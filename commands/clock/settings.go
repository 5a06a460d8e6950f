package clock

import (
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

// UsualRemind returns the percents of a turn at which a person is reminded who has set none.
func UsualRemind() []int { return []int{50, 80, 95} }

// ZoneOf returns the zone of a person, nil while it is not known.
func ZoneOf(p storage.Person) *time.Location {
	zone, _, ok := Zone(p.Zone)
	if !ok {
		return nil
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
var toDash = strings.NewReplacer("–", "-", "—", "-", "until", "-", "till", "-", "to", "-")

// ParseRemind reads percents, [None], or [Usual], which is nil.
func ParseRemind(typed string) (*[]int, error) {
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
