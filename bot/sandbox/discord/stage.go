package discord

import (
	"parlour/bot/sandbox/world"
)

// Stage changes the world from outside, as a test or a developer on the page does:
// permissions, people, servers, channels and threads.
type Stage struct {
	state    *world.State
	gateway  *Gateway
	endpoint *Endpoint
	places   *world.Places
	messages *world.Messages
	wire     *world.Wire
}

// New returns the means to change the world of st.
func NewStage(st *world.State, g *Gateway, e *Endpoint, p *world.Places, ms *world.Messages, w *world.Wire) *Stage {
	return &Stage{st, g, e, p, ms, w}
}

// Allow gives the bot permissions in a channel and its threads.
func (s *Stage) Allow(channelID string, p world.Permission) {
	s.changeChannel(channelID, func(c *world.Channel) { s.state.World.Home(c).Bot |= p })
}

// Deny takes permissions of the bot away in a channel and its threads.
func (s *Stage) Deny(channelID string, p world.Permission) {
	s.changeChannel(channelID, func(c *world.Channel) { s.state.World.Home(c).Bot &^= p })
}

// Privilege gives the application privileged intents, by Discord's bits, in place of others.
func (s *Stage) Privilege(intents int) {
	s.state.Change(func() { s.state.World.Privileged = intents })
}

// Hide hides a channel from a person.
func (s *Stage) Hide(channel, person string) {
	s.state.Change(func() { s.state.Place(channel).Hidden[s.state.Person(person).ID] = true })
}

// AddBot adds another bot to the server, which people can name, and returns its id.
func (s *Stage) AddBot(name string) string {
	u := &world.User{Name: name, Display: name, Bot: true}
	s.state.Change(func() {
		u.ID = s.state.World.ID(s.state.Now())
		s.state.World.Users = append(s.state.World.Users, u)
	})
	return u.ID
}

// Rename gives a person another display name.
func (s *Stage) Rename(person, display string) {
	s.state.Change(func() { s.state.Person(person).Display = display })
}

// CloseDMs makes a person refuse the bot's direct messages, or accept them again.
func (s *Stage) CloseDMs(person string, closed bool) {
	s.state.Change(func() { s.state.Person(person).Closed = closed })
}

// Leave makes a person leave the server. [Stage.Join] brings them back.
func (s *Stage) Leave(person string) {
	s.state.Change(func() { s.state.World.Server.Out[s.state.Person(person).ID] = true })
}

// Grant gives a person permissions in the server beside those of everybody, in place of others.
func (s *Stage) Grant(person string, p world.Permission) {
	s.state.Change(func() { s.state.Person(person).Granted = p })
}

// Join brings a person back to the server.
func (s *Stage) Join(person string) {
	s.state.Change(func() { delete(s.state.World.Server.Out, s.state.Person(person).ID) })
}

// changeChannel changes a channel of the server, and tells the bot.
func (s *Stage) changeChannel(id string, do func(*world.Channel)) {
	s.state.Change(func() {
		c := s.state.Place(id)
		do(c)
		s.places.Announce("UPDATE", c)
	})
}
