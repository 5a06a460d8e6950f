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
	var names []string
	for _, p := range head.Players {
		names = append(names, p.Name)
	}
	if head.Invited != nil {
		names = append(names, head.Invited.Name)
	}
	return shortened(names, func(names []string) string {
		voice := w.Plain(lang, names)
		return voice.Say(games.Say("list.name", "Game", info.Title, "Options", locale.Verbatim(strings.Join(locale.OptionWords(voice, info, head.Setup.Options), ", ")),
			"Players", company(head, reader, names), "Number", head.Number))
	})
}

// shortened returns what is said of names as one line, with the names cut as short as it takes.
func shortened(names []string, say func(names []string) string) string {
	said := ""
	for _, most := range []int{maxName, maxName / 2, maxName / 4} {
		if said = say(clipEach(names, most)); utf8.RuneCountInString(said) <= maxListed {
			break
		}
	}
	return Clip(said, maxListed)
}

// Name names a match in a menu of its reader, and says of one that is not played whether it is
// over.
func (w *Writer) Name(r Reader, info games.Info, head storage.Head) MenuOption {
	name, key := w.ListName(r.Lang, info, head, r.ID), string(head.Phase)
	switch head.Phase {
	case storage.Playing:
		return MenuOption{Label: name, Value: head.ID}
	case storage.Off:
		key = match.EndKey(head)
	}
	said := w.Plain(r.Lang, nil).Say(games.Say("list."+key, "Name", name))
	return MenuOption{Label: Clip(said, maxListed), Value: head.ID}
}

// ThreadName returns the name of a match's thread.
func (w *Writer) ThreadName(m *match.Match) string {
	return w.ListName(m.Lang, m.Info, m.Head, "")
}

// company names the players besides the reader: "Ann – Ben" for a pair, else "Ann, Ben, Cleo". A
// person who is challenged counts as a player, and is the last of the names.
func company(head storage.Head, reader string, names []string) any {
	var all []any
	var seats []games.Seat
	for i, p := range head.Players {
		if s := games.Seat(i); p.ID != reader {
			all, seats = append(all, s), append(seats, s)
		}
	}
	if head.Phase == storage.Open && head.Invited != nil && head.Invited.ID != reader {
		all = append(all, names[len(head.Players)])
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
	return w.Plain(lang, nil).Say(games.Say("opponent.name", "Number", number, "Level", level.Words()))
}
