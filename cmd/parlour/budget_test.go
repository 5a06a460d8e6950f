package main

import (
	"os"
	"reflect"
	"regexp"
	"testing"

	"github.com/alecthomas/kong"

	"parlour/commands"
)

// The budget of direct channels comes from the command line or the environment, for a bot and for a
// sandbox alike. Its defaults are those that README.md tells.
func TestBudget(t *testing.T) {
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
	want := commands.Budget{Minute: 5, Day: 300}
	if run, sandbox := parsed("run").Run.Budget, parsed("sandbox").Sandbox.Budget; run != want || sandbox != want {
		t.Errorf("without flags a bot has the budget %+v and a sandbox %+v, want %+v", run, sandbox, want)
	}
	t.Setenv("PARLOUR_MAX_DMS_MINUTE", "2")
	if got := parsed("run", "--max-dms-day=7").Run.Budget; got != (commands.Budget{Minute: 2, Day: 7}) {
		t.Errorf("the budget is %+v, want 2 a minute and 7 a day", got)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	fields := reflect.TypeFor[commands.Budget]()
	for i := range fields.NumField() {
		tag := fields.Field(i).Tag
		row := regexp.MustCompile("(?m)^\\|.* \\| `--max-dms-[a-z]+` \\| `" + tag.Get("env") + "` \\| " + tag.Get("default") + "[ ;]")
		if !row.Match(readme) {
			t.Errorf("README.md has no row that says that %s is %s unless it is set", tag.Get("env"), tag.Get("default"))
		}
	}
}
