package personal

import (
	"parlour/commands/message"
	"parlour/commands/message/button"
)

// Privacy says what is kept of a person. Its buttons give them all of it, and forget them.
func Privacy(w *message.Writer, lang string) message.Message {
	return message.Message{
		Content: message.Lines(w.Say(lang, "privacy.kept"), w.Say(lang, "privacy.not-kept"), w.Say(lang, "privacy.offer")),
		Rows: [][]message.Control{{
			privacyButton(w, lang, "mydata", message.Main), privacyButton(w, lang, "forgetme", message.Plain),
		}},
	}
}

// AskToForget asks a person whether they mean to be forgotten. live is how many tables and games they
// would leave.
func AskToForget(w *message.Writer, lang string, live int) message.Message {
	leave := ""
	if live > 0 {
		leave = w.Say(lang, "privacy.leave", "Count", live)
	}
	return message.Message{
		Content: message.Lines(w.Say(lang, "privacy.ask"), leave, w.Say(lang, "privacy.goes")),
		Rows: [][]message.Control{{
			privacyButton(w, lang, "eraseme", message.Danger), privacyButton(w, lang, "keepme", message.Plain),
		}},
	}
}

// privacyButton is a button that belongs to no match.
func privacyButton(w *message.Writer, lang, verb string, style message.Style) message.Control {
	return message.Control{ID: button.Button{Verb: verb}.String(), Label: w.Label(lang, "button."+verb), Style: style}
}
