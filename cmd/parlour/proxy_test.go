package main

import (
	"context"
	"errors"
	"flag"
	"sync"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/commands/world"
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
	watch    *watch
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
	x := &storm{torture: w, proxy: faulty, watch: &watch{}}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("these faults are drawn again, though others may come in between, by -seed %d", w.seed)
		}
	})
	w.seat("ann,ben challenge permutu options:symbols=12")
	w.api = faulty.URL()
	w.ready, w.patience = "the gateway is open", looksAgainAfter
	w.guise = func(string) guise { return (&hasty{watch: x.watch, Judge: w.Judge}).does }
	lives := lives(w.rng, deaths, long)
	w.fate = func() *doom {
		one := lives[0]
		lives = lives[1:]
		return &doom{late: one}
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var crowd sync.WaitGroup
	crowd.Go(func() { x.tables[0].playOn(ctx, x.plays) })
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
func lives(chance world.Chance, n int, long time.Duration) (all []time.Duration) {
	sum := time.Duration(0)
	for range n {
		one := time.Second + chance.UpTo(4*time.Second)
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
	table.row("faults", "%v", struck)
	x.watch.rows(table, float64(plies))
	table.row("the log", "%d errors or panics, %d warnings", x.Count[aBreak], len(x.warned))
	table.log(x.t)
	if struck[someRequests] == 0 || struck[somePackets] == 0 {
		x.t.Error("the bot did not go through the proxy")
	}
	if n := len(x.tables[0].sat); matches != n {
		x.t.Errorf("two people sat down to %d games, and there are %d", n, matches)
	}
	if want := int(enoughThen * lasted / fullStorm); *proxyFor > 0 && moves < want {
		x.t.Errorf("%d moves were made in %v, want %d or more", moves, lasted.Round(time.Second), want)
	}
}

// givesUpAfter is how long a hasty person waits for an answer.
const givesUpAfter = 3 * time.Second

// looksAgainAfter is how long a hasty person looks at a board before they ask again.
const looksAgainAfter = time.Second

// typesAgainAfter is how long a hasty person takes to type anew what was not completed.
const typesAgainAfter = 200 * time.Millisecond

// A hasty is a person who gives up on an answer soon, and asks for completions until they come.
type hasty struct {
	*watch       // of all hasty people
	*world.Judge // counts what never came, and what was cut off by a kill

	confirms func()                      // is called when they confirm a move
	board    func(context.Context) error // waits for the board after that
}

// ask does something, and gives up on the answer after a while. The error is [errUnheard] if no answer
// came and the bot is alive, as far as anybody knows.
func (h *hasty) ask(life context.Context, kind string, do deed) (*sandbox.Message, error) {
	ctx, cancel := context.WithTimeout(life, givesUpAfter)
	defer cancel()
	began := time.Now()
	m, err := do(ctx)
	silent := errors.Is(err, discord.ErrNoAnswer) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	h.note(kind, began, time.Now())
	switch {
	case silent && life.Err() != nil:
		h.Happened(kind + ": cut off by a kill")
	case silent:
		h.Happened(kind + ": never came")
		err = errUnheard
	}
	return m, err
}

// does does something as a hasty person does.
func (h *hasty) does(life context.Context, a action, do deed) (*sandbox.Message, error) {
	switch {
	case a.by == types:
		for {
			m, err := h.ask(life, "completions", do)
			if !errors.Is(err, errUnheard) || !world.Rests(life, typesAgainAfter) {
				return m, err
			}
		}
	case a.by == chooses:
		return do(life)
	case a.what == "Confirm":
		h.confirms()
		return h.ask(life, a.what, func(ctx context.Context) (*sandbox.Message, error) {
			seen, stop := context.WithCancel(ctx)
			defer stop()
			go h.seesBoard(seen, stop)
			return do(seen)
		})
	case a.by == clicks:
		return h.ask(life, "the answer to a click", do)
	}
	return h.ask(life, "the answer to a command", do)
}

// looksOn is how long a hasty person who sees the board looks on at the panel where they have
// confirmed.
const looksOn = 500 * time.Millisecond

// seesBoard has a person give up on an answer soon after they see the board.
func (h *hasty) seesBoard(ctx context.Context, giveUp func()) {
	if h.board(ctx) == nil && world.Rests(ctx, looksOn) {
		giveUp()
	}
}

// plays has a person play by /move to the end of a match.
func (x *storm) plays(ctx context.Context, p *player) {
	me, had := &hasty{watch: x.watch, Judge: x.Judge}, ""
	p.user.guise = me.does
	for {
		board, over, err := p.asked(ctx, had)
		if errors.Is(err, errAgain) { // the other one takes their time
			continue
		}
		if err != nil || over {
			return
		}
		now, _ := about(board)
		me.board = func(ctx context.Context) error {
			_, err := p.user.Await(ctx, p.channel, func(all []sandbox.Message) bool {
				newest, found := newestBoard(all, p.match)
				return found && looks(newest) != looks(board)
			})
			return err
		}
		var a attempt
		tried, confirmed := false, false
		me.confirms = func() { confirmed = true }
		began := time.Now()
		if x.act(ctx, func(life context.Context) {
			x.watch.note("a bot that is there", began, time.Now())
			began = time.Now()
			a, tried = p.typed(life, now.turn)
			x.watch.note("all answers for one try at a move", began, time.Now())
		}) != nil {
			return
		}
		if tried {
			x.note(p.match, p.name, a)
		}
		began = time.Now()
		short, stop := context.WithTimeout(ctx, looksAgainAfter)
		if tried && !confirmed {
			stop() // they know that they have not moved
		}
		me.board(short)
		stop()
		x.watch.note("the board after all answers", began, time.Now())
		if a.heard != played {
			continue
		}
		p.moved, had = now.turn, looks(board)
		if x.inLastLife() {
			p.made()
		}
	}
}
