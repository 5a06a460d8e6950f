package setup

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"parlour/bot/sandbox"
	"parlour/cmd/parlour/setup/ptytest"
)

// A terminal shows nothing of a token, and shows what is typed again afterwards.
func TestATerminalHidesTheToken(t *testing.T) {
	person, program := ptytest.Open(t)
	c := NewConsole(program, program)
	if !c.Interactive {
		t.Fatal("a terminal is not interactive")
	}
	got := make(chan string, 1)
	go func() {
		token, err := c.secret(t.Context())
		if err != nil {
			t.Error(err)
		}
		line, err := c.ask(t.Context(), "And now?")
		if err != nil {
			t.Error(err)
		}
		got <- token + "," + line
	}()
	ptytest.WaitHidden(t, program)
	if _, err := person.WriteString("a-secret\nshown\n"); err != nil {
		t.Fatal(err)
	}
	if answers := <-got; answers != "a-secret,shown" {
		t.Errorf("it reads %q", answers)
	}
	if !ptytest.Shows(t, program) {
		t.Error("the terminal shows nothing any more")
	}
	if shown, err := bufio.NewReader(person).ReadString('?'); err != nil || strings.Contains(shown, "secret") {
		t.Errorf("the terminal shows %q, %v", shown, err)
	}
}

// If the person leaves while a token is asked for, the terminal shows again what is typed.
func TestCtrlCLeavesTheTerminalAsItWas(t *testing.T) {
	_, program := ptytest.Open(t)
	c := NewConsole(program, program)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := c.secret(ctx)
		left <- err
	}()
	ptytest.WaitHidden(t, program)
	leave()
	if err := <-left; !errors.Is(err, errLeft) || !ptytest.Shows(t, program) {
		t.Errorf("a person who leaves reads %v, and the terminal shows what is typed: %t", err, ptytest.Shows(t, program))
	}
}

// A terminal shows nothing of a token from before it is asked for until Discord has taken it, and what is typed
// meanwhile is dropped.
func TestNothingOfATokenIsShown(t *testing.T) {
	person, program := ptytest.Open(t)
	discord, err := sandbox.Start(sandbox.Config{})
	must(t, err)
	defer discord.Close()
	behind := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: strings.TrimPrefix(discord.URL(), "http://")})
	var asked atomic.Int32
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1); ptytest.Shows(t, program) {
			t.Error("the terminal shows what is typed while Discord is asked")
		}
		ptytest.TypeAhead(t, person, program, "pasted-again")
		behind.ServeHTTP(w, r)
	}))
	defer between.Close()
	m := machine{os: "linux", root: t.TempDir(), called: "./parlour", program: "/opt/parlour"}
	ended := make(chan error, 1)
	ptytest.TypeAhead(t, person, program, "typed-ahead")
	go func() {
		_, err := Cmd{API: between.URL}.run(t.Context(), filepath.Join(t.TempDir(), "parlour.toml"), NewConsole(program, program), m)
		ended <- err
	}()
	from := bufio.NewReader(person)
	until := func(what string) (said string) {
		for !strings.HasSuffix(said, what) {
			b, err := from.ReadByte()
			must(t, err)
			said += string(b)
		}
		return said
	}
	until("Token: ")
	if ptytest.Shows(t, program) {
		t.Error("the terminal shows what is typed when a token is asked for")
	}
	if _, err := person.WriteString(discord.Token() + "\n"); err != nil {
		t.Fatal(err)
	}
	said := until("Start Parlour now? [Y/n] ")
	if !ptytest.Shows(t, program) || strings.Contains(said, discord.Token()) || strings.Contains(said, "pasted-again") || asked.Load() == 0 {
		t.Errorf("after %d requests the terminal shows what is typed: %t; it has shown %q", asked.Load(), ptytest.Shows(t, program), said)
	}
	if _, err := person.WriteString("n\n"); err != nil {
		t.Fatal(err)
	}
	until("type /play.")
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
