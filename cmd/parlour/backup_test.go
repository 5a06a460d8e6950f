package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands/world"
	"parlour/storage"
	"parlour/storage/bolt"
)

// names lists the files of a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// wantDone runs the program, and checks that it succeeds and prints one line with want.
func wantDone(t *testing.T, want string, args ...string) {
	t.Helper()
	if code, stdout, stderr := run(t, args...); code != exitOK || !strings.Contains(stdout, want) || strings.Count(stdout, "\n") != 1 || stderr != "" {
		t.Fatalf("parlour %q: exit %d, %q, %q; want %q", args, code, stdout, stderr, want)
	}
}

// wantMode checks that no other account can read a file.
func wantMode(t *testing.T, path string) {
	t.Helper()
	if i, err := os.Stat(path); err != nil || i.Mode().Perm() != 0o600 {
		t.Errorf("%s: %v, %v, want mode 0600", path, i, err)
	}
}

// A store is copied while a bot has it open. After a restore the games go on from there.
func TestCopyOfARunningBot(t *testing.T) {
	t.Parallel()
	s := newStand(t, "")
	dir, store := filepath.Dir(s.store), s.store
	backup := filepath.Join(dir, "backup.db")
	wantMode(t, socketOf(store))
	wantDone(t, backup+" is a copy: 1 game, ", "backup", backup, "--store", store)
	wantMode(t, backup)
	_, err := s.discord.User("ann").Slash(s.ctx, s.discord.Channel("lounge"), "/play game:magic opponent:@ben")
	must(t, err)
	restore := []string{"restore", backup, "--store", store}
	for did, args := range map[string][]string{"restored": restore, "compacted": {"compact", "--store", store}, "moved": {"move-store", store, backup}} {
		wantSentence(t, args, exitFailed, "nothing was "+did+": a bot is using "+store+": stop it first")
	}
	s.bot.end(os.Interrupt)
	if got := names(t, dir); !slices.Equal(got, []string{"backup.db", "parlour.db", "parlour.db.copies"}) {
		t.Errorf("the bot leaves %q", got)
	}
	wantDone(t, store+" holds 1 game, ", restore...)
	startChild(t, s.discord, store)
	if said := s.says("ann", "/games"); strings.Contains(said, "Magic") || !strings.Contains(said, "Permute") {
		t.Errorf("Ann's games are %s, want those of the copy", said)
	}
	s.moves("ann", "Cd3-d4", 3)
	s.moves("ben", "swap", 4)
}

// A copy is cut off by the bot that sends it, or by the death of the program that
// receives it. The older copy stays as it was, and the name of half a copy says that it
// is one.
func TestCutOffCopyLeavesTheOlderOne(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store, backup := filepath.Join(dir, "parlour.db"), filepath.Join(dir, "backup.db")
	roomy(t, store)
	whole, err := os.ReadFile(store)
	must(t, err)
	put(t, backup, "older")
	args := []string{"backup", backup, "--force", "--store", store}
	listener, err := listenPrivately(socketOf(store))
	must(t, err)
	sent := make(chan struct{})
	give := func(taken chan struct{}) {
		conn, err := listener.Accept()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		conn.Write(whole[:len(whole)/2]) // much more than the system keeps on the way
		sent <- struct{}{}
		world.Pass(t, taken, "the cut of the copy")
	}
	cut := make(chan struct{})
	go give(cut)
	go func() { world.Pass(t, sent, "half a copy"); close(cut) }()
	wantSentence(t, args, exitFailed, backup+" was not made: the copy is not whole: it is cut short: ")
	left := []string{"backup.db", "parlour.db", "parlour.db.sock"}
	if got := names(t, dir); !slices.Equal(got, left) {
		t.Errorf("who was given half a copy leaves %q, want %q", got, left)
	}

	killed := make(chan struct{})
	go give(killed)
	taker := exec.Command(os.Args[0], args...)
	taker.Env = append(os.Environ(), "PARLOUR_BE_MAIN=1")
	must(t, taker.Start())
	world.Receive(t, sent, "half a copy")
	taker.Process.Kill()
	taker.Wait()
	close(killed)
	got := names(t, dir)
	if len(got) != 4 || !strings.HasPrefix(got[1], "backup.db.") || !strings.HasSuffix(got[1], bolt.PartSuffix) {
		t.Errorf("who was killed leaves %q, want %q and a part", got, left)
	}
	if b, err := os.ReadFile(backup); string(b) != "older" {
		t.Errorf("the older copy has %d bytes, %v", len(b), err)
	}
	listener.Close() // the socket stays, as that of a bot that was killed
	untilRefused(t, socketOf(store))
	wantDone(t, "is a copy: 1 game, ", args...)
}

