package gametest

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"parlour/games"
)

// The most that a step may have, by how its choices lie.
const (
	maxShort = 12 // characters of the label of a button, in English
	maxTiny  = 6  // the same where the place says the rest
	maxRow   = 20 // choices of a Row
	maxTurn  = 3  // choices of a Turn, which has at least two
	maxArea  = 5  // places of an area, across and down
)

// shape checks what a step with choices asks, what its buttons say, and where they lie.
func shape(c sentences, step games.Step) error {
	if len(step.Options()) == 0 {
		return nil
	}
	if err := c.check(step.Ask); err != nil {
		return fmt.Errorf("the question: %w", err)
	}
	if err := c.some(step.Note); err != nil {
		return fmt.Errorf("the note: %w", err)
	}
	said := map[string]string{}
	for _, choice := range step.Choices {
		short, err := label(c, choice.Short, maxShort)
		if err == nil && choice.Tiny.Key != "" {
			_, err = label(c, choice.Tiny, maxTiny)
		}
		if err != nil {
			return fmt.Errorf("the button of %q: %w", choice.Value, err)
		}
		if other, twice := said[short]; twice {
			return fmt.Errorf("the buttons of %q and %q both say %q", other, choice.Value, short)
		}
		said[short] = choice.Value
	}
	return errors.Join(placed(step), parted(step, step.Areas()), areas(c, step))
}

// label returns what a button says, which has at most so many characters. Package all measures those that games share.
func label(c sentences, t games.Text, most int) (string, error) {
	if _, own := c.sentences[t.Key]; !own && strings.HasSuffix(t.Key, ".short") {
		return t.Key, c.check(t)
	}
	said, err := c.say(t)
	if err != nil {
		return "", err
	}
	if n := utf8.RuneCountInString(said); n > most {
		return "", fmt.Errorf("it says %q, %d characters, want at most %d", said, n, most)
	}
	return said, nil
}

// areas checks the question about the areas of a step and their labels, if the game has its own.
func areas(c sentences, step games.Step) error {
	if err := c.some(step.AskArea); err != nil {
		return fmt.Errorf("the question about the areas: %w", err)
	}
	if names, areas := len(step.AreaNames), len(step.Areas()); names > 0 && names != areas {
		return fmt.Errorf("%d areas have %d labels", areas, names)
	}
	for i, name := range step.AreaNames {
		if _, err := label(c, name, maxShort); err != nil {
			return fmt.Errorf("the button of area %d: %w", i+1, err)
		}
	}
	return nil
}

// placed checks that there are as many choices as may lie so, and those of a Grid apart from
// each other on it.
func placed(step games.Step) error {
	n := len(step.Choices)
	switch {
	case step.Lies > games.Turn:
		return fmt.Errorf("the choices lie in a way that is not known: %d", step.Lies)
	case step.Lies == games.Row && n > maxRow, step.Lies == games.Turn && (n < 2 || n > maxTurn):
		return fmt.Errorf("there are %d choices, too many or too few for a Row or a Turn", n)
	case (step.Lies == games.Grid) != (step.Wide > 0 && step.High > 0), min(step.Wide, step.High) < 0:
		return fmt.Errorf("the choices lie in way %d on %d×%d places, and a Grid alone has some", step.Lies, step.Wide, step.High)
	}
	there := map[[2]int]string{}
	for _, c := range step.Choices {
		if c.X < -1 || c.Y < 0 {
			return fmt.Errorf("%q lies at %d, %d; want an X of -1 for no place", c.Value, c.X, c.Y)
		}
		if step.Lies != games.Grid || !c.Placed() {
			continue
		}
		if c.X >= step.Wide || c.Y >= step.High {
			return fmt.Errorf("%q lies at %d, %d, outside %d×%d places", c.Value, c.X, c.Y, step.Wide, step.High)
		}
		at := [2]int{c.X, c.Y}
		if other, taken := there[at]; taken {
			return fmt.Errorf("%q and %q both lie at %d, %d", other, c.Value, c.X, c.Y)
		}
		there[at] = c.Value
	}
	return nil
}

// parted checks that each placed choice of a step lies in one of its areas, if it is parted,
// and that no area is larger than a message can show.
func parted(step games.Step, areas []games.Area) error {
	if len(areas) == 0 {
		return nil
	}
	for _, a := range areas {
		if min(a.Wide, a.High) < 1 || max(a.Wide, a.High) > maxArea {
			return fmt.Errorf("the area %+v has too many places or none", a)
		}
	}
	for _, c := range step.Choices {
		in := 0
		for _, a := range areas {
			if a.Has(c) {
				in++
			}
		}
		if c.Placed() && in != 1 {
			return fmt.Errorf("%q at %d, %d lies in %d areas", c.Value, c.X, c.Y, in)
		}
	}
	return nil
}

// Offers writes what a step offers: the value of each choice with its place, and after "=" the move that
// it makes, if any.
func Offers(s games.Step) (all []string) {
	for _, c := range s.Options() {
		text := fmt.Sprintf("%s@%d,%d", c.Value, c.X, c.Y)
		if c.Move != "" {
			text += "=" + string(c.Move)
		}
		all = append(all, text)
	}
	return all
}
