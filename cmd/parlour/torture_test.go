package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	scene "parlour/bot/sandbox/world"
	"parlour/commands/world"
	"parlour/storage"
	"parlour/storage/bolt"
	"parlour/storage/postgres"
)

var (
	kills = flag.Int("kills", 6, "how often TestTorture kills the bot")
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

	rooms    []string                                // ids of channels for the next tables; without any they get new ones
	env      []string                                // more settings of the bot
	api      string                                  // where the bot finds Discord; empty for the sandbox itself
	fleet    *fleet                                  // the processes, where there are several at a time; nil for one after the other
	patience time.Duration                           // of people, for what an answer leads to; 0 for any
	ready    string                                  // is in the log once people can act; empty for [isReady]
	fate     func() *doom                            // draws how a process dies; nil for [torture.draw]
	guise    func(name string) guise                 // as whom the people at the tables act; nil for themselves
	moved    func(context.Context, *player, attempt) // called after each attempt at a move, unless it is nil

	mu       sync.Mutex
	life     context.Context                 // of the newest process, while it is ready; nil between processes
	born     chan struct{}                   // closed when the next process is ready
	last     bool                            // whether the newest process is not to be killed
	dooms    map[string]*doom                // how each process is to die, by its name, which is empty for one that is alone
	requests int                             // requests of all processes
	newest   map[string][]string             // the log of all processes of a name
	warned   []string                        // lines of the log that are warnings
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

// What a torture counts, beside the messages that there are in the end.
const (
	aKill   = "kills"
	aLoss   = "answers lost"
	aBreak  = "errors or panics in the log"
	postsOf = "posts, or tries, of " // a process
)

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
	w.Happened(aKill)
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
		w.Happened(postsOf + r.Header.Get(processHeader))
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

// standing describes the newest message of every table, the posts over HTTP that were not taken, and the end of the
// logs, for a test that is stuck.
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

// bear lets the crowd act in the life of a process that is ready, as soon as Discord reaches it. It calls
// note, with the lock held.
func (w *torture) bear(life context.Context, note func()) {
	if w.discord.AwaitBot(life) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if life.Err() == nil {
		note()
		w.life = life
		close(w.born)
		w.born = make(chan struct{})
	}
}

// heed reads the log of the process of a name to its end, and calls ready each time that it says that people can act.
func (w *torture) heed(name string, bot *child, ready func()) (said []string) {
	for line := range bot.said {
		said = append(said, line)
		w.mu.Lock()
		w.newest[name] = append(w.newest[name], line)
		w.mu.Unlock()
		if strings.Contains(line, cmp.Or(w.ready, isReady)) {
			ready()
		}
		broke := strings.Contains(line, "level=ERROR")
		if broke || strings.Contains(line, "panic") {
			w.Happened(aBreak)
		} else if strings.Contains(line, "level=WARN") {
			w.mu.Lock()
			w.warned = append(w.warned, line)
			w.mu.Unlock()
		}
		away := strings.Contains(line, databaseIsAway) || strings.Contains(line, storage.ErrUnavailable.Error())
		if broke && (w.fleet == nil || !away) || strings.Contains(line, w.discord.Token()) {
			w.t.Errorf("the log has %s", line)
		}
	}
	bot.cmd.Wait()
	return said
}

// bury ends the life of a dead process. It waits until nobody acts in that life any more,
// so that no click reaches the next process.
func (w *torture) bury() {
	w.acting.Lock()
	defer w.acting.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.life = nil
}

// act calls do in the life of a process, and waits for one if there is none.
func (w *torture) act(ctx context.Context, do func(life context.Context)) error {
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		did, born := w.within(do)
		if did {
			return nil
		}
		select {
		case <-born:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// within calls do in the life of the newest process if that is ready and alive. Else it
// returns a channel that is closed when the next process is ready.
func (w *torture) within(do func(life context.Context)) (did bool, born <-chan struct{}) {
	w.acting.RLock()
	defer w.acting.RUnlock()
	w.mu.Lock()
	life, born := w.life, w.born
	w.mu.Unlock()
	if life == nil || life.Err() != nil {
		return false, born
	}
	if w.fleet != nil {
		var end context.CancelFunc
		life, end = context.WithTimeout(life, w.patience)
		defer end()
	}
	do(life)
	return true, born
}

// inLastLife reports whether the process is not to be killed any more.
func (w *torture) inLastLife() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last
}

// tortureIn returns a torture in a sandbox that has no tables yet.
func tortureIn(t *testing.T, discord *sandbox.Server) *torture {
	w := &torture{
		Judge: world.NewJudge(nil), t: t, discord: discord, store: filepath.Join(t.TempDir(), "parlour.db"), seed: cmp.Or(*seed, rand.Uint64()),
		born: make(chan struct{}), posts: map[string]post{}, attempts: map[string]map[string][]attempt{}, dooms: map[string]*doom{}, newest: map[string][]string{},
	}
	w.rng = w.draws(0)
	discord.Intercept(w.intercept)
	return w
}

// spawn starts a process of the bot.
func (w *torture) spawn() *child {
	if w.fleet != nil {
		return w.fleet.slots[0].spawn()
	}
	if w.api != "" { // through a proxy that makes answers late
		return spawnChild(w.t, w.api, w.discord.Token(), w.store)
	}
	return spawnChild(w.t, w.discord.URL(), w.discord.Token(), w.store, append(w.env, "PARLOUR_WAITS="+waits())...)
}

// runs starts a process of the bot that is not killed. stop ends it, and checks that it ends well.
func (w *torture) runs(last bool) (bot *child, stop func()) {
	bot = w.spawn()
	ended := make(chan struct{})
	go func() { defer close(ended); w.follow(bot, last) }()
	return bot, func() {
		defer bot.deadline("the end of the program after SIGTERM")()
		bot.cmd.Process.Signal(syscall.SIGTERM)
		<-ended
		if code := bot.cmd.ProcessState.ExitCode(); code != 0 {
			w.t.Errorf("after SIGTERM the exit code is %d, want 0", code)
		}
	}
}

// doomed draws how a process dies.
func (w *torture) doomed() *doom {
	if w.fate != nil {
		return w.fate()
	}
	return w.draw()
}

// seat adds tables, each with a channel of its own. A line has who sits there, how, and at which game: they join, the
// second is challenged, that in a channel without threads, or one plays with Parlour.
func (w *torture) seat(lines string) {
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		n := len(w.tables) + 1
		who, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		how, game, _ := strings.Cut(rest, " ")
		if !slices.Contains([]string{"join", "challenge", "inplace", "opponent"}, how) {
			w.t.Fatalf("nobody sits down like that: %s", line)
		}
		at := &table{w: w, rng: w.draws(n), who: strings.Split(who, ","), game: game}
		at.challenge, at.inPlace, at.opponent = how != "join" && how != "opponent", how == "inplace", how == "opponent"
		if len(w.rooms) > 0 {
			at.home, w.rooms = w.rooms[0], w.rooms[1:]
		} else {
			at.home = w.discord.Stage().AddChannel(fmt.Sprintf("table-%d", n), scene.Text)
		}
		if at.inPlace {
			w.discord.Stage().Deny(at.home, scene.CreatePublicThreads)
		}
		w.tables = append(w.tables, at)
	}
}

// seatAll adds the tables of a torture.
func (w *torture) seatAll() {
	w.seat(`
		ann,ben challenge permute options:size=9
		cleo,dan inplace permute options:size=10
		ben,cleo challenge magic
		dan,eve,ann join permutations
		eve,ann,ben join permutu options:symbols=9,start=quick
		cleo opponent permutu options:symbols=12`)
}

// open opens the store, a file only while no bot runs.
func (w *torture) open() storage.Store { return openedStore(w.t, w.store) }

// openedStore opens a store, by the name of its file or the address of its database.
func openedStore(t *testing.T, name string) storage.Store {
	t.Helper()
	store, err := openStore(context.Background(), name, slog.New(slog.DiscardHandler), postgres.Open)
	must(t, err)
	return store
}

// user returns a person as whom somebody at a table acts.
func (w *torture) user(name string) *person {
	p := &person{User: w.discord.User(name)}
	if w.guise != nil {
		p.guise = w.guise(name)
	}
	return p
}

// mostTold bounds a line of the history, and mostLines how much of it is said of one table.
const (
	mostTold  = 400
	mostLines = 300
)

// A history is all that went between the bot and Discord in a torture, a line each: what to read when something went
// wrong long ago.
type history struct {
	nr    int // of the newest exchange
	lines []string
}

// add notes the exchanges that are new.
func (h *history) add(all []discord.Exchange) {
	for _, x := range all {
		if x.Nr <= h.nr {
			continue
		}
		h.nr = x.Nr
		line := fmt.Sprint(x.Time.Format("15:04:05.000 "), x.Method, " ", discord.MaskToken(x.Path), " ", x.Status, " ", x.Fault, " ", string(x.Request), " → ", string(x.Answer))
		h.lines = append(h.lines, line[:min(len(line), mostTold)])
	}
}

// of returns the newest lines that name one of some ids.
func (h *history) of(ids ...string) string {
	var found []string
	for _, line := range h.lines {
		if slices.ContainsFunc(ids, func(id string) bool { return id != "" && strings.Contains(line, id) }) {
			found = append(found, line)
		}
	}
	return strings.Join(found[max(0, len(found)-mostLines):], "\n")
}

// A leftover is a message of the past that is yet to become a line, or to be deleted.
type leftover struct {
	viewer           string // name of a person who sees it
	channel, message string // ids
	said             string // its text
}

// mostLives is how many more processes there may be until all is settled: what one publishes at its
// start leaves another board behind.
const mostLives = 4

// settle runs the bot again while messages of the past are left, or if a publication was cut off. In
// a storm of messages the bot leaves some of them for later, or for its next process.
func (w *torture) settle() {
	for range mostLives {
		left, cut := w.untidy()
		if len(left) == 0 && !cut {
			return
		}
		w.tidy(left)
	}
}

// tidy runs the bot until it has changed or deleted each leftover. One that it changed at the end of a
// life, and does not know of, it changes into what it is.
func (w *torture) tidy(left []leftover) {
	w.touched.Clear()
	_, stop := w.runs(true)
	defer stop()
	ctx, cancel := context.WithTimeout(context.Background(), stillness)
	defer cancel()
	if err := w.act(ctx, func(context.Context) {}); err != nil {
		w.t.Errorf("waited %v for a bot that is ready: %v", stillness, err)
	}
	for _, l := range left {
		_, err := w.discord.User(l.viewer).Await(ctx, l.channel, func(all []sandbox.Message) bool {
			i := slices.IndexFunc(all, func(m sandbox.Message) bool { return m.ID == l.message })
			_, again := w.touched.Load(l.message)
			return i < 0 || all[i].Content != l.said || again
		})
		if err != nil {
			w.t.Errorf("waited %v for message %s in channel %s to become its line, or to be deleted: %v\nIt says %q.", stillness, l.message, l.channel, err, l.said)
		}
	}
}

// untidy returns the leftovers of all matches, and reports whether a publication of one was cut off.
func (w *torture) untidy() (left []leftover, cut bool) {
	w.collect()
	add := func(viewer, channel, message string) {
		for _, m := range w.discord.User(viewer).Sees(channel) {
			if m.ID == message {
				left = append(left, leftover{viewer, channel, message, m.Content})
			}
		}
	}
	matches, people := w.stored()
	for _, m := range matches {
		if m.Guest {
			continue // it stays as it is until somebody presses
		}
		if m.Published != m.Desired {
			cut = true
			add("eve", m.Live.Channel, m.Live.Message) // the new board takes its place, or it is edited
		}
		if !m.FailingSince.IsZero() {
			cut = true
			for name := range people { // whom it may have asked without knowing that it did
				for _, d := range w.discord.User(name).Sees(w.discord.User(name).DM()) {
					if o := w.posts[d.ID].origin; o.match == m.ID && o.turn < m.Live.Turn && len(d.Rows) > 0 {
						add(name, d.Channel, d.ID)
					}
				}
			}
		}
		for _, b := range m.Old {
			add("eve", b.Channel, b.Message)
		}
		for _, a := range m.Asks {
			if a.Answer != "" && a.Message != "" {
				add("eve", a.Channel, a.Message)
			}
		}
		for _, d := range m.Asked {
			// one that says that all bids are in stays while its person has no other
			if d.Message == "" || m.Phase == storage.Playing && (d.Done || d.Turn >= m.Live.Turn) {
				continue
			}
			for name, id := range people {
				if id == d.Player {
					add(name, d.Channel, d.Message)
				}
			}
		}
	}
	return left, cut
}
