package main

import (
	"context"
	"errors"
	"flag"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/commands/world"
	"parlour/storage"
)

// The run of make spoil. Without the flag it is short, and nothing is judged by its time.
var spoilFor = flag.Duration("spoil-for", 0, "have somebody spoil things for `so long` in all, and judge how long others wait beside that; without it for three seconds, and only refusals are judged")

// The ten wait at most mostSlowed times as long beside the harm as without it: 99 in 100 answers, and boards. What
// runs beside this test on the machine slows both, as stretches with and without the harm take turns.
const mostSlowed = 2

// A spoil is a run in which a person and two friends do all the harm they can, beside ten who play.
type spoil struct {
	*torture  // of which nobody is killed: its tables, its players and its judge
	diary     *diary
	stretches int           // with the harm, and as many without
	calm      time.Duration // a stretch without the harm
	harm      time.Duration // a stretch with it
	settles   time.Duration // between the harm and the next stretch, which it must not slow
	pauses    time.Duration // about, between two actions of an ordinary person
	every     time.Duration // between two actions of one sort of the hostile person
	cpu       time.Duration // of the bot, at its end
	counted   float64       // requests of the bot beside the harm
	harmed    time.Duration // in all
	owned     int           // matches that the hostile person has had before

	made    atomic.Int64  // moves of the ten
	playing chan struct{} // closed once they have made leastMade
}

// leastMade is how many moves the ten make at least, however slow the machine is.
const leastMade = 5

// Three people do everything at once that costs work or bothers others, while ten play games of every kind.
// The ten get an answer to everything, and no refusal that is wrong; no move is lost; and nothing
// panics. With the flag they also get their answers in time.
//
//test:unwatched
func TestSpoil(t *testing.T) {
	within := time.Minute
	if *spoilFor > 0 {
		within = 3 * time.Second
	} else {
		t.Parallel()
	}
	discord, _ := sandboxWith(t, sandbox.Config{AnswerWithin: within, Haste: scriptHaste})
	x := newSpoil(t, discord)
	h := newHostile(x)
	h.stock()
	bot, stop := x.runs(false)

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stuck := time.AfterFunc(time.Duration(x.stretches)*(x.calm+x.harm+x.settles)+stillness, func() {
		t.Errorf("the run does not end\n%s", x.standing())
		cancel()
		bot.cmd.Process.Kill()
	})
	var crowd sync.WaitGroup
	x.play(ctx, &crowd)
	if x.act(ctx, func(context.Context) {}) == nil { // once the bot is ready
		x.diary.harms(time.Now(), time.Now()) // the start slows too
		for range x.stretches {
			x.turn(ctx, h)
		}
		select {
		case <-x.playing:
		case <-ctx.Done():
		}
	}
	cancel()
	crowd.Wait()
	stuck.Stop()
	stop()
	x.cpu = bot.cmd.ProcessState.UserTime() + bot.cmd.ProcessState.SystemTime()
	x.inspect()
	x.settle()
	x.wantServerUntouched()
	x.report(h)
}

// newSpoil seats ten people at tables for games of every kind, some of them with Parlour at easy.
func newSpoil(t *testing.T, discord *sandbox.Server) *spoil {
	x := &spoil{
		torture: tortureIn(t, discord), diary: newDiary(t),
		playing: make(chan struct{}), stretches: 1, harm: 3 * time.Second,
		pauses: 50 * time.Millisecond, every: 200 * time.Millisecond, owned: 60,
	}
	if *spoilFor > 0 {
		x.stretches, x.settles, x.pauses, x.owned = 8, 3*time.Second, 600*time.Millisecond, 1000
		x.harm = *spoilFor / time.Duration(x.stretches)
		x.calm = x.harm
	}
	x.diary.settles = x.settles
	x.guise = x.diary.ordinary
	x.moved = func(ctx context.Context, p *player, a attempt) {
		x.seesBoard(ctx, p, a)
		if x.made.Add(1) == leastMade {
			close(x.playing)
		}
		x.pause(ctx, p.rng)
	}
	for name := range strings.FieldsSeq("fay gus hal ida jon kim lea moe ned oda mal sid vic") {
		discord.AddPerson(name)
	}
	x.seat(`
		fay,gus challenge permute options:size=9
		hal,ida challenge magic
		jon,kim,lea join permutations
		moe,ned join permutu options:symbols=9,start=quick
		oda opponent permute options:size=9
		moe opponent magic
		ned opponent permutu options:symbols=12`)
	return x
}

