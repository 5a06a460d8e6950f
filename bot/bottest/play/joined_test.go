package play_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
)

// hellos returns the hellos that ann has seen in a channel, once all that the bot heard of before is done: events
// come in order, and before what she asks. It waits until there are so many.
func hellos(n *bottest.Rig, channel string, want int) (all []sandbox.Message) {
	n.Helper()
	n.Slash("ann", n.Discord.User("ann").DM(), "/games")
	n.Idle()
	if _, err := n.Discord.User("ann").Await(n.Soon(), channel, func(seen []sandbox.Message) bool {
		all = slices.DeleteFunc(slices.Clone(seen), func(m sandbox.Message) bool { return !strings.HasPrefix(m.Content, "Hello, I'm Parlour.") })
		return len(all) >= want
	}); err != nil || len(all) != want {
		n.Fatalf("ann sees %d hellos, want %d (%v)\n%s\n%s", len(all), want, err, n.Summary("ann", channel), n.Said)
	}
	posts := slices.DeleteFunc(n.Exchanges("POST", "/channels/"+channel+"/messages"), func(x discord.Exchange) bool {
		return x.Status != http.StatusOK || !strings.Contains(string(x.Request), "Hello, I'm Parlour.")
	})
	if len(posts) != want {
		n.Fatalf("the bot has posted %d hellos, want %d: a nonce may hide one", len(posts), want)
	}
	return all
}

// A bot that is added to a server says hello there, over the gateway and over HTTP. It says nothing in servers in
// which it has been for longer, and nothing twice: after another session, a restart, or when it is added again.
func TestABotThatIsAddedSaysHello(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(testing.TB, sandbox.Config, ...bottest.Adjust) *bottest.Rig{"gateway": bottest.In, "HTTP": bottest.OverHTTP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := open(t, sandbox.Config{})
			games, stage := r.Discord.Channel("games"), r.Discord.Stage()
			hellos(r, games, 0)
			for range 2 {
				stage.RemoveBot()
				stage.InviteBot()
				if name == "HTTP" {
					if err := r.Discord.AwaitEvents(r.Soon()); err != nil {
						t.Fatalf("the event is not taken: %v\n%s", err, r.Said)
					}
				}
				if said := hellos(r, games, 1)[0]; !strings.Contains(said.Content, "Do you manage this server? `/doctor`") {
					t.Errorf("the bot says %q", said.Content)
				}
			}
			r.Discord.Faults().InvalidateSession(false)
			r.Restart()
			hellos(r, games, 1)
			if n := r.Discord.User("ann").Notifications(); len(n) > 0 {
				t.Errorf("ann gets %v", n)
			}
		})
	}
}
