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
		t.Helper()
		url := s.URL() + "/api/v9/channels/" + s.Channel(channel) + "/messages"
		answer, _ := fetch(t, "POST", url, `{"content":"x"}`, "Authorization", "Bot "+s.Token(), "Content-Type", "application/json")
		return answer
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
	for name, value := range map[string]string{
		"Limit": "2", "Reset": "1800000090.000", "Reset-After": "60.000", "Scope": "",
	} {
		if got := last.Header.Get("X-RateLimit-" + name); got != value {
			t.Errorf("X-RateLimit-%s is %q, want %q", name, got, value)
		}
	}
	over := post("games")
	want("the third", over, 429, "0")
	if after, bucket := over.Header.Get("Retry-After"), over.Header.Get("X-RateLimit-Bucket"); after != "60" || bucket == "" || bucket != last.Header.Get("X-RateLimit-Bucket") {
		t.Errorf("the third is to come again after %q, in the bucket %q", after, bucket)
	}
	want("one in another channel", post("lounge"), 200, "1")
	if n := len(s.User("ann").Sees(s.Channel("games"))); n != 3 {
		t.Errorf("%d messages were made, want 3", n)
	}
	now = now.Add(time.Minute)
	want("one in the next while", post("games"), 200, "1")
	s.Faults().Limit("POST /channels/{channel}/messages", 0, 0)
	want("one when the limit is gone", post("games"), 200, "4")
}
