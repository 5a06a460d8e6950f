package sandbox

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/world"
)

// slowly makes limits pass so slowly that none passes in a test.
const slowly = 1e-3

// say makes a request of a bot and returns its answer.
func say(t *testing.T, s *Server, method, path, body string) *http.Response {
	t.Helper()
	answer, _ := fetch(t, method, s.URL()+"/api/v9"+path, body, "Authorization", "Bot "+s.Token(), "Content-Type", "application/json")
	return answer
}

// wantLeft checks the status of an answer and what it says of its bucket.
func wantLeft(t *testing.T, doing string, answer *http.Response, status int, limit, left string) {
	t.Helper()
	h := answer.Header
	if answer.StatusCode != status || h.Get("X-RateLimit-Limit") != limit || h.Get("X-RateLimit-Remaining") != left {
		t.Errorf("%s: %d with %q left of %q, want %d with %q of %q",
			doing, answer.StatusCode, h.Get("X-RateLimit-Remaining"), h.Get("X-RateLimit-Limit"), status, left, limit)
	}
}

// Five messages pass in a channel, and five edits beside them; every answer says how many are
// left, also one that refuses the request.
func TestMessagesAreLimitedInEachChannel(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Haste: slowly})
	games, lounge := "/channels/"+world.GamesID+"/messages", "/channels/"+world.LoungeID+"/messages"
	wantLeft(t, "the first", say(t, s, "POST", games, `{"content":"x"}`), 200, "5", "4")
	wantLeft(t, "a bad form", say(t, s, "POST", games, `{"content":7}`), 400, "5", "3")
	for left := 2; left >= 0; left-- {
		wantLeft(t, "one more", say(t, s, "POST", games, `{"content":"x"}`), 200, "5", fmt.Sprint(left))
	}
	over := say(t, s, "POST", games, `{"content":"x"}`)
	wantLeft(t, "the sixth", over, 429, "5", "0")
	if over.Header.Get("X-RateLimit-Scope") != "user" || over.Header.Get("Retry-After") == "" || over.Header.Get("X-RateLimit-Bucket") == "" {
		t.Errorf("the sixth is told %v", over.Header)
	}
	wantLeft(t, "another channel", say(t, s, "POST", lounge, `{"content":"x"}`), 200, "5", "4")
	newest := s.User("ann").Sees(world.GamesID)[3].ID
	wantLeft(t, "an edit", say(t, s, "PATCH", games+"/"+newest, `{"content":"y"}`), 200, "5", "4")
	wantLeft(t, "a channel that is not there", say(t, s, "POST", "/channels/1/messages", `{}`), 404, "5", "4")
	if n := s.Limited(); n != 1 {
		t.Errorf("%d requests exceeded a limit, want 1", n)
	}
}

// A limit passes with its time.
func TestALimitPasses(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Haste: 100})
	path := "/channels/" + world.GamesID + "/messages"
	ctx := within(t)
	for passed := 0; passed < 12; {
		if ctx.Err() != nil {
			t.Fatalf("waiting for twelve messages to pass: %d did", passed)
		}
		if say(t, s, "POST", path, `{"content":"x"}`).StatusCode == 200 {
			passed++
		}
	}
}

// A deletion is in the bucket of the message's age, and one of nothing in that of the youngest.
func TestDeletionsAreLimitedByAge(t *testing.T) {
	t.Parallel()
	var now clock
	s := start(t, Config{Haste: slowly, Now: now.read})
	path := "/channels/" + world.GamesID + "/messages"
	for range 3 {
		say(t, s, "POST", path, `{"content":"x"}`)
	}
	var ids []string
	for _, m := range s.User("ann").Sees(world.GamesID) {
		ids = append(ids, m.ID)
	}
	wantLeft(t, "a young one", say(t, s, "DELETE", path+"/"+ids[0], ""), 204, "5", "4")
	wantLeft(t, "one that is gone", say(t, s, "DELETE", path+"/"+ids[0], ""), 404, "5", "3")
	now.pass(11 * time.Second)
	wantLeft(t, "one of eleven seconds", say(t, s, "DELETE", path+"/"+ids[1], ""), 204, "3", "2")
	now.pass(15 * 24 * time.Hour)
	wantLeft(t, "one of two weeks", say(t, s, "DELETE", path+"/"+ids[2], ""), 204, "30", "29")
}

