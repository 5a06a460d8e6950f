package sandbox

import (
	"testing"
	"time"
)

// thread opens a thread in #games and returns its id and the path of its messages.
func (b *bot) thread() (id, path string) {
	b.t.Helper()
	b.run(`
		th = POST /channels/$games/messages {"content":"table"}
		POST /channels/$games/messages/$th/threads {"name":"Permute"}`)
	return b.id("th"), "/channels/" + b.id("th") + "/messages"
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
	id, _ := b.thread()
	b.run(`PATCH /channels/$th {"name":"Permute: Ann, Ben"}`)
	now.pass(5 * time.Minute)
	b.run(`PATCH /channels/$th {"name":"Permute: Ann, Ben"} # the same again`)
	said, ids := notices(s, id)
	if len(said) != 1 || said[0] != "changed the name: Permute: Ann, Ben" {
		t.Fatalf("the thread notes %q, want one rename", said)
	}
	b.names("notice", ids[0])
	b.run(`
		DELETE /channels/$th/messages/$notice → 50021
		PATCH /channels/$th/messages/$notice {"content":"x"} → 50021
		PATCH /channels/$th {"name":"x"} → 429 ~ "retry_after":300
		PATCH /channels/$th {"auto_archive_duration":1440} # that is no rename`)
	now.pass(5 * time.Minute)
	b.run(`PATCH /channels/$th {"name":"x"} # the first is ten minutes old`)
}

// A mention in a new message adds a person to a thread with a notice, even if the message is
// silent; one in an edit adds them without. Nobody is added twice.
func TestAMentionAddsWithANotice(t *testing.T) {
	s, b := play(t, Config{}, nil)
	id, _ := b.thread()
	b.run(`
		m = POST /channels/$th/messages {"content":"<@$ben><@$ben>"}
		POST /channels/$th/messages {"content":"<@$ben><@$cleo>","flags":4096}
		PATCH /channels/$th/messages/$m {"content":"<@$dan>"}
		PATCH /channels/$th/messages/$m {"content":"<@$eve>","allowed_mentions":{"parse":[]}}`)
	said, ids := notices(s, id)
	if len(said) != 2 || said[0] != "added Ben to the thread" || said[1] != "added Cleo to the thread" {
		t.Errorf("the thread notes %q, want that ben and cleo were added", said)
	}
	b.names("notice", ids[0])
	b.run(`
		DELETE /channels/$th/messages/$notice → 50021
		PUT /channels/$th/thread-members/$eve
		PUT /channels/$th/thread-members/$eve`)
	if said, _ := notices(s, id); len(said) != 3 || said[2] != "added Eve to the thread" {
		t.Errorf("the thread notes %q, want that eve was added too", said)
	}
	s.d.Lock()
	defer s.d.Unlock()
	for _, name := range []string{"ben", "cleo", "dan", "eve"} {
		if !s.d.Channels[id].Has(s.d.Person(name).ID) {
			t.Errorf("%s is not in the thread", name)
		}
	}
}

// A silent message notifies nobody, and is marked.
func TestASilentMessageNotifiesNobody(t *testing.T) {
	s, b := play(t, Config{}, nil)
	b.run(`
		POST /channels/$games/messages {"content":"<@$ben>","flags":4096}
		POST /channels/$ben_dm/messages {"content":"x","flags":4096}`)
	ben := s.User("ben")
	if m := ben.Sees(games)[0]; !m.Silent || len(m.Pings) > 0 || len(ben.Notifications()) > 0 {
		t.Errorf("ben sees %+v, want a silent message, and has the pings %+v", m, ben.Notifications())
	}
}

// After an update, @original is the message that was pressed, and a follow-up can be for one
// person alone. DELETE then deletes that message, once.
func TestOriginalAfterAnUpdateIsThePressedMessage(t *testing.T) {
	tokens := make(chan string, 1)
	s, b := play(t, Config{}, func(i asked) {
		i.answer(6, nil)
		i.bot.ok("POST", i.hook(""), `{"content":"only you","flags":64}`, nil)
		tokens <- i.Token
	})
	b.run(`m = POST /channels/$games/messages {"content":"a board","components":[<Go go>]}`)
	if got := b.click("ann", b.id("m"), "Go"); got == nil || !got.Ephemeral || got.Content != "only you" {
		t.Fatalf("the click is answered with %+v", got)
	}
	if n := len(s.User("ben").Sees(games)); n != 1 {
		t.Errorf("ben sees %d messages, want the board alone", n)
	}
	b.names("token", next(t, tokens, "the token of the click"))
	b.run(`PATCH /webhooks/$app/$token/messages/@original {"content":"another board"}`)
	if got := s.User("ben").Sees(games)[0]; got.Content != "another board" || !got.Edited {
		t.Errorf("after an edit of @original ben sees %+v", got)
	}
	b.run(`
		DELETE /webhooks/$app/$token/messages/@original
		DELETE /webhooks/$app/$token/messages/@original → 10008
		PATCH /webhooks/$app/$token/messages/1 {"content":"x"} → 10008
		DELETE /channels/$games/messages/$m → 10008`)
}

// What an interaction's token allows does not count towards the limit for all requests.
func TestTokensCostNothing(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) {
		i.answer(5, `{"flags":64}`)
		i.bot.ok("PATCH", i.hook("/messages/@original"), `{"content":"x"}`, nil)
		i.bot.ok("POST", i.hook(""), `{"content":"y","flags":64}`, nil)
	})
	before := s.Counted()
	b.slash("ann", games, "/go")
	b.wantDone()
	if n := s.Counted() - before; n != 0 {
		t.Errorf("an answer costs %d requests, want none", n)
	}
	b.run(`POST /channels/$games/messages {"content":"x"}`)
	if n := s.Counted() - before; n != 1 {
		t.Errorf("a message costs %d requests, want 1", n)
	}
}

// A page shows at once that a message was edited or deleted, and keeps the ping of one that
// was deleted unread.
func TestPageShowsDeletions(t *testing.T) {
	s, b := play(t, Config{}, nil)
	id, _ := b.thread()
	conn := live(t, s, "&open="+id)
	b.run(`m = POST /channels/$th/messages {"content":"<@$ann>"}`)
	until(t, conn, "the message and a notice", func(v view) bool {
		return len(v.Messages) == 2 && v.Messages[1].Notice != "" && v.PingCount == 1 && !v.Pings[0].Gone
	})
	b.run(`PATCH /channels/$th/messages/$m {"content":"x"}`)
	until(t, conn, "the edit", func(v view) bool { return v.Messages[0].Edited && v.Messages[0].Content == "x" })
	b.run(`DELETE /channels/$th/messages/$m`)
	until(t, conn, "that the message is gone and its ping is not", func(v view) bool {
		return len(v.Messages) == 1 && v.PingCount == 1 && v.Pings[0].Gone
	})
}
