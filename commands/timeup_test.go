package commands_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/commands"
	"parlour/storage"
)

// head returns the head of a match as it is stored.
func (w *world) head(t *testing.T, id string) storage.Head {
	t.Helper()
	m, err := w.store.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m.Head
}

// ticks has the host look at people and matches every five seconds for a while.
func (w *world) ticks(t *testing.T, d time.Duration) {
	t.Helper()
	for end := w.now.Add(d); w.now.Before(end); {
		w.steps(t, "pass 5s", "remind", "wake")
	}
}

// Ann moved when her time for the whole game was used up already. At her next move she
// is reminded all the same, and then time is called.
func TestNoTimeIsLeftForAReminder(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play permute opponent:ben first:me turn-time:none total-time:1h", "ben clicks Accept on 1",
		"pass 70m", "wake", "remind", "ann /move move:Cd3-d4", "ben /move move:swap")
	if left := w.head(t, "1").TotalTime - w.head(t, "1").Clocks[0].Spent; left > 0 {
		t.Fatalf("Ann has %v left, want nothing", left)
	}
	before := len(w.reminders("ann"))
	w.ticks(t, 5*time.Minute)
	if said := w.reminders("ann"); len(said) == before {
		t.Errorf("Ann was sent %q, and nothing of her last turn", said)
	}
	if w.head(t, "1").Clocks[0].ExpiredAt.IsZero() {
		t.Error("time was not called on Ann")
	}
}

// asked is a world that counts how often it is asked whether somebody is in a server.
type asked struct {
	*world
	times int
}

func (a *asked) Member(ctx context.Context, guild, person string) (bool, error) {
	a.times++
	return a.world.Member(ctx, guild, person)
}

// Time is up, and the server does not know the bot. That is asked again after an hour
// and not at every look, as Discord bars who asks in vain too often.
func TestAServerThatIsNotKnownIsAskedSeldom(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play permute opponent:ben first:me turn-time:10h", "ben clicks Accept on 1", "pass 9h50m", "remind", "pass 11m", "removed")
	a := &asked{world: w}
	w.with(func(c *commands.Config) { c.Channel, c.Patient = a, a })
	w.ticks(t, 2*time.Hour)
	if a.times > 4 {
		t.Errorf("it was asked %d times, want a few", a.times)
	}
	if h := w.head(t, "1"); h.Ended != "removed" {
		t.Errorf("the match is %s (%s), want it to have ended", h.Phase, h.Ended)
	}
}

// noting is a store in which something happens as soon as somebody is to be told that
// a match has ended.
type noting struct {
	storage.Store
	once sync.Once
	do   func()
}

func (s *noting) ChangePerson(ctx context.Context, id string, change func(*storage.Person) error) (storage.Person, error) {
	p, err := s.Store.ChangePerson(ctx, id, change)
	if len(p.Ended) > 0 {
		s.once.Do(s.do)
	}
	return p, err
}

// Ann is looked at after it was noted that she is to be told and before the match has
// ended: she is told all the same, once.
func TestWhoIsLookedAtWhileAMatchEndsIsTold(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play permute opponent:ben first:me turn-time:10h", "ben clicks Accept on 1", "pass 9h", "remind", "removed", "pass 65m", "wake", "pass 61m")
	other, err := commands.New(w.host.Config)
	if err != nil {
		t.Fatal(err)
	}
	w.with(func(c *commands.Config) {
		c.Store = &noting{Store: w.store, do: func() {
			if err := other.Remind(t.Context()); err != nil {
				t.Error(err)
			}
		}}
	})
	w.steps(t, "wake")
	w.ticks(t, time.Minute)
	for _, who := range []string{"ann", "ben"} {
		if said := strings.Join(w.reminders(who), "\n"); strings.Count(said, "I was removed") != 1 {
			t.Errorf("%s was sent %q, want to be told once", who, said)
		}
	}
}

