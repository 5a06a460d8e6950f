package personal

import (
	"parlour/commands/message"
	"parlour/commands/message/button"
)

// Privacy says what is kept of a person, and offers them all of it and to forget it.
func Privacy(w *message.Writer, lang string) message.Message {
	return message.Message{
		Content: message.Lines(w.Say(lang, "privacy.kept"), w.Say(lang, "privacy.not-kept"), w.Say(lang, "privacy.offer")),
		Rows: [][]message.Control{{
			privacyButton(w, lang, "mydata", message.Main), privacyButton(w, lang, "forgetme", message.Plain),
		}},
	}
}

// AskToForget asks a person whether they mean to be forgotten. They are at some tables and in some
// games that go on.
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

// privacyButton is a button that is about nothing but the person who presses it.
func privacyButton(w *message.Writer, lang, verb string, style message.Style) message.Control {
	return message.Control{ID: button.Button{Verb: verb}.String(), Label: w.Label(lang, "button."+verb), Style: style}
}
