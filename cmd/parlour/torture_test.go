package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/commands/world"
	"parlour/storage/bolt"
)

var (
	kills = flag.Int("kills", 8, "how often TestTorture kills the bot")
	seed  = flag.Uint64("seed", 0, "from which TestTorture draws when, and what people play; 0 for another each time")
)

// A torture is a crowd that plays while its bot is killed again and again.
type torture struct {
	*world.Judge
	t       *testing.T
	discord *sandbox.Server
	store   string
	seed    uint64
	rng     world.Chance // of the killer
	tables  []*table
	circles []*circle
	acting  sync.RWMutex // held for reading by people who act in the life of a process
	touched sync.Map     // ids of messages that the bot changes or deletes, since [torture.tidy] began

	rooms []string                                // ids of channels for the next tables; without any they get new ones
	env   []string                                // more settings of the bot
	api   string                                  // where the bot finds Discord; empty for the sandbox itself
	fleet *fleet                                  // the processes, where there are several at a time; nil for one after the other
	ready string                                  // is in the log once people can act; empty for [isReady]
	fate  func() *doom                            // draws how a process dies; nil for [torture.draw]
	guise func(name string) guise                 // as whom the people at the tables act; nil for themselves
	moved func(context.Context, *player, attempt) // called after each attempt at a move, unless it is nil

	mu       sync.Mutex
	life     context.Context                 // of the newest process, while it is ready; nil between processes
	born     chan struct{}                   // closed when the next process is ready
	last     bool                            // whether the newest process is not to be killed
	dooms    map[string]*doom                // how each process is to die, by its name, which is empty for one that is alone
	deaths   int                             // processes that were killed
	aways    int                             // times that their database was killed
	boards   map[string]int                  // messages that each process has posted, or tried to
	requests int                             // requests of all processes
	lost     int                             // answers that nobody saw
	newest   map[string][]string             // the log of all processes of a name
	warned   []string                        // lines of the log that are warnings
	broke    []string                        // and errors
	posts    map[string]post                 // by message
	attempts map[string]map[string][]attempt // by match and by name, in order
	past     history
}

// A doom says how a process dies: it is killed at a request, counted from its start.
type doom struct {
	left int           // requests that are left
	cut  bool          // whether the last request has no effect
	late time.Duration // how long after the last request it is killed
	kill func()
}

// The bot is killed at random moments while a crowd plays, and is started again. Every
// move whose answer was seen is there and none was made twice; every move is told on a
// board and no board is there twice; and every game can be played on.
func TestTorture(t *testing.T) {
	t.Parallel()
	w := newTorture(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var crowd sync.WaitGroup
	w.gather(ctx, &crowd)
	defer crowd.Wait()
	defer cancel()
	began := time.Now()
	for range *kills {
		w.live()
		if t.Failed() {
			return
		}
	}
	w.lastLife(&crowd, cancel)
	w.settle()
	w.review(began)
}

// gather has everybody play, at the tables and among friends.
func (w *torture) gather(ctx context.Context, crowd *sync.WaitGroup) {
	for _, at := range w.tables {
		crowd.Go(func() { at.gather(ctx) })
	}
	for _, c := range w.circles {
		crowd.Go(func() { c.gather(ctx) })
	}
}

func newTorture(t *testing.T) *torture {
	discord, _ := startSandbox(t)
	w := tortureIn(t, discord)
	w.env = byHTTP(t, discord)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("these moments are drawn again, though others may act in between, by -kills %d -seed %d", *kills, w.seed)
		}
	})
	w.seatAll()
	w.befriend()
	return w
}

// draws returns a source of chance for one of those who draw, so that they do not depend
// on each other.
func (w *torture) draws(who int) world.Chance { return world.NewChance(w.seed, uint64(who)) }

// stillness is how long a life may last before the test fails.
const stillness = 2 * time.Minute

