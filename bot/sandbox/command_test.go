package sandbox

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"parlour/bot/sandbox/world"
)

// default_member_permissions is answered as a text. The client shows the command to people with
// all of these permissions; "0" is for administrators and the owner.
func TestPermissionsOfACommand(t *testing.T) {
	s, b := play(t, Config{}, func(i asked) { t.Errorf("the bot was asked for %s", i.Data.Name) })
	var all []struct {
		ID, Name string
		Needs    json.RawMessage `json:"default_member_permissions"`
	}
	b.ok("PUT", "/applications/"+world.AppID+"/commands", `[
		{"name":"all","description":"d","default_member_permissions":null},
		{"name":"none","description":"d","default_member_permissions":"0"},
		{"name":"text","description":"d","default_member_permissions":"8224"},
		{"name":"number","description":"d","default_member_permissions":8192}]`, &all)
	for i, want := range []string{"null", `"0"`, `"8224"`, `"8192"`} {
		if got := string(all[i].Needs); got != want {
			t.Errorf("the command %s needs %s, want %s", all[i].Name, got, want)
		}
	}
	b.names("number", all[3].ID)
	b.run(`
		PATCH /applications/$app/commands/$number {"description":"new"} ~ "default_member_permissions":"8192"
		PATCH /applications/$app/commands/$number {"default_member_permissions":"many"} → 50035`)
	grant(s, "ben", world.ManageMessages)
	grant(s, "cleo", world.ManageMessages|world.ManageGuild)
	grant(s, "dan", world.Administrator)
	for person, want := range map[string]string{"ann": "all none number text", "ben": "all number", "cleo": "all number text", "dan": "all none number text", "eve": "all"} {
		if got := offered(s, person, games); got != want {
			t.Errorf("%s is offered %q, want %q", person, got, want)
		}
	}
	if got := offered(s, "eve", s.User("eve").DM()); got != "all none number text" {
		t.Errorf("in a direct channel eve is offered %q, want all", got)
	}
	if _, err := s.User("eve").Slash(within(t), games, "/number"); err == nil {
		t.Error("eve used a command that she is not offered")
	}
}

// Commands on users and messages are offered beside the slash commands. What they are used on
// comes resolved, and the answer tells it.
func TestCommandsOnUsersAndMessages(t *testing.T) {
	got := make(chan asked, 1)
	s, b := play(t, Config{}, func(i asked) {
		got <- i
		i.answer(4, `{"content":"done"}`)
	})
	b.ok("PUT", "/applications/"+world.AppID+"/commands", `[
		{"name":"High Five","type":2},{"name":"Keep It","type":3,"default_member_permissions":"8192"},{"name":"go","description":"d"}]`, nil)
	ann, ben := s.User("ann"), s.User("ben")
	if all := s.Commands(); len(all) != 1 || all[0] != "go" {
		t.Errorf("the slash commands are %q", all)
	}
	said, err := ben.Say(games, "keep this")
	if err != nil {
		t.Fatal(err)
	}
	answered := func(m *Message, err error) (kind int, metadata map[string]any, reference string) {
		t.Helper()
		if err != nil || m == nil {
			t.Fatalf("the answer is %+v, %v", m, err)
		}
		var sent struct {
			Type      int
			Metadata  map[string]any `json:"interaction_metadata"`
			Reference struct {
				ID string `json:"message_id"`
			} `json:"message_reference"`
		}
		b.ok("GET", "/channels/"+games+"/messages/"+m.ID, nil, &sent)
		return sent.Type, sent.Metadata, sent.Reference.ID
	}

	kind, about, on := answered(ann.UseOnMessage(within(t), said.ID, "Keep It"))
	i := next(t, got, "the command on a message")
	r, _ := resolvedIn(t, i)
	if i.Data.TargetID != said.ID || r.Messages[said.ID].Content != "keep this" || kind != 23 || on != said.ID || about["target_message_id"] != said.ID {
		t.Errorf("a command on a message: %s; its answer is of type %d on %s, with %v", i.raw, kind, on, about)
	}
	kind, about, on = answered(ann.UseOnUser(within(t), games, "@Ben", "High Five"))
	i = next(t, got, "the command on a user")
	r, _ = resolvedIn(t, i)
	if i.Data.TargetID != ben.ID() || len(r.Users) != 1 || len(r.Members) != 1 || kind != 23 || on != "" || about["name"] != "High Five" || about["target_user"] == nil {
		t.Errorf("a command on a user: %s; its answer is of type %d on %q, with %v", i.raw, kind, on, about)
	}

	if _, err := ben.UseOnMessage(within(t), said.ID, "Keep It"); err == nil {
		t.Error("ben used a command that he is not offered")
	}
	if _, err := ann.UseOnUser(within(t), games, "ben", "Keep It"); err == nil {
		t.Error("a command on messages was used on a person")
	}
	if _, err := ann.UseOnUser(within(t), ann.DM(), "ben", "High Five"); err == nil {
		t.Error("ann used a command on ben where he is not")
	}
}

