package bot_test

import (
	"strings"
	"testing"

	"parlour/bot/sandbox"
)

// A game against Parlour begins at once, and Parlour answers every move. A move that it owes
// when the bot ends follows after the next start.
func TestGameAgainstParlour(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	games := r.discord.Channel("games")
	opened := r.slash("ann", games, "/play game:permute options:swap=off,size=9 opponent:@Parlour level:easy first:me")
	if want := "Your game with Parlour"; !strings.HasPrefix(opened.Content, want) {
		t.Fatalf("the challenge is answered with %q, want %q …", opened.Content, want)
	}
	table := r.await("ben", games, func(m sandbox.Message) bool { return strings.Contains(m.Content, "are playing") && m.Thread != "" })
	w := &whole{rig: r}
	w.begun(games, table.Thread)
	board := r.awaitBoard("ben", table.Thread, 0)
	for i := range 3 {
		r.plays("ann", table.Thread, string(w.truth().Legal(0)[0]))
		if i == 1 { // before, while or just after it thinks
			r.stop()
			r.start()
		}
		board = r.await("ben", table.Thread, func(m sandbox.Message) bool { return m.ID == board.ID && turnOf(m) == turnOf(board)+2 })
		if want := r.discord.User("ann").Mention() + ", your turn. Parlour (easy): "; !strings.HasPrefix(unescaped(board.Content), want) || !strings.Contains(board.Attachments[0].Alt, w.truth().View(0).String()) {
			t.Fatalf("after Parlour's move the board is %q, want %q …", board.Content, want)
		}
	}
	if all := public(r.discord.User("ben").Sees(table.Thread)); len(all) != 1 {
		t.Errorf("there are %d boards, want one that changes in place", len(all))
	}
	r.checkMentions(1)
}
