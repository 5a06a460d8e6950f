package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot/rest"
	"parlour/bot/sandbox"
	"parlour/bot/sandbox/discord"
	"parlour/commands/match"
)

// apart is how long a connection is left open between two faults. Without it a connection
// counts as good at once.
var apart = flag.Duration("apart", 0, "how long each connection lives in TestReopening, such as 5s")

// receive waits for what must come.
func receive[T any](t *testing.T, from <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(time.Minute):
		t.Fatalf("%s did not come", what)
	}
	return v
}

// A process is one that runs with the gateway of a sandbox.
type process struct {
	Config
	discord             *sandbox.Server
	opened              chan match.Shard
	ended               chan error
	log                 bytes.Buffer // read it while a connection is open
	resumes, identifies atomic.Int32
}

// start starts a sandbox and a process with a plan. Its times pass faster than at Discord, and those of a sandbox
// with Haste 250 much faster still: it asks for 20 ms where the process keeps 400 between two Identifies.
func start(t *testing.T, in sandbox.Config, plan Plan, adjust func(*process)) *process {
	t.Helper()
	s, err := sandbox.Start(in)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{discord: s, opened: make(chan match.Shard, 16), ended: make(chan error, 1)}
	ready := make(chan struct{})
	close(ready)
	p.Config = Config{
		Token: s.Token(), Times: UsualTimes(), Log: slog.New(slog.NewTextHandler(&p.log, nil)), Plan: plan, Set: &match.ShardSet{},
		Interaction: func(json.RawMessage) {}, Where: p.where, Opening: func(match.Shard) <-chan struct{} { return ready },
		Changed: func(s match.Shard, open bool) {
			if open {
				p.opened <- s
			}
		},
		Resuming: func() { p.resumes.Add(1) }, Identifying: func() { p.identifies.Add(1) },
	}
	p.Times.Spacing, p.Times.First = 400*time.Millisecond, time.Millisecond
	if adjust != nil {
		adjust(p)
	}
	ctx, stop := context.WithCancel(t.Context())
	go func() { p.ended <- Run(ctx, p.Config); close(p.ended) }()
	t.Cleanup(func() {
		stop()
		if err := receive(t, p.ended, "the end of Run"); err != nil {
			t.Errorf("Run ended with %v", err)
		}
		s.Close()
	})
	return p
}

// where asks a sandbox for its gateway.
func (p *process) where(ctx context.Context) (e Endpoint, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.discord.URL()+"/api/v9/gateway/bot", nil)
	if err != nil {
		return e, err
	}
	r.Header.Set("Authorization", "Bot "+p.discord.Token())
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return e, err
	}
	defer answer.Body.Close()
	return e, json.NewDecoder(answer.Body).Decode(&e)
}

// The shards of a process take turns to begin, also where Discord says only at the second time of
// asking how many there should be.
func TestShardsOfAProcessTakeTurns(t *testing.T) {
	t.Parallel()
	p := start(t, sandbox.Config{Shards: 3, Haste: 250}, Plan{}, func(p *process) {
		asked := 0
		p.Where = func(ctx context.Context) (Endpoint, error) {
			if asked++; asked == 1 {
				return Endpoint{}, errors.New("500")
			}
			return p.where(ctx)
		}
	})
	var open []int
	for range 3 {
		open = append(open, receive(t, p.opened, "another shard that opens").Index)
	}
	wrong := p.discord.Violations()
	if slices.Sort(open); !slices.Equal(open, []int{0, 1, 2}) || len(p.Set.Open()) != 3 || len(wrong) > 0 {
		t.Errorf("the shards %v are open, of which the set knows %v, and shown are %+v", open, p.Set.Open(), wrong)
	}
	if e, err := p.where(t.Context()); err != nil || e.Limit.Remaining != 997 {
		t.Errorf("%d sessions are left (%v), want three fewer than a thousand", e.Limit.Remaining, err)
	}
}

// What Discord refuses for good ends all shards.
func TestARefusedShardEndsAll(t *testing.T) {
	t.Parallel()
	p := start(t, sandbox.Config{Keys: 4, Haste: 1e9}, Plan{First: 0, Last: 1, Of: 4}, nil)
	for range 2 {
		receive(t, p.opened, "a shard that opens")
	}
	if err := p.discord.Faults().RefuseHello(4004, 1); err != nil {
		t.Fatal(err)
	}
	p.discord.Faults().ShardAway(1, true)
	p.discord.Faults().ShardAway(1, false)
	if err := receive(t, p.ended, "the end without a token"); !errors.Is(err, rest.ErrTokenRefused) {
		t.Errorf("Run ended with %v, want %v", err, rest.ErrTokenRefused)
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
			p := start(t, sandbox.Config{}, Plan{Of: 1}, func(p *process) {
				if p.Times = UsualTimes(); *apart == 0 {
					p.Times.Young = 1
				}
			})
			receive(t, p.opened, "the opening of the gateway")
			var gaps []time.Duration
			for range 6 {
				time.Sleep(*apart) // a life that a slow machine makes longer is as good
				began := time.Now()
				end(p.discord.Faults())
				receive(t, p.opened, "the next opening of the gateway")
				gaps = append(gaps, time.Since(began).Round(100*time.Microsecond))
			}
			t.Logf("%s six times, %v apart: open again after %v", name, *apart, gaps)
			atOnce := strings.Count(p.log.String(), "reconnecting\" in=0s ")
			if identified, resumed := p.identifies.Load(), p.resumes.Load(); identified != 1 || resumed != 6 || atOnce != 6 {
				t.Errorf("there were %d sessions and %d resumes, %d of them at once, want 1, 6 and 6:\n%s", identified, resumed, atOnce, &p.log)
			}
			slices.Sort(gaps)
			if median, most := (gaps[2]+gaps[3])/2, gaps[5]; *apart > 0 && (median >= 700*time.Millisecond || most > 1500*time.Millisecond) {
				t.Errorf("the median is %v and the longest %v, want less than 0.7 s and at most 1.5 s", median, most)
			}
		})
	}
}

// What --shards takes, and what it says to anything else.
func TestPlan(t *testing.T) {
	t.Parallel()
	const form, numbers = "shards are auto, a number", "the numbers of 4 shards go from 0 to 3, the lower one first"
	for text, want := range map[string]struct {
		plan Plan
		says string
	}{
		"": {}, "auto": {}, "AUTO": {}, "1": {Plan{0, 0, 1}, ""}, " 4 ": {Plan{0, 3, 4}, ""}, "0-7/16": {Plan{0, 7, 16}, ""}, "8-15/16": {Plan{8, 15, 16}, ""},
		"3/16": {Plan{3, 3, 16}, ""}, "2-2/4": {Plan{2, 2, 4}, ""},
		"some": {says: form}, "0": {says: form}, "-1": {says: form}, "1-/4": {says: form}, "/4": {says: form}, "1-2-3/4": {says: form}, "0-1": {says: form},
		"4/4": {says: numbers}, "0-4/4": {says: numbers}, "2-1/4": {says: numbers},
	} {
		got := Plan{}
		if err := got.UnmarshalText([]byte(text)); got != want.plan || (err != nil) != (want.says != "") || err != nil && !strings.Contains(err.Error(), want.says) {
			t.Errorf("%q is %v, %v; want %v, and an error that says %q", text, got, err, want.plan, want.says)
		}
	}
}
