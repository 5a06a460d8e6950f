package rule

// Component types.
const (
	TypeRow         = 1
	TypeButton      = 2
	TypeMenu        = 3
	TypeInput       = 4
	TypeUserMenu    = 5
	TypeRoleMenu    = 6
	TypeMentionMenu = 7
	TypeChannelMenu = 8
)

// StyleLink is the style of a button that is a link. Lower ones differ in their colour.
const StyleLink = 5

// Component is a component of a message or modal, in the form of the wire.
type Component struct {
	Type          int            `json:"type"`
	ID            int            `json:"id,omitempty"`
	Components    []Component    `json:"components,omitempty"`
	CustomID      string         `json:"custom_id,omitempty"`
	Label         string         `json:"label,omitempty"`
	Style         int            `json:"style,omitempty"`
	Disabled      bool           `json:"disabled,omitempty"`
	URL           string         `json:"url,omitempty"`
	Emoji         *emoji         `json:"emoji,omitempty"`
	Placeholder   string         `json:"placeholder,omitempty"`
	MinValues     *int           `json:"min_values,omitempty"`
	MaxValues     *int           `json:"max_values,omitempty"`
	Options       []MenuOption   `json:"options,omitempty"`
	DefaultValues []DefaultValue `json:"default_values,omitempty"`
	ChannelTypes  []int          `json:"channel_types,omitempty"`
	Value         string         `json:"value,omitempty"`
	Content       string         `json:"content,omitempty"`   // of a text display
	Accessory     *Component     `json:"accessory,omitempty"` // of a section
	Required      *bool          `json:"required,omitempty"`
	MinLength     int            `json:"min_length,omitempty"`
	MaxLength     int            `json:"max_length,omitempty"`
}

type emoji struct {
	ID       Snowflake `json:"id,omitempty"`
	Name     string    `json:"name,omitempty"`
	Animated bool      `json:"animated,omitempty"`
}

// MenuOption is one option of a select menu.
type MenuOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// DefaultValue is what a menu of people, roles or channels has picked at first.
type DefaultValue struct {
	ID   Snowflake `json:"id"`
	Type string    `json:"type"` // "user", "role" or "channel"
}

// IsMenu reports whether the component is a select menu of any kind.
func (c Component) IsMenu() bool {
	return c.Type == TypeMenu || c.Type >= TypeUserMenu && c.Type <= TypeChannelMenu
}

// Number gives every component its id, as Discord does, and every menu its limits.
func Number(rows []Component) []Component {
	next := 1
	for i := range rows {
		rows[i].ID, next = next, next+1
		for j := range rows[i].Components {
			c := &rows[i].Components[j]
			c.ID, next = next, next+1
			if c.IsMenu() {
				low, high := c.Limits()
				c.MinValues, c.MaxValues = &low, &high
			}
		}
	}
	return rows
}

// Limits returns the least and the greatest number of values that may be picked.
func (c Component) Limits() (low, high int) {
	low, high = 1, 1
	if c.MinValues != nil {
		low = *c.MinValues
	}
	if c.MaxValues != nil {
		high = *c.MaxValues
	}
	return low, high
}
