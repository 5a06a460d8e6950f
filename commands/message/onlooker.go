package message

import (
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
)

// OnlookerCard shows the board to a person without a seat who pressed a button of the players,
// and offers them a game of their own.
func (w *Writer) OnlookerCard(r Reader, m *match.Match, now time.Time) Message {
	p := w.private(r, m)
	msg := p.card(false, now)
	msg.Content = Lines(p.say(match.OnlookerKey(m), "Players", m.Others(games.Spectator), "Count", len(m.Players)), msg.Content)
	msg.Rows = append([][]Control{{p.control("like", "button.like", Main)}}, msg.Rows...)
	return msg
}

// MoreForOnlookers shows what a person without a seat can do: read the rules, and have the record.
func (w *Writer) MoreForOnlookers(r Reader, m *match.Match) Message {
	p := w.private(r, m)
	rows := [][]Control{p.readButtons(), {p.control("like", "button.like", Plain)}}
	return Message{Content: p.say("more.watched", "Game", m.Info.Title, "Players", locale.Listed(m.Others(games.Spectator))), Rows: rows}
}
