package message

import (
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
// the time left, and a menu that opens one of these.
func (w *Writer) List(r Reader, all []Listed, now time.Time) Message {
	if len(all) == 0 {
		return Message{Content: w.Say(r.Lang, "list.none")}
	}
	var said, turns, tables, barred []string
	menu := Control{ID: Button{Verb: "open"}.String(), Label: w.Label(r.Lang, "list.choose")}
	for _, l := range all {
		name := w.listName(r, l)
		switch {
		case l.Refusal != "":
			barred = append(barred, Lines(name+": "+l.Refusal))
		case l.Want != match.Nothing:
			said = append(said, w.wanted(r, l, name, now))
			if len(menu.Options) < MaxMenu {
				menu.Options = append(menu.Options, MenuOption{Label: w.ListName(r.Lang, l.Info, l.Head, r.ID), Value: l.ID})
			}
		case l.Phase == storage.Open:
			tables = append(tables, name)
		default:
			turns = append(turns, name)
		}
	}
	said = append([]string{w.Say(r.Lang, "list.head", "Count", len(said))}, said...)
	said = append(said, w.group(r, "list.others", turns)...)
	said = append(said, w.group(r, "list.tables", tables)...)
	msg := Message{Content: w.Fit(r.Lang, append(said, barred...))}
	if len(menu.Options) > 0 {
		msg.Rows = [][]Control{{menu}}
	}
	return msg
}

// listName names a listed match in Markdown, with a link to its newest message.
func (w *Writer) listName(r Reader, l Listed) string {
	name := w.ListName(r.Lang, l.Info, l.Head, r.ID)
	if l.Message == "" {
		return locale.Markdown(name)
	}
	return w.Say(r.Lang, "list.link", "Name", name, "Link", Link(l.Guild, l.Channel, l.Message))
}

// wanted says what a listed match wants of its reader, and how much time is left for a move.
func (w *Writer) wanted(r Reader, l Listed, name string, now time.Time) string {
	say := func(key string, pairs ...any) string {
		return w.Say(r.Lang, key, append(pairs, "Name", locale.Verbatim(name))...)
	}
	switch {
	case l.Phase == storage.Open:
		return say("list.challenge")
	case l.Want == match.Answer:
		return say("list.answer")
	case l.Want == match.Coming:
		return say("list.coming")
	}
	var clock storage.Clock
	if seat := match.SeatIn(l.Head, r.ID); int(seat) < len(l.Clocks) {
		clock = l.Clocks[seat]
	}
	switch {
	case clock.Due.IsZero():
		return say("list.turn")
	case !clock.ExpiredAt.IsZero() || !clock.Due.After(now):
		return say("list.up")
	}
	return say("list.turn-left", "Left", span(clock.Due.Sub(now)))
}

// group says several matches under one head: one of them in its line, more in a line each.
func (w *Writer) group(r Reader, key string, names []string) []string {
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []string{w.Say(r.Lang, key, "Name", locale.Verbatim(names[0]))}
	}
	head := strings.TrimSpace(w.Say(r.Lang, key, "Name", ""))
	return append([]string{head}, names...)
}
