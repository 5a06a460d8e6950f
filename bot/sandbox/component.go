package sandbox

import "encoding/json"

// Component types.
const (
	typeRow        = 1
	typeButton     = 2
	typeMenu       = 3
	typeInput      = 4
	typeUserMenu   = 5
	typeRoleMenu   = 6
	typeMentionMen = 7
	typeChannelMen = 8
)

// Button styles.
const (
	StylePrimary   = 1
	StyleSecondary = 2
	StyleSuccess   = 3
	StyleDanger    = 4
	StyleLink      = 5
)

// component is a component of a message or modal, in the form of the wire.
type component struct {
	Type          int             `json:"type"`
	ID            int             `json:"id,omitempty"`
	Components    []component     `json:"components,omitempty"`
	CustomID      string          `json:"custom_id,omitempty"`
	Label         string          `json:"label,omitempty"`
	Style         int             `json:"style,omitempty"`
	Disabled      bool            `json:"disabled,omitempty"`
	URL           string          `json:"url,omitempty"`
	Emoji         *emoji          `json:"emoji,omitempty"`
	Placeholder   string          `json:"placeholder,omitempty"`
	MinValues     *int            `json:"min_values,omitempty"`
	MaxValues     *int            `json:"max_values,omitempty"`
	Options       []menuOption    `json:"options,omitempty"`
	DefaultValues json.RawMessage `json:"default_values,omitempty"`
	ChannelTypes  json.RawMessage `json:"channel_types,omitempty"`
	Value         string          `json:"value,omitempty"`
	Content       string          `json:"content,omitempty"`   // of a text display
	Accessory     *component      `json:"accessory,omitempty"` // of a section
	Required      *bool           `json:"required,omitempty"`
	MinLength     int             `json:"min_length,omitempty"`
	MaxLength     int             `json:"max_length,omitempty"`
}

type emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

type menuOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// isMenu reports whether the component is a select menu of any kind.
func (c component) isMenu() bool {
	return c.Type == typeMenu || c.Type >= typeUserMenu && c.Type <= typeChannelMen
}

// number gives every component its id, as Discord does, and every menu its limits.
func number(rows []component) []component {
	next := 1
	for i := range rows {
		rows[i].ID, next = next, next+1
		for j := range rows[i].Components {
			c := &rows[i].Components[j]
			c.ID, next = next, next+1
			if c.isMenu() {
				low, high := c.limits()
				c.MinValues, c.MaxValues = &low, &high
			}
		}
	}
	return rows
}

// limits returns the least and the greatest number of values that may be picked.
func (c component) limits() (low, high int) {
	low, high = 1, 1
	if c.MinValues != nil {
		low = *c.MinValues
	}
	if c.MaxValues != nil {
		high = *c.MaxValues
	}
	return low, high
}

// publicComponent returns a component in the form of the Go API and the page.
func publicComponent(c component) Component {
	low, high := c.limits()
	p := Component{
		Type: c.Type, Label: c.Label, CustomID: c.CustomID, Style: c.Style,
		Disabled: c.Disabled, URL: c.URL, Placeholder: c.Placeholder,
	}
	if c.Emoji != nil {
		p.Emoji = c.Emoji.Name
	}
	if c.isMenu() {
		p.MinValues, p.MaxValues = low, high
	}
	for _, o := range c.Options {
		p.Options = append(p.Options, Option{Label: o.Label, Value: o.Value, Description: o.Description, Default: o.Default})
	}
	return p
}
