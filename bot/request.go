package bot

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"parlour/commands/interaction"
)

// request returns an interaction, in a kind of channel, as an [interaction.Request].
func (b *bot) request(i *discordgo.InteractionCreate, place discordgo.ChannelType) interaction.Request {
	r := interaction.Request{
		ID: i.ID, By: b.asker(i), Guild: i.GuildID, Channel: i.ChannelID,
		Lang: string(i.Locale), PlaceLang: string(i.Locale),
		Guest: i.GuildID == "" && i.Context == discordgo.InteractionContextPrivateChannel,
		Lacks: lacks(i, place), Threads: threads(i, place),
	}
	if i.GuildLocale != nil {
		r.PlaceLang = string(*i.GuildLocale)
	}
	if i.Message != nil {
		r.Message, r.Alone = i.Message.ID, i.Message.Flags&ephemeral != 0
	}
	switch i.Type {
	case discordgo.InteractionMessageComponent:
		data := i.MessageComponentData()
		r.Button, r.Values = data.CustomID, data.Values
	case discordgo.InteractionModalSubmit:
		data := i.ModalSubmitData()
		r.Button, r.Typed = data.CustomID, typed(data)
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		b.command(&r, i.ApplicationCommandData())
	}
	return r
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

// asker returns the person who made an interaction, with their name in the server.
func (b *bot) asker(i *discordgo.InteractionCreate) interaction.Person {
	if i.Member != nil {
		return b.person(i.Member.User, i.Member)
	}
	return b.person(i.User, nil)
}

// person describes a user. A member of a server has permissions in the channel too; m may
// be nil.
func (b *bot) person(u *discordgo.User, m *discordgo.Member) interaction.Person {
	p := interaction.Person{ID: u.ID, Name: u.DisplayName(), Bot: u.Bot, Self: u.ID == b.self}
	if m != nil {
		if m.Nick != "" {
			p.Name = m.Nick
		}
		p.Sees = may(m.Permissions, discordgo.PermissionViewChannel)
	}
	return p
}

// may reports whether permissions include one. Administrators have all.
func may(permissions, one int64) bool {
	return permissions&(one|discordgo.PermissionAdministrator) != 0
}

// inThread reports whether a channel of this kind is a thread.
func inThread(place discordgo.ChannelType) bool {
	return place == discordgo.ChannelTypeGuildPublicThread || place == discordgo.ChannelTypeGuildPrivateThread ||
		place == discordgo.ChannelTypeGuildNewsThread
}

// lacks lists the rights that the bot needs in the channel and does not have.
func lacks(i *discordgo.InteractionCreate, place discordgo.ChannelType) []interaction.Right {
	if i.GuildID == "" {
		return nil
	}
	post := int64(discordgo.PermissionSendMessages)
	if inThread(place) {
		post = discordgo.PermissionSendMessagesInThreads
	}
	_, member := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	stranger := len(i.AuthorizingIntegrationOwners) > 0 && !member // somebody brings the bot along
	var missing []interaction.Right
	for _, need := range []struct {
		right      interaction.Right
		permission int64
	}{
		{interaction.See, discordgo.PermissionViewChannel},
		{interaction.Post, post},
		{interaction.Attach, discordgo.PermissionAttachFiles},
	} {
		if stranger || !may(i.AppPermissions, need.permission) {
			missing = append(missing, need.right)
		}
	}
	return missing
}

// threads reports whether the bot may open a thread in the channel and post there.
func threads(i *discordgo.InteractionCreate, place discordgo.ChannelType) bool {
	return (place == discordgo.ChannelTypeGuildText || place == discordgo.ChannelTypeGuildNews) && i.GuildID != "" &&
		may(i.AppPermissions, discordgo.PermissionCreatePublicThreads) &&
		may(i.AppPermissions, discordgo.PermissionSendMessagesInThreads)
}

// command reads a slash command, its subcommand and its options.
func (b *bot) command(r *interaction.Request, data discordgo.ApplicationCommandInteractionData) {
	r.Command = data.Name
	r.Options, r.People = map[string]string{}, map[string]interaction.Person{}
	given := data.Options
	for len(given) == 1 && given[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		r.Command += " " + given[0].Name
		given = given[0].Options
	}
	for _, o := range given {
		value, ok := o.Value.(string)
		if flag, is := o.Value.(bool); is {
			value, ok = strconv.FormatBool(flag), true
		}
		if !ok {
			continue // every option of Parlour's is a text, a flag or a person
		}
		r.Options[o.Name] = value
		if o.Type == discordgo.ApplicationCommandOptionUser {
			p := b.resolved(data.Resolved, value)
			p.Sees = p.Sees || r.Guest // Discord offers the people of the channel
			r.People[o.Name] = p
		}
		if o.Focused {
			r.Focus = o.Name
		}
	}
}

// resolved returns the person with an id that a command names.
func (b *bot) resolved(all *discordgo.ApplicationCommandInteractionDataResolved, id string) interaction.Person {
	if all == nil || all.Users[id] == nil {
		return interaction.Person{ID: id}
	}
	return b.person(all.Users[id], all.Members[id])
}
