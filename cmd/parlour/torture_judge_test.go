package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"parlour/bot/sandbox"
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
}

// A trial is one match, and what people saw of it.
type trial struct {
	match    storage.Match
	attempts map[string][]attempt // by person's id
	shown    []shown
	newest   sandbox.Message // of the messages with buttons
}

// review judges every match at the end.
func (w *torture) review(began time.Time) {
	w.collect()
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
	plies, heard := 0, 0
	for _, id := range slices.Sorted(maps.Keys(matches)) {
		c := trial{match: matches[id], attempts: map[string][]attempt{}, shown: seen[id]}
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
	}
	messages := 0
	for _, s := range seen {
		messages += len(s)
	}
	if heard == 0 || plies < heard {
		w.t.Errorf("%d moves were seen to be made and %d are there", heard, plies)
	}
	w.t.Logf("%d kills, %d matches, %d moves of which %d were seen to be made, %d messages, %d answers lost, %d requests, %v",
		*kills, len(matches), plies, heard, messages, w.lost, w.requests, time.Since(began).Round(time.Second))
}

// stored reads all matches, by id, and returns the ids of all people by name.
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

// people are the names of all who play.
func (w *torture) people() []string {
	names := map[string]bool{}
	for _, at := range w.tables {
		for _, who := range at.who {
			names[who] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// seen gathers all public and direct messages of the bot, by match.
func (w *torture) seen() map[string][]shown {
	all := map[string][]shown{}
	look := func(who, channel string, direct bool) {
		for _, m := range w.discord.User(who).Sees(channel) {
			if m.Ephemeral || m.Author != "Parlour" {
				continue
			}
			o, known := w.origins[m.ID]
			if !known {
				w.t.Errorf("nobody knows of which match a message is: %q", m.Content)
			}
			all[o.match] = append(all[o.match], shown{o, channel, direct})
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

// judge says all that is wrong with a match.
func (c trial) judge() (wrong []string) {
	state, turn, err := c.replay()
	if err != nil {
		return []string{err.Error()}
	}
	wrong = slices.Concat(c.judgeMoves(), c.judgeMessages(turn))
	if c.match.Published != c.match.Desired || !c.match.FailingSince.IsZero() {
		wrong = append(wrong, fmt.Sprintf("shown is %v and wanted %v, with a look since %v", c.match.Published, c.match.Desired, c.match.FailingSince))
	}
	if c.match.Phase.Live() && c.match.NextCheck.IsZero() {
		wrong = append(wrong, "it is live and nobody will look at it")
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
	list := all.Games()
	game := list[slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == c.match.Setup.Game })]
	var log []games.Ply
	for _, e := range c.match.Log {
		log = append(log, e.Ply)
	}
	return games.Replay(game, c.match.Setup, log)
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
	deeds := map[string]bool{}
	for _, e := range c.match.Log {
		if c.match.Players[e.Seat].Level != "" {
			continue // of which there need not be another
		}
		if e.RequestID == "" || deeds[e.RequestID] {
			wrong = append(wrong, fmt.Sprintf("request %q has made two moves, the second %s", e.RequestID, e.Move))
		}
		deeds[e.RequestID] = true
	}
	return wrong
}

// explains reports whether moves came of attempts, in this order: each one of which that
// was seen, none that was refused, and each of the others once or not at all.
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

// judgeMessages checks that there is one table, one board for each turn up to the newest,
// and no two direct messages for one turn.
func (c trial) judgeMessages(newest int) (wrong []string) {
	counts := map[shown]int{}
	for _, s := range c.shown {
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
	for turn := range newest + 1 {
		if counts[shown{origin: origin{match: id, turn: turn}}] == 0 {
			wrong = append(wrong, fmt.Sprintf("the board of turn %d was never shown", turn))
		}
	}
	return wrong
}

// judgeBoard checks that the newest board is that of the position, and that somebody owes
// a move as long as the game is not over.
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
