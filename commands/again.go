package commands

import (
	"parlour/commands/match"
	"parlour/commands/message"
)

// pointed says to a person who asks for the same table a second time where the first one is. They
// may have been told that Parlour did not respond.
func pointed(h *host, c call, m *match.Match) string {
	link := message.Link(m.Guild, m.Channel, m.Message)
	if m.Message == "" {
		link = "" // it is being posted
	}
	return message.Lines(h.say(c, "table.again", "Link", link), h.say(c, "table.again.more"))
}
