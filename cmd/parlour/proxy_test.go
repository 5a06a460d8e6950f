package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/bot/sandbox"
)

// The run of make proxy. Without the flag it is short, and judged on nothing lost or doubled alone.
var proxyFor = flag.Duration("proxy-for", 0, "have two people play for `so long` through a proxy that fails, and judge how many moves they make; without it for ten seconds, and that is not judged")

// In a storm the bot is killed every killEvery on average, and in fullStorm two people make enoughThen
// moves or more.
const (
	killEvery  = 9 * time.Second
	fullStorm  = 270 * time.Second
	enoughThen = 200
)

// A storm is a run in which requests and the gateway fail, and the bot is killed, while two people play.
type storm struct {
	*torture // its table, its killer and its judge
	proxy    *faultyProxy
	watch    *stopwatch
	games    int      // that they have begun
	sat      []string // ids of the messages at which they sat down
}

// Two people play by /move while a quarter of all requests fail and a sixth of what the gateway does,
// and the bot is killed again and again. No move is lost or made twice, nothing is shown twice, and
// with the flag they also make many moves.
//
//test:unwatched
func TestProxy(t *testing.T) {
	long, deaths := 10*time.Second, 2
	if *proxyFor > 0 {
		long = *proxyFor
		deaths = int(long / killEvery)
	} else {
		t.Parallel()
	}
	discord, _ := sandboxWith(t, sandbox.Config{AnswerWithin: givesUpAfter, Haste: scriptHaste})
	w := tortureIn(t, discord)
	faulty, err := startProxy(discord.URL(), w.seed)
	must(t, err)
	defer faulty.Close()
	x := &storm{torture: w, proxy: faulty, watch: &stopwatch{}}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("these faults are drawn again, though others may come in between, by -seed %d", w.seed)
		}
	})
	w.seat(table{game: "permutu options:symbols=12", who: []string{"ann", "ben"}, challenge: true})
	w.api = faulty.URL()
	w.ready = "the gateway is open"
	w.guise = func(string) guise { return (&hasty{watch: x.watch}).does }
	lives := lives(w.rng, deaths, long)
	w.fate = func() *doom {
		one := lives[0]
		lives = lives[1:]
		return &doom{late: one}
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var crowd sync.WaitGroup
	crowd.Go(func() { x.tables[0].playOn(ctx, x.sitDown, x.plays) })
	defer crowd.Wait()
	defer cancel()
	began := time.Now()
	for range deaths {
		w.live()
		if t.Failed() {
			return
		}
	}
	lasted, moves := time.Since(began), x.moves()
	faulty.Calm()
	w.lastLife(&crowd, cancel)
	w.settle()
	x.report(deaths, moves, lasted)
}

// lives draws how long so many processes live that one after the other fill a time: none of them for
// less than a fifth of the longest.
func lives(chance *rand.Rand, n int, long time.Duration) (all []time.Duration) {
	sum := time.Duration(0)
	for range n {
		one := time.Second + time.Duration(chance.Int64N(int64(4*time.Second)))
		all, sum = append(all, one), sum+one
	}
	for i := range all {
		all[i] = time.Duration(float64(all[i]) * float64(long) / float64(sum))
	}
	return all
}

// moves returns how many moves were made so far, while no bot runs.
func (x *storm) moves() (n int) {
	matches, _ := x.stored()
	for _, m := range matches {
		n += len(m.Log)
	}
	return n
}

// report prints what happened, and judges it.
func (x *storm) report(deaths, moves int, lasted time.Duration) {
	matches, plies, heard := x.judgeAll()
	table := newReport()
	table.row("moves", "%d in %v with %d kills, and %d in the calm after; %d were seen to be made; messages: %v", moves, lasted.Round(time.Second), deaths, plies-moves, heard, x.Count)
	struck := x.proxy.Counts()
	var each []string
	for _, kind := range slices.Sorted(maps.Keys(struck)) {
		each = append(each, fmt.Sprintf("%d %s", struck[kind], kind))
	}
	table.row("faults", "%s", strings.Join(each, ", "))
	for _, kind := range slices.Sorted(maps.Keys(x.watch.spells)) {
		s := x.watch.spells[kind]
		table.row("waited for", "%s %d times, %v on average, %v in all; %d never came, %d cut off by a kill", kind, s.times, (s.took / time.Duration(s.times)).Round(time.Millisecond), s.took.Round(100*time.Millisecond), s.unheard, s.killed)
	}
	table.row("the log", "%d errors or panics, %d warnings", len(x.broke), len(x.warned))
	table.log(x.t)
	if struck[someRequests] == 0 || struck[somePackets] == 0 {
		x.t.Error("the bot did not go through the proxy")
	}
	if matches != x.games {
		x.t.Errorf("two people sat down to %d games, and there are %d", x.games, matches)
	}
	if want := int(enoughThen * lasted / fullStorm); *proxyFor > 0 && moves < want {
		x.t.Errorf("%d moves were made in %v, want %d or more", moves, lasted.Round(time.Second), want)
	}
}
