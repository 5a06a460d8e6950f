package bot_test

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/bot/sandbox/world"
	"parlour/storage"
)

// callbackRoute is the route of first answers.
const callbackRoute = "POST /interactions/{interaction}/{token}/callback"

// An aged is a rig whose sandbox delivers an interaction as late as a test wants.
type aged struct {
	*rig
	channel string
	passed  *atomic.Int64 // how far the sandbox's clock was moved
	busy    *bot.Work     // of the bot
}

// newAged starts a bot whose own clock is wrong by skew. Sandbox and bot give an answer as long as
// the test waits for one. Nothing of its start is on its way any more: a Date from before the clocks
// move that came after it would leave the age of an interaction in doubt.
func newAged(t *testing.T, skew time.Duration) aged {
	t.Helper()
	var passed atomic.Int64
	var busy bot.Work
	now := func() time.Time { return time.Now().Add(time.Duration(passed.Load())) }
	r := adjustedRig(t, sandbox.Config{Now: now}, func(c *bot.Config) {
		c.Clock = func() time.Time { return now().Add(skew) }
		c.Busy = &busy
	})
	a := aged{r, r.discord.Channel("games"), &passed, &busy}
	a.log.await(t, a.ctx, "Parlour is ready", 1)
	a.slash("ann", a.channel, "/games") // a young one
	return a
}

// rests waits until the bot has done all that it was asked for.
func (a aged) rests() {
	a.t.Helper()
	bot.Finish(a.t, a.busy.Wait, "the bot's unfinished work")
}

// late has ann use a command that comes to the bot some time later, after one of ben's. It returns
// what ann sees of the answer, which is nil if she gives up.
func (a aged) late(line string, by time.Duration) (answer <-chan *sandbox.Message, giveUp func()) {
	a.t.Helper()
	a.discord.Faults().SwapEvents()
	ctx, cancel := context.WithCancel(a.ctx)
	a.t.Cleanup(cancel)
	got := make(chan *sandbox.Message, 1)
	go func() {
		m, _ := a.discord.User("ann").Slash(ctx, a.channel, line)
		got <- m
	}()
	a.faultsHappened()
	a.rests() // no answer is on its way while the clocks move
	a.passed.Add(int64(by))
	a.slash("ben", a.channel, "/games")
	return got, cancel
}

// callbacks returns the first answers that the bot gave, or tried to give.
func (r *rig) callbacks() []discord.Exchange { return r.exchanges(http.MethodPost, "/callback") }

// tables fails the test unless the channel has some matches and as many public messages.
func (a aged) tables(want int) {
	a.t.Helper()
	heads, err := a.store.OfChannel(a.ctx, a.channel, storage.All)
	shown := public(a.discord.User("cleo").Sees(a.channel))
	if err != nil || len(heads) != want || len(shown) != want {
		a.t.Errorf("there are %d matches (%v) and %d messages, want %d of each", len(heads), err, len(shown), want)
	}
}

// An interaction that is surely too old is dropped, however wrong the bot's clock is: nothing changes,
// and the log has one line.
func TestADeadInteractionIsNotCarriedOut(t *testing.T) {
	t.Parallel()
	for name, skew := range map[string]time.Duration{"right": 0, "an hour ahead": time.Hour, "an hour behind": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAged(t, skew)
			_, giveUp := a.late("/play game:permute", 2*patience)
			a.log.await(t, a.ctx, "came too late", 1)
			giveUp()
			a.tables(0)
			answered := map[string]bool{} // by path: a slow answer may be tried again
			for _, x := range a.callbacks() {
				answered[x.Path] = true
			}
			if len(answered) != 2 {
				t.Errorf("%d interactions were answered, want the two young ones", len(answered))
			}
			a.slash("ann", a.channel, "/play game:permute")
			a.await("ben", a.channel, func(m sandbox.Message) bool { return len(labels(m)) > 0 })
			a.tables(1)
			if n := strings.Count(a.log.String(), "came too late"); n != 1 {
				t.Errorf("the log has %d lines about it, want one", n)
			}
		})
	}
}

// An interaction that may be too old is acknowledged before anything changes. If Discord refuses
// that, nothing does.
func TestAnOldInteractionIsAcknowledgedFirst(t *testing.T) {
	t.Parallel()
	a := newAged(t, time.Hour)
	var before atomic.Int32 // matches when the answer was deferred
	before.Store(-1)
	a.discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if strings.HasSuffix(req.URL.Path, "/callback") && bytes.Contains(bodyOf(req), []byte(`"type":5`)) {
			heads, _ := a.store.OfChannel(a.ctx, a.channel, storage.All)
			before.Store(int32(len(heads)))
		}
		return false
	})
	answer, _ := a.late("/play game:permute", patience*4/5)
	select {
	case m := <-answer:
		if m == nil || !strings.HasPrefix(m.Content, "Your table is open.") {
			t.Errorf("the answer is %+v", m)
		}
	case <-a.soon().Done():
		t.Fatalf("no answer comes\n%s", a.log)
	}
	if n := before.Load(); n != 0 {
		t.Errorf("there were %d matches when the answer was deferred, want 0 (-1 for no deferral)", n)
	}
	a.await("ben", a.channel, func(m sandbox.Message) bool { return len(labels(m)) > 0 })
	a.tables(1)
}

