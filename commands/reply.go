package commands

import (
	"parlour/commands/message"
)

// Answer returns a reply with a message.
func Answer(msg message.Message, err error) (Reply, error) {
	return Reply{Message: msg}, err
}

// Tell returns a reply with a text.
func Tell(content string) Reply {
	return Reply{Message: message.Message{Content: content}}
}

// Say returns a sentence of no match, for the person who asked.
func (h *Host) Say(c Call, key string, pairs ...any) string {
	return h.Writer.Say(c.Lang, key, pairs...)
}

// Form returns a form of one line, whose sentences have keys with the same beginning.
func (h *Host) Form(c Call, about string, most int) Reply {
	reply := Tell(h.Say(c, "form.late"))
	reply.Form = &message.Form{
		ID: c.Pressed.String(), Title: h.Writer.Label(c.Lang, about+".title"),
		Field: h.Writer.Label(c.Lang, about+".field"), Hint: h.Writer.Label(c.Lang, about+".hint"), Most: most,
	}
	return reply
}
