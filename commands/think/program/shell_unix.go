//go:build unix

package program

import (
	"fmt"
	"os/exec"
	"syscall"
)

// shell returns a command line to start, in a group of processes of its own.
func shell(command string, memory int) *exec.Cmd {
	cmd := exec.Command("/bin/sh", "-c", fmt.Sprintf("ulimit -d %d; ulimit -c 0; %s", memory*1024, command))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// kill ends a process and its group.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
