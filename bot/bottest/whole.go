package bottest

import (
	"slices"
	"strings"

	"parlour/bot/sandbox"
	"parlour/games"
	"parlour/games/all"
	"parlour/storage"
)

// A Whole is a whole game in progress.
type Whole struct {
	*Rig
	Names   []string // in the order in which they sat down
	Match   string
	Game    games.Game
	Stored  storage.Match
	Seats   []string // the name of each seat's player
	Channel string
	First   string // the id of the first board
}

// SitDown opens a table, has everybody join it, and starts the game unless that has begun.
func (w *Whole) SitDown(play string) {
	w.Helper()
	home := w.Discord.Channel("games")
	w.Slash(w.Names[0], home, "/play game:"+play)
	table := w.AwaitButton(w.Names[0], home, "Join")
	for _, name := range w.Names[1:] {
		w.Click(name, table, "Join")
	}
	table = w.Await("eve", home, func(m sandbox.Message) bool {
		begins := strings.Contains(m.Content, "In: "+Titles(w.Names...)) && slices.Contains(Labels(m), "Start")
		return m.ID == table.ID && (begins || len(m.Rows) == 0) // the last to join may have begun it
	})
	if len(table.Rows) > 0 {
		w.Click(w.Names[len(w.Names)-1], table, "Start")
	}
	w.BegunInThread()
}

// BegunInThread is [Whole.Begun] for the game whose table in #games the people have just left.
func (w *Whole) BegunInThread() {
	w.Helper()
	home := w.Discord.Channel("games")
	w.Begun(home, w.Await("eve", home,
		func(m sandbox.Message) bool { return m.Thread != "" && len(m.Rows) == 0 }).Thread, "eve")
}

// Begun notes the match that was begun from a channel, its seats and its game. It is played in another
// channel, which a person sees.
func (w *Whole) Begun(home, channel, who string) {
	w.Helper()
	w.Channel = channel
	w.First = w.Await(who, w.Channel, func(m sandbox.Message) bool { return TurnOf(m) >= 0 }).ID
	heads, err := w.Store.OfChannel(w.Ctx, home, true, storage.All)
	if err != nil || len(heads) != 1 {
		w.Fatalf("%d matches in the channel, %v", len(heads), err)
	}
	w.Match = heads[0].ID
	for _, p := range heads[0].Players {
		seat := strings.ToLower(p.Name) // of an opponent that is no person
		for _, name := range Everyone {
			if w.Discord.User(name).ID() == p.ID {
				seat = name
			}
		}
		w.Seats = append(w.Seats, seat)
	}
	w.published()
	list := all.Games()
	w.Game = list[slices.IndexFunc(list, func(g games.Game) bool { return g.Info().Name == heads[0].Setup.Game })]
}

// published waits until the bot has noted that everything is shown.
func (w *Whole) published() {
	w.Helper()
	w.Until("the bot noted what it has shown", func() bool {
		m, err := w.Store.Get(w.Ctx, w.Match)
		return err == nil && m.Published == m.Desired
	})
}

// Truth returns the position, replayed from the store.
func (w *Whole) Truth() games.State {
	w.Helper()
	var err error
	if w.Stored, err = w.Store.Get(w.Ctx, w.Match); err != nil {
		w.Fatal(err)
	}
	var log []games.Ply
	for _, e := range w.Stored.Log {
		log = append(log, e.Ply)
	}
	state, _, err := games.Replay(w.Game, w.Stored.Setup, log)
	if err != nil {
		w.Fatal(err)
	}
	return state
}
