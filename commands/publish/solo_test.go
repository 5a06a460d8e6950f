package publish_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"parlour/commands/match"
	"parlour/commands/message"
	"parlour/games"
	"parlour/storage"
)

var (
	ann     = storage.Player{ID: "ann", Name: "Ann"}
	ben     = storage.Player{ID: "ben", Name: "Ben"}
	parlour = storage.Player{ID: "opponent-1", Name: "Parlour", Level: "easy"}
)

// press commits the next move of a person, by a request.
func (h *fixture) press(env *match.Env) match.Unshown {
	h.t.Helper()
	m := h.change(env, func(m *match.Match) ([]games.Ply, error) {
		m.RequestID = "request"
		seat := m.State.ToMove()[0]
		return m.Play(seat, m.State.Legal(seat)[0])
	})
	return m.Unshown()
}

// A press in a game with Parlour is answered with the changed board. Once that is delivered nothing
// is left to show, and the opponent may think.
func TestDelivered(t *testing.T) {
	for name, delivered := range map[string]bool{"delivered": true, "lost": false} {
		t.Run(name, func(t *testing.T) {
			h := newGame(t, "permute", ann, parlour)
			env, publisher := h.process(h.store)
			owed := 0
			publisher.Owed = func(string) { owed++ }
			claim := h.press(env)
			claim.Message = "2"
			show, versions := publisher.Publish, 2
			if delivered {
				show, versions = publisher.Delivered, 1
			}
			if err := show(t.Context(), claim); err != nil {
				t.Fatal(err)
			}
			if m := h.stored(); m.Published != m.Desired || m.Live.To != 1 || !m.FailingSince.IsZero() {
				t.Errorf("%v of %v is shown, up to ply %d, want all", m.Published, m.Desired, m.Live.To)
			}
			if got := h.messages[1].versions; got != versions || len(h.messages) != 2 || owed != 1 {
				t.Errorf("the board was shown %d times among %d messages, and %d moves are owed; want %d, 2 and 1", got, len(h.messages), owed, versions)
			}
		})
	}
}

// A public answer is delivered after somebody else has written the match. What it has shown is noted
// in the newest version.
func TestDeliveredLate(t *testing.T) {
	h := newGame(t, "permute", ann, parlour)
	env, publisher := h.process(h.store)
	claim := h.press(env)
	claim.Message = "2"
	if err := env.Touch(t.Context(), "m"); err != nil {
		t.Fatal(err)
	}
	h.deliver(publisher, claim)
	if m := h.stored(); m.Published != m.Desired || h.messages[1].versions != 1 {
		t.Errorf("%v of %v is shown in %d versions, want all in one", m.Published, m.Desired, h.messages[1].versions)
	}
}

// A public answer is delivered after a later change of the same board was shown, so it may have put
// the older one there. The board is shown once more.
func TestDeliveredAfterALaterChange(t *testing.T) {
	h := newGame(t, "permute", ann, parlour)
	env, publisher := h.process(h.store)
	claim := h.press(env)
	claim.Message = "2"
	h.show(publisher, h.move(env))
	before := h.messages[1].versions
	h.deliver(publisher, claim)
	if m := h.stored(); m.Published != m.Desired || h.messages[1].versions != before+1 || m.Live.To != 2 {
		t.Errorf("%v of %v is shown, up to ply %d, in %d versions, want all once more after %d", m.Published, m.Desired, m.Live.To, h.messages[1].versions, before)
	}
}

// A tardy channel does something before its first change of a message takes effect.
type tardy struct {
	*channel
	before func()
}

func (c *tardy) Edit(ctx context.Context, channel, id string, m message.Message) error {
	if before := c.before; before != nil {
		c.before = nil
		before()
	}
	return c.channel.Edit(ctx, channel, id, m)
}

// A person moves on while an earlier change of their board is on its way, and that arrives after the
// answer to the move. It has put the older board there, so the board is shown once more.
func TestDeliveredBeforeAnEarlierChange(t *testing.T) {
	h := newGame(t, "permutu", ann)
	env, publisher := h.process(h.store)
	var claim match.Unshown
	publisher.Channel = &tardy{h.channel, func() {
		claim = h.press(env)
		claim.Message = "2" // which the answer has changed by now
	}}
	h.show(publisher, h.press(env))
	before := h.messages[1].versions
	h.deliver(publisher, claim)
	m, err := h.store.Get(t.Context(), "m")
	if got := h.messages[1].versions; err != nil || m.Published != m.Desired || got != before+1 || m.Live.To != 2 {
		t.Errorf("%v of %v is shown, up to ply %d, in %d versions (%v), want all once more after %d", m.Published, m.Desired, m.Live.To, got, err, before)
	}
}

// A public answer is delivered after a newer board was posted and the one that was pressed had become
// its line. The answer has overwritten the line, which is written once more.
func TestDeliveredAfterANewerBoard(t *testing.T) {
	h := newGame(t, "permute", ann, parlour)
	env, publisher := h.process(h.store)
	claim := h.press(env)
	claim.Message = "2"
	h.show(publisher, claim)
	h.pass(70 * time.Second)
	h.show(publisher, h.move(env))
	before := h.messages[1].versions
	h.deliver(publisher, claim)
	m, err := h.store.Get(t.Context(), "m")
	if got := h.messages[1]; err != nil || len(m.Old) > 0 || got.versions != before+1 || !strings.HasPrefix(got.content, `1\. Ann`) {
		t.Errorf("the board before says %q in %d versions, %d are left to tidy up (%v); want its line once more after %d", got.content, got.versions, len(m.Old), err, before)
	}
}