// Fifty requests of a bot pass in a second, whatever they are for. Answers and follow-ups pass
// beside them.
func TestTheWholeBotIsLimited(t *testing.T) {
	t.Parallel()
	s, b := play(t, Config{Haste: slowly}, func(i asked) {
		wantCode(i.bot.t, "an answer", i.answer(4, `{"content":"x"}`), 0)
	})
	var over *http.Response
	for n := range 100 {
		if over = say(t, s, "GET", "/users/"+s.User(s.d.People[n%5]).ID(), ""); over.StatusCode != 200 {
			break
		}
	}
	if over.StatusCode != 429 || over.Header.Get("X-RateLimit-Global") != "true" || over.Header.Get("X-RateLimit-Scope") != "global" || over.Header.Get("X-RateLimit-Bucket") != "" {
		t.Errorf("too many requests end with %d and %v", over.StatusCode, over.Header)
	}
	if n := s.Counted() - 1; n != 51 { // without GET /gateway
		t.Errorf("%d requests were made, want 51", n)
	}
	b.slash("ann", world.GamesID, "/go")
	b.wantDone()
}

// Five follow-ups of an interaction pass in two seconds, and thirty in a channel in a minute.
// The first answer has no limit.
func TestFollowUpsAreLimited(t *testing.T) {
	t.Parallel()
	s, b := play(t, Config{Haste: slowly}, func(i asked) {
		callback := say(i.bot.t, i.bot.s, "POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", `{"type":4,"data":{"content":"x"}}`)
		wantLeft(i.bot.t, "an answer", callback, 204, "", "")
		if i.Channel.ID == world.LoungeID {
			for range 5 {
				i.bot.ok("POST", i.hook(""), `{"content":"y"}`, nil)
			}
			wantLeft(i.bot.t, "the sixth", say(i.bot.t, i.bot.s, "POST", i.hook(""), `{"content":"y"}`), 429, "5", "0")
			return
		}
		for range 5 {
			say(i.bot.t, i.bot.s, "POST", i.hook(""), `{"content":"y"}`)
		}
	})
	ask := func(channel string) {
		t.Helper()
		b.slash("ann", channel, "/go")
		b.wantDone()
	}
	ask(world.LoungeID)
	for range 6 {
		ask(world.GamesID)
	}
	if n := s.Limited(); n != 1 {
		t.Errorf("%d requests exceeded a limit, want only the sixth of one interaction", n)
	}
	ask(world.GamesID)
	if n := s.Limited(); n != 6 {
		t.Errorf("%d requests exceeded a limit, want the five after the thirtieth of the channel too", n)
	}
	shared := s.Traffic()[len(s.Traffic())-1]
	if shared.Status != 429 || !strings.Contains(string(shared.Answer), "retry_after") {
		t.Errorf("the last follow-up is answered with %d %s", shared.Status, shared.Answer)
	}
}

// After 25 new direct channels in a while no other is opened. Those that are open stay so.
func TestDirectChannelsAreOpenedSlowly(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Haste: 1e-2})
	open := func(u *User) (int, string) {
		t.Helper()
		answer, body := fetch(t, "POST", s.URL()+"/api/v9/users/@me/channels", `{"recipient_id":"`+u.ID()+`"}`,
			"Authorization", "Bot "+s.Token(), "Content-Type", "application/json")
		return answer.StatusCode, body
	}
	s.Faults().Limit("POST /users/@me/channels", 100, time.Hour) // above the route's own limit
	for n := range 25 {
		if status, body := open(s.AddPerson(fmt.Sprint("person", n))); status != 200 {
			t.Fatalf("direct channel %d is answered with %d %s", n, status, body)
		}
	}
	if status, body := open(s.User("ann")); status != 403 || !strings.Contains(body, "40003") {
		t.Errorf("one more is answered with %d %s", status, body)
	}
	if status, body := open(s.User("person3")); status != 200 {
		t.Errorf("an open one is answered with %d %s", status, body)
	}
}

// Every other route has a bucket too: of changes to a channel, to an answer, and of what reads
// or writes.
func TestOtherRoutesAreLimited(t *testing.T) {
	t.Parallel()
	s, b := play(t, Config{Haste: slowly}, func(i asked) {
		i.answer(4, `{"content":"x"}`)
		answer := say(i.bot.t, i.bot.s, "PATCH", i.hook("/messages/@original"), `{"content":"y"}`)
		wantLeft(i.bot.t, "a change of an answer", answer, 200, "5", "4")
	})
	wantLeft(t, "a change of a channel", say(t, s, "PATCH", "/channels/"+world.GamesID, `{}`), 403, "10", "9")
	wantLeft(t, "what reads", say(t, s, "GET", "/users/@me", ""), 200, "50", "49")
	wantLeft(t, "what writes", say(t, s, "POST", "/channels/"+world.GamesID+"/typing", ""), 204, "5", "4")
	wantLeft(t, "what makes a thread", say(t, s, "POST", "/channels/"+world.GamesID+"/threads", `{"name":"t","type":11}`), 201, "", "")
	b.slash("ann", world.GamesID, "/go")
	b.wantDone()
}
