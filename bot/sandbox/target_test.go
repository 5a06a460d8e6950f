package sandbox

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"parlour/bot/sandbox/rule"
	"parlour/bot/sandbox/world"
)

// resolved is resolved data, by the ids of what was picked.
type resolved struct {
	Users, Members map[string]json.RawMessage
	Roles          map[string]struct{ Name, Permissions string }
	Channels       map[string]struct {
		Name, Permissions string
		Type              int
		ParentID          string          `json:"parent_id"`
		Metadata          json.RawMessage `json:"thread_metadata"`
		Overwrites        json.RawMessage `json:"permission_overwrites"`
	}
	Attachments map[string]struct {
		Filename, URL string
		ContentType   string `json:"content_type"`
		Ephemeral     bool
		Size          int
	}
	Messages map[string]struct{ Content string }
}

// resolvedIn reads the resolved data and the values of an interaction.
func resolvedIn(t *testing.T, i asked) (r resolved, values map[string]string) {
	t.Helper()
	var in struct {
		Data struct {
			Resolved resolved
			Options  []struct{ Name, Value string }
		}
	}
	if err := json.Unmarshal(i.raw, &in); err != nil {
		t.Fatal(err)
	}
	values = map[string]string{}
	for _, o := range in.Data.Options {
		values[o.Name] = o.Value
	}
	return in.Data.Resolved, values
}

const pickCommand = `[{"name":"pick","description":"Pick","options":[
	{"type":8,"name":"role","description":"d"},{"type":7,"name":"channel","description":"d"},{"type":9,"name":"whom","description":"d"},
	{"type":11,"name":"file","description":"d"},{"type":7,"name":"text","description":"d","channel_types":[0]}]}]`

// Roles, channels, files and those who can be mentioned come resolved with a command.
func TestWhatIsPickedIsResolved(t *testing.T) {
	got := make(chan asked, 1)
	s, b := play(t, Config{}, func(i asked) {
		got <- i
		i.answer(4, `{"content":"x"}`)
	})
	b.ok("PUT", "/applications/"+world.AppID+"/commands", json.RawMessage(pickCommand), nil)
	ann := s.User("ann")
	role := s.Stage().AddRole("Players", "ann", "ben")
	thread := s.Stage().StartPrivateThread(world.GamesID, "secret", "ann")
	file, err := ann.Upload("note.txt", []byte("a note"))
	if err != nil {
		t.Fatal(err)
	}
	b.slash("ann", world.GamesID, "/pick role:@Players channel:secret whom:<@&"+role+"> file:note.txt text:#lounge")
	r, values := resolvedIn(t, next(t, got, "the interaction"))
	if values["role"] != role || values["whom"] != role || values["channel"] != thread || values["file"] != file || values["text"] != world.LoungeID {
		t.Errorf("the values are %v", values)
	}
	if r.Roles[role].Name != "Players" || r.Roles[role].Permissions == "" || len(r.Users) > 0 {
		t.Errorf("the roles are %+v, the users %s", r.Roles, r.Users)
	}
	may := (world.PersonPermissions | world.ManageGuild | world.ManageMessages).String()
	if c := r.Channels[thread]; c.Type != 12 || c.ParentID != world.GamesID || c.Metadata == nil || c.Permissions != may {
		t.Errorf("the thread is %+v, want a private one in #games with the permissions %s", c, may)
	}
	if c := r.Channels[world.LoungeID]; c.Name != "lounge" || c.Overwrites != nil {
		t.Errorf("the channel is %+v, want #lounge without overwrites", c)
	}
	a := r.Attachments[file]
	if a.Filename != "note.txt" || !a.Ephemeral || a.Size != 6 || !strings.HasPrefix(a.ContentType, "text/plain") {
		t.Errorf("the file is %+v", a)
	}
	if resp, body := fetch(t, "GET", a.URL, ""); resp.StatusCode != http.StatusOK || body != "a note" {
		t.Errorf("the file at %s: %d, %q", a.URL, resp.StatusCode, body)
	}
	b.slash("ann", world.GamesID, "/pick whom:@Ben")
	if r, _ := resolvedIn(t, next(t, got, "the interaction")); len(r.Users) != 1 || len(r.Members) != 1 || len(r.Roles) > 0 {
		t.Errorf("a person who was picked is resolved as %+v", r)
	}
}

// A client lets people pick only what is there for them.
func TestWhatCannotBePicked(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { t.Error("the bot was asked") })
	b.ok("PUT", "/applications/"+world.AppID+"/commands", json.RawMessage(pickCommand), nil)
	s.Stage().AddRole("Players")
	s.Stage().StartPrivateThread(world.GamesID, "secret", "ann")
	s.Stage().Hide(world.LoungeID, "ben")
	if _, err := s.User("ann").Upload("hers.txt", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.User("ann").Upload("big", make([]byte, rule.MaxFile+1)); err == nil {
		t.Error("a file that is too large was taken")
	}
	ben := s.User("ben")
	for line, where := range map[string]string{
		"/pick role:@ben": world.GamesID, "/pick channel:#lounge": world.GamesID, "/pick channel:secret": world.GamesID,
		"/pick whom:#games": world.GamesID, "/pick file:hers.txt": world.GamesID, "/pick role:@Players": ben.DM(), "/pick channel:#games": ben.DM(),
	} {
		if _, err := ben.Slash(within(t), where, line); err == nil {
			t.Errorf("ben could say %s", line)
		}
	}
	if _, err := s.User("ann").Slash(within(t), world.GamesID, "/pick text:secret"); err == nil {
		t.Error("a thread was picked where text channels are asked for")
	}
}

