package commands

import (
	"parlour/commands/message"
)

// answer returns a reply with a message.
func answer(msg message.Message, err error) (Reply, error) {
	return Reply{Message: msg}, err
}

// tell returns a reply with a text.
func tell(content string) Reply {
	return Reply{Message: message.Message{Content: content}}
}

// say returns a sentence of no match, for the person who asked.
func (h *host) say(c call, key string, pairs ...any) string {
	return h.Writer.Say(c.Lang, key, pairs...)
}

// form returns a form of one line, whose sentences have keys with the same beginning.
func (h *host) form(c call, about string, most int) Reply {
	reply := tell(h.say(c, "form.late"))
	reply.Form = &message.Form{
		ID: c.Pressed.String(), Title: h.Writer.Label(c.Lang, about+".title"),
		Field: h.Writer.Label(c.Lang, about+".field"), Hint: h.Writer.Label(c.Lang, about+".hint"), Most: most,
	}
	return reply
}
