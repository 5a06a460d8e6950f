package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/commands/world"
	"parlour/games"
	"parlour/storage"
	"parlour/storage/postgres/pgtest"
)

// The loads of make load, loads and rush. Without a time a load is small, and its times are not judged.
var (
	loadPeople  = flag.Int("load-people", 20, "have `so many` people play, two in each game")
	loadFor     = flag.Duration("load-for", 0, "offer 15 typed moves a second for `so long`, then clicked moves for as long again, and measure; without it 30 of each are offered as fast as they are taken")
	fleetPeople = flag.Int("fleet-people", 20, "have `so many` people play with three bots over one database, two in each game")
	fleetFor    = flag.Duration("fleet-for", 0, "offer three bots 15 typed moves a second for `so long`, and measure; without it 30 as fast as they are taken")
	fleetBots   = flag.Int("load-bots", 3, "how many bots there are")
	rushPeople  = flag.Int("rush-people", 20, "have `so many` people play, two in each game")
	rushFor     = flag.Duration("rush-for", 0, "offer 40 typed moves a second for `so long`, and judge how long boards take; without it for two seconds")
)

const (
	fewMoves       = 30                     // of each kind
	perSecond      = 15                     // moves: Discord takes 50 requests a second of a bot, and a move makes two that count
	rushPerSecond  = 40                     // moves: each has a board and, in the end, a line
	discordTakes   = 50                     // requests a second that are not made with an interaction's token
	answerWithin   = 3 * time.Second        // Discord's, for an answer
	goal           = 300 * time.Millisecond // for 99 answers in 100 of a load
	fleetWithin    = 500 * time.Millisecond // for 99 boards in 100 of a fleet
	shareWithin    = 0.2                    // of the mean, for what each of a fleet does
	rushWithin     = time.Second            // for 99 boards in 100 of a rush
	linesWithin    = 3 * time.Minute        // after the last move of a rush, for every old board
	linesLookEvery = 50 * time.Millisecond
	settleFor      = 2 * time.Second // after the last board, for what the bot still does
	idleFor        = 10 * time.Second
	mostResident   = 90e6 // bytes, at any time of a long load
	idleResident   = 40e6 // bytes, of a program that rests with many games
)

// A load is a crowd that plays while bots are measured.
type load struct {
	*second
	t          *testing.T
	ctx        context.Context
	people     int
	lasts      time.Duration // of each phase; 0 for a short run
	every      time.Duration // between two moves that are offered; 0 for as fast as they are taken
	program    string        // that is measured
	limits     sandbox.Config
	discord    *sandbox.Server
	store      string
	bots       []*child
	addresses  []string // of their metrics
	complaints []<-chan []string
	crowd      *crowd
	phases     []*phase
	fresh      usage   // of the first bot, before there was a game
	idle       float64 // share of a core that it takes while nobody plays
}

// A phase is a part of a load in which all moves are made in one way.
type phase struct {
	*watch
	name        string
	how         way
	moves       int
	played      time.Duration // to the last board, or as long as moves were offered
	lasted      time.Duration // from begun to done
	begun, done []usage       // of each bot
	requests    map[string]int
}

// open starts the sandbox of a load. A long one has the machine for itself.
func (x *load) open(t *testing.T, moves int, rate time.Duration) (each int) {
	t.Helper()
	if x.program = os.Args[0]; x.lasts > 0 {
		x.program = built(t)
		x.every, moves = time.Second/rate, max(1, int(x.lasts.Seconds()*float64(rate)))
	} else {
		t.Parallel()
	}
	var cancel context.CancelFunc
	x.t, x.limits.AnswerWithin = t, time.Minute
	x.ctx, cancel = context.WithTimeout(t.Context(), 20*time.Minute+6*x.lasts)
	t.Cleanup(cancel)
	x.discord, _ = sandboxWith(t, x.limits)
	x.second = limitSeconds(t, x.discord)
	return moves
}

// built builds the program: a binary of tests has more in it, and takes more memory.
func built(t *testing.T) string {
	t.Helper()
	ctx, ended := soon(t, "go build of the program")
	defer ended()
	file := filepath.Join(t.TempDir(), "parlour")
	if out, err := exec.CommandContext(ctx, "go", "build", "-ldflags", "-s -w", "-o", file, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build of the program: %v\n%s", err, out)
	}
	return file
}