// live runs a process until it is killed, and checks the file that it leaves.
func (w *torture) live() {
	bot := w.spawn()
	stuck := time.AfterFunc(stillness, func() {
		w.t.Errorf("the bot makes no requests any more, or the crowd asks for nothing\n%s", w.standing())
		bot.cmd.Process.Kill()
	})
	defer stuck.Stop()
	d := w.doomed()
	d.kill = func() { bot.cmd.Process.Kill() }
	if d.left == 0 {
		time.AfterFunc(d.late, d.kill)
	}
	w.doom("", d)
	w.follow(bot, false)
	if code := bot.cmd.ProcessState.ExitCode(); code != -1 {
		w.t.Errorf("the bot ended with exit code %d before it was killed", code)
	}
	w.deaths++
	w.inspect()
}

// draw draws how a process dies: in one case of five at its start, and in one of twenty
// before it makes any request.
func (w *torture) draw() *doom {
	d := &doom{left: 6 + w.rng.IntN(60), cut: w.rng.IntN(3) == 0}
	switch w.rng.IntN(20) {
	case 0:
		return &doom{late: w.rng.UpTo(200 * time.Millisecond)}
	case 1, 2, 3:
		d.left = 1 + w.rng.IntN(5)
	}
	if w.rng.IntN(3) == 0 {
		d.cut, d.late = false, 1+w.rng.UpTo(20*time.Millisecond)
	}
	return d
}

// doom has a process die in a way, nil for not at all.
func (w *torture) doom(name string, d *doom) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dooms[name] = d
}

// intercept counts the requests of the bot, and kills it when it is time.
func (w *torture) intercept(_ http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodPatch || r.Method == http.MethodDelete {
		w.touched.Store(path.Base(r.URL.Path), true)
	}
	w.mu.Lock()
	w.requests++
	if r.Method == http.MethodPost && path.Base(r.URL.Path) == "messages" {
		w.boards[r.Header.Get(processHeader)]++
	}
	collect := w.requests%collectAt == 0
	d := w.dooms[r.Header.Get(processHeader)]
	due := false
	if d != nil && d.left > 0 {
		d.left--
		due = d.left == 0
	}
	w.mu.Unlock()
	if collect {
		w.collect()
	}
	switch {
	case !due:
		return false
	case d.late > 0:
		time.AfterFunc(d.late, d.kill)
		return false
	}
	d.kill()
	return d.cut
}

// follow reads the log of a process to its end, and lets the crowd act once the process
// is ready.
func (w *torture) follow(bot *child, last bool) {
	life, dead := context.WithCancel(context.Background())
	defer dead()
	said := w.heed("", bot, func() { go w.bear(life, func() { w.last = last }) })
	dead()
	w.bury()
	if code := bot.cmd.ProcessState.ExitCode(); code > 0 {
		w.t.Logf("the log:\n%s", strings.Join(said, "\n"))
	}
}

// inspect reads all of the file: no record is damaged, and the indexes fit.
func (w *torture) inspect() {
	switch i, err := os.Stat(w.store); {
	case errors.Is(err, fs.ErrNotExist), err == nil && i.Size() == 0:
		return // it died before it made the file
	}
	if found, err := bolt.Check(context.Background(), w.store); err != nil || found.Damaged != nil || found.Astray {
		w.t.Errorf("the file that a killed bot left is not whole: %+v, %v", found, err)
	}
}

// lastLife runs a process in which every game is played on, and stops it.
func (w *torture) lastLife(crowd *sync.WaitGroup, cancel func()) {
	w.doom("", nil)
	bot, stop := w.runs(true)
	stuck := time.AfterFunc(stillness, func() {
		w.t.Errorf("not every game is played on\n%s", w.standing())
		cancel()
		bot.cmd.Process.Kill() // somebody may wait for the end of its life
	})
	crowd.Wait()
	stuck.Stop()
	stop()
	w.inspect()
}

