package setup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
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