// turn measures how the ten fare alone, and then how they fare beside the harm.
func (x *spoil) turn(ctx context.Context, h *hostile) {
	if !world.Rests(ctx, x.settles+x.calm) {
		return
	}
	counted, began := x.discord.Counted(), time.Now()
	x.diary.harms(began, began.Add(x.harm))
	harms, cancel := context.WithTimeout(ctx, x.harm)
	defer cancel()
	h.run(harms)
	x.counted += float64(x.discord.Counted() - counted)
	x.harmed += time.Since(began)
}

// play has the ten play, and ask things.
func (x *spoil) play(ctx context.Context, crowd *sync.WaitGroup) {
	x.gather(ctx, crowd)
	for n, who := range x.people() {
		at := x.tables[slices.IndexFunc(x.tables, func(at *table) bool { return slices.Contains(at.who, who) })]
		chance := x.draws(200 + n)
		crowd.Go(func() {
			if x.act(ctx, func(context.Context) {}) == nil {
				x.wonder(ctx, who, at.home, chance)
			}
		})
	}
}

// wantServerUntouched checks that nobody without the right has set anything for the server.
func (x *spoil) wantServerUntouched() {
	store := x.open()
	defer store.Close()
	r, err := store.Record(x.t.Context(), storage.Servers.Name(), x.discord.GuildID())
	if err != nil || r.Version > 0 {
		x.t.Errorf("the server has the record %+v, %v, want none", r, err)
	}
}

// report prints what everybody felt, and judges it.
func (x *spoil) report(h *hostile) {
	matches, plies, heard := x.judgeAll()
	table := newReport()
	table.row("ten people", "%d games, %d moves, of which %d were seen to be made", matches, plies, heard)
	table.row("alone", "%d times %v; overtaken in all: %v", x.stretches, x.calm, x.diary.Count)
	x.diary.alone.rows(table, float64(plies))
	table.row("beside the harm", "%d times %v", x.stretches, x.harm)
	x.diary.beside.rows(table, float64(plies))
	h.report(table)
	table.row("requests", "%.1f a second count towards Discord's 50", x.counted/x.harmed.Seconds())
	table.row("the log", "%d errors or panics, %d warnings", x.Count[aBreak], len(x.warned))
	table.row("CPU", "%v of the bot", x.cpu.Round(time.Millisecond))
	table.log(x.t)
	x.diary.Report(x.t, []string{wrongly, tooLate})
	for _, line := range x.warned[:min(5, len(x.warned))] {
		x.t.Logf("a warning: %s", line)
	}
	if n := h.acts.Count["broken"]; n > 0 {
		x.t.Errorf("%d answers to the hostile person say that something broke", n)
	}
	for what, kinds := range map[string][]string{"all answers": nil, "all boards": {aBoard}} {
		alone, beside := x.diary.alone.of(kinds...), x.diary.beside.of(kinds...)
		x.t.Logf("%s: alone %v; beside the harm %v", what, alone, beside)
		switch {
		case *spoilFor == 0:
		case len(alone) == 0 || len(beside) == 0:
			x.t.Errorf("%s: there are none", what)
		case beside.of(99) > mostSlowed*alone.of(99):
			x.t.Errorf("%s: the 99th percentile beside the harm is %.1f times that without it, want %d at most",
				what, float64(beside.of(99))/float64(alone.of(99)), mostSlowed)
		}
	}
}

// A diary is what ordinary people felt: how long they waited, beside the harm and alone, and how often they were
// overtaken. It is safe for concurrent use.
type diary struct {
	alone, beside watch
	*world.Judge
	known   refusals
	settles time.Duration // for so long after the harm nobody is said to be alone

	mu       sync.Mutex
	from, to time.Time // the newest stretch of the harm
}

// harms notes when the harm begins and when it ends.
func (d *diary) harms(from, to time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.from, d.to = from, to
}

