package message

import (
	"errors"
	"time"

	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// OnlookerCard shows the board to a person without a seat who pressed a button of the players,
// and offers them a game of their own.
func (w *Writer) OnlookerCard(r Reader, m *match.Match, now time.Time) Message {
	p := w.private(r, m)
	msg := p.card(false, now)
	_, refused := m.Seated(r.ID)
	if refusal := (*games.Refusal)(nil); errors.As(refused, &refusal) {
		msg.Content = Lines(p.voice.Say(refusal.Text), msg.Content)
	}
	msg.Rows = append([][]Control{{p.control("like", "button.like", Main)}}, msg.Rows...)
	return msg
}

// MoreForOnlookers shows what a person without a seat can do: read the rules, and have the record.
func (w *Writer) MoreForOnlookers(r Reader, m *match.Match) Message {
	p := w.private(r, m)
	row := []Control{p.control("rules", "button.rules", Plain, m.Info.Name)}
	if !m.Info.Hidden || m.Phase != storage.Playing {
		row = append(row, p.control("record", "button.record", Plain))
	}
	row = append(row, p.control("like", "button.like", Plain))
	return Message{Content: p.say("more.watched", "Game", m.Info.Title, "Players", m.Others(games.Spectator)), Rows: [][]Control{row}}
}
