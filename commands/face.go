package commands

import (
	"slices"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// face is what everybody sees of a match now: its table, or its board.
func (h *Host) face(m *match) Message {
	if m.Setup.Rules == 0 {
		return h.tableFace(m)
	}
	if m.state == nil {
		return Message{Content: h.voice(m.Lang, m.names()).Say(h.standing(m, ""))}
	}
	return h.boardFace(m)
}

// tableFace is the message of a table: the game, who sits, and the buttons as
// long as it waits.
func (h *Host) tableFace(m *match) Message {
	v := h.voice(m.Lang, m.names())
	say := func(key string, pairs ...any) string { return v.Say(games.Say(key, pairs...)) }
	msg := Message{Content: lines(
		h.tableHead(m),
		say("table.game", "Game", m.info.Title, "Designer", m.info.Designer, "Players", m.info.Players(),
			"Source", locale.Verbatim(m.info.Source), "About", games.Say(m.info.Name+".about")),
		say("table.options", "Options", h.optionsOf(m)),
		v.Say(h.timeOf(m)),
		say("table.seated", "Players", m.others(games.Spectator)),
		h.dealLines(m),
	)}
	if m.Phase != storage.Open {
		return msg
	}
	if m.info.Hidden {
		msg.Content = lines(msg.Content, say("table.direct"))
	}
	if m.Invited != nil {
		msg.Pings = []string{m.Invited.ID}
	}
	msg.Rows = [][]Control{h.tableButtons(m)}
	return msg
}

// tableHead is the first line of a table, all that a notification shows.
func (h *Host) tableHead(m *match) string {
	v := h.voice(m.Lang, m.names())
	say := func(key string, pairs ...any) string {
		return v.Say(games.Say(key, append(pairs, "Game", m.info.Title, "By", games.Seat(0))...))
	}
	switch {
	case m.Phase == storage.Off && m.Setup.Rules == 0:
		return say("table.head."+m.Ended, "Name", m.EndedBy)
	case m.Phase != storage.Open:
		return say("table.head.started", "Players", m.others(games.Spectator))
	case m.Invited != nil:
		return say("table.head.challenge", "Invited", mention(m.Invited.ID))
	case len(m.Players) < m.info.MinSeats:
		return say("table.head.open")
	case len(m.Players) < m.info.MaxSeats:
		return say("table.head.room", "Count", len(m.Players))
	}
	return say("table.head.ready")
}

// optionsOf lists the options of a table as they are typed.
func (h *Host) optionsOf(m *match) string {
	var said string
	for _, o := range m.info.Options {
		said += o.Name + ":" + m.Setup.Options[o.Name] + " "
	}
	return said + optionFirst + ":" + m.First
}

// tableButtons are the buttons of a table that waits.
func (h *Host) tableButtons(m *match) []Control {
	control := func(verb string, s Style, off bool) Control {
		return Control{ID: m.button(verb).String(), Label: h.label(m.Lang, "button."+verb), Style: s, Disabled: off}
	}
	if m.Invited != nil {
		buttons := []Control{control("accept", Good, false), control("decline", Plain, false), control("cancel", Plain, false)}
		if m.info.Chance {
			buttons = slices.Insert(buttons, 1, control("say", Plain, false))
		}
		return buttons
	}
	buttons := []Control{
		control("join", Main, len(m.Players) == m.info.MaxSeats),
		control("leave", Plain, len(m.people()) == 1),
		control("start", Good, len(m.Players) < m.info.MinSeats),
		control("cancel", Plain, false),
	}
	if m.opponent() != nil {
		buttons = append(buttons, control("opponent", Plain, false))
	}
	return buttons
}

// boardFace is the message of a turn. Its first words say whose turn it is, in
// which game, against whom.
func (h *Host) boardFace(m *match) Message {
	v := h.voice(m.Lang, m.names())
	head := v.Say(h.boardHead(m))
	if m.Phase == storage.Off {
		return Message{Content: lines(head, v.Say(games.Say("board."+m.Ended, "Name", m.EndedBy)), h.secretLine(m))}
	}
	words := m.state.View(games.Spectator).Words()
	seals := h.sealLines(m)
	said := append([]string{head}, h.told(m, maxTold-utf8.RuneCountInString(lines(seals...)))...)
	said = append(said, h.news(m)...)
	said = append(said, seals...)
	said = append(said, v.Say(words.Score))
	if m.Phase == storage.Over {
		said = append(said, h.secretLine(m))
	}
	msg := Message{Picture: h.picture(m.publicSight())}
	if m.Phase == storage.Over {
		msg.Rows = [][]Control{{h.boardButton(m, "record", Plain), h.boardButton(m, "text", Plain)}}
		if m.opponent() != nil {
			msg.Rows[0] = append(msg.Rows[0], h.boardButton(m, "analyse", Plain))
		}
	}
	if m.Phase == storage.Playing {
		if m.Declined != "" {
			said = append(said, v.Say(games.Say("board.declined", "Name", m.Declined)))
		}
		if len(m.Offers) == 0 && len(m.asked()) > 0 {
			said = append(said, v.Say(games.Say("board.owes", "Owes", words.Owes)))
		}
		said = append(said, h.clockLines(m)...)
		for _, seat := range m.Offered {
			said = append(said, v.Say(games.Say("board.offered", "Player", seat)))
		}
		msg.Pings = m.asked()
		if len(m.Offers) == 0 {
			msg.Pings = slices.DeleteFunc(msg.Pings, m.askedDirectly)
		}
		msg.Rows = h.boardButtons(m)
	}
	for utf8.RuneCountInString(lines(said...)) > maxContent { // many long names
		said = said[:len(said)-1] // what is offered, which has buttons too
	}
	msg.Content = lines(said...)
	return msg
}

// asked returns the ids of the people who owe an answer: to an offer of a draw while
// there is one, or what becomes of the game of somebody whose time is up, and else a
// move.
func (m *match) asked() []string {
	seats := m.state.ToMove()
	late := m.late()
	switch {
	case len(m.Offers) > 0:
		seats = m.state.In()
	case late != games.Spectator:
		seats = m.others(late)
	}
	var ids []string
	for _, s := range seats {
		if id := m.Players[s].ID; m.person(s) && !slices.Contains(m.Offers, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// boardHead is the first line of a board, all that a notification shows.
func (h *Host) boardHead(m *match) games.Text {
	switch m.Phase {
	case storage.Off:
		return games.Say("board.head.off", "Game", m.info.Title, "Players", m.others(games.Spectator))
	case storage.Over:
		return games.Say("board.head.over", "Game", m.info.Title, "Outcome", h.outcome(m))
	}
	asked := m.asked()
	var rest []games.Seat
	for i, p := range m.Players {
		if !slices.Contains(asked, p.ID) {
			rest = append(rest, games.Seat(i))
		}
	}
	pairs := []any{"Game", m.info.Title, "Asked", mention(asked...), "Others", rest}
	switch {
	case len(m.Offers) > 0:
		return games.Say("board.head.offer", append(pairs, "By", m.seatOf(m.Offers[0]))...)
	case m.late() != games.Spectator && len(asked) == 0:
		return games.Say("board.head.up-alone", "Game", m.info.Title, "Others", m.others(m.late()), "Late", m.late())
	case m.late() != games.Spectator:
		return games.Say("board.head.up", append(pairs, "Late", m.late())...)
	case m.deserted():
		return games.Say("board.head.deserted", "Game", m.info.Title, "Missed", m.missed(), "Others", m.state.In())
	case len(asked) == 0:
		thinks := m.state.ToMove()
		rest = slices.DeleteFunc(rest, func(s games.Seat) bool { return slices.Contains(thinks, s) })
		return games.Say("board.head.thinks", "Game", m.info.Title, "Thinks", thinks, "Count", len(thinks), "Others", rest)
	case len(rest) == 0:
		return games.Say("board.head.all", pairs...)
	}
	return games.Say("board.head.turn", pairs...)
}

// maxTold bounds how much a message tells of what went by, and of seals, in characters.
const maxTold = 900

// told says in words every ply since the message before, and the last one again
// where there is none; of more than a message takes, the last. A ply that leaves
// the words as they were, a changed bid, says nothing.
func (h *Host) told(m *match, room int) []string {
	v := h.voice(m.Lang, m.names())
	from := max(min(m.AnnouncedBefore, len(m.Log)-1), 0)
	state, _, err := games.Replay(m.game, m.Setup, plies(m.Log[:from]))
	if err != nil {
		return nil // m itself was made from this log, so this cannot be
	}
	var said, before []string
	if from > 0 && from == m.AnnouncedBefore {
		before = v.All(state.View(games.Spectator).Words().Last)
	}
	for _, e := range m.Log[from:] {
		if state, err = state.Play(e.Seat, e.Move); err != nil {
			return said
		}
		last := v.All(state.View(games.Spectator).Words().Last)
		if !slices.Equal(last, before) {
			said = append(said, last...)
		}
		before = last
	}
	for i, line := range slices.Backward(said) {
		if room -= utf8.RuneCountInString(line); room < 0 {
			return append([]string{"…"}, said[i+1:]...)
		}
	}
	return said
}

// boardButtons are the buttons of a turn.
func (h *Host) boardButtons(m *match) [][]Control {
	rows := [][]Control{{
		{ID: m.button("move").String(), Label: h.label(m.Lang, m.moveLabel()), Style: Main}, h.boardButton(m, "view", Plain),
		h.boardButton(m, "text", Plain), h.boardButton(m, "more", Plain),
	}}
	if len(m.Offers) > 0 {
		rows = append(rows, []Control{h.boardButton(m, "agree", Good), h.boardButton(m, "refuse", Plain)})
	}
	if m.late() != games.Spectator && len(m.asked()) > 0 {
		rows = append(rows, []Control{h.boardButton(m, "claim", Good), h.boardButton(m, "grant", Plain)})
	}
	return append(rows, h.seatButtons(m)...)
}

// boardButton is a button that everybody sees.
func (h *Host) boardButton(m *match, verb string, s Style) Control {
	return Control{ID: m.button(verb).String(), Label: h.label(m.Lang, "button."+verb), Style: s}
}
