package sandbox

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox/world"
)

// userCommands are a command for servers, one for people, and one for both.
const userCommands = `[
	{"name":"here","description":"For servers","integration_types":[0],"contexts":[0,1,2]},
	{"name":"mine","description":"For people","integration_types":[1],"contexts":[0,1,2]},
	{"name":"group","description":"For groups alone","integration_types":[1],"contexts":[2]},
	{"name":"both","description":"For both","integration_types":[0,1],"contexts":[0,1]}]`

// placesOf is a sandbox with two places without the bot: a group of ann and ben, and a
// server Elsewhere.
func placesOf(t *testing.T, c Config, on func(i asked)) (s *Server, b *bot, group, elsewhere string) {
	t.Helper()
	s, b = play(t, c, on)
	b.ok("PUT", "/applications/"+world.AppID+"/commands", json.RawMessage(userCommands), nil)
	return s, b, s.Stage().AddGroup("ann", "ben"), s.Stage().AddServer("Elsewhere", "hall")
}

// offered lists the commands that a person can use in a channel, in alphabetical order.
func offered(s *Server, person, channel string) string {
	s.d.Lock()
	defer s.d.Unlock()
	var names []string
	for _, cmd := range s.d.World.Available(s.d.Person(person), s.d.World.Channels[channel]) {
		names = append(names, cmd.Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func TestWhichCommandsAreWhere(t *testing.T) {
	s, _, group, elsewhere := placesOf(t, Config{}, nil)
	s.Stage().Install("ann")
	for _, c := range []struct{ person, channel, want string }{
		{"ann", world.GamesID, "both here mine"}, {"ben", world.GamesID, "both here"},
		{"ann", s.User("ann").DM(), "both here mine"}, {"ben", s.User("ben").DM(), "both here"},
		{"ann", group, "group mine"}, {"ben", group, ""},
		{"ann", elsewhere, "both mine"}, {"ben", elsewhere, ""},
	} {
		if got := offered(s, c.person, c.channel); got != c.want {
			t.Errorf("%s has %q in %s, want %q", c.person, got, c.channel, c.want)
		}
	}
	s.Stage().RemoveBot()
	s.Stage().Uninstall("ann")
	if got := offered(s, "ann", world.GamesID); got != "" {
		t.Errorf("with neither the bot nor an app of their own, ann has %q", got)
	}
}

// An interaction says where it comes from, and through which installation.
func TestAnInteractionFromElsewhere(t *testing.T) {
	var got []string
	s, _, group, elsewhere := placesOf(t, Config{}, func(i asked) {
		got = append(got, string(i.raw))
		i.answer(4, obj{"content": "x", "components": []obj{row(btn("B", "b"))}})
	})
	ann, ben := s.User("ann"), s.User("ben")
	s.Stage().Install("ann")
	owner := `"authorizing_integration_owners":{"1":"` + ann.ID() + `"}`
	for _, c := range []struct {
		name, channel, line string
		want                []string
		not                 string
	}{
		{"group", group, "/mine", []string{owner, `"app_permissions":"180224"`, `"context":2`, `"user":{`, `"recipients":[`, `"type":3`}, `"guild_id"`},
		{"elsewhere", elsewhere, "/mine", []string{owner, `"context":0`, `"member":{`, `"guild_id"`}, world.GamesID},
		{"both", world.GamesID, "/both", []string{`"authorizing_integration_owners":{"0":"` + world.GuildID + `","1":"` + ann.ID() + `"}`}, `"context":1`},
		{"DM", ann.DM(), "/both", []string{`"authorizing_integration_owners":{"0":"0","1":"` + ann.ID() + `"}`, `"context":1`, `"app_permissions":"442368"`}, `"guild_id"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got = nil
			m, err := ann.Slash(within(t), c.channel, c.line)
			if err != nil {
				t.Fatal(err)
			}
			if c.name == "group" { // whoever clicks, it is ann's app that is asked
				if _, err := ben.Click(within(t), m.ID, "B"); err != nil {
					t.Fatal(err)
				}
			}
			for _, raw := range got {
				for _, want := range c.want {
					if !strings.Contains(raw, want) {
						t.Errorf("%s is not in %s", want, raw)
					}
				}
				if strings.Contains(raw, c.not) {
					t.Errorf("%s is in %s", c.not, raw)
				}
			}
		})
	}
}

// Where the bot is not, the app can only answer: it cannot look, post or edit by
// itself, and it follows up five times at most.
func TestFiveFollowUpsWhereTheBotIsNot(t *testing.T) {
	done := make(chan []int, 3)
	s, b, group, elsewhere := placesOf(t, Config{}, func(i asked) {
		var codes []int
		i.answer(5, nil)
		for range 7 {
			codes = append(codes, i.bot.call("POST", i.hook(""), obj{"content": "more"}, nil))
		}
		codes = append(codes, i.bot.call("PATCH", i.hook("/messages/@original"), obj{"content": "edited"}, nil))
		done <- codes
	})
	s.Stage().Install("ann")
	for _, channel := range []string{group, elsewhere} {
		if _, err := s.User("ann").Slash(within(t), channel, "/mine"); err != nil {
			t.Fatal(err)
		}
		// The first takes the place of the deferred answer.
		codes := next(t, done, "seven follow-ups")
		if want := []int{0, 0, 0, 0, 0, 0, 40094, 0}; !slices.Equal(codes, want) {
			t.Errorf("in %s the follow-ups got %v, want %v", channel, codes, want)
		}
		path := "/channels/" + channel
		wantCode(t, "look", b.call("GET", path, nil, nil), 50001)
		wantCode(t, "post", b.call("POST", path+"/messages", obj{"content": "x"}, nil), 50001)
	}
	if _, err := s.User("ann").Slash(within(t), world.GamesID, "/here"); err != nil {
		t.Fatal(err)
	}
	if codes := next(t, done, "seven follow-ups"); slices.Contains(codes, 40094) {
		t.Errorf("in a server of the bot's the follow-ups got %v", codes)
	}
}

// Where people may not bring apps of their own, the answer of such an app is for the
// person who asked.
func TestAnAppOfOnesOwnMayBeForbidden(t *testing.T) {
	s, _, _, elsewhere := placesOf(t, Config{}, func(i asked) { i.answer(4, obj{"content": "x"}) })
	s.Stage().Install("ann")
	s.Stage().ForbidApps(elsewhere)
	m, err := s.User("ann").Slash(within(t), elsewhere, "/mine")
	if err != nil || !m.Ephemeral || len(s.User("ben").Sees(elsewhere)) != 0 {
		t.Errorf("the answer is %+v (%v), want one for ann alone", m, err)
	}
}

// In a direct channel of two friends an app that one of them installed can answer, to both. The bot
// can do nothing there by itself, and only these two see it.
func TestFriendsHaveADirectChannel(t *testing.T) {
	var raw, mention string
	s, b := play(t, Config{}, func(i asked) {
		if i.Type == world.KindComponent {
			i.answer(6, nil)
			i.bot.ok("POST", i.hook(""), obj{"content": mention}, nil)
			return
		}
		raw = string(i.raw)
		i.answer(4, obj{"content": "to both", "components": []obj{row(btn("B", "b"))}})
	})
	mention = s.User("ann").Mention()
	b.ok("PUT", "/applications/"+world.AppID+"/commands", json.RawMessage(userCommands), nil)
	friends, group := s.Stage().Befriend()
	m, err := s.User("ann").Slash(within(t), friends, "/mine")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"authorizing_integration_owners":{"1":"` + s.User("ann").ID() + `"}`, `"context":2`, `"type":1`} {
		if !strings.Contains(raw, want) || strings.Contains(raw, "guild_id") {
			t.Errorf("%s is not in %s, or a server is", want, raw)
		}
	}
	if _, err := s.User("ben").Click(within(t), m.ID, "B"); err != nil {
		t.Error(err)
	}
	if n := s.User("ann").Notifications(); len(n) != 1 || n[0].Channel != friends || len(s.User("ann").Sees(friends)) != 2 {
		t.Errorf("a follow-up that mentions ann notifies her of %+v", n)
	}
	if _, err := s.User("ann").Slash(within(t), friends, "/here"); err == nil {
		t.Error("a command for servers is offered to friends")
	}
	s.Stage().Uninstall("ben")
	if _, err := s.User("ben").Slash(within(t), friends, "/mine"); err == nil {
		t.Error("ben has commands of an app that only ann has installed")
	}
	if s.User("cleo").Sees(friends) != nil || len(s.User("cleo").Sees(group)) > 0 {
		t.Error("cleo sees the direct channel of ann and ben")
	}
	for _, path := range []string{"", "/messages", "/messages/" + m.ID} {
		wantCode(t, "look at "+path, b.call("GET", "/channels/"+friends+path, nil, nil), 50001)
	}
	wantCode(t, "post", b.call("POST", "/channels/"+friends+"/messages", obj{"content": "x"}, nil), 50001)
	wantCode(t, "edit", b.call("PATCH", "/channels/"+friends+"/messages/"+m.ID, obj{"content": "x"}, nil), 50001)
	wantCode(t, "type", b.call("POST", "/channels/"+friends+"/typing", nil, nil), 50001)
}

// Only its people see a group.
func TestAGroupIsForItsPeople(t *testing.T) {
	s, _, group, _ := placesOf(t, Config{}, func(i asked) { i.answer(4, obj{"content": "to you"}) })
	s.Stage().Install("ann")
	if _, err := s.User("ann").Slash(within(t), group, "/mine"); err != nil {
		t.Fatal(err)
	}
	if n := len(s.User("ben").Sees(group)); n != 1 {
		t.Errorf("ben sees %d messages in the group, want 1", n)
	}
	if s.User("cleo").Sees(group) != nil {
		t.Error("cleo sees a group that she is not in")
	}
	if n := len(s.User("ben").Notifications()); n != 0 {
		t.Errorf("an answer to ann's command notifies ben %d times", n)
	}
}

// Somebody who is added can do everything that the first people can.
func TestSomebodyIsAdded(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, obj{"content": "private", "flags": 64}) })
	fay := s.AddPerson("fay")
	if m, err := fay.Slash(within(t), world.GamesID, "/go"); err != nil || m.Content != "private" {
		t.Errorf("fay is answered with %+v, %v", m, err)
	}
	if other := s.User("fay"); other.ID() != fay.ID() || len(other.Sees(world.GamesID)) != 1 {
		t.Errorf("fay is %s and sees %+v", other.ID(), other.Sees(world.GamesID))
	}
	b.ok("GET", "/guilds/"+world.GuildID+"/members/"+fay.ID(), nil, nil)
	b.ok("POST", "/channels/"+world.GamesID+"/messages", obj{"content": fay.Mention()}, nil)
	var dm posted
	b.ok("POST", "/users/@me/channels", obj{"recipient_id": fay.ID()}, &dm)
	if dm.ID != fay.DM() || dm.ID == s.User("ann").DM() {
		t.Errorf("fay's direct channel is %s, want %s", dm.ID, fay.DM())
	}
	if n := fay.Notifications(); len(n) != 1 || n[0].Channel != world.GamesID {
		t.Errorf("fay's notifications are %+v", n)
	}
}

// In a thread that sleeps nothing is edited. An answer for all wakes it, unless it is
// locked; an ephemeral one does not.
func TestAnAnswerInAThreadThatSleeps(t *testing.T) {
	reply := make(chan obj, 1)
	codes := make(chan int, 1)
	s, b := play(t, Config{}, func(i asked) {
		r := next(t, reply, "the reply to give")
		codes <- i.answer(r["type"].(int), r)
		if i.Type == world.KindComponent {
			i.answer(4, obj{"content": "instead", "flags": 64})
		}
	})
	var thread, m struct{ ID string }
	b.ok("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "T", "type": 11}, &thread)
	path := "/channels/" + thread.ID + "/messages"
	b.ok("POST", path, obj{"content": "x", "components": []obj{row(btn("B", "b"))}}, &m)
	for _, c := range []struct {
		name   string
		locked bool
		reply  obj
		code   int
		asleep bool
	}{
		{"an update", false, obj{"type": 7, "content": "y"}, 50083, true},
		{"an answer for one", false, obj{"type": 4, "content": "y", "flags": 64}, 0, true},
		{"an answer for all", false, obj{"type": 4, "content": "y"}, 0, false},
		{"an answer for all in a locked thread", true, obj{"type": 4, "content": "y"}, 50083, true},
	} {
		s.Stage().Archive(thread.ID, c.locked)
		reply <- c.reply
		if _, err := s.User("ann").Click(within(t), m.ID, "B"); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		wantCode(t, c.name, next(t, codes, c.name), c.code)
		var got struct {
			Data struct{ Archived bool } `json:"thread_metadata"`
		}
		b.ok("GET", "/channels/"+thread.ID, nil, &got)
		if got.Data.Archived != c.asleep {
			t.Errorf("after %s the thread sleeps: %t, want %t", c.name, got.Data.Archived, c.asleep)
		}
	}
	wantCode(t, "edit", b.call("PATCH", path+"/"+m.ID, obj{"content": "y"}, nil), 50083)
	s.d.Change(func() { s.d.World.Channels[thread.ID].Archived = false })
	wantCode(t, "edit in a locked thread that is awake", b.call("PATCH", path+"/"+m.ID, obj{"content": "y"}, nil), 160005)
	wantCode(t, "post there", b.call("POST", path, obj{"content": "y"}, nil), 160005)
	s.Stage().Archive(thread.ID, true)
	wantCode(t, "delete in a locked thread", b.call("DELETE", path+"/"+m.ID, nil, nil), 50083)
	s.Stage().Archive(thread.ID, false)
	b.ok("DELETE", path+"/"+m.ID, nil, nil)
}

// Deleted messages, channels and threads are gone for the bot and for people, and the
// bot gets the events.
func TestWhatIsDeletedIsGone(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(5, nil) })
	var m, thread struct{ ID string }
	b.ok("POST", "/channels/"+world.GamesID+"/messages", obj{"content": "x"}, &m)
	b.ok("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "T", "type": 11}, &thread)
	s.Stage().DeleteMessage(m.ID)
	wantCode(t, "edit", b.call("PATCH", "/channels/"+world.GamesID+"/messages/"+m.ID, obj{"content": "y"}, nil), 10008)
	s.Stage().DeleteChannel(thread.ID)
	wantCode(t, "post in the thread", b.call("POST", "/channels/"+thread.ID+"/messages", obj{"content": "y"}, nil), 10003)

	b.ok("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "T", "type": 11}, &thread)
	s.Stage().DeleteChannel(world.GamesID)
	wantCode(t, "post in the channel", b.call("POST", "/channels/"+world.GamesID+"/messages", obj{"content": "y"}, nil), 10003)
	wantCode(t, "post in its thread", b.call("POST", "/channels/"+thread.ID+"/messages", obj{"content": "y"}, nil), 10003)
	if s.User("ann").Sees(world.GamesID) != nil {
		t.Error("ann sees a deleted channel")
	}
	b.wantEvents("THREAD_CREATE", "THREAD_DELETE", "THREAD_CREATE", "CHANNEL_DELETE", "THREAD_DELETE")
}

// An answer to a channel that is gone is refused.
func TestAnAnswerToADeletedChannel(t *testing.T) {
	reached, gone := make(chan struct{}), make(chan struct{})
	s, _ := play(t, Config{}, func(i asked) {
		i.answer(5, nil)
		close(reached)
		next(t, gone, "the channel to be deleted")
		wantCode(t, "edit", i.bot.call("PATCH", i.hook("/messages/@original"), obj{"content": "x"}, nil), 10003)
		wantCode(t, "follow-up", i.bot.call("POST", i.hook(""), obj{"content": "x"}, nil), 10003)
	})
	go func() {
		next(t, reached, "the deferred answer")
		s.Stage().DeleteChannel(world.GamesID)
		close(gone)
	}()
	if m, err := s.User("ann").Slash(within(t), world.GamesID, "/go"); m != nil || err != nil {
		t.Errorf("ann sees %v, %v, want nothing", m, err)
	}
}

// The bot is removed from the server, and comes back.
func TestTheBotLeavesTheServer(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, obj{"content": "x"}) })
	s.Stage().RemoveBot()
	wantCode(t, "server", b.call("GET", "/guilds/"+world.GuildID, nil, nil), 10004)
	wantCode(t, "channels", b.call("GET", "/guilds/"+world.GuildID+"/channels", nil, nil), 50001)
	wantCode(t, "member", b.call("GET", "/guilds/"+world.GuildID+"/members/"+s.User("ann").ID(), nil, nil), 50001)
	wantCode(t, "post", b.call("POST", "/channels/"+world.GamesID+"/messages", obj{"content": "x"}, nil), 50001)
	wantCode(t, "direct message", b.call("POST", "/channels/"+s.User("ann").DM()+"/messages", obj{"content": "x"}, nil), 50278)
	if _, err := s.User("ann").Slash(within(t), world.GamesID, "/go"); err == nil {
		t.Error("a command of a bot that is gone is there")
	}
	s.Stage().InviteBot()
	b.ok("GET", "/guilds/"+world.GuildID, nil, nil)
	if _, err := s.User("ann").Slash(within(t), world.GamesID, "/go"); err != nil {
		t.Error(err)
	}
	b.wantEvents("GUILD_DELETE", "GUILD_CREATE")
}

// wantEvents checks the next events of the bot, after the first GUILD_CREATE.
func (b *bot) wantEvents(want ...string) {
	b.t.Helper()
	want = append([]string{"GUILD_CREATE"}, want...)
	for _, name := range want {
		if e := next(b.t, b.events, "the event "+name); e.Type != name {
			b.t.Fatalf("got op %d %s, want %s", e.Op, e.Type, name)
		}
	}
}
