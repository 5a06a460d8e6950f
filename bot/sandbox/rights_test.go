package sandbox

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// A command that does not say where it shows has Discord's defaults.
func TestWhereACommandShowsByDefault(t *testing.T) {
	s, b := play(t, Config{}, nil)
	b.ok("PUT", "/applications/"+world.AppID+"/commands", json.RawMessage(`[
		{"name":"plain","description":"d"},
		{"name":"nodm","description":"d","dm_permission":false},
		{"name":"both","description":"d","dm_permission":false,"contexts":[0,1]}]`), nil)
	group := s.Stage().AddGroup("ann", "ben")
	s.Stage().Install("ann") // which changes no command for servers
	for channel, want := range map[string]string{world.GamesID: "both nodm plain", s.User("ann").DM(): "both plain", group: ""} {
		if got := offered(s, "ann", channel); got != want {
			t.Errorf("in %s there are %q, want %q", channel, got, want)
		}
	}
}

func TestALargeFileIsRefused(t *testing.T) {
	_, b := play(t, Config{}, nil)
	path := "/channels/" + world.GamesID + "/messages"
	wantCode(t, "10 MiB", b.upload("POST", path, obj{"content": "x"}, nil, strings.Repeat("x", rule.MaxFile)), 0)
	wantCode(t, "a byte more", b.upload("POST", path, obj{"content": "x"}, nil, strings.Repeat("x", rule.MaxFile+1)), 40005)
}

func TestComponentsAreNumbered(t *testing.T) {
	_, b := play(t, Config{}, nil)
	var m struct {
		Components []struct {
			ID         int
			Components []struct{ ID int }
		}
	}
	b.ok("POST", "/channels/"+world.GamesID+"/messages", obj{"content": "x", "components": []obj{row(btn("A", "a"), btn("B", "b")), row(btn("C", "c"))}}, &m)
	if c := m.Components; c[0].ID != 1 || c[0].Components[1].ID != 3 || c[1].ID != 4 || c[1].Components[0].ID != 5 {
		t.Errorf("the components have %+v, want ids from 1 on", c)
	}
}

func TestEveryoneNeedsARight(t *testing.T) {
	s, b := play(t, Config{}, nil)
	s.Stage().Deny(world.GamesID, world.MentionEveryone)
	b.ok("POST", "/channels/"+world.GamesID+"/messages", obj{"content": "@everyone"}, nil)
	if m := s.User("ann").Sees(world.GamesID)[0]; m.Everyone || len(m.Pings) > 0 {
		t.Errorf("without the right the message is %+v", m)
	}
	for _, may := range []world.Permission{0, world.MentionEveryone} {
		s.Stage().Grant("ann", may)
		m, err := s.User("ann").Say(world.GamesID, "@everyone")
		if err != nil || m.Everyone != (may != 0) {
			t.Errorf("what ann says with the rights %v beside those of everybody is %+v, %v", may, m, err)
		}
	}
}

func TestUnknownServer(t *testing.T) {
	_, b := play(t, Config{}, nil)
	for _, path := range []string{"/guilds/1", "/guilds/1/channels", "/guilds/1/members/" + world.BotID} {
		wantCode(t, path, b.call("GET", path, nil, nil), 10004)
	}
}

// A thread has its parent's rights, but one of its own to speak. Its lock is a
// moderator's.
func TestRightsInAThread(t *testing.T) {
	s, b := play(t, Config{}, nil)
	var th struct{ ID string }
	b.ok("POST", "/channels/"+world.GamesID+"/threads", obj{"name": "T", "type": 11}, &th)
	path := "/channels/" + th.ID
	s.Stage().Deny(world.GamesID, world.SendMessages)
	b.ok("POST", path+"/messages", obj{"content": "x"}, nil)
	s.Stage().Deny(world.GamesID, world.SendMessagesInThreads)
	wantCode(t, "speak in the thread", b.call("POST", path+"/messages", obj{"content": "x"}, nil), 50013)

	b.ok("PATCH", path, obj{"name": "mine", "auto_archive_duration": 60}, nil)
	wantCode(t, "lock", b.call("PATCH", path, obj{"locked": true}, nil), 50013)
	b.ok("PATCH", path, obj{"archived": true}, nil)
	wantCode(t, "rename asleep", b.call("PATCH", path, obj{"name": "x"}, nil), 50083)
	b.ok("PATCH", path, obj{"archived": false}, nil)
	s.Stage().Archive(th.ID, true)
	wantCode(t, "wake a locked one", b.call("PATCH", path, obj{"archived": false}, nil), 50013)
	s.Stage().Allow(world.GamesID, world.ManageThreads)
	b.ok("PATCH", path, obj{"archived": false}, nil)
	s.Stage().Deny(world.GamesID, world.ManageThreads)
	wantCode(t, "rename a locked one", b.call("PATCH", path, obj{"name": "x"}, nil), 50013)
	s.Stage().Allow(world.GamesID, world.ManageThreads)
	b.ok("PATCH", path, obj{"locked": false}, nil)
	b.ok("PATCH", path, obj{"locked": true}, nil)
	wantCode(t, "rename a channel", b.call("PATCH", "/channels/"+world.GamesID, obj{"name": "x"}, nil), 50013)
}

// A goodbye ends the session; another code keeps it.
func TestAGoodbyeEndsTheSession(t *testing.T) {
	for code, resumed := range map[int]bool{websocket.CloseNormalClosure: false, websocket.CloseGoingAway: false, 4000: true} {
		s, b := play(t, Config{}, nil)
		end := websocket.FormatCloseMessage(code, "")
		if err := b.conn.WriteMessage(websocket.CloseMessage, end); err != nil {
			t.Fatal(err)
		}
		await(t, s, "the bot to be disconnected", func() bool { return !s.d.Connected() })
		b.dial()
		b.write(opResume, map[string]any{"token": s.Token(), "session_id": b.session, "seq": 2})
		if e := b.read(); (e.Type == "RESUMED") != resumed {
			t.Errorf("after a close with %d a resume is answered by op %d %s", code, e.Op, e.Type)
		}
	}
}
