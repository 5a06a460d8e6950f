package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"parlour/bot/sandbox"
	"parlour/commands/locale"
	"parlour/commands/world"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// A shown is a message of the bot as it is at the end, or the place of one that was deleted.
type shown struct {
	post
	to      string // id of the person to whom it was sent directly; empty for a public one
	said    string
	buttons bool
	picture bool
}

// The kinds of what may be wrong with a match.
const (
	inLog     = "the log is what people asked for"
	shownOnce = "all is shown once"
	inLines   = "the boards of the past are the lines of the record"
	wasRead   = "nothing is deleted unread, and nothing read stays"
	inAsks    = "questions wait, or are lines"
	onBoard   = "the newest board is that of the position"
	isTold    = "the newest board tells each ply"
	atRest    = "all is published"
)

var kindsOfWrong = []string{inLog, shownOnce, inLines, wasRead, inAsks, onBoard, isTold, atRest}

// A trial is one match, and the messages that people saw of it.
type trial struct {
	*world.Judge
	guilty   bool // whether anything is wrong with it
	match    storage.Match
	attempts map[string][]attempt // by person's id
	shown    []shown              // the oldest first
	newest   sandbox.Message      // of the boards with buttons
	there    []sandbox.Message    // among friends: all that is there
	words    *locale.Catalogue
	states   []spot
	undone   map[int]bool // the plies that were taken back, as indices into the log
	several  bool         // whether there are several processes
}

// A spot is a position of a match, and the number of its turn.
type spot struct {
	state games.State
	turn  int
}

// wrong counts what is wrong with a match.
func (c *trial) wrong(kind, format string, args ...any) {
	c.guilty = true
	c.Fault(kind, "%s %s: "+format, append([]any{c.match.Setup.Game, c.match.ID}, args...)...)
}

// review judges every match at the end.
func (w *torture) review(began time.Time) {
	matches, plies, heard := w.judgeAll()
	w.t.Logf("%d matches, %d moves of which %d were seen to be made, %d requests, %v in %v", matches, plies, heard, w.requests, w.Count, time.Since(began).Round(time.Second))
}

