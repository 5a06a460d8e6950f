package sandbox

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/world"
)

func TestSlashTellsAll(t *testing.T) {
	got := make(chan asked, 1)
	s, b := play(t, Config{}, func(i asked) {
		got <- i
		i.answer(4, obj{"content": "hello <@" + i.Member.User.ID + ">", "allowed_mentions": obj{"parse": []string{}}})
	})
	ben := s.User("ben")
	hide(s, games, "ben")
	m := b.slash("ann", games, "/play permute size:9 opponent:@Ben first:Random")
	if m.Ephemeral || m.Author != "Parlour" || len(m.Pings) > 0 || !strings.HasPrefix(m.Content, "hello") {
		t.Errorf("answer is %+v", m)
	}
	i := next(t, got, "the interaction")
	hasAll(t, string(i.raw), os.Expand(`"options":[{"name":"permute","options":[{"name":"size","type":4,"value":9},`+
		`{"name":"opponent","type":6,"value":"$ben"},{"name":"first","type":3,"value":"rnd"}],"type":1}]
		"version":1
		"locale":"en-US"
		"guild_locale"
		"entitlements":[]
		"context":0
		"authorizing_integration_owners":{"0":"$guild"}
		"attachment_size_limit"
		"application_id":"$app"
		"app_permissions":"`+world.BotPermissions.String()+`"
		"joined_at"`, b.id))
	if p := i.Data.Resolved.Members[ben.ID()].Permissions; p != (world.PersonPermissions &^ world.ViewChannel).String() {
		t.Errorf("ben, who cannot see the channel, has permissions %s", p)
	}
	if ben.Sees(games) != nil {
		t.Error("ben sees a hidden channel")
	}
}

func TestSlashRefusesWhatAClientRefuses(t *testing.T) {
	s, _ := play(t, Config{}, func(i asked) { t.Error("the bot was asked") })
	ann := s.User("ann")
	for line, want := range map[string]string{
		"/chess":                        "no command /chess",
		"/play chess":                   "no subcommand",
		"/play permute size:two":        "not a number",
		"/play permute size:2":          "3 or more",
		"/play permute size:99":         "20 or less",
		"/play permute size:4.5":        "whole number",
		"/play permute first:x":         "one of the choices",
		"/play permute opponent:nobody": "somebody",
		"/play permute colour:red":      "no option",
		"/move":                         "required",
		"/move move:a1 move:a2":         "given twice",
		"/PLAY Permute size:99":         "20 or less",
	} {
		if _, err := ann.Slash(within(t), games, line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Slash(%q) = %v, want %q", line, err, want)
		}
	}
	if _, err := ann.Slash(within(t), ann.DM(), "/server"); err == nil {
		t.Error("a command of servers only works in a DM")
	}
	if _, err := s.User("ben").Slash(within(t), ann.DM(), "/go"); !errors.Is(err, errUnseen) {
		t.Errorf("ben in ann's DM: %v", err)
	}
}

func TestNoBot(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { t.Error("asked after all") })
	s.Faults().Disconnect(4004)
	_, err := s.User("ann").Slash(within(t), games, "/go")
	if !errors.Is(err, discord.ErrNoAnswer) {
		t.Errorf("with no bot: %v", err)
	}
	b.wantCut()
	b.events = make(chan event, 100)
	b.dial()
	b.write(opResume, obj{"token": b.s.Token(), "session_id": b.session, "seq": 1})
	if e := b.read(); e.Op != opInvalidSession {
		t.Errorf("resuming after a final code: %+v", e)
	}
}

func TestDeferredAnswerIsNotAwaitedForEver(t *testing.T) {
	s, _ := play(t, Config{TokenLife: time.Millisecond}, func(i asked) { i.answer(5, nil) })
	if _, err := s.User("ann").Slash(within(t), games, "/go"); !errors.Is(err, discord.ErrNoAnswer) {
		t.Errorf("Slash that was never answered further: %v", err)
	}
}

func TestOldThingsAreForgotten(t *testing.T) {
	var now clock
	tokens := make(chan string, 2)
	s, b := play(t, Config{Now: now.read}, func(i asked) {
		tokens <- i.Token
		i.answer(4, `{"content":"x"}`)
	})
	post := func(nonce string) {
		b.ok("POST", gamesPosts, obj{"content": "@everyone", "nonce": nonce, "enforce_nonce": true}, nil)
	}
	for n := range 2 {
		post(string(rune('a' + n)))
		b.slash("ann", games, "/go")
		now.pass(time.Hour)
	}
	if a, b := next(t, tokens, "a token"), next(t, tokens, "another token"); a == b || len(a) < 40 {
		t.Errorf("the tokens are %q and %q", a, b)
	}
	for range 100 {
		post("same")
		now.pass(10 * time.Minute)
	}
	s.d.Lock()
	defer s.d.Unlock()
	w := &s.d.World
	if len(w.Interactions) != 1 || len(w.Nonces) != 1 {
		t.Errorf("%d interactions and %d nonces are remembered, want 1 and 1", len(w.Interactions), len(w.Nonces))
	}
	if u := s.d.Person("ann"); len(u.Notes) != 100 || u.Noted != 102 {
		t.Errorf("%d notes of %d are remembered", len(u.Notes), u.Noted)
	}
}

