package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"parlour/storage/bolt"
)

type checkCmd struct {
	fileStore
	Mend bool `help:"Leave out what is damaged, and keep the old file under another name. Stop the bot first."`
}

// run reads all of a store. While a bot has it open, the bot gives a copy, which is read.
func (c checkCmd) run(ctx context.Context, stdout io.Writer, now time.Time) error {
	if err := c.of("check"); err != nil {
		return err
	}
	if _, err := c.size(); err != nil {
		return err
	}
	if c.Mend {
		if err := unused(ctx, c.Store, "mended"); err != nil {
			return err
		}
	} else if conn, err := dial(ctx, socketOf(c.Store)); err == nil {
		defer conn.Close()
		defer context.AfterFunc(ctx, func() { conn.Close() })()
		return c.ofRunning(ctx, conn, stdout)
	}
	found, err := bolt.Check(ctx, c.Store)
	if c.Mend && (err != nil || found.Damaged != nil || found.Astray) {
		return c.mend(ctx, stdout, now)
	}
	if err != nil {
		return advised(fmt.Errorf("the store %s cannot be read: %w", c.Store, err),
			"parlour restore puts a copy in its place, or parlour check --mend goes on with what can be read")
	}
	return c.report(found, stdout)
}

// ofRunning checks the copy that a bot gives.
func (c checkCmd) ofRunning(ctx context.Context, from io.Reader, stdout io.Writer) error {
	f, err := os.CreateTemp(filepath.Dir(c.Store), filepath.Base(c.Store)+".*"+bolt.PartSuffix) // which a bot sweeps away if this is killed
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = io.Copy(f, from)
	if err := errors.Join(err, f.Close()); err != nil {
		return advised(fmt.Errorf("the bot's copy of %s cannot be read: %w", c.Store, err), "try again")
	}
	found, err := bolt.Check(ctx, f.Name())
	if err != nil {
		return fmt.Errorf("the store %s cannot be read: %w: stop the bot, and parlour restore puts a copy in its place", c.Store, err)
	}
	return c.report(found, stdout)
}

// report prints what is damaged, a line each, and says what to do.
func (c checkCmd) report(found bolt.Contents, stdout io.Writer) error {
	for _, what := range found.Damaged {
		fmt.Fprintf(stdout, "damaged: %s\n", what)
	}
	switch {
	case found.Damaged != nil:
		return fmt.Errorf("a part of %s is damaged, and the rest, %s, is sound: parlour restore puts a copy in its place, "+
			"or parlour check --mend goes on without that part", c.Store, contents(found))
	case found.Astray:
		return fmt.Errorf("the indexes of %s differ from its games: the bot mends them when it runs, or parlour check --mend does", c.Store)
	}
	fmt.Fprintf(stdout, "%s is whole: %s.\n", c.Store, contents(found))
	return nil
}

// mend writes the store anew without what is damaged.
func (c checkCmd) mend(ctx context.Context, stdout io.Writer, now time.Time) error {
	found, kept, err := bolt.Compact(ctx, c.Store, now, true)
	if err != nil {
		return fmt.Errorf("nothing was mended: %w", advised(err, "parlour restore puts a copy in its place"))
	}
	for _, what := range found.Damaged {
		fmt.Fprintf(stdout, "left out: %s\n", what)
	}
	fmt.Fprintf(stdout, "%s is whole now: %s", c.Store, contents(found))
	tellKept(stdout, kept)
	return nil
}

type compactCmd struct{ fileStore }

// run writes the store anew without air.
func (c compactCmd) run(ctx context.Context, stdout io.Writer, now time.Time) error {
	if err := c.of("compact"); err != nil {
		return err
	}
	before, err := c.size()
	if err != nil {
		return err
	}
	if err := unused(ctx, c.Store, "compacted"); err != nil {
		return err
	}
	found, kept, err := bolt.Compact(ctx, c.Store, now, false)
	switch {
	case errors.Is(err, bolt.ErrUnsound):
		return fmt.Errorf("nothing was compacted: %w: parlour check says more", err)
	case err != nil:
		return fmt.Errorf("nothing was compacted: %w", advised(err, "parlour restore puts a copy in its place"))
	}
	fmt.Fprintf(stdout, "%s holds %s; it had %d KB", c.Store, contents(found), (before+1023)/1024)
	tellKept(stdout, kept)
	return nil
}
