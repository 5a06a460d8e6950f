package play_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/storage/storetest"
)

// A company is people in a DM of their own, where Parlour can only answer.
type company struct {
	*timed
	there string // the channel
}

// friends returns ann and ben in their DM, and a bot beside them.
func friends(t *testing.T, adjust ...bottest.Adjust) company {
	t.Helper()
	r := newTimed(t, adjust...)
	there, _ := r.Discord.Stage().Befriend()
	return company{r, there}
}

// newest waits until the newest public message there satisfies ok, and returns it.
func (c company) newest(what string, ok func(sandbox.Message) bool) sandbox.Message {
	c.Helper()
	return c.AwaitNewest("ben", c.there, what, ok)
}

// says waits until the newest public message says something, and returns it.
func (c company) says(text string) sandbox.Message {
	c.Helper()
	return c.newest(text, func(m sandbox.Message) bool { return strings.Contains(m.Content, text) })
}

// becomes waits until a message says something.
func (c company) becomes(m sandbox.Message, text string) sandbox.Message {
	c.Helper()
	return c.Await("ben", c.there, func(now sandbox.Message) bool { return now.ID == m.ID && strings.Contains(now.Content, text) })
}

// begun has ann challenge ben, who accepts, and returns the first board.
func (c company) begun(line string) sandbox.Message {
	c.Helper()
	c.Slash("ann", c.there, line)
	c.Click("ben", c.says("challenges you"), "Accept")
	return c.says("here we go")
}

// moves has a person press buttons of the board.
func (c company) moves(who string, board sandbox.Message, buttons ...string) {
	c.Helper()
	for _, b := range buttons {
		c.Click(who, board, b)
	}
}

// goesOn has ben answer the first of [magicClicks] on the board, and checks [company.asGuest].
func (c company) goesOn(board sandbox.Message) {
	c.Helper()
	c.moves("ben", board, "a3 →", "d4", "Confirm")
	c.says(", your turn. Ben flips a3 →, places d4 light.")
	c.asGuest()
}

// asGuest fails the test if the bot made a request about the channel itself.
func (c company) asGuest() {
	c.Helper()
	answers := 0
	for _, x := range c.Discord.Traffic() {
		if strings.Contains(x.Path, "/channels/"+c.there) {
			c.Errorf("where it is a guest the bot asked for %s %s: %d", x.Method, x.Path, x.Status)
		}
		if x.Method != http.MethodGet && strings.Contains(x.Path, "/webhooks/") && x.Status < 300 {
			answers++
		}
	}
	if answers == 0 {
		c.Error("the bot never used an answer")
	}
}

// magicClicks are the presses of each ply of a short game on the board.
var magicClicks = [][]string{
	{"Move", "a3", "Confirm"}, {"a3 →", "d4", "Confirm"}, {"d4 ↑", "d1", "Dark side", "Confirm"},
	{"d1 ←", "c4", "Confirm"}, {"c4 ←", "d1", "Dark side", "Confirm"}, {"c1 ↓", "a1", "Confirm"},
}

