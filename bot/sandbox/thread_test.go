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
	s.Stage().Grant("ann", 0)
	var th began
	b.ok("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "T"}, &th)
	if th.Type != 12 || th.Metadata.Invitable == nil || !*th.Metadata.Invitable {
		t.Errorf("a thread without a type is %+v, want a private one", th)
	}
	path := "/channels/" + th.ID
	b.ok("POST", path+"/messages", obj{"content": ben.Mention()}, nil)
	if got := ben.Sees(th.ID); len(got) != 2 || got[1].Notice != "added Ben to the thread" || len(ben.Notifications()) != 1 {
		t.Errorf("ben sees %+v and has the pings %v", got, ben.Notifications())
	}
	b.ok("PUT", path+"/thread-members/"+cleo.ID(), nil, nil)
	if ann.Sees(th.ID) != nil || cleo.Sees(th.ID) == nil {
		t.Error("ann sees a private thread that she is not in, or cleo does not see hers")
	}
	s.Stage().Grant("ann", world.ManageThreads)
	if ann.Sees(th.ID) == nil {
		t.Error("ann, who manages threads, does not see a private one")
	}
	s.Stage().Hide(world.GamesID, "dan")
	wantCode(t, "adding a person who cannot see the channel", b.call("PUT", path+"/thread-members/"+s.User("dan").ID(), nil, nil), 50001)

	s.Stage().Deny(world.GamesID, world.CreatePrivateThreads)
	wantCode(t, "another without the right", b.call("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "T", "type": 12}, nil), 50013)
	news := s.Stage().AddChannel("news", world.Announcement)
	wantCode(t, "one in an announcement channel", b.call("POST", "/channels/"+news+"/threads", obj{"name": "T", "type": 12}, nil), 50024)
}

// Members of a thread can be asked for one by one; for a list the bot needs a privileged
// intent. The owner of a private thread removes people, of a public one only a moderator.
func TestMembersOfAThread(t *testing.T) {
	s, b := play(t, Config{}, nil)
	ben := s.User("ben")
	var private, public began
	b.ok("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "T", "type": 12}, &private)
	b.ok("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "T", "type": 11}, &public)
	var member struct {
		ID     string
		UserID string `json:"user_id"`
		Member *struct{ User struct{ ID string } }
	}
	for _, th := range []began{private, public} {
		b.ok("PUT", "/channels/"+th.ID+"/thread-members/"+ben.ID(), nil, nil)
		b.ok("GET", "/channels/"+th.ID+"/thread-members/"+ben.ID()+"?with_member=true", nil, &member)
		if member.ID != th.ID || member.UserID != ben.ID() || member.Member == nil || member.Member.User.ID != ben.ID() {
			t.Errorf("ben as a member is %+v", member)
		}
	}
	path := "/channels/" + private.ID + "/thread-members"
	wantCode(t, "a stranger", b.call("GET", path+"/"+s.User("eve").ID(), nil, nil), 10007)
	wantCode(t, "the list", b.call("GET", path, nil, nil), 50001)
	s.Stage().Privilege(discord.IntentMembers)
	var all []struct {
		UserID string `json:"user_id"`
	}
	b.ok("GET", path, nil, &all)
	if len(all) != 2 || all[0].UserID != world.BotID || all[1].UserID != ben.ID() {
		t.Errorf("the members are %+v, want the bot and ben", all)
	}

	wantCode(t, "removing from a public thread", b.call("DELETE", "/channels/"+public.ID+"/thread-members/"+ben.ID(), nil, nil), 50013)
	b.ok("DELETE", path+"/"+ben.ID(), nil, nil)
	wantCode(t, "removing again", b.call("DELETE", path+"/"+ben.ID(), nil, nil), 10007)
	s.Stage().Grant("ann", world.ManageThreads)
	if said, _ := notices(s, private.ID); len(said) != 2 || said[1] != "removed Ben from the thread" || ben.Sees(private.ID) != nil {
		t.Errorf("the thread notes %q, want that ben was removed", said)
	}
	b.ok("DELETE", path+"/@me", nil, nil)
	wantCode(t, "a private thread that the bot has left", b.call("GET", "/channels/"+private.ID, nil, nil), 50001)
	wantCode(t, "a member of a channel", b.call("GET", "/channels/"+world.GamesID+"/thread-members/"+world.BotID, nil, nil), 50024)
}

// In a private thread without the bot an interaction works, with the permissions of the channel.
// To post is refused until somebody adds the bot.
func TestAPrivateThreadWithoutTheBot(t *testing.T) {
	perms := make(chan string, 1)
	s, b := play(t, Config{}, func(i asked) {
		perms <- i.AppPermissions
		i.answer(4, obj{"content": "here"})
		i.bot.ok("POST", i.hook(""), obj{"content": "and here"}, nil)
	})
	ann := s.User("ann")
	id := s.Stage().StartPrivateThread(world.GamesID, "secret", "ann", "ben")
	path := "/channels/" + id
	post := func() int { return b.call("POST", path+"/messages", obj{"content": "x"}, nil) }
	m, err := ann.Slash(within(t), id, "/go")
	if p := next(t, perms, "the interaction"); err != nil || m.Content != "here" || p != world.BotPermissions.String() {
		t.Errorf("a command there: %+v, %v, with the permissions %s", m, err, p)
	}
	wantCode(t, "a message", post(), 50001)
	wantCode(t, "the thread", b.call("GET", path, nil, nil), 50001)
	wantCode(t, "joining by itself", b.call("PUT", path+"/thread-members/@me", nil, nil), 50001)
	s.Stage().Allow(world.GamesID, world.ManageThreads)
	wantCode(t, "a message of a moderator", post(), 0)
	s.Stage().Deny(world.GamesID, world.ManageThreads)
	wantCode(t, "a message of a former moderator", post(), 50001)
	if _, err := ann.Say(id, "<@"+world.BotID+">, come in"); err != nil {
		t.Error(err)
	}
	wantCode(t, "a message of a member", post(), 0)
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
	var th began
	b.ok("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "T", "type": 12, "invitable": false}, &th)
	path := "/channels/" + th.ID
	b.ok("PUT", path+"/thread-members/"+s.User("ben").ID(), nil, nil)
	invite := func(whom string) bool {
		if _, err := s.User("ben").Say(th.ID, s.User(whom).Mention()); err != nil {
			t.Error(err)
		}
		return s.User(whom).Sees(th.ID) != nil
	}
	if invite("cleo") {
		t.Error("ben added cleo to a thread that is closed")
	}
	b.ok("PATCH", path, obj{"invitable": true}, &th)
	if !*th.Metadata.Invitable || !invite("cleo") {
		t.Error("ben did not add cleo to a thread that was opened")
	}
	of := s.Stage().StartPrivateThread(world.GamesID, "secret", "ben")
	s.Stage().AddBotToThread(of)
	s.d.Change(func() { s.d.Place(of).Closed = true })
	wantCode(t, "the bot adds somebody to a closed thread of ben's", b.call("PUT", "/channels/"+of+"/thread-members/"+s.User("cleo").ID(), nil, nil), 50013)
	wantCode(t, "the bot removes ben from it", b.call("DELETE", "/channels/"+of+"/thread-members/"+s.User("ben").ID(), nil, nil), 50013)
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
	in := "/channels/" + world.GamesID
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
	s.Stage().Allow(world.GamesID, world.ManageThreads)
	if got := names(in + "/threads/archived/private?limit=2"); got != "mine hidden" {
		t.Errorf("the private threads that sleep are %q to a moderator", got)
	}
	now.pass(time.Second)
	s.Stage().Archive(made["two"], false)
	if got := names(public + "?limit=2"); got != "two one …" {
		t.Errorf("two of three threads that sleep are %q", got)
	}
	s.Stage().Deny(world.GamesID, world.ReadMessageHistory)
	wantCode(t, "public threads without the history", b.call("GET", public, nil, nil), 50013)
}
