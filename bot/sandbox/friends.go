package sandbox

import "strings"

// The ids of the places of friends.
const friendsID, groupID = "1100000000000000021", "1100000000000000022"

// Befriend gives everybody the app for themselves, and adds places without the bot: a server, the
// direct channel of ann and ben, and their group with cleo. It returns the ids of the last two.
func (s *Stage) Befriend() (friends, group string) {
	s.addPlace(&channel{id: friendsID, kind: DM, name: "ann & ben"}, "ann", "ben")
	s.addPlace(&channel{id: groupID, kind: Group, name: "ann, ben, cleo"}, "ann", "ben", "cleo")
	s.AddServer("Elsewhere", "hall")
	for _, name := range names {
		s.Install(name)
	}
	return friendsID, groupID
}

// AddGroup adds a group of people and returns its id. The first of them made it. The
// bot is in no group.
func (s *Stage) AddGroup(people ...string) string {
	c := &channel{kind: Group, name: strings.Join(people, ", ")}
	s.state.change(func() { c.id = s.state.world.id(s.state.now()) })
	s.addPlace(c, people...)
	return c.id
}

// addPlace adds a channel of people without the bot.
func (s *Stage) addPlace(c *channel, people ...string) {
	s.state.change(func() {
		c.made, c.people = s.state.now(), list(people, s.state.person)
		c.owner = c.people[0].id
		s.state.world.addChannel(c)
	})
}

// withBot reports whether c is the direct channel of a person with the bot.
func (c *channel) withBot() bool { return c.person != nil }
