package message

import (
	"cmp"
	"slices"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

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
		return w.Plain(m.Lang, names).Say(games.Say("line.thread", "Game", locale.Verbatim(name), "Result", threadResult(m)))
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
		return games.Say("line.thread-pair", "First", games.Seat(0), "Second", games.Seat(1), "Ours", result.Scores[0], "Theirs", result.Scores[1])
	case len(others) == 0:
		return games.Say("line.thread-draw", "Players", first)
	}
	return games.Say("line.thread-win", "Winners", first, "Others", others)
}

// scored reports whether the scores of two players say who won, which they do not when one has left.
// A score of 1 to 0 is no more than a win, and would look like a score of several games.
func scored(r games.Result) bool {
	return max(r.Scores[0], r.Scores[1]) > 1 && cmp.Compare(r.Scores[0], r.Scores[1]) == cmp.Compare(r.Places[1], r.Places[0])
}
