package message

import (
	"strconv"

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
	row := []Control{p.askButton(a, VerbYes, Good), p.askButton(a, VerbNo, plain)}
	if a.About == match.AboutRematch {
		row = append(row, p.button(VerbBlock, plain))
	}
	return Message{Content: p.say(key, append(pairs, "Asked", Mention(ids...))...), Rows: [][]Control{row}, Pings: ids}
}

// askButton returns a button that answers a question.
func (p public) askButton(a storage.Ask, verb Verb, s Style) Control {
	id := NewButton(p.m, verb, strconv.Itoa(a.Number)).String()
	return Control{ID: id, Label: p.w.Label(p.m.Lang, "button."+a.About+"-"+string(verb)), Style: s}
}
