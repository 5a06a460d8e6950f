package main

import (
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"parlour/storage/postgres/pgtest"
)

// migrated returns the address of a database that parlour migrate has brought up.
func migrated(t *testing.T, server *pgtest.Server) string {
	t.Helper()
	address := server.Fresh(t)
	for _, want := range []string{"has schema 6 now, instead of 0.\n", "has schema 6 already.\n"} {
		if code, stdout, stderr := run(t, "migrate", "--store", address); code != exitOK || !strings.HasSuffix(stdout, want) || stderr != "" {
			t.Fatalf("parlour migrate: exit %d, %q, %q, want %q", code, stdout, stderr, want)
		}
	}
	return address
}

// A game goes on in a database, in a file to which it is moved, and in another database.
//
//test:unwatched
func TestMoveStore(t *testing.T) {
	t.Parallel()
	server := pgtest.Shared(t)
	path := []string{migrated(t, server), filepath.Join(t.TempDir(), "parlour.db"), migrated(t, server)}
	for i, store := range path {
		script, want := "ann in dm /board", "To move: Ann."
		if i == 0 {
			script, want = "ann /play game:magic opponent:@ben first:me\nben clicks Accept", "Ann moves first."
		} else {
			code, stdout, stderr := run(t, "move-store", path[i-1], store)
			if code != exitOK || stderr != "" || !strings.Contains(stdout, " holds all of ") || !strings.Contains(stdout, ": 1 game and ") {
				t.Fatalf("parlour move-store: exit %d, %q, %q", code, stdout, stderr)
			}
		}
		if code, stdout, stderr := perform(t, strings.NewReader(script), "--store", store); code != exitOK || stderr != "" || !strings.Contains(stdout, want) {
			t.Errorf("in store %d: exit %d, %q, %q, want %q", i, code, stderr, stdout, want)
		}
	}
	wantSentence(t, []string{"move-store", path[1], path[1]}, exitFailed, "a store cannot be moved to itself")
	wantSentence(t, []string{"move-store", filepath.Join(t.TempDir(), "none"), path[0]}, exitFailed, "there is no store")
	bare, reason := server.Fresh(t), "has no tables yet: run parlour migrate first"
	wantSentence(t, []string{"move-store", path[1], bare}, exitFailed, reason)
	wantSentence(t, []string{"move-store", bare, path[1]}, exitFailed, reason)
	if code, _, stderr := perform(t, strings.NewReader("ann /board"), "--store", bare); code != exitFailed || !strings.Contains(stderr, reason) {
		t.Errorf("a script over a database without tables: exit %d, %q, want %q", code, stderr, reason)
	}
	other := migrated(t, server)
	if code, _, stderr := perform(t, strings.NewReader("ann /play game:magic opponent:@ben"), "--store", other); code != exitOK {
		t.Fatal(stderr)
	}
	wantSentence(t, []string{"move-store", path[1], other}, exitFailed, "holds something else already")
}

// The bot keeps its games in a database, and makes no file.
func TestRunOverADatabase(t *testing.T) {
	t.Parallel()
	address := migrated(t, pgtest.Shared(t))
	s := newStand(t, address)
	s.bot.end(syscall.SIGKILL)
	second := startChild(t, s.discord, address)
	if said := s.says("ann", "/board"); !strings.Contains(said, "Your turn") {
		t.Errorf("/board after a restart = %s", said)
	}
	wantSentence(t, []string{"move-store", address, filepath.Join(t.TempDir(), "parlour.db")}, exitFailed, "a bot is using it: stop it first")
	if code := second.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("the bot ended with %d", code)
	}
	if found, _ := filepath.Glob("postgres*"); len(found) > 0 {
		t.Errorf("the bot made files: %q", found)
	}
}

// A bot that waits for a schema can be stopped.
func TestABotWaitsForTheSchema(t *testing.T) {
	t.Parallel()
	discord, _ := startSandbox(t)
	c := spawnChild(t, discord.URL(), discord.Token(), pgtest.Shared(t).Fresh(t))
	c.awaitSaid("parlour migrate")
	if code := c.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("the bot ended with %d", code)
	}
}

// A bot that is started while its database is away waits for it, and ends where the database refuses it.
func TestABotWaitsForTheDatabase(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t, "fsync=off")
	address := server.Migrated(t)
	discord, _ := startSandbox(t)
	server.Kill(t)
	c := spawnChild(t, discord.URL(), discord.Token(), address)
	c.awaitSaid("the database is out of reach: this waits until it answers")
	server.Restart(t)
	c.awaitReady()
	if code := c.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("the bot ended with %d", code)
	}
	stranger := strings.Replace(address, "parlour@", "stranger@", 1)
	wantSentence(t, []string{"run", "--token", "t", "--api", "http://127.0.0.1:1", "--store", stranger}, exitFailed, "check that the address names a database that lets this account in")
}

// What is made for a file says so where it gets a database, and nothing tells a password.
func TestSentencesOfDatabases(t *testing.T) {
	t.Setenv("PARLOUR_STORE", "postgres://ann:a-secret@127.0.0.1:1/games?connect_timeout=1")
	wantSentences(t, `
1 backup DIR/none => parlour backup is for a store in a file
1 restore copy => parlour restore is for a store in a file
1 check => parlour check is for a store in a file
1 compact => parlour compact is for a store in a file
2 run --token t --store postgres://ann:a-secret@[::1 => --store: the address of the database cannot be read: it is postgres://
1 migrate => : 127.0.0.1:1 (127.0.0.1): dial error: 
1 migrate => connection refused: check that the server runs
1 move-store postgres://ann:a-secret@127.0.0.1:1/games FILE => connection refused
1 migrate --store parlour.db => parlour migrate is for a database
2 migrate --store postgres://ann:a-secret@[::1 => the address of the database cannot be read
`, "DIR", t.TempDir())
	for _, line := range []string{"migrate --store ADDRESS", "move-store ADDRESS none", "run --token t --api http://127.0.0.1:1 --store ADDRESS"} {
		called, off := soon(t, "parlour "+line)
		stderr := &trigger{on: "sslmode", do: off}
		Run(called, strings.Fields(strings.Replace(line, "ADDRESS", "postgres://ann:a-secret@192.0.2.1/games", 1)), strings.NewReader(""), io.Discard, stderr)
		if said := stderr.said.String(); strings.Count(said, "add sslmode=verify-full to its address") != 1 || strings.Contains(said, "a-secret") {
			t.Errorf("parlour %s says %q of an address without sslmode", line, said)
		}
	}
}
