// Package ptytest gives tests a terminal, with a person at one end and a program at the other.
package ptytest

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// patience is how long a terminal may take.
const patience = time.Minute

// programs are the ends of programs. They stay open: a program that was left at a question reads on until the
// person's end is closed, and then puts back its terminal, which must not be another one with the same number.
var programs struct {
	sync.Mutex
	open []*os.File
}

// Open returns both ends of a terminal: where a person is, and where a program is. It skips the test where there
// are no terminals.
func Open(t *testing.T) (person, program *os.File) {
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
	programs.Lock()
	defer programs.Unlock()
	programs.open = append(programs.open, program)
	return person, program
}

// Shows reports whether a terminal shows what is typed.
func Shows(t *testing.T, program *os.File) bool {
	t.Helper()
	var state syscall.Termios
	control(t, program, syscall.TCGETS, unsafe.Pointer(&state))
	return state.Lflag&syscall.ECHO != 0
}

// WaitHidden waits until a terminal shows nothing of what is typed.
func WaitHidden(t *testing.T, program *os.File) {
	t.Helper()
	wait(t, "the terminal hides what is typed", func() bool { return !Shows(t, program) })
}

// TypeAhead types a line that nobody reads yet, and waits until the program could read it: the system passes on
// what a person types some time after it was typed.
func TypeAhead(t *testing.T, person, program *os.File, line string) {
	t.Helper()
	typed := line + "\n"
	all := waiting(t, program) + len(typed)
	if _, err := person.WriteString(typed); err != nil {
		t.Error(err)
		return
	}
	wait(t, fmt.Sprintf("the terminal has %q", typed), func() bool { return waiting(t, program) >= all })
}

// waiting returns how many bytes of whole lines the program could read.
func waiting(t *testing.T, program *os.File) int {
	t.Helper()
	var n int32
	control(t, program, syscall.TIOCINQ, unsafe.Pointer(&n))
	return int(n)
}

// wait waits until something is so.
func wait(t *testing.T, what string, is func() bool) {
	t.Helper()
	for late := time.Now().Add(patience); !is(); runtime.Gosched() {
		if time.Now().After(late) {
			t.Errorf("after %v it is not so that %s", patience, what)
			return
		}
	}
}

// control asks a terminal for something.
func control(t *testing.T, f *os.File, what uintptr, about unsafe.Pointer) {
	t.Helper()
	if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), what, uintptr(about)); err != 0 {
		t.Error(err)
	}
}
