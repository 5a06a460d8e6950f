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
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
)

// A shown is a message that can be seen at the end.
type shown struct {
	origin
	channel string
	direct  bool
	said    string
}

// A trial is one match, and the messages that people saw of it.
type trial struct {
	match    storage.Match
	attempts map[string][]attempt // by person's id
	shown    []shown              // in each channel the oldest first
	newest   sandbox.Message      // of the messages with buttons
	words    *locale.Catalogue
}

// review judges every match at the end.
func (w *torture) review(began time.Time) {
	w.collect()
	words, err := locale.New(all.Games())
	if err != nil {
		w.t.Fatal(err)
	}
	store, err := bolt.Open(w.store)
	if err != nil {
		w.t.Fatal(err)
	}
	defer store.Close()
	seen := w.seen()
	matches, people := w.stored(store)
	for id := range w.attempts {
		if _, there := matches[id]; !there {
			w.t.Errorf("match %s was played and is not in the store", id)
		}
	}
	plies, heard, boards, overtaken := 0, 0, 0, 0
	for _, id := range slices.Sorted(maps.Keys(matches)) {
		c := trial{match: matches[id], attempts: map[string][]attempt{}, shown: seen[id], words: words}
		for name, made := range w.attempts[id] {
			c.attempts[people[name]] = made
			heard += len(slices.DeleteFunc(slices.Clone(made), func(a attempt) bool { return a.heard != played }))
		}
		c.newest, _ = newestBoard(w.discord.User("eve").Sees(c.match.Channel), id)
		plies += len(c.match.Log)
		wrong := c.judge()
		for _, wrong := range wrong {
			w.t.Errorf("%s %s: %s", c.match.Setup.Game, id, wrong)
		}
		if len(wrong) > 0 {
			w.t.Logf("match %s: the head %+v\nthe log %+v\nthe attempts %+v\nthe messages %+v", id, c.match.Head, c.match.Log, c.attempts, c.shown)
		}
		skipped := c.overtaken()
		boards, overtaken = boards+len(c.boards())+skipped, overtaken+skipped
	}
	if most := 3 + boards/20; overtaken > most { // people seldom move before they see the board
		w.t.Errorf("%d of %d boards were overtaken before they were shown, want %d at most", overtaken, boards, most)
	}
	messages := 0
	for _, s := range seen {
		messages += len(s)
	}
	if heard == 0 || plies < heard {
		w.t.Errorf("%d moves were seen to be made and %d are there", heard, plies)
	}
	w.t.Logf("%d kills, %d matches, %d moves of which %d were seen to be made, %d messages, %d boards overtaken, %d answers lost, %d requests, %v",
		*kills, len(matches), plies, heard, messages, overtaken, w.lost, w.requests, time.Since(began).Round(time.Second))
}

