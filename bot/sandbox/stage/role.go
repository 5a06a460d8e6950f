package stage

import (
	"parlour/bot/sandbox/gateway"
	"parlour/bot/sandbox/wire"
	"parlour/bot/sandbox/world"
)

// AddRole adds a role to the server, which those people have, and returns its id. Anybody may
// mention it.
func (s *Stage) AddRole(name string, people ...string) string {
	r := &world.Role{Name: name, Mentionable: true, Members: map[string]bool{}}
	s.state.Change(func() {
		r.ID = s.state.World.ID(s.state.Now())
		for _, p := range people {
			r.Members[s.state.Person(p).ID] = true
		}
		g := s.state.World.Server
		g.Roles = append(g.Roles, r)
		roles := wire.Roles(g)
		s.gateway.Dispatch("GUILD_ROLE_CREATE", map[string]any{"guild_id": g.ID, "role": roles[len(roles)-1]}, gateway.IntentGuilds)
	})
	return r.ID
}
