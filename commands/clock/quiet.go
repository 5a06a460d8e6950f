package clock

import (
	"time"

	"parlour/storage"
)

// Quiet is the hours in which nothing reminds somebody. Without a zone there are none.
//
// They begin and end when the clocks of the zone say so. When the clocks are put back
// over their beginning they begin the first time, and over their end, they end the
// last time. When the clocks are put forward over either, it is at that moment.
type Quiet struct {
	storage.Window
	Zone *time.Location
}

// At returns the quiet hours that a moment lies in, and whether there are any.
func (q Quiet) At(t time.Time) (storage.Span, bool) {
	if q.Zone == nil || q.From == q.To {
		return storage.Span{}, false
	}
	// Hours of other days matter where a change of the clocks has them meet.
	year, month, day := t.In(q.Zone).Date()
	hours := q.of(year, month, day-2)
	for d := day - 1; d <= day+2; d++ {
		next := q.of(year, month, d)
		switch {
		case !next.From.After(hours.To):
			hours.To = later(hours.To, next.To)
		case holds(hours, t):
			return hours, true
		default:
			hours = next
		}
	}
	return hours, holds(hours, t)
}

// of returns the quiet hours that begin on a day.
func (q Quiet) of(year int, month time.Month, day int) storage.Span {
	from, _ := reading(year, month, day, q.From, q.Zone)
	if q.To < q.From {
		day++
	}
	_, to := reading(year, month, day, q.To, q.Zone)
	return storage.Span{From: from, To: to}
}

// Daily returns the first moment after another at which the clocks of a zone, which is
// UTC where there is none, say so many minutes after midnight. There is one on each day
// that the zone has: when the clocks say it twice, the first; when they are put forward
// over it, that moment, or the minute before if the day ends with it.
func Daily(minute int, zone *time.Location, after time.Time) time.Time {
	if zone == nil {
		zone = time.UTC
	}
	year, month, day := after.In(zone).Date()
	for ; ; day++ {
		at, _ := reading(year, month, day, minute, zone)
		if !onDay(at.In(zone), year, month, day) {
			at = at.Add(-time.Minute)
		}
		if at.After(after) && onDay(at.In(zone), year, month, day) {
			return at
		}
	}
}

// onDay reports whether it is a day at a moment, where it is. The day may go beyond
// its month.
func onDay(t time.Time, year int, month time.Month, day int) bool {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Equal(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// reading returns the first and the last moment at which the clocks of a zone say so
// many minutes after the midnight of a day, in UTC. They differ when the clocks are put
// back over it. When they are put forward over it, both are that moment.
//
// It takes it that no zone changes its clocks twice in two days.
func reading(year int, month time.Month, day, minute int, zone *time.Location) (first, last time.Time) {
	said := time.Date(year, month, day, 0, minute, 0, 0, time.UTC)
	before, after := offset(said.Add(-24*time.Hour), zone), offset(said.Add(24*time.Hour), zone)
	first, last = said.Add(-max(before, after)), said.Add(-min(before, after))
	atFirst, atLast := first.Add(offset(first, zone)).Equal(said), last.Add(offset(last, zone)).Equal(said)
	switch {
	case atFirst && atLast:
		return first, last
	case atFirst:
		return first, first
	case atLast:
		return last, last
	}
	change, _ := last.In(zone).ZoneBounds()
	return change.UTC(), change.UTC()
}

// offset returns by how much the clocks of a zone are ahead of UTC at a moment.
func offset(t time.Time, zone *time.Location) time.Duration {
	_, seconds := t.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}
