package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/world"
)

// threadRoute is the route by which the bot makes threads.
const threadRoute = "POST /channels/{channel}/messages/{message}/threads"

// If Discord lets no thread be made for minutes, a game plays in its channel at once, and so does the
// next one in another channel of the server, which does not even ask. A thread is not made later. A
// game in another server gets one at once.
func TestALimitedThreadPlaysInItsChannel(t *testing.T) {
	t.Parallel()
	people := world.DefaultCast()
	people.Servers = append(people.Servers, world.CastServer{Name: "Elsewhere", Channels: []string{"hall"}})
	r := adjustedRig(t, sandbox.Config{Cast: &people}, nil)
	r.fail(fault.Fault{Route: threadRoute, Status: http.StatusTooManyRequests, Wait: 219 * time.Second})
	for _, name := range []string{"games", "lounge"} {
		channel := r.discord.Channel(name)
		began := time.Now()
		table := r.opens(channel, "game:permute opponent:@ben first:me", "Accept")
		r.click("ben", table, "Accept")
		r.awaitAnswer("ben", channel, func(m sandbox.Message) bool { return strings.HasPrefix(m.Content, "You're in. The board is below.") })
		r.await("ben", channel, func(m sandbox.Message) bool {
			return strings.Contains(m.Content, "here we go") && slices.Contains(labels(m), "Move")
		})
		if took := time.Since(began); took > time.Minute {
			t.Errorf("the board came after %v", took)
		}
		r.plays("ann", channel, "Cd3-d4")
		r.await("ben", channel, func(m sandbox.Message) bool { return strings.Contains(m.Content, "your turn") })
	}
	if n := len(r.exchanges(http.MethodPost, "/threads")); n != 1 {
		t.Errorf("a thread was asked for %d times, want once", n)
	}
	hall := r.discord.Channel("hall")
	if thread, _ := r.challenge(hall, ""); thread == hall {
		t.Error("a game in another server got no thread")
	}
}

// forbids has the sandbox refuse the bot's messages by one of Discord's codes until told otherwise.
func (r *rig) forbids(code int) {
	r.t.Helper()
	r.fail(fault.Fault{Route: "POST /channels/{channel}/messages", Code: code, Times: -1})
}

// awaitAnswer waits until the newest answer that a person alone sees in a channel satisfies ok.
func (r *rig) awaitAnswer(who, channel string, ok func(sandbox.Message) bool) (found sandbox.Message) {
	r.t.Helper()
	_, err := r.discord.User(who).Await(r.soon(), channel, func(all []sandbox.Message) bool {
		for _, m := range all {
			if m.Ephemeral {
				found = m
			}
		}
		return found.Ephemeral && ok(found)
	})
	if err != nil {
		r.t.Fatalf("%s does not get the awaited answer: %v\nthe newest is %q with %q\n%s", who, err, found.Content, labels(found), r.log)
	}
	return found
}

// unseen reports whether an answer says that nobody sees what was asked for, and how to try again.
func unseen(m sandbox.Message) bool {
	return strings.HasPrefix(m.Content, "I can't post here, so ") && slices.Contains(labels(m), "Try again")
}

// A challenge whose message Discord refuses is told to the person who asked, in place of a success that
// never comes. It can be tried again, and is then posted once.
func TestARefusedChallengeIsTold(t *testing.T) {
	t.Parallel()
	for _, code := range []int{10003, 50001, 50013} {
		r := newRig(t)
		channel := r.discord.Channel("games")
		r.forbids(code)
		if said := r.slash("ann", channel, "/play game:permute opponent:@ben"); !strings.HasPrefix(said.Content, "I've asked Ben.") && !unseen(said) {
			t.Errorf("after %d the first answer is %q", code, said.Content)
		}
		told := r.awaitAnswer("ann", channel, unseen)
		if again := r.click("ann", told, "Try again"); !unseen(again) {
			t.Errorf("after %d the second try is answered with %q", code, again.Content)
		}
		r.discord.Faults().Mend()
		if up := r.click("ann", told, "Try again"); up.Content != "It's up now." {
			t.Errorf("once the bot may post, the answer is %q", up.Content)
		}
		r.await("ben", channel, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Accept") })
		if boards := public(r.discord.User("ben").Sees(channel)); len(boards) != 1 {
			t.Errorf("ben sees %d messages, want the challenge alone", len(boards))
		}
	}
}

// A challenge that is cut off by the end of the process, and refused after the next start, waits: /games
// says so, and /board in another channel moves it there.
func TestARefusedChallengeOfBeforeWaits(t *testing.T) {
	t.Parallel()
	r := adjustedRig(t, sandbox.Config{}, func(c *bot.Config) { c.Grace = time.Millisecond })
	channel, lounge := r.discord.Channel("games"), r.discord.Channel("lounge")
	reached := make(chan bool, 100)
	r.discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		posts := req.Method == http.MethodPost && strings.HasSuffix(req.URL.Path, "/channels/"+channel+"/messages")
		if posts {
			reached <- true
		}
		return posts // without an answer: the connection is cut
	})
	r.slash("ann", channel, "/play game:permute opponent:@ben")
	bot.Receive(t, reached, "the post of the challenge")
	r.stop()
	r.discord.Intercept(nil)
	r.forbids(50013)
	r.start()
	r.log.await(t, r.ctx, "a publication failed", 1) // at the start
	r.discord.Faults().Mend()
	r.discord.Stage().Deny(channel, world.SendMessages)
	list := r.slash("ann", lounge, "/games")
	if !strings.Contains(list.Content, "I can't post it in <#"+channel+">") {
		t.Errorf("/games says %q", list.Content)
	}
	card := r.slash("ann", lounge, "/board")
	r.click("ann", card, "Move the game here")
	r.await("ben", lounge, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Accept") })
}

// In a private thread in which the bot is not, /play is refused before anything is made or promised,
// after one request. Once the bot is added, people play there.
func TestAPrivateThreadIsKnownBeforehand(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	thread := r.discord.Stage().StartPrivateThread(r.discord.Channel("games"), "secret", "ann", "ben")
	asked := func() int { return len(r.exchanges(http.MethodGet, "/channels/"+thread)) }
	said := r.slash("ann", thread, "/play game:permute opponent:@ben")
	if !strings.HasPrefix(said.Content, "I'm not in this private thread.") || asked() != 1 {
		t.Errorf("after %d questions /play is answered with %q", asked(), said.Content)
	}
	if list := r.slash("ann", r.discord.Channel("games"), "/games"); !strings.HasPrefix(list.Content, "No games yet") {
		t.Errorf("/games says %q", list.Content)
	}
	r.discord.Stage().AddBotToThread(thread)
	table := r.opens(thread, "game:permute opponent:@ben", "Accept")
	before := asked()
	if r.click("ben", table, "Accept"); asked() != before {
		t.Error("a press on the bot's own message asks whether it is there")
	}
	r.await("ben", thread, func(m sandbox.Message) bool { return strings.Contains(m.Content, "here we go") })
}
