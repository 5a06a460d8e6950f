package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"parlour/bot/sandbox"
	scene "parlour/bot/sandbox/world"
	"parlour/commands/world"
	"parlour/storage"
)

// tortureIn returns a torture in a sandbox that has no tables yet.
func tortureIn(t *testing.T, discord *sandbox.Server) *torture {
	w := &torture{
		Judge: world.NewJudge(nil), t: t, discord: discord, store: filepath.Join(t.TempDir(), "parlour.db"), seed: cmp.Or(*seed, rand.Uint64()),
		born: make(chan struct{}), posts: map[string]post{}, attempts: map[string]map[string][]attempt{}, dooms: map[string]*doom{}, boards: map[string]int{}, newest: map[string][]string{},
	}
	w.rng = w.draws(0)
	discord.Intercept(w.intercept)
	return w
}

// spawn starts a process of the bot.
func (w *torture) spawn() *child {
	if w.fleet != nil {
		return w.fleet.slots[0].spawn()
	}
	if w.api != "" { // through a proxy that makes answers late
		return spawnChild(w.t, w.api, w.discord.Token(), w.store)
	}
	return spawnChild(w.t, w.discord.URL(), w.discord.Token(), w.store, append(w.env, "PARLOUR_WAITS="+waits())...)
}

// runs starts a process of the bot that is not killed. stop ends it, and checks that it ends well.
func (w *torture) runs(last bool) (bot *child, stop func()) {
	bot = w.spawn()
	ended := make(chan struct{})
	go func() { defer close(ended); w.follow(bot, last) }()
	return bot, func() {
		defer bot.deadline("the end of the program after SIGTERM")()
		bot.cmd.Process.Signal(syscall.SIGTERM)
		<-ended
		if code := bot.cmd.ProcessState.ExitCode(); code != 0 {
			w.t.Errorf("after SIGTERM the exit code is %d, want 0", code)
		}
	}
}

// doomed draws how a process dies.
func (w *torture) doomed() *doom {
	if w.fate != nil {
		return w.fate()
	}
	return w.draw()
}

// seat adds tables, each with a channel of its own.
func (w *torture) seat(sets ...table) {
	for i := range sets {
		at, n := &sets[i], len(w.tables)+1
		at.w, at.rng = w, w.draws(n)
		if len(w.rooms) > 0 {
			at.home, w.rooms = w.rooms[0], w.rooms[1:]
		} else {
			at.home = w.discord.Stage().AddChannel(fmt.Sprintf("table-%d", n), scene.Text)
		}
		if at.inPlace {
			w.discord.Stage().Deny(at.home, scene.CreatePublicThreads)
		}
		w.tables = append(w.tables, at)
	}
}

// seatAll adds the tables of a torture.
func (w *torture) seatAll() {
	w.seat(
		table{game: "permute options:size=9", who: []string{"ann", "ben"}, challenge: true},
		table{game: "permute options:size=10", who: []string{"cleo", "dan"}, challenge: true, inPlace: true},
		table{game: "magic", who: []string{"ben", "cleo"}, challenge: true},
		table{game: "permutations", who: []string{"dan", "eve", "ann"}},
		table{game: "permutu options:symbols=9,start=quick", who: []string{"eve", "ann", "ben"}},
		table{game: "permutu options:symbols=12", who: []string{"cleo"}, opponent: true},
	)
}

// open opens the store, a file only while no bot runs.
func (w *torture) open() storage.Store { return openedStore(w.t, w.store) }

// openedStore opens a store, by the name of its file or the address of its database.
func openedStore(t *testing.T, name string) storage.Store {
	t.Helper()
	store, err := openStore(context.Background(), name, slog.New(slog.DiscardHandler))
	must(t, err)
	return store
}

// user returns a person as whom somebody at a table acts.
func (w *torture) user(name string) *person {
	p := &person{User: w.discord.User(name)}
	if w.guise != nil {
		p.guise = w.guise(name)
	}
	return p
}

// weigh notes a line of the log that is a warning or an error.
func (w *torture) weigh(line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case strings.Contains(line, "level=WARN"):
		w.warned = append(w.warned, line)
	case strings.Contains(line, "level=ERROR"), strings.Contains(line, "panic"):
		w.broke = append(w.broke, line)
	}
}
