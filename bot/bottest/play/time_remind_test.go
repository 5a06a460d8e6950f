package play_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/bottest"
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
	table := r.Await("ben", games, func(m sandbox.Message) bool { return slices.Contains(bottest.Labels(m), "Accept") })
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
	r.Stop()
	r.Start()
	r.Plays("ann", permute.Channel, "Cd3-d4")
	r.turns(3 * time.Hour)
	r.Stop()
	r.wantDirects("ann", "4 hours left: Rubik's Magic", "1 hour left: Rubik's Magic")
	if said := r.directs("ann")[1]; strings.Contains(said, "Permute") {
		t.Errorf("ann is reminded of a move that she made: %q", said)
	}
	r.wantDirects("ben")
}

// A player who takes no direct messages is pinged in the game's channel, and nobody else is.
func TestTimeRemindsInTheChannel(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	r.Discord.Stage().CloseDMs("ann", true)
	channel, board := r.Challenge(r.Discord.Channel("games"), "turn-time:10h")
	heard := len(r.Discord.User("ben").Notifications())
	for n, passes := range []time.Duration{5 * time.Hour, 3 * time.Hour} {
		r.turns(passes)
		m := r.newest(channel)
		left := []string{"5 hours left, ", "2 hours left, "}[n]
		if !strings.HasPrefix(m.Content, left+r.Discord.User("ann").Mention()+": Permute with Ben.") || !strings.HasSuffix(m.Content, r.link(board)) {
			t.Errorf("the newest message in the channel is %q", m.Content)
		}
		if !slices.Equal(m.Pings, []string{"ann"}) || m.Everyone {
			t.Errorf("the reminder pings %v, want ann alone", m.Pings)
		}
		if got := len(bottest.Public(r.Discord.User("eve").Sees(channel))); got != n+2 {
			t.Errorf("there are %d messages in the channel, want the board and %d reminders", got, n+1)
		}
	}
	r.wantDirects("ann")
	if got := len(r.Discord.User("ben").Notifications()); got != heard {
		t.Errorf("ben was notified %d times of ann's turn", got-heard)
	}
	if tried := len(r.Exchanges(http.MethodPost, "/channels/"+r.Discord.User("ann").DM()+"/messages")); tried != 1 {
		t.Errorf("ann was sent %d direct messages, want one try", tried)
	}
}
