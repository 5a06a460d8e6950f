package bot_test

import (
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox"
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
	r.discord.Stage().Grant("dan", sandbox.ManageMessages)
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
