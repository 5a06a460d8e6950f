package rest

import "testing"

// The class of a request tells neither ids nor tokens.
func TestClassOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ method, path, want string }{
		{"POST", "interactions/12/a-token/callback", "callback"},
		{"PATCH", "webhooks/12/a-token/messages/@original", "answer"},
		{"POST", "users/@me/channels", "direct"},
		{"POST", "channels/12/messages", "post"},
		{"PATCH", "channels/12/messages/34", "edit"},
		{"DELETE", "channels/12/messages/34", "delete"},
		{"GET", "channels/12/messages?limit=100", "history"},
		{"POST", "channels/12/messages/34/threads", "thread"},
		{"GET", "channels/12", "channel"},
		{"PATCH", "channels/12", "channel"},
		{"GET", "guilds/12/members/34", "member"},
		{"PUT", "applications/12/commands", "register"},
		{"GET", "gateway/bot", "gateway"},
		{"GET", "users/@me", "other"},
		{"GET", "a-token", "other"},
	} {
		if got := (Request{Method: c.method, Path: c.path}).Class(); got != c.want {
			t.Errorf("the class of %s %s is %s, want %s", c.method, c.path, got, c.want)
		}
	}
}
