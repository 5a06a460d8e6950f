package bot

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
)

// Request makes an [commands.Request] of an interaction in a channel. self is the bot's id.
func Request(i *discordgo.InteractionCreate, place Place, self string) commands.Request {
	r := commands.Request{
		ID: i.ID, By: person(Asker(i), i.Member, self), Guild: i.GuildID, Channel: i.ChannelID,
		Lang: string(i.Locale), PlaceLang: string(i.Locale),
		Guest: i.GuildID == "" && i.Context == discordgo.InteractionContextPrivateChannel,
		Lacks: lacks(i, place), Misses: misses(i, place), Threads: threads(i, place), Unthreaded: !place.hasThreads(), Stranger: stranger(i), Above: place.Above(), Private: place.Kind == discordgo.ChannelTypeGuildPrivateThread,
	}
	if i.Member != nil && i.GuildID != "" {
		r.Moderates = may(i.Member.Permissions, discordgo.PermissionManageMessages)
		r.Manages = may(i.Member.Permissions, discordgo.PermissionManageGuild)
	}
	if i.GuildLocale != nil {
		r.PlaceLang = string(*i.GuildLocale)
	}
	if i.Message != nil {
		r.Message, r.Alone = i.Message.ID, i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
	}
	switch i.Type {
	case discordgo.InteractionMessageComponent:
		data := i.MessageComponentData()
		r.Button, r.Values = data.CustomID, data.Values
	case discordgo.InteractionModalSubmit:
		data := i.ModalSubmitData()
		r.Button, r.Typed = data.CustomID, typed(data)
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		command(&r, i.ApplicationCommandData(), self)
	}
	return r
}

// Asker returns the person who made an interaction.
func Asker(i *discordgo.InteractionCreate) *discordgo.User {
	if i.Member != nil {
		return i.Member.User
	}
	return i.User
}

// person describes a user. A member of a server has a name there and permissions in the channel too; m may
// be nil.
func person(u *discordgo.User, m *discordgo.Member, self string) commands.Person {
	p := commands.Person{ID: u.ID, Name: u.DisplayName(), Bot: u.Bot, Self: u.ID == self}
	if m != nil {
		if m.Nick != "" {
			p.Name = m.Nick
		}
		p.Sees = may(m.Permissions, discordgo.PermissionViewChannel)
	}
	return p
}

// lacks lists the rights that the bot needs in the channel and does not have.
func lacks(i *discordgo.InteractionCreate, place Place) []commands.Right {
	if i.GuildID == "" {
		return nil
	}
	post := int64(discordgo.PermissionSendMessages)
	if place.Thread() {
		post = discordgo.PermissionSendMessagesInThreads
	}
	return without(i, []need{
		{commands.See, discordgo.PermissionViewChannel},
		{commands.Post, post},
		{commands.Attach, discordgo.PermissionAttachFiles},
	})
}

// misses lists the rights that the bot does not have in the channel and plays without.
func misses(i *discordgo.InteractionCreate, place Place) []commands.Right {
	if i.GuildID == "" {
		return nil
	}
	needs := []need{{commands.History, discordgo.PermissionReadMessageHistory}}
	if place.hasThreads() {
		needs = append(needs, need{commands.Open, discordgo.PermissionCreatePublicThreads}, need{commands.Within, discordgo.PermissionSendMessagesInThreads})
	}
	return without(i, needs)
}

// A need is a right of the bot's, with the permission of Discord's that gives it.
type need struct {
	right      commands.Right
	permission int64
}

// without lists the rights that the bot does not have, of some. Where it is a stranger it has none.
func without(i *discordgo.InteractionCreate, needs []need) (missing []commands.Right) {
	for _, n := range needs {
		if stranger(i) || !may(i.AppPermissions, n.permission) {
			missing = append(missing, n.right)
		}
	}
	return missing
}

// stranger reports whether the server has not invited the bot, and somebody brings it along.
func stranger(i *discordgo.InteractionCreate) bool {
	_, member := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return i.GuildID != "" && len(i.AuthorizingIntegrationOwners) > 0 && !member
}

// threads reports whether the bot may open a thread in the channel and post there.
func threads(i *discordgo.InteractionCreate, place Place) bool {
	return place.hasThreads() && i.GuildID != "" &&
		may(i.AppPermissions, discordgo.PermissionCreatePublicThreads) &&
		may(i.AppPermissions, discordgo.PermissionSendMessagesInThreads)
}

// command reads a slash command, its subcommand and its options.
func command(r *commands.Request, data discordgo.ApplicationCommandInteractionData, self string) {
	r.Command = data.Name
	r.Options, r.People = map[string]string{}, map[string]commands.Person{}
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
			p := resolved(data.Resolved, value, self)
			p.Sees = p.Sees || r.Guest // Discord offers the people of the channel
			r.People[o.Name] = p
		}
		if o.Focused {
			r.Focus = o.Name
		}
	}
}

// resolved returns the person with an id that a command names.
func resolved(all *discordgo.ApplicationCommandInteractionDataResolved, id, self string) commands.Person {
	if all == nil || all.Users[id] == nil {
		return commands.Person{ID: id}
	}
	return person(all.Users[id], all.Members[id], self)
}
