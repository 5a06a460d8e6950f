package world

import (
	"maps"
	"slices"
	"strconv"

	"parlour/bot/sandbox/rule"
)

// reachable refuses a direct message of the bot that would not arrive.
func (w *World) reachable(u *User) error {
	switch {
	case !w.mutual(u) && !u.Installed:
		return rule.ErrNoMutualServer
	case u.Closed:
		return rule.ErrClosedDM
	}
	return nil
}

// Owners returns the installations through which the bot came to post m.
func (m *Message) Owners() map[string]string {
	if m.By != nil {
		return m.By.Owners
	}
	return m.Channel.owners()
}

// Available lists the slash commands that u can use in c.
func (w *World) Available(u *User, c *Channel) []*rule.Command { return w.Offered(rule.Slash, u, c) }

// Offered lists the commands of a type that u can use in c.
func (w *World) Offered(kind int, u *User, c *Channel) []*rule.Command {
	var out []*rule.Command
	scopes := []string{""}
	if c.Guild != nil && c.Guild.Bot {
		scopes = append(scopes, c.Guild.ID)
	}
	for _, scope := range scopes {
		for _, cmd := range w.Commands[scope] {
			if cmd.Type == kind && w.mayUse(u, c, cmd.Permissions) && fits(cmd, c) && len(OwnersOf(cmd, u, c)) > 0 {
				out = append(out, cmd)
			}
		}
	}
	return out
}

// mayUse reports whether u has the permissions in c that a command asks for by default. One
// that asks for none at all, "0", is for administrators and the owner of the server.
func (w *World) mayUse(u *User, c *Channel, needs rule.Bits) bool {
	switch {
	case c.Guild == nil || !needs.Set || u.Granted.Has(Administrator) || u == w.Owner():
		return true
	case needs.Value == 0:
		return false
	}
	return w.PersonMay(u, c).Has(Permission(needs.Value))
}

// fits reports whether the command shows in places like c.
func fits(cmd *rule.Command, c *Channel) bool {
	switch {
	case cmd.Contexts != nil:
		return slices.Contains(cmd.Contexts, c.Context())
	case c.WithBot():
		return cmd.DMPermission == nil || *cmd.DMPermission
	}
	return c.Guild != nil
}

// OwnersOf returns the installations through which u has the command in c, by their
// kind. It is empty if u does not have it.
func OwnersOf(cmd *rule.Command, u *User, c *Channel) map[string]string {
	out := map[string]string{}
	if slices.Contains(cmd.Integration, installGuild) {
		maps.Copy(out, c.owners())
	}
	if slices.Contains(cmd.Integration, installUser) && u.Installed {
		out[strconv.Itoa(installUser)] = u.ID
	}
	return out
}

// owners returns the installation through which the bot is in c. For its direct
// channels the owner is "0".
func (c *Channel) owners() map[string]string {
	key := strconv.Itoa(installGuild)
	switch {
	case c.Away():
		return nil
	case c.Guild == nil:
		return map[string]string{key: "0"}
	}
	return map[string]string{key: c.Guild.ID}
}
