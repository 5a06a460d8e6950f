package commands

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/games"
	"parlour/storage"
)

// day is how many minutes one has.
const day = 24 * 60

// usualQuiet are the quiet hours of who has a zone and has set none: 22:00 to 08:00.
var usualQuiet = storage.Window{From: 22 * 60, To: 8 * 60}

// maxQuiet is how long quiet hours may be, in minutes: there must be time to remind.
const maxQuiet = 20 * 60

// maxReminders is how often somebody may be reminded of one turn.
const maxReminders = 5

// usualRemind is after how many percent those are reminded who have set nothing.
func usualRemind() []int { return []int{50, 80, 95} }

// zoneOf returns the zone of a person, nil while it is not known.
func zoneOf(p storage.Person) *time.Location {
	zone, _, ok := clock.Zone(p.Zone)
	if !ok {
		return nil
	}
	return zone
}

// quietOf returns the quiet hours of a person: what they have set or, with a zone, the
// usual ones. Without a zone nobody knows when their night is, and they have none.
func quietOf(p storage.Person) clock.Quiet {
	zone := zoneOf(p)
	switch {
	case zone == nil:
		return clock.Quiet{}
	case p.Quiet != nil:
		return clock.Quiet{Window: *p.Quiet, Zone: zone}
	}
	return clock.Quiet{Window: usualQuiet, Zone: zone}
}

// remindOf returns after how many percent of their time a person is reminded, ascending.
func remindOf(p storage.Person) []int {
	if p.Remind != nil {
		return *p.Remind
	}
	return usualRemind()
}

// setZone sets the zone, which may be typed as far as no other fits it, or forgets it and
// with it the hours that are told by it.
func setZone(own *storage.Person, typed string) error {
	if is(typed, none) {
		own.Zone, own.Quiet, own.Digest = "", nil, nil
		return nil
	}
	_, spelt, ok := clock.Zone(typed)
	if fitting := clock.Zones(typed, 2); !ok && len(fitting) == 1 {
		spelt, ok = fitting[0], true
	}
	if !ok {
		return games.Refuse("refuse.zone", "Value", typed)
	}
	own.Zone = spelt
	return nil
}

func setQuiet(own *storage.Person, typed string) (err error) {
	own.Quiet, err = parseQuiet(typed)
	return err
}

func setRemind(own *storage.Person, typed string) (err error) {
	own.Remind, err = parseRemind(typed)
	return err
}

// setDigest sets when a digest comes, of which the first is the next one from now on.
func setDigest(own *storage.Person, typed string) (err error) {
	own.Digest, err = parseDigest(typed)
	own.Digested = time.Time{}
	return err
}

// checkTimes refuses hours of somebody whose zone is not known, and a digest in their
// quiet hours.
func checkTimes(own storage.Person) error {
	quiet := quietOf(own).Window
	switch {
	case own.Zone == "" && own.Quiet != nil && length(*own.Quiet) > 0:
		return games.Refuse("refuse.zone.needed", "Option", optionQuiet)
	case own.Zone == "" && own.Digest != nil:
		return games.Refuse("refuse.zone.needed", "Option", optionDigest)
	case own.Digest != nil && within(quiet, *own.Digest):
		return games.Refuse("refuse.digest.quiet", "Digest", clock.FormatMinute(*own.Digest), "Hours", formatWindow(quiet))
	}
	return nil
}

// parseQuiet reads quiet hours: two times of day, none, or default, which is nil.
func parseQuiet(typed string) (*storage.Window, error) {
	switch {
	case is(typed, usual):
		return nil, nil
	case is(typed, none):
		return &storage.Window{}, nil
	}
	from, to, two := strings.Cut(toDash.Replace(strings.ToLower(typed)), "-")
	w, ok := storage.Window{}, false
	if w.From, ok = clock.ParseMinute(from); ok && two {
		w.To, ok = clock.ParseMinute(to)
	}
	switch n := length(w); {
	case !ok || !two:
		return nil, games.Refuse("refuse.quiet", "Value", typed)
	case n > maxQuiet || n == 0: // from 8 to 8 is a whole day
		return nil, games.Refuse("refuse.quiet.long", "Hours", formatWindow(w), "Most", maxQuiet/60)
	}
	return &w, nil
}

// toDash makes one sign of all that stands between two times.
var toDash = strings.NewReplacer("–", "-", "—", "-", "until", "-", "till", "-", "to", "-")

// parseRemind reads percents, none, or default, which is nil.
func parseRemind(typed string) (*[]int, error) {
	switch {
	case is(typed, usual):
		return nil, nil
	case is(typed, none):
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

// parseDigest reads a time of day, or none, which is nil.
func parseDigest(typed string) (*int, error) {
	if is(typed, none) {
		return nil, nil
	}
	minute, ok := clock.ParseMinute(typed)
	if !ok {
		return nil, games.Refuse("refuse.digest", "Value", typed)
	}
	return &minute, nil
}

// is reports whether a word was typed, give or take capitals and spaces.
func is(typed, word string) bool { return strings.EqualFold(strings.TrimSpace(typed), word) }

// length is how many minutes of a day a window has.
func length(w storage.Window) int { return (w.To - w.From + day) % day }

// within reports whether a window has a minute of the day in it.
func within(w storage.Window, minute int) bool { return (minute-w.From+day)%day < length(w) }

// formatWindow writes a window as parseQuiet reads it.
func formatWindow(w storage.Window) string {
	return clock.FormatMinute(w.From) + "–" + clock.FormatMinute(w.To)
}

// formatPercents writes percents as parseRemind reads them.
func formatPercents(percents []int) string {
	var words []string
	for _, n := range percents {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, ", ")
}
