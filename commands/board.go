package commands

import (
	"context"
	"strings"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// optionText is the option of /board that shows it as text.
const optionText = "text"

// board shows a game to the one who asks, from where they sit.
func (h *Host) board(ctx context.Context, r Request) (Reply, error) {
	m, reply, err := h.find(ctx, r, anyone)
	if m == nil {
		return reply, err
	}
	return h.cardFor(ctx, r, m, r.Options[optionText] == "true")
}

// text shows a game as text to the one who asks, whatever board its button was on.
func (h *Host) text(ctx context.Context, r Request, b button) (Reply, error) {
	m, err := h.load(ctx, b.match)
	if err == nil && !m.visible(r) {
		h.lock(b.match)() // the board may be seen before its thread is noted
		m, err = h.load(ctx, b.match)
	}
	if err != nil {
		return Reply{}, err
	}
	return h.cardFor(ctx, r, m, true)
}

// cardFor shows a match, if who asks may see it.
func (h *Host) cardFor(ctx context.Context, r Request, m *match, text bool) (Reply, error) {
	if !m.visible(r) {
		return Reply{}, games.Refuse("refuse.hidden")
	}
	return Reply{Message: h.card(ctx, r, m, text)}, nil
}

// visible reports whether who asks may see a match: from its own channel anybody,
// from elsewhere those who belong to it.
func (m *match) visible(r Request) bool {
	return r.Channel == m.Channel || r.Channel == m.Home || m.seatOf(r.By.ID) != games.Spectator ||
		m.Invited != nil && m.Invited.ID == r.By.ID
}

// maxNotation is how much is shown of the moves of a match, in characters.
const maxNotation = 1500

// notation lists the moves of a match as they are written, the last ones where
// they are too many.
func (m *match) notation() locale.Verbatim {
	var all []string
	for _, e := range m.Log {
		all = append(all, string(e.Move))
	}
	text := strings.Join(all, " ")
	if len(text) > maxNotation {
		text = "… " + text[len(text)-maxNotation:]
	}
	return locale.Verbatim(locale.Markdown(text))
}

// view shows a player their own view, whatever board its button was on.
func (h *Host) view(ctx context.Context, r Request, b button) (Reply, error) {
	m, err := h.load(ctx, b.match)
	if err != nil {
		return Reply{}, err
	}
	if _, err := m.seated(r); err != nil {
		return Reply{}, err
	}
	return Reply{Message: h.card(ctx, r, m, false)}, nil
}

// card is a match as one person sees it now, in private, as a picture or as text, with
// a link to its board.
func (h *Host) card(ctx context.Context, r Request, m *match, text bool) Message {
	h.rouse(ctx, m)
	if m.state == nil {
		msg := Message{Content: lines(h.voice(r.Lang, m.names()).Say(h.standing(m, r.By.ID)), h.link(r.Lang, m))}
		if m.Phase == storage.Open { // its message may be far up, or deleted
			msg.Rows = [][]Control{h.tableButtons(m)}
		}
		return msg
	}
	own := m.sightOf(r)
	msg := Message{Rows: h.cardButtons(r, m, text)}
	if text {
		msg.Content = h.inText(own, h.link(r.Lang, m))
		return msg
	}
	v := h.voice(r.Lang, m.names())
	words := own.state.View(own.seat).Words()
	msg.Content = lines(v.Say(h.standing(m, r.By.ID)), h.own(r, m, words), lines(v.All(words.Last)...), v.Say(words.Score), h.link(r.Lang, m))
	if h.movable(r, m) {
		msg.Content = lines(msg.Content, h.say(r, "board.stranded"))
	}
	msg.Picture = h.picture(own)
	return msg
}

// cardButtons are the buttons of a board that one person sees: the other form of
// it, and for a player what can be done.
func (h *Host) cardButtons(r Request, m *match, text bool) [][]Control {
	var row []Control
	offer := func(verb, label string, s Style) {
		row = append(row, Control{ID: m.button(verb).String(), Label: h.label(r.Lang, label), Style: s})
	}
	seat := m.seatOf(r.By.ID)
	plays := m.Phase == storage.Playing && seat != games.Spectator
	if plays && len(m.state.Legal(seat)) > 0 {
		offer("move", m.moveLabel(), Main)
	}
	if !text {
		offer("text", "button.text", Plain)
	} else if seat != games.Spectator {
		offer("view", "button.view", Plain)
	}
	if plays {
		offer("more", "button.more", Plain)
	}
	row = append(row, h.moveButtons(r, m)...)
	if len(row) == 0 {
		return nil
	}
	return [][]Control{row}
}

// standing says in one line which game this is and whose turn it is.
func (h *Host) standing(m *match, reader string) games.Text {
	seat := m.seatOf(reader)
	pairs := []any{"Game", m.info.Title, "Others", m.others(seat)}
	switch {
	case m.Phase == storage.Open && m.Invited != nil:
		return games.Say("standing.challenge", append(pairs, "By", m.Players[0].Name, "Name", m.Invited.Name)...)
	case m.Phase == storage.Open:
		return games.Say("standing.open", append(pairs, "By", m.Players[0].Name)...)
	case m.Phase == storage.Off:
		return games.Say("standing.off", pairs...)
	case m.state == nil && m.info.Hidden && m.Phase == storage.Playing: // its moves may be sealed
		return games.Say("standing.rules-hidden", append(pairs, "Rules", m.Setup.Rules)...)
	case m.state == nil:
		return games.Say("standing.rules", append(pairs, "Rules", m.Setup.Rules, "Moves", m.notation())...)
	case m.Phase == storage.Over:
		return games.Say("standing.over", append(pairs, "Outcome", h.outcome(m))...)
	case m.owes(seat):
		return games.Say("standing.yours", pairs...)
	case m.deserted():
		return games.Say("standing.deserted", "Game", m.info.Title, "Missed", m.missed(), "Others", m.state.In())
	case seat == games.Spectator:
		return games.Say("standing.watched", append(pairs, "Turn", m.state.ToMove())...)
	}
	return games.Say("standing.theirs", append(pairs, "Turn", m.state.ToMove())...)
}

// outcome says who won and why, a Text whose names are those of the seats.
func (h *Host) outcome(m *match) games.Text {
	result, _ := m.state.Result()
	var first []games.Seat
	for s, place := range result.Places {
		if place == 1 {
			first = append(first, games.Seat(s))
		}
	}
	switch {
	case len(result.Places) == 1:
		return games.Say("outcome.alone", "Player", games.Seat(0), "Reason", result.Reason)
	case len(first) == 1 && len(result.Places) == 2:
		return games.Say("outcome.beats", "Winner", first[0], "Loser", 1-first[0], "Reason", result.Reason)
	case len(first) == 1:
		return games.Say("outcome.wins", "Winner", first[0], "Reason", result.Reason)
	case len(first) < len(result.Places):
		return games.Say("outcome.shared", "Winners", first, "Reason", result.Reason)
	}
	return games.Say("outcome.draw", "Reason", result.Reason)
}

// link points at the newest public message of a match.
func (h *Host) link(lang string, m *match) string {
	if m.Message == "" {
		return ""
	}
	return h.voice(lang, nil).Say(games.Say("board.link", "Link", messageLink(m.Guild, m.Channel, m.Message)))
}
