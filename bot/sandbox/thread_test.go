package sandbox

import (
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/world"
)

// began is a thread that the bot has started.
type began struct {
	ID       string
	Type     int
	Metadata struct{ Invitable *bool } `json:"thread_metadata"`
}

// A private thread is for its members. A mention adds somebody who sees the channel, and then
// notifies them.
func TestAPrivateThreadIsForItsMembers(t *testing.T) {
	s, b := play(t, Config{}, nil)
	ann, ben, cleo := s.User("ann"), s.User("ben"), s.User("cleo")
	grant(s, "ann", 0)
	b.run(`
		th = POST /channels/$games/threads {"name":"T"} ~ "type":12
		GET /channels/$th ~ "invitable":true
		POST /channels/$th/messages {"content":"<@$ben>"}`)
	th := b.id("th")
	if got := ben.Sees(th); len(got) != 2 || got[1].Notice != "added Ben to the thread" || len(ben.Notifications()) != 1 {
		t.Errorf("ben sees %+v and has the pings %v", got, ben.Notifications())
	}
	b.run(`PUT /channels/$th/thread-members/$cleo`)
	if ann.Sees(th) != nil || cleo.Sees(th) == nil {
		t.Error("ann sees a private thread that she is not in, or cleo does not see hers")
	}
	grant(s, "ann", world.ManageThreads)
	if ann.Sees(th) == nil {
		t.Error("ann, who manages threads, does not see a private one")
	}
	hide(s, games, "dan")
	b.names("news", s.Stage().AddChannel("news", world.Announcement))
	b.run(`
		PUT /channels/$th/thread-members/$dan → 50001 # who cannot see the channel
		deny CreatePrivateThreads
		POST /channels/$games/threads {"name":"T","type":12} → 50013
		POST /channels/$news/threads {"name":"T","type":12} → 50024`)
}

// Members of a thread can be asked for one by one; for a list the bot needs a privileged
// intent. The owner of a private thread removes people, of a public one only a moderator.
func TestMembersOfAThread(t *testing.T) {
	s, b := play(t, Config{}, nil)
	var member struct {
		ID     string
		UserID string `json:"user_id"`
		Member *struct{ User struct{ ID string } }
	}
	for name, kind := range map[string]string{"private": "12", "public": "11"} {
		b.run(`
			` + name + ` = POST /channels/$games/threads {"name":"T","type":` + kind + `}
			PUT /channels/$` + name + `/thread-members/$ben`)
		b.ok("GET", "/channels/"+b.id(name)+"/thread-members/"+s2id+"?with_member=true", nil, &member)
		if member.ID != b.id(name) || member.UserID != s2id || member.Member == nil || member.Member.User.ID != s2id {
			t.Errorf("ben as a member is %+v", member)
		}
	}
	b.run(`
		GET /channels/$private/thread-members/$eve → 10007
		GET /channels/$private/thread-members → 50001`)
	s.Stage().Privilege(discord.IntentMembers)
	var all []struct {
		UserID string `json:"user_id"`
	}
	b.ok("GET", "/channels/"+b.id("private")+"/thread-members", nil, &all)
	if len(all) != 2 || all[0].UserID != world.BotID || all[1].UserID != s2id {
		t.Errorf("the members are %+v, want the bot and ben", all)
	}
	b.run(`
		DELETE /channels/$public/thread-members/$ben → 50013
		DELETE /channels/$private/thread-members/$ben
		DELETE /channels/$private/thread-members/$ben → 10007`)
	grant(s, "ann", world.ManageThreads)
	if said, _ := notices(s, b.id("private")); len(said) != 2 || said[1] != "removed Ben from the thread" || s.User("ben").Sees(b.id("private")) != nil {
		t.Errorf("the thread notes %q, want that ben was removed", said)
	}
	b.run(`
		DELETE /channels/$private/thread-members/@me
		GET /channels/$private → 50001 # which the bot has left
		GET /channels/$games/thread-members/$bot → 50024`)
}

// In a private thread without the bot an interaction works, with the permissions of the channel.
// To post is refused until somebody adds the bot.
func TestAPrivateThreadWithoutTheBot(t *testing.T) {
	perms := make(chan string, 1)
	s, b := play(t, Config{}, func(i asked) {
		perms <- i.AppPermissions
		i.answer(4, `{"content":"here"}`)
		i.bot.ok("POST", i.hook(""), `{"content":"and here"}`, nil)
	})
	id := s.Stage().StartPrivateThread(games, "secret", "ann", "ben")
	b.names("th", id)
	m := b.slash("ann", id, "/go")
	if p := next(t, perms, "the interaction"); m.Content != "here" || p != world.BotPermissions.String() {
		t.Errorf("a command there: %+v, with the permissions %s", m, p)
	}
	b.run(`
		POST /channels/$th/messages {"content":"x"} → 50001
		GET /channels/$th → 50001
		PUT /channels/$th/thread-members/@me → 50001 # joining by itself
		allow ManageThreads
		POST /channels/$th/messages {"content":"x"}
		deny ManageThreads
		POST /channels/$th/messages {"content":"x"} → 50001`)
	b.seen(s.User("ann").Say(id, "<@"+world.BotID+">, come in"))
	b.run(`POST /channels/$th/messages {"content":"x"}`)
	var told []string
	for len(told) < 2 {
		if e := next(t, b.events, "the events of a new member"); strings.Contains(string(e.Data), id) {
			told = append(told, e.Type)
		}
	}
	if strings.Join(told, " ") != "THREAD_CREATE THREAD_MEMBERS_UPDATE" {
		t.Errorf("the bot was told %v", told)
	}
}

