//go:build unix

package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/commands/world"
	"parlour/games"
	"parlour/storage"
	"parlour/storage/postgres/pgtest"
)

var frozenFor = flag.Duration("frozen-for", 0, "how long TestAFrozenBot freezes a bot; without it until another has taken over what it had begun")

// A twain is two processes over one database, of which one freezes.
type twain struct {
	*stand
	at    freeze
	bots  map[string]*child
	webs  map[string]string        // where each listens
	front *balancer                // before them
	ways  map[string]*pgtest.Proxy // of each to the database

	mu     sync.Mutex
	armed  bool                // whether a process is to freeze
	frozen string              // the process that is frozen, or was
	said   []string            // what the processes have logged
	asked  map[string][]string // what counts towards Discord's limit, by process
	froze  chan struct{}
}

// A freeze says at which moment of a move a bot freezes.
type freeze struct {
	reach bool        // whether the post of the board takes effect at which it freezes
	cut   *pgtest.Cut // the request to the database at which it freezes instead, whose connection is lost
}

// A bot of two is frozen while it commits a move or posts its board, and woken once the other one has
// taken over. It changes nothing of what that one has shown, no request goes out but the one that was under
// way, and it goes on as a new process would.
//
//test:unwatched
func TestAFrozenBot(t *testing.T) {
	t.Parallel()
	cases := map[string]freeze{"the board was not made": {}, "the board was made": {reach: true}}
	for n := range 8 {
		cases[fmt.Sprint("the database did not get request ", n)] = freeze{cut: &pgtest.Cut{Request: n, How: pgtest.Before}}
		cases[fmt.Sprint("the database carried out request ", n)] = freeze{cut: &pgtest.Cut{Request: n, How: pgtest.After}}
	}
	for name, at := range cases {
		if at.cut != nil && *frozenFor == 0 && at.cut.Request != 4 {
			continue // of these one is enough for a short run
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			newTwain(t, at).freezes()
		})
	}
}

// freezes has a game played in which a process freezes and wakes.
func (p *twain) freezes() {
	t, ctx := p.t, p.ctx
	ann := p.discord.User("ann")
	p.challenge()
	asking, giveUp := context.WithCancel(ctx)
	defer giveUp()
	preview, err := ann.Slash(ctx, p.channel, "/move move:Cd3-d4")
	must(t, err)
	moved, began := make(chan struct{}), time.Now()
	p.arm()
	go func() { defer close(moved); confirm(asking, ann, preview) }()
	world.Pass(t, p.froze, "a process that freezes")
	giveUp()
	world.Pass(t, moved, "the end of a move that is given up")

	awaitMembers(t, ctx, p.store, 1, false)
	if len(p.match(ann.ID()).Log) == 0 { // it froze before the commit
		p.moves("ann", "Cd3-d4", 3)
	}
	p.boards(3)
	p.line("**Permute.** Ann moves first. Ann plays Orange, Ben plays Yellow.")
	p.moves("ben", "swap", 4)
	p.line(`**Permute.** 1\. Ann ↻ d3, keeps d4`)
	time.Sleep(time.Until(began.Add(*frozenFor)))
	before, shown, asked := p.settled(ann.ID()), p.seen(), p.requests()

	p.bots[p.frozen].cmd.Process.Signal(syscall.SIGCONT)
	awaitMembers(t, ctx, p.store, 2, false)
	for { // it may claim the match, and gives it back as it was
		after := p.match(ann.ID())
		after.Version = before.Version
		if reflect.DeepEqual(after, before) {
			break
		}
		if !world.Rests(ctx, looksAfter) {
			t.Fatalf("as it wakes it changes the match from\n%+v to\n%+v", before, after)
		}
	}
	if now := p.seen(); !reflect.DeepEqual(now, shown) {
		t.Errorf("as it wakes it changes what is shown from\n%+v to\n%+v", shown, now)
	}
	if extra := p.requests()[len(asked):]; len(extra) > 1 {
		t.Errorf("as it wakes it asks Discord for %q, want at most what was under way", extra)
	}
	p.goesOn(len(shown) + 1) // the first board is a line, or gone
}

// goesOn ends the process that did not freeze, and has the other one take the next move. Then there are so many
// public messages.
func (p *twain) goesOn(want int) {
	for name, bot := range p.bots {
		if name != p.frozen && bot.end(syscall.SIGTERM) != exitOK {
			p.t.Error("the other process did not end well")
		}
	}
	p.front.awaitWell(p.t, p.ctx, p.webs[p.frozen])
	ann := p.discord.User("ann")
	p.moves("ann", "Ce5-e6", want)
	if all := p.seen(); len(all) != want {
		p.t.Errorf("there are %d public messages, want %d", len(all), want)
	}
	var log []games.Move
	for _, e := range p.match(ann.ID()).Log {
		log = append(log, e.Move)
	}
	if want := []games.Move{"Cd3-d4", "swap", "Ce5-e6"}; !slices.Equal(log, want) {
		p.t.Errorf("the moves are %q, want %q", log, want)
	}
	if code := p.bots[p.frozen].end(syscall.SIGTERM); code != exitOK {
		p.t.Errorf("the exit code is %d, want 0", code)
	}
}

