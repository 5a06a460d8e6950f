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

func TestPings(t *testing.T) {
	s, b := play(t, Config{}, nil)
	ben, cleo := s.User("ben"), s.User("cleo")
	s.Stage().Hide(s.Channel("games"), "dan")
	s.Stage().Rename("eve", "@everyone")
	at := func(u *User) string { return "<@" + u.ID() + ">" }
	none := obj{"parse": []string{}}
	for _, c := range []struct {
		content  string
		allowed  any
		pings    string
		everyone bool
	}{
		{"hi " + at(ben), nil, "ben", false},
		{"hi <@!" + ben.ID() + "> " + at(cleo), none, "", false},
		{at(ben) + at(cleo), obj{"parse": []string{}, "users": []string{ben.ID()}}, "ben", false},
		{at(ben) + at(cleo), obj{"parse": []string{"users"}}, "ben cleo", false},
		{"`" + at(ben) + "`", nil, "", false},
		{"@everyone", nil, "ann ben cleo eve", true},
		{"@everyone", none, "", false},
		{at(s.User("dan")), nil, "", false},
	} {
		body := obj{"content": c.content}
		if c.allowed != nil {
			body["allowed_mentions"] = c.allowed
		}
		var m posted
		b.ok("POST", "/channels/"+world.GamesID+"/messages", body, &m)
		b.ok("PATCH", "/channels/"+world.GamesID+"/messages/"+m.ID, obj{"content": c.content + at(ben) + " @everyone"}, nil)
		seen := s.User("ann").Sees(world.GamesID)
		got := seen[len(seen)-1]
		if strings.Join(got.Pings, " ") != c.pings || got.Everyone != c.everyone {
			t.Errorf("%q with %v pings %v, everyone %v", c.content, c.allowed, got.Pings, got.Everyone)
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
		b.ok("POST", "/channels/"+world.GamesID+"/messages", obj{"content": "x", "nonce": "n", "enforce_nonce": enforce}, &m)
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
	if n := len(s.User("ann").Sees(world.GamesID)); n != 3 {
		t.Errorf("%d messages, want 3", n)
	}
	again := obj{"content": "x", "nonce": "n", "enforce_nonce": true}
	b.ok("DELETE", "/channels/"+world.GamesID+"/messages/"+post(true), nil, nil)
	wantCode(t, "the nonce of a deleted message", b.call("POST", "/channels/"+world.GamesID+"/messages", again, nil), 10008)
	now.pass(time.Hour)
	b.ok("POST", "/channels/"+world.GamesID+"/messages", again, nil)
}

func TestEditKeepsWhatIsAbsent(t *testing.T) {
	s, b := play(t, Config{}, nil)
	var m posted
	path := "/channels/" + world.GamesID + "/messages"
	b.upload("POST", path, obj{
		"content": "x", "components": []obj{row(btn("A", "a"))},
		"attachments": []obj{{"id": "0", "description": "first"}, {"id": "1", "description": "second"}},
	}, &m, "zero", "one")
	if len(m.Attachments) != 2 || m.Attachments[1].Description != "second" || m.Attachments[0].Filename != "f0.txt" {
		t.Fatalf("attachments are %+v", m.Attachments)
	}
	b.ok("PATCH", path+"/"+m.ID, obj{"content": "y"}, &m)
	if got := s.User("ann").Sees(world.GamesID)[0]; got.Content != "y" || len(got.Rows) != 1 || len(got.Attachments) != 2 || !got.Edited {
		t.Errorf("after an edit of the content: %+v", got)
	}
	keep := m.Attachments[0].ID
	b.upload("PATCH", path+"/"+m.ID, obj{"attachments": []obj{{"id": keep}, {"id": "0", "description": "new"}}, "components": []obj{}}, &m, "two")
	got := s.User("ann").Sees(world.GamesID)[0]
	if len(got.Attachments) != 2 || got.Attachments[0].Alt != "first" || got.Attachments[1].Alt != "new" || got.Rows != nil {
		t.Errorf("after an edit of the files: %+v", got)
	}
	if string(got.Attachments[1].Data) != "two" {
		t.Errorf("the new file holds %q", got.Attachments[1].Data)
	}
	wantCode(t, "edit to nothing", b.call("PATCH", path+"/"+m.ID, obj{"content": "", "attachments": []obj{}}, nil), 50006)
	b.ok("DELETE", path+"/"+m.ID, nil, nil)
	wantCode(t, "edit of a deleted message", b.call("PATCH", path+"/"+m.ID, obj{"content": "z"}, nil), 10008)
}

func TestThreads(t *testing.T) {
	s, b := play(t, Config{}, nil)
	ann := s.User("ann")
	var m, in posted
	path := "/channels/" + world.GamesID + "/messages"
	b.ok("POST", path, obj{"content": "table"}, &m)
	form := obj{"name": "Permute", "auto_archive_duration": 10080}
	var th struct {
		ID       string
		ParentID string `json:"parent_id"`
		Type     int
	}
	b.ok("POST", path+"/"+m.ID+"/threads", form, &th)
	if th.ID != m.ID || th.ParentID != world.GamesID || th.Type != 11 {
		t.Errorf("thread is %+v", th)
	}
	wantCode(t, "second thread", b.call("POST", path+"/"+m.ID+"/threads", form, nil), 160004)
	b.ok("POST", "/channels/"+th.ID+"/messages", obj{"content": "<@" + ann.ID() + ">"}, &in)
	wantCode(t, "thread in a thread", b.call("POST", "/channels/"+th.ID+"/messages/"+in.ID+"/threads", form, nil), 50024)
	s.d.Lock()
	if !s.d.World.Channels[th.ID].Has(ann.ID()) {
		t.Error("a ping did not add ann to the thread")
	}
	s.d.Unlock()
	if got := ann.Sees(world.GamesID)[0]; got.Thread != th.ID {
		t.Errorf("the table's thread is %q", got.Thread)
	}
	s.Stage().Archive(th.ID, true)
	edit := "/channels/" + th.ID + "/messages/" + in.ID
	wantCode(t, "edit in an archived thread", b.call("PATCH", edit, obj{"content": "x"}, nil), 50083)
	wantCode(t, "post in a locked thread", b.call("POST", "/channels/"+th.ID+"/messages", obj{"content": "x"}, nil), 50083)
	if _, err := ann.Slash(within(t), th.ID, "/go"); err != errAsleep {
		t.Errorf("a command in an archived thread: %v", err)
	}
	s.Stage().Archive(th.ID, false)
	b.ok("POST", "/channels/"+th.ID+"/messages", obj{"content": "wake"}, nil)
	b.ok("PATCH", edit, obj{"content": "x"}, nil)
	voice := s.Stage().AddChannel("voice", world.Voice)
	b.ok("POST", "/channels/"+voice+"/messages", obj{"content": "x"}, &m)
	wantCode(t, "thread in a voice chat", b.call("POST", "/channels/"+voice+"/messages/"+m.ID+"/threads", form, nil), 50024)
	b.ok("PUT", "/channels/"+th.ID+"/thread-members/@me", nil, nil)
	b.ok("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "free", "type": 11}, &th)
}

func TestPermissions(t *testing.T) {
	perms := make(chan string, 1)
	s, b := play(t, Config{}, func(i asked) {
		perms <- i.AppPermissions
		i.answer(4, obj{"content": "still here"})
	})
	path := "/channels/" + world.GamesID + "/messages"
	var m posted
	b.ok("POST", path, obj{"content": "x"}, &m)
	s.Stage().Deny(world.GamesID, world.AttachFiles)
	wantCode(t, "a file", b.upload("POST", path, obj{"content": "x"}, nil, "f"), 50013)
	s.Stage().Deny(world.GamesID, world.CreatePublicThreads)
	wantCode(t, "a thread", b.call("POST", path+"/"+m.ID+"/threads", obj{"name": "x"}, nil), 50013)
	s.Stage().Deny(world.GamesID, world.ReadMessageHistory)
	wantCode(t, "history", b.call("GET", path+"/"+m.ID, nil, nil), 50013)
	s.Stage().Deny(world.GamesID, world.SendMessages)
	wantCode(t, "a message", b.call("POST", path, obj{"content": "x"}, nil), 50013)
	wantCode(t, "typing", b.call("POST", "/channels/"+world.GamesID+"/typing", nil, nil), 50013)
	s.Stage().Deny(world.GamesID, world.ViewChannel)
	wantCode(t, "the channel", b.call("GET", "/channels/"+world.GamesID, nil, nil), 50001)
	got, err := s.User("ann").Slash(within(t), world.GamesID, "/go")
	if err != nil || got.Content != "still here" {
		t.Errorf("an interaction where the bot sees nothing: %+v, %v", got, err)
	}
	want := world.BotPermissions &^ (world.AttachFiles | world.CreatePublicThreads | world.ReadMessageHistory | world.SendMessages | world.ViewChannel)
	if p := next(t, perms, "the interaction"); p != want.String() {
		t.Errorf("app_permissions is %s, want %d", p, want)
	}
	s.Stage().Allow(world.GamesID, world.ViewChannel|world.SendMessages)
	b.ok("POST", path, obj{"content": "x"}, nil)
	wantCode(t, "no such channel", b.call("GET", "/channels/1", nil, nil), 10003)
}

func TestDirectMessages(t *testing.T) {
	s, b := play(t, Config{}, nil)
	ann := s.User("ann")
	var dm struct{ ID string }
	b.ok("POST", "/users/@me/channels", obj{"recipient_id": ann.ID()}, &dm)
	if dm.ID != ann.DM() {
		t.Errorf("ann's DM is %s, want %s", dm.ID, ann.DM())
	}
	path := "/channels/" + dm.ID + "/messages"
	b.ok("POST", path, obj{"content": "your hand"}, nil)
	if n := ann.Notifications(); len(n) != 1 || n[0].From != "Parlour" {
		t.Errorf("notifications: %+v", n)
	}
	s.Stage().CloseDMs("ann", true)
	wantCode(t, "closed", b.call("POST", path, obj{"content": "x"}, nil), 50007)
	s.Stage().Leave("ann")
	wantCode(t, "left", b.call("POST", path, obj{"content": "x"}, nil), 50278)
	wantCode(t, "member who left", b.call("GET", "/guilds/"+world.GuildID+"/members/"+ann.ID(), nil, nil), 10007)
	wantCode(t, "member whom nobody knows", b.call("GET", "/guilds/"+world.GuildID+"/members/1", nil, nil), 10013)
	s.Stage().Join("ann")
	b.ok("GET", "/guilds/"+world.GuildID+"/members/"+ann.ID(), nil, nil)
	wantCode(t, "DM with nobody", b.call("POST", "/users/@me/channels", obj{"recipient_id": "1"}, nil), 10013)
	wantCode(t, "DM with a bot", b.call("POST", "/users/@me/channels", obj{"recipient_id": s.Stage().AddBot("Other")}, nil), 50007)
}

func TestListAndReply(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, obj{"content": "private", "flags": 64}) })
	path := "/channels/" + world.GamesID + "/messages"
	if _, err := s.User("ann").Slash(within(t), world.GamesID, "/go"); err != nil {
		t.Fatal(err)
	}
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
	for _, bad := range []string{"0", "101", "many"} {
		wantCode(t, "a list of "+bad, b.call("GET", path+"?limit="+bad, nil, nil), 50035)
	}
	said, err := s.User("ben").Say(world.GamesID, "hm")
	if err != nil {
		t.Fatal(err)
	}
	wantCode(t, "edit of another's message", b.call("PATCH", path+"/"+said.ID, obj{"content": "x"}, nil), 50005)
	b.ok("POST", path, obj{"content": "re", "message_reference": obj{"message_id": said.ID}}, nil)
	seen := s.User("ben").Sees(world.GamesID)
	if last := seen[len(seen)-1]; last.ReplyTo != said.ID || !slices.Equal(last.Pings, []string{"ben"}) {
		t.Errorf("the reply is %+v", last)
	}
	wantCode(t, "reply to nothing", b.call("POST", path, obj{"content": "re", "message_reference": obj{"message_id": "1"}}, nil), 50035)
}

