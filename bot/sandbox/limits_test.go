package sandbox

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// slowly makes limits pass so slowly that none passes in a test.
const slowly = 1e-3

// say makes a request of a bot and returns its answer.
func say(t *testing.T, s *Server, method, path, body string) *http.Response {
	t.Helper()
	answer, _ := fetch(t, method, s.URL()+"/api/v9"+path, body, "Authorization", "Bot "+s.Token(), "Content-Type", "application/json")
	return answer
}

// Five messages pass in a channel, and five edits beside them; every answer says how many are
// left, also one that refuses the request.
func TestMessagesAreLimitedInEachChannel(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Haste: slowly})
	b := &bot{t: t, s: s}
	b.limited(`
		POST /channels/$games/messages {"content":"x"} = 200, 4 of 5
		POST /channels/$games/messages {"content":7} = 400, 3 of 5
		POST /channels/$games/messages {"content":"x"} = 200, 2 of 5
		POST /channels/$games/messages {"content":"x"} = 200, 1 of 5
		POST /channels/$games/messages {"content":"x"} = 200, 0 of 5`)
	over := say(t, s, "POST", gamesPosts, `{"content":"x"}`)
	if h := over.Header; over.StatusCode != 429 || h.Get("Retry-After") == "" {
		t.Errorf("the sixth is answered with %d and told %v", over.StatusCode, h)
	}
	wantHeaders(t, over, "5 0 * * * user - *")
	b.names("newest", s.User("ann").Sees(games)[3].ID)
	b.limited(`
		POST /channels/$lounge/messages {"content":"x"} = 200, 4 of 5
		PATCH /channels/$games/messages/$newest {"content":"y"} = 200, 4 of 5
		POST /channels/1/messages {} = 404, 4 of 5 # not there`)
	if n := s.Limited(); n != 1 {
		t.Errorf("%d requests exceeded a limit, want 1", n)
	}
}

// A limit passes with its time.
func TestALimitPasses(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Haste: 100})
	path := gamesPosts
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
	b := &bot{t: t, s: start(t, Config{Haste: slowly, Now: now.read})}
	b.run(`
		a = POST /channels/$games/messages {"content":"x"}
		b = POST /channels/$games/messages {"content":"x"}
		c = POST /channels/$games/messages {"content":"x"}`)
	b.limited(`
		DELETE /channels/$games/messages/$a = 204, 4 of 5
		DELETE /channels/$games/messages/$a = 404, 3 of 5 # gone`)
	now.pass(11 * time.Second)
	b.limited(`DELETE /channels/$games/messages/$b = 204, 2 of 3`)
	now.pass(15 * 24 * time.Hour)
	b.limited(`DELETE /channels/$games/messages/$c = 204, 29 of 30`)
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
	b.slash("ann", games, "/go")
	b.wantDone()
}

// Five follow-ups of an interaction pass in two seconds, and thirty in a channel in a minute.
// The first answer has no limit.
func TestFollowUpsAreLimited(t *testing.T) {
	t.Parallel()
	s, b := play(t, Config{Haste: slowly}, func(i asked) {
		b := &bot{t: i.bot.t, s: i.bot.s}
		b.names("i", i.ID)
		b.names("token", i.Token)
		b.limited(`POST /interactions/$i/$token/callback {"type":4,"data":{"content":"x"}} = 204`)
		for range 5 {
			say(b.t, b.s, "POST", i.hook(""), `{"content":"y"}`)
		}
		if i.Channel.ID == lounge {
			b.limited(`POST /webhooks/$app/$token {"content":"y"} = 429, 0 of 5`)
		}
	})
	ask := func(channel string) {
		t.Helper()
		b.slash("ann", channel, "/go")
		b.wantDone()
	}
	ask(lounge)
	for range 6 {
		ask(games)
	}
	if n := s.Limited(); n != 1 {
		t.Errorf("%d requests exceeded a limit, want only the sixth of one interaction", n)
	}
	ask(games)
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
	_, b := play(t, Config{Haste: slowly}, func(i asked) {
		i.answer(4, `{"content":"x"}`)
		b := &bot{t: i.bot.t, s: i.bot.s}
		b.names("token", i.Token)
		b.limited(`PATCH /webhooks/$app/$token/messages/@original {"content":"y"} = 200, 4 of 5`)
	})
	b.limited(`
		PATCH /channels/$games {} = 403, 9 of 10
		GET /users/@me = 200, 49 of 50
		POST /channels/$games/typing = 204, 4 of 5
		POST /channels/$games/threads {"name":"t","type":11} = 201`)
	b.slash("ann", games, "/go")
	b.wantDone()
}
