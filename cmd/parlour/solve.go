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
	Table   string `placeholder:"FILE" help:"Where to write the table of openings that the game carries; without it nowhere."`
	Workers int    `placeholder:"N" help:"How many work at a time; without it as many as there are processors."`
}

// run works until the game is solved or the context is done.
func (c solveCmd) run(ctx context.Context, stdout io.Writer) error {
	solved := make(chan []byte, 1)
	go func() { solved <- solveMagic(c.workers(), stdout) }()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case table := <-solved:
		if c.Table == "" {
			return nil
		}
		return os.WriteFile(c.Table, table, 0o666)
	}
}

func (c solveCmd) workers() int {
	if c.Workers > 0 {
		return c.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// solveMagic says of the positions of each number of tiles how many are reached
// and what they are worth, and returns the table.
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
