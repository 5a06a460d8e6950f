package main

import (
	"slices"
	"strings"

	"parlour/commands/locale"
	"parlour/games"
	"parlour/storage"
)

// boards returns the boards that were shown, the oldest first, with those that were deleted.
func (c *trial) boards() []shown {
	return slices.DeleteFunc(slices.Clone(c.shown), func(s shown) bool { return s.to != "" || s.table || s.ask > 0 })
}

// solo reports whether one person plays. Their board is changed in place.
func (c *trial) solo() bool {
	people := 0
	for _, p := range c.match.Players {
		if p.Level == "" {
			people++
		}
	}
	return people == 1
}

// judgeMessages checks that there is one table and a board of the newest turn, that no board, no
// question and no direct message was made twice, and that only the live board has buttons.
func (c *trial) judgeMessages(newest int) {
	type what struct {
		origin
		to string
	}
	counts := map[what]int{}
	for _, s := range c.shown {
		w := what{s.origin, s.to}
		if counts[w]++; counts[w] == 2 {
			c.wrong(shownOnce, "%+v was shown twice or more", w)
		}
		if s.turn > max(newest, 0) {
			c.wrong(shownOnce, "turn %d was shown, which is not there", s.turn)
		}
		if s.table && s.buttons == (c.match.Phase == storage.Playing) {
			c.wrong(shownOnce, "it is %s, and that its table has buttons is %v", c.match.Phase, s.buttons)
		}
	}
	if counts[what{origin: origin{match: c.match.ID, table: true}}] == 0 {
		c.wrong(shownOnce, "its table was never shown")
	}
	if newest < 0 {
		return
	}
	all := c.boards()
	if len(all) == 0 || !c.solo() && all[len(all)-1].turn != newest {
		c.wrong(shownOnce, "the board of turn %d, the newest, was never shown", newest)
	}
	for i, b := range all {
		live := b.id == c.match.Live.Message
		if live != (i == len(all)-1) || live && !(b.buttons && b.picture) || !live && (b.buttons || b.picture) {
			c.wrong(shownOnce, "board %d of %d, of turn %d, is live (%v), has buttons (%v) and a picture (%v)", i+1, len(all), b.turn, live, b.buttons, b.picture)
		}
	}
}

// unit returns the lines of the units of the record to which a ply belongs, as they were after that
// ply, and whether the ply ends them: a ply does, and else an auction with all that is taken in it.
// What was taken back is struck, and a ply that takes others back is a line only where it is all that
// a board told.
func (c *trial) unit(ply int) (lines []string, ends bool) {
	words := c.states[ply+1].state.View(games.Spectator).Words()
	voice, key := c.voice(), "line.unit"
	if e := c.match.Log[ply]; e.Move.BackBy() > 0 {
		return []string{voice.Say(games.Say("news.back", "Name", c.match.Players[e.Seat].Name))}, false
	}
	if c.undone[ply] {
		key = "line.back"
	}
	for i, line := range append(slices.Clone(words.Also), words.Line) {
		lines = append(lines, voice.Say(games.Say(key, "Number", words.Unit-len(words.Also)+i, "Line", locale.Verbatim(voice.Say(line)))))
	}
	return lines, !words.Open
}

// judgeLines checks that the boards of the past are the lines of the record, each once and in
// order, up to where the live board begins to tell. A board that told of no whole unit may say how
// far that had come, or how the game begins, until everybody whom it notified has moved.
func (c *trial) judgeLines() {
	var want, parts []string
	for ply := range c.match.Log {
		lines, ends := c.unit(ply)
		if ends && ply < c.match.Live.From {
			want = append(want, lines...)
		} else if !ends {
			parts = append(parts, lines...)
		}
	}
	all, next := c.boards(), 0
	for i, b := range all {
		if b.id == c.match.Live.Message || !b.gone.IsZero() {
			continue
		}
		for n, line := range c.linesOf(b) {
			at := slices.Index(want[next:], line)
			switch {
			case at == 0:
				next++
			case at > 0 && c.solo(): // what its person did before was told in place
				next += at + 1
			case at > 0:
				c.wrong(inLines, "of the record these lines are missing: %q", want[next:next+at])
				next += at + 1
			case slices.Contains(want, line):
				c.wrong(inLines, "the line %q is there again", line)
			case n > 0 || !(slices.Contains(parts, line) || b.turn == 0 && c.begins(line)):
				c.wrong(inLines, "the board of turn %d has become %q, which the replay does not give", b.turn, line)
			case i+1 < len(all) && c.allActed(b, all[i+1].turn):
				c.wrong(inLines, "the board of turn %d says %q, and was to be deleted", b.turn, line)
			}
		}
	}
	if next < len(want) && !c.solo() {
		c.wrong(inLines, "of the record these lines are missing: %q", want[next:])
	}
}

