package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/diamondburned/arikawa/v3/api"
	"github.com/diamondburned/arikawa/v3/discord"
	"github.com/diamondburned/arikawa/v3/utils/json/option"
	"github.com/diamondburned/arikawa/v3/utils/sendpart"
)

// bot answers one interaction.
type bot struct {
	*api.Client
	e *discord.InteractionEvent
}

func (b bot) handle() error {
	switch d := b.e.Data.(type) {
	case *discord.AutocompleteInteraction:
		return b.complete(d.Options.Focused().String())
	case *discord.CommandInteraction:
		return b.command(d)
	case *discord.ButtonInteraction:
		return b.press(string(d.CustomID))
	case *discord.StringSelectInteraction:
		return b.whisper("You can at " + strings.Join(d.Values, " and ") + ".")
	case *discord.UserSelectInteraction:
		return b.say("What do you say, " + d.Values[0].Mention() + "?")
	case *discord.RoleSelectInteraction:
		return b.whisper(fmt.Sprintf("You pick %v.", d.Values[0]))
	case *discord.MentionableSelectInteraction:
		return b.whisper(fmt.Sprintf("You pick %v.", d.Values[0]))
	case *discord.ChannelSelectInteraction:
		return b.whisper(fmt.Sprintf("You pick %v.", d.Values[0]))
	case *discord.ModalInteraction:
		field := d.Components.Find("wish").(*discord.TextInputComponent)
		return b.say(b.name() + " wishes for " + field.Value + ".")
	}
	return fmt.Errorf("an interaction that nobody asked for: %T", b.e.Data)
}

// name is the name of the person who asks.
func (b bot) name() string { return b.e.Sender().DisplayOrUsername() }

func (b bot) respond(kind api.InteractionResponseType, d *api.InteractionResponseData) error {
	return b.RespondInteraction(b.e.ID, b.e.Token, api.InteractionResponse{Type: kind, Data: d})
}

func (b bot) whisper(text string) error {
	return b.respond(api.MessageInteractionWithSource, &api.InteractionResponseData{Content: option.NewNullableString(text), Flags: discord.EphemeralMessage})
}

func (b bot) say(text string) error {
	return b.respond(api.MessageInteractionWithSource, &api.InteractionResponseData{Content: option.NewNullableString(text)})
}

func (b bot) complete(text string) error {
	choices := api.AutocompleteStringChoices{}
	for _, topic := range []string{"lunch", "lupins", "dinner"} {
		if strings.HasPrefix(topic, text) {
			choices = append(choices, discord.StringChoice{Name: "The " + topic, Value: topic})
		}
	}
	return b.respond(api.AutocompleteResult, &api.InteractionResponseData{Choices: choices})
}

func (b bot) dice(sub discord.CommandInteractionOption) error {
	n, err := sub.Options.Find("count").IntValue()
	if err != nil {
		return err
	}
	text := fmt.Sprintf("A die of %d sides", n)
	if loud := sub.Options.Find("loud"); loud.Value != nil {
		if is, err := loud.BoolValue(); err != nil || is {
			return b.say(text)
		}
	}
	return b.whisper(text)
}

// picture is one pixel.
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func file() []sendpart.File {
	raw, err := base64.StdEncoding.DecodeString(picture)
	check(err)
	return []sendpart.File{{Name: "plate.png", Reader: bytes.NewReader(raw)}}
}

