package publish_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"parlour/commands/publish"
	"parlour/games"
	"parlour/storage"
	"parlour/storage/bolt"
)

// usual are the limits where nobody sets others.
var usual = publish.BudgetLimits{Minute: 5, Day: 300}

// A rig is a budget over a store, with a clock that only moves by hand.
type rig struct {
	*publish.Budget
	t     *testing.T
	store *counting
	path  string
	now   time.Time
}

// A counting store counts what is written into it.
type counting struct {
	storage.Store
	written int
}

func (s *counting) PutRecord(ctx context.Context, r storage.Record) (storage.Record, error) {
	s.written++
	return s.Store.PutRecord(ctx, r)
}

func newRig(t *testing.T, limits publish.BudgetLimits) *rig {
	t.Helper()
	r := &rig{t: t, path: filepath.Join(t.TempDir(), "parlour.db"), now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	r.start(limits)
	t.Cleanup(func() { r.store.Close() })
	return r
}

// start opens the store, for the first time or again.
func (r *rig) start(limits publish.BudgetLimits) {
	r.t.Helper()
	if r.store != nil {
		r.store.Close()
	}
	store, err := bolt.Open(r.path)
	if err != nil {
		r.t.Fatal(err)
	}
	r.store = &counting{Store: store}
	r.Budget = publish.NewBudget(r.store, func() time.Time { return r.now }, limits)
}

// table stores a match whose table somebody opened. Once it has begun, they have the last seat.
func (r *rig) table(id, opener string, begun bool) {
	r.t.Helper()
	h := storage.Head{ID: id, Lobby: storage.Lobby{Phase: storage.Open, Players: []storage.Player{{ID: opener}, {ID: "guest of " + id}}}}
	if begun {
		h.Phase, h.Players, h.Order = storage.Playing, []storage.Player{{ID: "guest of " + id}, {ID: opener}}, []games.Seat{1, 0}
	}
	if _, err := r.store.Create(r.t.Context(), h); err != nil {
		r.t.Fatal(err)
	}
}

// takes counts how many of some needs one after the other are met, and checks that all others are
// refused as spent.
func (r *rig) takes(count int, need func(i int) publish.Need) (met int) {
	r.t.Helper()
	for i := range count {
		switch err := r.Take(r.t.Context(), need(i)); {
		case err == nil:
			met++
		case !errors.Is(err, publish.ErrSpent):
			r.t.Fatalf("Take = %v, want nil or %v", err, publish.ErrSpent)
		}
	}
	return met
}

func (r *rig) want(what string, got, want int) {
	r.t.Helper()
	if got != want {
		r.t.Errorf("%s: %d channels, want %d", what, got, want)
	}
}

// reminder and bid are needs of somebody.
func reminder(i int) publish.Need { return publish.Need{Person: fmt.Sprint("p", i)} }
func bid(i int) publish.Need      { return publish.Need{Person: fmt.Sprint("p", i), Bid: true} }

// Five channels are opened in any minute, also where the process begins anew in it.
func TestFiveAMinute(t *testing.T) {
	t.Parallel()
	r := newRig(t, usual)
	r.want("at once", r.takes(3, bid), 3)
	r.now = r.now.Add(30 * time.Second)
	r.start(usual)
	r.want("half a minute and a restart later", r.takes(10, bid), 2)
	r.now = r.now.Add(30 * time.Second)
	r.want("once the first are a minute old", r.takes(10, bid), 3)
	r.now = r.now.Add(time.Minute)
	r.want("in another minute", r.takes(10, bid), 5)
}

// Of a day's three hundred channels bids leave a fifth to reminders. A day later all are there again.
func TestThreeHundredADay(t *testing.T) {
	t.Parallel()
	r := newRig(t, usual)
	all := func(need func(int) publish.Need) (met int) {
		for range 70 {
			met += r.takes(6, need)
			r.now = r.now.Add(time.Minute)
		}
		return met
	}
	r.want("bids of a day", all(bid), 240)
	r.start(usual)
	r.want("reminders of the same day, after a restart", all(reminder), 60)
	r.want("a reminder more", r.takes(1, reminder), 0)
	r.now = r.now.Add(24 * time.Hour)
	r.want("the next day", all(reminder), 300)
}

// The tables that one person opened need ten of a day's channels at most, whoever the channels are
// with, wherever the person sits, and after a restart too. Others are not held up.
func TestTenADayForTheTablesOfOnePerson(t *testing.T) {
	t.Parallel()
	r := newRig(t, publish.BudgetLimits{Minute: 100, Day: 300})
	r.table("a", "ann", false)
	r.table("b", "ann", true)
	r.table("c", "ben", true)
	of := func(match string) func(int) publish.Need {
		return func(i int) publish.Need { return publish.Need{Person: fmt.Sprint("p", i), Match: match, Bid: true} }
	}
	r.want("for a table of Ann's", r.takes(6, of("a")), 6)
	r.start(publish.BudgetLimits{Minute: 100, Day: 300})
	r.want("for a game of Ann's", r.takes(6, of("b")), 4)
	r.want("for her table again", r.takes(1, func(int) publish.Need { return publish.Need{Person: "p", Match: "a"} }), 0)
	r.want("for Ben's", r.takes(12, of("c")), 10)
	r.want("for people who ask for one", r.takes(12, reminder), 12)
	r.want("for matches that are gone", r.takes(12, of("gone")), 12)
	r.now = r.now.Add(24 * time.Hour)
	r.want("for Ann's the next day", r.takes(12, of("b")), 10)
}

// While people are about to be reminded who have no channel yet, as much of the minute is left to
// them. People who need none, or take none, are not counted.
func TestRemindersGoFirst(t *testing.T) {
	t.Parallel()
	r := newRig(t, usual)
	for id, p := range map[string]storage.Person{
		"p1": {NextCheck: r.now.Add(50 * time.Second)}, "p2": {NextCheck: r.now.Add(-time.Second)}, "p3": {NextCheck: r.now},
		"open": {NextCheck: r.now, Direct: "dm"}, "closed": {NextCheck: r.now, NoDirect: true}, "later": {NextCheck: r.now.Add(time.Hour)},
	} {
		if _, err := storage.People.Change(t.Context(), r.store, id, func(own *storage.Person) error { *own = p; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	r.want("for the bids of others", r.takes(4, func(i int) publish.Need { return publish.Need{Person: fmt.Sprint("q", i), Bid: true} }), 2)
	r.want("for reminders", r.takes(4, reminder), 3)
	r.now = r.now.Add(time.Minute)
	r.want("for a bid of one who is to be reminded", r.takes(4, func(int) publish.Need { return publish.Need{Person: "p1", Bid: true} }), 3)
}

// After a refusal of Discord's no channel is opened for hours, not after a restart and not where there
// are no limits. Then it begins again.
func TestOneRefusalStopsAll(t *testing.T) {
	t.Parallel()
	for _, limits := range []publish.BudgetLimits{usual, {}} {
		r := newRig(t, limits)
		r.want("at first", r.takes(1, reminder), 1)
		if err := r.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.now = r.now.Add(time.Minute)
		r.want("after a refusal", r.takes(5, reminder), 0)
		r.start(limits)
		r.now = r.now.Add(publish.StopFor - 2*time.Minute)
		r.want("after a restart, hours later", r.takes(5, reminder), 0)
		r.now = r.now.Add(time.Minute)
		r.want("when the time is over", r.takes(5, reminder), 5)
	}
}

// After sixty people in an hour who turned out to take no direct messages, no channel is opened, not
// after a restart and not where there are no limits, until the hour has fewer of them.
func TestSixtyClosedAnHour(t *testing.T) {
	t.Parallel()
	for _, limits := range []publish.BudgetLimits{usual, {}} {
		r := newRig(t, limits)
		closed := func(people int) {
			t.Helper()
			for range people {
				if err := r.Closed(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		closed(1)
		r.now = r.now.Add(30 * time.Minute)
		closed(58)
		r.want("after 59", r.takes(1, reminder), 1)
		closed(1)
		r.want("after 60", r.takes(5, reminder), 0)
		r.start(limits)
		r.now = r.now.Add(30*time.Minute - time.Second)
		r.want("after a restart, still within the hour", r.takes(5, reminder), 0)
		r.now = r.now.Add(time.Second)
		r.want("when the first is an hour old", r.takes(1, reminder), 1)
		closed(1)
		r.want("after one more", r.takes(5, reminder), 0)
		r.now = r.now.Add(30 * time.Minute)
		r.want("when nearly all are an hour old", r.takes(5, reminder), 5)
	}
}

// What is refused is not written, and one channel is one write. Without limits there is none.
func TestOnlyAnOpeningIsWritten(t *testing.T) {
	t.Parallel()
	r := newRig(t, usual)
	r.takes(50, bid)
	r.want("writes for five of fifty", r.store.written, 5)
	r = newRig(t, publish.BudgetLimits{})
	r.want("without limits", r.takes(50, bid), 50)
	r.want("writes without limits", r.store.written, 0)
}
