package world

import (
	"slices"
	"strings"
)

// Role is a role of a server.
type Role struct {
	ID, Name    string
	Permissions Permission
	Mentionable bool
	Managed     bool            // it is the bot's own
	Members     map[string]bool // by user id; those of everybody's and of the bot's own are not listed
}

// AllRoles lists the roles of the server, that of everybody first.
func (g *Guild) AllRoles() []*Role {
	all := []*Role{g.Everyone}
	if g.Bot {
		all = append(all, g.Own)
	}
	return append(all, g.Roles...)
}

// AddRole adds a role that these people have and that anybody may mention.
func (g *Guild) AddRole(id, name string, people []*User) {
	r := &Role{ID: id, Name: name, Mentionable: true, Members: map[string]bool{}}
	for _, u := range people {
		r.Members[u.ID] = true
	}
	g.Roles = append(g.Roles, r)
}

// rolesOf returns the roles of u in the server, beside that of everybody.
func (g *Guild) rolesOf(u *User) []*Role {
	var out []*Role
	for _, r := range g.AllRoles() {
		if r.Members[u.ID] || r.Managed && u.ID == BotID {
			out = append(out, r)
		}
	}
	return out
}

// Role finds a role by id, or nil. It knows no role of everybody.
func (w *World) Role(id string) *Role {
	for _, g := range w.Guilds {
		for _, r := range g.AllRoles()[1:] {
			if r.ID == id {
				return r
			}
		}
	}
	return nil
}

// Target is what a person picks in an option or a menu, or the message on which they use a
// command. One of its fields is set.
type Target struct {
	User    *User
	Role    *Role
	Channel *Channel
	File    *Attachment
	Message *Message
}

// ID is the id of what was picked.
func (t Target) ID() string {
	switch {
	case t.User != nil:
		return t.User.ID
	case t.Role != nil:
		return t.Role.ID
	case t.Channel != nil:
		return t.Channel.ID
	case t.File != nil:
		return t.File.ID
	case t.Message != nil:
		return t.Message.ID
	}
	return ""
}

// Sort is what may be picked, as a set.
type Sort int

// The sorts of targets.
const (
	Users Sort = 1 << iota
	Roles
	Channels
	Files
)

// Pick finds what u picks in c by the ways in which people name it: ann, @ann, @Players,
// #games, board.png, an id, a mention. Kinds are those of channels that may be picked; none
// means all. It returns false if there is no such thing.
func (w *World) Pick(u *User, c *Channel, sort Sort, text string, kinds []int) (Target, bool) {
	if sort&Roles != 0 && c.Guild != nil {
		if r := c.Guild.role(text); r != nil {
			return Target{Role: r}, true
		}
	}
	if sort&Users != 0 {
		if v := w.Named(text); v != nil && (c.Guild != nil || v.Bot || w.Sees(v, c)) {
			return Target{User: v}, true
		}
	}
	if sort&Channels != 0 {
		if ch := w.channelNamed(u, c.Guild, text, kinds); ch != nil {
			return Target{Channel: ch}, true
		}
	}
	if sort&Files != 0 {
		for _, f := range slices.Backward(u.Uploads) {
			if f.ID == text || f.Name == text {
				return Target{File: f}, true
			}
		}
	}
	return Target{}, false
}

// role finds a role by its name, id or mention, or nil.
func (g *Guild) role(text string) *Role {
	for _, r := range g.AllRoles() {
		if r.Managed && text != r.ID { // its name is the bot's
			continue
		}
		if text == r.Name || text == "@"+r.Name || text == r.ID || text == "<@&"+r.ID+">" {
			return r
		}
	}
	return nil
}

// channelNamed finds a channel of a server that u sees, by its name, id or mention, or nil.
func (w *World) channelNamed(u *User, g *Guild, text string, kinds []int) *Channel {
	for _, ch := range w.Order {
		named := ch.ID == strings.Trim(text, "<#>") || "#"+ch.Name == text || ch.Name == text
		if named && g != nil && ch.Guild == g && w.Sees(u, ch) &&
			(len(kinds) == 0 || slices.Contains(kinds, int(ch.Kind))) {
			return ch
		}
	}
	return nil
}
