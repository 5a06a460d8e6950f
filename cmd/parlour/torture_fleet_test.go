package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"parlour/bot/sandbox"
	scene "parlour/bot/sandbox/world"
	"parlour/bot/web"
	"parlour/commands/world"
	"parlour/storage"
	"parlour/storage/postgres/pgtest"
)

// The long form of TestFleetTorture is that of make torture.
var (
	fleetKills = flag.Int("fleet-kills", 2, "how often TestFleetTorture kills a bot of three")
	dbKills    = flag.Int("db-kills", 1, "how often it kills their database")
	dbCuts     = flag.Int("db-cuts", 1, "how often it cuts the way of one bot to their database")
	promotions = flag.Int("promotions", 0, "how often it kills their database for good and promotes a standby with synchronous replication")
)

const (
	fleetSize    = 3
	fleetAnswers = time.Minute      // for an answer to a person: so long that it comes late on no machine
	fleetActs    = 10 * time.Second // after which a person gives up and looks again, as a killed process answers nothing
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
	killed   chan struct{}  // has one for each process that was killed
	end      chan struct{}  // closed when all are to end

	// torture.mu guards these.
	left  int // processes that are yet to be doomed
	alive int // processes that are ready
}

// Bots of three over one database are killed at random moments while a crowd plays, and so is the
// database. Every move whose answer was seen is there and none was made twice; every move is told on a
// board and no board is there twice; and every game can be played on.
//
//test:unwatched
func TestFleetTorture(t *testing.T) {
	t.Parallel()
	ways := map[string]func(*testing.T, int) *fleet{"over the gateway": fleetOfShards}
	if *fleetKills > 2 { // the short form has one way
		ways["over HTTP"] = fleetOverHTTP
	}
	for name, begin := range ways {
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
	f.strike(map[string]strike{"kills of the database": {*dbKills, f.revive}, "cuts of a bot's way to it": {*dbCuts, f.cutOff}, "promotions of a standby": {*promotions, f.promote}})
	if !t.Failed() {
		f.playToTheEnd(&crowd, cancel)
		f.calm()
	}
	stop()
	if !t.Failed() {
		f.settle()
		f.review(began)
		for _, s := range f.slots {
			if f.Count[postsOf+s.name] == 0 {
				t.Errorf("%s has posted nothing", s.name)
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
		torture: tortureIn(t, discord), database: database, left: kills,
		killed: make(chan struct{}, kills), end: make(chan struct{}),
	}
	f.store, f.torture.fleet, f.patience = database.Migrated(t), f, fleetActs
	if *promotions > 0 {
		f.standby = database.Standby(t)
		f.store = database.Either(f.store, f.standby)
	}
	for n := range fleetSize {
		store, ways := f.store, []*pgtest.Proxy{database.Proxy(t)}
		if f.standby != nil {
			ways = append(ways, f.standby.Proxy(t))
		}
		for _, way := range ways {
			store = way.Address(store)
		}
		s := newSlot(t, fmt.Sprint("process ", n), discord, store, append(slices.Clone(manyGames), env(n), fmt.Sprint("PARLOUR_WAITS=", fleetAnswers))...)
		s.toStore = ways
		f.slots = append(f.slots, s)
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
	in := scene.DefaultCast()
	for n := range fleetSize * sets(kills) {
		one := scene.CastServer{Name: fmt.Sprint("server ", n)}
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
			f.Happened(aKill)
			f.t.Logf("death %d of %d", n+1, kills)
		case <-time.After(stillness):
			f.t.Errorf("the bots make no requests any more, or the crowd asks for nothing\n%s", f.standing())
		}
		for what, s := range all {
			due := func(n int) int { return (n*s.times + kills/2) / kills } // in the middle between others
			if due(n+1) > due(n) && !f.t.Failed() {
				f.Happened(what)
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

// cutOff cuts the way of one process to the database, in one of two manners, until the process says that nobody can
// play there.
func (f *fleet) cutOff() {
	s, silent := f.slots[rand.N(len(f.slots))], rand.N(2) == 0
	for _, way := range s.toStore {
		way.Lose(silent)
	}
	ctx, cancel := context.WithTimeout(f.t.Context(), stillness)
	defer cancel()
	s.awaits(ctx, "readyz", false)
	for _, way := range s.toStore {
		way.Mend()
	}
	s.awaits(ctx, "readyz", true)
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

// awaitMembers waits until so many processes have a lease and, if that is asked for, equal shares of the requests.
func awaitMembers(t *testing.T, ctx context.Context, name string, n int, equal bool) {
	t.Helper()
	store := openedStore(t, name)
	defer store.Close()
	for {
		f, err := storage.Fleets.Get(ctx, store, storage.TheFleet)
		if err != nil {
			t.Fatalf("waited for %d processes with a lease: %v", n, err)
		}
		other := func(m storage.Member) bool { return m.Share != f.Members[0].Share }
		if len(f.Members) == n && !(equal && slices.ContainsFunc(f.Members, other)) {
			return
		}
		world.Rests(ctx, looksAfter)
	}
}

// A balancer stands before several processes, as the one of packaging/fleet does: each request goes to the next
// process whose /readyz says that people can play there, or to any if none says so. It tries another one only if
// there was no connection.
type balancer struct {
	*httptest.Server
	mu   sync.Mutex
	all  []*backend
	next int
}

// A backend is one of the processes.
type backend struct {
	address string // host and port
	well    bool
	taken   int // requests
}

// looksAfter is the pause between two looks at a process.
const looksAfter = 50 * time.Millisecond

// balance starts a balancer before processes at some addresses, which ends with the test.
func balance(t *testing.T, addresses ...string) *balancer {
	b := &balancer{}
	failed := func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) }
	b.Server = httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}, Transport: b, ErrorHandler: failed})
	ctx, stop := context.WithCancel(context.Background())
	var looks sync.WaitGroup
	for _, address := range addresses {
		one := &backend{address: address}
		b.all = append(b.all, one)
		looks.Go(func() {
			for world.Rests(ctx, looksAfter) {
				well := web.Ask(ctx, address, "readyz", io.Discard) == nil
				b.mu.Lock()
				one.well = well
				b.mu.Unlock()
			}
		})
	}
	t.Cleanup(func() { stop(); looks.Wait(); b.Close() })
	return b
}

// turns returns the processes to which a request may go, the one whose turn it is first.
func (b *balancer) turns() []*backend {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	var well, all []*backend
	for i := range b.all {
		one := b.all[(b.next+i)%len(b.all)]
		if all = append(all, one); one.well {
			well = append(well, one)
		}
	}
	if len(well) == 0 {
		return all
	}
	return well
}

// RoundTrip hands a request on.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	for _, one := range b.turns() {
		r.URL.Scheme, r.URL.Host, r.Body = "http", one.address, io.NopCloser(bytes.NewReader(body))
		got, err := backends.RoundTrip(r)
		var dial *net.OpError
		if errors.As(err, &dial) && dial.Op == "dial" {
			continue
		}
		if err == nil {
			b.mu.Lock()
			one.taken++
			b.mu.Unlock()
		}
		return got, err
	}
	return nil, errors.New("no process is there")
}

// backends keeps connections to processes and to Discord.
var backends = &http.Transport{MaxIdleConnsPerHost: 100}

// awaitWell waits until the balancer sees that the process at an address is well, and no other. One that has just ended may
// still have a connection, on which a request gets no answer.
func (b *balancer) awaitWell(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	well := func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		return !slices.ContainsFunc(b.all, func(one *backend) bool { return one.well != (one.address == address) })
	}
	for !well() {
		if !world.Rests(ctx, looksAfter) {
			t.Fatalf("waited in vain for the process at %s alone to be well", address)
		}
	}
}

