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
	asked, err := env.Change(h.t.Context(), "m", func(m *match.Match) ([]games.Ply, error) { return m.TakeBack(0) })
	if err != nil {
		h.t.Fatal(err)
	}
	if err := publisher.Publish(h.t.Context(), asked.Unshown()); err != nil {
		h.t.Fatal(err)
	}
	answered, err := env.Change(h.t.Context(), "m", func(m *match.Match) ([]games.Ply, error) {
		m.RequestID = "answer"
		_, made, err := m.AnswerAsk(1, m.AskCount, true)
		return made, err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return answered.Unshown()
}

// playOn shows some moves, each on a board of its own.
func (h *fixture) playOn(env *match.Env, publisher *publish.Publisher, moves int) {
	h.t.Helper()
	for range moves {
		if err := publisher.Publish(h.t.Context(), h.press(env)); err != nil {
			h.t.Fatal(err)
		}
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
	if err := publisher.Publish(t.Context(), h.takeBack(env, publisher)); err != nil {
		t.Fatal(err)
	}
	before := h.lines("taken back", plain[0], plain[1], plain[2], through[3], through[4])
	if before[1] != 2 || before[3] != 3 || before[4] != 2 {
		t.Errorf("the boards were shown %v times, want one change for each line and one more for the older one that is struck", before)
	}
	if err := publisher.Publish(t.Context(), h.takeBack(env, publisher)); err != nil {
		t.Fatal(err)
	}
	after := h.lines("taken back twice", through...)
	if after[1] != 3 || after[3] != before[3] {
		t.Errorf("the boards were shown %v times, want one more for the lines that are struck now", after)
	}
	if m, err := h.store.Get(t.Context(), "m"); err != nil || len(m.Old) > 0 || len(m.Lines) > 0 {
		t.Errorf("old are %v and lines %v (%v), want none that can be struck again", m.Old, m.Lines, err)
	}
}

// The process dies when it has posted the board after a takeback, or Discord refuses the change for
// now. The next publication strikes what is to be struck.
func TestLinesAreStruckLater(t *testing.T) {
	for name, dies := range map[string]bool{"the process dies": true, "the change is refused for now": false} {
		t.Run(name, func(t *testing.T) {
			h := newFixture(t)
			store := &mortal{Store: h.store}
			env, publisher := h.process(store)
			h.playOn(env, publisher, 2)
			claim := h.takeBack(env, publisher)
			s := &stubborn{channel: h.channel}
			publisher.Channel = s
			if dies {
				h.after = store.die
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
				if err := next.Due(t.Context(), 0); err != nil {
					t.Fatal(err)
				}
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
	if err := publisher.Publish(t.Context(), h.takeBack(env, publisher)); err != nil {
		t.Fatal(err)
	}
	board := len(h.messages) - 1
	m, err := env.Change(t.Context(), "m", func(m *match.Match) ([]games.Ply, error) { return m.Play(0, games.Lapse) })
	if err != nil {
		t.Fatal(err)
	}
	if err := publisher.Publish(t.Context(), m.Unshown()); err != nil {
		t.Fatal(err)
	}
	if said := h.messages[board].content; said != "Ann took a move back." {
		t.Errorf("the board after the takeback says %q, want what it told", said)
	}
}