// linesOf returns the lines that a board of the past has become, without the code.
func (c *trial) linesOf(b shown) []string {
	lines := strings.Split(b.said, "\n")
	return slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "-# ") })
}

// begins reports whether a line says how the game begins.
func (c *trial) begins(line string) bool {
	voice := c.voice()
	return line == voice.Say(games.Say("line.begin")) || line == voice.Say(games.Say("line.start", "First", c.states[0].state.ToMove()))
}

// allActed reports whether everybody whom a board notified has moved in its turn or later, before a
// turn.
func (c *trial) allActed(b shown, before int) bool {
	return !slices.ContainsFunc(b.pinged, func(id string) bool {
		return !c.acted(id, b, func(ply int) bool { return c.states[ply].turn < before })
	})
}

// acted reports whether a person has made a ply, of those that count, since they were notified.
func (c *trial) acted(person string, by shown, counts func(ply int) bool) bool {
	for ply, e := range c.match.Log {
		if c.match.Players[e.Seat].ID == person && e.RequestID != "" && c.states[ply].turn >= by.turn && counts(ply) {
			return true
		}
	}
	return false
}

// judgeDeleted checks that nothing was deleted that somebody may not have read: whoever it
// notified has moved between its turn and its end. Of the direct messages to a person only that of
// the newest turn stays.
func (c *trial) judgeDeleted(turn int) {
	for _, s := range c.shown {
		switch {
		case s.gone.IsZero() && s.to != "" && (s.turn < turn || c.match.Phase != storage.Playing) && c.acted(s.to, s, func(int) bool { return true }):
			c.wrong(wasRead, "the direct message of turn %d to %s is there still", s.turn, s.to)
		case s.gone.IsZero():
			continue
		case s.table || s.ask > 0:
			c.wrong(wasRead, "%+v was deleted", s.origin)
		}
		for _, person := range append(slices.Clone(s.pinged), s.to) {
			if person != "" && !s.gone.IsZero() && !c.acted(person, s, func(ply int) bool { return !c.match.Log[ply].At.After(s.gone) }) {
				c.wrong(wasRead, "%+v was deleted, and %s had not moved since", s.origin, person)
			}
		}
	}
}

// judgeAsks checks that each question waits for its answer, or has become the line of its answer.
func (c *trial) judgeAsks() {
	waits := map[int]bool{}
	for _, a := range c.match.Asks {
		if a.Answer != "" {
			c.wrong(inAsks, "question %d has an answer and is no line", a.Number)
		}
		if waits[a.Number] = true; !slices.ContainsFunc(c.shown, func(s shown) bool { return s.ask == a.Number && s.id == a.Message }) {
			c.wrong(inAsks, "question %d waits and was never shown", a.Number)
		}
	}
	for _, s := range c.shown {
		switch {
		case s.ask == 0 || !s.gone.IsZero():
		case s.ask > c.match.AskCount:
			c.wrong(inAsks, "question %d was shown, which is not there", s.ask)
		case waits[s.ask] != s.buttons:
			c.wrong(inAsks, "question %d waits for an answer (%v) and has buttons (%v): %q", s.ask, waits[s.ask], s.buttons, s.said)
		case !s.buttons && !c.answers(s.said):
			c.wrong(inAsks, "question %d has become %q", s.ask, s.said)
		}
	}
}

