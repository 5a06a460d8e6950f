package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"parlour/cmd/parlour/arena"
	"parlour/cmd/parlour/setup"
	"parlour/commands/locale"
	"parlour/games"
)

type verifyCmd struct {
	Record string `arg:"" type:"path" help:"A file that /record or Proof gave."`
}

// The errors of a check that found something wrong, or less than all. The lines before say what it is.
var (
	errTampered = errors.New("the record is not right: see the lines with ✗")
	errUnproven = errors.New("the record has no proof, so it does not show whether the deal was fair: take the file that /record or Proof gives")
	errUnended  = errors.New("the game has not ended in this record: it goes on, was called off, or the record was cut")
)

// maxPlayers bounds the players that a record can name.
const maxPlayers = 100

// run checks everything in a record that can be computed anew, and prints whether it
// holds, and then every code, to be compared with those that were shown.
func (c verifyCmd) run(ctx context.Context, list []games.Game, stdout io.Writer) error {
	text, err := awaited(ctx, func() (string, error) { return setup.ReadText(c.Record) })
	switch {
	case errors.Is(err, arena.ErrStopped):
		return err
	case err != nil:
		return fmt.Errorf("the record cannot be read: %w: name a file that /record or Proof gave", err)
	}
	record, err := games.DecodeRecord([]byte(text))
	switch {
	case errors.Is(err, games.ErrNewer):
		return fmt.Errorf("%s: %w", c.Record, err)
	case err != nil:
		return fmt.Errorf("%s: %w: name a file that /record or Proof gave", c.Record, err)
	}
	words, err := locale.New(list)
	if err != nil {
		return err
	}
	var players []string
	for seat := range min(record.Seats, maxPlayers) {
		players = append(players, fmt.Sprint("Player ", seat+1))
	}
	v := words.Voice("en", players, nil)
	var failed error
	for _, f := range games.Verify(list, record) {
		mark, fault := "–", error(nil)
		switch {
		case f.Text.Key == games.Undealt:
		case f.Text.Key == games.Unproven:
			fault = errUnproven
		case f.Text.Key == games.Unended:
			fault = errUnended
		case f.Holds:
			mark = "✓"
		default:
			mark, fault = "✗", errTampered
		}
		if failed == nil || fault == errTampered {
			failed = fault
		}
		fmt.Fprintln(stdout, mark, v.Say(f.Text))
	}
	if len(record.Moves) > 0 {
		fmt.Fprintln(stdout, "–", v.Say(games.Say("verify.times")))
	}
	if record.Proof != nil {
		for _, l := range record.Proof.Links {
			fmt.Fprintf(stdout, "  %s  %s\n", l.Code, l.Of)
		}
	}
	return failed
}
