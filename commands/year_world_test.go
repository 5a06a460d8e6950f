package commands_test

import (
	"container/heap"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
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
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/postgres/pgtest"
)

// tickEvery is how often the service checks what is due.
const tickEvery = 5 * time.Second

// A year is a simulation: a service that is stopped and started, the people who play there, and
// a judge who sees everything that is written and sent. Its clock jumps from event to event.
type year struct {
	scale
	t      *testing.T
	chance *rand.Rand
	random io.Reader
	path   string
	now    time.Time
	end    time.Time

	queue events
	judge *judge
	town
	discord
	there visit

	service *commands.Service
	store   storage.Store
	up      bool       // whether the process runs
	life    sync.Mutex // of what follows, which several goroutines of the process may touch
	dead    bool       // whether it has just died, so that its writes and calls have no effect
	fuse    int        // number of writes and calls until it dies; 0 for none
	shut    bool       // whether the gateway is shut, so that the service is out of reach
	alive   time.Time  // the last sign of life
	ticked  time.Time  // the last tick
	wait    []func()   // what people do once the service is in reach
}

func newYear(t *testing.T, s scale, seed uint64) *year {
	y := &year{
		scale: s, t: t, chance: rand.New(rand.NewPCG(seed, 0)), path: filepath.Join(memoryDir(t), "parlour.db"),
		now: s.from, end: s.from.AddDate(0, 0, s.days), discord: newDiscord(),
	}
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	y.random = rand.NewChaCha8(key)
	y.judge = newJudge(y)
	y.settle()
	y.startProcess()
	y.planTrouble()
	for i := range s.games {
		y.at(y.now.Add(y.upTo(y.end.Sub(s.from)*9/10)), func() { y.openTable(i) })
	}
	for d := range s.days {
		y.at(s.from.Add(time.Duration(d)*24*time.Hour+4*time.Hour+17*time.Minute), y.night)
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
	y.store, y.up, y.dead = store, true, false
	y.there = visit{y, newAnswers()}
	y.service, err = commands.New(commands.Config{
		Config: publish.Config{Channel: y, Guest: y.there, AtOnce: 1, Log: slog.New(panics{slog.DiscardHandler, y})},
		Games:  all.Games(), Palettes: palettes, Store: tap{store, y}, Now: func() time.Time { return y.now }, Random: y.random,
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
		y.at(y.now.Add(y.upTo(time.Hour)), do)
	}
	y.wait = nil
	y.ticked = y.now
}

// working reports whether people can reach the service.
func (y *year) working() bool { return y.up && !y.shut }

// do has the service do something after a sign of life, as the bot does. If the process dies it
// starts again after a while.
func (y *year) do(check func(context.Context) error) {
	y.beat()
	if !y.dead {
		_ = check(y.t.Context()) // a failure is due again
	}
	y.revive()
}

func (y *year) beat() {
	_ = y.service.Beat(y.t.Context(), match.WholeShard)
}

// revive closes the store of a process that has died, and plans its next start.
func (y *year) revive() {
	if y.fuse = 0; y.dead {
		y.judge.count["crashes"]++
		y.stop(y.downtime())
	}
}

// light sometimes sets a fuse that ends the process in one of its next writes and calls.
func (y *year) light() {
	if y.chance.Float64() < y.crashes**yearTrouble {
		y.fuse = 1 + y.chance.IntN(15)
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
		y.judge.away(y.now)
	}
	y.up, y.dead, y.fuse = false, false, 0
	y.at(y.now.Add(d), y.startProcess)
}

// keepAlive writes the last of the signs of life that the service gives every few seconds. Nothing
// between two events depends on the others.
func (y *year) keepAlive() {
	if !y.working() || y.now.Sub(y.alive) < 4*tickEvery {
		return
	}
	y.alive = y.now.Add(-tickEvery)
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
		next := y.end
		if len(y.queue) > 0 {
			next = y.queue[0].at
		}
		switch {
		case ticks && tick.Before(next) && tick.Before(y.end):
			y.now = tick
			y.keepAlive()
			y.tick()
		case next.Before(y.end):
			y.now = next
			y.keepAlive()
			heap.Pop(&y.queue).(event).do()
		default:
			y.now = y.end
			y.judge.review()
			if y.up {
				y.store.Close()
			}
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
		next = y.now
	}
	first := y.ticked.Add(tickEvery)
	if next.After(first) { // ticks stay on their grid
		first = first.Add((next.Sub(first) + tickEvery - 1) / tickEvery * tickEvery)
	}
	return first, next.Before(far)
}

// tick does what is due, for matches and for people in random order.
func (y *year) tick() {
	y.ticked = y.now
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
		y.do(y.service.Nightly)
	}
	y.judge.review()
	if y.now.Weekday() == time.Monday {
		y.judge.week()
	}
}

// An event is something that happens at a time.
type event struct {
	at  time.Time
	seq int
	do  func()
}

// events is a heap of the events to come.
type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at.Before(e[j].at) || e[i].at.Equal(e[j].at) && e[i].seq < e[j].seq
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// at plans an event.
func (y *year) at(t time.Time, do func()) {
	y.seq++
	heap.Push(&y.queue, event{t, y.seq, do})
}

// person plans what a person does at a time, or as soon after it as the service is in reach.
func (y *year) person(t time.Time, do func()) {
	y.at(t, func() {
		if !y.working() {
			y.wait = append(y.wait, do)
			return
		}
		do()
	})
}

// upTo returns a random duration below another.
func (y *year) upTo(d time.Duration) time.Duration { return time.Duration(y.chance.Int64N(int64(d))) }

// oneOf returns a random element.
func oneOf[T any](y *year, all ...T) T { return all[y.chance.IntN(len(all))] }

// id returns a new id of the form of Discord's.
func (y *year) id() string {
	y.seq++
	return strconv.Itoa(1_400_000_000_000_000_000 + y.seq)
}

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
			p.y.judge.fault(panicked, "%s: %s", r.Message, text)
		} else if *yearLog {
			fmt.Println(p.y.now.UTC(), r.Message, a)
		}
		return true
	})
	return nil
}
