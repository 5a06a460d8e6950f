package commands_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/publish"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// A circle is people with a direct message or a group of their own, where the bot can only answer.
type circle struct {
	channel string
	people  []*citizen
}

// befriend makes the circles: pairs, and groups of up to five.
func (y *year) befriend() {
	for i := range max(len(y.town.people)/6, 2) {
		c := circle{channel: friendID + strconv.Itoa(i)}
		for _, j := range y.chance.Perm(len(y.town.people))[:2+i%2*(1+i%3)] {
			c.people = append(c.people, y.town.people[j])
		}
		y.circles = append(y.circles, c)
	}
}

// openThere has a person open a table, or challenge somebody, among friends.
func (y *year) openThere() {
	c := oneOf(y, y.circles...)
	people := slices.DeleteFunc(slices.Clone(c.people), func(c *citizen) bool { return !c.left.IsZero() })
	if len(people) < 2 {
		return
	}
	y.chance.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	game := oneOf(y, all.Games()...).Info().Name
	r := commands.Request{Command: "play", Channel: c.channel, Options: map[string]string{"game": game}}
	y.setTimes(&r)
	if game != "permutations" && (len(c.people) == 2 || y.chance.IntN(2) == 0) {
		challenges(&r, people[1])
	}
	y.ask(people[0], "play", r)
}

// anybody returns somebody who can come to a match.
func (y *year) anybody(m *played) *citizen {
	for _, c := range y.circles {
		if c.channel == m.head.Channel {
			return oneOf(y, c.people...)
		}
	}
	return y.present()
}

// typed returns a command about a match. Most of those about a game among friends are typed there.
func (y *year) typed(m *played, command string) commands.Request {
	r := commands.Request{Command: command, Options: map[string]string{"game": m.head.ID}}
	if m.head.Guest && y.chance.IntN(5) > 0 {
		r.Channel = m.head.Channel
	}
	return r
}

// confirm has a person confirm a move on the panel that answered a command.
func (y *year) confirm(c *citizen, m *played, channel string, steps []string) {
	if !m.head.Guest {
		y.press(c, m, "confirm", steps...)
		return
	}
	b := message.Button{Match: m.head.ID, Turn: y.turn(m), Verb: "confirm", Steps: steps}
	y.ask(c, "confirm", commands.Request{Button: b.String(), Channel: channel, Alone: true})
}

// turn returns the number of the turn of a match.
func (y *year) turn(m *played) int {
	if m.state == nil {
		return 0
	}
	_, turn, _ := games.Replay(m.game, m.head.Setup, m.log)
	return turn
}

// newest returns the newest table or board of a match among friends with buttons, nil for none.
func (y *year) newest(m *played) *post {
	for _, p := range slices.Backward(y.in[m.head.Channel]) {
		match, number, _ := strings.Cut(p.nonce, "-")
		if _, err := strconv.Atoi(number); err == nil && match == m.head.ID && !p.gone && len(p.Rows) > 0 {
			return p
		}
	}
	return nil
}

// pressThere has a person press a button of a message that all friends see. A message without such a
// button of this turn is behind: a press on another of its buttons first brings it up to date.
func (y *year) pressThere(c *citizen, m *played, verb, id string) {
	p := y.newest(m)
	if p == nil || !m.head.Phase.Live() {
		return
	}
	has := func(verb string) int {
		return slices.IndexFunc(slices.Concat(p.Rows...), func(c message.Control) bool { return string(carried(c.ID).Verb) == verb })
	}
	if i := has(verb); i < 0 || carried(slices.Concat(p.Rows...)[i].ID).Turn != y.turn(m) {
		y.pressOn(c, m, p, slices.Concat(p.Rows...)[max(i, has("more"), 0)].ID)
		p = y.newest(m)
	}
	if p != nil && carried(p.Rows[0][0].ID).Turn == y.turn(m) { // else the answer was lost
		y.pressOn(c, m, p, id)
	}
}

// carried returns what a button carries.
func carried(id string) message.Button {
	b, _ := message.ParseButton(id)
	return b
}

// pressOn has a person press a button. Unless a call failed, the friends then see the game as it is.
func (y *year) pressOn(c *citizen, m *played, p *post, id string) {
	before := y.fails
	y.ask(c, string(carried(id).Verb), commands.Request{Button: id, Message: p.id, Channel: p.channel})
	if y.working() && y.fails == before && c.left.IsZero() {
		y.judge.shown(m)
	}
}

