package commands_test

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands/message"
	"parlour/commands/world"
	"parlour/games"
	"parlour/storage"
)

// The forms of reminders and digests.
var (
	reminderLine = regexp.MustCompile(`^(?:\d+ days? left|⏰ \*\*(?:\d+ (?:hour|minute)s?|under 1 minute) left\*\*), until |^\d+ hours left, until |[Yy]our time is up in | waits for you\. https:`)
	answerLine   = regexp.MustCompile(` waits for your answer\. https:`)
	digestHead   = regexp.MustCompile(`^(?:1 game waits|\d+ games wait) for you$`)
	linkTo       = regexp.MustCompile(`https://discord\.com/channels/(?:\w+|@me)/([\w-]+)/(\d+)$`)
	saidDue      = regexp.MustCompile(`left(?:\*\*)?, until <t:(\d+):[tF]>`)
)

// posted sees a message that was posted.
func (j *judge) posted(p *world.Post) {
	m := p.Newest()
	id, direct := strings.CutPrefix(p.Channel, world.DM)
	switch {
	case strings.HasPrefix(m.Content, "I was down for"):
		j.outageAnnounced(p)
	case direct && len(m.Rows) == 0:
		j.notice(m, id)
	case !direct && len(m.Pings) == 1 && reminderLine.MatchString(m.Content):
		j.Happened("pings")
		j.notice(m, m.Pings[0])
	}
}

// notice sees a message that reminds a person or tells of an end.
func (j *judge) notice(p message.Message, id string) {
	reminders, digest, strict := 0, false, 0
	for line := range strings.SplitSeq(p.Content, "\n") {
		switch {
		case digestHead.MatchString(line):
			digest = true
		case reminderLine.MatchString(line):
			reminders++
			if m := j.linked(line); m != nil && m.head.Strict {
				strict++
			}
			j.line(line, id, digest)
		case digest && answerLine.MatchString(line):
			j.Happened("answers in digests")
			j.answerDue(line, id)
		case strings.HasPrefix(line, "I was removed from the server"):
			if j.ended[id]--; j.ended[id] < 0 {
				j.Fault(removedLong, "%s is told of an end too often", j.y.citizen(id).name)
			}
		case strings.HasPrefix(line, "Your time was nearly up, so your clocks wait"):
			j.toldAway(id)
		case slices.ContainsFunc(awayLines, func(begins string) bool { return strings.HasPrefix(line, begins) }):
		case strings.HasPrefix(line, "DMs are back on"):
		default:
			j.Fault(badMessage, "a person is sent %q", line)
		}
	}
	if reminders == 0 && !digest {
		return
	}
	person := j.people[id]
	if strict > 0 && j.blocked(person, j.Now()) && !j.quiet(person, j.Now()) {
		j.Happened("reminders of strict games to absent people")
		person.Away = nil // what follows in a moment is said with it
	}
	if j.blocked(person, j.Now()) {
		j.Fault(atNight, "%s in %q with %v, away %v: %s", j.y.citizen(id).name, person.Zone, person.Quiet, person.Away, p.Content)
	}
	switch {
	case digest:
		j.Happened("digests")
		j.digest(id)
	case reminders > 1:
		j.Happened("several at once")
	}
}

// A daily is a digest that was sent, with its local day and its zone.
type daily struct {
	day string
	at  time.Time
}

// digest sees that a person was sent a digest. A person who has changed a setting since the last
// one may get another on the same day.
func (j *judge) digest(id string) {
	p := j.people[id]
	today := p.Zone + j.Now().In(cmp.Or(j.of(p), time.UTC)).Format(" 2006-01-02")
	if last := j.digests[id]; last.day == today && j.changed[id].Before(last.at) {
		j.Fault(digestTwice, "%s on %s, after %v", j.y.citizen(id).name, today, last.at)
	}
	j.digests[id] = daily{today, j.Now()}
}

