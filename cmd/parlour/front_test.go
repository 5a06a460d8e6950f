package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"parlour/bot/web"
	"parlour/commands/world"
	"parlour/storage/postgres/pgtest"
)

// caddy returns the address of Caddy with the file of packaging/fleet, before processes at some addresses.
func caddy(t *testing.T, addresses ...string) string {
	program, err := exec.LookPath("caddy")
	if err != nil {
		t.Skip("caddy is not installed")
	}
	file, err := os.ReadFile("../../packaging/fleet/Caddyfile")
	must(t, err)
	at := "http://" + freeAddress(t)
	here := strings.Replace(string(file), "{$PARLOUR_DOMAIN}", at, 1)
	here = "{\n\tadmin off\n\tauto_https off\n}\n" + regexp.MustCompile(`bot-1:8080.*8080`).ReplaceAllString(here, strings.Join(addresses, " "))
	written := filepath.Join(t.TempDir(), "Caddyfile")
	must(t, os.WriteFile(written, []byte(here), 0o600))
	c := exec.Command(program, "run", "--adapter", "caddyfile", "--config", written)
	c.Env = append(os.Environ(), "HOME="+t.TempDir())
	must(t, c.Start())
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	ctx, ended := soon(t, "an answer of Caddy")
	defer ended()
	for {
		answer, err := http.Get(at)
		if err == nil {
			answer.Body.Close()
			return at
		}
		if !world.Rests(ctx, looksAfter) {
			t.Fatal(err)
		}
	}
}

// While their database is stopped no bot is ready, and whatever is in front sends people on all the same: they read
// why. The processes say that they run, and that a balancer is to go elsewhere.
func TestPeopleReadWhyNobodyCanPlay(t *testing.T) {
	t.Parallel()
	for name, front := range map[string]func(*testing.T, ...string) string{
		"the balancer": func(t *testing.T, addresses ...string) string { return balance(t, addresses...).URL }, "Caddy": caddy,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := pgtest.New(t, "fsync=off")
			discord, ctx := startSandbox(t)
			s := newSlot(t, "the bot", discord, database.Migrated(t), "PARLOUR_INTERACTIONS=true", "PARLOUR_WAITS="+waits())
			discord.SendTo(front(t, s.web) + "/interactions")
			bot := s.spawn()
			bot.awaitReady()
			must(t, discord.AwaitBot(ctx)) // Discord has to know its address, too
			go func() {
				for range bot.said {
				}
			}()
			says := func(want string) {
				t.Helper()
				m, err := discord.User("ann").Slash(ctx, discord.Channel("games"), "/games")
				if err != nil || !strings.Contains(m.Content, want) {
					t.Errorf("/games is answered with %v, %v, want %q", m, err, want)
				}
			}
			says("No games yet")
			database.Kill(t)
			s.awaits(ctx, "readyz", false)
			s.awaits(ctx, "livez", true)
			s.awaits(ctx, "healthz", false)
			says("I can't get at my games right now.")
			database.Restart(t)
			s.awaits(ctx, "readyz", true)
			says("No games yet")
			bot.cmd.Process.Signal(syscall.SIGTERM)
			if err := bot.cmd.Wait(); err != nil {
				t.Errorf("the bot ended with %v", err)
			}
		})
	}
}

// From its first moment on a process says that it runs, and that nobody can play there yet, whatever it waits for: here
// it is a database that never answers.
func TestThePagesAreThereBeforeTheStore(t *testing.T) {
	t.Parallel()
	ctx, stop := soon(t, "a bot without its database")
	at := freeAddress(t)
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, []string{"run", "--token", "a-word", "--api", "http://127.0.0.1:1", "--web", at, "--store", "postgres://ann@127.0.0.1:1/x?sslmode=disable"},
			strings.NewReader(""), io.Discard, io.Discard)
	}()
	for page, want := range map[string]struct {
		status int
		says   string
	}{"livez": {http.StatusOK, "the process runs"}, "readyz": {http.StatusServiceUnavailable, "Parlour is not at work yet"}, "healthz": {http.StatusServiceUnavailable, "Parlour is not at work yet"}} {
		for {
			answer, err := http.Get("http://" + at + "/" + page)
			if err != nil && world.Rests(ctx, looksAfter) {
				continue
			}
			must(t, err)
			said, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err != nil || answer.StatusCode != want.status || !strings.Contains(string(said), want.says) {
				t.Errorf("/%s is answered with %d %s, %v", page, answer.StatusCode, said, err)
			}
			break
		}
	}
	stop()
	if code := world.Receive(t, ended, "the end of a bot that waits for its database"); code != exitOK {
		t.Errorf("it ends with %d", code)
	}
}

// awaits waits until a page of a process answers with status 200, or with another one.
func (s *slot) awaits(ctx context.Context, page string, well bool) {
	s.t.Helper()
	for (web.Ask(ctx, s.web, page, io.Discard) == nil) != well {
		if !world.Rests(ctx, looksAfter) {
			s.t.Fatalf("waited in vain for /%s of %s to be well: %v", page, s.name, well)
		}
	}
}
