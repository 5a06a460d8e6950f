// Package clock is the arithmetic of time that people have: how long a turn runs, when
// somebody is reminded of it, and which hours of theirs are quiet; and the words in
// which such times are typed.
//
// Its policy: it looks at no clock. What is asked is worked out of moments that are
// handed in, so it is the same however often and however late it is asked; a pause
// that is learned of later gives back what it took. What time it is, says [Discord]: the
// machine's clock is handed to it, and not trusted.
//
// The IANA time zones are in every binary that has this package. Moments that it works
// out from the clocks of a zone are in UTC all the same.
package clock

import (
	"slices"
	"time"

	"parlour/storage"
)

const (
	grace = time.Hour        // what a turn that lies wholly in quiet hours has after them
	lead  = 10 * time.Minute // how long before a time that cannot be used a reminder comes
)

// A Turn is the time that somebody has for what they owe.
type Turn struct {
	Since     time.Time
	Limit     time.Duration  // at least a nanosecond
	Extension storage.Span   // extra time: the turn cannot end before it has run for all of that
	Pauses    []storage.Span // in which it does not run, in any order; they may overlap
	Quiet     Quiet
}

// Due returns when time is up: once the limit has passed outside of the pauses. A turn
// that would lie wholly within quiet hours, if there were no pauses, runs for an hour
// after them: so a pause that is learned of later never has time be up earlier.
func (t Turn) Due() time.Time {
	due := t.after(t.Since, t.Limit)
	if quiet, ok := t.Quiet.At(t.Since); ok && !t.Since.Add(t.Limit).After(quiet.To) {
		due = later(due, t.after(quiet.To, grace))
	}
	return later(due, t.after(t.Extension.From, t.Extension.To.Sub(t.Extension.From)))
}

// Spent returns how long it has run by now.
func (t Turn) Spent(now time.Time) time.Duration { return t.running(t.Since, now) }

// Reminder returns when to remind of a turn of which so many percent are gone: the
// first moment from then on that is not before now, nor quiet, nor in a pause. Where
// there is none before time is up, it comes just before: ten minutes before the quiet
// hours in which time is up and a pause that leads to them, or as soon after that as can be. So it is
// zero only when it is too late for any. A higher share is never reminded of before a
// lower one, and asking again before the moment gives the same.
func (t Turn) Reminder(percent int, now time.Time) time.Time {
	due, earliest := t.Due(), later(t.Since, now)
	whole, share := t.running(t.Since, due), time.Duration(percent)
	gone := whole/100*share + whole%100*share/100 // which never overflows
	at := t.free(later(t.after(t.Since, gone), earliest))

	last := due // the end of the last time before due in which a reminder may come
	for last.After(earliest) {
		s, ok := t.blocked(last.Add(-1))
		if !ok {
			break
		}
		last = s.From
	}
	if last.Before(due) {
		at = earlier(at, t.free(later(last.Add(-lead), earliest)))
	}
	if !at.Before(due) {
		return time.Time{}
	}
	return at
}

// free returns the first moment from one on in which a reminder may come.
func (t Turn) free(from time.Time) time.Time {
	for {
		s, ok := t.blocked(from)
		if !ok {
			return from
		}
		from = s.To
	}
}

// blocked returns quiet hours or a pause that a moment lies in, and whether there are any.
func (t Turn) blocked(at time.Time) (storage.Span, bool) {
	if s, ok := t.Quiet.At(at); ok {
		return s, true
	}
	i := slices.IndexFunc(t.Pauses, func(s storage.Span) bool { return holds(s, at) })
	if i < 0 {
		return storage.Span{}, false
	}
	return t.Pauses[i], true
}

// after returns the moment at which the turn has run for d since another moment.
func (t Turn) after(from time.Time, d time.Duration) time.Time {
	for _, p := range Merged(t.Pauses) {
		if !p.To.After(from) {
			continue
		}
		ran := max(0, p.From.Sub(from))
		if d <= ran {
			break
		}
		d -= ran
		from = p.To
	}
	return from.Add(d)
}

// running returns for how long it runs between two moments, at least 0.
func (t Turn) running(from, to time.Time) time.Duration {
	d := to.Sub(from)
	for _, p := range Merged(t.Pauses) {
		d -= max(0, earlier(p.To, to).Sub(later(p.From, from)))
	}
	return max(0, d)
}

// Merged returns the same time as some spans, in spans that are apart, earliest first.
func Merged(spans []storage.Span) []storage.Span {
	sorted := slices.DeleteFunc(slices.Clone(spans), func(s storage.Span) bool { return !s.From.Before(s.To) })
	slices.SortFunc(sorted, func(a, b storage.Span) int { return a.From.Compare(b.From) })
	var apart []storage.Span
	for _, s := range sorted {
		if n := len(apart); n > 0 && !s.From.After(apart[n-1].To) {
			apart[n-1].To = later(apart[n-1].To, s.To)
			continue
		}
		apart = append(apart, s)
	}
	return apart
}

// holds reports whether a moment lies in a span. Its end does not.
func holds(s storage.Span, t time.Time) bool { return !t.Before(s.From) && t.Before(s.To) }

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

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

// Awake returns how long it is from one moment to another, without quiet hours and pauses.
func Awake(q Quiet, pauses []storage.Span, from, to time.Time) time.Duration {
	turn := Turn{Pauses: slices.Clone(pauses)}
	if q.Zone != nil && q.From != q.To {
		year, month, day := from.In(q.Zone).Date()
		for ; q.of(year, month, day-1).From.Before(to); day++ {
			turn.Pauses = append(turn.Pauses, q.of(year, month, day-1))
		}
	}
	return turn.running(from, to)
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
	return DateOf(t).Equal(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
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
