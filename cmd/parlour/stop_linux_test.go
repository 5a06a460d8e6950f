package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands/world"
)

// The end of a session stops a bot as SIGTERM does, unless it was started under nohup.
func TestTheEndOfASessionStopsIt(t *testing.T) {
	t.Parallel()
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, syscall.SIGHUP) // a program inherits what is ignored, so that the tests too may run under nohup
	defer signal.Stop(heard)
	discord, _ := startSandbox(t)
	c := startChild(t, discord, filepath.Join(t.TempDir(), "parlour.db"))
	if code := c.end(syscall.SIGHUP); code != exitOK {
		t.Errorf("after SIGHUP it ends with %d", code)
	}
	c = childBy(t, "trap '' HUP; exec \"$0\" run", discord.URL(), discord.Token())
	c.awaitReady()
	must(t, c.cmd.Process.Signal(syscall.SIGHUP))
	if code := c.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("under nohup it ends with %d, want that after SIGTERM", code)
	}
}

// childBy has a shell start the program.
func childBy(t *testing.T, script, api, token string) *child {
	t.Helper()
	return spawn(t, exec.Command("sh", "-c", script, os.Args[0]), api, token, filepath.Join(t.TempDir(), "parlour.db"))
}

// Told to stop in the middle of its start, a bot ends with 0: while Discord does not answer, and while it
// gets no connection.
func TestToldToStopDuringTheStart(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 100)
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	defer silent.Close()
	c := spawnChild(t, silent.URL, "a-word", filepath.Join(t.TempDir(), "parlour.db"))
	world.Receive(t, asked, "a request to Discord")
	if code := c.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("while Discord does not answer it ends with %d", code)
	}
	discord, _ := startSandbox(t)
	must(t, discord.Faults().RefuseHello(7, 1000))
	c = spawnChild(t, discord.URL(), discord.Token(), filepath.Join(t.TempDir(), "parlour.db"))
	c.awaitSaid("gateway")
	if code := c.end(syscall.SIGTERM); code != exitOK {
		t.Errorf("without a connection it ends with %d", code)
	}
}

// A second signal ends the program at once, whatever it does: here it writes to a pipe that nobody reads.
func TestASecondSignalEndsItAtOnce(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	must(t, err)
	defer r.Close()
	full := exec.Command(os.Args[0], "licenses")
	full.Env, full.Stdout = append(os.Environ(), "PARLOUR_BE_MAIN=1"), w
	must(t, full.Start(), w.Close())
	_, err = r.Read(make([]byte, 1))
	must(t, err)
	ended := make(chan struct{})
	go func() { full.Wait(); close(ended) }()
	ctx, stopped := soon(t, "the end after a second signal")
	defer stopped()
	for {
		full.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
			if code := full.ProcessState.ExitCode(); code != 128+int(syscall.SIGTERM) {
				t.Errorf("it ends with %d", code)
			}
			return
		default:
			if !world.Rests(ctx, patience/1000) {
				return
			}
		}
	}
}

// Where a pipe stands in for a file, no command waits for whoever writes to it, or it stops when it is told to.
func TestNoCommandHangsAtAPipe(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	must(t, syscall.Mkfifo(pipe, 0o600))
	wantSentences(t, `
1 check --store PIPE => it is not a file: name a file
1 check --mend --store PIPE => it is not a file: name a file
1 compact --store PIPE => it is not a file: name a file
1 backup x --store PIPE => it is not a file: name a file
1 restore PIPE => it is not a file: name a file
1 backup PIPE => is not a file: name a file for the copy
1 move-store PIPE x.db => it is not a file: name a file
`, "PIPE", pipe)
	for args, want := range map[string]int{
		"verify PIPE": exitFailed, "check --config PIPE": exitFailed, "run --config PIPE": exitOK,
		"run --token-file PIPE": exitOK, "sandbox --script PIPE": exitOK,
	} {
		ctx, stop := soon(t, "parlour "+args)
		pipe := filepath.Join(t.TempDir(), "pipe")
		must(t, syscall.Mkfifo(pipe, 0o600))
		var said bytes.Buffer
		ended := make(chan int, 1)
		go func() {
			ended <- Run(ctx, strings.Fields(strings.Replace(args, "PIPE", pipe, 1)), strings.NewReader(""), &said, &said)
		}()
		writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // it waits for a reader
		must(t, err)
		stop()
		sentence := "parlour: this was stopped before its end, so there is no result: start it again.\n"
		if code := world.Receive(t, ended, "the end of parlour "+args); code != want || (said.String() == sentence) != (want == exitFailed) {
			t.Errorf("parlour %s ends with %d, and says %q", args, code, said.String())
		}
		must(t, writer.Close())
	}
}

// A bot goes on without a reader of its log, gone or paused, and ends when it is told to.
func TestNobodyReadsTheLog(t *testing.T) {
	t.Parallel()
	for _, gone := range []bool{true, false} {
		discord, ctx := startSandbox(t)
		r, w, err := os.Pipe()
		must(t, err)
		defer r.Close()
		must(t, w.SetWriteDeadline(time.Now().Add(time.Millisecond)))
		for filled := false; !filled; { // so that the first line of the log finds no room
			_, err := w.Write(make([]byte, 4096))
			filled = errors.Is(err, os.ErrDeadlineExceeded)
		}
		cmd := exec.Command(os.Args[0], "run", "--log-level", "debug", "--copies", "none")
		cmd.Env = append(os.Environ(), "PARLOUR_BE_MAIN=1", "DISCORD_TOKEN="+discord.Token(), "PARLOUR_API="+discord.URL(), "PARLOUR_STORE="+filepath.Join(t.TempDir(), "parlour.db"))
		cmd.Stderr = w
		must(t, cmd.Start(), w.Close())
		if gone {
			must(t, r.Close()) // it is at a loss from its first line on
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		t.Cleanup(func() { cmd.Process.Kill() })
		must(t, discord.AwaitBot(ctx))
		if _, err := discord.User("ann").Slash(ctx, discord.Channel("lounge"), "/games"); err != nil {
			t.Fatalf("without a reader of its log, gone: %v, it does not answer: %v", gone, err)
		}
		must(t, cmd.Process.Signal(syscall.SIGTERM))
		if err := world.Receive(t, ended, "the end of the bot"); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Errorf("without a reader of its log, gone: %v, it ends with %v", gone, err)
		}
	}
}

// A paused reader is told how many lines it has missed once it reads again, after those that were kept.
func TestAPausedReaderMissesLines(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		log := newUnhurried(w, 3, func(missing int64) { fmt.Fprint(w, missing); w.Close() })
		defer close(log.work)
		for n := range 10 {
			fmt.Fprintf(log, "line %d\n", n)
			synctest.Wait() // the first one is being written from then on
		}
		log.flush() // which does not wait for ever
		if got, err := io.ReadAll(r); err != nil || string(got) != "line 0\nline 1\nline 2\nline 3\n6" {
			t.Errorf("it reads %q, %v", got, err)
		}
	})
}