func TestDirectChannel(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) {
		if i.Member != nil || i.User == nil || i.GuildID != "" || i.Context != 1 {
			t.Errorf("in a DM: %s", i.raw)
		}
		i.answer(4, `{"content":"x","flags":64}`)
	})
	ann := s.User("ann")
	m := b.slash("ann", ann.DM(), "/go")
	if !m.Ephemeral {
		t.Errorf("Slash = %+v", m)
	}
}

func TestLateAndSecondAnswers(t *testing.T) {
	var now clock
	codes := make(chan int, 6)
	_, b := play(t, Config{Now: now.read, AnswerWithin: time.Minute}, func(i asked) {
		codes <- i.bot.call("PATCH", i.hook("/messages/@original"), `{"content":"early"}`, nil)
		codes <- i.answer(5, `{"flags":64}`)
		codes <- i.answer(4, `{"content":"again"}`)
		now.pass(16 * time.Minute)
		codes <- i.bot.call("PATCH", i.hook("/messages/@original"), `{"content":"late"}`, nil)
		now.pass(-16 * time.Minute)
		codes <- i.bot.call("PATCH", i.hook("/messages/@original"), `{"content":"done"}`, nil)
	})
	m := b.slash("ann", games, "/go")
	if m.Content != "done" || !m.Ephemeral || m.Thinking || m.Edited {
		t.Errorf("Slash = %+v", m)
	}
	wantAnswers(t, codes, "in turn", 10015, 0, 40060, 50027, 0)
}

// With with_response a deferred answer has its message too, with the type that it is
// deferred for.
func TestCallbackTellsTheMessage(t *testing.T) {
	kinds := make(chan int, 1)
	type resource struct {
		Type    int
		Message posted
	}
	got := make(chan resource, 1)
	s, b := play(t, Config{SettleWithin: time.Millisecond}, func(i asked) {
		var out struct{ Resource resource }
		i.bot.ok("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback?with_response=true", obj{"type": next(t, kinds, "the type to answer with"), "data": obj{"content": "x"}}, &out)
		i.bot.ok("PATCH", i.hook("/messages/@original"), `{"content":"edited"}`, nil)
		got <- out.Resource
	})
	b.run(`m = POST /channels/$games/messages {"content":"x","components":[<Go go>]}`)
	for _, c := range []struct{ kind, want int }{{4, 4}, {5, 4}, {6, 7}, {7, 7}} {
		kinds <- c.kind
		var err error
		if c.kind < 6 {
			_, err = s.User("ann").Slash(within(t), games, "/go")
		} else {
			_, err = s.User("ann").Click(within(t), b.id("m"), "Go")
		}
		if r := next(t, got, "the answer to the callback"); err != nil || r.Type != c.want || r.Message.ID == "" {
			t.Errorf("the answer to type %d has %+v (%v), want a message of type %d", c.kind, r, err, c.want)
		}
	}
}

func TestTooLate(t *testing.T) {
	told := make(chan asked, 1)
	s, b := play(t, Config{AnswerWithin: time.Millisecond}, func(i asked) { told <- i })
	if _, err := s.User("ann").Slash(within(t), games, "/go"); !errors.Is(err, discord.ErrNoAnswer) {
		t.Errorf("Slash without an answer: %v", err)
	}
	i := next(t, told, "the interaction")
	wantCode(t, "answer after the person gave up", i.answer(4, `{"content":"x"}`), 10062)
	b.run(`POST /interactions/1/x/callback {"type":5} → 10062`)
}

func TestFollowUpTakesThePlaceOfThinking(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) {
		i.answer(5, `{"flags":64}`)
		i.bot.ok("POST", i.hook(""), `{"content":"one"}`, nil)
		i.bot.ok("POST", i.hook(""), obj{"content": "two, <@" + s2id + ">"}, nil)
	})
	ann := s.User("ann")
	m := b.slash("ann", games, "/go")
	if m.Content != "one" || !m.Ephemeral {
		t.Errorf("Slash = %+v", m)
	}
	seen, err := ann.Await(within(t), games, func(ms []Message) bool { return len(ms) == 2 })
	if err != nil || seen[1].Ephemeral || len(seen[1].Pings) != 1 {
		t.Errorf("ann sees %+v, %v", seen, err)
	}
	if got := s.User("ben").Sees(games); len(got) != 1 {
		t.Errorf("ben sees %d messages, want the public one", len(got))
	}
}

