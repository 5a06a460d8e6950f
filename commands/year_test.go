package commands_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/commands"
	"parlour/commands/match"
	"parlour/commands/publish"
	"parlour/commands/world"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/postgres/pgtest"
	"parlour/storage/storetest"
)

var (
	wholeYear   = flag.Bool("year", false, "simulate a whole year of 200 people and 1,000 games")
	yearLog     = flag.Bool("yearlog", false, "print posts and the log of simulated years")
	yearTrouble = flag.Float64("trouble", 1, "how many times as much goes wrong in simulated years as usually")
	yearSeed    = flag.Uint64("seed", 1, "seed of the simulated years")
)

// A scale is the size of a simulated year.
type scale struct {
	from                time.Time
	people, games, days int
	crashes             float64 // how likely the process dies in a check or a request
	least               int     // how often each of [things] must happen
}

// seldom are the things that may be missing in the short form.
var seldom = []string{
	"several at once", "claims", "grants", "absences", "seats taken", "lost answers", "same nonce", "channels read", "gateway shut",
	"extensions", "tables expired", "answers in digests", "takebacks", "pauses ended with notice", "rated games without a rating", "pauses over",
	"reminders of strict games to absent people", "moves into a full bank",
}

// yearScale returns the scale. The short form is in spring, when clocks go forward in the north
// and back in the south.
func yearScale() scale {
	if *wholeYear {
		return scale{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), 200, 1000, 365, 0.016, 5}
	}
	return scale{time.Date(2026, 2, 25, 0, 0, 0, 0, time.UTC), 24, 50, 44, 0.05, 1}
}

// In a simulated year every rule about time is checked over everything that is written into the
// store and sent to anybody. The same seed gives the same year.
//
//test:unwatched
func TestYear(t *testing.T) {
	t.Parallel()
	y := newYear(t, yearScale(), *yearSeed)
	y.run()
	y.judge.Report(t, faults())
	for _, thing := range things() {
		t.Logf("%-20s %d", thing, y.judge.Count[thing])
		if n := y.judge.Count[thing]; n < y.least && (*wholeYear || !slices.Contains(seldom, thing)) {
			t.Errorf("of %s there were %d, want at least %d", thing, n, y.least)
		}
	}
}

// tickEvery is how often the service checks what is due.
const tickEvery = 5 * time.Second

// A year is a simulation: a service that is stopped and started, the people who play there, and
// a judge who sees everything that is written and sent. Its clock jumps from event to event.
type year struct {
	scale
	*world.Clock
	*world.Channel
	t      *testing.T
	chance world.Chance
	random io.Reader
	path   string
	end    time.Time
	ids    int // how many were given

	judge *judge
	town
	discord
	there *world.Guest

	service *commands.Service
	store   storage.Movable
	up      bool       // whether the process runs
	fuse    world.Fuse // burnt down when it has just died, so that its writes and calls have no effect
	shut    bool       // whether the gateway is shut, so that the service is out of reach
	alive   time.Time  // the last sign of life
	ticked  time.Time  // the last tick
	wait    []func()   // what people do once the service is in reach
}

func newYear(t *testing.T, s scale, seed uint64) *year {
	y := &year{
		scale: s, t: t, Clock: world.NewClock(s.from), chance: world.NewChance(seed), random: world.RandomBytes(seed),
		path: filepath.Join(storetest.Dir(t), "parlour.db"), end: s.from.AddDate(0, 0, s.days),
	}
	y.judge = newJudge(y)
	y.connect()
	y.settle()
	y.startProcess()
	y.planTrouble()
	for i := range s.games {
		y.Plan(y.Now().Add(y.chance.UpTo(y.end.Sub(s.from)*9/10)), func() { y.openTable(i) })
	}
	for d := range s.days {
		y.Plan(s.from.Add(time.Duration(d)*24*time.Hour+4*time.Hour+17*time.Minute), y.night)
	}
	return y
}

