package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour"
)

// The service is told how it gets the games that are beside the file of settings, and has what that says.
func TestTheServiceOfSomebodyWhoHasPlayed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.managed("")
	p.put(packaged[0], parlour.Unit)
	p.put(variables, "DISCORD_TOKEN=\nPARLOUR_MAX_PAIR=9\n")
	token, store := "token = \""+p.discord.Token()+"\"\n", filepath.Join(filepath.Dir(p.file), "my games.db")
	p.has(token + "store = \"my games.db\"\nmax-pair = 4\ngames = [\"magic\", \"slyde\"]\ncopies = \"/c\"\nmax-dms-day = 7\nlog = \"a b$\"\naddr = \":1\"\n")
	must(t, os.WriteFile(store, nil, 0o600))
	keep := exchange{"[Y/n]", "y"}
	said, _, err := p.run(keep, exchange{service, "y"})
	to := p.machine.at(serviceStore)
	for _, want := range []string{
		"The service does not have the games in " + store + ". If Parlour still runs in a window",
		"sudo systemctl stop parlour\n  sudo parlour restore --store " + to + " \"" + store + "\"\n  sudo chown --reference=" + filepath.Dir(to) + " " + to + "\n  sudo systemctl start parlour\n",
		"The service does without these settings of " + p.file + ": addr, copies.\n",
	} {
		if err != nil || !strings.Contains(said, want) {
			t.Errorf("it ends with %v and says %s, want %s", err, said, want)
		}
	}
	p.wantSystem(variables, 0o600, "DISCORD_TOKEN=TOKEN\nPARLOUR_MAX_PAIR=9\nPARLOUR_API="+p.discord.URL()+"\nPARLOUR_GAMES=magic,slyde\nPARLOUR_LOG=\"a b\\$\"\nPARLOUR_MAX_DMS_DAY=7\n")

	p.put(variables, "")
	p.has(token + "store = \"postgres://ann@example.org/parlour\"\ncopies = \"none\"\n")
	must(t, os.WriteFile(filepath.Join(filepath.Dir(p.file), "parlour.db"), nil, 0o600))
	if said, _, err := p.run(keep, exchange{service, "y"}); err != nil || strings.Contains(said, "restore") || strings.Contains(said, "does without") {
		t.Errorf("with a database it ends with %v and says %s", err, said)
	}
	p.wantSystem(variables, 0o600, "DISCORD_TOKEN=TOKEN\nPARLOUR_API="+p.discord.URL()+"\nPARLOUR_COPIES=none\nPARLOUR_STORE=postgres://ann@example.org/parlour\n")
}
