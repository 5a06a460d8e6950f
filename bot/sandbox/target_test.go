package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
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
	b.ok("PUT", "/applications/"+world.AppID+"/commands", pickCommand, nil)
	ann := s.User("ann")
	role := s.Stage().AddRole("Players", "ann", "ben")
	thread := s.Stage().StartPrivateThread(games, "secret", "ann")
	file, err := ann.Upload("note.txt", []byte("a note"))
	if err != nil {
		t.Fatal(err)
	}
	b.slash("ann", games, "/pick role:@Players channel:secret whom:<@&"+role+"> file:note.txt text:#lounge")
	r, values := resolvedIn(t, next(t, got, "the interaction"))
	if values["role"] != role || values["whom"] != role || values["channel"] != thread || values["file"] != file || values["text"] != lounge {
		t.Errorf("the values are %v", values)
	}
	if r.Roles[role].Name != "Players" || r.Roles[role].Permissions == "" || len(r.Users) > 0 {
		t.Errorf("the roles are %+v, the users %s", r.Roles, r.Users)
	}
	may := (world.PersonPermissions | world.ManageGuild | world.ManageMessages).String()
	if c := r.Channels[thread]; c.Type != 12 || c.ParentID != games || c.Metadata == nil || c.Permissions != may {
		t.Errorf("the thread is %+v, want a private one in #games with the permissions %s", c, may)
	}
	if c := r.Channels[lounge]; c.Name != "lounge" || c.Overwrites != nil {
		t.Errorf("the channel is %+v, want #lounge without overwrites", c)
	}
	a := r.Attachments[file]
	if a.Filename != "note.txt" || !a.Ephemeral || a.Size != 6 || !strings.HasPrefix(a.ContentType, "text/plain") {
		t.Errorf("the file is %+v", a)
	}
	if resp, body := fetch(t, "GET", a.URL, ""); resp.StatusCode != http.StatusOK || body != "a note" {
		t.Errorf("the file at %s: %d, %q", a.URL, resp.StatusCode, body)
	}
	b.slash("ann", games, "/pick whom:@Ben")
	if r, _ := resolvedIn(t, next(t, got, "the interaction")); len(r.Users) != 1 || len(r.Members) != 1 || len(r.Roles) > 0 {
		t.Errorf("a person who was picked is resolved as %+v", r)
	}
}

// A client lets people pick only what is there for them.
func TestWhatCannotBePicked(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { t.Error("the bot was asked") })
	b.ok("PUT", "/applications/"+world.AppID+"/commands", pickCommand, nil)
	s.Stage().AddRole("Players")
	s.Stage().StartPrivateThread(games, "secret", "ann")
	hide(s, lounge, "ben")
	if _, err := s.User("ann").Upload("hers.txt", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.User("ann").Upload("big", make([]byte, rule.MaxFile+1)); err == nil {
		t.Error("a file that is too large was taken")
	}
	ben := s.User("ben")
	for line, where := range map[string]string{
		"/pick role:@ben": games, "/pick channel:#lounge": games, "/pick channel:secret": games,
		"/pick whom:#games": games, "/pick file:hers.txt": games, "/pick role:@Players": ben.DM(), "/pick channel:#games": ben.DM(),
	} {
		if _, err := ben.Slash(within(t), where, line); err == nil {
			t.Errorf("ben could say %s", line)
		}
	}
	if _, err := s.User("ann").Slash(within(t), games, "/pick text:secret"); err == nil {
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
	b.names("role", role)
	b.run(`m = POST /channels/$games/messages {"components":[
		{"type":1,"components":[{"type":5,"custom_id":"people","max_values":2,"default_values":[{"id":"$ann","type":"user"}]}]},
		{"type":1,"components":[{"type":6,"custom_id":"roles","max_values":2}]},
		{"type":1,"components":[{"type":7,"custom_id":"both","max_values":2,"default_values":[{"id":"$role","type":"role"}]}]},
		{"type":1,"components":[{"type":8,"custom_id":"text","channel_types":[0]}]}]}`)
	id := b.id("m")
	rows, _ := json.Marshal(ann.Sees(games)[0].Rows)
	hasAll(t, string(rows), os.Expand(`"defaults":["$ann"]
		"defaults":["$role"]
		"channelTypes":[0]`, b.id))
	for line, want := range map[string]string{ // the numbers of users, members, roles and channels that are resolved
		"people ben cleo": "2 2 0 0", "roles Players @everyone": "0 0 2 0", "both @Players @dan": "1 1 1 0", "text #lounge": "0 0 0 1",
	} {
		words := strings.Fields(line)
		b.seen(ann.Choose(within(t), id, words[0], words[1:]...))
		i := next(t, got, "a choice")
		r, _ := resolvedIn(t, i)
		is := fmt.Sprint(len(r.Users), len(r.Members), len(r.Roles), len(r.Channels))
		if len(i.Data.Values) != len(words)-1 || is != want {
			t.Errorf("%s: values %v, resolved %+v", line, i.Data.Values, r)
		}
	}
	b.seen(ann.Choose(within(t), id, "", "#lounge")) // in the first menu that offers it
	if i := next(t, got, "a choice"); i.Data.CustomID != "text" {
		t.Errorf("a channel was picked in the menu %q", i.Data.CustomID)
	}
	thread := s.Stage().StartPrivateThread(games, "secret", "ann")
	for menu, pick := range map[string]string{"people": "@Players", "roles": "ann", "both": "#games", "text": thread} {
		if _, err := ann.Choose(within(t), id, menu, pick); err == nil {
			t.Errorf("%s was picked in the menu %s", pick, menu)
		}
	}
	b.seen(ann.Press(within(t), "people", id, ann.ID()))
	if r, _ := resolvedIn(t, next(t, got, "a forged choice")); len(r.Users) != 1 {
		t.Errorf("a forged choice is resolved as %+v", r)
	}
}

// A role that may be mentioned notifies the people who have it.
func TestARoleIsMentioned(t *testing.T) {
	s, b := play(t, Config{}, nil)
	role := s.Stage().AddRole("Players", "ann", "ben")
	b.names("role", role)
	for allowed, pings := range map[string]int{
		``: 2, `,"allowed_mentions":{"parse":[]}`: 0, `,"allowed_mentions":{"parse":["roles"]}`: 2,
		`,"allowed_mentions":{"roles":["$role"]}`: 2, `,"allowed_mentions":{"parse":["users"]}`: 0,
	} {
		says := `"mention_roles":[]`
		if pings > 0 {
			says = `"mention_roles":["$role"]`
		}
		b.run(`POST /channels/$games/messages {"content":"<@&$role>"` + allowed + `} ~ ` + says)
		all := s.User("ann").Sees(games)
		if got := all[len(all)-1].Pings; len(got) != pings {
			t.Errorf("with %s the message pings %v", allowed, got)
		}
	}
	if n := s.User("ann").Notifications(); n[0].Text != "@Players" {
		t.Errorf("ann's phone shows %+v", n[0])
	}
	b.run(`
		GET /guilds/$guild/members/$ben ~ "roles":["$role"]
		GET /guilds/$guild/roles ~ "name":"@everyone"
		GET /guilds/$guild/roles ~ "id":"$role"`)
}