// standing describes the newest message of every table, the posts over HTTP that were not taken, and the end of the logs, for
// a test that is stuck.
func (w *torture) standing() string {
	var said []string
	w.collect()
	for _, at := range w.tables {
		for _, channel := range at.channels() {
			all := bottest.Public(w.discord.User("eve").Sees(channel))
			if len(all) > 0 {
				m := all[len(all)-1]
				o, _ := about(m)
				said = append(said, fmt.Sprintf("%s: %q with %v, message %s of match %s in channel %s", at.game, m.Content, bottest.Labels(m), m.ID, o.match, m.Channel))
			}
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, at := range w.tables {
		said = append(said, fmt.Sprintf("the people of %s in channel %s %s", at.game, at.home, at.doing))
		if at.doing != done {
			said = append(said, w.past.of(append(at.channels(), at.match)...))
		}
	}
	for match, people := range w.attempts {
		for who, made := range people {
			said = append(said, fmt.Sprintf("%s in %s: %+v", who, match, made[len(made)-1]))
		}
	}
	for _, x := range w.discord.Traffic() {
		if x.Method == discord.EndpointMethod && x.Status != http.StatusAccepted && x.Status != http.StatusUnauthorized {
			said = append(said, fmt.Sprintf("at %v %s was answered with %d", x.Time, x.Path, x.Status))
		}
	}
	for name, log := range w.newest {
		said = append(said, fmt.Sprintf("the end of the log of %s, at %v:", cmp.Or(name, "the bot"), time.Now()))
		said = append(said, log[max(0, len(log)-20):]...)
	}
	return strings.Join(append(said, w.warned[max(0, len(w.warned)-20):]...), "\n")
}

// collectAt is the number of requests after which new messages are noted. It is much
// smaller than the number of requests that the sandbox remembers.
const collectAt = 100

// An origin says what a message was when it was made.
type origin struct {
	match string
	turn  int
	table bool // whether it is a table and not a board
	ask   int  // the number of a question; 0 for any other message
}

// A post is a message that the bot has made.
type post struct {
	origin
	id      string
	channel string
	pinged  []string  // ids of the people whom it notified
	gone    time.Time // when it was deleted; zero for never
}

// collect notes which messages the bot has made and deleted.
func (w *torture) collect() {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.discord.Traffic()
	w.past.add(all)
	for _, x := range all {
		if slices.ContainsFunc(w.circles, func(c *circle) bool { return strings.Contains(x.Path, "/channels/"+c.channel) }) {
			w.t.Errorf("where it can only answer the bot asked for %s %s", x.Method, x.Path)
		}
		path := strings.Split(x.Path, "/")
		n := len(path)
		switch {
		case x.Method == http.MethodPost && path[n-1] == "messages" && x.Status == http.StatusOK:
			w.posted(x, path[n-2])
		case x.Method == http.MethodDelete && path[n-2] == "messages" && x.Status == http.StatusNoContent:
			if p, known := w.posts[path[n-1]]; known && p.gone.IsZero() {
				p.gone = x.Time
				w.posts[path[n-1]] = p
			}
		}
	}
}

// posted notes a message that the bot has made. A message that an earlier collection noted is
// kept.
func (w *torture) posted(x discord.Exchange, channel string) {
	var made struct{ ID string }
	var asked struct {
		Components []struct {
			Components []struct {
				ID string `json:"custom_id"`
			}
		}
		Mentions struct{ Users []string } `json:"allowed_mentions"`
	}
	if err := errors.Join(json.Unmarshal(x.Answer, &made), json.Unmarshal(x.Request, &asked)); err != nil {
		w.t.Errorf("a request that made a message cannot be read: %v", err)
	}
	if _, known := w.posts[made.ID]; known {
		return
	}
	p := post{id: made.ID, channel: channel, pinged: asked.Mentions.Users}
	for _, row := range asked.Components {
		if len(row.Components) > 0 && p.match == "" {
			p.origin = originOf(row.Components[0].ID)
		}
	}
	w.posts[made.ID] = p
}
