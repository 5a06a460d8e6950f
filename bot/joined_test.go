package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/world"
)

// A newcomer is a rig whose bot is in no server at first, and the work that it has under way.
type newcomer struct {
	*rig
	busy bot.Work
}

// newNewcomer starts a bot that is in no server, over the gateway or over HTTP.
func newNewcomer(t *testing.T, overHTTP bool) *newcomer {
	t.Helper()
	n := &newcomer{rig: bareRig(t, sandbox.Config{})}
	n.discord.Stage().RemoveBot()
	n.adjust = func(c *bot.Config) {
		c.Busy = &n.busy
		if overHTTP {
			c.Web, c.Interactions = listener(t), true
			n.discord.SendTo("http://" + c.Web.Addr().String() + "/interactions")
			n.discord.SendEventsTo("http://" + c.Web.Addr().String() + "/events")
		}
	}
	n.start()
	return n
}

// hellos returns the hellos that ann has seen in a channel, once all that the bot heard of before is done: events
// come in order, and before what she asks. It waits until there are so many.
func (n *newcomer) hellos(channel string, want int) (all []sandbox.Message) {
	n.t.Helper()
	n.slash("ann", n.discord.User("ann").DM(), "/games")
	n.busy.Wait()
	if _, err := n.discord.User("ann").Await(n.soon(), channel, func(seen []sandbox.Message) bool {
		all = slices.DeleteFunc(slices.Clone(seen), func(m sandbox.Message) bool { return !strings.HasPrefix(m.Content, "Hello, I'm Parlour.") })
		return len(all) >= want
	}); err != nil || len(all) != want {
		n.t.Fatalf("ann sees %d hellos, want %d (%v)\n%s\n%s", len(all), want, err, n.summary("ann", channel), n.log)
	}
	posts := slices.DeleteFunc(n.exchanges("POST", "/channels/"+channel+"/messages"), func(x discord.Exchange) bool {
		return x.Status != http.StatusOK || !strings.Contains(string(x.Request), "Hello, I'm Parlour.")
	})
	if len(posts) != want {
		n.t.Fatalf("the bot has posted %d hellos, want %d: a nonce may hide one", len(posts), want)
	}
	return all
}

// Over the gateway a bot that is added to a server says hello there. It says nothing in servers in which it has been for
// longer, and nothing twice: after another session, a restart, or when it is added again.
func TestABotThatIsAddedSaysHello(t *testing.T) {
	t.Parallel()
	n := newNewcomer(t, false)
	games, stage := n.discord.Channel("games"), n.discord.Stage()
	n.hellos(games, 0)
	stage.InviteBot()
	said := n.hellos(games, 1)[0]
	if len(n.discord.User("ann").Notifications()) > 0 || !strings.Contains(said.Content, "Do you manage this server? `/doctor`") {
		t.Errorf("the bot says %q, and ann gets %v", said.Content, n.discord.User("ann").Notifications())
	}
	n.discord.Faults().InvalidateSession(false)
	n.log.await(t, n.ctx, "the gateway is open", 2)
	n.hellos(games, 1)
	n.stop()
	n.start()
	n.hellos(games, 1)
	stage.RemoveBot()
	stage.InviteBot()
	n.hellos(games, 1)
}

// A bot that was added while it was away says hello when it starts.
func TestABotThatWasAddedWhileAwaySaysHello(t *testing.T) {
	t.Parallel()
	n := newNewcomer(t, false)
	n.stop()
	n.discord.Stage().InviteBot()
	n.start()
	n.hellos(n.discord.Channel("games"), 1)
}

// A bot that has been in a server for long says no hello there.
func TestABotThatWasThereSaysNoHello(t *testing.T) {
	t.Parallel()
	n := &newcomer{rig: bareRig(t, sandbox.Config{})}
	n.adjust = func(c *bot.Config) { c.Busy = &n.busy }
	n.start()
	n.hellos(n.discord.Channel("games"), 0)
}

// A bot that may not write in the system channel, or that finds none, says hello to the owner.
func TestTheOwnerGetsTheHello(t *testing.T) {
	t.Parallel()
	for _, channel := range []string{"games", ""} {
		n := newNewcomer(t, false)
		if channel == "" {
			n.discord.Stage().SystemChannel("")
		} else {
			n.discord.Stage().Deny(n.discord.Channel(channel), world.SendMessages)
		}
		n.discord.Stage().InviteBot()
		n.hellos(n.discord.Channel("games"), 0)
		if said := n.hellos(n.discord.User("ann").DM(), 1)[0]; !strings.Contains(said.Content, "I've just joined") {
			t.Errorf("ann reads %q", said.Content)
		}
	}
}

// Over HTTP, an event at the bot's other address says that it was added. Discord may send it twice.
func TestABotOverHTTPSaysHello(t *testing.T) {
	t.Parallel()
	n := newNewcomer(t, true)
	games := n.discord.Channel("games")
	for range 2 {
		n.discord.Stage().InviteBot()
		if err := n.discord.AwaitEvents(n.soon()); err != nil {
			t.Fatalf("the event is not taken: %v\n%s", err, n.log)
		}
		n.hellos(games, 1)
	}
	taken := 0
	for _, x := range n.discord.Traffic() {
		if x.Path == "APPLICATION_AUTHORIZED" && x.Status == http.StatusNoContent {
			taken++
		}
	}
	if taken != 2 {
		t.Errorf("the bot has taken %d events, want 2", taken)
	}
}
