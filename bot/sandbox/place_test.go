package sandbox

import (
	"os"
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
	b.ok("PUT", "/applications/"+world.AppID+"/commands", userCommands, nil)
	return s, b, s.Stage().AddGroup("ann", "ben"), s.Stage().AddServer("Elsewhere", "hall")
}

// offered lists the commands that a person can use in a channel, in alphabetical order.
func offered(s *Server, person, channel string) string {
	s.d.Lock()
	defer s.d.Unlock()
	var names []string
	for _, cmd := range s.d.Available(s.d.Person(person), s.d.Channels[channel]) {
		names = append(names, cmd.Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func TestWhichCommandsAreWhere(t *testing.T) {
	s, _, group, elsewhere := placesOf(t, Config{}, nil)
	s.Stage().Install("ann", true)
	for _, c := range []struct{ person, channel, want string }{
		{"ann", games, "both here mine"}, {"ben", games, "both here"},
		{"ann", s.User("ann").DM(), "both here mine"}, {"ben", s.User("ben").DM(), "both here"},
		{"ann", group, "group mine"}, {"ben", group, ""},
		{"ann", elsewhere, "both mine"}, {"ben", elsewhere, ""},
	} {
		if got := offered(s, c.person, c.channel); got != c.want {
			t.Errorf("%s has %q in %s, want %q", c.person, got, c.channel, c.want)
		}
	}
	s.Stage().RemoveBot()
	s.Stage().Install("ann", false)
	if got := offered(s, "ann", games); got != "" {
		t.Errorf("with neither the bot nor an app of their own, ann has %q", got)
	}
}

// An interaction says where it comes from, and through which installation.
func TestAnInteractionFromElsewhere(t *testing.T) {
	var got []string
	s, b, group, elsewhere := placesOf(t, Config{}, func(i asked) {
		got = append(got, string(i.raw))
		i.answer(4, `{"content":"x","components":[<B b>]}`)
	})
	ann := s.User("ann")
	s.Stage().Install("ann", true)
	for _, c := range []struct{ channel, line, want, not string }{
		{group, "/mine", `"authorizing_integration_owners":{"1":"$ann"}
			"app_permissions":"180224"
			"context":2
			"user":{
			"recipients":[
			"type":3`, `"guild_id"`},
		{elsewhere, "/mine", `"authorizing_integration_owners":{"1":"$ann"}
			"context":0
			"member":{
			"guild_id"`, games},
		{games, "/both", `"authorizing_integration_owners":{"0":"$guild","1":"$ann"}`, `"context":1`},
		{ann.DM(), "/both", `"authorizing_integration_owners":{"0":"0","1":"$ann"}
			"context":1
			"app_permissions":"442368"`, `"guild_id"`},
	} {
		got = nil
		m := b.slash("ann", c.channel, c.line)
		if c.channel == group { // whoever clicks, it is ann's app that is asked
			b.click("ben", m.ID, "B")
		}
		for _, raw := range got {
			hasAll(t, raw, os.Expand(c.want, b.id))
			if strings.Contains(raw, c.not) {
				t.Errorf("%s is in %s", c.not, raw)
			}
		}
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
			codes = append(codes, i.bot.call("POST", i.hook(""), `{"content":"more"}`, nil))
		}
		codes = append(codes, i.bot.call("PATCH", i.hook("/messages/@original"), `{"content":"edited"}`, nil))
		done <- codes
	})
	s.Stage().Install("ann", true)
	for _, channel := range []string{group, elsewhere} {
		b.slash("ann", channel, "/mine")
		// The first takes the place of the deferred answer.
		codes := next(t, done, "seven follow-ups")
		if want := []int{0, 0, 0, 0, 0, 0, 40094, 0}; !slices.Equal(codes, want) {
			t.Errorf("in %s the follow-ups got %v, want %v", channel, codes, want)
		}
		b.names("c", channel)
		b.run(`
			GET /channels/$c → 50001
			POST /channels/$c/messages {"content":"x"} → 50001`)
	}
	b.slash("ann", games, "/here")
	if codes := next(t, done, "seven follow-ups"); slices.Contains(codes, 40094) {
		t.Errorf("in a server of the bot's the follow-ups got %v", codes)
	}
}

// Where people may not bring apps of their own, the answer of such an app is for the
// person who asked.
func TestAnAppOfOnesOwnMayBeForbidden(t *testing.T) {
	s, b, _, elsewhere := placesOf(t, Config{}, func(i asked) { i.answer(4, `{"content":"x"}`) })
	s.Stage().Install("ann", true)
	s.d.Change(func() { s.d.Place(elsewhere).OwnApps = true })
	if m := b.slash("ann", elsewhere, "/mine"); !m.Ephemeral || len(s.User("ben").Sees(elsewhere)) != 0 {
		t.Errorf("the answer is %+v, want one for ann alone", m)
	}
}

// In a direct channel of two friends an app that one of them installed can answer, to both. The bot
// can do nothing there by itself, and only these two see it.
func TestFriendsHaveADirectChannel(t *testing.T) {
	var raw string
	s, b := play(t, Config{}, func(i asked) {
		if i.Type == world.KindComponent {
			i.answer(6, nil)
			i.bot.ok("POST", i.hook(""), obj{"content": i.bot.s.User("ann").Mention()}, nil)
			return
		}
		raw = string(i.raw)
		i.answer(4, `{"content":"to both","components":[<B b>]}`)
	})
	b.ok("PUT", "/applications/"+world.AppID+"/commands", userCommands, nil)
	friends, group := s.Stage().Befriend()
	m := b.slash("ann", friends, "/mine")
	hasAll(t, raw, os.Expand(`"authorizing_integration_owners":{"1":"$ann"}
		"context":2
		"type":1`, b.id))
	if strings.Contains(raw, "guild_id") {
		t.Errorf("a server is in %s", raw)
	}
	b.click("ben", m.ID, "B")
	if n := s.User("ann").Notifications(); len(n) != 1 || n[0].Channel != friends || len(s.User("ann").Sees(friends)) != 2 {
		t.Errorf("a follow-up that mentions ann notifies her of %+v", n)
	}
	if _, err := s.User("ann").Slash(within(t), friends, "/here"); err == nil {
		t.Error("a command for servers is offered to friends")
	}
	s.Stage().Install("ben", false)
	if _, err := s.User("ben").Slash(within(t), friends, "/mine"); err == nil {
		t.Error("ben has commands of an app that only ann has installed")
	}
	if s.User("cleo").Sees(friends) != nil || len(s.User("cleo").Sees(group)) > 0 {
		t.Error("cleo sees the direct channel of ann and ben")
	}
	b.names("friends", friends)
	b.names("m", m.ID)
	b.run(`
		GET /channels/$friends → 50001
		GET /channels/$friends/messages → 50001
		GET /channels/$friends/messages/$m → 50001
		POST /channels/$friends/messages {"content":"x"} → 50001
		PATCH /channels/$friends/messages/$m {"content":"x"} → 50001
		POST /channels/$friends/typing → 50001`)
}

// Only its people see a group.
func TestAGroupIsForItsPeople(t *testing.T) {
	s, b, group, _ := placesOf(t, Config{}, func(i asked) { i.answer(4, `{"content":"to you"}`) })
	s.Stage().Install("ann", true)
	b.slash("ann", group, "/mine")
	if ben := s.User("ben"); len(ben.Sees(group)) != 1 || s.User("cleo").Sees(group) != nil || len(ben.Notifications()) != 0 {
		t.Errorf("ben sees %+v and has the pings %+v; or cleo sees a group that she is not in", ben.Sees(group), ben.Notifications())
	}
}

// Somebody who is added can do everything that the first people can.
func TestSomebodyIsAdded(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, `{"content":"private","flags":64}`) })
	fay := s.AddPerson("fay")
	if m := b.slash("fay", games, "/go"); m.Content != "private" {
		t.Errorf("fay is answered with %+v", m)
	}
	if other := s.User("fay"); other.ID() != fay.ID() || len(other.Sees(games)) != 1 {
		t.Errorf("fay is %s and sees %+v", other.ID(), other.Sees(games))
	}
	b.run(`
		GET /guilds/$guild/members/$fay
		POST /channels/$games/messages {"content":"<@$fay>"}
		dm = POST /users/@me/channels {"recipient_id":"$fay"}`)
	if b.id("dm") != fay.DM() || fay.DM() == s.User("ann").DM() {
		t.Errorf("fay's direct channel is %s, want %s", b.id("dm"), fay.DM())
	}
	if n := fay.Notifications(); len(n) != 1 || n[0].Channel != games {
		t.Errorf("fay's notifications are %+v", n)
	}
}