// startProcess starts the process as the bot does: with a sign of life and
// [commands.Service.Resume].
func (y *year) startProcess() {
	store, err := pgtest.Open(y.t, y.path)
	if err != nil {
		y.t.Fatal(err)
	}
	y.store, y.up, y.there = store, true, y.Guest()
	y.fuse.PutOut()
	y.service, err = commands.New(commands.Config{
		Config: publish.Config{Channel: y, Guest: y.there, AtOnce: 1, Log: slog.New(panics{slog.DiscardHandler, y})},
		Games:  all.Games(), Palettes: palettes, Store: y.tap(store), Now: y.Now, Random: y.random,
	})
	if err != nil {
		y.t.Fatal(err)
	}
	if !y.shut {
		y.light()
		y.reached()
		y.do(y.service.Resume)
	}
}

// reached notes that the service is in reach again.
func (y *year) reached() {
	y.judge.back()
	for _, do := range y.wait {
		y.Plan(y.Now().Add(y.chance.UpTo(time.Hour)), do)
	}
	y.wait = nil
	y.ticked = y.Now()
}

// working reports whether people can reach the service.
func (y *year) working() bool { return y.up && !y.shut }

// do has the service do something after a sign of life, as the bot does. If the process dies it
// starts again after a while.
func (y *year) do(check func(context.Context) error) {
	y.beat()
	if y.fuse.Dead() == nil {
		_ = check(y.t.Context()) // a failure is due again
	}
	y.revive()
}

func (y *year) beat() {
	_ = y.service.Env.Beat(y.t.Context(), match.WholeShard)
}

// revive closes the store of a process that has died, and plans its next start.
func (y *year) revive() {
	dead := y.fuse.Dead() != nil
	if y.fuse.PutOut(); dead {
		y.judge.Happened("crashes")
		y.stop(y.downtime())
	}
}

// light sometimes sets a fuse that ends the process in one of its next writes and calls.
func (y *year) light() {
	if y.chance.Float64() < y.crashes**yearTrouble {
		y.fuse.Light(y.chance.IntN(15))
	}
}

// stop ends the process, which starts again after a time.
func (y *year) stop(d time.Duration) {
	if !y.up {
		return
	}
	if err := y.store.Close(); err != nil {
		y.t.Fatal(err)
	}
	if y.working() {
		y.judge.away(y.Now())
	}
	y.up = false
	y.fuse.PutOut()
	y.Plan(y.Now().Add(d), y.startProcess)
}

// keepAlive writes the last of the signs of life that the service gives every few seconds. Nothing
// between two events depends on the others.
func (y *year) keepAlive() {
	if !y.working() || y.Now().Sub(y.alive) < 4*tickEvery {
		return
	}
	y.alive = y.Now().Add(-tickEvery)
	if _, err := storage.Uptimes.Change(context.Background(), y.store, storage.TheUptime, func(up *storage.Uptime) error {
		up.Alive = y.alive
		return nil
	}); err != nil {
		y.t.Fatal(err)
	}
}

// run runs the simulation to its end.
func (y *year) run() {
	for {
		tick, ticks := y.nextTick()
		next, planned := y.Next()
		if !planned {
			next = y.end
		}
		switch {
		case ticks && tick.Before(next) && tick.Before(y.end):
			y.Set(tick)
			y.keepAlive()
			y.tick()
		case next.Before(y.end):
			y.Set(next)
			y.keepAlive()
			y.Do()
		default:
			y.Set(y.end)
			y.judge.review()
			if !y.up {
				y.startProcess()
			}
			y.judge.rates(y.store)
			y.store.Close()
			return
		}
	}
}

