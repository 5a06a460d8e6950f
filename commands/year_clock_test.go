package commands_test

import (
	"slices"
	"time"

	"parlour/storage"
)

// The judge has its own arithmetic of time, which shares nothing with package clock. It walks from
// moment to moment and reads the local time of a zone.

// shares returns the percentages of a turn after which a person wants to be reminded.
func shares(p storage.Person) []int {
	if p.Remind != nil {
		return *p.Remind
	}
	return []int{80}
}

// zones keeps the zones that were loaded, by name.
type zones map[string]*time.Location

// of returns the zone of a person, nil if it is not known.
func (z zones) of(p storage.Person) *time.Location {
	if _, known := z[p.Zone]; !known && p.Zone != "" {
		z[p.Zone], _ = time.LoadLocation(p.Zone)
	}
	return z[p.Zone]
}

// quiet reports whether a moment is in the quiet hours of a person. When the clocks are put back over
// their beginning or their end, they last from the first of the two to the last.
func (z zones) quiet(p storage.Person, t time.Time) bool {
	zone := z.of(p)
	if zone == nil || z.reads(p, t) {
		return zone != nil
	}
	from, to := t.In(zone).ZoneBounds()
	for _, change := range []time.Time{from, to} {
		_, was := change.Add(-1).Zone()
		_, is := change.Zone()
		back := time.Duration(was-is) * time.Second
		if change.IsZero() || t.Before(change.Add(-back)) || !t.Before(change.Add(back)) {
			continue // the clocks say it once
		}
		before, after := false, false
		for m := change.Add(-back); m.Before(change.Add(back)); m = m.Add(time.Minute) {
			before = before || m.Before(t) && z.reads(p, m)
			after = after || m.After(t) && z.reads(p, m)
		}
		return before && after
	}
	return false
}

// reads reports whether the clocks of a person, who has a zone, say a time of their quiet hours.
func (z zones) reads(p storage.Person, t time.Time) bool {
	w := storage.Window{From: 22 * 60, To: 8 * 60}
	if p.Quiet != nil {
		w = *p.Quiet
	}
	t = t.In(z.of(p))
	m := t.Hour()*60 + t.Minute()
	if w.From <= w.To {
		return w.From <= m && m < w.To
	}
	return w.From <= m || m < w.To
}

// in returns the first of some spans that contains a moment.
func in(spans []storage.Span, t time.Time) (storage.Span, bool) {
	i := slices.IndexFunc(spans, func(s storage.Span) bool { return !t.Before(s.From) && t.Before(s.To) })
	if i < 0 {
		return storage.Span{}, false
	}
	return spans[i], true
}

// run walks from a moment through the time outside all spans. It stops after so much of that
// time, or at a given moment, and returns where it stopped and how much time that was.
func run(spans []storage.Span, from, until time.Time, most time.Duration) (time.Time, time.Duration) {
	t, ran := from, time.Duration(0)
	for ran < most && t.Before(until) {
		if s, is := in(spans, t); is {
			t = s.To
			continue
		}
		next := t.Add(most - ran)
		if until.Before(next) {
			next = until
		}
		for _, s := range spans {
			if s.From.After(t) && s.From.Before(next) {
				next = s.From
			}
		}
		t, ran = next, ran+next.Sub(t)
	}
	return t, ran
}

// never is later than everything else.
var never = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

// person returns the settings of the player of a seat.
func (j *judge) person(m *played, seat int) storage.Person { return j.people[m.head.Players[seat].ID] }

// pauses returns the spans in which the clock of a seat stands, as the service has noted them,
// from a moment on.
func (j *judge) pauses(m *played, seat int, from time.Time) []storage.Span {
	return j.pausesIn(m, j.absent(m, seat), from)
}

// pausesIn returns the spans in which the clocks of a person stand in a match, from a moment on.
func (j *judge) pausesIn(m *played, p storage.Person, from time.Time) []storage.Span {
	p.Away = slices.Concat(p.Away, m.head.Pauses)
	return j.pausesOf(p, from)
}

// absent returns the settings of the player of a seat, without days away where these stop no clock.
func (j *judge) absent(m *played, seat int) storage.Person {
	return absentIn(m.head, j.person(m, seat))
}

// absentIn returns the settings of a person with the days away that stop their clock in a match.
func absentIn(h storage.Head, p storage.Person) storage.Person {
	switch {
	case h.Strict:
		p.Away = nil
	case spares(h):
		p.Away = slices.Concat(p.Away, p.AutoAway)
	}
	return p
}

// pausesOf returns the spans in which the clocks of a person stand, from a moment on.
func (j *judge) pausesOf(p storage.Person, from time.Time) []storage.Span {
	all := slices.Concat(j.outages, p.Away)
	return slices.DeleteFunc(all, func(s storage.Span) bool { return !s.To.After(from) })
}

// active returns how long the clock of a seat ran between two moments.
func (j *judge) active(m *played, seat int, from, to time.Time) time.Duration {
	_, ran := run(j.pauses(m, seat, from), from, to, 1<<62)
	return ran
}

// ran returns how long the clock of a person runs in a match between two moments.
func (j *judge) ran(m *played, p storage.Person, from, to time.Time) time.Duration {
	_, ran := run(j.pausesIn(m, p, from), from, to, 1<<62)
	return ran
}

