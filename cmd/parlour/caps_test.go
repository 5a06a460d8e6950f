package main

import (
	"os"
	"reflect"
	"regexp"
	"testing"

	"github.com/alecthomas/kong"

	"parlour/commands"
)

// The limits come from the command line or the environment, for a bot and for a sandbox alike. Their
// defaults are those that README.md tells.
func TestLimits(t *testing.T) {
	want := commands.Caps{Games: 50, Parlour: 10, Tables: 10, Pair: 3, Challenges: 20}
	parsed := func(args ...string) cli {
		t.Helper()
		var c cli
		parser, err := kong.New(&c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(args); err != nil {
			t.Fatal(err)
		}
		return c
	}
	if got := parsed("run").Run.Caps; got != want {
		t.Errorf("without flags a bot has the limits %+v, want %+v", got, want)
	}
	if got := parsed("sandbox").Sandbox.Caps; got != want {
		t.Errorf("without flags a sandbox has the limits %+v, want %+v", got, want)
	}
	t.Setenv("PARLOUR_MAX_GAMES", "5")
	want = commands.Caps{Games: 5, Parlour: 4, Tables: 3, Pair: 2, Challenges: 0}
	if got := parsed("run", "--max-parlour=4", "--max-tables=3", "--max-pair=2", "--max-challenges=0").Run.Caps; got != want {
		t.Errorf("the limits are %+v, want %+v", got, want)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	fields := reflect.TypeFor[commands.Caps]()
	for i := range fields.NumField() {
		tag := fields.Field(i).Tag
		row := regexp.MustCompile("(?m)^\\|.* \\| `--max-[a-z]+` \\| `" + tag.Get("env") + "` \\| " + tag.Get("default") + "[ ;]")
		if !row.Match(readme) {
			t.Errorf("README.md has no row that says that %s is %s unless it is set", tag.Get("env"), tag.Get("default"))
		}
	}
}
