package rest

import (
	"net/http"
	"strings"
)

// Class names what a request is for. The name has none of the ids and tokens in its path.
func (r Request) Class() string {
	path, _, _ := strings.Cut(r.Path, "?")
	root, _, _ := strings.Cut(path, "/")
	switch {
	case root == "interactions":
		return "callback"
	case root == "webhooks":
		return "answer"
	case path == "users/@me/channels":
		return "direct"
	case root == "channels" && strings.HasSuffix(path, "/threads"):
		return "thread"
	case root == "channels" && r.Method == http.MethodPost && strings.HasSuffix(path, "/messages"):
		return "post"
	case root == "channels" && r.Method == http.MethodPatch && strings.Contains(path, "/messages/"):
		return "edit"
	case root == "channels" && r.Method == http.MethodDelete && strings.Contains(path, "/messages/"):
		return "delete"
	case root == "channels" && strings.HasSuffix(path, "/messages"):
		return "history"
	case root == "channels":
		return "channel"
	case root == "guilds":
		return "member"
	case strings.HasSuffix(path, "/commands"):
		return "register"
	case path == "gateway/bot":
		return "gateway"
	}
	return "other"
}