// untilRefused connects to a closed socket until nobody has it open: a process that
// another test starts at this moment has all open files of this one until it runs its own
// program.
func untilRefused(t *testing.T, path string) {
	t.Helper()
	ctx, ended := soon(t, "connections to a socket that is closed")
	defer ended()
	for {
		conn, err := dial(ctx, path)
		if err != nil {
			return
		}
		conn.Close()
	}
}

// roomy makes a store of some megabytes.
func roomy(t *testing.T, path string) {
	t.Helper()
	store, err := bolt.Open(path)
	must(t, err)
	_, err = store.Create(t.Context(), storage.Head{
		ID:    "m",
		Lobby: storage.Lobby{Phase: storage.Playing, Ended: strings.Repeat("x", 4<<20)}, // one that is over is packed
	})
	must(t, errors.Join(err, store.Close()))
}

// A client that does not read its copy is cut off, after a while or when the bot ends.
func TestClientThatReadsNothingIsCutOff(t *testing.T) {
	t.Parallel()
	for name, stall := range map[string]time.Duration{"after a while": 1, "when the bot ends": time.Hour} {
		path := filepath.Join(t.TempDir(), "parlour.db")
		roomy(t, path)
		gone := make(chan struct{})
		store, stop := served(t, path, stall, &trigger{on: "could not be handed over", do: func() { close(gone) }})
		conn, err := dial(t.Context(), socketOf(path))
		must(t, err)
		must(t, conn.SetDeadline(time.Now().Add(patience)))
		first := make([]byte, 1)
		if stall == time.Hour {
			if _, err := conn.Read(first); err != nil {
				t.Fatal(err)
			}
			stop()
		}
		world.Receive(t, gone, "the end of a copy that is not taken, "+name)
		stop()
		conn.Close()
		if err := store.Close(); err != nil { // which waits for the copy
			t.Errorf("%s: Close = %v", name, err)
		}
		if _, err := os.Stat(socketOf(path)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the socket is left: %v", name, err)
		}
	}
}

// A store whose folder is too deep for the address of a socket is copied while it is open, and nothing is left
// elsewhere.
func TestCopyOfAStoreInADeepFolder(t *testing.T) {
	elsewhere := t.TempDir()
	t.Setenv("TMPDIR", elsewhere)
	dir := filepath.Join(t.TempDir(), strings.Repeat("deep/", 30))
	must(t, os.MkdirAll(dir, 0o700))
	path := filepath.Join(dir, "parlour.db")
	roomy(t, path)
	store, stop := served(t, path, patience, &trigger{})
	defer store.Close()
	wantMode(t, socketOf(path))
	backup := filepath.Join(dir, "backup.db")
	wantDone(t, backup+" is a copy: 1 game, ", "backup", backup, "--store", path)
	wantSentence(t, []string{"compact", "--store", path}, exitFailed, "a bot is using "+path+": stop it first")
	stop()
	if got := slices.Concat(names(t, dir), names(t, elsewhere)); !slices.Equal(got, []string{"backup.db", "parlour.db"}) {
		t.Errorf("there is %q in the end", got)
	}
}

// A socket that a killed process left is replaced. Another file is not, and the bot says
// so and goes on.
func TestLeftSocketIsReplaced(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "parlour.db")
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: socketOf(path), Net: "unix"})
	must(t, err)
	left.SetUnlinkOnClose(false)
	left.Close()
	args := []string{"run", "--token", "t", "--store", path, "--api", "http://127.0.0.1:1", "--copies", "none"}
	if _, _, stderr := run(t, args...); strings.Contains(stderr, "backup") || !strings.Contains(stderr, "cannot reach Discord") {
		t.Errorf("over a socket that was left it says %q", stderr)
	}
	put(t, socketOf(path), "a file")
	if _, _, stderr := run(t, args...); !strings.Contains(stderr, "parlour backup cannot reach this process") ||
		!strings.Contains(stderr, "is in the way, because it is not a socket: move it") || !strings.Contains(stderr, "cannot reach Discord") {
		t.Errorf("over a file it says %q", stderr)
	}
	if b, err := os.ReadFile(socketOf(path)); string(b) != "a file" {
		t.Errorf("the file is %q, %v", b, err)
	}
	if got := names(t, filepath.Dir(path)); !slices.Equal(got, []string{"parlour.db", "parlour.db.sock"}) {
		t.Errorf("the folder has %q", got)
	}
}