// poll defers its answer, edits it with a file, and follows up.
func (b bot) poll(d *discord.CommandInteraction) error {
	topic, whom := d.Options.Find("topic").String(), ""
	if with := d.Options.Find("with"); with.Value != nil {
		id, err := with.SnowflakeValue()
		if err != nil {
			return err
		}
		u := d.Resolved.Users[discord.UserID(id)]
		if m, ok := d.Resolved.Members[discord.UserID(id)]; !ok || m.Joined.Time().IsZero() {
			return fmt.Errorf("the person who is asked is not a member: %+v", d.Resolved)
		}
		whom = u.DisplayOrUsername() + ", "
	}
	if err := b.respond(api.DeferredMessageInteractionWithSource, nil); err != nil {
		return err
	}
	m, err := b.EditInteractionResponse(b.e.AppID, b.e.Token, api.EditInteractionResponseData{
		Content: option.NewNullableString(whom + topic + "?"), Files: file(), Components: components(),
	})
	if err != nil {
		return err
	}
	if len(m.Attachments) != 1 || m.Attachments[0].Width != 1 || len(m.Components) != 3 {
		return fmt.Errorf("the answer came back as %+v", m)
	}
	_, err = b.FollowUpInteraction(b.e.AppID, b.e.Token, api.InteractionResponseData{
		Content: option.NewNullableString("Only you read this."), Flags: discord.EphemeralMessage,
	})
	return err
}

// components are the buttons and the menus of a poll.
func components() *discord.ContainerComponents {
	button := func(id, label string) *discord.ButtonComponent {
		return &discord.ButtonComponent{CustomID: discord.ComponentID(id), Label: label, Style: discord.PrimaryButtonStyle()}
	}
	return discord.ComponentsPtr(
		&discord.ActionRowComponent{button("yes", "Yes"), button("write", "Write"), button("talk", "Talk"), button("send", "Send me"), button("done", "Done")},
		&discord.StringSelectComponent{CustomID: "when", Placeholder: "When", ValueLimits: [2]int{1, 2}, Options: []discord.SelectOption{
			{Label: "Noon", Value: "12:00"}, {Label: "One", Value: "13:00"}, {Label: "Two", Value: "14:00"},
		}},
		&discord.UserSelectComponent{CustomID: "whom", Placeholder: "Whom"},
	)
}

// press answers a button of a poll.
func (b bot) press(id string) error {
	switch id {
	case "yes":
		return b.respond(api.UpdateMessage, &api.InteractionResponseData{Content: option.NewNullableString(b.e.Message.Content + " " + b.name() + " says yes.")})
	case "write":
		return b.respond(api.ModalResponse, &api.InteractionResponseData{
			CustomID: option.NewNullableString("wishes"), Title: option.NewNullableString("Your wish"),
			Components: discord.ComponentsPtr(&discord.TextInputComponent{CustomID: "wish", Label: "What", Style: discord.TextInputShortStyle, LengthLimits: [2]int{2, 20}, Required: true}),
		})
	case "talk":
		return b.talk()
	case "send":
		return b.send()
	}
	if err := b.respond(api.DeferredMessageUpdate, nil); err != nil {
		return err
	}
	return b.DeleteMessage(b.e.ChannelID, b.e.Message.ID, "")
}

// talk opens a thread at the poll, adds the person, writes there and says so.
func (b bot) talk() error {
	c, err := b.StartThreadWithMessage(b.e.ChannelID, b.e.Message.ID, api.StartThreadData{Name: "Lunch", AutoArchiveDuration: discord.OneDayArchive})
	if err != nil {
		return err
	}
	if err := b.AddThreadMember(c.ID, b.e.SenderID()); err != nil {
		return err
	}
	m, err := b.SendMessage(c.ID, "Here we talk, "+b.e.Sender().Mention()+".")
	if err != nil {
		return err
	}
	if _, err := b.EditText(c.ID, m.ID, m.Content+" And eat."); err != nil {
		return err
	}
	return b.whisper("Come to " + c.Mention() + ".")
}

// send sends the person a direct message with a file, and says so.
func (b bot) send() error {
	c, err := b.CreatePrivateChannel(b.e.SenderID())
	if err != nil {
		return err
	}
	if _, err := b.SendMessageComplex(c.ID, api.SendMessageData{Content: "Your plate", Files: file()}); err != nil {
		return err
	}
	return b.whisper("Look into your messages.")
}
