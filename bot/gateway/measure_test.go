package gateway

import (
	"bytes"
	"context"
	"flag"
	"log/slog"
	"net"
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
	dials               chan dialer  // how the next connections are dialled; the usual way if it is empty
	resumes, identifies atomic.Int32
}

// dialer dials the gateway.
type dialer func(ctx context.Context, network, address string) (net.Conn, error)

// newBench starts a gateway against a sandbox and waits until it is open.
func newBench(t *testing.T) *bench {
	t.Helper()
	discord, err := sandbox.Start(sandbox.Config{})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, discord: discord, life: *apart, opened: make(chan time.Time, 1), dials: make(chan dialer, 3)}
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
	b.dial = b.next
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

// usual dials in the usual way.
var usual dialer = (&net.Dialer{}).DialContext

// next dials as [bench.dials] says.
func (b *bench) next(ctx context.Context, network, address string) (net.Conn, error) {
	select {
	case dial := <-b.dials:
		return dial(ctx, network, address)
	default:
		return usual(ctx, network, address)
	}
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

// silence makes the sandbox silent for a dial, and cuts its connection after a while.
func (b *bench) silence(cut time.Duration) dialer {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		b.discord.Faults().Silence(true)
		conn, err := usual(ctx, network, address)
		if err == nil {
			time.AfterFunc(cut, func() { conn.Close(); b.discord.Faults().Silence(false) })
		}
		return conn, err
	}
}

// refused dials an address at which nobody listens.
func refused(ctx context.Context, network, _ string) (net.Conn, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l.Close()
	return usual(ctx, network, l.Addr().String())
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

// Three bad starts after a connection ended delay the resume of its session by ten seconds
// at most.
func TestReopeningAfterBadStarts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refuse int // how many of the next hellos are answered with op 7
		dials  func(*bench) []dialer
	}{
		"a hello refused, a silence cut, a connection refused": {1, func(b *bench) []dialer { return []dialer{usual, b.silence(time.Second), refused} }},
		"three hellos refused":                                 {3, func(*bench) []dialer { return nil }},
		"three connections refused":                            {0, func(*bench) []dialer { return []dialer{refused, refused, refused} }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			gap := b.gap(func() {
				if c.refuse > 0 && b.discord.Faults().RefuseHello(opReconnect, c.refuse) != nil {
					t.Error("the sandbox does not refuse a hello")
				}
				for _, dial := range c.dials(b) {
					b.dials <- dial
				}
				b.discord.Faults().Disconnect(4000)
			})
			t.Logf("%s: open again after %v", name, gap.Round(time.Millisecond))
			if b.wantResumed(); gap > 10*time.Second {
				t.Errorf("the gateway was closed for %v, want 10 s at most", gap)
			}
			if left := len(b.discord.Faults().Pending()) + len(b.dials); left > 0 {
				t.Errorf("%d faults did not happen", left)
			}
		})
	}
}
