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
	"strings"
)

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
}

// CastServer is a server with its text channels.
type CastServer struct {
	Name     string     `json:"name"`
	Channels []string   `json:"channels"`
	People   []string   `json:"people"` // by default all
	Roles    []CastRole `json:"roles"`
	Bot      *bool      `json:"bot"` // whether the bot is a member, by default true
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

// readCast reads a cast from a file. may are the names of the permissions that there are.
func readCast(file string, may []string) (Cast, error) {
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
	if err := c.check(may); err != nil {
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
func (c *Cast) check(may []string) error {
	names := map[string]bool{strings.ToLower(c.Bot): true}
	var people, servers, groups mistake
	people.note(len(c.People) == 0 || len(c.People) > maxPeople, "there are %d people, want 1 to %d", len(c.People), maxPeople)
	for _, p := range c.People {
		people.note(!personName.MatchString(p.Name) || names[p.Name], "the name %q is taken, or is not 2 to 32 small letters, digits, _ and dots", p.Name)
		names[p.Name] = true
		for _, m := range p.May {
			people.note(!slices.Contains(may, m), "there is no permission %q: there are %s", m, strings.Join(may, ", "))
		}
	}
	for _, name := range c.Intents {
		all := strings.Join(slices.Sorted(maps.Keys(Intents)), ", ")
		people.note(Intents[name] == 0, "there is no privileged intent %q: there are %s", name, all)
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

// mistake is the first mistake of its kind.
type mistake struct{ error }

func (m *mistake) note(is bool, format string, args ...any) {
	if is && m.error == nil {
		m.error = fmt.Errorf(format, args...)
	}
}

// known notes names of nobody, and a name that comes twice.
func (m *mistake) known(c *Cast, names []string) {
	for i, name := range names {
		there := slices.ContainsFunc(c.People, func(p CastPerson) bool { return p.Name == name })
		m.note(!there || slices.Contains(names[:i], name), "%q is nobody among the people, or is named twice", name)
	}
}
