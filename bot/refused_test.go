package bot_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
)

// threadRoute is the route by which the bot makes threads.
const threadRoute = "POST /channels/{channel}/messages/{message}/threads"

// requests returns how many requests of a method went to paths with an ending.
func (r *rig) requests(method, end string) (n int) {
	for _, x := range r.discord.Traffic() {
		if x.Method == method && strings.HasSuffix(x.Path, end) {
			n++
		}
	}
	return n
}

// If Discord lets no thread be made for minutes, a game plays in its channel at once, and so does the
// next one in another channel, which does not even ask. A thread is not made later.
func TestALimitedThreadPlaysInItsChannel(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.fail(sandbox.Fault{Route: threadRoute, Status: http.StatusTooManyRequests, Wait: 219 * time.Second})
	for _, name := range []string{"games", "lounge"} {
		channel := r.discord.Channel(name)
		began := time.Now()
		table := r.opens(channel, "game:permute opponent:@ben first:me", "Accept")
		r.click("ben", table, "Accept")
		r.await("ben", channel, func(m sandbox.Message) bool {
			return strings.Contains(m.Content, "here we go") && slices.Contains(labels(m), "Move")
		})
		if took := time.Since(began); took > time.Minute {
			t.Errorf("the board came after %v", took)
		}
		r.plays("ann", channel, "Cd3-d4")
		r.await("ben", channel, func(m sandbox.Message) bool { return strings.Contains(m.Content, "your turn") })
	}
	if n := r.requests(http.MethodPost, "/threads"); n != 1 {
		t.Errorf("a thread was asked for %d times, want once", n)
	}
}
