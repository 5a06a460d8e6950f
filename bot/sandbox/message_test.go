package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/world"
)

// posted is a message, with the fields that tests read.
type posted struct {
	ID, Content string
	Flags       int
	Attachments []struct{ ID, Filename, Description, URL string }
	Mentions    []struct{ ID string }
	Thread      *struct{ ID string }
}

// pings are contents, what they allow to be mentioned, and the people who are pinged.
const pings = `
	hi <@$ben> | | ben
	hi <@!$ben> <@$cleo> | ,"allowed_mentions":{"parse":[]} |
	<@$ben><@$cleo> | ,"allowed_mentions":{"parse":[],"users":["$ben"]} | ben
	<@$ben><@$cleo> | ,"allowed_mentions":{"parse":["users"]} | ben cleo
	’<@$ben>’ | |
	@everyone | | ann ben cleo eve
	@everyone | ,"allowed_mentions":{"parse":[]} |
	<@$dan> | |`

func TestPings(t *testing.T) {
	s, b := play(t, Config{}, nil)
	ben := s.User("ben")
	hide(s, games, "dan")
	s.Stage().Rename("eve", "@everyone")
	for _, line := range strings.Split(strings.TrimSpace(pings), "\n") {
		c := append(strings.Split(strings.ReplaceAll(strings.TrimSpace(line), "’", "`"), " |"), "")
		b.run(`
			m = POST /channels/$games/messages {"content":"` + c[0] + `"` + strings.TrimSpace(c[1]) + `}
			PATCH /channels/$games/messages/$m {"content":"` + c[0] + ` <@$ben> @everyone"}`)
		seen := s.User("ann").Sees(games)
		got := seen[len(seen)-1]
		if strings.Join(got.Pings, " ") != strings.TrimSpace(c[2]) || got.Everyone != (len(got.Pings) > 2) {
			t.Errorf("%s pings %v, everyone %v", line, got.Pings, got.Everyone)
		}
	}
	if n := ben.Notifications(); len(n) != 4 || n[0].Text != "hi @Ben" || n[0].From != "Parlour (#games)" {
		t.Errorf("ben's notifications: %+v", n)
	}
}

func TestNonce(t *testing.T) {
	var now clock
	s, b := play(t, Config{Now: now.read}, nil)
	post := func(enforce bool) string {
		var m posted
		b.ok("POST", gamesPosts, obj{"content": "x", "nonce": "n", "enforce_nonce": enforce}, &m)
		return m.ID
	}
	first := post(true)
	if post(true) != first {
		t.Error("a repeated nonce made a second message")
	}
	if post(false) == first {
		t.Error("a nonce that is not enforced was")
	}
	now.pass(time.Hour)
	if post(true) == first {
		t.Error("a nonce was remembered for an hour")
	}
	if n := len(s.User("ann").Sees(games)); n != 3 {
		t.Errorf("%d messages, want 3", n)
	}
	b.names("m", post(true))
	b.run(`
		DELETE /channels/$games/messages/$m
		POST /channels/$games/messages {"content":"x","nonce":"n","enforce_nonce":true} → 10008`)
	now.pass(time.Hour)
	post(true)
}

func TestEditKeepsWhatIsAbsent(t *testing.T) {
	s, b := play(t, Config{}, nil)
	var m posted
	path := gamesPosts
	b.upload("POST", path, `{"content":"x","components":[<A a>],"attachments":[{"id":"0","description":"first"},{"id":"1","description":"second"}]}`, &m, "zero", "one")
	if len(m.Attachments) != 2 || m.Attachments[1].Description != "second" || m.Attachments[0].Filename != "f0.txt" {
		t.Fatalf("attachments are %+v", m.Attachments)
	}
	b.ok("PATCH", path+"/"+m.ID, `{"content":"y"}`, &m)
	if got := s.User("ann").Sees(games)[0]; got.Content != "y" || len(got.Rows) != 1 || len(got.Attachments) != 2 || !got.Edited {
		t.Errorf("after an edit of the content: %+v", got)
	}
	keep := m.Attachments[0].ID
	b.upload("PATCH", path+"/"+m.ID, obj{"attachments": []obj{{"id": keep}, {"id": "0", "description": "new"}}, "components": []obj{}}, &m, "two")
	got := s.User("ann").Sees(games)[0]
	if len(got.Attachments) != 2 || got.Attachments[0].Alt != "first" || got.Attachments[1].Alt != "new" || got.Rows != nil {
		t.Errorf("after an edit of the files: %+v", got)
	}
	if string(got.Attachments[1].Data) != "two" {
		t.Errorf("the new file holds %q", got.Attachments[1].Data)
	}
	wantCode(t, "edit to nothing", b.call("PATCH", path+"/"+m.ID, `{"content":"","attachments":[]}`, nil), 50006)
	b.ok("DELETE", path+"/"+m.ID, nil, nil)
	wantCode(t, "edit of a deleted message", b.call("PATCH", path+"/"+m.ID, `{"content":"z"}`, nil), 10008)
}

