package bot

import (
	"testing"

	"parlour/commands/message"
)

// A message whose nonce Discord remembers, and which somebody has deleted since, is posted once
// more, and no more often. It does not look as if its channel were gone.
func TestAMessageThatWasDeletedIsPostedOnceMore(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	post := func() string {
		t.Helper()
		id, err := d.Post(d.ctx, d.games, "b88yvxpngg0k-1", message.Message{Content: "a board"})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	first := post()
	d.discord.Stage().DeleteMessage(first)
	second := post()
	if again := post(); second == first || again != second || count(d, "a board") != 1 {
		t.Errorf("the posts are %s, %s and %s, with %d messages, want a second one once", first, second, again, count(d, "a board"))
	}
}
