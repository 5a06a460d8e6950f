package arena

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// report prints the result of a match.
func (a *arena) report(out io.Writer) {
	s := a.book.score(a.meeting)
	fmt.Fprintf(out, "%s against %s at %s, %d games, seats %d%s, seed %d", a.A, a.B, a.Game, s.Games, a.Seats, a.optionsText(), a.Seed)
	if a.Time > 0 {
		fmt.Fprintf(out, ", %v a move", a.Time)
	}
	fmt.Fprintln(out)
	if a.Seats == 1 {
		a.reportAlone(out, s)
	} else {
		fmt.Fprintln(out, a.tally(s))
	}
	for who, name := range []string{a.A, a.B} {
		p := s.Pace[who]
		fmt.Fprintf(out, "%s: %d moves, %v a move, at most %v\n", name, p.Moves, rounded(p.mean()), rounded(p.Most))
	}
}

// rounded returns a time in seconds to print.
func rounded(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second)).Round(10 * time.Microsecond)
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

// tally says how often A won, with the 95 % interval of A's share of all games.
func (a *arena) tally(s score) string {
	low, high := s.interval()
	return fmt.Sprintf("%s wins %d, draws %d, loses %d: %.1f %% (95 %% interval %.1f to %.1f; %.1f is even)", a.A,
		s.Wins, s.Draws, s.Games-s.Wins-s.Draws, 100*s.of(), 100*low, 100*high, 100/float64(a.Seats))
}

// reportAlone prints how A and B did alone on the same deals.
func (a *arena) reportAlone(out io.Writer, s score) {
	for who, name := range []string{a.A, a.B} {
		fmt.Fprintf(out, "%s: %s\n", name, s.Alone[who])
	}
	if less := s.Alone[1].mean(); less > 0 {
		fmt.Fprintf(out, "%s needs %.1f %% fewer\n", a.A, 100*(1-s.Alone[0].mean()/less))
	}
}
