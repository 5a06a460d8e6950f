package sandbox

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox/world"
)

// default_member_permissions is answered as a text, and the client shows the command to those
// who have all of them there. "0" leaves it to administrators and the owner.
func TestPermissionsOfACommand(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { t.Errorf("the bot was asked for %s", i.Data.Name) })
	var all []struct {
		ID, Name string
		Needs    *string `json:"default_member_permissions"`
	}
	b.ok("PUT", "/applications/"+world.AppID+"/commands", json.RawMessage(`[
		{"name":"all","description":"d","default_member_permissions":null},
		{"name":"none","description":"d","default_member_permissions":"0"},
		{"name":"text","description":"d","default_member_permissions":"8224"},
		{"name":"number","description":"d","default_member_permissions":8192}]`), &all)
	var says []string
	for _, c := range all {
		if c.Needs == nil {
			says = append(says, "null")
			continue
		}
		says = append(says, *c.Needs)
	}
	if got := strings.Join(says, " "); got != "null 0 8224 8192" {
		t.Errorf("the commands need %s", got)
	}
	b.ok("PATCH", "/applications/"+world.AppID+"/commands/"+all[3].ID, obj{"description": "new"}, &all[3])
	if all[3].Needs == nil || *all[3].Needs != "8192" {
		t.Error("an edit of the description changed the permissions")
	}
	wantCode(t, "permissions that are none", b.call("PATCH", "/applications/"+world.AppID+"/commands/"+all[3].ID, obj{"default_member_permissions": "many"}, nil), 50035)
	offered := func(person, channel string) string {
		s.state.Lock()
		defer s.state.Unlock()
		var names []string
		for _, cmd := range s.state.World.Available(s.state.Person(person), s.state.World.Channels[channel]) {
			names = append(names, cmd.Name)
		}
		slices.Sort(names)
		return strings.Join(names, " ")
	}
	s.Stage().Grant("ben", world.ManageMessages)
	s.Stage().Grant("cleo", world.ManageMessages|world.ManageGuild)
	s.Stage().Grant("dan", world.Administrator)
	for person, want := range map[string]string{"ann": "all none number text", "ben": "all number", "cleo": "all number text", "dan": "all none number text", "eve": "all"} {
		if got := offered(person, world.GamesID); got != want {
			t.Errorf("%s is offered %q, want %q", person, got, want)
		}
	}
	if got := offered("eve", s.User("eve").DM()); got != "all none number text" {
		t.Errorf("in a direct channel eve is offered %q, want all", got)
	}
	if _, err := s.User("eve").Slash(within(t), world.GamesID, "/number"); err == nil {
		t.Error("eve used a command that she is not offered")
	}
}