// answers reports whether a text is the line of a question, whoever asked and answered, and
// whatever move one wanted to take back.
func (c *trial) answers(said string) bool {
	voice := c.voice()
	is := func(answer string, pairs ...any) bool {
		before, after, _ := strings.Cut(voice.Say(games.Say("ask.takeback."+answer, append(pairs, "Move", locale.Verbatim("\x00"))...)), "\x00")
		takeback := strings.HasPrefix(said, before) && strings.HasSuffix(said, after) && len(said) > len(before)+len(after)
		return takeback || said == voice.Say(games.Say("ask.draw."+answer, pairs...))
	}
	for by := range c.match.Players {
		var others []games.Seat
		for seat, p := range c.match.Players {
			if seat != by && p.Level == "" {
				others = append(others, games.Seat(seat))
			}
			if is("declined", "By", games.Seat(by), "Name", p.Name) {
				return true
			}
		}
		first := is("gone", "By", games.Seat(by)) || is("agreed", "By", games.Seat(by), "Agreed", others)
		slices.Reverse(others) // at these tables there are two at most
		if first || is("agreed", "By", games.Seat(by), "Agreed", others) {
			return true
		}
	}
	return false
}

// judgeThere counts what is wrong with a match among friends. It does not judge a table: a death may
// have lost it before anybody saw it. Of several processes one that takes a match over cannot see whether the
// dead one had shown the newest board, so there it may stand twice.
func (c *trial) judgeThere() {
	newest, found := newestBoard(c.there, c.match.ID)
	if len(c.states) == 0 {
		return
	}
	last := c.states[len(c.states)-1]
	c.judgeMoves()
	if !found {
		c.wrong(shownOnce, "its board was never shown")
		return
	}
	boards := 0
	for _, m := range c.there {
		if o, is := about(m); is && o == (origin{match: c.match.ID, turn: last.turn}) {
			boards++
		}
	}
	if boards != 1 && !(boards > 1 && c.several) {
		c.wrong(shownOnce, "%d boards are of the newest turn", boards)
	}
	c.newest = newest
	c.judgeBoard(last.state, last.turn)
}

// judgeTold checks that the live board tells every ply since it begins to tell.
func (c *trial) judgeTold() {
	if c.solo() {
		return // it tells what was done since its person's last move
	}
	said := func(ply int) string {
		return strings.Join(c.voice().All(c.states[ply].state.View(games.Spectator).Words().Last), " ")
	}
	for ply := max(c.match.Live.From, 0); ply < len(c.match.Log); ply++ {
		if c.undone[ply] || c.match.Log[ply].Move.BackBy() > 0 { // of which the question tells
			continue
		}
		told := said(ply + 1)
		if c.states[ply+1].state.View(games.Spectator).Words().Open { // the board of the whole auction says it again
			continue
		}
		if told == "" || told == said(ply) || strings.Contains(c.newest.Content, told) || strings.Contains(c.newest.Content, "…") {
			continue
		}
		c.wrong(isTold, "the newest board is %q and does not tell %q", c.newest.Content, told)
	}
}

// count counts what was shown of a match. A line of two units or more is
// that of a board which a move overtook.
func (c *trial) count() {
	for _, s := range c.shown {
		switch {
		case s.table:
			c.Happened("tables")
		case s.ask > 0:
			c.Happened("questions")
		case !s.gone.IsZero() && s.to != "":
			c.Happened("direct messages deleted")
		case !s.gone.IsZero():
			c.Happened("boards deleted")
		case s.to != "":
			c.Happened("direct messages")
		case s.id == c.match.Live.Message:
			c.Happened("boards")
		default:
			c.Happened("lines")
			if strings.Contains(s.said, "~~") {
				c.Happened("struck")
			}
			for range len(c.linesOf(s)) - 1 {
				c.Happened("overtaken")
			}
		}
	}
}

// goBack marks the plies that a ply of the log takes back, and returns the position before them.
func (c *trial) goBack(ply int) games.State {
	var log []games.Ply
	for _, e := range c.match.Log[:ply] {
		log = append(log, e.Ply)
	}
	standing := games.Standing(log)
	undone := standing[len(standing)-c.match.Log[ply].Move.BackBy():]
	for _, i := range undone {
		c.undone[i] = true
	}
	return c.states[undone[0]].state
}
