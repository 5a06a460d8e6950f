package commands_test

import (
	"context"
	"slices"
	"time"

	"parlour/games"
	"parlour/storage"
)

// away sees that the service is out of reach.
func (j *judge) away(now time.Time) { j.down = append(j.down, storage.Span{From: now}) }

// back sees that the service is in reach again.
func (j *judge) back() {
	n := len(j.down)
	if n == 0 || !j.down[n-1].To.IsZero() {
		return
	}
	o := &j.down[n-1]
	if o.To = j.y.Now(); o.To.Sub(o.From) <= time.Hour {
		return
	}
	for _, id := range sorted(j.matches) {
		m := j.matches[id]
		for seat := range m.seats {
			if p := m.seats[seat]; m.head.Phase == storage.Playing && !p.since.IsZero() && j.limit(m, seat) > 0 && m.head.Clocks[seat].ExpiredAt.IsZero() && !j.y.removed[m.head.Guild] && !m.head.Guest {
				j.mustAnnounce(m, seat, p.since, *o, 10*time.Minute)
				break
			}
		}
	}
}

// mustAnnounce checks some time after an outage that it was announced in the channel of a match in
// which a clock ran, if that turn still goes on.
func (j *judge) mustAnnounce(m *played, seat int, since time.Time, o storage.Span, after time.Duration) {
	j.y.Plan(j.y.Now().Add(after), func() {
		announced := !m.lastHeard.Before(o.To)
		switch {
		case announced || !m.seats[seat].since.Equal(since) || m.head.Phase != storage.Playing || j.y.removed[m.head.Guild]:
		case j.troubled(j.y.Now().Add(-10*time.Minute), j.y.Now()):
			j.mustAnnounce(m, seat, since, o, after)
		default:
			j.Fault(unannounced, "%s, of %v", m.name(seat), o)
		}
	})
}

// hard sees that many calls will fail for a while.
func (j *judge) hard(from, to time.Time) {
	j.troubles = append(j.troubles, storage.Span{From: from, To: to})
}

// noted sees the outages that the service has noted. Each must have happened, give or take the
// time between two signs of life.
func (j *judge) noted(up storage.Uptime) {
	var outages []storage.Span
	for _, o := range up.Outages {
		outages = append(outages, o.Span)
	}
	j.y.alive = up.Alive
	if len(outages) > len(j.outages) {
		j.Happened("outages")
		o := outages[len(outages)-1]
		off := func(d storage.Span) bool {
			return d.From.Sub(o.From) > 4*tickEvery || o.From.After(d.From) || d.To.After(o.To.Add(tickEvery))
		}
		if i := slices.IndexFunc(j.down, func(d storage.Span) bool { return d.From.Before(o.To) && d.To.After(o.From) }); i < 0 || off(j.down[i]) {
			j.Fault(wrongOutage, "%v", o)
		}
	}
	j.outages = outages
}

// called sees that the clock of a seat expires.
func (j *judge) called(m *played, seat int) {
	j.Happened("time-ups")
	now, p, since := j.y.Now(), j.person(m, seat), m.seats[seat].since
	var truly []storage.Span // outages of less than half a minute count
	for _, s := range j.down {
		if s.To.Sub(s.From) >= 30*time.Second {
			truly = append(truly, s)
		}
	}
	truly = slices.DeleteFunc(slices.Concat(truly, p.Away), func(s storage.Span) bool { return !s.To.After(since) })
	limit := j.limit(m, seat)
	if limit == 0 || now.Before(j.due(m, seat, truly)) {
		j.Fault(early, "%s", m.name(seat))
	}
	if limit > 0 {
		due := j.due(m, seat, j.pauses(m, seat, since))
		if now.Sub(due) > j.inTime(due, 2*time.Minute) && !j.changed[p.ID].After(due.Add(-time.Minute)) {
			j.Fault(late, "%s was due at %v", m.name(seat), due)
		}
	}
	if len(shares(p)) > 0 && len(m.seats[seat].reminders) == 0 && !j.deaf(m, seat) {
		j.Fault(unreminded, "%s", m.name(seat))
	}
	m.seats[seat].called = now
	j.y.timeCalled(m, seat)
}

// reminded checks at the end of a turn that all its reminders were sent in time, unless the player
// has changed a setting or was given more time.
func (j *judge) reminded(m *played, seat int) {
	p, place := j.person(m, seat), m.seats[seat]
	if j.limit(m, seat) == 0 || !place.extension.From.IsZero() || j.changed[p.ID].After(place.since) || !j.y.citizen(m.head.Players[seat].ID).left.IsZero() || j.y.removed[m.head.Guild] || j.deaf(m, seat) {
		return
	}
	end := j.y.Now()
	if !place.called.IsZero() {
		end = place.called
	}
	for _, s := range shares(p) {
		at, due := j.moment(m, seat, s)
		latest := at.Add(j.inTime(at, 3*time.Minute))
		if !at.Add(2*tickEvery).Before(due) || !latest.Before(end) || j.hushed(p, at, latest) {
			continue // there was no time to send it
		}
		if !slices.ContainsFunc(place.reminders, func(r reminder) bool { return r.most >= s && !r.at.After(latest) }) {
			j.Fault(missing, "%s: %d %% at %v, had %v", m.name(seat), s, at.UTC().Format("2 Jan 15:04:05"), place.reminders)
		}
	}
}

