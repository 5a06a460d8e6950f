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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
