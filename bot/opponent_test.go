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
	r.awaitBoard("ben", table.Thread, 0)
	for i := range 3 {
		legal, err := r.discord.User("ann").Complete(r.ctx, table.Thread, "/move move:C")
		if err != nil || len(legal) == 0 {
			t.Fatalf("no move is suggested: %v", err)
		}
		move := legal[0].Value
		if i == 1 { // before, while or just after it thinks
			r.stop()
			r.start()
		}
		if board := r.awaitBoard("ben", table.Thread, 2*i+1); !strings.HasPrefix(board.Content, "Parlour \\(easy\\) thinks") || strings.Contains(board.Content, "<@") {
			t.Fatalf("while Parlour is to move the board is %q", board.Content)
		}
		board := r.awaitBoard("ben", table.Thread, 2*i+2)
		if !strings.HasPrefix(board.Content, "Your turn, <@") || !strings.Contains(board.Content, "Parlour \\(easy\\) (Yellow) twisted") {
			t.Fatalf("the answer to %s is %q", move, board.Content)
		}
	}
	r.checkMentions(1)
}
