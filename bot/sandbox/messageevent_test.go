package sandbox

import (
	"encoding/json"
	"testing"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/world"
)

// heard is what an event says of a message.
type heard struct {
	What    string `json:"-"`
	ID      string
	Content *string
	Channel string          `json:"channel_id"`
	Guild   string          `json:"guild_id"`
	Member  json.RawMessage `json:"member"`
	Edited  *string         `json:"edited_timestamp"`
}

// hears connects a bot with these intents.
func hears(t *testing.T, s *Server, intents int) *bot {
	t.Helper()
	b := &bot{t: t, s: s, events: make(chan event, 100)}
	b.dial()
	b.write(opIdentify, obj{"token": s.Token(), "intents": intents})
	if e := b.read(); e.Type != "READY" {
		t.Fatalf("got %s, want READY", e.Type)
	}
	return b
}

// hear reads the next event about a message.
func (b *bot) hear() heard {
	b.t.Helper()
	e := b.read()
	m := heard{What: e.Type}
	if err := json.Unmarshal(e.Data, &m); err != nil {
		b.t.Errorf("the event %s: %v", e.Type, err)
	}
	return m
}

// A bot with the intent hears of messages that are made, changed and deleted in servers, and
// gets the content of its own and of those that mention it. It hears of no message for one
// person alone.
func TestMessagesAreHeardWithTheIntent(t *testing.T) {
	t.Parallel()
	s, b := play(t, Config{}, func(i asked) { i.answer(4, `{"content":"secret","flags":64}`) })
	l := hears(t, s, discord.IntentMessages)
	ann, path := s.User("ann"), gamesPosts
	want := func(doing, what, content string) heard {
		t.Helper()
		got := l.hear()
		if got.What != what || got.Channel != games || got.Guild != world.GuildID || got.Content == nil || *got.Content != content {
			t.Errorf("%s is heard as %+v, want %s with %q", doing, got, what, content)
		}
		return got
	}
	say := func(text string) *Message {
		t.Helper()
		m, err := ann.Say(games, text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	b.slash("ann", games, "/go")
	if e := l.read(); e.Type != "INTERACTION_CREATE" {
		t.Errorf("the command is heard as %s", e.Type)
	}
	said := say("hello")
	if got := want("what a person says", "MESSAGE_CREATE", ""); got.ID != said.ID || got.Member == nil {
		t.Errorf("what a person says is heard as %+v", got)
	}
	say("hello <@" + world.BotID + ">")
	want("a mention of the bot", "MESSAGE_CREATE", "hello <@"+world.BotID+">")
	var m posted
	b.ok("POST", path, `{"content":"x"}`, &m)
	want("the bot's own", "MESSAGE_CREATE", "x")
	b.ok("PATCH", path+"/"+m.ID, `{"content":"y"}`, nil)
	if got := want("its edit", "MESSAGE_UPDATE", "y"); got.Edited == nil {
		t.Error("the edit has no time")
	}
	b.ok("DELETE", path+"/"+m.ID, nil, nil)
	if got := l.hear(); got.What != "MESSAGE_DELETE" || got.ID != m.ID || got.Guild != world.GuildID || got.Content != nil {
		t.Errorf("the deletion is heard as %+v", got)
	}
	var dm struct{ ID string }
	b.ok("POST", "/users/@me/channels", obj{"recipient_id": ann.ID()}, &dm)
	b.ok("POST", "/channels/"+dm.ID+"/messages", `{"content":"dm"}`, nil)
	say("last")
	want("the next in the server, and no direct message", "MESSAGE_CREATE", "")
}

// Direct messages have an intent of their own and come with their content. With the privileged
// intent, all do.
func TestDirectMessagesAndContentHaveTheirIntents(t *testing.T) {
	t.Parallel()
	s, b := play(t, Config{}, nil)
	s.Stage().Privilege(discord.IntentContent)
	directs, all := hears(t, s, discord.IntentDirects), hears(t, s, discord.IntentMessages|discord.IntentContent)
	ann := s.User("ann")
	for channel, l := range map[string]*bot{games: all, ann.DM(): directs} {
		if _, err := ann.Say(channel, "hello"); err != nil {
			t.Fatal(err)
		}
		if got := l.hear(); got.What != "MESSAGE_CREATE" || got.Channel != channel || *got.Content != "hello" || (got.Guild == "") != (l == directs) {
			t.Errorf("it is heard as %+v", got)
		}
	}
	b.wantDone()
}
