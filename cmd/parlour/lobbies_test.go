package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/storage"
)

// The run of make lobbies.
var (
	lobbies       = flag.Int("lobbies", 12, "have `so many` servers with a lobby that is due")
	lobbiesPeople = flag.Int("lobbies-people", 20, "have `so many` people play beside them, two in each game")
	lobbiesFor    = flag.Duration("lobbies-for", 0, "offer 15 typed moves a second for `so long` beside the lobbies, and judge how long boards take; without it 30 as fast as they are taken")
)

// withLobbies makes servers whose lobbies are all due: each is to be posted, with an open table. It returns their channels.
func (x *load) withLobbies(n int) (channels []string) {
	store := openedStore(x.t, x.store)
	defer store.Close()
	for i := range n {
		guild, channel := x.discord.Stage().AddOwnServer(fmt.Sprint("server ", i), "games")
		h := storage.Head{ID: fmt.Sprint("l", i), Created: time.Now()}
		h.Phase, h.Setup.Game, h.First = storage.Open, "pentago", "random"
		h.Players = []storage.Player{{ID: "1", Name: "Ann"}}
		h.Guild, h.Home, h.Channel, h.Lang, h.Table, h.Message = guild, channel, channel, "en-US", "1", "1"
		h.Desired, h.Published = storage.Revision{Post: 1}, storage.Revision{Post: 1}
		_, err := store.Create(x.t.Context(), h)
		must(x.t, err)
		_, err = storage.Halls.Change(x.t.Context(), store, guild, func(hall *storage.Hall) error {
			hall.Channel, hall.Changed, hall.NextCheck = channel, true, time.Now().Add(-time.Minute)
			return nil
		})
		must(x.t, err)
		channels = append(channels, channel)
	}
	return channels
}

// Lobbies that are all due at once leave boards nearly all that Discord takes: 99 boards in 100 come within a second
// beside 5,000 of them, and lobbies are shown too.
//
//test:unwatched
func TestLobbiesLeaveBoardsTheirTime(t *testing.T) {
	x := &load{people: *lobbiesPeople, lasts: *lobbiesFor, phases: []*phase{{name: "typed", how: (*duel).typed}}}
	moves := x.open(t, fewMoves, perSecond)
	x.store = filepath.Join(t.TempDir(), "parlour.db")
	channels := x.withLobbies(*lobbies)
	x.start()
	must(t, x.discord.AwaitBot(x.ctx))
	began := time.Now()
	_, err := x.discord.User("ann").Await(x.ctx, channels[0], func(all []sandbox.Message) bool { return slices.ContainsFunc(all, isLobby) })
	must(t, err)
	x.play(moves)
	shown := 0
	for _, channel := range channels {
		for _, m := range x.discord.User("ann").Sees(channel) {
			if isLobby(m) {
				shown++
			}
		}
	}
	x.report(perSecond)
	t.Logf("beside %d lobbies boards took %v; %d lobbies were shown in %v", *lobbies, x.phases[0].of(aBoard), shown, time.Since(began).Round(time.Second))
	x.within("from click to board", x.phases[0].of(aBoard), 99, rushWithin)
	if shown == 0 || shown > *lobbies {
		t.Errorf("%d lobbies of %d were shown", shown, *lobbies)
	}
}

// isLobby reports whether a message is a lobby.
func isLobby(m sandbox.Message) bool {
	return strings.Contains(m.Content, "Ann is looking for someone to play Pentago")
}
