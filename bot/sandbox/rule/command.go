package rule

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Option types of commands.
const (
	optSub     = 1
	OptGroup   = 2
	OptString  = 3
	OptInteger = 4
	OptBoolean = 5
	OptUser    = 6
	OptChannel = 7
	OptRole    = 8
	OptMention = 9
	OptNumber  = 10
	OptFile    = 11
)

// Types of commands.
const (
	Slash     = 1
	OnUser    = 2
	OnMessage = 3
	Entry     = 4 // to the application's Activity
)

// Command is an application command.
type Command struct {
	ID            string            `json:"id"`
	ApplicationID string            `json:"application_id"`
	GuildID       string            `json:"guild_id,omitempty"`
	Version       string            `json:"version"`
	Type          int               `json:"type"`
	Name          string            `json:"name"`
	Names         map[string]string `json:"name_localizations"`
	Description   string            `json:"description"`
	Descriptions  map[string]string `json:"description_localizations"`
	Options       []Option          `json:"options,omitempty"`
	Permissions   Bits              `json:"default_member_permissions"`
	DMPermission  *bool             `json:"dm_permission,omitempty"`
	Contexts      []int             `json:"contexts"`
	Integration   []int             `json:"integration_types"`
	NSFW          bool              `json:"nsfw"`
	Handler       int               `json:"handler,omitempty"` // of an [Entry]
}

// Locales are the languages of Discord's clients.
var Locales = strings.Fields("ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl " +
	"pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW")

// In returns the command as a client in a language shows it.
func (c Command) In(locale string) *Command {
	c.Name, c.Description = cmp.Or(c.Names[locale], c.Name), cmp.Or(c.Descriptions[locale], c.Description)
	c.Options = optionsIn(locale, c.Options)
	return &c
}

// optionsIn returns options as a client in a language shows them.
func optionsIn(locale string, options []Option) []Option {
	options = slices.Clone(options)
	for i, o := range options {
		o.Name, o.Description = cmp.Or(o.Names[locale], o.Name), cmp.Or(o.Descriptions[locale], o.Description)
		o.Options, o.Choices = optionsIn(locale, o.Options), slices.Clone(o.Choices)
		for j, c := range o.Choices {
			o.Choices[j].Name = cmp.Or(c.Names[locale], c.Name)
		}
		options[i] = o
	}
	return options
}

// IsCalled reports whether a command has a name, in English or in a language.
func (c Command) IsCalled(name, locale string) bool { return isCalled(c.Name, c.Names[locale], name) }

// IsCalled reports whether an option has a name, in English or in a language.
func (o Option) IsCalled(name, locale string) bool { return isCalled(o.Name, o.Names[locale], name) }

func isCalled(english, other, name string) bool {
	return strings.EqualFold(english, name) || other != "" && strings.EqualFold(other, name)
}

// Bits is a set of permissions, which is a decimal text on the wire. It may be null.
type Bits struct {
	Set   bool // not null
	Value uint64
}

// UnmarshalJSON reads a text, a number or null.
func (b *Bits) UnmarshalJSON(raw []byte) error {
	text := strings.Trim(string(raw), `"`)
	if *b = (Bits{}); text == "null" {
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return &json.UnmarshalTypeError{Value: text, Type: reflect.TypeFor[uint64]()}
	}
	*b = Bits{Set: true, Value: n}
	return nil
}

// MarshalJSON writes a text or null.
func (b Bits) MarshalJSON() ([]byte, error) {
	if !b.Set {
		return []byte("null"), nil
	}
	return []byte(strconv.Quote(strconv.FormatUint(b.Value, 10))), nil
}

// Option is an option, a subcommand or a group of a command.
type Option struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations,omitempty"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations,omitempty"`
	Required     bool              `json:"required,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"`
	Options      []Option          `json:"options,omitempty"`
	Choices      []OptionChoice    `json:"choices,omitempty"`
	ChannelTypes []int             `json:"channel_types,omitempty"`
	MinValue     *float64          `json:"min_value,omitempty"`
	MaxValue     *float64          `json:"max_value,omitempty"`
	MinLength    *int              `json:"min_length,omitempty"`
	MaxLength    *int              `json:"max_length,omitempty"`
}

// OptionChoice is one of the values that an option may have.
type OptionChoice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value any               `json:"value"`
}
