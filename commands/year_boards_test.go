package commands_test

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands"
	"parlour/commands/world"
	"parlour/storage"
)

// answered changes the message that was pressed, as a public reply does, unless that fails.
func (y *year) answered(r commands.Request, reply commands.Reply) {
	y.judge.Happened("answers by press")
	p := y.ByID(r.Message)
	if reply.Shows == nil || p == nil {
		y.judge.Fault(badMessage, "a public reply to a press on %q", r.Message)
		return
	}
	if y.chance.IntN(10) == 0 {
		_ = y.service.Publish(y.t.Context(), *reply.Shows)
		return
	}
	p.Change(reply.Message)
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
				verb := world.OneOf(j.y.chance, "yes", "no")
				j.y.person(j.y.Now().Add(j.y.chance.UpTo(10*time.Minute)), func() { j.y.reply(j.y.citizen(p.ID), m, a, verb) })
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
func (j *judge) deleted(p *world.Post) {
	people := p.Versions[0].Pings
	if person, direct := strings.CutPrefix(p.Channel, world.DM); direct {
		people = []string{person}
		if len(p.Newest().Rows) == 0 {
			j.Happened("reminders deleted")
		}
	} else {
		j.Happened("boards deleted")
	}
	of := j.matchesOf(p)
	for _, person := range people {
		for _, id := range of {
			if j.acted[id+" "+person] < p.ID && !j.heard(id, p) {
				j.Fault(ghost, "%s notified %s of %s: %q", p.ID, j.y.citizen(person).name, id, p.Newest().Content)
			}
		}
	}
}

// heard reports whether a message calls the opener of a table who has started or closed it since.
func (j *judge) heard(id string, p *world.Post) bool {
	all := world.Controls(p.Newest())
	call := len(all) == 1 && strings.HasSuffix(all[0].ID, ":start")
	return call && (j.matches[id].head.Starts || j.matches[id].head.Ended == "cancelled")
}

// matchesOf returns the ids of the matches that a message is about: a reminder says it by its links.
func (j *judge) matchesOf(p *world.Post) []string {
	var ids []string
	for _, line := range strings.Split(p.Newest().Content, "\n") {
		if m := j.linked(line); m != nil {
			ids = append(ids, m.head.ID)
		}
	}
	if id, _, _ := strings.Cut(p.Nonce, "-"); len(ids) == 0 && j.matches[id] != nil {
		ids = append(ids, id)
	}
	return ids
}

// week checks at the end of a week that each game that is wholly shown has one board with buttons,
// and that each board of the past is a line or was deleted.
func (j *judge) week() {
	y := j.y
	if !y.working() || j.troubled(y.Now().Add(-time.Hour), y.Now()) || y.Now().Sub(y.failed) < 10*time.Minute {
		return
	}
	boards, lines := map[string][]*world.Post{}, map[string]int{}
	for _, p := range y.Posts {
		match, number, _ := strings.Cut(p.Nonce, "-")
		m := j.matches[match]
		if m == nil || m.head.Guest || p.Gone || p.ID == m.head.Table || y.removed[m.head.Guild] {
			continue
		}
		switch _, err := strconv.Atoi(number); {
		case err != nil: // a question, or an outage
		case len(p.Newest().Rows) > 0 || p.Newest().Picture != nil:
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
		j.Count["lines"] += lines[id]
		if len(boards[id]) != 1 || boards[id][0].ID != h.Live.Message {
			var all []string
			for _, p := range boards[id] {
				all = append(all, p.ID+" of "+p.At.UTC().Format("2 Jan 15:04:05"))
			}
			j.Once(untidy, id, "%s in %s has the boards %v, live is %s, old are %v", id, h.Channel, all, h.Live.Message, h.Old)
		}
	}
}
