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
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlour/commands"
	"parlour/games/all"
	"parlour/storage"
	"parlour/storage/bolt"
)

// tickEvery is how often a host looks for what is due.
const tickEvery = 5 * time.Second

// A year is a simulated time: a host that is stopped and started, the people who play
// there, and a judge who sees all that is written and sent. Its clock jumps from one
// event to the next.
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
	sky

	host   *commands.Service
	store  *bolt.Store
	up     bool      // whether the process runs
	dead   bool      // whether it has died just now: nothing that it does has any effect
	fuse   int       // after so many more writes and calls it dies; 0 for not at all
	shut   bool      // whether the gateway is shut, so that nobody reaches the host
	alive  time.Time // when there was the last sign of life
	ticked time.Time // when it looked last
	wait   []func()  // what people do as soon as they reach the host
}

func newYear(t *testing.T, s scale, seed uint64) *year {
	y := &year{
		scale: s, t: t, chance: rand.New(rand.NewPCG(seed, 0)), path: filepath.Join(yearDir(t), "parlour.db"),
		now: s.from, end: s.from.AddDate(0, 0, s.days), sky: newSky(),
	}
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	y.random = rand.NewChaCha8(key)
	y.judge = newJudge(y)
	y.settle()
	y.openHost()
	y.planTrouble()
	for i := range s.games {
		y.at(y.now.Add(y.upTo(y.end.Sub(s.from)*9/10)), func() { y.openTable(i) })
	}
	for d := range s.days {
		y.at(s.from.Add(time.Duration(d)*24*time.Hour+4*time.Hour+17*time.Minute), y.night)
	}
	return y
}

// yearDir is a folder for the store: one in memory, where the machine has such, because
// in a year some 100,000 commits wait for the disk. What a commit survives is shown by
// the tests of the store.
func yearDir(t *testing.T) string {
	const memory = "/dev/shm"
	if i, err := os.Stat(memory); err != nil || !i.IsDir() {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "parlour")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// openHost starts the process as the bot does: a sign of life, and then a look that
// waits for no lease.
func (y *year) openHost() {
	store, err := bolt.Open(y.path)
	if err != nil {
		y.t.Fatal(err)
	}
	y.store, y.up, y.dead = store, true, false
	y.host, err = commands.New(commands.Config{
		Games: all.Games(), Palettes: palettes, Store: tap{store, y}, Channel: y, AtOnce: 1,
		Now: func() time.Time { return y.now }, Random: y.random, Log: slog.New(panics{slog.DiscardHandler, y}),
	})
	if err != nil {
		y.t.Fatal(err)
	}
	if !y.shut {
		y.light()
		y.reached()
		y.do(y.host.Resume)
	}
}

// reached notes that people reach the host again.
func (y *year) reached() {
	y.judge.back()
	for _, deed := range y.wait {
		y.at(y.now.Add(y.upTo(time.Hour)), deed)
	}
	y.wait = nil
	y.ticked = y.now
}

// working reports whether people reach the host.
func (y *year) working() bool { return y.up && !y.shut }

// do has the host do something after a sign of life, as the bot does, and starts it
// again after a while if it died of that.
func (y *year) do(what func(context.Context) error) {
	y.beat()
	if !y.dead {
		_ = what(y.t.Context()) // what fails is done again
	}
	y.mourn()
}

func (y *year) beat() {
	_ = y.host.Beat(y.t.Context())
}

// mourn closes what a process has left behind that died, and has it start again.
func (y *year) mourn() {
	if y.fuse = 0; y.dead {
		y.judge.count["crashes"]++
		y.stop(y.downtime())
	}
}

// light sets, at times, a fuse that ends the process among its next writes and calls.
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
	y.at(y.now.Add(d), y.openHost)
}

// keepAlive gives the signs of life that a host has given until now. It has given one
// every few seconds, and between two events nothing else depends on them.
func (y *year) keepAlive() {
	if !y.working() || y.now.Sub(y.alive) < 4*tickEvery {
		return
	}
	y.alive = y.now.Add(-tickEvery)
	if _, err := y.store.ChangeUptime(context.Background(), func(up *storage.Uptime) error {
		up.Alive = y.alive
		return nil
	}); err != nil {
		y.t.Fatal(err)
	}
}

// run has everything happen.
func (y *year) run() {
	for {
		tick, ticks := y.nextTick()
		deed := y.end
		if len(y.queue) > 0 {
			deed = y.queue[0].at
		}
		switch {
		case ticks && tick.Before(deed) && tick.Before(y.end):
			y.now = tick
			y.keepAlive()
			y.tick()
		case deed.Before(y.end):
			y.now = deed
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

// nextTick returns the first tick at which something will be due, and whether there is one.
func (y *year) nextTick() (time.Time, bool) {
	if !y.working() {
		return time.Time{}, false
	}
	far := y.end.AddDate(10, 0, 0)
	heads, err := y.store.Due(context.Background(), far, 1)
	people, err2 := y.store.DuePeople(context.Background(), far, 1)
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
	first := y.ticked.Add(tickEvery)
	if next.After(first) { // on the same grid of ticks
		first = first.Add((next.Sub(first) + tickEvery - 1) / tickEvery * tickEvery)
	}
	return first, next.Before(far)
}

// tick looks for what is due. Which of the two looks is first is chance.
func (y *year) tick() {
	y.ticked = y.now
	looks := []func(context.Context) error{y.host.Due, y.host.Remind}
	if y.chance.IntN(2) == 0 {
		looks[0], looks[1] = looks[1], looks[0]
	}
	for _, look := range looks {
		if y.up {
			y.light()
			y.do(look)
		}
	}
}

// night is what happens once a day.
func (y *year) night() {
	if y.working() {
		y.do(y.host.Nightly)
	}
	y.judge.review()
}

// An event is something that happens at a time.
type event struct {
	at  time.Time
	seq int
	do  func()
}

// events are those to come, as a heap.
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

// at has something happen at a time.
func (y *year) at(t time.Time, do func()) {
	y.seq++
	heap.Push(&y.queue, event{t, y.seq, do})
}

// person has somebody do something at a time, or as soon after it as they reach the host.
func (y *year) person(t time.Time, do func()) {
	y.at(t, func() {
		if !y.working() {
			y.wait = append(y.wait, do)
			return
		}
		do()
	})
}

// upTo returns a time at random below another.
func (y *year) upTo(d time.Duration) time.Duration { return time.Duration(y.chance.Int64N(int64(d))) }

// oneOf returns one of several at random.
func oneOf[T any](y *year, all ...T) T { return all[y.chance.IntN(len(all))] }

// id returns an id as Discord gives them.
func (y *year) id() string {
	y.seq++
	return strconv.Itoa(1_400_000_000_000_000_000 + y.seq)
}

// sorted returns the keys of a map in order, so that a seed gives one year.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// panics is a log in which panics are faults.
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
