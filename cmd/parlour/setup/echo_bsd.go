//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package setup

import "golang.org/x/sys/unix"

// What a terminal is asked and told; telling drops what was typed.
const (
	askTerminal  = unix.TIOCGETA
	tellTerminal = unix.TIOCSETAF
)
