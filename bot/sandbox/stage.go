package sandbox

import (
	"slices"
)

// Stage changes the world from outside, as a test or a developer on the page does:
// permissions, people, servers, channels and threads.
type Stage struct {
	state   *state
	gateway *gateway
	places  *places
	wire    *wire
}

func newStage(st *state, g *gateway, p *places, w *wire) *Stage { return &Stage{st, g, p, w} }

// Allow gives the bot permissions in a channel and its threads.
func (s *Stage) Allow(channelID string, p Permission) {
	s.changeChannel(channelID, func(c *channel) { s.state.world.home(c).bot |= p })
}

// Deny takes permissions of the bot away in a channel and its threads.
func (s *Stage) Deny(channelID string, p Permission) {
	s.changeChannel(channelID, func(c *channel) { s.state.world.home(c).bot &^= p })
}

// Hide hides a channel from a person.
func (s *Stage) Hide(channel, person string) {
	s.state.change(func() { s.state.place(channel).hidden[s.state.person(person).id] = true })
}

// AddBot adds another bot to the server, which people can name, and returns its id.
func (s *Stage) AddBot(name string) string {
	u := &user{name: name, display: name, bot: true}
	s.state.change(func() {
		u.id = s.state.world.id(s.state.now())
		s.state.world.users = append(s.state.world.users, u)
	})
	return u.id
}

// Rename gives a person another display name.
func (s *Stage) Rename(person, display string) {
	s.state.change(func() { s.state.person(person).display = display })
}

// CloseDMs makes a person refuse the bot's direct messages, or accept them again.
func (s *Stage) CloseDMs(person string, closed bool) {
	s.state.change(func() { s.state.person(person).closed = closed })
}

// Leave makes a person leave the server. [Stage.Join] brings them back.
func (s *Stage) Leave(person string) {
	s.state.change(func() { s.state.world.server.out[s.state.person(person).id] = true })
}

// Grant gives a person permissions in the server beside those of everybody, in place of others.
func (s *Stage) Grant(person string, p Permission) {
	s.state.change(func() { s.state.person(person).granted = p })
}

// Join brings a person back to the server.
func (s *Stage) Join(person string) {
	s.state.change(func() { delete(s.state.world.server.out, s.state.person(person).id) })
}

// invocations returns the invocations of a command without values: one for each of its
// subcommands, or a single one.
func invocations(c *command) []*invocation {
	var out []*invocation
	var walk func(v invocation)
	walk = func(v invocation) {
		if len(v.defs) == 0 || v.defs[0].Type > optGroup {
			out = append(out, &v)
			return
		}
		for _, o := range v.defs {
			walk(invocation{cmd: c, path: append(slices.Clone(v.path), o), defs: o.Options})
		}
	}
	walk(invocation{cmd: c, defs: c.Options})
	return out
}

// changeChannel changes a channel of the server, and tells the bot.
func (s *Stage) changeChannel(id string, do func(*channel)) {
	s.state.change(func() {
		c := s.state.place(id)
		do(c)
		s.places.announce("UPDATE", c)
	})
}
