package world

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parlour/bot/sandbox/rule"
)

// Modal is a form that the bot opened for a person.
type Modal struct {
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	CustomID string  `json:"customID"`
	Inputs   []Input `json:"inputs"`

	User    *User        `json:"-"`
	Channel *Channel     `json:"-"`
	On      *Message     `json:"-"`
	Opener  *Interaction `json:"-"`
	Made    time.Time    `json:"-"`

	parts []rule.Component // as the bot sent them, numbered
}

// Input is a field of a form, or a text that stands between them, with Discord's number for Type.
type Input struct {
	Type         int               `json:"type"`
	CustomID     string            `json:"customID"`
	Label        string            `json:"label"`
	Description  string            `json:"description,omitempty"`
	Text         string            `json:"text,omitempty"` // between the fields
	Long         bool              `json:"long"`           // a paragraph, not a line
	Placeholder  string            `json:"placeholder,omitempty"`
	Value        string            `json:"value"` // the first text
	Required     bool              `json:"required"`
	MinLength    int               `json:"minLength"`
	MaxLength    int               `json:"maxLength"`           // 0 for no limit
	MinValues    int               `json:"minValues,omitempty"` // how many may be picked
	MaxValues    int               `json:"maxValues,omitempty"`
	Options      []rule.MenuOption `json:"options,omitempty"`
	Picked       []string          `json:"picked,omitempty"` // at first
	ChannelTypes []int             `json:"channelTypes,omitempty"`
}

// OpenModal keeps the form of an answer for the person to fill in.
func (w *World) OpenModal(i *Interaction, f *rule.Form) *Modal {
	m := &Modal{
		ID: i.ID, Title: f.Title, CustomID: f.CustomID, parts: rule.Number(f.Components.Value),
		User: i.User, Channel: i.Channel, On: i.On, Opener: i, Made: i.Made,
	}
	for _, part := range m.parts {
		c, label := field(part)
		in := Input{
			Type: c.Type, CustomID: c.CustomID, Label: label, Description: part.Description, Text: c.Content,
			Long: c.Style == 2, Placeholder: c.Placeholder, Value: c.Value, Required: required(c),
			MinLength: c.MinLength, MaxLength: c.MaxLength, Options: c.Options, ChannelTypes: c.ChannelTypes,
		}
		if c.Type != rule.TypeInput && c.Type != rule.TypeText {
			in.MinValues, in.MaxValues = c.Limits()
			in.Picked = preset(c)
		}
		m.Inputs = append(m.Inputs, in)
	}
	w.Modals[m.ID] = m
	return m
}

// field returns the field in a row or a label, with its label, or the part itself.
func field(part rule.Component) (c rule.Component, label string) {
	switch part.Type {
	case rule.TypeRow:
		return part.Components[0], part.Components[0].Label
	case rule.TypeLabel:
		return *part.Component, part.Label
	}
	return part, ""
}

// required reports whether a field of a form must be filled in.
func required(c rule.Component) bool {
	return c.Type != rule.TypeBox && c.Type != rule.TypeText && (c.Required == nil || *c.Required)
}

// preset is what a field has at first.
func preset(c rule.Component) (all []string) {
	switch c.Type {
	case rule.TypeInput:
		return []string{c.Value}
	case rule.TypeBox:
		return []string{fmt.Sprint(c.Default)}
	}
	for _, o := range c.Options {
		if o.Default {
			all = append(all, o.Value)
		}
	}
	for _, d := range c.DefaultValues {
		all = append(all, string(d.ID))
	}
	return all
}

