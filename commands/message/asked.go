package message

import (
	"slices"
	"time"

	"parlour/commands/match"
	"parlour/storage"
)

// Asked shows a reader a match with the first question that waits for their answer, in which they
// can answer it. ok is false if none does.
func (w *Writer) Asked(r Reader, m *match.Match, now time.Time) (msg Message, ok bool) {
	seat := m.SeatOf(r.ID)
	for _, a := range m.Asks {
		if a.Answer == "" && slices.Contains(m.AskedBy(a), seat) {
			msg, question := w.Card(r, m, false, now), w.Ask(m, a)
			msg.Content = Lines(question.Content, msg.Content)
			msg.Rows = append(question.Rows, msg.Rows...)
			return msg, true
		}
	}
	return Message{}, false
}

// Answered is [Writer.Asked] once the reader has answered a question. It says what they said, unless that has
// ended the game, and shows the board where no other question waits.
func (w *Writer) Answered(r Reader, m *match.Match, a storage.Ask, yes bool, now time.Time) Message {
	shown := *m
	if m.Desired.Post > m.Published.Post {
		shown.Message = "" // the message to link to is not posted yet
	}
	msg, more := w.Asked(r, &shown, now)
	if !more {
		msg = w.Card(r, &shown, false, now)
	}
	said := "ask.no"
	if yes {
		said = "ask.yes"
	}
	if m.Phase == storage.Playing || a.About == match.AboutRematch {
		msg.Content = Lines(w.Say(r.Lang, said), msg.Content)
	}
	return msg
}