// Two friends play a whole game in their DM. Between the plies lie hours, a restart, and a board
// whose post was not confirmed: that one is not posted again.
func TestFriendsPlayInTheirDM(t *testing.T) {
	t.Parallel()
	c := friends(t)
	board := c.begun("/play game:magic opponent:@ben first:me")
	who, names := []string{"ann", "ben"}, []string{"Ann", "Ben"}
	for ply, buttons := range magicClicks {
		if ply == 3 {
			c.Plan(fault.Fault{Route: "POST /webhooks/{app}/{token}", Cut: true, After: true})
		}
		c.moves(who[ply%2], board, buttons...)
		text := "@" + names[1-ply%2] + ", your turn."
		if ply == len(magicClicks)-1 {
			text = "it's over. Ann wins with three in a row"
		}
		text = strings.Replace(text, "@"+names[1-ply%2], c.Discord.User(who[1-ply%2]).Mention(), 1)
		old := board
		board = c.newest(text, func(m sandbox.Message) bool { return m.ID != old.ID && strings.Contains(m.Content, text) })
		switch ply {
		case 3:
			c.FaultsHappened()
			c.Restart()
			c.pass(time.Hour)
			c.becomes(old, "Play it?") // nobody has pressed it since
		default:
			if now := c.becomes(old, ""); ply > 0 && len(now.Rows) > 0 {
				c.Await("ben", c.there, func(m sandbox.Message) bool { return m.ID == old.ID && len(m.Rows) == 0 && len(m.Attachments) == 0 })
			}
			c.turns(16 * time.Minute)
		}
		if ply == 1 {
			c.Restart()
		}
	}
	if n := len(bottest.Public(c.Discord.User("ben").Sees(c.there))); n != 8 {
		t.Errorf("there are %d messages, want the challenge and 7 boards\n%s", n, c.Summary("ben", c.there))
	}
	c.asGuest()
	c.CheckMentions(2)
}

// A press on a board that a crash has left behind shows the game there as it is now, and nothing is
// posted.
func TestAnOldBoardHeals(t *testing.T) {
	t.Parallel()
	c := friends(t)
	board := c.begun("/play game:magic opponent:@ben first:me")
	c.moves("ann", board, "Move", "a3")
	var failed atomic.Bool
	c.Discord.Intercept(func(w http.ResponseWriter, req *http.Request) bool {
		private := bytes.Contains(bottest.BodyOf(req), []byte(`"flags":64`)) // what ann is told
		if req.Method != http.MethodPost || !strings.Contains(req.URL.Path, "/webhooks/") || private || failed.Swap(true) {
			return false
		}
		w.WriteHeader(http.StatusInternalServerError)
		return true
	})
	if said := c.Click("ann", board, "Confirm"); !said.Ephemeral || !strings.Contains(said.Content, "Played.") {
		t.Errorf("ann is told %q, want that her move was played", said.Content)
	}
	c.Restart()
	c.pass(20 * time.Minute)
	c.Click("ben", board, "More")
	c.becomes(board, ", your turn. Ann places a3 light.")
	if n := len(bottest.Public(c.Discord.User("ben").Sees(c.there))); n != 2 {
		t.Errorf("there are %d messages, want 2\n%s", n, c.Summary("ben", c.there))
	}
	c.goesOn(board)
}

// An answer that is not ready in time is deferred. A public message then follows it, and a private
// one stays private.
func TestLateAnswersAmongFriends(t *testing.T) {
	t.Parallel()
	for name, several := range map[string]bool{"of one process": false, "of one process among others": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := friends(t, func(c *bot.Config) {
				if c.DeferAfter = time.Nanosecond; several {
					c.Store = storetest.Shared{Store: c.Store, Clock: c.Now}
				}
			})
			board := c.begun("/play game:magic opponent:@ben first:me")
			c.moves("ann", board, "Move", "a3", "Confirm")
			board = c.says(", your turn. Ann places a3 light.")
			if said := c.Click("ann", board, "Board"); !said.Ephemeral {
				t.Errorf("the answer to Board is public: %q", said.Content)
			}
			c.goesOn(board)
		})
	}
}

// Where Parlour is a guest, its answer is the table. It is known though the first try's answer was lost.
func TestAPublicAnswerThatHangsIsKnown(t *testing.T) {
	t.Parallel()
	c := friends(t, func(c *bot.Config) { c.AnswerWithin, c.Patience = 0, time.Hour })
	c.Plan(fault.Fault{Route: "POST /interactions/{interaction}/{token}/callback", Wait: time.Hour, After: true})
	board := c.begun("/play game:magic opponent:@ben first:me")
	c.moves("ann", board, "Move", "a3", "Confirm")
	c.says(", your turn. Ann places a3 light.")
	c.asGuest()
}

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
				if said := hellos(r, games, 1)[0]; !strings.Contains(said.Content, "Do you manage this server? </doctor:") {
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
