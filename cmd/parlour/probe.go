package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"parlour/bot/probe"
	"parlour/bot/rest"
	"parlour/cmd/parlour/setup"
)

type probeCmd struct {
	Token   setup.Token `embed:""`
	Channel string      `required:"" placeholder:"ID" help:"A text channel of a private server, where the bot may post, attach files, read the history and make threads."`
	API     string      `env:"PARLOUR_API" type:"api" placeholder:"URL" help:"Another address for Discord's API, such as a sandbox."`
	Alone   bool        `help:"Skip what somebody must press."`
	Long    bool        `help:"Also try what takes six minutes."`
}

// errDiffers says that Discord does something else than the sandbox. The report tells what.
var errDiffers = errors.New("Discord differs from the sandbox") //lint:ignore ST1005 a name

// run probes Discord and prints the report. What it does meanwhile goes to stderr, so that the
// report can be kept in a file.
func (c probeCmd) run(ctx context.Context, log *slog.Logger, stdin io.Reader, stdout, stderr io.Writer) error {
	token, err := tokenOf(ctx, c.Token, c.API, log)
	if err != nil {
		return err
	}
	line := func(what string) { fmt.Fprintln(stderr, what) }
	report, err := probe.Run(ctx, probe.Config{
		Token: token, API: c.API, Channel: c.Channel, Alone: c.Alone, Long: c.Long, Log: log,
		Ask: func(what string) { line(what + " Enter skips it.") }, Tell: line, Skip: enters(stdin),
	})
	if errors.Is(err, rest.ErrTokenRefused) {
		return c.Token.Refused(err)
	}
	if err != nil {
		return err
	}
	return tell(report, token, stdout)
}

// enters says when a line was entered.
func enters(in io.Reader) <-chan struct{} {
	entered := make(chan struct{})
	go func() {
		for lines := bufio.NewScanner(in); lines.Scan(); {
			select {
			case entered <- struct{}{}:
			default: // nothing waits to be pressed
			}
		}
	}()
	return entered
}

// tell prints the report. The error says whether something differs.
func tell(report probe.Report, token string, stdout io.Writer) error {
	if err := report.Write(stdout, token); err != nil {
		return err
	}
	if report.Differences() > 0 {
		return errDiffers
	}
	return nil
}
