package pgtest

import (
	"errors"
	"os"
	"os/exec"
)

// A runner is the account that runs a process; nil is that of the test, the only one there is here.
type runner struct{ uid, gid uint32 }

func (*runner) runs(*exec.Cmd) {}

// freeze fails: nothing stops a process here.
func freeze(*os.Process) error { return errors.ErrUnsupported }

func kill(pid int) {
	if p, err := os.FindProcess(pid); err == nil {
		_ = p.Kill()
	}
}
