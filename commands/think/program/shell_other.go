//go:build !unix

package program

import "os/exec"

// shell returns a command line to start.
func shell(command string, _ int) *exec.Cmd { return exec.Command("cmd", "/c", command) }

// kill ends a process.
func kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
