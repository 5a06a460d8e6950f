package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/world"
	"parlour/storage/postgres/pgtest"
)

// The long form of TestFleetTorture is that of make torture.
var (
	fleetKills = flag.Int("fleet-kills", 3, "how often TestFleetTorture kills a bot of three")
	dbKills    = flag.Int("db-kills", 1, "how often it kills their database")
	promotions = flag.Int("promotions", 0, "how often it kills their database for good and promotes a standby with synchronous replication")
)

const (
	fleetSize    = 3
	fleetAnswers = 5 * time.Second  // for an answer to a person: longer than Discord waits, because a machine may be slow
	fleetActs    = 10 * time.Second // after which a person gives up and looks again
	perServer    = 2                // tables in each server of a fleet of shards
	mostAway     = time.Second      // of the database
)

// databaseIsAway is in the one line of the log that says so.
const databaseIsAway = "the database of all games is out of reach"

// A fleet is several processes of the bot over one database, of which one after the other dies.
type fleet struct {
	*torture
	slots    []*slot
	database *pgtest.Server
	standby  *pgtest.Server // nil if it is not to be promoted
	patience time.Duration  // of people, for what they do at once
	killed   chan struct{}  // has one for each process that was killed
	end      chan struct{}  // closed when all are to end

	// torture.mu guards these.
	left  int // processes that are yet to be doomed
	alive int // processes that are ready
}

// Bots of three over one database are killed at random moments while a crowd plays, and so is the
// database. Every move whose answer was seen is there and none was made twice; every move is told on a
// board and no board is there twice; and every game can be played on.
func TestFleetTorture(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(*testing.T, int) *fleet{"over HTTP": fleetOverHTTP, "over the gateway": fleetOfShards} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begin(t, *fleetKills).suffer()
		})
	}
}

// suffer has the crowd play while the processes are killed, and judges what came of it.
func (f *fleet) suffer() {
	t := f.t
	began := time.Now()
	ctx, cancel := context.WithCancel(t.Context())
	var crowd, processes sync.WaitGroup
	f.gather(ctx, &crowd)
	for _, s := range f.slots {
		processes.Go(func() { f.keep(s) })
	}
	stop := sync.OnceFunc(func() {
		cancel()
		crowd.Wait()
		close(f.end)
		processes.Wait()
	})
	defer stop()
	f.strike(map[string]strike{"kills of the database": {*dbKills, f.revive}, "promotions of a standby": {*promotions, f.promote}})
	if !t.Failed() {
		f.playToTheEnd(&crowd, cancel)
		f.calm()
	}
	stop()
	if !t.Failed() {
		f.settle()
		f.review(began)
		for _, s := range f.slots {
			if f.boards[s.name] == 0 {
				t.Errorf("%s has posted nothing: %v", s.name, f.boards)
			}
		}
	}
}

// newFleet returns processes that do not run yet, without a crowd.
func newFleet(t *testing.T, kills int, c sandbox.Config, env func(n int) string) *fleet {
	database := pgtest.New(t, "fsync=off", "wal_retrieve_retry_interval=100ms") // the machine goes on
	c.AnswerWithin, c.SettleWithin, c.Haste = fleetAnswers, fleetAnswers, scriptHaste
	discord, _ := sandboxWith(t, c)
	f := &fleet{
		torture: tortureIn(t, discord), database: database, patience: fleetActs, left: kills,
		killed: make(chan struct{}, kills), end: make(chan struct{}),
	}
	f.store, f.torture.fleet = database.Migrated(t), f
	if *promotions > 0 {
		f.standby = database.Standby(t)
		f.store = database.Either(f.store, f.standby)
	}
	for n := range fleetSize {
		f.slots = append(f.slots, newSlot(t, fmt.Sprint("process ", n), discord, f.store, append(slices.Clone(manyGames), env(n))...))
	}
	return f
}

// sets returns how many sets of tables there are. Games wait while the lease of a process that was killed goes
// on, so many deaths want many games.
func sets(kills int) int { return 1 + min(kills/30, 3) }

// manyGames lets few people play at many tables.
var manyGames = []string{
	"PARLOUR_MAX_GAMES=0", "PARLOUR_MAX_PARLOUR=1000", "PARLOUR_MAX_TABLES=1000", "PARLOUR_MAX_PAIR=1000", "PARLOUR_MAX_CHALLENGES=1000", "PARLOUR_MAX_DMS_MINUTE=0",
}

// fleetOverHTTP returns processes that take interactions over HTTP, and their crowd.
func fleetOverHTTP(t *testing.T, kills int) *fleet {
	f := newFleet(t, kills, sandbox.Config{}, func(int) string { return "PARLOUR_INTERACTIONS=true" })
	var addresses []string
	for _, s := range f.slots {
		addresses = append(addresses, s.web)
	}
	b := balance(t, addresses...)
	t.Cleanup(func() { t.Logf("the processes took %d interactions", b.taken()) })
	f.discord.SendTo(b.URL + "/interactions")
	for range sets(kills) {
		f.seatAll()
	}
	f.befriend()
	return f
}

