package discord

import (
	"parlour/bot/sandbox/world"
)

// StartPrivateThread starts a private thread of a person's in a channel, with others, and
// returns its id. The bot is not in it.
func (s *Stage) StartPrivateThread(channel, name, person string, others ...string) string {
	t := &world.Channel{Name: name, Kind: world.PrivateThread, Parent: channel, ArchiveAfter: 4320}
	s.state.Change(func() {
		owner := s.state.Person(person)
		t.ID, t.Made, t.Guild, t.Owner = s.state.World.ID(s.state.Now()), s.state.Now(), s.state.Place(channel).Guild, owner.ID
		s.state.World.AddChannel(t)
		for _, name := range append([]string{person}, others...) {
			s.messages.AddMember(t, s.state.Person(name), owner, false)
		}
		s.places.Announce("CREATE", t) // to a bot that moderates
	})
	return t.ID
}

// LimitThreads sets how many threads of a server may be awake, 1,000 at first.
func (s *Stage) LimitThreads(n int) {
	s.state.Change(func() { s.state.World.MaxThreads = n })
}

// AddToThread adds a person to a thread, as its owner does. That leaves a notice.
func (s *Stage) AddToThread(thread, person string) {
	s.state.Change(func() { s.addToThread(thread, s.state.Person(person)) })
}

// AddBotToThread adds the bot to a thread, as its owner does.
func (s *Stage) AddBotToThread(thread string) {
	s.state.Change(func() { s.addToThread(thread, s.state.World.User(world.BotID)) })
}

func (s *Stage) addToThread(thread string, u *world.User) {
	c := s.state.Place(thread)
	s.messages.AddMember(c, u, s.state.World.User(c.Owner), true)
}