// In a thread that sleeps nothing is edited. An answer for all wakes it, unless it is
// locked; an ephemeral one does not.
func TestAnAnswerInAThreadThatSleeps(t *testing.T) {
	reply, codes := make(chan [2]any, 1), make(chan int, 1)
	s, b := play(t, Config{}, func(i asked) {
		r := next(t, reply, "the reply to give")
		codes <- i.answer(r[0].(int), r[1])
		i.answer(4, `{"content":"instead","flags":64}`)
	})
	b.run(`
		th = POST /channels/$games/threads {"name":"T","type":11}
		m = POST /channels/$th/messages {"content":"x","components":[<B b>]}`)
	for _, c := range []struct {
		name   string
		locked bool
		kind   int
		reply  string
		code   int
		asleep bool
	}{
		{"an update", false, 7, `{"content":"y"}`, 50083, true},
		{"an answer for one", false, 4, `{"content":"y","flags":64}`, 0, true},
		{"an answer for all", false, 4, `{"content":"y"}`, 0, false},
		{"an answer for all in a locked thread", true, 4, `{"content":"y"}`, 50083, true},
	} {
		s.Stage().Archive(b.id("th"), c.locked)
		reply <- [2]any{c.kind, c.reply}
		b.click("ann", b.id("m"), "B")
		wantCode(t, c.name, next(t, codes, c.name), c.code)
		if got := b.asleep(b.id("th")); got != c.asleep {
			t.Errorf("after %s the thread sleeps: %t, want %t", c.name, got, c.asleep)
		}
	}
	b.run(`PATCH /channels/$th/messages/$m {"content":"y"} → 50083`)
	s.d.Change(func() { s.d.Channels[b.id("th")].Archived = false })
	b.run(`
		PATCH /channels/$th/messages/$m {"content":"y"} → 160005 # locked and awake
		POST /channels/$th/messages {"content":"y"} → 160005
		lock $th
		DELETE /channels/$th/messages/$m → 50083
		archive $th
		DELETE /channels/$th/messages/$m`)
}

