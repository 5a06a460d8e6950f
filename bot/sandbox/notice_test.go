package sandbox

import (
	"encoding/json"
	"testing"
	"time"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// thread opens a thread in #games and returns its id and the path of its messages.
func (b *bot) thread() (id, path string) {
	b.t.Helper()
	var m posted
	b.ok("POST", "/channels/"+world.GamesID+"/messages", obj{"content": "table"}, &m)
	b.ok("POST", "/channels/"+world.GamesID+"/messages/"+m.ID+"/threads", obj{"name": "Permute"}, nil)
	return m.ID, "/channels/" + m.ID + "/messages"
}

// notices lists what Discord notes in a channel.
func notices(s *Server, channel string) (all []string, ids []string) {
	for _, m := range s.User("ann").Sees(channel) {
		if m.Notice != "" {
			all, ids = append(all, m.Notice), append(ids, m.ID)
		}
	}
	return all, ids
}

// A rename of a thread leaves a notice that the bot can neither delete nor edit. Two renames
// pass in ten minutes.
func TestARenameLeavesANotice(t *testing.T) {
	var now clock
	s, b := play(t, Config{Now: now.read}, nil)
	id, path := b.thread()
	rename := func(name string) int { return b.call("PATCH", "/channels/"+id, obj{"name": name}, nil) }
	wantCode(t, "the first rename", rename("Permute: Ann, Ben"), 0)
	now.pass(5 * time.Minute)
	wantCode(t, "the same name again", rename("Permute: Ann, Ben"), 0)
	said, ids := notices(s, id)
	if len(said) != 1 || said[0] != "changed the name: Permute: Ann, Ben" {
		t.Fatalf("the thread notes %q, want one rename", said)
	}
	wantCode(t, "deleting the notice", b.call("DELETE", path+"/"+ids[0], nil, nil), 50021)
	wantCode(t, "editing the notice", b.call("PATCH", path+"/"+ids[0], obj{"content": "x"}, nil), 50021)
	rename("x")
	var refused struct {
		RetryAfter float64 `json:"retry_after"`
	}
	traffic := s.Traffic()
	if err := json.Unmarshal(traffic[len(traffic)-1].Answer, &refused); err != nil {
		t.Fatal(err)
	}
	if refused.RetryAfter != (5 * time.Minute).Seconds() {
		t.Errorf("a third rename has to wait %v s, want %v", refused.RetryAfter, 5*time.Minute)
	}
	b.ok("PATCH", "/channels/"+id, obj{"auto_archive_duration": 1440}, nil) // that is no rename
	now.pass(5 * time.Minute)
	wantCode(t, "a rename when the first is ten minutes old", rename("x"), 0)
}

// A mention in a new message adds a person to a thread with a notice, even if the message is
// silent; one in an edit adds them without. Nobody is added twice.
func TestAMentionAddsWithANotice(t *testing.T) {
	s, b := play(t, Config{}, nil)
	id, path := b.thread()
	var m posted
	at := func(name string) string { return s.User(name).Mention() }
	b.ok("POST", path, obj{"content": at("ben") + at("ben")}, &m)
	b.ok("POST", path, obj{"content": at("ben") + at("cleo"), "flags": rule.FlagSilent}, nil)
	b.ok("PATCH", path+"/"+m.ID, obj{"content": at("dan")}, nil)
	b.ok("PATCH", path+"/"+m.ID, obj{"content": at("eve"), "allowed_mentions": obj{"parse": []string{}}}, nil)
	said, ids := notices(s, id)
	if len(said) != 2 || said[0] != "added Ben to the thread" || said[1] != "added Cleo to the thread" {
		t.Errorf("the thread notes %q, want that ben and cleo were added", said)
	}
	wantCode(t, "deleting the notice", b.call("DELETE", path+"/"+ids[0], nil, nil), 50021)
	b.ok("PUT", "/channels/"+id+"/thread-members/"+s.User("eve").ID(), nil, nil)
	b.ok("PUT", "/channels/"+id+"/thread-members/"+s.User("eve").ID(), nil, nil)
	if said, _ := notices(s, id); len(said) != 3 || said[2] != "added Eve to the thread" {
		t.Errorf("the thread notes %q, want that eve was added too", said)
	}
	s.d.Lock()
	defer s.d.Unlock()
	for _, name := range []string{"ben", "cleo", "dan", "eve"} {
		if !s.d.World.Channels[id].Has(s.d.Person(name).ID) {
			t.Errorf("%s is not in the thread", name)
		}
	}
}

// A silent message notifies nobody, and is marked.
func TestASilentMessageNotifiesNobody(t *testing.T) {
	s, b := play(t, Config{}, nil)
	ben := s.User("ben")
	b.ok("POST", "/channels/"+world.GamesID+"/messages", obj{"content": ben.Mention(), "flags": rule.FlagSilent}, nil)
	b.ok("POST", "/channels/"+ben.DM()+"/messages", obj{"content": "x", "flags": rule.FlagSilent}, nil)
	if n := ben.Notifications(); len(n) > 0 {
		t.Errorf("silent messages notify: %+v", n)
	}
	if m := ben.Sees(world.GamesID)[0]; !m.Silent || len(m.Pings) > 0 {
		t.Errorf("ben sees %+v, want a silent message", m)
	}
}

// After an update, @original is the message that was pressed, and a follow-up can be for one
// person alone. DELETE then deletes that message, once.
func TestOriginalAfterAnUpdateIsThePressedMessage(t *testing.T) {
	tokens := make(chan asked, 1)
	s, b := play(t, Config{}, func(i asked) {
		i.answer(6, nil)
		b := i.bot
		b.ok("POST", i.hook(""), obj{"content": "only you", "flags": 64}, nil)
		tokens <- i
	})
	var m posted
	path := "/channels/" + world.GamesID + "/messages"
	b.ok("POST", path, obj{"content": "a board", "components": []obj{row(btn("Go", "go"))}}, &m)
	if got, err := s.User("ann").Click(within(t), m.ID, "Go"); err != nil || got == nil || !got.Ephemeral || got.Content != "only you" {
		t.Fatalf("the click is answered with %+v, %v", got, err)
	}
	if n := len(s.User("ben").Sees(world.GamesID)); n != 1 {
		t.Errorf("ben sees %d messages, want the board alone", n)
	}
	i := next(t, tokens, "the token of the click")
	b.ok("PATCH", i.hook("/messages/@original"), obj{"content": "another board"}, nil)
	if got := s.User("ben").Sees(world.GamesID)[0]; got.Content != "another board" || !got.Edited {
		t.Errorf("after an edit of @original ben sees %+v", got)
	}
	b.ok("DELETE", i.hook("/messages/@original"), nil, nil)
	wantCode(t, "deleting it again", b.call("DELETE", i.hook("/messages/@original"), nil, nil), 10008)
	wantCode(t, "deleting it as a message", b.call("DELETE", path+"/"+m.ID, nil, nil), 10008)
}

// What an interaction's token allows does not count towards the limit for all requests.
func TestTokensCostNothing(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) {
		i.answer(5, obj{"flags": 64})
		i.bot.ok("PATCH", i.hook("/messages/@original"), obj{"content": "x"}, nil)
		i.bot.ok("POST", i.hook(""), obj{"content": "y", "flags": 64}, nil)
	})
	before := s.Counted()
	if _, err := s.User("ann").Slash(within(t), world.GamesID, "/go"); err != nil {
		t.Fatal(err)
	}
	b.wantDone()
	if n := s.Counted() - before; n != 0 {
		t.Errorf("an answer costs %d requests, want none", n)
	}
	b.ok("POST", "/channels/"+world.GamesID+"/messages", obj{"content": "x"}, nil)
	if n := s.Counted() - before; n != 1 {
		t.Errorf("a message costs %d requests, want 1", n)
	}
}

// A page shows at once that a message was edited or deleted, and keeps the ping of one that
// was deleted unread.
func TestPageShowsDeletions(t *testing.T) {
	s, b := play(t, Config{}, nil)
	id, path := b.thread()
	conn := live(t, s, "&open="+id)
	var m posted
	b.ok("POST", path, obj{"content": s.User("ann").Mention()}, &m)
	until(t, conn, "the message and a notice", func(v view) bool {
		return len(v.Messages) == 2 && v.Messages[1].Notice != "" && v.PingCount == 1 && !v.Pings[0].Gone
	})
	b.ok("PATCH", path+"/"+m.ID, obj{"content": "x"}, nil)
	until(t, conn, "the edit", func(v view) bool { return v.Messages[0].Edited && v.Messages[0].Content == "x" })
	b.ok("DELETE", path+"/"+m.ID, nil, nil)
	until(t, conn, "that the message is gone and its ping is not", func(v view) bool {
		return len(v.Messages) == 1 && v.PingCount == 1 && v.Pings[0].Gone
	})
}
