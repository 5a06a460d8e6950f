package commands_test

import (
	"encoding/json"
	"strconv"
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
	m, err := w.store.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m.Head
}

// ticks has the service check people and matches every five seconds for a while.
func (w *talk) ticks(t *testing.T, d time.Duration) {
	t.Helper()
	for end := w.Now().Add(d); w.Now().Before(end); {
		w.steps(t, "pass 5s", "remind", "wake")
	}
}

// Ann's total time is used up when she makes a move. In her next turn she is reminded before
// her clock expires.
func TestReminderWithoutTimeLeft(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "ann /play game:permute opponent:ben first:me turn-time:none total-time:1h", "ben clicks Accept on 1",
		"pass 70m", "wake", "remind", "ann plays Cd3-d4", "ben plays swap")
	if left := w.head(t, "1").TotalTime - w.head(t, "1").Clocks[0].Spent; left > 0 {
		t.Fatalf("Ann has %v left, want nothing", left)
	}
	before := len(w.reminders("ann"))
	w.ticks(t, 5*time.Minute)
	if said := w.reminders("ann"); len(said) == before {
		t.Errorf("Ann was sent %q, and nothing of her last turn", said)
	}
	if w.head(t, "1").Clocks[0].ExpiredAt.IsZero() {
		t.Error("Ann's clock has not expired")
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

// called returns a world in which Ann's hour has expired and Ben is asked to decide.
func called(t *testing.T) *talk {
	w := newTalk(t)
	w.steps(t, "beat", "ann /play game:permute opponent:ben first:me turn-time:1h total-time:50h", "ben clicks Accept on 1")
	for range 6 {
		w.steps(t, "pass 10m")
		w.alive(t)
		w.steps(t, "remind", "wake")
	}
	if w.head(t, "1").Clocks[0].ExpiredAt.IsZero() {
		t.Fatal("Ann's time is not up")
	}
	return w
}

// alive notes that the service has been at work until now.
func (w *talk) alive(t *testing.T) {
	t.Helper()
	if _, err := storage.Uptimes.Change(t.Context(), w.store, storage.TheUptime, func(up *storage.Uptime) error { up.Alive = w.Now(); return nil }); err != nil {
		t.Fatal(err)
	}
}

// The bot is down for longer than the week in which Ben can claim the win. After the outage
// there is a whole week left, and Ann can still move.
func TestOutageExtendsTheWeekToAnswer(t *testing.T) {
	w := called(t)
	w.steps(t, "pass 192h", "beat", "wake")
	if h := w.head(t, "1"); h.Phase != storage.Playing || !h.Clocks[0].Due.Equal(w.Now().Add(7*24*time.Hour)) {
		t.Fatalf("after the outage the match is %s, its clock %+v; want a week from %v", h.Phase, h.Clocks[0], w.Now())
	}
	versions := w.Posts[2].Versions // the board that asks
	if shown := versions[len(versions)-1].Content; !strings.Contains(shown, "If nobody answers, Ben wins <t:"+strconv.FormatInt(w.Now().Add(7*24*time.Hour).Unix(), 10)) {
		t.Errorf("the board says %q", shown)
	}
	w.alive(t)
	w.Pass(7 * 24 * time.Hour)
	w.alive(t)
	w.steps(t, "wake")
	if h := w.head(t, "1"); h.Phase != storage.Over {
		t.Errorf("after a week the match is %s, want it to be over", h.Phase)
	}
}

// Ben gives Ann more time after an outage. The outage has cost her no total time.
func TestOutageIsNotSpent(t *testing.T) {
	w := called(t)
	w.steps(t, "pass 10h", "beat", "wake", "ben clicks Give more time on 3")
	if c := w.head(t, "1").Clocks[0]; !c.ExpiredAt.IsZero() || c.Spent != time.Hour {
		t.Errorf("Ann's clock is %+v, want an hour to be spent", c)
	}
}

// Ann was not reminded in her hour and so gets an hour extra. An outage takes nothing of that
// extra hour.
func TestOutageLeavesExtraTimeWhole(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "beat", "ann /play game:permute opponent:ben first:me turn-time:1h", "ben clicks Accept on 1", "fails DM", "pass 50m")
	w.alive(t)
	w.steps(t, "pass 10m")
	w.alive(t)
	w.steps(t, "wake")
	if h := w.head(t, "1"); !h.Clocks[0].Due.Equal(w.Now().Add(time.Hour)) || !h.Clocks[0].ExpiredAt.IsZero() {
		t.Fatalf("Ann's clock is %+v at %v, want her to have another hour", h.Clocks[0], w.Now())
	}
	w.steps(t, "pass 20m")
	w.alive(t)
	w.steps(t, "pass 5h", "beat", "wake")
	if h := w.head(t, "1"); !h.Clocks[0].Due.Equal(w.Now().Add(40 * time.Minute)) {
		t.Errorf("after the outage Ann's clock is %+v at %v, want 40 minutes", h.Clocks[0], w.Now())
	}
}

// Ann's quiet hours extended her turn until the morning, and she drops them. She has an hour
// from then on, of which an outage takes nothing.
func TestOutageLeavesTimeGivenBySettingsWhole(t *testing.T) {
	w := newTalk(t)
	w.Set(time.Date(2026, 6, 1, 23, 0, 0, 0, time.UTC))
	w.steps(t, "beat", "ann /play game:permute opponent:ben first:me turn-time:2h", "ann /settings zone:UTC quiet:22-8", "ben clicks Accept on 1", "pass 2h")
	w.alive(t)
	w.steps(t, "ann /settings quiet:none", "wake")
	if h := w.head(t, "1"); !h.Clocks[0].Due.Equal(w.Now().Add(time.Hour)) {
		t.Fatalf("Ann's clock is %+v at %v, want an hour", h.Clocks[0], w.Now())
	}
	w.steps(t, "pass 3h", "beat", "wake")
	if h := w.head(t, "1"); !h.Clocks[0].Due.Equal(w.Now().Add(time.Hour)) {
		t.Errorf("after the outage Ann's clock is %+v at %v, want an hour", h.Clocks[0], w.Now())
	}
}

// A match that cannot be replayed, and whose clock has expired, is not due at every tick.
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