// start starts a bot, which serves its metrics.
func (x *load) start(env ...string) {
	x.t.Helper()
	addr := freeAddress(x.t)
	if *overHTTPToo && len(env) == 0 {
		env = []string{"PARLOUR_INTERACTIONS=true"}
		x.discord.SendTo("http://" + addr + "/interactions")
	}
	bot := spawn(x.t, exec.Command(x.program, "run"), x.discord.URL(), x.discord.Token(), x.store, append(env, "PARLOUR_WEB="+addr, "PARLOUR_WAITS="+waits())...)
	bot.awaitReady()
	x.bots, x.addresses, x.complaints = append(x.bots, bot), append(x.addresses, addr), append(x.complaints, bot.complaints())
}

// uses reads what each bot has used so far.
func (x *load) uses() (all []usage) {
	for i, bot := range x.bots {
		all = append(all, bot.uses(x.addresses[i]))
	}
	return all
}

// play has a crowd sit down and play the phases. In the end every board of the past is a line, the bots end well, and
// every move was made and shown once. It returns how many old boards were left after the last move, and how long it took
// until they were lines.
func (x *load) play(moves int) (left int, took time.Duration) {
	t := x.t
	t.Helper()
	must(t, x.discord.AwaitBot(x.ctx))
	x.fresh = x.uses()[0]
	var err error
	x.crowd, err = gather(x.ctx, x.discord, x.people)
	must(t, err)
	x.crowd.awaitLines(t, x.ctx)
	limited := 0
	if len(x.bots) > 1 { // a bot does not see what others post in a channel, which is too much while many sit down
		limited = x.discord.Limited()
	}
	if x.lasts > 0 { // it is measured what a bot takes while nobody plays
		time.Sleep(settleFor)
		before := x.uses()[0]
		time.Sleep(idleFor)
		x.idle = (x.uses()[0].cpu - before.cpu).Seconds() / idleFor.Seconds()
	}
	for _, p := range x.phases {
		start, before := time.Now(), x.Counts()
		p.watch, p.moves, p.begun = &watch{}, moves, x.uses()
		x.crowd.watch = p.watch
		must(t, x.crowd.play(x.ctx, p.how, moves, x.every))
		p.played = max(x.lasts, time.Since(start))
		ended := time.Now()
		if left = x.crowd.oldBoards(); x.lasts > 0 {
			world.Rests(x.ctx, settleFor)
		}
		p.done, p.lasted = x.uses(), time.Since(start)
		x.crowd.awaitLines(t, x.ctx)
		took, p.requests = time.Since(ended), x.Counts()
		for purpose, n := range before {
			p.requests[purpose] -= n
		}
	}
	for i, bot := range x.bots {
		bot.wantGoodEnd(x.complaints[i])
	}
	x.crowd.wantAllMade(t, x.store, moves*len(x.phases))
	x.crowd.wantAllShown(t)
	// On a slow machine requests that left apart may arrive together.
	if n, over := x.discord.Limited()-limited, x.Counts()[aRefusal]; x.lasts > 0 && n+over > 0 {
		t.Errorf("Discord refused %d requests for its limits, and %d for that of %d a second, want none", n, over, discordTakes)
	}
	return left, took
}

// within checks what share of a spread took how long, in a long run.
func (x *load) within(what string, took spread, percent int, goal time.Duration) {
	x.t.Helper()
	if x.lasts > 0 && took.of(percent) > goal {
		x.t.Errorf("%s: the %dth percentile is %v, want at most %v", what, percent, took.of(percent), goal)
	}
}

// Every move of a crowd, typed or clicked, is made once and shown once, and nothing fails.
// With the flags the test also measures how fast that goes and what it costs.
//
//test:unwatched
func TestLoad(t *testing.T) {
	x := &load{people: *loadPeople, lasts: *loadFor, phases: []*phase{
		{name: "typed", how: (*duel).typed}, {name: "clicked", how: (*duel).clicked},
	}}
	moves := x.open(t, fewMoves, perSecond)
	x.store = filepath.Join(t.TempDir(), "parlour.db")
	x.start()
	x.play(moves)
	for _, p := range x.phases {
		x.within(p.name+", from click to answer", p.of(), 99, goal)
		x.within(p.name+", from click to answer, for which Discord waits", p.of(), 100, answerWithin)
	}
	x.report(perSecond)
}

