package bot

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// An arrival has the fields of an interaction that the bot uses.
type arrival struct {
	fields
	Message *pressedMessage `json:"message"`
	Data    json.RawMessage `json:"data"`
	Channel Place           `json:"channel"` // which discordgo does not read
}

// A Place says what the channel of an interaction is.
type Place struct {
	Kind   discordgo.ChannelType `json:"type"`
	Parent string                `json:"parent_id"` // of a thread its channel, of a channel its category
}

// Thread reports whether the channel is a thread.
func (p Place) Thread() bool {
	return p.Kind == discordgo.ChannelTypeGuildPublicThread || p.Kind == discordgo.ChannelTypeGuildPrivateThread ||
		p.Kind == discordgo.ChannelTypeGuildNewsThread
}

// hasThreads reports whether threads can be opened in the channel.
func (p Place) hasThreads() bool {
	return p.Kind == discordgo.ChannelTypeGuildText || p.Kind == discordgo.ChannelTypeGuildNews
}

// Above returns the channel above a thread, empty for any other channel.
func (p Place) Above() string {
	if !p.Thread() {
		return ""
	}
	return p.Parent
}

// fields are those of an interaction, without discordgo's way to decode them.
type fields discordgo.Interaction

// pressedMessage has the fields of a pressed message that the bot uses.
type pressedMessage struct {
	ID       string                 `json:"id"`
	Flags    discordgo.MessageFlags `json:"flags"`
	Author   *pressedPerson         `json:"author"`
	Metadata *struct {
		ID   string
		User *pressedPerson `json:"user"`
	} `json:"interaction_metadata"`
}

// pressedPerson is a person whom a message names.
type pressedPerson struct {
	ID string `json:"id"`
}

// Read reads an interaction and what its channel is. After an error it returns what
// could be read, or nil if there is no interaction.
func Read(raw json.RawMessage) (*discordgo.InteractionCreate, Place, error) {
	var a *arrival
	err := json.Unmarshal(raw, &a)
	if a == nil {
		return nil, Place{}, err
	}
	i, place := discordgo.Interaction(a.fields), a.Channel
	i.Message = a.Message.message()
	if err != nil {
		place = Place{Kind: discordgo.ChannelTypeDM} // the kind in which the bot may do least
	} else {
		i.Data, err = dataOf(i.Type, a.Data)
	}
	return &discordgo.InteractionCreate{Interaction: &i}, place, err
}

// dataOf reads the data of an interaction of a type. It is nil for types that have none.
func dataOf(t discordgo.InteractionType, raw json.RawMessage) (discordgo.InteractionData, error) {
	switch t {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		return decoded[discordgo.ApplicationCommandInteractionData](raw)
	case discordgo.InteractionMessageComponent:
		return decoded[discordgo.MessageComponentInteractionData](raw)
	case discordgo.InteractionModalSubmit:
		return decoded[discordgo.ModalSubmitInteractionData](raw)
	}
	return nil, nil
}

// decoded reads the data of an interaction.
func decoded[D discordgo.InteractionData](raw json.RawMessage) (discordgo.InteractionData, error) {
	var d D
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, err
	}
	return d, nil
}

// message returns the message in discordgo's form; nil stays nil.
func (m *pressedMessage) message() *discordgo.Message {
	if m == nil {
		return nil
	}
	whole := &discordgo.Message{ID: m.ID, Flags: m.Flags}
	if m.Author != nil {
		whole.Author = &discordgo.User{ID: m.Author.ID}
	}
	if m.Metadata != nil {
		whole.InteractionMetadata = &discordgo.MessageInteractionMetadata{ID: m.Metadata.ID}
		if by := m.Metadata.User; by != nil {
			whole.InteractionMetadata.User = &discordgo.User{ID: by.ID}
		}
	}
	return whole
}

// typed returns the text of a form's one line.
func typed(data discordgo.ModalSubmitInteractionData) *string {
	var text string
	for _, row := range data.Components {
		if row, ok := row.(*discordgo.ActionsRow); ok {
			for _, c := range row.Components {
				if line, ok := c.(*discordgo.TextInput); ok {
					text += line.Value
				}
			}
		}
	}
	return &text
}

// may reports whether permissions include one. Administrators have all.
func may(permissions, one int64) bool {
	return permissions&(one|discordgo.PermissionAdministrator) != 0
}
