package bot_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	"parlour/bot/bottest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/bot/sandbox/fault"
	"parlour/commands/world"
	"parlour/storage"
)

// An aged is a rig whose sandbox delivers an interaction as late as a test wants.
type aged struct {
	*bottest.Rig
	channel string
	passed  *atomic.Int64 // how far the sandbox's clock was moved
}

// newAged starts a bot whose own clock is wrong by skew. Sandbox and bot give an answer as long as
// the test waits for one. Nothing of its start is on its way any more: a Date from before the clocks
// move that came after it would leave the age of an interaction in doubt.
func newAged(t *testing.T, skew time.Duration) aged {
	t.Helper()
	var passed atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(passed.Load())) }
	r := bottest.In(t, sandbox.Config{Now: now}, func(c *bot.Config) {
		c.Clock = func() time.Time { return now().Add(skew) }
	})
	a := aged{r, r.Discord.Channel("games"), &passed}
	a.Logged("Parlour is ready", 1)
	a.Slash("ann", a.channel, "/games") // a young one
	return a
}

// late has ann use a command that comes to the bot some time later, after one of ben's. It returns
// what ann sees of the answer, which is nil if she gives up.
func (a aged) late(line string, by time.Duration) (answer <-chan *sandbox.Message, giveUp func()) {
	a.Helper()
	a.Discord.Faults().SwapEvents()
	ctx, cancel := context.WithCancel(a.Ctx)
	a.Cleanup(cancel)
	got := make(chan *sandbox.Message, 1)
	go func() {
		m, _ := a.Discord.User("ann").Slash(ctx, a.channel, line)
		got <- m
	}()
	a.FaultsHappened()
	a.Idle() // no answer is on its way while the clocks move
	a.passed.Add(int64(by))
	a.Slash("ben", a.channel, "/games")
	return got, cancel
}

// callbacks returns the first answers that the bot gave, or tried to give.
func callbacks(r *bottest.Rig) []discord.Exchange { return r.Exchanges(http.MethodPost, "/callback") }

// tables fails the test unless the channel has some matches and as many public messages.
func (a aged) tables(want int) {
	a.Helper()
	heads, err := a.Store.OfChannel(a.Ctx, a.channel, true, storage.All)
	shown := bottest.Public(a.Discord.User("cleo").Sees(a.channel))
	if err != nil || len(heads) != want || len(shown) != want {
		a.Errorf("there are %d matches (%v) and %d messages, want %d of each", len(heads), err, len(shown), want)
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
			_, giveUp := a.late("/play game:permute", 2*world.Patience)
			a.Logged("came too late", 1)
			giveUp()
			a.tables(0)
			answered := map[string]bool{} // by path: a slow answer may be tried again
			for _, x := range callbacks(a.Rig) {
				answered[x.Path] = true
			}
			if len(answered) != 2 {
				t.Errorf("%d interactions were answered, want the two young ones", len(answered))
			}
			a.Slash("ann", a.channel, "/play game:permute")
			a.Await("ben", a.channel, func(m sandbox.Message) bool { return len(bottest.Labels(m)) > 0 })
			a.tables(1)
			if n := strings.Count(a.Said.String(), "came too late"); n != 1 {
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
	a.Discord.Intercept(func(_ http.ResponseWriter, req *http.Request) bool {
		if strings.HasSuffix(req.URL.Path, "/callback") && bytes.Contains(bottest.BodyOf(req), []byte(`"type":5`)) {
			heads, _ := a.Store.OfChannel(a.Ctx, a.channel, true, storage.All)
			before.Store(int32(len(heads)))
		}
		return false
	})
	answer, _ := a.late("/play game:permute", world.Patience*4/5)
	if m := world.Receive(t, answer, "the answer"); m == nil || !strings.HasPrefix(m.Content, "Your table is open.") {
		t.Errorf("the answer is %+v", m)
	}
	if n := before.Load(); n != 0 {
		t.Errorf("there were %d matches when the answer was deferred, want 0 (-1 for no deferral)", n)
	}
	a.Await("ben", a.channel, func(m sandbox.Message) bool { return len(bottest.Labels(m)) > 0 })
	a.tables(1)
}

// If Discord does not know the interaction any more when it is acknowledged, nothing is carried out.
func TestARefusedAcknowledgementChangesNothing(t *testing.T) {
	t.Parallel()
	a := newAged(t, 0)
	a.Discord.Intercept(func(w http.ResponseWriter, req *http.Request) bool {
		if !strings.HasSuffix(req.URL.Path, "/callback") || !bytes.Contains(bottest.BodyOf(req), []byte(`"type":5`)) {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"message":"Unknown interaction","code":10062}`))
		return true
	})
	_, giveUp := a.late("/play game:permute", world.Patience*4/5)
	a.Logged("why=refused", 1)
	giveUp()
	a.tables(0)
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
			r := bottest.In(t, sandbox.Config{Now: func() time.Time { return now }}, func(c *bot.Config) { c.AnswerWithin, c.Patience = 0, time.Hour })
			channel := r.Discord.Channel("games")
			f.Route = callback
			r.Plan(f)
			began := time.Now()
			if got := r.Slash("ann", channel, "/rules game:permute"); !strings.Contains(got.Content, "Permute") {
				t.Errorf("the answer is %q", got.Content)
			}
			t.Logf("the answer took %v", time.Since(began).Round(10*time.Millisecond))
			r.Stop()
			if n := len(callbacks(r)); n < 2 {
				t.Errorf("the answer was tried %d times, want twice or more often", n)
			}
			if n := len(r.Discord.User("ann").Sees(channel)); n != 1 {
				t.Errorf("ann sees %d messages, want one", n)
			}
			if strings.Contains(r.Said.String(), "not delivered") {
				t.Errorf("the log says that the answer was not delivered:\n%s", r.Said)
			}
		})
	}
}
