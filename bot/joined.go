package bot

import (
	"cmp"
	"encoding/json"
	"time"

	"parlour/commands"
)

// server has the fields of a server that the bot uses to say hello there.
type server struct {
	ID     string    `json:"id"`
	Name   string    `json:"name"`
	Locale string    `json:"preferred_locale"`
	Owner  string    `json:"owner_id"`
	System string    `json:"system_channel_id"`
	Joined time.Time `json:"joined_at"`
}

func (s server) joined() commands.Joined {
	return commands.Joined{Guild: s.ID, Name: s.Name, Lang: s.Locale, At: s.Joined, System: s.System, By: s.Owner}
}

// Joined reads the data of a GUILD_CREATE event. It returns none for a server that cannot be read, and one of
// long ago for a server that Discord cannot reach: such a server comes again.
func Joined(raw json.RawMessage) commands.Joined {
	var s server
	if json.Unmarshal(raw, &s) != nil {
		return commands.Joined{}
	}
	return s.joined()
}

// Authorized reads the data of an APPLICATION_AUTHORIZED event, which came at a time. It returns none if a person has
// installed the bot for themselves.
func Authorized(raw json.RawMessage, now time.Time) commands.Joined {
	var a struct {
		User  struct{ ID string } `json:"user"`
		Guild server              `json:"guild"`
	}
	if json.Unmarshal(raw, &a) != nil {
		return commands.Joined{}
	}
	j := a.Guild.joined()
	j.At, j.By = now, cmp.Or(a.User.ID, j.By)
	return j
}
