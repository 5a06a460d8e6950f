package world

import (
	"bytes"
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

// HasBot reports whether the bot is in the server.
func (s CastServer) HasBot() bool { return s.Bot == nil || *s.Bot }

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
	if n := len(c.People); n == 0 || n > maxPeople {
		return fmt.Errorf("there are %d people, want 1 to %d", n, maxPeople)
	}
	seen := map[string]bool{strings.ToLower(c.Bot): true}
	for _, p := range c.People {
		if !personName.MatchString(p.Name) || seen[p.Name] {
			return fmt.Errorf("the name %q is taken, or is not 2 to 32 small letters, digits, _ and dots", p.Name)
		}
		seen[p.Name] = true
		for _, m := range p.May {
			if !slices.Contains(may, m) {
				return fmt.Errorf("there is no permission %q: there are %s", m, strings.Join(may, ", "))
			}
		}
	}
	for _, name := range c.Intents {
		if Intents[name] == 0 {
			return fmt.Errorf("there is no privileged intent %q: there are %s", name, strings.Join(slices.Sorted(maps.Keys(Intents)), ", "))
		}
	}
	return errors.Join(c.checkServers(), c.checkGroups())
}

func (c *Cast) checkServers() error {
	if n := len(c.Servers); n == 0 || n > maxServers || !c.Servers[0].HasBot() {
		return fmt.Errorf("there are %d servers, want 1 to %d with the bot in the first", n, maxServers)
	}
	seen := map[string]bool{}
	for _, s := range c.Servers {
		if s.Name == "" || seen[s.Name] || len(s.Channels) == 0 || len(s.Channels) > maxChannels {
			return fmt.Errorf("the server %q wants a name of its own and 1 to %d channels", s.Name, maxChannels)
		}
		seen[s.Name] = true
		for i, ch := range s.Channels {
			if !channelName.MatchString(ch) || slices.Contains(s.Channels[:i], ch) {
				return fmt.Errorf("the channel %q of %q has a name that is taken, or is not of small letters, digits, - and _", ch, s.Name)
			}
		}
		if err := errors.Join(c.known(s.People), c.checkRoles(s)); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cast) checkRoles(s CastServer) error {
	if n := len(s.Roles); n > maxRoles {
		return fmt.Errorf("there are %d roles in %q, want %d or fewer", n, s.Name, maxRoles)
	}
	for i, r := range s.Roles {
		if r.Name == "" || slices.ContainsFunc(s.Roles[:i], func(o CastRole) bool { return o.Name == r.Name }) {
			return fmt.Errorf("the role %q of %q has a name that is taken, or is not one", r.Name, s.Name)
		}
		if err := c.known(r.People); err != nil {
			return err
		}
	}
	return nil
}

func (c *Cast) checkGroups() error {
	if n := len(c.Groups); n > maxGroups {
		return fmt.Errorf("there are %d groups, want %d or fewer", n, maxGroups)
	}
	for _, g := range c.Groups {
		if len(g) < 2 || len(g) > 10 {
			return fmt.Errorf("a group has 2 to 10 people, not %d", len(g))
		}
		if err := c.known(g); err != nil {
			return err
		}
	}
	return nil
}

// known refuses names of nobody, and a name that comes twice.
func (c *Cast) known(names []string) error {
	for i, name := range names {
		if !slices.ContainsFunc(c.People, func(p CastPerson) bool { return p.Name == name }) || slices.Contains(names[:i], name) {
			return fmt.Errorf("%q is nobody among the people, or is named twice", name)
		}
	}
	return nil
}
