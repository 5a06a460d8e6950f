package world

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/bot/sandbox/rule"
)

// The ids of a cast are the same every time, in its order: see the package doc of the sandbox.
// The default cast has [GuildID], [GamesID], [LoungeID] and [PeopleID] by this.
const (
	firstServerID = 1100000000000000010
	nextServerID  = 1100000000004195304
	serverStep    = 1 << 22 // from the id of a server to that of the next, which is on the next shard
	groupID       = 1100000000000000300
	botRole       = 389 // from the id of a server to that of the bot's own role
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

// populate makes the people and the places of a cast.
func (w *World) populate(in Cast) {
	w.Users = append(w.Users, &User{ID: BotID, Name: in.Bot, Display: in.Bot, Bot: true})
	for i, p := range in.People {
		u := &User{ID: idAfter(PeopleID, i), Name: p.Name, Display: p.Display, Installed: p.Installed, Locale: p.Language}
		for _, name := range p.May {
			u.Granted |= PermissionNames[name]
		}
		w.Users = append(w.Users, u)
		w.People = append(w.People, p.Name)
	}
	for i, s := range in.Servers {
		w.populateServer(serverID(i), s)
	}
	w.Server = w.Guilds[0]
	for _, name := range in.Intents {
		w.Privileged |= Intents[name]
	}
	for i, u := range w.Users[1:] {
		u.DM = &Channel{ID: idAfter(directID, i), Kind: DM, Person: u, Made: w.Began}
		w.AddChannel(u.DM)
	}
	for i, names := range in.Groups {
		c := &Channel{ID: idAfter(groupID, i), Kind: Group, Name: strings.Join(names, ", "), Made: w.Began}
		if len(names) == 2 {
			c.Kind = DM
		}
		w.AddGroup(c, List(names, w.Named))
	}
}

// serverID is the id of the server with a number. Those of its channels follow.
func serverID(n int) int64 {
	if n == 0 {
		return firstServerID
	}
	return nextServerID + int64(n-1)*serverStep
}

// ownRole is the id of the bot's own role in a server.
func ownRole(server string) string {
	first, _ := strconv.ParseInt(server, 10, 64)
	return idAfter(first, botRole)
}

// idAfter is the id that comes so many after the first of its kind.
func idAfter(first int64, n int) string { return strconv.FormatInt(first+int64(n), 10) }

// populateServer makes a server with its channels.
func (w *World) populateServer(first int64, s CastServer) {
	g := w.AddGuild(idAfter(first, 0), s.Name, s.hasBot())
	g.Since, g.Locale = w.Began.Add(-botSince), s.Language
	for _, u := range w.Users[1:] {
		if !s.Has(u.Name) {
			g.Out[u.ID] = true
		}
	}
	for i, r := range s.Roles {
		g.AddRole(idAfter(first, firstRole+i), r.Name, List(r.People, w.Named))
	}
	for i, name := range s.Channels {
		c := &Channel{ID: idAfter(first, 1+i), Name: name, Kind: Text, Guild: g, Made: w.Began}
		w.AddChannel(c)
		g.System = cmp.Or(g.System, c.ID)
	}
}

// Cast is the people and places with which a sandbox begins.
type Cast struct {
	Bot     string       `json:"bot"` // the name of the bot, Parlour by default
	People  []CastPerson `json:"people"`
	Servers []CastServer `json:"servers"`
	Groups  [][]string   `json:"groups"`  // of people without the bot; two are a direct message of friends
	Intents []string     `json:"intents"` // the privileged ones that the bot has
}

// CastPerson is somebody whom a test or a tab of the page can be.
type CastPerson struct {
	Name      string   `json:"name"`      // in lower case
	Display   string   `json:"display"`   // by default the name with a capital
	May       []string `json:"may"`       // permissions in servers beside those of everybody: "ManageMessages"
	Installed bool     `json:"installed"` // has the app for themselves
	Language  string   `json:"language"`  // of their client, one of [rule.Locales]; by default English
}

// CastServer is a server with its text channels.
type CastServer struct {
	Name     string     `json:"name"`
	Channels []string   `json:"channels"`
	People   []string   `json:"people"` // by default all
	Roles    []CastRole `json:"roles"`
	Language string     `json:"language"` // of a Community; by default it is none
	Bot      *bool      `json:"bot"`      // whether the bot is a member, by default true
}

// CastRole is a role of a server, which anybody may mention.
type CastRole struct {
	Name   string   `json:"name"`
	People []string `json:"people"`
}

// Intents are the privileged intents, with Discord's bits.
var Intents = map[string]int{"GuildMembers": 1 << 1, "GuildPresences": 1 << 8, "MessageContent": 1 << 15}

// Has reports whether a person is in the server.
func (s CastServer) Has(person string) bool {
	return len(s.People) == 0 || slices.Contains(s.People, person)
}

// hasBot reports whether the bot is in the server.
func (s CastServer) hasBot() bool { return s.Bot == nil || *s.Bot }

// DefaultCast is the cast without a file: five people, and one server with two channels.
func DefaultCast() Cast {
	c := Cast{Servers: []CastServer{{Name: "Parlour", Channels: []string{"games", "lounge"}}}}
	for _, name := range []string{"ann", "ben", "cleo", "dan", "eve"} {
		c.People = append(c.People, CastPerson{Name: name})
	}
	c.fill()
	return c
}

// ReadCast reads a cast from a file.
func ReadCast(file string) (Cast, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Cast{}, err
	}
	var c Cast
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return Cast{}, fmt.Errorf("%s has no people and servers as the sandbox reads them: %w", file, err)
	}
	if err := c.check(); err != nil {
		return Cast{}, fmt.Errorf("%s: %w", file, err)
	}
	c.fill()
	return c, nil
}

