package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"parlour/commands/locale"
	"parlour/games"
)

type verifyCmd struct {
	Record string `arg:"" type:"path" help:"A file that /record gave."`
}

// errTampered ends a check that found something wrong; the lines before say what.
var errTampered = errors.New("the record does not hold: see the lines with ✗")

// run checks everything in a record that can be computed anew, and prints whether it
// holds.
func (c verifyCmd) run(list []games.Game, stdout io.Writer) error {
	data, err := os.ReadFile(c.Record)
	if err != nil {
		return err
	}
	record, err := games.DecodeRecord(data)
	if err != nil {
		return err
	}
	words, err := locale.New(list)
	if err != nil {
		return err
	}
	v := words.Voice("en", nil, nil)
	holds := true
	for _, f := range games.Verify(list, record) {
		mark := "✓"
		if !f.Holds {
			mark, holds = "✗", false
		}
		fmt.Fprintln(stdout, mark, v.Say(f.Text))
	}
	if !holds {
		return errTampered
	}
	return nil
}
