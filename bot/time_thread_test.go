package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
)

// sent returns the bodies of the requests of a method whose path has a part.
func (r *timed) sent(method, part string) (bodies []string) {
	for _, x := range r.discord.Traffic() {
		if x.Method == method && strings.Contains(x.Path, part) {
			bodies = append(bodies, string(x.Request))
		}
	}
	return bodies
}

// A thread without messages for a week is archived. The bot unarchives it before it sends a
// link into it.
func TestTimeThreadIsUnarchivedForAReminder(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	thread, board := r.challenge(r.discord.Channel("games"), "turn-time:14 days")
	r.settle()
	r.pass(7*24*time.Hour - time.Minute)
	if got := r.slash("ann", thread, "/settings"); got.Content == "" {
		t.Error("the thread is archived already")
	}
	r.turns(time.Minute)
	if said := r.directs("ann"); len(said) != 1 || !strings.HasPrefix(said[0], "7 days left: ") || !strings.HasSuffix(said[0], r.link(board)) {
		t.Fatalf("ann was sent %q", said)
	}
	if got := r.plays("ann", thread, "Cd3-d4"); confirming(got) == nil { // no command can be used in an archived thread
		t.Errorf("the move was answered with %q", got.Content)
	}
	if changes := r.sent("PATCH", "/channels/"+thread); !slices.Contains(changes, `{"archived":false}`) {
		t.Errorf("the thread was changed by %q", changes)
	}
	r.inOrder("PATCH", "/channels/"+thread, "POST", "/channels/"+r.discord.User("ann").DM()+"/messages")
}

// inOrder checks that the first request of one kind came before the first of another.
func (r *timed) inOrder(method, part, thenMethod, thenPart string) {
	r.t.Helper()
	at := func(method, part string) int {
		return slices.IndexFunc(r.discord.Traffic(), func(x discord.Exchange) bool { return x.Method == method && strings.HasSuffix(x.Path, part) })
	}
	if first, then := at(method, part), at(thenMethod, thenPart); first < 0 || then < first {
		r.t.Errorf("%s %s came as exchange %d, and %s %s as %d", method, part, first, thenMethod, thenPart, then)
	}
}

// The bot edits a board in an archived thread.
func TestTimeThreadIsUnarchivedForAnEdit(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	games := r.discord.Channel("games")
	thread, board := r.challenge(games, "turn-time:3 days")
	r.settle()
	r.discord.Stage().Archive(thread, false)
	if got := r.slash("ann", games, "/away until:5 days"); !strings.HasPrefix(got.Content, "You're away until") {
		t.Errorf("/away was answered with %q", got.Content)
	}
	changed := r.await("ben", thread, func(m sandbox.Message) bool { return strings.Contains(m.Content, "Ann is away until") })
	if until := fmt.Sprintf("<t:%d:", noon.AddDate(0, 0, 5).Truncate(24*time.Hour).Unix()); changed.ID != board.ID || !strings.Contains(changed.Content, until) {
		t.Errorf("the board says %q, want until %s", changed.Content, until)
	}
	if len(changed.Attachments) != 1 || len(labels(changed)) == 0 {
		t.Errorf("the board has lost its picture or its buttons: %+v", changed)
	}
	r.plays("ann", thread, "Cd3-d4")
}

// When a thread is locked, the game moves to the channel above, and the reminder links
// there. The thread stays as it is.
func TestTimeGameLeavesALockedThread(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	games := r.discord.Channel("games")
	thread, _ := r.challenge(games, "turn-time:10h")
	before := r.newest(thread)
	r.discord.Stage().Archive(thread, true)
	r.turns(5 * time.Hour)
	board := r.newest(games)
	if !strings.Contains(board.Content, r.discord.User("ann").Mention()) || len(labels(board)) == 0 || len(board.Attachments) != 1 {
		t.Errorf("the channel above says %q with %v", board.Content, labels(board))
	}
	if said := r.directs("ann"); len(said) != 1 || !strings.HasSuffix(said[0], r.link(board)) {
		t.Errorf("ann was sent %q, want a link to %s", said, r.link(board))
	}
	if now := r.newest(thread); now.ID != before.ID {
		t.Errorf("the locked thread says %q", now.Content)
	}
	if changes := r.sent("PATCH", "/channels/"+thread); slices.Contains(changes, `{"archived":false}`) {
		t.Error("the bot tried to unarchive a locked thread")
	}
	r.plays("ann", games, "Cd3-d4")
	turn := r.discord.User("ben").Mention() + ", your turn. "
	r.await("ben", games, func(m sandbox.Message) bool { return strings.HasPrefix(m.Content, turn) })
	r.turns(3 * time.Hour)
	r.wantDirects("ann") // her reminder went with her move
}

// Where a server has as many threads awake as may be, a thread that sleeps stays asleep, and its
// game moves to the channel above. The next game is played there too.
func TestTimeGameLeavesAThreadThatCannotWake(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	games := r.discord.Channel("games")
	thread, _ := r.challenge(games, "turn-time:10h")
	r.discord.Stage().Archive(thread, false)
	r.discord.Stage().LimitThreads(0)
	r.turns(5 * time.Hour)
	board := r.newest(games)
	if len(labels(board)) == 0 || len(board.Attachments) != 1 {
		t.Errorf("the channel above says %q with %v", board.Content, labels(board))
	}
	if said := r.directs("ann"); len(said) != 1 || !strings.HasSuffix(said[0], r.link(board)) {
		t.Errorf("ann was sent %q, want a link to %s", said, r.link(board))
	}
	r.plays("ann", games, "Cd3-d4")
	if next, _ := r.challenge(games, ""); next != games {
		t.Errorf("the next game is played in %s, want it in the channel itself", next)
	}
}