// judgeAll judges every match at the tables and among friends. It returns how many there are, how many
// moves were made in them and how many of these were seen to be made.
func (w *torture) judgeAll() (judged, plies, heard int) {
	w.collect()
	words, err := locale.New(all.Games())
	must(w.t, err)
	seen := w.seen()
	matches, people := w.stored()
	for id := range w.attempts {
		if _, there := matches[id]; !there {
			w.t.Errorf("match %s was played and is not in the store", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(matches)) {
		c := trial{Judge: w.Judge, match: matches[id], attempts: map[string][]attempt{}, shown: seen[id], words: words, several: w.fleet != nil}
		for name, made := range w.attempts[id] {
			c.attempts[people[name]] = made
			heard += len(slices.DeleteFunc(slices.Clone(made), func(a attempt) bool { return a.heard != played }))
		}
		plies += len(c.match.Log)
		if c.match.Guest {
			c.there = w.discord.User("ann").Sees(c.match.Channel)
			w.Count["moves among friends"] += len(c.match.Log)
		} else {
			c.newest, _ = newestBoard(w.discord.User("eve").Sees(c.match.Channel), id)
		}
		c.judge()
		if c.guilty {
			w.t.Logf("match %s: the head %+v\nthe log %+v\nthe attempts %+v\nthe messages %+v\n%s", id, c.match.Head, c.match.Log, c.attempts, c.shown, w.past.of(id, c.match.Channel))
			for _, m := range c.there {
				w.t.Logf("message %s: %q with %+v", m.ID, m.Content, buttons(m))
			}
		}
		c.count()
	}
	w.Report(w.t, kindsOfWrong)
	often := 20
	if w.fleet != nil { // boards come late while the share of a dead process is not free, and people look again meanwhile
		often = 3
	}
	if most := 3 + w.Count["lines"]/often; w.Count["overtaken"] > most { // people seldom move before they see the board
		w.t.Errorf("%d of %d boards were overtaken before they were shown, want %d at most", w.Count["overtaken"], w.Count["lines"], most)
	}
	if heard == 0 || plies < heard {
		w.t.Errorf("%d moves were seen to be made and %d are there", heard, plies)
	}
	return len(matches), plies, heard
}

// ours reports whether a match was begun at one of the tables, or among friends.
func (w *torture) ours(h storage.Head) bool {
	return h.Guest || slices.ContainsFunc(w.tables, func(at *table) bool { return at.home == h.Home })
}

// stored returns all matches at the tables and among friends by id, and the ids of all people by name.
func (w *torture) stored() (matches map[string]storage.Match, people map[string]string) {
	store := w.open()
	defer store.Close()
	matches, people = map[string]storage.Match{}, map[string]string{}
	for _, name := range w.people() {
		people[name] = w.discord.User(name).ID()
		for _, live := range []bool{true, false} {
			heads, err := store.OfPlayer(context.Background(), people[name], live, storage.All)
			must(w.t, err)
			for _, h := range heads {
				if !w.ours(h) {
					continue
				}
				if matches[h.ID], err = store.Get(context.Background(), h.ID); err != nil {
					w.t.Error(err)
				}
			}
		}
	}
	return matches, people
}

// people returns the names of all players.
func (w *torture) people() []string {
	names := map[string]bool{}
	for _, at := range w.tables {
		for _, who := range at.who {
			names[who] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// seen returns all public and direct messages that the bot has made, by match, the oldest first.
func (w *torture) seen() map[string][]shown {
	now, to, codes, looked := map[string]sandbox.Message{}, map[string]string{}, map[string]bool{}, map[string]bool{}
	look := func(who, channel string) {
		looked[channel] = true
		for _, m := range w.discord.User(who).Sees(channel) {
			if m.Ephemeral || m.Notice != "" || m.Author != "Parlour" {
				continue
			}
			if strings.HasPrefix(m.Content, "-# ") && m.Silent && !codes[m.Content] { // the code of a board that a death kept from showing it
				codes[m.Content] = true
			} else if w.posts[m.ID].match == "" {
				w.t.Errorf("nobody knows of which match message %s of %v in channel %s is: %q\n%s", m.ID, m.Time, m.Channel, m.Content, w.past.of(m.Channel))
			}
			now[m.ID] = m
		}
	}
	for _, at := range w.tables {
		for _, channel := range at.channels() {
			look("eve", channel)
		}
	}
	for _, who := range w.people() {
		look(who, w.discord.User(who).DM())
		to[w.discord.User(who).DM()] = w.discord.User(who).ID()
	}
	all := map[string][]shown{}
	for _, id := range slices.Sorted(maps.Keys(w.posts)) {
		p, m := w.posts[id], now[id]
		if !looked[p.channel] {
			continue // it is of a game elsewhere
		}
		if _, there := now[id]; there != p.gone.IsZero() {
			w.t.Errorf("of match %s the message %+v is there (%v)", p.match, p, there)
		}
		all[p.match] = append(all[p.match], shown{
			post: p, to: to[p.channel], said: m.Content, buttons: len(m.Rows) > 0, picture: len(m.Attachments) > 0,
		})
	}
	return all
}

// judge counts all that is wrong with a match.
func (c *trial) judge() {
	if err := c.replay(); err != nil {
		c.wrong(inLog, "%v", err)
		return
	}
	if c.match.Guest {
		c.judgeThere()
		return
	}
	turn := -1
	if n := len(c.states); n > 0 {
		turn = c.states[n-1].turn
	}
	c.judgeMoves()
	c.judgeMessages(turn)
	c.judgeDeleted(turn)
	c.judgeAsks()
	if c.match.Published != c.match.Desired || !c.match.FailingSince.IsZero() {
		c.wrong(atRest, "published is %v and desired %v, failing since %v", c.match.Published, c.match.Desired, c.match.FailingSince)
	}
	for _, old := range c.match.Old { // whether one that nobody sees is struck off does not matter
		if slices.ContainsFunc(c.shown, func(s shown) bool { return s.id == old.Message && s.gone.IsZero() }) {
			c.wrong(atRest, "of the past this is no line yet: %+v", old)
		}
	}
	if c.match.Phase.Live() && c.match.NextCheck.IsZero() {
		c.wrong(atRest, "it is live and never due")
	}
	if c.match.Phase != storage.Open {
		c.judgeBoard(c.states[len(c.states)-1].state, turn)
		c.judgeLines()
		c.judgeTold()
	}
}

// replay plays the log, if the game has begun. It notes every position with the number of its
// turn.
func (c *trial) replay() error {
	c.states = nil
	if c.match.Phase == storage.Open {
		return nil
	}
	state, err := c.game().Start(c.match.Setup)
	if err != nil {
		return err
	}
	turn := 0
	c.states, c.undone = []spot{{state, turn}}, map[int]bool{}
	for ply, e := range c.match.Log {
		if e.Move.BackBy() > 0 {
			turn++
			state = c.goBack(ply)
			c.states = append(c.states, spot{state, turn})
			continue
		}
		next, err := state.Play(e.Seat, e.Move)
		if err != nil {
			return fmt.Errorf("%s by seat %d: %w", e.Move, e.Seat, err)
		}
		if !games.SameTurn(state, next, e.Seat) {
			turn++
		}
		state = next
		c.states = append(c.states, spot{state, turn})
	}
	return nil
}

func (c *trial) game() games.Game {
	list := all.Games()
	return list[slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == c.match.Setup.Game })]
}

// voice returns the voice in which public messages speak, and with which escape of names.
func (c *trial) voice(escape func(string) string) locale.Voice {
	var names []string
	for _, p := range c.match.Players {
		names = append(names, p.Name)
	}
	return c.words.Voice(c.match.Lang, names, escape)
}

// judgeMoves compares the log with what people asked for.
func (c *trial) judgeMoves() {
	requests := map[string]bool{}
	made := make([][]string, len(c.match.Players))
	for _, e := range c.match.Log {
		if c.match.Players[e.Seat].Level != "" || e.Move.System() {
			continue // of which there need not be another
		}
		if made[e.Seat] = append(made[e.Seat], string(e.Move)); e.RequestID == "" || requests[e.RequestID] {
			c.wrong(inLog, "request %q has made two moves, the second %s", e.RequestID, e.Move)
		}
		requests[e.RequestID] = true
	}
	for seat, p := range c.match.Players {
		var claims []claim
		for _, a := range c.attempts[p.ID] {
			claims = append(claims, claim{c.meant(games.Seat(seat), a), a.heard})
		}
		if p.Level == "" && !explains(claims, made[seat]) {
			c.wrong(inLog, "%s has made %v, and was answered %v of %v", p.Name, made[seat], claims, c.attempts[p.ID])
		}
	}
}

// meant returns the moves that an attempt can have meant: those that its steps make in its turn,
// and what was typed as it was.
func (c *trial) meant(seat games.Seat, a attempt) (moves []string) {
	add := func(m games.Move) {
		if m != "" && !slices.Contains(moves, string(m)) {
			moves = append(moves, string(m))
		}
	}
	add(games.Move(strings.Join(a.steps, " ")))
	for _, at := range c.states {
		if at.turn == a.turn && len(a.steps) > 0 {
			forward := games.Forward(at.state, seat, a.steps)
			add(games.Made(at.state, seat, forward))
			add(at.state.Step(seat, a.steps).Done)
		}
	}
	return moves
}

// A claim is an attempt as the moves that it can have meant.
type claim struct {
	moves []string
	heard heard
}

// explains reports whether attempts can have led to moves, in this order. An attempt that
// was seen to be played made its move, one that was refused did not, and any other may
// have.
func explains(attempts []claim, made []string) bool {
	reached := map[int]bool{0: true} // how many of the moves the attempts so far may have made
	for _, a := range attempts {
		next := map[int]bool{}
		for n := range reached {
			if a.heard != played {
				next[n] = true
			}
			if a.heard != refused && n < len(made) && slices.Contains(a.moves, made[n]) {
				next[n+1] = true
			}
		}
		reached = next
	}
	return reached[len(made)]
}

// judgeBoard checks that the newest board shows the position, and that it asks every player
// for the move that they owe, unless a direct message asked them, or the answer to their press.
func (c *trial) judgeBoard(s games.State, turn int) {
	if playing := c.match.Phase == storage.Playing; playing != (len(s.ToMove()) > 0) {
		c.wrong(onBoard, "it is %s, and %v owe a move", c.match.Phase, s.ToMove())
	}
	seen := s.View(games.Spectator)
	view := seen.String()
	if spoken, ok := seen.(games.Spoken); ok {
		view = c.voice(nil).Say(spoken.InWords())
	}
	if o, _ := about(c.newest); o.match != c.match.ID || o.turn != turn || o.table {
		c.wrong(onBoard, "the newest board is that of %+v, and the turn is %d", o, turn)
	}
	if len(c.newest.Attachments) != 1 || !strings.Contains(c.newest.Attachments[0].Alt, view) {
		c.wrong(onBoard, "the newest board does not show\n%s", view)
	}
	if c.match.Phase != storage.Playing || turn == 0 { // the first board and the last name everybody
		return
	}
	for seat, p := range c.match.Players {
		directly := slices.ContainsFunc(c.match.Asked, func(d storage.Direct) bool { return d.Player == p.ID && d.Turn == turn && (d.Message != "" || d.Spot) })
		owes := slices.Contains(s.ToMove(), games.Seat(seat)) && p.Level == "" && !directly
		if owes != strings.Contains(c.newest.Content, "<@"+p.ID+">") {
			c.wrong(onBoard, "the newest board is %q, and that %s is to be asked there is %v", c.newest.Content, p.Name, owes)
		}
	}
}

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
	voice, key := c.voice(locale.Markdown), "line.unit"
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
	lines := strings.Split(c.unnamed(b.said), "\n")
	return slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "-# ") })
}

