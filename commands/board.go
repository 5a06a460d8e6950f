package commands

import (
	"context"
	"strings"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// board shows a game to the one who asks, from where they sit.
func (h *Host) board(ctx context.Context, r Request) (Reply, error) {
	m, reply, err := h.find(ctx, r, anyone)
	if m == nil {
		return reply, err
	}
	if !m.visible(r) {
		return Reply{}, games.Refuse("refuse.hidden")
	}
	return Reply{Message: h.card(r, m)}, nil
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
	return Reply{Message: h.card(r, m)}, nil
}

// card is a match as one person sees it now, in private.
func (h *Host) card(r Request, m *match) Message {
	if m.state == nil {
		msg := Message{Content: lines(h.voice(r.Lang, m.names()).Say(h.standing(m, r.By.ID)), h.link(r.Lang, m))}
		if m.Phase == storage.Open { // its message may be far up, or deleted
			msg.Rows = [][]Control{h.tableButtons(m)}
		}
		return msg
	}
	seat := m.seatOf(r.By.ID)
	v := h.voice(r.Lang, m.names())
	words := m.state.View(seat).Words()
	msg := Message{
		Content: lines(v.Say(h.standing(m, r.By.ID)), lines(v.All(words.Last)...), v.Say(words.Score), h.link(r.Lang, m)),
		Picture: h.picture(r.Lang, m, m.state, seat),
	}
	if m.Phase == storage.Playing && seat != games.Spectator {
		var row []Control
		if len(m.state.Legal(seat)) > 0 {
			row = append(row, Control{ID: m.button("move").String(), Label: h.label(r.Lang, "button.move"), Style: Main})
		}
		msg.Rows = [][]Control{append(row, Control{ID: m.button("more").String(), Label: h.label(r.Lang, "button.more")})}
	}
	return msg
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

// picture says what to draw of a position for a seat, in a language.
func (h *Host) picture(lang string, m *match, s games.State, seat games.Seat) *Picture {
	v := h.plain(lang, m.names())
	view := s.View(seat)
	words := view.Words()
	p := &Picture{View: view, Title: m.info.Title, Names: seatNames(v, m, words), Score: v.Say(words.Score)}
	for _, side := range words.Sides {
		p.Sides = append(p.Sides, v.Say(side))
	}
	turn := games.Say("alt.over")
	if _, over := s.Result(); over {
		shown := *m
		shown.state = s
		p.Result = v.Say(h.outcome(&shown))
	} else {
		turn = games.Say("alt.turn", "Players", s.ToMove())
	}
	p.Alt = fitAlt([]string{v.Say(games.Say("alt.head", "Game", m.info.Title, "Players", h.sides(v, m, words))),
		lines(v.All(words.Last)...), v.Say(turn), p.Result, p.Score, view.String()})
	return p
}

// fitAlt joins what is said for a picture. Where it is too long, the whole board
// at its end is worth more than how it came about, the score, whose turn it is
// and who plays.
func fitAlt(said []string) string {
	for _, drop := range []int{-1, 1, 4, 2, 0} {
		if drop >= 0 {
			said[drop] = ""
		}
		if alt := lines(said...); utf8.RuneCountInString(alt) <= maxAlt {
			return alt
		}
	}
	return clip(lines(said...), maxAlt)
}

// seatNames returns what all seats are called, dummies after the players.
func seatNames(v locale.Voice, m *match, words games.Words) []string {
	names := clipAll(m.names())
	for i := range words.Dummies {
		names = append(names, v.Say(games.Say("seat.dummy", "Number", i+1)))
	}
	return names
}

// sides says who plays what.
func (h *Host) sides(v locale.Voice, m *match, words games.Words) locale.Verbatim {
	var said []string
	for i, name := range seatNames(v, m, words) {
		if i < len(words.Sides) {
			name = v.Say(games.Say("alt.side", "Name", name, "Side", words.Sides[i]))
		}
		said = append(said, name)
	}
	return locale.Verbatim(strings.Join(said, ", "))
}
