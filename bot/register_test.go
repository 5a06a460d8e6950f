package bot

import (
	"net/http"
	"slices"
	"sync/atomic"
	"testing"

	"parlour/bot/sandbox/fault"
	"parlour/commands"

	"github.com/bwmarrin/discordgo"
)

// If Discord refuses the commands for a reason that may pass, the bot sends them again until
// it takes them.
func TestCommandsAreSentAgain(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	var tries atomic.Int64
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut || tries.Add(1) > 2 {
			return false
		}
		w.WriteHeader(http.StatusNotFound) // without a code, so not from Discord itself
		return true
	})
	d.b.registerLater(d.ctx)
	if n := tries.Load(); n != 3 {
		t.Errorf("the commands were sent %d times, want 3", n)
	}
}

// In a direct message the bot lacks no right, whatever rights Discord lists, and opens no
// thread. A request from there has no server and is in the person's language.
func TestARequestFromADirectMessage(t *testing.T) {
	i := pressOn("", discordgo.InteractionContextBotDM, &discordgo.Message{ID: "m", Author: &discordgo.User{ID: "parlour"}})
	i.Type, i.Data, i.Locale = discordgo.InteractionMessageComponent, discordgo.MessageComponentInteractionData{CustomID: "x"}, discordgo.German
	for _, rights := range []int64{0, 442368} {
		i.AppPermissions = rights
		r := (&interaction{i, place{Kind: discordgo.ChannelTypeDM}}).request("parlour")
		if len(r.Lacks) > 0 || r.Threads || r.Guild != "" || r.By.ID != "ann" || r.PlaceLang != "de" || r.Message != "m" || r.Alone {
			t.Errorf("with the rights %d the request is %+v", rights, r)
		}
	}
}

// A command says that it works in servers and in the bot's direct messages and, if people may install
// the application, in theirs. Nowhere is left to Discord's defaults.
func TestCommandsSayWhereTheyWork(t *testing.T) {
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel}
	installs := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall}
	for friends, n := range map[bool]int{false: 2, true: 3} {
		c := commandList([]commands.Definition{{Name: "play"}}, friends)[0]
		if c.Contexts == nil || !slices.Equal(*c.Contexts, contexts[:n]) {
			t.Errorf("friends %t: the contexts are %v, want %v", friends, c.Contexts, contexts[:n])
		}
		if c.IntegrationTypes == nil || !slices.Equal(*c.IntegrationTypes, installs[:n-1]) {
			t.Errorf("friends %t: the integrations are %v, want %v", friends, c.IntegrationTypes, installs[:n-1])
		}
	}
}

// A command for those who manage a server needs their permission. It works in servers alone, unless it says
// that it works outside them too.
func TestCommandsForManagersNeedARight(t *testing.T) {
	for direct, n := range map[bool]int{false: 1, true: 3} {
		c := commandList([]commands.Definition{{Name: "server", Managing: true, Direct: direct}}, true)[0]
		if c.DefaultMemberPermissions == nil || *c.DefaultMemberPermissions != discordgo.PermissionManageGuild {
			t.Errorf("direct %t: the permissions are %v, want Manage Server", direct, c.DefaultMemberPermissions)
		}
		if len(*c.Contexts) != n || len(*c.IntegrationTypes) != min(n, 2) {
			t.Errorf("direct %t: the contexts are %v and the installations %v", direct, *c.Contexts, *c.IntegrationTypes)
		}
	}
}

// The bot knows which commands Discord has, and says so if Discord does not list them.
func TestDiscordListsTheCommands(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	if err := d.b.register(d.ctx); err != nil {
		t.Fatal(err)
	}
	if has, err := d.b.standing(d.ctx); err != nil || len(has.Commands) != len(d.b.service.Definitions()) || has.Took <= 0 {
		t.Errorf("Discord has %+v, %v", has, err)
	}
	d.fail(fault.Fault{Route: "GET /applications/{app}/commands", Code: 50001})
	if _, err := d.b.standing(d.ctx); err == nil {
		t.Error("a refusal is no error")
	}
}
