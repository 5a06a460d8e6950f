package commands_test

import (
	"slices"
	"time"

	"parlour/commands/world"
	"parlour/games"
	"parlour/storage"
)

// awayLines begin the lines that follow when a person is told that they are away by themselves.
var awayLines = []string{"Your next move brings you back", "Then you have ", "Then you've used up your ", "That's once in 30 days"}

// spares reports whether clocks stand in a game while a person is away by themselves.
func spares(h storage.Head) bool {
	people := 0
	for _, p := range h.Players {
		if p.Level == "" {
			people++
		}
	}
	return people > 1 && !h.Strict && (h.TurnTime >= day || h.Gain >= day)
}

// mayBeAway reports whether a person can come to be away by themselves now.
func (j *judge) mayBeAway(p storage.Person) bool {
	lately := slices.ContainsFunc(p.AutoAway, func(s storage.Span) bool { return j.Now().Sub(s.From) < 30*day })
	return !p.NoAutoAway && !lately && !isIn(p.Away, j.Now()) && j.awayLeft(p) >= time.Minute
}

// awayLeft returns for how long a person may be away in the year before now.
func (j *judge) awayLeft(p storage.Person) time.Duration {
	from := j.Now().AddDate(-1, 0, 0)
	_, free := run(slices.Concat(p.Away, p.AutoAway), from, j.Now(), 1<<62)
	return 14*day - (j.Now().Sub(from) - free)
}

// autoAway compares a person before and after a change, by which they may have come to be away by themselves.
func (j *judge) autoAway(was, is storage.Person) {
	n := len(is.AutoAway)
	if n == 0 || len(was.AutoAway) > 0 && was.AutoAway[len(was.AutoAway)-1].From.Equal(is.AutoAway[n-1].From) {
		return
	}
	j.Happened("absences by themselves")
	last, c := is.AutoAway[n-1], j.y.citizen(is.ID)
	want := min(3*day, j.awayLeft(was))
	if !j.mayBeAway(was) || !last.From.Equal(j.Now()) || (last.To.Sub(last.From)-want).Abs() > time.Minute || !j.runsOut(was) {
		j.Fault(wrongAway, "%s from %v to %v, after %v and %v", c.name, last.From, last.To, was.AutoAway, was.Away)
	}
	if _, late := j.untold[is.ID]; late && c.left.IsZero() && !c.closed {
		j.Fault(untold, "%s was not told of the last one", c.name)
	}
	j.untold[is.ID] = j.Now()
	j.y.awayByItself(c, last.To.Sub(last.From))
	j.mustShow(is.ID, last)
}

// runsOut reports whether a clock of a person expires within ten minutes, or has just expired.
func (j *judge) runsOut(p storage.Person) bool {
	for _, m := range j.matches {
		seat := m.seatOf(p.ID)
		if m.head.Phase != storage.Playing || seat < 0 || m.seats[seat].since.IsZero() || !spares(m.head) || j.limit(m, seat) == 0 {
			continue
		}
		due := j.due(m, seat, j.pauses(m, seat, m.seats[seat].since))
		if ahead := due.Sub(j.Now()); ahead <= 10*time.Minute && -ahead <= j.inTime(due, 2*time.Minute) {
			return true
		}
	}
	return false
}

// mustShow checks a while after a person came to be away by themselves that each game where their clock stands says so,
// if that still goes on.
func (j *judge) mustShow(id string, s storage.Span) {
	j.y.Plan(j.Now().Add(10*time.Minute), func() {
		all := j.people[id].AutoAway
		switch {
		case !slices.Contains(all, s) || !j.Now().Before(s.To):
			return
		case j.troubled(j.Now().Add(-10*time.Minute), j.Now()) || j.Now().Sub(j.y.failed) < 10*time.Minute:
			j.mustShow(id, s)
			return
		}
		for _, m := range j.matches {
			seat := m.seatOf(id)
			if m.head.Phase == storage.Playing && seat >= 0 && spares(m.head) && !j.y.removed[m.head.Guild] && j.Now().Sub(m.head.Began) > 10*time.Minute && !m.head.Clocks[seat].Away.Equal(s.To) {
				j.Fault(wrongAway, "%s does not say that %s is away until %v", m.head.ID, j.y.citizen(id).name, s.To)
			}
		}
	})
}

// cameBack sees that a person makes a move, which ends their absence by themselves.
func (j *judge) cameBack(id string) {
	now, all := j.Now(), j.people[id].AutoAway
	if len(all) == 0 || !isIn(all[len(all)-1:], now) || all[len(all)-1].From.Equal(now) {
		return
	}
	j.Happened("absences by themselves ended by a move")
	var check func()
	check = func() {
		switch all := j.people[id].AutoAway; {
		case len(all) == 0 || !all[len(all)-1].To.After(now):
		case j.troubled(j.Now().Add(-10*time.Minute), j.Now()) || j.Now().Sub(j.y.failed) < 10*time.Minute:
			j.y.Plan(j.Now().Add(10*time.Minute), check)
		default:
			j.Fault(wrongAway, "%s moved at %v and is away until %v", j.y.citizen(id).name, now, all[len(all)-1].To)
		}
	}
	j.y.Plan(now.Add(10*time.Minute), check)
}

// toldAway sees that a person is told that they are away by themselves.
func (j *judge) toldAway(id string) {
	j.Happened("absences by themselves told")
	if _, owed := j.untold[id]; !owed {
		j.Fault(untold, "%s is told once more", j.y.citizen(id).name)
	}
	delete(j.untold, id)
}

// reviewUntold checks that all people who take direct messages were told by the next day.
func (j *judge) reviewUntold() {
	for id, since := range j.untold {
		switch c := j.y.citizen(id); {
		case c.closed || !c.left.IsZero(): // perhaps nothing can reach them
		case j.Now().Sub(since) > day+j.inTime(since, time.Hour):
			j.Once(untold, id+since.String(), "%s, since %v", c.name, since)
		}
	}
}

// awayByItself plans for a person who is away by themselves: some say that they are back, and some move.
func (y *year) awayByItself(c *citizen, most time.Duration) {
	switch y.chance.IntN(3) {
	case 0:
		y.within(most, func() { y.types(c, "away", "until", world.OneOf(y.chance, "back", "2 days")) })
	case 1:
		y.within(most, func() {
			for _, id := range sorted(y.judge.matches) {
				m := y.judge.matches[id]
				if seat := m.seatOf(c.id); seat >= 0 && m.head.Phase == storage.Playing && !m.seats[seat].since.IsZero() {
					y.answer(m, c, games.Seat(seat))
				}
			}
		})
	}
}
