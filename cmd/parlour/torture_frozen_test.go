package main

import (
	"context"
	"flag"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/storage"
	"parlour/storage/postgres/pgtest"
)

var frozenFor = flag.Duration("frozen-for", 0, "how long TestAFrozenBot freezes a bot; without it until another has taken over what it had begun")

// A twain is two processes over one database, of which one freezes.
type twain struct {
	t       *testing.T
	discord *sandbox.Server
	store   string
	bots    map[string]*child

	mu     sync.Mutex
	armed  bool
	reach  bool                // whether the request at which it freezes takes effect
	frozen string              // the process that is frozen, or was
	asked  map[string][]string // what counts towards Discord's limit, by process
	froze  chan struct{}
}

// A bot of two is frozen while it posts a board, and woken once the other one has taken over. It changes
// nothing of what that one has shown, no request goes out but the one that was under way, and it
// goes on as a new process would.
func TestAFrozenBot(t *testing.T) {
	t.Parallel()
	for name, reach := range map[string]bool{"the board was not made": false, "the board was made": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, ctx := newTwain(t, reach)
			ann, ben := p.discord.User("ann"), p.discord.User("ben")
			channel := challenge(t, ctx, p.discord)
			asking, giveUp := context.WithCancel(ctx)
			defer giveUp()
			p.mu.Lock()
			p.armed = true
			p.mu.Unlock()
			moved := make(chan struct{})
			began := time.Now()
			go func() { defer close(moved); playTyped(asking, ann, channel, "/move move:Cd3-d4") }()
			pass(t, p.froze, "a board that is posted")
			giveUp()
			pass(t, moved, "the end of a move that is given up")

			awaitBoards(t, ctx, p.discord, channel, 3)
			awaitLine(t, ctx, p.discord, channel, "Ann moves first.")
			if err := playTyped(ctx, ben, channel, "/move move:swap"); err != nil {
				t.Fatal(err)
			}
			awaitBoards(t, ctx, p.discord, channel, 4)
			awaitLine(t, ctx, p.discord, channel, `1\. Ann ↻ d3, keeps d4`)
			time.Sleep(time.Until(began.Add(*frozenFor)))
			awaitMembers(t, ctx, p.store, 1, false)
			before, shown, asked := p.match(ann.ID()), boards(p.discord.User("cleo").Sees(channel)), p.requests()

			p.bots[p.frozen].cmd.Process.Signal(syscall.SIGCONT)
			awaitMembers(t, ctx, p.store, 2, false)
			if after := p.match(ann.ID()); !reflect.DeepEqual(after, before) {
				t.Errorf("as it wakes it changes the match from\n%+v to\n%+v", before, after)
			}
			if now := boards(p.discord.User("cleo").Sees(channel)); !reflect.DeepEqual(now, shown) {
				t.Errorf("as it wakes it changes what is shown from\n%+v to\n%+v", shown, now)
			}
			if extra := p.requests()[len(asked):]; len(extra) > 1 {
				t.Errorf("as it wakes it asks Discord for %q, want at most what was under way", extra)
			}
			for name, bot := range p.bots {
				if name != p.frozen && bot.end(syscall.SIGTERM) != exitOK {
					t.Error("the other process did not end well")
				}
			}
			if err := playTyped(ctx, ann, channel, "/move move:Ce5-e6"); err != nil {
				t.Errorf("the process that was frozen takes no move: %v", err)
			}
			if all := awaitBoards(t, ctx, p.discord, channel, 5); len(all) != 5 {
				t.Errorf("there are %d public messages, want five", len(all))
			}
			if code := p.bots[p.frozen].end(syscall.SIGTERM); code != exitOK {
				t.Errorf("the exit code is %d, want 0", code)
			}
		})
	}
}

// newTwain starts two processes behind a balancer.
func newTwain(t *testing.T, reach bool) (*twain, context.Context) {
	discord, _ := sandboxWith(t, sandbox.Config{AnswerWithin: fleetAnswers, Haste: scriptHaste})
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute+*frozenFor)
	t.Cleanup(cancel)
	p := &twain{
		t: t, discord: discord, store: schemaIn(t, pgtest.Shared(t)), reach: reach,
		bots: map[string]*child{}, asked: map[string][]string{}, froze: make(chan struct{}),
	}
	discord.Intercept(p.intercept)
	var addresses []string
	for _, name := range []string{"one", "other"} {
		s := newSlot(t, name, discord, p.store, "PARLOUR_INTERACTIONS=true")
		addresses = append(addresses, s.web)
		bot := s.spawn()
		p.bots[name] = bot
		bot.awaitReady()
		go func() {
			for range bot.said {
			}
		}()
	}
	discord.SendTo(balance(t, addresses...).URL + "/interactions")
	if err := discord.AwaitBot(ctx); err != nil {
		t.Fatal(err)
	}
	awaitMembers(t, ctx, p.store, 2, false)
	return p, ctx
}

// intercept freezes the process that posts a message, once that is asked for.
func (p *twain) intercept(_ http.ResponseWriter, r *http.Request) bool {
	if strings.HasSuffix(r.URL.Path, "/callback") || strings.Contains(r.URL.Path, "/webhooks/") {
		return false
	}
	name := r.Header.Get(processHeader)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked[name] = append(p.asked[name], r.Method+" "+r.URL.Path)
	if !p.armed || r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/messages") {
		return false
	}
	p.armed, p.frozen = false, name
	p.bots[name].cmd.Process.Signal(syscall.SIGSTOP)
	close(p.froze)
	return !p.reach
}

// requests returns what the process that is frozen, or was, has asked for.
func (p *twain) requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.asked[p.frozen]...)
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
		rests(ctx, looksAfter)
	}
}

// match returns the one match of a person.
func (p *twain) match(person string) storage.Match {
	p.t.Helper()
	store := openedStore(p.t, p.store)
	defer store.Close()
	heads, err := store.OfPlayer(p.t.Context(), person, true, storage.All)
	if err != nil || len(heads) != 1 {
		p.t.Fatalf("there are %d matches, want one: %v", len(heads), err)
	}
	m, err := store.Get(p.t.Context(), heads[0].ID)
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}