// If Discord does not know the interaction any more when it is acknowledged, nothing is carried out.
func TestARefusedAcknowledgementChangesNothing(t *testing.T) {
	t.Parallel()
	a := newAged(t, 0)
	a.discord.Intercept(func(w http.ResponseWriter, req *http.Request) bool {
		if !strings.HasSuffix(req.URL.Path, "/callback") || !bytes.Contains(bodyOf(req), []byte(`"type":5`)) {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"message":"Unknown interaction","code":10062}`))
		return true
	})
	_, giveUp := a.late("/play game:permute", patience*4/5)
	a.log.await(t, a.ctx, "why=refused", 1)
	giveUp()
	a.tables(0)
}

// If Discord knows the interaction no more when the change is committed, the change stays and is
// shown. The same command finds it there.
func TestAChangeWithoutAnAnswerIsShown(t *testing.T) {
	t.Parallel()
	a := newAged(t, 0)
	unanswered := func(line string) {
		t.Helper()
		ctx, giveUp := context.WithCancel(a.ctx)
		defer giveUp()
		a.fail(fault.Fault{Route: callbackRoute, Code: 10062})
		go a.discord.User("ann").Slash(ctx, a.channel, line)
		a.faultsHappened()
		a.log.await(t, a.ctx, "an answer was not delivered", 1)
		a.log.Reset()
	}
	const play = "/play game:permute opponent:@ben first:me"
	unanswered(play)
	table := a.await("ben", a.channel, func(m sandbox.Message) bool { return slices.Contains(labels(m), "Accept") })
	a.rests()
	if got := a.slash("ann", a.channel, play).Content; !strings.HasPrefix(got, "You've just asked for that.") || !strings.Contains(got, table.ID) {
		t.Errorf("the second /play is answered with %q, want where the first is", got)
	}
	a.tables(1)
	a.discord.Stage().Deny(a.channel, world.CreatePublicThreads)
	a.click("ben", table, "Accept")
	a.awaitBoard("ben", a.channel, 1)
	a.slash("ann", a.channel, "/settings confirm:off")
	unanswered("/move move:Cd3-d4")
	a.await("ben", a.channel, func(m sandbox.Message) bool { return strings.Contains(m.Content, "your turn") })
	if got := a.slash("ann", a.channel, "/move move:Cd3-d4").Content; !strings.Contains(got, "Not yet") {
		t.Errorf("the second /move is answered with %q", got)
	}
}

// A first answer that hangs, is late or is cut reaches its person all the same, once: another try
// goes out after 0.8 s, and what Discord says to have taken is done.
func TestAnAnswerThatHangsIsGivenOnce(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]fault.Fault{
		"hangs before its effect": {Wait: time.Hour},
		"hangs after its effect":  {Wait: time.Hour, After: true},
		"is late":                 {Wait: time.Second, After: true},
		"is cut before":           {Cut: true},
		"is cut after":            {Cut: true, After: true},
		"fails after":             {Status: 503, After: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := time.Now() // both clocks stand still, so that no interaction grows old
			r := adjustedRig(t, sandbox.Config{Now: func() time.Time { return now }}, func(c *bot.Config) { c.AnswerWithin, c.Patience = 0, time.Hour })
			channel := r.discord.Channel("games")
			f.Route = callbackRoute
			r.fail(f)
			began := time.Now()
			if got := r.slash("ann", channel, "/rules game:permute"); !strings.Contains(got.Content, "Permute") {
				t.Errorf("the answer is %q", got.Content)
			}
			t.Logf("the answer took %v", time.Since(began).Round(10*time.Millisecond))
			r.stop()
			if n := len(r.callbacks()); n < 2 {
				t.Errorf("the answer was tried %d times, want twice or more often", n)
			}
			if n := len(r.discord.User("ann").Sees(channel)); n != 1 {
				t.Errorf("ann sees %d messages, want one", n)
			}
			if strings.Contains(r.log.String(), "not delivered") {
				t.Errorf("the log says that the answer was not delivered:\n%s", r.log)
			}
		})
	}
}

// Where Parlour is a guest, its answer is the table. It is known though the first try's answer was lost.
func TestAPublicAnswerThatHangsIsKnown(t *testing.T) {
	t.Parallel()
	c := friends(t, func(c *bot.Config) { c.AnswerWithin, c.Patience = 0, time.Hour })
	c.fail(fault.Fault{Route: callbackRoute, Wait: time.Hour, After: true})
	board := c.begun("/play game:magic opponent:@ben first:me")
	c.moves("ann", board, "Move", "a3", "Confirm")
	c.says(", your turn. Ann places a3 light.")
	c.asGuest()
}
