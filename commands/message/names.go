package message

import (
	"strings"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// maxListed bounds the name of a match, in characters: Discord's limit on the name of a thread
// and on a line of a menu.
const maxListed = 100

// ListName names a match in lists, menus and threads, as plain text: the game, its options and
// who plays, without the person who reads it. "Permute 12×12 · Ann – Ben" is "Permute 12×12 · Ben"
// to Ann, and the third such game ends with " · 3". It takes a head, so that a list need not
// replay its matches; a thread has no reader.
func (w *Writer) ListName(lang string, info games.Info, head storage.Head, reader string) string {
	var said string
	for _, most := range []int{maxName, maxName / 2, maxName / 4} {
		var names []string
		for _, p := range head.Players {
			names = append(names, p.Name)
		}
		voice := w.Plain(lang, clipEach(names, most))
		said = voice.Say(games.Say("list.name", "Game", info.Title, "Options", locale.Verbatim(strings.Join(locale.OptionWords(voice, info, head.Setup.Options), ", ")),
			"Players", company(head, reader, most), "Number", head.Number))
		if utf8.RuneCountInString(said) <= maxListed {
			break
		}
	}
	return Clip(said, maxListed)
}

// Name names a match in a menu of its reader, and says of one that is not played whether it is
// over.
func (w *Writer) Name(r Reader, info games.Info, head storage.Head) MenuOption {
	name := w.ListName(r.Lang, info, head, r.ID)
	if head.Phase == storage.Playing {
		return MenuOption{Label: name, Value: head.ID}
	}
	said := w.Plain(r.Lang, nil).Say(games.Say("list."+string(head.Phase), "Name", name))
	return MenuOption{Label: Clip(said, maxListed), Value: head.ID}
}

// ThreadName returns the name of a match's thread.
func (w *Writer) ThreadName(m *match.Match) string {
	return w.ListName(m.Lang, m.Info, m.Head, "")
}

// company is who plays besides the reader: "Ann – Ben" for a pair, else "Ann, Ben, Cleo". A
// person who is challenged counts as one who plays.
func company(head storage.Head, reader string, most int) any {
	var all []any
	var seats []games.Seat
	for i, p := range head.Players {
		if s := games.Seat(i); p.ID != reader {
			all, seats = append(all, s), append(seats, s)
		}
	}
	if head.Phase == storage.Open && head.Invited != nil && head.Invited.ID != reader {
		all = append(all, clipEach([]string{head.Invited.Name}, most)[0])
	}
	switch {
	case len(all) == 2 && match.SeatIn(head, reader) == games.Spectator:
		return games.Say("list.pair", "First", all[0], "Second", all[1])
	case len(all) == 1:
		return all[0]
	}
	return locale.Listed(seats)
}

// OpponentName returns the name of an opponent at a table, by its number there.
func (w *Writer) OpponentName(lang string, level games.Level, number int) string {
	return w.Plain(lang, nil).Say(games.Say("opponent.name", "Number", number, "Level", games.Say("level."+string(level))))
}
