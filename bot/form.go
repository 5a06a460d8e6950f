package bot

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"parlour/commands/message"
)

// Discord's numbers for the parts of a form that discordgo has no names for, or cannot decode when a form comes back.
const (
	partRow      = 1
	partMenu     = 3
	partLine     = 4
	partPeople   = 5
	partRoles    = 6
	partMentions = 7
	partChannels = 8
	partText     = 10
	partLabel    = 18
	partFile     = 19
	partRadio    = 21
	partBoxes    = 22
	partBox      = 23
)

// Bounds of a form that comes back: Discord's, of a text and of a menu's values in characters.
const (
	mostParts  = 40
	mostValues = 25
	mostLine   = 4000
	mostValue  = 100
)

// mostRadio is how many options are shown one beneath the other. More are a menu, which opens.
const mostRadio = 3

// errForm is the error of a form that no form of the bot's can have become.
var errForm = errors.New("the form cannot be read")

// A sentPart is a row, a label or a text of a form that comes back.
type sentPart struct {
	Type      int         `json:"type"`
	Fields    []sentField `json:"components"` // of a row
	Component *sentField  `json:"component"`  // of a label
}

// A sentField is a field with what was filled in.
type sentField struct {
	Type   int      `json:"type"`
	Name   string   `json:"custom_id"`
	Value  any      `json:"value"`
	Values []string `json:"values"`
}

// filled returns what a form was filled in with, by the names of its fields. A box has "true" or "false", what is left
// empty has none, and files are left out. It refuses a form with a field that is unknown, or there twice, and with
// people, roles or channels that Discord does not describe: they are not of the server.
func filled(d data) (map[string][]string, error) {
	var parts []sentPart
	if err := json.Unmarshal(d.Form, &parts); err != nil {
		return nil, err
	}
	if len(parts) > mostParts {
		return nil, errForm
	}
	all := map[string][]string{}
	for _, part := range parts {
		fields := part.Fields
		switch {
		case part.Type == partText:
			continue
		case part.Type == partLabel && part.Component != nil && fields == nil:
			fields = []sentField{*part.Component}
		case part.Type != partRow || len(fields) != 1 || fields[0].Type != partLine:
			return nil, errForm
		}
		values, err := fields[0].values(d.Resolved)
		if _, twice := all[fields[0].Name]; err != nil || twice || fields[0].Name == "" || utf8.RuneCountInString(fields[0].Name) > mostValue {
			return nil, errors.Join(errForm, err)
		}
		if fields[0].Type != partFile {
			all[fields[0].Name] = values
		}
	}
	return all, nil
}

// values returns what was filled in.
func (f sentField) values(known resolvedData) ([]string, error) {
	has := func(string) bool { return true }
	switch f.Type {
	case partFile:
		return nil, nil
	case partLine, partRadio, partBox:
		return f.one()
	case partMenu, partBoxes:
	case partPeople:
		has = func(id string) bool { return known.Users[id] != nil }
	case partRoles:
		has = func(id string) bool { return known.Roles[id] != nil }
	case partMentions:
		has = func(id string) bool { return known.Users[id] != nil || known.Roles[id] != nil }
	case partChannels:
		has = func(id string) bool { return known.Channels[id] != nil }
	default:
		return nil, errForm
	}
	if len(f.Values) > mostValues || f.Value != nil {
		return nil, errForm
	}
	for i, value := range f.Values {
		if value == "" || utf8.RuneCountInString(value) > mostValue || !has(value) || slices.Contains(f.Values[:i], value) {
			return nil, errForm
		}
	}
	return f.Values, nil
}

// one returns what was filled in where that is a single value.
func (f sentField) one() ([]string, error) {
	text, isText := f.Value.(string)
	on, isBox := f.Value.(bool)
	switch {
	case f.Values != nil:
	case f.Type == partBox && isBox:
		return []string{strconv.FormatBool(on)}, nil
	case f.Type == partBox:
	case f.Value == nil && f.Type == partLine:
		return []string{""}, nil
	case f.Value == nil:
		return nil, nil
	case isText && (f.Type == partLine || text != "") && utf8.RuneCountInString(text) <= mostLine:
		return []string{text}, nil
	}
	return nil, errForm
}

// form returns a modal: a label for each field.
func form(f message.Form) response {
	var labels []map[string]any
	for _, field := range f.Fields {
		label := map[string]any{"type": partLabel, "label": field.Label, "component": asPart(field)}
		if field.About != "" {
			label["description"] = field.About
		}
		labels = append(labels, label)
	}
	return response{discordgo.InteractionResponseModal, map[string]any{"custom_id": f.ID, "title": f.Title, "components": labels}}
}

// asPart returns a field as Discord knows it.
func asPart(f message.Field) map[string]any {
	c := map[string]any{"custom_id": f.Name, "required": f.Least > 0}
	if f.Kind == message.FieldLine {
		c["type"], c["style"], c["max_length"] = partLine, discordgo.TextInputShort, f.Most
		if f.Least > 0 {
			c["min_length"] = f.Least
		}
		if f.Hint != "" {
			c["placeholder"] = f.Hint
		}
		if len(f.Given) > 0 && f.Given[0] != "" {
			c["value"] = f.Given[0]
		}
		return c
	}
	if f.Kind == message.FieldMenu && f.Least == 1 && f.Most == 1 && len(f.Options) > 1 && len(f.Options) <= mostRadio {
		c["type"], c["options"] = partRadio, offered(f)
		return c
	}
	c["min_values"], c["max_values"] = f.Least, f.Most
	switch f.Kind {
	case message.FieldMenu:
		c["type"], c["options"] = partMenu, offered(f)
	case message.FieldBoxes:
		c["type"], c["options"] = partBoxes, offered(f)
	case message.FieldChannels:
		c["type"], c["default_values"] = partChannels, defaults(f, "channel")
		c["channel_types"] = writtenIn
		if f.Wide {
			c["channel_types"] = playedIn
		}
	case message.FieldRoles:
		c["type"], c["default_values"] = partRoles, defaults(f, "role")
	}
	return c
}

// The channels that a form offers: those in which people write, and those in which, or in whose threads, they play.
var (
	writtenIn = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}
	playedIn  = append(slices.Clone(writtenIn), discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildStageVoice, discordgo.ChannelTypeGuildForum,
		discordgo.ChannelTypeGuildMedia)
)

// offered returns what a field offers.
func offered(f message.Field) (all []map[string]any) {
	for _, o := range f.Options {
		option := map[string]any{"label": o.Label, "value": o.Value}
		if o.About != "" {
			option["description"] = o.About
		}
		if slices.Contains(f.Given, o.Value) {
			option["default"] = true
		}
		all = append(all, option)
	}
	return all
}

// defaults returns the channels or roles that stand in a field at first.
func defaults(f message.Field, kind string) []map[string]string {
	all := []map[string]string{}
	for _, id := range f.Given {
		if _, err := strconv.ParseUint(id, 10, 64); err != nil {
			continue // of a forged button, which would have Discord refuse the form
		}
		all = append(all, map[string]string{"id": id, "type": kind})
	}
	return all
}
