package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"parlour/games/magic"
)

type solveCmd struct {
	Game    string `arg:"" enum:"magic" help:"magic: Rubik's Magic, in some minutes and 1 GB of memory."`
	Table   string `placeholder:"FILE" help:"A new file for the table of openings that the game carries. Without this flag, none is written."`
	Workers int    `placeholder:"N" help:"How many work at a time. Without this flag, as many as there are processors."`
}

// Validate implements kong's check of the command line, which comes before anything is
// begun.
func (c solveCmd) Validate() error {
	if c.Workers < 0 {
		return fmt.Errorf("--workers takes a number from 1, not %d", c.Workers)
	}
	return nil
}

// run solves the game, unless the context is done before.
func (c solveCmd) run(ctx context.Context, stdout io.Writer) error {
	solve := func() ([]byte, error) {
		return awaited(ctx, func() ([]byte, error) { return solveMagic(c.workers(), stdout), nil })
	}
	if c.Table == "" {
		_, err := solve()
		return err
	}
	return keep(c.Table, solve)
}

// keep writes the result of work to a file, whole or not at all. It opens the file first,
// so that a bad path is found before the work begins.
func keep(path string, work func() ([]byte, error)) error {
	if i, err := os.Stat(path); err == nil && !i.Mode().IsRegular() {
		return fmt.Errorf("%s is not a file: name another one with --table", path)
	}
	part, err := os.Create(path + ".part")
	if err != nil {
		return fmt.Errorf("there is no place for the table, so name another file with --table: %w", err)
	}
	defer os.Remove(part.Name())
	defer part.Close()
	table, err := work()
	if err != nil {
		return err
	}
	if _, err := part.Write(table); err != nil {
		return err
	}
	if err := part.Close(); err != nil {
		return err
	}
	return os.Rename(part.Name(), path)
}

func (c solveCmd) workers() int {
	if c.Workers > 0 {
		return c.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// solveMagic prints, for each number of tiles, how many positions are reached and what
// they are worth. It returns the table of openings.
func solveMagic(workers int, out io.Writer) []byte {
	start := time.Now()
	took := func() time.Duration {
		d := time.Since(start)
		start = time.Now()
		return d.Round(time.Millisecond)
	}
	fmt.Fprintln(out, "tiles  positions reached  up to symmetry     took")
	sum := magic.CountReached(workers, func(tiles int, n magic.Reached) {
		fmt.Fprintf(out, "%5d %18d %15d %8s\n", tiles, n.All, n.Canonical, took())
	})
	fmt.Fprintf(out, "%5s %18d %15d\n\n", "all", sum.All, sum.Canonical)
	fmt.Fprintln(out, "tiles       wins       ties     losses  longest win  longest loss     took")
	table := magic.Solve(workers, func(s magic.Solved) {
		fmt.Fprintf(out, "%5d %10d %10d %10d %12d %13d %8s\n", s.Tiles, s.Wins, s.Ties, s.Losses, s.LongestWin, s.LongestLoss, took())
	})
	fmt.Fprintf(out, "The table has %d bytes.\n", len(table))
	return table
}
