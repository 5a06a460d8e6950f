package message

import (
	"slices"
	"strings"
	"time"

	"parlour/commands/clock"
	"parlour/commands/locale"
	"parlour/commands/match"
	"parlour/games"
	"parlour/storage"
)

// Line returns what a board of the past becomes: a line for each unit of the record that it told
// of. ok is false for a board without one, which can be deleted: it told of a part of an auction,
// and everybody whom it notified has acted since. The last line of a round has a code. A call to a table
// is one unless its opener heard it; a call into a thread goes.
func (w *Writer) Line(m *match.Match, b storage.Board) (line Message, ok bool) {
	p := w.Public(m)
	if b.Call {
		return Message{Content: p.Say("table.call.past"), Bare: true, Silent: true}, b.Channel == m.Home && !m.Acted(b)
	}
	steps := m.Steps()
	to := min(b.To, len(steps))
	var said []string
	code := ""
	for _, s := range steps[min(b.From, to):to] {
		if s.EndsUnit() {
			said = append(said, p.units(s)...)
			if s.After.View(games.Spectator).Words().Ends { // its code covers those before
				code = p.coded("seal.code", m.LineCode(0, to))
			}
		}
	}
	switch {
	case Lines(said...) != "":
		said = append(said, code)
	case m.Acted(b):
		return Message{}, false
	default:
		said = []string{p.unfinished(b)}
		if b.To == 0 {
			said = append(said, p.firstCode())
		}
	}
	return Message{Content: p.inWhich(Lines(newest(said, maxLines)...)), Bare: true, Silent: true}, true
}

// maxLines bounds the lines of one board, in characters.
const maxLines = 1500

// units says what came of the units that a step completed, each with its number. A step that takes
// others back says nothing: those are struck.
func (p Pen) units(s match.Step) (said []string) {
	words := s.After.View(games.Spectator).Words()
	if words.Unit < s.Before.View(games.Spectator).Words().Unit {
		return nil
	}
	key := "line.unit"
	if s.TakenBack {
		key = "line.back"
	}
	for i, line := range append(slices.Clone(words.Also), words.Line) {
		number, line := words.Unit-len(words.Also)+i, locale.Verbatim(p.voice.Say(line))
		said = append(said, p.Say(key, "Number", number, "Line", line))
	}
	return said
}

// unfinished says of a board that told of no whole unit how far it had come.
func (p Pen) unfinished(b storage.Board) string {
	steps := p.Steps()
	if b.To > 0 && b.To <= len(steps) && steps[b.To-1].Move.BackBy() > 0 {
		return p.Say("news.back", "Name", p.Players[steps[b.To-1].Seat].Name)
	}
	if b.To == 0 || b.To > len(steps) || steps[b.To-1].After.View(games.Spectator).Words().Line.Key == "" {
		if first := p.StateAt(b.To).ToMove(); len(first) == 1 {
			return p.Say("line.start", "First", first, "Sides", locale.Verbatim(p.colours(p.StateAt(b.To))))
		}
		return p.Say("line.begin")
	}
	return Lines(p.units(steps[b.To-1])...)
}

// calls reports whether a table calls its opener by a message of its own.
func (p Pen) calls() bool {
	return p.Phase == storage.Off && (p.Ended == "declined" || p.closed()) ||
		p.Phase == storage.Open && p.Invited == nil && (len(p.Players) == p.Info.MaxSeats || len(p.news()) > 0)
}

// closed reports whether somebody who does not play has ended a table or a game, or it ended because Parlour does not serve
// somebody any more.
func (p Pen) closed() bool { return p.Ended == match.Moderated || p.Ended == match.Unserved }

// call calls the opener of a table: the challenge is declined, everybody is there, or somebody who was invited does not
// come. It tells all at a table that it was closed.
func (p Pen) call() Message {
	if p.closed() {
		all := p.idsOf(p.People())
		if p.Invited != nil {
			all = append(all, p.Invited.ID)
		}
		if p.Ended == match.Unserved {
			all = p.whoGoesOn()
		}
		said := p.Say("table.head."+p.Ended, "Asked", Mention(all...), "Name", p.EndedBy)
		return Message{Content: said, Pings: all}
	}
	opener := p.idsOf([]games.Seat{0})
	msg, key := Message{Pings: opener, Rows: Row(p.Button(VerbStart, Good))}, "table.call.full"
	if p.Phase == storage.Off {
		key, msg.Rows = "table.call.declined", Row(p.Control(VerbLike, "button.anyone", Main))
	}
	msg.Content = p.Say(key, "Asked", Mention(opener...), "Name", p.EndedBy, "Begins", BeginsAt(p.Head))
	if news := p.news(); p.Phase == storage.Open && len(p.Players) < p.Info.MaxSeats {
		start, invite := p.Button(VerbStart, Good), p.Button(VerbInvite, Plain)
		start.Disabled, invite.Disabled = len(p.Players) < p.Info.MinSeats, p.Free() <= 0
		msg.Content = p.Say("table.call.news", "Asked", Mention(opener...), "News", locale.Verbatim(strings.Join(news, " ")))
		msg.Rows = Row(start, invite)
	}
	return msg
}