// Commands that are not typed have no description and no options, and there are 15 of a type.
func TestLimitsOfCommandsOnThings(t *testing.T) {
	_, b := play(t, Config{}, nil)
	for _, kind := range []string{"2", "3"} {
		b.run(many(strings.ReplaceAll(`
			PUT /applications/$app/commands [⟨15× {"name":"c#","type":KIND}⟩]
			PUT /applications/$app/commands [⟨16× {"name":"c#","type":KIND}⟩] → 30032
			POST /applications/$app/commands {"name":"z","type":KIND} → 30032`, "KIND", kind)))
	}
	b.run(`
		POST /applications/$app/guilds/$guild/commands {"name":"Late","type":3,"description":"d"} → 50035
		POST /applications/$app/guilds/$guild/commands {"name":"Late","type":3,"options":[{"type":3,"name":"o","description":"d"}]} → 50035
		POST /applications/$app/guilds/$guild/commands {"name":"Late","type":3,"description":""}`)
}

// A list of commands has the texts of one language, unless it is asked for all. Other answers
// have all.
func TestLocalizationsOfCommands(t *testing.T) {
	s, b := play(t, Config{}, nil)
	path := "/applications/" + world.AppID + "/commands"
	var made []struct{ ID string }
	b.ok("PUT", path, `[{"name":"play","name_localizations":{"de":"spielen"},"description":"Play","description_localizations":{"fr":"Jouer"},
		"options":[{"type":3,"name":"game","name_localizations":{"de":"spiel"},"description":"d","choices":[{"name":"One","name_localizations":{"de":"Eins"},"value":"1"}]}]}]`, &made)
	get := func(path, header, locale string) string {
		t.Helper()
		_, body := fetch(t, "GET", s.URL()+"/api/v10"+path, "", "Authorization", "Bot "+s.Token(), header, locale)
		return body
	}
	for name, c := range map[string]struct{ body, has, none string }{
		"no language":      {get(path, "X-Discord-Locale", ""), `"name":"play"`, `locali[sz]`},
		"German":           {get(path, "X-Discord-Locale", "de"), german, `description_localized|localizations`},
		"German, accepted": {get(path, "Accept-Language", "de;q=0.9, en"), german, `localizations`},
		"French":           {get(path, "X-Discord-Locale", "fr"), `"description_localized":"Jouer"`, `name_localized|localizations`},
		"all":              {get(path+"?with_localizations=true", "X-Discord-Locale", "de"), whole, `localized`},
		"one command":      {get(path+"/"+made[0].ID, "X-Discord-Locale", "de"), whole, `localized`},
	} {
		hasAll(t, c.body, c.has)
		if regexp.MustCompile(c.none).MatchString(c.body) {
			t.Errorf("%s: %s has %s", name, c.body, c.none)
		}
	}
}

const (
	german = `"name_localized":"spielen"
		"name_localized":"spiel"
		"name_localized":"Eins"`
	whole = `"name_localizations":{"de":"spielen"}
		"de":"Eins"`
)