// taken returns how many requests each process got.
func (b *balancer) taken() (all []int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.all {
		all = append(all, one.taken)
	}
	return all
}

// processHeader says to the sandbox of a test which of several processes has made a request.
const processHeader = "X-Test-Process"

// A slot is a place for one process of several, and for the next one when that has died.
type slot struct {
	t       *testing.T
	name    string
	discord *sandbox.Server
	store   string
	way     *httptest.Server // to Discord, which names the process
	web     string           // where it listens
	toStore []*pgtest.Proxy  // to the database, and to its standby
	env     []string
}

// newSlot returns a slot. Its way to Discord ends with the test.
func newSlot(t *testing.T, name string, discord *sandbox.Server, store string, env ...string) *slot {
	t.Helper()
	at, err := url.Parse(discord.URL())
	must(t, err)
	way := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(at)
			r.Out.Header.Set(processHeader, name)
		},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }, // a request that is cut is cut here too
		Transport:    backends,
	})
	t.Cleanup(way.Close)
	return &slot{t: t, name: name, discord: discord, store: store, way: way, web: freeAddress(t), env: env}
}

// spawn starts a process.
func (s *slot) spawn() *child {
	env := append([]string{"PARLOUR_WEB=" + s.web}, s.env...)
	return spawnChild(s.t, s.way.URL, s.discord.Token(), s.store, env...)
}
