package rule

import (
	"encoding/json"
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
	Permissions   json.RawMessage   `json:"default_member_permissions"`
	DMPermission  *bool             `json:"dm_permission,omitempty"`
	Contexts      []int             `json:"contexts"`
	Integration   []int             `json:"integration_types"`
	NSFW          bool              `json:"nsfw"`
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
