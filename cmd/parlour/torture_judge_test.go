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
	w.t.Logf("%d kills of bots and %d of their database, %d matches, %d moves of which %d were seen to be made, messages: %v, %d answers lost, %d requests, %v",
		w.deaths, w.aways, matches, plies, heard, w.Count, w.lost, w.requests, time.Since(began).Round(time.Second))
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
	if len(c.match.Old) > 0 {
		c.wrong(atRest, "of the past these are no lines yet: %+v", c.match.Old)
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

// voice returns the voice in which public messages speak.
func (c *trial) voice() locale.Voice {
	var names []string
	for _, p := range c.match.Players {
		names = append(names, p.Name)
	}
	return c.words.Voice(c.match.Lang, names, locale.Markdown)
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
// for the move that they owe, unless a direct message asked them.
func (c *trial) judgeBoard(s games.State, turn int) {
	if playing := c.match.Phase == storage.Playing; playing != (len(s.ToMove()) > 0) {
		c.wrong(onBoard, "it is %s, and %v owe a move", c.match.Phase, s.ToMove())
	}
	view := s.View(games.Spectator).String()
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
		directly := slices.ContainsFunc(c.match.Asked, func(d storage.Direct) bool { return d.Player == p.ID && d.Turn == turn && d.Message != "" })
		owes := slices.Contains(s.ToMove(), games.Seat(seat)) && p.Level == "" && !directly
		if owes != strings.Contains(c.newest.Content, "<@"+p.ID+">") {
			c.wrong(onBoard, "the newest board is %q, and that %s is to be asked there is %v", c.newest.Content, p.Name, owes)
		}
	}
}
