package world

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// read reads a cast from a text.
func read(t *testing.T, text string) (Cast, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "people.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return ReadCast(file)
}

func TestRead(t *testing.T) {
	c, err := read(t, `{"bot": "Tally",
		"people": [{"name": "mia"}, {"name": "noah", "display": "Noah B.", "may": ["ManageMessages"], "installed": true, "language": "de"}],
		"servers": [{"name": "Office", "channels": ["general", "votes"], "language": "fr"}, {"name": "Attic", "channels": ["hall"], "people": ["noah"], "bot": false}],
		"groups": [["mia", "noah"]]}`)
	if err != nil {
		t.Fatal(err)
	}
	attic := c.Servers[1]
	if c.Bot != "Tally" || c.People[0].Display != "Mia" || c.People[1].Display != "Noah B." || !c.People[1].Installed || c.People[1].Language != "de" {
		t.Errorf("the bot and the people are %+v", c)
	}
	if !c.Servers[0].Has("mia") || !c.Servers[0].hasBot() || c.Servers[0].Language != "fr" || attic.Has("mia") || !attic.Has("noah") || attic.hasBot() {
		t.Errorf("the servers are %+v", c.Servers)
	}
}

// Each mistake in a file is a sentence that names it.
func TestReadRefuses(t *testing.T) {
	const one = `"servers": [{"name": "A", "channels": ["a"]}]`
	for text, want := range map[string]string{
		`{`:              "has no people and servers",
		`{"persons":[]}`: `unknown field "persons"`,
		`{` + one + `}`:  "0 people",
		`{"people": [{"name": "Mia"}], ` + one + `}`:                                                                                 `the name "Mia" is taken, or is not`,
		`{"people": [{"name": "mia"}, {"name": "mia"}], ` + one + `}`:                                                                `the name "mia" is taken, or is not`,
		`{"bot": "Mia", "people": [{"name": "mia"}], ` + one + `}`:                                                                   `the name "mia" is taken, or is not`,
		`{"people": [{"name": "mia", "may": ["Fly"]}], ` + one + `}`:                                                                 `no permission "Fly"`,
		`{"people": [{"name": "mia", "language": "xx"}], ` + one + `}`:                                                               `no language "xx": there are ar, bg`,
		`{"people": [{"name": "mia"}], "intents": ["All"], ` + one + `}`:                                                             `no privileged intent "All": there are GuildMembers`,
		`{"people": [{"name": "mia"}], "servers": [{"name": "A", "channels": ["a"], "roles": [{"name": "r"}, {"name": "r"}]}]}`:      `the role "r" of "A" has a name`,
		`{"people": [{"name": "mia"}], "servers": [{"name": "A", "channels": ["a"], "roles": [{"name": "r", "people": ["noah"]}]}]}`: `"noah" is nobody`,
		`{"people": [{"name": "mia"}]}`:                                                                                              "0 servers",
		`{"people": [{"name": "mia"}], "servers": [{"name": "A", "channels": ["a"], "bot": false}]}`:                                 "the bot in the first",
		`{"people": [{"name": "mia"}], "servers": [{"name": "A", "channels": []}]}`:                                                  "1 to 50 channels",
		`{"people": [{"name": "mia"}], "servers": [{"name": "A", "channels": ["a", "a"]}]}`:                                          `the channel "a" of "A" has a name that is taken`,
		`{"people": [{"name": "mia"}], "servers": [{"name": "A", "channels": ["a"], "people": ["noah"]}]}`:                           `"noah" is nobody`,
		`{"people": [{"name": "mia"}], "groups": [["mia", "mia"]], ` + one + `}`:                                                     "named twice",
		`{"people": [{"name": "mia"}], "groups": [["mia"]], ` + one + `}`:                                                            "2 to 10 people",
	} {
		if _, err := read(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("reading %s: %v, want %s", text, err, want)
		}
	}
}