// A connection that cannot be accepted, for want of file descriptors, does not keep the
// next client from its copy.
func TestCopiesGoOnAfterAFailedAccept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // for the time that a copy may stand still
		store, err := bolt.Open(filepath.Join(t.TempDir(), "p.db"))
		must(t, err)
		defer store.Close()
		near, far := net.Pipe()
		conns := make(chan net.Conn, 2)
		conns <- nil
		conns <- near
		close(conns)
		accept := func() (net.Conn, error) {
			switch conn, more := <-conns; {
			case !more:
				return nil, net.ErrClosed
			case conn == nil:
				return nil, syscall.EMFILE
			default:
				return conn, nil
			}
		}
		go giveCopies(t.Context(), accept, store, time.Second, slog.New(slog.DiscardHandler))
		if got, err := io.ReadAll(far); err != nil || len(got) == 0 {
			t.Errorf("%d bytes came, %v, want a copy", len(got), err)
		}
	})
}

// Seven daily copies are kept. The oldest goes only when there is a new one, and no other
// file goes.
func TestSevenCopiesAreKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "parlour.db")
	store, err := bolt.Open(path)
	must(t, err)
	day := time.Date(2026, 2, 25, 4, 17, 0, 0, time.Local)
	d := &keeper{store: store, dir: filepath.Join(dir, "copies"), file: path, now: func() time.Time { return day }}
	must(t, os.Mkdir(d.dir, 0o700))
	others := []string{"other-2026-02-20.db", "parlour-2026-02-20.db.bak", "parlour-2026-02-20.txt", "parlour-old.db"}
	for _, name := range append(others, "parlour-2026-02-24.db.17.part") {
		put(t, filepath.Join(d.dir, name), "")
	}
	var want []string
	for n := range 10 {
		if _, err := store.Create(t.Context(), storage.Head{ID: fmt.Sprint(n)}); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time it is there
			must(t, d.copy(t.Context()))
		}
		want = append(want, "parlour-"+day.Format(time.DateOnly)+".db")
		wantCopies(t, d, others, want[max(0, len(want)-7):])
		day = day.AddDate(0, 0, 1)
	}
	old, err := bolt.Open(filepath.Join(d.dir, want[len(want)-7]))
	must(t, err)
	if _, err := old.Get(t.Context(), "3"); err != nil {
		t.Errorf("the oldest copy has no match of its day: %v", err)
	}
	if _, err := old.Get(t.Context(), "4"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("the oldest copy has a match of the day after it: %v", err)
	}
	old.Close()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := d.copy(gone); err == nil {
		t.Error("a copy that nobody waits for = nil, want an error")
	}
	store.Close()
	put(t, filepath.Join(d.dir, "parlour-2026-03-06.db.18.part"), "")
	if err := d.copy(t.Context()); err == nil || errors.Is(err, storage.ErrClosed) || !strings.Contains(err.Error(), d.dir) {
		t.Errorf("a copy of what is closed = %v, want an error in words alone, which name the folder", err)
	}
	wantCopies(t, d, others, want[len(want)-7:])
	if err := (&keeper{store: store, file: path}).copy(t.Context()); err != nil {
		t.Errorf("no copies = %v, want nil", err)
	}
}

// If a night cannot overwrite what the file no longer uses, its error says so, and so does /doctor until a night can.
func TestANightThatFailsIsToldOf(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "parlour.db")
	store, err := bolt.Open(path)
	must(t, err)
	defer store.Close()
	k := &keeper{store: store, file: path, now: time.Now}
	for _, away := range []bool{true, false} {
		if away {
			must(t, os.Rename(path, path+".away"))
		}
		err := k.night(t.Context())
		if told := err != nil && strings.Contains(err.Error(), "people who were forgotten may stand there still: "); told != away || k.unswept.Load() != away {
			t.Errorf("with the file taken away, %v, a night ends with %v, and /doctor is told of it: %v", away, err, k.unswept.Load())
		}
		if away {
			must(t, os.Rename(path+".away", path))
		}
	}
}

// wantCopies checks which files are in the folder of daily copies.
func wantCopies(t *testing.T, d *keeper, others, copies []string) {
	t.Helper()
	want := slices.Sorted(slices.Values(slices.Concat(others, copies)))
	if got := names(t, d.dir); !slices.Equal(got, want) {
		t.Errorf("on %v the folder has\n%q, want\n%q", d.now(), got, want)
	}
}

