package commands_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour/commands"
	"parlour/commands/message"
	"parlour/games"
	"parlour/games/all"
)

// endOfSentence matches where a sentence ends.
var endOfSentence = regexp.MustCompile(`[.!?](\s|$)`)

// A learner goes through a lesson by its buttons.
type learner struct {
	*talk
	t      *testing.T
	game   string
	number int
}

// press presses a button of the lesson, after some wrong moves, and checks what it shows.
func (l learner) press(tries int, verb message.Verb, steps ...string) message.Message {
	l.t.Helper()
	l.requests++
	b := message.Button{Turn: l.number, Verb: message.VerbLesson, Steps: append([]string{l.game, strconv.Itoa(tries), string(verb)}, steps...)}
	reply := l.service.Handle(l.t.Context(), commands.Request{ID: strconv.Itoa(l.requests), By: person("ann"), Guild: "guild", Channel: "games", Lang: "en-GB",
		PlaceLang: "en-US", Alone: true, Message: "m", Button: b.String()})
	head, said, _ := strings.Cut(reply.Message.Content, "\n")
	n := len(endOfSentence.FindAllString(said, -1))
	if !strings.HasPrefix(head, "-# ") || n < 1 || n > 2 || reply.Message.Picture == nil || len(reply.Due) > 0 {
		l.t.Errorf("%s %d: %s of %v shows %d sentences: %q", l.game, l.number, verb, steps, n, reply.Message.Content)
	}
	for _, c := range slices.Concat(reply.Message.Rows...) {
		if _, err := message.ParseButton(c.ID); err != nil {
			l.t.Errorf("%s %d: %s of %v has the button %q: %v", l.game, l.number, verb, steps, c.ID, err)
		}
	}
	return reply.Message
}

// makes presses the steps of a move, and Confirm. It returns the first two lines of the answer, which judge the move.
func (l learner) makes(tries int, state games.State, seat games.Seat, move games.Move) string {
	steps := games.StepsTo(state, seat, move)
	for n := range steps {
		if n > 0 || !games.Bids(state) {
			l.press(tries, message.VerbPage, append([]string{"0"}, steps[:n]...)...)
		}
	}
	l.press(tries, message.VerbPick, append([]string{"0"}, steps...)...)
	lines := strings.SplitN(l.press(tries, message.VerbConfirm, steps...).Content, "\n", 3)
	return strings.Join(lines[:2], "\n")
}

// No step of a lesson takes more than two sentences, by whatever way a learner gets through it. Nothing is published.
func TestNoStepOfALessonTakesMoreThanTwoSentences(t *testing.T) {
	t.Parallel()
	w := newTalk(t)
	for _, g := range all.Games() {
		tutor, ok := g.(games.Tutor)
		if !ok {
			continue
		}
		for n, lesson := range tutor.Course().Lessons {
			l := learner{w, t, g.Info().Name, n + 1}
			state, _, err := games.Replay(g, lesson.Setup, lesson.Log)
			if err != nil {
				t.Fatal(err)
			}
			legal := state.Legal(lesson.Seat)
			wrong := legal[slices.IndexFunc(legal, func(m games.Move) bool {
				after, err := state.Play(lesson.Seat, m)
				return err == nil && !lesson.Solved(after, m)
			})]
			for tries := range message.Hinted + 1 {
				if head := l.makes(tries, state, lesson.Seat, wrong); !strings.Contains(head, "\n✗ ") {
					t.Errorf("%s %s: a wrong move is answered by %q", l.game, lesson.Name, head)
				}
			}
			if head := l.makes(0, state, lesson.Seat, lesson.Solution); !strings.Contains(head, "· ✓ right\n") {
				t.Errorf("%s %s: the solution is answered by %q", l.game, lesson.Name, head)
			}
			l.press(message.Hinted, message.VerbSolution)
		}
	}
}