// shown checks that the newest board among friends is of the turn of its game, and no table.
func (j *judge) shown(m *played) {
	if m.head.Phase != storage.Playing && m.head.Phase != storage.Over {
		return
	}
	j.count["presses among friends"]++
	turn := j.y.turn(m)
	p := j.y.newest(m)
	if p == nil || carried(p.Rows[0][0].ID).Turn != turn || slices.Contains([]message.Verb{"accept", "join", "start"}, carried(p.Rows[0][0].ID).Verb) {
		j.fault(behind, "%s %s in turn %d: %+v", m.head.Setup.Game, m.head.ID, turn, p)
	}
}

// answersThere answers a request where the bot can only answer. If that fails, nothing can follow.
func (y *year) answersThere(r commands.Request, reply commands.Reply) {
	if y.chance.IntN(20) == 0 {
		y.fail()
	} else if y.call() == nil {
		y.there.answered(r, reply, y.now)
		y.delivered(r, reply)
		return
	}
	if reply.Shows != nil {
		_ = y.service.Publish(y.t.Context(), *reply.Shows)
	}
}

// delivered shows the friends what an answer says to all.
func (y *year) delivered(r commands.Request, reply commands.Reply) {
	switch {
	case reply.Public && y.posts[r.Message] == nil:
		y.judge.fault(badMessage, "a public reply to a press on %q", r.Message)
		return
	case reply.Public:
		y.posts[r.Message].shows(reply.Message)
	case reply.Aloud == nil:
		return
	}
	if reply.Shows == nil {
		return
	}
	shows := *reply.Shows
	if reply.Aloud != nil {
		shows.Message = y.makes(r.Channel, shows.ID+"-1", *reply.Aloud).id
		y.there.pressed[shows.Message] = y.now
	}
	_ = y.service.Delivered(y.t.Context(), shows)
}

// A visit is the Channel of a year where the bot can only answer.
type visit struct {
	y *year
	answers
}

func (v visit) Post(_ context.Context, channel, nonce string, m message.Message) (string, error) {
	at := v.take(channel, v.y.now)
	if at.IsZero() {
		v.y.judge.count["boards among friends that could not be posted"]++
		return "", publish.ErrForbidden
	}
	if err := v.y.call(); err != nil {
		return "", errors.Join(publish.ErrForbidden, err)
	}
	v.y.judge.again(channel, nonce)
	p := v.y.makes(channel, nonce, m)
	v.y.judge.count["boards among friends"]++
	v.pressed[p.id] = at
	if err := v.y.hears(); err != nil {
		return "", errors.Join(publish.ErrForbidden, err)
	}
	return p.id, nil
}

// again sees that a message is about to be posted among friends. No press on a board repeats one that
// may be there already.
func (j *judge) again(channel, nonce string) {
	r, press := j.y.asking, carried(j.y.asking.Button).Verb
	if r.Message != "" && press != "yes" && press != "no" && slices.ContainsFunc(j.y.in[channel], func(p *post) bool { return p.nonce == nonce }) {
		j.fault(doubled, "%s in %s, after %+v", nonce, channel, r)
	}
}

// change calls do with a message that can still be changed.
func (v visit) change(id string, do func(*post)) error {
	if !v.reaches(id, v.y.now) {
		return publish.ErrForbidden
	}
	if err := v.y.call(); err != nil {
		return err
	}
	p := v.y.posts[id]
	if p.gone {
		return publish.ErrGone
	}
	do(p)
	return v.y.burn()
}

func (v visit) Edit(_ context.Context, _, id string, m message.Message) error {
	return v.change(id, func(p *post) { p.shows(m) })
}

func (v visit) Strip(_ context.Context, _, id string) error {
	return v.change(id, func(p *post) { p.Rows = nil })
}

func (v visit) Delete(_ context.Context, _, id string) error {
	return v.change(id, func(p *post) { p.gone = true; v.y.judge.deleted(p) })
}

func (v visit) Own(context.Context, string, time.Time) ([]publish.Posted, error) { return nil, nil }

func (v visit) Rename(context.Context, string, string) error { return v.never("rename") }
func (v visit) Rouse(context.Context, string) error          { return v.never("rouse") }
func (v visit) Invite(context.Context, string, string, []string) (string, error) {
	return "", v.never("invite")
}
func (v visit) Thread(context.Context, string, string, string, string) (string, error) {
	return "", v.never("thread")
}
func (v visit) Direct(context.Context, string) (string, error) { return "", v.never("direct") }
func (v visit) Member(context.Context, string, string) (bool, error) {
	return false, v.never("member")
}

// never sees that a guest is asked for what only a member can do.
func (v visit) never(what string) error {
	v.y.judge.fault(intruded, "%s", what)
	return publish.ErrForbidden
}
