package message

import (
	"slices"
	"strconv"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// Ask returns the message of a question, or the line that it becomes once it has an answer.
func (w *Writer) Ask(m *match.Match, a storage.Ask) Message {
	p := w.public(m)
	key, asked := "ask."+a.About, m.AskedBy(a)
	var agreed []games.Seat // besides the person who asks
	for _, id := range a.Agreed {
		if s := m.SeatOf(id); s != games.Spectator && id != a.By {
			agreed = append(agreed, s)
		}
	}
	pairs := []any{"By", m.SeatOf(a.By), "Agreed", agreed, "Name", a.AnsweredBy, "Game", m.Info.Title}
	pairs = append(pairs, askPairs(p.voice, m, a)...)
	if a.Answer != "" {
		return Message{Content: p.say(key+"."+a.Answer, pairs...), Bare: true}
	}
	ids := p.idsOf(asked)
	row := []Control{p.askButton(a, VerbYes, Good), p.askButton(a, VerbNo, Plain)}
	if a.About == match.AboutRematch {
		row = append(row, p.button(VerbBlock, Plain))
	}
	return Message{Content: p.say(key, append(pairs, "Asked", Mention(ids...))...), Rows: [][]Control{row}, Pings: ids}
}

// askButton returns a button that answers a question.
func (p public) askButton(a storage.Ask, verb Verb, s Style) Control {
	id := NewButton(p.m, verb, strconv.Itoa(a.Number)).String()
	return Control{ID: id, Label: p.w.Label(p.m.Lang, "button."+a.About+"-"+string(verb)), Style: s}
}

// askPairs are the values of a question that only questions about the same have.
func askPairs(voice locale.Voice, m *match.Match, a storage.Ask) []any {
	switch a.About {
	case match.AboutTakeback:
		if s, ok := m.AskedBack(a); ok {
			return []any{"Move", locale.Verbatim(sayMove(voice, s.Before, s.Seat, s.Move))}
		}
	case match.AboutRematch:
		return []any{"First", firstAgain(m, a), "Players", m.Others(games.Spectator)}
	}
	return nil
}

// firstAgain says who moves first in a rematch of two people: "you" for the one who is asked,
// "by" for the other. It is empty where nobody does.
func firstAgain(m *match.Match, a storage.Ask) string {
	start := m.StateAt(0)
	switch asked := m.AskedBy(a); {
	case len(m.Players) != 2 || len(asked) != 1 || start == nil || len(start.ToMove()) != 1:
		return ""
	case m.FirstAgain() == asked[0]:
		return "you"
	}
	return "by"
}

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
