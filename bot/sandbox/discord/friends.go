package discord

import (
	"strings"

	"parlour/bot/sandbox/world"
)

// The ids of the places of friends.
const friendsID, groupID = "1100000000000000021", "1100000000000000022"

// Befriend gives everybody the app for themselves, and adds places without the bot: a server, the
// direct channel of ann and ben, and their group with cleo. It returns the ids of the last two.
func (s *Stage) Befriend() (friends, group string) {
	s.addPlace(&world.Channel{ID: friendsID, Kind: world.DM, Name: "ann & ben"}, "ann", "ben")
	s.addPlace(&world.Channel{ID: groupID, Kind: world.Group, Name: "ann, ben, cleo"}, "ann", "ben", "cleo")
	s.AddServer("Elsewhere", "hall")
	for _, name := range s.state.World.People {
		s.Install(name)
	}
	return friendsID, groupID
}

// AddGroup adds a group of people and returns its id. The first of them made it. The
// bot is in no group.
func (s *Stage) AddGroup(people ...string) string {
	c := &world.Channel{Kind: world.Group, Name: strings.Join(people, ", ")}
	s.state.Change(func() { c.ID = s.state.World.ID(s.state.Now()) })
	s.addPlace(c, people...)
	return c.ID
}

// addPlace adds a channel of people without the bot.
func (s *Stage) addPlace(c *world.Channel, people ...string) {
	s.state.Change(func() {
		c.Made = s.state.Now()
		s.state.World.AddGroup(c, world.List(people, s.state.Person))
	})
}
