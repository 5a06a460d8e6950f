package bot

import (
	"github.com/bwmarrin/discordgo"

	"parlour/commands"
)

// Of returns definitions in Discord's form. Friends have the commands in their direct messages if the
// application may be installed by people.
func commandList(all []commands.Definition, friends bool) []*discordgo.ApplicationCommand {
	var list []*discordgo.ApplicationCommand
	for _, d := range all {
		list = append(list, listedCommand(d, friends))
	}
	return list
}

// command returns a definition in Discord's form. It always names the places where the
// command is installed and shown, because Discord's defaults change. Friends have it in their direct
// messages only if the application may be installed by people.
func listedCommand(d commands.Definition, friends bool) *discordgo.ApplicationCommand {
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
	installs := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	if friends {
		contexts = append(contexts, discordgo.InteractionContextPrivateChannel)
		installs = append(installs, discordgo.ApplicationIntegrationUserInstall)
	}
	var needs *int64
	if d.Managing {
		needs = new(int64(discordgo.PermissionManageGuild))
	}
	if d.Managing && !d.Direct {
		contexts, installs = contexts[:1], installs[:1]
	}
	c := &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: d.Name, Description: d.Description,
		IntegrationTypes: &installs,
		Contexts:         &contexts,
		Options:          options(d),

		DefaultMemberPermissions: needs,
	}
	return c
}

// options returns the options of a command in Discord's form.
func options(d commands.Definition) []*discordgo.ApplicationCommandOption {
	var list []*discordgo.ApplicationCommandOption
	for _, p := range d.Options {
		o := &discordgo.ApplicationCommandOption{
			Type: discordgo.ApplicationCommandOptionString, Name: p.Name, Description: p.Description,
			Required: p.Required, Autocomplete: p.Completes,
		}
		switch {
		case p.Person:
			o.Type = discordgo.ApplicationCommandOptionUser
		case p.Flag:
			o.Type = discordgo.ApplicationCommandOptionBoolean
		}
		for _, c := range p.Choices {
			o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: c.Label, Value: c.Value})
		}
		list = append(list, o)
	}
	return list
}
