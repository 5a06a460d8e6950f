package commands_test

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/storage"
)

// What messages look like that are sent to remind somebody.
var (
	reminderLine = regexp.MustCompile(`^(?:\d+ (?:day|hour|minute)s?|under 1 minute) left(?:, <@\d+>)?: \*\*|^Your time is up: \*\*|\*\* .*waits for you\. To do: `)
	digestHead   = regexp.MustCompile(`^(?:One game waits|\d+ games wait) for you`)
	linkTo       = regexp.MustCompile(`https://discord\.com/channels/\d+/(\d+)/(\d+)$`)
	saidDue      = regexp.MustCompile(`Time is up <t:(\d+):R>`)
)

// posted sees a message.
func (j *judge) posted(p *post) {
	id, direct := strings.CutPrefix(p.channel, directID)
	switch {
	case strings.HasPrefix(p.Content, "I was away for"):
		j.excused(p)
	case direct && len(p.Rows) == 0:
		j.letter(p, id)
	case !direct && len(p.Pings) == 1 && reminderLine.MatchString(p.Content):
		j.count["pings"]++
		j.letter(p, p.Pings[0])
	}
}

// letter sees a message that is to remind somebody.
func (j *judge) letter(p *post, id string) {
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
				j.fault(removedLong, "%s is told once more of an end", j.y.citizen(id).name)
			}
		case strings.HasPrefix(line, "You get direct messages from me again"):
		default:
			j.fault(badMessage, "somebody is sent %q", line)
		}
	}
	if reminders == 0 && !digest {
		return
	}
	if person := j.people[id]; j.blocked(person, j.y.now) {
		j.fault(atNight, "%s in %q with %v, away %v: %s", j.y.citizen(id).name, person.Zone, person.Quiet, person.Away, p.Content)
	}
	switch {
	case digest:
		j.count["digests"]++
		j.digest(id)
	case reminders > 1:
		j.count["several at once"]++
	}
}

// A daily is a digest: on which day, in which zone, and when.
type daily struct {
	day string
	at  time.Time
}

// digest sees that somebody has got a digest. Who has set something since the last may
// get another on the same day.
func (j *judge) digest(id string) {
	p := j.people[id]
	today := p.Zone + j.y.now.In(cmp.Or(j.of(p), time.UTC)).Format(" 2006-01-02")
	if last := j.digests[id]; last.day == today && j.changed[id].Before(last.at) {
		j.fault(digestTwice, "%s on %s, after %v", j.y.citizen(id).name, today, last.at)
	}
	j.digests[id] = daily{today, j.y.now}
}

// line sees that somebody is reminded of a match.
func (j *judge) line(line, id string, digest bool) {
	m := j.linked(line)
	if m == nil {
		j.fault(badMessage, "there is no board in %q", line)
		return
	}
	seat := m.seatOf(id)
	if seat < 0 || m.head.Phase != storage.Playing || m.seats[seat].since.IsZero() {
		j.fault(madeAlready, "%s of %s (digest %v)", j.y.citizen(id).name, m.head.ID, digest)
		return
	}
	if j.y.asleep(m.head.Channel) {
		j.fault(asleepLink, "%s", line)
	}
	p := &m.seats[seat]
	if j.limit(m, seat) == 0 || !m.head.Clocks[seat].ExpiredAt.IsZero() {
		if !digest {
			j.fault(twice, "%s has no time to be reminded of", m.name(seat))
		}
		return
	}
	j.saysDue(m, seat, line)
	before := 0
	if n := len(p.letters); n > 0 {
		before = p.letters[n-1].share
	}
	share, most := j.reached(m, seat, before)
	if digest && j.hindered() {
		share = before // whether it reminds of the turn too depends on when it was decided
	}
	if share > before {
		j.count["reminders"]++
	} else if !digest {
		j.fault(twice, "%s after %v, of %v", m.name(seat), p.letters, shares(j.people[id]))
	}
	p.letters = append(p.letters, letter{j.y.now, max(share, before), max(most, before)})
}

// saysDue checks when a reminder says that time is up.
func (j *judge) saysDue(m *played, seat int, line string) {
	due := j.due(m, seat, j.pauses(m, seat, m.seats[seat].since))
	said := saidDue.FindStringSubmatch(line)
	if said == nil {
		j.fault(wrongTime, "%s: %s", m.name(seat), line)
		return
	}
	unix, _ := strconv.ParseInt(said[1], 10, 64)
	if off := time.Unix(unix, 0).Sub(due).Abs(); off > 3*time.Minute { // it may be sent again within a minute, after crashes
		j.fault(wrongTime, "%s is said to be due %v from %v", m.name(seat), off, due)
	}
}

// linked returns the match whose board a line links to.
func (j *judge) linked(line string) *played {
	link := linkTo.FindStringSubmatch(line)
	if link == nil {
		return nil
	}
	p := j.y.posts[link[2]]
	if p == nil || p.channel != link[1] {
		return nil
	}
	id, _, _ := strings.Cut(p.nonce, "-")
	return j.matches[id]
}

// excused sees that a channel is told of outages: of all long ones that it was not told
// of yet.
func (j *judge) excused(p *post) {
	id, _, _ := strings.Cut(p.nonce, "-")
	m := j.matches[id]
	var last time.Time
	if n := len(m.told); n > 0 {
		last = m.told[n-1]
	}
	news := false
	for _, o := range j.outages {
		news = news || o.To.After(last) && o.To.Sub(o.From) > time.Hour
	}
	j.count["outages told"]++
	if !news {
		j.fault(untold, "%s is told again, as at %v", id, last)
	}
	m.told = append(m.told, j.y.now)
	for _, o := range j.matches { // the same people may play another such game there
		if o.head.Channel == p.channel && o.head.Setup.Game == m.head.Setup.Game && slices.Equal(o.head.Players, m.head.Players) {
			o.heard = j.y.now
		}
	}
}
