package probe

import (
	"fmt"
	"math"
	"net/http"
	"time"
)

// limits are the rules about limits of requests, as the headers of answers name them. None is
// exceeded.
var limits = []rule{
	{
		says:    "Every answer names its limit, what is left of it, when it ends, and its bucket.",
		sandbox: "yes", try: namesLimit,
	},
	{
		says:    "A channel takes 5 posts in 5 s.",
		sandbox: "5 in 5 s", try: limitOfPosts,
	},
	{
		says:    "A channel takes 5 edits in 5 s.",
		sandbox: "5 in 5 s", try: limitOfEdits,
	},
	{
		says:    "A channel takes 5 deletions of young messages in a second.",
		sandbox: "5 in 1 s", try: limitOfDeletions,
	},
}

// limit words the limit that an answer names.
func limit(got answer) string {
	n, after := got.Header.Get("X-RateLimit-Limit"), readSeconds(got.Header.Get("X-RateLimit-Reset-After"))
	if n == "" {
		return "no limit is named"
	}
	return fmt.Sprintf("%s in %.0f s", n, math.Ceil(after.Seconds()))
}

func namesLimit(t *try) string {
	got := t.do("GET", "channels/"+t.Channel, nil, nil)
	for _, name := range []string{"Limit", "Remaining", "Reset", "Reset-After", "Bucket"} {
		if t.err == nil && got.Header.Get("X-RateLimit-"+name) == "" {
			return "without " + name
		}
	}
	return yes(true)
}

func limitOfPosts(t *try) string {
	t.wait(6 * time.Second) // so that the limit begins anew
	return limit(t.tryPost(t.Channel, nil, nil))
}

// limitOfEdits comes after limitOfPosts, so nothing was edited for longer than the limit runs.
func limitOfEdits(t *try) string {
	m := t.post(t.Channel, nil)
	return limit(t.do(http.MethodPatch, in(t.Channel)+"/"+m.ID, body{"content": mark + " again."}, nil))
}

func limitOfDeletions(t *try) string {
	m := t.post(t.Channel, nil)
	t.wait(2 * time.Second) // so that the limit begins anew
	return limit(t.do(http.MethodDelete, in(t.Channel)+"/"+m.ID, nil, nil))
}
