package bot_test

import (
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/world"
)

// A person who may manage messages closes a game of others in its channel, and its players are told.
// Without the permission there is no button for it.
func TestAModeratorClosesAGame(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	channel, board := r.challenge(r.discord.Channel("games"), "")
	if more := r.click("dan", board, "More"); slices.Contains(labels(more), "Close this game") {
		t.Fatalf("Dan moderates nothing, and is offered %q", labels(more))
	}
	r.discord.Stage().Grant("dan", world.ManageMessages)
	asked := r.click("dan", r.click("dan", board, "More"), "Close this game")
	if done := r.click("dan", asked, "Yes, close it"); done.Content != "Closed. I've told the players." {
		t.Errorf("the moderator is answered with %q", done.Content)
	}
	told := r.await("eve", channel, func(m sandbox.Message) bool { return strings.Contains(m.Content, "a moderator closed this game") })
	for _, who := range []string{"ann", "ben"} {
		if !strings.Contains(told.Content, r.discord.User(who).Mention()) {
			t.Errorf("%s is not told: %q", who, told.Content)
		}
	}
}

// The owner of a server says where games may begin. A thread is a part of its channel. Others are not
// even offered the command, and their press on its panel would be refused.
func TestTheOwnerSaysWhereGamesBegin(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games, lounge := r.discord.Channel("games"), r.discord.Channel("lounge")
	if _, err := r.discord.User("ben").Slash(r.ctx, games, "/server"); err == nil {
		t.Error("Ben manages nothing, and has /server")
	}
	thread, board := r.challenge(games, "")
	if thread == games {
		t.Fatal("the game has no thread")
	}
	set := r.click("ann", r.slash("ann", games, "/server"), "Only this channel")
	if want := "Games can start in <#" + games + ">."; !strings.HasPrefix(set.Content, want) {
		t.Errorf("the panel says %q, want %q …", set.Content, want)
	}
	if got := r.slash("ben", lounge, "/play game:magic"); got.Content != "Games are played in <#"+games+"> here. Start yours there." {
		t.Errorf("/play elsewhere is answered with %q", got.Content)
	}
	if got := r.click("dan", r.click("dan", board, "More"), "Play one like it"); !strings.HasPrefix(got.Content, "Your table is open.") {
		t.Errorf("a table in a thread of that channel is answered with %q", got.Content)
	}
	r.discord.Stage().Grant("ann", 0)
	if got := r.click("ann", set, "Every channel"); got.Content != "Only people who manage this server can set this." {
		t.Errorf("without the right, a press on the panel is answered with %q", got.Content)
	}
}