// An id in a request may be a number, as other libraries write it.
func TestNumbersAsIDs(t *testing.T) {
	s, b := play(t, Config{}, nil)
	path := "/channels/" + world.GamesID + "/messages"
	var m, reply posted
	ben := json.Number(s.User("ben").ID())
	form := obj{"content": s.User("ben").Mention(), "attachments": []obj{{"id": 0, "description": "a file"}}, "allowed_mentions": obj{"users": []any{ben}}}
	if code := b.upload("POST", path, form, &m, "one"); code != 0 {
		t.Fatalf("a message with numbers: code %d", code)
	}
	got := s.User("ann").Sees(world.GamesID)[0]
	if len(got.Attachments) != 1 || got.Attachments[0].Alt != "a file" || len(got.Pings) != 1 {
		t.Errorf("the message is %+v", got)
	}
	b.ok("PATCH", path+"/"+m.ID, obj{"attachments": []obj{{"id": json.Number(m.Attachments[0].ID)}}}, nil)
	if got := s.User("ann").Sees(world.GamesID)[0]; len(got.Attachments) != 1 {
		t.Errorf("after an edit that keeps the file by a number: %+v", got)
	}
	b.ok("POST", path, obj{"content": "re", "message_reference": obj{"message_id": json.Number(m.ID)}}, &reply)
	b.ok("POST", "/users/@me/channels", obj{"recipient_id": ben}, nil)
}
