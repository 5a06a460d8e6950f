package main

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/storage"
	"parlour/storage/bolt"
)

// twoGames makes a store with two matches, of which one has a word of its own.
func twoGames(t *testing.T) (path, word string) {
	t.Helper()
	path, word = filepath.Join(t.TempDir(), "parlour.db"), strings.Repeat("marmalade", 50)
	store, err := bolt.Open(path)
	must(t, err)
	live := storage.Lobby{Phase: storage.Playing, Ended: word} // one that is over is packed
	_, first := store.Create(t.Context(), storage.Head{ID: "first"})
	_, second := store.Create(t.Context(), storage.Head{ID: "second", Lobby: live})
	must(t, errors.Join(first, second, store.Close()))
	return path, word
}

// flip changes each place of a file in which some text stands, also while somebody has it open.
func flip(t *testing.T, path, text string) {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	must(t, err)
	defer f.Close()
	if !bytes.Contains(data, []byte(text)) {
		t.Fatalf("%s does not hold %q", path, text)
	}
	for at := 0; bytes.Contains(data[at:], []byte(text)); at++ {
		at += bytes.Index(data[at:], []byte(text))
		_, err := f.WriteAt([]byte("M"), int64(at))
		must(t, err)
	}
}

// served opens a store, and gives copies of it as a bot does. stop ends that, and returns what was logged meanwhile.
func served(t *testing.T, path string, stall time.Duration, log *trigger) (store *bolt.Store, stop func() string) {
	t.Helper()
	store, err := bolt.Open(path)
	must(t, err)
	t.Cleanup(func() { store.Close() })
	end, err := serveCopies(store, socketOf(path), stall, slog.New(slog.NewTextHandler(log, nil)))
	must(t, err)
	return store, sync.OnceValue(func() string { end(); return log.said.String() })
}

// Compacting makes a file smaller, and the games stay. What a command that was killed has left beside it goes.
func TestCompactMakesAStoreSmaller(t *testing.T) {
	t.Parallel()
	path, _ := twoGames(t)
	before, err := os.Stat(path)
	must(t, err)
	put(t, path+".123.part", "half a copy")
	must(t, os.Chtimes(path+".123.part", time.Unix(0, 0), time.Unix(0, 0)))
	wantDone(t, path+" holds 2 games, ", "compact", "--store", path)
	after, err := os.Stat(path)
	if err != nil || after.Size() > 64<<10 || before.Size() < 4<<20 {
		t.Errorf("compact makes %d bytes of %d, %v", after.Size(), before.Size(), err)
	}
	wantMode(t, path)
	if got := names(t, filepath.Dir(path)); len(got) != 1 {
		t.Errorf("the folder has %q, want the store alone", got)
	}
}

// While a bot has the store open, it gives a copy to check, and nothing is put in its place. A command that only
// asks whether a bot is there, or that hangs up, leaves no line in the bot's log.
func TestCheckOfARunningStore(t *testing.T) {
	t.Parallel()
	path, word := twoGames(t)
	store, stop := served(t, path, time.Hour, &trigger{})
	defer stop()
	wantDone(t, path+" is whole: 2 games, ", "check", "--store", path)
	wantSentence(t, []string{"compact", "--store", path}, exitFailed, "stop it first")
	wantSentence(t, []string{"check", "--mend", "--store", path}, exitFailed, "stop it first")
	wantDone(t, "is a copy: 2 games, ", "backup", path+".copy", "--store", path) // which is served after the others
	flip(t, path, word)
	if code, stdout, _ := run(t, "check", "--store", path); code != exitFailed || stdout != "damaged: match \"second\"\n" {
		t.Errorf("check of what was damaged while it is open: exit %d, %q", code, stdout)
	}
	if _, err := store.Get(t.Context(), "first"); err != nil {
		t.Errorf("the other game = %v", err)
	}
	if _, err := store.Get(t.Context(), "second"); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("the damaged game = %v, want %v", err, storage.ErrDamaged)
	}
	if said := stop(); said != "" {
		t.Errorf("the bot's log has %q, want nothing", said)
	}
}

// Whichever byte of a page's header is flipped, the program ends with a sentence and exit code 1,
// where a header means anything: those of the pages in use.
//
//test:unwatched
func TestFlippedHeaderEndsTheProgram(t *testing.T) {
	t.Parallel()
	path, _ := twoGames(t)
	if _, _, err := bolt.Compact(t.Context(), path, time.Time{}, false); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	must(t, err)
	size, refused := os.Getpagesize(), 0
	bad := filepath.Join(t.TempDir(), "bad.db")
	for page := 0; page*size < len(whole); page++ {
		for at := range 16 {
			data := bytes.Clone(whole)
			data[page*size+at] ^= 1 << (at % 8)
			put(t, bad, data)
			code, _, stderr := run(t, "run", "--token", "t", "--store", bad, "--api", "http://127.0.0.1:1", "--copies", "none")
			if code != exitFailed || !strings.Contains(stderr, "parlour: ") {
				t.Errorf("page %d, byte %d: exit %d, %q, want 1 and a sentence", page, at, code, stderr)
			}
			if strings.Contains(stderr, "it is damaged") {
				refused++
			}
		}
	}
	if refused < 4*16 {
		t.Errorf("%d headers were refused", refused)
	}
}

// A copy in which a game is damaged does not count among the seven: for as many days as it lasts
// the copies from before stay, and there are new ones once the store is mended.
func TestDamagedCopiesDoNotCount(t *testing.T) {
	t.Parallel()
	path, word := twoGames(t)
	store, err := bolt.Open(path)
	must(t, err)
	day := time.Date(2026, 2, 25, 4, 17, 0, 0, time.Local)
	d := &keeper{store: store, dir: filepath.Join(t.TempDir(), "copies"), file: path, now: func() time.Time { return day }}
	must(t, d.copy(t.Context()))
	store.Close()
	flip(t, path, word)
	if d.store, err = bolt.Open(path); err != nil {
		t.Fatal(err)
	}
	for range 9 {
		day = day.AddDate(0, 0, 1)
		if err := d.copy(t.Context()); err == nil || !strings.Contains(err.Error(), `match "second"`) {
			t.Errorf("on %v: %v, want an error that names match second", day, err)
		}
		wantCopies(t, d, nil, []string{"parlour-2026-02-25.db"})
	}
	d.store.Close()
	if _, _, err := bolt.Compact(t.Context(), path, day, true); err != nil {
		t.Fatal(err)
	}
	if d.store, err = bolt.Open(path); err != nil {
		t.Fatal(err)
	}
	defer d.store.Close()
	if err := d.copy(t.Context()); err != nil {
		t.Errorf("the copy of a mended store = %v", err)
	}
	wantCopies(t, d, nil, []string{"parlour-2026-02-25.db", "parlour-2026-03-06.db"})
}
