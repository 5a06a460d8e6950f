package bot_test

import (
	"strings"
	"testing"

	"parlour/bot/sandbox"
	"parlour/storage"
)

// Direct channels are opened with those who sit down at a table where direct messages
// come, once for each, and with nobody who is only challenged or plays something else.
func TestDirectChannelsAreOpenedAtTheTable(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games, lounge := r.discord.Channel("games"), r.discord.Channel("lounge")
	r.slash("ann", games, "/play permutations")
	table := r.await("ben", games, func(m sandbox.Message) bool { return len(labels(m)) > 0 })
	answer := r.click("ben", table, "Join")
	for what, said := range map[string]string{"the table": table.Content, "the answer to Join": answer.Content} {
		if !strings.Contains(said, "direct message") {
			t.Errorf("%s does not say that direct messages will come: %q", what, said)
		}
	}
	r.stop() // which waits for what is under way
	r.start()
	r.slash("ann", lounge, "/play permutations opponent:@cleo")
	r.slash("dan", lounge, "/play permute")
	r.stop()
	opened := map[string]int{}
	for _, x := range r.discord.Traffic() {
		if strings.HasSuffix(x.Path, "/users/@me/channels") {
			opened[string(x.Request)]++
		}
	}
	for _, who := range []string{"ann", "ben"} {
		if n := opened[`{"recipient_id":"`+r.discord.User(who).ID()+`"}`]; n != 1 || len(opened) != 2 {
			t.Errorf("the direct channel with %s was opened %d times, of %v", who, n, opened)
		}
	}
	for _, who := range []string{"ann", "ben", "cleo"} {
		if all := r.discord.User(who).Sees(r.discord.User(who).DM()); len(all) > 0 {
			t.Errorf("%s got a direct message before the game began: %q", who, all[0].Content)
		}
	}
}

// Whose direct channel is opened too fast is left alone, until they ask.
func TestDirectChannelsOpenedTooFast(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.fail(sandbox.Fault{Route: "POST /users/@me/channels", Status: 403, Code: 40003})
	games := r.discord.Channel("games")
	r.slash("ann", games, "/play permutations")
	r.await("ben", games, func(m sandbox.Message) bool { return len(labels(m)) > 0 })
	r.stop()
	r.start()
	own, err := r.store.Settings(r.ctx, r.discord.User("ann").ID())
	if err != nil || own != (storage.Settings{NoDirect: true}) {
		t.Errorf("what is set of ann is %+v (%v), want no direct messages", own, err)
	}
	if answer := r.slash("ann", games, "/play permutations"); !strings.Contains(answer.Content, "You get no direct messages") {
		t.Errorf("who is sent no direct messages was answered with %q", answer.Content)
	}
}
