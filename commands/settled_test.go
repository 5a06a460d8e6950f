package commands_test

import (
	"strings"
	"testing"
)

// However a match ends, nobody looks at it any more once its end is shown, or cannot be shown, so the store packs it.
func TestEachEndIsSettled(t *testing.T) {
	t.Parallel()
	for end, script := range map[string]string{
		"a table is cancelled":       "ann /play game:permute; ann clicks Cancel on 1",
		"a table expires":            "ann /play game:permute; pass 169h",
		"a challenge is declined":    "ann /play game:permute opponent:ben; ben clicks Decline on 1",
		"a table nobody sees":        "fails forbidden; ann /play game:permute; pass 169h",
		"resigned":                   "duel permute; ann /resign > Yes, resign",
		"resigned in a thread":       "threads; duel permute; ann /resign > Yes, resign",
		"resigned, with old boards":  "duel permute; ann plays Cd3-d4; ben plays Af6-e6; ben /resign > Yes, resign",
		"alone":                      "ann /play game:permutu > Start on 1; ann /resign > Yes, resign",
		"among friends":              "ann in friends /play game:magic opponent:ben; ben in friends clicks Accept on 1; ben in friends /resign > Yes, resign",
		"drawn":                      "duel permute; ann /draw; ben clicks Agree on 3",
		"called off":                 "duel permute; ann clicks More on 2; ann clicks Call off > Yes, call it off",
		"a question is left open":    "duel permute; ann /draw; ann /resign > Yes, resign",
		"a rematch":                  "duel permute; ann /resign > Yes, resign; ann clicks Rematch on 3; ben clicks Rematch on 3",
		"a rematch nobody agrees to": "duel permute; ann /resign > Yes, resign; ann clicks Rematch on 3",
		"the server is lost":         "duel permute turn-time:10h; pass 9h; remind; removed; pass 65m; wake; pass 61m",
		"the channel is gone":        "duel permute; fails gone; ann /resign > Yes, resign",
		"a while without Discord":    "duel permute; fails; ann /resign > Yes, resign; wake; pass 3h; wake; works",
		"a thread that is locked":    "threads; duel permute; locked 1; ann /resign > Yes, resign",
		"ended by a moderator":       "duel permute; mo clicks More on 2; mo clicks Close this game > Yes, close it",
		"somebody is forgotten":      "duel permute; ann /draw; forgotten",
		"a crash before the board":   "duel permute; dies 2; ann /resign > Yes, resign; restart",
	} {
		t.Run(end, func(t *testing.T) {
			t.Parallel()
			w := newTalk(t)
			for step := range strings.SplitSeq(script, "; ") {
				_ = w.step(t, step) // which may fail, as what is shown does
			}
			for range 20 {
				w.steps(t, "pass 10m", "wake", "remind")
			}
			over := 0
			for _, m := range w.matches() {
				if m.Phase.Live() {
					continue
				}
				if over++; !m.Settled() {
					t.Errorf("match %s ended (%s %q) and is looked at by %v: published %+v of %+v", m.ID, m.Phase, m.Ended, m.NextCheck, m.Published, m.Desired)
				}
			}
			if over == 0 {
				t.Errorf("no match has ended:\n%s", &w.out)
			}
		})
	}
}
