package message

import (
	"cmp"
	"slices"
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
		options := strings.Join(locale.OptionWords(voice, info, head.Setup.Options), ", ")
		return voice.Say(games.Say("list.name", "Game", info.Title, "Options", locale.Verbatim(options),
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
	said := w.Label(r.Lang, "list."+key, "Name", name)
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
	return w.Label(lang, "opponent.name", "Number", number, "Level", level.Words())
}

// EndName returns the name of a thread once a game in it has ended: who won, by how much, which stays
// true while a rematch is played there; or that it was called off. Without people it names nobody,
// for a server that forbids some words.
func (w *Writer) EndName(m *match.Match, people bool) string {
	head := m.Head
	if m.Phase != storage.Off || !people {
		head.Players, head.Number = nil, 0
	}
	if m.Phase == storage.Off {
		return w.Name(Reader{Lang: m.Lang}, m.Info, head).Label
	}
	name := w.ListName(m.Lang, m.Info, head, "")
	if !people {
		return name
	}
	return shortened(m.Names(), func(names []string) string {
		said := games.Say("line.thread", "Game", locale.Verbatim(name), "Result", threadResult(m))
		return w.Plain(m.Lang, names).Say(said)
	})
}

// threadResult says who won a match that is over, in the name of its thread.
func threadResult(m *match.Match) games.Text {
	result, _ := m.State.Result()
	dummy := func(s games.Seat) bool { return int(s) >= len(m.Players) }
	first, others := result.First(), m.Others(games.Spectator)
	others = slices.DeleteFunc(others, func(s games.Seat) bool { return slices.Contains(first, s) })
	if len(others) < len(m.Players) { // a dummy that shares a place is not worth a word
		first = slices.DeleteFunc(first, dummy)
	}
	switch resigned := m.Resigned(); {
	case resigned != nil:
		return games.Say("reason.leave", "Player", resigned)
	case len(result.Places) == 1:
		return games.Say("outcome.alone", "Player", first[0], "Reason", result.Reason)
	case len(result.Places) == 2 && len(result.Scores) == 2 && scored(result):
		ours, theirs := result.Scores[0], result.Scores[1]
		return games.Say("line.thread-pair", "First", games.Seat(0), "Second", games.Seat(1), "Ours", ours, "Theirs", theirs)
	case len(others) == 0:
		return games.Say("line.thread-draw", "Players", first)
	}
	return games.Say("line.thread-win", "Winners", first, "Others", others)
}

// scored reports whether the scores of two players say who won, which they do not when one has left.
// A score of 1 to 0 is no more than a win, and would look like a score of several games.
func scored(r games.Result) bool {
	ours, theirs := r.Scores[0], r.Scores[1]
	return max(ours, theirs) > 1 && cmp.Compare(ours, theirs) == cmp.Compare(r.Places[1], r.Places[0])
}
