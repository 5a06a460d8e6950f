package commands_test

import (
	"slices"
	"strconv"
	"strings"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/commands/world"
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
		c := circle{channel: world.Friends + strconv.Itoa(i)}
		for _, j := range y.chance.Perm(len(y.town.people))[:2+i%2*(1+i%3)] {
			c.people = append(c.people, y.town.people[j])
		}
		y.circles = append(y.circles, c)
	}
}

// openThere has a person open a table, or challenge somebody, among friends.
func (y *year) openThere() {
	c := world.OneOf(y.chance, y.circles...)
	people := slices.DeleteFunc(slices.Clone(c.people), func(c *citizen) bool { return !c.left.IsZero() })
	if len(people) < 2 {
		return
	}
	y.chance.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	game := world.OneOf(y.chance, all.Games()...).Info().Name
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
			return world.OneOf(y.chance, c.people...)
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
func (y *year) newest(m *played) *world.Post {
	for _, p := range slices.Backward(y.In(m.head.Channel)) {
		match, number, _ := strings.Cut(p.Nonce, "-")
		if _, err := strconv.Atoi(number); err == nil && match == m.head.ID && !p.Gone && len(p.Newest().Rows) > 0 {
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
	b, has := world.Find(p.Newest(), world.Verb(message.Verb(verb)))
	if !has || world.Carried(b.ID).Turn != y.turn(m) {
		if more, found := world.Find(p.Newest(), world.Verb("more")); !has && found {
			b = more
		} else if !has {
			b = world.Controls(p.Newest())[0]
		}
		y.pressOn(c, m, p, b.ID)
		p = y.newest(m)
	}
	if p != nil && first(p).Turn == y.turn(m) { // else the answer was lost
		y.pressOn(c, m, p, id)
	}
}

// first returns what the first button of a message carries.
func first(p *world.Post) message.Button { return world.Carried(world.Controls(p.Newest())[0].ID) }

// pressOn has a person press a button. Unless a call failed, the friends then see the game as it is.
func (y *year) pressOn(c *citizen, m *played, p *world.Post, id string) {
	before := y.fails
	y.ask(c, string(world.Carried(id).Verb), commands.Request{Button: id, Message: p.ID, Channel: p.Channel})
	if y.working() && y.fails == before && c.left.IsZero() {
		y.judge.shown(m)
	}
}

// shown checks that the newest board among friends is of the turn of its game, and no table.
func (j *judge) shown(m *played) {
	if m.head.Phase != storage.Playing && m.head.Phase != storage.Over {
		return
	}
	j.Happened("presses among friends")
	turn := j.y.turn(m)
	p := j.y.newest(m)
	if p == nil || first(p).Turn != turn || slices.Contains([]message.Verb{"accept", "join", "start"}, first(p).Verb) {
		j.Fault(behind, "%s %s in turn %d: %+v", m.head.Setup.Game, m.head.ID, turn, p)
	}
}

// answersThere answers a request where the bot can only answer. If that fails, nothing can follow.
func (y *year) answersThere(r commands.Request, reply commands.Reply) {
	if y.chance.IntN(20) == 0 {
		y.fail()
	} else if y.call() == nil {
		y.there.Answered(r, reply)
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
	case reply.Public && y.ByID(r.Message) == nil:
		y.judge.Fault(badMessage, "a public reply to a press on %q", r.Message)
		return
	case reply.Public:
		y.ByID(r.Message).Change(reply.Message)
	case reply.Aloud == nil:
		return
	}
	if reply.Shows == nil {
		return
	}
	shows := *reply.Shows
	if reply.Aloud != nil {
		p := y.Make(r.Channel, shows.ID+"-1", *reply.Aloud)
		y.posted(p)
		y.there.Given(p.ID)
		shows.Message = p.ID
	}
	_ = y.service.Delivered(y.t.Context(), shows)
}

// again sees that a message was posted among friends. No press on a board repeats one that may be there
// already.
func (j *judge) again(p *world.Post) {
	r, press := j.y.asking, world.Carried(j.y.asking.Button).Verb
	same := func(old *world.Post) bool { return old != p && old.Nonce == p.Nonce }
	if r.Message != "" && press != "yes" && press != "no" && slices.ContainsFunc(j.y.In(p.Channel), same) {
		j.Fault(doubled, "%s in %s, after %+v", p.Nonce, p.Channel, r)
	}
}