// fill sets the defaults.
func (c *Cast) fill() {
	if c.Bot == "" {
		c.Bot = "Parlour"
	}
	for i, p := range c.People {
		if p.Display == "" {
			c.People[i].Display = strings.ToUpper(p.Name[:1]) + p.Name[1:]
		}
	}
}

// The bounds of a cast, for which the ids leave room.
const (
	maxPeople   = 50
	maxServers  = 20
	maxChannels = 50
	maxRoles    = 50
	maxGroups   = 50
)

var (
	personName  = regexp.MustCompile(`^[a-z0-9][a-z0-9_.]{1,31}$`)
	channelName = regexp.MustCompile(`^[a-z0-9_-]{1,100}$`)
)

// check refuses what the sandbox cannot be.
func (c *Cast) check() error {
	names := map[string]bool{strings.ToLower(c.Bot): true}
	var people, servers, groups mistake
	people.note(len(c.People) == 0 || len(c.People) > maxPeople, "there are %d people, want 1 to %d", len(c.People), maxPeople)
	for _, p := range c.People {
		people.note(!personName.MatchString(p.Name) || names[p.Name], "the name %q is taken, or is not 2 to 32 small letters, digits, _ and dots", p.Name)
		people.language(p.Language)
		names[p.Name] = true
		for _, m := range p.May {
			people.note(PermissionNames[m] == 0, "there is no permission %q: there are %s", m, NamesOf(PermissionNames))
		}
	}
	for _, name := range c.Intents {
		people.note(Intents[name] == 0, "there is no privileged intent %q: there are %s", name, NamesOf(Intents))
	}
	n := len(c.Servers)
	servers.note(n == 0 || n > maxServers || !c.Servers[0].hasBot(), "there are %d servers, want 1 to %d with the bot in the first", n, maxServers)
	for i, s := range c.Servers {
		taken := slices.ContainsFunc(c.Servers[:i], func(o CastServer) bool { return o.Name == s.Name })
		servers.note(s.Name == "" || taken || len(s.Channels) == 0 || len(s.Channels) > maxChannels,
			"the server %q wants a name of its own and 1 to %d channels", s.Name, maxChannels)
		for i, ch := range s.Channels {
			servers.note(!channelName.MatchString(ch) || slices.Contains(s.Channels[:i], ch),
				"the channel %q of %q has a name that is taken, or is not of small letters, digits, - and _", ch, s.Name)
		}
		servers.known(c, s.People)
		servers.language(s.Language)
		servers.note(len(s.Roles) > maxRoles, "there are %d roles in %q, want %d or fewer", len(s.Roles), s.Name, maxRoles)
		for i, r := range s.Roles {
			taken := slices.ContainsFunc(s.Roles[:i], func(o CastRole) bool { return o.Name == r.Name })
			servers.note(r.Name == "" || taken, "the role %q of %q has a name that is taken, or is not one", r.Name, s.Name)
			servers.known(c, r.People)
		}
	}
	groups.note(len(c.Groups) > maxGroups, "there are %d groups, want %d or fewer", len(c.Groups), maxGroups)
	for _, g := range c.Groups {
		groups.note(len(g) < 2 || len(g) > 10, "a group has 2 to 10 people, not %d", len(g))
		groups.known(c, g)
	}
	return cmp.Or(people.error, errors.Join(servers.error, groups.error))
}

// NamesOf lists the names of a map for a sentence.
func NamesOf[V any](all map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(all)), ", ")
}

// mistake is the first mistake of its kind.
type mistake struct{ error }

func (m *mistake) note(is bool, format string, args ...any) {
	if is && m.error == nil {
		m.error = fmt.Errorf(format, args...)
	}
}

// language notes a language that Discord has not.
func (m *mistake) language(locale string) {
	known := locale == "" || slices.Contains(rule.Locales, locale)
	m.note(!known, "there is no language %q: there are %s", locale, strings.Join(rule.Locales, ", "))
}

// known notes names of nobody, and a name that comes twice.
func (m *mistake) known(c *Cast, names []string) {
	for i, name := range names {
		there := slices.ContainsFunc(c.People, func(p CastPerson) bool { return p.Name == name })
		m.note(!there || slices.Contains(names[:i], name), "%q is nobody among the people, or is named twice", name)
	}
}
