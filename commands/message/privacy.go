package message

import ()

// Privacy says what is kept of a person. Its buttons give them all of it, and forget them.
func (w *Writer) Privacy(lang string) Message {
	return Message{
		Content: Lines(w.Say(lang, "privacy.kept"), w.Say(lang, "privacy.not-kept"), w.Say(lang, "privacy.offer")),
		Rows: [][]Control{{
			w.privacyButton(lang, VerbMyData, Main), w.privacyButton(lang, VerbForgetMe, plain),
		}},
	}
}

// AskToForget asks a person whether they mean to be forgotten. live is how many tables and games they
// would leave.
func (w *Writer) AskToForget(lang string, live int) Message {
	leave := ""
	if live > 0 {
		leave = w.Say(lang, "privacy.leave", "Count", live)
	}
	return Message{
		Content: Lines(w.Say(lang, "privacy.ask"), leave, w.Say(lang, "privacy.goes")),
		Rows: [][]Control{{
			w.privacyButton(lang, VerbEraseMe, Danger), w.privacyButton(lang, VerbKeepMe, plain),
		}},
	}
}

// privacyButton is a button that belongs to no match.
func (w *Writer) privacyButton(lang string, verb Verb, style Style) Control {
	return Control{ID: Button{Verb: verb}.String(), Label: w.Label(lang, "button."+string(verb)), Style: style}
}
