package message

import (
	"strings"
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
	if m.Phase == storage.Playing && m.State != nil && !m.Deserted() { // the first sentence names game and players
		msg.Content = p.say("standing.watched", "Turn", m.State.ToMove()) + strings.TrimPrefix(msg.Content, p.standing())
	}
	msg.Content = Lines(p.say(m.OnlookerKey(), "Players", m.Others(games.Spectator), "Count", len(m.Players)), msg.Content)
	msg.Rows = append([][]Control{{p.control(VerbLike, "button.like", Main)}}, msg.Rows...)
	return msg
}

// OnlookerHere tells a person without a seat who pressed a button right at the board, where they see
// it, what they can do.
func (w *Writer) OnlookerHere(r Reader, m *match.Match) Message {
	p := w.private(r, m)
	said := p.say("onlooker.here", "Thread", m.Channel != m.Home)
	rows := [][]Control{{p.control(VerbLike, "button.like", Main)}}
	return Message{Content: Lines(p.say(m.OnlookerKey(), "Players", m.Others(games.Spectator), "Count", len(m.Players)), said), Rows: rows}
}

// MoreForOnlookers shows what a person without a seat can do: read the rules, see the proof, and have the record.
func (w *Writer) MoreForOnlookers(r Reader, m *match.Match) Message {
	p := w.private(r, m)
	rows := [][]Control{p.readButtons(), append([]Control{p.control(VerbLike, "button.like", plain)}, p.closeButton()...)}
	return Message{Content: p.say("more.head", "Match", w.ListName(r.Lang, m.Info, m.Head, r.ID)), Rows: rows}
}

// closeButton is the button with which a moderator closes the game, none for anybody else.
func (p private) closeButton() []Control {
	if !p.r.Oversees(p.m) || !p.m.Phase.Live() {
		return nil
	}
	return []Control{p.control(VerbClose, "button.close", Danger)}
}
