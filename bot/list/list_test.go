package list

import (
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"

	"parlour/commands/interaction"
)

// A command says that it works in servers and in the bot's direct messages and, if people may install
// the application, in theirs. Nowhere is left to Discord's defaults.
func TestCommandsSayWhereTheyWork(t *testing.T) {
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel}
	installs := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall}
	for friends, n := range map[bool]int{false: 2, true: 3} {
		c := Of([]interaction.Definition{{Name: "play"}}, friends)[0]
		if c.Contexts == nil || !slices.Equal(*c.Contexts, contexts[:n]) {
			t.Errorf("friends %t: the contexts are %v, want %v", friends, c.Contexts, contexts[:n])
		}
		if c.IntegrationTypes == nil || !slices.Equal(*c.IntegrationTypes, installs[:n-1]) {
			t.Errorf("friends %t: the integrations are %v, want %v", friends, c.IntegrationTypes, installs[:n-1])
		}
	}
}