// Parlour's answer changes the board in place. After a minute it is a new board, and the one before
// becomes its line.
func TestAnswerOfAnOpponent(t *testing.T) {
	for name, c := range map[string]struct {
		after  time.Duration
		boards int
	}{"soon": {50 * time.Second, 1}, "late": {70 * time.Second, 2}} {
		t.Run(name, func(t *testing.T) {
			h := newGame(t, "permute", ann, parlour)
			env, publisher := h.process(h.store)
			h.show(publisher, h.press(env))
			if said := h.messages[1].content; !strings.HasPrefix(said, "Parlour is thinking…") {
				t.Errorf("after the press the board says %q", said)
			}
			h.pass(c.after)
			h.show(publisher, h.move(env))
			if boards := h.check("after the answer"); boards != c.boards {
				t.Errorf("there are %d boards, want %d", boards, c.boards)
			}
			if said := h.messages[1].content; c.boards == 2 && (!strings.HasPrefix(said, `1\. Ann`) || strings.Contains(said, "\n")) {
				t.Errorf("the board before says %q, want the line of the first ply", said)
			}
			if said := h.messages[len(h.messages)-1].content; c.boards == 2 && !strings.HasPrefix(said, "<@ann>, your turn. Parlour") {
				t.Errorf("the new board says %q, want it to ping ann", said)
			}
		})
	}
}

// Somebody deletes the only board of a game of one person. The next change makes another.
func TestDeletedBoardOfOnePerson(t *testing.T) {
	h := newGame(t, "permute", ann, parlour)
	env, publisher := h.process(h.store)
	if err := h.Delete(t.Context(), "games", "2"); err != nil {
		t.Fatal(err)
	}
	h.show(publisher, h.press(env))
	if boards := h.check("after the press"); boards != 2 {
		t.Errorf("there are %d boards, want another one", boards)
	}
}

// The process dies when it has posted a board, and the next move is made there: by a person alone,
// on the board of Parlour's late answer, or between people, when Parlour is to move and no board is
// asked for. The next publication finds that board under the nonce of the one it wants: it is the
// live board and shows the move.
func TestNonceOfALostBoardFindsTheLiveOne(t *testing.T) {
	for name, c := range map[string]struct {
		game    string
		players []storage.Player
		alone   bool
	}{
		"alone":          {"permute", []storage.Player{ann, parlour}, true},
		"between people": {"permutu", []storage.Player{ann, ben, parlour}, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := newGame(t, c.game, c.players...)
			env, publisher, life := h.doomed()
			claim := h.press(env)
			if c.alone {
				h.show(publisher, claim)
				h.pass(70 * time.Second)
				claim = h.move(env)
			}
			h.diesWith(life, publisher, claim)
			h.pass(time.Second)
			nextEnv, next := h.process(h.store)
			h.show(next, h.press(nextEnv))
			if boards := h.check("after the move on the lost board"); boards != 2 {
				t.Errorf("there are %d boards, want the first and the lost one", boards)
			}
		})
	}
}

// The only board is gone, so another is posted that no commit has asked for, and meanwhile Parlour
// moves. All is shown in the end, nothing is due, and Ann's next move is answered.
func TestBoardPostedAnewIsNoStepAhead(t *testing.T) {
	h := newGame(t, "permute", ann, parlour)
	env, publisher := h.process(h.store)
	owed := 0
	publisher.Owed = func(string) { owed++ }
	if err := h.Delete(t.Context(), "games", "2"); err != nil {
		t.Fatal(err)
	}
	var meanwhile match.Unshown
	h.after = func() { meanwhile = h.move(env) }
	h.show(publisher, h.press(env))
	h.after = nil
	h.show(publisher, meanwhile)
	h.check("after the answer")
	owed = 0
	h.show(publisher, h.press(env))
	h.check("after the next move")
	if owed != 1 {
		t.Errorf("%d moves are owed after the next move, want Parlour's", owed)
	}
}

// Between two people Parlour thinks. Nobody is shown a board until the second is to move, and one
// board tells of both plies; a long thought is said on the old board.
func TestBoardComesWhenAPersonIsToMove(t *testing.T) {
	h := newGame(t, "permutu", ann, parlour, ben)
	env, publisher := h.process(h.store)
	h.show(publisher, h.press(env))
	if len(h.messages) != 2 || h.messages[1].versions != 1 {
		t.Fatalf("while Parlour thinks there are %d messages and the board has %d versions, want 2 and 1", len(h.messages), h.messages[1].versions)
	}
	h.pass(match.ThinksLong + time.Second)
	for range 2 {
		h.due(publisher, 0)
	}
	if said := h.messages[1]; !strings.HasPrefix(said.content, "Parlour is thinking…") || said.versions != 2 {
		t.Errorf("after a while the board says %q in version %d", said.content, said.versions)
	}
	h.show(publisher, h.move(env))
	if boards := h.check("when ben is to move"); boards != 2 {
		t.Errorf("there are %d boards, want 2", boards)
	}
	if said := h.messages[2].content; !strings.HasPrefix(said, "<@ben>, your turn. Parlour") {
		t.Errorf("ben's board says %q", said)
	}
	if said := h.messages[1].content; !strings.HasPrefix(said, `1\. Ann`) {
		t.Errorf("the board before says %q, want Ann's line", said)
	}
}