// Bots over one database make and show every move of a crowd once. Each does as much as the others, and
// together they keep to Discord's limit. With the flags the test also measures how fast that goes.
//
//test:unwatched
func TestFleetLoad(t *testing.T) {
	x := &load{people: *fleetPeople, lasts: *fleetFor, phases: []*phase{{name: "typed", how: (*duel).typed}}}
	moves := x.open(t, fewMoves, perSecond)
	database := pgtest.Shared
	if x.lasts > 0 {
		database = func(t testing.TB) *pgtest.Server { return pgtest.New(t) }
	}
	x.store = database(t).Migrated(t)
	for range *fleetBots {
		x.start("PARLOUR_INTERACTIONS=true")
	}
	x.discord.SendTo(balance(t, x.addresses...).URL + "/interactions")
	awaitMembers(t, x.ctx, x.store, *fleetBots, true)
	x.play(moves)
	p := x.phases[0]
	x.within("from click to board", p.of(aBoard), 99, fleetWithin)
	x.report(perSecond)
	mean := 0.0
	for i := range p.done {
		mean += (p.done[i].requests - p.begun[i].requests) / float64(len(p.done))
	}
	for i := range p.done {
		n := p.done[i].requests - p.begun[i].requests
		if x.lasts > 0 && max(n-mean, mean-n) > shareWithin*mean || n == 0 {
			t.Errorf("bot %d has made %.0f requests, want %.0f or nearly", i, n, mean)
		}
	}
}

// Forty moves a second are offered, and Discord takes 50 requests a second. Every move is made and
// shown, no request is refused, and in the end every old board is a line. With the flags 99 boards in
// 100 come within a second.
//
//test:unwatched
func TestRush(t *testing.T) {
	x := &load{people: *rushPeople, lasts: *rushFor, phases: []*phase{{name: "typed", how: (*duel).typed}}}
	if x.lasts == 0 {
		x.limits.Haste = scriptHaste // a few games post more than their channels take
	}
	moves := x.open(t, 2*rushPerSecond, rushPerSecond)
	x.every = time.Second / rushPerSecond
	x.store = filepath.Join(t.TempDir(), "parlour.db")
	x.start()
	left, took := x.play(moves)
	x.report(rushPerSecond)
	t.Logf("%d of %d old boards were left at the end, all were lines %.1f s later", left, moves, took.Seconds())
	if took > linesWithin && x.lasts > 0 {
		t.Errorf("old boards were lines after %v, want %v", took, linesWithin)
	}
	x.within("from click to board", x.phases[0].of(aBoard), 99, rushWithin)
}

// report prints what was measured. The CPU is that of the whole process of the first bot less
// what it takes while nobody plays.
func (x *load) report(rate int) {
	table := newReport()
	table.row("crowd", "%d people in %d games and %d bots, %v of moves in each phase", x.people, len(x.crowd.duels), len(x.bots), x.lasts)
	table.row("CPU", "of the bot's process, user and system, as its metric process_cpu_seconds_total has it; %.1f %% of one core over %v without moves, taken off below",
		100*x.idle, idleFor)
	for _, p := range x.phases {
		answers, moves, played := p.of(), float64(p.moves), p.played.Seconds()
		table.row("", "")
		table.row(p.name, "%d offered, %d a second; %d made, %.1f a second; %.1f clicks a move", p.moves, rate, p.moves, moves/played, float64(len(answers))/moves)
		table.row("click to answer", "%v", answers)
		p.rows(table, moves)
		table.row("click to board", "%v", p.of(aBoard))
		table.row("of Discord's 3 s", "1/%.3g, and 1/%.3g of the goal of %v (click to answer, 99th percentile)", answerWithin.Seconds()/answers.of(99).Seconds(), goal.Seconds()/answers.of(99).Seconds(), goal)
		counted := p.requests[aPost] + p.requests[anEdit] + p.requests[another]
		table.row("requests", "%.2f a move that count, %.1f a second, at most %d; %v", float64(counted)/moves, float64(counted)/played, x.most, p.requests)
		for i, begun := range p.begun {
			done := p.done[i]
			cpu := (done.cpu - begun.cpu).Seconds() - x.idle*p.lasted.Seconds()
			table.row(fmt.Sprint("bot ", i), "%.0f requests; CPU a move %.1f ms, in all %.0f %% of one core; memory a move %.2f MB allocated, %.1f kB more resident",
				done.requests-begun.requests, 1000*cpu/moves, 100*cpu/played, mb(done.allocated-begun.allocated)/moves, 1000*mb(done.resident-begun.resident)/moves)
		}
	}
	first, last := x.phases[0].begun[0], x.phases[len(x.phases)-1].done[0]
	table.row("memory", "%.0f MB resident before the first game, %.0f MB with all of them (%.0f kB a game), %.0f MB at the end (%.0f its own, and pages of files), %.0f MB at most",
		mb(x.fresh.resident), mb(first.resident), 1000*mb(first.resident-x.fresh.resident)/float64(len(x.crowd.duels)), mb(last.resident), mb(last.own), mb(last.peak))
	table.log(x.t)
	if x.lasts > 0 && last.peak > mostResident {
		x.t.Errorf("%.0f MB were resident, want at most %.0f", mb(last.peak), mb(mostResident))
	}
}

