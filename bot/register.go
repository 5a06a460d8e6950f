package bot

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"parlour/bot/rest"
	"parlour/commands"
	"parlour/commands/publish"
)

// register sends the list of commands to Discord, for all servers. Discord takes the
// whole list or keeps the old one. Of several processes that share the shards, the one with shard 0
// does so. It does not if the same list was sent by another process over the store.
func (b *bot) register(ctx context.Context) error {
	if all := b.shards.States(); len(all) > 0 && all[0].Index > 0 {
		return nil
	}
	var list []*discordgo.ApplicationCommand
	for _, d := range b.service.Definitions() {
		list = append(list, listed(d, b.friends))
	}
	body, err := json.Marshal(list)
	if err != nil {
		return err
	}
	const what = "commands"
	sum := fmt.Sprintf("%s %x", b.app, sha256.Sum256(body))
	if done, err := b.fleet.Done(ctx, what); err == nil && done == sum {
		return nil
	}
	if err := b.do(ctx, rest.Request{Method: http.MethodPut, Path: "applications/" + b.app + "/commands",
		Bucket: "register", Body: body}, nil); err != nil {
		return err
	}
	_, err = b.fleet.Do(ctx, what, sum)
	return err
}

// registerLater calls [bot.register] again until Discord takes or refuses the commands,
// or the context is done.
func (b *bot) registerLater(ctx context.Context) {
	for rest.Pause(ctx, b.RegisterAgain) == nil {
		err := b.register(ctx)
		switch {
		case err == nil:
			b.Log.Info("Discord has taken the commands")
			return
		case errors.Is(err, publish.ErrForbidden):
			b.Log.Warn("the commands stay as they were, because Discord refuses the new ones", "err", err)
			return
		}
	}
}

// listed returns a definition in Discord's form. It always names the places where the
// command is installed and shown, because Discord's defaults change. Friends have it in their direct
// messages only if the application may be installed by people.
func listed(d commands.Definition, friends bool) *discordgo.ApplicationCommand {
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
	installs := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	if friends {
		contexts = append(contexts, discordgo.InteractionContextPrivateChannel)
		installs = append(installs, discordgo.ApplicationIntegrationUserInstall)
	}
	c := &discordgo.ApplicationCommand{Type: discordgo.ChatApplicationCommand, Name: d.Name,
		Description: d.Description, Options: options(d)}
	if d.Managing {
		c.DefaultMemberPermissions = new(int64(discordgo.PermissionManageGuild))
	}
	if d.Managing && !d.Direct {
		contexts, installs = contexts[:1], installs[:1]
	}
	c.IntegrationTypes, c.Contexts = &installs, &contexts
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

// standing asks which commands Discord has for the application, and measures how long that takes.
func (b *bot) standing(ctx context.Context) (s commands.Standing, err error) {
	var listed []struct{ Name string }
	began := time.Now()
	err = b.rest.Do(ctx, rest.Request{Method: http.MethodGet, Path: "applications/" + b.app + "/commands",
		Bucket: "list of commands", FailFast: true}, &listed)
	if err != nil {
		return s, fmt.Errorf("list the commands: %w", err)
	}
	s.Took = time.Since(began)
	for _, c := range listed {
		s.Commands = append(s.Commands, c.Name)
	}
	return s, nil
}