// stored returns all matches by id, and the ids of all people by name.
func (w *torture) stored(store storage.Store) (matches map[string]storage.Match, people map[string]string) {
	matches, people = map[string]storage.Match{}, map[string]string{}
	for _, name := range w.people() {
		people[name] = w.discord.User(name).ID()
		for _, live := range []bool{true, false} {
			heads, err := store.OfPlayer(context.Background(), people[name], live)
			if err != nil {
				w.t.Fatal(err)
			}
			for _, h := range heads {
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

// seen returns all public and direct messages of the bot, by match.
func (w *torture) seen() map[string][]shown {
	all := map[string][]shown{}
	look := func(who, channel string, direct bool) {
		for _, m := range w.discord.User(who).Sees(channel) {
			if m.Ephemeral || m.Notice != "" || m.Author != "Parlour" {
				continue
			}
			o, known := w.origins[m.ID]
			if !known {
				w.t.Errorf("nobody knows of which match a message is: %q", m.Content)
			}
			all[o.match] = append(all[o.match], shown{o, channel, direct, m.Content})
		}
	}
	for _, at := range w.tables {
		for _, channel := range at.channels() {
			look("eve", channel, false)
		}
	}
	for _, who := range w.people() {
		look(who, w.discord.User(who).DM(), true)
	}
	return all
}

// judge returns all that is wrong with a match.
func (c trial) judge() (wrong []string) {
	state, turn, err := c.replay()
	if err != nil {
		return []string{err.Error()}
	}
	wrong = slices.Concat(c.judgeMoves(), c.judgeMessages(turn), c.judgeTold())
	if c.match.Published != c.match.Desired || !c.match.FailingSince.IsZero() {
		wrong = append(wrong, fmt.Sprintf("published is %v and desired %v, failing since %v", c.match.Published, c.match.Desired, c.match.FailingSince))
	}
	if c.match.Phase.Live() && c.match.NextCheck.IsZero() {
		wrong = append(wrong, "it is live and never due")
	}
	if c.match.Phase == storage.Open {
		return wrong
	}
	return append(wrong, c.judgeBoard(state, turn)...)
}

// replay plays the log, if the game has begun.
func (c trial) replay() (games.State, int, error) {
	if c.match.Phase == storage.Open {
		return nil, -1, nil
	}
	var log []games.Ply
	for _, e := range c.match.Log {
		log = append(log, e.Ply)
	}
	return games.Replay(c.game(), c.match.Setup, log)
}

func (c trial) game() games.Game {
	list := all.Games()
	return list[slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == c.match.Setup.Game })]
}

// ledTo returns, for each turn that has begun, the words for the ply that led to it. The
// first turn has none.
func (c trial) ledTo() [][]string {
	var names []string
	for _, p := range c.match.Players {
		names = append(names, p.Name)
	}
	voice := c.words.Voice(c.match.Lang, names, locale.Markdown)
	state, err := c.game().Start(c.match.Setup)
	if err != nil {
		return nil
	}
	led := [][]string{nil}
	for _, e := range c.match.Log {
		before := state
		if state, err = state.Play(e.Seat, e.Move); err != nil {
			return led
		}
		if !games.SameTurn(before, state, e.Seat) {
			led = append(led, voice.All(state.View(games.Spectator).Words().Last))
		}
	}
	return led
}

// boards returns the boards that were shown, oldest first.
func (c trial) boards() []shown {
	return slices.DeleteFunc(slices.Clone(c.shown), func(s shown) bool { return s.direct || s.table })
}

// overtaken counts the turns without a board of their own before the newest board.
func (c trial) overtaken() (n int) {
	last := -1
	for _, b := range c.boards() {
		n += max(b.turn-last-1, 0)
		last = b.turn
	}
	return n
}

// judgeTold checks that every board tells every ply since the board before it. A turn may
// have no board of its own if the next move comes before that board is posted, as when two
// people type the first move of a quick start at once: Parlour posts the newest board,
// which then tells both moves.
func (c trial) judgeTold() (wrong []string) {
	if c.match.Phase == storage.Open {
		return nil
	}
	led, last := c.ledTo(), -1
	for _, b := range c.boards() {
		for turn := last + 1; turn <= b.turn && turn < len(led); turn++ {
			missing := slices.ContainsFunc(led[turn], func(line string) bool { return !strings.Contains(b.said, line) })
			switch cut := strings.Contains(b.said, "\n…\n"); { // a message takes only so much, and then the last plies
			case !missing || cut && turn < b.turn:
			case turn < b.turn:
				wrong = append(wrong, fmt.Sprintf("the board of turn %d was never shown, and that of turn %d does not tell %q", turn, b.turn, led[turn]))
			default:
				wrong = append(wrong, fmt.Sprintf("the board of turn %d does not tell %q", turn, led[turn]))
			}
		}
		last = max(last, b.turn)
	}
	return wrong
}

// judgeMoves compares the log with what people asked for.
func (c trial) judgeMoves() (wrong []string) {
	for seat, p := range c.match.Players {
		var made []string
		for _, e := range c.match.Log {
			if int(e.Seat) == seat {
				made = append(made, string(e.Move))
			}
		}
		if p.Level == "" && !explains(c.attempts[p.ID], made) {
			wrong = append(wrong, fmt.Sprintf("%s has made %v, and was answered %v", p.Name, made, c.attempts[p.ID]))
		}
	}
	requests := map[string]bool{}
	for _, e := range c.match.Log {
		if c.match.Players[e.Seat].Level != "" {
			continue // of which there need not be another
		}
		if e.RequestID == "" || requests[e.RequestID] {
			wrong = append(wrong, fmt.Sprintf("request %q has made two moves, the second %s", e.RequestID, e.Move))
		}
		requests[e.RequestID] = true
	}
	return wrong
}

// explains reports whether attempts can have led to moves, in this order. An attempt that
// was seen to be played made its move, one that was refused did not, and any other may
// have.
func explains(attempts []attempt, made []string) bool {
	reached := map[int]bool{0: true} // how many of the moves the attempts so far may have made
	for _, a := range attempts {
		next := map[int]bool{}
		for n := range reached {
			if a.heard != played {
				next[n] = true
			}
			if a.heard != refused && n < len(made) && made[n] == a.move {
				next[n+1] = true
			}
		}
		reached = next
	}
	return reached[len(made)]
}

// judgeMessages checks that there is one table and a board of the newest turn, and that
// no board and no direct message is there twice. [trial.judgeTold] judges turns without a
// board.
func (c trial) judgeMessages(newest int) (wrong []string) {
	counts := map[shown]int{}
	for _, s := range c.shown {
		s.said = ""
		if !s.direct {
			s.channel = ""
		}
		if counts[s]++; s.turn > max(newest, 0) {
			wrong = append(wrong, fmt.Sprintf("turn %d was shown, which is not there", s.turn))
		}
	}
	for s, n := range counts {
		if n > 1 {
			wrong = append(wrong, fmt.Sprintf("%+v was shown %d times", s, n))
		}
	}
	id := c.match.ID
	if counts[shown{origin: origin{match: id, table: true}}] == 0 {
		wrong = append(wrong, "its table was never shown")
	}
	if newest >= 0 && counts[shown{origin: origin{match: id, turn: newest}}] == 0 {
		wrong = append(wrong, fmt.Sprintf("the board of turn %d, the newest, was never shown", newest))
	}
	return wrong
}

// judgeBoard checks that the newest board shows the position, and that it asks every player
// for the move that they owe.
func (c trial) judgeBoard(s games.State, turn int) (wrong []string) {
	if playing := c.match.Phase == storage.Playing; playing != (len(s.ToMove()) > 0) {
		wrong = append(wrong, fmt.Sprintf("it is %s, and %v owe a move", c.match.Phase, s.ToMove()))
	}
	view := s.View(games.Spectator).String()
	if o, _ := about(c.newest); o.match != c.match.ID || o.turn != turn || o.table {
		wrong = append(wrong, fmt.Sprintf("the newest board is that of %+v, and the turn is %d", o, turn))
	}
	if len(c.newest.Attachments) != 1 || !strings.Contains(c.newest.Attachments[0].Alt, view) {
		wrong = append(wrong, fmt.Sprintf("the newest board does not show\n%s", view))
	}
	for seat, p := range c.match.Players {
		if owes := slices.Contains(s.ToMove(), games.Seat(seat)) && p.Level == ""; owes != strings.Contains(c.newest.Content, "<@"+p.ID+">") {
			wrong = append(wrong, fmt.Sprintf("the newest board is %q, and that %s owes a move is %v", c.newest.Content, p.Name, owes))
		}
	}
	return wrong
}
