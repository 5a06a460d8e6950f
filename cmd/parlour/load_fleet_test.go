package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/storage/postgres/pgtest"
)

// The load of make loads. Without the flags it is small, and its times are not judged.
var (
	fleetPeople = flag.Int("fleet-people", 20, "have `so many` people play with three bots over one database, two in each game")
	fleetFor    = flag.Duration("fleet-for", 0, "offer three bots 15 typed moves a second for `so long`, and measure; without it 30 as fast as they are taken")
	fleetBots   = flag.Int("load-bots", 3, "how many bots there are")
)

// What three bots over one database are to reach.
const (
	fleetWithin = 500 * time.Millisecond // for 99 boards in 100, from the last click
	shareWithin = 0.2                    // of the mean, for what each does
)

// Bots over one database make and show every move of a crowd once. Each does as much as the others, and
// together they keep to Discord's limit. With the flags the test also measures how fast that goes.
func TestFleetLoad(t *testing.T) {
	moves, every, limits := fewMoves, time.Duration(0), sandbox.Config{AnswerWithin: time.Minute}
	var database *pgtest.Server
	if *fleetFor > 0 {
		moves, every, database = max(1, int(fleetFor.Seconds()*perSecond)), time.Second/perSecond, pgtest.New(t)
	} else {
		t.Parallel()
		database = pgtest.Shared(t)
	}
	must(t, enough(*fleetPeople, moves))
	discord, _ := sandboxWith(t, limits)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute+2**fleetFor)
	defer cancel()
	seconds := limitSeconds(t, discord)
	x := startLoaded(t, ctx, discord, database.Migrated(t))
	c, err := gather(ctx, discord, *fleetPeople)
	must(t, err)
	before, limited := x.read(), discord.Limited()
	p := &phase{name: "typed"}
	if p.moves, err = c.play(ctx, (*duel).typed, moves, every); err != nil {
		t.Fatal(err)
	}
	c.awaitLines(t, ctx)
	after := x.read()
	for i, bot := range x.bots {
		bot.wantGoodEnd(x.complaints[i])
	}
	if n := discord.Limited() - limited; *fleetFor > 0 && n > 0 { // a bot does not see what others post in a channel, and in a hurry that is too much
		t.Errorf("Discord refused %d requests for its limits, want none", n)
	}
	if now := seconds.now(); now.refused > 0 {
		t.Errorf("%d requests exceeded the limit of %d a second", now.refused, discordTakes)
	}
	c.wantAllMade(t, x.store, moves)
	c.wantAllShown(t)
	x.judge(p, before, after, seconds.now())
}

// A loaded is some bots over one database while a crowd plays.
type loaded struct {
	t          *testing.T
	store      string
	bots       []*child
	meters     []meter
	complaints []<-chan []string
}

// startLoaded starts the bots behind a balancer, and waits until they share the requests.
func startLoaded(t *testing.T, ctx context.Context, discord *sandbox.Server, store string) *loaded {
	t.Helper()
	x := &loaded{t: t, store: store}
	var addresses []string
	for range *fleetBots {
		addr := freeAddress(t)
		addresses, x.meters = append(addresses, addr), append(x.meters, meter{addr})
		bot := spawnChild(t, discord.URL(), discord.Token(), store, "PARLOUR_WEB="+addr, "PARLOUR_INTERACTIONS=true", "PARLOUR_WAITS="+waits())
		bot.awaitReady()
		x.bots, x.complaints = append(x.bots, bot), append(x.complaints, bot.complaints())
	}
	discord.SendTo(balance(t, addresses...).URL + "/interactions")
	must(t, discord.AwaitBot(ctx))
	awaitMembers(t, ctx, store, *fleetBots, true)
	return x
}

// read returns what each bot has used so far.
func (x *loaded) read() (all []usage) {
	for i, m := range x.meters {
		all = append(all, m.read(x.t, x.bots[i]))
	}
	return all
}

// judge prints what was measured, and compares it with what is to be reached.
func (x *loaded) judge(p *phase, before, after []usage, asked requests) {
	var did []float64
	used, sum := "", 0.0
	for i := range after {
		n := after[i].requests - before[i].requests
		did, sum = append(did, n), sum+n
		used += fmt.Sprintf("%.0f requests and %.1f s of a core; ", n, (after[i].cpu - before[i].cpu).Seconds())
	}
	if *fleetFor > 0 {
		table := newReport()
		end := slices.MaxFunc(p.moves, func(a, b timedMove) int { return a.shown.Compare(b.shown) }).shown
		played := max(*fleetFor, end.Sub(p.moves[0].due)).Seconds()
		table.row("crowd", "%d people and %d bots, %v of typed moves; %d made, %.1f a second", *fleetPeople, len(x.bots), *fleetFor, len(p.moves), float64(len(p.moves))/played)
		table.row("click to answer", "%v", p.took(""))
		table.row("click to board", "%v", p.shown())
		table.row("each bot", "%s", used)
		table.row("requests", "%d counted, at most %d in a second", asked.counted, asked.most)
		table.log(x.t)
		if p99 := p.shown().of(99); p99 > fleetWithin {
			x.t.Errorf("the 99th percentile from the last click to the board is %v, want at most %v", p99, fleetWithin)
		}
	}
	mean := sum / float64(len(did))
	for i, n := range did {
		if *fleetFor > 0 && max(n-mean, mean-n) > shareWithin*mean || n == 0 {
			x.t.Errorf("bot %d has made %.0f requests of %.0f, want %.0f or nearly", i, n, sum, mean)
		}
	}
}