func TestThreads(t *testing.T) {
	s, b := play(t, Config{}, nil)
	ann := s.User("ann")
	b.run(`
		m = POST /channels/$games/messages {"content":"table"}
		th = POST /channels/$games/messages/$m/threads {"name":"Permute","auto_archive_duration":10080} ~ "type":11
		GET /channels/$th ~ "parent_id":"$games"
		POST /channels/$games/messages/$m/threads {"name":"Permute"} → 160004 # a second one
		in = POST /channels/$th/messages {"content":"<@$ann>"}
		POST /channels/$th/messages/$in/threads {"name":"Permute"} → 50024 # a thread in a thread`)
	s.d.Lock()
	if !s.d.Channels[b.id("th")].Has(ann.ID()) {
		t.Error("a ping did not add ann to the thread")
	}
	s.d.Unlock()
	if got := ann.Sees(games)[0]; got.Thread != b.id("th") || got.Thread != got.ID {
		t.Errorf("the table %s has the thread %q", got.ID, got.Thread)
	}
	b.names("voice", s.Stage().AddChannel("voice", world.Voice))
	b.run(`
		lock $th
		PATCH /channels/$th/messages/$in {"content":"x"} → 50083
		POST /channels/$th/messages {"content":"x"} → 50083`)
	if _, err := ann.Slash(within(t), b.id("th"), "/go"); err != errAsleep {
		t.Errorf("a command in an archived thread: %v", err)
	}
	b.run(`
		archive $th
		POST /channels/$th/messages {"content":"wake"}
		PATCH /channels/$th/messages/$in {"content":"x"}
		m = POST /channels/$voice/messages {"content":"x"}
		POST /channels/$voice/messages/$m/threads {"name":"Permute"} → 50024 # in a voice chat
		PUT /channels/$th/thread-members/@me
		POST /channels/$games/threads {"name":"free","type":11}`)
}

func TestPermissions(t *testing.T) {
	perms := make(chan string, 1)
	_, b := play(t, Config{}, func(i asked) {
		perms <- i.AppPermissions
		i.answer(4, `{"content":"still here"}`)
	})
	b.run(`
		m = POST /channels/$games/messages {"content":"x"}
		deny AttachFiles`)
	wantCode(t, "a file", b.upload("POST", gamesPosts, `{"content":"x"}`, nil, "f"), 50013)
	b.run(`
		deny CreatePublicThreads
		POST /channels/$games/messages/$m/threads {"name":"x"} → 50013
		deny ReadMessageHistory
		GET /channels/$games/messages/$m → 50013
		deny SendMessages
		POST /channels/$games/messages {"content":"x"} → 50013
		POST /channels/$games/typing → 50013
		deny ViewChannel
		GET /channels/$games → 50001`)
	if got := b.slash("ann", games, "/go"); got.Content != "still here" {
		t.Errorf("an interaction where the bot sees nothing: %+v", got)
	}
	want := world.BotPermissions &^ (world.AttachFiles | world.CreatePublicThreads | world.ReadMessageHistory | world.SendMessages | world.ViewChannel)
	if p := next(t, perms, "the interaction"); p != want.String() {
		t.Errorf("app_permissions is %s, want %d", p, want)
	}
	b.run(`
		allow ViewChannel
		allow SendMessages
		POST /channels/$games/messages {"content":"x"}
		GET /channels/1 → 10003`)
}

