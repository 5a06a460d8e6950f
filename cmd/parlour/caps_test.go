package main

import (
	"testing"

	"parlour/commands"
)

// The limits come from the command line or the environment, for a bot and for a sandbox alike.
func TestLimits(t *testing.T) {
	want := commands.Caps{Games: 50, Parlour: 10, Tables: 10, Pair: 3, Challenges: 20}
	if got := parsed(t, "run").Run.Caps; got != want {
		t.Errorf("without flags a bot has the limits %+v, want %+v", got, want)
	}
	if got := parsed(t, "sandbox").Sandbox.Caps; got != want {
		t.Errorf("without flags a sandbox has the limits %+v, want %+v", got, want)
	}
	t.Setenv("PARLOUR_MAX_GAMES", "5")
	want = commands.Caps{Games: 5, Parlour: 4, Tables: 3, Pair: 2, Challenges: 0}
	if got := parsed(t, "run", "--max-parlour=4", "--max-tables=3", "--max-pair=2", "--max-challenges=0").Run.Caps; got != want {
		t.Errorf("the limits are %+v, want %+v", got, want)
	}
}

// The budget of direct channels comes from there too.
func TestBudget(t *testing.T) {
	want := commands.Budget{Minute: 5, Day: 300}
	if run, sandbox := parsed(t, "run").Run.Budget, parsed(t, "sandbox").Sandbox.Budget; run != want || sandbox != want {
		t.Errorf("without flags a bot has the budget %+v and a sandbox %+v, want %+v", run, sandbox, want)
	}
	t.Setenv("PARLOUR_MAX_DMS_MINUTE", "2")
	if got := parsed(t, "run", "--max-dms-day=7").Run.Budget; got != (commands.Budget{Minute: 2, Day: 7}) {
		t.Errorf("the budget is %+v, want 2 a minute and 7 a day", got)
	}
}
