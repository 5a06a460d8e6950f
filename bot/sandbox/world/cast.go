package world

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The ids of a cast are the same every time, in its order: see the package doc of the sandbox.
// The default cast has [GuildID], [GamesID], [LoungeID] and [PeopleID] by this.
const (
	firstServerID = 1100000000000000010
	nextServerID  = 1100000000004195304
	serverStep    = 1 << 22 // from the id of a server to that of the next, which is on the next shard
	groupID       = 1100000000000000300
	firstRole     = 390 // from the id of a server to that of its first role
)

// botSince is how long the bot is in the servers of a cast when the sandbox begins.
const botSince = 30 * 24 * time.Hour

// PermissionNames are the names of the permissions, as a cast and the page have them.
var PermissionNames = map[string]Permission{
	"ManageChannels": ManageChannels, "AddReactions": AddReactions, "ViewChannel": ViewChannel,
	"SendMessages": SendMessages, "ManageMessages": ManageMessages, "EmbedLinks": EmbedLinks,
	"AttachFiles": AttachFiles, "ReadMessageHistory": ReadMessageHistory, "MentionEveryone": MentionEveryone,
	"UseApplicationCommands": UseApplicationCommands, "ManageThreads": ManageThreads, "ManageGuild": ManageGuild,
	"CreatePublicThreads": CreatePublicThreads, "CreatePrivateThreads": CreatePrivateThreads, "SendMessagesInThreads": SendMessagesInThreads,
}

// ReadCast reads a cast from a file.
func ReadCast(file string) (Cast, error) {
	return readCast(file, slices.Sorted(maps.Keys(PermissionNames)))
}

// populate makes the people and the places of a cast.
func (w *World) populate(in Cast) {
	w.Users = append(w.Users, &User{ID: BotID, Name: in.Bot, Display: in.Bot, Bot: true})
	for i, p := range in.People {
		u := &User{ID: strconv.Itoa(PeopleID + i), Name: p.Name, Display: p.Display, Installed: p.Installed}
		for _, name := range p.May {
			u.Granted |= PermissionNames[name]
		}
		w.Users = append(w.Users, u)
		w.People = append(w.People, p.Name)
	}
	w.Owner().Granted |= ManageGuild | ManageMessages
	for i, s := range in.Servers {
		w.populateServer(serverID(i), s)
	}
	w.Server = w.Guilds[0]
	for _, name := range in.Intents {
		w.Privileged |= Intents[name]
	}
	for i, u := range w.Users[1:] {
		u.DM = &Channel{ID: strconv.Itoa(directID + i), Kind: DM, Person: u, Made: w.Began}
		w.AddChannel(u.DM)
	}
	for i, names := range in.Groups {
		c := &Channel{ID: strconv.Itoa(groupID + i), Kind: Group, Name: strings.Join(names, ", "), Made: w.Began}
		if len(names) == 2 {
			c.Kind = DM
		}
		w.AddGroup(c, w.byName(names))
	}
}

// byName finds the people of a cast by their names.
func (w *World) byName(names []string) []*User {
	var out []*User
	for _, name := range names {
		out = append(out, w.Named(name))
	}
	return out
}

// serverID is the id of the server with a number. Those of its channels follow.
func serverID(n int) int {
	if n == 0 {
		return firstServerID
	}
	return nextServerID + (n-1)*serverStep
}

// populateServer makes a server with its channels.
func (w *World) populateServer(id int, s CastServer) {
	g := w.AddGuild(strconv.Itoa(id), s.Name, s.hasBot())
	g.Since = w.Began.Add(-botSince)
	for _, u := range w.Users[1:] {
		if !s.Has(u.Name) {
			g.Out[u.ID] = true
		}
	}
	for i, r := range s.Roles {
		g.AddRole(strconv.Itoa(id+firstRole+i), r.Name, w.byName(r.People))
	}
	for i, name := range s.Channels {
		c := &Channel{ID: strconv.Itoa(id + 1 + i), Name: name, Kind: Text, Guild: g, Made: w.Began}
		w.AddChannel(c)
		g.System = cmp.Or(g.System, c.ID)
	}
}
