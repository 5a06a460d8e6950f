package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"parlour/commands/match"
)

type ratingsCmd struct {
	Store string `env:"PARLOUR_STORE" type:"store" default:"parlour.db" help:"The store: a file, or the address of a database."`
	Mend  bool   `help:"Write the ratings of people as their games come out."`
}

// run works the ratings of a store out again, and compares them with those that are stored.
func (c ratingsCmd) run(ctx context.Context, log *slog.Logger, stdout io.Writer) error {
	if err := exists(c.Store); err != nil {
		return err
	}
	store, err := openIdle(ctx, log, c.Store, "worked out")
	if err != nil {
		return err
	}
	defer closing(store, log)
	played, wrong, err := match.RebuildRatings(ctx, store, c.Mend)
	if err != nil {
		return fmt.Errorf("the ratings of %s cannot be worked out again: %w", nameOf(c.Store), err)
	}
	for _, what := range wrong {
		fmt.Fprintln(stdout, what)
	}
	switch {
	case wrong != nil && !c.Mend:
		return fmt.Errorf("some ratings in %s are not what its games come to: parlour ratings --mend writes those of people anew", nameOf(c.Store))
	case wrong != nil:
		fmt.Fprintf(stdout, "%s: the ratings of people were written anew, from %s.\n", nameOf(c.Store), countOf(played, "rated game"))
	default:
		fmt.Fprintf(stdout, "%s: the ratings agree with %s.\n", nameOf(c.Store), countOf(played, "rated game"))
	}
	return nil
}