// togetherMost is how long before its time a reminder may be sent together with others.
const togetherMost = 5 * time.Minute

// line sees one line of a message, which reminds a person of a match.
func (j *judge) line(line, id string, digest bool) {
	m := j.linked(line)
	if m == nil {
		j.Fault(badMessage, "there is no board in %q", line)
		return
	}
	seat := m.seatOf(id)
	if seat < 0 || m.head.Phase != storage.Playing || m.seats[seat].since.IsZero() {
		j.Fault(madeAlready, "%s of %s (digest %v)", j.y.citizen(id).name, m.head.ID, digest)
		return
	}
	if j.y.Sleeps(m.head.Channel) {
		j.Fault(asleepLink, "%s", line)
	}
	if s, is := in(m.head.Pauses, j.Now()); is && !digest && s.To.Sub(j.Now()) > again+togetherMost {
		j.Fault(paused, "%s, until %v", m.name(seat), s.To)
		return
	}
	if s, is := in(j.people[id].AutoAway, j.Now()); is && spares(m.head) && !digest && s.To.Sub(j.Now()) > again+togetherMost && j.Now().Sub(s.From) > again {
		j.Fault(paused, "%s, away until %v", m.name(seat), s.To)
		return
	}
	p := &m.seats[seat]
	if j.limit(m, seat) == 0 || !m.head.Clocks[seat].ExpiredAt.IsZero() {
		if !digest {
			j.Fault(twice, "%s has no time to be reminded of", m.name(seat))
		}
		return
	}
	j.saysDue(m, seat, line)
	before := 0
	if n := len(p.reminders); n > 0 {
		before = p.reminders[n-1].share
	}
	share, most := j.reached(m, seat, before)
	if digest && j.hindered() {
		share = before // whether it has a reminder too depends on when it was decided
	}
	if share > before {
		j.Happened("reminders")
	} else if !digest {
		j.Fault(twice, "%s after %v, of %v", m.name(seat), p.reminders, shares(j.people[id]))
	}
	p.reminders = append(p.reminders, reminder{j.Now(), max(share, before), max(most, before)})
}

// saysDue checks the deadline that a reminder says.
func (j *judge) saysDue(m *played, seat int, line string) {
	due := j.due(m, seat, j.pauses(m, seat, m.seats[seat].since))
	said := saidDue.FindStringSubmatch(line)
	if said == nil {
		j.Fault(wrongTime, "%s: %s", m.name(seat), line)
		return
	}
	unix, _ := strconv.ParseInt(said[1], 10, 64)
	if off := time.Unix(unix, 0).Sub(due).Abs(); off > 3*time.Minute { // after crashes it may be sent again within a minute
		j.Fault(wrongTime, "%s is said to be due %v from %v", m.name(seat), off, due)
	}
}

// answerDue sees a line of a digest about a match that asks a person something.
func (j *judge) answerDue(line, id string) {
	m := j.linked(line)
	switch {
	case m == nil:
		j.Fault(badMessage, "there is no question in %q", line)
	case m.seatOf(id) < 0 && !(m.head.Phase == storage.Open && m.head.Invited != nil && m.head.Invited.ID == id):
		j.Fault(badMessage, "%s is not asked in %q", j.y.citizen(id).name, line)
	case j.y.Sleeps(m.head.Channel):
		j.Fault(asleepLink, "%s", line)
	}
}

// linked returns the match whose board a line links to.
func (j *judge) linked(line string) *played {
	link := linkTo.FindStringSubmatch(line)
	if link == nil {
		return nil
	}
	p := j.y.ByID(link[2])
	if p == nil || p.Channel != link[1] {
		return nil
	}
	id, _, _ := strings.Cut(p.Nonce, "-")
	return j.matches[id]
}

