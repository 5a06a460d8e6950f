package main

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"parlour/storage/bolt"
)

// A command that only asks whether a bot is there, or that hangs up, leaves no line in the bot's log.
func TestWhoAsksForNothingIsNotLogged(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "parlour.db")
	roomy(t, path)
	store, err := bolt.Open(path)
	must(t, err)
	defer store.Close()
	var log trigger
	copies, err := serveCopies(store, socketOf(path), time.Hour, slog.New(slog.NewTextHandler(&log, nil)))
	must(t, err)
	wantSentence(t, []string{"compact", "--store", path}, exitFailed, "stop it first")
	wantSentence(t, []string{"check", "--mend", "--store", path}, exitFailed, "stop it first")
	wantDone(t, "is a copy: 1 game, ", "backup", path+".copy", "--store", path) // which is served after the others
	copies.close()
	if said := log.said.String(); said != "" {
		t.Errorf("the bot's log has %q, want nothing", said)
	}
}
