package commands_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/world"
	"parlour/storage"
)

// head returns the head of a match as it is stored.
func (w *talk) head(t *testing.T, id string) storage.Head {
	t.Helper()
	m := w.match(t, id)
	return m.Head
}

// ticks has the service check people and matches every five seconds for a while.
func (w *talk) ticks(t *testing.T, d time.Duration) {
	t.Helper()
	for end := w.Now().Add(d); w.Now().Before(end); {
		w.steps(t, "pass 5s", "remind", "wake")
	}
}

// A clock has expired in a guild that the bot is not in. Discord is asked about it once an hour
// and not at every check, as it blocks clients that fail too often.
func TestUnknownGuildIsAskedSeldom(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:10h", "ben clicks Accept on 1", "pass 9h50m", "remind", "pass 11m", "removed")
	asked := w.counts(world.ToFind)
	w.ticks(t, 2*time.Hour)
	if n := asked.Load(); n > 4 {
		t.Errorf("it was asked %d times, want a few", n)
	}
	if h := w.head(t, "1"); h.Ended != "removed" {
		t.Errorf("the match is %s (%s), want it to have ended", h.Phase, h.Ended)
	}
}

// It is noted that the players are to be told of an end, and a second service checks them
// before the match has ended. Both are told once.
func TestCheckDuringAnEndStillTellsThePlayers(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:10h", "ben clicks Accept on 1", "pass 9h", "remind", "removed", "pass 65m", "wake", "pass 61m")
	other := w.another(func(*commands.Config) {})
	w.over(world.Once(w.store, false, func(a world.Access) bool {
		var p storage.Person
		json.Unmarshal(a.Record.Value, &p)
		return a.Op == world.PutRecord && len(p.Ended) > 0
	}, fine(t, other.Remind)))
	w.steps(t, "wake")
	w.ticks(t, time.Minute)
	for _, who := range []string{"ann", "ben"} {
		if said := strings.Join(w.reminders(who), "\n"); strings.Count(said, "I was removed") != 1 {
			t.Errorf("%s was sent %q, want to be told once", who, said)
		}
	}
}

// A match that cannot be replayed, and whose clock has expired, is not due at every tick.
//
//test:unwatched
func TestUnplayableMatchIsCheckedSeldom(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*storage.Head){
		"unknown rules": func(h *storage.Head) { h.Setup.Rules = 7 },
		"a spoilt log":  func(h *storage.Head) { h.Setup.Options["size"] = "3" },
	} {
		w := newTalk(t)
		w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:1h", "ben clicks Accept on 1", "ann plays Cd3-d4")
		w.alter(t, "1", spoil)
		w.steps(t, "pass 2h")
		checks := 0
		for range 720 {
			before := w.head(t, "1").Version
			if w.steps(t, "pass 5s", "wake"); w.head(t, "1").Version != before {
				checks++
			}
		}
		if checks > 3 {
			t.Errorf("with %s it was checked %d times in an hour, want a few", name, checks)
		}
	}
}

// A rematch gets its clocks at its first check. From then on it does not wait for a player who has
// left the server.
func TestGameWithoutClocksGetsThem(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1")
	w.alter(t, "1", func(h *storage.Head) { h.Clocks, h.TurnTime, h.NextCheck = nil, 0, w.Now() })
	w.steps(t, "wake", "leaves ann", "pass 169h", "wake")
	if h := w.head(t, "1"); h.Phase != storage.Over {
		t.Errorf("the match is %s with the clocks %+v, want it to be over", h.Phase, h.Clocks)
	}
}

// A person who was not reminded before their clock expired gets extra time and a reminder,
// though a check of them ends just before the match is written.
func TestExtraTimeIsRemindedOf(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:10h", "ben clicks Accept on 1", "pass 10h")
	other := w.another(func(*commands.Config) {})
	w.over(world.Once(w.store, true, func(a world.Access) bool {
		return a.Op == world.Append && len(a.Head.Clocks) > 0 && !a.Head.Clocks[0].Extension.To.IsZero()
	}, fine(t, other.Remind)))
	w.steps(t, "wake", "remind")
	w.ticks(t, time.Minute)
	if said := w.reminders("ann"); len(said) != 1 {
		t.Errorf("ann is reminded by %q, want one reminder within the extra time", said)
	}
}

// A person whose clock gets extra time while a check of them runs, and who has had no direct message
// yet, is reminded in ten seconds: nothing has failed that would be worth waiting for.
func TestExtraTimeWhileBeingChecked(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:10h", "ben clicks Accept on 1", "pass 10h")
	other := w.another(func(*commands.Config) {})
	w.amid(world.OfPlayer, fine(t, other.Due))
	w.steps(t, "remind", "pass 10s", "remind")
	if said := w.reminders("ann"); len(said) != 1 {
		t.Errorf("ann is reminded by %q, want one reminder ten seconds later", said)
	}
}
