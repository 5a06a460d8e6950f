package arena

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/games"
)

// A score is what came of some games of a match between A and B.
type score struct {
	Games  int         `json:"games"`
	Wins   int         `json:"wins"`            // of A
	Draws  int         `json:"draws"`           // in which A shares the first place
	Share  float64     `json:"share"`           // of A in all first places; that of a draw between two is a half
	Alone  [2]attempts `json:"alone,omitzero"`  // of A and B; zero unless they play alone
	Sat    []sitting   `json:"sat,omitempty"`   // of A in each seat; nil for older results and for games alone
	Failed [2]int      `json:"failed,omitzero"` // games in which A and B failed, so that medium played on
	Pace   [2]pace     `json:"pace"`            // of A and B
	Load   [2]float64  `json:"load,omitzero"`   // the lowest and the highest load average after a game; 0 if unknown
}

// A sitting is what a player won in a seat.
type sitting struct {
	Games int     `json:"games"`
	Share float64 `json:"share"`
}

// attempts are deals that a player tried alone.
type attempts struct {
	Deals  int `json:"deals"`
	Failed int `json:"failed"` // not finished
	Cost   int `json:"cost"`   // of all deals together
}

// mean returns the cost of a deal.
func (a attempts) mean() float64 { return float64(a.Cost) / float64(max(a.Deals, 1)) }

// String says it in the middle of a line.
func (a attempts) String() string {
	return fmt.Sprintf("%.2f on average of %d deals, %d not finished", a.mean(), a.Deals, a.Failed)
}

// A pace is how fast a player moves.
type pace struct {
	Moves int     `json:"moves"`
	Took  float64 `json:"took"` // seconds, all moves together
	Most  float64 `json:"most"` // seconds that the slowest move took
}

// plus returns the pace of both.
func (p pace) plus(o pace) pace { return pace{p.Moves + o.Moves, p.Took + o.Took, max(p.Most, o.Most)} }

// mean returns the seconds that a move took.
func (p pace) mean() float64 { return p.Took / float64(max(p.Moves, 1)) }

// brief returns the pace with times in microseconds.
func (p pace) brief() pace {
	micro := func(seconds float64) float64 { return math.Round(seconds*1e6) / 1e6 }
	return pace{p.Moves, micro(p.Took), micro(p.Most)}
}

// plus returns the score of the games of both.
func (s score) plus(o score) score {
	s.Games, s.Wins, s.Draws, s.Share = s.Games+o.Games, s.Wins+o.Wins, s.Draws+o.Draws, s.Share+o.Share
	for who := range s.Alone {
		a, b := &s.Alone[who], o.Alone[who]
		a.Deals, a.Failed, a.Cost = a.Deals+b.Deals, a.Failed+b.Failed, a.Cost+b.Cost
		s.Pace[who] = s.Pace[who].plus(o.Pace[who]).brief()
		s.Failed[who] += o.Failed[who]
	}
	s.Sat = append(slices.Clone(s.Sat), make([]sitting, max(0, len(o.Sat)-len(s.Sat)))...)
	for seat, sat := range o.Sat {
		s.Sat[seat].Games += sat.Games
		s.Sat[seat].Share += sat.Share
	}
	s.Load = span(s.Load, o.Load)
	return s
}

// span returns the lowest and highest of two spans of load averages; 0 is unknown.
func span(a, b [2]float64) [2]float64 {
	if a[0] == 0 || b[0] != 0 && b[0] < a[0] {
		a[0] = b[0]
	}
	a[1] = max(a[1], b[1])
	return a
}

// of returns the share of A in each game, from 0 to 1.
func (s score) of() float64 { return s.Share / float64(max(s.Games, 1)) }

// interval returns the 95 % interval of that share.
func (s score) interval() (low, high float64) { return wilson(s.of(), max(s.Games, 1)) }

