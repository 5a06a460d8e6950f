package games

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Level is how well an opponent plays: a step of its ladder. Steps are some 200 Elo apart, so that a level wins
// about three of four games against the one below. In its place may stand the name of somebody's program.
type Level string

// The levels that every opponent has. The other steps of a ladder have numbers, from 1.
const (
	Easy   Level = "easy"   // the first step
	Medium Level = "medium" // one between
	Hard   Level = "hard"   // the last step
)

// Ladder returns a ladder of so many steps, three or more, the weakest first, of which one, counted from 1, is
// called medium: easy, 2, 3, medium, 5, hard.
func Ladder(steps, medium int) []Level {
	all := make([]Level, steps)
	for i := range all {
		all[i] = Level(strconv.Itoa(i + 1))
	}
	all[0], all[medium-1], all[steps-1] = Easy, Medium, Hard
	return all
}

// FindLevel returns the level of a ladder that a text names, by its name or by its number: "Hard", "4", "04" or
// "level 4".
func FindLevel(ladder []Level, text string) (Level, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if l := Level(text); l.Named() && slices.Contains(ladder, l) {
		return l, true
	}
	step, err := strconv.ParseUint(strings.TrimSpace(strings.TrimPrefix(text, "level")), 10, 8) // which takes no sign
	if err != nil || step < 1 || int(step) > len(ladder) {
		return "", false
	}
	return ladder[step-1], true
}

// Named reports whether a level is one that every opponent has.
func (l Level) Named() bool { return slices.Contains([]Level{Easy, Medium, Hard}, l) }

// Step returns the number of a level in a ladder, from 1; 0 if it is not there.
func (l Level) Step(ladder []Level) int { return slices.Index(ladder, l) + 1 }

// Words returns the words for a level, or the name of a program.
func (l Level) Words() Text {
	switch {
	case l.Named():
		return Say("level." + string(l))
	case l.Program():
		return Say("level.program", "Name", string(l))
	}
	return Say("level.step", "Step", string(l))
}

// Program reports whether a level is no step of a ladder, but the name of somebody's program, which begins with a letter.
func (l Level) Program() bool { return l != "" && !l.Named() && l[0] > '9' }

// Ratings are the strengths of the players of a game in Elo, and what it is worth to begin, as the arena has measured them.
type Ratings struct {
	Beginner int   // somebody who has just learned the rules
	Levels   []int // the weakest first

	// How many of 100 games whoever begins wins, among strong players: at the usual options, and with the other value of
	// the option to swap. 0 was not measured.
	Begins, BeginsSwapped, BeginsUnswapped int
}

// A Rated is an Opponent whose levels have played a tournament.
type Rated interface {
	Opponent
	Ratings() Ratings
}

// rarely bounds odds: a player who wins less than one game of so many hardly ever wins.
const rarely = 50

// Help says of a level how often a weaker player wins against it: a beginner, medium or, of a level without a name, the
// weakest one that does not hardly ever win. It is zero for a game whose levels have played no tournament.
func (l Level) Help(o Opponent) Text {
	rated, ok := o.(Rated)
	if !ok {
		return Text{}
	}
	r, ladder := rated.Ratings(), o.Levels()
	elo := r.Levels[l.Step(ladder)-1]
	who, odds := Say("level.beginner"), oddsOf(r.Beginner, elo)
	others := append([]Level{Medium}, ladder...)
	if l.Named() {
		others = others[:1]
	}
	for _, other := range others {
		if odds <= rarely {
			break
		}
		if its := r.Levels[other.Step(ladder)-1]; its < elo {
			who, odds = other.Words(), oddsOf(its, elo)
		}
	}
	return Say("level.wins", "Who", who, "Of", rounded(odds))
}

// oddsOf returns n where a player wins one game of n against another, by their ratings.
func oddsOf(elo, other int) float64 { return 1 + math.Pow(10, float64(other-elo)/400) }

// rounded rounds odds as people say them, 0 if they hardly ever win.
func rounded(odds float64) int {
	if odds > rarely {
		return 0
	}
	to := 1.0
	if odds >= 20 {
		to = 5
	}
	return max(2, int(math.Round(odds/to)*to))
}

// A Try is a game of one person alone against opponents of one level.
type Try struct {
	Level Level
	Score int // 1 won, -1 lost, 0 neither
}

// inARow is how many games alike in a row make a step of two levels.
const inARow = 3

// NextLevel returns the level at which a rematch is offered beside the same level again, after some tries, the newest
// first: a step higher after a win and lower after a loss, or two after three in a row; "" for none. advised reports
// whether that level promises the more even game. A higher one at which the last game was lost does not, until two
// in a row are won at the lower one.
func NextLevel(ladder []Level, tries []Try) (next Level, advised bool) {
	if len(tries) == 0 || tries[0].Score == 0 {
		return "", false
	}
	last, run := tries[0], 1
	for run < len(tries) && tries[run].Score == last.Score {
		run++
	}
	step := last.Score
	if run >= inARow {
		step *= 2
	}
	at := last.Level.Step(ladder) - 1
	to := min(max(at+step, 0), len(ladder)-1)
	if at < 0 || to == at {
		return "", false
	}
	next = ladder[to]
	before := slices.IndexFunc(tries, func(t Try) bool { return t.Level == next })
	failed := last.Score > 0 && before >= 0 && tries[before].Score < 0
	return next, !failed || run > 1 && tries[1].Level == last.Level
}

// How many of the newest tries at a level say whether somebody usually wins there.
const (
	mostTried  = 10
	leastTried = 3
)

// Usual returns the highest level at which a person usually wins, two games of three of the newest; "" for none.
func Usual(ladder []Level, tries []Try) Level {
	for _, l := range slices.Backward(ladder) {
		if games, won := l.Tried(tries); games >= leastTried && 3*won >= 2*games {
			return l
		}
	}
	return ""
}

// Tried returns how many of some tries were at a level, and how many of these were won. Only the newest ten count.
func (l Level) Tried(tries []Try) (games, won int) {
	for _, t := range tries {
		if t.Level != l || games == mostTried {
			continue
		}
		games++
		if t.Score > 0 {
			won++
		}
	}
	return games, won
}
