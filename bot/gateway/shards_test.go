package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parlour/bot/sandbox"
	"parlour/commands/match"
)

// receive waits for what must come.
func receive[T any](t *testing.T, from <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(patience):
		t.Fatalf("%s did not come", what)
	}
	return v
}

// process is what a process runs with in a sandbox, and where it tells of each shard that opens. Its
// times pass faster than at Discord, and those of a sandbox with Haste 250 much faster still: it asks for 20 ms where the
// process keeps 400 between two Identifies.
func process(s *sandbox.Server, plan Plan) (Config, <-chan match.Shard) {
	opened := make(chan match.Shard, 16)
	ready := make(chan struct{})
	close(ready)
	times := UsualTimes()
	times.Spacing, times.First = 400*time.Millisecond, time.Millisecond
	return Config{
		Token: s.Token(), Times: times, Log: slog.New(slog.DiscardHandler), Plan: plan, Set: &match.ShardSet{},
		Interaction: func(json.RawMessage) {}, Where: where(s),
		Opening: func(match.Shard) <-chan struct{} { return ready },
		Changed: func(s match.Shard, open bool) {
			if open {
				opened <- s
			}
		},
	}, opened
}

// where asks a sandbox for its gateway.
func where(s *sandbox.Server) func(context.Context) (Endpoint, error) {
	return func(ctx context.Context) (e Endpoint, err error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL()+"/api/v9/gateway/bot", nil)
		if err != nil {
			return e, err
		}
		r.Header.Set("Authorization", "Bot "+s.Token())
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return e, err
		}
		defer answer.Body.Close()
		return e, json.NewDecoder(answer.Body).Decode(&e)
	}
}

// The shards of a process take turns to begin, also where Discord says only at the second time of
// asking how many there should be.
func TestShardsOfAProcessTakeTurns(t *testing.T) {
	t.Parallel()
	s, err := sandbox.Start(sandbox.Config{Shards: 3, Haste: 250})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, opened := process(s, Plan{})
	asked, ask := 0, c.Where
	c.Where = func(ctx context.Context) (Endpoint, error) {
		if asked++; asked == 1 {
			return Endpoint{}, errors.New("500")
		}
		return ask(ctx)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, c) }()
	var open []int
	for range 3 {
		open = append(open, receive(t, opened, "another shard that opens").Index)
	}
	if slices.Sort(open); !slices.Equal(open, []int{0, 1, 2}) || len(c.Set.Open()) != 3 || len(s.Violations()) > 0 {
		t.Errorf("the shards %v are open, of which the set knows %v, and shown are %+v", open, c.Set.Open(), s.Violations())
	}
	if e, err := ask(t.Context()); err != nil || e.Limit.Remaining != 997 {
		t.Errorf("%d sessions are left (%v), want three fewer than a thousand", e.Limit.Remaining, err)
	}
	stop()
	if err := receive(t, ended, "the end of Run"); err != nil {
		t.Errorf("Run ended with %v", err)
	}
}

// What Discord refuses for good ends all shards.
func TestARefusedShardEndsAll(t *testing.T) {
	t.Parallel()
	s, err := sandbox.Start(sandbox.Config{Keys: 4, Haste: 1e9})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, opened := process(s, Plan{First: 0, Last: 1, Of: 4})
	ended := make(chan error, 1)
	go func() { ended <- Run(t.Context(), c) }()
	for range 2 {
		receive(t, opened, "a shard that opens")
	}
	if err := s.Faults().RefuseHello(4004, 1); err != nil {
		t.Fatal(err)
	}
	s.Faults().ShardAway(1, true)
	s.Faults().ShardAway(1, false)
	if err := receive(t, ended, "the end without a token"); !errors.Is(err, ErrBadToken) {
		t.Errorf("Run ended with %v, want %v", err, ErrBadToken)
	}
}

// What --shards takes, and what it says to anything else.
func TestPlan(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Plan{
		"": {}, "auto": {}, "1": {0, 0, 1}, " 4 ": {0, 3, 4}, "0-7/16": {0, 7, 16}, "8-15/16": {8, 15, 16}, "3/16": {3, 3, 16}, "2-2/4": {2, 2, 4},
	} {
		got := Plan{9, 9, 9}
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"some": "shards are auto, a number", "0": "shards are auto", "-1": "shards are auto", "1-/4": "shards are auto", "/4": "shards are auto", "1-2-3/4": "shards are auto",
		"4/4": "the numbers of 4 shards go from 0 to 3", "0-4/4": "the numbers of 4 shards go from 0 to 3", "2-1/4": "the lower one first", "0-1": "shards are auto",
	} {
		var p Plan
		if err := p.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v; want an error that says %q", text, p, err, want)
		}
	}
}