// A flag says where the daily copies go; without it they go beside the store.
func TestWhereTheCopiesGo(t *testing.T) {
	t.Parallel()
	for flag, want := range map[string]string{"": "x/p.db.copies", "none": "", "None": "", "y": "y"} {
		if got := (runCmd{Store: "x/p.db", Copies: flag}).copies(); got != want {
			t.Errorf("--copies %q is %q, want %q", flag, got, want)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	put(t, file, "")
	var stderr bytes.Buffer
	ctx, ended := soon(t, "a run without a way to Discord")
	defer ended()
	Run(ctx, []string{"run", "--token", "t", "--store", filepath.Join(t.TempDir(), "p.db"), "--api", "http://127.0.0.1:1",
		"--copies", file}, strings.NewReader(""), &bytes.Buffer{}, &stderr)
	if said := stderr.String(); strings.Count(said, "today's copy of the store was not made") != 1 || !strings.Contains(said, "cannot reach Discord") {
		t.Errorf("a copy that cannot be made is told as %q, and the bot does not go on", said)
	}
}

// The file of an older schema goes a month after a new one took its place. No other file goes.
func TestOldFilesGo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "parlour.db")
	store, err := bolt.Open(path)
	must(t, err)
	defer store.Close()
	now := time.Date(2026, 11, 20, 4, 17, 0, 0, time.UTC)
	others := []string{"parlour.db.schema", "parlour.db.schema6.bak", "other.db.schema6", "parlour.db.before", "parlour.db.schemas6"}
	for _, name := range append(slices.Clone(others), "parlour.db.schema6", "parlour.db.schema6.2") {
		old := filepath.Join(dir, name)
		put(t, old, "")
		if err := os.Chtimes(old, now.AddDate(-1, 0, 0), now.AddDate(-1, 0, 0)); err != nil {
			t.Fatal(err)
		}
	}
	must(t, noteOld(path, now))
	k := &keeper{store: store, file: path}
	gone := []string{"parlour.db.schema6", "parlour.db.schema6.2"}
	others = append(others, "parlour.db")
	for _, days := range []int{0, 29, 31} {
		want := append(slices.Clone(others), gone...)
		if days > 30 {
			want = others
		}
		k.now = func() time.Time { return now.AddDate(0, 0, days) }
		must(t, k.night(t.Context()))
		if got := names(t, dir); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("after %d days the folder has %q, want %q", days, got, want)
		}
	}
}

// Somebody who was forgotten stands in no file of the folder once a bot has started, as after a night, and in no copy
// that is made from then on; the log never had them.
func TestNothingIsLeftOfTheForgotten(t *testing.T) {
	t.Parallel()
	s := newStand(t, "")
	dir, ann := filepath.Dir(s.store), s.discord.User("ann")
	left := func() (where []string) {
		must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			b, err := os.ReadFile(path)
			if bytes.Contains(b, []byte(ann.ID())) || bytes.Contains(b, []byte(ann.Display())) {
				where = append(where, path)
			}
			return err
		}))
		return where
	}
	var log strings.Builder
	logged := make(chan struct{})
	go func() {
		defer close(logged)
		for line := range s.bot.said {
			fmt.Fprintln(&log, line)
		}
	}()
	s.moves("ann", "Cd3-d4", 3)
	s.says("ann", "/settings zone:Europe/Berlin")
	m, err := ann.Slash(s.ctx, s.channel, "/privacy")
	for _, button := range []string{"Forget me", "Yes, forget me"} {
		must(t, err)
		m, err = ann.Click(s.ctx, m.ID, button)
	}
	must(t, err)
	ctx, ended := soon(t, "the end of forgetting")
	defer ended()
	for strings.Contains(s.says("ann", "/games"), "still forgetting") && world.Rests(ctx, looksAfter) {
	}
	if got := left(); !slices.Equal(got, []string{s.store}) {
		t.Fatalf("before a night they stand in %q, want in the file alone, or this proves nothing", got)
	}
	must(t, s.bot.cmd.Process.Signal(os.Interrupt))
	world.Pass(t, logged, "the end of the bot")
	startChild(t, s.discord, s.store)
	wantDone(t, " is a copy: ", "backup", filepath.Join(dir, "copy.db"), "--store", s.store)
	for got := left(); len(got) > 0; got = left() {
		if !world.Rests(ctx, looksAfter) {
			t.Fatalf("they stand in %q still", got)
		}
	}
	if strings.Contains(log.String(), ann.ID()) || strings.Contains(log.String(), ann.Display()) {
		t.Errorf("they stand in the log:\n%s", &log)
	}
}