// Menus of people, roles, both and channels are picked, and what is picked comes resolved.
// Each can have defaults.
func TestMenusOfEveryKind(t *testing.T) {
	got := make(chan asked, 1)
	s, b := play(t, Config{}, func(i asked) {
		got <- i
		i.answer(4, `{"content":"x","flags":64}`)
	})
	role, ann := s.Stage().AddRole("Players"), s.User("ann")
	menu := func(kind int, id string, defaults ...obj) obj {
		return row(obj{"type": kind, "custom_id": id, "max_values": 2, "default_values": defaults})
	}
	channels := row(obj{"type": 8, "custom_id": "text", "channel_types": []int{0}})
	var m posted
	b.ok("POST", "/channels/"+world.GamesID+"/messages", obj{"content": "x", "components": []obj{
		menu(5, "people", obj{"id": ann.ID(), "type": "user"}), menu(6, "roles"), menu(7, "both", obj{"id": role, "type": "role"}), channels,
	}}, &m)
	if rows := ann.Sees(world.GamesID)[0].Rows; len(rows[0][0].Defaults) != 1 || rows[0][0].Defaults[0] != ann.ID() || rows[2][0].Defaults[0] != role || rows[3][0].ChannelTypes[0] != 0 {
		t.Errorf("the menus are %+v", rows)
	}
	for _, c := range []struct {
		menu                           string
		picks                          []string
		users, members, roles, channel int
	}{
		{"people", []string{"ben", "cleo"}, 2, 2, 0, 0},
		{"roles", []string{"Players", "@everyone"}, 0, 0, 2, 0},
		{"both", []string{"@Players", "@dan"}, 1, 1, 1, 0},
		{"text", []string{"#lounge"}, 0, 0, 0, 1},
	} {
		if _, err := ann.Choose(within(t), m.ID, c.menu, c.picks...); err != nil {
			t.Errorf("%s: %v", c.menu, err)
			continue
		}
		i := next(t, got, "a choice")
		r, _ := resolvedIn(t, i)
		if len(i.Data.Values) != len(c.picks) || len(r.Users) != c.users || len(r.Members) != c.members || len(r.Roles) != c.roles || len(r.Channels) != c.channel {
			t.Errorf("%s: values %v, resolved %+v", c.menu, i.Data.Values, r)
		}
	}
	if _, err := ann.Choose(within(t), m.ID, "", "#lounge"); err != nil {
		t.Errorf("a channel, picked in the first menu that offers it: %v", err)
	}
	if i := next(t, got, "a choice"); i.Data.CustomID != "text" {
		t.Errorf("a channel was picked in the menu %q", i.Data.CustomID)
	}
	thread := s.Stage().StartPrivateThread(world.GamesID, "secret", "ann")
	for menu, pick := range map[string]string{"people": "@Players", "roles": "ann", "both": "#games", "text": thread} {
		if _, err := ann.Choose(within(t), m.ID, menu, pick); err == nil {
			t.Errorf("%s was picked in the menu %s", pick, menu)
		}
	}
	if _, err := ann.Press(within(t), "people", m.ID, ann.ID()); err != nil {
		t.Error(err)
	}
	if r, _ := resolvedIn(t, next(t, got, "a forged choice")); len(r.Users) != 1 {
		t.Errorf("a forged choice is resolved as %+v", r)
	}
}

// A role that may be mentioned notifies the people who have it.
func TestARoleIsMentioned(t *testing.T) {
	s, b := play(t, Config{}, nil)
	role := s.Stage().AddRole("Players", "ann", "ben")
	path := "/channels/" + world.GamesID + "/messages"
	for _, c := range []struct {
		allowed any
		pings   int
	}{
		{nil, 2}, {obj{"parse": []string{}}, 0}, {obj{"parse": []string{"roles"}}, 2}, {obj{"roles": []string{role}}, 2}, {obj{"parse": []string{"users"}}, 0},
	} {
		var m struct {
			Roles []string `json:"mention_roles"`
		}
		form := obj{"content": "<@&" + role + ">"}
		if c.allowed != nil {
			form["allowed_mentions"] = c.allowed
		}
		b.ok("POST", path, form, &m)
		all := s.User("ann").Sees(world.GamesID)
		if got := all[len(all)-1].Pings; len(got) != c.pings || len(m.Roles) != c.pings/2 {
			t.Errorf("with %v the message pings %v, and mentions %v", c.allowed, got, m.Roles)
		}
	}
	if n := s.User("ann").Notifications(); n[0].Text != "@Players" {
		t.Errorf("ann's phone shows %+v", n[0])
	}
	var member struct{ Roles []string }
	b.ok("GET", "/guilds/"+world.GuildID+"/members/"+s2id, nil, &member)
	var roles []struct{ ID, Name string }
	b.ok("GET", "/guilds/"+world.GuildID+"/roles", nil, &roles)
	if len(member.Roles) != 1 || len(roles) != 2 || roles[0].Name != "@everyone" || roles[1].ID != role {
		t.Errorf("ben has the roles %v of %+v", member.Roles, roles)
	}
}
