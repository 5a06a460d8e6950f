package bot_test

import (
	"slices"
	"strings"
	"testing"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
)

// Another hint takes the place of the one before: first the message says that Parlour thinks,
// without buttons, then it has the hint.
func TestAnotherHintTakesItsPlace(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	r.slash("ann", games, "/play game:permute opponent:@Parlour level:easy first:me options:swap=off")
	table := r.await("ben", games, func(m sandbox.Message) bool { return strings.Contains(m.Content, "are playing") && m.Thread != "" })
	r.awaitBoard("ben", table.Thread, 0)
	hint := r.slash("ann", table.Thread, "/hint")
	if !strings.HasPrefix(hint.Content, "Try ") {
		t.Fatalf("the hint is %q", hint.Content)
	}
	if first := r.click("ann", hint, "Another"); first.ID != hint.ID {
		t.Errorf("the answer is message %s, want the hint %s changed", first.ID, hint.ID)
	}
	thinks := slices.ContainsFunc(r.discord.Traffic(), func(x discord.Exchange) bool {
		said := strings.ReplaceAll(string(x.Request), " ", "")
		return strings.HasSuffix(x.Path, "/callback") && strings.Contains(said, `"content":"Parlouristhinking…"`) && strings.Contains(said, `"components":[]`)
	})
	if !thinks {
		t.Error("no answer says without buttons that Parlour is thinking")
	}
	_, err := r.discord.User("ann").Await(r.soon(), table.Thread, func(all []sandbox.Message) bool {
		for _, m := range all {
			if m.ID == hint.ID {
				return strings.Contains(m.Content, "Try ") && len(m.Attachments) == 1
			}
		}
		return false
	})
	if err != nil {
		t.Errorf("the other hint does not come: %v", err)
	}
}
