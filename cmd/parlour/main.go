// Command parlour hosts correspondence games on Discord.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// version is set by the linker for releases: -X main.version=v1.2.3.
var version string

func main() {
	ctx, stop := context.WithCancel(context.Background())
	obey(stop)
	os.Exit(Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// obey calls stop when the program is told to stop. Told so again, it ends at once; but the end of a session may send
// SIGHUP more than once, which asks for no haste. What is ignored from the start, as under nohup, stays so.
func obey(stop func()) {
	told := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(told, s)
		}
	}
	go func() {
		for again := false; ; stop() {
			s := <-told
			if number, ok := s.(syscall.Signal); ok && again && s != syscall.SIGHUP {
				os.Exit(128 + int(number)) // as shells write it
			}
			again = again || s != syscall.SIGHUP
		}
	}()
}
