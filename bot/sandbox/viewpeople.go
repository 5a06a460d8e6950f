package sandbox

import (
	"slices"

	"parlour/bot/sandbox/world"
)

// viewCast lists everybody whom a tab of the page can be.
func viewCast(w *world.World) []*viewUser {
	out := []*viewUser{}
	for _, name := range w.People {
		out = append(out, viewOf(w.Named(name)))
	}
	return out
}

// viewPeople lists the people and bots who share a server with u. Those who are in c or its server
// can be picked there, and bots in any direct channel.
func viewPeople(w *world.World, u *world.User, c *world.Channel) []*viewUser {
	out := []*viewUser{}
	for _, o := range w.Users {
		if o != u && !slices.ContainsFunc(w.Guilds, func(g *world.Guild) bool { return g.Has(u) && g.Has(o) }) {
			continue
		}
		v := viewOf(o)
		v.Here = c.Guild == nil && (o.Bot || w.Sees(o, c)) || c.Guild != nil && c.Guild.Has(o)
		out = append(out, v)
	}
	return out
}