// deaf reports whether the player of a seat can be told nothing: among friends, without direct
// messages.
func (j *judge) deaf(m *played, seat int) bool {
	p := j.person(m, seat)
	return m.head.Guest && (p.NoDirect || j.y.citizen(p.ID).closed)
}

// hushed reports whether there was a time between two moments when nothing could be sent to a
// person.
func (j *judge) hushed(p storage.Person, from, to time.Time) bool {
	for t := from; t.Before(to); t = t.Add(time.Minute) {
		if j.blocked(p, t) {
			return true
		}
	}
	return j.blocked(p, to)
}

// moment returns when the reminder for a share of a turn is to be sent, and when the turn is due.
func (j *judge) moment(m *played, seat, share int) (at, due time.Time) {
	p, since := j.person(m, seat), m.seats[seat].since
	pauses := j.pauses(m, seat, since)
	due = j.due(m, seat, pauses)
	whole := j.active(m, seat, since, due)
	at, _ = run(pauses, since, never, whole*time.Duration(share)/100)
	for at.Before(due) && (j.blocked(p, at) || isIn(pauses, at)) {
		at = at.Truncate(time.Minute).Add(time.Minute)
	}
	return at, due
}

// waits checks that a game has not waited too long for a player who has left: until the next
// reminder, until the clock expires, or without a clock for two weeks. If the player is out of the
// game and still owes a card, only the clock ends the wait.
func (j *judge) waits(m *played, seat int) {
	place := m.seats[seat]
	left := j.y.citizen(m.head.Players[seat].ID).left
	if left.IsZero() || j.y.removed[m.head.Guild] || m.head.Guest { // nobody tells a guest who has left
		return
	}
	from := place.since
	if left.After(from) {
		from = left
	}
	until := from.Add(14 * day)
	if !place.called.IsZero() {
		until = j.answer(place.called)
	} else if j.limit(m, seat) > 0 {
		_, until = j.moment(m, seat, 100)
		for _, s := range shares(j.person(m, seat)) {
			if at, due := j.moment(m, seat, s); slices.Contains(m.state.In(), games.Seat(seat)) && !at.Before(from) && at.Before(due) && at.Before(until) {
				until = at
			}
		}
	}
	if j.y.Now().Sub(until) > j.inTime(until, 10*time.Minute) {
		j.Once(deserted, m.head.ID+place.since.String(), "%s, left at %v, until %v", m.name(seat), left, until)
	}
}

// review checks all matches and people, once a day and at the end.
func (j *judge) review() {
	now := j.y.Now()
	for _, id := range sorted(j.matches) {
		m := j.matches[id]
		switch {
		case m.head.Phase == storage.Open:
			j.openFor(m)
		case m.head.Phase == storage.Playing:
			j.goesOn(m)
		}
		if m.head.Phase.Live() && now.Sub(m.head.NextCheck) > j.inTime(m.head.NextCheck, time.Minute) {
			j.Once(neverChecked, id+m.head.NextCheck.String(), "%s was to be checked at %v", id, m.head.NextCheck)
		}
	}
	if !j.y.up {
		return
	}
	people, err := storage.People.Due(context.Background(), j.y.store, now.Add(-time.Minute), 1000)
	for _, p := range people {
		if now.Sub(p.NextCheck) > j.inTime(p.NextCheck, time.Minute) {
			j.Fault(neverChecked, "%s was to be checked at %v", j.y.citizen(p.ID).name, p.NextCheck)
		}
	}
	if err != nil {
		j.y.t.Fatal(err)
	}
	for id, n := range j.ended {
		if n > 0 && !j.people[id].NoDirect {
			j.Once(removedLong, id, "%s is not told of %d ends", j.y.citizen(id).name, n)
		}
	}
}

// goesOn checks that a game does not go on for longer than it can.
func (j *judge) goesOn(m *played) {
	if j.y.removed[m.head.Guild] {
		removed := j.y.from.Add(j.y.end.Sub(j.y.from) * 2 / 3)
		for seat, p := range m.seats { // while a player is away the clock stands and nothing is asked
			if !p.since.IsZero() && j.active(m, seat, removed, j.y.Now()) > 8*day {
				j.Once(removedLong, m.head.ID, "%s goes on", m.head.ID)
			}
		}
		return
	}
	for seat, p := range m.seats {
		if p.since.IsZero() {
			continue
		}
		j.waits(m, seat)
		if j.limit(m, seat) == 0 {
			continue
		}
		due := j.due(m, seat, j.pauses(m, seat, p.since))
		if up := m.head.Clocks[seat].ExpiredAt; !up.IsZero() {
			due = j.answer(up)
		}
		if j.y.Now().Sub(due) > j.inTime(due, 2*time.Minute) {
			j.Once(late, m.head.ID+p.since.String(), "%s was due at %v", m.name(seat), due)
		}
	}
}
