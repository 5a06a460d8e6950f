package sandbox

import (
	"net/http"
	"testing"
	"time"
)

// Each answer of a limited route says how many requests are left. One too many is
// refused in that channel, but not in another, until the time is over.
func TestLimit(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	s := start(t, Config{Now: func() time.Time { return now }})
	post := func(channel string) *http.Response {
		return say(t, s, "POST", "/channels/"+s.Channel(channel)+"/messages", `{"content":"x"}`)
	}
	want := func(doing string, answer *http.Response, status int, left string) {
		t.Helper()
		if got := answer.Header.Get("X-RateLimit-Remaining"); answer.StatusCode != status || got != left {
			t.Errorf("%s is answered with %d and %q left, want %d and %q", doing, answer.StatusCode, got, status, left)
		}
	}
	want("a post with Discord's own limit", post("games"), 200, "4")
	s.Faults().Limit("POST /channels/{channel}/messages", 2, 90*time.Second)
	want("the first", post("games"), 200, "1")
	now = now.Add(30 * time.Second)
	last := post("games")
	want("the second", last, 200, "0")
	wantHeaders(t, last, "2 0 1800000090.000 60.000 * - - -")
	over := post("games")
	want("the third", over, 429, "0")
	wantHeaders(t, over, "2 0 1800000090.000 60.000 "+last.Header.Get("X-RateLimit-Bucket")+" user - 60")
	want("one in another channel", post("lounge"), 200, "1")
	if n := len(s.User("ann").Sees(games)); n != 3 {
		t.Errorf("%d messages were made, want 3", n)
	}
	now = now.Add(time.Minute)
	want("one in the next while", post("games"), 200, "1")
	s.Faults().Limit("POST /channels/{channel}/messages", 0, 0)
	want("one when the limit is gone", post("games"), 200, "4")
}
