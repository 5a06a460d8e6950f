package commands_test

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands"
	"parlour/storage"
)

// answered changes the message that was pressed, as a public reply does, unless that fails.
func (y *year) answered(r commands.Request, reply commands.Reply) {
	y.judge.count["answers by press"]++
	p := y.posts[r.Message]
	if reply.Shows == nil || p == nil {
		y.judge.fault(badMessage, "a public reply to a press on %q", r.Message)
		return
	}
	if y.chance.IntN(10) == 0 {
		_ = y.service.Publish(y.t.Context(), *reply.Shows)
		return
	}
	p.shows(reply.Message)
	_ = y.service.Delivered(y.t.Context(), *reply.Shows)
}

// asked sees the questions that a match has come to put, and plans answers.
func (j *judge) asked(m *played, was storage.Head) {
	for _, a := range m.head.Asks {
		before := slices.IndexFunc(was.Asks, func(b storage.Ask) bool { return b.Number == a.Number })
		if a.Message == "" || before >= 0 && was.Asks[before].Message != "" {
			continue
		}
		for _, p := range m.head.Players {
			if p.ID != a.By && j.y.chance.IntN(2) == 0 {
				verb := oneOf(j.y, "yes", "no")
				j.y.person(j.y.now.Add(j.y.upTo(10*time.Minute)), func() { j.y.reply(j.y.citizen(p.ID), m, a, verb) })
			}
		}
	}
}

// reply has a person press a button of a question.
func (y *year) reply(c *citizen, m *played, a storage.Ask, verb string) {
	button := strings.Join([]string{"1", m.head.ID, strconv.Itoa(a.Turn), verb, strconv.Itoa(a.Number)}, ":")
	y.ask(c, verb, commands.Request{Button: button, Message: a.Message, Guild: m.head.Guild, Channel: a.Channel})
}

// deleted sees that a message is deleted. The people whom it notified must have acted since.
func (j *judge) deleted(p *post) {
	people := p.pinged
	if person, direct := strings.CutPrefix(p.channel, directID); direct {
		people = []string{person}
		if len(p.Rows) == 0 {
			j.count["reminders deleted"]++
		}
	} else {
		j.count["boards deleted"]++
	}
	of := j.matchesOf(p)
	for _, person := range people {
		for _, id := range of {
			if j.acted[id+" "+person] < p.seq && !j.heard(id, p) {
				j.fault(ghost, "%s notified %s of %s: %q", p.id, j.y.citizen(person).name, id, p.Content)
			}
		}
	}
}

// heard reports whether a message calls the opener of a table who has started or closed it since.
func (j *judge) heard(id string, p *post) bool {
	call := len(p.Rows) == 1 && len(p.Rows[0]) == 1 && strings.HasSuffix(p.Rows[0][0].ID, ":start")
	return call && (j.matches[id].head.Starts || j.matches[id].head.Ended == "cancelled")
}

// matchesOf returns the ids of the matches that a message is about: a reminder says it by its links.
func (j *judge) matchesOf(p *post) []string {
	var ids []string
	for _, line := range strings.Split(p.Content, "\n") {
		if m := j.linked(line); m != nil {
			ids = append(ids, m.head.ID)
		}
	}
	if id, _, _ := strings.Cut(p.nonce, "-"); len(ids) == 0 && j.matches[id] != nil {
		ids = append(ids, id)
	}
	return ids
}

// week checks at the end of a week that each game that is wholly shown has one board with buttons,
// and that each board of the past is a line or was deleted.
func (j *judge) week() {
	y := j.y
	if !y.working() || j.troubled(y.now.Add(-time.Hour), y.now) || y.now.Sub(y.failed) < 10*time.Minute {
		return
	}
	boards, lines := map[string][]*post{}, map[string]int{}
	for _, id := range sorted(y.posts) {
		p := y.posts[id]
		match, number, _ := strings.Cut(p.nonce, "-")
		m := j.matches[match]
		if m == nil || m.head.Guest || p.gone || strings.HasPrefix(p.channel, directID) || p.id == m.head.Table || y.removed[m.head.Guild] {
			continue
		}
		switch _, err := strconv.Atoi(number); {
		case err != nil: // a question, or an outage
		case len(p.Rows) > 0 || p.Picture != nil:
			boards[match] = append(boards[match], p)
		default:
			lines[match]++
		}
	}
	for _, id := range sorted(j.matches) {
		h := j.matches[id].head
		if h.Phase != storage.Playing && h.Phase != storage.Over || h.Guest || y.removed[h.Guild] || h.Published != h.Desired || !h.FailingSince.IsZero() {
			continue
		}
		j.count["lines"] += lines[id]
		if len(boards[id]) != 1 || boards[id][0].id != h.Live.Message {
			var all []string
			for _, p := range boards[id] {
				all = append(all, p.id+" of "+p.at.UTC().Format("2 Jan 15:04:05"))
			}
			j.once(untidy, id, "%s in %s has the boards %v, live is %s, old are %v", id, h.Channel, all, h.Live.Message, h.Old)
		}
	}
}
