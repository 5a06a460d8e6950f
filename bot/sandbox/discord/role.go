package discord

import (
	"parlour/bot/sandbox/world"
)

// AddRole adds a role to the server, which those people have, and returns its id. Anybody may
// mention it.
func (s *Stage) AddRole(name string, people ...string) (id string) {
	s.state.Change(func() {
		id = s.state.World.ID(s.state.Now())
		g := s.state.World.Server
		g.AddRole(id, name, world.List(people, s.state.Person))
		roles := world.RolesJSON(g)
		s.gateway.Dispatch(g.ID, "GUILD_ROLE_CREATE", map[string]any{"guild_id": g.ID, "role": roles[len(roles)-1]}, IntentGuilds)
	})
	return id
}