// Fill checks what a person gives for the fields of a form, by custom_id or label, and makes the data of its
// interaction. A field that is not named keeps what it has at first. The lock is held.
func (w *State) Fill(m *Modal, fields map[string][]string) (map[string]any, error) {
	var targets []Target
	parts := []any{}
	for _, part := range m.parts {
		c, label := field(part)
		j := map[string]any{"type": part.Type, "id": part.ID}
		if part.Type != rule.TypeText {
			given, ok := fields[c.CustomID]
			if !ok {
				given, ok = fields[label]
			}
			if !ok {
				given = preset(c)
			}
			filled, found, err := w.fillOne(m, c, label, given)
			if err != nil {
				return nil, err
			}
			targets = append(targets, found...)
			if part.Type == rule.TypeRow {
				j["components"] = []any{filled}
			} else {
				j["component"] = filled
			}
		}
		parts = append(parts, j)
	}
	data := map[string]any{"custom_id": m.CustomID, "components": parts}
	if len(targets) > 0 {
		data["resolved"] = w.Resolve(targets, m.User, m.Channel)
	}
	return data, nil
}

// fillOne checks what is given for one field, and makes it as it is sent.
func (w *State) fillOne(m *Modal, c rule.Component, label string, given []string) (map[string]any, []Target, error) {
	j := map[string]any{"type": c.Type, "id": c.ID, "custom_id": c.CustomID}
	text := strings.Join(given, "\n")
	n := len([]rune(text))
	switch {
	case c.Type == rule.TypeBox:
		j["value"] = text == "true"
		return j, nil, nil
	case n == 0 && required(c):
		return nil, nil, fmt.Errorf("%q is required", label)
	case c.Type == rule.TypeInput && n > 0 && n < c.MinLength:
		return nil, nil, fmt.Errorf("%q must be %d or more in length", label, c.MinLength)
	case c.Type == rule.TypeInput && c.MaxLength > 0 && n > c.MaxLength:
		return nil, nil, fmt.Errorf("%q must be %d or fewer in length", label, c.MaxLength)
	case c.Type == rule.TypeInput:
		j["value"] = text
		return j, nil, nil
	case n == 0 && c.Type == rule.TypeRadio:
		j["value"] = nil
		return j, nil, nil
	case n == 0:
		j["values"] = []string{}
		return j, nil, nil
	}
	targets, values, err := w.Picked(m.User, m.Channel, c, given)
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("%q: %w", label, err)
	case c.Type == rule.TypeRadio:
		j["value"] = values[0]
	default:
		j["values"] = values
	}
	return j, targets, nil
}

// Sorts are what the menus of each type pick, and an upload.
var Sorts = map[int]Sort{
	rule.TypeUserMenu: Users, rule.TypeRoleMenu: Roles, rule.TypeMentionMenu: Users | Roles, rule.TypeChannelMenu: Channels,
	rule.TypeUpload: Files,
}

// Picked checks the values that u picked in c, and returns them as the component names them. Where it has no options
// of its own it returns what they are too.
func (w *World) Picked(u *User, at *Channel, c rule.Component, values []string) ([]Target, []string, error) {
	low, high := c.Limits()
	if len(values) < low || len(values) > high {
		return nil, nil, fmt.Errorf("pick %d to %d values, not %d", low, high, len(values))
	}
	var targets []Target
	out := []string{}
	for _, v := range values {
		if Sorts[c.Type] == 0 {
			o, err := option(c, v)
			if err != nil {
				return nil, nil, err
			}
			out = append(out, o)
			continue
		}
		t, ok := w.Pick(u, at, Sorts[c.Type], v, c.ChannelTypes)
		if !ok {
			return nil, nil, fmt.Errorf("the menu has nothing named %q", rule.Clip(v))
		}
		targets, out = append(targets, t), append(out, t.ID())
	}
	return targets, out, nil
}

// option finds the value of a menu's option by that value or by its label.
func option(c rule.Component, name string) (string, error) {
	for _, is := range []func(rule.MenuOption) bool{
		func(o rule.MenuOption) bool { return o.Value == name }, func(o rule.MenuOption) bool { return o.Label == name },
	} {
		if i := slices.IndexFunc(c.Options, is); i >= 0 {
			return c.Options[i].Value, nil
		}
	}
	return "", fmt.Errorf("the menu has no %q", rule.Clip(name))
}