// Where a private thread is closed, only its owner and moderators add people.
func TestAClosedThreadIsItsOwners(t *testing.T) {
	s, b := play(t, Config{}, nil)
	b.run(`
		th = POST /channels/$games/threads {"name":"T","type":12,"invitable":false}
		PUT /channels/$th/thread-members/$ben`)
	invite := func() bool {
		b.seen(s.User("ben").Say(b.id("th"), s.User("cleo").Mention()))
		return s.User("cleo").Sees(b.id("th")) != nil
	}
	if invite() {
		t.Error("ben added cleo to a thread that is closed")
	}
	b.run(`
		PATCH /channels/$th {"invitable":true} ~ "invitable":true
		PATCH /channels/$th {"auto_archive_duration":60} ~ "invitable":true`)
	if !invite() {
		t.Error("ben did not add cleo to a thread that was opened")
	}
	b.names("bens", s.Stage().StartPrivateThread(games, "secret", "ben"))
	s.Stage().AddBotToThread(b.id("bens"))
	s.d.Change(func() { s.d.Place(b.id("bens")).Closed = true })
	b.run(`
		PUT /channels/$bens/thread-members/$cleo → 50013
		DELETE /channels/$bens/thread-members/$ben → 50013`)
}

// Threads that are awake are listed for a server, and those that sleep for a channel.
func TestThreadsAreListed(t *testing.T) {
	var now clock
	s, b := play(t, Config{Now: now.read}, nil)
	names := func(path string) string {
		t.Helper()
		var list struct {
			Threads []struct{ ID, Name string }
			Members []struct{ ID string }
			More    bool `json:"has_more"`
		}
		b.ok("GET", path, nil, &list)
		var all []string
		for _, th := range list.Threads {
			all = append(all, th.Name)
		}
		if list.More {
			all = append(all, "…")
		}
		return strings.Join(all, " ")
	}
	in := "/channels/" + games
	made := map[string]string{}
	for _, name := range []string{"one", "two", "three", "hidden", "mine"} {
		now.pass(time.Second)
		kind := 11
		if name == "mine" || name == "hidden" {
			kind = 12
		}
		var th began
		b.ok("POST", in+"/threads", obj{"name": name, "type": kind}, &th)
		made[name] = th.ID
	}
	b.ok("DELETE", "/channels/"+made["hidden"]+"/thread-members/@me", nil, nil)
	if got := names("/guilds/" + world.GuildID + "/threads/active"); got != "mine three two one" {
		t.Errorf("the threads that are awake are %q", got)
	}
	for _, name := range []string{"three", "one", "hidden", "mine"} {
		now.pass(time.Second)
		s.Stage().Archive(made[name], false)
	}
	if got := names("/guilds/" + world.GuildID + "/threads/active"); got != "two" {
		t.Errorf("when others sleep the threads that are awake are %q", got)
	}
	public := in + "/threads/archived/public"
	if got := names(public); got != "one three" {
		t.Errorf("the public threads that sleep are %q, want the last to fall asleep first", got)
	}
	s.d.Lock()
	before := s.d.Place(made["one"]).Turned().UTC().Format(time.RFC3339)
	s.d.Unlock()
	if got := names(public + "?before=" + before); got != "three" {
		t.Errorf("before the first there is %q", got)
	}
	if got := names(in + "/users/@me/threads/archived/private"); got != "mine" {
		t.Errorf("the bot's private threads that sleep are %q", got)
	}
	wantCode(t, "a list of none", b.call("GET", public+"?limit=0", nil, nil), 50035)
	wantCode(t, "all private threads", b.call("GET", in+"/threads/archived/private", nil, nil), 50013)
	s.Stage().Allow(games, world.ManageThreads)
	if got := names(in + "/threads/archived/private?limit=2"); got != "mine hidden" {
		t.Errorf("the private threads that sleep are %q to a moderator", got)
	}
	now.pass(time.Second)
	s.Stage().Archive(made["two"], false)
	if got := names(public + "?limit=2"); got != "two one …" {
		t.Errorf("two of three threads that sleep are %q", got)
	}
	s.Stage().Deny(games, world.ReadMessageHistory)
	wantCode(t, "public threads without the history", b.call("GET", public, nil, nil), 50013)
}
