package setup

import "golang.org/x/sys/windows"

// quieten has a window show nothing of what is typed, and drop what was typed before. loud undoes that, and
// drops what was typed meanwhile.
func quieten(fd int) (loud func(), err error) {
	console := windows.Handle(fd)
	var before uint32
	if err := windows.GetConsoleMode(console, &before); err != nil {
		return nil, err
	}
	if err := windows.SetConsoleMode(console, before&^windows.ENABLE_ECHO_INPUT); err != nil {
		return nil, err
	}
	_ = windows.FlushConsoleInputBuffer(console)
	return func() {
		_ = windows.FlushConsoleInputBuffer(console)
		_ = windows.SetConsoleMode(console, before)
	}, nil
}
