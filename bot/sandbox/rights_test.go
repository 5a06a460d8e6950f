package sandbox

import (
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// A command that does not say where it shows has Discord's defaults.
func TestWhereACommandShowsByDefault(t *testing.T) {
	s, b := play(t, Config{}, nil)
	b.ok("PUT", "/applications/"+world.AppID+"/commands", `[
		{"name":"plain","description":"d"},
		{"name":"nodm","description":"d","dm_permission":false},
		{"name":"both","description":"d","dm_permission":false,"contexts":[0,1]}]`, nil)
	group := s.Stage().AddGroup("ann", "ben")
	s.Stage().Install("ann", true) // which changes no command for servers
	for channel, want := range map[string]string{games: "both nodm plain", s.User("ann").DM(): "both plain", group: ""} {
		if got := offered(s, "ann", channel); got != want {
			t.Errorf("in %s there are %q, want %q", channel, got, want)
		}
	}
}

func TestALargeFileIsRefused(t *testing.T) {
	_, b := play(t, Config{}, nil)
	path := gamesPosts
	wantCode(t, "10 MiB", b.upload("POST", path, `{"content":"x"}`, nil, strings.Repeat("x", rule.MaxFile)), 0)
	wantCode(t, "a byte more", b.upload("POST", path, `{"content":"x"}`, nil, strings.Repeat("x", rule.MaxFile+1)), 40005)
}

func TestComponentsAreNumbered(t *testing.T) {
	_, b := play(t, Config{}, nil)
	var m struct {
		Components []struct {
			ID         int
			Components []struct{ ID int }
		}
	}
	b.ok("POST", gamesPosts, `{"components":[
		{"type":1,"components":[{"type":2,"style":1,"label":"A","custom_id":"a"},{"type":2,"style":1,"label":"B","custom_id":"b"}]},<C c>]}`, &m)
	if c := m.Components; c[0].ID != 1 || c[0].Components[1].ID != 3 || c[1].ID != 4 || c[1].Components[0].ID != 5 {
		t.Errorf("the components have %+v, want ids from 1 on", c)
	}
}

func TestEveryoneNeedsARight(t *testing.T) {
	s, b := play(t, Config{}, nil)
	b.run(`
		deny MentionEveryone
		POST /channels/$games/messages {"content":"@everyone"}`)
	if m := s.User("ann").Sees(games)[0]; m.Everyone || len(m.Pings) > 0 {
		t.Errorf("without the right the message is %+v", m)
	}
	for _, may := range []world.Permission{0, world.MentionEveryone} {
		grant(s, "ann", may)
		m, err := s.User("ann").Say(games, "@everyone")
		if err != nil || m.Everyone != (may != 0) {
			t.Errorf("what ann says with the rights %v beside those of everybody is %+v, %v", may, m, err)
		}
	}
}

func TestUnknownServer(t *testing.T) {
	_, b := play(t, Config{}, nil)
	b.run(`
		GET /guilds/1 → 10004
		GET /guilds/1/channels → 10004
		GET /guilds/1/members/$bot → 10004`)
}

// A thread has its parent's rights, but one of its own to speak. Its lock is a
// moderator's.
func TestRightsInAThread(t *testing.T) {
	_, b := play(t, Config{}, nil)
	b.run(`
		th = POST /channels/$games/threads {"name":"T","type":11}
		deny SendMessages
		POST /channels/$th/messages {"content":"x"}
		deny SendMessagesInThreads
		POST /channels/$th/messages {"content":"x"} → 50013
		PATCH /channels/$th {"name":"mine","auto_archive_duration":60}
		PATCH /channels/$th {"locked":true} → 50013
		PATCH /channels/$th {"archived":true}
		PATCH /channels/$th {"name":"x"} → 50083 # asleep
		PATCH /channels/$th {"archived":false}
		lock $th
		PATCH /channels/$th {"archived":false} → 50013
		allow ManageThreads
		PATCH /channels/$th {"archived":false}
		deny ManageThreads
		PATCH /channels/$th {"name":"x"} → 50013 # locked
		allow ManageThreads
		PATCH /channels/$th {"locked":false}
		PATCH /channels/$th {"locked":true}
		PATCH /channels/$games {"name":"x"} → 50013 # no thread`)
}

// A goodbye ends the session; another code keeps it.
func TestAGoodbyeEndsTheSession(t *testing.T) {
	for code, resumed := range map[int]bool{websocket.CloseNormalClosure: false, websocket.CloseGoingAway: false, 4000: true} {
		s, b := play(t, Config{}, nil)
		_ = b.conn.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""))
		await(t, s, "the bot to be disconnected", func() bool { return !s.d.Connected() })
		b.dial()
		b.resume(2)
		if e := b.read(); (e.Type == "RESUMED") != resumed {
			t.Errorf("after a close with %d a resume is answered by op %d %s", code, e.Op, e.Type)
		}
	}
}
