package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/storage"
)

const (
	claim = "Claim the win"
	grant = "Give more time"
)

// timeIsUp lets the 10 hours of ann's turn expire, and returns the message that says so.
func (r *timed) timeIsUp(channel string) sandbox.Message {
	r.t.Helper()
	r.turns(9*time.Hour + 30*time.Minute)
	r.turns(30 * time.Minute)
	return r.newest(channel)
}

// In a game of two the opponent chooses when time is up: ben first gives more time, and then
// claims the win.
func TestTimeIsUpInAGameOfTwo(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel, board := r.challenge(r.discord.Channel("games"), "turn-time:10h")
	up := r.timeIsUp(channel)
	if up.ID == board.ID || !strings.HasPrefix(up.Content, r.discord.User("ben").Mention()+", Ann is out of time. Claim the win or wait?") {
		t.Errorf("when time is up the channel says %q", up.Content)
	}
	if !slices.Equal(up.Pings, []string{"ben"}) || !slices.Equal(labels(up)[len(labels(up))-2:], []string{claim, grant}) {
		t.Errorf("the message pings %v and has the buttons %v", up.Pings, labels(up))
	}
	r.wantDirects("ann", "30 minutes left: ")
	for who, want := range map[string]string{"ann": "You're the one out of time. Move while you can.", "cleo": "Ann and Ben are playing this one."} {
		for _, button := range []string{claim, grant} {
			if got := r.click(who, up, button); !got.Ephemeral || !strings.HasPrefix(got.Content, want) {
				t.Errorf("%s clicks %s and is answered %q, want %q", who, button, got.Content, want)
			}
		}
	}
	if got := r.click("ben", up, grant); !strings.HasPrefix(got.Content, "Ann gets the same time again.") {
		t.Errorf("giving more time was answered with %q", got.Content)
	}
	again := r.await("ann", channel, func(m sandbox.Message) bool { return strings.Contains(m.Content, "Ben gave Ann more time.") })
	if !slices.Equal(again.Pings, []string{"ann"}) || slices.Contains(labels(again), claim) {
		t.Errorf("the board after it pings %v and has the buttons %v", again.Pings, labels(again))
	}
	stale, err := r.discord.User("ben").Press(r.ctx, up.Rows[1][0].CustomID, up.ID)
	if got := r.answer(stale, err); !strings.HasPrefix(got.Content, "Nobody is out of time any more.") {
		t.Errorf("claiming the win then was answered with %q", got.Content)
	}
	up = r.timeIsUp(channel)
	r.wantDirects("ann", "30 minutes left: ", "30 minutes left: ")
	r.click("ben", up, claim)
	r.await("ann", channel, func(m sandbox.Message) bool {
		return strings.Contains(m.Content, ", it's over. Ben wins, Ann ran out of time.")
	})
	r.awaitLines(channel)
}

// A late player may move until the opponent has chosen.
func TestTimeIsUpAndTheLatePlayerMoves(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "turn-time:10h")
	up := r.timeIsUp(channel)
	r.plays("ann", channel, "Cd3-d4")
	turn := r.discord.User("ben").Mention() + ", your turn. "
	next := r.await("ben", channel, func(m sandbox.Message) bool { return strings.HasPrefix(m.Content, turn) })
	if slices.Contains(labels(next), claim) {
		t.Errorf("the board after ann's move has the buttons %v", labels(next))
	}
	if got, err := r.discord.User("ben").Press(r.ctx, up.Rows[1][0].CustomID, up.ID); !strings.HasPrefix(r.answer(got, err).Content, "The game has moved on. Here it is now.") {
		t.Errorf("claiming the win then was answered with %q", got.Content)
	}
	if c := r.head("ann").Clocks[0]; c.Missed != 0 || !c.ExpiredAt.IsZero() {
		t.Errorf("ann's clock is %+v after her move", c)
	}
}

