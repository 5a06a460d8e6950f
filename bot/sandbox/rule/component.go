package rule

import (
	"cmp"
	"fmt"
	"slices"
)

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

	// Of messages of Components V2 only, a text of forms too.
	TypeSection   = 9
	TypeText      = 10
	TypeThumbnail = 11
	TypeGallery   = 12
	TypeFile      = 13
	TypeSeparator = 14
	TypeContainer = 17

	// Of forms only.
	TypeLabel  = 18
	TypeUpload = 19
	TypeRadio  = 21
	TypeBoxes  = 22 // a group of checkboxes
	TypeBox    = 23 // one checkbox
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
	Component     *Component     `json:"component,omitempty"` // of a label
	Description   string         `json:"description,omitempty"`
	Spoiler       bool           `json:"spoiler,omitempty"`
	Media         *Medium        `json:"media,omitempty"` // of a thumbnail
	File          *Medium        `json:"file,omitempty"`
	Items         []GalleryItem  `json:"items,omitempty"`
	AccentColor   *int           `json:"accent_color,omitempty"`
	Spacing       int            `json:"spacing,omitempty"` // of a separator: 1, or 2 for more
	Divider       *bool          `json:"divider,omitempty"`
	Default       bool           `json:"default,omitempty"` // of a checkbox
	Required      *bool          `json:"required,omitempty"`
	MinLength     int            `json:"min_length,omitempty"`
	MaxLength     int            `json:"max_length,omitempty"`
}

// GalleryItem is a picture of a gallery.
type GalleryItem struct {
	Media       Medium `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
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

// lists reports whether the component has options of its own, of which a person picks.
func (c Component) lists() bool {
	return c.Type == TypeMenu || c.Type == TypeRadio || c.Type == TypeBoxes
}

// Walk visits components and those nested in them, in the order of their ids, each with its path below at.
func Walk(all []Component, at string, visit func(at string, c *Component)) {
	for i := range all {
		visitOne(&all[i], fmt.Sprintf("%s.%d", at, i), visit)
	}
}

func visitOne(c *Component, at string, visit func(at string, c *Component)) {
	visit(at, c)
	Walk(c.Components, at+".components", visit)
	if c.Accessory != nil {
		visitOne(c.Accessory, at+".accessory", visit)
	}
	if c.Component != nil {
		visitOne(c.Component, at+".component", visit)
	}
}

// Shows visits the pictures and the file that the component itself shows, each with its path below at.
func (c *Component) Shows(at string, visit func(at string, m *Medium)) {
	if c.Media != nil {
		visit(at+".media.url", c.Media)
	}
	if c.File != nil {
		visit(at+".file.url", c.File)
	}
	for i := range c.Items {
		visit(fmt.Sprintf("%s.items.%d.media.url", at, i), &c.Items[i].Media)
	}
}

// Number gives every component an id, as Discord does, unless it has one, and every menu its limits.
func Number(all []Component) []Component {
	var given []int
	Walk(all, "", func(_ string, c *Component) { given = append(given, c.ID) })
	next := 1
	Walk(all, "", func(_ string, c *Component) {
		for c.ID == 0 && slices.Contains(given, next) {
			next++
		}
		if c.ID == 0 {
			c.ID, next = next, next+1
		}
		if c.IsMenu() {
			low, high := c.Limits()
			c.MinValues, c.MaxValues = &low, &high
		}
	})
	return all
}

// Limits returns the least and the greatest number of values that may be picked.
func (c Component) Limits() (low, high int) {
	low, high = 1, 1
	if c.Type == TypeBoxes {
		high = cmp.Or(len(c.Options), 1)
	}
	if c.MinValues != nil {
		low = *c.MinValues
	}
	if c.MaxValues != nil {
		high = *c.MaxValues
	}
	return low, high
}