// scoreOf returns the score of one game. sat says who had each seat, 0 for A and 1 for B. Players that tie for the
// first place share the win; a dummy takes no part of it.
func scoreOf(sat []int, result games.Result, last games.View) score {
	s := score{Games: 1}
	if len(sat) == 1 {
		lacks, cost := last.(games.Attempt).Alone()
		s.Alone[sat[0]] = attempts{Deals: 1, Failed: min(lacks, 1), Cost: cost}
		return s
	}
	seat := slices.Index(sat, 0)
	s.Share = shares(result.Places[:len(sat)])[seat]
	s.Sat = make([]sitting, len(sat))
	s.Sat[seat] = sitting{1, s.Share}
	switch {
	case s.Share == 1:
		s.Wins = 1
	case s.Share > 0:
		s.Draws = 1
	}
	return s
}

// shares returns each player's share of the first place.
func shares(places []int) []float64 {
	best, first := slices.Min(places), 0
	for _, place := range places {
		if place == best {
			first++
		}
	}
	all := make([]float64, len(places))
	for seat, place := range places {
		if place == best {
			all[seat] = 1 / float64(first)
		}
	}
	return all
}

// wilson returns the 95 % interval of a share of n games (Wilson, 1927). It is somewhat
// too wide for games with draws, which vary less than wins and losses.
func wilson(share float64, n int) (low, high float64) {
	count := float64(n)
	middle := (share + z*z/(2*count)) / (1 + z*z/count)
	half := z / (1 + z*z/count) * math.Sqrt(share*(1-share)/count+z*z/(4*count*count))
	return max(middle-half, 0), min(middle+half, 1) // rounding may leave the interval by a little
}

// z is how many standard deviations a 95 % interval reaches to both sides.
const z = 1.959964

// load returns the machine's load average of the last minute; 0 where the system doesn't tell it.
func load() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	average, _ := strconv.ParseFloat(first, 64)
	return average
}

// report prints the result of a match.
func (a *arena) report(out io.Writer) {
	s := a.book.score(a.meeting)
	fmt.Fprintf(out, "%s against %s at %s, %d games, seats %d%s, seed %d", a.A, a.B, a.Game, s.Games, a.Seats, a.optionsText(), a.Seed)
	if a.Time > 0 {
		fmt.Fprintf(out, ", %v a move", a.Time)
	}
	if a.Playouts > 0 {
		fmt.Fprintf(out, ", %d playouts a move", a.Playouts)
	}
	fmt.Fprintln(out)
	if a.Seats == 1 {
		a.reportAlone(out, s)
	} else {
		fmt.Fprintln(out, a.tally(s))
		a.reportSeats(out, s)
	}
	if a.SPRT != (hypotheses{}) {
		fmt.Fprintln(out, a.SPRT.report(a.A, s))
	}
	for who, name := range a.names {
		if n := s.Failed[who]; n > 0 {
			fmt.Fprintf(out, "%s failed in %d of these games, and medium played on in its place\n", name, n)
		}
		p := s.Pace[who]
		fmt.Fprintf(out, "%s: %d moves, %v a move, at most %v\n", name, p.Moves, rounded(p.mean()), rounded(p.Most))
	}
}

// reportSeats prints how often A won in each seat.
func (a *arena) reportSeats(out io.Writer, s score) {
	known := 0
	for _, sat := range s.Sat {
		known += sat.Games
	}
	if known != s.Games {
		return
	}
	for seat, sat := range s.Sat {
		low, high := wilson(sat.Share/float64(sat.Games), sat.Games)
		fmt.Fprintf(out, "%s in seat %d: %.1f %% of %d (95 %% interval %.1f to %.1f)\n", a.A, seat, 100*sat.Share/float64(sat.Games), sat.Games, 100*low, 100*high)
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
		if value := o.Of(a.options); value != o.Default {
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
	for who, name := range a.names {
		fmt.Fprintf(out, "%s: %s\n", name, s.Alone[who])
	}
	if less := s.Alone[1].mean(); less > 0 {
		fmt.Fprintf(out, "%s needs %.1f %% fewer\n", a.A, 100*(1-s.Alone[0].mean()/less))
	}
}
