package discord

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// registry keeps the commands of the bot.
type registry struct{ state *world.State }

// scope returns the server whose commands a request means, or "" for the global ones.
func (r *registry) scope(c *call) (string, error) {
	guild := c.arg("guild")
	if c.arg("app") != world.AppID || guild != "" && !r.state.World.Hosts(guild) {
		return "", rule.ErrAccess
	}
	return guild, nil
}

func listCommands(s *API, c *call) (any, error) {
	scope, err := s.registry.scope(c)
	if err != nil {
		return nil, err
	}
	return world.CommandsJSON(s.state.World.Commands[scope], c.r.URL.Query().Get("with_localizations") == "true", c.locale()), nil
}

// locale is the language that a request asks for.
func (c *call) locale() string {
	accepted, _, _ := strings.Cut(c.r.Header.Get("Accept-Language"), ",")
	accepted, _, _ = strings.Cut(accepted, ";")
	return cmp.Or(c.r.Header.Get("X-Discord-Locale"), strings.TrimSpace(accepted), world.English)
}

// enrol gives a command its id and version. It returns the command that was there by that name
// and type, whose id it keeps, or nil.
func (r *registry) enrol(scope string, c *rule.Command) *rule.Command {
	c.ApplicationID, c.GuildID = world.AppID, scope
	c.Type = max(c.Type, rule.Slash) // left out, it is a slash command
	if c.Integration == nil {
		c.Integration = []int{0}
	}
	c.Version = r.state.World.ID(r.state.Now())
	c.ID = c.Version
	old := r.same(scope, c)
	if old != nil {
		c.ID = old.ID
	}
	return old
}

// same finds a command of the same name and type, or nil.
func (r *registry) same(scope string, c *rule.Command) *rule.Command {
	i := slices.IndexFunc(r.state.World.Commands[scope], func(o *rule.Command) bool { return o.Name == c.Name && o.Type == c.Type })
	if i < 0 {
		return nil
	}
	return r.state.World.Commands[scope][i]
}

func putCommands(s *API, c *call) (any, error) {
	scope, err := s.registry.scope(c)
	if err != nil {
		return nil, err
	}
	var in []*rule.Command
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	if err := rule.CheckCommands(in); err != nil {
		return nil, err
	}
	for _, cmd := range in {
		s.registry.enrol(scope, cmd)
	}
	s.state.World.Commands[scope] = in
	return world.CommandsJSON(in, true, ""), nil
}

func postCommand(s *API, c *call) (any, error) {
	scope, err := s.registry.scope(c)
	if err != nil {
		return nil, err
	}
	cmd := &rule.Command{}
	if err := c.decode(cmd); err != nil {
		return nil, err
	}
	if err := rule.CheckOneCommand(cmd); err != nil {
		return nil, err
	}
	if old := s.registry.enrol(scope, cmd); old != nil {
		*old = *cmd
		return old, nil
	}
	all := append(slices.Clone(s.state.World.Commands[scope]), cmd)
	if err := rule.CheckCount(all); err != nil {
		return nil, err
	}
	s.state.World.Commands[scope] = all
	return made{cmd}, nil
}

// find returns the command that a request names, and its scope.
func (r *registry) find(c *call) (string, *rule.Command, error) {
	scope, err := r.scope(c)
	if err != nil {
		return "", nil, err
	}
	for _, cmd := range r.state.World.Commands[scope] {
		if cmd.ID == c.arg("command") {
			return scope, cmd, nil
		}
	}
	return "", nil, rule.ErrCommand
}

func getCommand(s *API, c *call) (any, error) {
	_, cmd, err := s.registry.find(c)
	return cmd, err
}

func patchCommand(s *API, c *call) (any, error) {
	scope, cmd, err := s.registry.find(c)
	if err != nil {
		return nil, err
	}
	next := *cmd
	next.Options = nil // else the new options would be decoded into the old ones
	if err := c.decode(&next); err != nil {
		return nil, err
	}
	var has struct {
		Options json.RawMessage `json:"options"`
	}
	if _ = json.Unmarshal(c.body, &has); has.Options == nil {
		next.Options = cmd.Options
	}
	if err := rule.CheckOneCommand(&next); err != nil {
		return nil, err
	}
	id := cmd.ID
	s.registry.enrol(scope, &next)
	next.ID = id
	*cmd = next
	return cmd, nil
}

func deleteCommand(s *API, c *call) (any, error) {
	scope, cmd, err := s.registry.find(c)
	if err != nil {
		return nil, err
	}
	s.state.World.Commands[scope] = slices.DeleteFunc(s.state.World.Commands[scope], func(o *rule.Command) bool { return o == cmd })
	return nil, nil
}