const s2id = "1100000000000000101" // ben

func TestModal(t *testing.T) {
	codes := make(chan int, 3)
	s, b := play(t, Config{}, func(i asked) {
		if i.Type == world.KindModal {
			i.answer(4, obj{"content": i.Data.Components[0].Components[0].Value, "flags": 64})
			return
		}
		const input = `{"type":1,"components":[{"type":4,"custom_id":"tz","label":"Zone","style":1,"min_length":2}]}`
		codes <- i.answer(9, many(`{"title":"«46x»","custom_id":"m","components":[`+input+`]}`))
		codes <- i.answer(9, `{"title":"T","custom_id":"m","components":[]}`)
		codes <- i.answer(9, `{"title":"T","custom_id":"m","components":[`+input+`]}`)
	})
	m := b.slash("ann", games, "/go")
	if m.Modal == nil {
		t.Fatalf("Slash = %+v", m)
	}
	wantAnswers(t, codes, "a modal", 50035, 50035, 0)
	submit := func(field, text string) (*Message, error) {
		return s.User("ann").Submit(within(t), m.Modal, map[string]string{field: text})
	}
	for _, text := range []string{"", "x"} {
		if _, err := submit("tz", text); err == nil {
			t.Errorf("a modal with %q was sent", text)
		}
	}
	if m := b.seen(submit("Zone", "Europe/Paris")); m.Content != "Europe/Paris" {
		t.Errorf("Submit = %+v", m)
	}
}

func TestComplete(t *testing.T) {
	codes := make(chan int, 2)
	s, _ := play(t, Config{}, func(i asked) {
		if !strings.Contains(string(i.raw), `"focused":true,"name":"move"`) {
			t.Errorf("nothing is focused in %s", i.raw)
		}
		codes <- i.answer(8, many(`{"choices":[⟨26× {"name":"n","value":"v"}⟩]}`))
		codes <- i.answer(8, `{"choices":[{"name":"to e4","value":"e4"}]}`)
	})
	ann, ctx := s.User("ann"), within(t)
	got, err := ann.Complete(ctx, games, "/move game:x move:e")
	if err != nil || len(got) != 1 || got[0] != (Choice{"to e4", "e4"}) {
		t.Errorf("Complete = %v, %v", got, err)
	}
	wantCode(t, "26 choices", next(t, codes, "the completion"), 50035)
	got, err = ann.Complete(ctx, games, "/play permute first:ra")
	if err != nil || len(got) != 1 || got[0].Value != "rnd" {
		t.Errorf("Complete of fixed choices = %v, %v", got, err)
	}
	if _, err := ann.Complete(ctx, games, "/move"); err == nil {
		t.Error("completed nothing")
	}
}

func TestAwaitEndsWithItsContext(t *testing.T) {
	s := start(t, Config{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.User("ann").Await(ctx, games, func([]Message) bool { return false }); !errors.Is(err, context.Canceled) {
		t.Errorf("Await = %v", err)
	}
}

// Without allowed_mentions an answer pings people only, unlike another message.
func TestAnAnswerPingsPeopleAlone(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, obj{"content": "@everyone <@" + i.bot.s.User("ben").ID() + ">"}) })
	m := b.slash("ann", games, "/go")
	if m.Everyone || !slices.Equal(m.Pings, []string{"ben"}) {
		t.Errorf("the answer is %+v, want one that pings ben", m)
	}
	b.run(`POST /channels/$games/messages {"content":"@everyone"}`)
	if seen := s.User("cleo").Sees(games); !seen[1].Everyone {
		t.Error("a message with @everyone pings nobody")
	}
}

// An update that lists no attachments removes them; an edit keeps them.
func TestAnUpdateTakesFilesAway(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(7, `{"content":"y"}`) })
	var m posted
	b.upload("POST", gamesPosts, `{"content":"x","components":[<B b>]}`, &m, "file")
	b.ok("PATCH", "/channels/"+games+"/messages/"+m.ID, `{"content":"z"}`, nil)
	if n := len(s.User("ann").Sees(games)[0].Attachments); n != 1 {
		t.Errorf("after an edit there are %d files, want 1", n)
	}
	if got := b.click("ann", m.ID, "B"); len(got.Attachments) != 0 {
		t.Errorf("after an update the message is %+v, want no files", got)
	}
}
