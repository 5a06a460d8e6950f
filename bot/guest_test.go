package bot_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/storage/storetest"
)

// A company is people in a DM of their own, where Parlour can only answer.
type company struct {
	*timed
	there string // the channel
}

// friends returns ann and ben in their DM, and a bot beside them.
func friends(t *testing.T, adjust func(*bot.Config)) company {
	t.Helper()
	r := adjustedTimed(t, adjust)
	there, _ := r.discord.Stage().Befriend()
	return company{r, there}
}

// newest waits until the newest public message there satisfies ok, and returns it.
func (c company) newest(what string, ok func(sandbox.Message) bool) sandbox.Message {
	c.t.Helper()
	var newest sandbox.Message
	if _, err := c.discord.User("ben").Await(c.soon(), c.there, func(all []sandbox.Message) bool {
		if all = public(all); len(all) == 0 {
			return false
		}
		newest = all[len(all)-1]
		return ok(newest)
	}); err != nil {
		c.t.Fatalf("waited for %s: %v\n%s\n%s", what, err, c.summary("ben", c.there), c.log)
	}
	return newest
}

// says waits until the newest public message says something, and returns it.
func (c company) says(text string) sandbox.Message {
	c.t.Helper()
	return c.newest(text, func(m sandbox.Message) bool { return strings.Contains(m.Content, text) })
}

// becomes waits until a message says something.
func (c company) becomes(m sandbox.Message, text string) sandbox.Message {
	c.t.Helper()
	return c.await("ben", c.there, func(now sandbox.Message) bool { return now.ID == m.ID && strings.Contains(now.Content, text) })
}

// begun has ann challenge ben, who accepts, and returns the first board.
func (c company) begun(line string) sandbox.Message {
	c.t.Helper()
	c.slash("ann", c.there, line)
	c.click("ben", c.says("challenges you"), "Accept")
	return c.says("here we go")
}

// moves has a person press buttons of the board.
func (c company) moves(who string, board sandbox.Message, buttons ...string) {
	c.t.Helper()
	for _, b := range buttons {
		c.click(who, board, b)
	}
}

// goesOn has ben answer the first of [magicMoves] on the board, and checks [company.asGuest].
func (c company) goesOn(board sandbox.Message) {
	c.t.Helper()
	c.moves("ben", board, "a3 →", "d4", "Confirm")
	c.says(", your turn. Ben flips a3 →, places d4 light.")
	c.asGuest()
}

// asGuest fails the test if the bot made a request about the channel itself.
func (c company) asGuest() {
	c.t.Helper()
	answers := 0
	for _, x := range c.discord.Traffic() {
		if strings.Contains(x.Path, "/channels/"+c.there) {
			c.t.Errorf("where it is a guest the bot asked for %s %s: %d", x.Method, x.Path, x.Status)
		}
		if x.Method != http.MethodGet && strings.Contains(x.Path, "/webhooks/") && x.Status < 300 {
			answers++
		}
	}
	if answers == 0 {
		c.t.Error("the bot never used an answer")
	}
}

// magicClicks are the presses of each ply of [magicMoves] on the board.
var magicClicks = [][]string{
	{"Move", "a3", "Confirm"}, {"a3 →", "d4", "Confirm"}, {"d4 ↑", "d1", "Turn over", "Confirm"},
	{"Move", "d1 ←", "c4", "Confirm"}, {"Move", "c4 ←", "d1", "Turn over", "Confirm"}, {"Move", "c1 ↓", "a1", "Confirm"},
}