// newTwain starts two processes behind a balancer.
func newTwain(t *testing.T, at freeze) *twain {
	discord, _ := sandboxWith(t, sandbox.Config{AnswerWithin: fleetAnswers, Haste: scriptHaste})
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute+*frozenFor)
	t.Cleanup(cancel)
	server := pgtest.Shared(t)
	p := &twain{
		stand: &stand{t: t, ctx: ctx, discord: discord, store: server.Migrated(t)}, at: at, ways: map[string]*pgtest.Proxy{},
		bots: map[string]*child{}, webs: map[string]string{}, asked: map[string][]string{}, froze: make(chan struct{}),
	}
	discord.Intercept(p.intercept)
	var addresses []string
	for _, name := range []string{"one", "other"} {
		p.ways[name] = server.Proxy(t)
		s := newSlot(t, name, discord, p.ways[name].Address(p.store), "PARLOUR_INTERACTIONS=true", fmt.Sprint("PARLOUR_WAITS=", fleetAnswers))
		addresses, p.webs[name] = append(addresses, s.web), s.web
		bot := s.spawn()
		p.bots[name] = bot
		bot.awaitReady()
		go func() {
			for line := range bot.said {
				p.mu.Lock()
				p.said = append(p.said, name+": "+line)
				p.mu.Unlock()
			}
		}()
	}
	t.Cleanup(p.tell)
	p.front = balance(t, addresses...)
	discord.SendTo(p.front.URL + "/interactions")
	must(t, discord.AwaitBot(ctx))
	awaitMembers(t, ctx, p.store, 2, false)
	return p
}

// tell logs what a test that has failed wants to know.
func (p *twain) tell() {
	if !p.t.Failed() {
		return
	}
	m := p.match(p.discord.User("ann").ID())
	p.mu.Lock()
	defer p.mu.Unlock()
	p.t.Logf("%s was frozen; the match %+v\nthe log\n%s\nrequests %q", p.frozen, m, strings.Join(p.said, "\n"), p.asked)
}

// arm has one of the processes freeze at the next moment for that.
func (p *twain) arm() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.armed = true
	if p.at.cut == nil {
		return
	}
	for name, way := range p.ways {
		cut := *p.at.cut
		cut.Then = func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.stop(name)
		}
		way.Cut(cut)
	}
}

// stop freezes a process, if none is frozen yet. The lock is held.
func (p *twain) stop(name string) {
	if p.armed {
		p.armed, p.frozen = false, name
		p.bots[name].cmd.Process.Signal(syscall.SIGSTOP)
		close(p.froze)
	}
}

// intercept freezes the process that posts a message, if it is to freeze then.
func (p *twain) intercept(_ http.ResponseWriter, r *http.Request) bool {
	if strings.HasSuffix(r.URL.Path, "/callback") || strings.Contains(r.URL.Path, "/webhooks/") {
		return false
	}
	name := r.Header.Get(processHeader)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked[name] = append(p.asked[name], r.Method+" "+r.URL.Path)
	if p.at.cut != nil || !p.armed || r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/messages") {
		return false
	}
	p.stop(name)
	return !p.at.reach
}

// requests returns what the process that is frozen, or was, has asked for.
func (p *twain) requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.asked[p.frozen]...)
}

// settled returns the one match of a person once all of it is shown and noted.
func (p *twain) settled(person string) storage.Match {
	p.t.Helper()
	for {
		m := p.match(person)
		if m.Owner == "" && m.FailingSince.IsZero() && m.Published == m.Desired && len(m.Old) == 0 {
			return m
		}
		if !world.Rests(p.ctx, looksAfter) {
			p.t.Fatalf("waited in vain for all of the match to be shown and noted: %+v", m)
		}
	}
}

// match returns the one match of a person.
func (p *twain) match(person string) storage.Match {
	p.t.Helper()
	store := openedStore(p.t, p.store)
	defer store.Close()
	heads, err := store.OfPlayer(context.Background(), person, true, storage.All)
	if err != nil || len(heads) != 1 {
		p.t.Fatalf("there are %d matches, want one: %v", len(heads), err)
	}
	m, err := store.Get(context.Background(), heads[0].ID)
	must(p.t, err)
	return m
}
