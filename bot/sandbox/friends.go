package sandbox

import "strings"

// The ids of the places of friends: of a direct channel of ann and ben, and of a group of these and
// cleo.
const (
	friendsID = "1100000000000000021"
	groupID   = "1100000000000000022"
)

// Befriend gives everybody the app for themselves, and adds two places of people without the bot. It
// returns their ids: of the direct channel of ann and ben, and of their group with cleo. The channels
// have the same ids every time.
func (s *Stage) Befriend() (friends, group string) {
	s.addPlace(&channel{id: friendsID, kind: DM}, "ann", "ben")
	s.addPlace(&channel{id: groupID, kind: Group}, "ann", "ben", "cleo")
	for _, name := range names {
		s.Install(name)
	}
	return friendsID, groupID
}

// AddGroup adds a group of people and returns its id. The first of them made it. The
// bot is in no group.
func (s *Stage) AddGroup(people ...string) string {
	c := &channel{kind: Group}
	s.addPlace(c, people...)
	return c.id
}

// addPlace adds a channel of people without the bot.
func (s *Stage) addPlace(c *channel, people ...string) {
	s.state.change(func() {
		if c.made = s.state.now(); c.id == "" {
			c.id = s.state.world.id(c.made)
		}
		if c.people = list(people, s.state.person); c.kind == Group {
			c.name, c.owner = strings.Join(people, ", "), c.people[0].id
		}
		s.state.world.addChannel(c)
	})
}

// withBot reports whether c is the direct channel of a person with the bot.
func (c *channel) withBot() bool { return c.person != nil }
