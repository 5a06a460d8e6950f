// Command scale prints what Parlour asks for when it hosts games in many servers: machines, a database,
// Discord's limits, money. docs/scale.md has what it prints.
//
// Its policy: a model that one can argue with. Each assumption is a named constant in model.go with its
// source, and every number is worked out from these constants alone.
package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
)

func main() { write(os.Stdout) }

// sizes are the numbers of servers that are worked out.
var sizes = []int{1_000, 100_000, 1_000_000}

// write writes a table of what each size asks for, in Markdown.
func write(w io.Writer) {
	row := func(what string, cell func(Estimate) string) {
		fmt.Fprintf(w, "| %s |", what)
		for _, n := range sizes {
			fmt.Fprintf(w, " %s |", cell(Of(n)))
		}
		fmt.Fprintln(w)
	}
	row("servers", func(e Estimate) string { return whole(float64(e.Servers)) })
	fmt.Fprintln(w, "|---|"+strings.Repeat("---|", len(sizes)))
	row("moves a second, mean", func(e Estimate) string { return about(e.Moves) })
	row("moves a second, busiest", func(e Estimate) string { return about(e.PeakMoves) })
	row("requests a second that count, busiest", func(e Estimate) string { return about(e.Counted) })
	row("Discord's 50 a second must be raised", func(e Estimate) string {
		if e.Raise == 1 {
			return "no"
		}
		return about(e.Raise) + " times"
	})
	row("writes a second, busiest", func(e Estimate) string { return about(e.Writes) })
	row("of what one database takes", func(e Estimate) string { return about(100*e.Load) + " %" })
	row("a year of games in the store", func(e Estimate) string { return about(e.Stored) + " GB" })
	row("bots with two cores", func(e Estimate) string { return whole(float64(e.Bots)) })
	row("shards, over the gateway", func(e Estimate) string { return whole(float64(e.Shards)) })
	row("pictures sent in a month", func(e Estimate) string { return about(e.Sent) + " GB" })
	row("cost of a month", func(e Estimate) string { return "$" + about(e.Dollars) })
}

// about rounds to two digits.
func about(x float64) string {
	if x == 0 {
		return "0"
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	if x = math.Round(x/unit) * unit; unit >= 1 {
		return whole(x)
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}

// whole writes a whole number with a comma after thousands.
func whole(x float64) string {
	text := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
