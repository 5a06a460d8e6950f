package main

import (
	"fmt"

	"github.com/diamondburned/arikawa/v3/api"
	"github.com/diamondburned/arikawa/v3/discord"
	"github.com/diamondburned/arikawa/v3/utils/json/option"
)

// command answers a command.
func (b bot) command(d *discord.CommandInteraction) error {
	switch d.Name {
	case "poll":
		return b.poll(d)
	case "dice":
		return b.dice(d.Options[0])
	case "show":
		return b.show(d)
	case "menus":
		return b.respond(api.MessageInteractionWithSource, &api.InteractionResponseData{
			Content: option.NewNullableString("Pick"),
			Components: discord.ComponentsPtr(
				&discord.RoleSelectComponent{CustomID: "role", Placeholder: "Role"},
				&discord.MentionableSelectComponent{CustomID: "any", Placeholder: "Any"},
				&discord.ChannelSelectComponent{CustomID: "where", Placeholder: "Where", ChannelTypes: []discord.ChannelType{discord.GuildText}},
			),
		})
	case "secret":
		return b.secret()
	case "Quote":
		m := d.Resolved.Messages[d.TargetMessageID()]
		return b.say(m.Author.DisplayOrUsername() + " wrote: " + m.Content)
	case "Greet":
		u := d.Resolved.Users[d.TargetUserID()]
		return b.say("Hello, " + u.DisplayOrUsername() + "!")
	}
	return fmt.Errorf("a command that nobody registered: %s", d.Name)
}

// show tells what the options of a command name.
func (b bot) show(d *discord.CommandInteraction) error {
	id := func(name string) discord.Snowflake {
		id, err := d.Options.Find(name).SnowflakeValue()
		check(err)
		return id
	}
	f := d.Resolved.Attachments[discord.AttachmentID(id("picture"))]
	role, where := d.Resolved.Roles[discord.RoleID(id("role"))], d.Resolved.Channels[discord.ChannelID(id("where"))]
	any := d.Resolved.Users[discord.UserID(id("any"))]
	return b.say(fmt.Sprintf("%s of %d by %d, %s, #%s, %s", f.Filename, f.Width, f.Height, role.Name, where.Name, any.DisplayOrUsername()))
}

// secret opens a private thread with the person in it.
func (b bot) secret() error {
	c, err := b.StartThreadWithoutMessage(b.e.ChannelID, api.StartThreadData{Name: "Secret", AutoArchiveDuration: discord.OneDayArchive, Type: discord.GuildPrivateThread})
	if err != nil {
		return err
	}
	if c.Type != discord.GuildPrivateThread {
		return fmt.Errorf("the thread is of type %d", c.Type)
	}
	if err := b.AddThreadMember(c.ID, b.e.SenderID()); err != nil {
		return err
	}
	if _, err := b.SendMessage(c.ID, "Between us"); err != nil {
		return err
	}
	return b.whisper("Come to " + c.Mention() + ".")
}
