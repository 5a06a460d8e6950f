package publish_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/commands/match"
)

// While the board of a first move is being posted, two more moves are committed. The publication that
// waited for the lock shows the newest version, and the buttons stay on the newest message.
func TestPublishShowsTheNewestVersion(t *testing.T) {
	for name, order := range map[string][]int{"in order": {0, 1}, "the other way round": {1, 0}, "the last alone": {1}} {
		t.Run(name, func(t *testing.T) {
			h := newFixture(t)
			env, publisher := h.process(h.store)
			first := h.move(env)
			var waiting sync.WaitGroup
			var once sync.Once
			h.after = func() {
				once.Do(func() {
					claims := []match.Unshown{h.move(env), h.move(env)}
					for _, i := range order {
						waiting.Go(func() {
							if err := publisher.Publish(t.Context(), claims[i]); err != nil {
								t.Error(err)
							}
						})
					}
				})
			}
			h.show(publisher, first)
			finish(t, waiting.Wait, "the publications that waited for the lock")
			if boards := h.check("after three moves"); boards != 3 {
				t.Errorf("%d boards were posted, want the first, that of the first move and that of the third", boards)
			}
		})
	}
}

// A publication that another process has overtaken posts its board late. The match still knows the
// newer board as its newest message.
func TestPublishAfterAnotherProcess(t *testing.T) {
	h := newFixture(t)
	env, publisher := h.process(h.store)
	otherEnv, other := h.process(h.store)
	first := h.move(env)
	h.show(other, h.move(otherEnv))
	h.check("after the second move")
	h.show(publisher, first)
	if m := h.stored(); m.Message != "3" || m.Published != m.Desired || len(h.messages) > 4 {
		t.Errorf("after the late publication message %s of %d is the newest of the match, %v of %v is shown; want message 3 to stay",
			m.Message, len(h.messages), m.Published, m.Desired)
	}
}

// The process dies after the board was posted and before that was noted, whether the commit of the
// move or a check has claimed the publication. The next process posts no second board: while the
// channel knows the nonce, and after it has forgotten it.
func TestPublishInterruptedBeforeTheNote(t *testing.T) {
	for name, c := range map[string]struct {
		later  time.Duration
		within time.Duration // of [publish.Publisher.Due]
	}{
		"before the lease ends":           {time.Second, match.Lease},
		"when the lease ends":             {match.Lease + time.Second, 0},
		"when the nonce may be forgotten": {2 * time.Minute, 0},
		"after the nonce is forgotten":    {nonceLives + time.Minute, 0},
		"after a day":                     {24 * time.Hour, 0},
	} {
		for _, claimed := range []bool{true, false} {
			t.Run(fmt.Sprint(name, ", claimed by the commit: ", claimed), func(t *testing.T) {
				h := newFixture(t)
				env, publisher, life := h.doomed()
				claim := h.move(env)
				if !claimed {
					claim.Committed = nil
					h.pass(match.Lease + time.Second)
					h.forget()
				}
				h.diesWith(life, publisher, claim)
				h.pass(c.later)
				_, next := h.process(h.store)
				h.due(next, c.within)
				if boards := h.check("after the next process"); boards != 2 {
					t.Errorf("%d boards were posted, want the first and that of the move", boards)
				}
			})
		}
	}
}

// The board of a move was posted and not noted when the next move is made. The next move gets a board
// of its own, once. The lost board becomes a line.
func TestMoveAfterAnInterruptedPublication(t *testing.T) {
	for name, later := range map[string]time.Duration{"at once": time.Second, "after the nonce is forgotten": nonceLives + time.Minute} {
		t.Run(name, func(t *testing.T) {
			h := newFixture(t)
			env, publisher, life := h.doomed()
			claim := h.move(env)
			h.diesWith(life, publisher, claim)
			h.pass(later)
			nextEnv, next := h.process(h.store)
			h.show(next, h.move(nextEnv))
			if boards := h.check("after the next move"); boards != 3 {
				t.Errorf("%d boards were posted, want the first and those of two moves", boards)
			}
		})
	}
}

// When the nonce of a board may be forgotten, the channel is searched for it. A message of another match that says
// the same is not taken for it.
func TestAMessageOfAnotherMatchIsNotAdopted(t *testing.T) {
	h := newFixture(t)
	env, publisher, life := h.doomed()
	h.diesWith(life, publisher, h.move(env))
	other := &h.messages[len(h.messages)-1]
	for i, b := range other.buttons {
		other.buttons[i] = strings.Replace(b, ":m:", ":other:", 1)
	}
	h.pass(nonceLives + time.Minute)
	_, next := h.process(h.store)
	h.due(next, 0)
	if m := h.stored(); m.Message != "4" || len(h.messages) != 4 {
		t.Errorf("of %d messages the match has %s for its board, want a board of its own, the fourth", len(h.messages), m.Message)
	}
}