// note notes a wait: as one beside the harm if any of it was.
func (d *diary) note(kind string, began, ended time.Time) {
	d.mu.Lock()
	from, to := d.from, d.to
	d.mu.Unlock()
	switch {
	case began.Before(to) && ended.After(from):
		d.beside.note(kind, began, ended)
	case began.Before(from) || !began.Before(to.Add(d.settles)):
		d.alone.note(kind, began, ended)
	}
}

// The faults of a diary.
const (
	wrongly = "refused wrongly"
	tooLate = "no answer"
)

func newDiary(t *testing.T) *diary {
	return &diary{known: knownRefusals(t), Judge: world.NewJudge(nil)}
}

// ordinary returns the guise of a person who plays by the rules: the diary notes how long each answer takes.
func (d *diary) ordinary(name string) guise {
	answered := "" // the kind of what was answered last
	return func(ctx context.Context, a action, do deed) (*sandbox.Message, error) {
		answered = a.kind(answered)
		began := time.Now()
		m, err := do(ctx)
		if ctx.Err() == nil && d.hears(name, answered, a, m, err) {
			d.note(answered, began, time.Now())
		}
		if errors.Is(err, discord.ErrNoAnswer) {
			err = errUnheard
		}
		return m, err
	}
}

// hears judges an answer. It returns false if the bot was not asked at all.
func (d *diary) hears(name, kind string, did action, m *sandbox.Message, err error) (asked bool) {
	v, why := d.known.judge(kind, m, err)
	switch {
	case v == overtaken:
		d.Happened(kind)
	case v == wronged && err != nil:
		d.Fault(tooLate, "%s %s: %s", name, did, why)
	case v == wronged:
		d.Fault(wrongly, "%s %s: %s", name, did, why)
	}
	return v != unasked
}

// kind returns the kind of an action after one of another kind.
func (a action) kind(before string) string {
	verb := pressOf(a.what).Verb
	switch {
	case a.by == types:
		return "completion"
	case a.by == chooses && a.what == "": // it asks which game was meant
		return before
	case a.by == clicks && (verb == "yes" || verb == "no"):
		return "answer"
	case a.by == chooses, a.by == clicks && verb != "":
		return "step"
	case a.by == clicks:
		return a.what // its label
	}
	kind, _, _ := strings.Cut(strings.TrimPrefix(a.what, "/"), " ")
	return kind
}

// errUnheard takes the place of an answer that did not come, as nobody has been killed.
var errUnheard = errors.New("no answer")

// boardWithin is how long the board after a move may take before it counts as lost.
const boardWithin = time.Minute

// seesBoard waits after a move until its board is there, and notes how long that took from the click.
// A bid has no board.
func (x *spoil) seesBoard(ctx context.Context, p *player, a attempt) {
	said, asked := p.user.said, p.user.asked
	if a.heard != played || said != nil && (hasBid(*said) || strings.HasPrefix(said.Content, "All bids")) {
		return
	}
	waits, cancel := context.WithTimeout(ctx, boardWithin)
	defer cancel()
	_, err := p.user.Await(waits, p.channel, func(all []sandbox.Message) bool {
		newest, found := newestBoard(all, p.match)
		now, _ := about(newest)
		return found && (now.turn > a.turn || slices.Contains(bottest.Labels(newest), "Record"))
	})
	switch {
	case ctx.Err() != nil:
	case err != nil:
		x.t.Errorf("%s has moved in turn %d of %s, and in %v there was no board: %v", p.name, a.turn, p.match, boardWithin, err)
	default:
		x.diary.note(aBoard, asked, time.Now())
	}
}

// questions are what a person asks now and then beside their games. Behind a tilde it is only typed.
var questions = strings.Split("/help,/games,/board,/rules game:magic,/settings,~/board game:,~/play game:per,~/move move:", ",")

// wonder has a person ask one thing after the other, with pauses between.
func (x *spoil) wonder(ctx context.Context, who string, home string, chance world.Chance) {
	for x.pause(ctx, chance) {
		line := world.OneOf(chance, questions...)
		if begun, typed := strings.CutPrefix(line, "~"); typed {
			x.user(who).Complete(ctx, home, begun)
		} else {
			x.user(who).Slash(ctx, home, line)
		}
	}
}

// pause waits as long as a person does who thinks, and reports whether the run goes on.
func (x *spoil) pause(ctx context.Context, chance world.Chance) bool {
	return world.Rests(ctx, x.pauses/2+chance.UpTo(x.pauses))
}
