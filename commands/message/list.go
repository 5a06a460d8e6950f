package message

import (
	"slices"
	"strings"
	"time"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// A Listed is a live match in the list of a person.
type Listed struct {
	storage.Head
	Info    games.Info // of a game that is not offered, its title alone
	Want    match.Want
	Refusal string // why it cannot be played now; empty if it can
}

// List returns the list of a person's live matches: those that wait for them first, each with
// the time left, and a menu that opens one of these. With more it says that there are older ones besides.
func (w *Writer) List(r Reader, all []Listed, more bool, now time.Time) Message {
	if len(all) == 0 {
		return Message{Content: w.Say(r.Lang, "list.none")}
	}
	p := list{w, r, now}
	var said, turns, tables, barred []string
	menu := Button{Verb: VerbGame}.Control(w.Label(r.Lang, "list.choose"), Plain)
	for _, l := range all {
		name := p.name(l)
		switch {
		case l.Refusal != "":
			barred = append(barred, name+": "+l.Refusal)
		case l.Want != match.WantNothing || p.unseen(l):
			said = append(said, p.wanted(l, name))
			if len(menu.Options) < MaxMenu {
				menu.Options = append(menu.Options, MenuOption{w.ListName(r.Lang, l.Info, l.Head, r.ID), l.ID})
			}
		case l.Phase == storage.Open:
			tables = append(tables, name)
		default:
			turns = append(turns, name)
		}
	}
	head := []string{w.Say(r.Lang, "list.head", "Count", len(said))}
	if more {
		head = append(head, w.Say(r.Lang, "list.newest", "Count", len(all)))
	}
	said = append(head, said...)
	said = append(said, p.group("list.others", turns)...)
	said = append(said, p.group("list.tables", tables)...)
	msg := Message{Content: w.fit(r.Lang, append(said, barred...))}
	if len(menu.Options) > 0 {
		msg.Rows = [][]Control{{menu}}
	}
	return msg
}

// A list writes what one reader sees of their matches.
type list struct {
	w   *Writer
	r   Reader
	now time.Time
}

// name names a listed match in Markdown, with a link to its newest message, or to the question that
// its reader is to answer.
func (p list) name(l Listed) string {
	name := p.w.ListName(p.r.Lang, l.Info, l.Head, p.r.ID)
	if l.Message == "" {
		return locale.Markdown(name)
	}
	channel, id := l.Channel, l.Message
	for _, a := range l.Asks {
		if l.Want == match.WantAnswer && a.Answer == "" && a.Message != "" && !slices.Contains(a.Agreed, p.r.ID) {
			channel, id = a.Channel, a.Message
		}
	}
	return p.w.Say(p.r.Lang, "list.link", "Name", name, "Link", Link(l.Guild, channel, id))
}

// unseen reports whether a listed match is a table of its reader's that nobody sees.
func (p list) unseen(l Listed) bool {
	return match.Untabled(l.Head, p.now) && match.SeatIn(l.Head, p.r.ID) != games.Spectator
}

// wanted says what a listed match wants of its reader, and how much time is left for a move.
func (p list) wanted(l Listed, name string) string {
	say := func(key string, pairs ...any) string {
		return p.w.Say(p.r.Lang, key, append(pairs, "Name", locale.Verbatim(name))...)
	}
	switch {
	case p.unseen(l):
		return say("list.unseen", "Channel", Channels([]string{l.Home}))
	case l.Phase == storage.Open:
		return say("list.challenge")
	case l.Want == match.WantAnswer:
		return say("list.answer")
	case l.Want == match.WantReturn:
		return say("list.coming")
	}
	var clock storage.Clock
	if seat := match.SeatIn(l.Head, p.r.ID); int(seat) < len(l.Clocks) {
		clock = l.Clocks[seat]
	}
	switch {
	case clock.Due.IsZero():
		return say("list.turn")
	case !clock.ExpiredAt.IsZero() || !clock.Due.After(p.now):
		return say("list.up")
	}
	return say("list.turn-left", "Left", Span(clock.Due.Sub(p.now)))
}

// group says several matches under one head. A single one stands in the line of the head.
func (p list) group(key string, names []string) []string {
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []string{p.w.Say(p.r.Lang, key, "Name", locale.Verbatim(names[0]))}
	}
	head := strings.TrimSpace(p.w.Say(p.r.Lang, key, "Name", ""))
	return append([]string{head}, names...)
}

// fit joins as many lines as a message takes and says how many are left out.
func (w *Writer) fit(lang string, all []string) string {
	var b strings.Builder
	for i, line := range all {
		if b.Len()+len(line) > maxContent {
			return b.String() + w.Say(lang, "list.more", "Count", len(all)-i)
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