// If the opponent does not choose within a week, they win, and nobody gets a message
// meanwhile.
func TestTimeIsUpAndNobodyAnswers(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel, _ := r.challenge(r.discord.Channel("games"), "turn-time:10h")
	up := r.timeIsUp(channel)
	r.turns(7*24*time.Hour - time.Minute)
	if got := r.newest(channel); got.ID != up.ID {
		t.Errorf("within the week the channel says %q", got.Content)
	}
	r.turns(time.Minute)
	if got := r.newest(channel); !strings.Contains(got.Content, ", it's over. Ben wins, Ann ran out of time.") {
		t.Errorf("after a week the channel says %q", got.Content)
	}
	r.wantDirects("ann", "Permute with Ben is over.") // what the reminder has become
	r.wantDirects("ben")
	if h := r.head("ann"); h.Phase != storage.Over || !h.NextCheck.IsZero() {
		t.Errorf("the match is %s and its next check is at %v", h.Phase, h.NextCheck)
	}
}

// A player without a reminder in a turn gets one, and up to an hour more, before their time
// is up.
func TestTimeIsNotUpWithoutAReminder(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel, board := r.challenge(r.discord.Channel("games"), "turn-time:10h")
	r.turns(10 * time.Hour)
	if got := r.newest(channel); got.ID != board.ID || len(r.directs("ann")) != 1 {
		t.Errorf("ann was sent %q and the channel says %q, want a reminder and the board", r.directs("ann"), got.Content)
	}
	r.turns(time.Hour)
	if got := r.newest(channel); !strings.Contains(got.Content, ", Ann is out of time. Claim the win or wait?") {
		t.Errorf("an hour later the channel says %q", got.Content)
	}
}

// permutu begins a game of Permutu of ann and ben, and returns its channel and the game.
func (r *timed) permutu(options string) (string, *whole) {
	r.t.Helper()
	w := &whole{rig: r.rig, names: []string{"ann", "ben"}}
	w.sitDown("permutu first:me " + options)
	r.settle()
	return w.channel, w
}

// In Permutu an expired turn is lost, and the game ends when everybody has lost two turns
// running.
func TestTimeIsUpInPermutu(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	for _, who := range []string{"ann", "ben"} { // time may then expire without a reminder
		r.slash(who, r.discord.Channel("lounge"), "/settings remind:none")
	}
	channel, _ := r.permutu("turn-time:10h")
	for n, who := range []string{"Ann", "Ben", "Ann", "Ben"} {
		r.turns(10 * time.Hour)
		board := r.newest(channel)
		if over := strings.Contains(board.Content, ", it's over. A draw, everybody missed two turns"); over != (n == 3) ||
			!strings.Contains(board.Content, who+" ran out of time and misses this turn.") {
			t.Errorf("after %d turns that went by the channel says %q", n+1, board.Content)
		}
	}
	r.wantDirects("ann")
	r.wantDirects("ben")
}

// A player whose time for the whole game is used up leaves it.
func TestTimeTheTotalIsUsedUp(t *testing.T) {
	t.Parallel()
	r := newTimed(t)
	channel, w := r.permutu("turn-time:none total-time:10h")
	r.turns(6 * time.Hour)
	r.plays("ann", channel, string(w.truth().Legal(0)[0]))
	r.settle()
	if board := r.newest(channel); !strings.Contains(board.Content, "Time left for all moves: Ann 4 hours, Ben 10 hours.") {
		t.Errorf("after six hours the board says %q", board.Content)
	}
	r.plays("ben", channel, string(w.truth().Legal(1)[0]))
	r.turns(3*time.Hour + 30*time.Minute)
	r.wantDirects("ann", "30 minutes left: ") // her first reminder went with her move
	r.turns(30 * time.Minute)
	if board := r.newest(channel); !strings.Contains(board.Content, ", it's over. Ben wins, Ann ran out of time.") {
		t.Errorf("after ten hours of ann's the channel says %q", board.Content)
	}
}
