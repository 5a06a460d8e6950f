package games

import (
	"slices"
	"strconv"
	"strings"
)

// A Level is how well an opponent plays: a step of its ladder. Steps are some 200 Elo apart, so that a level wins
// about three of four games against the one below.
type Level string

// The levels that every opponent has. Each has a description in the game's catalogue, under
// "<game>.level.<level>". The other steps of a ladder have numbers, from 1.
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

// Words returns the words for a level.
func (l Level) Words() Text {
	if l.Named() {
		return Say("level." + string(l))
	}
	return Say("level.step", "Step", string(l))
}

// Help returns what an opponent says of one of its levels: where it stands, if it has no name of its own.
func (l Level) Help(o Opponent) Text {
	if l.Named() {
		return Say(o.Info().Name + ".level." + string(l))
	}
	ladder := o.Levels()
	below, above := Easy, Medium
	if Medium.Step(ladder) < l.Step(ladder) {
		below, above = Medium, Hard
	}
	return Say("level.step.help", "Below", below.Words(), "Low", below.Step(ladder), "Above", above.Words(), "High", above.Step(ladder))
}
