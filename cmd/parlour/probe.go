package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"parlour/bot"
	"parlour/bot/probe"
)

type probeCmd struct {
	Token   string `env:"DISCORD_TOKEN" placeholder:"TOKEN" help:"The bot's token; better given as $DISCORD_TOKEN, because others can see a command line. No other program may run with it meanwhile."`
	Channel string `required:"" placeholder:"ID" help:"A text channel of a private server, where the bot may post, attach files, read the history and make threads."`
	API     string `env:"PARLOUR_API" placeholder:"URL" help:"Another address for Discord's API, such as a sandbox."`
	Alone   bool   `help:"Ask nobody to press anything."`
	Long    bool   `help:"Also try what takes six minutes."`
}

// errDiffers says that Discord does something else than the sandbox. The report tells what.
var errDiffers = errors.New("Discord differs from the sandbox") //lint:ignore ST1005 a name

// run probes Discord and prints the report. What it does meanwhile goes to stderr, so that the
// report can be kept in a file.
func (c probeCmd) run(ctx context.Context, log *slog.Logger, stdin io.Reader, stdout, stderr io.Writer) error {
	if c.Token = strings.TrimSpace(c.Token); c.Token == "" {
		return bot.ErrNoToken
	}
	line := func(what string) { fmt.Fprintln(stderr, what) }
	report, err := probe.Run(ctx, probe.Config{
		Token: c.Token, API: c.API, Channel: c.Channel, Alone: c.Alone, Long: c.Long, Log: log,
		Ask: func(what string) { line(what + " Enter skips it.") }, Tell: line, Skip: enters(stdin),
	})
	if err != nil {
		return err
	}
	return c.tell(report, stdout)
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
func (c probeCmd) tell(report probe.Report, stdout io.Writer) error {
	if err := report.Write(stdout, c.Token); err != nil {
		return err
	}
	if report.Differences() > 0 {
		return errDiffers
	}
	return nil
}
