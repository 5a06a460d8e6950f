package discord

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// scope finds the server whose commands a request means, or "" for the global ones.
func (s *API) scope(c *call) (string, error) {
	guild := c.arg("guild")
	_, away := s.guild(c)
	if c.arg("app") != world.AppID || guild != "" && away != nil {
		return "", rule.ErrAccess
	}
	return guild, nil
}

// command finds the command that a request names.
func (s *API) command(c *call) (*rule.Command, error) {
	scope, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	for _, cmd := range s.Commands[scope] {
		if cmd.ID == c.arg("command") {
			return cmd, nil
		}
	}
	return nil, rule.ErrCommand
}

func (s *API) listCommands(c *call, scope string) (any, error) {
	return world.CommandsJSON(s.Commands[scope], c.query("with_localizations") == "true", c.locale()), nil
}

// locale is the language that a request asks for.
func (c *call) locale() string {
	accepted, _, _ := strings.Cut(c.r.Header.Get("Accept-Language"), ",")
	accepted, _, _ = strings.Cut(accepted, ";")
	return cmp.Or(c.r.Header.Get("X-Discord-Locale"), strings.TrimSpace(accepted), world.English)
}

// enrol gives a command its id and version. It returns the command that was there by that name
// and type, or nil. That one's id stays, and its version too if nothing has changed.
func (s *API) enrol(scope string, c *rule.Command) *rule.Command {
	c.ApplicationID, c.GuildID = world.AppID, scope
	c.Type = max(c.Type, rule.Slash) // left out, it is a slash command
	if c.Integration == nil {
		c.Integration = []int{0}
	}
	for _, old := range s.Commands[scope] {
		if old.Name == c.Name && old.Type == c.Type {
			if c.ID, c.Version = old.ID, old.Version; !reflect.DeepEqual(c, old) {
				c.Version = s.NewID()
			}
			return old
		}
	}
	c.Version = s.NewID()
	c.ID = c.Version
	return nil
}

func (s *API) putCommands(c *call, scope string) (any, error) {
	var in []*rule.Command
	if err := c.decode(&in); err != nil {
		return nil, err
	}
	if err := rule.CheckCommands(in); err != nil {
		return nil, err
	}
	entry := func(cmd *rule.Command) bool { return cmd.Type == rule.Entry }
	if slices.ContainsFunc(s.Commands[scope], entry) && !slices.ContainsFunc(in, entry) {
		return nil, rule.ErrEntryLost
	}
	for _, cmd := range in {
		s.enrol(scope, cmd)
	}
	s.Commands[scope] = in
	return world.CommandsJSON(in, true, ""), nil
}

func (s *API) postCommand(c *call, scope string) (any, error) {
	cmd := &rule.Command{}
	if err := c.decode(cmd); err != nil {
		return nil, err
	}
	if err := rule.CheckOneCommand(cmd); err != nil {
		return nil, err
	}
	if old := s.enrol(scope, cmd); old != nil {
		*old = *cmd
		return old, nil
	}
	all := append(slices.Clone(s.Commands[scope]), cmd)
	if err := rule.CheckCount(all); err != nil {
		return nil, err
	}
	s.Commands[scope] = all
	return made{cmd}, nil
}

func (s *API) getCommand(_ *call, cmd *rule.Command) (any, error) { return cmd, nil }

func (s *API) patchCommand(c *call, cmd *rule.Command) (any, error) {
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
	s.enrol(cmd.GuildID, &next)
	next.ID = id
	*cmd = next
	return cmd, nil
}

func (s *API) deleteCommand(_ *call, cmd *rule.Command) (any, error) {
	same := func(o *rule.Command) bool { return o == cmd }
	s.Commands[cmd.GuildID] = slices.DeleteFunc(s.Commands[cmd.GuildID], same)
	return nil, nil
}
