package commands_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"parlour/commands"
	"parlour/games"
	"parlour/storage"
)

// A path counts what a request costs from the click to the posted board.
type path struct {
	storage.Store
	loads, replays, commits, channels atomic.Int32
}

func (p *path) OfChannel(ctx context.Context, channel string, want storage.Part) ([]storage.Head, error) {
	p.channels.Add(1)
	return p.Store.OfChannel(ctx, channel, want)
}

func (p *path) Get(ctx context.Context, id string) (storage.Match, error) {
	p.loads.Add(1)
	return p.Store.Get(ctx, id)
}

func (p *path) Append(ctx context.Context, h storage.Head, entries ...storage.Entry) (storage.Head, error) {
	p.commits.Add(1)
	return p.Store.Append(ctx, h, entries...)
}

// String returns the counts and sets them to zero.
func (p *path) String() string {
	return fmt.Sprintf("%d loads, %d replays, %d commits", p.loads.Swap(0), p.replays.Swap(0), p.commits.Swap(0))
}

// A startedGame counts its first positions: each is the beginning of a replay.
type startedGame struct {
	games.Game
	path *path
}

func (g startedGame) Start(s games.Setup) (games.State, error) {
	g.path.replays.Add(1)
	return g.Game.Start(s)
}

// counting has a world count the path of each request, with nothing in the cache.
func counting(w *talk) *path {
	p := &path{Store: w.store}
	w.with(func(c *commands.Config) {
		c.Store = p
		var list []games.Game
		for _, g := range c.Games {
			if started, ok := g.(startedGame); ok {
				g = started.Game
			}
			list = append(list, startedGame{g, p})
		}
		c.Games = list
	})
	return p
}

// firstMove picks its way to a move of ann's on the panel, up to Confirm.
var firstMove = []string{"ann clicks 3", "ann picks d3", "ann picks C-d4"}

// A move costs one load, one replay or none, and two commits from Confirm to the posted board:
// the move with the claim of its publication, and the note of what was shown.
func TestPathOfAMove(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "duel permute", "ann clicks Move on 2")
	w.steps(t, firstMove...)
	p := counting(w)
	for _, c := range []struct {
		does, want string
		posts      int
	}{
		{"ann clicks Confirm", "1 loads, 1 replays, 2 commits", 1},        // nothing is cached
		{"ben /settings confirm:off", "0 loads, 0 replays, 0 commits", 0}, //
		{"ben /move move:Ca1-a2", "3 loads, 0 replays, 2 commits", 1},     // one finds out which match is meant, one what the text names
		{"ann clicks Board on 4", "1 loads, 0 replays, 0 commits", 0},     //
		{"ann /games", "0 loads, 0 replays, 0 commits", 0},                //
		{"ann types /board game:per", "0 loads, 0 replays, 0 commits", 0}, //
		{"ben clicks Move on 3", "1 loads, 0 replays, 0 commits", 0},      // an old board
		{"ann /move move:Cf6-f6", "2 loads, 0 replays, 0 commits", 0},     // the preview
		{"ann clicks Confirm", "1 loads, 0 replays, 2 commits", 1},        //
		{"wake", "0 loads, 0 replays, 0 commits", 0},                      // nothing is left to publish
	} {
		posted := len(w.Posts)
		w.steps(t, c.does)
		if got := p.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.does, got, c.want)
		}
		if n := len(w.Posts) - posted; n != c.posts {
			t.Errorf("%s: %d messages were posted, want %d", c.does, n, c.posts)
		}
	}
}

// A bid costs no more, though its publication shows seals and asks in direct messages.
func TestPathOfABid(t *testing.T) {
	w := newTalk(t)
	w.steps(t, "duel permutations")
	p := counting(w)
	for _, c := range []struct{ does, want string }{
		{"ann clicks 1★r", "2 loads, 1 replays, 2 commits"}, // one load says what the press does; the replay is of that one
		{"ben clicks 3★g", "3 loads, 0 replays, 0 commits"}, // it would reveal all bids
		{"ben clicks Confirm", "1 loads, 0 replays, 2 commits"},
	} {
		w.steps(t, c.does)
		if got := p.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.does, got, c.want)
		}
	}
}

// From Confirm to the posted board, with the costs of a click: go test -bench PathOfAMove ./commands
func BenchmarkPathOfAMove(b *testing.B) {
	w := newTalk(b)
	p := counting(w)
	var loads, replays, commits int32
	b.StopTimer()
	for i := range b.N {
		w.Posts, w.out = nil, strings.Builder{}
		w.steps(b, "ann /play game:permute opponent:ben first:me", "ben clicks Accept on 1", "ann clicks Move on 2")
		w.steps(b, firstMove...)
		_ = p.String()
		b.StartTimer()
		w.steps(b, "ann clicks Confirm")
		b.StopTimer()
		loads, replays, commits = loads+p.loads.Load(), replays+p.replays.Load(), commits+p.commits.Load()
		w.steps(b, "ben /resign game:"+strconv.Itoa(i))
	}
	for unit, n := range map[string]int32{"loads/op": loads, "replays/op": replays, "commits/op": commits} {
		b.ReportMetric(float64(n)/float64(b.N), unit)
	}
}
