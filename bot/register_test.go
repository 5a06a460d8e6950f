package bot

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"

	"parlour/bot/sandbox/fault"
	"parlour/commands"
)

// If Discord refuses the commands for a reason that may pass, the bot sends them again until
// it takes them.
func TestCommandsAreSentAgain(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	var tries atomic.Int64
	d.discord.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut || tries.Add(1) > 2 {
			return false
		}
		w.WriteHeader(http.StatusNotFound) // without a code, so not from Discord itself
		return true
	})
	d.b.registerLater(d.ctx)
	if n := tries.Load(); n != 3 {
		t.Errorf("the commands were sent %d times, want 3", n)
	}
}

// A command says that it works in servers and in the bot's direct messages and, if people may install
// the application, in theirs. Nowhere is left to Discord's defaults. One for those who manage a server needs their permission,
// and works in servers alone, unless it says that it works outside them too.
func TestCommandsSayWhereTheyWork(t *testing.T) {
	for _, c := range []struct {
		commands.Definition
		friends bool
		want    string
	}{
		{commands.Definition{Name: "play"}, false, "[0 1] [0] <nil>"},
		{commands.Definition{Name: "play"}, true, "[0 1 2] [0 1] <nil>"},
		{commands.Definition{Name: "server", Managing: true}, true, "[0] [0] 32"},
		{commands.Definition{Name: "server", Managing: true, Direct: true}, true, "[0 1 2] [0 1] 32"},
	} {
		listed := listed(c.Definition, c.friends)
		got := fmt.Sprint(*listed.Contexts, *listed.IntegrationTypes, " <nil>")
		if may := listed.DefaultMemberPermissions; may != nil {
			got = fmt.Sprint(*listed.Contexts, *listed.IntegrationTypes, " ", *may)
		}
		if got != c.want {
			t.Errorf("friends %t: %+v works in %s, want %s", c.friends, c.Definition, got, c.want)
		}
	}
}

// The bot knows which commands Discord has, and says so if Discord does not list them.
func TestDiscordListsTheCommands(t *testing.T) {
	t.Parallel()
	d, _ := serviceDesk(t)
	if err := d.b.register(d.ctx); err != nil {
		t.Fatal(err)
	}
	if has, err := d.b.standing(d.ctx); err != nil || len(has.Commands) != len(d.b.service.Definitions()) || has.Took <= 0 {
		t.Errorf("Discord has %+v, %v", has, err)
	}
	d.fail(fault.Fault{Route: "GET /applications/{app}/commands", Code: 50001})
	if _, err := d.b.standing(d.ctx); err == nil {
		t.Error("a refusal is no error")
	}
}
