package message

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/commands/match/fair"
	"parlour/games"
	"parlour/storage"
)

// Line returns what a board of the past becomes: a line for each unit of the record that it told
// of. ok is false for a board without one, which can be deleted: it told of a part of an auction,
// and everybody whom it notified has acted since.
func (w *Writer) Line(m *match.Match, b storage.Board) (line Message, ok bool) {
	p := w.public(m)
	steps := m.Steps()
	to := min(b.To, len(steps))
	var said []string
	for _, s := range steps[min(b.From, to):to] {
		if s.EndsUnit() {
			said = append(said, p.unit(s))
		}
	}
	switch {
	case Lines(said...) != "":
		said = append(said, p.lineCode(0, to))
	case match.Acted(m, b):
		return Message{}, false
	default:
		said = []string{p.unfinished(b)}
		if b.To == 0 {
			said = append(said, p.firstCode())
		}
	}
	return Message{Content: Lines(newest(said, maxLines)...), Bare: true, Silent: true}, true
}

// SealedBy returns a message with the code of what was fixed after so many plies.
func SealedBy(w *Writer, m *match.Match, plies int) Message {
	return Message{Content: w.public(m).say("seal.code", "Code", fair.CodeAt(m, plies)), Silent: true}
}

// maxLines bounds the lines of one board, in characters.
const maxLines = 1500

// unit says what came of the unit that a step completes, with its number. A step that takes
// others back says nothing: those are struck.
func (p public) unit(s match.Step) string {
	words := s.After.View(games.Spectator).Words()
	if words.Unit < s.Before.View(games.Spectator).Words().Unit {
		return ""
	}
	key := "line.unit"
	if s.TakenBack {
		key = "line.back"
	}
	return p.say(key, "Number", words.Unit, "Line", locale.Verbatim(p.voice.Say(words.Line)))
}

// unfinished says of a board that told of no whole unit how far it had come.
func (p public) unfinished(b storage.Board) string {
	steps := p.m.Steps()
	if b.To == 0 || b.To > len(steps) || steps[b.To-1].After.View(games.Spectator).Words().Line.Key == "" {
		if first := p.m.StateAt(b.To).ToMove(); len(first) == 1 {
			return p.say("line.start", "First", first)
		}
		return p.say("line.begin")
	}
	return p.unit(steps[b.To-1])
}

// calls reports whether a table calls its opener by a message of its own.
func (p public) calls() bool {
	return p.m.Phase == storage.Off && p.m.Ended == "declined" ||
		p.m.Phase == storage.Open && p.m.Invited == nil && len(p.m.Players) == p.m.Info.MaxSeats
}

// call calls the opener of a table: the challenge is declined, or everybody is there.
func (p public) call() Message {
	opener := p.m.Players[0].ID
	key := "table.call.full"
	if p.m.Phase == storage.Off {
		key = "table.call.declined"
	}
	return Message{Content: p.say(key, "Asked", Mention(opener), "Name", p.m.EndedBy), Pings: []string{opener}}
}

// outcome says who won and why, as the beginning of a sentence.
func (p public) outcome() locale.Verbatim {
	said := []rune(p.voice.Say(outcome(p.m.State)))
	if len(said) > 0 {
		said[0] = unicode.ToUpper(said[0])
	}
	return locale.Verbatim(said)
}

// ended is what a table becomes when its game is over.
func (p public) ended() Message {
	said := []string{p.say("table.head.ended", "Players", p.m.Others(games.Spectator), "Game", p.m.Info.Title)}
	if p.m.Phase != storage.Over {
		return Message{Content: Lines(append(said, p.say("board.head."+p.m.Ended, "Asked", "", "Name", p.m.EndedBy))...)}
	}
	said = append(said, p.say("table.outcome", "Outcome", p.outcome()))
	return Message{Content: Lines(said...), Rows: p.endButtons()}
}

// EndName returns the name of a thread once a game in it is over: who won, by how much. It stays
// true while a rematch is played there. Without people it names none, as a server may forbid some
// words.
func EndName(w *Writer, m *match.Match, people bool) string {
	head := m.Head
	head.Players, head.Number = nil, 0
	name := w.ListName(m.Lang, m.Info, head, "")
	if !people {
		return name
	}
	for _, most := range []int{maxName, maxName / 2, maxName / 4} {
		voice := w.Plain(m.Lang, clipEach(m.Names(), most))
		full := voice.Say(games.Say("line.thread", "Game", locale.Verbatim(name), "Result", threadResult(m)))
		if most == maxName/4 || utf8.RuneCountInString(full) <= maxListed {
			return Clip(full, maxListed)
		}
	}
	return name
}

// threadResult says who won a match that is over, in the name of its thread.
func threadResult(m *match.Match) games.Text {
	result, _ := m.State.Result()
	first, others := winners(result), []games.Seat{}
	for s := range games.Seat(len(result.Places)) {
		if !slices.Contains(first, s) {
			others = append(others, s)
		}
	}
	switch {
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
func scored(r games.Result) bool {
	return cmp.Compare(r.Scores[0], r.Scores[1]) == cmp.Compare(r.Places[1], r.Places[0])
}
