//go:build unix

package setup

import "golang.org/x/sys/unix"

// quieten has a terminal show nothing of what is typed, and drop what was typed before. loud undoes that, and
// drops what was typed meanwhile.
func quieten(fd int) (loud func(), err error) {
	before, err := unix.IoctlGetTermios(fd, askTerminal)
	if err != nil {
		return nil, err
	}
	quiet := *before
	quiet.Lflag &^= unix.ECHO
	if err := unix.IoctlSetTermios(fd, tellTerminal, &quiet); err != nil {
		return nil, err
	}
	return func() { _ = unix.IoctlSetTermios(fd, tellTerminal, before) }, nil
}