// Deleted messages, channels and threads are gone for the bot and for people, and the
// bot gets the events.
func TestWhatIsDeletedIsGone(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(5, nil) })
	b.run(`
		m = POST /channels/$games/messages {"content":"x"}
		th = POST /channels/$games/threads {"name":"T","type":11}`)
	s.Stage().DeleteMessage(b.id("m"))
	s.Stage().DeleteChannel(b.id("th"))
	b.run(`
		PATCH /channels/$games/messages/$m {"content":"y"} → 10008
		POST /channels/$th/messages {"content":"y"} → 10003
		th = POST /channels/$games/threads {"name":"T","type":11}`)
	s.Stage().DeleteChannel(games)
	b.run(`
		POST /channels/$games/messages {"content":"y"} → 10003
		POST /channels/$th/messages {"content":"y"} → 10003 # its thread`)
	if s.User("ann").Sees(games) != nil {
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
		wantCode(t, "edit", i.bot.call("PATCH", i.hook("/messages/@original"), `{"content":"x"}`, nil), 10003)
		wantCode(t, "follow-up", i.bot.call("POST", i.hook(""), `{"content":"x"}`, nil), 10003)
	})
	go func() {
		next(t, reached, "the deferred answer")
		s.Stage().DeleteChannel(games)
		close(gone)
	}()
	if m, err := s.User("ann").Slash(within(t), games, "/go"); m != nil || err != nil {
		t.Errorf("ann sees %v, %v, want nothing", m, err)
	}
}

// The bot is removed from the server, and comes back.
func TestTheBotLeavesTheServer(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { i.answer(4, `{"content":"x"}`) })
	s.Stage().RemoveBot()
	b.run(`
		GET /guilds/$guild → 10004
		GET /guilds/$guild/channels → 50001
		GET /guilds/$guild/members/$ann → 50001
		POST /channels/$games/messages {"content":"x"} → 50001
		POST /channels/$ann_dm/messages {"content":"x"} → 50278`)
	if _, err := s.User("ann").Slash(within(t), games, "/go"); err == nil {
		t.Error("a command of a bot that is gone is there")
	}
	s.Stage().InviteBot()
	b.run(`GET /guilds/$guild`)
	b.slash("ann", games, "/go")
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
