package setup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"parlour/bot/sandbox"
)

// openTerminal returns both ends of a terminal: where a person is, and where a program is.
func openTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("this machine has no terminals:", err)
	}
	t.Cleanup(func() { person.Close() })
	var number, locked uint32
	control(t, person, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	control(t, person, syscall.TIOCGPTN, unsafe.Pointer(&number))
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("this machine has no terminals:", err)
	}
	t.Cleanup(func() { program.Close() })
	return person, program
}

// control asks a terminal for something.
func control(t *testing.T, f *os.File, what uintptr, about unsafe.Pointer) {
	t.Helper()
	if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), what, uintptr(about)); err != 0 {
		t.Fatal(err)
	}
}

// shows reports whether a terminal shows what is typed.
func shows(t *testing.T, f *os.File) bool {
	t.Helper()
	var state syscall.Termios
	control(t, f, syscall.TCGETS, unsafe.Pointer(&state))
	return state.Lflag&syscall.ECHO != 0
}

// hides waits until a terminal shows nothing of what is typed.
func hides(t *testing.T, f *os.File) {
	t.Helper()
	for late := time.Now().Add(time.Minute); shows(t, f); runtime.Gosched() {
		if time.Now().After(late) {
			t.Fatal("within a minute the terminal does not hide what is typed")
		}
	}
}

// A terminal shows nothing of a token, and shows what is typed again afterwards.
func TestATerminalHidesTheToken(t *testing.T) {
	person, program := openTerminal(t)
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
	hides(t, program)
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

// Whoever leaves while a token is asked for has a terminal that shows what is typed.
func TestCtrlCLeavesTheTerminalAsItWas(t *testing.T) {
	_, program := openTerminal(t)
	c := NewConsole(program, program)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := c.secret(ctx)
		left <- err
	}()
	hides(t, program)
	leave()
	if err := <-left; !errors.Is(err, errLeft) || !shows(t, program) {
		t.Errorf("who leaves reads %v, and the terminal shows what is typed: %t", err, shows(t, program))
	}
}

// A terminal shows nothing of a token from before it is asked for until Discord has taken it, and what is typed
// meanwhile is dropped.
func TestNothingOfATokenIsShown(t *testing.T) {
	person, program := openTerminal(t)
	discord, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	behind := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: strings.TrimPrefix(discord.URL(), "http://")})
	var asked atomic.Int32
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1); shows(t, program) {
			t.Error("the terminal shows what is typed while Discord is asked")
		}
		if _, err := person.WriteString("pasted-again\n"); err != nil {
			t.Error(err)
		}
		behind.ServeHTTP(w, r)
	}))
	defer between.Close()
	m := machine{os: "linux", root: t.TempDir(), called: "./parlour", program: "/opt/parlour"}
	ended := make(chan error, 1)
	if _, err := person.WriteString("typed-ahead\n"); err != nil {
		t.Fatal(err)
	}
	go func() {
		_, err := Cmd{API: between.URL}.run(t.Context(), filepath.Join(t.TempDir(), "parlour.toml"), NewConsole(program, program), m)
		ended <- err
	}()
	from := bufio.NewReader(person)
	until := func(what string) (said string) {
		for !strings.HasSuffix(said, what) {
			b, err := from.ReadByte()
			if err != nil {
				t.Fatal(err)
			}
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
