package bottest

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// programs are the ends of programs. They stay open: a program that was left at a question reads on until the
// person's end is closed, and then puts back its terminal, which must not be another one with the same number.
var programs struct {
	sync.Mutex
	open []*os.File
}

// Terminal returns both ends of a terminal: where a person is, and where a program is. It skips the test where
// there are no terminals.
func Terminal(t testing.TB) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("this machine has no terminals:", err)
	}
	t.Cleanup(func() { person.Close() })
	_ = unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0)
	number, _ := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("this machine has no terminals:", err)
	}
	programs.Lock()
	defer programs.Unlock()
	programs.open = append(programs.open, program)
	return person, program
}
