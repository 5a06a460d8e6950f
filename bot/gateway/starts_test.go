package gateway

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/commands/match"
)

// A beginning is when a shard identified.
type beginning struct {
	shard int
	at    time.Duration // since the start
}

// begin has some shards of so many begin a session each, with so many keys and a ration. Each is on
// its way for another while until it identifies. It returns when they did, in order.
func begin(t *testing.T, shards []int, of, keys int, limit func(begun int, since time.Duration) (left int, reset time.Duration)) (all []beginning) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		began := time.Now()
		c, turns := Config{Times: UsualTimes(), Log: slog.New(slog.DiscardHandler), Plan: Plan{Last: len(shards) - 1, Of: of}}, &starts{}
		c.Where = func(context.Context) (e Endpoint, err error) {
			mu.Lock()
			defer mu.Unlock()
			left, reset := limit(len(all), time.Since(began))
			e.Limit.Total, e.Limit.Remaining, e.Limit.ResetAfter, e.Limit.Keys = 1000, left, reset.Milliseconds(), keys
			return e, nil
		}
		var done sync.WaitGroup
		for _, n := range shards {
			g := newGateway(c, match.Shard{Index: n, Of: of}, turns)
			done.Go(func() {
				_, turn, err := g.permit(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				time.Sleep(time.Duration(n%3) * time.Second)
				mu.Lock()
				all = append(all, beginning{n, time.Since(began)})
				mu.Unlock()
				turn.identifies()
			})
		}
		done.Wait()
	})
	slices.SortStableFunc(all, func(a, b beginning) int { return int(a.at - b.at) })
	return all
}

// plenty is a day with all its sessions.
func plenty(int, time.Duration) (int, time.Duration) { return 1000, 0 }

// Shards with the same key identify five seconds apart or more, and shards with other keys beside
// them.
func TestShardsIdentifyInTurn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		shards   []int
		of, keys int
		within   time.Duration // all of them
	}{
		{[]int{0, 1, 2, 3}, 4, 1, 24 * time.Second},
		{[]int{0, 1, 2, 3, 4, 5}, 6, 2, 20 * time.Second},
		{[]int{8, 9, 10, 11, 12, 13, 14, 15}, 16, 4, 10 * time.Second},
		{[]int{0, 1, 2, 3}, 4, 16, 2 * time.Second},
	} {
		all := begin(t, c.shards, c.of, c.keys, plenty)
		last := map[int]time.Duration{}
		for _, b := range all {
			key := b.shard % c.keys
			if before, ok := last[key]; ok && b.at-before < 5*time.Second {
				t.Errorf("with %d keys shard %d identifies %v after another one of its key", c.keys, b.shard, b.at-before)
			}
			last[key] = b.at
		}
		if len(all) != len(c.shards) || all[len(all)-1].at > c.within {
			t.Errorf("with %d keys the shards %v identify as %v, want all of them within %v", c.keys, c.shards, all, c.within)
		}
	}
}

// The last sessions of a day are rationed for all shards of a process together, and by its share for
// all processes together.
func TestShardsShareTheRation(t *testing.T) {
	t.Parallel()
	const day = 10 * time.Hour
	for _, c := range []struct {
		shards []int
		left   int
		least  time.Duration // between two sessions
	}{
		{[]int{0, 1, 2, 3}, 50, 12 * time.Minute},
		{[]int{0, 1}, 50, 24 * time.Minute}, // another process has the others
		{[]int{0, 1, 2, 3}, 0, 0},           // none before the day is over
	} {
		all := begin(t, c.shards, 4, 4, func(begun int, since time.Duration) (int, time.Duration) {
			if since >= day {
				return 1000, 0
			}
			return c.left - begun, day - since
		})
		for i, b := range all[1:] {
			if got := b.at - all[i].at; got < c.least-time.Minute {
				t.Errorf("with %d sessions left the shards %v begin two of them %v apart, want %v or more", c.left, c.shards, got, c.least)
			}
		}
		if c.left == 0 && all[0].at < day {
			t.Errorf("with no session left one is begun after %v", all[0].at)
		}
	}
}

// A shard says which one it is; a bot without shards says nothing of them.
func TestIdentifyNamesTheShard(t *testing.T) {
	t.Parallel()
	for of, want := range map[int]string{0: "", 1: "", 16: `"shard":[3,16]`} {
		onStage(t, "begin", func(s *stage) {
			s.shard = match.Shard{Index: min(3, max(of-1, 0)), Of: of}
			s.runFor(time.Minute)
			said := string(s.peers[0].hello.Data)
			if want == "" && strings.Contains(said, "shard") || !strings.Contains(said, want) {
				t.Errorf("of %d shards one identifies with %s, want %s", of, said, want)
			}
		})
	}
}

// A shard whose start hangs gives its turn to the next one when it is given up.
func TestAHangingStartEndsItsTurn(t *testing.T) {
	t.Parallel()
	onStage(t, "silent", func(s *stage) {
		ended := make(chan error)
		go func() { ended <- s.runFor(10 * time.Second) }()
		synctest.Wait()
		other := newGateway(Config{Times: UsualTimes(), Log: s.Log, Where: s.Where}, match.Shard{Index: 1, Of: 2}, s.starts)
		began := time.Now()
		_, turn, err := other.permit(s.t.Context())
		if took := time.Since(began); err != nil || took == 0 || took > UsualTimes().Hello {
			t.Errorf("the turn came after %v (%v), want it after some time and within %v", took, err, UsualTimes().Hello)
		}
		turn.end()
		<-ended
	})
}

// A shard that waits while there seems to be one key begins beside the one that learns of more.
func TestAnotherNumberOfKeysIsLearntWhileShardsWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns, ctx := &starts{}, t.Context()
		first, err := turns.enter(ctx, 0)
		entered := make(chan error, 1)
		go func() {
			_, err := turns.enter(ctx, 1)
			entered <- err
		}()
		synctest.Wait()
		if err != nil || len(entered) > 0 || !first.learn(4) {
			t.Fatalf("a shard has the turn of the only key, %v, and another one has it too: %v", err, len(entered) > 0)
		}
		synctest.Wait()
		if len(entered) == 0 {
			t.Fatal("the other shard waits behind a key that isn't its own")
		}
		if err := <-entered; err != nil {
			t.Error(err)
		}
	})
}

// A shard that waits for its turn gives up when its context is done.
func TestTheWaitForATurnEnds(t *testing.T) {
	t.Parallel()
	turns := &starts{}
	if _, err := turns.enter(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := newGateway(Config{}, match.WholeShard, turns).permit(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("permit = %v, want that its context is done", err)
	}
}
