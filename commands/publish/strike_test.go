package publish_test

import (
	"errors"
	"testing"

	"parlour/commands/match"
	"parlour/commands/publish"
	"parlour/games"
)

// takeBack has Ann take her last move back, with what came after it, as Ben agrees. It returns the
// claim of his answer.
func (h *fixture) takeBack(env *match.Env, publisher *publish.Publisher) match.Unshown {
	h.t.Helper()
	asked := h.change(env, func(m *match.Match) ([]games.Ply, error) { return m.TakeBack(0) })
	h.show(publisher, asked.Unshown())
	answered := h.change(env, func(m *match.Match) ([]games.Ply, error) {
		m.RequestID = "answer"
		_, made, err := m.AnswerAsk(1, m.AskCount, true)
		return made, err
	})
	return answered.Unshown()
}

// playOn shows some moves, each on a board of its own.
func (h *fixture) playOn(env *match.Env, publisher *publish.Publisher, moves int) {
	h.t.Helper()
	for range moves {
		h.show(publisher, h.press(env))
	}
}

// lines compares what the first boards say with what they are to say, and returns how often each
// was shown.
func (h *fixture) lines(when string, want ...string) (versions []int) {
	h.t.Helper()
	for i, w := range want {
		p := h.messages[1+i]
		if p.content != w {
			h.t.Errorf("%s: board %d says %q, want %q", when, i, p.content, w)
		}
		versions = append(versions, p.versions)
	}
	return versions
}

// The lines of a short game of the fixture, as they are and struck.
var plain, through = []string{
	"Ann moves first.", `1\. Ann ↺ a1, keeps a1`, `2\. Ben ↺ a2, keeps a2`, `3\. Ann ↺ a3, keeps a3`, `4\. Ben ↺ a4, keeps a4`,
}, []string{
	"Ann moves first.", "~~1. Ann ↺ a1, keeps a1~~", "~~2. Ben ↺ a2, keeps a2~~", "~~3. Ann ↺ a3, keeps a3~~", "~~4. Ben ↺ a4, keeps a4~~",
}

// A reply is taken back with the move before it. Both lines are struck, with a request each, and
// those of moves that stand are left alone, until they are taken back too.
func TestAllLinesTakenBackAreStruck(t *testing.T) {
	h := newFixture(t)
	env, publisher := h.process(h.store)
	h.playOn(env, publisher, 4)
	h.lines("before", plain[:4]...)
	h.show(publisher, h.takeBack(env, publisher))
	before := h.lines("taken back", plain[0], plain[1], plain[2], through[3], through[4])
	if before[1] != 2 || before[3] != 3 || before[4] != 2 {
		t.Errorf("the boards were shown %v times, want one change for each line and one more for the older one that is struck", before)
	}
	h.show(publisher, h.takeBack(env, publisher))
	after := h.lines("taken back twice", through...)
	if after[1] != 3 || after[3] != before[3] {
		t.Errorf("the boards were shown %v times, want one more for the lines that are struck now", after)
	}
	if m := h.stored(); len(m.Old) > 0 || len(m.Lines) > 0 {
		t.Errorf("old are %v and lines %v, want none that can be struck again", m.Old, m.Lines)
	}
}

// The process dies when it has posted the board after a takeback, or Discord refuses the change for
// now. The next publication strikes what is to be struck.
func TestLinesAreStruckLater(t *testing.T) {
	for name, dies := range map[string]bool{"the process dies": true, "the change is refused for now": false} {
		t.Run(name, func(t *testing.T) {
			h := newFixture(t)
			env, publisher, life := h.doomed()
			h.playOn(env, publisher, 2)
			claim := h.takeBack(env, publisher)
			s := &stubborn{channel: h.channel}
			publisher.Channel = s
			if dies {
				h.after = life.die
			} else {
				s.err = errors.New("30046")
			}
			if err := publisher.Publish(t.Context(), claim); errors.Is(err, errDied) != dies {
				t.Fatalf("the publication ended with %v, that the process dies is %v", err, dies)
			}
			h.after = nil
			h.pass(match.Lease + 1e9)
			_, next := h.process(h.store)
			for range 2 { // the second finds nothing to do
				h.due(next, 0)
				h.pass(match.Lease + 1e9)
			}
			h.lines("later", through[:3]...)
			if len(h.messages) != 6 {
				t.Errorf("there are %d messages, want the table, three boards, the question and the board after it", len(h.messages))
			}
		})
	}
}

// Ann takes a move back and lets her time pass. Her board, which nobody has acted on, becomes a
// line that says what it told.
func TestLineOfATakeback(t *testing.T) {
	h := newGame(t, "permutu", ann, ben)
	env, publisher := h.process(h.store)
	h.playOn(env, publisher, 2)
	h.show(publisher, h.takeBack(env, publisher))
	board := len(h.messages) - 1
	m := h.change(env, func(m *match.Match) ([]games.Ply, error) { return m.Play(0, games.Lapse) })
	h.show(publisher, m.Unshown())
	if said := h.messages[board].content; said != "Ann took a move back." {
		t.Errorf("the board after the takeback says %q, want what it told", said)
	}
}