// outageAnnounced sees that the long outages which were not announced yet are announced in a
// channel.
func (j *judge) outageAnnounced(p *world.Post) {
	id, _, _ := strings.Cut(p.Nonce, "-")
	m := j.matches[id]
	var last time.Time
	if n := len(m.announced); n > 0 {
		last = m.announced[n-1]
	}
	news := false
	for _, o := range j.outages {
		news = news || o.To.After(last) && o.To.Sub(o.From) > time.Hour
	}
	j.Happened("outages announced")
	if !news {
		j.Fault(unannounced, "%s has an outage announced again, as at %v", id, last)
	}
	m.announced = append(m.announced, j.Now())
	for _, o := range j.matches { // it says the same of all games there
		if o.head.Channel == p.Channel {
			o.lastHeard = j.Now()
		}
	}
}

// away sees that the service is out of reach.
func (j *judge) away(now time.Time) { j.down = append(j.down, storage.Span{From: now}) }

// back sees that the service is in reach again.
func (j *judge) back() {
	n := len(j.down)
	if n == 0 || !j.down[n-1].To.IsZero() {
		return
	}
	o := &j.down[n-1]
	if o.To = j.Now(); o.To.Sub(o.From) <= time.Hour {
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
	j.y.Plan(j.Now().Add(after), func() {
		announced := !m.lastHeard.Before(o.To)
		switch {
		case announced || !m.seats[seat].since.Equal(since) || m.head.Phase != storage.Playing || j.y.removed[m.head.Guild]:
		case j.troubled(j.Now().Add(-10*time.Minute), j.Now()):
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
	if spares(m.head) && j.mayBeAway(j.person(m, seat)) {
		j.Fault(unspared, "%s", m.name(seat))
	}
	now, p, since := j.Now(), j.absent(m, seat), m.seats[seat].since
	var truly []storage.Span // outages of less than half a minute count
	for _, s := range j.down {
		if s.To.Sub(s.From) >= 30*time.Second {
			truly = append(truly, s)
		}
	}
	truly = slices.DeleteFunc(slices.Concat(truly, p.Away, m.head.Pauses), func(s storage.Span) bool { return !s.To.After(since) })
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
	p, place := j.absent(m, seat), m.seats[seat]
	if j.limit(m, seat) == 0 || !place.extension.From.IsZero() || j.changed[p.ID].After(place.since) || !j.y.player(m, seat).left.IsZero() || j.y.removed[m.head.Guild] || j.deaf(m, seat) {
		return
	}
	end := j.Now()
	if !place.called.IsZero() {
		end = place.called
	}
	for _, s := range shares(p) {
		at, due := j.moment(m, seat, s)
		latest := at.Add(j.inTime(at, 3*time.Minute))
		stopped := func(s storage.Span) bool { return !s.From.Before(at) && s.From.Before(at.Add(2*tickEvery)) }
		if !at.Add(2*tickEvery).Before(due) || !latest.Before(end) || j.hushed(p, at, latest) ||
			slices.ContainsFunc(j.pauses(m, seat, place.since), stopped) {
			continue // there was no time to send it
		}
		if !slices.ContainsFunc(place.reminders, func(r reminder) bool { return r.most >= s && !r.at.After(latest) }) {
			j.Fault(missing, "%s: %d %% at %v, had %v", m.name(seat), s, at.UTC().Format(stamp), place.reminders)
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
	p, since := j.absent(m, seat), m.seats[seat].since
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
	left := j.y.player(m, seat).left
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
	if j.Now().Sub(until) > j.inTime(until, 10*time.Minute) {
		j.Once(deserted, m.head.ID+place.since.String(), "%s, left at %v, until %v", m.name(seat), left, until)
	}
}

// review checks all matches and people, once a day and at the end.
func (j *judge) review() {
	now := j.Now()
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
	j.reviewUntold()
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
			if !p.since.IsZero() && j.active(m, seat, removed, j.Now()) > 8*day {
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
		if j.Now().Sub(due) > j.inTime(due, 2*time.Minute) {
			j.Once(late, m.head.ID+p.since.String(), "%s was due at %v", m.name(seat), due)
		}
	}
}