// unnamed returns what a message of the past says, without the name of the game that it begins with outside a thread.
func (c *trial) unnamed(said string) string {
	name := c.voice(locale.Markdown).Say(games.Say("which.game", "Game", c.game().Info().Brief(), "Two", c.match.Two))
	return strings.TrimPrefix(said, name+" ")
}

// begins reports whether a line says how the game begins: who moves first, and who plays what.
func (c *trial) begins(line string) bool {
	voice, start := c.voice(locale.Markdown), c.states[0].state
	var sides []string
	for seat, side := range start.View(games.Spectator).Words().Sides {
		sides = append(sides, voice.Say(games.Say("alt.side", "Name", games.Seat(seat), "Side", side)))
	}
	said := ""
	if sides != nil {
		said = strings.Join(sides, ", ") + "."
	}
	return line == voice.Say(games.Say("line.begin")) ||
		line == voice.Say(games.Say("line.start", "First", start.ToMove(), "Sides", locale.Verbatim(said)))
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
// notified has moved between its turn and its end. Of the direct messages to a person only that of the
// newest turn stays.
func (c *trial) judgeDeleted(turn int) {
	for _, s := range c.shown {
		switch {
		case s.gone.IsZero() && s.to != "" && s.buttons && (s.turn < turn || c.match.Phase != storage.Playing) && c.acted(s.to, s, func(int) bool { return true }):
			c.wrong(wasRead, "the direct message of turn %d to %s asks still", s.turn, s.to)
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
		case !s.buttons && !c.answers(c.unnamed(s.said)):
			c.wrong(inAsks, "question %d has become %q", s.ask, s.said)
		}
	}
}

// answers reports whether a text is the line of a question, whoever asked and answered, and
// whatever move one wanted to take back.
func (c *trial) answers(said string) bool {
	voice := c.voice(locale.Markdown)
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
		return strings.Join(c.voice(locale.Markdown).All(c.states[ply].state.View(games.Spectator).Words().Last), " ")
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