// Two friends play a whole game in their DM. Between the plies lie hours, a restart, and a board
// whose post was not confirmed: that one is not posted again.
func TestFriendsPlayInTheirDM(t *testing.T) {
	t.Parallel()
	c := friends(t, nil)
	board := c.begun("/play game:magic opponent:@ben first:me")
	who, names := []string{"ann", "ben"}, []string{"Ann", "Ben"}
	for ply, buttons := range magicClicks {
		if ply == 3 {
			c.fail(fault.Fault{Route: "POST /webhooks/{app}/{token}", Cut: true, After: true})
		}
		c.moves(who[ply%2], board, buttons...)
		text := "@" + names[1-ply%2] + ", your turn."
		if ply == len(magicClicks)-1 {
			text = "it's over. Ann wins, three in a row"
		}
		text = strings.Replace(text, "@"+names[1-ply%2], c.discord.User(who[1-ply%2]).Mention(), 1)
		old := board
		board = c.newest(text, func(m sandbox.Message) bool { return m.ID != old.ID && strings.Contains(m.Content, text) })
		switch ply {
		case 3:
			c.faultsHappened()
			c.stop()
			c.start()
			c.pass(time.Hour)
			c.becomes(old, "Play it?") // nobody has pressed it since
		default:
			if now := c.becomes(old, ""); ply > 0 && len(now.Rows) > 0 {
				c.await("ben", c.there, func(m sandbox.Message) bool { return m.ID == old.ID && len(m.Rows) == 0 && len(m.Attachments) == 0 })
			}
			c.turns(16 * time.Minute)
		}
		if ply == 1 {
			c.stop()
			c.start()
		}
	}
	if n := len(public(c.discord.User("ben").Sees(c.there))); n != 8 {
		t.Errorf("there are %d messages, want the challenge and 7 boards\n%s", n, c.summary("ben", c.there))
	}
	c.asGuest()
	c.checkMentions(2)
}

// A press on a board that a crash has left behind shows the game there as it is now, and nothing is
// posted.
func TestAnOldBoardHeals(t *testing.T) {
	t.Parallel()
	c := friends(t, nil)
	board := c.begun("/play game:magic opponent:@ben first:me")
	c.moves("ann", board, "Move", "a3")
	var failed atomic.Bool
	c.discord.Intercept(func(w http.ResponseWriter, req *http.Request) bool {
		private := bytes.Contains(bodyOf(req), []byte(`"flags":64`)) // what ann is told
		if req.Method != http.MethodPost || !strings.Contains(req.URL.Path, "/webhooks/") || private || failed.Swap(true) {
			return false
		}
		w.WriteHeader(http.StatusInternalServerError)
		return true
	})
	if said := c.click("ann", board, "Confirm"); !said.Ephemeral || !strings.Contains(said.Content, "Played.") {
		t.Errorf("ann is told %q, want that her move was played", said.Content)
	}
	c.stop()
	c.start()
	c.pass(20 * time.Minute)
	c.click("ben", board, "More")
	c.becomes(board, ", your turn. Ann places a3 light.")
	if n := len(public(c.discord.User("ben").Sees(c.there))); n != 2 {
		t.Errorf("there are %d messages, want 2\n%s", n, c.summary("ben", c.there))
	}
	c.goesOn(board)
}

// A person whose time is up may be reminded in their own DM with the bot and nowhere else. The other
// claims the win by a press, as nothing can be posted.
func TestTimeIsUpAmongFriends(t *testing.T) {
	t.Parallel()
	c := friends(t, nil)
	c.discord.Stage().CloseDMs("ann", true)
	board := c.begun("/play game:magic opponent:@ben first:me turn-time:1h")
	c.turns(50 * time.Minute)
	c.pass(20 * time.Minute)
	c.log.await(t, c.ctx, "a publication failed", 1) // that her time is up is stored, and cannot be shown
	if now := c.becomes(board, "here we go"); !slices.Contains(labels(now), "Move") {
		t.Errorf("the board has %q", labels(now))
	}
	c.click("ben", board, "Board")
	board = c.becomes(board, "is out of time")
	c.click("ben", board, "Claim the win")
	c.says("it's over. Ben wins")
	c.becomes(board, "")
	c.asGuest()
}

