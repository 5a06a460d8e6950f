package play_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
)

// Two reminders at the same time are one direct message, the most urgent game first. It
// notifies, names the time left and links to the boards; it comes once, also after a
// restart, and leaves out turns that were made.
func TestTimeRemindsByDirectMessage(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	games := r.Discord.Channel("games")
	_, permute := r.Challenge(games, "turn-time:10 hours")
	r.Slash("ann", games, "/play game:magic opponent:@ben first:me turn-time:9h")
	table := r.AwaitButton("ben", games, "Accept")
	r.Click("ben", table, "Accept")
	table = r.Await("ben", games, func(m sandbox.Message) bool { return m.ID == table.ID && m.Thread != "" && len(m.Rows) == 0 })
	magic := r.AwaitBoard("ben", table.Thread, 0)
	before := len(r.Discord.User("ann").Notifications())
	r.turns(5 * time.Hour)
	due := func(d time.Duration) string { return fmt.Sprintf("<t:%d:f>", noon.Add(d).Unix()) }
	want := "4 hours left: Rubik's Magic with Ben. Move by " + due(9*time.Hour) + ". " + r.link(magic) +
		"\n5 hours left: Permute with Ben. Move by " + due(10*time.Hour) + ". " + r.link(permute)
	if said := r.directs("ann"); len(said) != 1 || said[0] != want {
		t.Fatalf("ann was sent %q, want %q", said, want)
	}
	heard := r.Discord.User("ann").Notifications()
	if len(heard) != before+1 || !strings.HasPrefix(heard[before].Text, "4 hours left: ") || heard[before].Channel != r.Discord.User("ann").DM() {
		t.Errorf("ann was notified of %+v, want one reminder more", heard[before:])
	}
	r.Restart()
	r.Plays("ann", permute.Channel, "Cd3-d4")
	r.turns(3 * time.Hour)
	r.Stop()
	r.wantDirects("ann", "4 hours left: Rubik's Magic", "1 hour left: Rubik's Magic")
	if said := r.directs("ann")[1]; strings.Contains(said, "Permute") {
		t.Errorf("ann is reminded of a move that she made: %q", said)
	}
	r.wantDirects("ben")
}