// answer returns the end of the time to decide about a clock that expired at a moment: a week
// without the outages.
func (j *judge) answer(up time.Time) time.Time {
	until, _ := run(j.outages, up, never, 7*day)
	return until
}

// limit returns the time of a seat for its turn, 0 for no limit.
func (j *judge) limit(m *played, seat int) time.Duration {
	limit := m.head.TurnTime
	if total := m.head.TotalTime; total > 0 {
		if left := max(total-m.seats[seat].spent, 1); limit == 0 || left < limit {
			limit = left
		}
	}
	return limit
}

// due returns when the clock of a seat expires, with some pauses. The seat must have a limit.
func (j *judge) due(m *played, seat int, pauses []storage.Span) time.Time {
	p, since := j.person(m, seat), m.seats[seat].since
	end, _ := run(pauses, since, never, j.limit(m, seat))
	if j.quiet(p, since) {
		t := since.Truncate(time.Minute)
		for j.quiet(p, t) {
			t = t.Add(time.Minute)
		}
		if wholly := !since.Add(j.limit(m, seat)).After(t); wholly {
			if after, _ := run(pauses, t, never, time.Hour); after.After(end) {
				end = after
			}
		}
	}
	if g := m.seats[seat].extension; !g.From.IsZero() {
		if after, _ := run(pauses, g.From, never, g.To.Sub(g.From)); after.After(end) {
			return after
		}
	}
	return end
}

// blocked reports whether a person is away or has quiet hours, so that nothing may be sent.
func (j *judge) blocked(p storage.Person, t time.Time) bool {
	_, away := in(p.Away, t)
	return away || j.quiet(p, t)
}

// again is how long after a stop or a failed call the service may send what it decided before.
const again = 90 * time.Second

// reached returns the share of a turn that a reminder sent now is for, after the share reminded of
// before: the highest due, 0 for none. Just after a stop or a failure the reminder may have been
// decided before it, so that share is the lowest it may be for, and most the highest.
func (j *judge) reached(m *played, seat, before int) (share, most int) {
	pauses := j.pauses(m, seat, m.seats[seat].since)
	after := func(s storage.Span) bool { return j.Now().Sub(s.From) <= again }
	all := j.shares(m, seat, before, pauses)
	if !j.hindered() {
		share = slices.Max(append(all, 0))
		return share, share
	}
	all = append(all, j.shares(m, seat, before, slices.DeleteFunc(slices.Clone(pauses), after))...)
	slices.Sort(all)
	if i, _ := slices.BinarySearch(all, before+1); i < len(all) {
		return all[i], all[len(all)-1]
	}
	return 0, 0
}

// hindered reports whether a message sent now may have been decided a while ago.
func (j *judge) hindered() bool {
	n := len(j.down)
	return n > 0 && j.Now().Sub(j.down[n-1].To) <= again || j.Now().Sub(j.y.failed) <= again
}

// shares returns the shares of a turn that may be reminded of now, with some pauses, after the
// share reminded of before.
func (j *judge) shares(m *played, seat, before int, pauses []storage.Span) []int {
	now, p, since := j.Now(), j.absent(m, seat), m.seats[seat].since
	due := j.due(m, seat, pauses)
	_, whole := run(pauses, since, due, 1<<62)
	_, done := run(pauses, since, now, 1<<62)
	ahead := min(j.limit(m, seat)/50, 5*time.Minute) // a reminder covers the shares of the next moments too
	last := due.Add(-time.Nanosecond)                // the last minute in which something may be sent
	for last.After(since) && (j.blocked(p, last) || isIn(pauses, last)) {
		last = last.Add(-time.Minute)
	}
	forward := last.Truncate(time.Minute).Add(-9 * time.Minute)
	if last.Before(due.Add(-time.Nanosecond)) && !now.Add(ahead).Before(forward) {
		return slices.Clone(shares(p)) // all are sent before the quiet hours or the pause begin
	}
	by := func(done time.Duration) []int {
		return slices.DeleteFunc(slices.Clone(shares(p)), func(s int) bool { return whole/100*time.Duration(s) > done })
	}
	if all := by(done + ahead); slices.Max(append(all, 0)) > before {
		return by(done + max(ahead, time.Minute)) // the shares of the next minute are one reminder
	}
	return by(done + ahead)
}

func isIn(spans []storage.Span, t time.Time) bool { _, is := in(spans, t); return is }

// troubled reports whether anything hindered the service between two moments.
func (j *judge) troubled(from, to time.Time) bool {
	hits := func(s storage.Span) bool { return s.From.Before(to) && (s.To.IsZero() || from.Before(s.To)) }
	return slices.ContainsFunc(j.down, hits) || slices.ContainsFunc(j.troubles, hits)
}

// inTime returns how late something due at a moment may happen: a while, and longer if the
// service was hindered.
func (j *judge) inTime(from time.Time, while time.Duration) time.Duration {
	allowed := from.Add(while)
	all := slices.Concat(j.down, j.troubles)
	slices.SortFunc(all, func(a, b storage.Span) int { return a.From.Compare(b.From) })
	for _, s := range all {
		end := s.To
		if end.IsZero() {
			end = j.Now()
		}
		if s.From.Before(allowed) && end.Add(while).After(allowed) {
			allowed = end.Add(while)
		}
	}
	return allowed.Sub(from)
}