// nextTick returns the first tick at which something is due, and whether there is one.
func (y *year) nextTick() (time.Time, bool) {
	if !y.working() {
		return time.Time{}, false
	}
	far := y.end.AddDate(10, 0, 0)
	heads, err := y.store.Due(context.Background(), far, 1)
	people, err2 := storage.People.Due(context.Background(), y.store, far, 1)
	if err != nil || err2 != nil {
		y.t.Fatal(err, err2)
	}
	next := far
	for _, h := range heads {
		next = h.NextCheck
	}
	if len(people) > 0 && people[0].NextCheck.Before(next) {
		next = people[0].NextCheck
	}
	up, err := storage.Uptimes.Get(context.Background(), y.store, storage.TheUptime)
	if err != nil {
		y.t.Fatal(err)
	}
	if slices.ContainsFunc(up.Outages, func(o storage.Outage) bool { return !o.Told }) { // a tick tells of it
		next = y.Now()
	}
	first := y.ticked.Add(tickEvery)
	if next.After(first) { // ticks stay on their grid
		first = first.Add((next.Sub(first) + tickEvery - 1) / tickEvery * tickEvery)
	}
	return first, next.Before(far)
}

// tick does what is due, for matches and for people in random order.
func (y *year) tick() {
	y.ticked = y.Now()
	checks := []func(context.Context) error{y.service.Due, y.service.Remind}
	if y.chance.IntN(2) == 0 {
		checks[0], checks[1] = checks[1], checks[0]
	}
	for _, check := range checks {
		if y.up {
			y.light()
			y.do(check)
		}
	}
}

// night happens once a day.
func (y *year) night() {
	if y.working() {
		y.do(y.service.Env.ForgetOutages)
	}
	y.judge.review()
	if y.Now().Weekday() == time.Monday {
		y.judge.week()
	}
}

// person plans what a person does at a time, or as soon after it as the service is in reach.
func (y *year) person(t time.Time, do func()) {
	y.Plan(t, func() {
		if !y.working() {
			y.wait = append(y.wait, do)
			return
		}
		do()
	})
}

// within plans what a person does in a while that is no longer than another.
func (y *year) within(most time.Duration, do func()) { y.person(y.Now().Add(y.chance.UpTo(most)), do) }

// id returns a new id of the form of Discord's.
func (y *year) id() string {
	y.ids++
	return y.lastID()
}

// lastID returns the last id that was given.
func (y *year) lastID() string { return strconv.FormatInt(1_400_000_000_000_000_000+int64(y.ids), 10) }

// sorted returns the keys of a map in order, because a seed must always give the same year.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// panics is a log handler that counts panics as faults.
type panics struct {
	slog.Handler
	y *year
}

func (panics) Enabled(context.Context, slog.Level) bool { return true }

func (p panics) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if text := a.Value.String(); strings.Contains(text, "panic") {
			p.y.judge.Fault(panicked, "%s: %s", r.Message, text)
		} else if *yearLog {
			fmt.Println(p.y.Now().UTC(), r.Message, a)
		}
		return true
	})
	return nil
}

// tap returns the store of the service, which shows the judge everything that is written. The process may die
// in a write, and a dead process reads nothing.
func (y *year) tap(s storage.Store) storage.Store {
	var life sync.Mutex // the writes of one process may come from several goroutines
	before := func(a world.Access) error {
		switch {
		case a.Writes():
			return y.fuse.Burn()
		case a.Op == world.Get, a.Op == world.OfPlayer:
			return y.fuse.Dead()
		}
		return nil
	}
	return &world.Store{Store: s, Before: before, After: func(a world.Access) {
		life.Lock()
		defer life.Unlock()
		switch {
		case a.Op == world.Create:
			y.judge.opened(a.Head)
		case a.Op == world.Append:
			y.judge.wrote(a.Head, a.Entries)
		case a.Op == world.PutRecord && a.Record.Kind == storage.People.Name():
			p := storage.Person{ID: a.Record.ID}
			if len(a.Record.Value) > 0 { // else nothing is kept any more
				y.wants(json.Unmarshal(a.Record.Value, &p))
			}
			y.judge.set(p)
		case a.Op == world.PutRecord && a.Record.Kind == storage.Uptimes.Name():
			var up storage.Uptime
			y.wants(json.Unmarshal(a.Record.Value, &up))
			y.judge.noted(up)
		}
	}}
}

// wants fails the test for an error.
func (y *year) wants(err error) {
	if err != nil {
		y.t.Error(err)
	}
}
