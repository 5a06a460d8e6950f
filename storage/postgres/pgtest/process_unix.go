//go:build unix

package pgtest

import (
	"os"
	"os/exec"
	"syscall"
)

// A runner is the account that runs a process; nil is that of the test.
type runner struct{ uid, gid uint32 }

// runs has a command run by it, in a process group of its own.
func (r *runner) runs(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if r != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: r.uid, Gid: r.gid}
	}
}

// freeze stops a process until it is killed.
func freeze(p *os.Process) error { return p.Signal(syscall.SIGSTOP) }

// kill ends a process as a crash does.
func kill(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }
