package main

import (
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"parlour/commands/world"
	"parlour/storage"
)

// The run of make heap.
var idleGames = flag.Int("idle-games", 0, "have a program rest with `so many` live games, and judge its memory; without it there is no such run")

// A program that has looked at its live games and made its daily copy takes little memory.
func TestIdle(t *testing.T) {
	if *idleGames == 0 {
		t.Skip("make heap has this run")
	}
	discord, _ := startSandbox(t)
	path := filepath.Join(t.TempDir(), "parlour.db")
	store := openedStore(t, path)
	log, channel := wholeGame(world.NewChance(1, 1)), discord.Channel("games")
	var all errgroup.Group
	all.SetLimit(64) // commits at once share one write to the disk
	for n := range *idleGames {
		all.Go(func() error {
			head, err := store.Create(t.Context(), storage.Head{
				ID: fmt.Sprint("m", n), Created: time.Now(), NextCheck: time.Now().Add(24 * time.Hour),
				Lobby: storage.Lobby{
					Phase: storage.Playing, Number: n + 1, First: "me", Setup: smallPermute,
					Players: []storage.Player{{ID: fmt.Sprint(1e6 + n), Name: "me"}, {ID: fmt.Sprint(2e6 + n), Name: "you"}},
				},
				Place: storage.Place{Lang: "en-GB", Guild: discord.GuildID(), Channel: channel, Home: channel},
			})
			if err == nil {
				_, err = store.Append(t.Context(), head, log[:30]...)
			}
			return err
		})
	}
	must(t, all.Wait(), store.Close())
	addr := freeAddress(t)
	bot := spawn(t, exec.Command(built(t), "run"), discord.URL(), discord.Token(), path, "PARLOUR_WEB="+addr)
	bot.awaitReady()
	fresh := bot.uses(addr)
	awaitCopy(t, path)
	time.Sleep(idleFor)
	u := bot.uses(addr)
	t.Logf("with %d games %.0f MB are resident, %.0f of them its own, %.0f at most; %.0f when it was ready", *idleGames, mb(u.resident), mb(u.own), mb(u.peak), mb(fresh.resident))
	if u.resident > idleResident {
		t.Errorf("want at most %.0f MB", mb(idleResident))
	}
}
