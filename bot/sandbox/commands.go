package sandbox

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Option types of commands.
const (
	optSub     = 1
	optGroup   = 2
	optString  = 3
	optInteger = 4
	optBoolean = 5
	optUser    = 6
	optChannel = 7
	optRole    = 8
	optMention = 9
	optNumber  = 10
	optFile    = 11
)

// command is an application command.
type command struct {
	ID            string            `json:"id"`
	ApplicationID string            `json:"application_id"`
	GuildID       string            `json:"guild_id,omitempty"`
	Version       string            `json:"version"`
	Type          int               `json:"type"`
	Name          string            `json:"name"`
	Names         map[string]string `json:"name_localizations"`
	Description   string            `json:"description"`
	Descriptions  map[string]string `json:"description_localizations"`
	Options       []option          `json:"options,omitempty"`
	Permissions   json.RawMessage   `json:"default_member_permissions"`
	DMPermission  *bool             `json:"dm_permission,omitempty"`
	Contexts      []int             `json:"contexts"`
	Integration   []int             `json:"integration_types"`
	NSFW          bool              `json:"nsfw"`
}

// option is an option, a subcommand or a group of a command.
type option struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations,omitempty"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations,omitempty"`
	Required     bool              `json:"required,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"`
	Options      []option          `json:"options,omitempty"`
	Choices      []optionChoice    `json:"choices,omitempty"`
	ChannelTypes []int             `json:"channel_types,omitempty"`
	MinValue     *float64          `json:"min_value,omitempty"`
	MaxValue     *float64          `json:"max_value,omitempty"`
	MinLength    *int              `json:"min_length,omitempty"`
	MaxLength    *int              `json:"max_length,omitempty"`
}

type optionChoice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value any               `json:"value"`
}

// scope returns the server whose commands a request means, or "" for the global ones.
func (c *call) scope() (string, error) {
	if c.arg("app") != appID {
		return "", errAccess
	}
	if g := c.arg("guild"); g != "" && g != guildID {
		return "", errAccess
	}
	return c.arg("guild"), nil
}

func listCommands(s *rest, c *call) (any, error) {
	scope, err := c.scope()
	if err != nil {
		return nil, err
	}
	return list(s.state.world.commands[scope], func(c *command) any { return c }), nil
}

// registry keeps the commands of the bot.
type registry struct{ state *state }

// enrol gives a command its id and version. A command that was there by that name and
// type keeps its id.
func (r *registry) enrol(scope string, c *command) {
	c.ApplicationID, c.GuildID = appID, scope
	if c.Type == 0 {
		c.Type = 1
	}
	if c.Integration == nil {
		c.Integration = []int{0}
	}
	c.Version = r.state.world.id(r.state.now())
	c.ID = c.Version
	if old := r.same(scope, c); old != nil {
		c.ID = old.ID
	}
}

// same finds a command of the same name and type, or nil.
func (r *registry) same(scope string, c *command) *command {
	i := slices.IndexFunc(r.state.world.commands[scope], func(o *command) bool { return o.Name == c.Name && o.Type == c.Type })
	if i < 0 {
		return nil
	}
	return r.state.world.commands[scope][i]
}

func putCommands(s *rest, c *call) (any, error) {
	scope, err := c.scope()
	if err != nil {
		return nil, err
	}
	var in []*command
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	if err := checkCommands(in); err != nil {
		return nil, err
	}
	for _, cmd := range in {
		s.registry.enrol(scope, cmd)
	}
	s.state.world.commands[scope] = in
	return list(in, func(c *command) any { return c }), nil
}

func postCommand(s *rest, c *call) (any, error) {
	scope, err := c.scope()
	if err != nil {
		return nil, err
	}
	cmd := &command{}
	if err := c.decode(cmd); err != nil {
		return nil, err
	}
	if err := checkOneCommand(cmd); err != nil {
		return nil, err
	}
	old := s.registry.same(scope, cmd)
	s.registry.enrol(scope, cmd)
	if old != nil {
		*old = *cmd
		return old, nil
	}
	s.state.world.commands[scope] = append(s.state.world.commands[scope], cmd)
	return made{cmd}, nil
}

// find returns the command that a request names, and its scope.
func (r *registry) find(c *call) (string, *command, error) {
	scope, err := c.scope()
	if err != nil {
		return "", nil, err
	}
	for _, cmd := range r.state.world.commands[scope] {
		if cmd.ID == c.arg("command") {
			return scope, cmd, nil
		}
	}
	return "", nil, errCommand
}

func getCommand(s *rest, c *call) (any, error) {
	_, cmd, err := s.registry.find(c)
	return cmd, err
}

func patchCommand(s *rest, c *call) (any, error) {
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
	if err := checkOneCommand(&next); err != nil {
		return nil, err
	}
	id := cmd.ID
	s.registry.enrol(scope, &next)
	next.ID = id
	*cmd = next
	return cmd, nil
}

func deleteCommand(s *rest, c *call) (any, error) {
	scope, cmd, err := s.registry.find(c)
	if err != nil {
		return nil, err
	}
	s.state.world.commands[scope] = slices.DeleteFunc(s.state.world.commands[scope], func(o *command) bool { return o == cmd })
	return nil, nil
}

// available lists the slash commands that u can use in c.
func (w *world) available(u *user, c *channel) []*command {
	var out []*command
	for _, scope := range []string{"", guildID} {
		for _, cmd := range w.commands[scope] {
			here := scope == "" || c.guild == w.server && !c.away()
			needs, _ := strconv.ParseUint(strings.Trim(string(cmd.Permissions), `"`), 10, 64) // 0 for null
			may := c.guild == nil || w.personMay(u, c).has(Permission(needs))
			if cmd.Type == 1 && here && may && fits(cmd, c) && len(ownersOf(cmd, u, c)) > 0 {
				out = append(out, cmd)
			}
		}
	}
	return out
}

// fits reports whether the command shows in places like c.
func fits(cmd *command, c *channel) bool {
	switch {
	case cmd.Contexts != nil:
		return slices.Contains(cmd.Contexts, c.context())
	case c.withBot():
		return cmd.DMPermission == nil || *cmd.DMPermission
	}
	return c.guild != nil
}

// ownersOf returns the installations through which u has the command in c, by their
// kind. It is empty if u does not have it.
func ownersOf(cmd *command, u *user, c *channel) map[string]string {
	out := map[string]string{}
	if slices.Contains(cmd.Integration, installGuild) {
		maps.Copy(out, c.owners())
	}
	if slices.Contains(cmd.Integration, installUser) && u.installed {
		out[strconv.Itoa(installUser)] = u.id
	}
	return out
}

// owners returns the installation through which the bot is in c. For its direct
// channels the owner is "0".
func (c *channel) owners() map[string]string {
	key := strconv.Itoa(installGuild)
	switch {
	case c.away():
		return nil
	case c.guild == nil:
		return map[string]string{key: "0"}
	}
	return map[string]string{key: c.guild.id}
}
