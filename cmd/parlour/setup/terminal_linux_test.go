package setup

import (
	"bufio"
	"context"
	"errors"
	"golang.org/x/sys/unix"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/commands/world"
)

// A terminal shows nothing of a token, and shows what is typed again afterwards.
func TestATerminalHidesTheToken(t *testing.T) {
	person, program := bottest.Terminal(t)
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
	waitHidden(t, program)
	if _, err := person.WriteString("a-secret\nshown\n"); err != nil {
		t.Fatal(err)
	}
	if answers := <-got; answers != "a-secret,shown" {
		t.Errorf("it reads %q", answers)
	}
	if !shows(t, program) {
		t.Error("the terminal shows nothing any more")
	}
	if shown, err := bufio.NewReader(person).ReadString('?'); err != nil || strings.Contains(shown, "secret") {
		t.Errorf("the terminal shows %q, %v", shown, err)
	}
}

// If the person leaves while a token is asked for, the terminal shows again what is typed.
func TestCtrlCLeavesTheTerminalAsItWas(t *testing.T) {
	_, program := bottest.Terminal(t)
	c := NewConsole(program, program)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := c.secret(ctx)
		left <- err
	}()
	waitHidden(t, program)
	leave()
	if err := <-left; !errors.Is(err, errLeft) || !shows(t, program) {
		t.Errorf("a person who leaves reads %v, and the terminal shows what is typed: %t", err, shows(t, program))
	}
}

// A terminal shows nothing of a token from before it is asked for until Discord has taken it, and what is typed
// meanwhile is dropped.
func TestNothingOfATokenIsShown(t *testing.T) {
	person, program := bottest.Terminal(t)
	discord, err := sandbox.Start(sandbox.Config{})
	must(t, err)
	defer discord.Close()
	behind := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: strings.TrimPrefix(discord.URL(), "http://")})
	var asked atomic.Int32
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1); shows(t, program) {
			t.Error("the terminal shows what is typed while Discord is asked")
		}
		typeAhead(t, person, program, "pasted-again")
		behind.ServeHTTP(w, r)
	}))
	defer between.Close()
	m := machine{os: "linux", root: t.TempDir(), called: "./parlour", program: "/opt/parlour"}
	ended := make(chan error, 1)
	typeAhead(t, person, program, "typed-ahead")
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
	if shows(t, program) {
		t.Error("the terminal shows what is typed when a token is asked for")
	}
	if _, err := person.WriteString(discord.Token() + "\n"); err != nil {
		t.Fatal(err)
	}
	said := until("Start Parlour now? [Y/n] ")
	if !shows(t, program) || strings.Contains(said, discord.Token()) || strings.Contains(said, "pasted-again") || asked.Load() == 0 {
		t.Errorf("after %d requests the terminal shows what is typed: %t; it has shown %q", asked.Load(), shows(t, program), said)
	}
	if _, err := person.WriteString("n\n"); err != nil {
		t.Fatal(err)
	}
	until("type /play.")
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// shows reports whether a terminal shows what is typed.
func shows(t *testing.T, program *os.File) bool {
	t.Helper()
	state, err := unix.IoctlGetTermios(int(program.Fd()), unix.TCGETS)
	if err != nil {
		t.Error(err)
	}
	return err == nil && state.Lflag&unix.ECHO != 0
}

// waitHidden waits until a terminal shows nothing of what is typed.
func waitHidden(t *testing.T, program *os.File) {
	t.Helper()
	wait(t, "the terminal hides what is typed", func() bool { return !shows(t, program) })
}

// typeAhead types a line that nobody reads yet, and waits until the program could read it: the system passes on
// what a person types some time after it was typed.
func typeAhead(t *testing.T, person, program *os.File, line string) {
	t.Helper()
	waiting := func() int { // bytes of whole lines
		n, _ := unix.IoctlGetInt(int(program.Fd()), unix.TIOCINQ)
		return n
	}
	all := waiting() + len(line) + 1
	if _, err := person.WriteString(line + "\n"); err != nil {
		t.Error(err)
	}
	wait(t, "the terminal has what was typed", func() bool { return waiting() >= all })
}

// wait waits until something is so.
func wait(t *testing.T, what string, is func() bool) {
	t.Helper()
	for late := time.Now().Add(world.Patience); !is(); runtime.Gosched() {
		if time.Now().After(late) {
			t.Errorf("after %v it is not so that %s", world.Patience, what)
			return
		}
	}
}
