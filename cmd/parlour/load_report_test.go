package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"text/tabwriter"
	"time"
)

const (
	answerWithin = 3 * time.Second        // Discord's, for an answer
	goal         = 300 * time.Millisecond // for 99 answers in 100
	settleFor    = 2 * time.Second        // after the last board, for what the bot still does
	idleFor      = 10 * time.Second
)

// A load measures a bot while a crowd plays.
type load struct {
	bot      *child
	meter    meter
	requests *counter
	fresh    usage   // before there was a game
	idle     float64 // share of a core that the bot takes while nobody plays
}

// A phase is a part of a load in which all moves are made in one way.
type phase struct {
	name        string
	how         way
	moves       []timedMove
	begun, done usage
	lasted      time.Duration // from begun to done
	before      tally         // at begun
	requests    tally         // since then
}

func (x *load) read(t *testing.T) usage {
	t.Helper()
	return x.meter.read(t, x.bot)
}

// rest measures what the bot takes while nobody plays.
func (x *load) rest(t *testing.T) {
	t.Helper()
	if x.meter.addr == "" {
		return
	}
	time.Sleep(settleFor)
	before := x.read(t)
	time.Sleep(idleFor) // which is measured
	x.idle = (x.read(t).cpu - before.cpu).Seconds() / idleFor.Seconds()
}

// run has the crowd play a phase.
func (x *load) run(t *testing.T, ctx context.Context, c *crowd, p *phase, moves int, every time.Duration) {
	t.Helper()
	start := time.Now()
	p.begun, p.before = x.read(t), x.requests.now()
	var err error
	if p.moves, err = c.play(ctx, p.how, moves, every); err != nil {
		t.Fatal(err)
	}
	if x.meter.addr != "" {
		time.Sleep(settleFor)
	}
	p.done, p.lasted, p.requests = x.read(t), time.Since(start), x.requests.now().minus(p.before)
}

// judge prints the table, and compares it with the goal.
func (x *load) judge(t *testing.T, games int, phases ...*phase) {
	t.Helper()
	table := newReport()
	table.row("crowd", "%d people in %d games, %v of typed moves, then %v of clicked ones", *loadPeople, games, *loadFor, *loadFor)
	table.row("CPU", "of the bot's process, user and system, as its metric process_cpu_seconds_total has it; %.1f %% of one core over %v without moves, taken off below",
		100*x.idle, idleFor)
	for _, p := range phases {
		p.report(table, x.idle)
	}
	first, last := phases[0], phases[len(phases)-1]
	table.row("memory", "%.0f MB resident before the first game, %.0f MB with all of them (%.0f kB a game), %.0f MB at the end, %.0f MB at most",
		mb(x.fresh.resident), mb(first.begun.resident), 1000*mb(first.begun.resident-x.fresh.resident)/float64(games), mb(last.done.resident), mb(last.done.peak))
	table.log(t)
	for _, p := range phases {
		answers := p.took("")
		if p99 := answers.of(99); p99 > goal {
			t.Errorf("%s: the 99th percentile from click to answer is %v, want at most %v", p.name, p99, goal)
		}
		if most := answers.of(100); most > answerWithin {
			t.Errorf("%s: an answer took %v, for which Discord waits %v", p.name, most, answerWithin)
		}
	}
}

// A report is a table of measures.
type report struct {
	*tabwriter.Writer
	text bytes.Buffer
}

func newReport() *report {
	r := &report{}
	r.Writer = tabwriter.NewWriter(&r.text, 0, 0, 2, ' ', 0)
	return r
}

// log writes the report to the log of a test.
func (r *report) log(t *testing.T) {
	r.Flush()
	t.Logf("\n%s", &r.text)
}

func (r *report) row(name, format string, values ...any) {
	fmt.Fprintf(r, name+"\t"+format+"\n", values...)
}

// report writes the rows of a phase. The CPU is that of the whole process of the bot less
// what it takes while nobody plays.
func (p *phase) report(table *report, idle float64) {
	table.row("", "")
	moves, answers := float64(len(p.moves)), p.took("")
	end := slices.MaxFunc(p.moves, func(a, b timedMove) int { return a.shown.Compare(b.shown) }).shown
	played := max(*loadFor, end.Sub(p.moves[0].due)).Seconds()
	table.row(p.name, "%d offered, %d a second; %d made, %.1f a second; %.1f clicks a move", len(p.moves), perSecond, len(p.moves), moves/played, float64(len(answers))/moves)
	table.row("click to answer", "%v", answers)
	if what := p.clicks(); len(what) > 1 {
		for _, w := range what {
			some := p.took(w)
			table.row("  "+w, "%v; %.2f a move", some, float64(len(some))/moves)
		}
	}
	table.row("click to board", "%v", p.shown())
	p99 := answers.of(99)
	table.row("of Discord's 3 s", "1/%.3g, and 1/%.3g of the goal of %v (click to answer, 99th percentile)", answerWithin.Seconds()/p99.Seconds(), goal.Seconds()/p99.Seconds(), goal)
	n := p.requests
	table.row("requests a move", "%.2f: %.2f answers, %.2f boards, %.2f edits of old ones, %.2f others; %.1f a second count towards Discord's 50",
		float64(n.answers+n.counted())/moves, float64(n.answers)/moves, float64(n.boards)/moves, float64(n.edits)/moves, float64(n.others)/moves,
		float64(n.counted())/played)
	cpu := (p.done.cpu - p.begun.cpu).Seconds() - idle*p.lasted.Seconds()
	table.row("CPU a move", "%.1f ms, in all %.0f %% of one core", 1000*cpu/moves, 100*cpu/played)
	table.row("memory a move", "%.2f MB allocated, %.1f kB more resident", mb(p.done.allocated-p.begun.allocated)/moves, 1000*mb(p.done.resident-p.begun.resident)/moves)
}

// clicks lists what the clicks of the moves were, in the order in which they came up.
func (p *phase) clicks() (all []string) {
	for _, a := range p.moves {
		for _, c := range a.clicks {
			if !slices.Contains(all, c.what) {
				all = append(all, c.what)
			}
		}
	}
	return all
}

// A spread is a list of durations, ascending.
type spread []time.Duration

// took returns the time from click to answer of one sort of clicks, or of all for "".
func (p *phase) took(what string) (all spread) {
	for _, a := range p.moves {
		for _, c := range a.clicks {
			if what == "" || c.what == what {
				all = append(all, c.answer.Sub(c.asked))
			}
		}
	}
	slices.Sort(all)
	return all
}

// shown returns the time from the last click of each move to its board.
func (p *phase) shown() (all spread) {
	for _, a := range p.moves {
		all = append(all, a.shown.Sub(a.clicks[len(a.clicks)-1].asked))
	}
	slices.Sort(all)
	return all
}

// of returns a percentile.
func (s spread) of(percent int) time.Duration { return s[(len(s)*percent-1)/100] }

func (s spread) String() string {
	return fmt.Sprintf("median %.1f ms, 99th percentile %.1f ms, at most %.1f ms", ms(s.of(50)), ms(s.of(99)), ms(s.of(100)))
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }
func mb(bytes float64) float64   { return bytes / 1e6 }
