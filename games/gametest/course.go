package gametest

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/games"
)

// The bounds of a course. A lesson is read on a phone, in a minute's break.
const (
	minLessons = 4
	maxLessons = 6
	maxLesson  = 110 // characters of one of its texts
	maxWrong   = 40  // wrong moves of a lesson that are looked at
)

// Course plays every lesson of a game, right and wrong.
func Course(t *testing.T, g games.Tutor) {
	t.Helper()
	said, err := readSentences(g.Info())
	if err := errors.Join(err, checkCourse(g, said)); err != nil {
		t.Error(err)
	}
}

// checkCourse plays every lesson of a game, right and wrong: steps lead to all that solves it, and each wrong move gets a
// sentence.
func checkCourse(tutor games.Tutor, said sentences) error {
	course := tutor.Course()
	if n := len(course.Lessons); n < minLessons || n > maxLessons {
		return fmt.Errorf("the course has %d lessons, want %d to %d", n, minLessons, maxLessons)
	}
	seen := map[string]bool{}
	for _, l := range course.Lessons {
		if seen[l.Name] || !sceneName.MatchString(l.Name) {
			return fmt.Errorf("a lesson is called %q, want another name", l.Name)
		}
		seen[l.Name] = true
		if err := checkLesson(tutor, l, said); err != nil {
			return fmt.Errorf("lesson %q: %w", l.Name, err)
		}
	}
	return shortGame(tutor, course)
}

// checkLesson plays one lesson.
func checkLesson(g games.Tutor, l games.Lesson, said sentences) error {
	if l.Setup.Game != g.Info().Name || l.Setup.Rules != g.Info().Rules {
		return fmt.Errorf("it is of %q by rules %d", l.Setup.Game, l.Setup.Rules)
	}
	state, _, err := games.Replay(g, l.Setup, l.Log)
	if err != nil {
		return err
	}
	if owe := state.ToMove(); !reflect.DeepEqual(owe, []games.Seat{l.Seat}) {
		return fmt.Errorf("seats %v are to move, want the learner's %d alone", owe, l.Seat)
	}
	if err := lessonWords(l, said); err != nil {
		return err
	}
	legal := state.Legal(l.Seat)
	if bids := games.Bids(state); !bids && !slices.Contains(legal, l.Solution) {
		return fmt.Errorf("the solution %q is not legal", l.Solution)
	}
	right, wrong := 0, 0
	for _, m := range append([]games.Move{l.Solution}, legal...) {
		after, err := state.Play(l.Seat, m)
		if err != nil {
			return err
		}
		if steps := games.StepsTo(state, l.Seat, m); len(steps) == 0 {
			return fmt.Errorf("no steps lead to %q", m)
		}
		if l.Solved(after, m) {
			right++
			continue
		}
		if wrong++; wrong > maxWrong {
			continue
		}
		if err := said.wrong(g, l, state, m); err != nil {
			return fmt.Errorf("the wrong move %q: %w", m, err)
		}
	}
	if right == 0 || wrong*10 < len(legal) {
		return fmt.Errorf("of %d moves %d are wrong, want the solution right and a tenth wrong", len(legal), wrong)
	}
	return nil
}

// endOfSentence matches where a sentence ends.
var endOfSentence = regexp.MustCompile(`[.!?](\s|$)`)

// sentencesIn counts the sentences of a text.
func sentencesIn(text string) int { return len(endOfSentence.FindAllString(text, -1)) }

// lessonWords checks what a lesson says: a sentence each, and one or two on what it teaches.
func lessonWords(l games.Lesson, said sentences) error {
	for _, t := range l.Texts() {
		text, err := said.say(t)
		most := 1
		if t.Key == l.Learnt().Key {
			most = 2
		}
		if n := sentencesIn(text); err != nil || n < 1 || n > most || strings.Contains(text, "\n") {
			return errors.Join(err, fmt.Errorf("%s has %d sentences, want 1 to %d: %q", t.Key, n, most, text))
		}
	}
	return nil
}

// wrong checks that there is something to say of a wrong move, in two sentences at most.
func (c sentences) wrong(g games.Tutor, l games.Lesson, before games.State, m games.Move) error {
	var why, did games.Text
	if reasoner, ok := g.(games.Reasoner); ok && !l.Fails {
		why = reasoner.Why(before.View(l.Seat), l.Seat, m)
	}
	if teller, ok := g.(games.Teller); ok {
		did = teller.Tell(before.View(l.Seat), l.Seat, m).Did
	}
	if why.Key == "" {
		if did.Key == "" {
			return errors.New("nothing tells what it did")
		}
		return c.check(did)
	}
	text, err := c.named("Ann").say(why.With("By", ""))
	if n := sentencesIn(text); err != nil || n > 2 {
		return errors.Join(err, fmt.Errorf("%d sentences, want at most 2: %q", n, text))
	}
	return nil
}

// shortGame checks that the short game of a course begins, and is not over after what the opponent plays ahead.
func shortGame(g games.Tutor, course games.Course) error {
	setup := games.Setup{Game: g.Info().Name, Rules: g.Info().Rules, Seats: max(g.Info().MinSeats, 2), Options: course.Short}
	state, err := g.Start(setup)
	for n := 0; err == nil && n < course.Ahead; n++ {
		owe := state.ToMove()
		if len(owe) == 0 {
			return fmt.Errorf("the short game is over after %d plies, of which the opponent plays %d", n, course.Ahead)
		}
		state, err = state.Play(owe[0], state.Legal(owe[0])[0])
	}
	return err
}