// A draw, a takeback and a resignation are asked for from private messages, and everybody sees what
// becomes of them.
func TestFriendsAskEachOther(t *testing.T) {
	t.Parallel()
	c := friends(t, nil)
	board := c.begun("/play game:magic opponent:@ben first:me")
	c.click("ben", c.says("here we go"), "More")
	c.slash("ben", c.there, "/draw")
	asked := c.says("offers a draw")
	c.click("ann", asked, "Play on")
	c.becomes(asked, "Ann played on.")
	c.moves("ann", board, "Move", "a3", "Confirm")
	c.says(", your turn. Ann places a3 light.")
	c.click("ben", c.slash("ben", c.there, "/resign"), "Yes, resign")
	end := c.says("it's over. Ann wins")
	c.click("ben", end, "Rematch")
	c.click("ann", c.says("wants a rematch"), "Accept")
	c.says("here we go. Ben moves first.")
	c.asGuest()
}

// A challenge is declined by a press on it, and the challenger is told.
func TestAFriendDeclines(t *testing.T) {
	t.Parallel()
	c := friends(t, nil)
	c.slash("ann", c.there, "/play game:magic opponent:@ben")
	asked := c.says("challenges you")
	if n := c.discord.User("ben").Notifications(); len(n) != 1 {
		t.Errorf("ben has %d notifications, want 1", len(n))
	}
	c.click("ben", asked, "Decline")
	c.becomes(asked, "Ann challenged Ben to Rubik's Magic.")
	c.says("Ben can't play this time.")
	c.settle()
	if n := c.discord.User("ann").Notifications(); len(n) != 1 {
		t.Errorf("ann has %d notifications, want 1: %+v", len(n), n)
	}
	c.asGuest()
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
			if said := c.click("ann", board, "Board"); !said.Ephemeral {
				t.Errorf("the answer to Board is public: %q", said.Content)
			}
			c.goesOn(board)
		})
	}
}

// In a server that has not invited the bot, somebody who brings it along gets no table, and is told
// why.
func TestNoTableInAServerOfOthers(t *testing.T) {
	t.Parallel()
	c := friends(t, nil)
	hall := c.discord.Stage().AddServer("Elsewhere", "hall")
	if said := c.slash("ann", hall, "/play game:magic"); !said.Ephemeral || !strings.Contains(said.Content, "I can't play here") {
		t.Errorf("the answer is %q", said.Content)
	}
	if said := c.slash("ann", hall, "/rules game:magic"); !said.Ephemeral || !strings.Contains(said.Content, "Magic") {
		t.Errorf("the answer to /rules is %q", said.Content)
	}
}

// Three in a group bid in secret: a hand is for one alone, and the board that shows the bids comes with
// the last of them.
func TestAGroupBidsInSecret(t *testing.T) {
	t.Parallel()
	c := friends(t, nil)
	c.there = c.discord.Stage().AddGroup("ann", "ben", "cleo")
	c.slash("ann", c.there, "/play game:permutations first:me")
	table := c.says("Who's in?")
	for _, who := range []string{"ben", "cleo"} {
		c.click(who, table, "Join")
	}
	c.becomes(table, "In: Ann, Ben, Cleo")
	c.click("ann", table, "Start")
	board := c.says("Your bids, please.")
	for i, who := range []string{"ann", "ben", "cleo"} {
		panel := c.click(who, board, "Bid")
		if !panel.Ephemeral || !asks(panel) {
			t.Fatalf("%s is shown %q, want their hand for them alone", who, panel.Content)
		}
		panel = c.bidsFirst(who, panel)
		if !panel.Ephemeral {
			t.Errorf("%s's bid is answered with %q for all", who, panel.Content)
		}
		if i == 1 {
			c.becomes(board, "Sealed: Ann, Ben")
		}
		if i == 2 {
			c.click(who, panel, "Confirm")
		}
	}
	c.newest("the bids", func(m sandbox.Message) bool {
		return m.ID != board.ID && (strings.Contains(m.Content, "Bids: ") || strings.Contains(m.Content, " took "))
	})
	for _, who := range []string{"ann", "ben", "cleo"} {
		if all := public(c.discord.User(who).Sees(c.discord.User(who).DM())); len(all) > 0 {
			t.Errorf("%s is asked by direct message: %q", who, all[0].Content)
		}
	}
	c.asGuest()
}
