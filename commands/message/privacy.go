package message

import ()

// Privacy says what is kept of a person. Its buttons give them all of it, and forget them.
func Privacy(w *Writer, lang string) Message {
	return Message{
		Content: Lines(w.Say(lang, "privacy.kept"), w.Say(lang, "privacy.not-kept"), w.Say(lang, "privacy.offer")),
		Rows: [][]Control{{
			privacyButton(w, lang, "mydata", Main), privacyButton(w, lang, "forgetme", plain),
		}},
	}
}

// AskToForget asks a person whether they mean to be forgotten. live is how many tables and games they
// would leave.
func AskToForget(w *Writer, lang string, live int) Message {
	leave := ""
	if live > 0 {
		leave = w.Say(lang, "privacy.leave", "Count", live)
	}
	return Message{
		Content: Lines(w.Say(lang, "privacy.ask"), leave, w.Say(lang, "privacy.goes")),
		Rows: [][]Control{{
			privacyButton(w, lang, "eraseme", Danger), privacyButton(w, lang, "keepme", plain),
		}},
	}
}

// privacyButton is a button that belongs to no match.
func privacyButton(w *Writer, lang, verb string, style Style) Control {
	return Control{ID: Button{Verb: verb}.String(), Label: w.Label(lang, "button."+verb), Style: style}
}
