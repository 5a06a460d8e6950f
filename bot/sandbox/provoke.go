package sandbox

import (
	"bytes"
	"encoding/json"

	"parlour/bot/sandbox/discord"
)

// Provoke makes Discord fail, or changes people and places, as a developer does on the page
// and in the same JSON.
func (s *Server) Provoke(wish []byte) error {
	var a faultAction
	d := json.NewDecoder(bytes.NewReader(wish))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return err
	}
	return s.pages.actFault(a)
}

// Routes lists the requests that can fail, by the names that [Server.Provoke] takes.
func (s *Server) Routes() []string { return discord.Routes() }