func TestDirectMessages(t *testing.T) {
	s, b := play(t, Config{}, nil)
	ann := s.User("ann")
	s.d.Change(func() { s.d.Users = append(s.d.Users, &world.User{ID: "9", Name: "Other", Bot: true}) })
	b.names("other", "9")
	b.run(`
		dm = POST /users/@me/channels {"recipient_id":"$ann"}
		POST /channels/$dm/messages {"content":"your hand"}`)
	if n := ann.Notifications(); len(n) != 1 || n[0].From != "Parlour" || b.id("dm") != ann.DM() {
		t.Errorf("ann's direct channel is %s, want %s; notifications: %+v", b.id("dm"), ann.DM(), n)
	}
	s.Stage().CloseDMs("ann", true)
	b.run(`POST /channels/$dm/messages {"content":"x"} → 50007`)
	s.Stage().Leave("ann", true)
	b.run(`
		POST /channels/$dm/messages {"content":"x"} → 50278
		GET /guilds/$guild/members/$ann → 10007
		GET /guilds/$guild/members/1 → 10013`)
	s.Stage().Leave("ann", false)
	b.run(`
		GET /guilds/$guild/members/$ann
		POST /users/@me/channels {"recipient_id":"1"} → 10013
		POST /users/@me/channels {"recipient_id":"$other"} → 50007 # a bot`)
}

func TestListAndReply(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, `{"content":"private","flags":64}`) })
	b.slash("ann", games, "/go")
	path := gamesPosts
	var ids []string
	for n := range 5 {
		var m posted
		b.ok("POST", path, obj{"content": fmt.Sprint(n)}, &m)
		ids = append(ids, m.ID)
	}
	if !slices.IsSorted(ids) {
		t.Errorf("ids %v do not ascend", ids)
	}
	for query, want := range map[string]string{
		"": "43210", "?limit=2": "43", "?before=" + ids[2]: "10", "?after=" + ids[1] + "&limit=2": "32", "?around=" + ids[2] + "&limit=3": "321",
	} {
		var ms []posted
		b.ok("GET", path+query, nil, &ms)
		got := ""
		for _, m := range ms {
			got += m.Content
		}
		if got != want {
			t.Errorf("GET %s lists %s, want %s", query, got, want)
		}
	}
	said := b.seen(s.User("ben").Say(games, "hm"))
	b.names("said", said.ID)
	b.run(`
		GET /channels/$games/messages?limit=0 → 50035
		GET /channels/$games/messages?limit=101 → 50035
		GET /channels/$games/messages?limit=many → 50035
		PATCH /channels/$games/messages/$said {"content":"x"} → 50005
		POST /channels/$games/messages {"content":"re","message_reference":{"message_id":"$said"}}
		POST /channels/$games/messages {"content":"re","message_reference":{"message_id":"1"}} → 50035`)
	seen := s.User("ben").Sees(games)
	if last := seen[len(seen)-1]; last.ReplyTo != said.ID || !slices.Equal(last.Pings, []string{"ben"}) {
		t.Errorf("the reply is %+v", last)
	}
}

// An id in a request may be a number, as other libraries write it.
func TestNumbersAsIDs(t *testing.T) {
	s, b := play(t, Config{}, nil)
	path := gamesPosts
	var m, reply posted
	ben := json.Number(s.User("ben").ID())
	form := obj{"content": s.User("ben").Mention(), "attachments": []obj{{"id": 0, "description": "a file"}}, "allowed_mentions": obj{"users": []any{ben}}}
	if code := b.upload("POST", path, form, &m, "one"); code != 0 {
		t.Fatalf("a message with numbers: code %d", code)
	}
	got := s.User("ann").Sees(games)[0]
	if len(got.Attachments) != 1 || got.Attachments[0].Alt != "a file" || len(got.Pings) != 1 {
		t.Errorf("the message is %+v", got)
	}
	b.ok("PATCH", path+"/"+m.ID, obj{"attachments": []obj{{"id": json.Number(m.Attachments[0].ID)}}}, nil)
	if got := s.User("ann").Sees(games)[0]; len(got.Attachments) != 1 {
		t.Errorf("after an edit that keeps the file by a number: %+v", got)
	}
	b.ok("POST", path, obj{"content": "re", "message_reference": obj{"message_id": json.Number(m.ID)}}, &reply)
	b.ok("POST", "/users/@me/channels", obj{"recipient_id": ben}, nil)
}