// outcome says who won and why, as the beginning of a sentence. Where no more than the score of two decided, it says
// that: "Cleo wins 43–16".
func (p Pen) outcome() locale.Verbatim {
	said := outcome(p.Match, p.State)
	r, _ := p.State.Result()
	if first := r.First(); len(r.Places) == 2 && len(first) == 1 && r.Reason.Arg("Rank") == nil &&
		r.Reason.Arg("High") == r.Scores[first[0]] && r.Reason.Arg("Low") == r.Scores[1-first[0]] {
		said = games.Say("outcome.score", "Winner", first[0], "Score", score(p.voice, r))
	}
	return locale.Verbatim(locale.Upper(p.voice.Say(said)))
}

// took says how many moves a match had, and how long it took: "27 moves in 6 days". It says nothing of a match without
// a move.
func (p Pen) took() locale.Verbatim {
	moves, lasted := p.lasted()
	return locale.Verbatim(p.sayIf(p.Moves() > 0, "ending.took", "Moves", moves, "Took", clock.Span(max(lasted, time.Minute))))
}

// result says how a match ended; it is empty while the match goes on.
func (p Pen) result() string {
	switch p.Phase {
	case storage.Over:
		return p.Say("table.outcome", "Outcome", p.outcome(), "Took", p.took())
	case storage.Off:
		return p.Say("board.head."+p.Ended, "Asked", "", "Name", p.EndedBy)
	}
	return ""
}

// ended is what a table becomes when its game is over.
func (p Pen) ended() Message {
	said := []string{p.Say("table.head.ended", "Players", p.Others(games.Spectator), "Game", p.tableTitle())}
	if result := p.matchResult(); result != "" {
		said = append(said, result)
	} else if p.Phase == storage.Off || p.Two == 0 {
		said = append(said, p.result())
	}
	msg := Message{Content: Lines(append(said, p.dealLine())...)}
	if match.Repeatable(p.Head) { // without More, by which a board is recognised
		msg.Rows = p.endButtons(when(p.Info.Chance, p.Button(VerbProof, Plain))...)
	}
	return msg
}

// Coded returns a Writer whose tables and boards show the code of what is fixed. A message is
// posted without, as a code has no place in a notification, and edited to what this Writer
// writes. Nothing may be revealed before that is done.
func (w *Writer) Coded() *Writer {
	coded := *w
	coded.coded = true
	return &coded
}

// dealLine is the last line of a table, until it is closed without a game: the code of its deal. It
// stays in a rematch, as people noted it; the code of the rematch stands on its first board.
func (p Pen) dealLine() string {
	switch {
	case !p.w.coded, p.Setup.Rules == 0 && !p.Phase.Live():
		return ""
	case p.Deal != "":
		return p.coded("deal.first", p.Deal)
	}
	return p.coded("deal.code", p.TableCode())
}

// coded says a sentence with a code, nothing where there is none, and nothing in a lesson.
func (p Pen) coded(key, code string, pairs ...any) string {
	return p.sayIf(code != "" && p.Match.Lesson == 0, key, append(pairs, "Code", code)...)
}

// sealedLine says, while others still choose, whose bids are fixed and by which code.
func (p Pen) sealedLine() string {
	seats := p.Sealed()
	if !p.w.coded || len(seats) == 0 {
		return ""
	}
	return p.coded("seal.names", p.Code(), "Players", locale.Listed(seats))
}

// haveBid names those who have bid, as long as others still choose and no line of codes names them. In a game
// of one person it says nothing, as that person owes the bid.
func (p Pen) haveBid() string {
	seats := p.Sealed()
	return p.sayIf(len(seats) > 0 && p.Bidding() && !p.Solo() && p.sealedLine() == "", "board.have-bid", "Players", locale.Listed(seats))
}

// boardCode is the last line of a board: whose bids are fixed or, before the first move of a game
// without a table of its own, the code of its deal.
func (p Pen) boardCode() string {
	if sealed := p.sealedLine(); sealed != "" || !p.w.coded || len(p.Log) > 0 {
		return sealed
	}
	return p.firstCode()
}

// HasCode reports whether the board of a match may show a code.
func (w *Writer) HasCode(m *match.Match) bool { return m.State == nil || w.Public(m).boardCode() != "" }

// firstCode is the code of the deal of a game without a table of its own: of a rematch, and of one
// that began at once in direct messages.
func (p Pen) firstCode() string {
	if !p.Again && (p.Guild != "" || p.Table != "") {
		return ""
	}
	return p.coded("deal.code", p.TableCode())
}
