package gateway

import (
	"bytes"
	"context"
	"flag"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/commands/match"
)

// apart is how long a connection is left open between two faults. Without it a connection
// counts as good after a few milliseconds.
var apart = flag.Duration("apart", 0, "how long each connection lives in TestReopening, such as 5s")

// patience is how long a test waits for what must happen.
const patience = time.Minute

// bench is a gateway that runs against a sandbox, and the clock beside it.
type bench struct {
	*gateway
	t                   *testing.T
	discord             *sandbox.Server
	life                time.Duration // how long a connection is left open
	opened              chan time.Time
	log                 bytes.Buffer // read it while a connection is open
	resumes, identifies atomic.Int32
}

// newBench starts a gateway against a sandbox and waits until it is open.
func newBench(t *testing.T) *bench {
	t.Helper()
	discord, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, discord: discord, life: *apart, opened: make(chan time.Time, 1)}
	times := UsualTimes()
	if b.life == 0 {
		times.Young, b.life = 5*time.Millisecond, 20*time.Millisecond
	}
	c, _ := process(discord, Plan{})
	c.Times, c.Log = times, slog.New(slog.NewTextHandler(&b.log, nil))
	c.Changed = func(_ match.Shard, open bool) {
		if open {
			b.opened <- time.Now()
		}
	}
	c.Resuming, c.Identifying = func() { b.resumes.Add(1) }, func() { b.identifies.Add(1) }
	b.gateway = newGateway(c, match.WholeShard, &starts{})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := receive(t, ended, "the end of the gateway"); err != nil {
			t.Errorf("run = %v, want nil", err)
		}
		discord.Close()
	})
	b.awaitOpen()
	return b
}

// awaitOpen returns when the connection opened.
func (b *bench) awaitOpen() time.Time {
	b.t.Helper()
	return receive(b.t, b.opened, "the opening of the gateway")
}

// gap leaves the connection open for its life, ends it, and returns how long it takes until
// the next one is open. A life that a slow machine makes longer is as good.
func (b *bench) gap(end func()) time.Duration {
	b.t.Helper()
	time.Sleep(b.life)
	began := time.Now()
	end()
	return b.awaitOpen().Sub(began)
}

// wantResumed checks that the session is still the first one.
func (b *bench) wantResumed() {
	b.t.Helper()
	if n := b.identifies.Load(); n != 1 {
		b.t.Errorf("%d sessions were begun, want 1 that is resumed", n)
	}
}

// Six times in a row the connection ends, and the gateway waits for nothing before the next one. The -apart flag
// has them as long apart as in life, and judges how soon the next one is open.
func TestReopening(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*discord.Faults){
		"closed": func(f *discord.Faults) { f.Disconnect(4000) },
		"cut":    func(f *discord.Faults) { f.Disconnect(1006) },
		"op 7":   (*discord.Faults).AskToReconnect,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			var gaps []time.Duration
			for range 6 {
				gaps = append(gaps, b.gap(func() { end(b.discord.Faults()) }).Round(100*time.Microsecond))
			}
			t.Logf("%s six times, %v apart: open again after %v", name, b.life, gaps)
			if b.wantResumed(); b.resumes.Load() != 6 {
				t.Errorf("there were %d resumes, want 6", b.resumes.Load())
			}
			if n := strings.Count(b.log.String(), "reconnecting\" in=0s "); n != 6 {
				t.Errorf("it waited for nothing %d times, want 6:\n%s", n, &b.log)
			}
			slices.Sort(gaps)
			if median, most := (gaps[2]+gaps[3])/2, gaps[5]; *apart > 0 && (median >= 700*time.Millisecond || most > 1500*time.Millisecond) {
				t.Errorf("the median is %v and the longest %v, want less than 0.7 s and at most 1.5 s", median, most)
			}
		})
	}
}
