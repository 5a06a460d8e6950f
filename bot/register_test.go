package bot

import (
	"net/http"
	"sync/atomic"
	"testing"

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
