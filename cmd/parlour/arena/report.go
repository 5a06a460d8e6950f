package arena

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"parlour/games"
)

// report prints the result of a match.
func (a *arena) report(out io.Writer, bouts []bout) {
	fmt.Fprintf(out, "%s against %s at %s, %d games, seats %d%s, seed %d", a.A, a.B, a.Game, len(bouts), a.Seats, a.optionsText(), a.Seed)
	if a.Time > 0 {
		fmt.Fprintf(out, ", %v a move", a.Time)
	}
	fmt.Fprintln(out)
	if a.Seats == 1 {
		a.reportAlone(out, bouts)
	} else {
		fmt.Fprintln(out, a.tally(bouts))
	}
	for who, name := range []string{a.A, a.B} {
		var took, most time.Duration
		moves := 0
		for _, b := range bouts {
			took, most, moves = took+b.took[who], max(most, b.most[who]), moves+b.moves[who]
		}
		fmt.Fprintf(out, "%s: %d moves, %v a move, at most %v\n", name, moves, (took / time.Duration(max(moves, 1))).Round(10*time.Microsecond), most.Round(10*time.Microsecond))
	}
}

// optionsText lists the options that differ from their defaults.
func (a *arena) optionsText() string {
	var b strings.Builder
	for _, o := range a.game.Info().Options {
		if value := a.options[o.Name]; value != o.Default {
			fmt.Fprintf(&b, ", %s %s", o.Name, value)
		}
	}
	return b.String()
}

// tally says how often A won, with the 95 % interval of A's share of all games. Players
// that tie for the first place share the win; a dummy takes no part of it.
func (a *arena) tally(bouts []bout) string {
	wins, shared, share := 0, 0, 0.0
	for _, b := range bouts {
		places := b.result.Places[:a.Seats]
		best, first := slices.Min(places), 0
		for _, place := range places {
			if place == best {
				first++
			}
		}
		switch {
		case places[slices.Index(b.sat, 0)] > best:
		case first == 1:
			wins, share = wins+1, share+1
		default:
			shared, share = shared+1, share+1/float64(first)
		}
	}
	low, high := wilson(share/float64(len(bouts)), len(bouts))
	return fmt.Sprintf("%s wins %d, draws %d, loses %d: %.1f %% (95 %% interval %.1f to %.1f; %.1f is even)", a.A,
		wins, shared, len(bouts)-wins-shared, 100*share/float64(len(bouts)), 100*low, 100*high, 100/float64(a.Seats))
}

// reportAlone prints how A and B did alone on the same deals.
func (a *arena) reportAlone(out io.Writer, bouts []bout) {
	var mean [2]float64
	for who, name := range []string{a.A, a.B} {
		count, failed, sum := 0, 0, 0
		for _, b := range bouts {
			if b.sat[0] != who {
				continue
			}
			count++
			lacks, cost := b.last.(games.Attempt).Alone()
			sum += cost
			if lacks > 0 {
				failed++
			}
		}
		mean[who] = float64(sum) / float64(max(count, 1))
		fmt.Fprintf(out, "%s: %.2f on average of %d deals, %d not finished\n", name, mean[who], count, failed)
	}
	if mean[1] > 0 {
		fmt.Fprintf(out, "%s needs %.1f %% fewer\n", a.A, 100*(1-mean[0]/mean[1]))
	}
}

// wilson returns the 95 % interval of a share of n games (Wilson, 1927). It is somewhat
// too wide for games with draws, which vary less than wins and losses.
func wilson(share float64, n int) (low, high float64) {
	const z = 1.959964
	count := float64(n)
	middle := (share + z*z/(2*count)) / (1 + z*z/count)
	half := z / (1 + z*z/count) * math.Sqrt(share*(1-share)/count+z*z/(4*count*count))
	return max(middle-half, 0), min(middle+half, 1) // rounding may leave the interval by a little
}