// called is a world in which Ann's hour is up and Ben is asked what becomes of the game.
func called(t *testing.T) *world {
	w := newWorld(t)
	w.steps(t, "beat", "ann /play permute opponent:ben first:me turn-time:1h total-time:50h", "ben clicks Accept on 1")
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

// alive notes that the host has been at work until now.
func (w *world) alive(t *testing.T) {
	t.Helper()
	if _, err := w.store.ChangeUptime(t.Context(), func(up *storage.Uptime) error { up.Alive = w.now; return nil }); err != nil {
		t.Fatal(err)
	}
}

// The bot is down for more than the week that there is to claim the win. When it is back
// there is still a week, and Ann can move in it.
func TestAnOutageDoesNotEndTheWeekToAnswer(t *testing.T) {
	w := called(t)
	w.steps(t, "pass 192h", "beat", "wake")
	if h := w.head(t, "1"); h.Phase != storage.Playing || !h.Clocks[0].Due.Equal(w.now.Add(7*24*time.Hour)) {
		t.Fatalf("after the outage the match is %s, its clock %+v; want a week from %v", h.Phase, h.Clocks[0], w.now)
	}
	versions := w.public[2].versions // the board that asks
	if shown := versions[len(versions)-1].Content; !strings.Contains(shown, "Without an answer Ben wins <t:"+strconv.FormatInt(w.now.Add(7*24*time.Hour).Unix(), 10)) {
		t.Errorf("the board says %q", shown)
	}
	w.alive(t)
	w.now = w.now.Add(7 * 24 * time.Hour)
	w.alive(t)
	w.steps(t, "wake")
	if h := w.head(t, "1"); h.Phase != storage.Over {
		t.Errorf("after a week the match is %s, want it to be over", h.Phase)
	}
}

// Ann is given more time after an outage, which took none of her time for the whole game.
func TestAnOutageIsNotSpent(t *testing.T) {
	w := called(t)
	w.steps(t, "pass 10h", "beat", "wake", "ben clicks Give more time on 3")
	if c := w.head(t, "1").Clocks[0]; !c.ExpiredAt.IsZero() || c.Spent != time.Hour {
		t.Errorf("Ann's clock is %+v, want an hour to be spent", c)
	}
}

// Ann was not reminded while her hour ran, and so has another. An outage in that hour
// takes none of it, whatever the outage took of the first.
func TestAnOutageTakesNothingOfTheGrace(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "beat", "ann /play permute opponent:ben first:me turn-time:1h", "ben clicks Accept on 1", "fails DM", "pass 50m")
	w.alive(t)
	w.steps(t, "pass 10m")
	w.alive(t)
	w.steps(t, "wake")
	if h := w.head(t, "1"); !h.Clocks[0].Due.Equal(w.now.Add(time.Hour)) || !h.Clocks[0].ExpiredAt.IsZero() {
		t.Fatalf("Ann's clock is %+v at %v, want her to have another hour", h.Clocks[0], w.now)
	}
	w.steps(t, "pass 20m")
	w.alive(t)
	w.steps(t, "pass 5h", "beat", "wake")
	if h := w.head(t, "1"); !h.Clocks[0].Due.Equal(w.now.Add(40 * time.Minute)) {
		t.Errorf("after the outage Ann's clock is %+v at %v, want 40 minutes", h.Clocks[0], w.now)
	}
}

// Ann's quiet hours gave her turn until the morning. When she has none any more it is up
// an hour later, and an outage in that hour is not counted.
func TestAnOutageTakesNothingOfWhatSettingsLeave(t *testing.T) {
	w := newWorld(t)
	w.now = time.Date(2026, 6, 1, 23, 0, 0, 0, time.UTC)
	w.steps(t, "beat", "ann /play permute opponent:ben first:me turn-time:2h", "ann /settings zone:UTC quiet:22-8", "ben clicks Accept on 1", "pass 2h")
	w.alive(t)
	w.steps(t, "ann /settings quiet:none", "wake")
	if h := w.head(t, "1"); !h.Clocks[0].Due.Equal(w.now.Add(time.Hour)) {
		t.Fatalf("Ann's clock is %+v at %v, want an hour", h.Clocks[0], w.now)
	}
	w.steps(t, "pass 3h", "beat", "wake")
	if h := w.head(t, "1"); !h.Clocks[0].Due.Equal(w.now.Add(time.Hour)) {
		t.Errorf("after the outage Ann's clock is %+v at %v, want an hour", h.Clocks[0], w.now)
	}
}

// Nothing is due at every tick in a match that cannot be played on, whose time is up.
func TestAMatchThatCannotBePlayedIsLookedAtSeldom(t *testing.T) {
	for name, spoil := range map[string]func(*storage.Head){
		"by rules that are not known": func(h *storage.Head) { h.Setup.Rules = 7 },
		"with a log that is spoilt":   func(h *storage.Head) { h.Setup.Options["size"] = "3" },
	} {
		w := newWorld(t)
		w.steps(t, "ann /play permute opponent:ben first:me turn-time:1h", "ben clicks Accept on 1", "ann /move move:Cd3-d4")
		w.alter(t, "1", spoil)
		w.steps(t, "pass 2h")
		looks := 0
		for range 720 {
			before := w.head(t, "1").Version
			if w.steps(t, "pass 5s", "wake"); w.head(t, "1").Version != before {
				looks++
			}
		}
		if looks > 3 {
			t.Errorf("%s it was looked at %d times in an hour, want a few", name, looks)
		}
	}
}

// A game that began before there were clocks has none until somebody looks: from then on
// it does not wait for who has left the server.
func TestAGameFromBeforeThereWereClocks(t *testing.T) {
	w := newWorld(t)
	w.steps(t, "ann /play permute opponent:ben first:me", "ben clicks Accept on 1")
	w.alter(t, "1", func(h *storage.Head) { h.Clocks, h.TurnTime, h.NextCheck = nil, 0, w.now })
	w.steps(t, "wake", "leaves ann", "pass 169h", "wake")
	if h := w.head(t, "1"); h.Phase != storage.Over {
		t.Errorf("the match is %s with the clocks %+v, want it to be over", h.Phase, h.Clocks)
	}
}
