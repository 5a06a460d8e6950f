package bot

import (
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"

	"parlour/commands"
)

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