// awaitLines waits until every old board is a line.
func (c *crowd) awaitLines(t *testing.T, ctx context.Context) {
	t.Helper()
	for {
		left := c.oldBoards()
		if left == 0 {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%d old boards are no lines yet", left)
		case <-time.After(linesLookEvery):
		}
	}
}

// complaints gathers the warnings and errors of the program's log until its end.
func (c *child) complaints() <-chan []string {
	all := make(chan []string, 1)
	go func() {
		var bad []string
		for line := range c.said {
			if !strings.Contains(line, "level=INFO") {
				bad = append(bad, line)
			}
		}
		all <- bad
	}()
	return all
}

// wantGoodEnd ends the program, and checks that it exits with 0 and has logged no complaints but some.
func (c *child) wantGoodEnd(complaints <-chan []string, want ...string) {
	c.t.Helper()
	c.cmd.Process.Signal(syscall.SIGTERM)
	got := world.Receive(c.t, complaints, "the end of the program")
	if !slices.EqualFunc(got, want, strings.Contains) {
		c.t.Errorf("the log has %q, want %q", got, want)
	}
	if code := c.end(syscall.SIGTERM); code != 0 {
		c.t.Errorf("the exit code is %d, want 0", code)
	}
}

// wantAllMade checks that the store has exactly the moves that the crowd has played.
func (c *crowd) wantAllMade(t *testing.T, file string, moves int) {
	t.Helper()
	store := openedStore(t, file)
	defer store.Close()
	made := 0
	for _, d := range c.duels {
		var log []games.Move
		for _, live := range []bool{true, false} {
			heads, err := store.OfPlayer(t.Context(), d.seats[0].ID(), live, storage.All)
			must(t, err)
			for _, head := range heads {
				match, err := store.Get(t.Context(), head.ID)
				must(t, err)
				for _, e := range match.Log {
					log = append(log, e.Move)
				}
			}
		}
		made += len(log)
		if !slices.Equal(log, d.log) {
			t.Errorf("of %s the store has %v, want %v", d.seats[0].Name(), log, d.log)
		}
	}
	if made != moves {
		t.Errorf("%d moves were made, want %d", made, moves)
	}
}

// wantAllShown checks that each move has one board, which asks the player to move, and that each
// board but the last has become the line of its move. The first, which says who moves first, is gone
// if both players had moved before there was room for its line.
func (c *crowd) wantAllShown(t *testing.T) {
	t.Helper()
	for _, d := range c.duels {
		all := bottest.Public(d.seats[0].Sees(d.thread))
		gone := len(d.log) + 1 - len(all)
		if gone < 0 || gone > 1 || gone == 1 && len(d.log) < 2 {
			t.Errorf("after %d moves %s sees %d boards", len(d.log), d.seats[0].Name(), len(all))
		}
		for i, m := range all {
			n := i + gone
			asked := []string{d.seats[n%2].Name()}
			if n == 0 {
				asked = append(asked, d.seats[1].Name())
			}
			if n < len(d.log) && !slices.Equal(m.Pings, asked) {
				t.Errorf("board %d of %s asks %v", n, d.seats[0].Name(), m.Pings)
			}
			line := len(m.Rows)+len(m.Attachments) == 0 && (n == 0 || strings.HasPrefix(m.Content, fmt.Sprintf("%d\\. ", n)))
			if live := i == len(all)-1; live == line {
				t.Errorf("board %d of %d of %s says %q with %v", n, len(all), d.seats[0].Name(), m.Content, bottest.Labels(m))
			}
		}
	}
}