// fleetOfShards returns processes that have a shard each, and a crowd that plays in a server of each shard.
func fleetOfShards(t *testing.T, kills int) *fleet {
	in := world.DefaultCast()
	for n := range fleetSize * sets(kills) {
		one := world.CastServer{Name: fmt.Sprint("server ", n)}
		for k := range perServer {
			one.Channels = append(one.Channels, fmt.Sprintf("table-%d-%d", n, k))
		}
		in.Servers = append(in.Servers, one)
	}
	f := newFleet(t, kills, sandbox.Config{Cast: &in, Shards: fleetSize, Keys: fleetSize}, func(n int) string {
		return fmt.Sprintf("PARLOUR_SHARDS=%d/%d", n, fleetSize)
	})
	for _, one := range in.Servers[len(in.Servers)-fleetSize*sets(kills):] {
		for _, channel := range one.Channels {
			f.rooms = append(f.rooms, f.discord.Channel(channel))
		}
	}
	for len(f.rooms) > 0 {
		f.seatAll()
	}
	return f
}

// keep runs one process after the other in a slot, until all are to end.
func (f *fleet) keep(s *slot) {
	doomed := f.dooming()
	for {
		bot := s.spawn()
		f.mu.Lock()
		var d *doom
		if doomed {
			d = f.draw()
			d.left = (d.left + 2) / 3 // it shares the requests with the others
			d.kill = func() { bot.cmd.Process.Kill() }
			if d.left == 0 {
				time.AfterFunc(d.late, d.kill)
			}
		}
		f.mu.Unlock()
		f.doom(s.name, d)
		said := f.follow(s.name, bot)
		switch code := bot.cmd.ProcessState.ExitCode(); {
		case f.ending() && (code == 0 || doomed):
			return
		case code == -1 && doomed:
			f.killed <- struct{}{}
			doomed = f.dooming()
		default:
			f.t.Errorf("the bot ended with exit code %d before it was killed:\n%s", code, strings.Join(said, "\n"))
			return
		}
	}
}

// dooming reports whether another process is to be killed.
func (f *fleet) dooming() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left--
	return f.left >= 0
}

// ending reports whether all are to end.
func (f *fleet) ending() bool {
	select {
	case <-f.end:
		return true
	default:
		return false
	}
}

// follow reads the log of the process of a name to its end. The crowd may act while one of them is ready.
func (f *fleet) follow(name string, bot *child) (said []string) {
	gone := make(chan struct{})
	go func() {
		select {
		case <-f.end:
			bot.cmd.Process.Signal(syscall.SIGTERM)
		case <-gone:
		}
	}()
	defer close(gone)
	ready := false
	said = f.heed(name, bot, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		ready = true
		if f.alive++; f.alive == 1 {
			go f.bear(f.t.Context(), func() {})
		}
	})
	f.mu.Lock()
	defer f.mu.Unlock()
	if ready {
		f.alive--
	}
	if f.alive == 0 {
		f.life = nil
	}
	return said
}

// A strike is what the database suffers, and how often while the processes are killed.
type strike struct {
	times int
	do    func()
}

// strike waits until all processes were killed that are to be, and has the database suffer in between.
func (f *fleet) strike(all map[string]strike) {
	kills := cap(f.killed)
	for n := range kills {
		select {
		case <-f.killed:
			f.deaths++
			f.t.Logf("death %d of %d", f.deaths, kills)
		case <-time.After(stillness):
			f.t.Errorf("the bots make no requests any more, or the crowd asks for nothing\n%s", f.standing())
		}
		for _, s := range all {
			due := func(n int) int { return (n*s.times + kills/2) / kills } // in the middle between others
			if due(n+1) > due(n) && !f.t.Failed() {
				f.aways++
				s.do()
			}
		}
		if f.t.Failed() {
			return
		}
	}
	for what, s := range all {
		f.t.Logf("%d %s", s.times, what)
	}
}

// revive kills the database and starts it again after a while.
func (f *fleet) revive() {
	f.database.Kill(f.t)
	time.Sleep(rand.N(mostAway))
	f.database.Restart(f.t)
}

// promote kills the database, and has its standby take its place.
func (f *fleet) promote() {
	f.database.Kill(f.t)
	time.Sleep(rand.N(mostAway))
	f.standby.Promote(f.t)
	f.database.Follow(f.t, f.standby)
	f.database, f.standby = f.standby, f.database
}

// playToTheEnd has every game played on, while no process is killed any more.
func (f *fleet) playToTheEnd(crowd *sync.WaitGroup, cancel func()) {
	f.mu.Lock()
	f.last = true
	f.mu.Unlock()
	stuck := time.AfterFunc(2*stillness, func() {
		f.t.Errorf("not every game is played on\n%s", f.standing())
		cancel()
	})
	defer stuck.Stop()
	crowd.Wait()
}

// calm waits until nothing is left to show, also of what a process had claimed that was killed.
func (f *fleet) calm() {
	var left []leftover
	cut := true
	for began := time.Now(); time.Since(began) < stillness; time.Sleep(looksAgainAfter) {
		if left, cut = f.untidy(); len(left) == 0 && !cut {
			return
		}
	}
	f.t.Errorf("waited %v for all messages of the past to become lines, or to be deleted: %+v; a publication is cut off: %v", stillness, left, cut)
}
