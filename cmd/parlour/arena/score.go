package arena

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"parlour/games"
)

// A score is what came of some games of a match between A and B.
type score struct {
	Games int         `json:"games"`
	Wins  int         `json:"wins"`           // of A
	Draws int         `json:"draws"`          // in which A shares the first place
	Share float64     `json:"share"`          // of A in all first places; that of a draw between two is a half
	Alone [2]attempts `json:"alone,omitzero"` // of A and B; zero unless they play alone
	Pace  [2]pace     `json:"pace"`           // of A and B
	Load  [2]float64  `json:"load,omitzero"`  // the lowest and the highest load average after a game; 0 if unknown
}

// Attempts are deals that a player tried alone.
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
	places := result.Places[:len(sat)]
	best, first := slices.Min(places), 0
	for _, place := range places {
		if place == best {
			first++
		}
	}
	switch {
	case places[slices.Index(sat, 0)] > best:
	case first == 1:
		s.Wins, s.Share = 1, 1
	default:
		s.Draws, s.Share = 1, 1/float64(first)
	}
	return s
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
