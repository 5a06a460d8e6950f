package message

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// maxTold bounds how much a message tells of plies, in characters.
const maxTold = 900

// A public writes what everybody sees of one match, in the language of its server.
type public struct {
	w     *Writer
	m     *match.Match
	voice locale.Voice
}

func (w *Writer) public(m *match.Match) public { return public{w, m, w.Voice(m.Lang, m.Names())} }

func (p public) say(key string, pairs ...any) string { return p.voice.Say(games.Say(key, pairs...)) }

// Board returns what everybody sees of a match now: its table, or its board.
func (w *Writer) Board(m *match.Match) Message {
	p := w.public(m)
	switch {
	case m.Setup.Rules == 0:
		return p.table()
	case m.State == nil:
		return Message{Content: p.voice.Say(standing(w, m.Lang, m, ""))}
	}
	return p.board()
}

// board returns the message of a turn. Its first line says whose turn it is, in which game,
// against whom.
func (p public) board() Message {
	head := p.voice.Say(p.boardHead())
	if p.m.Phase == storage.Off {
		return Message{Content: Lines(head, p.say("board."+p.m.Ended, "Name", p.m.EndedBy))}
	}
	if msg, ok := p.stepBoard(nil, 0, false); ok {
		return msg
	}
	words := p.m.State.View(games.Spectator).Words()
	said := append([]string{head, p.tally()}, p.lastPlies(maxTold)...)
	said = append(said, p.news()...)
	said = append(said, p.voice.Say(words.Score))
	msg := Message{Picture: p.w.fromOutside(p.m).picture()}
	switch p.m.Phase {
	case storage.Over:
		msg.Rows = [][]Control{p.endButtons()}
	case storage.Playing:
		said = append(said, p.turnLines(words)...)
		msg.Pings = p.pings()
		msg.Rows = p.turnButtons()
	}
	sealed := p.sealedLine()
	for utf8.RuneCountInString(Lines(Lines(said...), sealed)) > MaxContent { // many long names
		said = said[:len(said)-1] // the seats on offer, which have buttons too
	}
	msg.Content = Lines(Lines(said...), sealed)
	if p.m.Brought > 0 && p.m.Brought == p.m.Desired.Post { // a player brought it down, to be seen and not to be told
		msg.Pings, msg.Silent = nil, true
	}
	return msg
}

// turnLines say what is owed, how much time there is for it, and which seats are offered.
func (p public) turnLines(words games.Words) (said []string) {
	if len(p.m.OwedBy()) > 0 {
		said = append(said, p.say("board.owes", "Owes", words.Owes))
	}
	said = append(said, p.clockLines()...)
	for _, seat := range p.m.Offered {
		said = append(said, p.say("board.offered", "Player", seat))
	}
	return said
}

// pings returns the ids of the people whom a board may notify. People whom a direct message
// asked for a bid are not notified twice.
func (p public) pings() []string {
	return slices.DeleteFunc(p.m.OwedBy(), p.m.AskedDirectly)
}

// boardHead is the first line of a board, all that a notification shows.
func (p public) boardHead() games.Text {
	m := p.m
	switch m.Phase {
	case storage.Off:
		return games.Say("board.head.off", "Game", m.Info.Title, "Players", m.Others(games.Spectator))
	case storage.Over:
		return games.Say("board.head.over", "Game", m.Info.Title, "Outcome", outcome(m.State))
	}
	asked := m.OwedBy()
	var rest []games.Seat
	for i, player := range m.Players {
		if !slices.Contains(asked, player.ID) {
			rest = append(rest, games.Seat(i))
		}
	}
	pairs := []any{"Game", m.Info.Title, "Asked", Mention(asked...), "Others", rest}
	switch late := m.Late(); {
	case late != games.Spectator && len(asked) == 0:
		return games.Say("board.head.up-alone", "Game", m.Info.Title, "Others", m.Others(late), "Late", late)
	case late != games.Spectator:
		return games.Say("board.head.up", append(pairs, "Late", late)...)
	case m.Deserted():
		return games.Say("board.head.deserted", "Game", m.Info.Title, "Missed", m.Missing(), "Others", m.State.In())
	case len(asked) == 0:
		thinks := m.State.ToMove()
		rest = slices.DeleteFunc(rest, func(s games.Seat) bool { return slices.Contains(thinks, s) })
		return games.Say("board.head.thinks", "Game", m.Info.Title, "Thinks", thinks, "Count", len(thinks), "Others", rest)
	case len(rest) == 0:
		return games.Say("board.head.all", pairs...)
	}
	return games.Say("board.head.turn", pairs...)
}

// lastPlies say every ply since the message before, and the last ply again where there is
// none. If they are too long for the room, the last of them are said. A ply that leaves
// the words as they were, such as a changed bid, says nothing.
func (p public) lastPlies(room int) []string {
	from := max(min(p.m.AnnouncedBefore, len(p.m.Log)-1), 0)
	sayLast := func(s games.State) []string { return p.voice.All(s.View(games.Spectator).Words().Last) }
	var said, before []string
	if from > 0 && from == p.m.AnnouncedBefore {
		before = sayLast(p.m.StateAt(from))
	}
	for _, step := range p.m.Steps()[from:] {
		last := sayLast(step.After)
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

// news returns the news that belongs to this message: who has left, who took a seat.
func (p public) news() []string {
	if p.m.NewsOf < p.m.Published.Post || p.m.NewsOf == p.m.Published.Post && p.m.Desired.Post > p.m.Published.Post {
		return nil
	}
	return p.voice.All(p.m.News)
}

// button returns a button that everybody sees.
func (p public) button(verb string, s Style) Control {
	return Control{ID: ButtonOf(p.m, verb).String(), Label: p.w.Label(p.m.Lang, "button."+verb), Style: s}
}

// endButtons are the buttons of a game that is over.
func (p public) endButtons() []Control {
	row := []Control{p.button("rematch", Main)}
	if p.m.Tally.Waits {
		row = append(row, p.button("next", Plain))
	}
	if p.m.Opponent() != nil {
		row = append(row, p.button("analyse", Plain))
	}
	row = append(row, p.button("record", Plain))
	if match.Provable(p.m) {
		row = append(row, p.button("proof", Plain))
	}
	return append(row, p.button("text", Plain))
}

// turnButtons are the buttons of a turn, in rows.
func (p public) turnButtons() [][]Control {
	move := Control{ID: ButtonOf(p.m, "move").String(), Label: p.w.Label(p.m.Lang, moveLabel(p.m)), Style: Main}
	rows, row := p.openRows(), []Control{p.button("view", Plain), p.button("text", Plain), p.button("more", Plain)}
	if rows == nil {
		row = append([]Control{move}, row...)
	}
	rows = append(rows, row)
	if p.m.Late() != games.Spectator && len(p.m.OwedBy()) > 0 {
		rows = append(rows, []Control{p.button("claim", Good), p.button("grant", Plain)})
	}
	return append(rows, p.seatButtons()...)
}

// moveLabel returns the label of the button that opens the panel.
func moveLabel(m *match.Match) string {
	if m.Bidding() {
		return "button.bid"
	}
	return "button.move"
}

// seatButtons are the buttons of the seats on offer, in rows.
func (p public) seatButtons() [][]Control {
	var row []Control
	for _, seat := range p.m.Offered {
		label := p.w.Plain(p.m.Lang, p.m.Names()).Say(games.Say("button.take", "Player", seat))
		row = append(row, Control{ID: ButtonOf(p.m, "take", strconv.Itoa(int(seat))).String(), Label: label, Style: Good})
	}
	return slices.Collect(slices.Chunk(row, inRow))
}
