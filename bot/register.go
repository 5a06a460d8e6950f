package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
	"parlour/commands/interaction"
	"parlour/commands/publish"
)

// register sends the list of commands to Discord, for all servers. Discord takes the
// whole list or keeps the old one. Of several processes that share the shards, the one with shard 0
// does so.
func (b *bot) register(ctx context.Context) error {
	if all := b.shards.States(); len(all) > 0 && all[0].Index > 0 {
		return nil
	}
	var list []*discordgo.ApplicationCommand
	for _, d := range b.service.Definitions() {
		list = append(list, command(d, b.friends))
	}
	body, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return b.do(ctx, rest.Request{Method: http.MethodPut, Path: "applications/" + b.app + "/commands", Bucket: "register", Body: body}, nil)
}

// registerPause is the pause between two attempts of [bot.registerLater]. Tests shorten it.
var registerPause = time.Minute

// registerLater calls [bot.register] again until Discord takes or refuses the commands,
// or the context is done.
func (b *bot) registerLater(ctx context.Context) {
	for pause(ctx, registerPause) == nil {
		err := b.register(ctx)
		switch {
		case err == nil:
			b.Log.Info("Discord has taken the commands")
			return
		case errors.Is(err, publish.ErrForbidden):
			b.Log.Warn("commands are as they were, because Discord refuses the new ones", "err", err)
			return
		}
	}
}

// invitation returns the address at which somebody adds the bot to a server. It asks for
// the permissions that the bot needs and no more.
func (b *bot) invitation() string {
	const needs = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionAttachFiles |
		discordgo.PermissionReadMessageHistory | discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", b.app, needs)
}

// command returns a definition in Discord's form. It always names the places where the
// command is installed and shown, because Discord's defaults change. Friends have it in their direct
// messages only if the application may be installed by people.
func command(d interaction.Definition, friends bool) *discordgo.ApplicationCommand {
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
	installs := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	if friends {
		contexts = append(contexts, discordgo.InteractionContextPrivateChannel)
		installs = append(installs, discordgo.ApplicationIntegrationUserInstall)
	}
	var needs *int64
	if d.Managing {
		contexts, installs, needs = contexts[:1], installs[:1], new(int64(discordgo.PermissionManageGuild))
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
func options(d interaction.Definition) []*discordgo.ApplicationCommandOption {
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
