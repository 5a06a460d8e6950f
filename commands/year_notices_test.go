package commands_test

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"

	"parlour/commands/message"
	"parlour/commands/world"
	"parlour/storage"
)

// The forms of reminders and digests.
var (
	reminderLine = regexp.MustCompile(`^(?:\d+ (?:day|hour|minute)s?|Under 1 minute) left(?:, <@\d+>)?: |[Yy]our time is up in | waits for you\. https:`)
	digestHead   = regexp.MustCompile(`^(?:1 game waits|\d+ games wait) for you$`)
	linkTo       = regexp.MustCompile(`https://discord\.com/channels/(?:\w+|@me)/([\w-]+)/(\d+)$`)
	saidDue      = regexp.MustCompile(`Move by <t:(\d+):f>`)
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
	reminders, digest := 0, false
	for i, line := range strings.Split(p.Content, "\n") {
		switch {
		case i == 0 && digestHead.MatchString(line):
			digest = true
		case reminderLine.MatchString(line):
			reminders++
			j.line(line, id, digest)
		case strings.HasPrefix(line, "I was removed from the server"):
			if j.ended[id]--; j.ended[id] < 0 {
				j.Fault(removedLong, "%s is told of an end too often", j.y.citizen(id).name)
			}
		case strings.HasPrefix(line, "DMs are back on"):
		default:
			j.Fault(badMessage, "a person is sent %q", line)
		}
	}
	if reminders == 0 && !digest {
		return
	}
	if person := j.people[id]; j.blocked(person, j.y.Now()) {
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
	today := p.Zone + j.y.Now().In(cmp.Or(j.of(p), time.UTC)).Format(" 2006-01-02")
	if last := j.digests[id]; last.day == today && j.changed[id].Before(last.at) {
		j.Fault(digestTwice, "%s on %s, after %v", j.y.citizen(id).name, today, last.at)
	}
	j.digests[id] = daily{today, j.y.Now()}
}

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
	p.reminders = append(p.reminders, reminder{j.y.Now(), max(share, before), max(most, before)})
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
	m.announced = append(m.announced, j.y.Now())
	for _, o := range j.matches { // it says the same of all games there
		if o.head.Channel == p.Channel {
			o.lastHeard = j.y.Now()
		}
	}
}
